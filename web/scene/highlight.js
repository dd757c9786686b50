// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// highlight.js - what is chosen shines through all else: a body, a joint or a force. Where an element has no sign of
// its own, balls stand at the points that it acts at.
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
    mesh.raycast = () => {}; // what lies under it is meant
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

  /** The nearest label on the way up is that of the element. */
  ofElement(mesh, { kind, index }) {
    let object = mesh;
    while (object && !object.userData.kind) object = object.parent;
    return object?.userData.kind === kind && object.userData.index === index;
  }

  mark({ kind, index }, bodies, { elements, length }) {
    const list = { joint: elements.joints, force: elements.forces }[kind];
    let element = list?.[index];
    if (element?.joint !== undefined) element = elements.joints[element.joint]; // along whose coordinate it acts
    element?.body?.forEach((body, end) => {
      const ball = this.add(bodies[body], this.ball);
      ball.position.fromArray(element.p, 3 * end);
      ball.scale.setScalar(BALL * length);
    });
  }
}
