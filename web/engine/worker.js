// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// worker.js - the engine in a worker. A message is {id, call, ...}; its answer {id, result} or {id, error, messages}.
// Rows of a run come as {rows, rowSize, done, summary} without an id, slice by slice; {broken} says that the engine has
// broken off in it. Calls that come before the engine is there wait for it.
import { brakesOf, signalsOf } from "../drive/roles.js";
import { DriveService } from "../drive/service.js";
import { Engine, EngineError } from "./engine.js";

const SLICE = 1 / 120; // s of work between two looks at what has come in: a slider is answered within a frame
const HELD = "the page applies the brakes at the start: without them the model has no start";
let module = null; // a promise
let engine = null; // that runs
let spare = null; // where the next model is read: until it is good, the one before goes on
let known = {}; // files of the model
let turn = 0; // of the run that is going on: another one ends it
const drive = new DriveService((message, transfer) => postMessage(message, transfer));

const calls = {
  init({ wasm }) {
    module ??= WebAssembly.compile(wasm);
  },
  /**
   * The model with its start: what the scene needs, and the messages. Rows get the signals that are asked for; inputs
   * by their numbers are held at values.
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
  /** Of a road on a grid, x running slowest. */
  heights: ({ road, x, y }) => Float64Array.from(x.flatMap((a) => y.map((b) => engine?.roadHeight(road, a, b) ?? NaN))),
  /** Goes on to the end; rows come by themselves. */
  run() {
    const mine = ++turn;
    const again = new MessageChannel(); // to come back at once: timers wait for milliseconds
    again.port1.onmessage = () => slice(mine, again);
    slice(mine, again);
    return true;
  },
  halt() {
    turn++;
    return true;
  },
  /** The model with its start, to be driven: further calls are those of service.js, `what` each of them. */
  async load_drive(order) {
    known = order.files ?? known;
    const { messages, settings } = await prepareDrive({ ...order, ask: signalsOf, live: true });
    turn++;
    [engine, spare] = [spare, engine];
    return { messages, settings, ...drive.begin(engine, { model: order.model, settings }) };
  },
  drive: ({ what, ...order }) => drive[what](order),
};

/** An engine beside the one that runs. */
async function another() {
  return (spare ??= await Engine.make(await module));
}

/**
 * Reads the model and starts its run, beside the one that is going on.
 * @param {string[] | ((description: object) => string[])} order.ask signals
 * @param {boolean} order.live it is stepped at the pace of the clock
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
    if (!(error instanceof EngineError)) spare = null; // it broke off: nothing of it holds
    throw error;
  }
}

/** The same for a drive. A model that has no start otherwise gets one with its brakes on; the error is the first one. */
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

/** Starts with signals that must be there and others that are left out where one of them is unknown by now. */
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

/** As many steps as fit into a slice, then the rows, then the next, behind what has come in meanwhile. */
function slice(mine, again) {
  let more = false;
  try {
    more = mine === turn && engine && advance();
  } catch (error) {
    engine = null; // nothing of it holds
    postMessage({ broken: error.message });
  }
  if (more) again.port2.postMessage(null);
  else again.port1.close();
}

/** True: there is more to do. Steps that are quick are done several at a time: the clock has to be read seldom. */
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
