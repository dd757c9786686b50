// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// cameras.js - orbit, side, top, front and follow; in perspective or parallel. Planar models face the viewer.
import { OrthographicCamera, PerspectiveCamera, Sphere, Vector3 } from "three";
import { OrbitControls } from "three/examples/jsm/controls/OrbitControls.js";

const VIEWS = {
  orbit: [-0.75, -1, 0.55],
  front: [1, 0, 0.0001],
  side: [0, -1, 0.0001],
  top: [0, -0.0001, 1],
};

export class Cameras {
  constructor(canvas) {
    this.perspective = new PerspectiveCamera(35, 1, 0.01, 1000);
    this.parallel = new OrthographicCamera();
    this.current = this.perspective;
    this.controls = new OrbitControls(this.current, canvas);
    this.aspect = 1;
    this.sphere = new Sphere(new Vector3(), 1);
    this.follow = null; // number of a body
    this.last = null;
  }

  get target() {
    return this.controls.target;
  }

  frame(box, planar) {
    if (!box.isEmpty()) box.getBoundingSphere(this.sphere);
    this.sphere.radius = Math.max(this.sphere.radius, 1e-3);
    this.planar = planar;
    for (const camera of [this.perspective, this.parallel]) camera.up.set(0, planar ? 1 : 0, planar ? 0 : 1);
    this.use(planar);
    this.view("orbit");
  }

  /** Parallel or perspective, seen from the same place. */
  use(parallel) {
    const before = this.current;
    this.current = parallel ? this.parallel : this.perspective;
    this.current.position.copy(before.position);
    this.controls.object = this.current;
    this.controls.enableRotate = !this.planar;
    this.resize(this.aspect);
  }

  view(name) {
    const direction = this.planar ? [0, 0, 1] : VIEWS[name];
    const { center, radius } = this.sphere;
    const narrow = Math.min(1, this.aspect);
    const distance = (1.15 * radius) / Math.sin((this.perspective.fov * Math.PI) / 360) / narrow;
    this.controls.target.copy(center);
    this.current.position.set(...direction).normalize().multiplyScalar(distance).add(center);
    this.parallel.zoom = 1;
    this.resize(this.aspect);
    this.controls.update();
  }

  resize(aspect) {
    this.aspect = aspect;
    const { radius } = this.sphere;
    const half = (1.1 * radius) / Math.min(1, aspect);
    this.perspective.aspect = aspect;
    this.perspective.near = radius / 100;
    this.perspective.far = radius * 200;
    Object.assign(this.parallel, { left: -half * aspect, right: half * aspect, top: half, bottom: -half });
    Object.assign(this.parallel, { near: -radius * 100, far: radius * 200 });
    this.perspective.updateProjectionMatrix();
    this.parallel.updateProjectionMatrix();
  }

  /** Goes with a body. True: another view than before. */
  update(bodies) {
    const body = this.follow === null ? null : bodies[this.follow];
    if (body) {
      if (this.last) {
        const moved = body.position.clone().sub(this.last);
        this.controls.target.add(moved);
        this.current.position.add(moved);
      }
      this.last = body.position.clone();
    } else this.last = null;
    this.controls.update();
    const view = [...this.current.position, ...this.controls.target, this.current.zoom, this.current === this.parallel].join();
    const other = view !== this.seen;
    this.seen = view;
    return other;
  }
}
