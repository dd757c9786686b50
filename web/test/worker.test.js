// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// worker.test.js - the worker's side of the page, without a browser: calls wait for the engine, and one that breaks off in
// a run is told and replaced. ENGINE is engine.wasm.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Engine } from "../engine/engine.js";

const model = "jounce: 1\nspace: plane\nbodies: {ball: {mass: 1, type: particle}}\nsimulate: {until: 0.1, step: 1 ms}\n";
const order = { files: { "a.yaml": model }, model: "a.yaml", settings: {} };
const messages = [];
let wake = () => {};

globalThis.postMessage = (message) => {
  messages.push(message);
  wake();
};
globalThis.onmessage = null; // a worker has one
await import("../engine/worker.js");
const send = (data) => globalThis.onmessage({ data });

/** The first message like this, when it is there. */
async function until(like) {
  for (;;) {
    const found = messages.find(like);
    if (found) return messages.splice(0, messages.indexOf(found) + 1).at(-1);
    await new Promise((resolve) => (wake = resolve));
  }
}

test("calls that come before the engine is ready are answered", async () => {
  send({ call: "init", wasm: readFileSync(process.env.ENGINE) });
  send({ id: 1, call: "load", ...order });
  const { result, error } = await until(({ id }) => id === 1);
  assert.equal(error, undefined);
  assert.equal(result.description.bodies.length, 2);
  send({ id: 2, call: "schema" });
  assert.ok((await until(({ id }) => id === 2)).result.$defs);
});

test("signals that are unknown by now are left out, one that is asked for is refused", async () => {
  send({ id: 3, call: "load", ...order, wish: ["crank.x"], ask: ["ball.vx"] });
  const { result } = await until(({ id }) => id === 3);
  assert.deepEqual(result.description.outputs.map(({ name }) => name), ["ball.vx"]);
  send({ id: 4, call: "load", ...order, ask: ["crank.x"] });
  assert.match((await until(({ id }) => id === 4)).messages[0].what, /crank/);
});

test("an engine that breaks off is told, and the next run has another", async () => {
  const { go } = Engine.prototype;
  Engine.prototype.go = () => {
    throw new WebAssembly.RuntimeError("unreachable");
  };
  send({ id: 5, call: "run" });
  assert.equal((await until(({ broken }) => broken)).broken, "unreachable");
  Engine.prototype.go = go;
  send({ id: 6, call: "signals", sort: "bodies", index: 1 });
  assert.deepEqual((await until(({ id }) => id === 6)).result, []);
  send({ id: 7, call: "load", ...order });
  await until(({ id }) => id === 7);
  send({ id: 8, call: "run" });
  assert.equal((await until(({ done }) => done)).summary.time, 0.1);
});

test("a model that rests only with its brake on is driven from there; without any start it says why", async () => {
  const sled = (brake) => `jounce: 1
space: plane
gravity: [0, -9.81]
inputs: {brake: "0", throttle: "0"}
bodies: {sled: {mass: 10, inertia: 1}}
joints: {slope: {type: prismatic, between: [ground, sled], axis: [1, -0.3]}}
forces: {shoe: {type: point-force, at: sled, value: ["${brake}*brake*sled.x", 0]}}
simulate: {start: equilibrium, until: 1, step: 1 ms}
`;
  const drive = (text) => ({ call: "load_drive", files: { "a.yaml": text }, model: "a.yaml", settings: {} });
  send({ id: 9, ...drive(sled("-1e5")) });
  const { result, error } = await until(({ id }) => id === 9);
  assert.equal(error, undefined);
  assert.deepEqual(result.settings, { "inputs.brake": "1" });
  assert.match(result.messages.at(-1).what, /brakes/);
  send({ id: 10, call: "drive", what: "go" });
  const { row } = await until((message) => message.row?.[0] > 0.05);
  assert.ok(Math.abs(row.at(-7)) < 0.01, `it slides to ${row.at(-7)} m`); // x of the sled
  send({ id: 11, call: "drive", what: "halt" });
  send({ id: 12, ...drive(sled("0")) });
  assert.match((await until(({ id }) => id === 12)).messages[0].what, /no static equilibrium/);
});
