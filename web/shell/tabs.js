// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// tabs.js - panels beside the scene, one of them visible. A tab exists after the first request for its panel.
import { element } from "./dom.js";

export class Tabs {
  /** @param {HTMLElement} parent @param {string[]} order titles of all possible tabs */
  constructor(parent, order) {
    this.order = order;
    this.tabs = new Map();
    this.bar = element("div", { className: "tabs" });
    this.bar.setAttribute("role", "tablist");
    this.holder = element("div", { className: "panels" });
    this.bar.addEventListener("keydown", (event) => this.key(event));
    parent.append(this.bar, this.holder);
  }

  /**
   * Returns the panel of a tab; creates it at the first call.
   * @param {() => void} shown called when it becomes visible
   */
  panel(title, shown = null) {
    if (!this.tabs.has(title)) this.add(title);
    const tab = this.tabs.get(title);
    if (shown) tab.shown.push(shown);
    return tab.panel;
  }

  add(title) {
    const press = element("button", { type: "button" }, title);
    press.setAttribute("role", "tab");
    press.addEventListener("click", () => this.show(title));
    const panel = element("section", { className: "panel", hidden: true });
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-label", title);
    this.tabs.set(title, { press, panel, shown: [] });
    this.holder.append(panel);
    const place = (name) => (this.order.includes(name) ? this.order.indexOf(name) : this.order.length);
    const sorted = [...this.tabs.keys()].sort((a, b) => place(a) - place(b));
    this.bar.replaceChildren(...sorted.map((name) => this.tabs.get(name).press));
    this.bar.hidden = this.tabs.size < 2;
    this.show(this.current ?? title);
  }

  show(title) {
    if (!this.tabs.has(title)) return;
    this.current = title;
    for (const [name, { press, panel }] of this.tabs) {
      panel.hidden = name !== title;
      press.setAttribute("aria-selected", name === title);
      press.tabIndex = name === title ? 0 : -1;
    }
    for (const call of this.tabs.get(title).shown) call();
  }

  /** Shows a word after the title, such as the number of errors; "" removes it. */
  badge(title, text) {
    const tab = this.tabs.get(title);
    if (tab) tab.press.replaceChildren(title, ...(text ? [element("b", { className: "badge" }, text)] : []));
  }

  key(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.code];
    if (!step) return;
    const all = [...this.bar.children];
    const next = all[(all.indexOf(document.activeElement) + step + all.length) % all.length];
    next.click();
    next.focus();
    event.preventDefault();
    event.stopPropagation();
  }
}
