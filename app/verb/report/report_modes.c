// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// report_modes.c - writes the report of modes about a state: table, eigenvalues, animated mode shapes.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reports.h"

// MOST_NUMBERS limits the size of the page; TWIST: numbers of a body's motion
enum { MOST_SHAPES = 60, MOST_NUMBERS = 100000, TWIST = 6 };

typedef struct {
  app_command *command;
  const app_modes *found;
  const app_modes_at *at;
} order;

// Returns the number of modes that are animated.
static int nshapes(const app_modes *found) {
  int n = jn_modes_count(found->modes), fit = MOST_NUMBERS / (2 * TWIST * jn_model_nbodies(found->start.model));
  if (n > MOST_SHAPES) n = MOST_SHAPES;
  return n <= fit ? n : fit > 1 ? fit : 1;
}

// ---- sections -----------------------------------------------------------------------------------------------------

static void put_status(app_json *out, const app_modes *found) {
  int growing = jn_modes_growing(found->modes), zeros = jn_modes_zero(found->modes), still = 0;
  for (int i = 0; i < jn_modes_count(found->modes); i++) still += jn_modes_trend(found->modes, i) == 0;
  report_open(out, "badges", "");
  if (growing > 0) report_badge(out, "bad", "unstable: %d eigenvalue%s", growing, growing == 1 ? " grows" : "s grow");
  else if (still > 0) report_badge(out, "warn", "undamped: %d mode%s", still, still == 1 ? "" : "s");
  else if (jn_modes_count(found->modes) > 0) report_badge(out, "good", "stable");
  if (zeros > 0) report_badge(out, "warn", "%d zero eigenvalue%s: free motion", zeros, zeros == 1 ? "" : "s");
  report_close(out);
}

// Writes the names of up to four dominant coordinates of mode i into `text`, except small shares after the first.
static void name_shares(const jn_modes *modes, int i, char *text, size_t size) {
  enum { MOST_SHARES = 4 };
  static const double faint = 0.02;
  size_t used = 0;
  text[0] = 0;
  for (int k = 0; k < jn_modes_nshares(modes, i) && k < MOST_SHARES && used < size; k++) {
    const jn_share *share = jn_modes_share(modes, i, k);
    if (k == 0 || share->part > faint)
      used += (size_t)snprintf(text + used, size - used, "%s%s", k ? ", " : "", share->name);
  }
}

static void put_table(app_json *out, const jn_modes *modes, int shown) {
  static const report_head heads[] = {
      {"mode", "", 0},          {"real", "1/s", 7},        {"imaginary", "rad/s", 7},      {"frequency", "Hz", 6},
      {"damping ratio", "", 4}, {"time constant", "s", 5}, {"dominant coordinates", "", 0}};
  if (jn_modes_count(modes) == 0) return;
  char note[80];
  snprintf(note, sizeof note, "This page animates the first %d modes.", shown);
  bool all = shown == jn_modes_count(modes);
  report_open_table(out, &(report_table){.title = "Modes", .note = all ? NULL : note, .heads = heads, .n = 7});
  for (int i = 0; i < jn_modes_count(modes); i++) {
    jn_mode m = jn_modes_get(modes, i);
    double re = modes_clean(m.re, m.natural), im = modes_clean(m.im, m.natural);
    char names[600];
    name_shares(modes, i, names, sizeof names);
    json_open(out, NULL, '[');
    json_integer(out, NULL, i + 1);
    json_number(out, NULL, re);
    json_number(out, NULL, im > 0 ? im : NAN);
    json_number(out, NULL, im > 0 ? m.frequency : NAN);
    json_number(out, NULL, im > 0 ? (re == 0 ? 0 : m.damping) : NAN);
    json_number(out, NULL, re != 0 ? m.time_constant : NAN);
    json_text(out, NULL, names);
    json_close(out, ']');
  }
  report_close(out);
}

static void put_state(app_json *out, const order *o) {
  static const char *const places[] = {"start", "equilibrium", "time"};
  const app_modes *found = o->found;
  jn_linear_sizes n = jn_linear_get_sizes(found->linear);
  report_open(out, "facts", "Linear equations");
  report_word(out, "about", places[o->at->where]);
  report_fact(out, "time", found->time, 9, "s");
  report_fact(out, "positions", n.np, 0, "");
  report_fact(out, "speeds", n.nf, 0, "");
  report_fact(out, "auxiliary states", n.nz, 0, "");
  report_fact(out, "inputs", n.nu, 0, "");
  report_fact(out, "outputs", n.ny, 0, "");
  report_fact(out, "estimated error of A", jn_linear_error(found->linear), 2, "");
  for (int i = 0; i < jn_modes_zero(found->modes); i++)
    report_word(out, "free motion", jn_modes_zero_name(found->modes, i));
  report_close(out);
}

static void put_sections(const void *user, app_json *out) {
  const order *o = user;
  put_status(out, o->found);
  report_messages(out, o->command->report);
  put_table(out, o->found->modes, nshapes(o->found));
  if (jn_modes_count(o->found->modes) > 0)
    report_picture(out, "Eigenvalues in the complex plane", plot_modes_text(o->found->modes, ""));
  put_state(out, o);
}

// ---- shapes -------------------------------------------------------------------------------------------------------

typedef struct {
  const jn_system *system;
  const double *state;
  int nbodies, nv;
  double *moved, *d;         // workspace: displaced state; displacement of all speeds
  double *rest, *back, *on;  // poses at the state; displaced by minus one small step along the shape; by plus one
} mover;

static void pose_at(const mover *m, const double *bodies, int part, double step, double *poses) {
  for (int i = 0; i < m->nv; i++) m->d[i] = step * bodies[2 * i + part];
  jn_manifold_step(m->system, m->state + 1, m->d, m->moved + 1);
  jn_calc_poses(m->system, m->moved, poses);
}

static double largest(const mover *m, const double *bodies) {
  double most = 0;
  for (int i = 0; i < 2 * m->nv; i++) most = fmax(most, fabs(bodies[i]));
  return most;
}

// Writes the velocity and angular velocity of a body in ground axes, by central differences: a and b are its poses
// displaced by -step and +step along the shape.
static void put_twist(app_json *out, const double *a, const double *b, double step) {
  double vector[3], w = 0;
  for (int i = 3; i < JN_POSE; i++) w += a[i] * b[i];
  for (int i = 0; i < 3; i++) {  // vector part of b * conj(a)
    int j = (i + 1) % 3, k = (i + 2) % 3;
    vector[i] = a[3] * b[4 + i] - b[3] * a[4 + i] - (b[4 + j] * a[4 + k] - b[4 + k] * a[4 + j]);
  }
  for (int i = 0; i < 3; i++) json_number(out, NULL, (b[i] - a[i]) / (2 * step));
  for (int i = 0; i < 3; i++) json_number(out, NULL, (w < 0 ? -vector[i] : vector[i]) / step);
}

// Writes the real (part 0) or imaginary part of a mode shape as the member `key`: TWIST numbers for each body except
// the ground.
static void put_part(app_json *out, const mover *m, const char *key, const double *bodies, int part) {
  static const double small = 1e-4;  // largest relative displacement: balances truncation and rounding errors
  double most = largest(m, bodies), step = most > 0 ? small / most : small;
  pose_at(m, bodies, part, -step, m->back);
  pose_at(m, bodies, part, step, m->on);
  json_open(out, key, '[');
  for (int b = 1; b < m->nbodies; b++) put_twist(out, m->back + JN_POSE * b, m->on + JN_POSE * b, step);
  json_close(out, ']');
}

static void put_shape(app_json *out, const mover *m, const jn_modes *modes, int i) {
  jn_mode mode = jn_modes_get(modes, i);
  json_open(out, NULL, '{');
  json_number(out, "re", modes_clean(mode.re, mode.natural));
  json_number(out, "im", modes_clean(mode.im, mode.natural));
  put_part(out, m, "real", jn_modes_bodies(modes, i), 0);
  put_part(out, m, "imaginary", jn_modes_bodies(modes, i), 1);
  json_close(out, '}');
}

static void put_shapes(app_json *out, const mover *m, const jn_modes *modes, int n) {
  json_open(out, "shapes", '{');
  report_poses(out, "pose", m->rest, m->nbodies);
  json_open(out, "modes", '[');
  for (int i = 0; i < n; i++) put_shape(out, m, modes, i);
  json_close(out, ']');
  json_close(out, '}');
}

static void put_motion(const void *user, app_json *out) {
  const order *o = user;
  const app_initial_state *start = &o->found->start;
  jn_sizes n = jn_system_sizes(start->system);
  int nbodies = jn_model_nbodies(start->model);
  double *workspace = calloc((size_t)n.nstate + (size_t)n.nv + 3 * JN_POSE * (size_t)nbodies, sizeof *workspace);
  mover m = {.system = start->system, .state = start->state, .nbodies = nbodies, .nv = n.nv, .moved = workspace};
  if (!workspace) return;
  m.d = m.moved + n.nstate;
  m.rest = m.d + n.nv;
  m.back = m.rest + JN_POSE * nbodies;
  m.on = m.back + JN_POSE * nbodies;
  memcpy(m.moved, m.state, (size_t)n.nstate * sizeof *m.moved);
  if (jn_calc_poses(m.system, m.state, m.rest) == JN_OK) put_shapes(out, &m, o->found->modes, nshapes(o->found));
  free(workspace);
}

jn_status report_modes(app_command *command, const app_modes *found, const app_modes_at *at, const char **written) {
  order o = {command, found, at};
  report_content content = {.model = found->start.model, .user = &o, .sections = put_sections, .motion = put_motion};
  return report_write(command, &content, written);
}
