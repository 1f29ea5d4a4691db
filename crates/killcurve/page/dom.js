// @ts-check
/** Elements, made in one call. Texts become text nodes, so nothing that a file says is ever markup. */

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * Makes an element.
 * @param {string} name its name, with classes after dots: `button.primary`
 * @param {Record<string, any>} [attributes] attributes; functions are listeners, and `value` and `checked` are properties
 * @param {...(Child | Child[])} children
 * @returns {any}
 */
export function h(name, attributes = {}, ...children) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag);
  if (classes.length > 0) element.className = classes.join(" ");
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") element.addEventListener(key, value);
    else if (key === "value" || key === "checked" || key === "indeterminate") /** @type {any} */ (element)[key] = value;
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...list(children));
  return element;
}

/** @param {(Child | Child[])[]} children @returns {(Node | string)[]} */
function list(children) {
  const kept = children.flat().filter(child => child !== null && child !== undefined && child !== false);
  return kept.map(child => (child instanceof Node ? child : String(child)));
}

/** Replaces all children. @param {Element} element @param {...(Child | Child[])} children */
export function fill(element, ...children) {
  element.replaceChildren(...list(children));
}

/** The element with an id. @param {string} id @returns {any} */
export const byId = id => document.getElementById(id);

let ids = 0;
/** An id that no other element has. @param {string} [prefix] */
export const newId = (prefix = "i") => `${prefix}-${++ids}`;

/** Words for a field's name. @param {string} name */
export const words = name => name.replaceAll("_", " ");

/** With a capital letter. @param {string} text */
export const sentence = text => text.charAt(0).toUpperCase() + text.slice(1);

/** Calls a function once calls have stopped for a while. @template {any[]} A @param {number} wait @param {(...args: A) => void} call */
export function settled(wait, call) {
  /** @type {number | undefined} */
  let timer;
  return (/** @type {A} */ ...args) => {
    clearTimeout(timer);
    timer = window.setTimeout(() => call(...args), wait);
  };
}

/** Says something in passing. @param {string} text */
export function toast(text) {
  const box = byId("toast");
  box.textContent = text;
  box.classList.add("shown");
  clearTimeout(box.timer);
  box.timer = setTimeout(() => box.classList.remove("shown"), 4000);
}

/**
 * A row of tabs. Arrow keys move between them.
 * @param {string} label @param {[string, string][]} tabs ids and words @param {string} chosen @param {(id: string) => void} choose
 */
export function tabs(label, tabs, chosen, choose) {
  const buttons = tabs.map(([id, text]) =>
    h("button.tab", { type: "button", role: "tab", "data-tab": id, "aria-selected": String(id === chosen), tabindex: id === chosen ? 0 : -1, click: () => choose(id) }, text));
  const move = (/** @type {KeyboardEvent} */ event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    const next = buttons[(buttons.indexOf(event.target) + step + buttons.length) % buttons.length];
    event.preventDefault();
    choose(next.dataset.tab);
    const again = /** @type {HTMLElement | null} */ (document.querySelector(`[role=tablist][aria-label="${label}"] [data-tab="${next.dataset.tab}"]`));
    again?.focus();
  };
  return h("div.tabs", { role: "tablist", "aria-label": label, keydown: move }, ...buttons);
}
