// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// names.js - names of the elements of a model, for completion: ends, elements by section, parameters, and signals.
import { isMap } from "yaml";
import { entriesOf } from "./cursor.js";

const MOST = 3000;
const WORDS = {
  plane: ["x", "y", "angle", "vx", "vy", "rate", "ax", "ay"],
  space: ["x", "y", "z", "yaw", "pitch", "roll", "vx", "vy", "vz", "omega", "ax", "ay", "az"],
  point: ["x", "y", "z", "vx", "vy", "vz"],
  joint: ["angle", "displacement", "rate", "force", "torque"],
  force: ["value", "length", "rate", "force", "torque", "power", "energy"],
  driver: ["position", "rate", "acceleration", "power"],
};
const WHOLE = ["t", "energy", "energy.kinetic", "energy.potential", "energy.work", "energy.error"];

/** Returns the sections whose names a key may have. */
const SECTIONS = {
  joint: ["joints"], from: ["joints"], to: ["joints"], pinion: ["joints"], slide: ["joints"], carrier: ["joints"],
  left: ["joints"], right: ["joints"], road: ["roads"], roads: ["roads"], soil: ["soils"], damping_map: ["tables"],
  part: ["parts"],
};

const keysOf = (map) => Object.keys(entriesOf(map)).filter(Boolean);
const keysIn = (root, section) => (isMap(root) ? keysOf(root.get(section)) : []);

/** Returns all bodies and the ground, each with its points and frames. */
function marksOf(root) {
  if (!isMap(root)) return [];
  const bodies = keysIn(root, "bodies").map((name) => [name, root.getIn(["bodies", name])]);
  return [["ground", root.get("ground")], ...bodies].map(([name, body]) => ({
    name,
    points: isMap(body) ? keysOf(body.get("points")) : [],
    frames: isMap(body) ? keysOf(body.get("frames")) : [],
  }));
}

/** Ends of joints and forces: BODY, BODY.POINT and BODY.FRAME. */
export function endsOf(root) {
  const below = ({ name, points, frames }) => [...points, ...frames].map((mark) => `${name}.${mark}`);
  return marksOf(root).flatMap((body) => [body.name, ...below(body)]);
}

/** Returns the names that the value of a key may have: joints, roads, ... */
export const namesFor = (root, key) => (SECTIONS[key] ?? []).flatMap((section) => keysIn(root, section));

export const parametersOf = (root) => keysIn(root, "parameters");

/** Returns everything that has a value during a run. */
export function signalsOf(root) {
  const plane = isMap(root) && root.get("space") === "plane";
  const known = (word) => !plane || !/z$/.test(word);
  const below = (name, words) => words.filter(known).map((word) => `${name}.${word}`);
  const bodies = marksOf(root).slice(1).flatMap(({ name, points }) => [
    ...below(name, WORDS[plane ? "plane" : "space"]),
    ...points.flatMap((point) => below(`${name}.${point}`, WORDS.point)),
  ]);
  const of = (section, first) => keysIn(root, section).flatMap((name) => below(`${first}.${name}`, WORDS[first]));
  const own = ["inputs", "signals", "auxiliary", "discrete"].flatMap((section) => keysIn(root, section));
  const elements = [...of("joints", "joint"), ...of("forces", "force"), ...of("drivers", "driver")];
  return [...own, ...WHOLE, ...elements, ...bodies].slice(0, MOST);
}
