// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// editor.js - the files of the model in an editor, one tab each; messages are underlined at their places.
import "./editor.css";
import { setDiagnostics } from "@codemirror/lint";
import { EditorView } from "@codemirror/view";
import { button, element } from "../shell/dom.js";
import { browserStore, Keeper } from "./keep.js";
import { isFile, problemsIn } from "./problems.js";
import { savePage, saveText } from "./save.js";
import { makeState } from "./text-state.js";
import { Texts } from "./texts.js";

const QUIET = 300; // ms without typing before the model is read

export class Editor {
  /** @param {HTMLElement} parent @param {object} data of the page */
  constructor(parent, data) {
    this.data = data;
    this.texts = new Texts(data);
    this.keeper = new Keeper(browserStore(), data);
    this.schema = {};
    this.messages = [];
    this.states = new Map();
    /** Settings that belong to the texts of a page. */
    this.settings = () => data.settings;
    /** Called when the model is to be read again. */
    this.onChange = () => {};
    this.takeKept();
    this.layOut(parent);
    this.open(this.texts.paths[0]);
    addEventListener("beforeunload", (event) => this.leave(event));
  }

  takeKept() {
    const kept = this.keeper.read();
    if (!kept) return;
    this.texts.take(kept.texts);
    Object.assign(this.data.settings, kept.settings);
    this.restored = true;
  }

  layOut(parent) {
    this.tabs = element("div", { className: "files" });
    this.status = element("p", { className: "status" });
    this.status.setAttribute("role", "status");
    const buttons = element("div", { className: "buttons" },
      button("save text", "save this file", () => this.saveText()),
      button("save page", "save this page with the edited model", () => this.savePage()),
      button("undo all", "restore the original model of the page", () => this.revert()));
    this.holder = element("div", { className: "text" });
    this.view = new EditorView({ parent: this.holder });
    parent.classList.add("editor");
    parent.append(this.tabs, this.holder, this.status, buttons);
  }

  // ---- files -------------------------------------------------------------------------------------------------------

  showTabs() {
    this.tabs.replaceChildren(...this.texts.paths.map((path) => {
      const edited = this.texts.now[path] !== this.texts.saved[path];
      const made = button(path.split("/").pop() + (edited ? " •" : ""), path, () => this.open(path));
      made.setAttribute("aria-pressed", path === this.path);
      const isWrong = ({ file, severity }) => severity === "fault" && isFile(file, path);
      made.classList.toggle("wrong", this.messages.some(isWrong));
      return made;
    }));
  }

  open(path) {
    if (path === undefined) return;
    if (this.path) this.states.set(this.path, this.view.state);
    this.path = path;
    const edit = (text) => this.edited(path, text);
    this.view.setState(this.states.get(path) ?? makeState(path, this.texts.now[path], () => this.schema, edit));
    this.underline();
    this.tell();
  }

  edited(path, text) {
    this.texts.now[path] = text;
    this.changed();
  }

  /** Stores the texts and reads the model after a pause. */
  changed() {
    this.tell();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = null;
      this.keep();
      this.onChange();
    }, QUIET);
  }

  keep() {
    const chosen = Object.entries(this.data.settings).filter(([key]) => key.startsWith("simulate."));
    this.kept = this.keeper.write(this.texts.changed(), Object.fromEntries(chosen));
    this.tell();
  }

  leave(event) {
    if (this.timer) this.keep();
    if (this.texts.unsaved) event.preventDefault();
  }

  /** Replaces a text as an edit that can be undone. */
  revert() {
    for (const path of Object.keys(this.texts.changed())) {
      this.open(path);
      const { length } = this.view.state.doc;
      this.view.dispatch({ changes: { from: 0, to: length, insert: this.texts.original[path] } });
    }
  }

  // ---- messages ----------------------------------------------------------------------------------------------------

  /** @param {Array<object>} messages about the texts that were read last */
  setMessages(messages) {
    this.messages = messages;
    if (!this.timer) this.underline();
    this.tell();
  }

  underline() {
    const problems = problemsIn(this.path, this.view.state.doc.toString(), this.messages);
    this.view.dispatch(setDiagnostics(this.view.state, problems));
  }

  /** Shows the place of a message. */
  goTo(message) {
    const path = this.texts.paths.find((one) => message.file && isFile(message.file, one));
    if (!path) return;
    this.open(path);
    const [problem] = problemsIn(path, this.view.state.doc.toString(), [message]);
    if (problem) this.view.dispatch({ selection: { anchor: problem.from }, scrollIntoView: true });
    this.view.focus();
  }

  tell() {
    const words = [];
    const wrong = this.messages.some(({ severity }) => severity === "fault");
    if (wrong) words.push("errors: the picture shows the last valid model");
    if (this.restored) words.push("your earlier edits are restored");
    if (this.texts.unsaved) words.push(this.kept === false ? "not saved; this browser does not store edits" : "not saved");
    this.status.textContent = words.join(" · ");
    this.showTabs();
  }

  // ---- saving ------------------------------------------------------------------------------------------------------

  saveText() {
    saveText(this.path, this.texts.now[this.path]);
    this.texts.markSaved(this.path);
    this.tell();
  }

  savePage() {
    savePage(this.data.model, this.texts.forPage(this.settings()));
    this.texts.markSaved();
    this.tell();
  }
}
