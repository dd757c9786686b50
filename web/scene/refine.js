// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// refine.js - adds lines to a grid where the ground is curved, so that steps and kerbs are steep.
const ROUNDS = 4; // each halves the cells at corners
const MOST = 480; // largest number of added lines along one axis
const BEND = 0.08; // of a cell: largest deviation from the straight line between cells

/**
 * @typedef {{x: number[], y: number[], heights: Float64Array}} Grid x in the outer loop
 * @param {Grid} grid
 * @param {number[]} cells its spacings along x and y; finer along x
 * @param {(x: number[], y: number[]) => Promise<Float64Array>} heights
 * @returns {Promise<Grid>}
 */
export async function refine(grid, cells, heights) {
  const bend = BEND * Math.max(cells[0], 1e-9);
  for (const axis of ["x", "y"]) {
    const most = grid[axis].length + MOST;
    for (let round = 0; round < ROUNDS && grid[axis].length > 2; round++) {
      const added = middles(grid, axis, bend);
      if (added.length === 0 || grid[axis].length + added.length > most) break;
      const between = axis === "x" ? await heights(added, grid.y) : await heights(grid.x, added);
      grid = merge(grid, axis, added, between);
    }
  }
  return grid;
}

/** Returns the middles of the cells along an axis in which the ground is curved on some line across. */
function middles(grid, axis, bend) {
  const at = grid[axis];
  const far = at.map((_, i) => i > 0 && i + 1 < at.length && bends(grid, axis, i) > bend);
  const added = [];
  for (let i = 0; i + 1 < at.length; i++) if (far[i] || far[i + 1]) added.push((at[i] + at[i + 1]) / 2);
  return added;
}

/**
 * Returns the deviation of the ground from the straight line through line i, relative to the smaller neighbouring cell.
 */
export function bends(grid, axis, i) {
  const { x, y, heights } = grid;
  const at = grid[axis];
  const before = at[i] - at[i - 1];
  const behind = at[i + 1] - at[i];
  const [step, next, n] = axis === "x" ? [y.length, 1, y.length] : [1, y.length, x.length];
  let most = 0;
  for (let k = 0, p = i * step; k < n; k++, p += next) {
    const turn = (heights[p + step] - heights[p]) / behind - (heights[p] - heights[p - step]) / before;
    most = Math.max(most, Math.abs(turn) * Math.min(before, behind));
  }
  return most;
}

/** @param {Float64Array} between heights on the added lines */
function merge(grid, axis, added, between) {
  const at = [...grid[axis], ...added].sort((a, b) => a - b);
  const old = new Map(grid[axis].map((value, i) => [value, i]));
  const recent = new Map(added.map((value, i) => [value, i]));
  const made = { ...grid, [axis]: at };
  const { x, y } = made;
  made.heights = new Float64Array(x.length * y.length);
  for (let i = 0; i < x.length; i++)
    for (let j = 0; j < y.length; j++) {
      const value = axis === "x" ? x[i] : y[j];
      const [from, number] = old.has(value) ? [grid.heights, old.get(value)] : [between, recent.get(value)];
      const wide = axis === "x" ? y.length : from === between ? added.length : grid.y.length;
      made.heights[i * y.length + j] = axis === "x" ? from[number * wide + j] : from[i * wide + number];
    }
  return made;
}
