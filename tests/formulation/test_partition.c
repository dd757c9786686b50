// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_partition.c - formulations `partition` and `partial-velocity`: the identities of the split on every shipped
// model, accelerations and multipliers equal to those of `multipliers`, the papers' examples, changes of the partition,
// singular and massless mechanisms, memory.
#include <glob.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "folder.h"
#include "formulation/ode/dependent_coordinates.h"
#include "linalg/dense/dense.h"
#include "massless_model.h"
#include "recorder.h"
#include "simulate/run.h"
#include "system/work.h"

static const char *const formulations[] = {"partition", "partial-velocity"};
static const char *const variants[] = {"all", "independent"};

// ---- runs -----------------------------------------------------------------------------------------------------------

typedef struct {
  const jn_alloc *alloc;    // NULL: malloc
  const char *file, *text;  // one of the two
  const char *names[2], *values[2];
  const char *formulation, *variant, *integrator;         // NULL: as the model says
  double step, until, tolerance, constraint, checkpoint;  // 0: as the model says
  const double *block;                                    // to go on from
  int nblock;
  recorder *record;
} plan;

typedef struct {
  jn_report *report;
  jn_model *model;
  jn_run *run;
} session;

static void set_text(char *to, size_t size, const char *name) {
  if (name) snprintf(to, size, "%s", name);
}

static jn_choices choices_of(jn_model *model, const plan *p) {
  jn_choices c = *jn_model_choices(model);
  set_text(c.formulation, sizeof c.formulation, p->formulation);
  set_text(c.integrator, sizeof c.integrator, p->integrator);
  if (p->formulation) {
    set_text(c.variant, sizeof c.variant, p->variant ? p->variant : "auto");
    set_text(c.position, sizeof c.position, "newton");
    set_text(c.velocity, sizeof c.velocity, "projection");
    set_text(c.energy, sizeof c.energy, "none");
  }
  if (p->until > 0) c.until = p->until;
  if (p->step > 0) c.step = p->step;
  if (p->constraint > 0) c.tolerance_constraint = p->constraint;
  if (p->checkpoint > 0) c.checkpoint_step = p->checkpoint;
  if (p->tolerance > 0) {
    c.tolerance = p->tolerance;
    c.step = 0;
  }
  return c;
}

static bool open_session(session *s, const plan *p) {
  jn_setting settings[2];
  int n = 0;
  for (int i = 0; i < 2; i++)
    if (p->names[i]) settings[n++] = (jn_setting){p->names[i], p->values[i]};
  *s = (session){.report = jn_report_new(p->alloc)};
  if (!s->report) return false;
  s->model = p->file ? jn_model_read(p->alloc, p->file, settings, n, s->report)
                     : jn_model_read_text(p->alloc, "test", p->text, strlen(p->text), settings, n, s->report);
  if (!s->model) return false;
  jn_choices choices = choices_of(s->model, p);
  jn_run_options options = jn_run_options_default();
  jn_sink *sink = p->record ? &p->record->sink : NULL;
  options.choices = &choices;
  options.resume = p->block;
  options.nresume = p->nblock;
  if (sink) {
    options.sinks = &sink;
    options.nsinks = 1;
  }
  s->run = jn_run_new(s->model, &options, s->report);
  return s->run != NULL;
}

static void close_session(session *s) {
  jn_run_free(s->run);
  jn_model_free(s->model);
  jn_report_free(s->report);
}

static void say(const session *s) {
  char line[900];
  for (int i = 0; i < jn_report_size(s->report); i++) {
    jn_error_format(jn_report_get(s->report, i), line, sizeof line);
    printf("  %s\n", line);
  }
}

// Runs to the end and copies the first outputs.
static bool finish(const plan *p, double *outputs, int n, jn_summary *summary) {
  session s;
  bool ok = open_session(&s, p) && jn_run_execute(s.run, s.report) == JN_OK;
  if (!ok) {
    printf("%s %s %s %s\n", p->file ? p->file : "text", p->formulation, p->variant, p->integrator ? p->integrator : "");
    say(&s);
  }
  for (int i = 0; i < n; i++) outputs[i] = ok ? jn_run_outputs(s.run)[i] : NAN;
  if (summary && ok) *summary = *jn_run_summary(s.run);
  close_session(&s);
  return ok;
}

// ---- identities -----------------------------------------------------------------------------------------------------

static double largest_difference(const double *a, const double *b, int n, double *size) {
  double most = 0;
  *size = 1;
  for (int i = 0; i < n; i++) {
    double e = fabs(a[i] - b[i]);
    most = jni_larger(most, e);
    *size = fmax(*size, fabs(b[i]));
  }
  return most;
}

static double *workspace(int n) { return calloc((size_t)n + 1, sizeof(double)); }

// Checks G B = 0 and G c = nu for the active constraints, and v = B u + c where G v = nu.
static void check_null_space(const jn_system *system, jni_dependent *d) {
  const jn_work *work = d->frame.base.work;
  int n = system->sizes.nv, nc = system->sizes.nc;
  double *x = workspace(n), *rows = workspace(nc), *c = workspace(n), size;
  const int *columns = jni_split_columns(d->split);
  int width = jni_dependent_calc_null_space(d);
  for (int k = 0; k < width; k++) {
    for (int i = 0; i < n; i++) x[i] = d->B[i * width + k];
    jni_pattern_times(&system->pattern, work->G, x, rows);
    for (int i = 0; i < nc; i++) CHECK(!d->frame.active[i] || fabs(rows[i]) < 1e-11 * fmax(1, jni_dense_largest(x, n)));
  }
  jni_split_solve(d->split, work->nu, c);
  jni_pattern_times(&system->pattern, work->G, c, rows);
  for (int i = 0; i < nc; i++)
    CHECK(!d->frame.active[i] || fabs(rows[i] - work->nu[i]) < 1e-11 * fmax(1, fabs(work->nu[i])));
  for (int i = 0; i < n; i++) {
    x[i] = c[i];
    for (int k = 0; k < d->nfree; k++) x[i] += d->B[i * width + k] * work->v[columns[d->m + k]];
  }
  CHECK(largest_difference(x, work->v, n, &size) < 1e-8 * size);
  free(x);
  free(rows);
  free(c);
}

// Checks at one state the split, and vdot and lambda against those of `multipliers`.
static void check_state(const char *name, const session *reference, const session *other, const double *state) {
  const jn_system *system = other->run->system;
  jni_formulation *a = reference->run->formulation, *b = other->run->formulation;
  int n = system->sizes.nv, nc = system->sizes.nc;
  double *vdot[2] = {workspace(n), workspace(n)}, *lambda[2] = {workspace(nc), workspace(nc)}, *y = workspace(b->ode.n),
         size, tolerance = 1e-10;
  CHECK(b->pack(b, state, y) == JN_OK);
  CHECK(a->acceleration(a, state, vdot[0], lambda[0]) == JN_OK &&
        b->acceleration(b, state, vdot[1], lambda[1]) == JN_OK);
  double e = largest_difference(vdot[1], vdot[0], n, &size);
  if (!(e <= tolerance * size)) printf("%s: vdot %g of %g\n", name, e, size);
  CHECK(e <= tolerance * size);
  e = largest_difference(lambda[1], lambda[0], nc, &size);
  if (!(e <= 10 * tolerance * size)) printf("%s: lambda %g of %g\n", name, e, size);
  CHECK(e <= 10 * tolerance * size);
  check_null_space(system, (jni_dependent *)b);
  free(vdot[0]);
  free(vdot[1]);
  free(lambda[0]);
  free(lambda[1]);
  free(y);
}

static void test_model(const char *file, const char *formulation) {
  session reference, other;
  const plan p = {.file = file, .formulation = "multipliers", .integrator = "rk4", .step = 2e-4, .until = 1};
  plan q = p;
  q.formulation = formulation;
  bool ok = open_session(&reference, &p);
  CHECK(ok);
  bool also = open_session(&other, &q);
  CHECK(also);
  if (!also) {
    printf("%s with %s:\n", file, formulation);
    say(&other);
  }
  for (int k = 0; ok && also && k < (LIGHT ? 2 : 4); k++) {
    check_state(file, &reference, &other, jn_run_state(reference.run));
    for (int i = 0; i < (LIGHT ? 20 : 60); i++) CHECK(jn_run_step(reference.run, 1) == JN_OK);
  }
  close_session(&reference);
  close_session(&other);
}

static void test_shipped_models(void) {
  glob_t found;
  CHECK(glob(MODELS "/*/*.yaml", 0, NULL, &found) == 0 && found.gl_pathc >= 15);
  for (size_t i = 0; i < found.gl_pathc; i++)
    for (int k = 0; k < 2 && !is_manoeuvre(found.gl_pathv[i]) && !has_contacts(found.gl_pathv[i]); k++)
      test_model(found.gl_pathv[i], formulations[k]);
  globfree(&found);
}

// ---- published examples ---------------------------------------------------------------------------------------------

// Checks theta1 and another output at 10 s, from the model files.
static void test_park(void) {
  const struct {
    const char *file;
    double values[2];
  } cases[] = {
      {MODELS "/../papers/park/park-double-pendulum.yaml", {0.6506567222434529, 0.3432950431303219}},
      {MODELS "/../papers/park/park-four-bar.yaml", {0.5108202930704997, 2.7404045495248739}},
      {MODELS "/../papers/park/park-spatial-four-bar.yaml", {1.4091259618021326, -0.9869597867037561}},
  };
  for (int c = 0; c < 3; c++)
    for (int k = LIGHT ? c % 2 : 0; k < 4; k += LIGHT ? 2 : 1) {  // each file and each way, but not all pairs of them
      double values[2];
      const plan p = {.file = cases[c].file, .formulation = formulations[k / 2], .variant = variants[k % 2]};
      CHECK(finish(&p, values, 2, NULL));
      CHECK_NEAR(values[0], cases[c].values[0], 1e-8);
      CHECK_NEAR(values[1], cases[c].values[1], 1e-8);
    }
}

// Case I: passes the change point six times and stays on the branch of the parallelogram: the coupler's centre is one
// rod further than the crank's end. With all q and v integrated nothing is lost on the way.
static void test_change_point(void) {
  const char *const integrators[] = {"rk4", "dopri5"};
  for (int k = 0; k < 8; k++) {
    bool fixed = k < 4;
    double values[3];
    jn_summary summary;
    const plan p = {.file = MODELS "/../papers/park/park-four-bar.yaml",
                    .names = {"l0", "theta1"},
                    .values = {"2", "1.074"},
                    .formulation = formulations[k / 2 % 2],
                    .variant = variants[k % 2],
                    .integrator = integrators[!fixed],
                    .tolerance = fixed ? 0 : 1e-8};
    CHECK(finish(&p, values, 3, &summary));
    CHECK_NEAR(values[0], 0.6114673232327144, 5e-6);
    CHECK_NEAR(values[1], 2 * cos(values[0]) + 1, 1e-9);
    CHECK(summary.singular_passes == 6 && summary.max_position_violation < 1e-12);
    CHECK(!fixed || k % 2 == 1 || summary.max_energy_error < 1e-7);
  }
}

// One evaluation away from the last point: near the change point (theta1 = 0.001) another branch is refused, elsewhere
// it is accepted.
static void check_refusal(const char *formulation, const char *theta1, double speed, double shift, bool refused) {
  const plan p = {.file = MODELS "/../papers/park/park-four-bar.yaml",
                  .names = {"l0", "theta1"},
                  .values = {"2", theta1},
                  .formulation = formulation,
                  .variant = "independent"};
  session s;
  bool ok = open_session(&s, &p);
  CHECK(ok);
  double y[16], ydot[16];
  jni_formulation *f = ok ? s.run->formulation : NULL;
  CHECK(f && f->ode.n <= 16 && f->pack(f, jn_run_state(s.run), y) == JN_OK);
  if (f) {
    const jni_dependent *d = (const jni_dependent *)f;
    double *later = d->history + 1 + 4 * (d->m + d->nfree), t = jn_run_state(s.run)[0];
    y[1] += speed;
    for (int i = 0; i < d->m; i++) later[1 + jni_split_columns(d->split)[i]] += shift;
    CHECK((f->ode.rhs(f->ode.self, t, y, ydot) == JN_NO_CONVERGENCE) == refused);
  }
  close_session(&s);
}

static void test_refusals(void) {
  for (int k = 0; k < 2; k++) {
    check_refusal(formulations[k], "0.001", 0, 0, false);
    check_refusal(formulations[k], "0.001", 1, 0, true);
    check_refusal(formulations[k], "0.0001", 0, 0, false);
    check_refusal(formulations[k], "0.0001", 0, 0.03, true);
    check_refusal(formulations[k], "1.074", 1, 0, false);
    check_refusal(formulations[k], "1.074", 0, 0.01, false);
  }
}

// Outputs between steps are on the same branch: theta1 is continuous, and the coupler's centre stays on its side.
static void test_rows_at_change_point(void) {
  for (int k = 0; k < 24; k++) {
    recorder record;
    recorder_init(&record);
    const plan p = {.file = MODELS "/../papers/park/park-four-bar.yaml",
                    .names = {"l0", "theta1"},
                    .values = {"2", "1.074"},
                    .integrator = "dopri5",
                    .formulation = formulations[k / 2 % 2],
                    .variant = variants[k % 2],
                    .tolerance = pow(10, -4.5 - k / 4 * 0.5),
                    .record = &record};
    CHECK(finish(&p, NULL, 0, NULL));
    double steepest = 0, off = 0;
    for (int i = 1, width = record.ncolumns + 1; i < record.nrows; i++) {
      const double *row = record.rows + i * width;
      steepest = fmax(steepest, fabs((row[1] - row[1 - width]) / (row[0] - row[-width])));
      off = fmax(off, fabs(row[2] - 2 * cos(row[1]) - 1));
    }
    CHECK(record.nrows > 500);
    CHECK(steepest < 3 && off < 1e-6);
    if (!(steepest < 3 && off < 1e-6))
      printf("  %s %s %g: rate %g, off %g\n", p.formulation, p.variant, p.tolerance, steepest, off);
    recorder_clear(&record);
  }
}

// An output of a run with loose tolerance exactly at the change point, where the interpolated state cannot be projected
// onto the constraints: it is not corrected, and the run continues.
static void test_loose_rows_at_change_point(void) {
  for (int k = 0; k < 32; k++) {
    recorder record;
    recorder_init(&record);
    const plan p = {.file = MODELS "/../papers/park/park-four-bar.yaml",
                    .names = {"l0", "theta1"},
                    .values = {"2", "1.074"},
                    .integrator = "adams",
                    .formulation = formulations[k % 2],
                    .variant = "all",
                    .tolerance = pow(10, -3 - k / 2 * 0.125),
                    .constraint = 1e-6,
                    .record = &record};
    bool ended = finish(&p, NULL, 0, NULL);
    CHECK(ended);
    if (!ended) printf("  %s at %g\n", p.formulation, p.tolerance);
    for (int i = 1, width = record.ncolumns + 1; i < record.nrows; i++) {
      const double *row = record.rows + i * width;
      CHECK(fabs(row[2] - 2 * cos(row[1]) - 1) < 1e-3);
    }
    recorder_clear(&record);
  }
}

// Redundant constraints, and Newton iterations from one step to the next far below the tolerance.
static void test_bricard(void) {
  for (int k = 0; k < 4; k++) {
    double values[3];
    jn_summary summary;
    const plan p = {.file = MODELS "/benchmarks/bricard-a04.yaml",
                    .formulation = formulations[k / 2],
                    .variant = variants[k % 2],
                    .until = 1};
    CHECK(finish(&p, values, 3, &summary));
    CHECK_NEAR(values[0], 0.27448131926462305, 1e-9);
    CHECK_NEAR(values[1], -0.886707938734672, 1e-9);
    CHECK(summary.max_position_violation < 1e-12 && summary.max_energy_error < 1e-8);
  }
}

// A mechanism without degrees of freedom: everything follows the driver.
static void test_driven(void) {
  for (int k = 0; k < 4; k++) {
    double values[2];
    jn_summary summary;
    const plan p = {.file = MODELS "/examples/driven-slider-crank.yaml",
                    .formulation = formulations[k / 2],
                    .variant = variants[k % 2]};
    CHECK(finish(&p, values, 2, &summary));
    double a = 8 * 3 + 0.4 * (1 - cos(9.0)), r = 0.05, l = 0.15;
    CHECK_NEAR(values[0], a, 1e-11);
    CHECK_NEAR(values[1], r * cos(a) + sqrt(l * l - r * r * sin(a) * sin(a)), 1e-11);
    CHECK(summary.max_energy_error < 1e-6);
  }
}

// Two hundred loops: the split is sparse.
static void test_long_chain(void) {
  for (int k = 0; k < 2; k++) {
    double values[2];
    const plan p = {.file = MODELS "/benchmarks/n-four-bar-a02.yaml",
                    .names = {"N"},
                    .values = {LIGHT ? "40" : "100"},
                    .formulation = formulations[k],
                    .until = 0.05,
                    .step = 2e-3};
    CHECK(finish(&p, values, 2, NULL));
    CHECK_NEAR(hypot(values[0], values[1]), 1, 1e-12);
    CHECK(values[0] > 0.04 && values[0] < 0.06);
  }
}

// ---- changes of the partition ---------------------------------------------------------------------------------------

// A particle on a circle has x and y only: they are independent in turn. Its period is known.   [yoon, example 1]
static void test_choice_changes(const char *formulation, const char *variant, const char *integrator) {
  const double period = 3.3132763404731883;
  const plan p = {.file = MODELS "/../papers/yoon/yoon-pendulum.yaml",
                  .formulation = formulation,
                  .variant = variant,
                  .integrator = integrator,
                  .until = 2 * period,
                  .tolerance = strcmp(integrator, "rk4") == 0 ? 0 : 1e-10,
                  .step = 2e-3};
  session s;
  bool ok = open_session(&s, &p) && jn_run_execute(s.run, s.report) == JN_OK;
  CHECK(ok);
  if (!ok) say(&s);
  if (ok) {
    const jni_dependent *d = (const jni_dependent *)s.run->formulation;
    CHECK_NEAR(jn_run_outputs(s.run)[0], 1, 1e-7);
    CHECK_NEAR(jn_run_outputs(s.run)[1], 0, 1e-6);
    long choices = jni_split_get_info(d->split)->choices;
    CHECK(choices >= 8 && choices <= 40);  // two quarters of a turn between changes, and one at each checkpoint
    CHECK(jn_run_summary(s.run)->singular_passes == 0);
  }
  close_session(&s);
}

// x = cos a, y = sin a: the element is tan a if x is dependent. It exceeds 5 at 78.7 degrees from each axis, so four
// times a turn.
static long choices_in(int turns, const char *formulation, const char *variant) {
  const double period = 3.3132763404731883;
  const plan p = {.file = MODELS "/../papers/yoon/yoon-pendulum.yaml",
                  .formulation = formulation,
                  .variant = variant,
                  .integrator = "rk4",
                  .until = turns * period,
                  .step = 2e-3,
                  .checkpoint = 100};
  session s;
  bool ok = open_session(&s, &p) && jn_run_execute(s.run, s.report) == JN_OK;
  CHECK(ok);
  long choices = ok ? jni_split_get_info(((const jni_dependent *)s.run->formulation)->split)->choices : -1;
  close_session(&s);
  return choices;
}

static void test_turns(const char *formulation, const char *variant) {
  CHECK(choices_in(5, formulation, variant) - choices_in(1, formulation, variant) == 4 * 4);
}

// Checks at an angle a partition chosen at x = 1 whose largest element is set to `was`: badly conditioned above 5 and
// above 2.5 times `was`.
static void check_watch(jni_dependent *d, double *state, double angle, double was) {
  jni_formulation *f = &d->frame.base;
  double y[4], vdot[2];
  state[1] = 1;
  state[2] = 0;
  state[3] = 0;
  state[4] = 1;
  CHECK(f->pack(f, state, y) == JN_OK && !f->stale);
  d->conditioning[1] = was;
  state[1] = cos(angle);
  state[2] = sin(angle);
  state[3] = -sin(angle);
  state[4] = cos(angle);
  CHECK(f->acceleration(f, state, vdot, NULL) == JN_OK && jni_dependent_factor(d) == JN_OK);
  jni_dependent_check_choice(d);
  CHECK(f->stale == (tan(angle) > fmax(5, 2.5 * was)));
  f->stale = false;
}

static void test_hysteresis(const char *formulation) {
  const double tangents[] = {0, 1, 4, 4.9, 5.1, 9.9, 10.1, 24, 26};
  const plan p = {.file = MODELS "/../papers/yoon/yoon-pendulum.yaml",
                  .formulation = formulation,
                  .integrator = "rk4",
                  .step = 2e-3};
  session s;
  bool ok = open_session(&s, &p);
  CHECK(ok);
  double state[8];
  for (int i = 0; ok && i < 8; i++) state[i] = i < s.run->system->sizes.nstate ? jn_run_state(s.run)[i] : 0;
  for (size_t i = 0; ok && i < sizeof tangents / sizeof *tangents; i++)
    for (int k = 0; k < 3; k++)
      check_watch((jni_dependent *)s.run->formulation, state, atan(tangents[i]), (const double[]){0.1, 4, 10}[k]);
  close_session(&s);
}

static void check_same(const jn_summary *a, const jn_summary *b) {
  CHECK(a->state_hash == b->state_hash && a->steps == b->steps && a->evaluations == b->evaluations &&
        a->iterations == b->iterations);
  CHECK(memcmp(&a->max_energy_error, &b->max_energy_error, sizeof a->max_energy_error) == 0);
}

// Repeated runs, and continuations from each checkpoint, are identical.
static void test_repeats_and_resumes(const char *file, const char *formulation, const char *variant,
                                     const char *integrator) {
  recorder whole, again;
  recorder_init(&whole);
  recorder_init(&again);
  plan p = {.file = file,
            .formulation = formulation,
            .variant = variant,
            .integrator = integrator,
            .until = 5.3,
            .step = 4e-3,
            .checkpoint = 0.9,
            .tolerance = strcmp(integrator, "dopri5") == 0 ? 1e-7 : 0,
            .record = &whole};
  jn_summary first, second;
  bool ok = finish(&p, NULL, 0, &first);
  p.record = &again;
  ok = ok && finish(&p, NULL, 0, &second);
  CHECK(ok && whole.nblocks >= 4);
  if (ok) check_same(&first, &second);
  p.record = NULL;
  p.nblock = whole.nblock;
  for (int k = 1; ok && k < whole.nblocks; k += 2) {
    p.block = whole.blocks[k];
    CHECK(finish(&p, NULL, 0, &second));
    check_same(&first, &second);
  }
  recorder_clear(&whole);
  recorder_clear(&again);
}

// Invalid data of a damaged checkpoint is not used as a partition.
static void test_damaged_memory(void) {
  const double damage[] = {-1, 0.5, 1e300, NAN, 0};
  const plan p = {.file = MODELS "/../papers/park/park-spatial-four-bar.yaml",
                  .formulation = "partial-velocity",
                  .variant = "independent"};
  session s;
  bool ok = open_session(&s, &p);
  CHECK(ok);
  for (size_t k = 0; ok && k < sizeof damage / sizeof *damage; k++) {
    jni_formulation *f = s.run->formulation;
    for (int i = 0; i < 18 + 17; i++) f->memory[i] = damage[k];
    f->load_memory(f);
    CHECK(jn_run_step(s.run, 1) == JN_OK);
  }
  close_session(&s);
}

static void test_choices(void) {
  const char *const integrators[] = {"rk4", "dopri5", "ab3"};
  for (int k = 0; k < 2; k++) test_hysteresis(formulations[k]);
  for (int k = 0; k < 4; k++) {
    test_turns(formulations[k / 2], variants[k % 2]);
    for (int i = 0; i < 2; i++) test_choice_changes(formulations[k / 2], variants[k % 2], integrators[i]);
    for (int i = 0; i < 3; i++) {
      if (!LIGHT || i == k % 3)
        test_repeats_and_resumes(MODELS "/../papers/yoon/yoon-pendulum.yaml", formulations[k / 2], variants[k % 2],
                                 integrators[i]);
      test_repeats_and_resumes(MODELS "/../papers/park/park-spatial-four-bar.yaml", formulations[k / 2],
                               variants[k % 2], integrators[i]);
    }
  }
  test_damaged_memory();
}

// ---- massless bodies, order -----------------------------------------------------------------------------------------

static void test_massless_and_order(void) {
  for (int k = 0; k < 4; k++) {
    double fine[2], value[2], reference[2];
    plan p = {
        .text = massless_four_bar, .formulation = formulations[k / 2], .variant = variants[k % 2], .step = 2.5e-4};
    CHECK(finish(&p, fine, 2, NULL));
    p.formulation = "multipliers";
    p.variant = NULL;
    CHECK(finish(&p, reference, 2, NULL));
    CHECK_NEAR(fine[0], reference[0], 1e-9);
    double error[2];
    p.formulation = formulations[k / 2];
    p.variant = variants[k % 2];
    for (int i = 0; i < 2; i++) {
      p.step = 0.01 / (1 << i);
      CHECK(finish(&p, value, 2, NULL));
      error[i] = fabs(value[0] - fine[0]);
    }
    CHECK_NEAR(log2(error[0] / error[1]), 4, 0.4);
  }
}

// The rotation of the massless body is not determined: reported, not computed.
static void test_singular_mass(void) {
  const char *const text =
      "jounce: 1\nname: loose\nspace: plane\nbodies: {a: {mass: 1, inertia: 1, points: {A: [1, 0]}}, "
      "b: {mass: 0, inertia: 0}}\n"
      "joints: {A: {type: revolute, between: [a.A, b]}}\nsimulate: {until: 1, step: 1 ms, integrator: rk4}\n"
      "outputs: [a.x]\n";
  session s;
  const plan p = {.text = text, .formulation = "partial-velocity"};
  CHECK(!open_session(&s, &p) && report_says(s.report, "mass or inertia is missing at 'b'"));
  close_session(&s);
}

// ---- memory ---------------------------------------------------------------------------------------------------------

static void test_stepping_allocates_nothing(void) {
  const char *const files[] = {MODELS "/../papers/park/park-spatial-four-bar.yaml",
                               MODELS "/../papers/yoon/yoon-pendulum.yaml", MODELS "/benchmarks/bricard-a04.yaml",
                               MODELS "/examples/gear-train.yaml"};
  const char *const integrators[] = {"rk4", "dopri5", "adams"};
  for (int f = 0; f < 4; f++)
    for (int k = 0; k < 12; k++) {
      memory_count count = {0};
      const jn_alloc alloc = {counted_resize, &count};
      const plan p = {.alloc = &alloc,
                      .file = files[f],
                      .formulation = formulations[k / 2 % 2],
                      .variant = variants[k % 2],
                      .integrator = integrators[k / 4],
                      .step = 2e-3,
                      .tolerance = k < 4 ? 0 : 1e-6,
                      .until = 5};
      session s;
      bool ok = open_session(&s, &p);
      if (!ok && k >= 8) ok = true;  // a build without CVODE
      CHECK(ok);
      long before = count.calls;
      for (int i = 0; s.run && i < 400 && jn_run_state(s.run)[0] < 5; i++) CHECK(jn_run_step(s.run, 5) == JN_OK);
      CHECK(count.calls == before);
      close_session(&s);
      CHECK(count.live == 0);
    }
}

// Forty loops, through configurations where the partition changes.
static void test_long_chain_allocates_nothing(void) {
  for (int k = 0; k < 4; k++) {
    memory_count count = {0};
    const jn_alloc alloc = {counted_resize, &count};
    const plan p = {.alloc = &alloc,
                    .file = MODELS "/benchmarks/n-four-bar-a02.yaml",
                    .names = {"N"},
                    .values = {"40"},
                    .integrator = "rk4",
                    .formulation = formulations[k / 2],
                    .variant = variants[k % 2],
                    .step = 5e-3,
                    .until = 0.6};
    session s;
    CHECK(open_session(&s, &p));
    long before = count.calls;
    for (int i = 0; s.run && i < 400 && jn_run_state(s.run)[0] < 0.6; i++) {
      CHECK(jn_run_step(s.run, 0.6) == JN_OK);
      if (i % 20 == 10) s.run->formulation->stale = true;
    }
    CHECK(s.run && jni_split_get_info(((const jni_dependent *)s.run->formulation)->split)->choices > 4);
    CHECK(count.calls == before);
    close_session(&s);
    CHECK(count.live == 0);
  }
}

static bool short_way(const jn_alloc *alloc, int k) {
  const plan p = {.alloc = alloc,
                  .file = MODELS "/../papers/park/park-spatial-four-bar.yaml",
                  .formulation = formulations[k / 2],
                  .variant = variants[k % 2]};
  session s;
  bool ok = open_session(&s, &p) && jn_run_step(s.run, 1) == JN_OK;
  close_session(&s);
  return ok;
}

static void test_every_allocation_failed_in_turn(void) {
  for (int k = 0; k < 4; k++) {
    memory_count count = {0};
    const jn_alloc alloc = {counted_resize, &count};
    CHECK(short_way(&alloc, k));
    long all = count.calls;
    for (long i = all > 300 ? all - 300 : 1; i <= all; i += LIGHT ? 5 : 1) {
      count = (memory_count){.fail_at = i};
      CHECK(!short_way(&alloc, k));
      CHECK(count.live == 0);
    }
  }
}

int main(void) {
  test_shipped_models();
  test_park();
  test_change_point();
  test_refusals();
  test_rows_at_change_point();
  if (jni_integrator_kind_find("adams")) test_loose_rows_at_change_point();
  test_bricard();
  test_driven();
  test_long_chain();
  test_choices();
  test_massless_and_order();
  test_singular_mass();
  test_stepping_allocates_nothing();
  test_long_chain_allocates_nothing();
  test_every_allocation_failed_in_turn();
  return check_report();
}
