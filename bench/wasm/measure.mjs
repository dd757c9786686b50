// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// measure.mjs - times of several runs, interleaved in short rounds, so that the load of the machine meets all alike.

/** Returns the CPU time of the process, ms; other processes do not count. */
export function cpuTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Restarts a run and steps to `until`, s. Returns ms of CPU time. */
function runFor(side, until) {
  const steps = Math.max(1, Math.round(until / side.step));
  side.restart();
  const begun = cpuTime();
  side.go(steps);
  return cpuTime() - begun;
}

/**
 * Times runs from their starts to a time that takes the slowest at least `burst` ms, and at least ten steps. Before, all
 * run for `warm` ms, because Node first compiles WebAssembly without optimisation; that code takes twice as long.
 * @returns {{best: number[], rounds: number[][]}} us per ms of motion, in the order of the sides
 */
export function timeRounds(sides, { warm, burst, rounds }) {
  let motion = 10 * Math.max(...sides.map((side) => side.step));
  const begun = cpuTime();
  while (cpuTime() - begun < warm * sides.length) for (const side of sides) runFor(side, motion);
  while (Math.max(...sides.map((side) => runFor(side, motion))) < burst) motion *= 2;
  const all = Array.from({ length: rounds }, () => sides.map((side) => runFor(side, motion) / motion));
  return { best: sides.map((_, j) => Math.min(...all.map((round) => round[j]))), rounds: all };
}

/** Returns the ratio of the best times of two sides, and the quartiles of the ratio in a round. */
export function ratioOf({ best, rounds }, slow, fast) {
  const ratios = rounds.map((round) => round[slow] / round[fast]).sort((a, b) => a - b);
  const part = (share) => ratios[Math.round(share * (ratios.length - 1))];
  return { ratio: best[slow] / best[fast], low: part(0.25), high: part(0.75) };
}
