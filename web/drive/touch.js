// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// touch.js - touch controls: a pad that steers, and two pedals. They appear with the first touch, or if there is no
// mouse.
import { element } from "../shell/dom.js";

export class Touch {
  /** @param {HTMLElement} parent @param {() => void} changed */
  constructor(parent, changed) {
    this.changed = changed;
    this.state = { steer: 0, go: 0, back: 0 };
    this.knob = element("i", {});
    this.pad = element("div", { className: "pad", title: "steer" }, this.knob);
    this.root = element("div", { className: "touch", hidden: !matchMedia("(pointer: coarse)").matches }, this.pad,
      element("div", { className: "pedals" }, this.pedal("back", "brake"), this.pedal("go", "go")));
    parent.append(this.root);
    addEventListener("touchstart", () => (this.root.hidden = false), { passive: true });
    this.listen(this.pad, (event) => this.steer(event), () => this.set({ steer: 0 }));
  }

  /** Follows a finger from an element until it is lifted. */
  listen(area, move, end) {
    area.addEventListener("pointerdown", (event) => {
      area.setPointerCapture(event.pointerId);
      move(event);
    });
    area.addEventListener("pointermove", (event) => area.hasPointerCapture(event.pointerId) && move(event));
    for (const name of ["pointerup", "pointercancel"]) area.addEventListener(name, end);
  }

  pedal(what, word) {
    const made = element("div", { className: `pedal ${what}` }, word);
    made.setAttribute("role", "button");
    this.listen(made, () => this.set({ [what]: 1 }), () => this.set({ [what]: 0 }));
    return made;
  }

  steer(event) {
    const { left, width } = this.pad.getBoundingClientRect();
    const place = Math.min(Math.max((2 * (event.clientX - left)) / width - 1, -1), 1);
    this.set({ steer: -place });
  }

  set(change) {
    Object.assign(this.state, change);
    this.knob.style.left = `${50 - 42 * this.state.steer}%`;
    this.changed();
  }

  add(pressed) {
    const { steer, go, back } = this.state;
    pressed.go = Math.max(pressed.go, go);
    pressed.back = Math.max(pressed.back, back);
    if (steer !== 0) Object.assign(pressed, { steer, straight: true });
  }
}
