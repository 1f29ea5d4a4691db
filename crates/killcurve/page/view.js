// @ts-check
/** Shows a result as the engine lays it out: its headline, then sections with sentences, charts and tables. */

import { h, byId } from "./dom.js";

/** @typedef {{ text: string, sort: string | null }} Cell */
/** @typedef {{ title: string, columns: { name: string, number: boolean }[], rows: Cell[][], open: boolean }} Table */
/** @typedef {{ title: string, down: string, across: string, columns: string[], rows: [string, { text: string, shade: number }[]][] }} Heat */
/** @typedef {{ title: string, notes: string[], sentences: string[], figures: string[], heat: Heat | null, table: Table | null }} Section */
/** @typedef {{ title: string, about: string[], description: string | null, notes: string[], headline: string, sureness: string, facts: [string, string][], sections: Section[], methods: string, command: string, hash: string, version: string, system: string }} View */

/** The head of a result. @param {View} view */
export const headline = view => h("header.headline", {},
  h("p.kicker", {}, [view.system, view.methods].filter(Boolean).join(" · ")),
  h("h2.title", {}, h("bdi", {}, view.title)),
  ...view.about.map(text => h("p.sides", {}, h("bdi", {}, text))),
  view.description && h("p", {}, h("bdi", {}, view.description)),
  ...view.notes.map(text => h("p.note", {}, "Note: ", h("bdi", {}, text))),
  view.headline && h("p.said", {}, h("strong", {}, h("bdi", {}, unbroken(view.headline))), view.sureness && h("span", {}, unbroken(view.sureness))));

/** A text whose lines do not break before a percent sign. @param {string} text */
const unbroken = text => text.replaceAll(" %", "\u00a0%");

/** How a result was found. @param {View} view */
export const found = view => h("details.found", {}, h("summary", {}, "How it was found"),
  h("dl", {}, ...view.facts.flatMap(([name, value]) => [h("dt", {}, name), h("dd", {}, value)])),
  h("p.hint", {}, "The same on the command line:"), h("pre.command", { tabindex: 0 }, view.command));

/** A section. @param {Section} section */
export const section = section => h("section.part", {},
  h(section.figures.length === 1 && !section.heat ? "h2.unseen" : "h2", {}, section.title),
  ...section.notes.map(text => h("p.note", {}, h("bdi", {}, text))),
  section.sentences.length > 0 && h("ul.sentences", {}, ...section.sentences.map(text => h("li", {}, h("bdi", {}, text)))),
  ...section.figures.map(figure),
  section.heat && heat(section.heat),
  section.table && folded(section.table, section));

/** @param {Table} tableOf @param {Section} section */
function folded(tableOf, section) {
  if (tableOf.open && section.figures.length === 0) return table(tableOf);
  return h("details", { open: tableOf.open && tableOf.rows.length <= 12 }, h("summary", {}, section.figures.length > 0 ? "As a table" : tableOf.title), table(tableOf));
}

/** All sections. @param {View} view */
export const sections = view => view.sections.map(section);

/**
 * A chart of the engine. Numbers are shown at the pointer and with the arrow keys.
 * @param {string} html the chart; a report has its legend once more beside it, in colors that the policy of this page does not allow
 */
export function figure(html) {
  const svg = html.slice(html.indexOf("<svg"), html.lastIndexOf("</svg>") + "</svg>".length);
  const picture = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const box = h("figure", {});
  if (picture.nodeName !== "svg") return box;
  box.append(document.importNode(picture, true));
  const drawn = /** @type {SVGElement} */ (box.firstElementChild);
  drawn.removeAttribute("width");
  drawn.removeAttribute("height");
  const spots = [...drawn.querySelectorAll(".spot")];
  for (const spot of spots) {
    const title = spot.querySelector("title");
    spot.setAttribute("data-tip", title?.textContent ?? "");
    title?.remove();
  }
  if (spots.length === 0) return box;
  // One stop for the keyboard; arrows go from number to number.
  const said = h("p.unseen", { role: "status" });
  box.append(said);
  box.tabIndex = 0;
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", `${drawn.getAttribute("aria-label")}. Arrow keys read its numbers.`);
  let at = -1;
  const tell = (/** @type {number} */ next) => {
    spots[at]?.classList.remove("told");
    at = next;
    const spot = spots[at];
    if (!spot) return hideTip();
    spot.classList.add("told");
    said.textContent = spot.getAttribute("data-tip");
    const { left, top, width } = spot.getBoundingClientRect();
    showTip(spot.getAttribute("data-tip") ?? "", left + width / 2, Math.max(top, 0) + 12);
  };
  box.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      tell(Math.min(Math.max(at + step, 0), spots.length - 1));
    } else if (event.key === "Escape") tell(-1);
  });
  box.addEventListener("blur", () => tell(-1));
  return box;
}

/** @param {string} text @param {number} x @param {number} y */
function showTip(text, x, y) {
  const tip = byId("tip");
  tip.textContent = text;
  tip.hidden = false;
  const { width, height } = tip.getBoundingClientRect();
  tip.style.left = `${Math.max(4, Math.min(x + 14, innerWidth - width - 4))}px`;
  tip.style.top = `${y + 14 + height > innerHeight ? Math.max(4, y - height - 10) : y + 14}px`;
}

const hideTip = () => { byId("tip").hidden = true; };

for (const kind of ["pointermove", "pointerdown"]) {
  addEventListener(kind, event => {
    const { target, clientX, clientY } = /** @type {PointerEvent} */ (event);
    const spot = target instanceof Element ? target.closest(".spot") : null;
    if (spot) showTip(spot.getAttribute("data-tip") ?? "", clientX, clientY);
    else hideTip();
  });
}
addEventListener("scroll", hideTip, { passive: true, capture: true });

/** A table that sorts by any column. @param {Table} of */
export function table({ title, columns, rows }) {
  const body = h("tbody", {}, ...rows.map(row => h("tr", {}, ...row.map((cell, column) =>
    h(columns[column].number ? "td.number" : "td", { "data-sort": cell.sort }, cell.text)))));
  const heads = columns.map(({ name, number }, column) => h(number ? "th.number" : "th", { scope: "col" },
    name === "" ? "" : h("button", { type: "button", click: () => sort(column) }, name)));
  const sort = (/** @type {number} */ column) => {
    const up = heads[column].getAttribute("aria-sort") !== "ascending";
    for (const head of heads) head.removeAttribute("aria-sort");
    heads[column].setAttribute("aria-sort", up ? "ascending" : "descending");
    const key = (/** @type {HTMLTableRowElement} */ row) => {
      const { sort } = row.cells[column].dataset;
      return sort === undefined ? row.cells[column].textContent ?? "" : Number(sort);
    };
    const compare = (/** @type {any} */ one, /** @type {any} */ other) =>
      typeof one === typeof other ? (typeof one === "number" ? one - other : one.localeCompare(other)) : typeof one === "number" ? -1 : 1;
    const sorted = [...body.rows].sort((one, other) => (up ? 1 : -1) * compare(key(one), key(other)));
    body.append(...sorted);
  };
  return h("div.scroll", { tabindex: 0, role: "region", "aria-label": title }, h("table", {}, h("thead", {}, h("tr", {}, ...heads)), body));
}

/** A table with shades. @param {Heat} of */
function heat({ title, down, across, columns, rows }) {
  const head = h("tr", {}, h("th", { scope: "col" }, `${down} \\ ${across}`), ...columns.map(name => h("th.number", { scope: "col" }, name)));
  const line = (/** @type {[string, { text: string, shade: number }[]]} */ [name, cells]) => h("tr", {}, h("th", { scope: "row" }, name), ...cells.map(({ text, shade }) => {
    const cell = h("td.number", {}, text);
    cell.style.setProperty("--shade", String(shade));
    return cell;
  }));
  return h("div.scroll", { tabindex: 0, role: "region", "aria-label": title }, h("table.heat", {}, h("thead", {}, head), h("tbody", {}, ...rows.map(line))));
}

/** A message in place of a result. @param {string} text @param {string} [more] */
export const empty = (text, more) => h("div.empty", {}, h("p", {}, text), more && h("p.hint", {}, more));

/** What went wrong, as the command line says it. @param {import("./engine.js").Answer | Error} wrong */
export const failure = wrong => h("div.failure", { role: "alert" }, h("p", {}, "There is no answer."),
  h("pre", { tabindex: 0 }, wrong instanceof Error ? wrong.message : wrong.text ?? ""));

/** A percentage with as many digits as a glance needs. @param {number} share */
export const percent = share => `${(100 * share).toFixed(2)} %`;
