// @ts-check
/**
 * The engine: `killcurve serve` behind this page, or WebAssembly in workers.
 *
 * Requests go into lanes. A lane answers one request at a time. A new request of a lane replaces the one that waits, and stops the one that
 * is answered if that takes long. So a slider that moves never waits for answers that nobody needs any more.
 */

/** @typedef {{ ok: boolean, text?: string, faults?: Fault[], [key: string]: any }} Answer */
/** @typedef {{ file: string, line?: number, column?: number, from?: number, to?: number, message: string, help?: string }} Fault */
/** @typedef {{ unit: string, news: string, done: number, expected: number }} Progress */

/** Thrown where a later request replaced this one, or it was stopped. */
export class Stale extends Error {}

/** A request that takes longer is stopped when the next one of its lane comes. */
const PATIENCE = 250;

/** @typedef {{ request: any, progress: (progress: Progress) => void, done: (answer: Answer) => void, failed: (error: Error) => void }} Job */

class Lane {
  /** @param {() => Asker} open @param {boolean} keeps whether every request is answered, in order */
  constructor(open, keeps) {
    this.open = open;
    this.keeps = keeps;
    /** @type {Asker | null} */
    this.asker = null;
    /** @type {Job | null} */
    this.job = null;
    /** @type {Job[]} */
    this.waiting = [];
    this.since = 0;
  }

  /** @param {any} request @param {(progress: Progress) => void} [progress] @returns {Promise<Answer>} */
  ask(request, progress = () => {}) {
    return new Promise((done, failed) => {
      if (!this.keeps) {
        for (const job of this.waiting.splice(0)) job.failed(new Stale());
        if (this.job && performance.now() - this.since > PATIENCE) this.stop();
        else if (this.job) setTimeout(() => this.hurry(), PATIENCE);
      }
      this.waiting.push({ request, progress, done, failed });
      this.next();
    });
  }

  /** Stops what takes too long, if something waits for it. */
  hurry() {
    if (this.job && this.waiting.length > 0 && performance.now() - this.since > PATIENCE) {
      this.stopJob();
      this.next();
    }
  }

  /** Stops the work, and drops what waits. */
  stop() {
    for (const job of this.waiting.splice(0)) job.failed(new Stale());
    this.stopJob();
  }

  stopJob() {
    if (!this.job) return;
    this.asker?.stop();
    this.asker = null;
    this.job.failed(new Stale());
    this.job = null;
  }

  next() {
    if (this.job || this.waiting.length === 0) return;
    const job = /** @type {Job} */ (this.waiting.shift());
    this.job = job;
    this.since = performance.now();
    this.asker ??= this.open();
    const finish = (/** @type {() => void} */ tell) => {
      if (this.job !== job) return;
      this.job = null;
      tell();
      this.next();
    };
    this.asker.ask(job.request, progress => this.job === job && job.progress(progress)).then(
      answer => finish(() => job.done(answer)),
      error => {
        if (this.job !== job) return;
        this.asker?.stop();
        this.asker = null;
        finish(() => job.failed(error));
      },
    );
  }
}

/** @typedef {{ ask(request: any, progress: (progress: Progress) => void): Promise<Answer>, stop(): void }} Asker */

/** Asks the server. Dropping the connection ends the work. @implements {Asker} */
class ServerAsker {
  constructor() {
    this.abort = new AbortController();
  }

  /** @param {any} request @param {(progress: Progress) => void} progress */
  async ask(request, progress) {
    const response = await fetch("answer", { method: "POST", body: JSON.stringify(request), signal: this.abort.signal });
    if (!response.ok || !response.body) throw new Error(await response.text() || "The server does not answer.");
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (value !== undefined) text += value;
      for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n")) {
        const line = text.slice(0, end);
        text = text.slice(end + 1);
        if (line.startsWith('{"progress":')) progress(JSON.parse(line).progress);
        else return JSON.parse(line);
      }
      if (done) throw new Error("The engine stopped before it had an answer.");
    }
  }

  stop() {
    this.abort.abort();
  }
}

/** Asks WebAssembly in a worker. @implements {Asker} */
class WorkerAsker {
  /** @param {Promise<WebAssembly.Module>} compiled */
  constructor(compiled) {
    this.worker = new Worker("engine-worker.js");
    /** @type {{ done: (answer: Answer) => void, failed: (error: Error) => void, progress: (progress: Progress) => void } | null} */
    this.job = null;
    this.ready = compiled.then(module => this.worker.postMessage({ module }));
    this.worker.onmessage = ({ data }) => {
      if (data.progress !== undefined) this.job?.progress(JSON.parse(data.progress));
      else if (data.failed !== undefined) this.job?.failed(new Error(data.failed));
      else this.job?.done(JSON.parse(data.answer));
    };
    this.worker.onerror = event => this.job?.failed(new Error(event.message || "The worker stopped."));
  }

  /** @param {any} request @param {(progress: Progress) => void} progress @returns {Promise<Answer>} */
  async ask(request, progress) {
    await this.ready;
    return new Promise((done, failed) => {
      this.job = { done, failed, progress };
      this.worker.postMessage({ request: JSON.stringify(request) });
    });
  }

  stop() {
    this.worker.terminate();
  }
}

/** Whether a server answers, with files of its own. */
export const hasServer = document.documentElement.dataset.engine === "server";

/** @type {Promise<WebAssembly.Module> | undefined} */
let compiled;

/** @returns {Asker} */
function open() {
  if (hasServer) return new ServerAsker();
  compiled ??= WebAssembly.compileStreaming(fetch("engine.wasm"));
  return new WorkerAsker(compiled);
}

/** `edit` answers everything in order; `play` and `long` keep up with what is asked last. */
const lanes = { edit: new Lane(open, true), play: new Lane(open, false), long: new Lane(open, false), more: new Lane(open, true) };

/**
 * Asks the engine.
 * @param {"edit" | "play" | "long" | "more"} lane @param {any} request @param {(progress: Progress) => void} [progress]
 */
export const ask = (lane, request, progress) => lanes[lane].ask(request, progress);

/** Stops a lane. @param {"edit" | "play" | "long" | "more"} lane */
export const stop = lane => lanes[lane].stop();

/** Asks the server about its files. @param {string} what @param {any} [body] @returns {Promise<any>} */
export async function server(what, body) {
  const options = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const response = await fetch(what, options);
  if (!response.ok) throw new Error(await response.text());
  return response.json();
}
