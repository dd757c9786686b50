// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// page.js - the page in which a model is driven: the engine runs at the pace of the clock, gets the controls and sends
// rows.
import "./drive.css";
import { Texts } from "../editor/texts.js";
import { EngineClient } from "../engine/client.js";
import { Road } from "../scene/road.js";
import { MechanismScene } from "../scene/scene.js";
import { orderOf } from "../shell/code.js";
import { Controls } from "./controls.js";
import { Dashboard } from "./dashboard.js";
import { Frames } from "./frames.js";
import { DriveHelp } from "./help.js";
import { layOut } from "./layout.js";
import { SPEEDS } from "./pace.js";
import { Panel } from "./panel.js";
import { Replay } from "./replay.js";
import { rolesOf } from "./roles.js";
import { Seats } from "./seats.js";

const REACH = 20; // lengths of the vehicle: the visible distance ahead

export class DrivePage {
  constructor(data) {
    this.data = data;
    this.course = data.courses[0];
    this.changed = {}; // parameters that the user has changed
    this.speed = 1;
    this.going = false;
    this.state = { factor: 1, stepTime: 0 };
    Object.assign(this, layOut(this));
    this.scene = new MechanismScene(this.sceneArea);
    this.scene.names.group.visible = false; // no names while driving
    this.road = new Road(this.scene.ground, (road, x, y) => this.engine.call("heights", { road, x, y }), REACH);
    this.seats = new Seats(this.scene);
    this.dashboard = new Dashboard(this.sceneArea);
    this.controls = new Controls(this);
    this.help = new DriveHelp(this.sceneArea);
    this.panel = new Panel(this.side, this);
    this.replay = new Replay(this.foot, this);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", ({ matches }) =>
      this.scene.setTheme(matches ? "dark" : "light"));
    document.addEventListener("visibilitychange", () => document.hidden && this.pause(true));
  }

  // ---- the model ---------------------------------------------------------------------------------------------------

  async start() {
    this.engine = await EngineClient.start();
    this.engine.onRows = (message) => this.take(message);
    this.engine.onBreak = (why) => {
      this.broken = true;
      this.stop(`The engine was aborted: ${why}.`);
    };
    requestAnimationFrame((now) => this.frame(now));
    await this.load();
  }

  /** Reads the model of the course and sets its start. */
  async load(settings = { ...this.course.settings, ...this.changed }) {
    const files = new Texts(this.data).forEngine();
    const { sentence, ...order } = orderOf(this.data, { model: this.course.model, settings }, this.misfit());
    try {
      const loaded = await this.engine.call("load_drive", { files, ...order });
      this.settings = loaded.settings;
      this.show(loaded);
      this.dashboard.note(sentence);
    } catch (error) {
      this.broken = true; // "back to the start" reads it again
      this.stop(error.messages?.map(({ what }) => what).join(" · ") || error.message);
    }
  }

  /** Returns why the code of a compiled model does not suit the course; null: it does. */
  misfit() {
    return this.course === this.data.courses[0] ? null : "the model was compiled for another road";
  }

  show({ description, messages, first, columns, step, steps, hull }) {
    const names = JSON.stringify(description.bodies.map((body) => body.name));
    const again = names === this.names;
    this.names = names;
    Object.assign(this, { description, hull, columns, broken: false });
    this.title.textContent = description.name;
    document.title = `${description.name} – Jounce`;
    this.pose = new Float64Array(7 * (description.bodies.length - 1));
    const poses = first.subarray(1 + columns);
    this.build(poses, again);
    this.frames = new Frames(columns, step * steps);
    this.dashboard.setModel(description, poses, hull);
    this.panel.setModel(description, messages, Object.values(new Texts(this.data).now));
    const { roles, others } = rolesOf(description);
    if (!again) this.help.setModel(roles, others);
    this.replay.leave();
    this.stop(null);
    this.takeRow({ row: first, state: this.state });
    this.pause(false);
  }

  /** Builds the scene of the description. @param {boolean} again keep the camera */
  build(poses, again) {
    this.scene.build(this.description, poses, again);
    if (!again) this.scene.resize();
    this.seats.setModel(this.description, this.hull);
    this.road.setModel(this.description);
    this.ahead = [0, 0]; // m, motion of the vehicle while the last stretch of road was computed
  }

  /** Selects another course by its name. */
  choose(name) {
    this.course = this.data.courses.find((course) => course.name === name);
    return this.load();
  }

  /** Changes parameters while driving. If that fails, or if a value is reset, the drive starts again. */
  async setParameters(settings) {
    const before = this.changed;
    this.changed = settings;
    const isChange = Object.keys(before).every((name) => name in settings);
    const moved = Object.entries(settings).filter(([name, text]) => before[name] !== text);
    if (!isChange || this.broken || this.replay.on) return this.load();
    try {
      const all = { ...this.settings, ...settings };
      const { description, first } = await this.order("parameters", { settings: Object.fromEntries(moved), all });
      Object.assign(this, { description, settings: all });
      this.build(first.subarray(1 + this.columns), true);
      this.takeRow({ row: first, state: this.state });
    } catch {
      await this.load();
    }
  }

  // ---- what comes from the worker ----------------------------------------------------------------------------------------

  take(message) {
    if (message.rows) this.replay.take(message);
    else this.takeRow(message);
  }

  takeRow({ row, state }) {
    this.frames.add(row);
    this.state = state;
    if (state.wrong) this.stop(`Stopped at ${row[0].toFixed(2)} s: ${state.wrong}.`);
  }

  /** Stops the drive and shows why; null: continues. */
  stop(why) {
    this.stopped.hidden = why === null;
    this.stoppedWhy.textContent = why ?? "";
    if (why !== null) this.going = false;
    this.showButtons();
  }

  frame(now) {
    const passed = Math.min((now - (this.last ?? now)) / 1000, 0.2);
    this.last = now;
    this.controls.poll();
    if (this.replay.on) this.replay.tick(now);
    else if (this.frames?.rows.length) this.showLive(passed);
    if (this.description) this.seats.tick(passed);
    requestAnimationFrame((next) => this.frame(next));
  }

  showLive(passed) {
    const { frames, dashboard } = this;
    if (this.going) frames.advance(passed * this.speed * Math.min(this.state.factor, 1));
    if (!this.going && frames.shown === this.seen) return;
    this.seen = frames.shown;
    this.showPoses(frames.poses(this.pose));
    dashboard.show(frames.newest, this.state);
    dashboard.tell(this.state, this.speed);
  }

  showPoses(poses) {
    this.scene.setPoses(poses);
    this.lookAtRoad(poses);
  }

  /** Requests the next stretch of road for the position at which the vehicle will be when it arrives. */
  async lookAtRoad(poses) {
    const at = 7 * (this.hull - 1);
    const [x, y] = poses.subarray(at, at + 2);
    if (!(await this.road.look(x + this.ahead[0], y + this.ahead[1], poses))) return;
    this.ahead = [this.pose[at] - x, this.pose[at + 1] - y];
    this.scene.changed = true;
  }

  // ---- what keys and buttons do ------------------------------------------------------------------------------------------

  /** @param {string} what function of service.js */
  order(what, parameters = {}) {
    return this.engine.call("drive", { what, ...parameters });
  }

  get gear() {
    const place = this.dashboard.places.gear;
    return place >= 0 ? Math.round(this.frames.newest[1 + place]) : 1;
  }

  shift(step) {
    this.order("shift", { step, gear: this.gear });
  }

  toggleManual() {
    this.order("manual", { gear: this.gear });
  }

  neutral() {
    this.order("neutral");
  }

  toggleLow() {
    this.order("low");
  }

  useSeat(name) {
    this.seats.use(name);
    this.showButtons();
  }

  nextSeat() {
    this.seats.next();
    this.showButtons();
  }

  togglePause() {
    if (this.replay.on) return this.replay.player.toggle();
    if (this.stopped.hidden) this.pause(this.going);
  }

  /** @param {boolean} on pause */
  pause(on) {
    if (!this.description || this.replay.on) return;
    this.going = !on;
    this.order(on ? "halt" : "go");
    this.showButtons();
  }

  setSpeed(speed) {
    this.speed = speed;
    this.order("slow", { speed });
    this.showButtons();
  }

  nextSpeed() {
    this.setSpeed(SPEEDS[(SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length]);
  }

  async reset() {
    this.replay.leave();
    if (this.broken) return this.load();
    await this.order("reset");
    this.stop(null);
    this.panel.resetSliders();
    this.pause(false);
  }

  toggleReplay() {
    return this.replay.on ? this.replay.drive() : this.replay.begin();
  }

  toggleHelp() {
    this.help.toggle();
  }
}
