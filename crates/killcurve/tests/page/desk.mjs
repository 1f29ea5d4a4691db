/** A browser, a server and a page for the tests. The paths of the tools come from `run`. */

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { createRequire } from "node:module";

const { KILLCURVE: program, TOOLS: tools, CHROMIUM: browserPath, SITE: site } = process.env;
const need = createRequire(path.join(tools, "package.json"));
const { chromium } = need("playwright-core");

export const root = path.resolve(import.meta.dirname, "../../../..");
export const axeSource = () => fs.readFileSync(need.resolve("axe-core/axe.min.js"), "utf8");
export const hasSite = Boolean(site);

/** A new folder with files. */
export function folder(files = {}) {
  const made = fs.mkdtempSync(path.join(os.tmpdir(), "killcurve-page-"));
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(made, name)), { recursive: true });
    fs.writeFileSync(path.join(made, name), text);
  }
  return made;
}

/** Runs the command line in a folder. */
export function killcurve(args, cwd, input) {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, input, encoding: "utf8", maxBuffer: 1 << 28 });
  return { status, stdout, stderr };
}

/** `killcurve serve` in a folder. */
export async function serve(dir) {
  const child = spawn(program, ["serve", dir], { stdio: ["ignore", "pipe", "inherit"] });
  let said = "";
  for await (const part of child.stdout) {
    said += part;
    const found = /http:\S+/.exec(said);
    if (found) return { address: found[0], child, stop: () => child.kill() };
  }
  throw new Error(`no address: ${said}`);
}

const TYPES = { html: "text/html", js: "text/javascript", css: "text/css", svg: "image/svg+xml", wasm: "application/wasm" };

/** The static site, from a server that knows nothing. */
export async function host() {
  const server = http.createServer((request, response) => {
    const name = request.url === "/" ? "index.html" : decodeURIComponent(request.url.slice(1).split("?")[0]);
    fs.readFile(path.join(site, path.normalize(name)), (error, bytes) => {
      response.writeHead(error ? 404 : 200, { "content-type": TYPES[name.split(".").at(-1)] ?? "text/plain" });
      response.end(bytes);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { address: `http://127.0.0.1:${server.address().port}/`, stop: () => server.close() };
}

export const launch = () => chromium.launch({ executablePath: browserPath, args: ["--no-sandbox", "--disable-gpu"] });

/** Whatever went wrong on any page: errors, and what the policy refused. */
export const wrong = [];

/** A page that is ready. */
export async function visit(browser, address, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage();
  page.on("pageerror", error => wrong.push(String(error)));
  page.on("console", message => message.type() === "error" && wrong.push(message.text()));
  await page.goto(address);
  await page.waitForSelector(".headline .title", { state: "attached" });
  return page;
}

/** Asks the page's own engine. */
export const ask = (page, request) => page.evaluate(async wanted => {
  const { ask } = await import("./engine.js");
  return ask("more", wanted);
}, request);

/** The headline of the result. */
export const headline = page => page.textContent(".headline .said strong");

/** Puts a text into the editor, as typing does. */
export async function type(page, text) {
  await page.click("[data-tab=text]");
  await page.fill("textarea.code", text);
}

/** Waits until the page says something. */
export const says = (page, text) => page.waitForFunction(wanted => document.body.textContent.replaceAll("\u00a0", " ").includes(wanted), text);
