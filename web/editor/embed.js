// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// embed.js - data of a page inside its HTML text.

const BEGIN = '<script type="application/json" id="jounce-data">';
const END = "</script>";

/** Returns JSON that cannot end its script element. */
export function encodeData(data) {
  return JSON.stringify(data).replaceAll("<", "\\u003c");
}

/** Returns the page with other data. */
export function embedData(html, data) {
  const begin = html.indexOf(BEGIN);
  const end = html.indexOf(END, begin);
  if (begin < 0 || end < 0) throw new Error("this page has no place for data");
  return html.slice(0, begin + BEGIN.length) + encodeData(data) + html.slice(end);
}
