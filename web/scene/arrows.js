// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// arrows.js - forces as arrows: reactions of joints on their second body, pull of springs at both ends, tyres where they
// touch. What they are comes from outputs that are asked for when the arrows are switched on.
import { ConeGeometry, CylinderGeometry, Group, Mesh, MeshBasicMaterial, Quaternion, Vector3 } from "three";

const X = new Vector3(1, 0, 0);
const UP = new Vector3(0, 0, 1);
const LONGEST = 0.45; // of the mechanism's length, at the usual force
const USUAL = 0.9; // of the rows have no larger one

/** Sources of arrows, each with the outputs it needs and a function that gives [place, force] pairs. */
export function sourcesOf(description) {
  const found = [];
  const seen = new Set();
  for (const thing of description.things) {
    const key = thing.joint >= 0 ? `joint ${thing.joint}` : `force ${thing.force}`;
    if ((thing.joint < 0 && thing.force < 0) || seen.has(key)) continue;
    const source = thing.joint >= 0 ? jointSource(thing, description) : forceSource(thing, description);
    if (!source) continue;
    seen.add(key);
    found.push(source);
  }
  return found;
}

const placeOf = (thing, end, bodies) =>
  new Vector3(...thing.p.slice(3 * end, 3 * end + 3)).applyMatrix4(bodies[thing.body[end]].matrixWorld);

function jointSource(thing, description) {
  const axes = description.space === "plane" ? ["x", "y"] : ["x", "y", "z"];
  const name = `joint.${description.joints[thing.joint]}.force`;
  return {
    kind: "reaction",
    ask: name,
    columns: axes.map((axis) => `${name}.${axis}`),
    arrows: ([x, y, z = 0], bodies) => [[placeOf(thing, 0, bodies), new Vector3(x, y, z)]],
  };
}

function forceSource(thing, description) {
  if (thing.kind !== "spring" && thing.kind !== "damper") return null;
  const name = `force.${description.forces[thing.force]}.value`;
  return {
    kind: "force",
    ask: name,
    columns: [name],
    arrows([tension], bodies) {
      const a = placeOf(thing, 0, bodies);
      const b = placeOf(thing, 1, bodies);
      const along = b.clone().sub(a).normalize().multiplyScalar(tension);
      return [[a, along], [b, along.clone().negate()]];
    },
  };
}

class Arrow {
  constructor(material, size) {
    this.object = new Group();
    this.head = 5 * size;
    this.shaft = new Mesh(new CylinderGeometry(size, size, 1, 10).rotateZ(-Math.PI / 2).translate(0.5, 0, 0), material);
    this.tip = new Mesh(new ConeGeometry(2.4 * size, 1, 16).rotateZ(-Math.PI / 2).translate(0.5, 0, 0), material);
    this.shaft.renderOrder = this.tip.renderOrder = 10;
    this.object.add(this.shaft, this.tip);
  }

  point(place, vector, length) {
    this.object.visible = length > 0 && Number.isFinite(length);
    if (!this.object.visible) return;
    const head = Math.min(this.head, 0.6 * length);
    this.object.position.copy(place);
    this.object.quaternion.copy(new Quaternion().setFromUnitVectors(X, vector.clone().normalize()));
    this.shaft.scale.set(length - head, 1, 1);
    this.tip.position.set(length - head, 0, 0);
    this.tip.scale.set(head, 1, 1);
  }
}

export class Arrows {
  constructor(scene) {
    this.group = new Group();
    scene.add(this.group);
    this.sources = [];
  }

  /** @param {object} description with the outputs that were asked for */
  build(description, theme) {
    this.clear();
    const columns = new Map(description.outputs.map((output, i) => [output.name, i]));
    const paint = (colour) => new MeshBasicMaterial({ color: colour, depthTest: false, transparent: true, opacity: 0.92 });
    const materials = { reaction: paint(theme.reaction), force: paint(theme.force) };
    this.length = LONGEST * description.length;
    for (const source of sourcesOf(description)) {
      const places = source.columns.map((name) => columns.get(name));
      if (places.includes(undefined)) continue;
      const arrows = [0, 1].map(() => new Arrow(materials[source.kind], description.length / 160));
      this.sources.push({ ...source, places, drawn: arrows });
      this.group.add(...arrows.map((arrow) => arrow.object));
    }
  }

  clear() {
    this.group.traverse((object) => object.geometry?.dispose());
    this.group.clear();
    this.sources = [];
  }

  /** The force that is drawn at full length: one that is seldom exceeded. */
  measure(trajectory) {
    const every = Math.max(1, Math.floor(trajectory.n / 200));
    const largest = [];
    for (let i = 0; i < trajectory.n; i += every)
      largest.push(Math.max(0, ...this.sources.map(({ places }) => Math.hypot(...places.map((k) => trajectory.value(i, k))))));
    const sorted = largest.filter(Number.isFinite).sort((a, b) => a - b);
    this.usual = sorted[Math.floor(USUAL * (sorted.length - 1))] || 0;
    return this.usual;
  }

  update(trajectory, time, bodies) {
    if (this.sources.length === 0) return;
    const row = trajectory.find(time);
    for (const source of this.sources) {
      const pairs = source.arrows(source.places.map((k) => trajectory.value(row, k)), bodies);
      source.drawn.forEach((arrow, i) => {
        const [place, force] = pairs[i] ?? [UP, new Vector3()];
        arrow.point(place, force, this.usual > 0 ? (this.length * force.length()) / this.usual : 0);
      });
    }
  }
}
