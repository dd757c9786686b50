// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// group.js - groups curves into panels: of one unit and similar size, a few per panel.
const APART = 25; // ratio of sizes from which the smaller curve would look flat
const NOTHING = 1e-7; // relative to the larger curve: rounding errors, which get no panel
const MOST_CURVES = 6; // per panel

/** Returns smallest and largest value of a curve, and their difference. */
function spanOf(trajectory, index) {
  let low = Infinity;
  let high = -Infinity;
  for (let i = 0; i < trajectory.n; i++) {
    const value = trajectory.value(i, index);
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return { low, high, size: Math.max(high - low, 0) };
}

/** Returns whether one of two curves would look flat beside the other. */
function apart(a, b) {
  if (!Number.isFinite(a.low + a.high + b.low + b.high)) return false;
  const joint = Math.max(a.high, b.high) - Math.min(a.low, b.low);
  return [a, b].some(({ size }) => size > NOTHING * joint && joint > APART * size);
}

/**
 * Returns the panels of outputs, in their order. @param {Array<{name: string, unit: string, index: number}>} outputs
 * @param {import("../player/trajectory.js").Trajectory | null} trajectory null: sizes are not known yet
 */
export function groups(outputs, trajectory) {
  const panels = [];
  for (const output of outputs) {
    const span = trajectory ? spanOf(trajectory, output.index) : { low: 0, high: 0, size: 0 };
    const fits = (panel) =>
      panel.unit === output.unit && panel.outputs.length < MOST_CURVES && panel.spans.every((other) => !apart(other, span));
    let panel = panels.find(fits);
    if (!panel) panels.push((panel = { unit: output.unit, outputs: [], spans: [] }));
    panel.outputs.push(output);
    panel.spans.push(span);
  }
  return panels.map(({ unit, outputs: own }) => ({ unit, outputs: own }));
}
