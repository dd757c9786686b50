// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// roles.js - inputs that the controls drive, by their names (docs/command.md lists them); other inputs have sliders.

/** Their ranges; turrets are unlimited. */
export const ROLES = {
  steer: { least: -1, most: 1 }, // positive to the left
  throttle: { least: 0, most: 1 },
  brake: { least: 0, most: 1 },
  parking: { least: 0, most: 1 },
  gear: { least: -1, most: 1 }, // -1 reverse, 0 neutral, else the highest gear allowed, up to the number of gears
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

/** Inputs that hold a vehicle. */
export const brakesOf = (description) => (description?.inputs ?? []).filter((name) => name === "brake" || name === "parking");

/** Names of the driven body; without them it is the body with the most shapes. */
const HULLS = ["chassis", "hull", "body", "car", "frame"];

/** Returns the driven body. */
export function hullOf({ eye, bodies, things }) {
  if (eye) return eye.body;
  const named = HULLS.map((name) => bodies.findIndex((body) => body.name === name || body.name.endsWith(`.${name}`)));
  const found = named.find((index) => index > 0);
  if (found) return found;
  const counts = bodies.map((_, i) => things.filter((thing) => thing.kind === "shape" && thing.body[0] === i).length);
  counts[0] = -1;
  return counts.indexOf(Math.max(...counts));
}

/** Returns the signals of the dashboard. */
export function signalsOf({ wheels, engines, gearboxes }) {
  const first = (list, key) => list.slice(0, 1).map((entry) => entry[key]);
  return [...wheels.map(({ load }) => load), ...first(engines, "speed"), ...first(gearboxes, "gear")];
}
