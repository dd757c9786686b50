// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// jounce_side.mjs - a mechanism in Jounce: its model file, and runs of it in the engine of the page.
import { Engine } from "../../web/engine/engine.js";
import { inAxes, quaternionOf, statesAtStart } from "./mechanisms.mjs";

/** The choices of Jounce that the benchmark varies; all others are left to Jounce. */
export const defaults = { integrator: "rk4", step: 1e-3 };

// Returns the joints of a body as Jounce has them: two hinges in a row with perpendicular axes are a cross.
function jointsOf(body, plane) {
  const joints = [];
  for (let rest = body.joints; rest.length > 0; ) {
    const [{ name, type, axis }, second] = rest;
    const crossed = rest.length === 2 && type === "hinge" && second.type === "hinge" && axis.every((a, i) => a * second.axis[i] === 0);
    rest = rest.slice(crossed ? 2 : 1);
    if (crossed) joints.push({ name, type: "universal", axes: [axis, second.axis] });
    else joints.push({ name, type: type === "slide" ? "prismatic" : "revolute", ...(plane ? {} : { axis }) });
  }
  return joints;
}

// Returns the initial values of a body; they agree with joints and loops, so that the assembly changes nothing.
function startOf(name, { p, R, v, w }, plane) {
  const values = plane
    ? { position: p.slice(0, 2), angle: Math.atan2(R[1][0], R[0][0]), velocity: v.slice(0, 2), rate: w[2] }
    : { position: p, quaternion: quaternionOf(R), velocity: v, omega: inAxes(R, w) };
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [`${name}.${key}`, value]));
}

/** Returns the model file, as JSON. */
export function modelOf(mechanism, settings) {
  const { plane } = mechanism;
  const vector = (p) => (plane ? p.slice(0, 2) : p);
  const ground = {};
  const bodies = {};
  const joints = {};
  const guess = {};
  const states = statesAtStart(mechanism);
  for (const body of mechanism.bodies) {
    const { name, parent, at, mass, com, inertia } = body;
    const state = states.get(name);
    const points = Object.fromEntries(Object.entries(body.points).map(([point, place]) => [point, vector(place)]));
    bodies[name] = { mass, com: vector(com), inertia: plane ? inertia[2] : inertia, points };
    Object.assign(guess, startOf(name, state, plane));
    if (body.free) continue;
    // the place of a body's first joint is a point of its parent, with the name of the body
    (parent ? bodies[parent].points : ground)[name] = vector(at);
    let from = `${parent ?? "ground"}.${name}`;
    jointsOf(body, plane).forEach((joint, i, all) => {
      const last = i === all.length - 1;
      const to = last ? name : `${name}_${i + 1}`; // a massless body between two joints
      if (!last) {
        bodies[to] = { mass: 0 };
        Object.assign(guess, startOf(to, state.between[i], plane));
      }
      const { name: key, ...kind } = joint;
      joints[key] = { ...kind, between: [from, to] };
      from = to;
    });
  }
  mechanism.loops.forEach((ends, i) => (joints[`loop${i}`] = { type: plane ? "revolute" : "spherical", between: ends }));
  const outputs = mechanism.watch.flatMap((text) => {
    if (text.startsWith("joint.")) return [`${text}.angle`];
    return (plane ? ["x", "y"] : ["x", "y", "z"]).map((axis) => `${text}.${axis}`);
  });
  return {
    jounce: 1,
    name: mechanism.name,
    space: plane ? "plane" : "space",
    gravity: vector(mechanism.gravity),
    ground: { points: ground },
    bodies,
    joints,
    initial: { guess },
    simulate: { until: 1000, max_steps: 1e9, ...settings },
    outputs,
  };
}

/** A mechanism with settings, in an engine of its own. */
export class JounceSide {
  /** @param {WebAssembly.Module} wasm */
  static async make(wasm, mechanism, settings) {
    const side = new JounceSide();
    const path = `${mechanism.name}.yaml`;
    side.engine = await Engine.make(wasm);
    side.engine.putFiles({ [path]: JSON.stringify(modelOf(mechanism, settings)) });
    side.engine.read(path);
    side.engine.start(true);
    const { outputs, choices } = side.engine.describe();
    side.noutputs = outputs.length;
    side.choices = choices;
    side.step = settings.step;
    side.start = side.engine.save();
    side.taken = 0;
    return side;
  }

  restart() {
    this.taken = 0;
    if (!this.engine.load(this.start)) throw new Error("the run cannot be restarted");
  }

  /** Takes n steps, with one call for each, as MuJoCo's. */
  go(n) {
    const { engine, step } = this;
    for (let i = 0; i < n; i++) if (!engine.step(++this.taken * step)) throw new Error(engine.summary().why);
  }

  look() {
    return [...this.engine.outputs(this.noutputs)];
  }

  free() {}
}
