// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// gamepad.js - gamepads of the standard layout: triggers are the pedals, the left stick steers, the right stick aims.

const DEAD = 0.08; // dead zone of a stick
const ONCE = { 3: ["nextSeat"], 4: ["shift", -1], 5: ["shift", 1], 8: ["reset"], 9: ["togglePause"] };

const stick = (x) => (Math.abs(x) < DEAD ? 0 : (Math.sign(x) * (Math.abs(x) - DEAD)) / (1 - DEAD));

export class Gamepad {
  /** @param {object} page whose methods the buttons call */
  constructor(page) {
    this.page = page;
    this.down = new Set();
    this.seen = "";
  }

  /** Reads the gamepad once a frame. Returns whether controls have changed. */
  poll() {
    const pad = [...(navigator.getGamepads?.() ?? [])].find((each) => each?.connected && each.mapping === "standard");
    this.state = pad ? this.read(pad) : null;
    const now = JSON.stringify(this.state);
    const other = now !== this.seen;
    this.seen = now;
    return other;
  }

  read({ axes, buttons }) {
    for (const [number, [method, argument]] of Object.entries(ONCE)) {
      const pressed = buttons[number]?.pressed;
      if (pressed && !this.down.has(number)) this.page[method](argument);
      this.down[pressed ? "add" : "delete"](number);
    }
    const part = (x) => Math.round(100 * x) / 100;
    return {
      go: part(buttons[7]?.value ?? 0), back: part(buttons[6]?.value ?? 0), hand: buttons[0]?.pressed ? 1 : 0,
      steer: part(-stick(axes[0] ?? 0)), turn: part(-stick(axes[2] ?? 0)), lift: part(-stick(axes[3] ?? 0)),
    };
  }

  add(pressed) {
    const { state } = this;
    if (!state) return;
    for (const what of ["go", "back", "hand"]) pressed[what] = Math.max(pressed[what], state[what]);
    for (const what of ["steer", "turn", "lift"]) if (state[what] !== 0) pressed[what] = state[what];
    if (state.steer !== 0) pressed.straight = true;
  }
}
