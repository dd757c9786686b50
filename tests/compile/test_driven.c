// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_driven.c - what is computed beforehand of mechanisms with drivers: a driven coordinate is one more variable of
// tables, whose value, rate and acceleration time tells. Accelerations and the power of drivers against the exact
// equations at times and states by chance; runs of the Iltis against the exact code; ranges of driven coordinates.
#include <jounce/jounce.h>

#include "compile/tables/mass_tables.h"
#include "compile/tables/pose_tables.h"
#include "report.h"
#include "tabled.h"

// ---- equations ------------------------------------------------------------------------------------------------------

static double chance(void) {
  static unsigned long long state = 88172645463325252ull;
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return (double)(state >> 11) / 4503599627370496.0 - 1;
}

// With driven coordinates among the independent ones.
static jn_reduced release(const subject *s, int *speeds) {
  jn_reduced all = *s->reduced;
  jni_driven driven;
  int n = 0;
  for (int i = 0; i < s->system->sizes.nv; i++) {
    bool is = jni_driven_find(s->system, i, &driven);
    for (int k = 0; k < s->reduced->nindependent; k++) is |= s->reduced->independent[k] == i;
    if (is) speeds[n++] = i;
  }
  all.independent = speeds;
  all.nindependent = n;
  return all;
}

// A time by chance, independent variables about the start; the exact equations close the loops.
static void place_by_chance(const subject *s, const equations *exact, double *x, double *out) {
  const jn_sizes *n = &s->system->sizes;
  memcpy(x, s->c.variables, (size_t)jni_writer_nvariables(s->system) * sizeof *x);
  x[0] = 0.5 + 0.5 * chance();
  for (int i = 0; i < s->reduced->nindependent; i++) {
    int speed = s->reduced->independent[i], q = s->system->speed_q[speed];
    if (q >= 0) x[1 + q] += 0.05 * chance();
    x[1 + n->nq + speed] += 0.3 * chance();
  }
  for (int newton = 0; newton < 20; newton++) {
    jni_tape_run(exact->tape, x, out);
    memcpy(x + 1, out, (size_t)n->nq * sizeof *x);
  }
}

static jni_node power_of(const jni_equations *e) {
  jni_node power = JNI_ZERO;
  if (e->writer->driver_power != JNI_UNWRITTEN) return e->writer->driver_power;
  for (int i = 0; i < e->plan.nc; i++) power = jni_minus(e->g, power, jni_times(e->g, e->lambda[i], e->writer->nu[i]));
  return power;
}

static double value_at(const subject *s, const equations *of, jni_node node, const double *x) {
  double value = NAN;
  jni_tape *tape = jni_tape_new(of->g, jni_writer_nvariables(s->system), &node, 1);
  if (tape) jni_tape_run(tape, x, &value);
  jni_tape_free(tape);
  return value;
}

static void check_step(const subject *s, const equations *exact, const jni_program_tables *given, const char *what,
                       double tolerance) {
  const jn_sizes *n = &s->system->sizes;
  int many = n->nq + 2 * n->nv;
  equations ours = equations_of(s, given);
  double *x = calloc((size_t)jni_writer_nvariables(s->system), sizeof *x), *a = calloc((size_t)many, sizeof *a),
         *b = calloc((size_t)many, sizeof *b), place = 0, acceleration = 0, power = 0;
  for (int k = 0; k < (LIGHT ? 3 : 20); k++) {
    double size = 1;
    place_by_chance(s, exact, x, a);
    jni_tape_run(ours.tape, x, b);
    for (int i = 0; i < n->nq; i++) place = fmax(place, fabs(a[i] - b[i]));
    for (int i = n->nq + n->nv; i < many; i++) size = fmax(size, fabs(a[i]));
    for (int i = n->nq + n->nv; i < many; i++) acceleration = fmax(acceleration, fabs(a[i] - b[i]) / size);
    double work = value_at(s, exact, power_of(exact->e), x);
    power = fmax(power, fabs(work - value_at(s, &ours, power_of(ours.e), x)) / fmax(1, fabs(work)));
  }
  printf("%s: %d operations, %d exact; errors %.2g %.2g, power %.2g\n", what, ours.alone->n, exact->alone->n, place,
         acceleration, power);
  CHECK(place <= 2e-6);
  CHECK(acceleration <= tolerance);
  CHECK(power <= 20 * tolerance);
  free(x);
  free(a);
  free(b);
  equations_free(&ours);
}

// The rack swings by a sine, the wheels turn at given rates.
static void test_equations(void) {
  subject s = subject_of("vehicles/iltis-sine-steer.yaml", 0.1, "none"), free_one = s;
  int speeds[64];
  jn_reduced released = release(&s, speeds);
  jni_driven driven;
  CHECK(released.nindependent == s.reduced->nindependent + 5);
  free_one.reduced = &released;
  for (int i = 0; i < s.system->sizes.nv; i++)
    if (jni_driven_find(s.system, i, &driven) && !s.system->q_is_length[driven.q]) {
      s.low[driven.q] -= 10;
      s.high[driven.q] += 10;
    } else if (jni_driven_find(s.system, i, &driven)) {
      s.low[driven.q] = -0.02;
      s.high[driven.q] = 0.02;
    }
  jni_program_tables given = {0};
  equations exact = equations_of(&s, &given), loose = equations_of(&free_one, &given);
  const jni_coordinate_table_def few = {s.low, s.high, 1e-8, 4, 20000};
  jni_loop_tables *tables = jni_loop_tables_new(loose.e, &few);
  CHECK(tables && tables->ngroups == 4 && tables->n == 4);
  given.tables = tables;
  check_step(&s, &exact, &given, "tables", 1e-5);
  equations tabled = equations_of(&free_one, &given);
  bool *kept = calloc((size_t)s.c.model->nbodies, sizeof *kept);
  for (int b = 1; b < s.c.model->nbodies; b++) kept[b] = strstr(s.c.model->bodies[b].name, "wheel") != NULL;
  jni_pose_tables *poses = jni_pose_tables_new(tabled.e, kept, &few);
  jni_mass_tables *mass = jni_mass_new(tabled.e, &(jni_mass_def){{s.low, s.high, 1e-6, 4, 20000}, false, false});
  CHECK(mass && !mass->is_undefined && mass->n == released.nindependent);
  given.mass = mass;
  check_step(&s, &exact, &given, "mass by tables", 6e-5);
  given.poses = poses;
  check_step(&s, &exact, &given, "and poses", 6e-5);
  free(kept);
  jni_mass_free(mass);
  jni_pose_tables_free(poses);
  equations_free(&tabled);
  jni_loop_tables_free(tables);
  equations_free(&loose);
  equations_free(&exact);
  subject_free(&s);
}

// ---- runs -----------------------------------------------------------------------------------------------------------

typedef struct {
  jn_report *report;
  jn_model *model;
  jn_compiled *compiled;
  const jn_precomputed *precomputed_report;
} judged;

static void judged_free(judged *j) {
  jn_compiled_free(j->compiled);
  jn_model_free(j->model);
  jn_report_free(j->report);
}

static judged judge(const char *name, double until, const jn_compile_tables *tables) {
  judged j = {.report = jn_report_new(NULL)};
  char path[300];
  snprintf(path, sizeof path, JOUNCE_SOURCE_DIR "/models/%s", name);
  j.model = jn_model_read(NULL, path, NULL, 0, j.report);
  CHECK(j.model);
  if (!j.model) exit(1);
  jn_choices choices = *jn_model_choices(j.model);
  jn_compile_options options = jn_compile_options_default();
  strcpy(choices.integrator, "euler");
  choices.step = 1e-3;
  choices.until = until;
  options.choices = &choices;
  options.tables = *tables;
  j.compiled = jn_compile(j.model, &options, j.report);
  CHECK(j.compiled && jn_compiled_judge(j.compiled, j.report) == JN_OK);
  if (!j.compiled) {
    print_report(j.report);
    exit(1);
  }
  j.precomputed_report = jn_compiled_report(j.compiled)->precomputed;
  return j;
}

static const jn_output_error *error_of(const judged *j, const char *name) {
  const jn_manoeuvre_error *m = &j->precomputed_report->manoeuvres[0];
  for (int i = 0; i < m->noutputs; i++)
    if (strcmp(m->outputs[i].name, name) == 0) return &m->outputs[i];
  printf("no output %s\n", name);
  exit(1);
}

// Place, yaw and loads within what is asked of preset `real-time`.
static void check_bounds(const judged *j) {
  const double degrees = 57.29577951308232, excursion = fmax(0.1, error_of(j, "chassis.y")->extent);
  static const char *const loads[] = {"load_fl", "load_fr", "load_rl", "load_rr"};
  printf("%s: off by %.3g mm of %.3g m, %.2g deg, %d operations\n", j->precomputed_report->manoeuvres[0].name,
         1e3 * error_of(j, "chassis.y")->largest, excursion, degrees * error_of(j, "yaw")->largest,
         jn_compiled_report(j->compiled)->operations);
  CHECK(error_of(j, "chassis.y")->largest <= 0.01 * excursion);
  CHECK(degrees * error_of(j, "yaw")->largest <= 0.5);
  for (int i = 0; i < 4; i++) CHECK(error_of(j, loads[i])->rms <= 0.02 * error_of(j, loads[i])->size);
}

static void test_runs(void) {
  static const jn_compile_range ranges[] = {{"joint.fl.arm.angle", -0.15, 0.25},
                                            {"joint.fr.arm.angle", -0.15, 0.25},
                                            {"joint.rl.arm.angle", -0.15, 0.25},
                                            {"joint.rr.arm.angle", -0.15, 0.25},
                                            {"joint.rack.displacement", -0.02, 0.02}};
  jn_compile_tables real_time = {.extent = JN_MASS_TABLES, .poses = true, .mass_within = 5e-4};
  real_time.ranges = ranges;
  real_time.nranges = 5;
  const jn_compile_tables exact = {.extent = JN_EXACT}, loops = {.extent = JN_TABLES};
  judged plain = judge("vehicles/iltis-ramp-steer.yaml", 2, &loops);
  check_bounds(&plain);
  CHECK(error_of(&plain, "chassis.y")->largest <= 1e-5);
  judged_free(&plain);
  judged ramp = judge("vehicles/iltis-ramp-steer.yaml", LIGHT ? 1 : 5, &real_time);
  check_bounds(&ramp);
  CHECK(ramp.precomputed_report->manoeuvres[0].nleft == 0);
  jn_compile_options options = jn_compile_options_default();
  options.tables = exact;
  jn_compiled *whole = jn_compile(ramp.model, &options, ramp.report);
  CHECK(whole && 1.8 * jn_compiled_report(ramp.compiled)->operations < jn_compiled_report(whole)->operations);
  jn_compiled_free(whole);
  judged_free(&ramp);
  real_time.nranges = 0;
  judged bumps = judge("vehicles/iltis-bumps.yaml", LIGHT ? 1 : 4, &real_time);
  check_bounds(&bumps);
  judged_free(&bumps);
}

// The rack goes beyond its range: that is told like that of any other variable.
static void test_left(void) {
  static const jn_compile_range narrow = {"joint.rack.displacement", -1e-3, 1e-3};
  const jn_compile_tables tables = {.extent = JN_TABLES, .ranges = &narrow, .nranges = 1};
  judged j = judge("vehicles/iltis-sine-steer.yaml", 1, &tables);
  const jn_manoeuvre_error *m = &j.precomputed_report->manoeuvres[0];
  CHECK(m->nleft == 1 && strcmp(j.precomputed_report->variables[m->left[0].variable].name, narrow.name) == 0);
  CHECK(m->nleft == 1 && fabs(m->left[0].most - 1e-3) < 1e-4);
  judged_free(&j);
}

// Nothing is left out that the power of a driver reads, and a group that nothing moves needs no table.
static void test_kept(void) {
  const jn_compile_tables tables = {.extent = JN_TABLES};
  judged crank = judge("examples/driven-slider-crank.yaml", 1, &tables);
  CHECK(error_of(&crank, "energy.work")->largest < 1e-9);
  judged_free(&crank);
  judged rig = judge("rigs/hmmwv-steer.yaml", 1, &tables);
  int still = 0;
  for (int i = 0; i < rig.precomputed_report->nloops; i++)
    still += strcmp(rig.precomputed_report->loops[i].reason, "still") == 0;
  CHECK(still > 0);
  judged_free(&rig);
}

int main(void) {
  test_equations();
  test_runs();
  test_left();
  test_kept();
  return check_report();
}
