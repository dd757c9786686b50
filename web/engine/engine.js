// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// engine.js - the engine (engine.h) with strings and arrays instead of addresses, for workers and for Node.
import { flatten } from "../document/flat.js";
import { surroundings } from "./wasi.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const SORTS = ["bodies", "joints", "forces", "subsystems"]; // of jounce/element.h

/** Error of a failed call, with its messages. */
export class EngineError extends Error {
  /** @param {Array<object>} messages as of je_messages */
  constructor(messages) {
    super(messages.length ? messages[0].what : "the engine gave no reason");
    this.messages = messages;
  }
}

/** @param {string | Uint8Array} a */
function sameContent(a, b) {
  if (typeof a === "string" || typeof b === "string") return a === b;
  return a.length === b.length && a.every((byte, i) => byte === b[i]);
}

/** @param {Record<string, string | Uint8Array>} a files by their paths */
function sameFiles(a, b) {
  const paths = Object.keys(a);
  return paths.length === Object.keys(b).length && paths.every((path) => path in b && sameContent(a[path], b[path]));
}

export class Engine {
  /** @param {BufferSource | WebAssembly.Module} wasm */
  static async make(wasm) {
    const engine = new Engine();
    const module = wasm instanceof WebAssembly.Module ? wasm : await WebAssembly.compile(wasm);
    const instance = await WebAssembly.instantiate(module, {
      wasi_snapshot_preview1: surroundings(() => engine.c.memory),
      jounce: { flatten: (text, size, nbytes) => engine.flatten(text, size, nbytes) },
    });
    engine.c = instance.exports;
    engine.c._initialize?.();
    engine.self = engine.c.je_new();
    return engine;
  }

  // ---- memory ----------------------------------------------------------------------------------------------------

  bytes(at, size) {
    return new Uint8Array(this.c.memory.buffer, at, size);
  }

  doubles(at, n) {
    return new Float64Array(this.c.memory.buffer, at, n);
  }

  text(at) {
    const all = new Uint8Array(this.c.memory.buffer);
    return decoder.decode(all.subarray(at, all.indexOf(0, at)));
  }

  /** Calls a function with a block of these bytes. */
  lend(bytes, use) {
    const at = this.c.je_alloc(bytes.length);
    this.bytes(at, bytes.length).set(bytes);
    try {
      return use(at);
    } finally {
      this.c.je_release(at);
    }
  }

  lendText(text, use) {
    return this.lend(encoder.encode(text + "\0"), use);
  }

  flatten(text, size, nbytes) {
    const flat = flatten(this.bytes(text, size).slice());
    const at = this.c.je_alloc(flat.length);
    if (!at) return 0;
    this.bytes(at, flat.length).set(flat);
    new DataView(this.c.memory.buffer).setUint32(nbytes, flat.length, true);
    return at;
  }

  // ---- model -------------------------------------------------------------------------------------------------------

  /** @param {Record<string, string | Uint8Array>} files by their paths */
  putFiles(files) {
    if (this.files && sameFiles(files, this.files)) return; // parsed files are reused
    this.files = files;
    this.c.je_drop(this.self);
    for (const [path, content] of Object.entries(files)) {
      const bytes = typeof content === "string" ? encoder.encode(content) : content;
      this.lendText(path, (name) => this.lend(bytes, (at) => this.c.je_put(this.self, name, at, bytes.length)));
    }
  }

  messages() {
    return JSON.parse(this.text(this.c.je_messages(this.self)));
  }

  /** Reads the model; settings by their paths. Returns the messages, or throws them if there is no model. */
  read(path, settings = {}) {
    const block = Object.entries(settings).flat().map((text) => `${text}\0`).join("");
    const good = this.lendText(path, (name) => this.lendText(block, (at) => this.c.je_read(this.self, name, at)));
    if (!good) throw new EngineError(this.messages());
    return this.messages();
  }

  describe() {
    return JSON.parse(this.text(this.c.je_describe(this.self)));
  }

  /**
   * Returns the words after the name of an element in its signals.
   * @param {"bodies"|"joints"|"forces"|"subsystems"} sort
   */
  signals(sort, index) {
    return JSON.parse(this.text(this.c.je_signals(this.self, SORTS.indexOf(sort), index)));
  }

  schema() {
    return JSON.parse(this.text(this.c.je_schema(this.self)));
  }

  roadHeight(road, x, y) {
    return this.c.je_road_height(this.self, road, x, y);
  }

  // ---- runs --------------------------------------------------------------------------------------------------------

  /** Sets the signals in rows in addition to the outputs, from the next start on. @param {string[]} names */
  ask(names) {
    const block = names.map((name) => `${name}\0`).join("");
    this.lendText(block, (at) => this.c.je_ask(this.self, at));
  }

  start(live = false) {
    if (!this.c.je_start(this.self, live)) throw new EngineError(this.messages());
    return this.messages();
  }

  /** Steps. Returns whether there is more to do. */
  go(steps) {
    return this.c.je_go(this.self, steps) !== 0;
  }

  get rowSize() {
    return this.c.je_row_size(this.self);
  }

  /** Returns the rows since the last call: time, outputs, poses. */
  takeRows() {
    const n = this.c.je_nrows(this.self) * this.rowSize;
    return this.doubles(this.c.je_rows(this.self), n).slice();
  }

  end() {
    this.c.je_end(this.self);
    return this.summary();
  }

  summary() {
    return JSON.parse(this.text(this.c.je_summary(this.self)));
  }

  // ---- live ----------------------------------------------------------------------------------------------------------

  step(time) {
    return this.c.je_step(this.self, time) !== 0;
  }

  get time() {
    return this.c.je_time(this.self);
  }

  hold(input, value) {
    this.c.je_hold(this.self, input, value);
  }

  /**
   * Continues the live run with other values of parameters.
   * @param {Record<string, string>} settings numbers with units
   */
  setParameters(settings) {
    const block = Object.entries(settings).flat().map((text) => `${text}\0`).join("");
    if (!this.lendText(block, (at) => this.c.je_set_parameters(this.self, at))) throw new EngineError(this.messages());
  }

  poses(nbodies) {
    return this.doubles(this.c.je_poses(this.self), 7 * (nbodies - 1)).slice();
  }

  outputs(n) {
    return this.doubles(this.c.je_outputs(this.self), n).slice();
  }

  save() {
    return this.doubles(this.c.je_state(this.self), this.c.je_state_size(this.self)).slice();
  }

  load(state) {
    return this.lend(new Uint8Array(state.buffer), (at) => this.c.je_restart(this.self, at)) !== 0;
  }
}
