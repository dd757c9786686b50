// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_compiled_runs.c - runs by code whose events are at the ends of steps, where a step is code alone: turns and
// loads of joints are those of the program, to the last bit; events happen, are counted and end the run as without
// code; rows have no part in the motion, nor have checkpoints; one evaluation is made for each that the method asks
// for; the books are kept where rows are.
#include "check.h"
#include "compile/machine.h"
#include "compile/run/compiled.h"
#include "recorder.h"
#include "simulate/run.h"

#define LOOP                                                                            \
  "jounce: 1\nspace: plane\ngravity: [0, -9.81]\n"                                      \
  "bodies:\n"                                                                           \
  "  crank: {mass: 3, inertia: 0.1, com: [0.2, 0], points: {O: [0, 0], A: [0.4, 0]}}\n" \
  "  rod: {mass: 2, inertia: 0.2, com: [0.5, 0], points: {A: [0, 0], B: [1, 0]}}\n"     \
  "  slider: {mass: 4, inertia: 1, points: {B: [0, 0]}}\n"                              \
  "joints:\n"                                                                           \
  "  O: {type: revolute, between: [ground, crank.O]}\n"                                 \
  "  A: {type: revolute, between: [crank.A, rod.A]}\n"                                  \
  "  B: {type: revolute, between: [rod.B, slider.B]}\n"                                 \
  "  rail: {type: prismatic, between: [ground, slider], axis: x}\n"                     \
  "initial: {keep: {crank.angle: 40 deg, crank.rate: 12}, guess: {slider.x: 1.2}}\n"    \
  "outputs: [crank.angle, slider.x, slider.vx]\n"

// Friction by the load of a pin: what is noted at every end has a part in the motion.
static const char rubs[] =
    LOOP "forces: {pin: {type: friction, joint: O, kinetic: '0.1*0.05*joint.O.load', stiffness: 1e3 N m/rad}}\n";

// Events by values, one of them in one direction, and by times that are off the steps.
static const char kicks[] = LOOP
    "discrete: {passed: 0, fallen: 0, ticks: 0}\n"
    "forces: {kick: {type: torque, joint: O, value: '0.5*passed + 0.2*ticks'}}\n"
    "events:\n"
    "  pass: {when: 'sin(crank.angle)', set: {passed: 'passed + 1'}}\n"
    "  fall: {when: 'cos(crank.angle)', direction: falling, set: {fallen: 'fallen + 1'}}\n"
    "  tick: {at: 0.1234, every: 0.3, set: {ticks: 'ticks + 1'}}\n";
static const char stops[] = LOOP "events: {far: {when: 'crank.angle - 9', stop: true}}\n";

typedef struct {
  jn_model *model;
  jn_report *report;
  recorder record;
  jn_run *run;
} part;

static part part_of(const char *text, const char *formulation, double output, const double *block, int n) {
  part p = {.model = model_of(NULL, text), .report = jn_report_new(NULL)};
  jn_choices choices = *jn_model_choices(p.model);
  jn_run_options options = jn_run_options_default();
  recorder_init(&p.record);
  snprintf(choices.formulation, sizeof choices.formulation, "%s", formulation);
  snprintf(choices.coordinates, sizeof choices.coordinates, "joint");
  snprintf(choices.integrator, sizeof choices.integrator, "euler");
  choices.locate_roots = false;
  choices.step = 1e-3;
  choices.until = 2;
  choices.output_step = output;
  choices.checkpoint_step = 0.5;
  options.choices = &choices;
  options.resume = block;
  options.nresume = n;
  p.run = jn_run_new(p.model, &options, p.report);
  return p;
}

// The recorder stays where it is while the run goes on.
static void go(part *p) {
  jn_sink *sinks[] = {&p->record.sink};
  p->record.sink.self = &p->record;
  p->run->options.sinks = sinks;
  p->run->options.nsinks = 1;
  jn_status status = jn_run_execute(p->run, p->report);
  CHECK(status == JN_OK);
  if (status != JN_OK) printf("%s\n", jn_run_summary(p->run)->why);
}

static void part_free(part *p) {
  jn_run_free(p->run);
  jn_model_free(p->model);
  jn_report_free(p->report);
  recorder_clear(&p->record);
}

// ---- the program's own steps ----------------------------------------------------------------------------------------

static void check_bits(void) {
  part p = part_of(rubs, "compiled", 0.0137, NULL, 0);
  const jni_compiled *c = p.run->formulation->ode.self;
  const jni_program_sizes *n = &c->program->sizes;
  const jni_machine_def def = {.program = c->program, .method = jni_step_method_find("euler"), .h = 1e-3};
  jni_machine *m = jni_machine_new(NULL, &def);
  jni_compiled_load(c, 0, p.run->y, m->x);
  m->method->start(&m->step, m->x, m->workspace);
  go(&p);
  for (int i = 0; i < 2000; i++) CHECK(jni_machine_step(m) == JN_OK);
  const double *state = jn_run_state(p.run), *closed = jni_machine_rates(m);
  int moving = n->nq + n->nv, rest = n->nz + n->ns;
  CHECK(memcmp(state + 1, closed, (size_t)moving * sizeof *state) == 0);
  CHECK(n->ns > 0 && memcmp(state + 1 + moving, m->x + 1 + moving, (size_t)rest * sizeof *state) == 0);
  jni_machine_free(m);
  part_free(&p);
}

// ---- rows and checkpoints -------------------------------------------------------------------------------------------

static void check_rows(const char *text) {
  part often = part_of(text, "compiled", 1e-3, NULL, 0), seldom = part_of(text, "compiled", 0.0175, NULL, 0);
  go(&often);
  go(&seldom);
  const jn_summary *a = jn_run_summary(often.run), *b = jn_run_summary(seldom.run);
  CHECK(a->state_hash == b->state_hash && a->steps == b->steps && a->events == b->events);
  // on the steps both have the same rows; between them the cubic is as good as the steps
  CHECK(memcmp(recorder_at(&often.record, 35), recorder_at(&seldom.record, 2), 4 * sizeof(double)) == 0);
  double between = recorder_at(&seldom.record, 1)[2],
         about = 0.5 * (recorder_at(&often.record, 17)[2] + recorder_at(&often.record, 18)[2]);
  CHECK_NEAR(between, about, 1e-4);
  // what is seen seldom is no more than what is seen often
  CHECK(b->max_energy_error > 0 && b->max_energy_error <= a->max_energy_error);
  CHECK(b->max_velocity_violation <= a->max_velocity_violation);
  CHECK(a->monitored > a->steps - a->cuts && (double)b->monitored > 2 / 0.0175 && b->monitored < b->steps / 10);
  part_free(&often);
  part_free(&seldom);
}

static void check_continued(const char *text) {
  part whole = part_of(text, "compiled", 0.0175, NULL, 0);
  go(&whole);
  CHECK(whole.record.nblocks == 4);
  for (int k = 0; k < whole.record.nblocks; k++) {
    part rest = part_of(text, "compiled", 0.0175, whole.record.blocks[k], whole.record.nblock);
    CHECK(rest.run);
    go(&rest);
    const jn_summary *a = jn_run_summary(whole.run), *b = jn_run_summary(rest.run);
    CHECK(a->state_hash == b->state_hash && a->evaluations == b->evaluations && a->events == b->events);
    CHECK(a->max_energy_error == b->max_energy_error && a->max_position_violation == b->max_position_violation);
    int from = whole.record.rows_before[k], n = whole.record.nrows - from;
    CHECK(rest.record.nrows == n &&
          memcmp(recorder_at(&whole.record, from), recorder_at(&rest.record, 0), (size_t)n * 4 * sizeof(double)) == 0);
    part_free(&rest);
  }
  part_free(&whole);
}

// Semi-implicit Euler asks once a step; a row between steps asks twice more.
static void check_evaluations(void) {
  part p = part_of(rubs, "compiled", 0.05, NULL, 0);
  go(&p);
  const jn_summary *s = jn_run_summary(p.run);
  CHECK(s->steps == 2000 && s->evaluations >= s->steps && s->evaluations < s->steps + 50);
  part_free(&p);
}

// ---- events ---------------------------------------------------------------------------------------------------------

static const double *discretes(part *p) { return jn_state_s(p->run->system, (double *)jn_run_state(p->run)); }

static void check_events(void) {
  part code = part_of(kicks, "compiled", 0.05, NULL, 0), engine = part_of(kicks, "reduced", 0.05, NULL, 0);
  go(&code);
  go(&engine);
  const double *a = discretes(&code), *b = discretes(&engine);
  CHECK(a[0] == b[0] && a[0] >= 4 && a[1] == b[1] && a[1] >= 2 && a[2] == b[2] && a[2] == 7);
  CHECK(jn_run_summary(code.run)->events == jn_run_summary(engine.run)->events);
  // the engine ends steps at the times of events, code ends them on its grid
  CHECK(jn_run_summary(code.run)->cuts == 0 && jn_run_summary(engine.run)->cuts == 7);
  part_free(&code);
  part_free(&engine);
}

static void check_stop(void) {
  part code = part_of(stops, "compiled", 0.05, NULL, 0), engine = part_of(stops, "reduced", 0.05, NULL, 0);
  go(&code);
  go(&engine);
  CHECK(jn_run_stopped(code.run) && jn_run_state(code.run)[0] == jn_run_state(engine.run)[0]);
  CHECK(strcmp(jn_run_summary(code.run)->stopped_by, "far") == 0);
  part_free(&code);
  part_free(&engine);
}

int main(void) {
  check_bits();
  check_rows(rubs);
  check_rows(kicks);
  check_continued(rubs);
  check_continued(kicks);
  check_evaluations();
  check_events();
  check_stop();
  return check_report();
}
