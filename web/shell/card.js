// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// card.js - what was clicked in the scene: a body, joint or force by name, where it is, and the outputs that name it; its
// path and a camera that goes along are a button away.
import { button, element } from "./dom.js";

const number = (x) => (Number.isFinite(x) ? String(Number(x.toPrecision(5))) : "–");

function nameOf(chosen, description) {
  if (chosen.kind === "body") return description.bodies[chosen.index]?.name;
  return (chosen.kind === "joint" ? description.joints : description.forces)[chosen.index];
}

function rowsOf(chosen, name, { description, trajectory, time }) {
  const i = trajectory.find(time);
  const rows = [];
  if (chosen.kind === "body" && chosen.index > 0) {
    const pose = trajectory.poses(i).subarray(7 * (chosen.index - 1));
    rows.push(["x, y, z", `${[0, 1, 2].map((k) => number(pose[k])).join(", ")} m`]);
  }
  description.outputs.forEach((output, k) => {
    if (output.name.startsWith(`${name}.`) || output.name.includes(`.${name}.`) || output.name === name)
      rows.push([output.name, `${number(trajectory.value(i, k))} ${output.unit}`]);
  });
  return rows;
}

export class Card {
  /** @param {object} page with scene, state(), follow(), trace() */
  constructor(parent, page) {
    this.page = page;
    this.chosen = null;
    this.title = element("strong", {});
    this.table = element("table", {});
    this.buttons = element("div", { className: "row" },
      button("trace", "path of the point that was clicked (T)", () => this.trace()),
      button("no traces", "take the paths away", () => page.clearTraces()),
      button("follow", "the camera goes with it (F)", () => page.follow(this.body() ?? 0)),
      button("✕", "close", () => this.choose(null)),
    );
    this.root = element("section", { className: "card", hidden: true }, this.title, this.table, this.buttons);
    parent.append(this.root);
    this.listen(page.scene.renderer.domElement);
  }

  /** A click is a press that does not move. */
  listen(canvas) {
    let pressed = null;
    canvas.addEventListener("pointerdown", (event) => (pressed = [event.offsetX, event.offsetY]));
    canvas.addEventListener("pointerup", (event) => {
      const still = pressed && Math.hypot(event.offsetX - pressed[0], event.offsetY - pressed[1]) < 4;
      if (still && this.page.description) this.choose(this.page.scene.pick(event.offsetX, event.offsetY));
    });
  }

  choose(chosen) {
    this.chosen = chosen;
    this.update();
  }

  /** Number of the body that was clicked, or that a joint's sign is fixed to; null: none that moves. */
  body() {
    return this.chosen?.body > 0 ? this.chosen.body : null;
  }

  trace() {
    if (this.body() !== null) this.page.trace(this.chosen.body, this.chosen.point);
  }

  update() {
    const state = this.page.state();
    const name = this.chosen && nameOf(this.chosen, state.description);
    this.root.hidden = !name;
    if (!name) return;
    this.title.textContent = `${this.chosen.kind} ${name}`;
    const cells = rowsOf(this.chosen, name, state).map((row) => element("tr", {}, ...row.map((text) => element("td", {}, text))));
    this.table.replaceChildren(...cells);
  }
}
