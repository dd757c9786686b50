// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// service.js - driving in the worker: blocks at the pace of the clock, and replays at full speed. Sends rows as {row,
// state} while driving and as {rows, done, same} of a replay.
import { IDLE } from "./driver.js";
import { DriveLoop } from "./loop.js";
import { Pace } from "./pace.js";
import { fromText, toText } from "./recorder.js";

const SLICE = 30; // ms of work between two checks for messages
const MOST_ROWS = 4000; // of a replay

export class DriveService {
  /** @param {(message: object, transfer?: Transferable[]) => void} post */
  constructor(post) {
    this.post = post;
    this.turn = 0; // number of the current work; a new one ends it
  }

  /** Starts a live run of the model that was read last. @param {{model: string, settings: object}} about */
  begin(engine, about) {
    this.turn++;
    this.loop = new DriveLoop(engine);
    this.about = about;
    this.pace = new Pace(this.loop.dt);
    this.going = false;
    const { rowSize, columns, step, steps, hull } = this.loop;
    return { description: this.loop.description, first: this.loop.row(), rowSize, columns, step, steps, hull };
  }

  // ---- what the page asks ------------------------------------------------------------------------------------------------

  press({ pressed }) {
    this.loop.pressed = { ...IDLE, ...pressed };
  }

  slide({ input, value }) {
    this.loop.setInput(input, value ?? NaN);
  }

  /** Continues with other parameters. */
  parameters({ settings, all }) {
    this.loop.setParameters(settings);
    this.about = { ...this.about, settings: all };
    this.pace.start(performance.now());
    return { description: this.loop.description, first: this.loop.row() };
  }

  shift({ step, gear }) {
    this.loop.driver.shift(step, gear);
  }

  manual({ gear }) {
    this.loop.driver.toggleManual(gear);
  }

  neutral() {
    this.loop.driver.neutral();
  }

  low() {
    this.loop.driver.low = !this.loop.driver.low;
  }

  slow({ speed }) {
    this.pace.speed = speed;
    this.pace.start(performance.now());
  }

  go() {
    if (this.going || this.loop.wrong) return;
    this.going = true;
    this.pace.start(performance.now());
    const mine = ++this.turn;
    this.guard(mine, () => this.tick(mine));
  }

  halt() {
    this.going = false;
    this.turn++;
  }

  reset() {
    this.loop.begin();
    this.pace.start(performance.now());
    this.send();
  }

  /** Returns the drive so far as a file. */
  save() {
    const { recorder, start, step, steps, blocks, description } = this.loop;
    return toText(recorder, start, { ...this.about, inputs: description.inputs, step, steps, blocks, hash: this.loop.hash() });
  }

  /**
   * Replays the drive so far, or one from a file; throws an error with a message if it does not belong to this model.
   */
  replay({ text = null }) {
    const drive = fromText(text ?? this.save());
    if (drive.inputs.join() !== this.loop.description.inputs.join()) throw new Error("this drive belongs to a model with other inputs");
    if (drive.start.length !== this.loop.start.length) throw new Error("this drive belongs to another model");
    if (drive.step !== this.loop.step || drive.steps !== this.loop.steps) throw new Error("this drive has another step size");
    this.halt();
    this.loop.begin(drive.start);
    const every = Math.max(1, Math.ceil(drive.blocks / MOST_ROWS));
    this.again(this.turn, { drive, every, cursor: 0 });
    return { until: drive.blocks * this.loop.dt };
  }

  // ---- work ---------------------------------------------------------------------------------------------------------------

  /** Runs work that may abort the engine. */
  guard(mine, work) {
    if (mine !== this.turn) return;
    try {
      work();
    } catch (error) {
      this.halt();
      this.post({ broken: error.message });
    }
  }

  tick(mine) {
    const begun = performance.now();
    let good = true;
    for (let due = this.pace.due(begun); due > 0 && good && performance.now() - begun < SLICE; due--) {
      const before = performance.now();
      good = this.loop.advance();
      const after = performance.now();
      this.pace.done(this.loop.steps, after - before, after);
    }
    if (!good) this.halt();
    this.send();
    if (good) setTimeout(() => this.guard(mine, () => this.tick(mine)), this.pace.wait());
  }

  send() {
    const row = this.loop.row();
    const { driver, wrong, recorder } = this.loop;
    const { factor, stepTime } = this.pace;
    const { manual, direction, low } = driver;
    this.post({ row, state: { factor, stepTime, wrong, manual, direction, low, full: recorder.full } }, [row.buffer]);
  }

  again(mine, job) {
    const begun = performance.now();
    const rows = [];
    const { drive, every } = job;
    if (this.loop.blocks === 0) rows.push(this.loop.row());
    while (this.more(drive) && performance.now() - begun < SLICE) {
      job.cursor = this.loop.repeat(drive.recorder, job.cursor);
      if (this.loop.blocks % every === 0 || !this.more(drive)) rows.push(this.loop.row());
    }
    const done = !this.more(drive);
    const same = done && this.loop.blocks === drive.blocks && this.loop.hash() === drive.hash;
    this.post({ rows, done, same, wrong: this.loop.wrong });
    if (!done) setTimeout(() => this.guard(mine, () => this.again(mine, job)), 0);
  }

  more(drive) {
    return this.loop.blocks < drive.blocks && !this.loop.wrong;
  }
}
