// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// loop.js - a drive: blocks of steps with recorded controls, which can be repeated bit for bit.
import { Driver, IDLE } from "./driver.js";
import { Recorder } from "./recorder.js";
import { hullOf, rolesOf } from "./roles.js";

const LOOK = 1 / 60; // s: time between readings of the controls

export class DriveLoop {
  /** @param {import("../engine/engine.js").Engine} engine with a live run */
  constructor(engine) {
    this.engine = engine;
    this.description = engine.describe();
    const { bodies, inputs, outputs, choices, wheels, gearboxes } = this.description;
    this.sizes = { bodies: bodies.length, outputs: outputs.length };
    this.step = choices.step;
    this.steps = Math.max(1, Math.round(LOOK / this.step)); // per block
    const { roles } = rolesOf(this.description);
    const tracked = wheels.length > 0 && wheels.every(({ load }) => /\.load_\d+$/.test(load));
    this.driver = new Driver(roles, !tracked);
    this.hull = hullOf(this.description);
    this.gearColumn = outputs.findIndex(({ name }) => name === gearboxes[0]?.gear);
    this.values = new Float64Array(inputs.length).fill(NaN); // held values of the inputs
    this.sliders = new Map(); // sliders that were moved since the last block
    this.recorder = new Recorder();
    this.pressed = { ...IDLE };
    this.start = engine.save();
    this.begin();
  }

  get dt() {
    return this.steps * this.step;
  }

  /** Returns to the start; every drive begins here, so that it can be repeated. */
  begin(start = this.start) {
    this.start = start;
    this.recorder.clear();
    this.sliders.clear();
    this.values.forEach((_, input) => this.hold(input, NaN));
    this.engine.load(start);
    this.origin = this.engine.time;
    this.blocks = 0;
    this.wrong = null;
    this.speed = this.findSpeed();
    this.engine.load(start);
    this.takePoses();
    this.driver.reset(this.speed);
  }

  /** Returns the speed at the start, from one step; 0: the step fails. */
  findSpeed() {
    const before = this.engine.poses(this.sizes.bodies);
    if (!this.engine.step(this.origin + this.step)) return 0;
    return forward(before, this.engine.poses(this.sizes.bodies), 7 * (this.hull - 1)) / this.step;
  }

  /** Continues with other parameters; the record restarts with the held inputs. */
  setParameters(settings) {
    this.engine.setParameters(settings);
    this.description = this.engine.describe();
    this.start = this.engine.save();
    this.engine.load(this.start); // as a replay does
    this.origin = this.engine.time;
    this.blocks = 0;
    this.recorder.clear();
    this.values.forEach((value, input) => Number.isNaN(value) || this.recorder.put(0, input, value));
    this.takePoses();
  }

  hold(input, value) {
    if (Object.is(this.values[input], value)) return false;
    this.values[input] = value;
    this.engine.hold(input, value);
    return true;
  }

  change(input, value) {
    if (this.hold(input, value)) this.recorder.put(this.blocks, input, value);
  }

  /** Sets a slider; NaN: the value of the model. */
  setInput(input, value) {
    this.sliders.set(input, value);
  }

  /** Steps one block with the controls. Returns false if the run has stopped; `wrong` is the reason. */
  advance() {
    this.driver.step(this.dt, this.speed, this.pressed, this.gear);
    for (const [input, value] of this.driver.values()) this.change(input, value);
    for (const [input, value] of this.sliders) this.change(input, value);
    this.sliders.clear();
    return this.run();
  }

  /** Steps the next block of a record. */
  repeat(record, cursor) {
    const next = record.play(cursor, this.blocks, (input, value) => this.change(input, value));
    this.run();
    return next;
  }

  /** Steps to the end of a block, which is the end of a step. */
  run() {
    const end = this.origin + (this.blocks + 1) * this.steps * this.step;
    if (!this.engine.step(end)) {
      const { why, status } = this.engine.summary();
      this.wrong = why || status;
      return false;
    }
    this.blocks++;
    const before = this.poses;
    this.takePoses();
    this.speed = forward(before, this.poses, 7 * (this.hull - 1)) / this.dt;
    return true;
  }

  takePoses() {
    this.poses = this.engine.poses(this.sizes.bodies);
    this.known = null;
  }

  get outputs() {
    this.known ??= this.engine.outputs(this.sizes.outputs);
    return this.known;
  }

  /** Returns the current gear; NaN: unknown. */
  get gear() {
    return this.gearColumn >= 0 ? this.outputs[this.gearColumn] : NaN;
  }

  get time() {
    return this.blocks * this.dt;
  }

  /** Returns a row for the page: time, outputs, inputs, speed, poses. */
  row() {
    const { outputs } = this.sizes;
    const row = new Float64Array(this.rowSize);
    row[0] = this.time;
    row.set(this.outputs, 1);
    row.set(this.values, 1 + outputs);
    row[1 + outputs + this.values.length] = this.speed;
    row.set(this.poses, row.length - this.poses.length);
    return row;
  }

  get rowSize() {
    return 1 + this.columns + this.poses.length;
  }

  get columns() {
    return this.sizes.outputs + this.values.length + 1;
  }

  hash() {
    return this.engine.summary().hash;
  }
}

/** Returns the displacement of a body along its own x axis. */
function forward(before, after, k) {
  const [w, x, y, z] = after.subarray(k + 3, k + 7);
  const axis = [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)];
  return axis.reduce((sum, a, i) => sum + a * (after[k + i] - before[k + i]), 0);
}
