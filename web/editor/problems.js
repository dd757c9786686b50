// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// problems.js - places of messages in a text, for underlining.
import { Places } from "../document/places.js";

const SEVERITIES = { fault: "error", warning: "warning", note: "info" };

/** Returns the word, quoted text or sign at an offset; not empty unless the line is. */
function stretch(text, from) {
  const rest = text.slice(from).match(/^("[^"\n]*"|'[^'\n]*'|[^\s,:[\]{}#]+|\S)/);
  if (rest) return { from, to: from + rest[0].length };
  const begin = text.lastIndexOf("\n", from - 1) + 1;
  const before = text.slice(begin, from).trimEnd();
  if (before) return { from: begin + before.search(/\S/), to: begin + before.length };
  return { from, to: Math.min(from + 1, text.length) };
}

/** Simplifies a path: "a/./b/../c" becomes "a/c". */
export function shorten(path) {
  const words = [];
  for (const word of path.split("/"))
    if (word === ".." && words.length && words.at(-1) !== "..") words.pop();
    else if (word !== ".") words.push(word);
  return words.join("/");
}

/** Returns whether two paths name the same file. */
export const isFile = (name, path) => Boolean(name) && shorten(name) === shorten(path);

/**
 * Returns the messages that have a place in this file.
 * @returns {Array<{from: number, to: number, severity: string, message: string}>}
 */
export function problemsIn(path, text, messages) {
  const mine = messages.filter(({ file, line }) => file && line > 0 && isFile(file, path));
  if (mine.length === 0) return [];
  const places = new Places(text);
  return mine
    .map(({ severity, line, column, element, what }) => ({
      ...stretch(text, places.offset(line, column)),
      severity: SEVERITIES[severity] ?? "error",
      message: element ? `${element}: ${what}` : what,
    }))
    .sort((a, b) => a.from - b.from);
}
