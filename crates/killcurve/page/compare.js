// @ts-check
/** Pinned versions side by side: the first is the base, and the present one is the last. */

import { h, fill, byId } from "./dom.js";
import { ask, Stale } from "./engine.js";
import { project, pins, setPins, fileName } from "./project.js";
import { empty, failure, percent, table } from "./view.js";

/** Pins the present version. @param {string} name */
export function pin(name) {
  const taken = new Set(pins.map(known => known.name));
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name} (${number})`;
  setPins([...pins, { name: free, files: project.files, main: project.main }]);
}

/** @typedef {{ name: string, files: Record<string, string>, main: string }} Version */

/** The files of all versions, each in a folder of its own, named as the versions are. @param {Version[]} versions */
async function together(versions) {
  /** @type {Record<string, string>} */
  const files = {};
  const compared = [];
  for (const [place, { name, files: own, main }] of versions.entries()) {
    for (const [path, text] of Object.entries(own)) files[`version-${place + 1}/${path}`] = text;
    const path = `version-${place + 1}/${main}`;
    const named = await ask("more", { ask: "edit", text: files[path], edits: [{ path: ["name"], value: name }] });
    if (named.ok) files[path] = named.text ?? "";
    compared.push(path);
  }
  return { files, compared };
}

let turn = 0;

/** Shows the comparison. @param {Element} box */
export async function showCompared(box) {
  const mine = ++turn;
  const bar = h("div.bar", {}, h("h2", {}, "Versions"), h("span.grow"),
    h("button", { type: "button", id: "pin", click: () => pin(`version ${pins.length + 1}`) }, "Pin this version"),
    pins.length > 0 && h("button", { type: "button", click: () => setPins([]) }, "Remove all pins"));
  const list = h("ul.pins", {}, ...pins.map((known, place) => h("li", {},
    h("input", { type: "text", value: known.name, "aria-label": `Name of version ${place + 1}`, change: (/** @type {any} */ event) => setPins(pins.map((one, index) => (index === place ? { ...one, name: event.target.value || one.name } : one))) }),
    h("span.hint", {}, place === 0 ? "the base" : fileName(known.main)),
    h("button.small", { type: "button", "aria-label": `Remove ${known.name}`, click: () => setPins(pins.filter((_, index) => index !== place)) }, "Remove"))));
  const now = pins.at(-1)?.files === project.files && pins.at(-1)?.main === project.main ? [] : [{ name: "now", files: project.files, main: project.main }];
  const versions = [...pins, ...now];
  if (versions.length < 2) {
    fill(box, bar, list, empty(pins.length === 0 ? "Pin this version, then change something." : "Change something: it is compared with what you pinned.", "Differences of exact answers are exact; others are sampled on the same random numbers."));
    return;
  }
  try {
    const { files, compared } = await together(versions);
    const runs = await Promise.all(compared.map(file => ask("more", { ask: "run", of: { file, files } })));
    const answer = await ask("play", { ask: "compare", files, compared });
    if (mine !== turn) return;
    const wrong = runs.find(run => !run.ok) ?? (answer.ok ? null : answer);
    if (wrong) return fill(box, bar, list, failure(wrong));
    fill(box, bar, list, sideBySide(versions, runs), ...answer.view.sections.map((/** @type {import("./view.js").Section} */ part) =>
      h("section.part", {}, h("h2", {}, part.title), ...part.notes.map(text => h("p.note", {}, text)), part.table && table(part.table))));
  } catch (error) {
    if (mine === turn && !(error instanceof Stale)) fill(box, bar, list, failure(/** @type {Error} */ (error)));
  }
}

/** @param {Version[]} versions @param {import("./engine.js").Answer[]} runs */
function sideBySide(versions, runs) {
  const bases = runs.map(run => JSON.parse(run.document).runs[0]);
  const most = Math.max(...bases.map(base => base.rounds.length));
  const cell = (/** @type {any} */ text, /** @type {any} */ sort) => ({ text: String(text), sort: sort === null ? null : String(sort) });
  const rows = Array.from({ length: most }, (_, round) => [cell(`Killed by round ${round + 1}`, null), ...bases.map(base => {
    const kill = base.rounds[round]?.kill.probability;
    return kill === undefined ? cell("–", null) : cell(percent(kill), kill);
  })]);
  rows.push([cell("Median attacks to kill", null), ...bases.map(base => cell(base.attacks_to_kill.median ?? `more than ${base.rounds.length}`, null))]);
  const columns = [{ name: "", number: false }, ...versions.map(({ name }) => ({ name, number: true }))];
  return table({ title: "Side by side", columns, rows, open: true });
}

/** The button that pins, for the keyboard. */
export const focusPin = () => byId("pin")?.focus();
