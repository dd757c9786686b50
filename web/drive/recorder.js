// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// recorder.js - records a drive as the start and the changes of its inputs. A block is the group of steps between two
// readings of the controls; inputs change only at its beginning, so that a drive can be repeated bit for bit.

const FIRST = 4096; // initial capacity in changes; it doubles
export const MOST = 1 << 20; // largest number of changes of a drive, enough for more than an hour

export class Recorder {
  constructor() {
    this.room(FIRST);
    this.clear();
  }

  room(n) {
    const grown = { block: new Uint32Array(n), input: new Uint16Array(n), value: new Float64Array(n) };
    if (this.block) for (const key of Object.keys(grown)) grown[key].set(this[key]);
    Object.assign(this, grown);
  }

  clear() {
    this.n = 0;
    this.full = false;
  }

  /** Records the value of an input from this block on; NaN: that of the model. */
  put(block, input, value) {
    if (this.n >= MOST) return void (this.full = true);
    if (this.n === this.block.length) this.room(2 * this.n);
    this.block[this.n] = block;
    this.input[this.n] = input;
    this.value[this.n++] = value;
  }

  /** Calls `change` for the changes in the blocks from `cursor` to this one. Returns the next cursor. */
  play(cursor, block, change) {
    let i = cursor;
    for (; i < this.n && this.block[i] <= block; i++) change(this.input[i], this.value[i]);
    return i;
  }

  changes() {
    return Array.from({ length: this.n }, (_, i) => [this.block[i], this.input[i], this.value[i]]);
  }
}

// ---- files --------------------------------------------------------------------------------------------------------------

const VERSION = 1;

/** Writes numbers as text without loss, with signed zeros. @param {Float64Array} numbers */
function pack(numbers) {
  return Array.from(new BigUint64Array(numbers.buffer, numbers.byteOffset, numbers.length), (x) => x.toString(16)).join(" ");
}

function unpack(text) {
  return new Float64Array(BigUint64Array.from(text.split(" "), (word) => BigInt(`0x${word}`)).buffer);
}

/** @param {{model: string, settings: object, inputs: string[], step: number, steps: number, blocks: number, hash: string}} about */
export function toText(recorder, start, about) {
  const changes = recorder.changes().map(([block, input, value]) => [block, input, Number.isNaN(value) ? null : value]);
  return JSON.stringify({ jounce_drive: VERSION, ...about, start: pack(start), changes });
}

const isCount = (x) => Number.isInteger(x) && x >= 0 && x < 2 ** 32;

/** Reads a drive from a file; throws an error with a message if it is none. */
export function fromText(text) {
  let drive;
  try {
    drive = JSON.parse(text);
  } catch {
    throw new Error("this file is no recorded drive: it is not JSON");
  }
  if (drive?.jounce_drive !== VERSION) throw new Error("this file is no recorded drive of Jounce");
  const { inputs, changes, start, blocks, steps, step } = drive;
  const sound = Array.isArray(inputs) && Array.isArray(changes) && isCount(blocks) && steps > 0 && step > 0 &&
    /^[0-9a-f]{1,16}( [0-9a-f]{1,16})*$/.test(start) &&
    changes.every(([block, input, value]) => isCount(block) && isCount(input) && input < inputs.length &&
      (value === null || Number.isFinite(value)));
  if (!sound) throw new Error("this drive is damaged");
  const recorder = new Recorder();
  for (const [block, input, value] of changes) recorder.put(block, input, value ?? NaN);
  return { ...drive, recorder, start: unpack(start) };
}
