// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// page.js - the page of a report: what a verb has found in a tab of its own, beside the mechanism in that motion. Any
// change simulates the model here.
import "./report.css";
import { Page } from "../shell/page.js";
import { button, element } from "../shell/dom.js";
import { printLight } from "./paper.js";
import { Poser } from "./poser.js";
import { makeSection } from "./sections.js";
import { Swinger } from "./swinger.js";

const FIRST = ["badges", "cards", "messages"]; // before the plots
const MOVING = ["run", "kinematics", "inverse"]; // verbs of a motion, whose plots stand in the report

export class ReportPage extends Page {
  constructor(data) {
    super({ ...data, settings: { ...data.settings, ...data.report.settings } });
    this.root.classList.add("report");
    const show = (trajectory) => this.showOwn(trajectory);
    /** What the report shows of the mechanism; null: it is simulated here. */
    this.mover = data.shapes ? new Swinger(this.motionArea, data.shapes, show)
      : data.poses ? new Poser(this.motionArea, data.poses, show) : null;
    this.own = this.mover !== null; // that is what is shown now
    printLight(this);
  }

  /** Plots of a motion stand in the report, below its head. */
  plotPanel() {
    const { sections, verb, version } = this.data.report;
    const moving = MOVING.includes(verb);
    const panel = this.tabs.panel("Report", () => moving && this.plots?.resize());
    const isHead = ({ kind }) => FIRST.includes(kind);
    const plots = element("div", { hidden: !moving });
    this.motionArea = element("div", {});
    this.simulate = button("simulate here", "run the model in this page, with any change you like", () => this.load());
    panel.append(
      ...sections.filter(isHead).map(makeSection),
      this.motionArea,
      plots,
      element("div", { className: "sections" }, ...sections.filter((section) => !isHead(section)).map(makeSection)),
      element("p", { className: "soft ending" }, `jounce ${verb}, version ${version} `, this.simulate),
    );
    return moving ? plots : super.plotPanel();
  }

  /** The first time the model is read for the report; from then on for what is simulated here. */
  load() {
    this.own &&= !this.description;
    return super.load();
  }

  async showLoaded() {
    const { loaded } = this;
    if (!this.own || !loaded) return super.showLoaded();
    this.loaded = null;
    this.show(loaded);
    this.mover.start(this.description.length);
  }

  show(loaded) {
    super.show(loaded);
    this.tellOwn();
  }

  tellOwn() {
    this.note.hidden = this.own || !this.mover;
    this.note.textContent = "simulated here";
  }

  /** A motion of the report. */
  showOwn(trajectory) {
    this.own = true;
    this.trajectory = trajectory;
    this.widen(0);
    this.tellOwn();
    this.player.suitSpeed(trajectory.end);
    this.player.setRange(trajectory.end, trajectory.end);
    this.showTime(Math.min(this.player.time, trajectory.end));
    this.done = true;
  }
}
