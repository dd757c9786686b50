// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// bar.js - the buttons above the scene: views, followed body, arrows, downloads, help.
import { button, element, select } from "./dom.js";
import { icon } from "./icons.js";

const ARROWS = [
  ["none", "no arrows"], ["all", "all arrows"], ["reactions", "arrows of joints"], ["forces", "arrows of forces"],
  ["chosen", "arrows of what is chosen"],
];
const WORDS = { orbit: "all", front: "front", side: "side", top: "top" };

export class Bar {
  /** @param {object} page with scene, player, and the calls of the buttons */
  constructor(parent, page) {
    this.page = page;
    this.root = element("span", { className: "tools" });
    parent.append(this.root);
  }

  /** Shows the views and bodies of a model. */
  fill(description) {
    const { page } = this;
    const { cameras } = page.scene;
    const views = page.scene.planar ? ["orbit"] : Object.keys(WORDS);
    const bodies = description.bodies.map((body, i) => [String(i), i === 0 ? "stand still" : `follow ${body.name}`]);
    this.follow = select("follow a body", bodies, String(cameras.follow ?? 0), (value) => page.follow(Number(value)));
    this.arrows = select("arrows of forces and reactions (A)", ARROWS, "none", (value) => page.showArrows(value));
    this.parallel = button(icon("parallel"), "parallel or perspective (P)", () => this.project());
    this.root.replaceChildren(
      ...views.map((name) => button(WORDS[name], `view: ${WORDS[name]}`, () => cameras.view(name))),
      this.parallel,
      this.follow,
      this.arrows,
      button("picture", "save a picture (PNG)", () => save(`${description.name}.png`, page.scene.picture())),
      button("CSV", "save the outputs (CSV)", () => save(`${description.name}.csv`, table(page.state()))),
      button("?", "keys and help (?)", () => page.help.toggle()),
    );
    this.show();
  }

  project() {
    const { cameras } = this.page.scene;
    cameras.use(cameras.current === cameras.perspective);
    cameras.touched = true;
    this.show();
  }

  /** Shows which buttons are active. */
  show() {
    if (!this.follow) return;
    const { cameras } = this.page.scene;
    this.follow.value = String(cameras.follow ?? 0);
    this.arrows.value = this.page.asks.arrows ? this.page.scene.arrows.wanted : "none";
    this.parallel.setAttribute("aria-pressed", cameras.current === cameras.parallel);
  }
}

/** Returns time and outputs of all rows as CSV. */
export function csv({ description, trajectory }) {
  const quoted = (text) => (/[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const names = description.outputs.map((o) => quoted(o.unit ? `${o.name} [${o.unit}]` : o.name));
  const lines = [["time [s]", ...names].join(",")];
  for (let i = 0; i < trajectory.n; i++)
    lines.push([trajectory.time(i), ...description.outputs.map((_, k) => trajectory.value(i, k))].join(","));
  return lines.join("\n") + "\n";
}

const table = (state) => URL.createObjectURL(new Blob([csv(state)], { type: "text/csv" }));

function save(name, address) {
  element("a", { href: address, download: name.replaceAll(/[^\w.-]+/g, "-") }).click();
  if (address.startsWith("blob:")) setTimeout(() => URL.revokeObjectURL(address), 10000);
}
