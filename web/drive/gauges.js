// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// gauges.js - dials, bars and wheels of the dashboard, drawn as SVG.

const SPACE = "http://www.w3.org/2000/svg";

/** An SVG element with attributes and children. */
export function svg(name, attributes = {}, ...children) {
  const made = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const FROM = -130; // degrees from the top, clockwise
const SWEEP = 260;

function arc(radius, from, to) {
  const at = (angle) => {
    const a = (angle * Math.PI) / 180;
    return `${(50 + radius * Math.sin(a)).toFixed(2)} ${(50 - radius * Math.cos(a)).toFixed(2)}`;
  };
  return `M ${at(from)} A ${radius} ${radius} 0 ${to - from > 180 ? 1 : 0} 1 ${at(to)}`;
}

/** A round dial with a number in it. */
export class Dial {
  /** @param {string} unit below the number @param {number} full its first scale; it grows with what it shows */
  constructor(unit, full, digits = 0) {
    this.full = full;
    this.digits = digits;
    this.path = svg("path", { class: "fill", d: "" });
    this.number = svg("text", { class: "number", x: 50, y: 57 });
    this.root = svg("svg", { class: "dial", viewBox: "0 0 100 100" },
      svg("path", { class: "groove", d: arc(44, FROM, FROM + SWEEP) }), this.path,
      this.number, svg("text", { class: "unit", x: 50, y: 74 }, unit));
  }

  show(value, text = value.toFixed(this.digits)) {
    while (Math.abs(value) > this.full) this.full *= 1.5;
    const part = Math.min(Math.abs(value) / this.full, 1);
    this.path.setAttribute("d", part > 0.002 ? arc(44, FROM, FROM + SWEEP * part) : "");
    this.number.textContent = text;
  }
}

/** A bar that fills from below. */
export class Bar {
  constructor(kind, word) {
    this.fill = svg("rect", { class: "fill", x: 0, width: 14, y: 60, height: 0, rx: 3 });
    this.root = svg("svg", { class: `bar-gauge ${kind}`, viewBox: "-8 0 30 74" },
      svg("rect", { class: "groove", x: 0, width: 14, y: 0, height: 60, rx: 3 }), this.fill,
      svg("text", { class: "unit", x: 7, y: 72 }, word));
  }

  show(part) {
    const height = 60 * Math.min(Math.max(part, 0), 1);
    this.fill.setAttribute("height", height);
    this.fill.setAttribute("y", 60 - height);
  }
}

export class SteeringWheel {
  constructor() {
    this.wheel = svg("g", {},
      svg("circle", { class: "rim", cx: 50, cy: 50, r: 40 }), svg("path", { class: "rim", d: "M 12 46 L 88 46 M 50 50 L 50 89" }),
      svg("circle", { class: "hub", cx: 50, cy: 48, r: 11 }));
    this.root = svg("svg", { class: "steering", viewBox: "0 0 100 100" }, this.wheel);
  }

  /** @param {number} steer -1 to 1, positive to the left */
  show(steer) {
    this.wheel.setAttribute("transform", `rotate(${(-150 * steer).toFixed(1)} 50 50)`);
  }
}

/** Loads of the wheels, each where it is, seen from above, the front at the top. */
export class Loads {
  /** @param {Array<[number, number]>} places x forward, y to the left, m */
  constructor(places) {
    const xs = places.map(([x]) => x);
    const ys = places.map(([, y]) => y);
    const [top, bottom, left, right] = [Math.max(...xs), Math.min(...xs), Math.max(...ys), Math.min(...ys)];
    const rows = new Set(xs.map((x) => x.toFixed(1))).size;
    this.tall = Math.min(40, 96 / Math.max(rows, 1));
    this.bars = places.map(([x, y]) => {
      const cx = left > right ? 28 + (34 * (left - y)) / (left - right) : 45;
      const cy = top > bottom ? 2 + ((96 - this.tall) * (top - x)) / (top - bottom) : 30;
      return this.bar(cx, cy);
    });
    const title = svg("title", {}, "loads of the wheels, kN");
    this.root = svg("svg", { class: "loads", viewBox: "0 0 90 100" }, title, ...this.bars.flatMap(({ parts }) => parts));
  }

  bar(x, y) {
    const [w, h] = [11, this.tall - 2];
    const fill = svg("rect", { class: "fill", x: x - w / 2, width: w, y: y + h, height: 0, rx: 2 });
    const out = x < 45 ? -1 : 1;
    const label = svg("text", { class: `tiny ${out < 0 ? "end" : "start"}`, x: x + out * 8, y: y + h / 2 + 3.5 });
    const parts = [svg("rect", { class: "groove", x: x - w / 2, width: w, y, height: h, rx: 2 }), fill, label];
    return { fill, label, parts, y, h };
  }

  /** @param {number[]} loads N @param {number} full N */
  show(loads, full) {
    this.bars.forEach(({ fill, label, y, h }, i) => {
      const part = Math.min(Math.max(loads[i] / full, 0), 1);
      fill.setAttribute("height", part * h);
      fill.setAttribute("y", y + h - part * h);
      fill.classList.toggle("air", !(loads[i] > 0.02 * full));
      label.textContent = (loads[i] / 1000).toFixed(loads[i] < 9950 ? 1 : 0);
    });
  }
}
