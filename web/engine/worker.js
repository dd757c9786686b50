// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// worker.js - the engine in a worker. A message is {id, call, ...}; its answer {id, result} or {id, error, messages}.
// Rows of a run come in slices as {rows, rowSize, done, summary} without an id; {broken} reports that the engine was
// aborted in a run. Calls before the engine is ready wait for it.
import { brakesOf, signalsOf } from "../drive/roles.js";
import { DriveService } from "../drive/service.js";
import { Engine, EngineError } from "./engine.js";

const SLICE = 1 / 120; // s of work between two checks for messages: a slider is answered within a frame
const HELD = "the page applies the brakes at the start: without them the model has no start";
let module = null; // a promise
let engine = null; // the running engine
let spare = null; // reads the next model, while the current one keeps running until the next is valid
let known = {}; // files of the model
let turn = 0; // number of the current run; a new one ends it
const drive = new DriveService((message, transfer) => postMessage(message, transfer));

const calls = {
  init({ wasm }) {
    module ??= WebAssembly.compile(wasm);
  },
  /**
   * Reads the model and computes its start: description for the scene, and messages. Rows contain the requested
   * signals; inputs are held at values by their numbers.
   */
  async load(order) {
    known = order.files ?? known;
    const messages = await prepare(order);
    turn++;
    [engine, spare] = [spare, engine];
    return { messages, description: engine.describe(), first: engine.takeRows(), rowSize: engine.rowSize };
  },
  schema: async () => (engine ?? (await another())).schema(),
  signals: ({ sort, index }) => engine?.signals(sort, index) ?? [],
  /** Returns heights of a road on a grid, x in the outer loop. */
  heights: ({ road, x, y }) => Float64Array.from(x.flatMap((a) => y.map((b) => engine?.roadHeight(road, a, b) ?? NaN))),
  /** Runs to the end; sends rows. */
  run() {
    const mine = ++turn;
    const again = new MessageChannel(); // continues at once; timers would wait for milliseconds
    again.port1.onmessage = () => slice(mine, again);
    slice(mine, again);
    return true;
  },
  halt() {
    turn++;
    return true;
  },
  /** Reads the model for driving; further calls are those of service.js, selected by `what`. */
  async load_drive(order) {
    known = order.files ?? known;
    const { messages, settings } = await prepareDrive({ ...order, ask: signalsOf, live: true });
    turn++;
    [engine, spare] = [spare, engine];
    return { messages, settings, ...drive.begin(engine, { model: order.model, settings }) };
  },
  drive: ({ what, ...order }) => drive[what](order),
};

/** Returns a second engine. */
async function another() {
  return (spare ??= await Engine.make(await module));
}

/**
 * Reads the model and starts its run, while the current run continues.
 * @param {string[] | ((description: object) => string[])} order.ask signals
 * @param {boolean} order.live run at the pace of the clock
 */
async function prepare({ model, settings, ask = [], wish = [], held = {}, live = false }) {
  await another();
  try {
    spare.putFiles(known);
    const messages = spare.read(model, settings);
    messages.push(...begin(typeof ask === "function" ? ask(spare.describe()) : ask, wish, live));
    for (const [input, value] of Object.entries(held)) spare.hold(Number(input), value);
    return messages;
  } catch (error) {
    if (!(error instanceof EngineError)) spare = null; // the engine was aborted and cannot be used any more
    throw error;
  }
}

/**
 * The same for driving. If the start fails, tries again with applied brakes; the error is that of the first attempt.
 */
async function prepareDrive(order) {
  try {
    return { messages: await prepare(order), settings: order.settings };
  } catch (error) {
    const brakes = spare && error instanceof EngineError ? brakesOf(spare.describe()) : [];
    if (brakes.length === 0) throw error;
    const settings = { ...order.settings, ...Object.fromEntries(brakes.map((name) => [`inputs.${name}`, "1"])) };
    const messages = await prepare({ ...order, settings }).catch(() => {
      throw error;
    });
    return { messages: [...messages, { severity: "note", what: HELD }], settings };
  }
}

/** Starts with required signals and optional ones, which are omitted if one of them is unknown. */
function begin(ask, wish, live) {
  try {
    spare.ask([...new Set([...ask, ...wish])]);
    return spare.start(live);
  } catch (error) {
    if (!(error instanceof EngineError) || wish.length === 0) throw error;
    spare.ask(ask);
    return spare.start(live);
  }
}

/** Runs a slice of steps and sends the rows; the next slice follows after pending messages. */
function slice(mine, again) {
  let more = false;
  try {
    more = mine === turn && engine && advance();
  } catch (error) {
    engine = null; // it cannot be used any more
    postMessage({ broken: error.message });
  }
  if (more) again.port2.postMessage(null);
  else again.port1.close();
}

/**
 * Steps for a slice. Returns whether there is more to do. Fast steps are done several at a time, to read the clock less
 * often.
 */
function advance() {
  const begun = performance.now();
  let more = true;
  for (let now = begun, steps = 1; more && now - begun < 1000 * SLICE; ) {
    more = engine.go(steps);
    const before = now;
    now = performance.now();
    if (now - before < 1000 * SLICE / 16) steps = Math.min(2 * steps, 256);
  }
  const rows = engine.takeRows();
  const summary = more ? engine.summary() : engine.end();
  postMessage({ rows, rowSize: engine.rowSize, done: !more, summary }, [rows.buffer]);
  return more;
}

onmessage = async ({ data }) => {
  try {
    const result = await calls[data.call](data);
    if (data.id !== undefined) postMessage({ id: data.id, result });
  } catch (error) {
    postMessage({ id: data.id, error: error.message, messages: error.messages ?? [] });
  }
};
