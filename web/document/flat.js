// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// flat.js - makes the flat document of a YAML text with the package `yaml`: the same bytes as the library with libfyaml
// (src/model/document), with the same refusals. Messages about invalid YAML are those of the package.
import { isAlias, isMap, isPair, isScalar, isSeq, parseAllDocuments } from "yaml";
import { FlatWriter, REFUSED, SYNTAX } from "./writer.js";
import { checkBytes, textOf } from "./bytes.js";
import { Places } from "./places.js";

/** A refusal that ends the document. */
class Refusal extends Error {
  constructor(place, sentence) {
    super(sentence);
    this.place = place;
  }
}

const ANCHOR = "anchors ('&') are not supported: use parameters";
const TAG = "tags ('!') are not supported";
const ALIAS = "aliases ('*') are not supported: use parameters";
const KEY = "a key must be a plain text";
const MERGE = "merge keys ('<<') are not supported: write the values out";
const ZERO = "a text must not contain a zero byte";
const SECOND = "a model file has one document, but a second begins here";

/** Writes the nodes of a document in the order of the text. */
class Walker {
  constructor(writer, places, limit) {
    this.writer = writer;
    this.places = places;
    this.limit = limit; // offset of the first syntax error; nodes after it are ignored
    this.last = { line: 1, column: 1 }; // of the last token; empty values have no position
  }

  refuse(sentence) {
    throw new Refusal(this.last, sentence);
  }

  see(node) {
    if (node.range[0] >= this.limit) throw new Refusal(null, "");
    const block = node.type === "BLOCK_LITERAL" || node.type === "BLOCK_FOLDED"; // begins on the line after its sign
    this.last = block ? this.places.below(node.range[0]) : this.places.at(node.range[0]);
  }

  checkProperties(node) {
    if (node.anchor !== undefined) this.refuse(ANCHOR);
    if (node.tag !== undefined) this.refuse(TAG);
  }

  scalar(node, asKey) {
    const empty = node.source === "" && node.type === "PLAIN" && node.range[0] === node.range[1];
    if (!empty) this.see(node);
    this.checkProperties(node);
    const text = node.value === null ? "" : String(node.value);
    if (text.includes("\0")) this.refuse(ZERO);
    if (!asKey) {
      const quoted = node.type === "QUOTE_SINGLE" || node.type === "QUOTE_DOUBLE";
      return this.writer.scalar(this.last, quoted, text);
    }
    this.writer.key(this.last, text);
    if (text === "<<") this.refuse(MERGE);
  }

  key(node) {
    if (node === null) return this.writer.key(this.last, "");
    if (isAlias(node)) return this.see(node), this.refuse(ALIAS);
    if (isScalar(node)) return this.scalar(node, true);
    this.see(node);
    this.checkProperties(node);
    this.refuse(KEY);
  }

  open(node, kind) {
    this.see(node);
    this.checkProperties(node);
    this.writer.open(this.last, kind);
  }

  value(node) {
    if (node === null || node === undefined) return this.writer.scalar(this.last, false, "");
    if (isAlias(node)) return this.see(node), this.refuse(ALIAS);
    if (isScalar(node)) return this.scalar(node, false);
    if (isMap(node)) {
      this.open(node, "mapping");
      for (const pair of node.items) this.pair(pair);
    } else if (isSeq(node)) {
      this.open(node, "sequence");
      for (const item of node.items) isPair(item) ? this.single(item) : this.value(item);
    }
    this.writer.close();
  }

  pair(pair) {
    this.key(pair.key);
    this.value(pair.value);
  }

  /** `[a: 1]`: a mapping of one pair without braces. */
  single(pair) {
    if (pair.key) this.see(pair.key);
    this.writer.open(this.last, "mapping");
    this.pair(pair);
    this.writer.close();
  }
}

function firstError(documents) {
  let first = null;
  for (const document of documents)
    for (const error of document.errors) if (!first || error.pos[0] < first.pos[0]) first = error;
  return first;
}

function walk(writer, text) {
  const options = { schema: "failsafe", version: "1.2", uniqueKeys: false, prettyErrors: false, stringKeys: false };
  const documents = parseAllDocuments(text, options);
  if (!Array.isArray(documents)) return; // empty
  const places = new Places(text);
  const error = firstError(documents);
  const walker = new Walker(writer, places, error ? error.pos[0] : Infinity);
  try {
    documents.forEach((document, i) => {
      if (i > 0) {
        walker.last = places.at(document.range[0]);
        walker.refuse(SECOND);
      }
      if (document.contents !== null) walker.value(document.contents);
    });
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal;
    if (refusal.place) return writer.refuse(REFUSED, refusal.place, refusal.message);
  }
  if (error) writer.refuse(SYNTAX, places.at(error.pos[0]), `not valid YAML: ${error.message.split("\n")[0]}`);
}

/**
 * Returns the flat document of a text; of an invalid text a document with the mistake and its place.
 * @param {string | Uint8Array} input
 * @returns {Uint8Array}
 */
export function flatten(input) {
  const writer = new FlatWriter();
  const bytes = typeof input === "string" ? new TextEncoder().encode(input) : input;
  const fault = checkBytes(bytes);
  if (fault) writer.refuse(REFUSED, fault.place, fault.sentence);
  else walk(writer, textOf(bytes));
  return writer.finish();
}
