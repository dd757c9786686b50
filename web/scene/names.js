// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// names.js - names of points beside their marks, of constant size on the screen; omitted if there are many. Shapes in
// front of a point hide its name.
import { CanvasTexture, Group, LinearFilter, Raycaster, Sprite, SpriteMaterial, SRGBColorSpace, Vector2, Vector3 } from "three";

const MOST = 12;
const MOST_TRIANGLES = 50000; // limit of the test whether shapes hide a point, which would take too long
const HEIGHT = 18; // px
const FINE = 2; // texture pixels per screen pixel

function textureOf(text, { mark, sky }) {
  const canvas = document.createElement("canvas");
  const pen = canvas.getContext("2d");
  const font = `${12 * FINE}px system-ui, sans-serif`;
  pen.font = font;
  canvas.width = Math.ceil(pen.measureText(text).width) + 8 * FINE;
  canvas.height = HEIGHT * FINE;
  Object.assign(pen, { font, textBaseline: "middle", lineJoin: "round", strokeStyle: sky, fillStyle: mark, lineWidth: 3 * FINE });
  pen.strokeText(text, 6 * FINE, canvas.height / 2);
  pen.fillText(text, 6 * FINE, canvas.height / 2);
  const texture = new CanvasTexture(canvas);
  return Object.assign(texture, { colorSpace: SRGBColorSpace, minFilter: LinearFilter, generateMipmaps: false });
}

export class Names {
  /** @param {import("three").Scene} scene @param {import("three").Group} model whose shapes may hide names */
  constructor(scene, model) {
    this.model = model;
    this.ray = new Raycaster();
    this.ray.layers.enableAll(); // also meshes in the layer of crowds
    this.group = new Group();
    this.shown = [];
    scene.add(this.group);
  }

  clear() {
    for (const { sprite } of this.shown) sprite.material.map.dispose(), sprite.material.dispose();
    this.group.clear();
    this.shown = [];
  }

  /** @param {object[]} things of the description @param {import("three").Object3D[]} bodies */
  build(things, bodies, theme) {
    this.clear();
    const points = things.filter(({ kind }) => kind === "point");
    if (points.length > MOST) return;
    let triangles = 0;
    this.model.traverse(({ geometry }) => (triangles += (geometry?.index ?? geometry?.attributes.position)?.count / 3 || 0));
    this.hides = triangles < MOST_TRIANGLES;
    this.shown = points.map(({ name, body, p, size }) => {
      const sprite = new Sprite(new SpriteMaterial({ map: textureOf(name, theme), depthWrite: false, depthTest: !this.hides }));
      sprite.center.set(0, 0); // the point is at the lower left corner
      sprite.renderOrder = 6;
      this.group.add(sprite);
      return { name, size, sprite, body: bodies[body[0]], at: new Vector3(...p.slice(0, 3)) };
    });
  }

  setTheme(theme) {
    for (const { name, sprite } of this.shown) {
      sprite.material.map.dispose();
      sprite.material.map = textureOf(name, theme);
    }
  }

  /** Returns whether something is between the viewer and a point with a mark of this size. */
  isHidden(camera, place, size) {
    const { x, y } = place.clone().project(camera);
    this.ray.setFromCamera(new Vector2(x, y), camera);
    const far = place.clone().sub(this.ray.ray.origin).dot(this.ray.ray.direction);
    const [first] = this.ray.intersectObject(this.model, true);
    return first !== undefined && first.distance < far - 4 * size;
  }

  /**
   * Moves the names to their points, slightly nearer to the viewer than the marks.
   * @param {number} height of the picture, px
   */
  update(camera, height) {
    if (!this.group.visible || this.shown.length === 0) return;
    const towards = new Vector3();
    camera.updateMatrixWorld();
    for (const { sprite, body, at, size } of this.shown) {
      const place = sprite.position.copy(at).applyMatrix4(body.matrixWorld);
      sprite.visible = !(this.hides && this.isHidden(camera, place, size));
      camera.getWorldDirection(towards).negate();
      const far = camera.isPerspectiveCamera ? place.distanceTo(camera.position) : 1;
      const pixel = camera.isPerspectiveCamera ? (2 * far * Math.tan((camera.fov * Math.PI) / 360)) / height
        : (camera.top - camera.bottom) / camera.zoom / height;
      const { width, height: tall } = sprite.material.map.image;
      sprite.scale.set((width / tall) * HEIGHT * pixel, HEIGHT * pixel, 1);
      place.addScaledVector(towards, 8 * pixel);
    }
  }
}
