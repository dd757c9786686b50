// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// crowd.js - draws many meshes by one call: meshes with the same geometry and material become instances. The meshes
// stay in their bodies, in an invisible layer, for bounding boxes and selection.
import { Group, InstancedMesh } from "three";

const ENOUGH = 4; // smallest number of equal meshes
const UNSEEN = 1; // layer

export class Crowd {
  constructor() {
    this.group = new Group();
    this.sorts = [];
  }

  /** @param {import("three").Object3D[]} roots whose meshes are gathered */
  gather(roots) {
    this.clear();
    const found = new Map();
    for (const root of roots)
      root.traverse((mesh) => {
        if (!mesh.isMesh) return;
        const key = `${mesh.geometry.id} ${mesh.material.id} ${mesh.castShadow}`;
        if (!found.has(key)) found.set(key, []);
        found.get(key).push(mesh);
      });
    for (const meshes of found.values()) if (meshes.length >= ENOUGH) this.take(meshes);
  }

  take(meshes) {
    const [{ geometry, material, castShadow, receiveShadow }] = meshes;
    const drawn = new InstancedMesh(geometry, material, meshes.length);
    Object.assign(drawn, { castShadow, receiveShadow, frustumCulled: false });
    for (const mesh of meshes) mesh.layers.set(UNSEEN);
    this.group.add(drawn);
    this.sorts.push({ drawn, meshes });
  }

  clear() {
    for (const { drawn } of this.sorts) drawn.dispose();
    this.group.clear();
    this.sorts = [];
  }

  /** Updates the poses of the instances. */
  update() {
    for (const { drawn, meshes } of this.sorts) {
      const to = drawn.instanceMatrix.array;
      for (let i = 0; i < meshes.length; i++) meshes[i].matrixWorld.toArray(to, 16 * i);
      drawn.instanceMatrix.needsUpdate = true;
    }
  }
}
