// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_vehicle_steps.c - how long a step may be on a vehicle that hits its stops: linearly implicit methods against the
// others. bench/steps_bench.c has the whole table.
#include "check.h"
#include "compile/machine.h"
#include "program.h"

// Bumps of 0.15 m with stops that are nearer than the vehicle has them.
static const jn_setting settings[] = {{"roads.road1.height", "0.15"},
                                      {"parts.corner.parameters.bump_length", "0.24"},
                                      {"parts.corner.parameters.travel", "=if(rear, 0.315, 0.275) - 0.24"}};
static const char *const outputs[] = {"chassis.x", "chassis.y", "chassis.z", "force.fl.stop.value"};
static const double until = 3, apart = 0.05;
enum { PLACES = 3, OUTPUTS = 4, SAMPLES = 60 };

typedef struct {
  int n;  // samples; fewer: a step failed
  double place[SAMPLES][PLACES];
  double stop;  // largest force
} track;

static void look(jni_machine *m, bool sample, track *t) {
  double out[OUTPUTS];
  jni_machine_outputs(m, out);
  t->stop = fmax(t->stop, fabs(out[PLACES]));
  if (sample) memcpy(t->place[t->n++], out, sizeof t->place[0]);
}

static track drive(const char *name, double h) {
  const jni_step_method *method = jni_step_method_find(name);
  const compiled_def def = {.newton = 1,
                            .fused = true,
                            .implicit = {.extent = method->implicit, .h = h},
                            .outputs = outputs,
                            .noutputs = OUTPUTS};
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(NULL, JOUNCE_SOURCE_DIR "/models/vehicles/hmmwv-bumps.yaml", settings,
                                  sizeof settings / sizeof *settings, report);
  compiled c = compiled_of(model, &def, report);
  const jni_machine_def machine = {.program = c.program, .method = method, .h = h};
  jni_machine *m = c.program ? jni_machine_new(NULL, &machine) : NULL;
  track t = {0};
  int each = (int)lround(apart / h);
  CHECK(m);
  for (int i = 1; m && i <= lround(until / h) && jni_machine_step(m) == JN_OK; i++)
    if (i % 5 == 0 || i % each == 0) look(m, i % each == 0, &t);
  jni_machine_free(m);
  compiled_free(&c);
  return t;
}

// Largest distance of the chassis from the reference; infinite: a step failed.
static double error_of(const track *reference, const char *name, double h) {
  track t = drive(name, h);
  double worst = t.n < SAMPLES ? HUGE_VAL : 0;
  for (int k = 0; k < t.n; k++) {
    double square = 0;
    for (int i = 0; i < PLACES; i++) square += pow(t.place[k][i] - reference->place[k][i], 2);
    worst = fmax(worst, sqrt(square));
  }
  if (getenv("VERBOSE")) printf("%s %g ms: %g m\n", name, 1e3 * h, worst);
  return worst;
}

int main(void) {
  track reference = drive("rk4", 0.5e-3);
  CHECK(reference.n == SAMPLES && reference.stop > 20e3);
  CHECK(error_of(&reference, "rosenbrock", 10e-3) < 0.05);
  CHECK(error_of(&reference, "euler", 10e-3) > 0.2);
  CHECK(error_of(&reference, "split", 2e-3) < error_of(&reference, "euler", 0.5e-3));
  return check_report();
}
