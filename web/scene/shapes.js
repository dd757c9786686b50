// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// shapes.js - what bodies look like: one function for each kind of shape in the library, in the axes of the shape.
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CapsuleGeometry,
  ConeGeometry,
  CylinderGeometry,
  ExtrudeGeometry,
  Line,
  LineBasicMaterial,
  Mesh,
  Shape,
  ShapeGeometry,
  SphereGeometry,
  Vector2,
} from "three";

const ROUND = 32;

/** three.js has its cylinders along y, the library along z. */
const upright = (geometry) => geometry.rotateX(Math.PI / 2);

function triples(numbers) {
  const points = [];
  for (let i = 0; i + 2 < numbers.length; i += 3) points.push(numbers.slice(i, i + 3));
  return points;
}

function polygon(shape) {
  const outline = new Shape(triples(shape.points).map(([x, y]) => new Vector2(x, y)));
  if (!(shape.thickness > 0)) return new ShapeGeometry(outline);
  const geometry = new ExtrudeGeometry(outline, { depth: shape.thickness, bevelEnabled: false });
  return geometry.translate(0, 0, -shape.thickness / 2);
}

function mesh(shape) {
  const scaled = Float32Array.from(shape.mesh.vertices, (x, i) => x * shape.scale[i % 3]);
  const indexed = new BufferGeometry();
  indexed.setAttribute("position", new BufferAttribute(scaled, 3));
  indexed.setIndex(shape.mesh.triangles);
  const geometry = indexed.toNonIndexed();
  geometry.computeVertexNormals();
  return geometry;
}

const geometries = {
  box: (s) => new BoxGeometry(...s.size),
  sphere: (s) => new SphereGeometry(s.radius, ROUND, ROUND / 2),
  cylinder: (s) => upright(new CylinderGeometry(s.radius, s.radius, s.length, ROUND)),
  capsule: (s) => upright(new CapsuleGeometry(s.radius, s.length, 8, ROUND)),
  cone: (s) => upright(new ConeGeometry(s.radius, s.length, ROUND)),
  polygon,
  mesh,
};

function line(shape, material) {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(Float32Array.from(shape.points), 3));
  return new Line(geometry, new LineBasicMaterial({ color: material.color }));
}

/** The object of a shape, placed in its body; null: a kind that the page does not know. */
export function makeShape(shape, material) {
  const make = geometries[shape.type];
  if (!make && shape.type !== "line") return null;
  const object = make ? new Mesh(make(shape), material) : line(shape, material);
  const [w, x, y, z] = shape.quaternion;
  object.position.set(...shape.at);
  object.quaternion.set(x, y, z, w);
  object.castShadow = object.receiveShadow = Boolean(make);
  return object;
}
