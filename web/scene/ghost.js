// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// ghost.js - the mechanism of a second run, translucent and in one colour, without shadow, not selectable.
import { DoubleSide, Group, MeshStandardMaterial } from "three";
import { isLink, Link } from "./marks.js";
import { makeShape } from "./shapes.js";

export class Ghost {
  /** @param {object} description of the model @param {string} colour */
  constructor(description, colour) {
    this.group = new Group();
    this.material = new MeshStandardMaterial({
      color: colour, transparent: true, opacity: 0.35, depthWrite: false, side: DoubleSide, roughness: 0.8,
    });
    this.bodies = description.bodies.map(() => new Group());
    this.group.add(...this.bodies);
    this.links = [];
    this.geometries = new Map();
    for (const thing of description.things) this.addThing(thing);
  }

  addThing(thing) {
    if (isLink(thing)) {
      const link = new Link(thing, this.material, this.bodies);
      this.links.push(link);
      this.group.add(link.object);
    } else if (thing.kind === "shape" && thing.body[0] > 0) {
      const object = makeShape(thing.shape, this.material, this.geometries);
      if (!object) return;
      object.castShadow = object.receiveShadow = false;
      this.bodies[thing.body[0]].add(object);
    }
  }

  setColour(colour) {
    this.material.color.set(colour);
  }

  /** Sets the poses: seven numbers per body, without the ground. */
  setPoses(poses) {
    place(this.bodies, poses);
    this.group.updateMatrixWorld(true);
    for (const link of this.links) link.update();
  }

  dispose() {
    this.group.traverse((object) => object.geometry?.dispose());
    this.group.removeFromParent();
  }
}

/** Sets bodies to their poses: seven numbers each, without the ground. */
export function place(bodies, poses) {
  for (let b = 1; b < bodies.length; b++) {
    const at = 7 * (b - 1);
    bodies[b].position.set(poses[at], poses[at + 1], poses[at + 2]);
    bodies[b].quaternion.set(poses[at + 4], poses[at + 5], poses[at + 6], poses[at + 3]);
  }
}
