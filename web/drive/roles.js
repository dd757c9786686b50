// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// roles.js - which inputs of a model are driven, by their names (docs/command.md lists them); all others have sliders.

/** Their ranges; turrets turn as far as they like. */
export const ROLES = {
  steer: { least: -1, most: 1 }, // positive to the left
  throttle: { least: 0, most: 1 },
  brake: { least: 0, most: 1 },
  parking: { least: 0, most: 1 },
  gear: { least: -1, most: 1 }, // -1 reverse, 0 neutral, else the highest gear allowed; as many as the gearbox has
  range: { least: 0, most: 1 }, // 1: low
  turret_angle: { least: -Infinity, most: Infinity }, // rad, positive to the left
  elevation: { least: -0.17, most: 1 }, // rad, positive upwards
};

/**
 * @param {{inputs: string[], gearboxes: Array<{gears: number}>}} description of the engine
 * @returns {{roles: Record<string, {index: number, least: number, most: number}>, others: Array<{index: number, name: string}>}}
 */
export function rolesOf({ inputs, gearboxes }) {
  const roles = {};
  const others = [];
  inputs.forEach((name, index) => {
    if (name in ROLES) roles[name] = { index, ...ROLES[name] };
    else others.push({ index, name });
  });
  if (roles.gear && gearboxes.length) roles.gear.most = gearboxes[0].gears;
  return { roles, others };
}

/** Inputs that keep a vehicle where it is. */
export const brakesOf = (description) => (description?.inputs ?? []).filter((name) => name === "brake" || name === "parking");

/** Bodies of this name are what is driven; else the one with the most to see of it. */
const HULLS = ["chassis", "hull", "body", "car", "frame"];

/** The body that carries the driver. */
export function hullOf({ eye, bodies, things }) {
  if (eye) return eye.body;
  const named = HULLS.map((name) => bodies.findIndex((body) => body.name === name || body.name.endsWith(`.${name}`)));
  const found = named.find((index) => index > 0);
  if (found) return found;
  const counts = bodies.map((_, i) => things.filter((thing) => thing.kind === "shape" && thing.body[0] === i).length);
  counts[0] = -1;
  return counts.indexOf(Math.max(...counts));
}

/** Signals that the dashboard needs. */
export function signalsOf({ wheels, engines, gearboxes }) {
  const first = (list, key) => list.slice(0, 1).map((entry) => entry[key]);
  return [...wheels.map(({ load }) => load), ...first(engines, "speed"), ...first(gearboxes, "gear")];
}
