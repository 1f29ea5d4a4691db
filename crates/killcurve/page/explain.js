// @ts-check
/** One attack, die by die. The story is a script: its dice can be changed, and the attack is told again with them. */

import { h, fill } from "./dom.js";
import { ask } from "./engine.js";
import { project } from "./project.js";
import { failure } from "./view.js";

const chosen = { seed: 1, run: "base" };
let turn = 0;

/** Shows a story. @param {Element} box @param {any} checked */
export async function showStory(box, checked) {
  const mine = ++turn;
  const variants = (Array.isArray(checked?.values?.variant) ? checked.values.variant : []).map((/** @type {any} */ one, /** @type {number} */ place) => one?.name ?? `variant ${place + 1}`);
  const runs = ["base", ...variants];
  if (!runs.includes(chosen.run)) chosen.run = "base";
  const again = () => showStory(box, checked);
  const story = h("pre.story", { tabindex: 0, "aria-label": "The attack, die by die" });
  const script = h("textarea.code.script", { spellcheck: "false", rows: 8, wrap: "off", "aria-label": "Your own dice, as a script" });
  const out = h("div", {}, story);
  const tell = async (/** @type {any} */ request) => {
    const answer = await ask("more", { ask: "explain", of: { file: project.main, files: project.files }, run: chosen.run, ...request });
    if (mine !== turn) return;
    if (!answer.ok) return fill(out, failure(answer));
    fill(out, answer.fault && h("pre.command", { role: "alert" }, answer.fault), story);
    fill(story, ...told(answer.story));
    if (script.value === "") script.value = answer.story;
  };
  fill(box, h("div.bar", {}, h("h2", {}, "Die by die"), h("span.grow"),
    runs.length > 1 && h("label.pick", {}, "Version", h("select", { change: (/** @type {any} */ event) => { chosen.run = event.target.value; again(); } }, ...runs.map(run => h("option", { value: run, selected: run === chosen.run }, run)))),
    h("label.pick", {}, "Seed", h("input", { type: "number", min: 0, step: 1, value: chosen.seed, change: (/** @type {any} */ event) => { chosen.seed = Number(event.target.value) || 0; again(); } })),
    h("button.primary", { type: "button", click: () => { chosen.seed += 1; again(); } }, "Roll again")),
  out,
  h("details.part", {}, h("summary", {}, "Use your own dice"), h("p.hint", {}, "Change the numbers after the names of rolls, then tell the attack with them."), script,
    h("div.bar", {}, h("button", { type: "button", click: () => tell({ script: script.value }) }, "Tell it with these dice"))));
  try {
    await tell({ seed: chosen.seed });
  } catch (error) {
    if (mine === turn) fill(out, failure(/** @type {Error} */ (error)));
  }
}

/** Comments are set back, and rounds are headings. @param {string} text */
const told = text => text.split("\n").map(line => {
  const kind = /^# (Round|The target|The attack)/.test(line) ? "span.round" : line.trimStart().startsWith("#") ? "span.comment" : "span.roll";
  return h(kind, {}, `${line}\n`);
});
