// @ts-check
/**
 * What is being worked on: files, which of them is edited and which is played, with undo and redo; and what is kept beside it.
 */

import { settled } from "./dom.js";

/** @typedef {{ files: Record<string, string>, active: string, main: string }} Project */
/** @typedef {{ name: string, files: Record<string, string>, main: string }} Pin */
/** @typedef {{ name: string, unit: any, system: string }} Target */

const KEY = "killcurve", MOST_STEPS = 200;

/** The project. Change it with {@link change} only. @type {Project} */
export let project = { files: {}, active: "", main: "" };

/** The versions that were pinned. @type {Pin[]} */
export let pins = [];

/** The targets that were saved. @type {Target[]} */
export let targets = [];

/** @type {{ project: Project, label: string, at: number }[]} */
let before = [];
/** @type {Project[]} */
let after = [];

/** @type {((why: string) => void)[]} */
const listeners = [];

/** Calls a function when the project changes, with what changed it. @param {(why: string) => void} listener */
export const listen = listener => listeners.push(listener);

const keep = settled(400, () => {
  try {
    localStorage.setItem(KEY, JSON.stringify({ project, pins, targets }));
  } catch {
    // Nothing is kept in a private window, or where there is no room. The page works without.
  }
});

/** @param {string} why */
function tell(why) {
  for (const listener of listeners) listener(why);
  keep();
}

/** Whether two projects have the same texts. @param {Project} one @param {Project} other */
const same = (one, other) =>
  one.active === other.active && one.main === other.main &&
  Object.keys(one.files).length === Object.keys(other.files).length &&
  Object.entries(one.files).every(([path, text]) => other.files[path] === text);

/**
 * Changes the project. Changes with one label that follow each other quickly are undone together.
 * @param {Partial<Project>} to @param {string} label @param {string} [why]
 */
export function change(to, label, why = label) {
  const next = { ...project, ...to };
  if (same(next, project)) return;
  const last = before.at(-1), now = performance.now();
  if (last && last.label === label && now - last.at < 1000) last.at = now;
  else before.push({ project, label, at: now });
  if (before.length > MOST_STEPS) before.shift();
  after = [];
  project = next;
  tell(why);
}

/** Changes the text of a file. @param {string} path @param {string} text @param {string} label @param {string} [why] */
export const changeText = (path, text, label, why) => change({ files: { ...project.files, [path]: text } }, label, why);

/** Opens files in place of the project. @param {Record<string, string>} files @param {string} main */
export function open(files, main) {
  change({ files, main, active: main }, `open ${main} ${performance.now()}`, "open");
}

/** Shows another file. That is no step to undo. @param {string} path @param {string} main */
export function show(path, main) {
  project = { ...project, active: path, main };
  tell("show");
}

export const canUndo = () => before.length > 0;
export const canRedo = () => after.length > 0;

export function undo() {
  const step = before.pop();
  if (!step) return;
  after.push(project);
  project = step.project;
  tell("undo");
}

export function redo() {
  const next = after.pop();
  if (!next) return;
  before.push({ project, label: "redo", at: -Infinity });
  project = next;
  tell("undo");
}

/** @param {Pin[]} list */
export function setPins(list) {
  pins = list;
  tell("pins");
}

/** @param {Target[]} list */
export function setTargets(list) {
  targets = list;
  tell("targets");
}

/** Takes what an earlier visit left. Returns whether there was a project. */
export function restore() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "null");
    if (Array.isArray(kept?.pins)) pins = kept.pins;
    if (Array.isArray(kept?.targets)) targets = kept.targets;
    if (typeof kept?.project?.files?.[kept.project.main] !== "string") return false;
    project = kept.project;
    return true;
  } catch {
    return false;
  }
}

/** The last part of a path. @param {string} path */
export const fileName = path => path.split("/").at(-1) ?? path;
