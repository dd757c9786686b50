// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// sweep.js - the room that a motion takes, and whether the mechanism stays in its place or travels.
import { Box3, Matrix4, Quaternion, Vector3 } from "three";

const TRAVELS = 2.5; // sizes of the mechanism: farther than that it is followed rather than seen as a whole

export class Sweep {
  /** @param {Array<import("three").Object3D>} bodies in their places at the start */
  constructor(bodies, box) {
    this.start = box.clone();
    this.box = box.clone();
    this.boxes = bodies.map((body) => boxOf(body));
    this.middles = bodies.map((body) => middleOf(body));
    this.paths = bodies.map(() => new Box3());
    this.rails = []; // that have to reach as far as what slides on them
  }

  /** Poses of a row, seven numbers for each body without the ground. */
  add(poses) {
    const at = new Vector3();
    const turn = new Quaternion();
    const one = new Vector3(1, 1, 1);
    const place = new Matrix4();
    for (let b = 1; b < this.boxes.length; b++) {
      const k = 7 * (b - 1);
      at.fromArray(poses, k);
      if (!Number.isFinite(at.x + at.y + at.z)) continue;
      this.paths[b].expandByPoint(at);
      place.compose(at, turn.set(poses[k + 4], poses[k + 5], poses[k + 6], poses[k + 3]), one);
      for (const rail of this.rails) if (rail.slider === b) rail.reach(place);
      if (!this.boxes[b].isEmpty()) this.box.union(this.boxes[b].clone().applyMatrix4(place));
    }
  }

  /** From the middle of a body to that of the whole mechanism, at the start. */
  middleFrom(body) {
    return this.start.isEmpty() ? new Vector3() : this.start.getCenter(new Vector3()).sub(this.middles[body]);
  }

  /** The body that a camera goes with where the mechanism travels; 0: it stays. */
  get traveller() {
    const size = this.start.getSize(new Vector3()).length();
    const ways = this.paths.map((path) => (path.isEmpty() ? 0 : path.getSize(new Vector3()).length()));
    const farthest = Math.max(...ways);
    if (farthest < TRAVELS * size) return 0;
    const sizes = this.boxes.map((box) => (box.isEmpty() ? 0 : box.getSize(new Vector3()).length()));
    let best = 0;
    sizes.forEach((own, b) => {
      if (ways[b] > farthest / 2 && (best === 0 || own > sizes[best])) best = b;
    });
    return best;
  }
}

/** The middle of what is seen of a body; of one without shapes its origin. */
function middleOf(body) {
  const box = boxOf(body);
  return (box.isEmpty() ? new Vector3() : box.getCenter(new Vector3())).applyMatrix4(body.matrixWorld);
}

/** What is fixed to a body, in its own frame. */
export function boxOf(body) {
  const box = new Box3();
  const inverse = body.matrixWorld.clone().invert();
  body.traverse((object) => {
    if (!object.geometry) return;
    object.geometry.computeBoundingBox();
    box.union(object.geometry.boundingBox.clone().applyMatrix4(object.matrixWorld).applyMatrix4(inverse));
  });
  return box;
}
