// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// swinger.js - which mode is shown, and how strongly.
import { element, select } from "../shell/dom.js";
import { nameOf, swing, usualSize } from "./shapes.js";

export class Swinger {
  /** @param {{pose: number[], modes: object[]}} shapes @param {(trajectory: object) => void} show */
  constructor(parent, shapes, show) {
    this.shapes = shapes;
    this.show = show;
    this.length = 1;
    const names = shapes.modes.map((mode, i) => [String(i), nameOf(mode, i)]);
    const first = Math.max(shapes.modes.findIndex((mode) => mode.im > 0), 0);
    this.choice = select("mode that is shown", names, String(first), () => this.change());
    this.amplitude = element("input", { type: "range", min: 0, max: 3, step: 0.05, value: 1 });
    this.amplitude.setAttribute("aria-label", "amplitude");
    this.amplitude.addEventListener("input", () => this.change());
    const line = element("label", { className: "row" }, element("span", {}, "amplitude"), this.amplitude);
    if (names.length > 0) parent.append(element("div", { className: "swinger" }, this.choice, line));
  }

  /** @param {number} length of the mechanism */
  start(length) {
    this.length = length;
    this.change();
  }

  change() {
    const { pose, modes } = this.shapes;
    const mode = modes[Number(this.choice.value)] ?? { re: 0, im: 0, real: pose.map(() => 0), imaginary: pose.map(() => 0) };
    this.show(swing(pose, mode, Number(this.amplitude.value) * usualSize(mode, this.length)));
  }
}
