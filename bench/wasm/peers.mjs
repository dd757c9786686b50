// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// peers.mjs - Jounce and MuJoCo, both as WebAssembly, on the same problems in one process: errors and times.
//   node bench/wasm/peers.mjs [--quick | --tiny] [--json] [--only WORD] [ENGINE]
// ENGINE is build/engine/engine.wasm. --quick compares over shorter motions, --tiny only checks that both engines solve
// the problems, --only takes the problems whose name contains the word.
//
// Criteria, fixed before the measurement:
//   loops  Jounce is at least 5 times faster than MuJoCo, at a smaller error: for every integrator of MuJoCo with its
//          best settings and steps of 1 ms, by the longest step of Jounce with an error not larger; with RK-4 on both
//          sides also at the same step; and by the fastest settings of both within a given error.
//   trees  At least 1.5 times faster, RK-4 on both sides at the same step, at an error that is not larger or below
//          1e-9 m.
// A ratio is that of the best times, and its spread the middle half of the ratios of single rounds. It counts as met or
// missed if ratio and spread are on the same side of the limit, as uncertain otherwise. Exit code: 1 if a criterion of loops is missed or an error is too large, 77 if MuJoCo is not
// installed (npm ci in bench/wasm).
import { existsSync, readFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { chain, fourBars, humanoid, quadruped, spatialSliderCrank } from "./mechanisms.mjs";
import { ratioOf, timeRounds } from "./measure.mjs";
import { fourBarsReference, sliderCrankReference, treeReference } from "./references.mjs";
import { errorOf, fastestWithin, longestStep, mujocoKinds, searchMujoco, speedUp } from "./search.mjs";

const root = join(import.meta.dirname, "../..");
const LOOPS_RATIO = 5;
const TREES_RATIO = 1.5;
const TREES_ERROR = 1e-9; // m
const MOST_UNCERTAIN = 1e-9; // m or rad; of a reference
const STEP = 1e-3; // s

// until: seconds of motion compared; patience: ms of CPU time of a run in a search; time, search: see measure.mjs
const efforts = {
  full: { loops: [1, 40, 200], until: { 1: 10, 40: 10, 200: 5 }, trees: 0.5, patience: 20000, time: { warm: 400, burst: 5, rounds: 60 }, search: { warm: 50, burst: 2, rounds: 10 } },
  quick: { loops: [1, 40], until: { 1: 2, 40: 1 }, trees: 0.2, patience: 5000, time: { warm: 200, burst: 2, rounds: 20 }, search: { warm: 20, burst: 1, rounds: 5 } },
  tiny: { loops: [1], until: { 1: 1 }, trees: 0.05, patience: 200, time: { warm: 0, burst: 0, rounds: 2 }, search: { warm: 0, burst: 0, rounds: 1 } },
};

function usage() {
  console.error("usage: node bench/wasm/peers.mjs [--quick | --tiny] [--json] [--only WORD] [ENGINE]");
  process.exit(2);
}

function readArguments() {
  try {
    const options = { quick: { type: "boolean" }, tiny: { type: "boolean" }, json: { type: "boolean" }, only: { type: "string" } };
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    if (positionals.length > 1 || (values.quick && values.tiny)) usage();
    const effort = values.tiny ? "tiny" : values.quick ? "quick" : "full";
    return { effort, json: values.json, only: values.only ?? "", file: positionals[0] ?? join(root, "build/engine/engine.wasm") };
  } catch {
    usage();
  }
}

const chosen = readArguments();
const effort = efforts[chosen.effort];
const tiny = chosen.effort === "tiny";
const INTEGRATORS = tiny ? ["RK4", "implicitfast"] : ["RK4", "Euler", "implicitfast", "implicit"]; // of MuJoCo
if (!existsSync(join(import.meta.dirname, "node_modules/@mujoco/mujoco")) || !existsSync(join(root, "web/node_modules/yaml"))) {
  console.error("skipped: run `npm ci` in bench/wasm and in web first");
  process.exit(77);
}
if (!existsSync(chosen.file)) {
  console.error(`${chosen.file}: there is no engine; build the command with its page first (cmake --build build)`);
  process.exit(2);
}
const mujoco = await import("./mujoco_side.mjs");
const jounce = await import("./jounce_side.mjs");
const wasm = await WebAssembly.compile(readFileSync(chosen.file));

// ---- one pair of runs ------------------------------------------------------------------------------------------------

const makersOf = (mechanism) => ({
  jounce: (settings) => jounce.JounceSide.make(wasm, mechanism, settings),
  mujoco: async (settings) => new mujoco.MujocoSide(mechanism, settings),
});

const rows = [];

// Returns what is wrong with the errors of a pair; "": nothing.
function faultOf(ours, theirs, errorLimit, uncertainty) {
  if (!ours) return "Jounce does not reach the error";
  if (!theirs && tiny) return "MuJoCo does not reach the error";
  if (theirs && !Number.isFinite(theirs.error)) return "MuJoCo has no result";
  if (!(ours.error <= Math.max(theirs?.error ?? 0, errorLimit))) return "the error is larger";
  return uncertainty <= MOST_UNCERTAIN ? "" : "the engines disagree";
}

/**
 * Times a pair of runs, judges it and keeps its row. An error of Jounce that is larger than MuJoCo's has to be within
 * errorLimit.
 */
async function judge(problem, what, makers, { jounce: ours, mujoco: theirs }, limit, errorLimit, uncertainty) {
  const row = { problem, what, limit, jounce: ours, mujoco: theirs, uncertainty };
  rows.push(row);
  row.fault = faultOf(ours, theirs, errorLimit, uncertainty);
  const sides = [];
  if (ours) sides.push(await makers.jounce(ours.settings));
  if (ours && theirs) sides.push(await makers.mujoco(theirs.settings));
  const times = sides.length > 0 ? timeRounds(sides, effort.time) : { best: [] };
  sides.forEach((side) => side.free());
  row.times = times.best;
  if (sides.length === 2) Object.assign(row, ratioOf(times, 1, 0));
  const all = [row.ratio, row.low, row.high];
  if (row.fault) row.verdict = `missed: ${row.fault}`;
  else if (tiny) row.verdict = "errors are good";
  else if (!theirs) row.verdict = "met: MuJoCo does not reach the error";
  else if (all.every((ratio) => ratio >= limit)) row.verdict = "met";
  else row.verdict = all.every((ratio) => ratio < limit) ? "missed" : "uncertain";
}

// ---- problems --------------------------------------------------------------------------------------------------------

async function fourBarRows(mechanism, N) {
  const makers = makersOf(mechanism);
  const reference = fourBarsReference(N, effort.until[N]);
  const start = { integrator: "rk4", step: STEP };
  const same = { settings: start, error: await errorOf(makers.jounce, start, reference) };
  for (const integrator of INTEGRATORS) {
    // the settings of many loops are searched over a shorter motion
    const short = fourBarsReference(N, Math.min(effort.until[N], N > 1 ? 1 : 10));
    const settings = await searchMujoco(makers.mujoco, { ...mujoco.defaults, integrator, step: STEP }, short, effort);
    const theirs = { settings, error: await errorOf(makers.mujoco, settings, reference) };
    if (integrator === "RK4") await judge(mechanism.name, "same method and step", makers, { jounce: same, mujoco: theirs }, LOOPS_RATIO, 0, reference.uncertainty);
    const ours = await longestStep(makers.jounce, start, reference, theirs.error, STEP / 10);
    await judge(mechanism.name, "error not larger", makers, { jounce: ours, mujoco: theirs }, LOOPS_RATIO, 0, reference.uncertainty);
  }
}

async function fastestRow(mechanism, reference, limit, unit) {
  const makers = makersOf(mechanism);
  const ours = await fastestWithin(makers.jounce, [jounce.defaults], reference, limit, effort.patience);
  const theirs = await fastestWithin(makers.mujoco, mujocoKinds(mujoco.defaults), reference, limit, effort.patience);
  if (theirs) theirs.settings = await speedUp(makers.mujoco, theirs.settings, reference, limit, effort);
  if (theirs) theirs.error = await errorOf(makers.mujoco, theirs.settings, reference);
  await judge(mechanism.name, `fastest within ${limit} ${unit}`, makers, { jounce: ours, mujoco: theirs }, LOOPS_RATIO, limit, reference.uncertainty);
}

async function treeRows(mechanism) {
  const makers = makersOf(mechanism);
  const start = { integrator: "rk4", step: STEP };
  const reference = await treeReference(
    (step) => makers.jounce({ ...start, step }), (step) => makers.mujoco({ ...mujoco.defaults, step }), effort.trees);
  const same = { settings: start, error: await errorOf(makers.jounce, start, reference) };
  for (const integrator of INTEGRATORS) {
    const settings = { ...mujoco.defaults, integrator, step: STEP };
    const theirs = { settings, error: await errorOf(makers.mujoco, settings, reference) };
    const alike = integrator === "RK4";
    const ours = alike ? same : await longestStep(makers.jounce, start, reference, theirs.error, STEP);
    await judge(mechanism.name, alike ? "same method and step" : "error not larger", makers, { jounce: ours, mujoco: theirs }, TREES_RATIO, TREES_ERROR, reference.uncertainty);
  }
}

// ---- the report ------------------------------------------------------------------------------------------------------

const number = (x) => (x === undefined ? "" : x < 100 ? x.toPrecision(3) : x.toFixed(0));
const small = (x) => (x === undefined ? "" : x.toExponential(1));

// Returns the settings that differ from the defaults, and the step.
function describe({ settings } = {}, defaults) {
  if (!settings) return "";
  const others = Object.entries(settings).filter(([key, value]) => key !== "integrator" && key !== "step" && value !== defaults[key]);
  return [settings.integrator, `${number(1e3 * settings.step)} ms`, ...others.map(([key, value]) => `${key} ${value}`)].join(", ");
}

function printRow(row) {
  const { problem, what, times = [], ratio, low, high, verdict } = row;
  const spread = ratio === undefined ? "" : `${number(ratio)} (${number(low)} to ${number(high)})`;
  const cells = [problem, what, describe(row.jounce, jounce.defaults), number(times[0]), small(row.jounce?.error),
    describe(row.mujoco, mujoco.defaults), number(times[1]), small(row.mujoco?.error), spread, verdict];
  console.log(`| ${cells.join(" | ")} |`);
}

function printHead() {
  console.log(`Jounce (${chosen.file}) and MuJoCo ${mujoco.version} in Node ${process.versions.node} on ${cpus()[0].model}.`);
  console.log("Times: us per ms of motion, the best of the rounds. Ratio: MuJoCo over Jounce (middle half of the rounds).\n");
  console.log("| problem | compared | Jounce | us/ms | error | MuJoCo | us/ms | error | ratio | verdict |");
  console.log("|---|---|---|---|---|---|---|---|---|---|");
}

async function report(mechanism, measure) {
  const before = rows.length;
  if (!mechanism.name.includes(chosen.only)) return;
  await measure(mechanism);
  if (!chosen.json) rows.slice(before).forEach(printRow);
}

if (!chosen.json) printHead();
for (const N of effort.loops) await report(fourBars(N), (mechanism) => fourBarRows(mechanism, N));
for (const N of effort.loops.slice(0, 2))
  await report(fourBars(N), (mechanism) => fastestRow(mechanism, fourBarsReference(N, effort.until[N]), tiny ? 1e-2 : 1e-4, "m"));
await report(spatialSliderCrank(), (mechanism) => fastestRow(mechanism, sliderCrankReference(), tiny ? 1e-1 : 1e-5, "rad"));
const chains = (tiny ? [8] : [8, 40]).flatMap((N) => [chain(N, true), chain(N, false)]);
for (const tree of [...chains, quadruped(), humanoid()]) await report(tree, treeRows);
if (chosen.json) console.log(JSON.stringify({ node: process.versions.node, processor: cpus()[0].model, mujoco: mujoco.version, rows }, null, 1));
// the ratio of trees is a goal, their errors are not
const bad = rows.filter(({ fault, verdict, limit }) => fault || (limit === LOOPS_RATIO && verdict === "missed"));
for (const { problem, what, verdict } of bad) console.error(`${problem}, ${what}: ${verdict}`);
process.exit(bad.length > 0 ? 1 : 0);
