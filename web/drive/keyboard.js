// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// keyboard.js - keys by their position on the keyboard.

/** Held keys: their contributions to the controls. */
const HELD = {
  ArrowUp: ["go", 1], KeyW: ["go", 1],
  ArrowDown: ["back", 1], KeyS: ["back", 1],
  ArrowLeft: ["steer", 1], KeyA: ["steer", 1],
  ArrowRight: ["steer", -1], KeyD: ["steer", -1],
  Space: ["hand", 1],
  KeyJ: ["turn", 1], KeyL: ["turn", -1],
  KeyI: ["lift", 1], KeyK: ["lift", -1],
};

/** Keys with a single action: methods of the page and their arguments. */
const ONCE = {
  KeyE: ["shift", 1], PageUp: ["shift", 1],
  KeyQ: ["shift", -1], PageDown: ["shift", -1],
  KeyG: ["toggleManual"],
  KeyN: ["neutral"],
  KeyX: ["toggleLow"],
  KeyC: ["nextSeat"],
  KeyP: ["togglePause"],
  KeyT: ["nextSpeed"],
  KeyR: ["reset"], Backspace: ["reset"],
  KeyV: ["toggleReplay"],
  KeyH: ["toggleHelp"],
};

/** Returns whether the focused element uses a key: letters in a field, arrows on a slider. */
function isTaken({ target, code }) {
  if (target?.closest?.("input[type=range]")) return code.startsWith("Arrow") || code.startsWith("Page");
  return target?.closest?.("input, select, textarea, dialog, [contenteditable]");
}

/** Removes the focus from a clicked control, so that keys act on the page again. */
function giveBack({ target }) {
  target?.closest?.("button, summary, input[type=range]")?.blur();
}

export class Keyboard {
  /** @param {object} page whose methods the keys call @param {() => void} changed called when a held key changes */
  constructor(page, changed) {
    this.page = page;
    this.changed = changed;
    this.held = new Set();
    addEventListener("keydown", (event) => this.down(event));
    addEventListener("keyup", (event) => this.up(event));
    addEventListener("blur", () => this.release());
    addEventListener("pointerup", giveBack);
    addEventListener("change", ({ target }) => target.tagName === "SELECT" && target.blur());
  }

  down(event) {
    if (event.ctrlKey || event.altKey || event.metaKey || isTaken(event)) return;
    const [method, argument] = ONCE[event.code] ?? (event.key === "?" ? ["toggleHelp"] : []);
    if (event.code in HELD) this.hold(event);
    else if (!method) return;
    else if (!event.repeat) this.page[method](argument);
    event.preventDefault();
  }

  hold(event) {
    if (this.held.has(event.code)) return;
    this.held.add(event.code);
    this.changed();
  }

  up(event) {
    if (this.held.delete(event.code)) this.changed();
  }

  release() {
    this.held.clear();
    this.changed();
  }

  /** Adds its contributions. @param {typeof import("./driver.js").IDLE} pressed */
  add(pressed) {
    for (const code of this.held) {
      const [what, value] = HELD[code];
      if (what === "go" || what === "back" || what === "hand") pressed[what] = 1;
      else pressed[what] = Math.min(Math.max(pressed[what] + value, -1), 1);
    }
  }
}
