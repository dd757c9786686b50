// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// page.js - page of a result: replays the run, and a second run as a ghost, until the user requests a simulation.
import { Texts } from "../editor/texts.js";
import { button, element } from "../shell/dom.js";
import { Page } from "../shell/page.js";
import { makeReplay, wordsOf } from "./run.js";

/** Returns the summary of a run in steps; kinematics and others have no formulation. */
const stepped = ({ summary }) => (summary?.formulation ? summary : null);

const short = (run) => run.label || run.name;

export class ResultPage extends Page {
  constructor(data) {
    super(data);
    this.replaying = !data.live;
    this.given = structuredClone(data.settings); // choices change the settings of the data in place
    this.sign = element("span", {});
    this.turnButton = button("", "", () => this.turnOver());
    const line = element("p", { className: "replay" }, this.sign, this.turnButton);
    this.sceneArea.append(line);
    this.account = element("div", { className: "account" });
    this.tabs.panel("Check").prepend(this.account);
  }

  // ---- replay or simulation ----------------------------------------------------------------------------------------

  /** Replays the stored run, without edits. */
  files() {
    return this.replaying ? new Texts(this.data).forEngine() : super.files();
  }

  settings() {
    return this.replaying ? this.given : super.settings();
  }

  /** Simulates after a change of the user. */
  load() {
    if (this.shown) this.replaying = this.returning;
    this.returning = false;
    return super.load();
  }

  /** Shows the curves of a result even if the engine cannot read its model. */
  say(messages, more) {
    super.say(messages, more);
    if (!this.shown && this.data.runs?.length && messages.some(({ severity }) => severity === "fault"))
      this.showReplay({ description: bareOf(this.data.runs[0]), messages, first: new Float64Array(1), rowSize: 1 });
  }

  turnOver() {
    this.returning = !this.replaying;
    return this.load();
  }

  async showLoaded() {
    if (!this.replaying) return super.showLoaded();
    const { loaded } = this;
    this.loaded = null;
    if (loaded) this.showReplay(loaded);
  }

  show(loaded) {
    this.shown = true;
    this.makeReplays(loaded);
    const ghost = this.replays[this.replaying ? 1 : 0] ?? null;
    super.show(loaded);
    this.setGhost(ghost);
    this.tellAccount();
  }

  setGhost(replay) {
    this.ghost = replay && { ...replay, label: short(replay.run), pose: new Float64Array(this.pose.length) };
    this.scene.setGhost(Boolean(replay?.moves));
    this.plots.setGhost(this.ghost);
    this.showTime(this.player.time);
  }

  showTime(time) {
    if (this.ghost?.moves && this.scene.ghost) this.scene.ghost.setPoses(this.ghost.trajectory.posesAt(time, this.ghost.pose));
    super.showTime(time);
  }

  /** Reads the runs of the page; reports and omits damaged ones. */
  makeReplays({ description, first, rowSize }) {
    const still = first.slice(rowSize - 7 * (description.bodies.length - 1), rowSize);
    this.replays = [];
    this.faults = [];
    for (const run of this.data.runs ?? [])
      try {
        this.replays.push(makeReplay(run, description, still));
      } catch (error) {
        this.faults.push({ severity: "fault", what: error.message });
      }
  }

  showReplay(loaded) {
    this.show(loaded);
    const [main] = this.replays;
    if (!main) return this.say([...loaded.messages, ...this.faults]);
    this.description = { ...this.description, outputs: main.outputs };
    this.trajectory = main.trajectory;
    this.plots.setOutputs(main.outputs);
    this.player.setRange(main.trajectory.end, main.trajectory.end);
    this.player.suitSpeed(main.trajectory.end);
    this.plots.setData(main.trajectory, true);
    this.widen(0);
    this.scene.traces.update(main.trajectory, this.description.bodies.length);
    const summary = stepped(main.run);
    this.tell(summary);
    if (summary) this.choices.addRun(this.description.choices, summary);
    this.say([...loaded.messages, ...this.faults]);
    this.done = true;
    this.showTime(this.player.time);
  }

  // ---- what a replay cannot do ---------------------------------------------------------------------------------------

  async showArrows(which) {
    if (!this.replaying) return super.showArrows(which);
    this.bar.show();
    if (which !== "none") this.tellMissing("the result has no arrows of forces: run it again here to see them");
  }

  async addSignal(name) {
    if (!this.replaying) return super.addSignal(name);
    this.tellMissing(`the result has no column '${name}': run it again here to see it`);
  }

  tellMissing(sentence) {
    this.note.hidden = false;
    this.note.textContent = sentence;
  }

  // ---- words -----------------------------------------------------------------------------------------------------------

  tellAccount() {
    const [main, second] = this.replays;
    const again = main?.run.verb && main.run.verb !== "run" ? "simulate it here" : "run it again here";
    const ghost = this.ghost ? ` · ghost: ${this.ghost.label}` : "";
    this.sign.textContent = (this.replaying ? `replay: ${main ? short(main.run) : "nothing"}` : "simulated here") + ghost;
    this.turnButton.textContent = this.replaying ? again : "back to the result";
    this.turnButton.hidden = this.data.live || !main;
    const words = this.replaying && main ? wordsOf(main) : [];
    this.note.hidden = words.length === 0;
    this.note.textContent = words.join("; ");
    this.account.replaceChildren(...[main, second].filter(Boolean).flatMap((replay) => this.linesOf(replay)));
  }

  linesOf(replay) {
    const { name, label, version, verb, of } = replay.run;
    const summary = stepped(replay.run);
    const facts = [verb && `jounce ${verb}`, `${of} rows`, version && `version ${version}`];
    if (summary) facts.push(`largest violation of the constraints ${power(summary.position_violation)} m`);
    if (summary) facts.push(`largest error of the energy ${power(summary.energy_error)} J`, summary.hash && `hash ${summary.hash}`);
    const title = label && label !== name ? `${name}: ${label}` : name;
    return [
      element("h2", {}, title),
      element("p", {}, facts.filter(Boolean).join(" · ")),
      ...wordsOf(replay).map((sentence) => element("p", { className: "warning" }, sentence)),
    ];
  }
}

/** Returns a description without a mechanism. */
function bareOf({ title, summary }) {
  return {
    name: title, space: "plane", up: [0, 0, 1], bodies: [{ name: "ground" }], things: [], joints: [], forces: [], roads: [],
    elements: { bodies: [], joints: [], forces: [], subsystems: [] }, length: 1, outputs: [], parameters: [], inputs: [], counts: {}, possible: { formulation: [], coordinates: [], integrator: [] },
    choices: { until: summary?.time ?? 1, step: 0 },
  };
}

const power = (x) => (Number.isFinite(x) ? (x === 0 ? "0" : x.toExponential(1)) : "–");
