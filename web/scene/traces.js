// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// traces.js - paths of points of bodies over the whole run.
import { BufferAttribute, BufferGeometry, Group, Line, LineBasicMaterial, Quaternion, Vector3 } from "three";

const COLOURS = ["#d0312d", "#2f7fd0", "#3f9d4f", "#b558c4", "#d08a1d", "#1f9aa0"];
const MOST_POINTS = 4000;

export class Traces {
  constructor(scene) {
    this.group = new Group();
    scene.add(this.group);
    this.list = [];
    this.made = 0;
  }

  /** @param {number} body its number @param {number[]} point in its frame */
  add(body, point) {
    const material = new LineBasicMaterial({ color: COLOURS[this.made++ % COLOURS.length], depthTest: false });
    const line = new Line(new BufferGeometry(), material);
    line.frustumCulled = false;
    line.renderOrder = 5;
    this.group.add(line);
    this.list.push({ body, point: new Vector3(...point), line });
  }

  clear() {
    for (const { line } of this.list) line.geometry.dispose(), line.material.dispose();
    this.group.clear();
    this.list = [];
  }

  /** Draws the paths as far as the run has come. @param {import("../player/trajectory.js").Trajectory} trajectory */
  update(trajectory, nbodies) {
    for (const { body, point, line } of this.list) {
      if (body <= 0 || body >= nbodies) continue;
      line.geometry.dispose();
      line.geometry = new BufferGeometry().setAttribute("position", new BufferAttribute(path(trajectory, body, point), 3));
    }
  }
}

/** Returns the positions of a point of a body, row by row. */
export function path(trajectory, body, point) {
  const every = Math.max(1, Math.ceil(trajectory.n / MOST_POINTS));
  const n = Math.ceil(trajectory.n / every);
  const places = new Float32Array(3 * n);
  const at = new Vector3();
  const turn = new Quaternion();
  for (let i = 0; i < n; i++) {
    const pose = trajectory.poses(i * every).subarray(7 * (body - 1), 7 * body);
    turn.set(pose[4], pose[5], pose[6], pose[3]);
    at.copy(point).applyQuaternion(turn);
    places.set([at.x + pose[0], at.y + pose[1], at.z + pose[2]], 3 * i);
  }
  return places;
}
