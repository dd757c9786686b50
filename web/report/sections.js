// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// sections.js - sections of a report (app/page/report.h) as elements. Everything that comes from a model is text.
import { element } from "../shell/dom.js";
import { makeChart } from "./chart.js";
import { quantity } from "./number.js";

const MOST_ROWS = 100; // rows of a table that is shown open

const kinds = {
  badges: ({ rows }) => element("p", { className: "badges" }, ...rows.map(({ tone, text }) =>
    element("span", { className: `mark ${tone}` }, text))),
  cards: ({ rows }) => element("div", { className: "cards" }, ...rows.map(({ name, value, unit, digits }) =>
    element("div", {}, element("b", {}, ...quantity(value, digits, unit)), element("span", {}, name)))),
  facts: ({ rows }) => element("table", { className: "facts-table" }, ...rows.map(factRow)),
  table: makeTable,
  messages: ({ rows }) => element("ul", { className: "messages" }, ...rows.map(({ severity, text }) =>
    element("li", { className: severity }, text))),
  picture: makePicture,
  chart: makeChart,
};

function factRow({ name, value, unit, digits, text }) {
  const nodes = text === undefined ? quantity(value, digits, unit) : [text];
  return element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, ...nodes));
}

/** Returns a picture as an image, which runs no script. */
function makePicture({ title, svg }) {
  const image = element("img", { alt: title, src: URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" })) });
  return element("figure", {}, image);
}

// ---- tables --------------------------------------------------------------------------------------------------------

const isText = (cell) => typeof cell === "string";

/** What is rounding beside the other numbers is shown as zero. */
function cellOf(cell, digits, zero) {
  const nodes = isText(cell) ? [cell] : quantity(cell !== null && Math.abs(cell) <= zero ? 0 : cell, digits);
  return element("td", { className: isText(cell) ? "text" : "" }, ...nodes);
}

/** Numbers before words, words by their letters, what is not known last. */
export function order(a, b) {
  if (a === null || b === null) return (a === null) - (b === null);
  if (isText(a) !== isText(b)) return isText(a) - isText(b);
  return isText(a) ? a.localeCompare(b) : a - b;
}

function makeTable({ heads, rows, note, zero }) {
  const body = element("tbody", {});
  const fill = (list) => body.replaceChildren(...list.map((row) =>
    element("tr", {}, ...row.map((cell, i) => cellOf(cell, heads[i].digits, zero)))));
  let turned = { by: -1, direction: 1 };
  const sort = (by) => {
    turned = { by, direction: by === turned.by ? -turned.direction : 1 };
    fill([...rows].sort((a, b) => (a[by] === null || b[by] === null ? 1 : turned.direction) * order(a[by], b[by])));
  };
  const head = element("tr", {}, ...heads.map(({ name, unit }, i) => {
    const press = element("button", { type: "button", title: "sort" }, unit ? `${name} [${unit}]` : name);
    press.addEventListener("click", () => sort(i));
    return element("th", { scope: "col", className: isText(rows[0]?.[i]) ? "text" : "" }, press);
  }));
  fill(rows);
  const table = element("div", { className: "wide" }, element("table", {}, element("thead", {}, head), body));
  return element("div", {}, table, ...(note ? [element("p", { className: "soft" }, note)] : []));
}

// ---- a section -------------------------------------------------------------------------------------------------------

/** @param {{kind: string, title: string}} section; of a kind that is not known there is nothing to show */
export function makeSection(section) {
  const make = kinds[section.kind];
  if (!make) return element("section", {});
  if (section.kind === "table" && section.rows.length > MOST_ROWS) {
    const summary = element("summary", {}, `${section.title} (${section.rows.length})`);
    return element("details", { className: "section" }, summary, make(section));
  }
  const heading = section.title ? [element("h2", {}, section.title)] : [];
  return element("section", { className: `section of-${section.kind}` }, ...heading, make(section));
}
