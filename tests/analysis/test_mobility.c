// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_mobility.c - freedoms, loops and redundant rows by name; singular starts told from redundancy; doubtful data.
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "analysis/assembly/row_rank.h"
#include "check.h"
#include "jounce/jounce.h"
#include "recorder.h"
#include "system/work.h"

typedef struct {
  jn_report *report;
  jn_model *model;
  jn_system *system;
  double *state;
  jn_mobility *mobility;
} look;

static look look_at(jn_model *model, jn_report *report) {
  look l = {.report = report, .model = model};
  CHECK(model != NULL);
  if (!model) {
    for (int i = 0; i < jn_report_size(report); i++) puts(jn_report_get(report, i)->what);
    exit(1);
  }
  l.system = jn_system_new(model, "cartesian", report);
  CHECK(l.system != NULL);
  if (!l.system) exit(1);
  l.state = calloc((size_t)jn_system_sizes(l.system).nstate, sizeof *l.state);
  jn_system_initial_state(l.system, l.state);
  CHECK(jn_assemble(l.system, l.state, NULL, report) == JN_OK);
  l.mobility = jn_mobility_new(l.system, l.state, report);
  CHECK(l.mobility != NULL);
  return l;
}

static look look_at_text(const char *text) {
  jn_report *report = jn_report_new(NULL);
  return look_at(jn_model_read_text(NULL, "test", text, strlen(text), NULL, 0, report), report);
}

static look look_at_file(const char *name, const jn_setting *settings, int n) {
  char path[512];
  jn_report *report = jn_report_new(NULL);
  snprintf(path, sizeof path, "%s/models/%s", JOUNCE_SOURCE_DIR, name);
  return look_at(jn_model_read(NULL, path, settings, n, report), report);
}

static void end(look *l) {
  free(l->state);
  jn_mobility_free(l->mobility);
  jn_system_free(l->system);
  jn_model_free(l->model);
  jn_report_free(l->report);
}

static void check_counts(const look *l, int freedoms, int redundant, int loops, bool singular) {
  CHECK(jn_mobility_freedoms(l->mobility) == freedoms);
  CHECK(jn_mobility_redundant(l->mobility) == redundant);
  CHECK(jn_mobility_loops(l->mobility) == loops);
  CHECK(jn_mobility_singular(l->mobility) == singular);
  CHECK(jn_report_count(l->report, JN_WARNING) == singular);
  const bool *active = jn_mobility_active(l->mobility);
  int nc = jn_system_sizes(l->system).nc, off = 0;
  for (int i = 0; i < nc; i++) off += !active[i];
  CHECK(off == redundant);
  for (int i = 0; i < redundant; i++) CHECK(!active[jn_mobility_redundant_row(l->mobility, i)]);
}

// ---- known mechanisms ----------------------------------------------------------------------------------------------

static void test_models(void) {
  static const struct {
    const char *file;
    int freedoms, redundant, loops;
  } known[] = {
      {"benchmarks/pendulum-a01.yaml", 1, 0, 0},      {"benchmarks/n-four-bar-a02.yaml", 1, 0, 2},
      {"benchmarks/andrews-a03.yaml", 1, 0, 3},       {"benchmarks/bricard-a04.yaml", 1, 1, 1},
      {"benchmarks/heavy-top.yaml", 3, 0, 0},         {"../papers/park/park-double-pendulum.yaml", 2, 0, 0},
      {"../papers/park/park-four-bar.yaml", 1, 0, 1}, {"../papers/park/park-spatial-four-bar.yaml", 1, 0, 1},
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
    look l = look_at_file(known[i].file, NULL, 0);
    check_counts(&l, known[i].freedoms, known[i].redundant, known[i].loops, false);
    end(&l);
  }
}

static void test_bricard(void) {
  look l = look_at_file("benchmarks/bricard-a04.yaml", NULL, 0);
  const char *sentence = jn_mobility_sentence(l.mobility, 0);
  CHECK(jn_mobility_redundant_row(l.mobility, 0) == 29);
  CHECK(
      strcmp(
          sentence,
          "joint 'P6' (equation 5, perpendicularity) is redundant with 'P1', 'P2', 'P3', 'P4', 'P5' and its own other "
          "equations; these joints share their load") == 0);
  end(&l);
}

// A plate on three hinges in line: each hinge after the first repeats it.
static void test_door(void) {
  look l = look_at_text(
      "jounce: 1\nname: door\nspace: space\nground: {points: {A: [0, 0, 0], B: [0, 0, 1], C: [0, 0, 2]}}\n"
      "bodies: {door: {mass: 20, inertia: [8, 7, 1.5], com: [0.4, 0, 1], points: {A: [0, 0, 0], B: [0, 0, 1], C: [0, "
      "0, 2]}}}\n"
      "joints:\n  top: {type: revolute, between: [ground.A, door.A]}\n  middle: {type: revolute, between: [ground.B, "
      "door.B]}\n"
      "  bottom: {type: revolute, between: [ground.C, door.C]}\n");
  check_counts(&l, 1, 10, 2, false);
  for (int i = 0; i < 10; i++) {
    const char *sentence = jn_mobility_sentence(l.mobility, i);
    CHECK(strstr(sentence, i < 5 ? "joint 'middle'" : "joint 'bottom'") == sentence);
    CHECK(strstr(sentence, "is redundant with 'top") != NULL);
  }
  end(&l);
}

// Four hinges about an axis that is nearly perpendicular to z: of the point that closes the loop x and y say almost the
// same, and one of them is left out.
static void test_plane_loop_askew(void) {
  look l = look_at_text(
      "jounce: 1\nspace: space\nparameters: {n: 1e-4}\n"
      "ground: {points: {A: [0, 0, 0], D: [0.5, -0.5, 0]}}\n"
      "bodies:\n"
      "  crank: {mass: 1, inertia: [1, 1, 1], points: {A: [0, 0, 0], B: ['=-n*0.2', '=-n*0.2', 0.4]}}\n"
      "  rod: {mass: 1, inertia: [1, 1, 1], points: {B: [0, 0, 0], C: ['=0.6 - n*0.1', '=-0.6 - n*0.1', 0.2]}}\n"
      "  rocker: {mass: 1, inertia: [1, 1, 1], points: {D: [0, 0, 0], C: ['=0.1 - n*0.3', '=-0.1 - n*0.3', 0.6]}}\n"
      "joints:\n"
      "  A: {type: revolute, between: [ground.A, crank.A], axis: [1, 1, '=n']}\n"
      "  B: {type: revolute, between: [crank.B, rod.B], axis: [1, 1, '=n']}\n"
      "  C: {type: revolute, between: [rod.C, rocker.C], axis: [1, 1, '=n']}\n"
      "  D: {type: revolute, between: [ground.D, rocker.D], axis: [1, 1, '=n']}\n"
      "initial:\n  guess: {rod.position: ['=-n*0.2', '=-n*0.2', 0.4], rocker.position: [0.5, -0.5, 0]}\n");
  check_counts(&l, 1, 3, 1, false);
  const char *left_out = jn_mobility_sentence(l.mobility, 0);
  CHECK(strstr(left_out, "joint 'D'") && (strstr(left_out, "coincidence x") || strstr(left_out, "coincidence y")));
  end(&l);
}

// Four bars of which two pairs are equally long.
#define PARALLELOGRAM                                                                                       \
  "jounce: 1\nname: parallelogram\nspace: plane\nground: {points: {O: [0, 0], D: [2, 0]}}\n"                \
  "bodies:\n  crank: {mass: 1, inertia: 1, points: {O: [0, 0], A: [1, 0]}}\n"                               \
  "  coupler: {mass: 1, inertia: 1, points: {A: [0, 0], B: [2, 0]}}\n"                                      \
  "  rocker: {mass: 1, inertia: 1, points: {D: [0, 0], B: [1, 0]}}\n"                                       \
  "joints:\n  O: {type: revolute, between: [ground.O, crank.O]}\n  A: {type: revolute, between: [crank.A, " \
  "coupler.A]}\n"                                                                                           \
  "  B: {type: revolute, between: [coupler.B, rocker.B]}\n  D: {type: revolute, between: [ground.D, rocker.D]}\n"

// All links on one line: every loop loses a row at this moment and none for good.
static void test_change_point(void) {
  static const char *const angles[] = {"0", "1e-3"};
  for (int i = 0; i < 2; i++) {
    char text[1500];
    snprintf(text, sizeof text,
             PARALLELOGRAM "initial: {keep: {crank.angle: %s}, guess: {rocker.angle: %s, coupler.angle: 0}}\n",
             angles[i], angles[i]);
    look l = look_at_text(text);
    check_counts(&l, 1, 0, 1, i == 0);
    end(&l);
  }
}

// A driven mechanism cannot move at a given time; its drivers are let go for the look nearby.
static void test_driven_change_point(void) {
  look l = look_at_text(PARALLELOGRAM "drivers: {motor: {joint: O, motion: \"t\"}}\n");
  check_counts(&l, 0, 0, 1, true);
  end(&l);
}

// ---- the sparse elimination against the dense orthogonalisation
// ------------------------------------------------------

static void check_weights(jni_rank *rank, int m, int n, const double *G, double *weights) {
  int *rows = calloc((size_t)m + 1, sizeof *rows);
  for (int i = 0; i < m; i++) {
    if (!jni_rank_dependent(rank)[i]) continue;
    int parts = jni_rank_weights(rank, i, rows, weights);
    for (int c = 0; c < n; c++) {
      double left = G[i * n + c];
      for (int k = 0; k < parts; k++) left -= weights[k] * G[rows[k] * n + c];
      CHECK_NEAR(left, 0, 1e-12);
    }
  }
  free(rows);
}

static void scale_rows(int m, int n, double *G) {
  for (int i = 0; i < m; i++) {
    double most = 0;
    for (int c = 0; c < n; c++) most = fmax(most, fabs(G[i * n + c]));
    for (int c = 0; c < n; c++) G[i * n + c] /= most;
  }
}

static double dot(int n, const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

// Gram-Schmidt on all columns, twice: a row is dependent when nothing is left of it. Q: m*n doubles.
static int rank_by_rows(int m, int n, const double *G, bool *dependent, double *Q) {
  int rank = 0;
  memcpy(Q, G, (size_t)(m * n) * sizeof *Q);
  for (int i = 0; i < m; i++) {
    double *q = Q + i * n, whole = sqrt(dot(n, q, q));
    for (int k = 0; k < 2 * i; k++) {
      const double *p = Q + k % i * n;
      double part = dot(n, p, q);
      for (int c = 0; c < n; c++) q[c] -= part * p[c];
    }
    double left = sqrt(dot(n, q, q));
    dependent[i] = !(left > 1e-9 * whole);
    for (int c = 0; c < n; c++) q[c] = dependent[i] ? 0 : q[c] / left;
    rank += !dependent[i];
  }
  return rank;
}

static void test_rank(void) {
  static const char *const files[] = {"benchmarks/bricard-a04.yaml", "benchmarks/andrews-a03.yaml",
                                      "../papers/park/park-spatial-four-bar.yaml"};
  for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
    look l = look_at_file(files[f], NULL, 0);
    jn_work *work = jn_work_new(l.system);
    int m = jn_system_sizes(l.system).nc, n = jn_system_sizes(l.system).nv;
    double *G = calloc((size_t)(m * n), sizeof *G), *scratch = calloc((size_t)(m * n), sizeof *G),
           *ones = calloc((size_t)n, sizeof *ones);
    double *weights = calloc((size_t)m, sizeof *weights);
    bool *dependent = calloc((size_t)m, sizeof *dependent);
    for (int i = 0; i < n; i++) ones[i] = 1;
    jn_calc_position(l.system, work, 0, jn_state_q(l.system, l.state), jn_state_z(l.system, l.state),
                     jn_state_s(l.system, l.state));
    jn_get_G(l.system, work, G);
    jni_rank *rank = jni_rank_new(NULL, &l.system->pattern, work->G, ones, 1e-9);
    CHECK(jni_rank_get(rank) == rank_by_rows(m, n, G, dependent, scratch));
    CHECK(memcmp(dependent, jni_rank_dependent(rank), (size_t)m * sizeof *dependent) == 0);
    scale_rows(m, n, G);
    check_weights(rank, m, n, G, weights);
    jni_object_free(rank);
    free(G);
    free(scratch);
    free(ones);
    free(dependent);
    free(weights);
    jn_work_free(work);
    end(&l);
  }
}

// Rows that are added one by one: a dependent row and one that is not finite are forgotten, and what is left free is
// across all others.
static void test_rank_added(void) {
  static const double rows[4][4] = {{1, 2, 0, -1}, {2, 4, 0, -2}, {NAN, 1, 0, 0}, {0, 1, 0, 3}};
  static const int found[4] = {1, 0, -2, 1};
  jni_rank *rank = jni_rank_begin(NULL, 4, 4);
  for (int i = 0; i < 4; i++) {
    memcpy(jni_rank_row(rank), rows[i], sizeof rows[i]);
    CHECK(jni_rank_add(rank, 1e-9) == found[i]);
  }
  CHECK(jni_rank_get(rank) == 2);
  double x[3][4];
  for (int i = 0; i < 3; i++) jni_rank_direction(rank, i, x[i]);
  for (int i = 0; i < 4; i++)
    for (int d = 0; d < 2 && found[i] >= 0; d++)
      CHECK_NEAR(rows[i][0] * x[d][0] + rows[i][1] * x[d][1] + rows[i][3] * x[d][3], 0, 1e-15);
  double across = 0, all = 0;
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 4; j++) {
      across = fmax(across, fabs(x[0][i] * x[1][j] - x[0][j] * x[1][i]));
      all += fabs(x[2][j]);
    }
  CHECK(across > 0.1 && all == 0);
  jni_object_free(rank);
}

static void test_many(void) {
  jn_setting settings[] = {{"N", "200"}};
  look l = look_at_file("benchmarks/n-four-bar-a02.yaml", settings, 1);
  check_counts(&l, 1, 0, 200, false);
  clock_t before = clock();
  jn_mobility_free(jn_mobility_new(l.system, l.state, l.report));
  CHECK((double)(clock() - before) / CLOCKS_PER_SEC < 0.5);
  end(&l);
}

static double time_of_look(const char *N) {
  jn_setting settings[] = {{"N", N}};
  look l = look_at_file("benchmarks/n-four-bar-a02.yaml", settings, 1);
  double best = 1e9;
  for (int k = 0; k < 8; k++) {
    clock_t before = clock();
    jn_mobility_free(jn_mobility_new(l.system, l.state, l.report));
    best = fmin(best, (double)(clock() - before) / CLOCKS_PER_SEC);
  }
  end(&l);
  return best;
}

// Eight times as many loops take about eight times as long, not sixty-four times. Caches and other work on the machine
// may double that.
static void test_growth(void) {
  double few = time_of_look("150"), many = time_of_look("1200");
  CHECK(many < 40 * few);
  if (!(many < 40 * few)) printf("150 loops: %g s, 1200 loops: %g s\n", few, many);
}

// N four-bars with all links on one line.
static void test_many_flat(void) {
  jn_setting settings[] = {{"N", "10"}};
  look l = look_at_file("benchmarks/n-four-bar-a02.yaml", settings, 1);
  double *q = jn_state_q(l.system, l.state);
  for (int b = 1; b < jn_model_nbodies(l.model); b++) {
    const char *name = jn_model_body_name(l.model, (jn_body){b});
    bool crank = strncmp(name, "crank", 5) == 0;
    int i = atoi(name + (crank ? 5 : 7));
    q[3 * (b - 1)] = i + 0.5;
    q[3 * (b - 1) + 1] = 0;
    q[3 * (b - 1) + 2] = 0;
  }
  jn_mobility_free(l.mobility);
  l.mobility = jn_mobility_new(l.system, l.state, l.report);
  check_counts(&l, 1, 0, 10, true);
  end(&l);
}

// ---- failing memory
// --------------------------------------------------------------------------------------------------

static void test_no_memory(void) {
  char path[512];
  memory_count c = {0};
  jn_alloc alloc = {counted_resize, &c};
  snprintf(path, sizeof path, "%s/models/benchmarks/bricard-a04.yaml", JOUNCE_SOURCE_DIR);
  jn_report *report = jn_report_new(NULL);
  look l = look_at(jn_model_read(&alloc, path, NULL, 0, report), report);
  l.mobility = jn_mobility_free(l.mobility);
  long blocks = c.live;
  for (c.fail_at = 1; !l.mobility && c.fail_at < 1000; c.fail_at++) {
    c.calls = 0;
    l.mobility = jn_mobility_new(l.system, l.state, report);
    CHECK(l.mobility || c.live == blocks);
  }
  CHECK(l.mobility && c.fail_at > 20);
  c.fail_at = 0;
  end(&l);
  CHECK(c.live == 0);
}

// ---- doubtful data
// -----------------------------------------------------------------------------------------------------

static bool has(const jn_report *report, jn_severity severity, const char *element, const char *part) {
  for (int i = 0; i < jn_report_size(report); i++) {
    const jn_error *e = jn_report_get(report, i);
    if (e->severity == severity && strcmp(e->element, element) == 0 && strstr(e->what, part)) return true;
  }
  return false;
}

static void test_sanity(void) {
  static const char text[] =
      "jounce: 1\nname: doubtful\nspace: space\nground: {points: {O: [0, 0, 0]}}\n"
      "inputs: {used: 1, spare: 2}\ndiscrete: {latch: 0, spare_latch: 0}\n"
      "bodies:\n"
      "  good: {mass: 1, inertia: [1, 1, 1], points: {P: [1, 0, 0]}}\n"
      "  triangle: {mass: 1, inertia: [1, 1, 2.1], points: {P: [1, 0, 0]}}\n"
      "  rod: {mass: 1, inertia: [1, 1, 0.001], points: {P: [1, 0, 0]}}\n"
      "  millimetres: {mass: 1, inertia: [1000, 1000, 1000], points: {P: [0.1, 0, 0]}}\n"
      "  grain: {type: particle, mass: 1e-12}\n"
      "  link: {mass: 0}\n"
      "joints: {O: {type: spherical, between: [ground.O, good.P]}}\n"
      "forces: {push: {type: point-force, at: good.P, value: [\"used + latch\", 0, 0]}}\n";
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "test", text, strlen(text), NULL, 0, report);
  CHECK(model != NULL);
  if (!model) {
    for (int i = 0; i < jn_report_size(report); i++) puts(jn_report_get(report, i)->what);
    exit(1);
  }
  jn_check_sanity(model, report);
  CHECK(has(report, JN_WARNING, "body 'triangle'", "no rigid body has this inertia"));
  CHECK(has(report, JN_WARNING, "body 'millimetres'",
            "radius of gyration of 31.6 m, but its points are within 0.1 m: are the units correct?"));
  CHECK(has(report, JN_NOTE, "body 'link'", "has no mass"));
  CHECK(has(report, JN_NOTE, "body 'rod'", "has no joint"));
  CHECK(!has(report, JN_NOTE, "body 'good'", ""));
  CHECK(has(report, JN_NOTE, "input 'spare'", "is not used"));
  CHECK(!has(report, JN_NOTE, "input 'used'", ""));
  CHECK(has(report, JN_NOTE, "discrete state 'spare_latch'", "is not used"));
  CHECK(!has(report, JN_NOTE, "discrete state 'latch'", ""));
  CHECK(jn_report_count(report, JN_WARNING) == 3);  // and the ratio of the masses
  CHECK(has(report, JN_WARNING, "body 'good'", "times the mass of body 'grain'"));
  jn_model_free(model);
  jn_report_free(report);
}

// The shipped models have nothing doubtful.
static void test_sanity_of_models(void) {
  static const char *const files[] = {"benchmarks/bricard-a04.yaml", "benchmarks/andrews-a03.yaml",
                                      "../papers/park/park-spatial-four-bar.yaml", "benchmarks/heavy-top.yaml",
                                      "benchmarks/n-four-bar-a02.yaml"};
  for (size_t f = 0; f < sizeof files / sizeof *files; f++) {
    look l = look_at_file(files[f], NULL, 0);
    jn_check_sanity(l.model, l.report);
    CHECK(jn_report_size(l.report) == 0);
    end(&l);
  }
}

int main(void) {
  test_models();
  test_bricard();
  test_door();
  test_plane_loop_askew();
  test_change_point();
  test_driven_change_point();
  test_rank();
  test_rank_added();
  test_many();
  test_many_flat();
  test_growth();
  test_no_memory();
  test_sanity();
  test_sanity_of_models();
  return check_report();
}
