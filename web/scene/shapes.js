// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// shapes.js - geometry of bodies: one function per kind of shape, in the axes of the shape.
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
  Matrix4,
  Mesh,
  Shape,
  ShapeGeometry,
  SphereGeometry,
  Vector2,
  Vector3,
} from "three";

const ROUND = 32; // sides of round shapes
const COARSE = 12; // the same in models with very many shapes
const MANY = 400; // shapes and signs
const SMALL = 0.03;

/** Sets the number of sides for a model with so many shapes; small shapes (relative to the length) need fewer. */
export const roundness = (nthings, size = 1) => (nthings > MANY ? COARSE : size < SMALL ? ROUND / 2 : ROUND);

/** Cylinders of three.js are along y, those of the library along z. */
const upright = (geometry) => geometry.rotateX(Math.PI / 2);

function triples(numbers) {
  const points = [];
  for (let i = 0; i + 2 < numbers.length; i += 3) points.push(numbers.slice(i, i + 3));
  return points;
}

/** Returns the normal of an outline in space, by Newell's rule. */
function normalOf(points) {
  const normal = new Vector3();
  points.forEach((a, i) => {
    const b = points[(i + 1) % points.length];
    normal.x += (a.y - b.y) * (a.z + b.z);
    normal.y += (a.z - b.z) * (a.x + b.x);
    normal.z += (a.x - b.x) * (a.y + b.y);
  });
  return normal.lengthSq() > 0 ? normal.normalize() : normal.set(0, 0, 1);
}

/** A plate: its outline is planar, with half the thickness on each side. */
function polygon(shape) {
  const points = triples(shape.points).map((p) => new Vector3(...p));
  const normal = normalOf(points);
  const u = new Vector3(Math.abs(normal.x) < 0.9 ? 1 : 0, Math.abs(normal.x) < 0.9 ? 0 : 1, 0);
  u.addScaledVector(normal, -u.dot(normal)).normalize();
  const v = normal.clone().cross(u);
  const flat = (p) => new Vector2(p.clone().sub(points[0]).dot(u), p.clone().sub(points[0]).dot(v));
  const outline = new Shape(points.map(flat));
  const thick = shape.thickness > 0;
  const geometry = thick
    ? new ExtrudeGeometry(outline, { depth: shape.thickness, bevelEnabled: false }).translate(0, 0, -shape.thickness / 2)
    : new ShapeGeometry(outline);
  return geometry.applyMatrix4(new Matrix4().makeBasis(u, v, normal).setPosition(points[0]));
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
  sphere: (s, round) => new SphereGeometry(s.radius, round, round / 2),
  cylinder: (s, round) => upright(new CylinderGeometry(s.radius, s.radius, s.length, round)),
  capsule: (s, round) => upright(new CapsuleGeometry(s.radius, s.length, Math.max(round / 8, 2), round)),
  cone: (s, round) => upright(new ConeGeometry(s.radius, s.length, round)),
  polygon,
  profile: polygon,
  mesh,
};

function line(shape, material) {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new BufferAttribute(Float32Array.from(shape.points), 3));
  return new Line(geometry, new LineBasicMaterial({ color: material.color }));
}

/** Returns a geometry, reusing an equal one. @param {Map<string, BufferGeometry>} known */
export function shared(known, like, make) {
  const key = JSON.stringify(like);
  if (!known.has(key)) known.set(key, make());
  return known.get(key);
}

const OVER = 1.006; // distance of a stripe from the axis, relative to the surface
const STRIPE = 0.09; // width of a stripe, in radii

/** Returns stripes from the axis to the rim along x, on both ends and along the side; on a sphere half a meridian. */
const stripes = {
  cylinder: (s) => new BoxGeometry(OVER * s.radius, STRIPE * s.radius, s.length + 2 * (OVER - 1) * s.radius).translate((OVER / 2) * s.radius, 0, 0),
  sphere: (s, round) => new CylinderGeometry(OVER * s.radius, OVER * s.radius, STRIPE * s.radius, round, 1, false, 0, Math.PI),
};

/** Returns a stripe that shows the rotation of a round shape, as a child of its object; null: the shape has none. */
export function makeStripe(shape, material, known = new Map(), round = ROUND) {
  const make = stripes[shape.type];
  if (!make) return null;
  const { type, radius, length } = shape;
  return new Mesh(shared(known, ["stripe", type, radius, length, round], () => make(shape, round)), material);
}

/**
 * Returns the object of a shape, placed in its body; null: the page does not know the kind.
 * @param {Map} known geometries
 */
export function makeShape(shape, material, known = new Map(), round = ROUND) {
  const make = geometries[shape.type];
  if (!make && shape.type !== "line") return null;
  const like = { ...shape, at: 0, quaternion: 0, colour: 0 };
  const object = make ? new Mesh(shared(known, like, () => make(shape, round)), material) : line(shape, material);
  const [w, x, y, z] = shape.quaternion;
  object.position.set(...shape.at);
  object.quaternion.set(x, y, z, w);
  object.castShadow = object.receiveShadow = Boolean(make);
  return object;
}
