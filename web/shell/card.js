// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// card.js - card of the selected body, joint, force or subsystem: name, kind, ends, and values of its signals at the
// displayed time, with buttons for its path, a camera that follows it, and its place in the text.
import { button, element } from "./dom.js";
import { icon } from "./icons.js";

const SORTS = { body: "bodies", joint: "joints", force: "forces", subsystem: "subsystems" };
const PREFIX = { body: "", joint: "joint.", force: "force.", subsystem: "subsystem." };
const AXES = ["x", "y", "z"];

const NOTHING = 1e-12; // rounding

const number = (x) => (!Number.isFinite(x) ? "–" : Math.abs(x) < NOTHING ? "0" : String(Number(x.toPrecision(5))));

export const sortOf = (chosen) => SORTS[chosen.kind];
export const elementOf = (chosen, { elements }) => elements[sortOf(chosen)]?.[chosen.index];

/** Returns the names of the signals of an element, from the words of the engine. */
export const signalsOf = (chosen, { name }, words) => words.map((word) => `${PREFIX[chosen.kind]}${name}.${word}`);

/**
 * Returns the columns of an element, with vectors in one row. @param {string[]} order names of the columns
 * @returns {Array<{word: string, unit: string, columns: number[]}>}
 */
export function rowsOf(chosen, { name }, outputs, order = []) {
  const prefix = `${PREFIX[chosen.kind]}${name}.`;
  const rows = [];
  outputs.forEach((output, column) => {
    if (!output.name.startsWith(prefix)) return;
    const word = output.name.slice(prefix.length);
    const vector = AXES.includes(word.split(".").pop()) && word.includes(".") ? word.slice(0, -2) : null;
    const last = rows.at(-1);
    if (vector && last?.word === vector) last.columns.push(column);
    else rows.push({ word: vector ?? word, unit: output.unit, columns: [column] });
  });
  const place = ({ word }) => (order.indexOf(prefix + word) + 1 || order.length + 1);
  return rows.sort((a, b) => place(a) - place(b));
}

function wordsOfEnds(names) {
  if (names.length > 2) return `on ${names.length} bodies`;
  return names.length === 2 ? `between ${names.join(" and ")}` : names.map((name) => `on ${name}`).join("");
}

export class Card {
  /** @param {object} page with scene, state(), follow(), trace(), watch(), goTo() */
  constructor(parent, page) {
    this.page = page;
    this.chosen = null;
    /** Called with the selection, or null. */
    this.onChoose = () => {};
    this.title = element("strong", {});
    this.between = element("p", { className: "soft" });
    this.table = element("table", {});
    this.traceButton = button("trace", "path of the clicked point (T)", () => this.trace());
    this.followButton = button("follow", "the camera follows it (F)", () => page.follow(this.body() ?? 0));
    this.textButton = button("text", "its place in the model file", () => page.goTo(this.element()));
    this.buttons = element("div", { className: "row" }, this.traceButton,
      button("no traces", "remove the paths", () => page.clearTraces()), this.followButton, this.textButton,
      button(icon("close"), "close (Escape)", () => this.choose(null)));
    const parts = [this.title, this.between, this.table, this.buttons];
    this.root = element("section", { className: "card", hidden: true }, ...parts);
    this.root.setAttribute("aria-label", "what is chosen");
    parent.append(this.root);
    this.listen(page.scene.renderer.domElement);
  }

  /** Detects clicks: presses without motion. */
  listen(canvas) {
    let pressed = null;
    canvas.addEventListener("pointerdown", (event) => (pressed = [event.offsetX, event.offsetY]));
    canvas.addEventListener("pointerup", (event) => {
      const still = pressed && Math.hypot(event.offsetX - pressed[0], event.offsetY - pressed[1]) < 4;
      if (still && this.page.description) this.choose(this.page.scene.pick(event.offsetX, event.offsetY));
    });
  }

  element() {
    return this.chosen && elementOf(this.chosen, this.page.state().description);
  }

  /** @param {{kind: string, index: number, body?: number, point?: number[]} | null} chosen */
  choose(chosen) {
    this.chosen = chosen;
    this.onChoose(chosen);
    this.show();
    this.update();
  }

  /** Returns the body that was clicked, or on which a joint or force acts; null: none that moves. */
  body() {
    if (!this.chosen) return null;
    if (this.chosen.body > 0) return this.chosen.body;
    const own = this.chosen.kind === "body" ? [this.chosen.index] : this.element()?.body ?? [];
    return own.find((body) => body > 0) ?? null;
  }

  trace() {
    if (this.body() !== null) this.page.trace(this.body(), this.chosen.point ?? this.pointOn(this.body()));
  }

  /** Returns the end of a joint or force on a body; the origin of a body. */
  pointOn(body) {
    const { body: bodies = [], p = [] } = this.element();
    const end = bodies.indexOf(body);
    return end < 0 ? [0, 0, 0] : p.slice(3 * end, 3 * end + 3);
  }

  /** Shows the constant part. */
  show() {
    const found = this.element();
    this.root.hidden = !found;
    if (!found) return;
    const { bodies } = this.page.state().description;
    const ends = [...new Set(found.body ?? [])].map((body) => bodies[body].name);
    this.title.textContent = `${this.chosen.kind} ${found.name}`;
    this.between.textContent = [found.kind === "body" ? "" : found.kind, wordsOfEnds(ends)].filter(Boolean).join(" ");
    this.traceButton.disabled = this.followButton.disabled = this.body() === null;
    this.textButton.disabled = !found.line;
    this.rows = null;
  }

  update() {
    const found = this.element();
    if (!found) return void (this.root.hidden = true);
    const { description, trajectory, time } = this.page.state();
    if (this.rows?.trajectory !== trajectory) this.layOut(found, description, trajectory);
    const i = trajectory.find(time);
    for (const { columns, unit, cell } of this.rows.list)
      cell.textContent = `${columns.map((k) => number(trajectory.value(i, k))).join(", ")} ${unit}`;
  }

  /** Creates the cells for a model, which are filled at each time. */
  layOut(found, description, trajectory) {
    const posesAlone = trajectory.noutputs !== description.outputs.length; // rows of a report without outputs
    const rows = posesAlone ? [] : rowsOf(this.chosen, found, description.outputs, this.page.asks.watched);
    const list = rows.map((row) => ({ ...row, cell: element("td", {}) }));
    this.rows = { trajectory, list };
    this.table.replaceChildren(...list.map(({ word, cell }) => element("tr", {}, element("td", {}, word), cell)));
  }
}
