// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_export.c - exported FMUs, driven by a program that knows only their functions and their description: results are
// those of runs, and what the standard forbids is refused without harm. JOUNCE_LONG=1: all shipped models.
#include "exported_fmu.h"

#include <pthread.h>

#include "check.h"
#include "folder.h"
#include "jounce/session.h"
#include "report.h"

enum { MOST_OUTPUTS = 200 };

static double step_size = 1e-3;  // s, of the exported models

typedef struct {
  jn_model *model;
  jn_choices named;
  bool given[JN_NCHOICES];
  jn_export_options options;
  unpacked fmu;
  bool exchange;  // the FMU has Model Exchange
  unsigned outputs[MOST_OUTPUTS];
  int noutputs;
} exported;

// Exports a shipped model with integrator rk4; its inputs keep their course unless `inputs`.
static bool open_with(exported *x, const char *path, int version, bool inputs) {
  char whole[600], what[200];
  snprintf(whole, sizeof whole, path[0] == '/' ? "%s" : MODELS "/%s", path);
  jn_report *report = jn_report_new(NULL);
  *x = (exported){.model = jn_model_read(NULL, whole, NULL, 0, report)};
  x->named = jn_choices_default();
  jn_choice_set(&x->named, JN_CHOICE_integrator, "rk4", what, sizeof what);
  x->named.step = step_size;
  x->given[JN_CHOICE_integrator] = x->given[JN_CHOICE_step] = true;
  const char *formulation = x->model ? jn_model_choices(x->model)->formulation : "auto", *name = "rk4";
  for (int i = 0; name && (i == 0 || strcmp(name, "rk4") != 0); i++)
    name = jn_choice_name("integrator", formulation, i);
  if (!name && strcmp(formulation, "auto") != 0) {  // a formulation of the file that has no such integrator
    jn_choice_set(&x->named, JN_CHOICE_formulation, "auto", what, sizeof what);
    x->given[JN_CHOICE_formulation] = true;
  }
  x->options = jn_export_options_default();
  x->options.version = version;
  x->options.identifier = "model";
  if (!inputs) x->options.ninputs = 0;
  x->options.chosen = &x->named;
  x->options.given = x->given;
  bool good = x->model && fmu_open(&x->fmu, x->model, &x->options, report);
  if (!good) {
    printf("%s: not exported\n", path);
    print_report(report);
  }
  jn_report_free(report);
  if (!good) return false;
  x->exchange = strstr(x->fmu.xml, "<ModelExchange") != NULL;
  x->noutputs = fmu_list(&x->fmu, "output", x->outputs, MOST_OUTPUTS);
  return true;
}

static bool open_model(exported *x, const char *path, int version) { return open_with(x, path, version, false); }

static void close_model(exported *x) {
  fmu_close(&x->fmu);
  jn_model_free(x->model);
}

// Runs the model in the library up to `until`, if `reduced` with that formulation; returns the outputs, to be freed.
static double *reference(const exported *x, double until, bool reduced) {
  jn_run_options options = jn_run_options_default();
  jn_choices choices = *jn_model_choices(x->model);
  jn_choices_take(x->model, &choices, &x->named, x->given, NULL);
  if (reduced) {
    jn_choices named = jn_choices_default();
    bool given[JN_NCHOICES] = {false};
    strcpy(named.formulation, "reduced");
    strcpy(named.coordinates, "joint");
    given[JN_CHOICE_formulation] = given[JN_CHOICE_coordinates] = true;
    jn_choices_take(x->model, &choices, &named, given, NULL);
  }
  choices.until = until;
  options.choices = &choices;
  jn_run *run = jn_run_new(x->model, &options, NULL);
  double *values = NULL;
  if (run && jn_run_execute(run, NULL) == JN_OK && jn_run_noutputs(run) == x->noutputs) {
    values = malloc((size_t)(x->noutputs + 1) * sizeof *values);
    memcpy(values, jn_run_outputs(run), (size_t)x->noutputs * sizeof *values);
  }
  jn_run_free(run);
  return values;
}

// ---- results --------------------------------------------------------------------------------------------------------

static bool same_values(const char *what, const double *a, const double *b, int n) {
  for (int i = 0; i < n; i++)
    if (memcmp(&a[i], &b[i], sizeof *a) != 0) {
      printf("%s: output %d is %.17g instead of %.17g\n", what, i, a[i], b[i]);
      return false;
    }
  return true;
}

// Co-Simulation gives the bits of a run, Model Exchange its values within the error of both integrations.
// Returns false if there is no run.
static bool compare_with_run(const char *path, int version, double until, double tolerance) {
  exported x;
  driven cs, me;
  exchange e = {0};
  double values[MOST_OUTPUTS];
  bool opened = open_model(&x, path, version);
  CHECK(opened);
  double *expected = opened ? reference(&x, until, false) : NULL;
  if (!expected) {
    printf("%s: the run of the model fails with this step\n", path);
    close_model(&x);
    return false;
  }
  CHECK(fmu_instantiate(&cs, &x.fmu, false) && fmu_initialize(&cs));
  int n = (int)lround(until / step_size);
  for (int i = 0; i < n; i++) CHECK(fmu_step(&cs, i * step_size, step_size) == 0);
  CHECK(fmu_get(&cs, x.outputs, x.noutputs, values) == 0);
  CHECK(same_values(path, values, expected, x.noutputs));
  CHECK(cs.log.messages == 0);
  fmu_free(&cs);

  double *reduced = x.exchange ? reference(&x, until, true) : NULL;
  CHECK(reduced || !x.exchange);
  if (reduced) {
    fmu_sizes(&x.fmu, &e);
    CHECK(fmu_instantiate(&me, &x.fmu, true) && fmu_initialize(&me));
    fmu_handle_events(&me, &e);
    CHECK(fmu_integrate(&me, &e, until, step_size));
    CHECK(fmu_get(&me, x.outputs, x.noutputs, values) == 0);
    for (int i = 0; i < x.noutputs; i++) {
      if (!(fabs(values[i] - reduced[i]) <= tolerance * (1 + fabs(reduced[i]))))
        printf("%s: output %d is %.17g, in the run %.17g\n", path, i, values[i], reduced[i]);
      CHECK_NEAR(values[i], reduced[i], tolerance * (1 + fabs(reduced[i])));
    }
    fmu_free(&me);
  }
  free(reduced);
  free(expected);
  close_model(&x);
  return true;
}

static void test_results(void) {
  CHECK(compare_with_run("examples/four-bar.yaml", 2, 0.2, 1e-9));
  CHECK(compare_with_run("examples/four-bar.yaml", 3, 0.2, 1e-9));
  CHECK(compare_with_run("examples/slider-crank.yaml", 2, 0.1, 1e-8));
  CHECK(compare_with_run("examples/stick-slip.yaml", 3, 0.3, 1e-6));  // sticks and slides
  CHECK(compare_with_run("examples/driveline.yaml", 3, 0.2, 1e-6));
  CHECK(compare_with_run("examples/rolling-disc.yaml", 2, 0.1, 1e-8));  // velocity constraints
  CHECK(compare_with_run("vehicles/m2-turn.yaml", 3, 0.03, 1e-6));      // a controller that takes samples
  CHECK(compare_with_run("vehicles/hmmwv-lane-change.yaml", 2, 0.05, 1e-5));
  step_size = 1e-4;
  CHECK(compare_with_run("benchmarks/flyball-governor-a05.yaml", 3, 0.02, 1e-8));  // stiff
  step_size = 1e-3;
}

// Rigid contacts in Model Exchange: impacts, points that close, slip and open again, in the plane and in space. The
// importer locates their events by the indicators, and the motion is that of a run, which locates them itself.
static void test_contacts(void) {
  static const char *const scenes[] = {"bouncing-ball", "feet-on-slope", "table",    "rocking-block",
                                       "falling-rod",   "bowling-ball",  "ball-row", "newtons-cradle"};
  bool all = getenv("JOUNCE_LONG") != NULL;
  char path[300];
  for (size_t i = 0; i < (all ? sizeof scenes / sizeof *scenes : LIGHT ? 1 : 3); i++) {
    snprintf(path, sizeof path, JOUNCE_SOURCE_DIR "/tests/data/contact/%s.yaml", scenes[i]);
    for (int version = 2; version <= 3; version++)
      if (all || version == 2 + (int)(i % 2)) CHECK(compare_with_run(path, version, i == 0 || all ? 0.8 : 0.2, 1e-6));
  }
  // compliant: the speed of touching changes at the same events
  CHECK(compare_with_run(JOUNCE_SOURCE_DIR "/tests/data/contact/compliant-bounce.yaml", 3, 0.25, 1e-5));
  // impacts of a pin in a hole follow each other until it stays in contact
  step_size = 1e-4;
  CHECK(compare_with_run(JOUNCE_SOURCE_DIR "/tests/data/contact/slider-crank-play.yaml", 3, 0.006, 1e-6));
  step_size = 1e-3;
}

// A ball falls 1 m: the impact is an event of an indicator at sqrt(2/g), and reports changed states.
static void test_impact(void) {
  for (int version = 2; version <= 3; version++) {
    exported x;
    driven d;
    exchange e = {0};
    CHECK(open_model(&x, JOUNCE_SOURCE_DIR "/tests/data/contact/bouncing-ball.yaml", version));
    fmu_sizes(&x.fmu, &e);
    CHECK(e.nz == 4);  // gap, normal force, friction, piece of a profile
    CHECK(fmu_instantiate(&d, &x.fmu, true) && fmu_initialize(&d));
    fmu_handle_events(&d, &e);
    CHECK(e.z[0] > 0.99 && e.changes == 0);
    CHECK(fmu_integrate(&d, &e, 0.4515, 0.01) && e.state_events == 0);
    CHECK(fmu_integrate(&d, &e, 0.4516, 0.01) && e.state_events == 1 && e.changes == 1 && e.z[0] > 0);
    unsigned speed = (unsigned)fmu_reference(&x.fmu, "ball.vy");
    double vy = 0, t_impact = sqrt(2 / 9.81);
    CHECK(fmu_get(&d, &speed, 1, &vy) == 0);
    CHECK_NEAR(vy, 0.8 * 9.81 * t_impact - 9.81 * (0.4516 - t_impact), 1e-9);
    fmu_free(&d);
    close_model(&x);
  }
}

// Drives Model Exchange of the triple rocker to `until`, one step at a time. At each event, which the indicator or the
// completed step announces, another variable takes the slot of the position: its value jumps, while the outputs stay,
// the nominal values are positive, and the indicator is far from zero. Returns the number of these events.
static int follow_pivots(const exported *x, driven *d, exchange *e, double until, double step) {
  double before[MOST_OUTPUTS], after[MOST_OUTPUTS], nominals[FMU_MOST];
  int events = e->step_events + e->state_events, found = 0;
  while (d->t < until - 0.5 * step) {
    double x0 = e->x[0];
    int changes = e->changes, changed_nominals = e->nominal_changes;
    CHECK(fmu_get(d, x->outputs, x->noutputs, before) == 0);
    if (!fmu_integrate(d, e, fmin(d->t + step, until), step)) break;
    CHECK(fmu_get(d, x->outputs, x->noutputs, after) == 0);
    // links turn by less than 0.02 rad in a step; variables differ by more than 0.1 rad where they are exchanged
    for (int i = 0; i < 3; i++) CHECK(fabs(after[i] - before[i]) < 0.02);
    bool event = e->step_events + e->state_events > events, jumped = fabs(e->x[0] - x0) > 0.1;
    CHECK(event == jumped);
    CHECK(e->changes - changes == event && e->nominal_changes - changed_nominals == event);
    if (event) {
      CHECK((d->fmu->version == 2 ? (int)d->fmu->f2.GetNominalsOfContinuousStates(d->c, nominals, (size_t)e->nx)
                                  : (int)d->fmu->f3.GetNominalsOfContinuousStates(d->c, nominals, (size_t)e->nx)) == 0);
      for (int i = 0; i < e->nx; i++) CHECK(nominals[i] > 0);
      for (int i = 0; i < e->nz; i++) CHECK(e->z[i] > 0.3);
      found++;
    }
    events = e->step_events + e->state_events;
  }
  return found;
}

// The independent set of a triple rocker changes again and again, which an event indicator shows, and a completed step
// to an importer that ignores indicators. The states are exchanged in event mode, the motion is that of a run, and a
// state saved after an exchange continues in another instance with the same bits.
static void test_pivots(void) {
  const double until = 1, step = 2e-4, saved = 0.6;
  for (int variant = LIGHT ? 2 : 0; variant < 3; variant++) {
    int version = variant == 0 ? 2 : 3;
    exported x;
    driven d, other;
    exchange e = {.ignores_indicators = variant == 2}, f;
    double values[MOST_OUTPUTS], again[MOST_OUTPUTS];
    size_t size = 0;
    CHECK(open_model(&x, JOUNCE_SOURCE_DIR "/tests/data/triple-rocker.yaml", version));
    strcpy(x.named.integrator, "rk4");
    x.named.step = step;
    double *expected = reference(&x, until, true);
    fmu_sizes(&x.fmu, &e);
    int nx = e.nx;
    CHECK(expected && nx >= 2 && e.nz == 1);
    CHECK(fmu_instantiate(&d, &x.fmu, true) && fmu_initialize(&d));
    fmu_handle_events(&d, &e);
    e.changes = e.nominal_changes = 0;
    int found = follow_pivots(&x, &d, &e, saved, step);
    unsigned char *bytes = fmu_save(&d, &size);
    f = e;
    found += follow_pivots(&x, &d, &e, until, step);
    printf("FMI %d: %d changes of the independent set in Model Exchange, %d located\n", version, found, e.state_events);
    CHECK(found >= 3 && e.nx == nx && e.state_events == (variant == 2 ? 0 : found));
    CHECK(variant != 2 || e.step_events == found);
    CHECK(fmu_get(&d, x.outputs, x.noutputs, values) == 0);
    // without located events the steps are those of the run; otherwise both have truncation errors of 7e-8
    double tolerance = variant == 2 ? 1e-9 : 1e-7;
    for (int i = 0; expected && i < x.noutputs; i++)
      CHECK_NEAR(values[i], expected[i], tolerance * (1 + fabs(expected[i])));
    CHECK(bytes && fmu_instantiate(&other, &x.fmu, true) && fmu_restore(&other, bytes, size) == 0);
    other.t = saved;
    follow_pivots(&x, &other, &f, until, step);
    CHECK(fmu_get(&other, x.outputs, x.noutputs, again) == 0);
    CHECK(f.step_events == e.step_events && f.state_events == e.state_events &&
          same_values("pivots", again, values, x.noutputs));
    CHECK(d.log.messages == 0 && other.log.messages == 0);
    free(bytes);
    free(expected);
    fmu_free(&d);
    fmu_free(&other);
    close_model(&x);
  }
}

// ---- saved states ---------------------------------------------------------------------------------------------------

// A state that is saved, serialised and loaded into another instance continues with the same bits.
static void check_states(const char *path, int version, bool model_exchange, double until) {
  exported x;
  driven a, b;
  exchange e = {0}, other;
  double first[MOST_OUTPUTS], second[MOST_OUTPUTS];
  size_t size = 0;
  CHECK(open_model(&x, path, version));
  fmu_sizes(&x.fmu, &e);
  CHECK(fmu_instantiate(&a, &x.fmu, model_exchange) && fmu_initialize(&a));
  CHECK(fmu_instantiate(&b, &x.fmu, model_exchange));
  int n = (int)lround(until / step_size);
  if (model_exchange) {
    fmu_handle_events(&a, &e);
    CHECK(fmu_integrate(&a, &e, until, step_size));
  } else {
    for (int i = 0; i < n; i++) CHECK(fmu_step(&a, i * step_size, step_size) == 0);
  }
  unsigned char *bytes = fmu_save(&a, &size);
  CHECK(bytes != NULL);
  for (int round = 0; bytes && round < 2; round++) {  // again, from an instance that has gone on
    driven *d = round == 0 ? &b : &a;
    CHECK(fmu_restore(d, bytes, size) == 0);
    d->t = until;
    other = e;
    if (model_exchange) {
      CHECK(fmu_integrate(d, &other, until + 0.02, step_size));
    } else {
      for (int i = n; i < n + 20; i++) CHECK(fmu_step(d, i * step_size, step_size) == 0);
    }
    CHECK(fmu_get(d, x.outputs, x.noutputs, round == 0 ? first : second) == 0);
  }
  CHECK(same_values(path, second, first, x.noutputs));
  CHECK(a.log.messages == 0 && b.log.messages == 0);

  // damaged, cut, and of another interface
  if (bytes) {
    bytes[size / 2] ^= 1;
    CHECK(fmu_restore(&b, bytes, size) == 3 && strstr(b.log.last, "damaged"));
    bytes[size / 2] ^= 1;
    CHECK(fmu_restore(&b, bytes, size - 8) == 3 && fmu_restore(&b, bytes, 7) == 3 && fmu_restore(&b, bytes, 0) == 3);
    fmu_free(&b);
    CHECK(fmu_instantiate(&b, &x.fmu, !model_exchange) && fmu_restore(&b, bytes, size) == 3);
  }
  free(bytes);
  fmu_free(&a);
  fmu_free(&b);
  close_model(&x);
}

static void test_states(void) {
  check_states("examples/four-bar.yaml", 2, false, 0.1);
  check_states("examples/slider-crank.yaml", 3, true, 0.1);
  check_states("examples/stick-slip.yaml", 2, true, 0.15);  // sliding, after its first events
  check_states("examples/kerb.yaml", 3, false, 0.05);       // within contact
  check_states("examples/kerb.yaml", 3, true, 0.05);
  // rigid contacts: a block that rests on its feet, and one that rocks after an impact
  for (int version = 2; version <= 3; version++) {
    check_states(JOUNCE_SOURCE_DIR "/tests/data/contact/feet-on-slope.yaml", version, version == 2, 0.1);
    check_states(JOUNCE_SOURCE_DIR "/tests/data/contact/rocking-block.yaml", version, version == 3, 0.1);
  }
}

// ---- who may call what ----------------------------------------------------------------------------------------------

// Wrong order of calls: Error, a message, and nothing has changed.
static void check_order(int version) {
  exported x;
  driven d;
  double value = 1, before[MOST_OUTPUTS], after[MOST_OUTPUTS];
  CHECK(open_model(&x, "examples/four-bar.yaml", version));
  unsigned parameter = (unsigned)fmu_reference(&x.fmu, "crank"), output = x.outputs[0], none = 100000;

  CHECK(fmu_instantiate(&d, &x.fmu, false));
  CHECK(fmu_step(&d, 0, step_size) == 3 && d.log.worst == 3 && strstr(d.log.last, "before initialization"));
  CHECK(fmu_finish_initialization(&d) == 3);
  CHECK(fmu_get(&d, &output, 1, &value) == 3);
  CHECK(fmu_get(&d, &parameter, 1, &value) == 0 && value == 0.1);
  CHECK(fmu_initialize(&d));
  CHECK(fmu_begin(&d, 0) == 3);
  CHECK(fmu_get(&d, x.outputs, x.noutputs, before) == 0);
  CHECK(fmu_step(&d, 1, step_size) == 3 && strstr(d.log.last, "begins"));  // at another time
  CHECK(fmu_step(&d, 0, 1.5 * step_size) == 2);                            // no multiple of the fixed step
  CHECK(fmu_step(&d, 0, -step_size) == 3 && fmu_step(&d, 0, NAN) == 3 && fmu_step(&d, NAN, step_size) == 3);
  CHECK(fmu_set(&d, &output, 1, &value) == 3 && fmu_set(&d, &none, 1, &value) == 3);
  CHECK(fmu_get(&d, &none, 1, &value) == 3);
  value = NAN;
  CHECK(fmu_set(&d, &parameter, 1, &value) == 3 && strstr(d.log.last, "crank"));
  CHECK(fmu_get(&d, x.outputs, x.noutputs, after) == 0 && same_values("order", after, before, x.noutputs));
  if (version == 2) {
    double a[8];
    fmi2Integer whole = 0;
    fmi2EventInfo info;
    CHECK(x.fmu.f2.SetTime(d.c, 0) == fmi2Error && x.fmu.f2.EnterEventMode(d.c) == fmi2Error);
    CHECK(x.fmu.f2.GetDerivatives(d.c, a, 1) == fmi2Error && x.fmu.f2.NewDiscreteStates(d.c, &info) == fmi2Error);
    CHECK(x.fmu.f2.GetInteger(d.c, &output, 1, &whole) == fmi2Error && x.fmu.f2.CancelStep(d.c) == fmi2Error);
    CHECK(x.fmu.f2.GetDirectionalDerivative(d.c, &output, 1, &parameter, 1, a, a) == fmi2Error);
    CHECK(x.fmu.f2.Terminate(d.c) == fmi2OK && x.fmu.f2.Terminate(d.c) == fmi2Error);
  } else {
    double a[8];
    bool flags[5];
    fmi3Int32 whole = 0;
    CHECK(x.fmu.f3.SetTime(d.c, 0) == fmi3Error && x.fmu.f3.EnterEventMode(d.c) == fmi3Error);
    CHECK(x.fmu.f3.GetContinuousStateDerivatives(d.c, a, 1) == fmi3Error);
    CHECK(x.fmu.f3.UpdateDiscreteStates(d.c, flags, flags, flags, flags, flags, a) == fmi3Error);
    CHECK(x.fmu.f3.GetInt32(d.c, &output, 1, &whole, 1) == fmi3Error);
    CHECK(x.fmu.f3.GetFloat64(d.c, &output, 1, a, 2) == fmi3Error);
    CHECK(x.fmu.f3.EnterConfigurationMode(d.c) == fmi3Error && x.fmu.f3.EnterStepMode(d.c) == fmi3Error);
    CHECK(
        !x.fmu.f3.InstantiateScheduledExecution("i", x.fmu.token, "", false, false, NULL, fmu_log3, NULL, NULL, NULL));
    CHECK(x.fmu.f3.Terminate(d.c) == fmi3OK && x.fmu.f3.Terminate(d.c) == fmi3Error);
  }
  CHECK(fmu_step(&d, 0, step_size) == 3);
  CHECK(!d.log.foreign);
  fmu_free(&d);

  if (version == 2) x.fmu.f2.FreeInstance(NULL);
  else x.fmu.f3.FreeInstance(NULL);
  CHECK((version == 2 ? (int)x.fmu.f2.Reset(NULL) : (int)x.fmu.f3.Reset(NULL)) == 3);
  close_model(&x);
}

static void test_order(void) {
  check_order(2);
  check_order(3);
}

// A wrong token and resources that are missing or another folder: no instance, and a message.
static void test_instantiation(void) {
  exported x;
  driven d;
  char text[600];
  for (int version = 2; version <= 3; version++) {
    CHECK(open_model(&x, "examples/four-bar.yaml", version));
    snprintf(text, sizeof text, version == 2 ? "file://%s/resources" : "%s/resources/", x.fmu.folder);
    CHECK(!fmu_instantiate_with(&d, &x.fmu, false, "{wrong}", text) && strstr(d.log.last, "token"));
    CHECK(!fmu_instantiate_with(&d, &x.fmu, false, NULL, text) && d.log.worst == 3);
    CHECK(!fmu_instantiate_with(&d, &x.fmu, false, x.fmu.token, NULL) && strstr(d.log.last, "resources"));
    CHECK(!fmu_instantiate_with(&d, &x.fmu, false, x.fmu.token, "/nowhere") && strstr(d.log.last, "nowhere"));
    char settings[600];
    snprintf(settings, sizeof settings, "%s/resources/engine.txt", x.fmu.folder);
    FILE *file = fopen(settings, "ab");
    CHECK(file && fputc(0, file) == 0 && fclose(file) == 0);
    d.log.last[0] = 0;
    CHECK(!fmu_instantiate_with(&d, &x.fmu, false, x.fmu.token, text) && strstr(d.log.last, "engine.txt"));
    close_model(&x);
  }
}

// Chrono 772, FMPy 230, Reference-FMUs 342: URIs in all their forms.
static void test_uris_are_decoded(void) {
  exported x;
  driven d;
  char text[1000], moved[400], command[900];
  static const char *const forms[] = {"file://%s/resources", "file:%s/resources", "file://localhost%s/resources",
                                      "file://%s/resources/"};
  CHECK(open_model(&x, "examples/four-bar.yaml", 2));
  snprintf(moved, sizeof moved, "%s/a b%%c", x.fmu.folder);
  snprintf(command, sizeof command, "mkdir '%s' && cp -r '%s/resources' '%s'", moved, x.fmu.folder, moved);
  CHECK(system(command) == 0);
  for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
    char encoded[500];
    snprintf(encoded, sizeof encoded, "%s/a%%20b%%25c", x.fmu.folder);
    snprintf(text, sizeof text, forms[i], encoded);
    CHECK(fmu_instantiate_with(&d, &x.fmu, false, x.fmu.token, text));
    fmu_free(&d);
  }
  snprintf(text, sizeof text, "file://elsewhere%s/resources", x.fmu.folder);
  CHECK(!fmu_instantiate_with(&d, &x.fmu, false, x.fmu.token, text));
  CHECK(!fmu_instantiate_with(&d, &x.fmu, false, x.fmu.token, "http://localhost/resources"));
  close_model(&x);
}

// cppfmu 5, PythonFMU 212: the environment of the importer comes back, although its callbacks have died.
static void test_environment_is_passed_back(void) {
  exported x;
  driven d;
  for (int version = 2; version <= 3; version++) {
    CHECK(open_model(&x, "examples/four-bar.yaml", version));
    CHECK(fmu_instantiate(&d, &x.fmu, false));
    CHECK(fmu_step(&d, 0, 1) == 3 && d.log.messages == 1 && !d.log.foreign);
    fmu_free(&d);
    close_model(&x);
  }
}

// OpenModelica 9336: memory is the FMU's own, so that none of the importer's functions are mixed with others.
static void test_memory_is_not_mixed(void) {
  exported x;
  CHECK(open_model(&x, "examples/four-bar.yaml", 2));
  CHECK(strstr(x.fmu.xml, "canNotUseMemoryManagementFunctions=\"true\""));
  const fmi2CallbackFunctions none = {0};
  char resources[400];
  snprintf(resources, sizeof resources, "file://%s/resources", x.fmu.folder);
  void *c = x.fmu.f2.Instantiate("instance", fmi2CoSimulation, x.fmu.token, resources, &none, 0, 0);
  CHECK(c);
  x.fmu.f2.FreeInstance(c);
  close_model(&x);
}

// FMIKit 31: Reset works from everywhere, and the motion that follows is the first one.
static void test_reset(void) {
  exported x;
  driven d;
  double first[MOST_OUTPUTS], again[MOST_OUTPUTS], length = 0.12;
  for (int version = 2; version <= 3; version++) {
    CHECK(open_model(&x, "examples/four-bar.yaml", version));
    unsigned parameter = (unsigned)fmu_reference(&x.fmu, "crank");
    CHECK(fmu_instantiate(&d, &x.fmu, false));
    CHECK(fmu_reset(&d) == 0 && fmu_begin(&d, 0) == 0 && fmu_reset(&d) == 0);
    CHECK(fmu_initialize(&d));
    for (int i = 0; i < 10; i++) CHECK(fmu_step(&d, i * step_size, step_size) == 0);
    CHECK(fmu_get(&d, x.outputs, x.noutputs, first) == 0);
    CHECK(fmu_set(&d, &parameter, 1, &length) == 0);
    CHECK(fmu_reset(&d) == 0 && fmu_reset(&d) == 0 && fmu_initialize(&d));
    for (int i = 0; i < 10; i++) CHECK(fmu_step(&d, i * step_size, step_size) == 0);
    CHECK(fmu_get(&d, x.outputs, x.noutputs, again) == 0 && same_values("reset", again, first, x.noutputs));
    fmu_free(&d);
    close_model(&x);
  }
}

// ---- values that the importer sets ----------------------------------------------------------------------------------

// Parameters that are set before the start, and during it, give the motion of a session.
static void test_parameters(void) {
  exported x;
  driven d;
  static const char *const names[] = {"crank"};
  const double before = 0.09, during = 0.11;
  double values[MOST_OUTPUTS];
  CHECK(open_model(&x, "examples/four-bar.yaml", 3));
  unsigned parameter = (unsigned)fmu_reference(&x.fmu, "crank");
  jn_model *model = jn_model_with_parameters(x.model, names, &before, 1, NULL);
  jn_choices choices = *jn_model_choices(model);
  jn_choices_take(model, &choices, &x.named, x.given, NULL);
  jn_run_options options = jn_run_options_default();
  options.choices = &choices;
  jn_session *session = jn_session_new(model, &options, NULL);
  CHECK(session && fmu_instantiate(&d, &x.fmu, false));
  CHECK(fmu_set(&d, &parameter, 1, &before) == 0 && fmu_initialize(&d));
  for (int i = 0; i < 20; i++) {
    if (i == 10) {
      CHECK(fmu_set(&d, &parameter, 1, &during) == 0);
      CHECK(jn_session_set_parameters(session, names, &during, 1, NULL) == JN_OK);
    }
    CHECK(fmu_step(&d, i * step_size, step_size) == 0);
    double origin = i < 10 ? 0 : 10 * step_size;  // of the grid of fixed steps
    CHECK(jn_session_step_to(session, origin + (i < 10 ? i + 1 : i - 9) * step_size) == JN_OK);
  }
  CHECK(fmu_get(&d, x.outputs, x.noutputs, values) == 0);
  CHECK(same_values("parameters", values, jn_session_outputs(session), x.noutputs));
  fmu_free(&d);
  jn_session_free(session);
  jn_model_free(model);
  close_model(&x);
}

static const char pushed[] =
    "{jounce: 1, space: plane, gravity: [0, 0], bodies: {a: {mass: 2, inertia: 1}}, inputs: {push: 0, pull: 1},"
    " forces: {f: {type: point-force, at: a, value: [push, pull]}}, simulate: {until: 2},"
    " outputs: [a.x, a.vx, {side: push}, a.ax]}";

static jn_model *read_pushed(void) { return jn_model_read_text(NULL, "pushed", pushed, strlen(pushed), NULL, 0, NULL); }

// An input accelerates a mass: closed form in both interfaces, and what depends on it directly is declared so.
static void test_inputs(void) {
  jn_model *model = read_pushed();
  const char *const wrong = "pusch";
  jn_export_options options = jn_export_options_default();
  unpacked u;
  driven d;
  exchange e = {0};
  double force = 4, values[4];
  CHECK(model && fmu_open(&u, model, &options, NULL));
  unsigned input = (unsigned)fmu_reference(&u, "push"), pull = (unsigned)fmu_reference(&u, "pull"), outputs[8];
  CHECK(fmu_list(&u, "output", outputs, 8) == 4);
  CHECK(fmu_instantiate(&d, &u, false));
  CHECK(fmu_get(&d, &pull, 1, values) == 0 && values[0] == 1);
  CHECK(fmu_initialize(&d) && fmu_set(&d, &input, 1, &force) == 0);
  CHECK(fmu_get(&d, outputs, 4, values) == 0 && values[2] == 4 && fabs(values[3] - 2) < 1e-12);
  CHECK(fmu_step(&d, 0, 1) == 0 && fmu_get(&d, outputs, 4, values) == 0);
  CHECK_NEAR(values[0], 1, 1e-7);
  CHECK_NEAR(values[1], 2, 1e-7);
  fmu_free(&d);

  fmu_sizes(&u, &e);
  CHECK(e.nx >= 6 && fmu_instantiate(&d, &u, true) && fmu_initialize(&d));
  fmu_handle_events(&d, &e);
  CHECK(fmu_set(&d, &input, 1, &force) == 0);
  CHECK(fmu_integrate(&d, &e, 1, 0.1) && fmu_get(&d, outputs, 4, values) == 0);
  CHECK_NEAR(values[0], 1, 1e-9);
  CHECK_NEAR(values[1], 2, 1e-9);
  fmu_free(&d);
  fmu_close(&u);

  options.inputs = &wrong;
  options.ninputs = 1;
  size_t size;
  jn_report *report = jn_report_new(NULL);
  CHECK(!jn_fmu_export(model, &options, &size, report) &&
        strstr(jn_report_get(report, 0)->what, "did you mean 'push'"));
  jn_report_free(report);
  jn_model_free(model);
}

// A force that is a parameter changes after 1 s: closed form in both interfaces. The simulation begins at 5 s, where
// the model applies a force that depends on time.
static void test_changed_force(void) {
  static const char text[] =
      "{jounce: 1, space: plane, gravity: [0, 0], parameters: {push: 2}, bodies: {a: {mass: 1, inertia: 1}},"
      " inputs: {late: \"if(t < 5.5, 0, 8)\"}, forces: {f: {type: point-force, at: a, value: [=push, late]}},"
      " outputs: [a.x, a.vx, a.vy], simulate: {until: 10}}";
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "pushed", text, strlen(text), NULL, 0, report);
  const double after = -2;
  if (!model) print_report(report);
  CHECK(model);
  for (int version = 2; model && version <= 3; version++) {
    jn_export_options options = jn_export_options_default();
    options.version = version;
    options.ninputs = 0;
    unpacked u;
    driven d;
    exchange e = {0};
    unsigned outputs[4];
    double values[4];
    CHECK(fmu_open(&u, model, &options, report) && fmu_list(&u, "output", outputs, 4) == 3);
    unsigned push = (unsigned)fmu_reference(&u, "push");
    for (int model_exchange = 0; model_exchange < 2; model_exchange++) {
      CHECK(fmu_instantiate(&d, &u, model_exchange) && fmu_begin(&d, 5) == 0 && fmu_finish_initialization(&d) == 0);
      d.t = 5;
      if (model_exchange) {
        fmu_sizes(&u, &e);
        fmu_handle_events(&d, &e);
        CHECK(e.next == 5.5 && fmu_set(&d, &push, 1, &after) == 3);  // not in continuous-time mode
        CHECK(fmu_integrate(&d, &e, 6, 0.1) && e.time_events == 1);
        CHECK((version == 2 ? (int)u.f2.EnterEventMode(d.c) : (int)u.f3.EnterEventMode(d.c)) == 0);
        CHECK(fmu_set(&d, &push, 1, &after) == 0);
        fmu_handle_events(&d, &e);
        CHECK(fmu_integrate(&d, &e, 7, 0.1));
      } else {
        CHECK(fmu_step(&d, 5, 1) == 0 && fmu_set(&d, &push, 1, &after) == 0 && fmu_step(&d, 6, 1) == 0);
      }
      CHECK(fmu_get(&d, outputs, 3, values) == 0);
      CHECK_NEAR(values[0], 2, 1e-6);
      CHECK_NEAR(values[1], 0, 1e-6);
      CHECK_NEAR(values[2], 12, 1e-6);
      CHECK(d.log.messages == model_exchange);
      fmu_free(&d);
    }
    fmu_close(&u);
  }
  jn_report_free(report);
  jn_model_free(model);
}

// ---- dependencies ---------------------------------------------------------------------------------------------------

// Returns whether a list of numbers contains one.
static bool lists(const char *list, int number) {
  for (char *end; *list; list = end) {
    long value = strtol(list, &end, 10);
    if (end == list) return false;
    if (value == number) return true;
  }
  return false;
}

// Changes each input, each state and the time at the present point. Outputs and rates that change must have declared
// it.
static void check_dependencies_at(exported *x, driven *at_point, exchange *now) {
  unpacked *u = &x->fmu;
  driven d = *at_point;
  exchange e = *now;
  unsigned inputs[64], unknowns[2 * FMU_MOST], states[FMU_MOST];
  static double before[2 * FMU_MOST], after[2 * FMU_MOST];
  static char text[20000];
  const char *typed, *at;
  int ninputs = fmu_list(u, "input", inputs, 64), n = 0, nstates = 0;
  for (int i = 0; i < x->noutputs; i++) unknowns[n++] = x->outputs[i];
  for (int i = 0; (at = fmu_variable(u, i, &typed)) != NULL; i++) {
    if (!fmu_attribute(typed, "derivative", text, sizeof text)) continue;
    states[nstates++] = (unsigned)atoi(text) - (u->version == 2);
    unknowns[n++] = (unsigned)i;
  }
  CHECK(nstates == e.nx && fmu_get(&d, unknowns, n, before) == 0);
  for (int known = 0; known < ninputs + nstates + 1; known++) {
    int reference = known < ninputs ? (int)inputs[known] : known < ninputs + nstates ? (int)states[known - ninputs] : 0;
    double moved[FMU_MOST], value = 0, old = 0;
    memcpy(moved, e.x, sizeof moved);
    if (known < ninputs) {
      CHECK(fmu_get(&d, &inputs[known], 1, &old) == 0);
      value = old + 0.01;
      CHECK(fmu_set(&d, &inputs[known], 1, &value) == 0);
    } else if (known < ninputs + nstates) {
      moved[known - ninputs] += 1e-4;
    }
    CHECK(fmu_point(&d, &e, known == ninputs + nstates ? d.t + 1e-3 : d.t, moved));
    bool good = fmu_get(&d, unknowns, n, after) == 0;
    for (int i = 0; i < n && good; i++) {
      char key[80];
      if (fabs(before[i] - after[i]) <= 1e-12 * (1 + fabs(before[i]))) continue;  // rounding
      const char *sort = i < x->noutputs ? "Output" : "ContinuousStateDerivative";
      if (u->version == 2) snprintf(key, sizeof key, "<Unknown index=\"%u\"", unknowns[i] + 1);
      else snprintf(key, sizeof key, "<%s valueReference=\"%u\"", sort, unknowns[i]);
      const char *element = strstr(strstr(u->xml, "<ModelStructure>"), key);
      CHECK(element);
      if (!element || !fmu_attribute(element, "dependencies", text, sizeof text)) continue;
      bool declared = lists(text, reference + (u->version == 2));
      CHECK(declared);
      if (!declared)
        printf("  %s: variable %u changes from %.17g to %.17g with variable %d\n", jn_model_name(x->model), unknowns[i],
               before[i], after[i], reference);
    }
    if (known < ninputs) CHECK(fmu_set(&d, &inputs[known], 1, &old) == 0);
  }
  CHECK(fmu_point(&d, &e, d.t, e.x));
}

// Checks the dependencies at the start and 0.02 s later.
static void check_dependencies(exported *x) {
  driven d;
  exchange e = {0};
  fmu_sizes(&x->fmu, &e);
  CHECK(fmu_instantiate(&d, &x->fmu, true) && fmu_initialize(&d));
  fmu_handle_events(&d, &e);
  check_dependencies_at(x, &d, &e);
  if (!LIGHT && fmu_integrate(&d, &e, 0.02, step_size)) check_dependencies_at(x, &d, &e);
  fmu_free(&d);
}

static void test_dependencies(void) {
  static const char *const paths[] = {
      "examples/slider-crank.yaml", "examples/spring-mass.yaml", "examples/driven-slider-crank.yaml",
      "examples/two-wheels.yaml",   "vehicles/iltis.yaml",       "examples/driveline.yaml"};
  int declared = 0;
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
    exported x;
    CHECK(open_with(&x, paths[i], i % 2 ? 2 : 3, true));
    check_dependencies(&x);
    for (const char *at = x.fmu.xml; (at = strstr(at + 1, " dependencies=\"")) != NULL;) declared++;
    close_model(&x);
  }
  CHECK(declared > 10);
}

// Returns whether the dependencies of an output or a rate are exactly these variables, in the order of the description,
// and the parameter k.
static bool depends_on(unpacked *u, const char *unknown, const char *const *names, int n) {
  char key[80], text[400], expected[400] = "";
  int reference = fmu_reference(u, unknown), k = fmu_reference(u, "k");
  snprintf(key, sizeof key, "<%s valueReference=\"%d\"",
           strncmp(unknown, "der(", 4) == 0 ? "ContinuousStateDerivative" : "Output", reference);
  const char *element = strstr(strstr(u->xml, "<ModelStructure>"), key);
  if (!element || !fmu_attribute(element, "dependencies", text, sizeof text)) return false;
  bool has_k = false;
  for (int i = 0; i < n; i++) {
    int known = fmu_reference(u, names[i]);
    if (known > k && !has_k) snprintf(expected + strlen(expected), sizeof expected - strlen(expected), "%d ", k);
    has_k = has_k || known > k;
    snprintf(expected + strlen(expected), sizeof expected - strlen(expected), "%d ", known);
  }
  if (!has_k) snprintf(expected + strlen(expected), sizeof expected - strlen(expected), "%d ", k);
  expected[strlen(expected) - 1] = 0;
  if (strcmp(text, expected) != 0) printf("%s depends on '%s', expected '%s'\n", unknown, text, expected);
  return strcmp(text, expected) == 0;
}

// Two mechanisms, of which one is pushed by an input, and one follows the time: outputs and rates depend on their own
// mechanism, and on an input only if it acts on them.
static void test_declared_dependencies(void) {
  static const char text[] =
      "{jounce: 1, space: plane, gravity: [0, 0], parameters: {k: 2}, inputs: {push: 1, pull: 2},"
      " ground: {points: {O: [0, 0], P: [0, 1]}},"
      " bodies: {a: {mass: =k, inertia: 1, points: {c: [0, 0]}}, b: {mass: 1, inertia: 1, points: {c: [0, 0]}}},"
      " joints: {A: {type: prismatic, between: [ground.O, a.c], axis: x},"
      " B: {type: prismatic, between: [ground.P, b.c], axis: x}},"
      " forces: {F: {type: point-force, at: a.c, value: [push, 0]},"
      " G: {type: point-force, at: b.c, value: [\"sin(t)\", 0]}},"
      " auxiliary: {z: {initial: 0, rate: \"pull - z\"}},"
      " outputs: [a.x, b.vx, {sum: \"a.x + pull\"}, z]}";
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "dependencies", text, strlen(text), NULL, 0, report);
  jn_export_options options = jn_export_options_default();
  unpacked u;
  bool good = model && fmu_open(&u, model, &options, report);
  CHECK(good);
  if (!good) print_report(report);
  if (good) {
    CHECK(depends_on(&u, "a.x", (const char *[]){"state.position[1]"}, 1));
    CHECK(depends_on(&u, "b.vx", (const char *[]){"state.position[2]", "state.speed[2]"}, 2));
    CHECK(depends_on(&u, "sum", (const char *[]){"pull", "state.position[1]"}, 2));
    CHECK(depends_on(&u, "z", (const char *[]){"state.auxiliary[1]"}, 1));
    CHECK(depends_on(&u, "der(state.speed[1])", (const char *[]){"push", "state.position[1]", "state.speed[1]"}, 3));
    CHECK(depends_on(&u, "der(state.speed[2])", (const char *[]){"time", "state.position[2]", "state.speed[2]"}, 3));
    CHECK(depends_on(&u, "der(state.auxiliary[1])", (const char *[]){"pull", "state.auxiliary[1]"}, 2));
    fmu_close(&u);
  }
  jn_report_free(report);
  jn_model_free(model);
}

// ---- description ----------------------------------------------------------------------------------------------------

// Each of the following functions tests one mistake that other exporters are known for (by the issues
// named here) in the description of one model; those of the code are test_uris_are_decoded,
// test_environment_is_passed_back, test_memory_is_not_mixed, test_reset and test_names.

// FMPy 747, DDMPC 6: only reals are continuous, and every variable says what it is.
static void only_reals_are_continuous(unpacked *u) {
  const char *typed, *at;
  char variability[40];
  for (int i = 0; (at = fmu_variable(u, i, &typed)) != NULL; i++) {
    CHECK(fmu_attribute(at, "variability", variability, sizeof variability));
    CHECK(strcmp(variability, "continuous") != 0 || strncmp(typed, "<Real", 5) == 0 ||
          strncmp(typed, "<Float64", 8) == 0);
  }
}

// Reference-FMUs 36: start values with exact variables and inputs only; inputs and the time have no `initial`.
static void only_exact_variables_have_start_values(unpacked *u) {
  const char *typed, *at;
  char causality[40], initial[40], start[100];
  for (int i = 0; (at = fmu_variable(u, i, &typed)) != NULL; i++) {
    CHECK(fmu_attribute(at, "causality", causality, sizeof causality));
    bool has_initial = fmu_attribute(at, "initial", initial, sizeof initial), input = strcmp(causality, "input") == 0;
    bool exact = has_initial && strcmp(initial, "exact") == 0;
    CHECK(fmu_attribute(typed, "start", start, sizeof start) == (exact || input));
    CHECK(has_initial == (!input && strcmp(causality, "independent") != 0));
  }
}

// FMPy 221, Reference-FMUs 36: the initial unknowns are exactly the calculated outputs, states and rates.
static void initial_unknowns_are_complete(unpacked *u) {
  const char *typed, *at, *unknowns = strstr(u->xml, u->version == 2 ? "<InitialUnknowns>" : "<ModelStructure>");
  char name[400], initial[40], key[80];
  for (int i = 0; (at = fmu_variable(u, i, &typed)) != NULL; i++) {
    fmu_attribute(at, "name", name, sizeof name);
    bool calculated = fmu_attribute(at, "initial", initial, sizeof initial) && strcmp(initial, "calculated") == 0;
    bool wanted = calculated && strncmp(name, "indicator[", 10) != 0;
    if (u->version == 2) snprintf(key, sizeof key, "index=\"%d\"", i + 1);
    else snprintf(key, sizeof key, "<InitialUnknown valueReference=\"%d\"", i);
    CHECK(unknowns && (strstr(unknowns, key) != NULL) == wanted);
  }
}

// SimulatorToFMU 38: attributes of Model Exchange and Co-Simulation are in their elements.
static void attributes_are_in_their_elements(unpacked *u) {
  const char *me = strstr(u->xml, "<ModelExchange"), *cs = strstr(u->xml, "<CoSimulation");
  const char *steps = u->version == 2 ? "completedIntegratorStepNotNeeded" : "needsCompletedIntegratorStep";
  char text[40];
  CHECK(cs && fmu_attribute(cs, "canHandleVariableCommunicationStepSize", text, sizeof text));
  CHECK(cs && !fmu_attribute(cs, steps, text, sizeof text));
  CHECK(!me || !fmu_attribute(me, "canHandleVariableCommunicationStepSize", text, sizeof text));
  CHECK(!me || fmu_attribute(me, steps, text, sizeof text));
}

// OpenModelica 16054: each state has a rate. The dependencies, which are tested above, read the rates by the code.
static void states_have_rates(unpacked *u) {
  const char *typed, *at;
  char name[400], rate[400];
  for (int i = 0; (at = fmu_variable(u, i, &typed)) != NULL; i++) {
    fmu_attribute(at, "name", name, sizeof name);
    if (strncmp(name, "state.", 6) != 0) continue;
    snprintf(rate, sizeof rate, "der(%.380s)", name);
    CHECK(fmu_reference(u, rate) >= 0);
  }
}

// Simulix 28: names and value references differ.
static void names_differ(unpacked *u) {
  const char *typed, *at;
  char name[400], reference[20];
  for (int i = 0; (at = fmu_variable(u, i, &typed)) != NULL; i++) {
    CHECK(fmu_attribute(at, "name", name, sizeof name) && name[0] && fmu_reference(u, name) == i);
    CHECK(fmu_attribute(at, "valueReference", reference, sizeof reference) && atoi(reference) == i);
  }
}

// fmi-standard 547: no backslashes in the archive.
static void names_of_files_have_no_backslashes(const unpacked *u) {
  CHECK(u->nfiles > 3);
  for (int i = 0; i < u->nfiles; i++) CHECK(!strchr(u->files[i], '\\'));
}

static void units_are_defined(unpacked *u) {
  const char *typed, *at;
  char unit[60], key[80];
  for (int i = 0; (at = fmu_variable(u, i, &typed)) != NULL; i++) {
    if (!fmu_attribute(typed, "unit", unit, sizeof unit)) continue;
    snprintf(key, sizeof key, "<Unit name=\"%s\"", unit);
    CHECK(strstr(u->xml, key));
  }
}

static void test_description(void) {
  static const struct {
    const char *path;
    int version;
  } models[] = {{"examples/four-bar.yaml", 2},
                {"examples/stick-slip.yaml", 3},
                {"vehicles/hmmwv.yaml", 2},
                {"vehicles/hmmwv-lane-change.yaml", 3}};
  for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
    exported x;
    CHECK(open_with(&x, models[i].path, models[i].version, true));
    only_reals_are_continuous(&x.fmu);
    only_exact_variables_have_start_values(&x.fmu);
    initial_unknowns_are_complete(&x.fmu);
    attributes_are_in_their_elements(&x.fmu);
    states_have_rates(&x.fmu);
    names_differ(&x.fmu);
    names_of_files_have_no_backslashes(&x.fmu);
    units_are_defined(&x.fmu);
    close_model(&x);
  }
}

// Simulix 28: an output that is called like a parameter or an input gets another name.
static void test_names(void) {
  static const char text[] =
      "{jounce: 1, space: plane, parameters: {k: 2}, bodies: {a: {mass: =k, inertia: 1}}, inputs: {f: 1},"
      " outputs: [{k: a.x}, {f: 2*a.x}, a.y]}";
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "names", text, strlen(text), NULL, 0, report);
  jn_export_options options = jn_export_options_default();
  unpacked u;
  bool good = model && fmu_open(&u, model, &options, report);
  CHECK(good);
  if (!good) print_report(report);
  if (good) {
    CHECK(fmu_reference(&u, "k") == 1 && fmu_reference(&u, "f") == 2 && fmu_reference(&u, "output.k") == 3);
    CHECK(fmu_reference(&u, "output.f") == 4 && fmu_reference(&u, "a.y") == 5);
    fmu_close(&u);
  }
  jn_report_free(report);
  jn_model_free(model);
}

// ---- archive --------------------------------------------------------------------------------------------------------

static void test_equal_archives(void) {
  exported x;
  for (int version = 2; version <= 3; version++) {
    size_t size = 0;
    CHECK(open_model(&x, "vehicles/hmmwv.yaml", version));
    unsigned char *again = fmu_archive(x.model, &x.options, &size, NULL);
    CHECK(again && size == x.fmu.size && memcmp(again, x.fmu.bytes, size) == 0);
    jn_fmu_free(again);
    const jn_setting other = {"simulate.until", "3"};
    jn_model *changed = jn_model_with_settings(x.model, &other, 1, NULL);
    again = changed ? fmu_archive(changed, &x.options, &size, NULL) : NULL;
    CHECK(again && !memmem(again, size, x.fmu.token, strlen(x.fmu.token)));  // another model has another token
    jn_fmu_free(again);
    jn_model_free(changed);
    close_model(&x);
  }
}

// ---- several instances ----------------------------------------------------------------------------------------------

typedef struct {
  exported *x;
  double values[MOST_OUTPUTS];
  bool good;
} worker;

static void *work(void *argument) {
  worker *w = argument;
  driven d;
  w->good = fmu_instantiate(&d, &w->x->fmu, false) && fmu_initialize(&d);
  for (int i = 0; i < 50 && w->good; i++) w->good = fmu_step(&d, i * step_size, step_size) == 0;
  w->good = w->good && fmu_get(&d, w->x->outputs, w->x->noutputs, w->values) == 0;
  if (d.c) fmu_free(&d);
  return NULL;
}

// Instances in four threads, two in one thread, and one after another.
static void test_instances(void) {
  exported x;
  worker workers[4];
  pthread_t threads[4];
  driven a, b;
  double values[MOST_OUTPUTS];
  CHECK(open_model(&x, "examples/slider-crank.yaml", 3));
  for (int i = 0; i < 4; i++) {
    workers[i] = (worker){.x = &x};
    CHECK(pthread_create(&threads[i], NULL, work, &workers[i]) == 0);
  }
  for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
  for (int i = 0; i < 4; i++)
    CHECK(workers[i].good && same_values("threads", workers[i].values, workers[0].values, x.noutputs));
  CHECK(fmu_instantiate(&a, &x.fmu, false) && fmu_instantiate(&b, &x.fmu, true));
  CHECK(fmu_initialize(&a) && fmu_initialize(&b));
  exchange e = {0};
  fmu_sizes(&x.fmu, &e);
  fmu_handle_events(&b, &e);
  for (int i = 0; i < 50; i++) {
    CHECK(fmu_step(&a, i * step_size, step_size) == 0);
    CHECK(fmu_integrate(&b, &e, (i + 1) * step_size, step_size));
  }
  CHECK(fmu_get(&a, x.outputs, x.noutputs, values) == 0);
  CHECK(same_values("instances", values, workers[0].values, x.noutputs));
  fmu_free(&a);
  fmu_free(&b);
  close_model(&x);
}

// A thousand times loaded and unloaded, each tenth time with an instance.
static void test_loading(void) {
  exported x;
  CHECK(open_model(&x, "examples/four-bar.yaml", 2));
  for (int i = 0; i < (LIGHT ? 20 : 1000); i++) {
    driven d;
    dlclose(x.fmu.handle);
    x.fmu.handle = NULL;
    if (!fmu_load(&x.fmu)) {
      CHECK(x.fmu.handle);
      break;
    }
    if (i % 10 != 0) continue;
    CHECK(fmu_instantiate(&d, &x.fmu, false) && fmu_initialize(&d));
    fmu_free(&d);
  }
  close_model(&x);
}

// A run that an event ends, and states in Co-Simulation.
static void test_stop(void) {
  static const char text[] =
      "{jounce: 1, space: plane, gravity: [0, -10], bodies: {a: {mass: 1, inertia: 1}}, outputs: [a.y],"
      " events: {low: {when: a.y + 1.25, direction: falling, stop: true}}}";
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "falling", text, strlen(text), NULL, 0, report);
  unpacked u;
  driven d;
  exchange e = {0};
  if (!model) print_report(report);
  for (int version = 2; model && version <= 3; version++) {
    jn_export_options options = jn_export_options_default();
    options.version = version;
    double y = 0, position = 0;
    CHECK(fmu_open(&u, model, &options, report));
    unsigned output = (unsigned)fmu_reference(&u, "a.y"), state = (unsigned)fmu_reference(&u, "state.position[2]");
    CHECK(fmu_instantiate(&d, &u, false) && fmu_initialize(&d));
    CHECK(fmu_step(&d, 0, 0.25) == 0 && fmu_get(&d, &output, 1, &y) == 0 && fmu_get(&d, &state, 1, &position) == 0);
    CHECK_NEAR(y, -0.3125, 1e-6);
    CHECK_NEAR(position, y, 1e-12);
    int status = fmu_step(&d, 0.25, 0.5);
    CHECK(status == (version == 2 ? 2 : 0));
    CHECK(fmu_get(&d, &output, 1, &y) == 0);
    CHECK_NEAR(y, -1.25, 1e-6);
    if (version == 2) {
      fmi2Real last = 0;
      fmi2Boolean ended = 0;
      CHECK(u.f2.GetRealStatus(d.c, fmi2LastSuccessfulTime, &last) == fmi2OK && fabs(last - 0.5) < 1e-6);
      CHECK(u.f2.GetBooleanStatus(d.c, fmi2Terminated, &ended) == fmi2OK && ended);
    }
    fmu_free(&d);
    e = (exchange){0};
    fmu_sizes(&u, &e);
    CHECK(e.nz == 1 && fmu_instantiate(&d, &u, true) && fmu_initialize(&d));
    fmu_handle_events(&d, &e);
    CHECK(fmu_integrate(&d, &e, 2, 0.1) && e.terminate && e.state_events == 1);
    CHECK_NEAR(d.t, 0.5, 1e-9);
    fmu_free(&d);
    fmu_close(&u);
  }
  CHECK(model);
  jn_report_free(report);
  jn_model_free(model);
}

static void check_shipped(const char *path) {
  jn_model *model = jn_model_read(NULL, path, NULL, 0, NULL);
  bool whole = model && jn_model_nbodies(model) > 1;
  jn_model_free(model);
  if (!whole || is_left_out(path)) return;  // a part of models
  for (int version = 2; version <= 3; version++) {
    if (!compare_with_run(path, version, 0.02, 1e-4)) {  // stiff
      step_size = 1e-4;
      CHECK(compare_with_run(path, version, 0.02, 1e-4));
      step_size = 1e-3;
    }
    exported x;
    CHECK(open_with(&x, path, version, true));
    if (x.exchange) check_dependencies(&x);
    close_model(&x);
  }
}

int main(void) {
  test_results();
  test_contacts();
  test_impact();
  test_pivots();
  test_states();
  test_order();
  test_instantiation();
  test_uris_are_decoded();
  test_environment_is_passed_back();
  test_memory_is_not_mixed();
  test_reset();
  test_parameters();
  test_inputs();
  test_changed_force();
  test_dependencies();
  test_declared_dependencies();
  test_description();
  test_names();
  test_equal_archives();
  test_instances();
  test_loading();
  test_stop();
  if (getenv("JOUNCE_LONG")) CHECK(each_shipped_model(check_shipped) > 30);
  return check_report();
}
