// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fuzz_run.c - fuzz target: bytes are a small mechanism, written as a model text, and a method that goes together by
// the tables. It is read, checked, assembled and makes some steps, or one of these says why not: no crash, and no state
// or output that is not finite while all is said to be well.
#include <math.h>

#include "fuzz_subsystems.h"
#include "jounce/jounce.h"

enum { MOST_STEPS = 10 };

// ---- pieces -------------------------------------------------------------------------------------------

static void put_vector(writer *w) {
  double x = place(w), y = place(w), z = w->plane ? 0 : place(w);
  if (w->plane) put(w, "[%.6g, %.6g]", x, y);
  else put(w, "[%.6g, %.6g, %.6g]", x, y, z);
}

static void put_points(writer *w) {
  put(w, "points: {A: ");
  put_vector(w);
  put(w, ", B: ");
  put_vector(w);
  put(w, "}");
}

static void put_bodies(writer *w) {
  static const double masses[] = {1, 2.5, 1e-3, 1e3, 1e-6, 0};
  put(w, "ground: {");
  put_points(w);
  put(w, "}\nbodies:\n");
  w->nbodies = 1 + (int)pick(w, MOST_BODIES);
  for (int i = 0; i < w->nbodies; i++) {
    double m = masses[pick(w, 24) % 6 * (pick(w, 4) == 0)], J = m * w->size * w->size * (1 + pick(w, 3)) / 12;
    if (w->plane) put(w, "  b%d: {mass: %.6g, inertia: %.6g, ", i, m, J);
    else
      put(w, "  b%d: {mass: %.6g, inertia: [%.6g, %.6g, %.6g], ", i, m, J, J * (1 + 0.5 * (i % 2)),
          J * (1 + 0.25 * i / MOST_BODIES));
    put_points(w);
    put(w, "}\n");
  }
}

// A body (or the ground), or a point of it.
static void put_end(writer *w, int body) {
  static const char *const points[] = {".A", ".B", ""};
  const char *point = points[pick(w, 3)];
  if (body < 0) put(w, "ground%s", *point ? point : ".A");
  else put(w, "b%d%s", body, point);
}

// `second` < 0: any two.
static void put_ends(writer *w, int second) {
  int first = (int)pick(w, (unsigned)(second < 0 ? w->nbodies : second) + 1) - 1;
  if (second < 0) second = (int)pick(w, (unsigned)w->nbodies);
  if (first == second) first = second - 1;
  put(w, "between: [");
  put_end(w, first);
  put(w, ", ");
  put_end(w, second);
  put(w, "]");
}

// ---- joints, drivers, forces ------------------------------------------------------------------------------

static const struct {
  const char *type, *more;
  bool plane, space, turns;
} joints[] = {{"revolute", "", true, true, true},
              {"prismatic", ", axis: x", true, true, false},
              {"fixed", "", true, true, false},
              {"distance", ", length: 0.5", true, true, false},
              {"point-on-line", ", axis: x", true, true, false},
              {"spherical", "", false, true, false},
              {"cylindrical", "", false, true, true},
              {"universal", ", axes: [x, y]", false, true, false},
              {"constant-velocity", "", false, true, false},
              {"planar", "", false, true, true},
              {"screw", ", pitch: 0.1", false, true, true},
              {"point-on-plane", "", false, true, false},
              {"knife-edge", ", axis: x", true, true, false}};
enum { KINDS = sizeof joints / sizeof *joints };

static void put_joints(writer *w) {
  w->njoints = 1 + (int)pick(w, MOST_JOINTS);
  put(w, "joints:\n");
  for (int i = 0; i < w->njoints; i++) {
    unsigned kind = pick(w, 24) % (2 * KINDS) < KINDS ? pick(w, KINDS) : 0;
    if (w->plane ? !joints[kind].plane : !joints[kind].space) kind = 0;
    w->turns[i] = joints[kind].turns;
    put(w, "  J%d: {type: %s, ", i, joints[kind].type);
    put_ends(w, i < w->nbodies ? i : -1);  // a tree at first, then what closes loops
    put(w, "%s}\n", joints[kind].more);
  }
  int from = (int)pick(w, MOST_JOINTS), to = (int)pick(w, MOST_JOINTS);
  if (pick(w, 4) == 0 && from < w->njoints && to < w->njoints && from != to && w->turns[from] && w->turns[to])
    put(w, "  G: {type: gear, from: J%d, to: J%d, ratio: %.6g}\n", from, to, 0.5 * ((int)pick(w, 9) - 4));
}

static void put_driver(writer *w) {
  static const char *const motions[] = {
      "t", "sin(3*t)", "0.1*t^2", "if(t > 0.004, 1, 0)*t", "abs(t - 0.003)", "smooth(100*t)"};
  int joint = (int)pick(w, MOST_JOINTS);
  if (pick(w, 4) != 0 || joint >= w->njoints || !w->turns[joint]) return;
  put(w, "drivers: {D: {joint: J%d, coordinate: angle, motion: '%s'}}\n", joint, motions[pick(w, 6)]);
}

static void put_force(writer *w, int i) {
  static const double factors[] = {1, 10, 1e3, 1e6, 0.1};
  static const char *const values[] = {"sin(50*t)",   "-3*b0.rate",      "if(b0.x > 0, 5, -5)",
                                       "sign(b0.vx)", "1/(b0.x - b0.x)", "sqrt(b0.vx)"};
  double k = factors[pick(w, 5)];
  int joint = (int)pick(w, MOST_JOINTS);
  switch (pick(w, 7)) {
    case 4:
      if (joint < w->njoints && w->turns[joint])
        put(w, "  F%d: {type: brake, joint: J%d, capacity: '%s', stiffness: %.6g}\n", i, joint,
            values[w->plane ? pick(w, 6) : 2 + pick(w, 4)], k);
      break;
    case 5:
      if (joint < w->njoints && w->turns[joint])
        put(w,
            "  F%d: {type: friction, joint: J%d, kinetic: '0.1*joint.J%d.load', static: 2, stribeck_rate: 0.1, "
            "stiffness: %.6g}\n",
            i, joint, joint, k);
      break;
    case 6:
      if (w->plane) put(w, "  F%d: {type: drag, at: b0.A, coefficient: 1, area: %.6g, wind: ['-b0.vx', t]}\n", i, k);
      else
        put(w, "  F%d: {type: contact, at: b0.A, road: floor, radius: %.6g, stiffness: %.6g}\n", i, 0.1 * w->size, k);
      break;
    case 0:
      put(w, "  F%d: {type: spring-damper, stiffness: %.6g, damping: %.6g, rest: %.6g, ", i, k, 0.01 * k, w->size);
      put_ends(w, -1);
      put(w, "}\n");
      break;
    case 1:
      if (joint < w->njoints && w->turns[joint])
        put(w, "  F%d: {type: torsion-spring, joint: J%d, stiffness: %.6g, damping: 0.1}\n", i, joint, k);
      break;
    case 2:
      put(w, "  F%d: {type: point-force, at: b0.A, value: [%.6g, '%s'%s]}\n", i, k,
          values[w->plane ? pick(w, 6) : 2 + pick(w, 4)], w->plane ? "" : ", 0");
      break;
    default:
      put(w, "  F%d: {type: stop, stiffness: %.6g, lower: %.6g, upper: %.6g, ", i, k, 0.2 * w->size, w->size);
      put_ends(w, -1);
      put(w, "}\n");
  }
}

static void write_model(writer *w) {
  static const double sizes[] = {1, 1, 1e-3, 1e3};
  w->plane = pick(w, 2) == 0;
  w->size = sizes[pick(w, 4)];
  put(w, "jounce: 1\nspace: %s\ngravity: %s\n", w->plane ? "plane" : "space",
      w->plane ? "[0, -9.81]" : "[0, 0, -9.81]");
  put_bodies(w);
  put_joints(w);
  put_driver(w);
  int nforces = (int)pick(w, 4), begun = w->n;
  char forces[ROOM];
  if (!w->plane) put(w, "roads: {floor: {type: flat, height: %.6g}}\n", -w->size);
  put(w, "forces:\n  push: {type: point-force, at: b0.A, value: [push, %s]}\n", w->plane ? "0" : "0, 0");
  for (int i = 0; i < nforces; i++) put_force(w, i);
  memcpy(forces, w->text + begun, (size_t)(w->n - begun) + 1);  // they come last, so that more can follow
  w->n = begun;
  put(w, "initial:\n  guess: {b0.x: %.6g, b0.vx: %.6g", place(w), place(w));
  for (int i = 1; i < w->nbodies; i++) put(w, ", b%d.x: %.6g, b%d.y: %.6g", i, place(w), i, place(w));
  put(w, "}\noutputs: [b0.position, b0.velocity, b0.acceleration, energy, joint.J0.force]\n%s", forces);
  put_forms(w);
  put_band(w);
  put_subsystems(w);
}

// ---- the method -------------------------------------------------------------------------------------------

static int count(const char *(*name)(int i)) {
  int n = 0;
  while (name(n)) n++;
  return n;
}

// One of what goes with the formulation, "" when nothing does.
static void choose(writer *w, const char *what, const char *formulation, char *out, size_t size) {
  int n = 0;
  while (jn_choice_name(what, formulation, n)) n++;
  if (n > 0) snprintf(out, size, "%s", jn_choice_name(what, formulation, (int)pick(w, (unsigned)n)));
}

static jn_choices choose_method(writer *w) {
  static const double steps[] = {1e-3, 5e-3, 1e-4, 2e-2};
  jn_choices c = jn_choices_default();
  const char *formulation = jn_formulation_name((int)pick(w, (unsigned)count(jn_formulation_name)));
  snprintf(c.formulation, sizeof c.formulation, "%s", formulation);
  choose(w, "coordinates", formulation, c.coordinates, sizeof c.coordinates);
  choose(w, "integrator", formulation, c.integrator, sizeof c.integrator);
  if (pick(w, 3) == 0) choose(w, "variant", formulation, c.variant, sizeof c.variant);
  if (pick(w, 3) == 0) choose(w, "position", formulation, c.position, sizeof c.position);
  if (pick(w, 3) == 0) choose(w, "energy", formulation, c.energy, sizeof c.energy);
  c.until = 1;
  c.step = jn_integrator_is_fixed(c.integrator) ? steps[pick(w, 4)] : 0;
  return c;
}

// ---- some steps -------------------------------------------------------------------------------------------

static bool all_finite(const double *values, int n) {
  for (int i = 0; i < n; i++)
    if (!isfinite(values[i])) return false;
  return true;
}

static void step(jn_run *run) {
  jn_status status = JN_OK;
  for (int i = 0; i < MOST_STEPS && status == JN_OK && !jn_run_stopped(run); i++) {
    double t = jn_run_state(run)[0];
    status = jn_run_step(run, 1);
    if (status == JN_OK) FUZZ_CHECK(jn_run_state(run)[0] > t);
  }
  if (status == JN_OK) FUZZ_CHECK(all_finite(jn_run_state(run), jn_system_sizes(jn_run_system(run)).nstate));
  else FUZZ_CHECK(jn_run_summary(run)->why[0]);
}

// With FUZZ_SHOW in the environment: the model, the method and what is said about them.
static void show(const jn_report *report) {
  for (int i = 0; i < jn_report_size(report); i++) fprintf(stderr, "# %s\n", jn_report_get(report, i)->what);
}

static void simulate(const jn_model *model, const jn_choices *choices) {
  jn_report *report = jn_report_new(NULL);
  jn_run_options options = jn_run_options_default();
  options.choices = choices;
  jn_run *run = jn_run_new(model, &options, report);
  if (!run) FUZZ_CHECK(jn_report_count(report, JN_FAULT) > 0);
  if (getenv("FUZZ_SHOW")) {
    fprintf(stderr, "# %s, %s, %s\n", choices->coordinates, choices->formulation, choices->integrator);
    show(report);
  }
  if (run) step(run);
  jn_run_free(run);
  jn_report_free(report);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static writer w;
  w.n = 0;
  w.bytes = (fuzz_bytes){data, size, 0};
  jn_choices choices = choose_method(&w);
  write_model(&w);
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "fuzz", w.text, (size_t)w.n, NULL, 0, report);
  if (getenv("FUZZ_SHOW")) {
    fputs(w.text, stderr);
    show(report);
  }
  if (!model) FUZZ_CHECK(jn_report_count(report, JN_FAULT) > 0);
  if (model) simulate(model, &choices);
  jn_model_free(model);
  jn_report_free(report);
  return 0;
}
