// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// thin.js - removes lines of a grid where the ground is straight across them, so that level roads are drawn fast.
import { bends } from "./refine.js";

const STRAIGHT = 1e-6; // of a cell: largest deviation from a straight line

/**
 * Returns the grid without redundant lines. Drawn lines stay, so that each of their pieces is short.
 * @param {import("./refine.js").Grid} grid
 * @param {number[]} cells its spacings along x and y
 * @param {(axis: "x" | "y", place: number) => boolean} isDrawn
 */
export function thin(grid, cells, isDrawn) {
  for (const axis of ["x", "y"]) {
    const at = grid[axis];
    const straight = (i) => bends(grid, axis, i) < STRAIGHT * cells[0];
    const kept = at.flatMap((place, i) =>
      i === 0 || i + 1 === at.length || isDrawn(axis, place) || !straight(i) ? [i] : []);
    grid = lines(grid, axis, kept);
  }
  return grid;
}

/** Returns only these lines of an axis. */
function lines(grid, axis, kept) {
  const { x, y, heights } = grid;
  const made = { ...grid, [axis]: kept.map((i) => grid[axis][i]) };
  made.heights = axis === "x" ? Float64Array.from(kept.flatMap((i) => [...heights.slice(i * y.length, (i + 1) * y.length)]))
    : Float64Array.from(x.flatMap((_, i) => kept.map((j) => heights[i * y.length + j])));
  return made;
}
