// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// asks.js - signals that rows have in addition to the outputs of the model: those added by the user, those of the
// selection, those of arrows. A new one needs another run of the same motion.
import { sourcesOf } from "../scene/sources.js";
import { elementOf, signalsOf, sortOf } from "./card.js";

export class Asks {
  /** @param {object} page with description, engine, loadAgain() */
  constructor(page) {
    this.page = page;
    this.signals = []; // added by the user
    this.asked = []; // signal that was just requested: an unknown name is an error
    this.watched = []; // signals of the selection
    this.arrows = false;
  }

  /** Returns the optional signals; unknown ones are omitted. */
  wish() {
    const arrows = this.arrows ? sourcesOf(this.page.description).flatMap((source) => source.ask) : [];
    return [...this.signals, ...this.watched, ...arrows];
  }

  /** Adds a signal by its name; a vector by one of its components. */
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

  /** Requests all signals of an element, unless the selection changes meanwhile. */
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
