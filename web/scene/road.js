// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// road.js - surface of the road under the mechanism. A new stretch is requested before the end of the current one, on a
// fixed grid, so that nothing seems to slide.
import { refine } from "./refine.js";

const CELLS = { along: 480, across: 96 }; // per stretch
const REACH = 9;
const LEAD = 1.5; // s: the stretch is ahead of the mechanism by its motion in this time

export class Road {
  /**
   * @param {import("./ground.js").Ground} ground
   * @param {(road: number, x: number[], y: number[]) => Promise<Float64Array>} heights
   * @param {number} reach lengths of the mechanism that are seen to each side
   * @param {() => number} clock ms
   */
  constructor(ground, heights, reach = REACH, clock = () => performance.now()) {
    this.ground = ground;
    this.heights = heights;
    this.reach = reach;
    this.clock = clock;
    this.description = null;
  }

  setModel(description) {
    this.description = description;
    this.planar = description.space === "plane";
    const users = description.elements?.forces.filter(({ road }) => road !== undefined) ?? [];
    this.users = users.map(({ road, body }) => ({ road, body: body[0] }));
    this.centre = this.last = null;
    this.turn = (this.turn ?? 0) + 1;
  }

  /** Takes the current position. Returns whether another stretch is shown. @param {Float64Array} poses of all bodies */
  async look(x, y, poses = null) {
    if (!this.description || !this.users.length || !Number.isFinite(x + y)) return false;
    if (this.asking) return this.isNewlyFine();
    const reach = this.reach * this.description.length;
    [x, y] = this.ahead(x, y, reach / 2);
    const way = this.centre ? Math.hypot(x - this.centre[0], this.planar ? 0 : y - this.centre[1]) : Infinity;
    if (way < reach / 4) return this.isNewlyFine();
    this.asking = true;
    const at = (xs, ys) => this.heightsOf(xs, ys, stripes(this.users, poses));
    const grid = await this.fetch(x, this.planar ? 0 : y, reach, at).catch(() => null);
    if (grid) this.refine(grid, at).finally(() => (this.asking = false));
    else this.asking = false;
    return grid !== null;
  }

  /** Predicts the position from the motion since the last call, by at most `most`. */
  ahead(x, y, most) {
    const now = this.clock();
    const passed = (now - (this.last?.now ?? now)) / 1000;
    if (!this.last || passed > 0.25) {
      const [dx, dy] = this.last ? [x - this.last.x, y - this.last.y] : [0, 0];
      const jumped = Math.hypot(dx, dy) > 2 * most; // the user moved the time line
      const lead = jumped || !this.last ? [0, 0] : [(LEAD * dx) / passed, (LEAD * dy) / passed];
      const far = Math.max(Math.hypot(...lead) / most, 1);
      this.last = { now, x, y, lead: lead.map((s) => s / far) };
    }
    return [x + this.last.lead[0], y + this.last.lead[1]];
  }

  /** Requests the stretch on an even grid first, because the engine may be busy and the ground must not end. */
  async fetch(x, y, reach, at) {
    const mine = this.turn;
    const cells = [(2 * reach) / CELLS.along, this.planar ? 0 : (2 * reach) / CELLS.across];
    const grid = { x: steps(x, cells[0], CELLS.along), y: this.planar ? [0] : steps(y, cells[1], CELLS.across), cells };
    grid.heights = await at(grid.x, grid.y);
    if (mine !== this.turn || !grid.heights.every(Number.isFinite)) return null; // the model has changed meanwhile
    this.centre = [x, y];
    this.show(grid);
    return grid;
  }

  /** Refines the stretch at its corners. */
  async refine(grid, at) {
    const mine = this.turn;
    const fine = await refine(grid, grid.cells, at).catch(() => grid);
    if (mine !== this.turn || fine === grid) return;
    this.show(fine);
    this.newlyFine = true;
  }

  isNewlyFine() {
    const fine = this.newlyFine === true;
    this.newlyFine = false;
    return fine;
  }

  show({ x, y, heights, cells }) {
    this.ground.surface(x, y, heights, this.planar, cells);
  }

  /** Returns heights on a grid, x in the outer loop, each row along x from its own road. */
  async heightsOf(xs, ys, roadAt) {
    const roads = ys.map(roadAt);
    const found = new Map();
    for (const road of new Set(roads)) found.set(road, await this.heights(road, xs, ys));
    if (found.size === 1) return found.get(roads[0]);
    return Float64Array.from({ length: xs.length * ys.length }, (_, k) => found.get(roads[k % ys.length])[k]);
  }
}

/** Returns the road that is drawn at a y: that of the nearest wheel, ball or track. */
export function stripes(users, poses) {
  const several = poses && new Set(users.map(({ road }) => road)).size > 1;
  if (!several) return () => users[0].road;
  const placed = users.map(({ road, body }) => ({ road, y: body > 0 ? poses[7 * (body - 1) + 1] : 0 }));
  return (y) => placed.reduce((best, one) => (Math.abs(one.y - y) < Math.abs(best.y - y) ? one : best)).road;
}

/** Returns the positions of a grid of the whole road. */
function steps(centre, cell, n) {
  const first = Math.round(centre / cell) - Math.floor(n / 2);
  return Array.from({ length: n + 1 }, (_, i) => (first + i) * cell);
}
