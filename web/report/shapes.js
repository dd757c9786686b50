// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// shapes.js - animated mode shapes: the bodies oscillate about their poses by a Re((re + i im) exp(lambda t)), without
// damping if the mode oscillates.
import { Trajectory } from "../player/trajectory.js";

const ROUNDS = 2; // displayed periods
const ROWS = 48; // per period
const FADES = 3; // time constants of a mode that does not oscillate
const FARTHEST = 0.12; // largest displacement relative to the size of the mechanism, at the usual amplitude
const MOST_TURN = 0.3; // rad: larger rotations would visibly open joints

/** Returns the factor of a shape at the usual amplitude. @param {number} length of the mechanism */
export function usualSize({ real, imaginary }, length) {
  let way = 0;
  let turn = 0;
  for (let i = 0; i < real.length; i += 6) {
    const size = (from) => Math.hypot(...[0, 1, 2].flatMap((k) => [real[i + from + k], imaginary[i + from + k]]));
    way = Math.max(way, size(0));
    turn = Math.max(turn, size(3));
  }
  const fits = Math.min(way > 0 ? (FARTHEST * length) / way : Infinity, turn > 0 ? MOST_TURN / turn : Infinity);
  return Number.isFinite(fits) ? fits : 0;
}

/** Rotates a quaternion (w, x, y, z) by a vector in ground axes. */
function turned(q, v) {
  const angle = Math.hypot(...v);
  const s = angle > 1e-12 ? Math.sin(angle / 2) / angle : 0.5;
  const [w, x, y, z] = [Math.cos(angle / 2), s * v[0], s * v[1], s * v[2]];
  return [
    w * q[0] - x * q[1] - y * q[2] - z * q[3],
    w * q[1] + x * q[0] + y * q[3] - z * q[2],
    w * q[2] + y * q[0] + z * q[1] - x * q[3],
    w * q[3] + z * q[0] + x * q[2] - y * q[1],
  ];
}

/** Returns the poses with the parts c and s of the shape. */
function posesOf(pose, { real, imaginary }, c, s) {
  const out = [];
  for (let b = 0; 7 * b < pose.length; b++) {
    const move = Array.from({ length: 6 }, (_, k) => c * real[6 * b + k] - s * imaginary[6 * b + k]);
    const at = pose.slice(7 * b, 7 * b + 7);
    out.push(at[0] + move[0], at[1] + move[1], at[2] + move[2], ...turned(at.slice(3), move.slice(3)));
  }
  return out;
}

/**
 * Returns a mode as rows of a run without outputs.
 * @param {number[]} pose at rest, seven numbers for each body @param {number} size of the shape
 */
export function swing(pose, mode, size) {
  const oscillates = mode.im > 0;
  const end = oscillates ? (ROUNDS * 2 * Math.PI) / mode.im : FADES / Math.abs(mode.re || 1);
  const n = oscillates ? ROUNDS * ROWS : ROWS;
  const trajectory = new Trajectory(1 + pose.length, 0);
  for (let i = 0; i <= n; i++) {
    const time = (end * i) / n;
    const left = Math.exp(-Math.abs(mode.re) * (mode.re > 0 ? end - time : time));
    const [c, s] = oscillates ? [Math.cos(mode.im * time), Math.sin(mode.im * time)] : [left, 0];
    trajectory.add(Float64Array.from([time, ...posesOf(pose, mode, size * c, size * s)]));
  }
  return trajectory;
}

/** Describes a mode in a list. */
export function nameOf(mode, i) {
  const digits = (x) => String(Number(x.toPrecision(4)));
  const natural = Math.hypot(mode.re, mode.im);
  if (mode.im > 0) return `mode ${i + 1}: ${digits(mode.im / (2 * Math.PI))} Hz, damping ratio ${digits(-mode.re / natural || 0)}`;
  return `mode ${i + 1}: ${mode.re > 0 ? "grows" : "fades"} in ${digits(1 / Math.abs(mode.re || 1))} s`;
}
