// @ts-check
/** The text of a file, with colors, line numbers and what is wrong at its place. A plain text area does the editing. */

import { h, fill, newId } from "./dom.js";

/** @typedef {import("./engine.js").Fault} Fault */

const TOKENS = /(#[^\n]*)|("""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:[^"\\\n]|\\.)*"?|'[^'\n]*'?)|(^[ \t]*\[\[?[^\]\n]*\]?\]?)|\b(true|false)\b|((?<![\w.-])[+-]?\d[\d_.]*)/gm;
const KINDS = ["comment", "string", "header", "word", "number"];
/** Longer texts are shown without colors, so that typing stays quick. */
const MOST_COLORED = 60_000;

/** @param {string} text @param {number} offset @returns {[number, number, string][]} */
function colored(text, offset) {
  if (text.length > MOST_COLORED) return [];
  return [...text.matchAll(TOKENS)].map(match => {
    const kind = KINDS[match.slice(1).findIndex(group => group !== undefined)];
    return [match.index + offset, match.index + match[0].length + offset, kind];
  });
}

/**
 * An editor.
 * @param {{ label: string, input: (text: string) => void }} options
 */
export function editor({ label, input }) {
  const about = newId("faults");
  const area = h("textarea.code", { spellcheck: "false", autocomplete: "off", autocapitalize: "off", wrap: "off", "aria-label": label, "aria-describedby": about });
  const paint = h("pre.code.paint", { "aria-hidden": "true" });
  const lines = h("pre.lines", { "aria-hidden": "true" });
  const list = h("ul.faults", { id: about });
  /** @type {Fault[]} */
  let faults = [];

  const draw = () => {
    const text = area.value;
    const marks = faults.filter(fault => fault.from !== undefined).map(fault => [fault.from ?? 0, Math.max(fault.to ?? 0, (fault.from ?? 0) + 1)]);
    const tokens = colored(text, 0);
    const cuts = new Set([0, text.length, ...tokens.flatMap(([from, to]) => [from, to]), ...marks.flat().filter(at => at <= text.length)]);
    const ends = [...cuts].sort((one, other) => one - other);
    const pieces = [];
    let token = 0;
    for (let index = 0; index + 1 < ends.length; index++) {
      const from = ends[index], to = ends[index + 1];
      while (token < tokens.length && tokens[token][1] <= from) token++;
      const kind = token < tokens.length && tokens[token][0] <= from ? tokens[token][2] : "";
      const wrong = marks.some(([start, end]) => start <= from && to <= end);
      const piece = text.slice(from, to);
      pieces.push(kind || wrong ? h(`span${kind ? `.${kind}` : ""}${wrong ? ".wrong" : ""}`, {}, piece) : piece);
    }
    fill(paint, ...pieces, "\n");
    const bad = new Set(faults.map(fault => fault.line));
    const count = text.split("\n").length;
    fill(lines, ...Array.from({ length: count }, (_, line) => h(bad.has(line + 1) ? "span.bad" : "span", {}, `${line + 1}\n`)));
    scroll();
  };
  const scroll = () => {
    paint.scrollTop = lines.scrollTop = area.scrollTop;
    paint.scrollLeft = area.scrollLeft;
  };
  area.addEventListener("input", () => {
    faults = [];
    fill(list);
    draw();
    input(area.value);
  });
  area.addEventListener("scroll", scroll);

  const go = (/** @type {Fault} */ fault) => {
    area.focus();
    area.setSelectionRange(fault.from ?? 0, fault.to ?? 0);
    area.scrollTop = Math.max(0, ((fault.line ?? 1) - 4) * parseFloat(getComputedStyle(area).lineHeight));
    scroll();
  };

  return {
    element: h("div.editor", {}, h("div.pane", {}, lines, h("div.sheet", {}, paint, area)), list),
    /** @param {string} text */
    show(text) {
      if (area.value === text) return;
      area.value = text;
      draw();
    },
    /** Shows what is wrong. @param {Fault[]} found @param {string} file the file that is shown */
    mark(found, file) {
      faults = found.filter(fault => fault.file === file);
      draw();
      fill(list, ...found.slice(0, 20).map(fault => {
        const place = fault.file === file ? (fault.line ? `Line ${fault.line}, column ${fault.column}` : "") : `${fault.file}${fault.line ? `, line ${fault.line}` : ""}`;
        const said = [h("b", {}, place), " ", fault.message, fault.help ? h("span.help", {}, fault.help) : null];
        return h("li", {}, fault.file === file && fault.line ? h("button.fault", { type: "button", click: () => go(fault) }, ...said) : h("div.fault", {}, ...said));
      }));
    },
  };
}
