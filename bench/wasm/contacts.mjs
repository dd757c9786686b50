// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// contacts.mjs - Jounce and MuJoCo, both as WebAssembly in one process, on models with contacts: a quadruped that stands
// on its servos, and a tree of capsules that falls on a plane.
//   node bench/wasm/contacts.mjs [--tiny] [--rounds N] [ENGINE]
// ENGINE is build/engine/engine.wasm; build/jounce imports the models. For each setting: CPU time per second of motion
// (median, least and most of the rounds, in which the settings take turns), deepest penetration, and creep, the largest
// distance that a foot moves over the floor in the last second. Exit code 77 if MuJoCo is not installed (npm ci in bench/wasm).
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { Engine } from "../../web/engine/engine.js";
import { cpuTime } from "./measure.mjs";

const root = join(import.meta.dirname, "../..");
const { values: chosen, positionals } = parseArgs({ options: { tiny: { type: "boolean" }, rounds: { type: "string" } }, allowPositionals: true });
if (!existsSync(join(import.meta.dirname, "node_modules/@mujoco/mujoco"))) {
  console.log("MuJoCo is not installed: npm ci in bench/wasm");
  process.exit(77);
}
const { default: loadMujoco } = await import("@mujoco/mujoco");
const mujoco = await loadMujoco();
const folder = mkdtempSync(join(tmpdir(), "jounce-contacts-"));
const ROW = 0.01; // s; rows at which gaps and places are looked at
const ROUNDS = chosen.tiny ? 1 : Number(chosen.rounds ?? 5);

// ---- models --------------------------------------------------------------------------------------------------------

const capsule = (name, from, to, radius) =>
  `<geom name="${name}" type="capsule" fromto="${[...from, ...to].join(" ")}" size="${radius}"/>`;
const link = (name, at, axis, geom, inside = "") =>
  `<body name="${name}" pos="${at.join(" ")}"><joint name="${name}" axis="${axis}"/>${geom}${inside}</body>`;

/** Returns a tree of 11 capsules with 16 degrees of freedom above a plane, as MJCF. */
function ragdoll() {
  const arm = (side, y) => link(`${side}_arm`, [0, y, 0.22], "0.3 1 0", capsule(`${side}_arm`, [0, 0, 0], [0, 0.1 * y, -0.26], 0.04),
    link(`${side}_forearm`, [0, 0.1 * y, -0.28], "0 1 0.2", capsule(`${side}_forearm`, [0, 0, 0], [0, 0, -0.24], 0.033)));
  const leg = (side, y) => link(`${side}_thigh`, [0, y, -0.26], "0.2 1 0", capsule(`${side}_thigh`, [0, 0, 0], [0, 0, -0.36], 0.06),
    link(`${side}_shin`, [0, 0, -0.4], "0 1 0", capsule(`${side}_shin`, [0, 0, 0], [0, 0, -0.34], 0.047),
      link(`${side}_foot`, [0, 0, -0.38], "0 1 0", capsule(`${side}_foot`, [-0.04, 0, 0], [0.12, 0, 0], 0.035))));
  const head = link("head", [0, 0, 0.33], "0 1 0", capsule("head", [0, 0, 0.06], [0, 0, 0.12], 0.09));
  return `<mujoco model="ragdoll"><default><geom contype="0" conaffinity="1" friction="0.8" density="1000"/>
<joint damping="3" armature="0.01"/></default><worldbody><geom name="floor" type="plane" size="3 3 0.1" contype="1"/>
<body name="torso" pos="0 0 1.3" euler="10 15 0"><freejoint name="root"/>${capsule("torso", [0, 0, -0.15], [0, 0, 0.2], 0.11)}
${head}${arm("left", 0.18)}${arm("right", -0.18)}${leg("left", 0.09)}${leg("right", -0.09)}</body></worldbody></mujoco>`;
}

const problems = [
  { name: "quadruped that stands", mjcf: readFileSync(join(root, "models/robots/quadruped.xml"), "utf8"), keyframe: "stand", until: 4, watched: /foot$/ },
  { name: "tree of capsules that falls", mjcf: ragdoll(), until: 1, watched: /./ },
];

// ---- Jounce --------------------------------------------------------------------------------------------------------

function importText({ mjcf, keyframe }) {
  const file = join(folder, "robot.xml");
  writeFileSync(file, mjcf);
  const options = keyframe ? ["--keyframe", keyframe] : [];
  return execFileSync(join(root, "build/jounce"), ["import", file, ...options, "-q", "-o", "-"], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
}

class Jounce {
  static async make(wasm, problem, settings) {
    const side = new Jounce();
    side.label = `Jounce, tolerance ${settings.tolerance}`;
    side.engine = await Engine.make(wasm);
    const text = importText(problem).replace(/^simulate:[^]*$/m, "");
    const floors = [...text.matchAll(/^ {2}(\w+): \{among: \[([^\]]*)\], with: \[ground\.floor\]/gm)];
    const points = floors.flatMap(([, name, shapes]) => shapes.split(", ").flatMap((shape) => ({ name, shape })));
    const outputs = ["energy"];
    side.watched = [];
    for (const [, name] of floors) outputs.push(`contact.${name}.gap`);
    const seen = {};
    for (const { name, shape } of points) {
      const first = (seen[name] = (seen[name] ?? 0) + 1);
      if (!problem.watched.test(shape) || problem.watched.source === ".") continue;
      side.watched.push(outputs.length);
      outputs.push(...["x", "y"].map((axis) => `contact.${name}.${first}.point.${axis}`));
    }
    side.ngaps = floors.length;
    side.noutputs = outputs.length;
    const simulate = `simulate: {until: ${problem.until}, tolerance: ${settings.tolerance}, output: ${ROW}}\n`;
    side.engine.putFiles({ "robot.yaml": `${text}${simulate}outputs:\n${outputs.map((name) => `  - ${name}\n`).join("")}` });
    side.engine.read("robot.yaml");
    return side;
  }

  /** Runs the whole motion and keeps its rows. */
  run() {
    this.engine.start();
    this.rows = [];
    for (let more = true; more; ) {
      more = this.engine.go(10000);
      const rows = this.engine.takeRows();
      const n = this.engine.rowSize;
      for (let i = 0; i + n <= rows.length; i += n) this.rows.push(rows.subarray(i, i + n));
    }
    const { why } = this.engine.summary();
    if (why) this.why = why;
  }

  look(i) {
    const row = this.rows[i].slice(1);
    const depth = Math.max(0, ...Array.from({ length: this.ngaps }, (_, k) => -row[1 + k]));
    return { depth, places: this.watched.map((at) => [row[at], row[at + 1]]) };
  }
}

// ---- MuJoCo --------------------------------------------------------------------------------------------------------

class Mujoco {
  constructor(problem, { label, step, option, flag = "", solref, solimp }) {
    this.label = `MuJoCo, ${label}`;
    this.step = step;
    this.until = problem.until;
    const head = `<option timestep="${step}" ${option}><flag ${flag}/></option>`;
    const text = problem.mjcf.replace(/(<mujoco[^>]*>)/, `$1${head}`)
      .replace(/<geom contype="0" conaffinity="1"/, solref ? `<geom contype="0" conaffinity="1" solref="${solref}" solimp="${solimp}"` : "$&");
    this.model = mujoco.MjModel.from_xml_string(text);
    this.data = new mujoco.MjData(this.model);
    this.keyed = Boolean(problem.keyframe);
    this.feet = [];
    const { ngeom, geom_type, geom_size } = this.model;
    for (let i = 0; i < ngeom; i++) if (geom_type[i] === 2 || geom_type[i] === 3) this.feet.push({ i, ball: geom_type[i] === 2, r: geom_size[3 * i], half: geom_size[3 * i + 1] });
    this.creeps = problem.watched.source !== ".";
    this.restart();
  }

  restart() {
    if (this.keyed) mujoco.mj_resetDataKeyframe(this.model, this.data, 0);
    else mujoco.mj_resetData(this.model, this.data);
    mujoco.mj_forward(this.model, this.data);
    this.steps = 0;
  }

  /** Runs the whole motion and keeps what is seen at the rows. */
  run() {
    this.restart();
    this.rows = [this.see()];
    for (let i = 1; i * ROW <= this.until + ROW / 2; i++) {
      const n = Math.round((i * ROW) / this.step);
      for (; this.steps < n; this.steps++) mujoco.mj_step(this.model, this.data);
      this.rows.push(this.see());
    }
  }

  look(i) {
    return this.rows[i];
  }

  see() {
    const { geom_xpos, geom_xmat } = this.data;
    let depth = 0;
    const places = [];
    for (const { i, ball, r, half } of this.feet) {
      const low = geom_xpos[3 * i + 2] - r - (ball ? 0 : half * Math.abs(geom_xmat[9 * i + 8]));
      depth = Math.max(depth, -low);
      if (ball && this.creeps && r < 0.03) places.push([geom_xpos[3 * i], geom_xpos[3 * i + 1]]);
    }
    return { depth, places };
  }
}

// At least the first four are settings of a user; the last ones are those that creep and penetrate least.
const mujocoSettings = [
  { label: "defaults, 2 ms", step: 0.002, option: "" },
  { label: "implicitfast, elliptic, 2 ms", step: 0.002, option: 'integrator="implicitfast" cone="elliptic" impratio="10"' },
  { label: "the same, noslip 10, 1 ms, stiff", step: 0.001, option: 'integrator="implicitfast" cone="elliptic" impratio="100" noslip_iterations="10" iterations="200" tolerance="1e-12"', solref: "0.002 1", solimp: "0.9999 0.9999 0.001" },
  { label: "the same, 0.25 ms", step: 0.00025, option: 'integrator="implicitfast" cone="elliptic" impratio="100" noslip_iterations="20" iterations="200" tolerance="1e-12"', solref: "0.0005 1", solimp: "0.9999 0.9999 0.001" },
];

// ---- measurement ---------------------------------------------------------------------------------------------------

/** Returns the deepest penetration after the first 0.1 s and at the end, m, and the creep of the feet in the last second, m/s. */
function observe(side) {
  const n = side.rows.length;
  const all = Array.from({ length: n }, (_, i) => side.look(i));
  const first = all[Math.max(0, n - 1 - Math.round(1 / ROW))].places;
  const last = all[n - 1];
  const creep = last.places.length ? Math.max(0, ...last.places.map(([x, y], k) => Math.hypot(x - first[k][0], y - first[k][1]))) : NaN;
  return { depth: Math.max(...all.slice(10).map(({ depth }) => depth)), resting: last.depth, creep };
}

function time(side, until) {
  const begun = cpuTime();
  side.run();
  return (cpuTime() - begun) / until;
}

const wasm = await WebAssembly.compile(readFileSync(positionals[0] ?? join(root, "build/engine/engine.wasm")));
console.log(`MuJoCo ${mujoco.mj_versionString()}, Node ${process.version}`);
for (const problem of problems) {
  if (chosen.tiny) problem.until = 0.2;
  const { until } = problem;
  const sides = [];
  for (const tolerance of chosen.tiny ? [1e-6] : [1e-5, 1e-8]) sides.push(await Jounce.make(wasm, problem, { tolerance }));
  for (const settings of chosen.tiny ? mujocoSettings.slice(0, 1) : mujocoSettings) sides.push(new Mujoco(problem, settings));
  const times = sides.map(() => []);
  for (let i = 0; i < ROUNDS; i++) sides.forEach((side, k) => times[k].push(time(side, until)));
  const seen = sides.map((side) => observe(side));
  console.log(`\n${problem.name}, ${until} s\n| settings | ms per s of motion | least to most | deepest, um | at rest, um | creep, um/s |\n|---|---|---|---|---|---|`);
  sides.forEach((side, k) => {
    const { depth, resting, creep } = seen[k];
    const micro = (x) => (Number.isNaN(x) ? "" : (x * 1e6).toPrecision(2));
    const sorted = times[k].toSorted((a, b) => a - b);
    const [middle, least, most] = [sorted[Math.floor(sorted.length / 2)], sorted[0], sorted.at(-1)].map((x) => Number(x.toPrecision(2)));
    console.log(`| ${side.label} | ${middle} | ${least} to ${most} | ${micro(depth)} | ${micro(resting)} | ${micro(creep)} |${side.why ? ` ${side.why}` : ""}`);
    if (chosen.tiny && !(Number.isFinite(depth) && depth < 1e-2)) process.exitCode = 1;
  });
}
