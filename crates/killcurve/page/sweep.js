// @ts-check
/** One field swept as lines, or two as a map. The sweep stands in a copy of the scenario; it can be written into the text. */

import { h, fill, words } from "./dom.js";
import { ask, Stale } from "./engine.js";
import { project, changeText } from "./project.js";
import { empty, failure, section } from "./view.js";

/** @typedef {{ path: string, kind: any, value: any }} Swept */

const chosen = { first: "", second: "", values: /** @type {Record<string, string>} */ ({}) };
const MOST_VALUES = 24;
let turn = 0;

/** The fields that can be swept: numbers, switches and choices of both units and the situation. @param {any} rules @param {any} values @returns {Swept[]} */
function swept(rules, values) {
  const sections = [["attacker", rules.unit], ["target", rules.unit], ["situation", rules.situation], ["options", rules.options]];
  return sections.flatMap(([name, fields]) => fields.map((/** @type {any} */ field) => {
    const kinds = field.kind.type === "either" ? field.kind.of : [field.kind];
    const kind = kinds.find((/** @type {any} */ one) => ["whole", "flag", "choice"].includes(one.type));
    return kind && { path: `${name}.${field.name}`, kind, value: values?.[name]?.[field.name] ?? field.default };
  }).filter(Boolean));
}

/** Values to begin with. @param {Swept} field */
function usual({ kind, value }) {
  if (kind.type === "flag") return "true, false";
  if (kind.type === "choice") return kind.names.map((/** @type {any} */ known) => known.name).join(", ");
  const middle = typeof value === "number" ? value : kind.min;
  const from = Math.max(kind.min, middle - 3), to = Math.min(kind.max, Math.max(middle + 3, from + 5));
  return `${from}..=${to}`;
}

/** The values that a text lists. @param {Swept} field @param {string} text @returns {any[] | string} */
function listed({ kind }, text) {
  const range = /^\s*(-?\d+)\s*(?:\.\.=?|–|-|to)\s*(-?\d+)\s*$/.exec(text);
  if (kind.type === "whole" && range) {
    const [from, to] = [Number(range[1]), Number(range[2])];
    if (from > to || to - from >= MOST_VALUES) return `A range has 1 to ${MOST_VALUES} values.`;
    return Array.from({ length: to - from + 1 }, (_, step) => from + step);
  }
  const parts = text.split(",").map(part => part.trim()).filter(Boolean);
  if (parts.length === 0 || parts.length > MOST_VALUES) return `List 1 to ${MOST_VALUES} values, with commas, or a range such as 2..=6.`;
  if (kind.type === "whole") return parts.every(part => /^-?\d+$/.test(part)) ? parts.map(Number) : "Values are whole numbers.";
  if (kind.type === "flag") return parts.map(part => part === "true");
  return parts;
}

/** Shows the sweep. @param {Element} box @param {any} checked what the engine says of the scenario */
export async function showSweep(box, checked) {
  const mine = ++turn;
  if (!checked?.rules || !checked.values) return fill(box, empty("Mend the scenario first."));
  const all = swept(checked.rules, checked.values), by = new Map(all.map(field => [field.path, field]));
  if (!by.has(chosen.first)) {
    const set = all.filter(({ path, kind }) => kind.type === "whole" && path.split(".").reduce((value, key) => value?.[key], checked.values) !== undefined);
    chosen.first = (set[0] ?? all[0])?.path ?? "";
  }
  if (!by.has(chosen.second) || chosen.second === chosen.first) chosen.second = "";
  const again = () => showSweep(box, checked);
  const picker = (/** @type {"first" | "second"} */ which, /** @type {string} */ label) => {
    const options = all.map(({ path }) => h("option", { value: path, selected: path === chosen[which] }, words(path)));
    if (which === "second") options.unshift(h("option", { value: "", selected: chosen.second === "" }, "none"));
    const field = by.get(chosen[which]);
    return h("div.pickers", {},
      h("label.pick", {}, label, h("select", { change: (/** @type {any} */ event) => { chosen[which] = event.target.value; again(); } }, ...options)),
      field && h("label.pick", {}, "Values", h("input", { type: "text", value: chosen.values[field.path] ?? usual(field), change: (/** @type {any} */ event) => { chosen.values[field.path] = event.target.value; again(); } })));
  };
  const out = h("div", {}, empty("Sweeping …"));
  const write = h("button", { type: "button", disabled: true }, "Write into the scenario");
  fill(box, h("div.bar", {}, h("h2", {}, "Sweep"), h("span.grow"), write), picker("first", "Field"), picker("second", "And"), out);

  const edits = [{ path: ["sweep"], value: null }];
  for (const path of [chosen.first, chosen.second]) {
    const field = by.get(path);
    if (!field) continue;
    const values = listed(field, chosen.values[path] ?? usual(field));
    if (typeof values === "string") return fill(out, empty(values));
    edits.push({ path: ["sweep", path], value: /** @type {any} */ (values) });
  }
  if (edits.length < 2) return fill(out, empty("There is nothing to sweep here."));
  try {
    const edited = await ask("more", { ask: "edit", text: project.files[project.main], edits });
    if (!edited.ok) return fill(out, failure(edited));
    const text = edited.text ?? "";
    const answer = await ask("long", { ask: "run", of: { file: project.main, files: { ...project.files, [project.main]: text } } });
    if (mine !== turn) return;
    if (!answer.ok) return fill(out, failure(answer));
    write.disabled = false;
    write.addEventListener("click", () => changeText(project.main, text, "sweep", "open"));
    const shown = answer.view.sections.filter((/** @type {any} */ part) => part.title === "The sweep");
    fill(out, ...shown.map(section));
  } catch (error) {
    if (mine === turn && !(error instanceof Stale)) fill(out, failure(/** @type {Error} */ (error)));
  }
}
