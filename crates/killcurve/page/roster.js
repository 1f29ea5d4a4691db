// @ts-check
/** Rosters: a table of units to edit; every unit against every unit; and fair prices, with progress. */

import { h, fill, words } from "./dom.js";
import { ask, stop, Stale } from "./engine.js";
import { project } from "./project.js";
import { unit } from "./form.js";
import { download } from "./share.js";
import { empty, failure, found, headline, sections } from "./view.js";

/** The entries of a roster that are no units. */
const NOT_UNITS = ["system", "game", "name", "description", "note", "procedure", "rounds", "order", "policy", "simulation", "situation", "options", "army", "army_points"];

/** The units of a roster by their keys. @param {any} values @returns {[string, any][]} */
export const units = values => Object.entries(values ?? {}).filter(([key, value]) => typeof value === "object" && value !== null && !Array.isArray(value) && !NOT_UNITS.includes(key));

const chosen = { unit: "" };

/**
 * The units as a table, and one of them in full.
 * @param {import("./form.js").Form} form @param {any} values
 */
export function rosterForm(form, values) {
  const all = units(values);
  const simple = form.unit.filter(({ name, kind }) => ["whole", "flag", "choice"].includes(kind.type) && all.some(([, one]) => one[name] !== undefined));
  const input = (/** @type {string} */ key, /** @type {any} */ one, /** @type {import("./form.js").Field} */ { name, kind, default: usual }) => {
    const value = one[name] ?? usual, label = `${words(name)} of ${one.name ?? key}`;
    const set = (/** @type {any} */ to) => form.edit([key, name], to, label);
    if (kind.type === "flag") return h("input", { type: "checkbox", checked: value === true, "aria-label": label, change: (/** @type {any} */ event) => set(event.target.checked) });
    if (kind.type === "choice") {
      const options = kind.names.map((/** @type {any} */ known) => h("option", { value: known.name, selected: known.name === value }, known.name));
      return h("select", { "aria-label": label, change: (/** @type {any} */ event) => set(event.target.value) }, value === undefined || value === null ? h("option", { value: "", selected: true, disabled: true }, "–") : null, ...options);
    }
    const number = h("input", { type: "number", min: kind.min, max: kind.max, step: kind.step ?? 1, value: value ?? "", placeholder: "–", "aria-label": label });
    number.addEventListener("input", () => { if (number.checkValidity()) set(number.value === "" ? null : Number(number.value)); });
    return number;
  };
  const points = { name: "points", doc: "", default: undefined, kind: { type: "whole", min: 0, max: 1e6, step: "any" } };
  const columns = [points, ...simple];
  const copy = (/** @type {string} */ key, /** @type {any} */ one) => {
    let number = 2;
    while (values[`${key}-${number}`] !== undefined) number += 1;
    chosen.unit = `${key}-${number}`;
    form.edit([chosen.unit], { ...one, name: `${one.name ?? key} ${number}` }, "copy");
  };
  const row = (/** @type {[string, any]} */ [key, one]) => h("tr", {}, h("th", { scope: "row" },
    h("button.link", { type: "button", "aria-expanded": String(key === chosen.unit), click: () => { chosen.unit = key === chosen.unit ? "" : key; draw(); } }, one.name ?? key)),
  ...columns.map(field => h("td", {}, input(key, one, field))),
  h("td", {}, h("button.small", { type: "button", "aria-label": `Copy ${one.name ?? key}`, click: () => copy(key, one) }, "Copy"),
    h("button.small", { type: "button", "aria-label": `Remove ${one.name ?? key}`, disabled: all.length < 2, click: () => form.edit([key], null, "remove") }, "Remove")));
  const detail = h("div");
  const draw = () => {
    const one = all.find(([key]) => key === chosen.unit);
    fill(detail, one && h("section.card", {}, h("h3", {}, one[1].name ?? one[0]), unit(form, one[1], [one[0]])));
    for (const button of box.querySelectorAll("button.link")) button.setAttribute("aria-expanded", String(button.textContent === (one?.[1].name ?? one?.[0])));
  };
  const box = h("div.group", {},
    h("p.hint", {}, "Choose a unit to see all of its fields."),
    h("div.scroll", { tabindex: 0, role: "region", "aria-label": "Units" }, h("table.units", {},
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "unit"), ...columns.map(({ name }) => h("th", { scope: "col" }, words(name))), h("th", { scope: "col" }, h("span.unseen", {}, "Change")))),
      h("tbody", {}, ...all.map(row)))), detail);
  draw();
  return box;
}

let turn = 0;

/** Shows every unit against every unit. @param {Element} box @param {any} checked */
export async function showMatrix(box, checked) {
  const mine = ++turn;
  const situations = (Array.isArray(checked?.values?.situation) ? checked.values.situation : []).map((/** @type {any} */ one) => one?.name).filter(Boolean);
  const out = h("div", {}, empty("Playing …"));
  const pick = situations.length > 1 && h("label.pick", {}, "Situation", h("select", { change: (/** @type {any} */ event) => play(event.target.value) }, ...situations.map((/** @type {string} */ name) => h("option", { value: name }, name))));
  fill(box, pick && h("div.bar", {}, h("span.grow"), pick), out);
  const play = async (/** @type {string | undefined} */ situation) => {
    try {
      const answer = await ask("play", { ask: "matrix", of: { file: project.main, files: project.files }, situation: situation ?? null }, progress => meter(out, progress));
      if (mine !== turn) return;
      fill(out, ...(answer.ok ? [headline(answer.view), ...sections(answer.view), found(answer.view)] : [failure(answer)]));
    } catch (error) {
      if (mine === turn && !(error instanceof Stale)) fill(out, failure(/** @type {Error} */ (error)));
    }
  };
  await play(situations.length > 1 ? situations[0] : undefined);
}

/** How far long work is. @param {Element} box @param {import("./engine.js").Progress} progress */
export function meter(box, { unit, done, expected, news }) {
  const share = expected > 0 ? Math.min(done / expected, 1) : 0;
  let bar = box.querySelector("progress");
  if (!bar) {
    fill(box, h("div.working", {}, h("p.news"), h("progress", { max: 1, "aria-label": "Progress" }), h("p.hint")));
    bar = /** @type {HTMLProgressElement} */ (box.querySelector("progress"));
  }
  bar.value = share;
  const [first, last] = [box.querySelector(".news"), box.querySelector(".working .hint")];
  if (first) first.textContent = news || "Playing …";
  if (last) last.textContent = expected > 0 ? `${done.toLocaleString("en")} of ${expected.toLocaleString("en")} ${unit}` : "";
}

const asked = { precision: "10", field: true };

/** Seeks fair prices, when asked. @param {Element} box */
export function showPrices(box) {
  const file = project.main, { files } = project;
  const out = h("div", {}, empty("Prices at which no unit is a bargain.", "Random armies of equal points fight until every price is known to the precision that you ask for. A rough search takes seconds, a fine one minutes."));
  const run = h("button.primary", { type: "button", id: "seek" }, "Find fair prices");
  const halt = h("button", { type: "button", disabled: true }, "Stop");
  const precision = h("select", { change: (/** @type {any} */ event) => { asked.precision = event.target.value; } },
    ...[["20", "20 %, rough"], ["10", "10 %"], ["6", "6 %, usual"], ["3", "3 %, fine"]].map(([value, text]) => h("option", { value, selected: value === asked.precision }, text)));
  const field = h("input", { type: "checkbox", checked: !asked.field, change: (/** @type {any} */ event) => { asked.field = !event.target.checked; } });
  fill(box, h("div.bar", {}, h("h2", {}, "Fair prices"), h("span.grow"), h("label.pick", {}, "Width of intervals", precision), h("label.check", {}, field, "Other army sizes and policies, too"), run, halt), out);
  halt.addEventListener("click", () => stop("long"));
  run.addEventListener("click", async () => {
    run.disabled = true;
    halt.disabled = false;
    fill(out, empty("Starting …"));
    try {
      const answer = await ask("long", { ask: "balance", of: { file, files }, prices: { precision: Number(asked.precision) / 100, field_only: asked.field }, report: true }, progress => meter(out, progress));
      const save = h("button", { type: "button", click: () => download("balance.html", answer.files["balance.html"], "text/html") }, "Download the report");
      fill(out, ...(answer.ok ? [headline(answer.view), ...(answer.remarks ?? []).map((/** @type {string} */ text) => h("p.note", {}, text)), ...sections(answer.view), found(answer.view), save] : [failure(answer)]));
    } catch (error) {
      fill(out, error instanceof Stale ? empty("Stopped.", "Nothing was changed.") : failure(/** @type {Error} */ (error)));
    }
    run.disabled = false;
    halt.disabled = true;
  });
}
