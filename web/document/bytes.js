// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// bytes.js - what is looked at before a text is parsed, as in src/model/document/flat_yaml.c: size, UTF-8, control
// characters, directives, very long lines.

const MOST_BYTES = 64 << 20;
const MOST_LINE = 1 << 20;
const LEAST = [0, 0, 0x80, 0x800, 0x10000];

/** Returns the length of the UTF-8 sequence at i; 0: it is not valid. */
function sequenceLength(bytes, i, end) {
  const first = bytes[i];
  const n = first < 0x80 ? 1 : first >> 5 === 6 ? 2 : first >> 4 === 14 ? 3 : first >> 3 === 30 ? 4 : 0;
  if (n > end - i) return 0;
  if (n <= 1) return n;
  let code = first & (0x7f >> n);
  for (let k = 1; k < n; k++) {
    if ((bytes[i + k] & 0xc0) !== 0x80) return 0;
    code = (code << 6) | (bytes[i + k] & 0x3f);
  }
  const surrogate = code >= 0xd800 && code <= 0xdfff;
  return code < LEAST[n] || surrogate || code > 0x10ffff ? 0 : n;
}

function markLength(bytes) {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
}

/** Removes the byte-order mark. */
export function textOf(bytes) {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(markLength(bytes)));
}

/** Returns the mistake in a text with its place; null: none. */
export function checkBytes(bytes) {
  let line = 1;
  let column = 1;
  const fault = (sentence) => ({ place: { line, column }, sentence });
  if (bytes.length - markLength(bytes) > MOST_BYTES)
    return { place: { line: 0, column: 0 }, sentence: "the text is larger than 64 MiB" };
  for (let i = markLength(bytes); i < bytes.length; ) {
    const c = bytes[i];
    const n = sequenceLength(bytes, i, bytes.length);
    if (n === 0) return fault("this is not UTF-8 text");
    if ((c < 0x20 && c !== 9 && c !== 10 && c !== 13) || c === 0x7f)
      return fault("a control character; this is not a text file");
    if (c === 0x25 && column === 1) return fault("directives ('%') are not supported");
    if (column > MOST_LINE) return fault("the line is too long: more than 1 MiB");
    i += n;
    if (c === 10) (line += 1), (column = 1);
    else column += 1;
  }
  return null;
}
