// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// chart.js - many curves on logarithmic axes: a filter of words, a legend whose entries choose curves, and the name and
// values of the curve under the pointer. A colour is a value of the first group, a marker one of the second, a filled
// marker any but the first value of the third.
import { element, select } from "../shell/dom.js";

const COLOURS = [
  "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000", "#56b4e9", "#e69f00", "#8c510a", "#7f7f7f", "#7b3294", "#b2182b", "#808000", "#1f2a7a",
];
const MARKERS = [
  "m-3,0a3,3 0 1,0 6,0a3,3 0 1,0 -6,0z", "m-2.7,-2.7h5.4v5.4h-5.4z", "m0,-3.6l3.5,6.1h-7z", "m0,-3.8l3.8,3.8l-3.8,3.8l-3.8,-3.8z",
  "m0,3.6l3.5,-6.1h-7z", "m-3,-3.4h6l-6,6.8h6z", "m0,-3.6l3.4,2.5l-1.3,4h-4.2l-1.3,-4z", "m-3.4,-3v6l6.8,-6v6z",
  "m-3.4,0l1.7,-3h3.4l1.7,3l-1.7,3h-3.4z", "m-1.5,-3.8h3v7.6h-3z", "m-3.8,-1.5h7.6v3h-7.6z", "m-3.6,0l6.1,-3.5v7z", "m3.6,0l-6.1,-3.5v7z",
  "m-1.2,-3.6h2.4v2.4h2.4v2.4h-2.4v2.4h-2.4v-2.4h-2.4v-2.4h2.4z", "m0,-4.4l1.2,3.2l3.2,1.2l-3.2,1.2l-1.2,3.2l-1.2,-3.2l-3.2,-1.2l3.2,-1.2z",
];
const SIZE = { width: 640, height: 440, left: 62, right: 20, top: 8, bottom: 44 };
const LEAST = 1e-16; // an error of zero has no place on a logarithmic axis
const NEAR = 18; // units of the drawing around a marker that belong to it

function drawn(name, attributes, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** Which curves are shown. Every word of the filter is part of the name, those after a minus are not; of each group one of the chosen values. */
export function chosenCurves(curves, filter, chosen) {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (name, word) => (word.length > 1 && word[0] === "-" ? !name.includes(word.slice(1)) : name.includes(word));
  return curves.filter(({ name, of }) =>
    words.every((word) => fits(name.toLowerCase(), word)) && chosen.every((set, i) => set.size === 0 || set.has(of[i])));
}

/** Whole powers of ten around positive values. @returns {[number, number]} exponents */
export function decades(values) {
  const logs = values.filter((v) => v > 0).map(Math.log10);
  if (logs.length === 0) return [0, 1];
  const [low, high] = [Math.floor(Math.min(...logs)), Math.ceil(Math.max(...logs))];
  return [low, Math.max(high, low + 1)];
}

const power = (n) => [`10`, drawn("tspan", { dy: -5, "font-size": 9 }, String(n).replace("-", "−"))];
const short = (x) => (x !== 0 && Math.abs(x) < 1e-3 ? x.toExponential(2).replace("-", "−") : Number(x.toPrecision(3)).toString());
const seconds = (t) => (t < 1e-3 ? `${short(1e6 * t)} µs` : t < 1 ? `${short(1e3 * t)} ms` : `${short(t)} s`);

class Chart {
  constructor({ rows, groups, x, y }) {
    Object.assign(this, { curves: rows, groups, xNames: x, yName: y, axis: 0 });
    this.values = groups.map((_, i) => [...new Set(rows.map(({ of }) => of[i]))]);
    this.chosen = groups.map(() => new Set());
    this.picture = drawn("svg", { viewBox: `0 0 ${SIZE.width} ${SIZE.height}`, role: "img", "aria-label": `${y} over ${x[0]}` });
    this.picture.addEventListener("pointermove", (event) => this.point(event));
    this.picture.addEventListener("pointerleave", () => this.mark(null));
    this.filter = element("input", { type: "search", placeholder: "filter, such as: rk4 -baumgarte" });
    this.filter.setAttribute("aria-label", "filter curves");
    this.filter.addEventListener("input", () => this.draw());
    this.count = element("span", { className: "soft" });
    this.told = element("output", { className: "told" });
    const over = select("horizontal axis", x.map((name, i) => [String(i), `over ${name}`]), "0", (value) => {
      this.axis = Number(value);
      this.draw();
    });
    this.legend = element("div", { className: "legend" }, ...groups.map((name, i) => this.legendRow(name, i)).filter(Boolean));
    const controls = element("p", { className: "row" }, this.filter, over, this.count);
    this.root = element("figure", { className: "chart" }, controls, this.legend, this.picture, this.told);
    this.draw();
  }

  look({ of }) {
    const [colour, marker, filling] = of.map((value, i) => this.values[i]?.indexOf(value) ?? 0);
    return { colour: COLOURS[colour % COLOURS.length], marker: MARKERS[marker % MARKERS.length], filled: filling > 0 };
  }

  // ---- the legend ------------------------------------------------------------------------------------------------------

  legendRow(name, group) {
    if (this.values[group].length < 2) return null;
    const entries = this.values[group].map((value) => {
      const press = element("button", { type: "button", title: `show ${name} ${value}` }, this.sample(group, value), value);
      press.setAttribute("aria-pressed", false);
      press.addEventListener("click", () => {
        const set = this.chosen[group];
        if (!set.delete(value)) set.add(value);
        press.setAttribute("aria-pressed", set.has(value));
        this.draw();
      });
      return press;
    });
    return element("div", {}, element("span", { className: "soft" }, name), ...entries);
  }

  /** What stands for a value: a colour, a marker, or a marker that is filled or not. */
  sample(group, value) {
    const place = this.values[group].indexOf(value);
    const ink = group === 0 ? COLOURS[place % COLOURS.length] : "currentColor";
    const filled = group === 2 && place > 0;
    const svg = drawn("svg", { viewBox: "-8 -6 16 12", width: 18, height: 13, "aria-hidden": "true" });
    if (group === 0) svg.append(drawn("path", { d: "M-8 0H8", stroke: ink, "stroke-width": 4 }));
    else svg.append(drawn("path", { d: `M0,0${MARKERS[group === 1 ? place % MARKERS.length : 0]}`, fill: filled ? ink : "none", stroke: ink, "stroke-width": 1.4 }));
    return svg;
  }

  // ---- the picture -----------------------------------------------------------------------------------------------------

  draw() {
    const { width, height, left, right, top, bottom } = SIZE;
    const all = this.curves.flatMap(({ x, y }) => x[this.axis].map((value, i) => [value, Math.max(y[i], LEAST)]));
    const [xLow, xHigh] = decades(all.map(([x]) => x));
    const [yLow, yHigh] = decades(all.map(([, y]) => y));
    const px = (x) => left + ((Math.log10(x) - xLow) / (xHigh - xLow)) * (width - left - right);
    const py = (y) => height - bottom - ((Math.log10(y) - yLow) / (yHigh - yLow)) * (height - top - bottom);
    const lines = [];
    const every = Math.ceil((yHigh - yLow) / 12);
    for (let n = xLow; n <= xHigh; n++)
      lines.push(drawn("path", { d: `M${px(10 ** n)} ${top}V${height - bottom}` }), drawn("text", { x: px(10 ** n), y: height - bottom + 16, "text-anchor": "middle" }, ...power(n)));
    for (let n = yLow; n <= yHigh; n += every)
      lines.push(drawn("path", { d: `M${left} ${py(10 ** n)}H${width - right}` }), drawn("text", { x: left - 8, y: py(10 ** n) + 4, "text-anchor": "end" }, ...power(n)));
    lines.push(drawn("text", { x: (left + width - right) / 2, y: height - 8, "text-anchor": "middle" }, this.xNames[this.axis]));
    lines.push(drawn("text", { transform: `translate(13 ${(top + height - bottom) / 2}) rotate(-90)`, "text-anchor": "middle" }, this.yName));
    this.shown = chosenCurves(this.curves, this.filter.value, this.chosen).map((curve) => {
      const points = curve.x[this.axis].map((x, i) => [px(x), py(Math.max(curve.y[i], LEAST))]).filter(([x, y]) => Number.isFinite(x + y));
      return { curve, points, drawn: this.drawCurve(curve, points) };
    });
    this.picture.replaceChildren(drawn("g", { class: "grid" }, ...lines), ...this.shown.map((one) => one.drawn));
    this.count.textContent = `${this.shown.length} of ${this.curves.length} curves`;
    this.mark(null);
  }

  drawCurve(curve, points) {
    const { colour, marker, filled } = this.look(curve);
    const line = points.map(([x, y], i) => `${i ? "L" : "M"}${x.toFixed(1)} ${y.toFixed(1)}`).join("");
    const marks = points.map(([x, y]) => `M${x.toFixed(1)} ${y.toFixed(1)}${marker}`).join("");
    return drawn("g", { stroke: colour, fill: "none", class: curve.own ? "curve own" : "curve" },
      drawn("path", { d: line }), drawn("path", { d: marks, fill: filled ? colour : "#fff" }));
  }

  // ---- the pointer -----------------------------------------------------------------------------------------------------

  /** The marker nearest to the pointer tells its curve and values. */
  point({ clientX, clientY }) {
    const box = this.picture.getBoundingClientRect();
    const scale = SIZE.width / box.width;
    const [x, y] = [(clientX - box.left) * scale, (clientY - box.top) * scale];
    let best = { distance: NEAR };
    for (const one of this.shown)
      one.points.forEach(([a, b], place) => {
        const distance = Math.hypot(a - x, b - y);
        if (distance < best.distance) best = { distance, one, place };
      });
    this.mark(best.one ?? null, best.place);
  }

  mark(one, place) {
    this.picture.classList.toggle("pointed", one !== null);
    for (const { drawn: group } of this.shown) group.classList.toggle("marked", group === one?.drawn);
    if (one) this.picture.append(one.drawn); // above the others
    const curve = one?.curve;
    this.told.textContent = curve
      ? `${curve.name}${curve.own ? " (the model's own choice)" : ""}: error ${short(curve.y[place])}, ${this.axis === 0 ? seconds(curve.x[0][place]) : `${curve.x[this.axis][place]} evaluations`}`
      : "point at a marker to see its curve; click entries of the legend to show only these";
  }
}

/** @param {{rows: object[], groups: string[], x: string[], y: string}} section of app/page/report.h */
export const makeChart = (section) => new Chart(section).root;
