// @ts-check
/** Keeps the page and the engine, so that both work without a connection. The build writes a new name for each version. */

const KEPT = "killcurve-VERSION";
const FILES = ["./", "index.html", "style.css", "icon.svg", "engine.wasm", "engine-worker.js", "app.js", "compare.js", "dom.js", "editor.js", "engine.js", "explain.js", "form.js", "gallery.js", "project.js", "results.js", "roster.js", "share.js", "sweep.js", "targets.js", "view.js"];
const scope = /** @type {any} */ (self);

scope.addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(caches.open(KEPT).then(kept => kept.addAll(FILES)).then(() => scope.skipWaiting()));
});
scope.addEventListener("activate", (/** @type {any} */ event) => {
  const forget = async () => {
    for (const name of await caches.keys()) if (name.startsWith("killcurve-") && name !== KEPT) await caches.delete(name);
    await scope.clients.claim();
  };
  event.waitUntil(forget());
});
scope.addEventListener("fetch", (/** @type {any} */ event) => {
  if (event.request.method === "GET" && new URL(event.request.url).origin === location.origin) {
    event.respondWith(caches.match(event.request, { ignoreSearch: true }).then(found => found ?? fetch(event.request)));
  }
});
