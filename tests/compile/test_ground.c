// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_ground.c - tyres, contacts and tracks in a graph against the engine's: each kind on every kind of road, with and
// without the envelope of a disc, everything that they give; and that all wheels share the numbers of their road, and
// those of both sides the numbers of their tyres.
#include <stdarg.h>

#include "check.h"
#include "compile/write.h"
#include "folder.h"
#include "kernel/ground/ball.h"
#include "kernel/ground/tyre.h"
#include "kernel/ground/wheel.h"
#include "memory.h"
#include "model/road/road_code.h"
#include "rig.h"
#include "symbolic/tape.h"
#include "system/forces.h"

// ---- models -------------------------------------------------------------------------------------------------------

typedef struct {
  const char *kind, *more;
} given;

static const given tyres[] = {
    {"tyre-calspan", "stiffness: 2e5, damping: 500, slip_stiffness: 6e4"},
    {"tyre-calspan", "stiffness: 2e5, relaxation: 0.4, slip_stiffness: 6e4, rolling_resistance: 0.02, upright: true"},
    {"tyre-fiala",
     "stiffness: 2e5, slip_stiffness: 8e4, cornering_stiffness: 5e4, camber_stiffness: 2e3, trail: 0.04, "
     "friction_sliding: 0.7, rolling_resistance: 0.02, rolling_resistance_v2: 1e-5"},
    {"tyre-fiala",
     "load_law: {table: [[0, 0], [0.03, 5e3], [0.2, 6e4]], smooth: true}, slip_stiffness: 8e4, "
     "cornering_stiffness: 5e4, relaxation: 0, rolling_resistance: 0.02, axis: [0.1, 1, 0]"},
    {"tyre-tmeasy", "load_law: {polynomial: [0, 1.5e5, 1e6]}, trail: 0.04, low_speed: 0.5, trail_speed: 2"},
    {"tyre-tmeasy",
     "stiffness: 2e5, damping: 1e3, relaxation: 0.2, lag: 5 ms, aligning: [0.1, 0.2, 0.6], "
     "aligning_double: [0.1, 0.2, 0.7], upright: true"},
    {"tyre-pacejka", "stiffness: 2e5"},
    {"tyre-pacejka", "stiffness: 2e5, relaxation: 0, friction: 0.8"},
    {"tyre-mf", "file: " JOUNCE_SOURCE_DIR "/tests/data/car.tir, stiffness: 2e5"},
    {"tyre-soil", "width: 0.3"},
    {"tyre-soil", "width: 0.3, stiffness: 3e5, damping: 500, relaxation: 0"},
    {"tyre-soil", "width: 0.3, pressure: 1 bar"},
    {"contact", "stiffness: 2e5, damping: 500, exponent: 1.5, friction: 0.6"},
    {"contact", "stiffness: 2e5, friction: 0"},
    {"contact", "stiffness: 2e5, shear_stiffness: 3e4, shear_damping: 200, envelope: true"},
    {"tyre-table", "load: load, traction: pull, damping: 500"},
    {"tyre-table", "load: load, traction: pull, torque: torque, side: side, resistance: drag, sinkage: depth"},
};
enum { NTYRES = sizeof tyres / sizeof *tyres };

static const char head[] =
    "jounce: 1\nspace: space\n"
    "soils:\n"
    "  sand: {n: 1.1, k_c: 990, k_phi: 1528430, c: 1040, phi: 28 deg, K: 25 mm}\n"
    "  clay: {n: 0.5, k_c: 13190, k_phi: 692150, c: 4140, phi: 13 deg, K: 6 mm}\n"
    "tables:\n"
    "  load: {over: m, table: [[0, 0], [0.05, 5e3], [0.2, 3e4]], smooth: true}\n"
    "  pull: {over: [m, 1], x: [0, 0.1, 0.3], y: [-1, -0.2, 0, 0.2, 1], values: [[0, 0, 0, 0, 0], [-4e3, -3e3, -200, "
    "2e3, 3e3], [-7e3, -5e3, -300, 4e3, 6e3]]}\n"
    "  torque: {over: [m, 1], x: [0, 0.1, 0.3], y: [-1, 0, 1], values: [[0, 0, 0], [-2e3, 100, 2e3], [-3e3, 200, "
    "3e3]]}\n"
    "  side: {over: [m, rad], x: [0, 0.2], y: [0, 0.3, 1], values: [[0, 0, 0], [0, 5e3, 8e3]]}\n"
    "  drag: {over: m, table: [[0, 0], [0.2, 900]]}\n"
    "  depth: {over: m, table: [[0, 0], [0.2, 0.05]]}\n";

// Names, and texts with %s for soil and envelope.
static const given roads[] = {
    {"level", "{type: flat, height: 0.3%s}"},
    {"hill", "{type: slope, angle: 10 deg, heading: 30 deg, height: 1%s}"},
    {"bump", "{type: bumps, at: -2, length: 2, height: 0.2, count: 3, spacing: 2.5, heading: 20 deg%s}"},
    {"rise", "{type: ramp, at: -1, length: 3, rise: 0.5, friction: 0.7%s}"},
    {"steps", "{type: stairs, at: -1, count: 4, drop: 0.1, tread: 0.7%s}"},
    {"pieces",
     "{type: profile, at: -3, segments: [{type: flat, length: 2, friction: 0.5}, {type: bump, length: 1, "
     "height: 0.1}, {type: ramp, length: 2, rise: 0.2}, {type: stairs, count: 2, drop: 0.1, tread: 0.5}]%s}"},
    {"lines", "{type: polyline, points: [[-2, 0], [-1, 0.2], [-1, 0.3], [0.5, -0.2], [3, 0.1]]%s}"},
    {"curve", "{type: polyline, points: [[-2, 0], [0, 0.2], [1.5, -0.2], [3, 0.1]], smooth: true, heading: 80 deg%s}"},
    {"grid",
     "{type: height-field, at: -1, across: -2, spacing: 0.8, spacing_across: 0.9, heights: [[0, 0.1, 0.3], "
     "[0.2, 0.1, 0], [0.1, -0.2, 0.4], [0, 0, 0.1]]%s}"},
    {"waves",
     "{type: height-field, at: -1, across: -2, spacing: 0.8, smooth: true, heights: [[0, 0.1, 0.3], "
     "[0.2, 0.1, 0], [0.1, -0.2, 0.4], [0, 0, 0.1]]%s}"},
    {"sides", "{type: tracks, left: bump, right: hill%s}"},
    {"ice", "{type: patch, at: -1, length: 2, across: -1, width: 2, friction: 0.1, heading: 30 deg%s}"},
    {"all", "{type: sum, roads: [hill, bump, curve, waves, sides, ice]%s}"},
};
enum { NROADS = sizeof roads / sizeof *roads, TRACK_BODIES = 7 };

// From a file, so that it may name files.
static jn_model *read_file(const char *text) {
  const char *path = "test_ground.yaml";
  jn_report *report = jn_report_new(NULL);
  FILE *file = fopen(path, "w");
  if (file) {
    fputs(text, file);
    fclose(file);
  }
  jn_model *model = jn_model_read(NULL, path, NULL, 0, report);
  for (int i = 0; !model && i < jn_report_size(report); i++)
    printf("%d: %s: %s\n", jn_report_get(report, i)->line, jn_report_get(report, i)->element,
           jn_report_get(report, i)->what);
  CHECK(model != NULL);
  jn_report_free(report);
  remove(path);
  return model;
}

typedef struct {
  char text[16384];
  size_t n;
} page;

static void add_text(page *p, const char *format, ...) {
  va_list list;
  va_start(list, format);
  p->n += (size_t)vsnprintf(p->text + p->n, sizeof p->text - p->n, format, list);
  va_end(list);
}

// soft: sand, and under the slope clay.
static void add_roads(page *p, bool soft, bool envelope) {
  add_text(p, "%sroads:\n", head);
  for (int i = 0; i < NROADS; i++) {
    char more[64], line[600];
    const char *soil = strcmp(roads[i].kind, "hill") == 0 ? ", soil: clay" : ", soil: sand";
    snprintf(more, sizeof more, "%s%s", soft ? soil : "", envelope ? ", envelope: true" : "");
    snprintf(line, sizeof line, roads[i].more, more);
    add_text(p, "  %s: %s\n", roads[i].kind, line);
  }
}

// A wheel for every tyre, all on one road.
static jn_model *read_wheels(const char *road, bool envelope) {
  page p = {.n = 0};
  add_roads(&p, true, envelope);
  add_text(&p, "bodies:\n");
  for (int i = 0; i < NTYRES; i++) add_text(&p, "  w%d: {mass: 20, inertia: [1, 2, 1]}\n", i);
  add_text(&p, "forces:\n");
  for (int i = 0; i < NTYRES; i++)
    add_text(&p, "  t%d: {type: %s, at: w%d, road: %s, radius: 0.4, %s}\n", i, tyres[i].kind, i, road, tyres[i].more);
  return read_file(p.text);
}

// Bodies are hull, sprocket, idlers and road wheels.
static jn_model *read_track(const char *road, bool soft, bool envelope) {
  page p = {.n = 0};
  add_roads(&p, soft, envelope);
  add_text(&p, "bodies:\n");
  for (int i = 0; i < TRACK_BODIES; i++) add_text(&p, "  b%d: {mass: 20, inertia: [1, 2, 1]}\n", i);
  add_text(&p,
           "forces:\n  band: {type: track-band, hull: b0, sprocket: b1, idlers: [b2, b3], wheels: [b4, b5, b6], "
           "sprocket_radius: 0.25, idler_radius: 0.2, wheel_radius: 0.3, length: 8, preload: 1e4, stiffness: 1e6, "
           "damping: 1e3");
  if (road) add_text(&p, ", road: %s, pad_stiffness: 1e6, pad_damping: 1e3, thickness: 0.05", road);
  if (road && !soft) add_text(&p, ", friction_across: 0.6");
  add_text(&p, "}\n");
  return read_file(p.text);
}

// ---- states -------------------------------------------------------------------------------------------------------

// Wheels about their roads, from flying to deep in it, leaning, turned, rolling fast, slowly or not.
static void place_wheels(const jn_model *model, const jn_system *system, double *state) {
  static const double sizes[] = {10, 1, 1e-3, 0};
  double *q = jn_state_q(system, state), *v = jn_state_v(system, state);
  for (int i = 0; i < model->nforces; i++) {
    jnk_slope slope;
    double size = sizes[(int)(2 + 2 * random_number()) % 4], lean[3], p[4], turned[4], spin[4], stood[4], b;
    q[0] = 3 * random_number();
    q[1] = 2 * random_number();
    b = jnk_terrain_height(model->forces[i].terrain, q[0], q[1], &slope);
    q[2] = b + 0.4 - 0.06 * (random_number() + 0.4);
    for (int k = 0; k < 3; k++) {
      lean[k] = 0.3 * random_number();
      v[k] = size * random_number();
    }
    const double about[3] = {0, 0, random_number() > 0 ? 0 : 3 * random_number()},
                 roll[3] = {0, 3 * random_number(), 0};
    jnk_quat_from_rotation_vector(lean, p);
    jnk_quat_from_rotation_vector(about, turned);
    jnk_quat_from_rotation_vector(roll, spin);
    jnk_quat_mul(turned, p, stood);
    jnk_quat_mul(stood, spin, q + 3);
    v[3] = random_number() * size / 10;
    v[4] = size * (2.5 + random_number());
    v[5] = random_number() * size / 10;
    q += 7;
    v += 6;
  }
}

// A hull with its wheels about it, as they are seen from it.
static void place_track(const jn_model *model, const jn_system *system, double *state) {
  static const double at[TRACK_BODIES][3] = {{0, 0, 1},   {2, 0, 0.6}, {-2, 0, 0.6}, {0, 0, 0.9},
                                             {1, 0, 0.3}, {0, 0, 0.3}, {-1, 0, 0.3}};
  double *q = jn_state_q(system, state), *v = jn_state_v(system, state), R[9], r[3], z = 0, size = 3 * random_number();
  const double turn[3] = {0.1 * random_number(), 0.1 * random_number(), 3 * random_number()};
  const double origin[2] = {2 * random_number(), random_number()};
  jnk_slope slope;
  if (model->forces[0].terrain) z = jnk_terrain_height(model->forces[0].terrain, origin[0], origin[1], &slope);
  for (int i = 0; i < TRACK_BODIES; i++) {
    jnk_quat_from_rotation_vector(turn, q + 3);
    jnk_quat_to_matrix(q + 3, R);
    jnk_set(at[i][0] + 0.02 * random_number(), at[i][1], at[i][2] + 0.05 * random_number(), r);
    jnk_mat_vec(R, r, q);
    q[0] += origin[0];
    q[1] += origin[1];
    q[2] += z + 0.03 * random_number();
    for (int k = 0; k < 3; k++) {
      v[k] = R[3 * k] * size + 0.1 * random_number();
      v[3 + k] = 0.2 * random_number();
    }
    for (int k = 0; k < 3 && i > 0; k++) v[3 + k] += R[3 * k + 1] * size * (3.3 + 0.3 * random_number());
    q += 7;
    v += 6;
  }
}

// ---- comparison ---------------------------------------------------------------------------------------------------

static double worst_of_all;
static int compared;

static void check_numbers(const char *what, const char *which, const double *engine, const double *ours, int n) {
  const double allowed = 5e-11;  // the tension of a band follows from small differences of its length
  double worst = 0, size = 1;
  for (int i = 0; i < n; i++) size = fmax(size, fabs(engine[i]));
  for (int i = 0; i < n; i++) worst = jni_larger(worst, fabs(engine[i] - ours[i]) / size);
  CHECK(worst <= allowed);
  if (!(worst <= allowed)) printf("%s: %s is off by %g\n", what, which, worst);
  worst_of_all = jni_larger(worst_of_all, worst);
  compared++;
}

// All that a force gives, as results of a tape.
enum { MOST = 6 * JNI_MOST_ENDS + JNI_MAX_FORCE_STATES + JNI_MAX_FORCE_OUTPUTS + 5 };

static int list_nodes(const jni_code_output *out, const jni_force_plan *plan, int nwords, jni_node *list) {
  int n = 0;
  for (int i = 0; i < plan->nends; i++)
    for (int k = 0; k < 3; k++) {
      list[n++] = out->force[i].x[k];
      list[n++] = out->torque[i].x[k];
    }
  for (int i = 0; i < plan->nstates; i++) list[n++] = out->state_rate[i];
  for (int i = 0; i < nwords; i++) list[n++] = out->named[i];
  list[n++] = out->length;
  list[n++] = out->length_rate;
  list[n++] = out->scalar;
  list[n++] = out->potential;
  list[n++] = out->power;
  return n;
}

static void list_values(const jni_force_output *out, const jni_force_plan *plan, int nwords, double *list) {
  for (int i = 0; i < plan->nends; i++)
    for (int k = 0; k < 3; k++) {
      *list++ = out->force[i][k];
      *list++ = out->torque[i][k];
    }
  for (int i = 0; i < plan->nstates; i++) *list++ = out->state_rate[i];
  for (int i = 0; i < nwords; i++) *list++ = out->named[i];
  *list++ = out->length;
  *list++ = out->length_rate;
  *list++ = out->scalar;
  *list++ = out->potential;
  *list++ = out->power;
}

static void compare_force(bench *x, jni_writer *w, int f, const double *variables) {
  const jni_force_plan *plan = &x->system->forces[f];
  const jni_force_element *element = plan->element;
  int nwords = element->kind->nwords ? element->kind->nwords(element) : element->kind->noutputs;
  jni_node nodes[MOST];
  double engine[MOST], ours[MOST];
  jni_force_input in;
  jni_force_output out;
  int n = list_nodes(&w->forces[f].out, plan, nwords, nodes);
  jni_force_clear(&out);
  jni_force_prepare(x->system, x->work, plan, 0, &in);
  element->kind->calc(element, &in, &out);
  list_values(&out, plan, nwords, engine);
  jni_tape *tape = jni_tape_new(w->g, jni_writer_nvariables(x->system), nodes, n);
  jni_tape_run(tape, variables, ours);
  int ends = 6 * plan->nends, rest = ends + plan->nstates;
  check_numbers(element->name, "force or torque", engine, ours, ends);
  for (int i = ends; i < n; i++)
    check_numbers(element->name, i < rest ? "a rate" : "an output", engine + i, ours + i, 1);
  jni_tape_free(tape);
}

static void compare(bench *x, jni_writer *w) {
  int nvariables = jni_writer_nvariables(x->system), nz = x->n.nz;
  double *variables = numbers(nvariables), *engine = numbers(nz), *ours = numbers(nz);
  jni_tape *rates = jni_tape_new(w->g, nvariables, w->zdot, nz);
  memcpy(variables, x->state, (size_t)(1 + x->n.nq + x->n.nv + x->n.nz + x->n.ns) * sizeof *variables);
  stages(x, x->state[0], x->q, x->v);
  jn_get_zdot(x->system, x->work, engine);
  jni_tape_run(rates, variables, ours);
  check_numbers(x->system->model->name, "zdot", engine, ours, nz);
  for (int f = 0; f < x->system->model->nforces; f++) compare_force(x, w, f, variables);
  jni_tape_free(rates);
  free(variables);
  free(engine);
  free(ours);
}

typedef void (*placing)(const jn_model *model, const jn_system *system, double *state);

static jni_graph *check_model(const jn_model *model, placing place, double shear, int trials) {
  bench x = new_bench(model, "joint"), cartesian = new_bench(model, "cartesian");
  jni_graph *g = jni_graph_new(NULL);
  jni_writer *w = jni_writer_new(g, x.system);
  jn_report *report = jn_report_new(NULL);
  jni_write_positions(w);
  jni_write_velocities(w);
  CHECK(jni_write_loads(w, report) && jn_report_size(report) == 0);
  for (int trial = 0; trial < trials; trial++) {
    place(model, cartesian.system, cartesian.state);
    jn_state_convert(cartesian.system, cartesian.state, x.system, x.state);
    for (int i = 0; i < x.n.nz; i++) x.z[i] = shear * random_number();
    compare(&x, w);
  }
  CHECK(!jni_graph_failed(g));
  jn_report_free(report);
  jni_writer_free(w);
  free_bench(&x);
  free_bench(&cartesian);
  return g;
}

// ---- tests --------------------------------------------------------------------------------------------------------

// ---- contacts of one body, written together ------------------------------------------------------------------------

// Some of a hull's corners and its middle, all alike but for the last two.
static jn_model *read_hull(const char *road, const char *ball) {
  page p = {.n = 0};
  add_roads(&p, false, false);
  add_text(&p,
           "bodies:\n  hull: {mass: 20, inertia: [1, 2, 1], com: [0.1, 0, 0.05], points: {c0: [1, 0.5, 0], "
           "c1: [1, -0.5, 0], c2: [-1, 0.5, 0], c3: [-1, -0.5, 0], c4: [0, 0, 0.2], c5: [0, 0.2, -0.1], "
           "c6: [0, -0.2, 0]}}\nforces:\n");
  for (int i = 0; i < 7; i++)
    add_text(&p, "  t%d: {type: contact, at: hull.c%d, road: %s, stiffness: %s, %s}\n", i, i, road,
             i < 5 ? "2e5" : "1e5", ball);
  return read_file(p.text);
}

// From far above the road to deep in it.
static void place_hull(const jn_model *model, const jn_system *system, double *state) {
  double *q = jn_state_q(system, state), *v = jn_state_v(system, state);
  const double turn[3] = {0.3 * random_number(), 0.3 * random_number(), 3 * random_number()};
  jnk_slope slope;
  q[0] = 3 * random_number();
  q[1] = 2 * random_number();
  q[2] = jnk_terrain_height(model->forces[0].terrain, q[0], q[1], &slope) + 0.6 * random_number() + 0.4;
  jnk_quat_from_rotation_vector(turn, q + 3);
  for (int k = 0; k < 6; k++) v[k] = 2 * random_number();
}

// All that contacts do to the hull, in its own axes.
static int compare_hull(bench *x, jni_writer *w, const jni_tape *loads, const double *variables) {
  double ours[6], engine[6] = {0}, R[9], sum[6] = {0};
  int touching = 0;
  for (int f = 0; f < x->system->model->nforces; f++) {
    const jni_force_plan *plan = &x->system->forces[f];
    jni_force_input in;
    jni_force_output out;
    double p[3], turn[3];
    jni_force_clear(&out);
    jni_force_prepare(x->system, x->work, plan, 0, &in);
    plan->element->kind->calc(plan->element, &in, &out);
    memcpy(R, in.end[0].R, sizeof R);
    jnk_sub(x->system->model->frames[plan->ends[0].i].p, x->system->model->bodies[1].com, p);
    jnk_mat_vec(R, p, turn);
    jnk_cross(turn, out.force[0], turn);
    for (int k = 0; k < 3; k++) {
      sum[k] += out.force[0][k];
      sum[3 + k] += turn[k] + out.torque[0][k];
    }
    touching += out.scalar > 0;
  }
  for (int k = 0; k < 6; k++)
    for (int i = 0; i < 3; i++) engine[k] += R[3 * i + k % 3] * sum[3 * (k / 3) + i];
  jni_tape_run((jni_tape *)loads, variables, ours);
  check_numbers(w->system->model->name, "load of the hull", engine, ours, 6);
  return touching;
}

static int check_hull(const jn_model *model, double shear, bool derived) {
  bench x = new_bench(model, "joint");
  int nvariables = jni_writer_nvariables(x.system), touching = 0, calls = 0;
  jni_graph *g = jni_graph_new(NULL);
  jni_writer *w = jni_writer_new(g, x.system);
  double *variables = numbers(nvariables);
  w->derived = derived;
  jni_write_positions(w);
  jni_write_velocities(w);
  CHECK(jni_write_loads(w, NULL));
  for (int i = 0; i < g->ncalls; i++) calls += strncmp(g->calls[i].kernel->name, "jnk_call_touch", 14) == 0;
  CHECK(calls == (derived && x.n.nz > 1 ? 7 : 2));
  jni_node nodes[6];
  for (int k = 0; k < 3; k++) {
    nodes[k] = w->loads[1].f.x[k];
    nodes[3 + k] = w->loads[1].n.x[k];
  }
  jni_tape *loads = jni_tape_new(g, nvariables, nodes, 6), *rates = jni_tape_new(g, nvariables, w->zdot, x.n.nz);
  for (int trial = 0; trial < 20; trial++) {
    double engine[32], ours[32];
    place_hull(model, x.system, x.state);
    for (int i = 0; i < x.n.nz; i++) x.z[i] = trial % 3 == 0 ? 0 : shear * random_number();
    memcpy(variables, x.state, (size_t)(1 + x.n.nq + x.n.nv + x.n.nz + x.n.ns) * sizeof *variables);
    stages(&x, x.state[0], x.q, x.v);
    touching += compare_hull(&x, w, loads, variables);
    jn_get_zdot(x.system, x.work, engine);
    jni_tape_run(rates, variables, ours);
    check_numbers(model->name, "zdot of the hull", engine, ours, x.n.nz);
  }
  CHECK(!jni_graph_failed(g));
  free(variables);
  jni_tape_free(loads);
  jni_tape_free(rates);
  jni_writer_free(w);
  jni_graph_free(g);
  free_bench(&x);
  return touching;
}

static void test_hulls(void) {
  static const char *const balls[] = {"friction: 0.6", "radius: 0.1, friction: 0, damping: 500, exponent: 1.5",
                                      "radius: 0.1, envelope: true"};
  int touching = 0;
  for (int i = 0; i < 3 * NROADS; i++) {
    jn_model *model = read_hull(roads[i / 3].kind, balls[i % 3]);
    if (!model) continue;
    seed_by(roads[i / 3].kind);
    touching += check_hull(model, 0.01, false);
    check_hull(model, 0.01, true);
    jn_model_free(model);
  }
  CHECK(touching > 1000);
  printf("%d contacts of hulls\n", touching);
}

// Above its roof a ball touches nothing, wherever it is; just below, on planes, it does.
static void test_roofs(void) {
  const jnk_ball balls[] = {{.k = 1, .n = 1}, {.radius = 0.3, .k = 1, .n = 1}, {.radius = 0.4, .envelope = 1}};
  int known = 0;
  for (int i = 0; i < 3 * NROADS; i++) {
    jn_model *model = read_wheels(roads[i / 3].kind, false);
    const jnk_wheel ball = jnk_ball_wheel(&balls[i % 3]);
    const jnk_terrain *terrain = model ? model->forces[ball.rolls ? 14 : 0].terrain : NULL;
    double a[3], axis[3] = {0, 1, 0};
    if (terrain) jni_road_roof(terrain, &ball, a);
    known += terrain && a[0] < HUGE_VAL;
    for (int trial = 0; terrain && a[0] < HUGE_VAL && trial < 500; trial++) {
      jnk_contact c;
      double r[3] = {4 * random_number(), 4 * random_number(), 0};
      r[2] = a[0] + a[1] * r[0] + a[2] * r[1] + 1e-9;
      jnk_contact_plane(&ball, terrain, r, axis, &c);
      CHECK(c.deflection <= 0);
      CHECK(i >= 5 || c.deflection > -2e-9);  // across a slope the path of a disc is lower
    }
    jn_model_free(model);
  }
  CHECK(known >= 3 * (NROADS - 4));
}

static bool is_among(const given *list, int n, const char *kind) {
  for (int i = 0; i < n; i++)
    if (strcmp(list[i].kind, kind) == 0) return true;
  return false;
}

// A new kind of tyre or road is to be added above.
static void test_lists(const jn_model *model) {
  for (int i = 0; jni_force_kinds[i]; i++)
    CHECK(!jni_force_kinds[i]->tyre || is_among(tyres, NTYRES, jni_force_kinds[i]->name));
  for (int i = 0; jni_road_kinds[i]; i++) {
    bool found = false;
    for (int k = 0; k < model->nroads; k++) found = found || model->roads[k].kind == jni_road_kinds[i];
    CHECK(found);
  }
}

static void test_tyres(bool envelope) {
  for (int i = 0; i < NROADS; i++) {
    jn_model *model = read_wheels(roads[i].kind, envelope);
    if (!model) continue;
    seed_by(roads[i].kind);
    if (i == 0) test_lists(model);
    jni_graph_free(check_model(model, place_wheels, 0.01, 4));
    jn_model_free(model);
  }
}

static void test_track(const char *road, bool soft, bool envelope) {
  jn_model *model = read_track(road, soft, envelope);
  if (!model) return;
  seed_by(road ? road : "none");
  jni_graph_free(check_model(model, place_track, 0.01, 4));
  jn_model_free(model);
}

static void test_tracks(void) {
  test_track(NULL, false, false);
  for (int i = 0; i < NROADS; i++)
    for (int k = 0; k < 3; k++) test_track(roads[i].kind, k == 1, k == 2);
}

// Wheels on one road share its numbers, however large it is; the sphere that meets it with its outline has its own.
static void test_sharing(void) {
  jn_model *model = read_wheels("waves", false);
  jni_graph *g = model ? check_model(model, place_wheels, 0, 1) : NULL;
  int roads_called = 0, others = 0, at = -1;
  for (int i = 0; g && i < g->ncalls; i++) {
    if (strcmp(g->calls[i].kernel->name, "jnk_call_road") != 0) continue;
    if (at < 0) at = g->calls[i].constant_at;
    others += g->calls[i].constant_at != at;
    roads_called++;
  }
  CHECK(roads_called == NTYRES && others == 1);
  jni_graph_free(g);
  jn_model_free(model);
}

// A tyre and its mirror image have one block of numbers: its hand is an input of the call.
static void test_hands(void) {
  page p = {.n = 0};
  add_roads(&p, false, false);
  add_text(&p,
           "parts:\n  corner:\n    ports: {on: road}\n    bodies: {w: {mass: 20, inertia: [1, 2, 1]}}\n    forces:\n   "
           "   t: {type: tyre-mf, "
           "at: w, road: on, radius: 0.4, file: " JOUNCE_SOURCE_DIR
           "/tests/data/car.tir, stiffness: 2e5}\nuse:\n  left: {part: corner, ports: {on: hill}}\n  "
           "right: {part: corner, mirror: y, ports: {on: hill}}\n");
  jn_model *model = read_file(p.text);
  jni_graph *g = model ? check_model(model, place_wheels, 0.01, 4) : NULL;
  int hands = 0, at = -1, found = 0;
  for (int i = 0; g && i < g->ncalls; i++) {
    const jni_graph_call *call = &g->calls[i];
    double hand = 0;
    if (strcmp(call->kernel->name, "jnk_call_tyre_mf") != 0) continue;
    CHECK(found++ == 0 || call->constant_at == at);
    at = call->constant_at;
    CHECK(jni_is_number(g, g->inputs[call->input_at + JNK_WHEEL_INPUTS - 1], &hand) && fabs(hand) == 1);
    hands += (int)hand;
  }
  CHECK(found == 2 && hands == 0);
  jni_graph_free(g);
  jn_model_free(model);
}

// Every allocation fails in its turn; nothing is lost, and the graph says so.
static void test_memory(void) {
  jn_model *model = read_wheels("all", true);
  bool whole = !model;
  for (long at = 1; at < 500 && !whole; at++) {
    memory_count count = {.fail_at = at};
    const jn_alloc alloc = {counted_resize, &count};
    jni_graph *g = jni_graph_new(&alloc);
    if (g) jni_code_road(g, model->forces[0].terrain, jni_vec_zero, jni_vec_zero);
    whole = g && !jni_graph_failed(g);
    CHECK(whole == (count.calls < at));
    jni_graph_free(g);
    CHECK(count.live == 0);
  }
  CHECK(whole);
  jn_model_free(model);
}

// Rates of what a road gives, against differences; kinks of a road have none.
static void check_road_rates(const jnk_terrain *terrain, int *checked) {
  const double step = 1e-6;
  jni_constants numbers = {.pool = {.alloc = NULL}};
  jni_road_numbers(terrain, &numbers);
  for (int trial = 0; trial < 200; trial++) {
    double in[8], rate[4], at[3][4];
    in[0] = 3 * random_number();
    in[1] = 2 * random_number();
    in[2] = random_number();
    in[3] = 1;
    for (int i = 4; i < 8; i++) in[i] = random_number();
    jni_road_kernel.rate->calc(numbers.list, in, rate);
    for (int k = 0; k < 3; k++) {
      double moved[4];
      for (int i = 0; i < 4; i++) moved[i] = in[i] + (k - 1) * step * in[4 + i];
      jni_road_kernel.calc(numbers.list, moved, at[k]);
    }
    for (int i = 0; i < 4; i++) {
      if (fabs(at[2][i] - 2 * at[1][i] + at[0][i]) > 1e-9) continue;
      CHECK_NEAR(rate[i], (at[2][i] - at[0][i]) / (2 * step), 1e-5);
      (*checked)++;
    }
  }
  jni_pool_free(&numbers.pool);
}

static void test_road_rates(void) {
  int checked = 0;
  for (int k = 0; k < 2 * NROADS; k++) {
    jn_model *model = read_wheels(roads[k / 2].kind, k % 2);
    if (model) check_road_rates(model->forces[0].terrain, &checked);
    jn_model_free(model);
  }
  CHECK(checked > 190 * 4 * 2 * NROADS);
  printf("%d rates of roads\n", checked);
}

// ---- tyres and tracks of the shipped models -------------------------------------------------------------------------

static int shipped;

// About the start, where joints need not be closed: a force sees its ends alone.
static void check_shipped_state(bench *x, jni_writer *w, const double *start) {
  double *variables = numbers(jni_writer_nvariables(x->system));
  memcpy(x->state, start, (size_t)x->n.nstate * sizeof *start);
  for (int i = 0; i < x->n.nq; i++) x->q[i] += 0.005 * random_number();
  jn_manifold_normalize(x->system, x->q);
  for (int i = 0; i < x->n.nv; i++) x->v[i] += random_number();
  for (int i = 0; i < x->n.nz; i++) x->z[i] += 1e-3 * random_number();
  memcpy(variables, x->state, (size_t)(1 + x->n.nq + x->n.nv + x->n.nz + x->n.ns) * sizeof *variables);
  stages(x, x->state[0], x->q, x->v);
  for (int f = 0; f < x->system->model->nforces; f++) {
    if (!w->forces[f].done) continue;
    compare_force(x, w, f, variables);
    shipped++;
  }
  free(variables);
}

static bool is_on_ground(const jni_force_element *force) {
  return force->kind->tyre || strcmp(force->kind->name, "track-band") == 0;
}

static void check_shipped(const char *path) {
  jn_model *model = jn_model_read(NULL, path, NULL, 0, NULL);
  bool any = false;
  for (int f = 0; model && f < model->nforces; f++) any = any || is_on_ground(&model->forces[f]);
  if (any) {
    bench x = new_bench(model, "joint");
    jni_graph *g = jni_graph_new(NULL);
    jni_writer *w = jni_writer_new(g, x.system);
    double *start = numbers(x.n.nstate);
    memcpy(start, x.state, (size_t)x.n.nstate * sizeof *start);
    jni_write_positions(w);
    jni_write_velocities(w);
    for (int f = 0; f < model->nforces; f++)
      if (is_on_ground(&model->forces[f])) CHECK(!jni_write_force(w, f)->fault);
    for (int trial = 0; trial < 3; trial++) check_shipped_state(&x, w, start);
    free(start);
    jni_writer_free(w);
    jni_graph_free(g);
    free_bench(&x);
  }
  jn_model_free(model);
}

int main(void) {
  test_tyres(false);
  test_tyres(true);
  test_tracks();
  test_hulls();
  test_roofs();
  test_sharing();
  test_hands();
  test_memory();
  test_road_rates();
  each_shipped_model(check_shipped);
  CHECK(shipped > 100);
  printf("%d of shipped models\n", shipped);
  printf("%d comparisons, worst %.2g\n", compared, worst_of_all);
  return check_report();
}
