// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// replay.js - the replay of a drive: computed again from the recorded controls, bit for bit, with a time line.
import { Player } from "../player/player.js";
import { Trajectory } from "../player/trajectory.js";
import { element } from "../shell/dom.js";

export class Replay {
  /** @param {HTMLElement} foot @param {import("./page.js").DrivePage} page */
  constructor(foot, page) {
    this.foot = foot;
    this.page = page;
    this.on = false;
    this.player = new Player(foot);
    this.player.onTime = (time) => this.show(time);
    this.player.rowTime = (time, direction) => this.trajectory?.neighbour(time, direction) ?? time;
    this.verdict = element("output", { className: "verdict" });
    foot.append(this.verdict);
  }

  /** Replays the drive so far, or that of a file. @param {string | null} text */
  async begin(text = null) {
    const { page } = this;
    page.pause(true);
    try {
      if (text) await this.suit(JSON.parse(text));
      this.trajectory = new Trajectory(1 + page.columns + page.pose.length, page.columns);
      this.enter();
      const { until } = await page.order("replay", { text });
      this.player.setRange(0, until);
    } catch (error) {
      this.leave();
      page.stop(error.message);
    }
  }

  /** Reads the model with the settings of the drive if they differ. */
  async suit({ settings }) {
    if (JSON.stringify(settings ?? {}) !== JSON.stringify(this.page.settings))
      await this.page.load(settings ?? {});
    this.page.pause(true);
  }

  enter() {
    this.on = true;
    this.foot.hidden = false;
    this.verdict.textContent = "computing …";
    this.player.seek(0);
    this.player.setLoop(false);
    this.player.play();
    this.page.going = false;
    this.page.showButtons();
  }

  leave() {
    this.on = false;
    this.done = false;
    this.foot.hidden = true;
    this.player.pause();
  }

  take({ rows, done, same, wrong }) {
    if (!this.on) return;
    for (const row of rows) this.trajectory.add(row);
    this.player.setRange(this.trajectory.end, done ? this.trajectory.end : Math.max(this.player.until, this.trajectory.end));
    this.done = done;
    if (!done) return;
    this.same = same;
    this.verdict.textContent = same ? "the same, bit for bit" : wrong ?? "the replay differs from the recorded drive";
    this.verdict.classList.toggle("wrong", !same);
  }

  /** Continues from the end of the drive. */
  drive() {
    if (!this.done) return;
    this.leave();
    this.page.pause(false);
  }

  tick(now) {
    this.player.tick(now);
  }

  show(time) {
    const { trajectory, page } = this;
    if (!this.on || !trajectory?.n) return;
    page.showPoses(trajectory.posesAt(time, page.pose));
    const i = trajectory.find(time);
    page.dashboard.show(trajectory.rows.subarray(i * trajectory.rowSize, (i + 1) * trajectory.rowSize));
  }

  // ---- files --------------------------------------------------------------------------------------------------------------

  async save() {
    const text = await this.page.order("save");
    const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    const name = `${this.page.description.name}-drive.json`.replaceAll(/[^\w.-]+/g, "-");
    element("a", { href: address, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(address), 10000);
  }

  choose() {
    const field = element("input", { type: "file", accept: ".json,application/json" });
    field.addEventListener("change", async () => field.files[0] && this.begin(await field.files[0].text()));
    field.click();
  }
}
