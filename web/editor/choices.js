// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// choices.js - choices of a run: formulation, coordinates, integrator, step; and a table of the runs with their
// results.
import { element, select } from "../shell/dom.js";
import { count } from "../shell/messages.js";

const WORDS = ["formulation", "coordinates", "integrator"];
const NUMBERS = { step: "step, such as 1 ms", tolerance: "tolerance", until: "until, such as 10 s" };
const MOST_RUNS = 12;

const short = (x) => (Number.isFinite(x) ? (x === 0 ? "0" : x.toExponential(1)) : "–");

/** Returns a run as words of the table. */
export function rowOf(choices, summary) {
  const { formulation, coordinates, integrator, steps } = summary;
  return {
    how: [formulation, coordinates, integrator].join(", "),
    step: `${choices.step} s`,
    steps: String(steps),
    violation: short(summary.position_violation),
    energy: short(summary.energy_error),
    good: summary.good,
  };
}

export class Choices {
  /** @param {Record<string, string>} settings of the page, changed in place */
  constructor(parent, settings) {
    this.settings = settings;
    this.runs = [];
    /** Called when a choice has changed. */
    this.onChange = () => {};
    /** Called with an element whose place in the text is to be shown. */
    this.onPlace = () => {};
    this.form = element("div", { className: "choices" });
    this.wrong = element("ul", { className: "refused" });
    this.counts = element("p", { className: "counts" });
    this.redundant = element("ul", { className: "redundant" });
    this.table = element("table", { className: "runs" });
    parent.append(element("h2", {}, "How it is run"), this.form, this.wrong, this.counts);
    parent.append(element("h2", {}, "Runs"), this.table, this.redundant);
  }

  set(key, value) {
    if (value === "") delete this.settings[`simulate.${key}`];
    else this.settings[`simulate.${key}`] = value;
    this.onChange();
  }

  /** Takes the model: which choices there are, and the results of the check. */
  show({ possible, counts, elements }) {
    if (this.form.childElementCount === 0) this.fillForm(possible);
    const facts = counts.freedoms === undefined ? [] : [
      `${count(counts.freedoms, "degree")} of freedom`,
      count(counts.loops, "loop"),
      count(counts.redundant, "redundant equation"),
    ];
    this.counts.textContent = facts.join(" · ");
    this.redundant.replaceChildren(...(counts.sentences ?? []).map((sentence) => this.redundancy(sentence, elements)));
  }

  /** Makes a sentence whose first word, a joint, leads to its place in the text. */
  redundancy(sentence, { joints }) {
    const [start, name] = /^joint '([^']+)'/.exec(sentence) ?? [];
    const joint = joints.find((one) => one.name === name && one.line);
    if (!joint) return element("li", {}, sentence);
    const link = element("button", { type: "button", className: "placed" }, start);
    link.addEventListener("click", () => this.onPlace(joint));
    return element("li", {}, link, sentence.slice(start.length));
  }

  /** Shows errors and warnings about choices, which have no place in the text. */
  setMessages(messages) {
    const mine = messages.filter(({ line, severity }) => !line && severity !== "note");
    this.wrong.replaceChildren(...mine.map(({ severity, what }) => element("li", { className: severity }, what)));
  }

  fillForm(possible) {
    const field = (key, input) => element("label", {}, element("span", {}, key), input);
    this.form.replaceChildren(
      ...WORDS.map((key) => field(key, this.wordField(key, possible[key]))),
      ...Object.entries(NUMBERS).map(([key, title]) => field(key, this.numberField(key, title))),
    );
  }

  wordField(key, names) {
    const options = [["", "as in the model"], ["auto", "auto"], ...names.map((name) => [name, name])];
    return select(key, options, this.settings[`simulate.${key}`] ?? "", (value) => this.set(key, value));
  }

  numberField(key, title) {
    const value = this.settings[`simulate.${key}`] ?? "";
    const input = element("input", { type: "text", value, title, placeholder: "as in the model" });
    input.addEventListener("change", () => this.set(key, input.value.trim()));
    return input;
  }

  /** Adds a finished run to the table. */
  addRun(choices, summary) {
    const row = rowOf(choices, summary);
    const others = this.runs.filter((run) => JSON.stringify(run) !== JSON.stringify(row));
    this.runs = [row, ...others].slice(0, MOST_RUNS);
    const heads = ["formulation, coordinates, integrator", "step", "steps", "violation", "energy [J]"];
    const titles = ["", "", "", "largest violation of the constraints", "largest error of the energy balance"];
    const head = element("tr", {}, ...heads.map((text, i) => element("th", { title: titles[i] }, text)));
    const line = ({ good, ...cells }) => {
      const made = Object.values(cells).map((text) => element("td", {}, text));
      return element("tr", { className: good ? "" : "failed" }, ...made);
    };
    this.table.replaceChildren(head, ...this.runs.map(line));
  }
}
