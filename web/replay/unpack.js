// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// unpack.js - reads numbers of a run as app/page/pack_columns.h writes them: quantised values as differences from a
// prediction.

const MOST_VALUES = 2e8; // of a run: more than a page of 10 MB can contain

const isCount = (x) => Number.isInteger(x) && x >= 0;

function predict(last, known, order) {
  switch (Math.min(known, order)) {
    case 0: return 0;
    case 1: return last[0];
    case 2: return 2 * last[0] - last[1];
    default: return 3 * last[0] - 3 * last[1] + last[2];
  }
}

/** Reads integers, 7 bits per byte, lowest first; they may exceed 32 bits, so products are used. */
class Reader {
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  next() {
    let value = 0;
    for (let weight = 1; weight < 2 ** 56; weight *= 128) {
      if (this.at >= this.bytes.length) break;
      const byte = this.bytes[this.at++];
      value += (byte & 127) * weight;
      if (byte < 128) return value;
    }
    throw new Error("the data of the run are damaged");
  }
}

function unpackColumn(bytes, [low, step, order], n) {
  const values = new Float64Array(n);
  if (!(step > 0)) return values.fill(low ?? NaN);
  const reader = new Reader(bytes);
  const last = [0, 0, 0];
  let known = 0;
  for (let i = 0; i < n; i++) {
    const code = reader.next();
    if (code === 0) {
      values[i] = NaN;
      continue;
    }
    const q = predict(last, known, order) + (code % 2 === 1 ? (code - 1) / 2 : -code / 2);
    [last[2], last[1], last[0]] = [last[1], last[0], q];
    known++;
    values[i] = low + q * step;
  }
  if (reader.at !== bytes.length) throw new Error("the data of the run are damaged");
  return values;
}

/** @param {{columns: Array<[number|null, number, number, number]>, bytes: string}} packed @param {number} n rows */
export function unpack(packed, n) {
  if (!isCount(n) || !Array.isArray(packed?.columns) || n * packed.columns.length > MOST_VALUES)
    throw new Error("the page has no valid data of its run");
  const bytes = Uint8Array.from(atob(packed.bytes ?? ""), (c) => c.charCodeAt(0));
  let at = 0;
  return packed.columns.map((column) => {
    const [, , order, size] = column;
    if (!isCount(size) || !isCount(order) || at + size > bytes.length) throw new Error("the data of the run are damaged");
    at += size;
    return unpackColumn(bytes.subarray(at - size, at), column, n);
  });
}
