// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mechanisms.mjs - the mechanisms of the benchmark, each described once; jounce_side.mjs and mujoco_side.mjs write it as
// the model of their engine.
//
// A mechanism is a tree of bodies and the points at which its loops close:
//   plane    true: it moves in the x-y plane, and Jounce models it there; MuJoCo has no plane
//   gravity  m/s^2
//   bodies   from the root outwards: name, mass (kg), com (centre of mass, m), inertia (principal moments about it,
//            kg m^2), points, all in the axes of the body; parent: a body, null for the ground; at: the body's origin in
//            the axes of its parent where all coordinates are zero, m; joints between the two, from the parent to the
//            body: name, type (hinge, slide), axis, q and v (coordinate and rate at the start; rad or m); or free: the
//            joint has six degrees of freedom, and the body is at rest at the start
//   loops    pairs of points that coincide: BODY.POINT
//   watch    points whose distance from the reference is the error, or a joint
// All bodies have the axes of the ground where all coordinates are zero.

const G = 9.81;
// A thin uniform bar of 1 m and 1 kg along x. MuJoCo requires a moment of inertia about its long axis.
const bar = { mass: 1, com: [0.5, 0, 0], inertia: [1e-4, 1 / 12, 1 / 12], points: { end: [1, 0, 0] } };
const Z = [0, 0, 1];
const hinge = (name, axis, q = 0, v = 0) => ({ name, type: "hinge", axis, q, v });

/** Returns N four-bars side by side (IFToMM A02): N + 1 cranks, joined by N couplers. */
export function fourBars(N) {
  const bodies = [];
  const loops = [];
  for (let i = 0; i <= N; i++) {
    bodies.push({ ...bar, name: `crank${i}`, parent: null, at: [i, 0, 0], joints: [hinge(`A${i}`, Z, Math.PI / 2, -1)] });
    if (i === N) break;
    const joints = [hinge(`L${i}`, Z, -Math.PI / 2, 1)];
    bodies.push({ ...bar, name: `coupler${i}`, parent: `crank${i}`, at: [1, 0, 0], joints });
    loops.push([`coupler${i}.end`, `crank${i + 1}.end`]);
  }
  const watch = ["crank0.end"];
  return { name: `four-bars-${N}`, plane: true, gravity: [0, -G, 0], bodies, loops, watch };
}

/** Returns a chain of N links, released from the horizontal; in space its hinges turn about z and y in turn. */
export function chain(N, plane) {
  const bodies = [];
  for (let i = 0; i < N; i++) {
    const parent = i === 0 ? null : `link${i - 1}`;
    const axis = plane || i % 2 === 0 ? Z : [0, 1, 0];
    bodies.push({ ...bar, name: `link${i}`, parent, at: [i > 0 ? 1 : 0, 0, 0], joints: [hinge(`J${i}`, axis)] });
  }
  const gravity = plane ? [0, -G, 0] : [0, -G / Math.SQRT2, -G / Math.SQRT2];
  const watch = [`link${N - 1}.end`];
  return { name: `chain-${plane ? "plane" : "space"}-${N}`, plane, gravity, bodies, loops: [], watch };
}

// A limb segment: a solid cylinder of this length (m) and radius (m) that hangs along -z from its joints.
function segment(name, parent, at, joints, mass, length, radius) {
  const across = (mass * (3 * radius * radius + length * length)) / 12;
  return {
    name,
    parent,
    at,
    joints,
    mass,
    com: [0, 0, -length / 2],
    inertia: [across, across, (mass * radius * radius) / 2],
    points: { end: [0, 0, -length] },
  };
}

// A box with its centre at the origin of the body; size in m.
function box(name, mass, [x, y, z], rest) {
  const inertia = [y * y + z * z, x * x + z * z, x * x + y * y].map((sum) => (mass * sum) / 12);
  return { name, mass, com: [0, 0, 0], inertia, points: {}, joints: [], ...rest };
}

const X = [1, 0, 0];
const Y = [0, 1, 0];

/** Returns a quadruped in the air: a free trunk and four legs of three hinges, 18 degrees of freedom. */
export function quadruped() {
  const bodies = [box("trunk", 9, [0.4, 0.2, 0.1], { parent: null, at: [0, 0, 0.5], free: true })];
  for (const [leg, x, y] of [["fl", 0.2, 0.05], ["fr", 0.2, -0.05], ["rl", -0.2, 0.05], ["rr", -0.2, -0.05]]) {
    const swing = leg === "fl" || leg === "rr" ? 3 : -3; // rad/s, diagonal legs together
    const side = Math.sign(y);
    bodies.push(
      box(`${leg}_hip`, 0.7, [0.06, 0.05, 0.06], { parent: "trunk", at: [x, y, 0], joints: [hinge(`${leg}_abduction`, X, 0.1 * side, side)] }),
      segment(`${leg}_thigh`, `${leg}_hip`, [0, 0.08 * side, 0], [hinge(`${leg}_hip`, Y, 0.7, swing)], 1, 0.2, 0.02),
      segment(`${leg}_calf`, `${leg}_thigh`, [0, 0, -0.2], [hinge(`${leg}_knee`, Y, -1.4, -swing)], 0.2, 0.2, 0.01),
    );
  }
  const watch = ["fl_calf.end", "rr_calf.end"];
  return { name: "quadruped", plane: false, gravity: [0, 0, -G], bodies, loops: [], watch };
}

/** Returns a humanoid in the air: a free pelvis and 21 hinges, up to three per body; 27 degrees of freedom. */
export function humanoid() {
  const bodies = [
    box("pelvis", 10, [0.2, 0.3, 0.15], { parent: null, at: [0, 0, 1], free: true }),
    box("torso", 20, [0.2, 0.35, 0.4], {
      parent: "pelvis",
      at: [0, 0, 0.1],
      com: [0, 0, 0.25],
      joints: [hinge("waist_yaw", Z, 0.1, 0.5), hinge("waist_pitch", Y, 0.1, -0.5), hinge("waist_roll", X, 0, 0.3)],
    }),
  ];
  for (const [side, y, swing] of [["left", 0.1, 2], ["right", -0.1, -2]]) {
    const s = Math.sign(y);
    const name = (word) => `${side}_${word}`;
    bodies.push(
      segment(name("thigh"), "pelvis", [0, y, -0.08],
        [hinge(name("hip_yaw"), Z, 0, 0.5 * s), hinge(name("hip_roll"), X, 0.05 * s, 0.5 * s), hinge(name("hip_pitch"), Y, -0.3, swing)], 7, 0.4, 0.07),
      segment(name("shin"), name("thigh"), [0, 0, -0.4], [hinge(name("knee"), Y, 0.6, -swing)], 3, 0.4, 0.05),
      box(name("foot"), 1, [0.25, 0.1, 0.05], {
        parent: name("shin"),
        at: [0, 0, -0.4],
        com: [0.06, 0, -0.04],
        joints: [hinge(name("ankle_pitch"), Y, -0.3, swing), hinge(name("ankle_roll"), X, 0, s)],
        points: { toe: [0.18, 0, -0.06] },
      }),
      segment(name("upper_arm"), "torso", [0, 2.2 * y, 0.4],
        [hinge(name("shoulder_pitch"), Y, 0.2, -swing), hinge(name("shoulder_roll"), X, 0.2 * s, 0)], 2, 0.28, 0.04),
      segment(name("forearm"), name("upper_arm"), [0, 0, -0.28], [hinge(name("elbow"), Y, -0.8, swing)], 1.2, 0.25, 0.03),
    );
  }
  const watch = ["left_foot.toe", "right_forearm.end"];
  return { name: "humanoid", plane: false, gravity: [0, 0, -G], bodies, loops: [], watch };
}

/**
 * Returns the spatial slider-crank of models/benchmarks/spatial-slider-crank.yaml: a crank about x, a slider along x,
 * and a rod on the slider, by a cross of two hinges, whose ball is on the pin of the crank.
 */
export function spatialSliderCrank() {
  const heading = Math.asin(-1 / Math.sqrt(5));
  const elevation = Math.asin(2 / 3);
  const small = [1e-4, 1e-4, 1e-4];
  const bodies = [
    { name: "crank", parent: null, at: [0, 0.1, 0.12], joints: [hinge("A", X, 0, 6)], mass: 0.12, com: [0, 0, 0], inertia: small, points: { pin: [0, 0, 0.08] } },
    { name: "slider", parent: null, at: [0, 0, 0], joints: [{ name: "guide", type: "slide", axis: X, q: 0.2, v: 0.24 }], mass: 2, com: [0, 0, 0], inertia: small, points: {} },
    {
      name: "rod",
      parent: "slider",
      at: [0, 0, 0],
      joints: [hinge("cross_z", Z, heading, 2.4), hinge("cross_y", Y, elevation, 0)],
      mass: 0.5,
      com: [-0.15, 0, 0],
      inertia: [4e-4, 4e-3, 4e-3],
      points: { pin: [-0.3, 0, 0] },
    },
  ];
  const loops = [["rod.pin", "crank.pin"]];
  return { name: "spatial-slider-crank", plane: false, gravity: [0, 0, -G], bodies, loops, watch: ["joint.A"] };
}

// ---- the start -------------------------------------------------------------------------------------------------------

/** Returns the body and the point of an end, BODY.POINT. */
export function endOf(mechanism, text) {
  const [name, point] = text.split(".");
  return { body: mechanism.bodies.find((body) => body.name === name), point };
}

const times = (a, b) => a.map((row) => [0, 1, 2].map((j) => row[0] * b[0][j] + row[1] * b[1][j] + row[2] * b[2][j]));
const turn = (R, p) => R.map((row) => row[0] * p[0] + row[1] * p[1] + row[2] * p[2]);
const plus = (a, b) => a.map((x, i) => x + b[i]);
const scaled = (a, factor) => a.map((x) => factor * x);
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

// Rodrigues' formula.
function rotation(axis, angle) {
  const length = Math.hypot(...axis);
  const [x, y, z] = axis.map((a) => a / length);
  const c = Math.cos(angle), s = Math.sin(angle), d = 1 - c;
  return [
    [c + d * x * x, d * x * y - s * z, d * x * z + s * y],
    [d * y * x + s * z, c + d * y * y, d * y * z - s * x],
    [d * z * x - s * y, d * z * y + s * x, c + d * z * z],
  ];
}

/**
 * Returns the state of every body at the start, and of the frames after each of its joints but the last: position p and
 * velocity v of the origin, axes R and angular velocity w, in the axes of the ground.
 */
export function statesAtStart(mechanism) {
  const states = new Map();
  const ground = { p: [0, 0, 0], R: rotation(X, 0), v: [0, 0, 0], w: [0, 0, 0] };
  for (const body of mechanism.bodies) {
    const parent = states.get(body.parent) ?? ground;
    const arm = turn(parent.R, body.at);
    let { R, w } = parent;
    let p = plus(parent.p, arm);
    let v = plus(parent.v, cross(parent.w, arm));
    const between = [];
    for (const { type, axis, q, v: rate } of body.joints) {
      const along = turn(R, axis);
      if (type === "slide") {
        p = plus(p, scaled(along, q));
        v = plus(plus(v, cross(w, scaled(along, q))), scaled(along, rate));
      } else {
        R = times(R, rotation(axis, q));
        w = plus(w, scaled(along, rate));
      }
      between.push({ p, R, v, w });
    }
    states.set(body.name, { p, R, v, w, between: between.slice(0, -1) });
  }
  return states;
}

/** Returns a vector in the axes R. */
export const inAxes = (R, p) => [0, 1, 2].map((j) => R[0][j] * p[0] + R[1][j] * p[1] + R[2][j] * p[2]);

/** Returns the quaternion w, x, y, z of axes that turn by less than pi. */
export function quaternionOf(R) {
  const w = 0.5 * Math.sqrt(Math.max(0, 1 + R[0][0] + R[1][1] + R[2][2]));
  return [w, (R[2][1] - R[1][2]) / (4 * w), (R[0][2] - R[2][0]) / (4 * w), (R[1][0] - R[0][1]) / (4 * w)];
}
