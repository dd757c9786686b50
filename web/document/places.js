// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// places.js - line and column of an offset in a text; columns count characters, not UTF-16 units.

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
      if (unit < 0xdc00 || unit > 0xdfff) column++; // a surrogate pair is one character
    }
    return { line: low + 1, column };
  }

  /** Returns the offset of a line and column; the nearest one if the text has no such place. */
  offset(line, column) {
    const row = Math.min(Math.max(line, 1), this.starts.length) - 1;
    const end = row + 1 < this.starts.length ? this.starts[row + 1] - 1 : this.text.length;
    let offset = this.starts[row];
    for (let i = 1; i < column && offset < end; i++) offset += this.text.codePointAt(offset) > 0xffff ? 2 : 1;
    return offset;
  }

  /** The beginning of the next line. */
  below(offset) {
    return { line: this.at(offset).line + 1, column: 1 };
  }
}
