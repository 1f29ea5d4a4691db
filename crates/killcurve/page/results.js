// @ts-check
/** The odds of a scenario: headline, kill curve, attacks to kill, funnel, distributions and events. */

import { h, fill, words } from "./dom.js";
import { figure, found, headline, percent, section, table } from "./view.js";

/** What is chosen stays chosen while numbers change. */
const chosen = { measure: "", round: 1, run: 0 };

/** @param {import("./engine.js").Answer} answer */
export function odds(answer) {
  const view = /** @type {import("./view.js").View} */ (answer.view);
  const document = JSON.parse(answer.document);
  const parts = view.sections.filter(({ title }) => title !== "Distributions").map(section);
  const drawn = view.sections.find(({ title }) => title === "Distributions");
  if (drawn) parts.splice(3, 0, distributions(document, drawn.figures));
  return [headline(view), ...(answer.remarks ?? []).map((/** @type {string} */ text) => h("p.note", {}, text)), ...parts, found(view)];
}

/** How likely each value of a measure is: exactly, at least and at most. @param {any} document @param {string[]} figures */
function distributions(document, figures) {
  const runs = document.runs.filter((/** @type {any} */ run) => run.origin !== "cell");
  const box = h("section.part", {});
  const draw = () => {
    const run = runs[chosen.run] ?? runs[0];
    const round = run.rounds[chosen.round - 1] ?? run.rounds[0];
    const measures = Object.keys(round.measures);
    const measure = measures.includes(chosen.measure) ? chosen.measure : measures[0];
    const { distribution, distribution_interval: intervals, mean } = round.measures[measure];
    const pick = (/** @type {string} */ label, /** @type {[any, string][]} */ options, /** @type {any} */ now, /** @type {(value: string) => void} */ choose) =>
      h("label.pick", {}, label, h("select", { change: (/** @type {any} */ event) => { choose(event.target.value); draw(); } },
        ...options.map(([value, text]) => h("option", { value, selected: value === now }, text))));
    const sum = (/** @type {number} */ from, /** @type {number} */ to) => distribution.slice(from, to).reduce((/** @type {number} */ all, /** @type {number} */ one) => all + one, 0);
    const sampled = intervals.some(Boolean);
    const cell = (/** @type {number} */ share) => ({ text: percent(Math.min(share, 1)), sort: String(share) });
    const rows = distribution.map((/** @type {number} */ share, /** @type {number} */ value) => [
      { text: String(value), sort: String(value) }, cell(share),
      ...(sampled ? [{ text: intervals[value] ? `${percent(intervals[value][0])} – ${percent(intervals[value][1])}` : "", sort: null }] : []),
      cell(sum(value, distribution.length)), cell(sum(0, value + 1)),
    ]);
    const columns = [words(measure), "Exactly", ...(sampled ? ["95 % interval"] : []), "At least", "At most"].map(name => ({ name, number: true }));
    const picture = figures.find(svg => svg.includes(`${measure} `) || svg.includes(measure)) ?? figures[measures.indexOf(measure)];
    const place = Object.keys(runs[0].rounds[0].measures).indexOf(measure);
    fill(box, h("div.bar", {}, h("h2", {}, "Distributions"), h("span.grow"),
      measures.length > 1 && pick("Measure", measures.map(name => [name, words(name)]), measure, value => { chosen.measure = value; }),
      run.rounds.length > 1 && pick("Round", run.rounds.map((/** @type {any} */ known) => [known.round, String(known.round)]), round.round, value => { chosen.round = Number(value); }),
      runs.length > 1 && pick("Version", runs.map((/** @type {any} */ known, /** @type {number} */ index) => [index, known.label]), runs.indexOf(run), value => { chosen.run = Number(value); })),
    round.round === 1 && (figures[place] ?? picture) ? figure(figures[place] ?? picture) : null,
    h("p.note", {}, `Mean ${mean.toPrecision(4)} in round ${round.round}${runs.length > 1 ? `, ${run.label}` : ""}.`),
    table({ title: `Distribution of ${words(measure)}`, columns, rows, open: true }));
  };
  draw();
  return box;
}
