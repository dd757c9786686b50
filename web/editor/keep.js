// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// keep.js - stores edits in the browser, by a hash of the page's original model, so that they survive a reload.

/** Returns a hash of a text: two FNV sums of 32 bits. */
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

  /** Stores texts and settings; empty ones delete the entry. Returns false if the browser refuses. */
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

/** Returns the store of the browser; null if it refuses (a page from a file, in some browsers). */
export function browserStore() {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null;
  }
}
