// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// sources.js - sources of arrows: for every joint, force and point of contact the required signals, and a function from a row to a list
// of {place, vector, turns}. It uses only ends, axes and radii of the description, not kinds.
import { Vector3 } from "three";

const AXES = ["x", "y", "z"];
const MOST_POINTS = 60; // of all contacts

const vectorOf = ([x = 0, y = 0, z = 0]) => new Vector3(x, y, z);
const world = (bodies, body, p) => new Vector3(...p).applyMatrix4(bodies[body].matrixWorld);
const turned = (bodies, body, axis) => new Vector3(...axis).transformDirection(bodies[body].matrixWorld);
const pointOf = (element, end) => element.p.slice(3 * end, 3 * end + 3);

/** Returns the columns of a vector: two in the plane, where a torque is one number about z. */
function columnsOf(name, planar, turns) {
  if (planar && turns) return [name];
  return AXES.slice(0, planar ? 2 : 3).map((axis) => `${name}.${axis}`);
}

/** Returns the contact point of a wheel or ball. */
function touching(element, bodies, up) {
  const centre = world(bodies, element.body[0], pointOf(element, 0));
  const down = up.clone().negate();
  if (element.axis) {
    const axis = turned(bodies, element.body[0], element.axis);
    down.addScaledVector(axis, -down.dot(axis));
    if (down.lengthSq() < 1e-6) return centre;
    down.normalize();
  }
  return centre.addScaledVector(down, element.radius);
}

/**
 * Returns force or torque on the bodies of the ends: as given on the second, opposite on the first, none on the ground.
 */
function betweenEnds(element, name, kind, { planar, up }) {
  const turns = Boolean(element.angular);
  const ask = `${name}.${turns ? "torque" : "force"}`;
  const last = element.body.length - 1;
  return {
    kind: turns ? "torque" : kind,
    ask: [ask],
    columns: columnsOf(ask, planar, turns),
    arrows(values, bodies) {
      const vector = turns && planar ? new Vector3(0, 0, values[0]) : vectorOf(values);
      if (element.radius) return [{ place: touching(element, bodies, up), vector, turns }];
      return [last, 0].slice(0, last + 1).filter((end) => element.body[end] > 0 || last === 0).map((end) => ({
        place: world(bodies, element.body[end], pointOf(element, end)),
        vector: end === last ? vector : vector.clone().negate(),
        turns,
      }));
    },
  };
}

/** Returns one source per body of a force on several bodies, such as a track. */
function manyEnds(element, name, description, { planar }) {
  const seen = new Set();
  return element.body.flatMap((body, end) => {
    if (body === 0 || seen.has(body)) return [];
    seen.add(body);
    const ask = `${name}.on.${description.bodies[body].name}.force`;
    const arrows = (values, bodies) => [
      { place: world(bodies, body, pointOf(element, end)), vector: vectorOf(values), turns: false },
    ];
    return [{ kind: "force", ask: [ask], columns: columnsOf(ask, planar, false), arrows }];
  });
}

/** Returns the source along the coordinate of a joint: about its axis, or along it. */
function alongJoint(element, joint, ask) {
  if (!joint?.turn || !joint.body) return [];
  const sign = element.opposes ? -1 : 1;
  const turns = Boolean(element.angular);
  const arrows = ([value], bodies) => [{
    place: world(bodies, joint.body[1], pointOf(joint, 1)),
    vector: turned(bodies, joint.body[0], joint.turn).multiplyScalar(sign * value),
    turns,
  }];
  return [{ kind: turns ? "torque" : "force", ask: [ask], columns: [ask], arrows }];
}

/**
 * Returns the sources of the points of contacts: N + F on the second shape, and in `hits` the place of the column that
 * counts impacts. Further points than MOST_POINTS have none.
 */
function atContacts(description, { planar }) {
  const points = (description.contacts ?? []).flatMap(({ name, npoints }, index) =>
    Array.from({ length: Math.min(npoints, MOST_POINTS) }, (_, k) => ({ index, name: `contact.${name}.${k + 1}` })));
  return points.slice(0, MOST_POINTS).map(({ index, name }) => {
    const force = columnsOf(`${name}.force`, planar, false);
    const n = force.length;
    const arrows = (values) =>
      [{ place: vectorOf(values.slice(n, 2 * n)), vector: vectorOf(values.slice(0, n)), turns: false }];
    return {
      kind: "force",
      ask: [`${name}.force`, `${name}.point`, `${name}.impacts`],
      columns: [...force, ...columnsOf(`${name}.point`, planar, false), `${name}.impacts`],
      hits: 2 * n,
      arrows,
      of: { sort: "contact", index },
    };
  });
}

/** Returns the sources of arrows of a model. */
export function sourcesOf(description) {
  const { joints, forces } = description.elements;
  const view = { planar: description.space === "plane", up: new Vector3(...description.up) };
  const reactions = joints.flatMap((joint, index) => {
    const of = { sort: "joint", index };
    const name = `joint.${joint.name}`;
    const found = joint.joint !== undefined ? alongJoint(joint, joints[joint.joint], `${name}.push`)
      : joint.body?.length === 2 ? [betweenEnds(joint, name, "reaction", view)] : [];
    return found.map((source) => ({ ...source, of }));
  });
  const applied = forces.flatMap((force, index) => {
    const name = `force.${force.name}`;
    const found = force.joint !== undefined ? alongJoint(force, joints[force.joint], `${name}.value`)
      : force.body?.length > 2 ? manyEnds(force, name, description, view)
      : force.body ? [betweenEnds(force, name, "force", view)] : [];
    return found.map((source) => ({ ...source, of: { sort: "force", index } }));
  });
  return [...reactions, ...applied, ...atContacts(description, view)];
}

/** Returns the meaning of the lengths in words. @param {{force: number, torque: number}} usual */
export function wordsOfArrows({ force, torque }) {
  const round = (x) => Number(x.toPrecision(2));
  const long = force > 0 ? `a long arrow is ${round(force)} N` : "";
  const wide = torque > 0 ? `a wide arc is ${round(torque)} N m` : "";
  if (!long && !wide) return "no forces act here";
  return `reactions of joints (on the second body), forces and torques: ${[long, wide].filter(Boolean).join(", ")}`;
}
