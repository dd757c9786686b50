// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// marks.js - signs of joints on a body, and elements between two bodies: rods, springs, dampers.
import {
  BoxGeometry,
  ConeGeometry,
  CylinderGeometry,
  Group,
  Mesh,
  Quaternion,
  SphereGeometry,
  TubeGeometry,
  Curve,
  Vector3,
} from "three";
import { roundness, shared } from "./shapes.js";

const X = new Vector3(1, 0, 0);
const Y = new Vector3(0, 1, 0);

/** Returns the direction of a thing along its axis, which may be missing. */
function turnTo(object, from, axis) {
  const to = new Vector3(...axis);
  if (to.lengthSq() > 0) object.quaternion.setFromUnitVectors(from, to.normalize());
}

const signs = {
  pin(thing, material, known, round) {
    const make = () => new CylinderGeometry(thing.size, thing.size, 2.6 * thing.size, round);
    const mesh = new Mesh(shared(known, ["pin", thing.size], make), material);
    turnTo(mesh, Y, thing.axis);
    return mesh;
  },
  ball: (thing, material, known, round) =>
    new Mesh(shared(known, ["ball", thing.size], () => new SphereGeometry(thing.size, round, round / 2)), material),
  point(thing, material, known, round) {
    const make = () => new SphereGeometry(2.1 * thing.size, round, round / 2);
    return new Mesh(shared(known, ["point", thing.size], make), material);
  },
  support(thing, material) {
    const group = new Group();
    const cone = new Mesh(new ConeGeometry(thing.size, 1.6 * thing.size, 4, 1), material);
    cone.position.y = -0.8 * thing.size;
    const plate = new Mesh(new BoxGeometry(3 * thing.size, 0.3 * thing.size, 3 * thing.size), material);
    plate.position.y = -1.75 * thing.size;
    group.add(cone, plate);
    turnTo(group, Y, thing.axis);
    return group;
  },
  rail(thing, material) {
    const width = thing.size / 16;
    const mesh = new Mesh(new BoxGeometry(1, width, width), material);
    mesh.scale.x = 2 * thing.size;
    turnTo(mesh, X, thing.axis);
    return mesh;
  },
};

/** Returns a sign at its place in the body; null: there is none. @param {Map} known geometries */
export function makeSign(thing, material, known = new Map(), round = roundness(0)) {
  const make = signs[thing.kind];
  if (!make) return null;
  const object = make(thing, material, known, round);
  object.position.set(...thing.p.slice(0, 3));
  return object;
}

/** A rail on the ground, as long as the motion of its slider. */
export class Rail {
  constructor(thing, object) {
    this.object = object;
    this.slider = thing.body[1];
    this.point = new Vector3(...thing.p.slice(3));
    this.start = object.position.clone();
    this.axis = new Vector3(...thing.axis).normalize();
    this.half = thing.size;
    this.ends = [-thing.size, thing.size];
  }

  /** @param {import("three").Matrix4} place of the slider */
  reach(place) {
    const at = this.point.clone().applyMatrix4(place).sub(this.start).dot(this.axis);
    this.ends = [Math.min(this.ends[0], at - this.half / 2), Math.max(this.ends[1], at + this.half / 2)];
    this.object.scale.x = this.ends[1] - this.ends[0];
    this.object.position.copy(this.start).addScaledVector(this.axis, (this.ends[0] + this.ends[1]) / 2);
  }
}

// ---- between two bodies: unit length along x, stretched to where the ends are -------------------------------------------

/** Returns a coil of radius 1 along x, with straight ends. */
class Coil extends Curve {
  constructor(length, turns) {
    super();
    this.length = length;
    this.turns = turns;
  }

  getPoint(t, target = new Vector3()) {
    const end = 0.08;
    const s = Math.min(Math.max((t - end) / (1 - 2 * end), 0), 1);
    const radius = Math.min(1, Math.min(t, 1 - t) / end) ** 3;
    const angle = 2 * Math.PI * this.turns * s;
    return target.set(this.length * t, radius * Math.cos(angle), radius * Math.sin(angle));
  }
}

/** Returns a wire that is round if the spring has its initial length. */
function coilOf(length, size) {
  const turns = Math.min(Math.max(Math.round(length / size / 0.9), 4), 12);
  const wire = Math.min(0.22, (0.22 * length) / size / turns);
  return new TubeGeometry(new Coil(length / size, turns), 16 * turns, wire, 6).scale(size / length, size, size);
}

const links = {
  rod: (size, length, material) => new Mesh(new CylinderGeometry(size, size, 1, 16).rotateZ(Math.PI / 2).translate(0.5, 0, 0), material),
  spring: (size, length, material) => new Mesh(coilOf(length, Math.min(size, 0.2 * length)), material),
  damper(size, length, material) {
    const group = new Group();
    const radius = Math.min(0.6 * size, 0.2 * length);
    const tube = new CylinderGeometry(radius, radius, 0.5, 20).rotateZ(Math.PI / 2).translate(0.35, 0, 0);
    const piston = new CylinderGeometry(0.35 * radius, 0.35 * radius, 1, 12).rotateZ(Math.PI / 2).translate(0.5, 0, 0);
    group.add(new Mesh(tube, material), new Mesh(piston, material));
    return group;
  },
};

export class Link {
  /** @param {Array<import("three").Object3D>} bodies the ground first */
  constructor(thing, material, bodies) {
    this.object = new Group();
    this.make = (length) => links[thing.kind](thing.size, length, material);
    this.ends = [0, 1].map((i) => ({ body: bodies[thing.body[i]], p: new Vector3(...thing.p.slice(3 * i, 3 * i + 3)) }));
    this.offset = thing.offset;
    this.from = new Vector3();
    this.to = new Vector3();
    this.turn = new Quaternion();
  }

  update() {
    this.from.copy(this.ends[0].p).applyMatrix4(this.ends[0].body.matrixWorld);
    this.to.copy(this.ends[1].p).applyMatrix4(this.ends[1].body.matrixWorld).sub(this.from);
    const length = Math.max(this.to.length(), 1e-9);
    this.turn.setFromUnitVectors(X, this.to.divideScalar(length));
    this.object.position.set(0, this.offset, 0).applyQuaternion(this.turn).add(this.from);
    this.object.quaternion.copy(this.turn);
    this.object.scale.set(length, 1, 1);
    if (this.object.children.length === 0) this.object.add(this.make(length));
  }
}

export const isLink = (thing) => thing.kind in links;
