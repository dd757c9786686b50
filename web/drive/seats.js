// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// seats.js - viewpoints: the driver's seat, behind the vehicle, above it, or any (orbit).
import { Vector3 } from "three";
import { boxOf } from "../scene/sweep.js";

export const SEATS = { chase: "chase", seat: "seat", bird: "bird's eye", orbit: "orbit" };

const LAG = 0.35; // s, delay with which the camera behind follows the heading
const NEAR = 0.16; // of the vehicle's length: distance from the driver's eye below which nothing is drawn

/** Returns the driver's eye if the model has none: above the top, ahead of the middle, with a free view. */
function usualEye(box) {
  const size = box.getSize(new Vector3());
  const middle = box.getCenter(new Vector3());
  return new Vector3(middle.x + 0.1 * size.x, middle.y, box.max.z + 0.08 * size.x);
}

export class Seats {
  /** @param {import("../scene/scene.js").MechanismScene} scene */
  constructor(scene) {
    this.scene = scene;
    this.name = "chase";
    this.zoom = 1;
    this.heading = null;
  }

  /** @param {number} hull the driven body */
  setModel(description, hull) {
    const body = this.scene.bodies[hull];
    this.hull = hull;
    this.box = boxOf(body);
    if (this.box.isEmpty()) this.box.set(new Vector3(-1, -1, -1), new Vector3(1, 1, 1));
    this.size = this.box.getSize(new Vector3());
    this.eye = description.eye ? new Vector3(...description.eye.p) : usualEye(this.box);
    this.planar = description.space === "plane";
    this.heading = null;
    this.use(this.planar ? "orbit" : this.name);
  }

  use(name) {
    const { cameras, bodies } = this.scene;
    this.name = name;
    this.heading = null;
    cameras.controls.enabled = name === "orbit";
    cameras.touched = true;
    if (cameras.current !== cameras.perspective && !this.planar) cameras.use(false);
    cameras.setFollow(this.hull, bodies);
    if (!this.planar) cameras.perspective.up.set(0, 0, 1); // bird's eye has x upwards in the picture
    cameras.perspective.fov = { seat: 62, chase: 48, bird: 45, orbit: 35 }[name];
    if (name === "orbit") cameras.view("orbit"); // from as far as this angle of view needs
    cameras.resize(cameras.aspect);
    if (name === "seat") cameras.perspective.near = NEAR * this.size.x;
    cameras.perspective.updateProjectionMatrix();
    this.scene.changed = true;
  }

  next() {
    const names = this.planar ? ["orbit"] : Object.keys(SEATS);
    this.use(names[(names.indexOf(this.name) + 1) % names.length]);
  }

  /** Once a frame. @param {number} passed s */
  tick(passed) {
    if (this.name === "orbit") return this.scene.tick();
    const body = this.scene.bodies[this.hull];
    const camera = this.scene.cameras.current;
    this[this.name](body, camera, passed);
    this.scene.cameras.target.copy(this.look);
    if (this.name !== "seat") camera.lookAt(this.look);
    camera.updateMatrixWorld();
    this.scene.draw();
  }

  seat(body, camera) {
    camera.position.copy(body.localToWorld(this.eye.clone()));
    this.look = body.localToWorld(this.eye.clone().add(new Vector3(4 * this.size.x, 0, -0.5 * this.size.x)));
    const up = new Vector3(0, 0, 1).applyQuaternion(body.quaternion);
    camera.up.copy(up);
    camera.lookAt(this.look);
    camera.up.set(0, 0, 1);
  }

  /** Places the camera behind the vehicle, with a delay, always level. */
  chase(body, camera, passed) {
    const middle = body.localToWorld(this.box.getCenter(new Vector3()));
    const forward = new Vector3(1, 0, 0).applyQuaternion(body.quaternion);
    const goal = Math.atan2(forward.y, forward.x);
    const turn = (a) => Math.atan2(Math.sin(a), Math.cos(a));
    this.heading = this.heading === null ? goal : this.heading + turn(goal - this.heading) * (1 - Math.exp(-passed / LAG));
    const back = 1.75 * this.size.x * this.zoom;
    const away = new Vector3(-Math.cos(this.heading), -Math.sin(this.heading), 0).multiplyScalar(back);
    camera.position.copy(middle).add(away).setZ(middle.z + 0.36 * back);
    this.look = middle.addScaledVector(away, -0.1).setZ(middle.z - 0.2 * this.size.x);
    camera.up.set(0, 0, 1);
  }

  /** Places the camera above the vehicle, with x upwards and the vehicle slightly above the middle. */
  bird(body, camera) {
    const middle = body.localToWorld(this.box.getCenter(new Vector3()));
    const high = 5 * this.size.x * this.zoom;
    this.look = middle.clone();
    this.look.x -= 0.12 * high;
    camera.up.set(1, 0, 0);
    camera.position.copy(this.look).setZ(middle.z + high);
  }
}
