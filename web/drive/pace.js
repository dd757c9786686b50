// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// pace.js - how many blocks are due by the clock. When the work takes longer than it may, time goes slower: nothing is
// left out.

export const SPEEDS = [1, 0.5, 0.25, 0.1]; // of real time

const BEHIND = 6; // blocks; what is more than that is let go
const WINDOW = 1000; // ms, over which the pace is measured

export class Pace {
  /** @param {number} block its length in s of the model */
  constructor(block) {
    this.block = block;
    this.speed = 1;
    this.start(0);
  }

  /** From now on. @param {number} now ms */
  start(now) {
    this.owed = 0;
    this.last = now;
    this.window = { begun: now, blocks: 0, work: 0, steps: 0 };
    this.factor ??= 1; // of the time that there should be
    this.stepTime ??= 0; // ms
  }

  /** Blocks that should be done by now. */
  due(now) {
    this.owed += ((now - this.last) / 1000) * (this.speed / this.block);
    this.last = now;
    this.owed = Math.min(this.owed, BEHIND);
    return Math.floor(this.owed);
  }

  /** ms until the next one is. */
  wait() {
    return Math.max(0, ((1 - this.owed) * this.block * 1000) / this.speed);
  }

  /** A block of so many steps is done. @param {number} work ms */
  done(steps, work, now) {
    this.owed -= 1;
    const { window } = this;
    window.blocks += 1;
    window.work += work;
    window.steps += steps;
    const passed = now - window.begun;
    if (passed < WINDOW) return;
    this.factor = (1000 * window.blocks * this.block) / (passed * this.speed);
    this.stepTime = window.work / window.steps;
    this.window = { begun: now, blocks: 0, work: 0, steps: 0 };
  }
}
