// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// main.js - the page: reads its data, starts the engine, and connects scene, time line and plots.
import "./style.css";
import { Choices } from "../editor/choices.js";
import { Editor } from "../editor/editor.js";
import { EngineClient } from "../engine/client.js";
import { Player } from "../player/player.js";
import { Trajectory } from "../player/trajectory.js";
import { Plots } from "../plot/plots.js";
import { MechanismScene } from "../scene/scene.js";
import { button, element, select } from "./dom.js";
import { makeCard } from "./card.js";
import { showMessages } from "./messages.js";
import { Tabs } from "./tabs.js";

class Page {
  constructor(data) {
    this.data = data;
    this.layOut();
    this.scene = new MechanismScene(this.sceneArea);
    this.player = new Player(this.foot);
    this.player.onTime = (time) => this.showTime(time);
    this.plots = new Plots(this.plotArea);
    this.plots.onSeek = (time) => this.player.seek(time);
    this.card = makeCard(this.sceneArea, this.scene, () => this.state());
    this.editor = new Editor(this.tabs.panel("Model"), data);
    this.editor.onChange = () => this.load();
    this.choices = new Choices(this.tabs.panel("Run"), data.settings);
    this.choices.onChange = () => this.editor.changed();
    addEventListener("keydown", (event) => this.key(event));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", (dark) => {
      this.scene.setTheme(dark.matches ? "dark" : "light");
      this.scene.look();
    });
  }

  layOut() {
    this.title = element("h1", {}, "Jounce");
    this.cameraBar = element("span", { className: "cameras" });
    const bar = element("header", { className: "bar" }, this.title, this.cameraBar);
    this.sceneArea = element("main", { className: "scene" });
    const side = element("aside", { className: "side" });
    this.tabs = new Tabs(side, ["Plots", "Parameters", "Model", "Run", "Check"]);
    this.plotArea = this.tabs.panel("Plots");
    this.plotArea.classList.add("plots");
    this.messageArea = element("ul", { className: "messages" });
    this.facts = element("p", { className: "facts" });
    this.tabs.panel("Check").append(this.facts, this.messageArea);
    this.foot = element("footer", { className: "foot" });
    document.body.append(element("div", { className: "page" }, bar, this.sceneArea, side, this.foot));
  }

  fillBar() {
    const { cameras } = this.scene;
    const views = this.scene.planar ? ["orbit"] : ["orbit", "front", "side", "top"];
    const bodies = this.description.bodies.map((body, i) => [String(i), i === 0 ? "stand still" : `follow ${body.name}`]);
    this.cameraBar.replaceChildren(
      ...views.map((name) => button(name === "orbit" ? "fit" : name, `view: ${name}`, () => cameras.view(name))),
      button("⟂", "parallel or perspective", () => cameras.use(cameras.current === cameras.perspective)),
      select("follow a body", bodies, "0", (value) => (cameras.follow = Number(value) || null)),
      button("picture", "save a picture (PNG)", () => save(`${this.description.name}.png`, this.scene.picture())),
      button("CSV", "save the outputs (CSV)", () => this.saveTable()),
    );
  }

  // ---- the model ---------------------------------------------------------------------------------------------------

  async start() {
    const script = new Blob([await jounceUnpack("jounce-worker")], { type: "text/javascript" });
    this.engine = new EngineClient(URL.createObjectURL(script));
    this.engine.onRows = (slice) => this.takeRows(slice);
    await this.engine.call("init", { wasm: await jounceUnpack("jounce-engine") });
    await this.load();
    this.editor.schema = await this.engine.call("schema");
    requestAnimationFrame((now) => this.frame(now));
  }

  /** The model as it stands in the editor. While it has errors, the last good one plays on. */
  async load() {
    const { model, settings } = this.data;
    try {
      const loaded = await this.engine.call("load", { files: this.editor.texts.forEngine(), model, settings });
      if (!this.description) this.player.play();
      this.show(loaded);
      await this.engine.call("run");
    } catch (error) {
      this.say(error.messages?.length ? error.messages : [{ severity: "fault", what: error.message }]);
    }
  }

  show({ description, messages, first, rowSize }) {
    this.description = description;
    this.title.textContent = description.name;
    document.title = `${description.name} – Jounce`;
    this.say(messages);
    this.trajectory = new Trajectory(rowSize, description.outputs.length);
    this.trajectory.add(first);
    this.pose = new Float64Array(7 * (description.bodies.length - 1));
    this.scene.build(description, this.trajectory.poses(0));
    this.scene.resize();
    this.showRoad();
    this.plots.setOutputs(description.outputs);
    this.choices.show(description);
    this.player.setRange(this.trajectory.end, description.choices.until);
    this.fillBar();
    this.tell(null);
  }

  /** The road under the way that the mechanism may take: about twenty times its size. */
  async showRoad() {
    if (this.description.roads.length === 0 || this.description.space === "plane") return;
    const size = 4 * this.description.length;
    const places = [];
    const x = range(-size, 5 * size, 320);
    const y = range(-size, size, 48);
    for (const a of x) for (const b of y) places.push([a, b]);
    for (let road = 0; road < this.description.roads.length; road++) {
      const heights = await this.engine.call("heights", { road, places });
      if (heights.every(Number.isFinite)) return this.scene.ground.surface(x, y, heights);
    }
  }

  takeRows({ rows, done, summary }) {
    this.trajectory.add(rows);
    this.player.setRange(this.trajectory.end, done ? this.trajectory.end : this.description.choices.until);
    this.plots.setData(this.trajectory);
    this.tell(summary);
    if (done) this.choices.addRun(this.description.choices, summary);
    if (done && !summary.good) this.say([{ severity: "fault", what: summary.why || summary.status }], true);
  }

  /** Messages into the tab that checks; their number stands on it, and errors bring it up. */
  say(messages, more = false) {
    this.messages = more ? [...this.messages, ...messages] : messages;
    showMessages(this.messageArea, this.messages, (message) => this.goTo(message));
    this.editor.setMessages(this.messages);
    this.tabs.badge("Check", String(this.messageArea.children.length || ""));
    if (messages.some((message) => message.severity === "fault") && this.tabs.current === "Plots") this.tabs.show("Check");
  }

  goTo(message) {
    this.tabs.show("Model");
    this.editor.goTo(message);
  }

  tell(summary) {
    const { counts, bodies, joints } = this.description;
    const words = [`${bodies.length - 1} bodies, ${joints.length} joints`];
    if (counts.freedoms !== undefined) words.push(`${counts.freedoms} degrees of freedom, ${counts.loops} loops`);
    if (counts.redundant > 0) words.push(`${counts.redundant} redundant equations`);
    if (summary) words.push(`${summary.formulation}, ${summary.integrator}: ${summary.steps} steps, hash ${summary.hash}`);
    this.facts.textContent = words.join(" · ");
  }

  // ---- time ------------------------------------------------------------------------------------------------------------

  state() {
    return { description: this.description, trajectory: this.trajectory, time: this.player.time };
  }

  showTime(time) {
    if (!this.trajectory) return;
    this.scene.setPoses(this.trajectory.posesAt(time, this.pose));
    this.plots.setTime(time);
    this.card.update();
  }

  frame(now) {
    this.player.tick(now);
    this.scene.tick();
    requestAnimationFrame((next) => this.frame(next));
  }

  key(event) {
    if (event.target.closest?.("input, select, textarea, [contenteditable]")) return;
    if (event.code === "Space") this.player.toggle();
    else if (event.code === "ArrowRight") this.player.nudge(1);
    else if (event.code === "ArrowLeft") this.player.nudge(-1);
    else return;
    event.preventDefault();
  }

  saveTable() {
    const { outputs, name } = this.description;
    const lines = [["time [s]", ...outputs.map((o) => (o.unit ? `${o.name} [${o.unit}]` : o.name))].join(",")];
    for (let i = 0; i < this.trajectory.n; i++)
      lines.push([this.trajectory.time(i), ...outputs.map((_, k) => this.trajectory.value(i, k))].join(","));
    save(`${name}.csv`, URL.createObjectURL(new Blob([lines.join("\n") + "\n"], { type: "text/csv" })));
  }
}

function range(from, to, n) {
  return Array.from({ length: n }, (_, i) => from + ((to - from) * i) / (n - 1));
}

function save(name, address) {
  element("a", { href: address, download: name.replaceAll(/[^\w.-]+/g, "-") }).click();
}

const page = new Page(JSON.parse(document.getElementById("jounce-data").textContent));
globalThis.jouncePage = page; // for tests and for the curious
page.start();
