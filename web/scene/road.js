// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// road.js - the surface of the road under the mechanism. It goes along: a stretch is asked for anew before its end is
// reached, on a grid that stays where it is, so that nothing seems to slide.
import { refine } from "./refine.js";

const CELLS = { along: 480, across: 96 }; // of a stretch
const REACH = 9; // lengths of the mechanism, to each side

export class Road {
  /** @param {import("./ground.js").Ground} ground @param {(road: number, x: number[], y: number[]) => Promise<Float64Array>} heights */
  constructor(ground, heights) {
    this.ground = ground;
    this.heights = heights;
    this.description = null;
  }

  setModel(description) {
    this.description = description;
    this.planar = description.space === "plane";
    this.number = description.roads.length > 0 ? null : -1; // which of them is driven on; null: not known, -1: none
    this.centre = null;
    this.turn = (this.turn ?? 0) + 1;
  }

  /** Where the mechanism is now. True: another stretch is shown. */
  async look(x, y) {
    if (!this.description || this.number === -1 || this.asking || !Number.isFinite(x + y)) return false;
    const reach = REACH * this.description.length;
    const way = this.centre ? Math.hypot(x - this.centre[0], this.planar ? 0 : y - this.centre[1]) : Infinity;
    if (way < reach / 3) return false;
    this.asking = true;
    try {
      return await this.fetch(x, this.planar ? 0 : y, reach);
    } finally {
      this.asking = false;
    }
  }

  async fetch(x, y, reach) {
    const mine = this.turn;
    const cells = [(2 * reach) / CELLS.along, this.planar ? 0 : (2 * reach) / CELLS.across];
    const grid = { x: steps(x, cells[0], CELLS.along), y: this.planar ? [0] : steps(y, cells[1], CELLS.across) };
    for (const road of this.number === null ? this.description.roads.keys() : [this.number]) {
      const at = (xs, ys) => this.heights(road, xs, ys);
      const heights = await at(grid.x, grid.y);
      if (mine !== this.turn) return false; // another model meanwhile
      if (!heights.every(Number.isFinite)) continue;
      const fine = await refine({ ...grid, heights }, cells, at);
      if (mine !== this.turn) return false;
      this.number = road;
      this.centre = [x, y];
      this.ground.surface(fine.x, fine.y, fine.heights, this.planar, cells);
      return true;
    }
    this.number = -1;
    return false;
  }
}

/** Places on a grid of the whole road. */
function steps(centre, cell, n) {
  const first = Math.round(centre / cell) - Math.floor(n / 2);
  return Array.from({ length: n + 1 }, (_, i) => (first + i) * cell);
}
