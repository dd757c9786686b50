// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mechanism_run.c - one run of a mechanism in one way, step by step from sample to sample: places, velocities,
// reactions about the origin, energies.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/vec3.h"
#include "mechanism.h"
#include "mechanism_balance.h"

enum { MOST_STEPS = 60000, NAME = 48, STATE = 2000 };
// The shortest of the fixed steps that are tried follow motions for which the reference needs no more steps than this,
// at its tolerance. Nor do they follow what is much faster somewhere: WINDOW steps of the reference that take 1/HASTE
// of what so many of FOLLOWED steps take on average.
enum { FOLLOWED = 900, WINDOW = 10, HASTE = 4 };

// ---- names of what is read ------------------------------------------------------------------------------------------

typedef struct {
  char text[MOST_SIGNALS][NAME];
  const char *names[MOST_SIGNALS];
  int n, body_at[MOST_BODIES], joint_at[MOST_JOINTS], energy_at, force_at[MOST_FORCES];
} list;

static void add(list *l, const char *element, const char *const *words) {
  for (; *words; words++) {
    snprintf(l->text[l->n], NAME, "%s.%s", element, *words);
    l->names[l->n] = l->text[l->n];
    l->n++;
  }
}

static void add_body(list *l, const mechanism *m, int b) {
  static const char *const plane[] = {"x", "y", "vx", "vy", "com.ax", "com.ay", NULL}, *const turn[] = {
                                                                                           "angle", "rate",
                                                                                           "angular_acceleration",
                                                                                           NULL};
  static const char *const space[] = {"x", "y", "z", "vx", "vy", "vz", "com.ax", "com.ay", "com.az", NULL};
  static const char *const turns[] = {"qw",
                                      "qx",
                                      "qy",
                                      "qz",
                                      "wx",
                                      "wy",
                                      "wz",
                                      "angular_acceleration.x",
                                      "angular_acceleration.y",
                                      "angular_acceleration.z",
                                      NULL};
  l->body_at[b] = l->n;
  add(l, m->body[b].name, m->space == JN_PLANE ? plane : space);
  if (!m->body[b].particle) add(l, m->body[b].name, m->space == JN_PLANE ? turn : turns);
}

static void add_joint(list *l, const mechanism *m, int i) {
  static const char *const plane[] = {"force.x", "force.y", "torque", NULL}, *const two[] = {"lambda.1", "lambda.2",
                                                                                             NULL};
  static const char *const space[] = {"force.x", "force.y", "force.z", "torque.x", "torque.y", "torque.z", NULL};
  static const char *const three[] = {"lambda.1", "lambda.2", "lambda.3", NULL};
  char element[32];
  snprintf(element, sizeof element, "joint.%s", m->joint[i].name);
  l->joint_at[i] = l->n;
  if (strcmp(m->joint[i].type, "linear-relation") == 0) add(l, element, m->space == JN_PLANE ? two : three);
  else if (!mech_on_coordinates(&m->joint[i]) && strcmp(m->joint[i].type, "free") != 0)
    add(l, element, m->space == JN_PLANE ? plane : space);
}

static bool is_damped_stop(const mech_force *f) { return strcmp(f->type, "stop") == 0 && f->damping > 0; }

// What the law of a damped stop is a function of.
static void add_force(list *l, const mechanism *m, int i) {
  static const char *const length[] = {"length", "rate", NULL};
  char element[32];
  snprintf(element, sizeof element, "force.%s", m->force[i].name);
  l->force_at[i] = l->n;
  if (is_damped_stop(&m->force[i])) add(l, element, length);
}

static void make_list(const mechanism *m, list *l) {
  static const char *const energies[] = {"kinetic", "potential", "work", NULL};
  l->n = 0;
  for (int b = 1; b < m->nbodies; b++) add_body(l, m, b);
  for (int j = 0; j < m->njoints; j++) add_joint(l, m, j);
  l->energy_at = l->n;
  add(l, "energy", energies);
  for (int f = 0; f < m->nforces; f++) add_force(l, m, f);
}

// ---- values ---------------------------------------------------------------------------------------------------------

static void take_body(const mechanism *m, const double *x, int b, mech_sample *s, mech_accelerations *a) {
  int d = m->space == JN_PLANE ? 2 : 3;
  double *to = s->body[b];
  for (int i = 0; i < d; i++) {
    to[i] = x[i];
    to[7 + i] = x[d + i];
    a->linear[b][i] = x[2 * d + i];
  }
  if (m->body[b].particle) return;
  x += 3 * d;
  if (d == 2) {
    to[3] = x[0];
    to[12] = x[1];
    a->angular[b][2] = x[2];
  }
  for (int i = 0; d == 3 && i < 4; i++) to[3 + i] = x[i];
  for (int i = 0; d == 3 && i < 3; i++) {
    to[10 + i] = x[4 + i];
    a->angular[b][i] = x[7 + i];
  }
}

void mech_body_rotation(const mechanism *m, const mech_sample *s, int b, double R[9]) {
  jnk_mat_identity(R);
  if (b == 0 || m->body[b].particle) return;
  if (m->space == JN_PLANE) jnk_mat_from_angle(s->body[b][3], R);
  else jnk_quat_to_matrix(s->body[b] + 3, R);
}

// The reaction acts at the point of the second end: its torque about the origin tells nothing of which end that is.
static void take_joint(const mechanism *m, const double *x, int i, mech_sample *s) {
  const mech_joint *j = &m->joint[i];
  double *F = s->joint[i], *T = s->joint[i] + 3, R[9], p[3], moment[3];
  if (m->space == JN_PLANE) {
    F[0] = x[0];
    F[1] = x[1];
    T[2] = x[2];
  } else {
    memcpy(F, x, 6 * sizeof *x);
  }
  mech_body_rotation(m, s, j->body[1], R);
  jnk_mat_vec(R, j->end[1].p, p);
  jnk_add(p, s->body[j->body[1]], p);
  jnk_cross(p, F, moment);
  jnk_add(T, moment, T);
}

static void take_sample(const mechanism *m, const list *l, const double *values, mech_sample *s,
                        mech_accelerations *a) {
  *s = (mech_sample){0};
  *a = (mech_accelerations){0};
  for (int b = 1; b < m->nbodies; b++) take_body(m, values + l->body_at[b], b, s, a);
  for (int j = 0; j < m->njoints; j++) {
    if (strcmp(m->joint[j].type, "linear-relation") == 0)
      memcpy(s->joint[j], values + l->joint_at[j], (m->space == JN_PLANE ? 2 : 3) * sizeof(double));
    else if (!mech_on_coordinates(&m->joint[j]) && strcmp(m->joint[j].type, "free") != 0)
      take_joint(m, values + l->joint_at[j], j, s);
  }
  memcpy(s->energy, values + l->energy_at, sizeof s->energy);
}

void mech_look_at_state(const mechanism *m, const jn_system *system, jn_work *work, mech_twin *twin,
                        const double *state, const double *vdot, const double *lambda, mech_result *result) {
  static list l;
  static double values[MOST_SIGNALS], copy[STATE];
  mech_accelerations a;
  make_list(m, &l);
  memcpy(copy, state, (size_t)jn_system_sizes(system).nstate * sizeof *copy);
  jn_calc_position(system, work, copy[0], jn_state_q(system, copy), jn_state_z(system, copy), jn_state_s(system, copy));
  jn_calc_velocity(system, work, jn_state_v(system, copy));
  jn_calc_force(system, work, jn_state_z(system, copy));
  jn_probe *probe = jn_probe_new(system, l.names, l.n, false, NULL);
  jn_probe_calc(probe, work, copy, vdot, lambda, values);
  jn_probe_free(probe);
  take_sample(m, &l, values, &result->sample[0], &a);
  mech_twin_look(twin, system, copy);
  result->unbalance = mech_unbalance(m, twin, &result->sample[0], &a);
}

// ---- the run --------------------------------------------------------------------------------------------------------

static void choose(const mechanism *m, const mech_way *way, int steps, double tolerance, jn_choices *c) {
  *c = jn_choices_default();
  // laws by tables have corners, over which fixed steps would lose their order
  snprintf(c->switches, sizeof c->switches, "always");
  snprintf(c->coordinates, sizeof c->coordinates, "%s", way->coordinates);
  snprintf(c->formulation, sizeof c->formulation, "%s", way->formulation);
  snprintf(c->variant, sizeof c->variant, "%s", way->variant[0] ? way->variant : "auto");
  snprintf(c->integrator, sizeof c->integrator, "%s", way->integrator);
  if (strcmp(way->formulation, "multipliers") == 0) {
    strcpy(c->position, "newton");
    strcpy(c->velocity, "projection");
  }
  c->until = m->until;
  c->rate = 20 / m->time;
  if (steps > 0) c->step = m->until / steps;
  else c->tolerance = tolerance;
  if (steps == 0) {  // of velocities and of the work: their usual ones take a second and a joule for granted
    c->tolerance_velocity = tolerance * m->size / m->time;
    c->tolerance_other = tolerance * m->mass * m->size * m->size / (m->time * m->time);
  }
}

static void explain(mech_result *result, const char *what, const jn_report *report, const char *why) {
  const char *said = why;
  for (int i = 0; i < jn_report_size(report) && !(why && why[0]); i++)
    if (jn_report_get(report, i)->severity == JN_FAULT) said = jn_report_get(report, i)->what;
  snprintf(result->why, sizeof result->why, "%s: %s", what, said ? said : "");
}

// Is the stop pressed, and is its damper, which never exceeds the spring, not cut off by that?
static bool stop_is_smooth(const mech_force *f, double x, double rate) {
  const double gently = 2;  // tanh(2) is 0.96
  double depth = fmax(x - f->upper, f->lower - x);
  return depth > 0 && f->damping * fabs(rate) <= gently * f->stiffness * pow(depth, f->exponent);
}

static bool is_smooth(const mechanism *m, const list *l, const double *values) {
  for (int i = 0; i < m->nforces; i++) {
    const double *x = values + l->force_at[i];
    if (is_damped_stop(&m->force[i]) && !stop_is_smooth(&m->force[i], x[0], x[1])) return false;
  }
  return true;
}

// The first steps of a run are short ones.
static bool is_hasty(const mechanism *m, const mech_result *result, double t) {
  static double passed[WINDOW];
  double before = passed[result->steps % WINDOW];
  passed[result->steps % WINDOW] = t;
  return result->steps > 3 * WINDOW && t - before < m->until * WINDOW / (FOLLOWED * HASTE);
}

// Does the motion go on so that all ways can follow it?
static bool look_at(const mechanism *m, const list *l, mech_twin *twin, jn_run *run, mech_result *result) {
  mech_twin_look(twin, jn_run_system(run), jn_run_state(run));
  result->distance =
      fmin(result->distance, mech_distance(m, twin->system, twin->work, jn_mobility_active(twin->mobility)));
  bool hasty = is_hasty(m, result, jn_run_state(run)[0]);
  if (result->steps < FOLLOWED && !hasty && is_smooth(m, l, jn_run_outputs(run))) return true;
  result->end = jn_run_state(run)[0];
  snprintf(result->why, sizeof result->why, "no longer smooth or slow enough at %.4g", result->end);
  return false;
}

static bool go(const mechanism *m, jn_run *run, const list *l, double until, mech_twin *twin, bool look,
               mech_result *result) {
  while (jn_run_state(run)[0] < until * (1 - 1e-12)) {
    if (look && !look_at(m, l, twin, run, result)) return false;
    if (jn_run_step(run, until) != JN_OK) {
      snprintf(result->why, sizeof result->why, "failed at %.4g: %s", jn_run_state(run)[0], jn_run_summary(run)->why);
      return false;
    }
    if (++result->steps > MOST_STEPS) {
      snprintf(result->why, sizeof result->why, "more than %d steps", MOST_STEPS);
      return false;
    }
  }
  return true;
}

static bool sample(const mechanism *m, jn_run *run, const list *l, mech_twin *twin, bool look, int k,
                   mech_result *result) {
  mech_accelerations a;
  if (!go(m, run, l, k * m->until / (SAMPLES - 1), twin, look, result)) return false;
  take_sample(m, l, jn_run_outputs(run), &result->sample[k], &a);
  mech_twin_look(twin, jn_run_system(run), jn_run_state(run));
  double left = mech_unbalance(m, twin, &result->sample[k], &a);
  if (!(left <= result->unbalance)) result->unbalance = left;
  return true;
}

void mech_run(const mechanism *m, const jn_model *model, const mech_way *way, int steps, double tolerance, bool look,
              mech_result *result) {
  static list l;
  jn_choices choices;
  mech_twin twin;
  jn_report *report = jn_report_new(NULL);
  jn_run_options options = jn_run_options_default();
  *result = (mech_result){.distance = HUGE_VAL, .end = HUGE_VAL};
  make_list(m, &l);
  choose(m, way, steps, tolerance, &choices);
  options.choices = &choices;
  options.probes = l.names;
  options.nprobes = l.n;
  jn_run *run = jn_run_new(model, &options, report);
  if (!run) explain(result, "not begun", report, NULL);
  result->ok = run && mech_twin_new(model, &twin);
  if (result->ok && look) result->ok = mech_twin_watch(&twin, jn_run_system(run), jn_run_state(run));
  for (int k = 0; result->ok && k < SAMPLES; k++) result->ok = sample(m, run, &l, &twin, look, k, result);
  if (run) mech_twin_free(&twin);
  jn_run_free(run);
  jn_report_free(report);
}

void mech_execute(const mechanism *m, const jn_model *model, const mech_way *way, int steps, double tolerance,
                  mech_result *result) {
  static list l;
  double at[SAMPLES];
  jn_choices choices;
  jn_report *report = jn_report_new(NULL);
  jn_run_options options = jn_run_options_default();
  *result = (mech_result){.distance = HUGE_VAL, .end = HUGE_VAL};
  make_list(m, &l);
  choose(m, way, steps, tolerance, &choices);
  for (int k = 0; k < SAMPLES; k++) at[k] = k * m->until / (SAMPLES - 1);
  options.choices = &choices;
  options.probes = l.names;
  options.nprobes = l.n;
  options.at = at;
  options.nat = SAMPLES;
  jn_run *run = jn_run_new(model, &options, report);
  int nbefore = run ? jn_report_size(report) : 0;  // notes on the model, as that joints are redundant
  result->ok = run && jn_run_execute(run, report) == JN_OK;
  result->steps = run ? jn_run_summary(run)->steps : 0;
  result->singular_passes = run ? jn_run_summary(run)->singular_passes : 0;
  for (int i = jn_report_size(report) - 1; i >= nbefore; i--) {
    const jn_error *message = jn_report_get(report, i);
    result->warned = result->warned || message->severity != JN_FAULT;
    snprintf(result->why, sizeof result->why, "%s", message->what);
  }
  for (int k = 0; result->ok && k < SAMPLES; k++) {
    mech_accelerations a;
    take_sample(m, &l, jn_run_sample(run, k), &result->sample[k], &a);
  }
  jn_run_free(run);
  jn_report_free(report);
}
