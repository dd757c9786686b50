// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// rest.h - static equilibrium of a model, check of its balance by public functions, and models for tests of equilibria.
#ifndef JOUNCE_REST_H
#define JOUNCE_REST_H

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "jounce/jounce.h"
#include "report.h"

typedef struct {
  jn_report *report;
  jn_model *model;
  jn_system *system;
  jn_work *work;
  double *state, *lambda, *vdot;
  jn_equilibrium found;
  jn_status status;
} rest;

// Computes the equilibrium in these coordinates. The result owns the model.
static inline rest rest_in(jn_report *report, jn_model *model, const char *coordinates,
                           const jn_equilibrium_options *options) {
  rest r = {.report = report, .model = model};
  r.system = model ? jn_system_new(model, coordinates, report) : NULL;
  if (!r.system) {
    print_report(report);
    exit(1);
  }
  jn_sizes n = jn_system_sizes(r.system);
  r.work = jn_work_new(r.system);
  r.state = calloc((size_t)n.nstate, sizeof *r.state);
  r.lambda = calloc((size_t)n.nc + 1, sizeof *r.lambda);
  r.vdot = calloc((size_t)n.nv + 1, sizeof *r.vdot);
  jn_system_initial_state(r.system, r.state);
  CHECK(jn_assemble(r.system, r.state, NULL, report) == JN_OK);
  r.status = jn_solve_equilibrium(r.system, options, r.state, r.lambda, &r.found, report);
  return r;
}

static inline rest rest_of(jn_report *report, jn_model *model, const char *method, double time) {
  jn_equilibrium_options options = jn_equilibrium_options_default();
  options.method = method;
  options.time = time;
  return rest_in(report, model, "cartesian", &options);
}

static inline rest rest_text(const char *text, const char *method) {
  jn_report *report = jn_report_new(NULL);
  return rest_of(report, jn_model_read_text(NULL, "test", text, strlen(text), NULL, 0, report), method, 0);
}

static inline rest rest_file(const char *name, const jn_setting *settings, int n, double time) {
  char path[512];
  snprintf(path, sizeof path, "%s/models/%s", JOUNCE_SOURCE_DIR, name);
  jn_report *report = jn_report_new(NULL);
  return rest_of(report, jn_model_read(NULL, path, settings, n, report), NULL, time);
}

static inline void end(rest *r) {
  free(r->state);
  free(r->lambda);
  free(r->vdot);
  jn_work_free(r->work);
  jn_system_free(r->system);
  jn_model_free(r->model);
  jn_report_free(r->report);
}

static inline double get(const rest *r, const char *name) {
  double value = NAN;
  jn_probe *probe = jn_probe_new(r->system, &name, 1, false, r->report);
  CHECK(probe != NULL);
  if (probe) jn_probe_calc(probe, r->work, r->state, r->vdot, r->lambda, &value);
  jn_probe_free(probe);
  return value;
}

// Checks f = G' lambda with these multipliers, phi = 0 and v = 0, using public functions only.
static inline void check_balance(rest *r) {
  jn_sizes n = jn_system_sizes(r->system);
  double *f = calloc((size_t)n.nv, sizeof *f), *G = calloc((size_t)n.nc * (size_t)n.nv + 1, sizeof *G), left = 0,
         rows = 0;
  double *phi = calloc((size_t)n.nh + 1, sizeof *phi), *v = jn_state_v(r->system, r->state);
  CHECK(r->status == JN_OK);
  if (r->status != JN_OK) print_report(r->report);
  jn_calc_position(r->system, r->work, r->state[0], jn_state_q(r->system, r->state), jn_state_z(r->system, r->state),
                   jn_state_s(r->system, r->state));
  jn_calc_velocity(r->system, r->work, v);
  jn_calc_force(r->system, r->work, jn_state_z(r->system, r->state));
  jn_get_f(r->system, r->work, f);
  jn_get_G(r->system, r->work, G);
  jn_get_phi(r->system, r->work, phi);
  for (int i = 0; i < n.nv; i++) {
    double sum = f[i];
    for (int k = 0; k < n.nc; k++) sum -= G[k * n.nv + i] * r->lambda[k];
    left = fmax(left, fabs(sum));
    CHECK(v[i] == 0);
  }
  for (int i = 0; i < n.nh; i++) rows = fmax(rows, fabs(phi[i]));
  CHECK_NEAR(left, 0, 1e-9 * fmax(r->found.load, 1e-3));
  CHECK_NEAR(rows, 0, 1e-11);
  CHECK(r->found.residual <= 1e-9 * r->found.load);
  // auxiliary states may be among them
  if (r->found.stability != JN_STABILITY_UNKNOWN)
    CHECK(r->found.stable + r->found.neutral + r->found.unstable >= r->found.freedoms);
  free(f);
  free(G);
  free(phi);
}

// ---- models ---------------------------------------------------------------------------------------------------------

#define PENDULUM(angle)                                                         \
  "jounce: 1\nspace: plane\ngravity: [0, -10]\nground: {points: {O: [0, 0]}}\n" \
  "bodies: {bar: {mass: 3, inertia: 0.25, points: {O: [0, 0.5]}}}\n"            \
  "joints: {O: {type: revolute, between: [ground.O, bar.O]}}\ninitial: {keep: {bar.angle: " angle "}}\n"

#define TORSION_BAR(angle)                                                                                      \
  "jounce: 1\nspace: plane\ngravity: [0, -9.81]\nground: {points: {O: [0, 0], D: [2, 0]}}\nbodies:\n"           \
  "  crank: {mass: 1, inertia: 0.1, points: {O: [-0.5, 0], A: [0.5, 0]}}\n"                                     \
  "  coupler: {mass: 2, inertia: 0.3, points: {A: [-1.1, 0], B: [1.1, 0]}}\n"                                   \
  "  rocker: {mass: 1.5, inertia: 0.2, points: {D: [-0.75, 0], B: [0.75, 0]}}\njoints:\n"                       \
  "  O: {type: revolute, between: [ground.O, crank.O]}\n  A: {type: revolute, between: [crank.A, coupler.A]}\n" \
  "  B: {type: revolute, between: [coupler.B, rocker.B]}\n  D: {type: revolute, between: [ground.D, "           \
  "rocker.D]}\nforces:\n"                                                                                       \
  "  t: {type: torsion-spring, between: [ground, crank], stiffness: 12, rest: 0.8}\n"                           \
  "  u: {type: torsion-spring, between: [crank, coupler], stiffness: 7, rest: -0.6}\n"                          \
  "initial: {keep: {crank.angle: " angle "}, guess: {coupler.angle: 0.2, rocker.angle: 1.3}}\n"

// A half car on wheels that only push: x and the rotations of the wheels are neutral.
#define HALF_CAR                                                                                                  \
  "jounce: 1\nspace: plane\ngravity: [0, -9.81]\nparameters: {h: 0}\nbodies:\n"                                   \
  "  chassis: {mass: 1000, inertia: 1500, points: {F: [1.2, 0], R: [-1.4, 0]}}\n"                                 \
  "  front: {mass: 40, inertia: 1, points: {c: [0, 0]}}\n  rear: {mass: 40, inertia: 1, points: {c: [0, "         \
  "0]}}\njoints:\n"                                                                                               \
  "  F: {type: point-on-line, between: [chassis.F, front.c], axis: y}\n  R: {type: point-on-line, between: "      \
  "[chassis.R, rear.c], axis: y}\n"                                                                               \
  "forces:\n  sF: {type: spring-damper, between: [chassis.F, front.c], stiffness: 30 kN/m, damping: 2000, rest: " \
  "0.5}\n"                                                                                                        \
  "  sR: {type: spring-damper, between: [chassis.R, rear.c], stiffness: 30 kN/m, damping: 2000, rest: 0.5}\n"     \
  "  tF: {type: point-force, at: front.c, value: [0, \"max(0, 200000*(0.3 - front.y))\"]}\n"                      \
  "  tR: {type: point-force, at: rear.c, value: [0, \"max(0, 200000*(0.3 - rear.y))\"]}\n"                        \
  "initial:\n  keep: {chassis.x: 3, chassis.vx: 20, front.rate: -66, rear.rate: -66}\n"                           \
  "  guess: {chassis.y: \"=h + 0.6\", front.y: \"=h + 0.2\", rear.y: \"=h + 0.2\", front.x: 4.2, rear.x: 1.6}\n"  \
  "simulate: {until: 1, start: equilibrium, tolerance: 1e-10}\n"                                                  \
  "outputs: [chassis.x, chassis.y, chassis.angle, chassis.vy, front.y, front.rate]\n"

#endif
