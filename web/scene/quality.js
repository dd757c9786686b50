// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// quality.js - adapts the quality to the computer: if frames take long during motion, it removes shadows, then pixels.
// Pictures at rest have full quality.

const SLOW = 80; // ms from one frame to the next
const QUICK = 25;
const PATIENCE = 4; // number of slow frames in a row; many more fast ones restore the quality
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
    this.level = 0; // during motion
    this.shown = 0;
    this.last = -Infinity;
    this.slow = this.quick = 0;
  }

  /** Called before a frame during motion. */
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

  /** Called without a change. Returns whether the scene must be drawn again in full quality. */
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
