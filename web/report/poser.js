// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// poser.js - which pose of a mechanism at rest is shown.
import { element, select } from "../shell/dom.js";
import { Trajectory } from "../player/trajectory.js";

/** A pose as a run of one row. @param {number[]} pose seven numbers for each body */
export function still(pose) {
  const trajectory = new Trajectory(1 + pose.length, 0);
  trajectory.add(Float64Array.from([0, ...pose]));
  return trajectory;
}

export class Poser {
  /** @param {Array<{name: string, pose: number[]}>} poses @param {(trajectory: object) => void} show */
  constructor(parent, poses, show) {
    this.poses = poses;
    this.show = show;
    const names = poses.map(({ name }, i) => [String(i), name]);
    this.choice = select("pose that is shown", names, "0", () => this.start());
    parent.append(element("div", { className: "swinger" }, this.choice));
  }

  start() {
    this.show(still(this.poses[Number(this.choice.value)].pose));
  }
}
