// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// pick.js - finds the element at a position of the canvas.
import { Raycaster, Vector2 } from "three";

/** Returns {kind, index, body, point (in the frame of that body)} at a position in [-1, 1]; null: nothing. */
export function pick(x, y, camera, model, bodies) {
  const ray = new Raycaster();
  ray.layers.enableAll(); // also meshes in the layer of crowds
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
