// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// paints.js - materials of shapes and signs, one for each colour, so that what looks the same is drawn together.
import { Color, DoubleSide, FrontSide, MeshStandardMaterial } from "three";
import { bodyColour } from "./colours.js";

const SIGNS = ["mark", "spring", "open"]; // by the theme

function material(colour, opacity = 1) {
  return new MeshStandardMaterial({
    color: colour,
    roughness: 0.55,
    metalness: 0.15,
    transparent: opacity < 1,
    opacity,
    side: DoubleSide,
    shadowSide: FrontSide,
  });
}

export class Paints {
  constructor(theme) {
    this.made = new Map();
    this.signs = Object.fromEntries(SIGNS.map((kind) => [kind, material(theme[kind])]));
    this.theme = theme;
  }

  setTheme(theme) {
    this.theme = theme;
    for (const kind of SIGNS) this.signs[kind].color.set(theme[kind]);
  }

  /** Of the stripe on a round shape: its colour, much darker, or much lighter where it is dark. */
  stripeOf(thing) {
    const colour = this.of(thing).color.clone();
    const { h, s, l } = colour.getHSL({ h: 0, s: 0, l: 0 });
    colour.setHSL(h, s, l > 0.15 ? 0.3 * l : l + 0.5);
    const key = `stripe ${colour.getHexString()}`;
    if (!this.made.has(key)) this.made.set(key, material(colour));
    return this.made.get(key);
  }

  /** Of a shape: its own colour, or one by the number of its body. */
  of(thing) {
    const [r, g, b, opacity] = thing.shape.colour;
    const own = r !== null;
    const usual = () => new Color(thing.body[0] === 0 ? this.theme.ground : bodyColour(thing.body[0]));
    const colour = own ? new Color().setRGB(r, g, b, "srgb") : usual();
    const key = `${colour.getHexString()} ${own ? opacity : 1}`;
    if (!this.made.has(key)) this.made.set(key, material(colour, own ? opacity : 1));
    return this.made.get(key);
  }

  dispose() {
    for (const one of [...this.made.values(), ...Object.values(this.signs)]) one.dispose();
  }
}
