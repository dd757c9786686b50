// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// quality.js - what a machine can draw while things move: where frames take long, shadows go, then pixels. What stands
// still is drawn in full.

const SLOW = 80; // ms from one frame to the next
const QUICK = 25;
const PATIENCE = 4; // frames in a row that are slow; many more have to be quick
const STILL = 300; // ms without a change
const LEVELS = [
  { pixels: 1, shadows: true },
  { pixels: 1, shadows: false },
  { pixels: 0.6, shadows: false },
];

export class Quality {
  /** @param {(level: {pixels: number, shadows: boolean}) => void} apply */
  constructor(apply) {
    this.apply = apply;
    this.level = 0; // while it moves
    this.shown = 0;
    this.last = -Infinity;
    this.slow = this.quick = 0;
  }

  /** Before a frame of something that moves. */
  moves(now) {
    const gap = now - this.last;
    this.last = now;
    if (gap < 20 * SLOW) this.judge(gap);
    this.show(this.level);
  }

  judge(gap) {
    this.slow = gap > SLOW ? this.slow + 1 : 0;
    this.quick = gap < QUICK ? this.quick + 1 : 0;
    if (this.slow >= PATIENCE && this.level + 1 < LEVELS.length) this.change(1);
    if (this.quick >= 60 * PATIENCE && this.level > 0) this.change(-1);
  }

  change(by) {
    this.level += by;
    this.slow = this.quick = 0;
  }

  /** Nothing has changed. True: it has to be drawn once more, in full. */
  rests(now) {
    if (this.shown === 0 || now - this.last < STILL) return false;
    this.show(0);
    return true;
  }

  show(level) {
    if (level !== this.shown) this.apply(LEVELS[level]);
    this.shown = level;
  }
}
