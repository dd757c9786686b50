// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// chooser.js - selection of the plotted outputs, and of any other signal of the model by its name.
import { button, element } from "../shell/dom.js";

const MOST_AT_FIRST = 18;

/** Returns the outputs in order, with their indices; the most important ones first. */
function ranked(outputs) {
  const placed = outputs.map((output, index) => ({ ...output, index }));
  return [...placed.filter((output) => output.first), ...placed.filter((output) => !output.first)];
}

export class Chooser {
  /** @param {() => void} change other outputs are chosen @param {(name: string) => void} ask for a signal */
  constructor(parent, change, ask) {
    this.change = change;
    this.ask = ask;
    this.hidden = null; // names; null: by their number
    this.summary = element("summary", {});
    this.list = element("div", { className: "outputs" });
    this.field = element("input", { type: "text", placeholder: "another signal: crank.vx, joint.A.force, energy" });
    this.field.setAttribute("aria-label", "another signal to plot");
    this.field.spellcheck = false;
    this.field.addEventListener("keydown", (event) => event.key === "Enter" && this.add());
    const line = element("div", { className: "row" }, this.field, button("add", "plot this signal", () => this.add()));
    this.root = element("details", { className: "chooser" }, this.summary, this.list, line);
    parent.append(this.root);
  }

  add() {
    const name = this.field.value.trim();
    if (name) this.ask(name);
    this.field.value = "";
  }

  /** @param {Array<{name: string, unit: string, asked: boolean, first?: boolean}>} outputs */
  setOutputs(outputs, isPlain) {
    this.outputs = outputs;
    this.hidden ??= new Set(ranked(outputs).slice(MOST_AT_FIRST).map((output) => output.name));
    const boxes = outputs.filter(isPlain).map((output) => {
      const box = element("input", { type: "checkbox", checked: !this.hidden.has(output.name) });
      box.addEventListener("change", () => this.set(output.name, box.checked));
      return element("label", {}, box, ` ${output.name}`, element("span", { className: "soft" }, ` ${output.unit}`));
    });
    this.list.replaceChildren(...boxes);
    this.isPlain = isPlain;
    this.count();
  }

  set(name, shown) {
    if (shown) this.hidden.delete(name);
    else this.hidden.add(name);
    this.count();
    this.change();
  }

  count() {
    this.summary.textContent = `${this.chosen().length} of ${this.outputs.filter(this.isPlain).length} outputs`;
  }

  chosen() {
    return ranked(this.outputs).filter((output) => this.isPlain(output) && !this.hidden.has(output.name));
  }
}
