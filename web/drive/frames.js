// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// frames.js - rows from the worker, shown with a small delay and interpolated.
import { blend } from "../player/trajectory.js";

const KEPT = 8;
const BEHIND = 1.5; // delay of the picture in blocks

export class Frames {
  /** @param {number} columns numbers between time and poses @param {number} block s */
  constructor(columns, block) {
    this.columns = columns;
    this.block = block;
    this.rows = [];
    this.shown = 0;
  }

  get newest() {
    return this.rows[this.rows.length - 1];
  }

  /** Adds the next row; a row from before the last one restarts. @param {Float64Array} row */
  add(row) {
    if (this.rows.length && row[0] <= this.newest[0]) this.rows = [];
    if (this.rows.length === 0) this.shown = row[0];
    this.rows.push(row);
    if (this.rows.length > KEPT) this.rows.shift();
  }

  /** Advances the time. @param {number} passed simulated time since the last call, s */
  advance(passed) {
    const goal = this.newest[0] - BEHIND * this.block;
    const next = this.shown + passed;
    this.shown = Math.min(next + 0.15 * (goal - next), this.newest[0]);
    this.shown = Math.max(this.shown, this.rows[0][0]);
  }

  /** Writes the poses at the displayed time. @param {Float64Array} out */
  poses(out) {
    const { rows, columns } = this;
    let i = rows.length - 1;
    while (i > 0 && rows[i][0] > this.shown) i--;
    const a = rows[i];
    const b = rows[Math.min(i + 1, rows.length - 1)];
    const s = b[0] > a[0] ? (this.shown - a[0]) / (b[0] - a[0]) : 0;
    return blend(a.subarray(1 + columns), b.subarray(1 + columns), Math.min(Math.max(s, 0), 1), out);
  }
}
