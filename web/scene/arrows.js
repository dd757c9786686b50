// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// arrows.js - forces as arrows, and torques as arcs with a tip, at their points (sources.js). All arrows of a colour
// are drawn by one call, so a thousand joints cost little more than a few.
import {
  ConeGeometry, CylinderGeometry, Group, InstancedMesh, Matrix4, MeshBasicMaterial, Quaternion, SphereGeometry, TorusGeometry, Vector3,
} from "three";
import { sourcesOf } from "./sources.js";

const X = new Vector3(1, 0, 0);
const Z = new Vector3(0, 0, 1);
const LONGEST = 0.45; // of the mechanism's length, at the usual force
const WIDEST = 0.16; // of the mechanism's length: radius of an arc at the usual torque
const THIN = 1 / 160;
const ARC = 1.5 * Math.PI;
const TUBE = 0.07; // thickness of an arc relative to its radius
const USUAL = 0.9; // share of the rows that do not exceed the usual value
const MOST_LENGTHS = 3; // largest length relative to the usual one
const FLASH = 0.12; // s; an impact flashes as long
const FLASH_SIZE = 1 / 40; // of the mechanism's length
const FLASH_COLOUR = 0xffc107;
const NOTHING = 1e-9; // relative to the usual value: not drawn

const along = (geometry) => geometry.rotateZ(-Math.PI / 2).translate(0.5, 0, 0);
const shapes = {
  shaft: () => along(new CylinderGeometry(1, 1, 1, 10)),
  tip: () => along(new ConeGeometry(2.4, 1, 16)),
  arc: () => new TorusGeometry(1, TUBE, 8, 40, ARC),
  flash: () => new SphereGeometry(1, 20, 12),
};

/** Instances of one shape in one colour. */
class Flock {
  constructor(shape, material, most) {
    this.mesh = new InstancedMesh(shapes[shape](), material, most);
    this.mesh.frustumCulled = false;
    this.mesh.renderOrder = 10;
    this.mesh.count = 0;
  }

  put(matrix) {
    this.mesh.setMatrixAt(this.mesh.count++, matrix);
  }

  end() {
    this.mesh.instanceMatrix.needsUpdate = true;
  }
}

export class Arrows {
  constructor(scene) {
    this.group = new Group();
    scene.add(this.group);
    this.sources = [];
    this.flocks = {};
    this.wanted = "all";
    this.chosen = null;
  }

  /** Returns whether the user wants to see a source. @param {{of: {sort: string, index: number}}} source */
  isWanted({ of }) {
    if (this.wanted === "chosen") return of.sort === this.chosen?.kind && of.index === this.chosen.index;
    return this.wanted === "all" || (this.wanted === "reactions") === (of.sort === "joint");
  }

  /** @param {object} description with the requested outputs */
  build(description, theme) {
    this.clear();
    const columns = new Map(description.outputs.map((output, i) => [output.name, i]));
    if (!description.outputs.some((output) => output.asked)) return;
    this.length = description.length;
    for (const source of sourcesOf(description)) {
      const places = source.columns.map((name) => columns.get(name));
      if (!places.includes(undefined)) this.sources.push({ ...source, places, turns: source.kind === "torque" });
    }
    const most = 2 * this.sources.length;
    const kinds = new Set(this.sources.map((source) => source.kind));
    for (const kind of kinds) this.flocks[kind] = this.flock(theme[kind], most);
    if (this.sources.some(({ hits }) => hits !== undefined)) this.flocks.flash = this.flock(FLASH_COLOUR, this.sources.length);
  }

  flock(colour, most) {
    const material = new MeshBasicMaterial({ color: colour, depthTest: false, transparent: true, opacity: 0.92 });
    const made = Object.fromEntries(Object.keys(shapes).map((shape) => [shape, new Flock(shape, material, most)]));
    this.group.add(...Object.values(made).map((flock) => flock.mesh));
    return made;
  }

  clear() {
    for (const mesh of this.group.children) mesh.geometry.dispose(), mesh.material.dispose(), mesh.dispose();
    this.group.clear();
    this.sources = [];
    this.flocks = {};
  }

  /** Returns {force, torque} that are drawn at full length and seldom exceeded. */
  measure(trajectory) {
    const every = Math.max(1, Math.floor(trajectory.n / 200));
    const size = (i, turns) => {
      const own = this.sources.filter((source) => source.turns === turns);
      const sizes = own.map(({ places }) => Math.hypot(...places.map((k) => trajectory.value(i, k))));
      return sizes.reduce((most, one) => Math.max(most, one), 0);
    };
    const usual = (turns) => {
      const sizes = [];
      for (let i = 0; i < trajectory.n; i += every) sizes.push(size(i, turns));
      const sorted = sizes.filter(Number.isFinite).sort((a, b) => a - b);
      return sorted[Math.floor(USUAL * (sorted.length - 1))] || 0;
    };
    this.usual = { force: usual(false), torque: usual(true) };
    return this.usual;
  }

  update(trajectory, time, bodies) {
    if (this.sources.length === 0 || !this.usual) return;
    const row = trajectory.find(time);
    const all = Object.values(this.flocks).flatMap((flock) => Object.values(flock));
    for (const { mesh } of all) mesh.count = 0;
    const before = trajectory.find(time - FLASH);
    for (const source of this.sources.filter((one) => this.isWanted(one))) {
      if (source.hits !== undefined) this.flash(source, trajectory, before, row);
      for (const arrow of source.arrows(source.places.map((k) => trajectory.value(row, k)), bodies))
        this.draw(this.flocks[source.kind], arrow);
    }
    for (const flock of all) flock.end();
  }

  /** Draws a ball at a point that was hit between two rows; it shrinks as the impact recedes. */
  flash(source, trajectory, before, row) {
    const column = source.places[source.hits];
    const count = trajectory.value(row, column);
    let hit = row;
    while (hit > before && trajectory.value(hit - 1, column) >= count) hit--;
    if (hit === before) return;
    const [{ place }] = source.arrows(source.places.map((k) => trajectory.value(hit, k)));
    const size = FLASH_SIZE * this.length * (1 - (0.7 * (row - hit)) / (row - before));
    this.flocks.flash.flash.put(new Matrix4().compose(place, new Quaternion(), new Vector3(size, size, size)));
  }

  draw(flock, { place, vector, turns }) {
    const usual = turns ? this.usual.torque : this.usual.force;
    const part = Math.min(vector.length() / usual, MOST_LENGTHS);
    if (!(part > NOTHING)) return;
    if (turns) this.bend(flock, place, vector, WIDEST * this.length * part);
    else this.point(flock, place, vector, LONGEST * this.length * part);
  }

  point(flock, place, vector, length) {
    const turn = new Quaternion().setFromUnitVectors(X, vector.clone().normalize());
    const thin = THIN * this.length;
    const head = Math.min(5 * thin, 0.6 * length);
    const tip = new Vector3(length - head, 0, 0).applyQuaternion(turn).add(place);
    flock.shaft.put(new Matrix4().compose(place, turn, new Vector3(length - head, thin, thin)));
    flock.tip.put(new Matrix4().compose(tip, turn, new Vector3(head, thin, thin)));
  }

  /** Draws an arc by the right-hand rule about the vector, with the tip at its end. */
  bend(flock, place, vector, radius) {
    const turn = new Quaternion().setFromUnitVectors(Z, vector.clone().normalize());
    const thick = TUBE * radius;
    const end = new Vector3(0, -radius, 0).applyQuaternion(turn).add(place); // at three quarters of a full circle
    flock.arc.put(new Matrix4().compose(place, turn, new Vector3(radius, radius, radius)));
    flock.tip.put(new Matrix4().compose(end, turn, new Vector3(6 * thick, 1.1 * thick, 1.1 * thick)));
  }
}
