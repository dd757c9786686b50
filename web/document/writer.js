// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// writer.js - the bytes of a flat document; src/model/document/flat.h says what they are.

export const REFUSED = 1;
export const SYNTAX = 2;
const KINDS = { scalar: 0, sequence: 1, mapping: 2 };
const NONE = 0xffffffff;
const MAGIC = "JNDOC1\n\0";
const RECORD = 32;
const HEADER = 32;
const MOST_NODES = 2000000;
const MOST_DEPTH = 64;

/** Thrown if a limit of documents is exceeded; `walk` turns it into a refusal. */
export class FlatWriter {
  constructor() {
    this.encoder = new TextEncoder();
    this.clear();
  }

  clear() {
    this.records = [];
    this.texts = [];
    this.ntext = 0;
    this.path = []; // of open mappings and sequences
    this.pending = null; // key whose value follows
    this.fault = 0;
    this.place = { line: 0, column: 0 };
  }

  text(text) {
    const bytes = this.encoder.encode(text);
    const at = this.ntext;
    this.texts.push(bytes);
    this.ntext += bytes.length + 1;
    return at;
  }

  refuse(fault, place, sentence) {
    if (this.fault) return;
    this.clear();
    this.fault = fault;
    this.place = place;
    this.text(sentence);
  }

  key(place, text) {
    this.pending = { at: this.text(text), place };
  }

  record(place, kind, quoted, text) {
    if (this.fault) return;
    if (this.records.length >= MOST_NODES) return this.refuse(REFUSED, place, "the text has too many values");
    if (this.path.length) this.path[this.path.length - 1].children++;
    const record = { kind: KINDS[kind], quoted, children: 0, place, key: this.pending, text };
    this.pending = null;
    this.records.push(record);
    return record;
  }

  scalar(place, quoted, text) {
    if (!this.fault) this.record(place, "scalar", quoted, this.text(text));
  }

  open(place, kind) {
    if (this.path.length >= MOST_DEPTH)
      return this.refuse(REFUSED, place, "the text is nested too deeply (more than 64 levels)");
    const record = this.record(place, kind, false, NONE);
    if (record) this.path.push(record);
  }

  close() {
    this.path.pop();
  }

  finish() {
    const size = HEADER + RECORD * this.records.length + this.ntext;
    const bytes = new Uint8Array(size);
    const view = new DataView(bytes.buffer);
    bytes.set(this.encoder.encode(MAGIC));
    const numbers = [size, this.records.length, this.ntext, this.fault, this.place.line, this.place.column];
    numbers.forEach((number, i) => view.setUint32(8 + 4 * i, number, true));
    this.records.forEach((record, i) => {
      const at = HEADER + RECORD * i;
      const key = record.key;
      bytes[at] = record.kind;
      bytes[at + 1] = record.quoted ? 1 : 0;
      const fields = [record.children, record.place.line, record.place.column, key ? key.at : NONE];
      fields.push(key ? key.place.line : 0, key ? key.place.column : 0, record.text);
      fields.forEach((field, k) => view.setUint32(at + 4 + 4 * k, field, true));
    });
    let at = HEADER + RECORD * this.records.length;
    for (const text of this.texts) {
      bytes.set(text, at);
      at += text.length + 1;
    }
    return bytes;
  }
}
