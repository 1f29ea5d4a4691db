// @ts-check
/** Links that hold all of the input, and downloads. Nothing is sent anywhere: the part of an address after `#` stays in the browser. */

import { h } from "./dom.js";

/** @typedef {{ v: 1, files: Record<string, string>, main: string, result?: { version: string, hash: string, seed: number | null, method: string } }} Shared */

/** The most characters of a text that a link brings. */
const MOST = 4 << 20;

/** @param {Uint8Array} bytes */
const letters = bytes => {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
};

/** @param {string} text */
const unlettered = text => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), letter => letter.charCodeAt(0));

/** The part of an address that holds something. @param {Shared} shared */
export async function packed(shared) {
  const stream = new Blob([JSON.stringify(shared)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  return "#s=" + letters(new Uint8Array(await new Response(stream).arrayBuffer()));
}

/** What an address holds; null where it holds nothing. @param {string} hash @returns {Promise<Shared | null>} */
export async function unpacked(hash) {
  if (!hash.startsWith("#s=")) return null;
  const stream = new Blob([unlettered(hash.slice(3))]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    text += value;
    if (text.length > MOST) throw new Error("The link holds too much.");
  }
  const shared = JSON.parse(text);
  const files = Object.entries(shared?.files ?? {});
  if (files.length === 0 || !files.every(([, text]) => typeof text === "string") || typeof shared.files[shared.main] !== "string") {
    throw new Error("The link holds no files.");
  }
  return shared;
}

/** Saves a text as a file. @param {string} name @param {string} text @param {string} [type] */
export function download(name, text, type = "text/plain") {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Lets the user choose text files. @returns {Promise<Record<string, string>>} */
export function chooseFiles() {
  return new Promise(done => {
    const input = h("input", { type: "file", accept: ".toml", multiple: true });
    input.addEventListener("change", async () => {
      const read = [...input.files].map(async file => [file.name, await file.text()]);
      done(Object.fromEntries(await Promise.all(read)));
    });
    input.addEventListener("cancel", () => done({}));
    input.click();
  });
}
