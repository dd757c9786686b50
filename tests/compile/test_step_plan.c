// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_step_plan.c - what a step leaves out of the results of a program is what it is said to be: coordinates and
// speeds as they were given, a bend of zero, states that no end of a step changes.
#include "check.h"
#include "compile/states/step_plan.h"
#include "program.h"
#include "symbolic/tape.h"

#define EXAMPLES JOUNCE_SOURCE_DIR "/models/examples/"

// An event changes one of two states, and one of two discrete ones; its side and the time are remembered.
static const char events[] =
    "jounce: 1\n"
    "name: events\n"
    "space: plane\n"
    "gravity: [0, -9.81]\n"
    "ground: {points: {O: [0, 0]}}\n"
    "bodies:\n"
    "  crank: {mass: 1, inertia: 0.1, points: {O: [0, 0], A: [0.5, 0]}}\n"
    "joints:\n"
    "  O: {type: revolute, between: [ground.O, crank.O]}\n"
    "inputs: {wave: 'sin(3*t)'}\n"
    "auxiliary: {x: {initial: 0.3, rate: '-x + wave'}, y: {initial: 0.2, rate: 'x'}}\n"
    "discrete: {n: 0, k: 0}\n"
    "events:\n"
    "  pass: {when: 'crank.angle - 0.7', set: {n: 'n + 1', y: '0.5*y'}}\n"
    "simulate: {until: 1, step: 0.01}\n";

static bool is_in(const int *list, int n, int number) {
  for (int i = 0; i < n; i++)
    if (list[i] == number) return true;
  return false;
}

static double *results(const compiled *c, const double *x, const jni_node *nodes, int n) {
  double *out = calloc((size_t)n + 1, sizeof *out);
  jni_tape *tape = jni_tape_new(c->program->g, jni_program_nvariables(&c->program->sizes), nodes, n);
  jni_tape_run(tape, x, out);
  jni_tape_free(tape);
  return out;
}

static void check_rates(const compiled *c, const double *x, const jni_step_plan *plan) {
  const jni_program *p = c->program;
  const jni_rates_layout at = jni_rates_at(&p->sizes);
  const jnk_step *s = &plan->step;
  double *all = results(c, x, p->rates, at.n), *read = results(c, x, plan->rates, s->at.n);
  for (int i = 0; i < s->at.n; i++) CHECK(memcmp(&read[i], &all[plan->taken[i]], sizeof *read) == 0);
  for (int i = 0; i < s->nq + s->nv; i++)
    if (!is_in(s->corrected, s->ncorrected, 1 + i)) CHECK(all[i] == x[1 + i]);
  for (int i = 0; i < s->nv; i++)
    if (!is_in(s->biased, s->nbiased, i)) CHECK(all[at.w + i] == 0);
  for (int i = 0; i < s->ncorrected; i++) CHECK(plan->taken[s->at.corrected + i] == s->corrected[i] - 1);
  for (int i = 0; i < s->nbiased; i++) CHECK(plan->taken[s->at.w + i] == at.w + s->biased[i]);
  CHECK(plan->taken[s->at.vdot] == at.vdot && plan->taken[s->at.pivot] == at.pivot);
  free(all);
  free(read);
}

static void check_finish(const compiled *c, const double *x, const jni_step_plan *plan) {
  const jni_program *p = c->program;
  const jni_finish_layout at = jni_finish_at(p->sizes.nz, p->sizes.ns, p->sizes.nm);
  const jnk_step *s = &plan->step;
  double *all = results(c, x, p->finish, at.n), *changed = results(c, x, plan->finish, s->nupdated + 1);
  for (int i = 0, k = 0; i < at.stop; i++) {
    int place = 1 + s->nq + s->nv + i + (i < at.m ? 0 : p->sizes.nu);
    if (is_in(s->updated, s->nupdated, place)) CHECK(changed[k++] == all[i]);
    else CHECK(all[i] == x[place]);
  }
  for (int i = 0; i < s->nupdated; i++) CHECK((i < s->njumping) == (s->updated[i] <= s->nq + s->nv + s->nz));
  CHECK(changed[s->nupdated] == all[at.stop]);
  free(all);
  free(changed);
}

typedef struct {
  const char *path;        // NULL: that with events
  bool loops;              // are there loops to close,
  int nupdated, njumping;  // and what do the ends of steps change
} expected;

static void check(const expected *e, const char *method) {
  const compiled_def def = {.newton = 1, .fused = true};
  jn_report *report = jn_report_new(NULL);
  compiled c = compiled_of(e->path ? jn_model_read(NULL, e->path, NULL, 0, report)
                                   : jn_model_read_text(NULL, "events", events, strlen(events), NULL, 0, report),
                           &def, report);
  jni_pool pool = {0};
  const jni_step_plan_def plan_def = {c.program, jni_step_method_find(method), 1e-3, 0};
  const jni_step_plan plan = jni_step_plan_of(&pool, &plan_def);
  const jnk_step *s = &plan.step;
  double *x = calloc((size_t)s->nvariables, sizeof *x);
  for (int i = 0; i < s->nvariables; i++) x[i] = c.program->nominal[i] + 0.01 * (i % 7);
  check_rates(&c, x, &plan);
  if (plan.finish) check_finish(&c, x, &plan);
  CHECK((plan.finish != NULL) == (e->nupdated > 0) && s->nupdated == e->nupdated && s->njumping == e->njumping);
  CHECK((s->ncorrected > 0) == e->loops && (s->nbiased > 0) == e->loops);
  CHECK(s->ncorrected <= s->nq + s->nv - 2 * s->nindependent && s->nbiased <= s->nv - s->nindependent);
  CHECK(s->at.vdot - s->at.qdot == (strcmp(method, "euler") == 0 ? 0 : s->nq));
  free(x);
  jni_pool_free(&pool);
  compiled_free(&c);
}

int main(void) {
  const expected list[] = {{EXAMPLES "pendulum.yaml", false, 0, 0},
                           {EXAMPLES "four-bar.yaml", true, 0, 0},
                           {EXAMPLES "slider-crank.yaml", true, 0, 0},
                           {NULL, false, 4, 1}};
  for (int i = 0; i < (int)(sizeof list / sizeof *list); i++) {
    check(&list[i], "euler");
    check(&list[i], "rk4");
  }
  return check_report();
}
