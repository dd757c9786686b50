// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// player.js - the time line: play, pause, step, loop, speed. It owns the displayed time.
import { button, element, select } from "../shell/dom.js";
import { icon } from "../shell/icons.js";

const SPEEDS = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 50, 100];
const SHORTEST = 2.5; // s: limits of the time in which a run is played, unless the user selects a speed
const LONGEST = 60;

export class Player {
  constructor(parent) {
    this.time = 0;
    this.until = 1;
    this.reached = 0;
    this.speed = 1;
    this.loop = true;
    this.playing = false;
    this.chosen = false; // the user has selected the speed
    /** Returns the time of the next or the previous row. */
    this.rowTime = (time, direction) => time + direction * Math.max(this.until / 500, 1e-3);
    /** Called when the displayed time changes. */
    this.onTime = () => {};
    this.playButton = button(icon("play"), "play (space)", () => this.toggle());
    this.line = element("input", { type: "range", min: 0, max: 1, step: "any", value: 0, className: "line" });
    this.line.setAttribute("aria-label", "time");
    this.line.addEventListener("input", () => this.seek(Number(this.line.value)));
    this.label = element("output", { className: "time" });
    const speeds = SPEEDS.map((s) => [String(s), `${s} ×`]);
    this.speedChoice = select("speed", speeds, "1", (value) => this.setSpeed(Number(value), true));
    this.loopButton = button(icon("loop"), "loop", () => this.setLoop(!this.loop));
    parent.append(
      this.playButton,
      button(icon("first"), "to the start", () => this.seek(0)),
      button(icon("back"), "a frame back", () => this.nudge(-1)),
      button(icon("on"), "a frame on", () => this.nudge(1)),
      this.line,
      this.label,
      this.speedChoice,
      this.loopButton,
    );
    this.setLoop(true);
    this.show();
  }

  setLoop(loop) {
    this.loop = loop;
    this.loopButton.setAttribute("aria-pressed", loop);
  }

  setSpeed(speed, chosen) {
    this.speed = speed;
    this.chosen = chosen;
    this.speedChoice.value = String(speed);
  }

  /** Selects the next faster or slower speed. */
  shift(direction) {
    const i = SPEEDS.indexOf(this.speed) + direction;
    if (i >= 0 && i < SPEEDS.length) this.setSpeed(SPEEDS[i], true);
  }

  /** Plays in real time, unless the run is very short or long. */
  suitSpeed(until) {
    if (this.chosen || !(until > 0)) return;
    const fits = (speed) => until / speed >= SHORTEST && until / speed <= LONGEST;
    const near = [...SPEEDS].sort((a, b) => Math.abs(Math.log(a)) - Math.abs(Math.log(b)));
    this.setSpeed(near.find(fits) ?? 1, false);
  }

  /** Sets how far the run has come, and its end. */
  setRange(reached, until) {
    this.reached = reached;
    this.until = until;
    this.line.max = until;
    this.line.style.setProperty("--reached", `${until > 0 ? (100 * reached) / until : 0}%`);
    this.show();
  }

  toggle() {
    this.playing ? this.pause() : this.play();
  }

  play() {
    if (this.time >= this.until) this.time = 0;
    this.playing = true;
    this.playButton.replaceChildren(icon("pause"));
    this.last = null;
  }

  pause() {
    this.playing = false;
    this.playButton.replaceChildren(icon("play"));
  }

  seek(time) {
    this.time = Math.min(Math.max(time, 0), this.reached);
    this.show();
    this.onTime(this.time);
  }

  nudge(direction) {
    this.pause();
    this.seek(this.rowTime(this.time, direction));
  }

  /** Advances from frame to frame, by the clock of the page in ms. */
  tick(now) {
    if (!this.playing) return;
    const passed = this.last === null ? 0 : Math.min((now - this.last) / 1000, 0.1);
    this.last = now;
    let time = this.time + passed * this.speed;
    if (time >= this.until && this.reached >= this.until) {
      time = this.loop ? 0 : this.until;
      if (!this.loop) this.pause();
    }
    this.seek(Math.min(time, this.reached));
  }

  show() {
    this.line.value = this.time;
    this.label.textContent = `${this.time.toFixed(3)} s`;
  }
}
