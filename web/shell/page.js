// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// page.js - the page of a model: starts the engine, and connects scene, time line and plots.
import { Choices } from "../editor/choices.js";
import { Editor } from "../editor/editor.js";
import { EngineClient } from "../engine/client.js";
import { Player } from "../player/player.js";
import { Trajectory } from "../player/trajectory.js";
import { Plots } from "../plot/plots.js";
import { Road } from "../scene/road.js";
import { MechanismScene } from "../scene/scene.js";
import { wordsOfArrows } from "../scene/sources.js";
import { Asks } from "./asks.js";
import { Bar } from "./bar.js";
import { Card } from "./card.js";
import { isFused, orderOf } from "./code.js";
import { element } from "./dom.js";
import { makeHelp } from "./help.js";
import { listenToKeys } from "./keys.js";
import { factsOf, showMessages } from "./messages.js";
import { Parameters } from "./parameters.js";
import { Tabs } from "./tabs.js";
import { Tree } from "./tree.js";

const FUSED = "the code has fused multiply-add, which takes three times as long in a page; a model compiled with --no-fma is faster here";

/** Returns the link to the index of the site to which the page belongs. */
const wayHome = (address) => (address ? [element("a", { className: "home", href: address, title: "all models" }, "‹ all")] : []);

export class Page {
  constructor(data) {
    performance.mark("jounce-script");
    this.data = data;
    this.change = { settings: {}, held: {} }; // changes of the user
    this.asks = new Asks(this);
    this.turn = 0;
    this.layOut();
    this.scene = new MechanismScene(this.sceneArea);
    this.road = new Road(this.scene.ground, (road, x, y) => this.engine.call("heights", { road, x, y }));
    this.player = new Player(this.foot);
    this.player.onTime = (time) => this.showTime(time);
    this.player.rowTime = (time, direction) => this.trajectory?.neighbour(time, direction) ?? time;
    this.plots = new Plots(this.plotArea, { seek: (time) => this.player.seek(time), ask: (name) => this.addSignal(name) });
    this.parameters = new Parameters(this.tabs.panel("Parameters"), (change) => this.setChange(change));
    this.editor = new Editor(this.tabs.panel("Model"), data);
    this.editor.onChange = () => this.load();
    this.editor.settings = () => this.settings();
    this.choices = new Choices(this.tabs.panel("Run"), data.settings);
    this.choices.onChange = () => this.editor.changed();
    this.choices.onPlace = (place) => this.goTo(place);
    performance.mark("jounce-laid-out");
    this.card = new Card(this.sceneArea, this);
    this.card.onChoose = (chosen) => this.choose(chosen);
    this.tree = new Tree(this.tabs.panel("List"), (chosen) => this.card.choose(chosen));
    this.help = makeHelp();
    listenToKeys(this);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", (dark) => {
      this.scene.setTheme(dark.matches ? "dark" : "light");
      this.plots.repaint();
    });
  }

  layOut() {
    this.title = element("h1", {}, "Jounce");
    const header = element("header", { className: "bar" }, ...wayHome(this.data.home), this.title);
    this.bar = new Bar(header, this);
    this.note = element("p", { className: "note", hidden: true });
    this.sceneArea = element("main", { className: "scene" }, this.note);
    const side = element("aside", { className: "side" });
    this.tabs = new Tabs(side, ["Report", "Plots", "Parameters", "List", "Model", "Run", "Check"]);
    this.plotArea = this.plotPanel();
    this.plotArea.classList.add("plots");
    this.messageArea = element("ul", { className: "messages" });
    this.facts = element("p", { className: "facts" });
    this.tabs.panel("Check").append(this.facts, this.messageArea);
    this.foot = element("footer", { className: "foot" });
    this.root = element("div", { className: "page" }, header, this.sceneArea, side, this.foot);
    document.body.append(this.root);
  }

  plotPanel() {
    return this.tabs.panel("Plots", () => this.plots?.resize());
  }

  // ---- the model ---------------------------------------------------------------------------------------------------

  async start() {
    this.engine = await EngineClient.start();
    this.engine.onRows = (slice) => this.takeRows(slice);
    this.engine.onBreak = (sentence) => this.tellBreak(sentence);
    performance.mark("jounce-engine");
    requestAnimationFrame((now) => this.frame(now));
    const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if ((await this.load()) && !calm) this.player.play();
    this.editor.schema = await this.engine.call("schema");
  }

  /**
   * Reads the model of the editor and runs it. Returns false if it has errors; the last valid model keeps playing.
   * @param {object | null} files null: those of the last time
   */
  async load(files = this.files()) {
    const mine = ++this.turn;
    const { model, settings, sentence } = orderOf(this.data, { model: this.data.model, settings: this.settings() }, this.misfit());
    try {
      const ask = { ask: this.asks.asked, wish: this.asks.wish() };
      const order = { files, model, settings, ...ask, held: this.change.held };
      this.loaded = await this.engine.call("load", order);
      if (sentence) this.loaded.messages.push({ severity: "warning", what: sentence });
      if (isFused(this.loaded.description)) this.loaded.messages.push({ severity: "note", what: FUSED });
      if (mine !== this.turn) return false;
      await this.showLoaded();
      return true;
    } catch (error) {
      if (mine !== this.turn) return false;
      await this.showLoaded();
      this.say(error.messages?.length ? error.messages : [{ severity: "fault", what: error.message }]);
      return false;
    }
  }

  /** Takes the new model of the engine, unless a newer one has been requested meanwhile. */
  async showLoaded() {
    const { loaded } = this;
    this.loaded = null;
    if (!loaded) return;
    this.show(loaded);
    this.simulating = true;
    await this.engine.call("run");
  }

  show({ description, messages, first, rowSize }) {
    const names = JSON.stringify([description.name, description.bodies.map((body) => body.name)]);
    const again = names === this.names; // the same mechanism with other numbers: keep camera and time
    performance.mark("jounce-read");
    this.names = names;
    this.done = this.simulating = false;
    this.before = this.quiet ? this.trajectory : null;
    this.description = description;
    this.title.textContent = description.name;
    document.title = `${description.name} – Jounce`;
    this.say(messages);
    this.trajectory = new Trajectory(rowSize, description.outputs.length);
    this.trajectory.add(first);
    this.pose = new Float64Array(7 * (description.bodies.length - 1));
    this.scene.build(description, this.trajectory.poses(0), again);
    if (again) this.scene.changed = true; // draw with the next frame
    else this.scene.resize();
    performance.mark("jounce-drawn");
    this.road.setModel(description);
    if (!again) this.scene.traces.clear();
    this.parameters.setModel(description, Object.values(this.editor.texts.now));
    this.tree.setModel(description);
    if (!again) this.card.choose(null);
    else this.scene.setChosen(this.card.chosen);
    this.plots.setOutputs(description.outputs, (output) => !output.asked || this.asks.isAdded(output.name));
    this.choices.show(description);
    this.player.suitSpeed(description.choices.until);
    if (!this.before) this.player.setRange(this.trajectory.end, description.choices.until);
    this.bar.fill(description);
    this.tell(null);
    if (!again) this.player.seek(0);
    this.showTime(this.before ? this.player.time : Math.min(this.player.time, this.trajectory.end));
  }

  takeRows({ rows, done, summary }) {
    const from = this.trajectory.n;
    this.trajectory.add(rows);
    if (done || this.trajectory.end >= this.player.reached) this.before = null;
    const { end } = this.trajectory;
    if (!this.before) this.player.setRange(end, done ? end : this.description.choices.until);
    this.plots.setData(this.trajectory, done);
    this.widen(from);
    this.scene.traces.update(this.trajectory, this.description.bodies.length);
    this.tell(summary);
    this.tellArrows();
    this.done = done;
    if (done) this.choices.addRun(this.description.choices, summary);
    if (done && !summary.good) this.say([{ severity: "fault", what: summary.why || summary.status }], true);
  }

  /** Enlarges the view for the rows since `from`, by a sample of them. */
  widen(from) {
    const every = Math.max(1, Math.floor((this.trajectory.n - from) / 50));
    for (let i = from; i < this.trajectory.n; i += every) this.scene.sweep.add(this.trajectory.poses(i));
    this.scene.widen();
    this.bar.show();
  }

  // ---- what the user changes -------------------------------------------------------------------------------------------

  files() {
    return this.editor.texts.forEngine();
  }

  /** Returns why the code of a compiled model does not suit the texts; null: it does. */
  misfit() {
    const edited = this.data.edited || Object.keys(this.editor.texts.changed()).length > 0;
    return edited ? "the model has been edited since it was compiled" : null;
  }

  /** Returns the settings of the page with those of the sliders. */
  settings() {
    return { ...this.data.settings, ...this.change.settings };
  }

  setChange(change) {
    this.change = { settings: { ...change.settings }, held: { ...change.held } };
    return this.load(null);
  }

  addSignal(name) {
    return this.asks.add(name);
  }

  /** Runs the same motion with other signals. The old run is shown until the new one has come as far. */
  async loadAgain() {
    this.quiet = this.simulating;
    try {
      return await this.load();
    } finally {
      this.quiet = false;
    }
  }

  /** Highlights the selection and marks it in the list; its signals come with the next rows. */
  choose(chosen) {
    this.scene.setChosen(chosen);
    this.tree.mark(chosen);
    this.showTime(this.player.time);
    return this.asks.watch(chosen);
  }

  toggleArrows() {
    return this.showArrows(this.asks.arrows ? "none" : this.scene.arrows.wanted);
  }

  /** @param {string} which "none", or a choice of arrows.js */
  async showArrows(which) {
    const on = which !== "none";
    if (on) this.scene.arrows.wanted = which;
    await this.asks.setArrows(on);
    this.tellArrows();
    this.bar.show();
  }

  tellArrows() {
    this.note.hidden = !this.asks.arrows;
    if (this.asks.arrows) this.note.textContent = wordsOfArrows(this.scene.arrows.measure(this.trajectory));
    this.showTime(this.player.time);
  }

  follow(body) {
    this.scene.cameras.setFollow(body > 0 ? body : null, this.scene.bodies);
    this.scene.cameras.touched = true;
    this.bar.show();
  }

  trace(body, point) {
    this.scene.traces.add(body, point);
    this.scene.traces.update(this.trajectory, this.description.bodies.length);
    this.scene.changed = true;
  }

  clearTraces() {
    this.scene.traces.clear();
    this.scene.changed = true;
  }

  // ---- words -----------------------------------------------------------------------------------------------------------

  /** Shows messages in the tab Check, with their number; errors open it. */
  say(messages, more = false) {
    this.messages = more ? [...this.messages, ...messages] : messages;
    showMessages(this.messageArea, this.messages, (message) => this.goTo(message));
    this.editor.setMessages(this.messages);
    this.choices.setMessages(this.messages);
    const loud = this.messages.filter(({ severity }) => severity !== "note");
    this.tabs.badge("Check", String(loud.length || ""));
    if (messages.some((message) => message.severity === "fault") && this.tabs.current === "Plots") this.tabs.show("Check");
  }

  /** Reports that the engine was aborted; the next run creates a new one. */
  tellBreak(sentence) {
    const what = `the engine was aborted (${sentence}); the page shows the run up to this time. Change the model, or `;
    this.done = true;
    this.before = null;
    this.player.setRange(this.trajectory.end, this.trajectory.end);
    this.say([{ severity: "fault", what, act: ["run it again", () => this.load()] }], true);
  }

  goTo(message) {
    this.tabs.show("Model");
    this.editor.goTo(message);
  }

  tell(summary) {
    this.facts.textContent = factsOf(this.description, summary);
  }

  // ---- time ------------------------------------------------------------------------------------------------------------

  state() {
    return { description: this.description, trajectory: this.trajectory, time: this.player.time };
  }

  showTime(time) {
    if (!this.trajectory) return;
    const shown = this.before && this.trajectory.end < time ? this.before : this.trajectory;
    this.scene.setPoses(shown.posesAt(time, this.pose));
    this.scene.arrows.update(this.trajectory, time, this.scene.bodies);
    this.plots.setTime(time);
    this.card.update();
    const body = 7 * ((this.scene.cameras.follow ?? 1) - 1);
    this.road.look(this.pose[body], this.pose[body + 1], this.pose).then((other) => (this.scene.changed ||= other));
  }

  frame(now) {
    this.player.tick(now);
    this.scene.tick();
    requestAnimationFrame((next) => this.frame(next));
  }
}
