// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// plots.js - curves of outputs over time in panels, linked with the time line: a line marks the displayed time; the
// legend shows the values there, or at the pointer.
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { element } from "../shell/dom.js";
import { Chooser } from "./chooser.js";
import { groups } from "./group.js";
import { lastNotAfter, pickRows, unite, valuesAt, valuesOver } from "./sample.js";

const COLOURS = ["#3b78b8", "#d07a26", "#4a9c62", "#b0527f", "#8a7a2f", "#5b63b5"];
const MOST_POINTS = 4000;

const compact = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 4 });
const tick = (x) => (Math.abs(x) >= 10000 ? compact.format(x) : String(Number(x.toPrecision(6))));
const read = (x) => (x === null || x === undefined ? "–" : String(Number(x.toPrecision(5))));

export class Plots {
  /** @param {{seek: (time: number) => void, ask: (name: string) => void}} calls time clicked, signal wanted */
  constructor(parent, { seek, ask }) {
    this.seek = seek;
    this.chooser = new Chooser(parent, () => this.arrange(), ask);
    this.area = element("div", {});
    parent.append(this.area);
    this.panels = [];
    this.time = 0;
    new ResizeObserver(() => this.resize()).observe(parent);
  }

  /**
   * @param {Array<{name: string, unit: string}>} outputs
   * @param {(output: object) => boolean} isPlain not only for arrows
   */
  setOutputs(outputs, isPlain = () => true) {
    this.trajectory = null;
    this.whole = false;
    this.chooser.setOutputs(outputs, isPlain);
    this.arrange();
  }

  /** Sets a second run, drawn dashed. @param {{label: string, outputs: object[], trajectory: object} | null} ghost */
  setGhost(ghost) {
    this.ghost = ghost;
    this.repaint();
  }

  /** Returns the output of the second run with the same name and unit. */
  twins(outputs) {
    const find = ({ name, unit }) => this.ghost?.outputs.findIndex((other) => other.name === name && other.unit === unit) ?? -1;
    return outputs.map((output, of) => ({ name: output.name, index: find(output), of })).filter(({ index }) => index >= 0);
  }

  /** Creates the panels when other outputs are selected or their sizes are known. */
  arrange() {
    const wanted = groups(this.chooser.chosen(), this.whole ? this.trajectory : null);
    const names = JSON.stringify(wanted);
    if (names !== this.names) {
      this.names = names;
      for (const panel of this.panels) panel.plot.destroy();
      this.area.replaceChildren();
      this.panels = [];
      for (const { unit, outputs } of wanted) this.addPanel(unit, outputs);
    }
    if (this.trajectory) this.fill();
  }

  /** Formats a value, and its difference from the first run. */
  twinSeries({ name, of }) {
    const value = (u, v, series, idx) => {
      const first = idx === null ? null : u.data[1 + of][idx];
      const apart = v === null || v === undefined || first === null ? "" : ` (Δ ${read(v - first)})`;
      return read(v) + apart;
    };
    return { label: `${name} · ${this.ghost.label}`, stroke: COLOURS[of % COLOURS.length], width: 1.5, dash: [6, 4], value };
  }

  options(unit, outputs, twins, width) {
    const style = getComputedStyle(document.body);
    const [ink, faint] = ["--ink", "--faint"].map((name) => style.getPropertyValue(name));
    const axis = { stroke: ink, grid: { stroke: faint, width: 1 }, ticks: { stroke: faint, width: 1 } };
    return {
      width: Math.max(width, 200),
      height: 170,
      cursor: { sync: { key: "time" }, drag: { x: true, y: false } },
      scales: { x: { time: false } },
      axes: [{ ...axis, size: 32 }, { ...axis, size: 58, values: (u, splits) => splits.map(tick), label: unit || "1", labelSize: 18 }],
      series: [
        { label: "t", value: (u, v) => (v === null || v === undefined ? "–" : `${v.toFixed(3)} s`) },
        ...outputs.map((output, i) => ({
          label: output.name, stroke: COLOURS[i % COLOURS.length], width: 1.5, value: (u, v) => read(v),
        })),
        ...twins.map((twin) => this.twinSeries(twin)),
      ],
      hooks: { setScale: [() => this.setTime(this.time)] },
    };
  }

  addPanel(unit, outputs) {
    const holder = element("div", { className: "plot" });
    this.area.append(holder);
    const panel = { outputs, twins: this.twins(outputs), now: element("div", { className: "now" }) };
    const empty = [[], ...outputs.map(() => []), ...panel.twins.map(() => [])];
    panel.plot = new uPlot(this.options(unit, outputs, panel.twins, holder.clientWidth), empty, holder);
    panel.plot.over.append(panel.now);
    panel.plot.over.addEventListener("click", () => {
      const { left } = panel.plot.cursor;
      if (left >= 0) this.seek(panel.plot.posToVal(left, "x"));
    });
    this.panels.push(panel);
  }

  /** Draws the curves as far as the run has come. @param {boolean} whole the run has ended: sizes are known */
  setData(trajectory, whole) {
    this.trajectory = trajectory;
    if (whole && !this.whole) {
      this.whole = true;
      this.arrange();
    } else this.fill();
  }

  /** Returns the data of a panel, with fewer rows than the picture can show; two runs at the times of both. */
  fill() {
    const { trajectory, ghost } = this;
    const timesOf = (run, rows) => rows.map((i) => run.time(i));
    const rows = pickRows(trajectory.n, MOST_POINTS);
    this.times = timesOf(trajectory, rows);
    if (ghost) this.times = unite(this.times, timesOf(ghost.trajectory, pickRows(ghost.trajectory.n, MOST_POINTS)));
    const own = ({ index }) => (ghost ? valuesOver(trajectory, index, this.times) : valuesAt(trajectory, index, rows));
    const other = ({ index }) => valuesOver(ghost.trajectory, index, this.times);
    for (const { plot, outputs, twins } of this.panels)
      plot.setData([this.times, ...outputs.map(own), ...twins.map(other)]);
    this.setTime(this.time);
  }

  setTime(time) {
    this.time = time;
    if (!this.trajectory || !this.times?.length) return;
    const idx = lastNotAfter(this.times, time);
    for (const { plot, now } of this.panels) {
      const left = plot.valToPos(time, "x");
      now.hidden = !(left >= 0 && left <= plot.over.clientWidth);
      now.style.transform = `translateX(${left}px)`;
      if (!(plot.cursor.left >= 0)) plot.setLegend({ idx }, false);
    }
  }

  resize() {
    for (const { plot } of this.panels) {
      const width = plot.root.parentElement.clientWidth;
      if (width > 0 && width !== plot.width) plot.setSize({ width, height: plot.height });
    }
  }

  /** Redraws for light or dark: axes take their colours from the page. */
  repaint() {
    this.names = null;
    this.arrange();
  }
}
