// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// scene.js - the mechanism in three dimensions: built from the description of a model, moved by poses.
import { Box3, Color, Group, HemisphereLight, Quaternion, Scene, Vector3, WebGLRenderer } from "three";
import { Arrows } from "./arrows.js";
import { Cameras } from "./cameras.js";
import { themes } from "./colours.js";
import { Crowd } from "./crowd.js";
import { Ghost, place } from "./ghost.js";
import { Ground } from "./ground.js";
import { Highlight } from "./highlight.js";
import { isLink, Link, makeSign, Rail } from "./marks.js";
import { Paints } from "./paints.js";
import { pick } from "./pick.js";
import { Quality } from "./quality.js";
import { Names } from "./names.js";
import { makeShape, makeStripe, roundness } from "./shapes.js";
import { Sun } from "./sun.js";
import { Sweep } from "./sweep.js";
import { Traces } from "./traces.js";

/** Returns the rotation of z to the vertical axis of the model; only along an axis, since floors are level there. */
function turnTo(up) {
  const axis = up.map((x) => Math.round(x));
  const level = Math.abs(axis[0]) + Math.abs(axis[1]) + Math.abs(axis[2]) === 1;
  return new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), level ? new Vector3(...axis) : new Vector3(0, 0, 1));
}

export class MechanismScene {
  /** @param {HTMLElement} parent */
  constructor(parent) {
    this.parent = parent;
    this.renderer = new WebGLRenderer({ antialias: true, preserveDrawingBuffer: true });
    this.renderer.shadowMap.enabled = true;
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    this.quality = new Quality((level) => this.setQuality(level));
    parent.append(this.renderer.domElement);
    this.scene = new Scene();
    this.hemisphere = new HemisphereLight("#ffffff", "#8f98a3", 1.6);
    this.scene.add(this.hemisphere);
    this.sun = new Sun(this.scene);
    this.cameras = new Cameras(this.renderer.domElement);
    this.ground = new Ground(this.scene);
    this.model = new Group();
    this.crowd = new Crowd();
    this.scene.add(this.model, this.crowd.group);
    this.highlight = new Highlight("#ffb02e");
    this.arrows = new Arrows(this.scene);
    this.traces = new Traces(this.scene);
    this.names = new Names(this.scene, this.model);
    this.bodies = [];
    this.links = [];
    this.rails = [];
    new ResizeObserver(() => this.resize()).observe(parent);
    this.setTheme(matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  }

  setTheme(name) {
    this.changed = true;
    this.theme = themes[name];
    this.scene.background = new Color(this.theme.sky);
    this.ground.setTheme(this.theme);
    this.paints?.setTheme(this.theme);
    this.names.setTheme(this.theme);
    this.ghost?.setColour(this.theme.ghost);
  }

  // ---- building ----------------------------------------------------------------------------------------------------

  /**
   * @param {object} description of the engine
   * @param {Float64Array} poses at the start
   * @param {boolean} again the same mechanism with other numbers: keep the camera
   */
  build(description, poses, again = false) {
    this.clear();
    this.description = description;
    this.planar = description.space === "plane";
    this.upright = this.planar ? new Quaternion() : turnTo(description.up);
    this.paints = new Paints(this.theme);
    this.geometries = new Map();
    this.bodies = description.bodies.map((body, i) => {
      const group = new Group();
      group.name = body.name;
      group.userData = { kind: "body", index: i };
      this.model.add(group);
      return group;
    });
    for (const thing of description.things) this.addThing(thing);
    this.crowd.gather(this.bodies);
    this.names.build(description.things, this.bodies, this.theme);
    this.setPoses(poses);
    const box = this.box();
    this.sweep = new Sweep(this.bodies, box);
    this.sweep.rails = this.rails;
    this.arrows.build(description, this.theme);
    if (!again) this.look(box);
    else this.sun.fit(box, this.planar, this.upright);
  }

  /** Highlights the selected element. @param {{kind: string, index: number} | null} chosen */
  setChosen(chosen) {
    this.arrows.chosen = chosen;
    this.highlight.show(chosen, this.model, this.bodies, this.description);
    this.model.updateMatrixWorld(true);
    this.changed = true;
  }

  /**
   * Returns the objects that determine the view: moving ones, and fixed ones that are not much larger (such as cones
   * along a road).
   */
  box() {
    const moving = new Box3();
    for (const part of this.model.children) if (part !== this.bodies[0]) moving.expandByObject(part);
    const all = new Box3().setFromObject(this.model);
    const size = (box) => box.getSize(new Vector3()).length();
    return moving.isEmpty() || size(all) < 2.5 * size(moving) ? all : moving;
  }

  addThing(thing) {
    if (this.isFloor(thing)) return;
    const { mark: plain, open, spring } = this.paints.signs;
    const mark = thing.open ? open : plain;
    if (isLink(thing)) {
      const link = new Link(thing, thing.kind === "rod" ? mark : spring, this.bodies);
      link.object.userData = this.label(thing);
      this.links.push(link);
      this.model.add(link.object);
      return;
    }
    const size = (thing.kind === "shape" ? thing.shape.radius : thing.size) / this.description.length;
    const round = roundness(this.description.things.length, size);
    const object = thing.kind === "shape" ? makeShape(thing.shape, this.paints.of(thing), this.geometries, round)
      : makeSign(thing, mark, this.geometries, round);
    if (!object) return;
    object.userData = this.label(thing);
    if (thing.marked) object.add(makeStripe(thing.shape, this.paints.stripeOf(thing), this.geometries, round));
    this.bodies[thing.body[0]].add(object);
    if (thing.kind === "rail" && thing.body[0] === 0 && thing.body[1] > 0) this.rails.push(new Rail(thing, object));
  }

  /** Returns whether ground.js draws a thing better: lines of a road or of a level floor. */
  isFloor(thing) {
    if (thing.body[0] === 0 && thing.kind === "rail") return this.description.roads.length > 0; // rails would cross the road
    if (thing.body[0] !== 0 || thing.given || thing.shape?.type !== "line") return false;
    if (this.description.roads.length > 0) return true;
    return !this.planar && thing.shape.points.every((z, i, all) => i % 3 !== 2 || Math.abs(z - all[2]) < 1e-9);
  }

  label(thing) {
    if (thing.joint >= 0) return { kind: "joint", index: thing.joint };
    if (thing.force >= 0) return { kind: "force", index: thing.force };
    return { kind: "body", index: thing.body[0] };
  }

  clear() {
    this.highlight.clear();
    this.crowd.clear();
    this.paints?.dispose();
    this.model.traverse((object) => {
      object.geometry?.dispose();
    });
    this.model.clear();
    this.links = [];
    this.rails = [];
  }

  /** Adapts camera, light and ground to the size of the mechanism. */
  look(box) {
    this.cameras.setFollow(null, this.bodies);
    this.cameras.frame(box, this.planar, this.upright);
    this.ground.clear();
    this.ground.fit(box, this.planar, this.upright);
    this.framed = box.clone();
    this.sun.fit(box, this.planar, this.upright);
  }

  /** Enlarges the view when more of the motion is known, unless the user has moved the camera. */
  widen() {
    const { traveller, box } = this.sweep;
    if (this.cameras.touched) return;
    if (traveller > 0) {
      if (this.cameras.follow === traveller) return;
      this.cameras.setFollow(traveller, this.bodies, this.sweep.middleFrom(traveller));
      this.enclose(this.sweep.start);
    } else if (box.getSize(new Vector3()).length() > 1.08 * this.framed.getSize(new Vector3()).length()) this.enclose(box);
  }

  enclose(box) {
    this.framed = box.clone();
    this.cameras.widen(box);
    this.ground.fit(box, this.planar, this.upright);
    this.sun.fit(box, this.planar, this.upright);
  }

  // ---- moving ----------------------------------------------------------------------------------------------------

  /** Sets the poses: seven numbers per body, without the ground. */
  setPoses(poses) {
    place(this.bodies, poses);
    this.model.updateMatrixWorld(true);
    for (const link of this.links) link.update();
    this.crowd.update();
    this.changed = true;
  }

  /** Shows or hides the mechanism of a second run. */
  setGhost(on) {
    this.ghost?.dispose();
    this.ghost = on ? new Ghost(this.description, this.theme.ghost) : null;
    if (on) this.scene.add(this.ghost.group);
    this.changed = true;
  }

  /** Draws once a frame if something has changed. */
  tick() {
    if (this.cameras.update(this.bodies)) this.changed = true;
    this.draw();
  }

  /** Draws with reduced quality during motion if the computer is slow, and with full quality at rest. */
  draw() {
    const now = performance.now();
    if (this.changed) this.quality.moves(now);
    if (this.changed || this.quality.rests(now)) this.render();
  }

  setQuality({ pixels, shadows }) {
    this.renderer.setPixelRatio(pixels * Math.min(window.devicePixelRatio, 2));
    this.sun.setShadows(shadows);
  }

  render() {
    this.changed = false;
    this.sun.go(this.cameras.target);
    this.scene.fog = this.ground.fog(this.cameras, this.theme.sky);
    if (this.cameras.follow !== null) this.ground.go(this.cameras.target);
    this.names.update(this.cameras.current, this.parent.clientHeight);
    this.renderer.render(this.scene, this.cameras.current);
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.parent;
    if (width === 0 || height === 0) return;
    this.renderer.setSize(width, height);
    this.cameras.resize(width / height);
    this.render();
  }

  /**
   * Returns what is at a position of the canvas: {kind, index, body, point (in the frame of that body)}; null: nothing.
   */
  pick(x, y) {
    const { clientWidth: width, clientHeight: height } = this.renderer.domElement;
    return pick((2 * x) / width - 1, 1 - (2 * y) / height, this.cameras.current, this.model, this.bodies);
  }

  picture() {
    this.quality.show(0);
    this.render();
    return this.renderer.domElement.toDataURL("image/png");
  }
}
