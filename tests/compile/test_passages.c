// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_passages.c - places where the independent variables of compiled code fail: every step that passes one has the
// status of it, and steps far from them have not. Code with a second set does not come near them. JOUNCE_LONG=1 takes a
// million steps, and every shipped model.
#include "check.h"
#include "compile/machine.h"
#include "folder.h"
#include "jounce/compile.h"
#include "program.h"
#include "simulate/compile/compile.h"

#define VERBOSE (getenv("VERBOSE") != NULL)
#define LONG (getenv("JOUNCE_LONG") != NULL)

static const char *const outputs[] = {"crank1.angle", "energy.error"};
enum { ANGLE, ENERGY, OUTPUTS };

// ---- change points of a parallelogram -------------------------------------------------------------------------------

typedef struct {
  int passages, missed, precomputed_report;
  double error;  // J, of the energy, largest
} account;

// A change point lies where the sine of the first crank's angle changes its sign.
static account follow(const char *method, double h, long steps) {
  const jni_step_method *steps_by = jni_step_method_find(method);
  const compiled_def def = {
      .fused = true, .implicit = {.extent = steps_by->implicit, .h = h}, .outputs = outputs, .noutputs = OUTPUTS};
  compiled c = compiled_new(MODELS "/examples/parallelogram-five-bars.yaml", &def);
  const jni_machine_def machine = {.program = c.program, .method = steps_by, .h = h};
  jni_machine *m = c.program ? jni_machine_new(NULL, &machine) : NULL;
  account a = {0};
  double y[OUTPUTS] = {0};
  CHECK(m);
  if (m) jni_machine_outputs(m, y);
  for (long i = 0; m && i < steps; i++) {
    double before = sin(y[ANGLE]);
    jn_status status = jni_machine_step(m);
    jni_machine_outputs(m, y);
    bool passes = before * sin(y[ANGLE]) < 0;
    a.passages += passes;
    a.missed += passes && status == JN_OK;
    a.precomputed_report += status == JN_SINGULAR;
    a.error = fmax(a.error, fabs(y[ENERGY]));
    if (status == JN_NOT_FINITE) break;
  }
  if (VERBOSE)
    printf("%s %g ms: %d passages, %d missed, %d steps told, energy off by %g J\n", method, 1e3 * h, a.passages,
           a.missed, a.precomputed_report, a.error);
  jni_machine_free(m);
  compiled_free(&c);
  return a;
}

static void check_parallelogram(const char *method, double h, long steps) {
  account a = follow(method, h, steps);
  CHECK(a.passages >= 8 && a.missed == 0);
  CHECK(a.precomputed_report >= a.passages && a.precomputed_report <= 12 * a.passages);
}

// ---- a variable that comes to its end -------------------------------------------------------------------------------

// A crank that turns, by the place of its slider: that stands still twice in a turn, where nothing follows from it.
static const char crank[] =
    "jounce: 1\nspace: plane\n"
    "bodies:\n"
    "  crank: {mass: 3, inertia: 0.5, com: [0.2, 0], points: {O: [0, 0], A: [0.4, 0]}}\n"
    "  rod: {mass: 2, inertia: 0.2, com: [0.5, 0], points: {A: [0, 0], B: [1, 0]}}\n"
    "  slider: {mass: 4, inertia: 1, points: {B: [0, 0]}}\n"
    "joints:\n"
    "  O: {type: revolute, between: [ground, crank.O]}\n"
    "  A: {type: revolute, between: [crank.A, rod.A]}\n"
    "  B: {type: revolute, between: [rod.B, slider.B]}\n"
    "  rail: {type: prismatic, between: [ground, slider], axis: x}\n"
    "initial: {keep: {crank.angle: 90 deg, crank.rate: 7}, guess: {slider.x: 0.9}}\n"
    "simulate: {formulation: reduced, independent: [joint.rail]}\n";
// Adds friction on the rail that is proportional to the load of its joint.
static const char friction[] =
    "forces: {slide: {type: torque, joint: rail, value: \"-0.02*joint.rail.load*tanh(joint.rail.rate/0.2)\"}}\n";

static void check_dead_centre(const char *method) {
  const double h = 1e-3, least = 1e-6;
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "crank.yaml", crank, sizeof crank - 1, NULL, 0, report);
  jn_choices choices = jn_choices_default();
  jn_run_options options = jn_run_options_default();
  if (model) choices = *jn_model_choices(model);
  snprintf(choices.coordinates, sizeof choices.coordinates, "joint");
  snprintf(choices.integrator, sizeof choices.integrator, "rk4");
  choices.step = h;
  options.choices = &choices;
  jn_run *run = model ? jn_run_new(model, &options, report) : NULL;
  double *variables = run ? start_variables(run) : NULL;
  const jni_program_def def = {.system = run ? jn_run_system(run) : NULL,
                               .reduced = run ? jn_run_reduced(run) : NULL,
                               .nominal = variables,
                               .fused = true};
  jni_program *program = def.reduced ? jni_program_new(NULL, &def, report) : NULL;
  const jni_machine_def machine = {
      .program = program, .method = jni_step_method_find(method), .h = h, .least_pivot = least};
  jni_machine *m = program ? jni_machine_new(NULL, &machine) : NULL;
  bool precomputed_report = false;
  int good = 0;
  CHECK(m);
  for (int i = 0; !m && i < jn_report_size(report); i++) printf("%s\n", jn_report_get(report, i)->what);
  for (int i = 0; m && i < 400 && !precomputed_report; i++) {
    precomputed_report = jni_machine_step(m) != JN_OK;
    good += !precomputed_report;
  }
  if (VERBOSE) printf("dead centre by %s: told after %d steps, pivot %g\n", method, good, m ? m->result.pivot : 0);
  // the dead centre is reached after about 180 steps
  CHECK(precomputed_report && good > 160 && good < 190);
  jni_machine_free(m);
  jni_program_free(program);
  free(variables);
  jn_run_free(run);
  jn_model_free(model);
  jn_report_free(report);
}

// Compiled, it has a second set of independent speeds, and changes to it in time; what needs none has none.
static void check_second_set(const char *method, double tolerance, const char *forces) {
  const double h = 1e-3;
  char text[sizeof crank + sizeof friction];
  snprintf(text, sizeof text, "%s%s", crank, forces);
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "crank.yaml", text, strlen(text), NULL, 0, report);
  jn_compile_options options = jn_compile_options_default();
  jn_choices choices = jn_choices_default();
  static const char *const energy[] = {"energy.error"};
  if (model) choices = *jn_model_choices(model);
  snprintf(choices.integrator, sizeof choices.integrator, "%s", method);
  choices.step = h;
  options.choices = &choices;
  options.outputs = energy;
  options.noutputs = 1;
  jn_compiled *code = model ? jn_compile(model, &options, report) : NULL;
  const jni_machine_def def = {.program = code ? code->program : NULL, .method = jni_step_method_find(method), .h = h};
  jni_machine *m = code ? jni_machine_new(NULL, &def) : NULL;
  double error = 0, before = 0, y[1];
  int changes = 0, precomputed_report = 0;
  CHECK(m && code->program->sizes.nsets == 2 && code->program->noutputs == 1);
  for (int i = 0; m && m->step.set > 0 && i < 3000; i++) {
    precomputed_report += jni_machine_step(m) != JN_OK;
    jni_machine_outputs(m, y);
    error = fmax(error, fabs(y[0]));
    changes += m->x[m->step.set] != before;
    before = m->x[m->step.set];
  }
  if (VERBOSE)
    printf("two sets by %s: %d changes, %d steps told, energy off by %g J\n", method, changes, precomputed_report,
           error);
  CHECK(precomputed_report == 0 && changes >= 1 && error > 0 && error < tolerance);
  jni_machine_free(m);
  jn_compiled_free(code);
  jn_model_free(model);
  jn_report_free(report);
}

static void check_one_set(const char *path) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(NULL, path, NULL, 0, report);
  const jn_compile_options options = jn_compile_options_default();
  jn_compiled *code = model ? jn_compile(model, &options, report) : NULL;
  CHECK(code && code->program->sizes.nsets == 1);
  jn_compiled_free(code);
  jn_model_free(model);
  jn_report_free(report);
}

// ---- shipped models -------------------------------------------------------------------------------------------------

// Where the pivot is not small no step is reported, and vehicles are never.
static void check_quiet(const char *path) {
  const char *name = strrchr(path, '/') + 1;
  bool fast = strstr(name, "a03") || strstr(name, "a05");
  if (is_manoeuvre(path)) return;
  compiled c = compiled_new(path, &(compiled_def){.fused = true});
  const jni_machine_def def = {.program = c.program, .method = jni_step_method_find("rk4"), .h = fast ? 1e-5 : 1e-3};
  jni_machine *m = c.program ? jni_machine_new(NULL, &def) : NULL;
  int precomputed_report = 0, wrongly = 0;
  for (int i = 0; m && i < (LONG ? 3000 : 100); i++) {
    bool singular = jni_machine_step(m) == JN_SINGULAR;
    precomputed_report += singular;
    wrongly += singular && m->result.pivot > 0.2;
  }
  if (VERBOSE && precomputed_report > 0) printf("%s: %d steps told\n", name, precomputed_report);
  if (wrongly > 0) printf("%s: %d steps told without a reason\n", name, wrongly);
  CHECK(wrongly == 0 && (precomputed_report == 0 || !strstr(path, "/vehicles/")));
  jni_machine_free(m);
  compiled_free(&c);
}

int main(void) {
  check_parallelogram("rk4", 0.5e-3, LONG ? 1000000 : 10000);
  check_parallelogram("euler", 1e-3, 5000);
  check_parallelogram("ab2", 1e-3, 5000);
  check_dead_centre("rk4");
  check_dead_centre("euler");
  check_second_set("rk4", 1e-6, "");
  check_second_set("euler", 2, "");
  check_second_set("ab2", 1e-2, "");
  check_second_set("rk4", 1e-6, friction);
  check_one_set(MODELS "/examples/four-bar.yaml");
  check_one_set(MODELS "/examples/slider-crank.yaml");
  if (!LIGHT) each_model(MODELS, check_quiet);
  return check_report();
}
