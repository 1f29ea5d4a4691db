// @ts-check
/** A saved list of targets, and the present attacker against all of them. */

import { h, fill } from "./dom.js";
import { ask } from "./engine.js";
import { project, targets, setTargets, changeText } from "./project.js";
import { empty, failure, table, percent } from "./view.js";

let turn = 0;

/** Shows the attacker against all saved targets. @param {Element} box @param {any} checked */
export async function showTargets(box, checked) {
  const mine = ++turn;
  const target = checked?.values?.target, system = checked?.rules?.id;
  const own = targets.filter(known => known.system === system);
  const name = target?.name ?? target?.use ?? `target ${own.length + 1}`;
  const save = h("button.primary", { type: "button", disabled: !target, click: () => setTargets([...targets.filter(known => known.system !== system || known.name !== name), { name, unit: target, system }]) }, "Save this target");
  const head = h("div.bar", {}, h("h2", {}, "Targets"), h("span.grow"), save);
  if (own.length === 0) return fill(box, head, empty("No target of this game is saved yet.", "Save targets as you meet them; the attacker is then played against each."));
  const out = h("div", {}, empty("Playing …"));
  const list = h("ul.pins", {}, ...own.map(known => h("li", {}, h("b", {}, known.name), h("span.grow"),
    h("button.small", { type: "button", "aria-label": `Use ${known.name}`, click: () => use(known.unit) }, "Use"),
    h("button.small", { type: "button", "aria-label": `Remove ${known.name}`, click: () => setTargets(targets.filter(one => one !== known)) }, "Remove"))));
  fill(box, head, out, h("h3", {}, "The list"), list);
  try {
    const runs = await Promise.all(own.map(async ({ unit }) => {
      // Variants and sweeps may set fields that this target has not.
      const edits = [{ path: ["target"], value: unit }, ...["variant", "sweep", "expect"].map(key => ({ path: [key], value: null }))];
      const edited = await ask("more", { ask: "edit", text: project.files[project.main], edits });
      return edited.ok ? ask("more", { ask: "run", of: { file: project.main, files: { ...project.files, [project.main]: edited.text } } }) : edited;
    }));
    if (mine !== turn) return;
    const cell = (/** @type {string} */ text, /** @type {number | null} */ sort = null) => ({ text, sort: sort === null ? null : String(sort) });
    const rows = own.map((known, place) => {
      const run = runs[place].ok ? JSON.parse(runs[place].document).runs[0] : null;
      if (!run) return [cell(known.name), cell("cannot be played"), cell("–"), cell("–")];
      const first = run.rounds[0].kill.probability, last = run.rounds.at(-1).kill.probability, { median } = run.attacks_to_kill;
      return [cell(known.name), cell(percent(first), first), cell(percent(last), last), cell(median === null ? `more than ${run.rounds.length}` : String(median), median ?? run.rounds.length + 1)];
    });
    const columns = ["Target", "Killed in round 1", "By the last round", "Median attacks"].map((name, place) => ({ name, number: place > 0 }));
    const wrong = runs.find(run => !run.ok);
    fill(out, table({ title: "The attacker against all targets", columns, rows, open: true }), wrong && failure(wrong));
  } catch (error) {
    if (mine === turn) fill(out, failure(/** @type {Error} */ (error)));
  }
}

/** Puts a saved target into the scenario. @param {any} unit */
async function use(unit) {
  const edited = await ask("edit", { ask: "edit", text: project.files[project.main], edits: [{ path: ["target"], value: unit }] });
  if (edited.ok) changeText(project.main, edited.text ?? "", "target", "open");
}
