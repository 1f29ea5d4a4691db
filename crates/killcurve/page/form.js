// @ts-check
/** A form made from the fields that rules declare. It knows no game: types, ranges, defaults and meanings all come from the engine. */

import { h, newId, sentence, words } from "./dom.js";

/** @typedef {{ name: string, doc: string, default: any, kind: any }} Field */
/** @typedef {(string | number)[]} Path */
/** @typedef {(path: Path, value: any, label: string) => void} Edit */
/** @typedef {{ edit: Edit, unit: Field[], open: Set<string> }} Form */

/** A wider range has a slider for its lower part only; the number beside it takes all. */
const LONGEST_SLIDER = 40;
const NAME = { name: "name", doc: "", default: undefined, kind: { type: "text" } };
const POINTS = { name: "points", doc: "What it costs.", default: undefined, kind: { type: "number" } };

/** Whether a value is of a kind. @param {any} kind @param {any} value @returns {boolean} */
function fits(kind, value) {
  switch (kind.type) {
    case "whole": return Number.isInteger(value);
    case "flag": return typeof value === "boolean";
    case "text": case "pattern": return typeof value === "string";
    case "choice": return kind.names.some((/** @type {any} */ known) => known.name === value);
    case "list": return Array.isArray(value) && value.every(entry => fits(kind.of, entry));
    case "either": return kind.of.some((/** @type {any} */ one) => fits(one, value));
    default: return typeof value === "object" && value !== null && !Array.isArray(value);
  }
}

/** A new entry of a list. @param {any} kind */
function fresh(kind) {
  switch (kind.type) {
    case "whole": return kind.min;
    case "flag": return false;
    case "choice": return kind.names[0].name;
    case "list": return [];
    case "either": return fresh(kind.of[0]);
    case "table": {
      const needed = kind.fields.filter((/** @type {Field} */ field) => field.default === null && field.kind.type !== "text" && field.kind.type !== "pattern");
      return Object.fromEntries(needed.map((/** @type {Field} */ field) => [field.name, fresh(field.kind)]));
    }
    default: return "";
  }
}

/**
 * The fields of a group: first those that are set or needed, then the others, folded.
 * @param {Form} form @param {Field[]} fields @param {any} values @param {Path} path @param {string} [key] what remembers whether the rest is open
 */
export function group(form, fields, values, path, key = path.join(".")) {
  const isShown = (/** @type {Field} */ field) => values?.[field.name] !== undefined;
  const shown = fields.filter(isShown), others = fields.filter(field => !isShown(field));
  const rows = (/** @type {Field[]} */ list) => list.map(field => row(form, field, values?.[field.name], [...path, field.name]));
  const rest = others.length > 0 && h("details.more", { open: shown.length === 0 || form.open.has(key), toggle: (/** @type {any} */ event) => {
    if (event.target.open) form.open.add(key); else form.open.delete(key);
  } }, h("summary", {}, shown.length === 0 ? `${others.length} field${others.length === 1 ? "" : "s"}` : `${others.length} more`), h("div.fields", {}, ...rows(others)));
  return h("div.group", {}, shown.length > 0 && h("div.fields", {}, ...rows(shown)), rest);
}

/** The fields of a unit, with its name and points. @param {Form} form @param {any} values @param {Path} path @param {Field[]} [beside] */
export function unit(form, values, path, beside = []) {
  const names = new Set(beside.map(field => field.name));
  const use = values?.use !== undefined ? [{ name: "use", doc: "A unit of a roster: its file, a hash, its key. Fields beside it replace the roster's.", default: undefined, kind: { type: "text" } }] : [];
  const fields = [NAME, ...use, ...beside, ...form.unit.filter(field => !names.has(field.name)), POINTS];
  return group(form, fields, values, path);
}

/** One field with its label. @param {Form} form @param {Field} field @param {any} value @param {Path} path */
export function row(form, field, value, path) {
  const id = newId("f"), hint = newId("h");
  const isSet = value !== undefined, now = isSet ? value : field.default ?? undefined;
  const kind = pick(field.kind, now);
  const label = sentence(words(field.name));
  const set = (/** @type {any} */ to) => form.edit(path, to, label);
  const isWide = ["list", "table", "unit"].includes(kind.type);
  const reset = isSet && h("button.reset", { type: "button", "aria-label": `Clear ${label}`, title: field.default === null || field.default === undefined ? "Clear" : `Back to ${JSON.stringify(field.default)}`, click: () => set(null) }, "×");
  const about = field.doc ? h("p.hint", { id: hint }, field.doc) : null;
  const attributes = { id, "aria-describedby": field.doc ? hint : undefined };
  if (isWide) {
    return h("fieldset.field.wide", { "data-path": path.join(".") }, h("legend", {}, label, reset), about, wide(form, kind, now, path, set, label, isSet));
  }
  return h(`div.field${isSet ? "" : ".unset"}`, { "data-path": path.join(".") },
    h("label", { for: id }, label), h("div.control", {}, control(kind, now, isSet, set, attributes, label), reset), about);
}

/** Of several kinds, the one that a value has. @param {any} kind @param {any} value @returns {any} */
function pick(kind, value) {
  if (kind.type !== "either") return kind;
  const found = value === undefined ? kind.of[0] : kind.of.find((/** @type {any} */ one) => fits(one, value)) ?? kind.of[0];
  return pick(found, value);
}

/** A control of one line. @param {any} kind @param {any} value @param {boolean} isSet @param {(to: any) => void} set @param {any} attributes @param {string} label */
function control(kind, value, isSet, set, attributes, label) {
  switch (kind.type) {
    case "whole": {
      const end = Math.min(kind.max, Math.max(kind.min + LONGEST_SLIDER, Math.ceil(1.5 * (value ?? 0))));
      const slider = h("input", { type: "range", min: kind.min, max: end, step: 1, value: value ?? kind.min, "aria-label": `${label}, slider` });
      const number = h("input", { type: "number", min: kind.min, max: kind.max, step: 1, value: value ?? "", placeholder: "–", ...attributes });
      slider.addEventListener("input", () => { number.value = slider.value; set(Number(slider.value)); });
      number.addEventListener("input", () => {
        if (number.value === "" || !number.checkValidity()) return;
        slider.value = number.value;
        set(Number(number.value));
      });
      return h("span.whole", {}, slider, number);
    }
    case "number": {
      const input = h("input", { type: "number", min: 0, step: "any", value: value ?? "", placeholder: "–", ...attributes });
      input.addEventListener("input", () => { if (input.value !== "" && input.checkValidity()) set(Number(input.value)); });
      return input;
    }
    case "flag":
      return h("input.toggle", { type: "checkbox", role: "switch", checked: value === true, ...attributes, change: (/** @type {any} */ event) => set(event.target.checked) });
    case "choice": {
      const options = kind.names.map((/** @type {any} */ known) => h("option", { value: known.name, title: known.doc, selected: known.name === value }, known.name));
      if (value === undefined) options.unshift(h("option", { value: "", selected: true, disabled: true }, "–"));
      return h("select", { ...attributes, change: (/** @type {any} */ event) => set(event.target.value) }, ...options);
    }
    default:
      return h("input", { type: "text", value: value ?? "", placeholder: kind.what ?? (isSet ? "" : "–"), ...attributes, input: (/** @type {any} */ event) => set(event.target.value === "" ? null : event.target.value) });
  }
}

/** A control of several lines. @param {Form} form @param {any} kind @param {any} value @param {Path} path @param {(to: any) => void} set @param {string} label @param {boolean} isSet */
function wide(form, kind, value, path, set, label, isSet) {
  if (kind.type === "table") return group(form, kind.fields, value, path);
  if (kind.type === "unit") return unit(form, value, path, kind.fields);
  const entries = Array.isArray(value) ? value : [], of = pick(kind.of, entries[0]);
  if (of.type === "choice") {
    const has = new Set(entries);
    return h("div.chips", {}, ...of.names.map((/** @type {any} */ known) => h("label.chip", { title: known.doc },
      h("input", { type: "checkbox", checked: has.has(known.name), change: (/** @type {any} */ event) => {
        const next = event.target.checked ? [...entries, known.name] : entries.filter(entry => entry !== known.name);
        set(next);
      } }), known.name)));
  }
  const one = (label.endsWith("s") ? label.slice(0, -1) : label).toLowerCase();
  // A list that is not in the file is changed as a whole, since its entries have no place there.
  const inFile = isSet ? form : null;
  const cards = entries.map((entry, place) => {
    const title = typeof entry === "object" && entry?.name ? String(entry.name) : sentence(`${one} ${place + 1}`);
    const kindOf = pick(kind.of, entry);
    const change = (/** @type {any} */ to) => set(entries.map((known, index) => (index === place ? to : known)));
    if (kindOf.type !== "table") {
      return h("div.control.entry", {}, control(kindOf, entry, true, to => change(to ?? ""), { "aria-label": title }, one),
        h("button.reset", { type: "button", click: () => set(entries.filter((_, index) => index !== place)), "aria-label": `Remove ${title}` }, "×"));
    }
    const body = group(inFile ?? { ...form, edit: (inner, to) => change({ ...entry, [String(inner.at(-1))]: to }) }, cardFields(kindOf.fields, entry), entry, [...path, place], `${path.join(".")}.entry`);
    return h("div.card", {},
      h("div.card-head", {}, h("b", {}, title), h("span.grow"),
        h("button.small", { type: "button", click: () => set([...entries.slice(0, place + 1), copied(entry), ...entries.slice(place + 1)]), "aria-label": `Copy ${title}` }, "Copy"),
        h("button.small", { type: "button", click: () => form.edit([...path, place], null, label), "aria-label": `Remove ${title}`, disabled: !isSet }, "Remove")),
      body);
  });
  const add = entries.length < kind.max && h("button.small.add", { type: "button", click: () => (isSet ? form.edit([...path, entries.length], fresh(kind.of), label) : set([...entries, fresh(kind.of)])) }, `Add ${one}`);
  return h("div.cards", {}, ...cards, add);
}

/** The fields of an entry, with a name even if the rules declare none but the file gives one. @param {Field[]} fields @param {any} entry */
const cardFields = (fields, entry) => (entry?.name !== undefined && !fields.some(field => field.name === "name") ? [NAME, ...fields] : fields);

/** @param {any} entry */
const copied = entry => structuredClone(entry);
