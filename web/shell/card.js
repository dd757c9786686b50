// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// card.js - what was clicked in the scene: a body or joint by name, where it is, and the outputs that name it.
import { element } from "./dom.js";

const number = (x) => (Number.isFinite(x) ? x.toPrecision(5) : "–");

function rowsOf(chosen, { description, trajectory, time }) {
  const i = trajectory.find(time);
  const rows = [];
  let name;
  if (chosen.kind === "body") {
    ({ name } = description.bodies[chosen.index]);
    const poses = trajectory.poses(i);
    const at = 7 * (chosen.index - 1);
    if (chosen.index > 0) rows.push(["x, y, z", `${[0, 1, 2].map((k) => number(poses[at + k])).join(", ")} m`]);
  } else name = chosen.kind === "joint" ? description.joints[chosen.index] : description.forces[chosen.index];
  description.outputs.forEach((output, k) => {
    if (output.name.split(".").includes(name)) rows.push([output.name, `${number(trajectory.value(i, k))} ${output.unit}`]);
  });
  return { title: `${chosen.kind} ${name}`, rows };
}

export function makeCard(parent, scene, state) {
  const card = element("section", { className: "card" });
  let chosen = null;
  const update = () => {
    if (!chosen) return card.replaceChildren();
    const { title, rows } = rowsOf(chosen, state());
    const table = element("table", {}, ...rows.map(([key, value]) => element("tr", {}, element("td", {}, key), element("td", {}, value))));
    card.replaceChildren(element("strong", {}, title), table);
  };
  let pressed = null;
  scene.renderer.domElement.addEventListener("pointerdown", (event) => (pressed = [event.offsetX, event.offsetY]));
  scene.renderer.domElement.addEventListener("pointerup", (event) => {
    const still = pressed && Math.hypot(event.offsetX - pressed[0], event.offsetY - pressed[1]) < 4;
    if (!still) return;
    chosen = scene.pick(event.offsetX, event.offsetY);
    update();
  });
  parent.append(card);
  return { update };
}
