// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_session.c - sessions: steps are those of a run; saved, loaded and cloned at every moment (in contact, between
// samples and events, within the history of a multistep method) they go on with the same bits; events have their name
// and time; poses agree with signals; bytes of others and damaged ones are refused and change nothing.
#include <jounce/jounce.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "memory.h"

// A box that falls on the ground and slides; a cart with an arm, an input, a filter, an event by its motion, a clock,
// and a controller that is sampled.
static const char moments[] =
    "jounce: 1\nname: moments\nspace: space\ngravity: [0, 0, -9.81]\nroads: {floor: {type: flat}}\n"
    "bodies:\n"
    "  box: {mass: 5, inertia: [0.05, 0.08, 0.1], points: {A: [0.2, 0.1, -0.1], B: [-0.2, -0.1, -0.1]}}\n"
    "  cart: {mass: 20, inertia: [1, 1, 1]}\n"
    "  arm: {mass: 2, inertia: [0.2, 0.2, 0.02], points: {O: [0, 0, 0.5]}}\n"
    "joints:\n"
    "  rail: {type: prismatic, between: [ground, cart], axis: x}\n"
    "  hinge: {type: revolute, between: [cart, arm.O], axis: y}\n"
    "inputs: {push: 'sin(9*t)', brake: 0}\n"
    "discrete: {latch: 0, count: 0}\n"
    "auxiliary: {filter: {initial: 0, rate: 'cart.vx - 3*filter'}}\n"
    "events:\n"
    "  swing: {when: joint.hinge.rate, set: {latch: '1 - latch'}}\n"
    "  clock: {at: 0.05, every: 0.07, set: {count: 'count + 1'}}\n"
    "subsystems:\n"
    "  control: {type: controller, code: m2, period: 30 ms, inputs: {throttle: 0.4, brake: 'brake + 0.1', steer: 0, "
    "gear: 4, engine_speed: '40*cart.vx', output_speed: '4*cart.vx', speed: cart.vx}}\n"
    "forces:\n"
    "  A: {type: contact, at: box.A, road: floor, stiffness: 50 kN/m, damping: 200, friction: 0.5}\n"
    "  B: {type: contact, at: box.B, road: floor, stiffness: 50 kN/m, damping: 200, friction: 0.5}\n"
    "  drive: {type: torque, joint: rail, value: '20*push + 2*count - 3*latch*cart.vx + filter - "
    "5*subsystem.control.brake_left'}\n"
    "initial: {keep: {box.position: [0, 0, 0.3], box.velocity: [2, 0.5, -1], box.omega: [3, 5, 1], cart.vx: 1, "
    "joint.hinge.angle: 0.8}}\n"
    "simulate: {until: 0.4, step: 2 ms, tolerance: 1e-6}\n"
    "outputs: [cart.x, joint.hinge.angle, count, latch, filter, box.position, subsystem.control.brake_left]\n";

static const char stopping[] =
    "{jounce: 1, space: plane, gravity: [0, -10], bodies: {a: {mass: 1, inertia: 1}}, inputs: {wind: 0},"
    " forces: {f: {type: point-force, at: a, value: [wind, 0]}},"
    " events: {below: {when: a.y + 1}, landed: {when: a.y + 2, stop: true}}, outputs: [a.y], simulate: {until: 9}}";

static jn_model *read_text(const char *text) {
  return jn_model_read_text(NULL, "model", text, strlen(text), NULL, 0, NULL);
}

static jn_session *new_session(const jn_model *model, const char *formulation, const char *integrator) {
  jn_choices choices = *jn_model_choices((jn_model *)model);
  jn_run_options options = jn_run_options_default();
  jn_report *report = jn_report_new(NULL);
  snprintf(choices.formulation, sizeof choices.formulation, "%s", formulation);
  snprintf(choices.integrator, sizeof choices.integrator, "%s", integrator);
  if (strcmp(integrator, "auto") != 0 && !jn_integrator_is_fixed(integrator)) choices.step = 0;
  options.choices = &choices;
  jn_session *s = jn_session_new(model, &options, report);
  for (int i = 0; !s && i < jn_report_size(report); i++) puts(jn_report_get(report, i)->what);
  jn_report_free(report);
  return s;
}

static bool same_state(jn_session *a, const double *state) {
  return memcmp(jn_session_state(a), state, (size_t)jn_session_nstate(a) * sizeof *state) == 0;
}

static bool same(jn_session *a, jn_session *b) {
  return same_state(a, jn_session_state(b)) &&
         memcmp(jn_session_outputs(a), jn_session_outputs(b), (size_t)jn_session_noutputs(a) * sizeof(double)) == 0 &&
         memcmp(jn_session_poses(a), jn_session_poses(b), (size_t)jn_session_nbodies(a) * JN_POSE * sizeof(double)) ==
             0;
}

// ---- every moment ---------------------------------------------------------------------------------------------------

enum { MOST_STEPS = 4000, MOST_STATE = 96, AHEAD = 3 };

// What the program does to a session before step k.
static void act(jn_session *s, int k) {
  if (k % 40 == 17) jn_session_hold(s, 0, 0.3 * (k % 7) - 0.5);
  if (k % 40 == 33) jn_session_hold(s, 0, NAN);
  if (k == 50) jn_session_hold(s, 1, 0.5);
}

static void step(jn_session *s, int k, double until) {
  act(s, k);
  CHECK(jn_session_step(s, until) == JN_OK);
}

typedef struct {
  double states[MOST_STEPS][MOST_STATE];
  int n;
  int happened[JN_NEVENT_KINDS];
} way;

static void count_event(void *context, const jn_run_event *event) { ((way *)context)->happened[event->kind]++; }

// The way of a session that nobody saves.
static void go_undisturbed(jn_session *s, double until, way *w) {
  jn_session_listen(s, count_event, w);
  for (w->n = 0; jn_session_time(s) < until && w->n < MOST_STEPS; w->n++) {
    step(s, w->n, until);
    memcpy(w->states[w->n], jn_session_state(s), (size_t)jn_session_nstate(s) * sizeof(double));
  }
  CHECK(w->n < MOST_STEPS && w->happened[JN_EVENT_CONTACT] >= 4 && w->happened[JN_EVENT_MODEL] >= 6);
  CHECK(w->happened[JN_EVENT_SAMPLE] >= 12);
}

// At moment k: the session, one that loads its bytes, now and then a clone, all go on alike; the first goes back.
static void check_moment(jn_session *s, jn_session *other, int k, double until, const way *undisturbed) {
  static unsigned char bytes[1 << 16];
  size_t size = jn_session_save_size(s);
  CHECK(size <= sizeof bytes && jn_session_save(s, bytes) == JN_OK);
  jn_session *clone = k % 2 == 0 ? jn_session_clone(s, NULL) : NULL;
  CHECK(k % 2 != 0 || clone);
  CHECK(jn_session_load(other, bytes, size, NULL) == JN_OK && same(other, s));
  for (int i = 0; i < AHEAD && jn_session_time(s) < until; i++) {
    step(s, k + 1 + i, until);
    step(other, k + 1 + i, until);
    CHECK(same(other, s));
    if (clone) step(clone, k + 1 + i, until);
    CHECK(!clone || same(clone, s));
    if (undisturbed) CHECK(same_state(s, undisturbed->states[k + 1 + i]));
  }
  jn_session_free(clone);
  CHECK(jn_session_load(s, bytes, size, NULL) == JN_OK);
}

// Methods whose history cannot be saved as it is: saving changes the steps that follow, here and where it is loaded.
static bool begins_anew(const char *integrator) {
  static const char *const names[] = {"adams", "bdf", "ida", "trapezoidal", "newmark", "hht", "generalized-alpha"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (strcmp(names[i], integrator) == 0) return true;
  return false;
}

static void check_method(const jn_model *model, const char *formulation, const char *integrator) {
  static way w;
  const double until = 0.4;
  jn_session *s = new_session(model, formulation, integrator), *other = new_session(model, formulation, integrator);
  int before = check_failures;
  CHECK(s && other && jn_session_nstate(s) <= MOST_STATE);
  memset(&w, 0, sizeof w);
  if (s) go_undisturbed(s, until, &w);
  bool anew = s && begins_anew(jn_run_summary(jn_session_run(s))->choices.integrator);
  jn_session_listen(s, NULL, NULL);
  CHECK(jn_session_restart(s, NULL) == JN_OK);
  jn_session_hold(s, 0, NAN);
  jn_session_hold(s, 1, NAN);
  CHECK(jn_session_restart(s, NULL) == JN_OK);
  for (int k = 0; jn_session_time(s) < until && k < MOST_STEPS; k++) {
    step(s, k, until);
    if (!anew) CHECK(same_state(s, w.states[k]));
    if (k % (LIGHT ? 31 : w.n < 300 ? 5 : 13) == 0) check_moment(s, other, k, until, anew ? NULL : &w);
    if (check_failures > before) break;
  }
  if (check_failures > before) printf("  %s, %s at t = %g s\n", formulation, integrator, jn_session_time(s));
  jn_session_free(s);
  jn_session_free(other);
}

static void test_every_moment(void) {
  jn_model *model = read_text(moments);
  CHECK(model != NULL);
  int n = 0;
  for (int i = 0; jn_integrator_name(i); i++) {
    if (!jn_integrator_is_built(jn_integrator_name(i))) continue;
    check_method(model, "auto", jn_integrator_name(i));
    n++;
  }
  CHECK(n >= 8);
  check_method(model, "multipliers", "dopri5");
  check_method(model, "index3-projected", "auto");
  jn_model_free(model);
}

// ---- the same as a run ----------------------------------------------------------------------------------------------

static void test_steps_of_a_run(void) {
  jn_model *model = read_text(moments);
  jn_run *run = jn_run_new(model, NULL, NULL);
  jn_session *s = jn_session_new(model, NULL, NULL);
  CHECK(run && s && jn_run_execute(run, NULL) == JN_OK && jn_session_step_to(s, 0.4) == JN_OK);
  CHECK(jn_run_summary(run)->state_hash == jn_run_summary(jn_session_run(s))->state_hash);
  CHECK(jn_session_time(s) == 0.4 && jn_session_step_to(s, 0.4) == JN_OK);
  CHECK(jn_session_step_to(s, 0.3) == JN_BAD_ARGUMENT && jn_session_step_to(s, NAN) == JN_BAD_ARGUMENT);
  CHECK(jn_session_step_to(s, INFINITY) == JN_BAD_ARGUMENT && jn_session_step(s, 0.4) == JN_BAD_ARGUMENT);
  CHECK(*jn_run_summary(jn_session_run(s))->why && jn_session_step(s, 0.41) == JN_OK);
  jn_run_free(run);
  jn_session_free(s);
  jn_model_free(model);
}

static void test_inputs(void) {
  jn_model *model = read_text(moments);
  jn_session *s = jn_session_new(model, NULL, NULL);
  CHECK(jn_session_ninputs(s) == 2 && strcmp(jn_session_input_name(s, 1), "brake") == 0);
  CHECK(jn_session_input_find(s, "push") == 0 && jn_session_input_find(s, "pull") == -1);
  CHECK(isnan(jn_session_held(s, 0)) && jn_session_hold(s, 0, 2) == JN_OK && jn_session_held(s, 0) == 2);
  CHECK(jn_session_hold(s, 0, INFINITY) == JN_BAD_ARGUMENT && jn_session_held(s, 0) == 2);
  CHECK(jn_session_hold(s, 0, NAN) == JN_OK && isnan(jn_session_held(s, 0)));
  jn_session_free(s);
  jn_model_free(model);
}

// ---- what is seen ---------------------------------------------------------------------------------------------------

static void turn(const double *q, const double *p, double *out) {  // R(q) p by t = 2 q x p, p + w t + q x t
  double t[3];
  for (int i = 0; i < 3; i++) t[i] = 2 * (q[1 + (i + 1) % 3] * p[(i + 2) % 3] - q[1 + (i + 2) % 3] * p[(i + 1) % 3]);
  for (int i = 0; i < 3; i++)
    out[i] = p[i] + q[0] * t[i] + q[1 + (i + 1) % 3] * t[(i + 2) % 3] - q[1 + (i + 2) % 3] * t[(i + 1) % 3];
}

static void test_poses(void) {
  static const char *const probes[] = {"box.qw", "box.qx", "box.qy", "box.qz", "box.A.position", "arm.position"};
  jn_model *model = read_text(moments);
  jn_run_options options = jn_run_options_default();
  options.probes = probes;
  options.nprobes = 6;
  jn_session *s = jn_session_new(model, &options, NULL);
  CHECK(s && jn_session_step_to(s, 0.2) == JN_OK && jn_session_nbodies(s) == 4);
  CHECK(strcmp(jn_session_body_name(s, 0), "ground") == 0 && strcmp(jn_session_body_name(s, 3), "arm") == 0);
  int q = jn_session_output_find(s, "box.qw"), A = jn_session_output_find(s, "box.A.x");
  int box = jn_session_output_find(s, "box.x"), arm = jn_session_output_find(s, "arm.x");
  CHECK(q > 0 && A > 0 && box > 0 && arm > 0 && jn_session_output_find(s, "box.w") == -1);
  CHECK(strcmp(jn_session_output_name(s, q), "box.qw") == 0 && strcmp(jn_session_output_unit(s, A), "m") == 0);
  const double *y = jn_session_outputs(s), *pose = jn_session_poses(s) + JN_POSE, point[] = {0.2, 0.1, -0.1};
  double arm_of_A[3], sign = y[q] * pose[3] > 0 ? 1 : -1;
  turn(pose + 3, point, arm_of_A);
  for (int i = 0; i < 3; i++) {
    CHECK_NEAR(pose[i], y[box + i], 1e-14);
    CHECK_NEAR(pose[i] + arm_of_A[i], y[A + i], 1e-13);
    CHECK_NEAR(pose[2 * JN_POSE + i], y[arm + i], 1e-14);
  }
  for (int i = 0; i < 4; i++) CHECK_NEAR(sign * pose[3 + i], y[q + i], 1e-13);
  const double *ground = jn_session_poses(s);
  for (int i = 0; i < JN_POSE; i++) CHECK(ground[i] == (i == 3));
  jn_session_free(s);
  jn_model_free(model);
}

// Looking at outputs and poses does not change the motion.
static void test_looking(void) {
  jn_model *model = read_text(moments);
  jn_session *s = jn_session_new(model, NULL, NULL), *seen = jn_session_new(model, NULL, NULL);
  for (int k = 1; k <= 100; k++) {
    CHECK(jn_session_step_to(s, 0.004 * k) == JN_OK && jn_session_step_to(seen, 0.004 * k) == JN_OK);
    jn_session_poses(seen);
    jn_session_outputs(seen);
    jn_session_state(seen);
    jn_session_poses(seen);
  }
  CHECK(same(s, seen));
  jn_session_free(s);
  jn_session_free(seen);
  jn_model_free(model);
}

// ---- events ---------------------------------------------------------------------------------------------------------

typedef struct {
  jn_run_event events[8];
  int n;
} heard;

static void hear(void *context, const jn_run_event *event) {
  heard *h = context;
  if (h->n < 8) h->events[h->n] = *event;
  h->n++;
}

// A fall by 10 m/s^2 passes 1 m at sqrt(0.2) s and is stopped at 2 m.
static void test_events(void) {
  jn_model *model = read_text(stopping);
  jn_run_options options = jn_run_options_default();
  heard h = {.n = 0};
  options.event = hear;
  options.event_context = &h;
  jn_session *s = jn_session_new(model, &options, NULL);
  CHECK(jn_session_step_to(s, 0.3) == JN_OK && h.n == 0);
  CHECK(jn_session_step_to(s, 5) == JN_OK && h.n == 2 && jn_session_stopped(s));
  CHECK(strcmp(h.events[0].name, "below") == 0 && h.events[0].kind == JN_EVENT_MODEL && h.events[0].index == 0);
  CHECK(strcmp(h.events[1].name, "landed") == 0 && h.events[1].index == 1);
  CHECK_NEAR(h.events[0].time, sqrt(0.2), 1e-9);
  CHECK_NEAR(h.events[1].time, sqrt(0.4), 1e-9);
  CHECK_NEAR(jn_session_time(s), sqrt(0.4), 1e-9);
  CHECK(jn_session_step_to(s, 6) == JN_OK && jn_session_step(s, 6) == JN_BAD_ARGUMENT);
  jn_session_listen(s, NULL, NULL);
  CHECK(jn_session_restart(s, NULL) == JN_OK && jn_session_time(s) == 0 && !jn_session_stopped(s));
  CHECK(jn_session_step_to(s, 5) == JN_OK && jn_session_stopped(s) && h.n == 2);
  jn_session_free(s);
  jn_model_free(model);
}

// A session that has stopped is so where it is loaded, and a clone of it.
static void test_stopped_is_saved(void) {
  jn_model *model = read_text(stopping);
  jn_session *s = jn_session_new(model, NULL, NULL), *other = jn_session_new(model, NULL, NULL);
  size_t size = jn_session_save_size(s);
  void *before = malloc(size), *after = malloc(size);
  CHECK(jn_session_step_to(s, 0.5) == JN_OK && jn_session_save(s, before) == JN_OK);
  CHECK(jn_session_step_to(s, 5) == JN_OK && jn_session_save(s, after) == JN_OK);
  CHECK(jn_session_load(other, after, size, NULL) == JN_OK && jn_session_stopped(other));
  CHECK(strcmp(jn_run_summary(jn_session_run(other))->stopped_by, "landed") == 0);
  jn_session *clone = jn_session_clone(s, NULL);
  CHECK(clone && jn_session_stopped(clone));
  CHECK(jn_session_load(other, before, size, NULL) == JN_OK && !jn_session_stopped(other));
  CHECK(jn_session_step_to(other, 5) == JN_OK && same(other, s));
  free(before);
  free(after);
  jn_session_free(s);
  jn_session_free(other);
  jn_session_free(clone);
  jn_model_free(model);
}

// ---- clones ---------------------------------------------------------------------------------------------------------

// A clone of a clone goes on when the others are gone, in any order.
static void test_clones_outlive(void) {
  jn_model *model = read_text(moments);
  for (int first = 0; first < 3; first++) {
    jn_session *s[3] = {jn_session_new(model, NULL, NULL)};
    CHECK(jn_session_hold(s[0], 0, 0.5) == JN_OK && jn_session_step_to(s[0], 0.1) == JN_OK);
    s[1] = jn_session_clone(s[0], NULL);
    s[2] = s[1] ? jn_session_clone(s[1], NULL) : NULL;
    CHECK(s[1] && s[2] && jn_session_held(s[2], 0) == 0.5 && jn_session_noutputs(s[2]) == jn_session_noutputs(s[0]));
    double end[MOST_STATE];
    for (int i = 0; i < 3; i++) {
      jn_session *now = s[(first + i) % 3];
      CHECK(jn_session_step_to(now, 0.3) == JN_OK);
      if (i == 0) memcpy(end, jn_session_state(now), (size_t)jn_session_nstate(now) * sizeof *end);
      CHECK(same_state(now, end) && jn_session_restart(now, NULL) == JN_OK && jn_session_step_to(now, 0.1) == JN_OK);
      jn_session_free(now);
    }
  }
  jn_model_free(model);
}

// ---- bytes of strangers ---------------------------------------------------------------------------------------------

// Refused with a sentence, and nothing has changed.
static void check_refused(jn_session *s, const void *bytes, size_t size, const char *words) {
  double before[MOST_STATE], held = jn_session_held(s, 0);
  jn_report *report = jn_report_new(NULL);
  memcpy(before, jn_session_state(s), (size_t)jn_session_nstate(s) * sizeof *before);
  jn_status status = jn_session_load(s, bytes, size, report);
  CHECK(status == JN_BAD_ARGUMENT || status == JN_REFUSED);
  bool said = jn_report_size(report) == 1 && strstr(jn_report_get(report, 0)->what, words);
  CHECK(said);
  if (!said && jn_report_size(report) > 0) puts(jn_report_get(report, 0)->what);
  CHECK(same_state(s, before) && jn_session_held(s, 0) == held);
  CHECK(jn_session_step(s, jn_session_time(s) + 1e-3) == JN_OK);
  jn_report_free(report);
}

static void check_edited(jn_session *s, const double *saved, size_t size, int at, double value, const char *words) {
  double *copy = malloc(size);
  memcpy(copy, saved, size);
  copy[at] = value;
  check_refused(s, copy, size, words);
  free(copy);
}

static void test_strange_bytes(void) {
  jn_model *model = read_text(moments), *small = read_text(stopping);
  jn_session *s = jn_session_new(model, NULL, NULL), *other = jn_session_new(small, NULL, NULL);
  jn_session *euler = new_session(model, "auto", "euler");
  size_t size = jn_session_save_size(s), less = jn_session_save_size(other);
  double *bytes = malloc(size), *few = malloc(less);
  CHECK(jn_session_hold(s, 0, 0.25) == JN_OK && jn_session_step_to(s, 0.1) == JN_OK);
  CHECK(jn_session_hold(other, 0, 0.5) == JN_OK && jn_session_hold(euler, 0, 0.5) == JN_OK);
  CHECK(jn_session_save(s, bytes) == JN_OK && jn_session_save(other, few) == JN_OK);
  check_refused(other, bytes, size, "belongs to another model");
  check_refused(s, few, less, "belongs to another model");
  check_refused(euler, bytes, size, "was written with");
  for (size_t cut = 0; cut < size; cut += cut < 800 ? 1 : 31)
    check_refused(s, bytes, cut, cut % 8 == 0 && cut < 40 ? "not a saved session" : "damaged");
  static const double wild[] = {NAN, INFINITY, -INFINITY, 1e300, -1e300, -1, 0.5, 3e9, 1e15};
  for (size_t i = 0; i < sizeof wild / sizeof *wild; i++) {
    check_edited(s, bytes, size, 0, wild[i], "not a saved session");
    check_edited(s, bytes, size, 1, wild[i], "another version");
    check_edited(s, bytes, size, 2, wild[i], "damaged");
    if (wild[i] != 0.5) check_edited(s, bytes, size, 3, wild[i], "damaged");  // it would be no checkpoint
    if (wild[i] != -1) check_edited(s, bytes, size, 4, wild[i], "damaged");
  }
  check_edited(s, bytes, size, 3, 1, "not a checkpoint");
  check_edited(s, bytes, size, 4, 2, "damaged");  // there are two events
  check_edited(s, bytes, size, 5, INFINITY, "damaged");
  unsigned char *odd = malloc(size + 1);  // bytes may lie anywhere
  memcpy(odd + 1, bytes, size);
  CHECK(jn_session_load(s, odd + 1, size, NULL) == JN_OK && jn_session_time(s) == 0.1);
  free(odd);
  free(bytes);
  free(few);
  jn_session_free(s);
  jn_session_free(other);
  jn_session_free(euler);
  jn_model_free(model);
  jn_model_free(small);
}

// Every number of a saved session becomes another one. The session is refused or goes on to wherever that leads; states
// of the controller are indices of its arrays.
static void test_strange_numbers(void) {
  static const double wild[] = {1e5, -7, 1e15};
  jn_model *model = read_text(moments);
  jn_session *s = jn_session_new(model, NULL, NULL), *other = jn_session_new(model, NULL, NULL);
  size_t size = jn_session_save_size(s), n = size / sizeof(double);
  double *bytes = malloc(size), *copy = malloc(size);
  int refused = 0;
  CHECK(jn_session_step_to(s, 0.1) == JN_OK && jn_session_save(s, bytes) == JN_OK);
  for (size_t k = 0; k < n; k++)
    for (size_t i = 0; i < sizeof wild / sizeof *wild; i++) {
      memcpy(copy, bytes, size);
      copy[k] = wild[i];
      jn_status status = jn_session_load(other, copy, size, NULL);
      for (int step = 0; step < 20 && status == JN_OK; step++) status = jn_session_step(other, 0.2);
      refused += status != JN_OK;
    }
  CHECK(refused > 0);
  free(bytes);
  free(copy);
  jn_session_free(s);
  jn_session_free(other);
  jn_model_free(model);
}

// ---- memory ---------------------------------------------------------------------------------------------------------

static bool whole_way(const jn_model *model, double *end) {
  jn_report *report = jn_report_new(NULL);
  jn_session *s = jn_session_new(model, NULL, report), *clone = NULL;
  bool good = s && jn_session_hold(s, 0, 0.5) == JN_OK && jn_session_step_to(s, 0.01) == JN_OK;
  if (good) clone = jn_session_clone(s, report);
  CHECK(clone || jn_report_count(report, JN_FAULT) > 0);
  if (clone && jn_session_step_to(clone, 0.02) == JN_OK) *end = jn_session_outputs(clone)[0];
  CHECK(!s || (jn_session_step_to(s, 0.02) == JN_OK && (!clone || same(s, clone))));  // the first is as it was
  jn_session_free(s);
  jn_session_free(clone);
  jn_report_free(report);
  return clone != NULL;
}

static void test_every_allocation_failed_in_turn(void) {
  memory_count d = {0};
  jn_alloc alloc = {counted_resize, &d};
  jn_model *model = jn_model_read_text(&alloc, "model", moments, strlen(moments), NULL, 0, NULL);
  long live = d.live;
  double right = NAN, end = NAN;
  d.calls = 0;
  CHECK(whole_way(model, &right) && d.live == live);
  long all = d.calls;
  CHECK(all > 50);
  for (int once = 0; once < 2; once++)
    for (long k = 1; k <= all; k += LIGHT ? 7 : 1) {
      d = (memory_count){.fail_at = k, .once = once, .live = live};
      bool done = whole_way(model, &end);
      CHECK(d.live == live && (!done || (once && fabs(end - right) < 1e-9)));
    }
  d = (memory_count){.live = live};
  jn_session *s = jn_session_new(model, NULL, NULL);
  void *bytes = malloc(jn_session_save_size(s));
  long before = d.calls;
  for (int k = 1; k <= 50; k++) {
    CHECK(jn_session_hold(s, 0, 0.1 * k) == JN_OK && jn_session_step_to(s, 0.004 * k) == JN_OK);
    jn_session_poses(s);
    jn_session_outputs(s);
    CHECK(jn_session_save(s, bytes) == JN_OK && jn_session_load(s, bytes, jn_session_save_size(s), NULL) == JN_OK);
  }
  CHECK(jn_session_restart(s, NULL) == JN_OK && d.calls == before);
  free(bytes);
  jn_session_free(s);
  jn_model_free(model);
  CHECK(d.live == 0);
}

// ---- misuse ---------------------------------------------------------------------------------------------------------

static jn_session *victim;
static void hold_below(void) { jn_session_hold(victim, -1, 0); }
static void hold_beyond(void) { jn_session_hold(victim, 2, 0); }
static void held_beyond(void) { (void)jn_session_held(victim, 2); }
static void input_beyond(void) { (void)jn_session_input_name(victim, 2); }
static void output_beyond(void) { (void)jn_session_output_name(victim, 99); }
static void unit_below(void) { (void)jn_session_output_unit(victim, -1); }
static void body_beyond(void) { (void)jn_session_body_name(victim, 4); }
static void no_bytes(void) { (void)jn_session_load(victim, NULL, 8, NULL); }
static void no_room(void) { (void)jn_session_save(victim, NULL); }
static void no_name(void) { (void)jn_session_output_find(victim, NULL); }

static void check_ends(void (*call)(void)) {
  int status = 0;
  fflush(stdout);
  pid_t child = fork();
  if (child == 0) {
    fclose(stderr);
    call();
    _exit(0);
  }
  CHECK(waitpid(child, &status, 0) == child && WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}

static void test_misuse(void) {
  static void (*const calls[])(void) = {hold_below, hold_beyond, held_beyond, input_beyond, output_beyond,
                                        unit_below, body_beyond, no_bytes,    no_room,      no_name};
  jn_model *model = read_text(moments);
  victim = jn_session_new(model, NULL, NULL);
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) check_ends(calls[i]);
  double bad[MOST_STATE] = {NAN};
  CHECK(jn_session_restart(victim, bad) == JN_BAD_ARGUMENT && jn_session_step_to(victim, 0.1) == JN_OK);
  victim = jn_session_free(victim);
  jn_choices choices = *jn_model_choices(model);
  jn_run_options options = jn_run_options_default();
  jn_report *report = jn_report_new(NULL);
  snprintf(choices.integrator, sizeof choices.integrator, "no-such");
  options.choices = &choices;
  CHECK(!jn_session_new(model, &options, report) && jn_report_count(report, JN_FAULT) > 0);
  jn_report_free(report);
  jn_model_free(model);
}

int main(void) {
  test_every_moment();
  test_steps_of_a_run();
  test_inputs();
  test_poses();
  test_looking();
  test_events();
  test_stopped_is_saved();
  test_clones_outlive();
  test_strange_bytes();
  test_strange_numbers();
  test_every_allocation_failed_in_turn();
  test_misuse();
  return check_report();
}
