// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mujoco_side.mjs - a mechanism in MuJoCo: its model as MJCF, and runs of it.
import loadMujoco from "@mujoco/mujoco";
import { endOf } from "./mechanisms.mjs";

const mujoco = await loadMujoco();
export const version = mujoco.mj_versionString();

const list = (numbers) => numbers.join(" ");

/** The choices of MuJoCo; search.mjs looks for the best ones. */
export const defaults = {
  integrator: "RK4",
  step: 1e-3, // s
  solver: "Newton",
  jacobian: "auto",
  iterations: 50,
  tolerance: 1e-12,
  stiffness: 2, // time constant of the constraints over the step; refsafe keeps it at 2 or above, so it is off below
  impedance: 0.9999, // the largest that MuJoCo accepts
  warmstart: "enable",
  island: "enable",
};

function bodyText(mechanism, body) {
  const points = Object.entries(body.points).map(([name, at]) => `<site name="${body.name}.${name}" pos="${list(at)}"/>`);
  const joints = body.joints.map(({ name, type, axis }) => `<joint name="${name}" type="${type}" axis="${list(axis)}"/>`);
  const inertial = `<inertial mass="${body.mass}" pos="${list(body.com)}" diaginertia="${list(body.inertia)}"/>`;
  const children = mechanism.bodies.filter(({ parent }) => parent === body.name).map((child) => bodyText(mechanism, child));
  const own = [...(body.free ? ["<freejoint/>"] : joints), inertial, ...points, ...children].join("");
  return `<body name="${body.name}" pos="${list(body.at)}">${own}</body>`;
}

/** Returns the model as MJCF. Without loops nothing but gravity acts, so the parts of a step that add forces are off. */
export function mjcfOf(mechanism, settings) {
  const { integrator, step, solver, jacobian, iterations, tolerance, stiffness, impedance, warmstart, island } = settings;
  const flags = { contact: "disable", energy: "disable", sensor: "disable", actuation: "disable", spring: "disable", damper: "disable" };
  if (mechanism.loops.length > 0) Object.assign(flags, { limit: "disable", frictionloss: "disable", refsafe: stiffness < 2 ? "disable" : "enable", warmstart, island });
  else flags.constraint = "disable";
  const flag = Object.entries(flags).map(([name, value]) => `${name}="${value}"`).join(" ");
  const option = { timestep: step, gravity: list(mechanism.gravity), integrator, solver, jacobian, iterations, tolerance };
  const options = Object.entries(option).map(([name, value]) => `${name}="${value}"`).join(" ");
  const soft = `solref="${stiffness * step} 1" solimp="${impedance} ${impedance} 0.001"`;
  const loops = mechanism.loops.map(([a, b]) => `<connect site1="${a}" site2="${b}" ${soft}/>`).join("");
  const roots = mechanism.bodies.filter(({ parent }) => parent === null).map((body) => bodyText(mechanism, body)).join("");
  return `<mujoco><compiler boundmass="0" boundinertia="0"/><option ${options}><flag ${flag}/></option>` +
    `<worldbody>${roots}</worldbody><equality>${loops}</equality></mujoco>`;
}

/** A mechanism with settings. */
export class MujocoSide {
  constructor(mechanism, settings) {
    this.step = settings.step;
    this.model = mujoco.MjModel.from_xml_string(mjcfOf(mechanism, settings));
    this.data = new mujoco.MjData(this.model);
    this.joints = mechanism.bodies.flatMap((body) => (body.free ? [] : body.joints));
    this.places = this.joints.map(({ name }) => {
      const joint = this.model.jnt(name);
      const place = { q: this.model.jnt_qposadr[joint.id], v: this.model.jnt_dofadr[joint.id] };
      joint.delete();
      return place;
    });
    this.watched = mechanism.watch.map((text) => {
      if (text.startsWith("joint.")) return { joint: this.places[this.joints.findIndex(({ name }) => name === text.slice(6))].q };
      const { body, point } = endOf(mechanism, text);
      const site = this.model.site(`${body.name}.${point}`);
      const { id } = site;
      site.delete();
      return { site: id };
    });
    this.plane = mechanism.plane;
    this.restart();
  }

  restart() {
    const { model, data } = this;
    mujoco.mj_resetData(model, data);
    const { qpos, qvel } = data;
    this.joints.forEach((joint, i) => {
      qpos[this.places[i].q] = joint.q;
      qvel[this.places[i].v] = joint.v;
    });
  }

  /** Takes n steps. */
  go(n) {
    const { model, data } = this;
    for (let i = 0; i < n; i++) mujoco.mj_step(model, data);
  }

  /** Returns what is watched: coordinates of points, m, and of joints. */
  look() {
    mujoco.mj_kinematics(this.model, this.data);
    const { qpos, site_xpos: places } = this.data;
    return this.watched.flatMap(({ joint, site }) => {
      if (joint !== undefined) return [qpos[joint]];
      return [...places.subarray(3 * site, 3 * site + (this.plane ? 2 : 3))];
    });
  }

  free() {
    this.data.delete();
    this.model.delete();
  }
}
