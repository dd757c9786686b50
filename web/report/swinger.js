// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// swinger.js - selection of the displayed mode and its amplitude.
import { element, select } from "../shell/dom.js";
import { nameOf, swing, usualSize } from "./shapes.js";

export class Swinger {
  /** @param {{pose: number[], modes: object[]}} shapes @param {() => void} change another mode or amplitude */
  constructor(parent, shapes, change) {
    this.shapes = shapes;
    this.names = shapes.modes.map(nameOf);
    const first = Math.max(shapes.modes.findIndex((mode) => mode.im > 0), 0);
    this.choice = select("mode that is shown", this.names.map((name, i) => [String(i), name]), String(first), change);
    this.amplitude = element("input", { type: "range", min: 0, max: 3, step: 0.05, value: 1 });
    this.amplitude.setAttribute("aria-label", "amplitude");
    this.amplitude.addEventListener("input", change);
    const line = element("label", { className: "row" }, element("span", {}, "amplitude"), this.amplitude);
    if (this.names.length > 0) parent.append(element("div", { className: "swinger" }, this.choice, line));
  }

  /** Returns the mode as a run; at rest if there is none. @param {number} length of the mechanism */
  replay(length) {
    const { pose, modes } = this.shapes;
    const zeros = pose.map(() => 0);
    const i = Number(this.choice.value);
    const mode = modes[i] ?? { re: 0, im: 0, real: zeros, imaginary: zeros };
    const trajectory = swing(pose, mode, Number(this.amplitude.value) * usualSize(mode, length));
    return { run: { name: this.names[i] ?? "at rest", verb: "modes" }, outputs: [], trajectory, moves: true };
  }
}
