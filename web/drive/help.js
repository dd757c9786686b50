// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// help.js - help on the controls, in front of the scene until it is closed.
import { button, element } from "../shell/dom.js";
import { icon } from "../shell/icons.js";

const STAYS = 8000; // ms, from the first motion

const kbd = (...keys) => element("span", { className: "keys" }, ...keys.map((key) => element("kbd", {}, key)));

/** Controls: keys, description, and the roles of which one is needed. */
const FIRST = [
  [["↑", "W"], "go", ["throttle"]],
  [["↓", "S"], "brake, then reverse", ["brake", "throttle"]],
  [["←", "→", "A", "D"], "steer", ["steer"]],
  [["space"], "hand brake", ["parking"]],
];
const MORE = [
  [["E", "Q"], "gear up, down by hand", ["gear"]],
  [["G"], "automatic or manual", ["gear"]],
  [["N"], "neutral", ["gear"]],
  [["X"], "low range", ["range"]],
  [["J", "L"], "turret left, right", ["turret_angle"]],
  [["I", "K"], "gun up, down", ["elevation"]],
  [["C"], "camera: chase, seat, bird's eye, orbit", null],
  [["R"], "back to the start", null],
  [["P"], "pause", null],
  [["T"], "slow motion", null],
  [["V"], "replay the drive", null],
  [["H"], "this help", null],
];

const fits = (roles) => ([, , needs]) => needs === null || needs.some((role) => role in roles);
const line = ([keys, what]) => element("li", {}, kbd(...keys), element("span", {}, what));

export class DriveHelp {
  /** @param {HTMLElement} parent */
  constructor(parent) {
    this.root = element("section", { className: "drive-help" });
    this.root.setAttribute("aria-label", "what to press");
    parent.append(this.root);
  }

  setModel(roles, others) {
    const first = FIRST.filter(fits(roles));
    const words = [];
    if (first.length) words.push("mouse: hold the button and drag · pad: stick and triggers · phone: pad and pedals");
    if (others.length) words.push("inputs of other names have sliders in the panel on the right");
    this.root.replaceChildren(
      element("p", { className: "fingers" }, "steer with the pad on the left, accelerate and brake with the pedals on the right"),
      element("ul", { className: "first" }, ...first.map(line)),
      element("details", {}, element("summary", {}, "more keys"), element("ul", {}, ...MORE.filter(fits(roles)).map(line)),
        ...words.map((text) => element("p", { className: "soft" }, text))),
      button(icon("close"), "hide (H)", () => this.show(false)),
    );
    this.show(true);
  }

  show(on) {
    this.root.hidden = !on;
    this.leaving = on ? this.leaving : true;
  }

  /** Hides the help some time after the first motion, unless details are open. */
  known() {
    if (this.leaving) return;
    this.leaving = true;
    setTimeout(() => this.root.querySelector("details")?.open || this.show(false), STAYS);
  }

  toggle() {
    this.show(this.root.hidden);
    this.root.querySelector("details").open = !this.root.hidden;
  }
}
