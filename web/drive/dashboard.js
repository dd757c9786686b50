// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// dashboard.js - dashboard: speed, engine, gear, pedals, steering, wheel loads, and the ratio to real time.
import { isFused } from "../shell/code.js";
import { element } from "../shell/dom.js";
import { Bar, Dial, Loads, SteeringWheel } from "./gauges.js";
import { rolesOf } from "./roles.js";

const GEARS = { "-1": "R", 0: "N" };
const SLOW = 0.95; // ratio to real time below which a message is shown

export class Dashboard {
  constructor(parent) {
    this.root = element("section", { className: "dashboard" });
    this.root.setAttribute("aria-label", "dashboard");
    this.status = element("p", { className: "status" });
    this.slow = element("p", { className: "slow", hidden: true });
    this.slow.setAttribute("role", "status");
    parent.append(this.slow, element("div", { className: "dash" }, this.root, this.status));
  }

  /** @param {object} description @param {Float64Array} poses at the start, of bodies without the ground */
  setModel(description, poses, hull) {
    const { roles } = rolesOf(description);
    const column = (name) => description.outputs.findIndex((output) => output.name === name);
    this.ninputs = description.inputs.length;
    this.noutputs = description.outputs.length;
    this.places = { loads: description.wheels.map(({ load }) => column(load)) };
    this.places.engine = description.engines.length ? column(description.engines[0].speed) : -1;
    this.places.gear = description.gearboxes.length ? column(description.gearboxes[0].gear) : -1;
    this.roles = roles;
    this.gauges = this.make(description, poses, hull);
    this.full = 0;
    this.root.replaceChildren(...Object.values(this.gauges).map((gauge) => gauge.root ?? gauge));
    this.advice = isFused(description) ? " The model compiled with --no-fma takes a third of the time." : "";
    const { formulation, integrator, step } = description.choices;
    this.step = Number((1000 * step).toPrecision(3)); // ms
    this.method = `${formulation === "compiled" ? "compiled, " : ""}${integrator}, ${this.step} ms`;
  }

  /** @param {string | null} sentence about the method, shown after it */
  note(sentence) {
    if (sentence) this.method += ` · ${sentence}`;
  }

  make({ wheels }, poses, hull) {
    const gauges = {};
    const { roles, places } = this;
    if (roles.steer) gauges.steer = new SteeringWheel();
    if (roles.brake) gauges.brake = new Bar("brake", "brake");
    if (roles.throttle) gauges.throttle = new Bar("throttle", "gas");
    gauges.speed = new Dial("km/h", 80);
    if (places.gear >= 0 || roles.gear) gauges.gear = element("b", { className: "gear", title: "gear" });
    if (places.engine >= 0) gauges.engine = new Dial("rpm", 3000);
    if (wheels.length) gauges.loads = new Loads(wheels.map(({ body }) => placeIn(poses, body, hull)));
    return gauges;
  }

  /** Shows a row of loop.js. */
  show(row, state) {
    const output = (i) => row[1 + i];
    const input = (role) => (this.roles[role] ? row[1 + this.noutputs + this.roles[role].index] || 0 : 0);
    const { gauges, places } = this;
    const speed = row[1 + this.noutputs + this.ninputs];
    gauges.speed.show(3.6 * speed, Math.abs(3.6 * speed).toFixed(0));
    gauges.steer?.show(input("steer"));
    gauges.brake?.show(Math.max(input("brake"), input("parking")));
    gauges.brake?.root.classList.toggle("parked", input("parking") > 0.5);
    gauges.throttle?.show(Math.abs(input("throttle")));
    gauges.engine?.show((output(places.engine) * 30) / Math.PI);
    if (gauges.gear) this.showGear(places.gear >= 0 ? output(places.gear) : input("gear"), state);
    if (gauges.loads) this.showLoads(places.loads.map(output));
  }

  showGear(engaged, state) {
    const gear = Math.round(engaged);
    const word = GEARS[gear] ?? String(gear);
    const manual = state?.manual != null;
    this.gauges.gear.textContent = word;
    this.gauges.gear.dataset.mode = `${manual ? "manual" : "auto"}${state?.low ? ", low" : ""}`;
  }

  showLoads(loads) {
    if (this.full === 0) this.full = 2 * Math.max(...loads, 1);
    this.gauges.loads.show(loads, this.full);
  }

  /** Shows the ratio to real time. @param {number} speed requested ratio, 1: real time */
  tell({ factor, stepTime }, speed) {
    const took = stepTime > 0 ? ` · ${stepTime.toFixed(2)} ms a step` : "";
    const pace = Math.min(factor, 1) * speed;
    this.status.textContent = `${pace.toFixed(2)}x real time${took} · ${this.method}`;
    this.slow.hidden = factor >= SLOW;
    const why = stepTime > this.step ? `a step of ${this.step} ms takes ${stepTime.toFixed(1)} ms` : "this computer is busy";
    this.slow.textContent = `Running at ${pace.toFixed(2)}x real time: ${why}. No step is skipped.${this.advice}`;
  }
}

/** Returns the position of a body relative to another: x forward, y to the left. */
function placeIn(poses, body, hull) {
  const at = poses.subarray(7 * (body - 1), 7 * body);
  const from = poses.subarray(7 * (hull - 1), 7 * hull);
  const [w, x, y, z] = from.subarray(3, 7);
  const d = [at[0] - from[0], at[1] - from[1], at[2] - from[2]];
  const turn = [
    [1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)],
    [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)],
  ];
  return turn.map((axis) => axis.reduce((sum, a, i) => sum + a * d[i], 0));
}
