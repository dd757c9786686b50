// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// road.js - the surface of the road under the mechanism. It goes along: a stretch is asked for anew before its end is
// reached, on a grid that stays where it is, so that nothing seems to slide.
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
    const cell = (2 * reach) / CELLS.along;
    const wide = this.planar ? 0 : (2 * reach) / CELLS.across;
    const xs = steps(x, cell, CELLS.along);
    const ys = this.planar ? [0] : steps(y, wide, CELLS.across);
    for (const road of this.number === null ? this.description.roads.keys() : [this.number]) {
      const heights = await this.heights(road, xs, ys);
      if (mine !== this.turn) return false; // another model meanwhile
      if (!heights.every(Number.isFinite)) continue;
      this.number = road;
      this.centre = [x, y];
      this.ground.surface(xs, ys, heights, this.planar);
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
