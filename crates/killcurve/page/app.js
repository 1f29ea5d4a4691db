// @ts-check
/** The page: on the left what is asked, as a form and as the text of a file; on the right the answers, which follow every change. */

import { h, fill, byId, sentence, settled, tabs, toast, words } from "./dom.js";
import { ask, hasServer, server, Stale } from "./engine.js";
import { project, listen, change, changeText, open, show, undo, redo, canUndo, canRedo, restore, fileName } from "./project.js";
import { packed, unpacked, download, chooseFiles } from "./share.js";
import { editor } from "./editor.js";
import { group, row, unit } from "./form.js";
import { odds } from "./results.js";
import { empty, failure, found, headline, sections } from "./view.js";
import { pin, showCompared } from "./compare.js";
import { showSweep } from "./sweep.js";
import { showStory } from "./explain.js";
import { showTargets } from "./targets.js";
import { rosterForm, showMatrix, showPrices, meter } from "./roster.js";
import { gallery, openSample, FIRST } from "./gallery.js";

/** @typedef {import("./engine.js").Answer} Answer */

/** The answers that there are for each kind of file. @type {Record<string, [string, string][]>} */
const VIEWS = {
  scenario: [["odds", "Odds"], ["compare", "Compare"], ["sweep", "Sweep"], ["sensitivity", "What matters"], ["story", "Die by die"], ["targets", "Targets"]],
  battle: [["battle", "Battle"], ["story", "Die by die"]],
  roster: [["matrix", "Matrix"], ["prices", "Prices"]],
  game: [["game", "Game"]],
};

const MODES = /** @type {[string, string][]} */ ([["form", "Form"], ["text", "Text"], ["both", "Both"]]);

/** What is shown, and what the engine last said. */
const now = {
  view: "odds",
  mode: innerWidth >= 1500 ? "both" : "form",
  /** What the engine says of the file that is edited, and of the one that is played. @type {any} */
  checked: null,
  /** @type {any} */
  main: null,
  /** @type {Answer | null} */
  result: null,
  part: "input",
};

/** What the disk of the server holds, by path. @type {Map<string, string>} */
const onDisk = new Map();
const openGroups = new Set();
const kindOf = () => now.main?.kind ?? "scenario";

// ---- The text

const text = editor({ label: "The text of the file", input: value => { changeText(project.active, value, `type ${project.active}`, "type"); } });

// ---- The form

/** Edits that wait for the engine, and the last answer about them. @type {{ path: any[], value: any }[]} */
let waiting = [];
let editing = false;

/** Changes one value in the text. Edits of one field that come quickly replace each other. @param {any[]} path @param {any} value @param {string} label */
function edit(path, value, label) {
  const key = JSON.stringify(path);
  waiting = value === null ? waiting : waiting.filter(one => JSON.stringify(one.path) !== key);
  waiting.push({ path, value });
  if (!editing) write(label, value !== null && typeof value !== "object" && isSet(path));
}

/** @param {any[]} path */
const isSet = path => path.reduce((/** @type {any} */ value, key) => value?.[key], now.checked?.values) !== undefined;

/** Writes what waits into the text. @param {string} label @param {boolean} isPlain whether the form itself stays as it is */
async function write(label, isPlain) {
  editing = true;
  let plain = isPlain;
  while (waiting.length > 0) {
    const edits = waiting, file = project.active;
    waiting = [];
    plain &&= edits.every(({ path, value }) => value !== null && typeof value !== "object" && isSet(path));
    try {
      const answer = await ask("edit", { ask: "edit", text: project.files[file], edits });
      if (!answer.ok) toast(answer.text ?? "This cannot be changed in the form.");
      else changeText(file, answer.text ?? "", `edit ${file} ${label}`, plain ? "slide" : "edit");
    } catch (error) {
      toast(String(error));
    }
  }
  editing = false;
}

function drawForm() {
  const box = byId("form");
  if (!box) return;
  const { kind, values, rules } = now.checked ?? {};
  if (kind === "game") return fill(box, h("p.hint", {}, "A game is written as text."), now.checked.about && h("p", {}, now.checked.about));
  if (!values || !rules) return fill(box, empty("The text cannot be read as a form.", "Mend it in the text, or undo the last change."));
  const form = { edit, unit: rules.unit, open: openGroups };
  const focus = document.activeElement?.closest("[data-path]")?.getAttribute("data-path");
  const scroll = box.scrollTop;
  const part = (/** @type {string} */ title, /** @type {any} */ body) => h("section.block", {}, h("h2", {}, title), body);
  const procedures = rules.procedures.map((/** @type {any} */ known) => ({ name: known.name, doc: known.doc }));
  const top = [
    { name: "name", doc: "", default: undefined, kind: { type: "text" } },
    ...(procedures.length > 1 && kind !== "roster" ? [{ name: "procedure", doc: "What is played in a round.", default: rules.default_procedure, kind: { type: "choice", names: procedures } }] : []),
    { name: "rounds", doc: kind === "battle" ? "At most." : "Attacks in sequence; what they did carries over.", default: kind === "battle" ? 20 : 1, kind: { type: "whole", min: 1, max: rules.max_rounds } },
    ...(kind === "battle" ? [{ name: "order", doc: "Who attacks first in a round.", default: undefined, kind: { type: "choice", names: rules.orders } }] : []),
  ];
  const parts = [h("section.block", {}, h("h2", {}, rules.title), h("div.fields", {}, ...top.map(field => row(form, field, values[field.name], [field.name]))))];
  if (kind === "roster") parts.push(part("Units", rosterForm(form, values)));
  else if (kind === "battle") parts.push(...sides(form, values, rules));
  else {
    for (const name of ["attacker", "target", ...rules.further_units.filter((/** @type {string} */ name) => values[name] !== undefined)]) parts.push(part(sentence(words(name)), unit(form, values[name], [name])));
  }
  if (kind !== "roster" && rules.situation.length > 0) parts.push(part("Situation", group(form, rules.situation, values.situation, ["situation"])));
  if (kind !== "roster" && rules.options.length > 0) parts.push(part("Options", group(form, rules.options, values.options, ["options"])));
  const more = ["variant", "sweep", "expect"].filter(key => values[key] !== undefined);
  if (more.length > 0) parts.push(h("p.hint", {}, `The text has more: ${more.join(", ")}.`));
  fill(box, ...parts);
  box.scrollTop = scroll;
  if (focus) /** @type {HTMLElement | null} */ (box.querySelector(`[data-path="${CSS.escape(focus)}"] :is(input, select, button)`))?.focus({ preventScroll: true });
}

/** The sides of a battle. @param {import("./form.js").Form} form @param {any} values @param {any} rules */
function sides(form, values, rules) {
  const count = { name: "count", doc: "How many there are.", default: 1, kind: { type: "whole", min: 1, max: 100 } };
  return (Array.isArray(values.side) ? values.side : []).map((/** @type {any} */ side, /** @type {number} */ place) => {
    const units = Array.isArray(side?.unit) ? side.unit : [];
    const fields = [{ name: "name", doc: "", default: undefined, kind: { type: "text" } }, { name: "policy", doc: "Whom to attack.", default: undefined, kind: { type: "choice", names: rules.policies } }];
    return h("section.block", {}, h("h2", {}, side?.name ?? `Side ${place + 1}`),
      h("div.fields", {}, ...fields.map(field => row(form, field, side?.[field.name], ["side", place, field.name]))),
      h("div.cards", {}, ...units.map((/** @type {any} */ one, /** @type {number} */ index) => {
        const name = one.name ?? one.use?.split("#").at(-1) ?? `Unit ${index + 1}`, path = ["side", place, "unit", index];
        return h("div.card", {}, h("div.card-head", {}, h("b", {}, name), h("span.grow"),
          h("button.small", { type: "button", "aria-label": `Copy ${name}`, click: () => edit(["side", place, "unit", units.length], one, "copy") }, "Copy"),
          h("button.small", { type: "button", "aria-label": `Remove ${name}`, disabled: units.length < 2, click: () => edit(path, null, "remove") }, "Remove")),
        row(form, count, one.count, [...path, "count"]), unit(form, Object.fromEntries(Object.entries(one).filter(([key]) => key !== "count")), path));
      })));
  });
}

// ---- The left side

function drawInput() {
  const paths = Object.keys(project.files).sort((one, other) => Number(other === project.main) - Number(one === project.main) || one.localeCompare(other));
  const files = paths.length > 1 && tabs("Files", paths.map(path => [path, fileName(path)]), project.active, path => show(path, mainFor(path)));
  const mode = tabs("Form or text", MODES, now.mode, chosen => { now.mode = chosen; drawInput(); });
  const modes = now.checked?.kind === "game" ? null : mode;
  const shown = now.checked?.kind === "game" ? "text" : now.mode;
  document.body.dataset.mode = shown;
  document.body.dataset.kind = now.checked?.kind ?? "";
  fill(byId("input"), h("div.heads", {}, files, h("div.bar", {}, files ? null : h("span.file", { title: project.active }, fileName(project.active)), h("span.grow"), modes)),
    h("div.panes", {}, shown !== "text" && h("div.form", { id: "form" }), shown !== "form" && h("div.text", { id: "text" }, text.element)));
  text.show(project.files[project.active] ?? "");
  text.mark(now.checked?.faults ?? [], project.active);
  drawForm();
  drawFaults();
}

/** Games are played through a scenario. @param {string} path */
function mainFor(path) {
  if (!/^\s*game\s*=\s*(["'])(?!.*\.toml\1)/m.test(project.files[path] ?? "")) return path;
  if (project.main !== path) return project.main;
  return Object.keys(project.files).find(other => other !== path) ?? path;
}

/** Where only the form is shown, faults stand above it. */
function drawFaults() {
  const form = byId("form");
  if (!form || now.mode !== "form") return;
  form.querySelector(".form-faults")?.remove();
  const faults = now.checked?.faults ?? [];
  if (faults.length === 0) return;
  form.prepend(h("ul.faults.form-faults", { role: "alert" }, ...faults.slice(0, 6).map((/** @type {any} */ fault) => h("li", {}, h("button.fault", { type: "button", click: () => { now.mode = "both"; drawInput(); } }, h("b", {}, fault.line ? `Line ${fault.line}` : ""), " ", fault.message, fault.help && h("span.help", {}, fault.help))))));
}

// ---- The answers

/** The number of the last answer that is shown, and of the last request. */
let shownTurn = 0, lastTurn = 0;

/** Asks the engine what the file holds, and draws the form anew. */
async function check() {
  const file = project.active, { files, main } = project;
  try {
    const one = await ask("edit", { ask: "check", of: { file, files } });
    const other = main === file ? one : await ask("edit", { ask: "check", of: { file: main, files } });
    if (project.files !== files || project.active !== file) return;
    const before = kindOf(), kind = now.checked?.kind;
    now.checked = one;
    now.main = other;
    if (before !== kindOf() || !VIEWS[kindOf()].some(([id]) => id === now.view)) now.view = VIEWS[kindOf()][0][0];
    if (kind !== one.kind) drawInput();
    else {
      text.mark(one.faults ?? [], file);
      drawForm();
      drawFaults();
    }
    drawTabs();
  } catch (error) {
    if (!(error instanceof Stale)) fill(byId("results"), failure(/** @type {Error} */ (error)));
  }
}

function drawTabs() {
  const box = byId("results");
  const views = VIEWS[kindOf()] ?? VIEWS.scenario;
  const head = h("div.bar.heads", {}, views.length > 1 && tabs("Answers", views, now.view, id => { now.view = id; drawTabs(); answer(); }), h("span.grow"),
    kindOf() === "scenario" && now.view !== "compare" && h("button", { type: "button", click: () => { pin(now.result?.view?.title ?? fileName(project.main)); toast("Pinned. Change something, and look at Compare."); } }, "Pin"));
  head.hidden = views.length < 2;
  const old = box.querySelector(".heads");
  if (old && byId("answers")) old.replaceWith(head);
  else fill(box, head, h("div.mini", { id: "working" }), h("div.answers", { id: "answers" }));
}

/** Answers by the chosen view. */
async function answer() {
  const box = byId("answers");
  if (!box) return;
  const isWrong = [now.checked, now.main].some(checked => checked?.faults?.length > 0);
  // The odds say themselves whether they can be had; other answers wait until the file is right.
  if (now.view !== "odds") {
    box.classList.toggle("old", isWrong);
    if (isWrong && box.childElementCount > 0 && box.dataset.view === now.view) return;
  }
  if (box.dataset.view !== now.view) fill(box, empty("Playing …"));
  box.dataset.view = now.view;
  const turn = ++lastTurn, request = { of: { file: project.main, files: project.files } };
  switch (now.view) {
    case "odds": return play({ ask: "run", ...request }, turn, odds);
    case "battle": return play({ ask: "battle", ...request }, turn, whole);
    case "sensitivity": return play({ ask: "sensitivity", ...request }, turn, whole);
    case "compare": return showCompared(box);
    case "sweep": return showSweep(box, now.main);
    case "story": return showStory(box, now.main);
    case "targets": return showTargets(box, now.main);
    case "matrix": return showMatrix(box, now.main);
    case "prices": return showPrices(box);
    default: return fill(box, empty("A game by itself is not played.", "Open a scenario or a roster of it beside it."));
  }
}

/** @param {Answer} result */
const whole = ({ view, remarks }) => [headline(view), ...(remarks ?? []).map((/** @type {string} */ text) => h("p.note", {}, text)), ...sections(view), found(view)];

/** @param {any} request @param {number} turn @param {(answer: Answer) => any[]} draw */
async function play(request, turn, draw) {
  const box = byId("answers"), view = now.view;
  const slow = setTimeout(() => turn === lastTurn && box.classList.add("waiting"), 400);
  try {
    const result = await ask("play", request, progress => {
      if (turn !== lastTurn) return;
      if (box.querySelector(".headline") === null) meter(box, progress);
      else meter(byId("working"), progress);
    });
    if (turn < shownTurn || view !== now.view) return;
    shownTurn = turn;
    now.result = result;
    if (!result.ok && result.faults && result.faults.length > 0) {
      if (box.querySelector(".headline")) return box.classList.add("old");
      return fill(box, empty("The file has mistakes.", "They are marked in the text."));
    }
    box.classList.remove("old");
    fill(box, ...(result.ok ? draw(result) : [failure(result)]));
    performance.mark("shown");
  } catch (error) {
    if (!(error instanceof Stale) && view === now.view) fill(box, failure(/** @type {Error} */ (error)));
  } finally {
    clearTimeout(slow);
    if (turn === lastTurn) {
      box.classList.remove("waiting");
      fill(byId("working"));
    }
  }
}

const checkLater = settled(250, async () => { await check(); if (now.view !== "odds") answer(); });

listen(async why => {
  drawTop();
  text.show(project.files[project.active] ?? "");
  if (why === "slide") {
    answer();
    checkLater();
  } else if (why === "type") {
    answer();
    checkLater();
  } else if (why === "pins") {
    if (now.view === "compare") answer();
  } else if (why === "targets") {
    if (now.view === "targets") answer();
  } else {
    const isOther = why === "open";
    if (isOther) now.result = null;
    await check();
    drawInput();
    drawTabs();
    if (isOther) fill(byId("answers"), empty("Playing …"));
    answer();
  }
});

// ---- The head of the page

function drawTop() {
  const isSaved = onDisk.get(project.active) === project.files[project.active];
  fill(byId("top"), h("h1.brand", {}, h("img", { src: "icon.svg", alt: "", width: 24, height: 24 }), "killcurve"),
    h("span.grow"),
    h("div.tools", {},
      h("button", { type: "button", id: "start", click: start }, "Start from …"),
      h("button", { type: "button", id: "undo", title: "Undo (Ctrl+Z outside the text)", disabled: !canUndo(), click: undo }, "Undo"),
      h("button", { type: "button", id: "redo", disabled: !canRedo(), click: redo }, "Redo"),
      h("button", { type: "button", id: "import", click: bring }, "Import"),
      hasServer ? h("button.primary", { type: "button", id: "save", disabled: isSaved, click: save }, isSaved ? "Saved" : "Save") : null,
      h("button", { type: "button", id: "download", click: downloads }, "Download"),
      h("button.primary", { type: "button", id: "share", click: share }, "Share")));
  const parts = /** @type {[string, string][]} */ ([["input", "Input"], ["results", "Results"]]);
  document.body.dataset.part = now.part;
  fill(byId("switch"), tabs("Parts", parts, now.part, part => { now.part = part; drawTop(); }));
}

const start = () => gallery(() => undefined, (path, held) => onDisk.set(path, held));

/** Files of this machine. They replace files of the same name, and nothing else. */
async function bring() {
  const files = await chooseFiles(), names = Object.keys(files);
  if (names.length === 0) return;
  change({ files: { ...project.files, ...files }, active: names[0], main: names[0] }, "import", "open");
  toast(`Imported ${names.join(", ")}.`);
}

async function save() {
  const path = project.active, held = project.files[path];
  try {
    const answer = await server("save", { path, text: held, was: onDisk.get(path) ?? null });
    if (!answer.ok) return toast(answer.text);
    onDisk.set(path, held);
    drawTop();
    toast(`Saved ${path}.`);
  } catch (error) {
    toast(String(error));
  }
}

/** @param {string} title @param {...any} children */
function dialog(title, ...children) {
  const box = h("dialog", { "aria-label": title, close: () => box.remove() }, h("div.bar", {}, h("h2", {}, title), h("span.grow"), h("button", { type: "button", click: () => box.close() }, "Close")), ...children);
  document.body.append(box);
  box.showModal();
  return box;
}

async function share() {
  const { files, main } = project, document = now.result?.document ? JSON.parse(now.result.document) : null;
  const link = async (/** @type {boolean} */ withResult) => {
    const run = document?.runs?.[0] ?? document;
    const result = withResult && document ? { version: document.version, hash: document.hash, seed: run.seed, method: run.method } : undefined;
    return location.href.split("#")[0] + await packed({ v: 1, files, main, result });
  };
  const field = h("textarea.link", { readonly: true, rows: 4, "aria-label": "The link" });
  const both = h("input", { type: "checkbox", change: async () => { field.value = await link(both.checked); size(); } });
  const about = h("p.hint");
  const size = () => fill(about, `${field.value.length.toLocaleString("en")} characters. The link holds all of the input; nothing is sent anywhere.`, hasServer ? " It opens only while this server runs." : "");
  field.value = await link(false);
  size();
  dialog("Share", field, about, document && h("label.check", {}, both, "Also the seed, the version and the fingerprint of the result"),
    h("div.bar", {}, h("button.primary", { type: "button", id: "copy-link", click: async () => {
      field.select();
      try {
        await navigator.clipboard.writeText(field.value);
        toast("The link is copied.");
      } catch {
        toast("Copy the link that is selected.");
      }
    } }, "Copy the link")));
  history.replaceState(null, "", field.value);
}

async function downloads() {
  const box = dialog("Download", h("p.hint", {}, "Your browser puts the files where its downloads go."), h("div.bar.list", {}, ...Object.entries(project.files).map(([path, held]) => h("button", { type: "button", click: () => download(fileName(path), held) }, fileName(path)))), h("h3", {}, "The report"), h("div.bar.list", {}, empty("Making it …")));
  const list = box.querySelectorAll(".list")[1];
  const wants = { scenario: "run", battle: "battle", roster: "matrix" }[kindOf()];
  if (!wants) return fill(list, h("p.hint", {}, "Open a scenario, a roster or a battle."));
  try {
    const answer = await ask("more", { ask: wants, of: { file: project.main, files: project.files }, report: true });
    if (!answer.ok) return fill(list, failure(answer));
    fill(list, ...Object.entries(answer.files).map(([name, held]) => h("button", { type: "button", click: () => download(name, String(held), name.endsWith(".html") ? "text/html" : "text/plain") }, name)));
  } catch (error) {
    fill(list, failure(/** @type {Error} */ (error)));
  }
}

addEventListener("keydown", event => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement && event.target.type === "text") return;
  const key = event.key.toLowerCase();
  if (key === "z" && !event.shiftKey) undo();
  else if (key === "y" || key === "z" && event.shiftKey) redo();
  else return;
  event.preventDefault();
});

/** Opens what the address holds. @returns {Promise<boolean>} */
async function openLink() {
  try {
    const shared = await unpacked(location.hash);
    if (!shared) return false;
    open(shared.files, shared.main);
    if (shared.result) {
      const { version, seed, method } = shared.result;
      toast(`The link's result: ${method}${seed === null || seed === undefined ? "" : `, seed ${seed}`}, killcurve ${version}.`);
    }
    return true;
  } catch (error) {
    toast(`This link cannot be opened: ${error instanceof Error ? error.message : error}`);
    return false;
  }
}

addEventListener("hashchange", openLink);

async function begin() {
  drawTop();
  if (await openLink()) return;
  if (restore()) {
    await check();
    drawInput();
    drawTabs();
    answer();
    return;
  }
  const answered = await openSample(FIRST);
  if (!answered.ok) fill(byId("results"), failure(answered));
}

begin().catch(error => fill(byId("results"), failure(error)));

if (!hasServer && "serviceWorker" in navigator) navigator.serviceWorker.register("offline.js").catch(() => undefined);
