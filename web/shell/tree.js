// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tree.js - list of all bodies, joints, forces and subsystems by name, with parts as branches, for elements that are
// hidden in the scene. A branch is filled when it is opened.
import { element } from "./dom.js";

const SORTS = [["bodies", "body"], ["joints", "joint"], ["forces", "force"], ["subsystems", "subsystem"]];
const FEW = 12; // number of names up to which a branch is open at first

/** Splits names at their dots: {leaves: [...], branches: Map}. @param {Array<{name: string, index: number}>} list */
export function branch(list, depth = 0) {
  const made = { leaves: [], branches: new Map() };
  for (const entry of list) {
    const words = entry.name.split(".");
    if (words.length <= depth + 1) made.leaves.push(entry);
    else if (made.branches.has(words[depth])) made.branches.get(words[depth]).push(entry);
    else made.branches.set(words[depth], [entry]);
  }
  return made;
}

export class Tree {
  /** @param {(chosen: {kind: string, index: number}) => void} choose */
  constructor(panel, choose) {
    this.choose = choose;
    this.find = element("input", { type: "search", placeholder: "find a body, joint or force" });
    this.find.setAttribute("aria-label", "find a body, joint or force");
    this.find.addEventListener("input", () => this.show());
    this.list = element("div", { className: "tree" });
    panel.append(element("div", { className: "row" }, this.find), this.list);
  }

  setModel({ elements }) {
    const names = JSON.stringify(SORTS.map(([sort]) => elements[sort].map(({ name, kind }) => [name, kind])));
    if (names === this.names) return;
    this.names = names;
    this.elements = elements;
    this.show();
  }

  show() {
    const wanted = this.find.value.trim().toLowerCase();
    this.list.replaceChildren(...SORTS.flatMap(([sort, kind]) => {
      const all = this.elements[sort].map((one, index) => ({ ...one, index, sort: kind }));
      const found = all.filter(({ name, kind: of }) => `${name} ${of}`.toLowerCase().includes(wanted));
      const open = wanted !== "" || found.length <= FEW;
      return found.length ? [this.fold(`${sort} (${found.length})`, found, 0, open)] : [];
    }));
    this.mark();
  }

  /** Creates a branch that is filled when it opens. */
  fold(title, list, depth, open) {
    const made = element("details", {}, element("summary", {}, title));
    const fill = () => {
      if (made.childElementCount > 1) return;
      const { leaves, branches } = branch(list, depth);
      made.append(...[...branches].map(([name, own]) => this.fold(name, own, depth + 1, own.length <= FEW && open)));
      made.append(...leaves.map((leaf) => this.leaf(leaf, depth)));
      this.mark();
    };
    made.addEventListener("toggle", () => made.open && fill());
    if (open) (made.open = true), fill();
    return made;
  }

  leaf({ name, kind, sort, index }, depth) {
    const short = name.split(".").slice(depth).join(".");
    const made = element("button", { type: "button", title: `${sort} ${name}` }, short, " ");
    if (kind !== "body") made.append(element("span", { className: "soft" }, kind));
    made.dataset.element = `${sort} ${index}`;
    made.addEventListener("click", () => this.choose({ kind: sort, index }));
    return made;
  }

  /** Marks the selection, made here or in the scene. */
  mark(chosen = this.chosen) {
    this.chosen = chosen;
    const own = chosen ? `${chosen.kind} ${chosen.index}` : "";
    for (const leaf of this.list.querySelectorAll("button"))
      leaf.setAttribute("aria-pressed", leaf.dataset.element === own);
  }
}
