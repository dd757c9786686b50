// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// plots.js - curves of outputs over time, one panel for each unit, linked with the time line.
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { element } from "../shell/dom.js";

const COLOURS = ["#3b78b8", "#d07a26", "#4a9c62", "#b0527f", "#8a7a2f", "#5b63b5", "#b4493f", "#2f8b92"];
const MOST_POINTS = 4000;
const MOST_CURVES = 6; // of a panel

export class Plots {
  constructor(parent) {
    this.parent = parent;
    this.panels = [];
    /** Called with a time that was clicked. */
    this.onSeek = () => {};
    new ResizeObserver(() => this.resize()).observe(parent);
  }

  /** @param {Array<{name: string, unit: string}>} outputs */
  setOutputs(outputs) {
    this.clear();
    const byUnit = new Map();
    outputs.forEach((output, i) => {
      if (!byUnit.has(output.unit)) byUnit.set(output.unit, []);
      byUnit.get(output.unit).push({ ...output, index: i });
    });
    for (const [unit, all] of byUnit)
      for (let i = 0; i < all.length; i += MOST_CURVES) this.addPanel(unit, all.slice(i, i + MOST_CURVES));
  }

  clear() {
    for (const panel of this.panels) panel.plot.destroy();
    this.parent.replaceChildren();
    this.panels = [];
  }

  addPanel(unit, outputs) {
    const holder = element("div", { className: "plot" });
    this.parent.append(holder);
    const style = getComputedStyle(document.body);
    const ink = style.getPropertyValue("--ink");
    const faint = style.getPropertyValue("--faint");
    const axis = { stroke: ink, grid: { stroke: faint, width: 1 }, ticks: { stroke: faint, width: 1 } };
    const panel = { outputs, cursor: 0 };
    panel.plot = new uPlot(
      {
        width: Math.max(holder.clientWidth, 200),
        height: 170,
        cursor: { sync: { key: "time" }, drag: { x: true, y: false } },
        scales: { x: { time: false } },
        legend: { live: true },
        axes: [{ ...axis, size: 32 }, { ...axis, size: 56, label: unit, labelSize: 18 }],
        series: [
          { label: "t", value: (u, v) => (v === null ? "–" : `${v.toFixed(3)} s`) },
          ...outputs.map((output, i) => ({
            label: output.name,
            stroke: COLOURS[i % COLOURS.length],
            width: 1.5,
            value: (u, v) => (v === null || v === undefined ? "–" : v.toPrecision(5)),
          })),
        ],
        hooks: { draw: [(u) => this.drawTime(u, panel)] },
      },
      [[], ...outputs.map(() => [])],
      holder,
    );
    panel.plot.over.addEventListener("click", () => {
      const { left } = panel.plot.cursor;
      if (left >= 0) this.onSeek(panel.plot.posToVal(left, "x"));
    });
    this.panels.push(panel);
  }

  drawTime(u, panel) {
    const x = u.valToPos(panel.cursor, "x", true);
    if (x < u.bbox.left || x > u.bbox.left + u.bbox.width) return;
    u.ctx.save();
    u.ctx.strokeStyle = "#d0312d";
    u.ctx.lineWidth = devicePixelRatio;
    u.ctx.beginPath();
    u.ctx.moveTo(x, u.bbox.top);
    u.ctx.lineTo(x, u.bbox.top + u.bbox.height);
    u.ctx.stroke();
    u.ctx.restore();
  }

  /** Curves as far as the run has come; thinned where there are more rows than can be seen. */
  setData(trajectory) {
    const every = Math.max(1, Math.ceil(trajectory.n / MOST_POINTS));
    const rows = [];
    for (let i = 0; i < trajectory.n; i += every) rows.push(i);
    if (rows.length && rows[rows.length - 1] !== trajectory.n - 1) rows.push(trajectory.n - 1);
    const times = rows.map((i) => trajectory.time(i));
    for (const { plot, outputs } of this.panels)
      plot.setData([times, ...outputs.map((output) => rows.map((i) => finite(trajectory.value(i, output.index))))]);
  }

  setTime(time) {
    for (const panel of this.panels) {
      panel.cursor = time;
      panel.plot.redraw(false, false);
    }
  }

  resize() {
    for (const { plot } of this.panels) {
      const width = plot.root.parentElement.clientWidth;
      if (width > 0 && width !== plot.width) plot.setSize({ width, height: plot.height });
    }
  }
}

const finite = (x) => (Number.isFinite(x) ? x : null);
