// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// controls.js - all controls together, sent to the worker when they change.
import { IDLE } from "./driver.js";
import { Gamepad } from "./gamepad.js";
import { Keyboard } from "./keyboard.js";
import { Pointer } from "./pointer.js";
import { Touch } from "./touch.js";

export class Controls {
  constructor(page) {
    this.page = page;
    const changed = () => this.send();
    this.gamepad = new Gamepad(page);
    this.parts = [new Keyboard(page, changed), new Pointer(page.sceneArea, page.seats, changed), new Touch(page.sceneArea, changed), this.gamepad];
    this.sent = "";
  }

  /** Polls the gamepads once a frame. */
  poll() {
    if (this.page.description && this.gamepad.poll()) this.send();
  }

  send() {
    const pressed = { ...IDLE };
    for (const part of this.parts) part.add(pressed);
    const text = JSON.stringify(pressed);
    if (text === this.sent || !this.page.description) return;
    this.sent = text;
    this.page.order("press", { pressed });
    if (pressed.go > 0) this.page.help.known();
  }
}
