// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// replay.test.js - runs in a page: what the command packs is what the page unpacks, to the resolution that pack.h states;
// damaged data are refused.  JOUNCE=PROGRAM node --test replay.test.js
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { Texts } from "../editor/texts.js";
import { Trajectory } from "../player/trajectory.js";
import { lastNotAfter, pickRows, unite, valuesOver } from "../plot/sample.js";
import { makeReplay, wordsOf } from "../replay/run.js";
import { unpack } from "../replay/unpack.js";

const folder = mkdtempSync(join(tmpdir(), "jounce-replay-"));
const path = (name) => join(folder, name);
const jounce = (...words) => execFileSync(process.env.JOUNCE, words, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
after(() => rmSync(folder, { recursive: true }));

// free in space: quaternions turn through their branches; one output has no value before 0.3 s
const model = `
jounce: 1
name: top
space: space
gravity: [0, 0, -9.81]
bodies: {top: {mass: 1, inertia: [1, 2, 3]}, bob: {type: particle, mass: 1}}
initial: {keep: {top.omega: [7, 3, 1], bob.vx: 2}}
simulate: {until: 2, step: 1 ms, output: 10 ms}
outputs: [top.x, top.z, top.wx, energy, {huge: "1e300*time"}, {late: "sqrt(time - 0.3)"}]
`;
writeFileSync(path("top.yaml"), model);

function dataOf(page) {
  const text = readFileSync(page, "utf8");
  return JSON.parse(/id="jounce-data">(.*?)<\/script>/s.exec(text)[1]);
}

/** Columns of a CSV file by name. */
function readCsv(file) {
  const [head, ...lines] = readFileSync(file, "utf8").trim().split("\n");
  const columns = head.split(",").map((name) => name.replaceAll('"', "").replace(/ \[.*\]$/, ""));
  const rows = lines.map((line) => line.split(",").map((cell) => (cell === "" ? NaN : Number(cell))));
  return columns.map((name, i) => ({ name, values: rows.map((row) => row[i]) }));
}

function rangeOf(values) {
  const finite = values.filter(Number.isFinite);
  return Math.max(...finite) - Math.min(...finite);
}

const description = { bodies: [{ name: "ground" }, { name: "top" }, { name: "bob" }], space: "space" };
const still = new Float64Array(14);

test("columns and poses are those of the file", () => {
  jounce("run", path("top.yaml"), "-o", path("top.h5"));
  jounce("run", path("top.yaml"), "--poses", "-o", path("top.csv"));
  jounce("view", path("top.h5"), "--no-open", "-o", path("top.html"));
  const data = dataOf(path("top.html"));
  assert.equal(data.model, "top.yaml");
  const [run] = data.runs;
  const { trajectory, outputs, moves } = makeReplay(run, description, still);
  const csv = readCsv(path("top.csv"));
  assert.ok(moves && trajectory.n === 201 && outputs.length === 6);
  outputs.forEach((_, k) => {
    const { values } = csv[k + 1];
    const least = rangeOf(values) * 2 ** -32;
    values.forEach((value, i) => {
      const got = trajectory.value(i, k);
      assert.ok(Number.isNaN(value) ? Number.isNaN(got) : Math.abs(got - value) <= least, `${outputs[k].name} ${i}: ${got} ${value}`);
    });
  });
  csv[0].values.forEach((time, i) => assert.ok(Math.abs(trajectory.time(i) - time) < 1e-12));
  const words = ["top.x", "top.y", "top.z", "top.qw", "top.qx", "top.qy", "top.qz", "bob.x", "bob.y", "bob.z"];
  const columns = words.map((word) => csv.find(({ name }) => name === word).values);
  for (let i = 0; i < trajectory.n; i++) {
    const pose = trajectory.poses(i);
    const sign = Math.sign([3, 4, 5, 6].reduce((sum, k) => sum + pose[k] * columns[k][i], 0)); // the same turn
    columns.forEach((column, k) => {
      const factor = k >= 3 && k < 7 ? sign : 1;
      assert.ok(Math.abs(pose[k] * factor - column[i]) < 3e-7 * (1 + rangeOf(column)), `${words[k]} ${i}`);
    });
  }
});

test("a saved page whose text has changed simulates it, with the run as a ghost", () => {
  const texts = new Texts(dataOf(path("top.html")));
  assert.equal(texts.forPage({}).live, false);
  texts.now["top.yaml"] += "# longer";
  assert.equal(texts.forPage({}).live, true);
});

test("columns of poses do where a result has no others", () => {
  const csv = readCsv(path("top.csv"));
  const [time] = csv;
  const columns = csv.map(({ name }) => ({ name, unit: /\.q.$/.test(name) ? "1" : "m" }));
  const packed = { columns: csv.map(({ values }) => [values.at(-1), 0, 0, 0]), bytes: "" };
  const run = { name: "top.csv", columns, values: packed, rows: time.values.length, of: 201, poses: null, bodies: [] };
  const replay = makeReplay(run, description, still);
  assert.ok(replay.moves);
  assert.equal(replay.trajectory.poses(0)[2], csv.find(({ name }) => name === "top.z").values.at(-1));
  const other = makeReplay({ ...run, columns: columns.map(({ name }) => ({ name, unit: "mm" })) }, description, still);
  assert.ok(!other.moves && wordsOf(other)[0].includes("only its curves"));
});

test("a long result is thinned, and that is said", () => {
  const noise = Array.from({ length: 24 }, (_, k) => `{n${k}: "sin(${k + 1}e9*time)"}`).join(", ");
  const long = model.replace(/simulate:.*/, "simulate: {until: 1, step: 0.02 ms, output: 0.02 ms}").replace("top.x,", `top.x, ${noise},`);
  writeFileSync(path("long.yaml"), long);
  jounce("run", path("long.yaml"), "-o", path("long.h5"));
  const said = JSON.parse(jounce("view", path("long.h5"), "--no-open", "-o", path("long.html"), "--json"));
  assert.ok(readFileSync(path("long.html")).length < 10e6);
  const [run] = dataOf(path("long.html")).runs;
  const replay = makeReplay(run, description, still);
  assert.ok(run.of === 50001 && run.rows === 25001 && replay.trajectory.n === run.rows);
  assert.ok(replay.trajectory.time(0) === 0 && Math.abs(replay.trajectory.end - 1) < 1e-12);
  assert.ok(wordsOf(replay).some((sentence) => sentence.includes("25001 of the 50001 rows")));
  assert.ok(JSON.stringify(said.messages).includes("25001 of the 50001 rows of 'long.h5'"));
});

test("damaged data are refused", () => {
  const [run] = dataOf(path("top.html")).runs;
  const { values } = run;
  const wrong = [
    { ...values, bytes: values.bytes.slice(0, -8) },
    { ...values, bytes: "!" },
    { ...values, columns: values.columns.map(([low, step, order]) => [low, step, order, 5]) },
    { ...values, columns: values.columns.map(([low, step, order, size]) => [low, step, -order - 1, size]) },
    { ...values, columns: [[0, 1, 1, 1e9]] },
    { columns: [[0, 1, 0, 3]], bytes: "////" }, // a number without an end
    {},
    null,
  ];
  for (const packed of wrong) assert.throws(() => unpack(packed, run.rows), Error, JSON.stringify(packed)?.slice(0, 80));
  for (let seed = 1; seed <= 300; seed++) {
    const bytes = Buffer.from(values.bytes, "base64");
    for (let k = 0; k < 4; k++) bytes[(seed * 7919 + k * 104729) % bytes.length] ^= (seed * 31 + k) & 255;
    try {
      const columns = unpack({ ...values, bytes: bytes.toString("base64") }, run.rows);
      assert.ok(columns.every((column) => column.length === run.rows));
    } catch (error) {
      assert.match(error.message, /damaged/);
    }
  }
  assert.throws(() => unpack(values, run.rows + 1));
  assert.throws(() => unpack(values, 1e12));
  assert.throws(() => unpack(values, -1));
  const strangers = makeReplay({ ...run, bodies: ["a", "b"] }, description, still);
  assert.ok(!strangers.moves);
});

test("two runs at the times of both", () => {
  const run = new Trajectory(2, 1);
  run.add(Float64Array.from([0, 1, 1, 3, 2, NaN]));
  const times = unite([0, 1, 2], [0.5, 1, 3]);
  assert.deepEqual(times, [0, 0.5, 1, 2, 3]);
  assert.deepEqual(valuesOver(run, 0, times), [1, 2, 3, null, null]);
  assert.equal(lastNotAfter(times, 0.7), 1);
  assert.equal(lastNotAfter(times, -1), 0);
  assert.deepEqual(pickRows(10, 4), [0, 3, 6, 9]);
  assert.deepEqual(pickRows(11, 4), [0, 3, 6, 9, 10]);
  assert.deepEqual(pickRows(0, 4), []);
});
