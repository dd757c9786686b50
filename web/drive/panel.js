// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// panel.js - sliders for other inputs and for parameters, and the messages about the model.
import { element } from "../shell/dom.js";
import { showMessages } from "../shell/messages.js";
import { quantityPair } from "../shell/pair.js";
import { Parameters } from "../shell/parameters.js";
import { inputRange } from "../shell/quantity.js";
import { rolesOf } from "./roles.js";

export class Panel {
  /** @param {import("./page.js").DrivePage} page */
  constructor(parent, page) {
    this.page = page;
    this.parent = parent;
    this.sliders = element("section", {});
    this.messages = element("ul", { className: "messages" });
    const parameters = element("section", {});
    parent.append(this.messages, this.sliders, parameters);
    this.parameters = new Parameters(parameters, ({ settings }) => page.setParameters(settings));
    this.resets = [];
  }

  /** @param {string[]} texts files of the model */
  setModel(description, messages, texts) {
    const { others } = rolesOf(description);
    showMessages(this.messages, messages.filter(({ severity }) => severity !== "note"), () => {});
    this.parameters.setModel({ ...description, inputs: [] }, texts);
    const names = JSON.stringify(others);
    if (names === this.names) return;
    this.names = names;
    this.parent.hidden = others.length === 0;
    this.resets = [];
    const rows = others.map((input) => this.slider(input));
    this.sliders.replaceChildren(...(rows.length ? [element("h2", {}, "Inputs")] : []), ...rows);
  }

  /** Returns the range of a slider: that of its role, or wide enough for the typed value. */
  slider({ index, name }) {
    const nothing = { value: 0, unit: "" };
    const usual = inputRange(name);
    const range = ({ value }) => ({ ...usual, min: Math.min(usual.min, 2 * value), max: Math.max(usual.max, 2 * value) });
    const pair = quantityPair(name, nothing, range, (value) => this.page.order("slide", { input: index, value }));
    this.resets.push(() => pair.set(nothing));
    return element("div", { className: "control" }, element("span", { title: name }, name), pair.slider, pair.field);
  }

  resetSliders() {
    for (const reset of this.resets) reset();
  }
}
