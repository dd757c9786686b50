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
