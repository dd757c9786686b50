// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// highlight.js - makes the selected body, joint or force visible through all others. Elements without their own sign
// get balls at the points on which they act.
import { Mesh, MeshBasicMaterial, SphereGeometry } from "three";

const BALL = 1 / 45; // of the mechanism's length

export class Highlight {
  constructor(colour) {
    this.material = new MeshBasicMaterial({ color: colour, transparent: true, opacity: 0.55, depthTest: false });
    this.ball = new SphereGeometry(1, 20, 12);
    this.shown = [];
  }

  clear() {
    for (const mesh of this.shown) mesh.removeFromParent();
    this.shown = [];
  }

  add(parent, geometry) {
    const mesh = new Mesh(geometry, this.material);
    mesh.renderOrder = 8;
    mesh.raycast = () => {}; // selects what is under it
    parent.add(mesh);
    this.shown.push(mesh);
    return mesh;
  }

  /** @param {{kind: string, index: number} | null} chosen @param {object} model all signs and shapes */
  show(chosen, model, bodies, description) {
    this.clear();
    if (!chosen) return;
    const own = [];
    model.traverse((object) => {
      if (object.isMesh && this.ofElement(object, chosen)) own.push(object);
    });
    for (const mesh of own) this.add(mesh, mesh.geometry);
    if (own.length === 0) this.mark(chosen, bodies, description);
  }

  /** Returns the element of an object: the nearest label on the way to the root. */
  ofElement(mesh, { kind, index }) {
    let object = mesh;
    while (object && !object.userData.kind) object = object.parent;
    return object?.userData.kind === kind && object.userData.index === index;
  }

  mark({ kind, index }, bodies, { elements, length }) {
    const list = { joint: elements.joints, force: elements.forces }[kind];
    let element = list?.[index];
    if (element?.joint !== undefined) element = elements.joints[element.joint]; // the joint along whose coordinate it acts
    element?.body?.forEach((body, end) => {
      const ball = this.add(bodies[body], this.ball);
      ball.position.fromArray(element.p, 3 * end);
      ball.scale.setScalar(BALL * length);
    });
  }
}
