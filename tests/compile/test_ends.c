// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_ends.c - what happens at the ends of steps, in programs against runs of the engine with the same steps: samples
// of controllers of the library and of shared objects, loads of joints that friction reads, events that set states and
// end the run, gears, drivers whose rate jumps. Where the engine does it at the ends of steps too, both agree but for
// rounding.
#include "check.h"
#include "compile/machine.h"
#include "jounce/jounce.h"
#include "program.h"
#include "recorder.h"

#define VERBOSE (getenv("VERBOSE") != NULL)

typedef struct {
  compiled c;
  jni_machine *m;
} both;

// The engine by formulation `reduced` with the integrator of the same name, events at the ends of its steps.
static jn_run *engine_run(const jn_model *model, const char *method, double h, jn_report *report) {
  jn_choices choices = jn_choices_default();
  jn_run_options options = jn_run_options_default();
  choices.step = h;
  choices.until = 100;
  choices.locate_roots = false;
  snprintf(choices.coordinates, sizeof choices.coordinates, "joint");
  snprintf(choices.formulation, sizeof choices.formulation, "reduced");
  snprintf(choices.integrator, sizeof choices.integrator, "%s", method);
  options.choices = &choices;
  return jn_run_new(model, &options, report);
}

static both both_of(jn_model *model, const char *method, double h) {
  both x = {.c = {.report = jn_report_new(NULL), .model = model}};
  x.c.run = model ? engine_run(model, method, h, x.c.report) : NULL;
  if (x.c.run && jn_run_reduced(x.c.run)) {
    const jni_step_method *steps = jni_step_method_find(method);
    const jn_sizes *n = &jn_run_system(x.c.run)->sizes;
    x.c.variables = start_variables(x.c.run);
    for (int i = 0; i < n->nu; i++) x.c.variables[1 + n->nq + n->nv + n->nz + n->ns + i] = NAN;
    const jni_program_def def = {.system = jn_run_system(x.c.run),
                                 .reduced = jn_run_reduced(x.c.run),
                                 .nominal = x.c.variables,
                                 .newton = 2,
                                 .implicit = {.extent = steps->implicit, .h = h}};
    x.c.program = jni_program_new(NULL, &def, x.c.report);
    const jni_machine_def machine = {.program = x.c.program, .method = steps, .h = h};
    if (x.c.program) x.m = jni_machine_new(NULL, &machine);
  }
  CHECK(x.m);
  for (int i = 0; !x.m && i < jn_report_size(x.c.report); i++) printf("%s\n", jn_report_get(x.c.report, i)->what);
  return x;
}

static void both_free(both *x) {
  jni_machine_free(x->m);
  compiled_free(&x->c);
}

// So many steps, or until an event ends the run; both go on alike.
static void step_both(both *x, double h, int steps) {
  for (int i = 0; x->m && i < steps && x->m->stop == 0; i++) {
    CHECK(jni_machine_step(x->m) == JN_OK);
    double until = x->m->x[0];
    while (jn_run_state(x->c.run)[0] < until - 0.01 * h && !jn_run_stopped(x->c.run))
      if (jn_run_step(x->c.run, until) != JN_OK) {
        CHECK(false);
        return;
      }
  }
}

// Largest difference of q, v, z and s, each over 1 and its size; windings of turns aside.
static double apart(both *x) {
  const jn_sizes *n = &jn_run_system(x->c.run)->sizes;
  const double *state = jn_run_state(x->c.run), *ours = jni_machine_rates(x->m);
  int nqv = n->nq + n->nv, many = 1 + nqv + n->nz + jn_run_system(x->c.run)->model->nown_discretes;
  double worst = fabs(x->m->x[0] - state[0]);
  for (int i = 1; i < many; i++) {
    double own = i <= nqv ? ours[i - 1] : x->m->x[i];
    worst = fmax(worst, fabs(own - state[i]) / (1 + fabs(state[i])));
  }
  return worst;
}

static void check_agree(both *x, const char *what, double h, int steps, double tolerance) {
  if (!x->m) return;
  step_both(x, h, steps);
  double worst = apart(x);
  if (VERBOSE || !(worst <= tolerance)) printf("%s: %g\n", what, worst);
  CHECK(worst <= tolerance);
}

static bool notes(const both *x, const char *text) {
  for (int i = 0; x->m && i < x->c.program->nends; i++)
    if (strcmp(x->c.program->ends[i], text) == 0) return true;
  return false;
}

static double discrete(const both *x, int i) {
  const jni_program_sizes *n = &x->c.program->sizes;
  return x->m->x[1 + n->nq + n->nv + n->nz + i];
}

// ---- events -------------------------------------------------------------------------------------------------------

// A pendulum in water: a state is set at times and where the pendulum passes a place, and the run ends.
#define SWING                                                        \
  "jounce: 1\nspace: plane\ngravity: [0, -9.81]\n"                   \
  "bodies: {rod: {mass: 2, inertia: 0.1, com: [0.5, 0]}}\n"          \
  "joints: {pin: {type: revolute, between: [ground, rod]}}\n"        \
  "forces: {drag: {type: torque, joint: pin, value: 'x + 0.3*n'}}\n" \
  "auxiliary: {x: {initial: 1, rate: '-x - 0.2*rod.rate'}}\n"        \
  "discrete: {n: 0, k: 0}\n"

static const char set[] = SWING
    "events:\n"
    "  clock: {at: 0.05, every: 0.05, set: {x: '0.5*x', n: 'n + 1'}}\n"
    "  pass: {when: 'rod.angle + 0.7', set: {x: '2*x + 0.1', k: 'k + 1'}}\n";
static const char stop_at[] = SWING "events: {end: {at: 0.25, stop: true}, last: {at: 0.25, set: {n: '7'}}}\n";
static const char stop_when[] = SWING "events: {end: {when: 'rod.angle + 0.7', stop: true}}\n";

static double apart_after(const char *text, const char *method, double h, int steps) {
  both x = both_of(model_of(NULL, text), method, h);
  step_both(&x, h, steps);
  double worst = x.m ? apart(&x) : NAN;
  both_free(&x);
  return worst;
}

static void check_set(const jni_step_method *method) {
  both x = both_of(model_of(NULL, set), method->name, 1e-3);
  step_both(&x, 1e-3, 1510);
  CHECK(x.m && discrete(&x, 0) == 30 && discrete(&x, 1) > 1);
  CHECK(notes(&x, "event 'clock'") && notes(&x, "event 'pass'"));
  double coarse = x.m ? apart(&x) : NAN, fine = apart_after(set, method->name, 5e-4, 3020);
  if (VERBOSE) printf("%s: %g, %g\n", method->name, coarse, fine);
  // ab2 of the engine begins otherwise, its linearly implicit methods take other matrices
  bool same = strcmp(method->name, "euler") == 0 || strcmp(method->name, "rk4") == 0;
  CHECK(same ? coarse < 1e-12 : coarse < 1e-5 && coarse > 3.5 * fine);
  both_free(&x);
}

static void check_stop(const char *text, double t) {
  both x = both_of(model_of(NULL, text), "rk4", 1e-3);
  check_agree(&x, "stop", 1e-3, 1000, 1e-9);
  CHECK(x.m && x.m->stop == 1 && jn_run_stopped(x.c.run));
  if (x.m && t > 0) CHECK_NEAR(x.m->x[0], t, 1e-9);
  if (x.m && t > 0) CHECK(discrete(&x, 0) == 7);
  both_free(&x);
}

// ---- loads of joints ----------------------------------------------------------------------------------------------

// A crank with friction in its pin by the load of it, and a slider that rubs: of a loop, so that one of the joints is
// cut.
static const char rubs[] =
    "jounce: 1\nspace: plane\ngravity: [0, -9.81]\n"
    "bodies:\n"
    "  crank: {mass: 3, inertia: 0.1, com: [0.2, 0], points: {O: [0, 0], A: [0.4, 0]}}\n"
    "  rod: {mass: 2, inertia: 0.2, com: [0.5, 0], points: {A: [0, 0], B: [1, 0]}}\n"
    "  slider: {mass: 4, inertia: 1, points: {B: [0, 0]}}\n"
    "joints:\n"
    "  O: {type: revolute, between: [ground, crank.O]}\n"
    "  A: {type: revolute, between: [crank.A, rod.A]}\n"
    "  B: {type: revolute, between: [rod.B, slider.B]}\n"
    "  rail: {type: prismatic, between: [ground, slider], axis: x}\n"
    "forces:\n"
    "  pin: {type: friction, joint: O, kinetic: '0.1*0.05*joint.O.load', stiffness: 1e3 N m/rad}\n"
    "  guide: {type: friction, joint: rail, kinetic: '0.2*joint.rail.load', stiffness: 1e4 N/m}\n"
    "initial: {keep: {crank.angle: 40 deg, crank.rate: 5}, guess: {slider.x: 1.2}}\n";

// The first stage of a step of the engine has the load of the step before: they differ by less, the shorter the step.
static void check_loads(void) {
  double coarse = apart_after(rubs, "rk4", 2e-4, 500), fine = apart_after(rubs, "rk4", 1e-4, 1000);
  if (VERBOSE) printf("loads: %g, %g\n", coarse, fine);
  CHECK(coarse < 1e-4 && coarse > 1.8 * fine);
}

// ---- drivers ------------------------------------------------------------------------------------------------------

// A slide is moved along a cart that rolls freely, and stops at 0.1 s.
static void check_driver(bool impulse) {
  const double h = 1e-3;
  char text[900];
  snprintf(text, sizeof text,
           "jounce: 1\nspace: plane\n"
           "bodies: {cart: {mass: 5, inertia: 1}, slide: {mass: 2, inertia: 1}}\n"
           "joints:\n"
           "  rail: {type: prismatic, between: [ground, cart], axis: x}\n"
           "  bed: {type: prismatic, between: [cart, slide], axis: x}\n"
           "drivers: {feed: {joint: bed, motion: '0.4*min(t, 0.1)', impulse: %s}}\n"
           "initial: {keep: {cart.vx: 0.3}}\n",
           impulse ? "true" : "false");
  both x = both_of(model_of(NULL, text), "rk4", h);
  CHECK(x.m && x.c.program->nbroken == 1);
  check_agree(&x, "driver", h, 90, 1e-9);
  if (x.m) step_both(&x, h, 60);
  // The engine's cart takes the momentum of the slide; without an impulse it goes on as the program's does.
  if (x.m) CHECK_NEAR(jn_run_state(x.c.run)[3], impulse ? 0.3 + 2 * 0.4 / 7 : 0.3, 1e-9);
  if (x.m) CHECK_NEAR(jni_machine_rates(x.m)[2], 0.3, 1e-9);
  for (int i = 0; x.m && !impulse && i < 4; i++)
    CHECK_NEAR(jni_machine_rates(x.m)[i], jn_run_state(x.c.run)[1 + i], 1e-9);
  both_free(&x);
}

// What a driver does is work: the last state.
static void check_driver_work(void) {
  static const char text[] = SWING
      "drivers: {push: {joint: pin, motion: '0.5*sin(3*t) + t^2'}}\n"
      "outputs: [energy.error]\n";
  both x = both_of(model_of(NULL, text), "rk4", 1e-3);
  check_agree(&x, "work of a driver", 1e-3, 500, 1e-10);
  const jn_system *system = jn_run_system(x.c.run);
  CHECK(system->work_state >= 0 && fabs(jn_state_z(system, x.m->x)[system->work_state]) > 1);
  both_free(&x);
}

// ---- controllers and gears ----------------------------------------------------------------------------------------

// The M2 shifts twice. Its gearbox follows what the controller has chosen at the same end of a step.
static void check_gears(void) {
  both x =
      both_of(jn_model_read(NULL, JOUNCE_SOURCE_DIR "/models/vehicles/m2-straight.yaml", NULL, 0, NULL), "rk4", 1e-3);
  check_agree(&x, "gears", 1e-3, 3000, 1e-9);
  CHECK(notes(&x, "samples of 'transmission'") && notes(&x, "shifts of 'gearbox'"));
  const jn_system *system = jn_run_system(x.c.run);
  const double *engine = jn_state_s(system, (double *)jn_run_state(x.c.run));
  CHECK(x.m && discrete(&x, 0) == engine[0] && engine[0] == 3);
  both_free(&x);
}

#ifdef CODE_MODULE  // not in a build without loading
static const char car[] =
    "jounce: 1\nspace: plane\n"
    "bodies: {car: {mass: 4, inertia: 1}}\n"
    "joints: {road: {type: prismatic, between: [ground, car], axis: x}}\n"
    "forces: {drive: {type: torque, joint: road, value: 'subsystem.c.force - car.vx'}}\n"
    "subsystems: {c: {type: controller, code: pi, file: '" CODE_MODULE
    "', inputs: {speed: car.vx}, outputs: [force], parameters: {gain: 8}}}\n";

static void check_loaded(void) {
  static const char path[] = "test_ends.yaml";
  FILE *file = fopen(path, "w");
  CHECK(file);
  if (!file) return;
  fputs(car, file);
  fclose(file);
  jn_model *model = jn_model_read(NULL, path, NULL, 0, NULL);
  remove(path);
  CHECK(model && jn_model_allow_code(model, NULL) == JN_OK);
  both x = both_of(model, "rk4", 1e-3);
  check_agree(&x, "shared object", 1e-3, 1000, 1e-9);
  CHECK(notes(&x, "samples of 'c'"));
  both_free(&x);
}
#else
static void check_loaded(void) {}
#endif

int main(void) {
  for (const jni_step_method *m = jni_step_methods; m->name; m++) check_set(m);
  check_stop(stop_at, 0.25);
  check_stop(stop_when, 0);
  check_loads();
  check_driver(false);
  check_driver(true);
  check_driver_work();
  check_loaded();
  check_gears();
  return check_report();
}
