// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// ground.js - a grid below the mechanism, or the surface of its road.
import {
  BufferAttribute,
  BufferGeometry,
  GridHelper,
  LineSegments,
  Mesh,
  MeshStandardMaterial,
  PlaneGeometry,
  ShadowMaterial,
  LineBasicMaterial,
} from "three";

/** A round number near x: 1, 2 or 5 times a power of ten. */
function round(x) {
  const power = 10 ** Math.floor(Math.log10(x));
  return [1, 2, 5, 10].map((n) => n * power).find((n) => n >= x * 0.999);
}

export class Ground {
  constructor(scene) {
    this.scene = scene;
    this.parts = [];
  }

  setTheme(theme) {
    this.theme = theme;
  }

  clear() {
    for (const part of this.parts) {
      this.scene.remove(part);
      part.geometry.dispose();
    }
    this.parts = [];
  }

  add(part) {
    this.parts.push(part);
    this.scene.add(part);
    return part;
  }

  /** A grid under the mechanism; behind it in the plane. */
  fit(box, planar) {
    this.clear();
    if (box.isEmpty()) return;
    const size = Math.max(box.max.x - box.min.x, box.max.y - box.min.y, box.max.z - box.min.z, 1e-3);
    const cell = round(size / 8);
    const n = planar ? 24 : 40;
    const grid = this.add(new GridHelper(n * cell, n, this.theme.line, this.theme.line));
    grid.material.transparent = true;
    grid.material.opacity = planar ? 0.45 : 0.7;
    const snap = (x) => Math.round(x / cell) * cell;
    const x = snap((box.min.x + box.max.x) / 2);
    const y = snap((box.min.y + box.max.y) / 2);
    if (planar) {
      grid.rotation.x = Math.PI / 2;
      grid.position.set(x, y, box.min.z - 0.02 * size);
      return;
    }
    grid.rotation.x = Math.PI / 2;
    grid.position.set(x, y, box.min.z - 0.002 * size);
    const shade = this.add(new Mesh(new PlaneGeometry(n * cell, n * cell), new ShadowMaterial({ opacity: 0.18 })));
    shade.position.copy(grid.position);
    shade.receiveShadow = true;
  }

  /** The surface of a road from heights on a grid: nx by ny places, x running slowest. */
  surface(x, y, heights) {
    this.clear();
    const nx = x.length;
    const ny = y.length;
    const positions = new Float32Array(3 * nx * ny);
    const faces = [];
    for (let i = 0; i < nx; i++)
      for (let j = 0; j < ny; j++) {
        const k = i * ny + j;
        positions.set([x[i], y[j], heights[k]], 3 * k);
        if (i + 1 < nx && j + 1 < ny) faces.push(k, k + ny, k + 1, k + 1, k + ny, k + ny + 1);
      }
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(positions, 3));
    geometry.setIndex(faces);
    geometry.computeVertexNormals();
    const ground = this.add(new Mesh(geometry, new MeshStandardMaterial({ color: this.theme.ground, roughness: 0.95 })));
    ground.receiveShadow = true;
    this.add(new LineSegments(this.lines(positions, nx, ny), new LineBasicMaterial({ color: this.theme.line })));
  }

  lines(positions, nx, ny) {
    const every = [Math.max(1, Math.round(nx / 60)), Math.max(1, Math.round(ny / 20))];
    const points = [];
    const at = (i, j) => {
      const k = 3 * (i * ny + j);
      points.push(positions[k], positions[k + 1], positions[k + 2] + 0.004);
    };
    for (let i = 0; i < nx; i += every[0]) for (let j = 0; j + 1 < ny; j++) at(i, j), at(i, j + 1);
    for (let j = 0; j < ny; j += every[1]) for (let i = 0; i + 1 < nx; i++) at(i, j), at(i + 1, j);
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(Float32Array.from(points), 3));
    return geometry;
  }
}
