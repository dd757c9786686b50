// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// asks.js - signals that rows have besides the outputs of the model: those the user has added, those of what is chosen,
// those of arrows. Another one means another run of the same motion.
import { sourcesOf } from "../scene/sources.js";
import { elementOf, signalsOf, sortOf } from "./card.js";

export class Asks {
  /** @param {object} page with description, engine, loadAgain() */
  constructor(page) {
    this.page = page;
    this.signals = []; // added by the user
    this.asked = []; // the one that is on its way: it must be known
    this.watched = []; // those of what is chosen
    this.arrows = false;
  }

  /** What would be good to have; what the model does not know by now is left out. */
  wish() {
    const arrows = this.arrows ? sourcesOf(this.page.description).flatMap((source) => source.ask) : [];
    return [...this.signals, ...this.watched, ...arrows];
  }

  /** Added by name, a vector by one of its components. */
  isAdded(name) {
    return [...this.signals, ...this.asked].some((signal) => name === signal || name.startsWith(`${signal}.`));
  }

  async add(name) {
    if (this.signals.includes(name)) return;
    this.asked = [name];
    const good = await this.page.loadAgain();
    this.asked = [];
    if (good) this.signals.push(name);
  }

  async setArrows(on) {
    if (on === this.arrows) return;
    this.arrows = on;
    if (!(await this.page.loadAgain())) this.arrows = false;
  }

  /** All signals of an element, unless another is chosen meanwhile. */
  async watch(chosen) {
    const { page } = this;
    const found = chosen && elementOf(chosen, page.description);
    if (!found || !page.simulating) return;
    const words = await page.engine.call("signals", { sort: sortOf(chosen), index: chosen.index });
    const names = signalsOf(chosen, found, words);
    if (page.card.chosen !== chosen || names.every((name) => this.watched.includes(name))) return;
    this.watched = names;
    if (!(await page.loadAgain())) this.watched = [];
  }
}
