// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// pointer.js - mouse: dragging steers sideways, accelerates upwards and brakes downwards; with the other button it
// aims. The wheel moves the camera. In the orbit view the mouse turns the view.

const FULL = 160; // px for full steering and full pedal
const FREE = 14; // px, dead zone around the pressed position

const part = (x) => Math.min(Math.max((Math.sign(x) * Math.max(Math.abs(x) - FREE, 0)) / FULL, -1), 1);

export class Pointer {
  /** @param {HTMLElement} area @param {import("./seats.js").Seats} seats @param {() => void} changed */
  constructor(area, seats, changed) {
    this.seats = seats;
    this.changed = changed;
    this.drag = null;
    area.addEventListener("pointerdown", (event) => this.begin(event));
    area.addEventListener("pointermove", (event) => this.move(event));
    for (const end of ["pointerup", "pointercancel"]) area.addEventListener(end, () => this.end());
    area.addEventListener("contextmenu", (event) => event.preventDefault());
    area.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
  }

  begin(event) {
    if (this.seats.name === "orbit" || event.pointerType !== "mouse" || event.target.tagName !== "CANVAS") return;
    event.target.setPointerCapture(event.pointerId);
    this.drag = { x: event.clientX, y: event.clientY, aims: event.button === 2, sideways: 0, upward: 0 };
  }

  move(event) {
    if (!this.drag) return;
    this.drag.sideways = -part(event.clientX - this.drag.x);
    this.drag.upward = -part(event.clientY - this.drag.y);
    this.changed();
  }

  end() {
    this.drag = null;
    this.changed();
  }

  wheel(event) {
    if (this.seats.name === "orbit") return;
    event.preventDefault();
    this.seats.zoom = Math.min(Math.max(this.seats.zoom * Math.exp(event.deltaY / 900), 0.4), 4);
  }

  add(pressed) {
    if (!this.drag) return;
    const { aims, sideways, upward } = this.drag;
    if (aims) return void Object.assign(pressed, { turn: sideways, lift: upward });
    if (sideways !== 0) Object.assign(pressed, { steer: sideways, straight: true });
    if (upward > 0) pressed.go = Math.max(pressed.go, upward);
    else pressed.back = Math.max(pressed.back, -upward);
  }
}
