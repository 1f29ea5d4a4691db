// @ts-check
/**
 * The engine in a worker: it loads the WebAssembly module and answers one request after the other.
 *
 * The module is built for WASI. Of that interface it uses clocks, random numbers and messages on standard error; whatever else it is
 * linked with says that there is no such thing.
 */

/** The numbers of WASI for "done" and "there is no such file". */
const DONE = 0, NO_FILE = 8;

/** @type {WebAssembly.Exports & Record<string, any>} */
let engine;
let complaint = "";

const memory = () => new DataView(engine.memory.buffer);
const bytes = (/** @type {number} */ start, /** @type {number} */ length) => new Uint8Array(engine.memory.buffer, start, length);
const text = (/** @type {number} */ start, /** @type {number} */ length) => new TextDecoder().decode(bytes(start, length));

/** @type {Record<string, (...args: any[]) => number>} */
const wasi = {
  clock_time_get(_clock, _precision, out) {
    memory().setBigUint64(out, BigInt(Math.round((performance.timeOrigin + performance.now()) * 1e6)), true);
    return DONE;
  },
  random_get(start, length) {
    crypto.getRandomValues(bytes(start, length));
    return DONE;
  },
  fd_write(_file, parts, count, out) {
    let written = 0;
    for (let part = 0; part < count; part++) {
      const start = memory().getUint32(parts + 8 * part, true), length = memory().getUint32(parts + 8 * part + 4, true);
      complaint += text(start, length);
      written += length;
    }
    memory().setUint32(out, written, true);
    return DONE;
  },
  environ_sizes_get(count, size) {
    memory().setUint32(count, 0, true);
    memory().setUint32(size, 0, true);
    return DONE;
  },
  environ_get: () => DONE,
  sched_yield: () => DONE,
  proc_exit(code) {
    throw new Error(`the engine ended with code ${code}`);
  },
};

/** @param {WebAssembly.Module} module */
function load(module) {
  const imports = /** @type {Record<string, Record<string, Function>>} */ ({
    page: { progress: (/** @type {number} */ start, /** @type {number} */ length) => postMessage({ progress: text(start, length) }) },
    wasi_snapshot_preview1: {},
  });
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    if (from === "wasi_snapshot_preview1") imports[from][name] = wasi[name] ?? (() => NO_FILE);
  }
  engine = new WebAssembly.Instance(module, /** @type {any} */ (imports)).exports;
  engine._initialize?.();
}

onmessage = ({ data }) => {
  try {
    if (data.module) return load(data.module);
    const request = new TextEncoder().encode(data.request);
    const start = engine.request(request.length);
    bytes(start, request.length).set(request);
    const length = engine.answer();
    postMessage({ answer: text(engine.answer_start(), length) });
  } catch (error) {
    postMessage({ failed: complaint.trim() || String(error) });
  }
};
