// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// parameters.js - parameters of the model as sliders in the units of the file, inputs as controls. Changes are sent at
// once.
import { openParameters } from "./code.js";
import { button, element } from "./dom.js";
import { quantityPair } from "./pair.js";
import { inputRange, parameterQuantity, rangeOf } from "./quantity.js";

const MANY = 12; // number from which there is a search field

function controlRow(name, { slider, field }, last) {
  return element("div", { className: "control" }, element("span", { title: name }, name), slider, field, last);
}

export class Parameters {
  /** @param {(change: {settings: Record<string, string>, held: Record<string, number>}) => Promise<any>} change */
  constructor(panel, change) {
    this.panel = panel;
    this.change = change;
    this.settings = {};
    this.held = {};
    this.own = new Map(); // values of the model without the changes of the user
  }

  /**
   * Shows the controls of a model. If only numbers have changed, values that the user has not set follow the model.
   * @param {string[]} texts files of the model
   */
  setModel(description, texts = []) {
    const parameters = openParameters(description);
    const names = JSON.stringify([parameters.map((p) => p.name), description.inputs]);
    const same = names === this.names;
    for (const p of parameters)
      if (!same || !(p.name in this.settings)) this.own.set(p.name, parameterQuantity(p, texts));
    if (same) return this.follow();
    this.names = names;
    this.settings = {};
    this.held = {};
    this.build({ parameters, inputs: description.inputs });
  }

  follow() {
    for (const control of this.controls)
      if (control.show && !(control.name in this.settings)) control.show(this.own.get(control.name));
  }

  build({ parameters, inputs }) {
    const all = button("reset all", "reset all parameters and inputs", () => this.reset());
    const own = parameters.filter(({ value }) => Number.isFinite(value)).map((p) => this.parameter(p));
    const held = inputs.map((name, i) => this.input(name, i));
    const find = element("input", { type: "search", placeholder: "find", hidden: own.length < MANY });
    find.setAttribute("aria-label", "find a parameter");
    find.addEventListener("input", () => {
      for (const { row, name } of own) row.hidden = !name.includes(find.value);
    });
    this.controls = [...own, ...held];
    const nothing = element("p", { className: "soft" }, "This model has neither parameters nor inputs.");
    this.panel.replaceChildren(
      ...(this.controls.length ? [element("div", { className: "row" }, find, all)] : [nothing]),
      ...(held.length ? [element("h2", {}, "Inputs, held at a value")] : []), ...held.map(({ row }) => row),
      ...(own.length ? [element("h2", {}, "Parameters")] : []), ...own.map(({ row }) => row),
    );
  }

  parameter({ name, description = "" }) {
    const pair = quantityPair(name, this.own.get(name), rangeOf, (_, text) => this.set(name, text));
    const back = button("↺", `${name}: as in the model`, () => (pair.set(this.own.get(name)), this.set(name, null)));
    const row = controlRow(name, pair, back);
    row.title = description;
    return { row, name, show: pair.set };
  }

  input(name, index) {
    const nothing = { value: 0, unit: "" };
    const range = ({ value }) => {
      const usual = inputRange(name);
      return { ...usual, min: Math.min(usual.min, value), max: Math.max(usual.max, value) };
    };
    const pair = quantityPair(name, nothing, range, (x) => ((box.checked = true), this.hold(index, x)));
    const box = element("input", { type: "checkbox", title: "held at this value" });
    box.setAttribute("aria-label", `hold ${name}`);
    box.addEventListener("change", () => this.hold(index, box.checked ? Number(pair.slider.value) : null));
    const row = controlRow(name, pair, box);
    return { row, name, reset: () => ((box.checked = false), pair.set(nothing)) };
  }

  set(name, text) {
    if (text === null) delete this.settings[name];
    else this.settings[name] = text;
    this.later();
  }

  hold(index, value) {
    if (value === null) delete this.held[index];
    else this.held[index] = value;
    this.later();
  }

  reset() {
    for (const control of this.controls) control.reset?.();
    this.settings = {};
    this.held = {};
    this.later();
  }

  /** Sends a change at once. During the answer to an earlier change only the newest one waits. */
  async later() {
    this.waiting = true;
    if (this.busy) return;
    this.busy = true;
    try {
      while (this.waiting) {
        this.waiting = false;
        await this.change({ settings: { ...this.settings }, held: { ...this.held } });
      }
    } finally {
      this.busy = false;
    }
  }
}
