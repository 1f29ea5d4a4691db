// @ts-check
/** What to start from: all samples, a new file of each system, a game of one's own; with a server, the files of its folder. */

import { h, fill } from "./dom.js";
import { ask, hasServer, server } from "./engine.js";
import { open, project, show } from "./project.js";
import { empty, failure } from "./view.js";

const KINDS = { scenario: "Scenarios", battle: "Battles", roster: "Rosters", game: "Games" };
const chosen = { text: "", kind: "" };

/** @type {any[] | null} */
let samples = null;
/** @type {any[]} */
let systems = [];

/** Opens a sample: a game with its scenario, since a game by itself is not played. @param {string} path */
export async function openSample(path) {
  const isGame = path.startsWith("games/") && path.endsWith("/game.toml");
  const main = isGame ? path.replace("/game.toml", "/scenario.toml") : path;
  const answer = await ask("more", { ask: "sample", path: main });
  if (!answer.ok) return answer;
  open(answer.files, main);
  if (isGame && project.files[path] !== undefined) show(path, main);
  return answer;
}

/** The path of the sample to show who comes for the first time. */
export const FIRST = "scenarios/space-infantry/scorpio-or-heavy-weapons.toml";

/** A dialog with everything to start from. @param {() => void} opened @param {(file: string, text: string) => void} remember what the disk holds */
export async function gallery(opened, remember) {
  const out = h("div.gallery-body", {}, empty("Loading …"));
  const search = h("input", { type: "search", placeholder: "Search by name, game or rule", "aria-label": "Search the samples", value: chosen.text });
  const kinds = h("select", { "aria-label": "Kind" }, h("option", { value: "" }, "All kinds"), ...Object.entries(KINDS).map(([kind, text]) => h("option", { value: kind, selected: kind === chosen.kind }, text)));
  const name = h("input", { type: "text", placeholder: "my-game", pattern: "[a-z][a-z0-9\\-]*", "aria-label": "Name of the game" });
  const wrong = h("div");
  const close = () => { dialog.close(); dialog.remove(); };
  const take = async (/** @type {() => Promise<import("./engine.js").Answer>} */ what) => {
    try {
      const answer = await what();
      if (!answer.ok) return fill(wrong, failure(answer));
      close();
      opened();
    } catch (error) {
      fill(wrong, failure(/** @type {Error} */ (error)));
    }
  };
  const newGame = () => take(async () => {
    const answer = await ask("more", { ask: "new-game", name: name.value || "my-game" });
    if (answer.ok) open(answer.files, answer.file);
    return answer;
  });
  const dialog = h("dialog.gallery", { "aria-label": "Start from", close: () => dialog.remove() },
    h("div.bar", {}, h("h2", {}, "Start from"), h("span.grow"), h("button", { type: "button", click: close }, "Close")),
    h("section", {}, h("h3", {}, "Something new"),
      h("div.bar.systems"),
      h("form.bar", { submit: (/** @type {Event} */ event) => { event.preventDefault(); newGame(); } }, h("label.pick", {}, "A game of your own", name), h("button", { type: "submit" }, "Begin"))),
    wrong,
    h("section", {}, h("h3", {}, "A sample"), h("div.bar", {}, search, kinds), out));
  document.body.append(dialog);
  dialog.showModal();
  if (hasServer) {
    const list = h("div.bar.files", {}, empty("Loading …"));
    wrong.before(h("section", {}, h("h3", {}, "Your files"), list));
    server("files").then(({ folder, files }) => fill(list, files.length === 0 ? h("p.hint", {}, `There are no .toml files in ${folder}.`) : h("p.hint", {}, folder), ...files.map((/** @type {string} */ path) => h("button", { type: "button", click: () => take(async () => {
      const answer = await server("open", { path });
      if (answer.ok) {
        for (const [file, text] of Object.entries(answer.files)) remember(file, String(text));
        open(answer.files, path);
      }
      return answer;
    }) }, path))), error => fill(list, failure(error)));
  }
  if (!samples) {
    try {
      const [all, known] = await Promise.all([ask("more", { ask: "samples" }), ask("more", { ask: "systems" })]);
      [samples, systems] = [all.samples, known.systems];
    } catch (error) {
      return fill(out, failure(/** @type {Error} */ (error)));
    }
  }
  fill(dialog.querySelector(".systems"), ...systems.map(({ id, title, about, starter }) =>
    h("button", { type: "button", title: about, click: () => take(async () => { open({ [`${id}.toml`]: starter }, `${id}.toml`); return { ok: true }; }) }, title)));
  const draw = () => {
    [chosen.text, chosen.kind] = [search.value, kinds.value];
    const wanted = chosen.text.toLowerCase();
    const hits = (samples ?? []).filter(sample => (chosen.kind === "" || sample.kind === chosen.kind) && `${sample.path} ${sample.name ?? ""} ${sample.about ?? ""}`.toLowerCase().includes(wanted));
    /** @type {Map<string, any[]>} */
    const folders = new Map();
    hits.sort((one, other) => Number(one.path.startsWith("games/")) - Number(other.path.startsWith("games/")));
    for (const sample of hits) {
      const folder = sample.path.split("/").slice(0, -1).join("/");
      folders.set(folder, [...folders.get(folder) ?? [], sample]);
    }
    fill(out, hits.length === 0 ? empty("No sample is like that.") : null, ...[...folders].map(([folder, list]) => h("section", {}, h("h4", {}, folder.split("/").at(-1)?.replaceAll("-", " "), folder.startsWith("games/") ? " (a game in a file)" : ""),
      h("ul.samples", {}, ...list.map(sample => h("li", {}, h("button", { type: "button", click: () => take(() => openSample(sample.path)) },
        h("b", {}, sample.name ?? `${sample.path.split("/").at(-2)}, ${sample.kind}`), h("span.kind", {}, sample.kind ?? "scenario"), sample.about && h("span.hint", {}, sample.about))))))));
  };
  search.addEventListener("input", draw);
  kinds.addEventListener("change", draw);
  draw();
  search.focus();
}
