// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// icons.js - symbols of buttons as SVG, because Unicode symbols need a symbol font.

/** Outlines on a grid of 16 by 16. Lists are stroked, texts are filled. */
const ICONS = {
  play: "M4 2.5 13.5 8 4 13.5Z",
  pause: "M3.5 3h3v10h-3zM9.5 3h3v10h-3z",
  first: "M3 3h2v10H3zM13 3 6 8l7 5Z",
  back: "M11.5 3 4.5 8l7 5Z",
  on: "M4.5 3l7 5-7 5Z",
  loop: ["M13.2 8A5.2 5.2 0 1 1 10.6 3.5", "M7.8 1.6 11 3.5 9 6.6"],
  menu: ["M2.5 4h11", "M2.5 8h11", "M2.5 12h11"],
  close: ["M4 4l8 8", "M12 4 4 12"],
  parallel: ["M2.5 13h11", "M8 13V3"],
};

export const iconNames = Object.keys(ICONS);

function drawn(name, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** Returns the symbol of a button, in the colour of its text. @param {keyof typeof ICONS} name */
export function icon(name) {
  const shape = ICONS[name];
  const pen = Array.isArray(shape) ? { fill: "none", stroke: "currentColor", "stroke-width": 1.6 } : { fill: "currentColor" };
  const svg = drawn("svg", { viewBox: "0 0 16 16", width: 14, height: 14, class: "icon", "aria-hidden": "true", "data-icon": name, ...pen });
  svg.append(...[shape].flat().map((d) => drawn("path", { d })));
  return svg;
}
