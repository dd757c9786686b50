// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// texts.js - the files of the model during editing: their texts, which differ from the original, which are not saved.

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

  /** Restores earlier edits; other files stay unchanged. */
  take(texts) {
    for (const [path, text] of Object.entries(texts))
      if (path in this.now && typeof text === "string") this.now[path] = text;
  }

  /** Returns the texts that differ from those of the page. */
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

  /** Returns the files for the engine: texts, and bytes of binary files. */
  forEngine() {
    const files = {};
    for (const [path, file] of Object.entries(this.data.files ?? {}))
      files[path] = this.now[path] ?? Uint8Array.from(atob(file.base64), (c) => c.charCodeAt(0));
    return files;
  }

  /** Returns the data of a page with these texts. If the model has changed, its stored runs and code are omitted. */
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
