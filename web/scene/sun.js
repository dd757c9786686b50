// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// sun.js - the light with its shadows, adapted to the size of the mechanism; it moves with the camera.
import { DirectionalLight, Vector3 } from "three";

const MAP = 1024; // size of the shadow map, pixels

export class Sun {
  constructor(scene) {
    this.light = new DirectionalLight("#ffffff", 2.2);
    this.wanted = true; // shadows, if they are possible
    this.light.shadow.mapSize.set(MAP, MAP);
    scene.add(this.light, this.light.target);
    this.offset = null;
  }

  /** Enables shadows with the resolution of the map; none in the plane, where bodies overlap. */
  fit(box, planar, upright) {
    const size = Math.max(box.getSize(new Vector3()).length(), 1e-3);
    const high = planar ? [0.3, 0.6, 1] : [0.4, -0.5, 1];
    this.offset = new Vector3(...high).multiplyScalar(size).applyQuaternion(upright);
    this.planar = planar;
    this.setShadows(this.wanted);
    const { shadow } = this.light;
    Object.assign(shadow.camera, { left: -0.8 * size, bottom: -0.8 * size, right: 0.8 * size, top: 0.8 * size });
    Object.assign(shadow.camera, { near: 0.01 * size, far: 4 * size });
    shadow.normalBias = (3 * 1.6 * size) / MAP;
    shadow.bias = -0.0004;
    shadow.camera.updateProjectionMatrix();
  }

  setShadows(on) {
    this.wanted = on;
    this.light.castShadow = on && !this.planar;
  }

  go(target) {
    if (!this.offset) return;
    this.light.target.position.copy(target);
    this.light.position.copy(target).add(this.offset);
  }
}
