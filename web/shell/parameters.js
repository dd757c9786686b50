// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// parameters.js - parameters of the model as sliders, its inputs as controls. A change runs the model again.
import { button, element } from "./dom.js";

const WAIT = 250; // ms without a change, then it runs
const MANY = 12; // from then on they can be searched

/** The range of a slider about a value: a tenth of it to three times; both signs about zero. */
function rangeOf(value) {
  if (value === 0) return [-1, 1];
  return value > 0 ? [0.1 * value, 3 * value] : [3 * value, 0.1 * value];
}

const short = (x) => String(Number(x.toPrecision(6)));

export class Parameters {
  /** @param {(change: {settings: Record<string, string>, held: Record<string, number>}) => void} change */
  constructor(panel, change) {
    this.panel = panel;
    this.change = change;
    this.settings = {};
    this.held = {};
  }

  /** Another model has other controls. In the same with other numbers, what the user has not set follows the model. */
  setModel(description) {
    const names = JSON.stringify([description.parameters.map((p) => p.name), description.inputs]);
    if (names === this.names) return this.follow(description.parameters);
    this.names = names;
    this.settings = {};
    this.held = {};
    this.build(description);
  }

  follow(parameters) {
    for (const { name, value } of parameters)
      if (!(name in this.settings)) this.controls.find((control) => control.name === name && control.show)?.show(value);
  }

  build({ parameters, inputs }) {
    const all = element("button", { type: "button" }, "reset all");
    all.addEventListener("click", () => this.reset());
    const own = parameters.filter(({ value }) => Number.isFinite(value)).map(({ name, value }) => this.parameter(name, value));
    const held = inputs.map((name, i) => this.input(name, i));
    const find = element("input", { type: "search", placeholder: "find", hidden: own.length < MANY });
    find.setAttribute("aria-label", "find a parameter");
    find.addEventListener("input", () => {
      for (const { row, name } of own) row.hidden = !name.includes(find.value);
    });
    this.controls = [...own, ...held];
    this.panel.replaceChildren(
      element("div", { className: "row" }, find, all),
      ...(own.length ? [element("h2", {}, "Parameters (SI units)")] : []), ...own.map(({ row }) => row),
      ...(held.length ? [element("h2", {}, "Inputs, held at a value")] : []), ...held.map(({ row }) => row),
    );
  }

  /** A slider and a field that show the same number. @param {(value: number) => void} take */
  pair(name, value, [min, max], take) {
    const slider = element("input", { type: "range", min, max, step: "any", value });
    const field = element("input", { type: "text", inputMode: "decimal", value: short(value), className: "number" });
    slider.setAttribute("aria-label", name);
    field.setAttribute("aria-label", `${name}, value`);
    slider.addEventListener("input", () => {
      field.value = short(Number(slider.value));
      take(Number(field.value));
    });
    field.addEventListener("change", () => {
      const typed = Number(field.value);
      field.classList.toggle("wrong", !Number.isFinite(typed) || field.value.trim() === "");
      if (field.classList.contains("wrong")) return;
      slider.value = typed;
      take(typed);
    });
    const set = (x) => ((slider.value = x), (field.value = short(x)));
    return { slider, field, set };
  }

  parameter(name, value) {
    const pair = this.pair(name, value, rangeOf(value), (x) => this.set(name, x));
    const back = button("↺", `${name}: as in the model`, () => this.set(name, null));
    const row = element("div", { className: "control" }, element("span", { title: name }, name), pair.slider, pair.field, back);
    return { row, name, show: pair.set };
  }

  input(name, index) {
    const pair = this.pair(name, 0, [-1, 1], (x) => ((box.checked = true), this.hold(index, x)));
    const box = element("input", { type: "checkbox", title: "held at this value" });
    box.setAttribute("aria-label", `hold ${name}`);
    box.addEventListener("change", () => this.hold(index, box.checked ? Number(pair.field.value) : null));
    const row = element("div", { className: "control" }, element("span", { title: name }, name), pair.slider, pair.field, box);
    return { row, name, reset: () => ((box.checked = false), pair.set(0)) };
  }

  set(name, value) {
    if (value === null) delete this.settings[name];
    else this.settings[name] = String(value);
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

  later() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.change({ settings: this.settings, held: this.held }), WAIT);
  }
}
