// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// ground.js - a grid below the mechanism (behind it in the plane), or the surface of its road.
import {
  BufferAttribute,
  BufferGeometry,
  Fog,
  Group,
  LineSegments,
  Matrix4,
  Mesh,
  MeshStandardMaterial,
  PlaneGeometry,
  ShadowMaterial,
  Vector3,
  LineBasicMaterial,
} from "three";
import { thin } from "./thin.js";

/** Returns a round number near x: 1, 2 or 5 times a power of ten. */
function round(x) {
  const power = 10 ** Math.floor(Math.log10(x));
  return [1, 2, 5, 10].map((n) => n * power).find((n) => n >= x * 0.999);
}

export class Ground {
  constructor(scene) {
    this.scene = new Group(); // z is up in it
    scene.add(this.scene);
    this.parts = [];
    this.isRoad = false;
  }

  setTheme(theme) {
    this.theme = theme;
    for (const part of this.parts) if (part.userData.ink) part.material.color.set(theme[part.userData.ink]);
  }

  clear() {
    for (const part of this.parts) {
      this.scene.remove(part);
      part.geometry.dispose();
      part.material.dispose();
    }
    this.parts = [];
    this.isRoad = false;
  }

  /** @param {string} ink of the theme */
  add(part, ink = null) {
    part.userData.ink = ink;
    if (ink) part.material.color.set(this.theme[ink]);
    this.parts.push(part);
    this.scene.add(part);
    return part;
  }

  /** Shows a grid under the mechanism, level after rotation of z by `upright`. Keeps a road. */
  fit(room, planar, upright) {
    if (this.isRoad) return;
    this.clear();
    if (room.isEmpty()) return;
    this.scene.quaternion.copy(upright);
    const box = room.clone().applyMatrix4(new Matrix4().makeRotationFromQuaternion(upright.clone().invert()));
    const size = Math.max(box.max.x - box.min.x, box.max.y - box.min.y, box.max.z - box.min.z, 1e-3);
    this.cell = round(size / 8);
    const n = planar ? 60 : 40;
    const material = new LineBasicMaterial({ transparent: true, opacity: planar ? 0.45 : 0.7 });
    const grid = this.add(new LineSegments(squares(n, this.cell), material), "line");
    grid.position.z = box.min.z - (planar ? 0.02 : 0.002) * size;
    if (!planar) this.shade(n * this.cell, grid.position.z);
    this.go(room.getCenter(new Vector3()));
  }

  shade(size, z) {
    const shade = this.add(new Mesh(new PlaneGeometry(size, size), new ShadowMaterial({ opacity: 0.18 })));
    shade.position.z = z;
    shade.receiveShadow = true;
  }

  /** Moves the grid with the mechanism, by whole cells. */
  go(place) {
    if (this.isRoad) return;
    const { x, y } = place.clone().applyQuaternion(this.scene.quaternion.clone().invert());
    const snap = (s) => Math.round(s / this.cell) * this.cell;
    for (const part of this.parts) part.position.set(snap(x), snap(y), part.position.z);
  }

  /** Returns a fog that hides the end of the road; null: there is no road, or no depth in the picture. */
  fog({ current, perspective, target }, sky) {
    if (!this.isRoad || !this.reach || current !== perspective) return null;
    const distance = current.position.distanceTo(target);
    return new Fog(sky, distance + 0.3 * this.reach, distance + 0.95 * this.reach);
  }

  /**
   * Shows the surface of a road from heights on a grid of nx by ny points, x in the outer loop.
   * @param {number[]} cells usual spacings of the grid, along x and y
   */
  surface(x, y, heights, planar, cells) {
    if (!planar) ({ x, y, heights } = thin({ x, y, heights }, cells, (axis, at) => isDrawn(axis, at, cells)));
    this.clear();
    this.isRoad = true;
    this.scene.quaternion.identity(); // roads are heights over x and y
    this.reach = planar ? 0 : (y[y.length - 1] - y[0]) / 2;
    const { positions, faces } = planar ? section(x, heights) : sheet(x, y, heights);
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new BufferAttribute(positions, 3));
    geometry.setIndex(faces);
    geometry.computeVertexNormals();
    if (!planar) geometry.setAttribute("color", new BufferAttribute(relief(x, y, heights), 3));
    const material = new MeshStandardMaterial({ roughness: 0.95, side: planar ? 2 : 0, vertexColors: !planar });
    this.add(new Mesh(geometry, material), "ground").receiveShadow = !planar;
    const lines = planar ? edge(positions, x.length) : mesh(positions, x, y, cells);
    this.add(new LineSegments(lines, new LineBasicMaterial()), "line");
  }
}

// ---- geometry ----------------------------------------------------------------------------------------------------------

function sheet(x, y, heights) {
  const [nx, ny] = [x.length, y.length];
  const positions = new Float32Array(3 * nx * ny);
  const faces = [];
  for (let i = 0; i < nx; i++)
    for (let j = 0; j < ny; j++) {
      const k = i * ny + j;
      positions.set([x[i], y[j], heights[k]], 3 * k);
      if (i + 1 < nx && j + 1 < ny) faces.push(k, k + ny, k + 1, k + 1, k + ny, k + ny + 1);
    }
  return { positions, faces };
}

/** Draws the section of a road in the plane, where y is up: a band below the line of its heights. */
function section(x, heights) {
  const deep = (x[x.length - 1] - x[0]) / 60;
  const positions = new Float32Array(6 * x.length);
  const faces = [];
  x.forEach((at, i) => {
    positions.set([at, heights[i], 0, at, heights[i] - deep, 0], 6 * i);
    if (i + 1 < x.length) faces.push(2 * i, 2 * i + 1, 2 * i + 2, 2 * i + 2, 2 * i + 1, 2 * i + 3);
  });
  return { positions, faces };
}

function segments(points) {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(Float32Array.from(points), 3));
  return geometry;
}

/** Draws lines of a grid in short pieces: some graphics drivers drop long lines that begin behind the camera. */
function squares(n, cell) {
  const points = [];
  const at = (i) => (i - n / 2) * cell;
  for (let i = 0; i <= n; i++)
    for (let j = 0; j < n; j++) points.push(at(i), at(j), 0, at(i), at(j + 1), 0, at(j), at(i), 0, at(j + 1), at(i), 0);
  return segments(points);
}

function edge(positions, n) {
  const points = [];
  for (let i = 0; i + 1 < n; i++) points.push(...positions.slice(6 * i, 6 * i + 3), ...positions.slice(6 * i + 6, 6 * i + 9));
  return segments(points);
}

/** Returns whether a line of the grid is drawn. */
function isDrawn(axis, place, cells) {
  const spacing = axis === "x" ? 8 * cells[0] : 4 * cells[1];
  return Math.abs(place / spacing - Math.round(place / spacing)) < 1e-6;
}

/**
 * Draws some lines slightly above the surface, at fixed positions of the road, so that they do not move with the
 * stretch.
 */
function mesh(positions, x, y, cells) {
  const above = cells[0] / 25;
  const points = [];
  const at = (i, j) => {
    const k = 3 * (i * y.length + j);
    points.push(positions[k], positions[k + 1], positions[k + 2] + above);
  };
  for (let i = 0; i < x.length; i++)
    if (isDrawn("x", x[i], cells)) for (let j = 0; j + 1 < y.length; j++) at(i, j), at(i, j + 1);
  for (let j = 0; j < y.length; j++)
    if (isDrawn("y", y[j], cells)) for (let i = 0; i + 1 < x.length; i++) at(i, j), at(i + 1, j);
  return segments(points);
}

/** Returns shades of a relief, 1 on level ground: slopes away from x and y are darker than by the lights alone. */
function relief(x, y, heights) {
  const shades = new Float32Array(3 * heights.length);
  const slope = (at, i, of) => {
    const [a, b] = [Math.max(i - 1, 0), Math.min(i + 1, at.length - 1)];
    return (of(b) - of(a)) / (at[b] - at[a]);
  };
  x.forEach((_, i) =>
    y.forEach((_, j) => {
      const along = slope(x, i, (k) => heights[k * y.length + j]);
      const across = slope(y, j, (k) => heights[i * y.length + k]);
      const shade = 1 - Math.max(-0.1, Math.min(0.35, 0.8 * along + 0.5 * across));
      shades.fill(shade, 3 * (i * y.length + j), 3 * (i * y.length + j) + 3);
    }),
  );
  return shades;
}
