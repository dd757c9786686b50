// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// places.js - line and column of an offset into a text; columns count characters, not units of UTF-16.

export class Places {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
    this.starts = [0];
    for (let i = 0; i < text.length; i++) {
      const c = text[i];
      if (c === "\n" || (c === "\r" && text[i + 1] !== "\n")) this.starts.push(i + 1);
    }
  }

  /** @param {number} offset */
  at(offset) {
    let low = 0;
    let high = this.starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.starts[middle] <= offset) low = middle;
      else high = middle;
    }
    let column = 1;
    for (let i = this.starts[low]; i < offset; i++) {
      const unit = this.text.charCodeAt(i);
      if (unit < 0xdc00 || unit > 0xdfff) column++; // the second half of a pair counts with the first
    }
    return { line: low + 1, column };
  }

  /** The beginning of the next line. */
  below(offset) {
    return { line: this.at(offset).line + 1, column: 1 };
  }
}
