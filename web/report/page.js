// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// page.js - page of a report: a tab with the results of a verb, beside the mechanism in that motion, until the user
// requests a simulation.
import "./report.css";
import { ResultPage } from "../replay/page.js";
import { element } from "../shell/dom.js";
import { printLight } from "./paper.js";
import { Poser } from "./poser.js";
import { makeSection } from "./sections.js";
import { Swinger } from "./swinger.js";

const FIRST = ["badges", "cards", "messages"]; // before the plots
const MOVING = ["run", "kinematics", "inverse"]; // verbs with a motion, whose plots are in the report

export class ReportPage extends ResultPage {
  constructor(data) {
    const live = !data.runs && !data.shapes && !data.poses;
    super({ ...data, live, settings: { ...data.settings, ...data.report.settings } });
    this.root.classList.add("report");
    const change = () => this.move();
    /** Modes or poses to select; null: the motion is that of a run. */
    this.mover = data.shapes ? new Swinger(this.motionArea, data.shapes, change)
      : data.poses ? new Poser(this.motionArea, data.poses, change) : null;
    printLight(this);
  }

  /** Puts the plots of a motion into the report, below its head. */
  plotPanel() {
    const { sections, verb, version } = this.data.report;
    const moving = MOVING.includes(verb);
    const panel = this.tabs.panel("Report", () => moving && this.plots?.resize());
    const isHead = ({ kind }) => FIRST.includes(kind);
    const plots = element("div", { hidden: !moving });
    this.motionArea = element("div", {});
    panel.append(
      ...sections.filter(isHead).map(makeSection),
      this.motionArea,
      plots,
      element("div", { className: "sections" }, ...sections.filter((section) => !isHead(section)).map(makeSection)),
      element("p", { className: "soft" }, `jounce ${verb}, version ${version}`),
    );
    return moving ? plots : super.plotPanel();
  }

  makeReplays(loaded) {
    if (!this.mover) return this.makeRuns(loaded);
    this.replays = [this.mover.replay(loaded.description.length)];
    this.faults = [];
  }

  /** Shows the report first. */
  makeRuns(loaded) {
    super.makeReplays(loaded);
    if (this.data.report.verb !== "inverse") return;
    for (const output of this.replays.flatMap(({ outputs }) => outputs)) output.first = output.name.startsWith("actuator.");
  }

  /** Shows another mode or pose. */
  move() {
    if (!this.replaying) return this.turnOver();
    this.makeReplays(this);
    const [{ trajectory }] = this.replays;
    this.trajectory = trajectory;
    this.widen(0);
    this.player.suitSpeed(trajectory.end);
    this.player.setRange(trajectory.end, trajectory.end);
    this.tellAccount();
    this.player.seek(this.player.time);
  }

  /** Rows of a mode have no outputs. */
  linesOf(replay) {
    return this.mover ? [] : super.linesOf(replay);
  }
}
