// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// engine.test.js - the engine as the page uses it. ENGINE is engine.wasm.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { Engine, EngineError } from "../engine/engine.js";

const engine = await Engine.make(readFileSync(process.env.ENGINE));
const part = "jounce: 1\nports: {}\nbodies: {ball: {mass: 1, type: particle}}\n";
const model = "jounce: 1\nspace: plane\nuse: {a: {part: ../parts/ball.yml}}\nsimulate: {until: 0.1, step: 1 ms}\n";

function wrongOf(files, path) {
  engine.putFiles(files);
  try {
    engine.read(path);
  } catch (error) {
    assert.ok(error instanceof EngineError);
    return error.messages;
  }
  return [];
}

test("parts are found by whichever way their paths go", () => {
  for (const path of ["parts/ball.yml", "cars/../parts/ball.yml", "./cars/./../parts/ball.yml"])
    assert.deepEqual(wrongOf({ "cars/a.yaml": model, [path]: part }, "cars/a.yaml"), [], path);
  assert.match(wrongOf({ "cars/a.yaml": model, "ball.yml": part }, "cars/a.yaml")[0].what, /not among the files/);
});

test("a mistake in a part is told at its place there", () => {
  const [message] = wrongOf({ "cars/a.yaml": model, "parts/ball.yml": part.replace("mass", "mas") }, "cars/a.yaml");
  assert.match(message.file, /ball\.yml$/);
  assert.equal(message.line, 3);
});

test("a run goes on after another model was refused", () => {
  assert.deepEqual(wrongOf({ "cars/a.yaml": model, "parts/ball.yml": part }, "cars/a.yaml"), []);
  engine.start();
  engine.go(10);
  assert.notEqual(wrongOf({ "cars/a.yaml": "jounce: 1\nspace: round\n" }, "cars/a.yaml").length, 0);
  while (engine.go(100));
  assert.equal(engine.end().time, 0.1);
});

test("elements have their kinds, places and ends, and the signals that can be asked for", () => {
  const spring = "forces:\n  s: {type: spring-damper, between: [ground, ball], stiffness: 10}\n";
  const text = `jounce: 1\nspace: plane\nbodies: {ball: {mass: 1, type: particle}}\n${spring}simulate: {until: 0.1, step: 1 ms}\n`;
  assert.deepEqual(wrongOf({ "a.yaml": text }, "a.yaml"), []);
  engine.start();
  const { bodies, forces } = engine.describe().elements;
  assert.deepEqual(bodies.map(({ name, kind }) => [name, kind]), [["ground", "body"], ["ball", "particle"]]);
  const place = { file: "a.yaml", line: 5, column: 3 };
  assert.deepEqual(forces, [{ name: "s", kind: "spring-damper", ...place, body: [0, 1], p: [0, 0, 0, 0, 0, 0] }]);
  const words = engine.signals("forces", 0);
  for (const word of ["value", "force", "energy"]) assert.ok(words.includes(word), words.join());
  engine.ask(words.map((word) => `force.s.${word}`));
  engine.start();
  assert.ok(engine.describe().outputs.some(({ name, unit }) => name === "force.s.force.x" && unit === "N"));
  assert.deepEqual(engine.signals("forces", 7), []);
});

test("a mesh in binary is read as on the disk", () => {
  const stl = new Uint8Array(134);
  const view = new DataView(stl.buffer);
  view.setUint32(80, 1, true);
  view.setFloat32(108, 1, true); // second corner, x
  view.setFloat32(124, 2, true); // third corner, y
  const text = "jounce: 1\nspace: space\nbodies: {a: {mass: 1, inertia: [1, 1, 1], shapes: {s: {type: mesh, file: part.stl}}}}\n";
  assert.deepEqual(wrongOf({ "a.yaml": text, "part.stl": stl }, "a.yaml"), []);
  engine.ask([]);
  engine.start();
  const { mesh } = engine.describe().things.find((thing) => thing.kind === "shape").shape;
  assert.deepEqual(mesh, { vertices: [0, 0, 0, 1, 0, 0, 0, 2, 0], triangles: [0, 1, 2] });
});

const pendulum = (length) => `jounce: 1
space: plane
gravity: [0, -9.81]
parameters: {l: {value: ${length} mm, min: 20 mm, max: "=2*far", description: length}, far: 1 m, both: "=2*l"}
bodies: {bar: {mass: 1, inertia: "=l^2/12", points: {O: ["=-l/2", 0]}}}
joints: {O: {type: revolute, between: [ground, bar.O]}}
simulate: {until: 1, step: 1 ms}
outputs: [bar.angle]
`;

test("parameters have units, texts and limits", () => {
  assert.deepEqual(wrongOf({ "a.yaml": pendulum(500) }, "a.yaml"), []);
  const [l, , both] = engine.describe().parameters;
  const written = { unit: "m", text: "500 mm", factor: 0.001, min: 0.02, max: 2, description: "length", structural: false };
  assert.deepEqual(l, { name: "l", value: 0.5, ...written });
  assert.deepEqual([both.value, both.text, both.factor, both.min], [1, "=2*l", 1, undefined]);
});

test("a live run goes on with other parameters, as a run of the model that has them; others are refused", () => {
  const other = (state) => {
    assert.deepEqual(wrongOf({ "a.yaml": pendulum(700) }, "a.yaml"), []);
    engine.start(true);
    engine.load(state);
    engine.step(0.5);
    return engine.save();
  };
  assert.deepEqual(wrongOf({ "a.yaml": pendulum(500) }, "a.yaml"), []);
  engine.start(true);
  engine.step(0.2);
  assert.throws(() => engine.setParameters({ l: "3 m" }), /2 m/);
  assert.throws(() => engine.setParameters({ l: "long" }), /'l'/);
  engine.setParameters({ l: "700 mm" });
  assert.equal(engine.describe().parameters[0].value, 0.7);
  assert.equal(engine.time, 0.2);
  const state = engine.save();
  engine.step(0.5);
  const live = engine.save();
  assert.deepEqual(other(state), live);
});

test("a slider of the four-bar is answered within a frame", () => {
  const text = readFileSync(new URL("../../models/examples/four-bar.yaml", import.meta.url), "utf8");
  const times = [];
  for (let i = 0; i < 30; i++) {
    const begun = performance.now();
    engine.putFiles({ "a.yaml": text });
    engine.read("a.yaml", { crank: `${80 + i} mm` });
    engine.start();
    const { parameters } = engine.describe();
    engine.takeRows();
    times.push(performance.now() - begun);
    assert.equal(parameters[0].value, (80 + i) / 1000);
  }
  times.sort((a, b) => a - b);
  assert.ok(times[0] < 16, `${times[0]} ms`);
});
