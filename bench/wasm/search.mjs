// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// search.mjs - the settings with which an engine is measured, by a small search over what its users can choose.
import { cpuTime, timeRounds } from "./measure.mjs";
import { largestDifference, valuesOf } from "./references.mjs";

/** Returns the largest error of a run against a reference; Infinity if the engine cannot make it. */
export async function errorOf(make, settings, reference) {
  let side;
  try {
    side = await make(settings);
    return largestDifference(valuesOf(side, reference.times), reference.values);
  } catch {
    return Infinity;
  } finally {
    side?.free();
  }
}

// What is tried of MuJoCo's constraints and solver.
const stiffnesses = [2, 1.5, 1, 0.7, 0.5, 0.4];
const impedances = [0.9999, 0.99, 0.9];
const options = [
  { iterations: 1 },
  { iterations: 3 },
  { solver: "CG" },
  { solver: "CG", iterations: 3 },
  { solver: "PGS" },
  { jacobian: "dense" },
  { jacobian: "sparse" },
  { warmstart: "disable" },
  { island: "disable" },
];

/** Returns settings of MuJoCo with every option of its solver that is faster within an error limit. */
export async function speedUp(make, settings, reference, limit, effort) {
  let best = settings;
  for (const option of options) {
    const changed = { ...best, ...option };
    if (!((await errorOf(make, changed, reference)) <= limit)) continue;
    const sides = [await make(best), await make(changed)];
    const [before, after] = timeRounds(sides, effort.search).best;
    sides.forEach((side) => side.free());
    if (after < 0.98 * before) best = changed;
  }
  return best;
}

/**
 * Returns MuJoCo's settings with an integrator and a step for a mechanism with loops: stiffness and impedance of the
 * constraints with the least error, then every option that is faster at an error at most a tenth larger.
 */
export async function searchMujoco(make, start, reference, effort) {
  let best = { settings: start, error: Infinity };
  for (const impedance of impedances) {
    for (const stiffness of stiffnesses) {
      const settings = { ...start, impedance, stiffness };
      const error = await errorOf(make, settings, reference);
      if (error < best.error) best = { settings, error };
    }
  }
  return speedUp(make, best.settings, reference, 1.1 * best.error, effort);
}

/** Steps of a ladder, s: whole numbers of steps in 0.1 s, each at most 1.5 times as many as the one before. */
export const ladder = [0.1, 0.05, 0.1 / 3, 0.025, 0.02, 0.1 / 6, 0.0125, 0.01];
while (ladder.at(-1) > 4e-6) ladder.push(0.1 / Math.floor(1.5 * Math.round(0.1 / ladder.at(-1))));

/** Returns the longest step of the ladder, from `shortest` on, with an error within a limit; undefined: none. */
export async function longestStep(make, settings, reference, limit, shortest) {
  for (const step of ladder) {
    if (step < shortest) return undefined;
    const error = await errorOf(make, { ...settings, step }, reference);
    if (error <= limit) return { settings: { ...settings, step }, error };
  }
  return undefined;
}

/**
 * Returns the fastest of several kinds of settings within an error limit, each with its longest step; undefined: none
 * reaches it before a run takes `patience` ms of CPU time. A ladder ends where it takes twice as long as the best so far.
 */
export async function fastestWithin(make, kinds, reference, limit, patience) {
  let best;
  for (const kind of kinds) {
    for (const step of ladder) {
      const settings = { ...kind, step };
      const begun = cpuTime();
      const error = await errorOf(make, settings, reference);
      const time = cpuTime() - begun;
      if (error <= limit && !(time >= best?.time)) best = { settings, error, time };
      if (error <= limit || time > Math.min(patience, 2 * (best?.time ?? Infinity))) break;
    }
  }
  return best;
}

/** The kinds of settings of MuJoCo among which the fastest within an error is searched. */
export function mujocoKinds(start) {
  const stiff = (integrator, list) => list.map((stiffness) => ({ ...start, integrator, iterations: 1, stiffness }));
  return [...stiff("RK4", [0.4, 0.5, 0.7, 1, 2]), ...["Euler", "implicitfast", "implicit"].flatMap((name) => stiff(name, [2, 1.5]))];
}
