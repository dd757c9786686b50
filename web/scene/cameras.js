// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// cameras.js - cameras: orbit, side, top, front and follow, in perspective or parallel. Planar models face the viewer.
import { OrthographicCamera, PerspectiveCamera, Quaternion, Sphere, Vector3 } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";
import { boxOf } from "./sweep.js";

const VIEWS = {
  orbit: [0.75, -1, 0.5],
  front: [1, 0, 0.0001],
  side: [0, -1, 0.0001],
  top: [0, -0.0001, 1],
};

const CORNERS = [-1, 1].flatMap((x) => [-1, 1].flatMap((y) => [-1, 1].map((z) => [x, y, z])));

export class Cameras {
  constructor(canvas) {
    this.perspective = new PerspectiveCamera(35, 1, 0.01, 1000);
    this.parallel = new OrthographicCamera();
    this.current = this.perspective;
    this.canvas = canvas;
    this.upright = new Quaternion(); // rotation from z to the vertical axis
    this.makeControls();
    this.aspect = 1;
    this.sphere = new Sphere(new Vector3(), 1);
    this.follow = null; // index of a body
    this.last = null;
    this.name = "orbit";
    this.touched = false; // moved by the user: not adapted any more
  }

  /** Creates the orbit controls, which read the vertical axis of the camera only once. */
  makeControls() {
    this.controls?.dispose();
    this.controls = new OrbitControls(this.current, this.canvas);
    this.controls.addEventListener("start", () => (this.touched = true));
  }

  get target() {
    return this.controls.target;
  }

  /** Sets the region to be seen. @param {Quaternion} upright */
  frame(box, planar, upright) {
    this.setRoom(box);
    this.planar = planar;
    this.upright.copy(upright);
    const up = planar ? new Vector3(0, 1, 0) : new Vector3(0, 0, 1).applyQuaternion(upright);
    for (const camera of [this.perspective, this.parallel]) camera.up.copy(up);
    this.makeControls();
    this.use(planar);
    this.view("orbit");
    this.touched = false;
  }

  setRoom(box) {
    if (!box.isEmpty()) box.getBoundingSphere(this.sphere);
    this.size = box.getSize(new Vector3());
    this.sphere.radius = Math.max(this.sphere.radius, 1e-6);
  }

  /** Moves away for a larger region, with the same direction. */
  widen(box) {
    this.setRoom(box);
    this.view(this.name);
    this.touched = false;
  }

  /** Switches between parallel and perspective projection, from the same position. */
  use(parallel) {
    const before = this.current;
    this.current = parallel ? this.parallel : this.perspective;
    this.current.position.copy(before.position);
    this.controls.object = this.current;
    this.controls.enableRotate = !this.planar;
    this.resize(this.aspect);
  }

  view(name) {
    this.name = name;
    this.touched = true;
    this.place();
  }

  /** Shows the whole region from the direction of the view. */
  place() {
    const { name } = this;
    const direction = this.planar ? [0, 0, 1] : VIEWS[name];
    const goal = this.followed ?? this.sphere.center;
    this.controls.target.copy(goal);
    const away = new Vector3(...direction).normalize();
    if (!this.planar) away.applyQuaternion(this.upright);
    this.current.position.copy(goal).addScaledVector(away, this.distance(away));
    this.parallel.zoom = 1;
    this.fit();
    this.controls.update();
  }

  /**
   * Returns the distance at which the whole region is visible from a direction; if a body is followed, in all its
   * orientations.
   */
  distance(away) {
    const tangent = Math.tan((this.perspective.fov * Math.PI) / 360);
    if (this.followed || this.planar) return (1.1 * this.sphere.radius) / tangent / Math.min(1, this.aspect);
    const right = this.current.up.clone().cross(away).normalize();
    const up = away.clone().cross(right);
    const half = this.size.clone().multiplyScalar(0.5);
    let least = this.sphere.radius;
    for (const [x, y, z] of CORNERS) {
      const corner = new Vector3(x, y, z).multiply(half);
      const wide = Math.abs(corner.dot(right)) / this.aspect;
      least = Math.max(least, Math.max(wide, Math.abs(corner.dot(up))) / tangent + corner.dot(away));
    }
    return 1.08 * least;
  }

  /** Adapts to the size of the window. A view of the whole remains one. */
  resize(aspect) {
    const other = aspect !== this.aspect;
    this.aspect = aspect;
    if (other && !this.touched && this.size) this.place();
    else this.fit();
  }

  /** Sets the near and far planes of the cameras. */
  fit() {
    const { aspect } = this;
    const { radius } = this.sphere;
    const half = this.planar && this.size ? planarHalf(this.size, aspect, this.follow !== null) : (1.1 * radius) / Math.min(1, aspect);
    this.perspective.aspect = aspect;
    this.perspective.near = radius / 100;
    this.perspective.far = radius * 200;
    Object.assign(this.parallel, { left: -half * aspect, right: half * aspect, top: half, bottom: -half });
    Object.assign(this.parallel, { near: -radius * 100, far: radius * 200 });
    this.perspective.updateProjectionMatrix();
    this.parallel.updateProjectionMatrix();
  }

  /**
   * Follows a body; null: none.
   * @param {Vector3} aside from the middle of the body to the centre of the view: the whole mechanism, or the body
   */
  setFollow(body, bodies, aside = new Vector3()) {
    this.follow = body;
    this.aside = aside;
    this.last = null;
    this.followed = null;
    if (body === null) return;
    const box = boxOf(bodies[body]);
    this.anchor = box.isEmpty() ? new Vector3() : box.getCenter(new Vector3());
    this.followed = this.placeOf(bodies[body]);
    const moved = this.followed.clone().sub(this.controls.target);
    this.controls.target.add(moved);
    this.current.position.add(moved);
    this.resize(this.aspect);
  }

  /** Returns the centre of the view for the followed body. It does not rotate with the body. */
  placeOf(body) {
    return this.anchor.clone().applyQuaternion(body.quaternion).add(body.position).add(this.aside);
  }

  /** Updates once a frame. Returns whether the view has changed. */
  update(bodies) {
    const body = this.follow === null ? null : bodies[this.follow];
    this.followed = body ? this.placeOf(body) : null;
    if (body) {
      if (this.last) {
        const moved = this.followed.clone().sub(this.last);
        this.controls.target.add(moved);
        this.current.position.add(moved);
      }
      this.last = this.followed.clone();
    } else this.last = null;
    this.controls.update();
    const view = [...this.current.position, ...this.controls.target, this.current.zoom, this.current === this.parallel].join();
    const other = view !== this.seen;
    this.seen = view;
    return other;
  }
}

/** Returns half the height that shows a planar mechanism with a margin. */
function planarHalf(size, aspect, turns) {
  const [x, y] = turns ? [1, 1].map(() => Math.max(size.x, size.y)) : [size.x, size.y];
  return 0.58 * Math.max(y, x / aspect, 1e-6);
}
