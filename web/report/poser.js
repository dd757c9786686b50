// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// poser.js - selection of the displayed pose of a mechanism at rest.
import { Trajectory } from "../player/trajectory.js";
import { element, select } from "../shell/dom.js";

export class Poser {
  /** @param {Array<{name: string, pose: number[]}>} poses @param {() => void} change another pose */
  constructor(parent, poses, change) {
    this.poses = poses;
    const names = poses.map(({ name }, i) => [String(i), name]);
    this.choice = select("pose that is shown", names, "0", change);
    parent.append(element("div", { className: "swinger" }, this.choice));
  }

  /** Returns the pose as a run of one row. */
  replay() {
    const { name, pose } = this.poses[Number(this.choice.value)];
    const trajectory = new Trajectory(1 + pose.length, 0);
    trajectory.add(Float64Array.from([0, ...pose]));
    return { run: { name, verb: "equilibrium" }, outputs: [], trajectory, moves: true };
  }
}
