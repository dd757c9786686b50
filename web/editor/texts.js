// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// texts.js - the files of the model as they are being edited: what the engine reads, what differs, what is not saved.

export class Texts {
  /** @param {object} data of the page */
  constructor(data) {
    this.data = data;
    this.now = {};
    for (const [path, { text }] of Object.entries(data.files ?? {})) if (text !== undefined) this.now[path] = text;
    this.original = { ...this.now };
    this.saved = { ...this.now };
  }

  /** Paths of all texts, the model first. */
  get paths() {
    const { model } = this.data;
    return Object.keys(this.now).sort((a, b) => (b === model) - (a === model) || a.localeCompare(b));
  }

  /** Takes what was edited before; texts of other files are left alone. */
  take(texts) {
    for (const [path, text] of Object.entries(texts))
      if (path in this.now && typeof text === "string") this.now[path] = text;
  }

  /** Texts other than those the page came with. */
  changed() {
    return Object.fromEntries(Object.entries(this.now).filter(([path, text]) => text !== this.original[path]));
  }

  get unsaved() {
    return Object.entries(this.now).some(([path, text]) => text !== this.saved[path]);
  }

  /** @param {string | null} path null: all of them */
  markSaved(path = null) {
    if (path) this.saved[path] = this.now[path];
    else this.saved = { ...this.now };
  }

  /** Files for the engine: texts, and bytes of what is no text. */
  forEngine() {
    const files = {};
    for (const [path, file] of Object.entries(this.data.files ?? {}))
      files[path] = this.now[path] ?? Uint8Array.from(atob(file.base64), (c) => c.charCodeAt(0));
    return files;
  }

  /** Data of a page with these texts. Runs and code that it carries are no longer of its model when that has changed. */
  forPage(settings) {
    const files = { ...this.data.files };
    for (const [path, text] of Object.entries(this.now)) files[path] = { ...files[path], text };
    const changed = Object.keys(this.changed()).length > 0;
    const live = this.data.runs && changed ? { live: true } : {};
    const edited = this.data.code && changed ? { edited: true } : {};
    if (edited.edited) delete files[this.data.code];
    return { ...this.data, files, settings, ...live, ...edited };
  }
}
