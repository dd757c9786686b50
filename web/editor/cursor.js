// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// cursor.js - position of the cursor in a model: as key or value of which entry. The word at the cursor is replaced by
// a mark, which the YAML parser finds, also in an incomplete text.
import { isMap, isScalar, isSeq, parseDocument } from "yaml";

const MARK = "\u0001mark";
const LETTER = /[\w.+-]/;
const IN_FORMULA = /[\w.]/; // where + and - are operators
const NO_RULES = { schema: "failsafe", strict: false, uniqueKeys: false, logLevel: "silent" };

/** Returns the range of the word at an offset: {from, to}. */
export function wordAt(text, offset, letter = LETTER) {
  let from = offset;
  let to = offset;
  while (from > 0 && letter.test(text[from - 1])) from--;
  while (to < text.length && letter.test(text[to])) to++;
  return { from, to };
}

/** Returns whether a word is a key: in a block a key needs its colon; between brackets any word may be one. */
function marked(text, { from, to }) {
  const begin = text.lastIndexOf("\n", from - 1) + 1;
  const end = text.indexOf("\n", to);
  const before = text.slice(begin, from);
  const after = text.slice(to, end < 0 ? undefined : end);
  const alone = /^(\s|-\s)*$/.test(before) && /^\s*(#.*)?$/.test(after);
  return text.slice(0, from) + MARK + (alone ? ":" : "") + text.slice(to);
}

const textOf = (node) => (isScalar(node) ? String(node.value) : "");
const isMark = (node) => isScalar(node) && node.value === MARK;

function childrenOf(node) {
  if (isMap(node)) return node.items.map((pair) => [textOf(pair.key), pair]);
  return isSeq(node) ? [...node.items.entries()] : [];
}

/** Returns the nodes from the root to the one with the mark, each with its key; the mark may be inside a formula. */
function findMark(node, path) {
  if (isMark(node)) return { path, as: "value" };
  if (textOf(node).includes(MARK)) return { path, as: "value", formula: textOf(node)[0] === "=" ? "=" : "formula" };
  for (const [key, child] of childrenOf(node)) {
    const step = [...path, { node, key }];
    if (isMap(node) && isMark(child.key)) return { path: step, as: "key" };
    const found = findMark(isMap(node) ? child.value : child, step);
    if (found) return found;
  }
  return null;
}

/** Between brackets the parser makes a map without braces of a single word with a colon; returns the word. */
function asWritten(found, source) {
  const [list, pair] = found.path.slice(-2).map((step) => step.node);
  const bare = found.as === "key" && isSeq(list) && list.flow && source[pair.range[0]] !== "{";
  return bare ? { path: found.path.slice(0, -1), as: "value" } : found;
}

/** Returns the texts of the entries of a map. */
export function entriesOf(node) {
  if (!isMap(node)) return {};
  const pairs = node.items.filter((pair) => !isMark(pair.key));
  return Object.fromEntries(pairs.map((pair) => [textOf(pair.key), textOf(pair.value)]));
}

/**
 * @returns {{as: "key" | "value", formula?: "=" | "formula", path: Array<{key: string | number, entries: Record<string, string>}>, root: object,
 *   from: number, to: number} | null} the last step of the path is the place itself
 */
export function placeOf(text, offset) {
  const place = placeOfWord(text, wordAt(text, offset));
  return place?.formula ? placeOfWord(text, wordAt(text, offset, IN_FORMULA)) : place;
}

function placeOfWord(text, word) {
  const source = marked(text, word);
  const root = parseDocument(source, NO_RULES).contents;
  const found = findMark(root, []);
  if (!found) return null;
  const { path, as, formula } = asWritten(found, source);
  return { as, formula, path: path.map(({ node, key }) => ({ key, entries: entriesOf(node) })), root, ...word };
}
