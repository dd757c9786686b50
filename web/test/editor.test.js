// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// editor.test.js - what the editor knows without a browser: places in a text, completion by the schema, data in a page.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Places } from "../document/places.js";
import { complete } from "../editor/complete.js";
import { embedData } from "../editor/embed.js";
import { hashOf, Keeper } from "../editor/keep.js";
import { problemsIn } from "../editor/problems.js";

const root = join(import.meta.dirname, "..", "..");
const schema = JSON.parse(readFileSync(join(root, "docs", "model.schema.json"), "utf8"));

/** Labels at the bar in a text. */
function labels(text) {
  const offset = text.indexOf("|");
  const found = complete(schema, text.replace("|", ""), offset);
  return found ? found.options.map((option) => option.label) : [];
}

const has = (list, ...names) => names.forEach((name) => assert.ok(list.includes(name), `${name} in ${list}`));
const hasNot = (list, ...names) => names.forEach((name) => assert.ok(!list.includes(name), `${name} in ${list}`));

test("places of a text go both ways", () => {
  const text = "a: 𝄞x\r\n  bé: 1\n\nc";
  const places = new Places(text);
  for (let i = 0; i <= text.length; i++) {
    if (text.charCodeAt(i) >= 0xdc00 && text.charCodeAt(i) <= 0xdfff) continue; // inside a pair
    const { line, column } = places.at(i);
    assert.equal(places.offset(line, column), i);
  }
  assert.equal(places.offset(99, 99), text.length);
  assert.equal(places.offset(2, 99), text.indexOf("\n\n"));
});

test("a message is underlined at its word", () => {
  const text = "jounce: 1\nbodies:\n  crank: {mas: 2 kg}\n";
  const place = { file: "models/a.yaml", line: 3, column: 11, element: "body 'crank'" };
  const message = { severity: "fault", ...place, what: "no such key" };
  const [problem] = problemsIn("models/a.yaml", text, [message]);
  assert.equal(text.slice(problem.from, problem.to), "mas");
  assert.equal(problem.severity, "error");
  assert.match(problem.message, /crank.*no such key/);
  assert.deepEqual(problemsIn("models/b.yaml", text, [message]), []);
  assert.equal(problemsIn("models/parts/../a.yaml", text, [message]).length, 1);
  const [atEnd] = problemsIn("a.yaml", text, [{ ...message, file: "./a.yaml", line: 9, column: 1 }]);
  assert.ok(atEnd.from <= atEnd.to && atEnd.to <= text.length);
});

test("keys at the top and of an element", () => {
  has(labels("jounce: 1\n|"), "bodies", "joints", "simulate");
  hasNot(labels("jounce: 1\nbodies:\n  a: {mass: 1}\n|"), "bodies", "jounce", "mass");
  has(labels("jounce: 1\nbodies:\n  crank:\n    ma|\n"), "mass", "com", "points");
  hasNot(labels("jounce: 1\nbodies:\n  crank: {mass: 1, |}\n"), "mass", "bodies");
});

test("keys go by the type, wherever that stands", () => {
  const screw = labels("jounce: 1\njoints:\n  j:\n    |\n    type: screw\nforces:\n");
  has(screw, "pitch", "between");
  hasNot(screw, "type", "ratio");
  has(labels("jounce: 1\njoints:\n  j: {type: gear, r|}\n"), "ratio");
  hasNot(labels("jounce: 1\njoints:\n  j: {type: revolute, |}\n"), "pitch", "ratio");
});

test("values of enumerations, with what they mean", () => {
  has(labels("jounce: 1\njoints:\n  j: {type: re|}\n"), "revolute", "rack");
  has(labels("jounce: 1\nspace: |\nname: a\n"), "plane", "space");
  const text = "jounce: 1\njoints:\n  j: {type: }\n";
  const { options } = complete(schema, text, text.indexOf("}"));
  assert.match(options.find((option) => option.label === "revolute").info, /hinge/);
});

test("all words that the examples use are offered where they use them", () => {
  const folder = join(root, "models", "examples");
  for (const name of readdirSync(folder).filter((file) => file.endsWith(".yaml"))) {
    const text = readFileSync(join(folder, name), "utf8");
    for (const match of [...text.matchAll(/^[^#\n]*?\b(type|between|integrator): *([\w-]*)/gm)].slice(0, 6)) {
      const [, key, value] = match;
      const at = match.index + match[0].lastIndexOf(`${key}:`);
      const offered = (offset) => complete(schema, text, offset)?.options.map((option) => option.label) ?? [];
      has(offered(at), key);
      if (key === "type") has(offered(match.index + match[0].length), value);
    }
  }
});

test("ends are names of the model", () => {
  const model = "jounce: 1\nground: {points: {o: [0, 0]}}\nbodies:\n  crank: {mass: 1, points: {tip: [1, 0]}}\n";
  has(labels(`${model}joints:\n  j: {type: revolute, between: [ground.o, |]}\n`), "crank", "crank.tip", "ground.o");
  has(labels(`${model}joints:\n  j:\n    type: revolute\n    between: [cr|\n`), "crank.tip");
  has(labels(`${model}joints:\n  j:\n    type: revolute\n    between: [\n      cr|\n    ]\n`), "crank.tip");
  has(labels(`${model}roads:\n  r: {type: profile, segments: [{\n    type: ramp,\n    ri|\n  }]}\n`), "rise");
});

test("names of joints, roads, parameters and signals where they are meant", () => {
  const model = `jounce: 1
space: plane
parameters: {width: 1, height: 2}
inputs: {push: "0"}
bodies:
  crank: {mass: 1, points: {tip: [1, 0]}}
joints:
  hinge: {type: revolute, between: [ground, crank]}
roads: {smooth: {type: flat}}
`;
  has(labels(`${model}forces:\n  m: {type: torque, joint: |, value: 1}\n`), "hinge");
  hasNot(labels(`${model}forces:\n  m: {type: torque, joint: |, value: 1}\n`), "crank", "push");
  has(labels(`${model}forces:\n  m: {type: torque, joint: hinge, value: "2*pu|"}\n`), "push", "crank.vx", "joint.hinge.rate", "width");
  has(labels(`${model}forces:\n  m: {type: torque, joint: hinge, value: "1-pu|"}\n`), "push");
  hasNot(labels(`${model}forces:\n  m: {type: torque, joint: hinge, value: "2*pu|"}\n`), "crank.vz");
  const length = labels(`${model}forces:\n  c: {type: contact, at: crank, road: |}\n`);
  has(length, "smooth");
  hasNot(length, "hinge");
  has(labels(`${model}ground: {points: {A: ["=wi|", 0]}}\n`), "width", "height");
  hasNot(labels(`${model}ground: {points: {A: ["=wi|", 0]}}\n`), "push");
  has(labels(`${model}outputs: [crank.|]\n`), "crank.x", "crank.tip.vy", "joint.hinge.force");
});

test("a text that is not finished, or is no model, breaks nothing", () => {
  const short = ["|", "jounce|", "{|", "a: [|", "- |", "a: 'b|", "\t|", "a: &x |", "? |", "%|"];
  const texts = [...short, "a: 1\n b|: 2", "a: *b\nc|"];
  for (const text of texts) assert.ok(Array.isArray(labels(text)));
});

test("data in a page ends no script", () => {
  const html = '<script type="application/json" id="jounce-data">{"old":1}</script><script>go()</script>';
  const data = { text: "</script><script>alert(1)</script><!-- $& $1" };
  const made = embedData(html, data);
  assert.equal(made.match(/<\/script>/g).length, 2);
  assert.ok(!made.includes("old"));
  assert.deepEqual(JSON.parse(made.slice(made.indexOf(">") + 1, made.indexOf("</script>"))), data);
  assert.throws(() => embedData("<p></p>", data), /no place/);
});

test("edits are kept by the model they belong to", () => {
  const kept = new Map();
  const store = {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => kept.set(key, value),
    removeItem: (key) => kept.delete(key),
  };
  const data = { model: "a.yaml", files: { "a.yaml": { text: "jounce: 1" } } };
  const keeper = new Keeper(store, data);
  assert.equal(keeper.read(), null);
  assert.ok(keeper.write({ "a.yaml": "jounce: 1 # mine" }, { "simulate.step": "1 ms" }));
  assert.equal(new Keeper(store, data).read().texts["a.yaml"], "jounce: 1 # mine");
  assert.equal(new Keeper(store, { ...data, files: {} }).read(), null);
  keeper.write({}, {});
  assert.equal(kept.size, 0);
  assert.equal(new Keeper(null, data).write({ a: "b" }, {}), false);
  assert.notEqual(hashOf("ab"), hashOf("ba"));
});
