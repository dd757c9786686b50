// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// keep.js - what was edited survives a reload: in the browser's own store, by a hash of the model that the page came
// with.

/** Two FNV sums of 32 bits, of a text. */
export function hashOf(text) {
  let a = 0x811c9dc5;
  let b = 0xcbf29ce4;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul(b ^ (unit + i), 0x01000193);
  }
  return [a, b].map((sum) => (sum >>> 0).toString(16).padStart(8, "0")).join("");
}

export class Keeper {
  /** @param {Storage | null} store */
  constructor(store, data) {
    this.store = store;
    this.key = `jounce-${hashOf(JSON.stringify([data.model, data.files]))}`;
  }

  /** @returns {{texts: Record<string, string>, settings: Record<string, string>} | null} */
  read() {
    try {
      const kept = JSON.parse(this.store?.getItem(this.key) ?? "null");
      return kept?.texts && kept.settings ? kept : null;
    } catch {
      return null;
    }
  }

  /** Empty texts and settings forget. False: the browser does not keep it. */
  write(texts, settings) {
    try {
      if (Object.keys(texts).length + Object.keys(settings).length === 0) this.store.removeItem(this.key);
      else this.store.setItem(this.key, JSON.stringify({ texts, settings }));
      return true;
    } catch {
      return false;
    }
  }
}

/** The browser's store; null where it refuses (a page from a file, in some browsers). */
export function browserStore() {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}
