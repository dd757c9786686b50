// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// run.js - a stored run, as the rows for scene and plots.
import { Trajectory } from "../player/trajectory.js";
import { unpack } from "./unpack.js";

const POSE = 7;
const SI = ["", "1", "m", "rad"];

/** Returns poses from columns of positions and orientations, as `run --poses` writes them; null: one is missing. */
function posesOfColumns(columns, values, { bodies, space }) {
  const find = (name) => {
    const i = columns.findIndex((column) => column.name === name && SI.includes(column.unit));
    return i < 0 ? null : values[i];
  };
  const poses = [];
  for (const { name } of bodies.slice(1)) {
    const [x, y, z] = ["x", "y", "z"].map((word) => find(`${name}.${word}`));
    const turn = ["qw", "qx", "qy", "qz"].map((word) => find(`${name}.${word}`));
    const angle = find(`${name}.angle`);
    if (!x || !y || (space !== "plane" && !z)) return null;
    const constant = (value) => new Float64Array(x.length).fill(value);
    const half = (f) => (angle ? angle.map((a) => f(a / 2)) : null);
    const rotation = space === "plane" ? [half(Math.cos), null, null, half(Math.sin)] : turn;
    poses.push(x, y, space === "plane" ? constant(0) : z, ...rotation.map((column, i) => column ?? constant(i === 0 ? 1 : 0)));
  }
  return poses;
}

/** Returns the poses of the run in the order of the model's bodies; null: none, or of other bodies. */
function posesOf(run, values, description) {
  const names = description.bodies.slice(1).map((body) => body.name);
  if (!run.poses) return posesOfColumns(run.columns, values, description);
  const places = names.map((name) => run.bodies.indexOf(name));
  if (places.includes(-1)) return null;
  const columns = unpack(run.poses, run.rows);
  return places.flatMap((place) => columns.slice(POSE * place, POSE * (place + 1)));
}

/**
 * @param {object} run of the page's data @param {object} description of the model
 * @param {Float64Array} still poses at the start, for runs without poses
 */
export function makeReplay(run, description, still) {
  const [packed, ...values] = unpack(run.values, run.rows);
  if (!packed || run.rows === 0) throw new Error(`${run.name} has no rows`);
  const times = packed.map((time) => Number(time.toPrecision(12))); // removes the quantisation error: 0.2
  const outputs = run.columns.slice(1).map(({ name, unit }) => ({ name, unit, asked: false }));
  const poses = posesOf(run, [times, ...values], description);
  const size = 1 + outputs.length + still.length;
  const rows = new Float64Array(size * run.rows);
  for (let i = 0; i < run.rows; i++) {
    const row = rows.subarray(i * size, (i + 1) * size);
    row[0] = times[i];
    outputs.forEach((_, k) => (row[1 + k] = values[k][i]));
    for (let k = 0; k < still.length; k++) row[1 + outputs.length + k] = poses ? poses[k][i] : still[k];
  }
  const trajectory = new Trajectory(size, outputs.length);
  trajectory.add(rows);
  return { run, outputs, trajectory, moves: Boolean(poses) };
}

/** Returns sentences about a run. */
export function wordsOf({ run, moves }) {
  const words = [];
  if (!moves) words.push(`${run.name} does not say where the bodies are: only its curves are shown. Run it again to see it move`);
  if (run.rows < run.of) words.push(`${run.rows} of the ${run.of} rows of ${run.name} are in this page: all would make it too large`);
  if (run.status && !run.summary?.good) words.push(`${run.name}: ${run.status}`);
  return words;
}
