// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// pace.js - schedules blocks by the clock. If the computer is too slow, simulated time runs slower; no block is
// skipped.

export const SPEEDS = [1, 0.5, 0.25, 0.1]; // of real time

const BEHIND = 6; // blocks; a longer delay is not caught up
const WINDOW = 1000; // ms, over which the pace is measured

export class Pace {
  /** @param {number} block length, simulated s */
  constructor(block) {
    this.block = block;
    this.speed = 1;
    this.start(0);
  }

  /** Restarts the schedule. @param {number} now ms */
  start(now) {
    this.owed = 0;
    this.last = now;
    this.window = { begun: now, blocks: 0, work: 0, steps: 0 };
    this.factor ??= 1; // ratio to the requested pace
    this.stepTime ??= 0; // ms
  }

  /** Returns the number of blocks that are scheduled by now. */
  due(now) {
    this.owed += ((now - this.last) / 1000) * (this.speed / this.block);
    this.last = now;
    this.owed = Math.min(this.owed, BEHIND);
    return Math.floor(this.owed);
  }

  /** Returns the time to the next block, ms. */
  wait() {
    return Math.max(0, ((1 - this.owed) * this.block * 1000) / this.speed);
  }

  /** Records a finished block of so many steps. @param {number} work ms */
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
