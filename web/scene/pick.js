// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// pick.js - what is under a place of the canvas.
import { Raycaster, Vector2 } from "three";

/** {kind, index, body, point (in the frame of that body)} at a place in [-1, 1], or null. */
export function pick(x, y, camera, model, bodies) {
  const ray = new Raycaster();
  ray.layers.enableAll(); // also meshes that a crowd draws
  ray.setFromCamera(new Vector2(x, y), camera);
  for (const { object, point } of ray.intersectObject(model, true)) {
    let chosen = null;
    for (let o = object; o; o = o.parent) {
      if (o.userData.kind && !chosen) chosen = o.userData;
      const body = bodies.indexOf(o);
      if (chosen && body >= 0) return { ...chosen, body, point: o.worldToLocal(point.clone()).toArray() };
    }
    if (chosen) return { ...chosen };
  }
  return null;
}
