// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// trajectory.js - the rows of a run as they arrive: time, outputs, poses; with interpolation.

/** Interpolates poses along the shortest rotation: a for s = 0, b for s = 1. */
export function blend(a, b, s, out) {
  for (let k = 0; k < a.length; k += 7) {
    for (let j = 0; j < 3; j++) out[k + j] = a[k + j] + s * (b[k + j] - a[k + j]);
    const dot = a[k + 3] * b[k + 3] + a[k + 4] * b[k + 4] + a[k + 5] * b[k + 5] + a[k + 6] * b[k + 6];
    const sign = dot < 0 ? -1 : 1;
    let length = 0;
    for (let j = 3; j < 7; j++) {
      out[k + j] = a[k + j] + s * (sign * b[k + j] - a[k + j]);
      length += out[k + j] ** 2;
    }
    for (let j = 3; j < 7; j++) out[k + j] /= Math.sqrt(length);
  }
  return out;
}

export class Trajectory {
  /** @param {number} rowSize numbers of a row @param {number} noutputs */
  constructor(rowSize, noutputs) {
    this.rowSize = rowSize;
    this.noutputs = noutputs;
    this.rows = new Float64Array(256 * rowSize);
    this.n = 0;
  }

  /** @param {Float64Array} rows one after the other */
  add(rows) {
    const used = this.n * this.rowSize;
    if (used + rows.length > this.rows.length) {
      const grown = new Float64Array(2 * (used + rows.length));
      grown.set(this.rows.subarray(0, used));
      this.rows = grown;
    }
    this.rows.set(rows, used);
    this.n += rows.length / this.rowSize;
  }

  time(i) {
    return this.rows[i * this.rowSize];
  }

  get end() {
    return this.n > 0 ? this.time(this.n - 1) : 0;
  }

  value(i, output) {
    return this.rows[i * this.rowSize + 1 + output];
  }

  /** Returns the last row not after a time. */
  find(time) {
    let low = 0;
    let high = this.n;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.time(middle) <= time) low = middle;
      else high = middle;
    }
    return low;
  }

  /** Returns the time of the next row, or of the previous one. */
  neighbour(time, direction) {
    const i = this.find(time);
    const between = this.time(i) < time;
    const to = direction > 0 ? i + 1 : i - (between ? 0 : 1);
    return this.time(Math.min(Math.max(to, 0), this.n - 1));
  }

  poses(i) {
    const at = i * this.rowSize + 1 + this.noutputs;
    return this.rows.subarray(at, (i + 1) * this.rowSize);
  }

  /** Writes the poses at any time, interpolated. */
  posesAt(time, out) {
    const i = this.find(time);
    const a = this.poses(i);
    if (i + 1 >= this.n) return out.set(a), out;
    const b = this.poses(i + 1);
    const span = this.time(i + 1) - this.time(i);
    const s = span > 0 ? Math.min(Math.max((time - this.time(i)) / span, 0), 1) : 0;
    return blend(a, b, s, out);
  }
}
