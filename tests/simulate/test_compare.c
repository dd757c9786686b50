// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_compare.c - the comparison of methods: the list comes from the table and from nothing else, errors fall along
// the ladder with the order of the method, every formulation agrees with the reference, failures have their word, given
// references, interruption, failing memory, and the table, picture and page.
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "heap.h"
#include "jounce/jounce.h"
#include "recorder.h"

// ---- models -------------------------------------------------------------------------------------------------------

static const char pendulum[] =
    "jounce: 1\nname: pendulum\nspace: plane\ngravity: [0, -9.81]\nground: {points: {O: [0, 0]}}\n"
    "bodies: {bar: {mass: 2, inertia: 0.1667, points: {O: [-0.5, 0]}}}\n"
    "joints: {hinge: {type: revolute, between: [ground.O, bar.O]}}\n"
    "initial: {keep: {bar.angle: 0.3, bar.rate: 0}}\nsimulate: {until: 0.8, step: 10 ms}\n"
    "outputs: [bar.x, bar.angle, energy.error, violation.position, {twice: 2*bar.x}]\n";

static const char massless[] =
    "jounce: 1\nname: massless link\nspace: plane\ngravity: [0, -9.81]\nground: {points: {O: [0, 0]}}\n"
    "bodies: {bar: {mass: 2, inertia: 0.1667, points: {O: [-0.5, 0], A: [0.5, 0]}}, "
    "link: {mass: 0, inertia: 0, points: {A: [0, 0], B: [1, 0]}}}\n"
    "joints: {hinge: {type: revolute, between: [ground.O, bar.O]}, weld: {type: fixed, between: [bar.A, link.A]}}\n"
    "initial: {keep: {bar.angle: 0.3}}\nsimulate: {until: 0.2, step: 10 ms}\n";

static jn_model *read_text(const jn_alloc *alloc, const char *text, jn_report *report) {
  return jn_model_read_text(alloc, "model.yaml", text, strlen(text), NULL, 0, report);
}

static jn_compare_options quick(void) {
  jn_compare_options o = jn_compare_options_default();
  o.ladder = 3;
  o.repeat = 1;
  return o;
}

static jn_comparison *compare_text(const char *text, const jn_compare_options *options) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = read_text(NULL, text, report);
  CHECK(model != NULL);
  jn_comparison *c = model ? jn_compare(model, options, report) : NULL;
  for (int i = 0; !c && i < jn_report_size(report); i++) puts(jn_report_get(report, i)->what);
  jn_model_free(model);
  jn_report_free(report);
  return c;
}

static jn_names one(const char *const *name) { return (jn_names){name, 1}; }

static const jn_combination *find(const jn_comparison *c, const char *label) {
  for (int i = 0; c && i < c->n; i++)
    if (strcmp(c->combinations[i].label, label) == 0) return &c->combinations[i];
  return NULL;
}

// ---- the list -----------------------------------------------------------------------------------------------------

static int count_names(const char *what, const char *formulation) {
  int n = 0;
  while (jn_choice_name(what, formulation, n)) n++;
  return n;
}

// What a step of 10 ms may do: less of methods of low order.
typedef struct {
  const char *integrator;
  double error, violation, energy;
  bool warned;  // of the energy
} allowance;

static const allowance *allowance_of(const char *integrator) {
  static const allowance list[] = {{"euler", 0.1, 1e-2, 2, true},      {"newmark", 0.03, 1e-3, 1.2, false},
                                   {"ab2", 1e-2, 1e-3, 0.15, false},   {"rosenbrock", 1e-2, 1e-3, 0.15, false},
                                   {"split", 1e-2, 1e-3, 0.15, false}, {NULL, 5e-3, 1e-3, 0.1, false}};
  const allowance *may = list;
  while (may->integrator && strcmp(may->integrator, integrator) != 0) may++;
  return may;
}

// Every pair of formulation and integrator of the table is there once, of compiled code those with fixed steps, with
// its usual controls, and agrees with the reference; before them what `auto` stands for, since a tree runs in joint
// coordinates by itself.
static void test_table(void) {
  jn_compare_options options = quick();
  jn_comparison *c = compare_text(pendulum, &options);
  int pairs = 0, own = 0;
  if (!c) return;
  for (int f = 0; jn_formulation_name(f); f++) pairs += count_names("integrator", jn_formulation_name(f));
  for (int i = 0; jn_choice_name("integrator", "compiled", i); i++)
    pairs += jn_integrator_is_fixed(jn_choice_name("integrator", "compiled", i));
  CHECK(c->n == pairs + 1 && c->planned == pairs + 1 && c->status == JN_OK);
  CHECK(c->combinations[0].own && strcmp(c->combinations[0].choices.coordinates, "joint") == 0);
  CHECK(c->reference_error < 1e-10);
  CHECK(c->noutputs == 2 && strcmp(c->outputs[0], "bar.x") == 0 && strcmp(c->outputs[1], "bar.angle") == 0);
  for (int i = 0; i < c->n; i++) {
    const jn_combination *one_of = &c->combinations[i];
    bool fixed = jn_integrator_is_fixed(one_of->choices.integrator);
    const allowance *may = allowance_of(one_of->choices.integrator);
    own += one_of->own;
    CHECK(one_of->usual && one_of->nrungs == 3 && one_of->best >= 0);
    CHECK(one_of->line.status == JN_OK && (may->warned || !one_of->line.word[0]));
    CHECK(one_of->line.error < (fixed ? may->error : 1e-5) && one_of->line.error > 0);
    CHECK(one_of->line.cpu_seconds > 0 && one_of->line.evaluations > 0 && one_of->line.steps > 0);
    CHECK(one_of->line.max_position_violation < may->violation && one_of->line.max_energy_error < may->energy);
    CHECK(one_of->line.step == (fixed ? 0.01 : 0) && one_of->line.time == 0.8 && one_of->line.state_hash != 0);
  }
  CHECK(own == 1);
  jn_comparison_free(c);
}

// With `all` there are as many as the lists of the table have combinations.
static void test_all(void) {
  static const char *const integrator[] = {"rk4"};
  jn_compare_options options = quick();
  options.all = true;
  options.ladder = 1;
  options.integrator = one(integrator);
  jn_comparison *c = compare_text(pendulum, &options);
  int expected = 0;
  for (int f = 0; jn_formulation_name(f); f++) {
    const char *name = jn_formulation_name(f);
    int n = 0, variants = count_names("variant", name);
    for (int i = 0; jn_choice_name("integrator", name, i); i++)
      n += strcmp(jn_choice_name("integrator", name, i), "rk4") == 0;
    n *= count_names("position", name) * count_names("velocity", name) * count_names("energy", name) *
         (variants ? variants : 1);
    expected += n ? n : 1;  // one line says that it is refused
  }
  CHECK(c && c->n == expected + 2);  // and what `auto` stands for, and compiled code
  jn_comparison_free(c);
}

static void test_choice_names(void) {
  CHECK(jn_choice_name("position", "no such formulation", 0) == NULL);
  CHECK(jn_choice_name("colour", jn_formulation_name(0), 0) == NULL);
  CHECK(jn_choice_name("position", jn_formulation_name(0), -1) == NULL);
  CHECK(strcmp(jn_choice_name("coordinates", jn_formulation_name(0), 0), "cartesian") == 0);
}

// ---- the ladder ---------------------------------------------------------------------------------------------------

// Errors of fixed steps fall by 2^order from rung to rung; a corrected method keeps its order.
static void check_order(const char *integrator, double order) {
  const char *const names[] = {integrator};
  jn_compare_options options = quick();
  options.integrator = one(names);
  jn_comparison *c = compare_text(pendulum, &options);
  for (int i = 0; c && i < c->n; i++) {
    const jn_combination *one_of = &c->combinations[i];
    for (int k = 1; k < one_of->nrungs; k++) {
      double coarse = one_of->rungs[k - 1].error, fine = one_of->rungs[k].error;
      CHECK(one_of->rungs[k].step == one_of->rungs[k - 1].step / 2);
      CHECK(one_of->rungs[k].steps > one_of->rungs[k - 1].steps);
      if (!(coarse / fine > pow(2, order - 0.7) && coarse / fine < pow(2, order + 1.6)))
        printf("%s: %g -> %g\n", one_of->label, coarse, fine);
      CHECK(coarse / fine > pow(2, order - 0.7) && coarse / fine < pow(2, order + 1.6));
    }
  }
  CHECK(c && c->n > 0);
  jn_comparison_free(c);
}

// Tighter tolerances never give much larger errors, and much smaller ones in the end.
static void test_tolerances(void) {
  static const char *const names[] = {"dopri5"};
  jn_compare_options options = quick();
  options.integrator = one(names);
  options.ladder = 5;
  jn_comparison *c = compare_text(pendulum, &options);
  for (int i = 0; c && i < c->n; i++) {
    const jn_combination *one_of = &c->combinations[i];
    if (one_of->nrungs == 0) continue;
    CHECK(one_of->nrungs == 5 && one_of->rungs[2].tolerance == 1e-8 && one_of->line.tolerance == 1e-8);
    CHECK_NEAR(one_of->rungs[0].tolerance, 1e-4, 1e-16);
    CHECK(one_of->rungs[4].error < 1e-4 * one_of->rungs[0].error);
  }
  jn_comparison_free(c);
}

// ---- failures -----------------------------------------------------------------------------------------------------

// Park's rhombus passes its change point: without corrections it leaves the branch, with them it stays.
static void test_singular(void) {
  const jn_setting settings[] = {{"l0", "2"}, {"theta1", "1.074"}, {"simulate.until", "10"}};
  static const char *const formulations[] = {"multipliers"}, *const integrators[] = {"rk4"},
                           *const positions[] = {"none", "newton"}, *const velocities[] = {"none", "projection"};
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(NULL, JOUNCE_SOURCE_DIR "/papers/park/park-four-bar.yaml", settings, 3, report);
  jn_compare_options options = quick();
  options.ladder = 1;
  options.formulation = one(formulations);
  options.integrator = one(integrators);
  options.position = (jn_names){positions, 2};
  options.velocity = (jn_names){velocities, 2};
  jn_comparison *c = model ? jn_compare(model, &options, report) : NULL;
  CHECK(c && c->n == 4);
  const jn_combination *bare = find(c, "multipliers rk4 none"), *corrected = find(c, "multipliers rk4");
  CHECK(bare && strcmp(bare->line.word, "diverged") == 0 && bare->line.status == JN_OK && bare->line.error > 0.1 &&
        bare->line.why[0]);
  CHECK(corrected && !corrected->line.word[0] && corrected->line.error < 1e-6 && corrected->own);
  jn_comparison_free(c);
  jn_model_free(model);
  jn_report_free(report);
}

// What needs mass everywhere is refused in one line, with the sentence of the table; what does not, runs. Without
// outputs the places of the bodies are compared.
static void test_refused(void) {
  jn_compare_options options = quick();
  options.ladder = 1;
  jn_comparison *c = compare_text(massless, &options);
  int refused = 0, ran = 0;
  for (int i = 0; c && i < c->n; i++) {
    const jn_combination *one_of = &c->combinations[i];
    bool is_refused = strcmp(one_of->line.word, "refused") == 0;
    if (is_refused)
      CHECK(one_of->nrungs == 0 && one_of->best == -1 && one_of->line.status == JN_REFUSED && one_of->line.why[0]);
    refused += is_refused;
    ran += one_of->nrungs > 0;
  }
  CHECK(ran > 0);
  printf("massless: %d ran, %d refused\n", ran, refused);
  CHECK(c && c->noutputs >= 4 && strncmp(c->outputs[0], "bar.", 4) == 0);
  jn_comparison_free(c);
}

static void test_slow(void) {
  static const char *const formulations[] = {"multipliers"}, *const integrators[] = {"rk4"};
  jn_compare_options options = quick();
  jn_choices choices = jn_choices_default();
  choices.until = 2;
  choices.step = 1e-6;
  options.choices = &choices;
  options.formulation = one(formulations);
  options.integrator = one(integrators);
  options.limit = 0.2;
  jn_comparison *c = compare_text(pendulum, &options);
  CHECK(c && c->n == 2 && strcmp(c->combinations[0].line.word, "slow") == 0 && c->combinations[0].best == -1);
  CHECK(c && c->combinations[0].rungs[2].word[0]);
  jn_comparison_free(c);
}

static void test_words(void) {
  static const char *const words[] = {"refused", "singular", "diverged",  "stuck",
                                      "slow",    "wrong",    "no memory", "failed"};
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    CHECK(jn_compare_word((int)i) && strcmp(jn_compare_word((int)i), words[i]) == 0 && jn_compare_word_help((int)i)[0]);
  CHECK(!jn_compare_word(8) && !jn_compare_word(-1) && !jn_compare_word_help(8));
}

// ---- wrong options ------------------------------------------------------------------------------------------------

static void check_fault(jn_compare_options options, const char *pattern) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = read_text(NULL, pendulum, report);
  jn_comparison *c = jn_compare(model, &options, report);
  const jn_error *error = jn_report_get(report, 0);
  CHECK(!c && error && error->severity == JN_FAULT && strstr(error->what, pattern));
  if (error && !strstr(error->what, pattern)) puts(error->what);
  jn_comparison_free(c);
  jn_model_free(model);
  jn_report_free(report);
}

static void test_broken_options(void) {
  static const char *const misspelt[] = {"multiplers"}, *const integrator[] = {"rk5"}, *const probe[] = {"nothing.x"};
  const double nan = NAN, zero = 0;
  const double *const columns[] = {&zero};
  static const char *const names[] = {"time"};
  jn_compare_options o = quick();
  o.formulation = one(misspelt);
  check_fault(o, "did you mean 'multipliers'");
  o = quick();
  o.integrator = one(integrator);
  check_fault(o, "there is no integrator 'rk5'");
  o = quick();
  o.position = one(integrator);
  check_fault(o, "there is no position 'rk5'; there are none, newton, pi, gradient");
  o = quick();
  o.probes = one(probe);
  check_fault(o, "nothing.x");
  o = quick();
  o.ladder = 10;
  check_fault(o, "'ladder'");
  o = quick();
  o.ladder = 0;
  check_fault(o, "'ladder'");
  o = quick();
  o.repeat = 0;
  check_fault(o, "'repeat'");
  o = quick();
  o.limit = nan;
  check_fault(o, "'limit'");
  o = quick();
  o.total = zero;
  check_fault(o, "'total'");
  o = quick();
  o.reference =
      (jn_compare_given){.name = "r", .names = names, .columns = columns, .ncolumns = 1, .times = &zero, .ntimes = 1};
  check_fault(o, "nothing to compare");
}

// ---- a limit for all of them --------------------------------------------------------------------------------------

// Combinations that have no time left say so, and the comparison ends.
static void test_total(void) {
  jn_report *report = jn_report_new(NULL);
  jn_model *model = read_text(NULL, pendulum, report);
  jn_compare_options options = quick();
  options.total = 1e-9;
  jn_comparison *c = jn_compare(model, &options, report);
  CHECK(c && c->status == JN_OK && c->n == c->planned && c->n > 10);
  int slow = 0;
  for (int i = 0; c && i < c->n; i++) {
    const jn_combination *one = &c->combinations[i];
    slow += strcmp(one->line.word, "slow") == 0;
    CHECK(strcmp(one->line.word, "slow") == 0 || strcmp(one->line.word, "refused") == 0);
  }
  CHECK(slow > 10);
  jn_comparison_free(c);
  jn_model_free(model);
  jn_report_free(report);
}

// ---- a reference that was given -----------------------------------------------------------------------------------

static void test_given(void) {
  enum { N = 81 };
  static double times[N], angle[N];
  static const char *const names[] = {"time", "bar.angle"}, *const formulations[] = {"multipliers"},
                           *const integrators[] = {"rk4"};
  const double *const columns[] = {times, angle};
  jn_report *report = jn_report_new(NULL);
  jn_model *model = read_text(NULL, pendulum, report);
  jn_table *table = jn_table_new(NULL);
  jn_sink *sink = jn_table_sink(table);
  jn_run_options how = jn_run_options_default();
  how.sinks = &sink;
  how.nsinks = 1;
  jn_choices choices = *jn_model_choices(model);
  choices.output_step = 0.01;
  how.choices = &choices;
  jn_run *run = jn_run_new(model, &how, report);
  CHECK(run && jn_run_execute(run, report) == JN_OK && jn_table_nrows(table) == N);
  memcpy(times, jn_table_column(table, 0), sizeof times);
  memcpy(angle, jn_table_column(table, jn_table_find(table, "bar.angle")), sizeof angle);
  jn_compare_options options = quick();
  options.formulation = one(formulations);
  options.integrator = one(integrators);
  options.reference = (jn_compare_given){
      .name = "given.csv", .names = names, .columns = columns, .ncolumns = 2, .times = times, .ntimes = N};
  jn_comparison *c = jn_compare(model, &options, report);
  CHECK(c && c->noutputs == 1 && c->ntimes == 20 && c->times[19] == times[N - 1] &&
        strcmp(c->reference, "given.csv") == 0);
  CHECK(c && isnan(c->reference_error) && c->combinations[0].line.error < 1e-12);  // its own steps
  CHECK(c && c->combinations[0].rungs[0].error > 1e-9 && c->combinations[0].rungs[2].error > 1e-11);
  jn_comparison_free(c);
  // a reference that ends early
  options.reference.ntimes = 41;
  c = jn_compare(model, &options, report);
  char *text = c ? jn_compare_table(NULL, c, false, 0) : NULL;
  CHECK(c && c->times[c->ntimes - 1] == times[40] && c->combinations[0].line.time == times[40] && c->until == 0.8);
  CHECK(text && strstr(text, "up to 0.4 s of 0.8 s") && jn_report_count(report, JN_WARNING) == 1);
  jn_text_free(NULL, text);
  jn_comparison_free(c);
  options.reference.ntimes = N;
  angle[N - 1] = NAN;
  c = jn_compare(model, &options, report);
  CHECK(!c);
  jn_run_free(run);
  jn_table_free(table);
  jn_model_free(model);
  jn_report_free(report);
}

// ---- interruption -------------------------------------------------------------------------------------------------

static bool interrupt(void *context, const jn_compare_progress *progress) {
  (void)context;
  CHECK(progress->now && progress->count > 0);
  return progress->done < 2;
}

static void test_interruption(void) {
  jn_compare_options options = quick();
  jn_choices choices = jn_choices_default();
  choices.until = 2;
  choices.step = 1e-4;
  options.choices = &choices;
  options.progress = interrupt;
  jn_comparison *c = compare_text(pendulum, &options);
  CHECK(c && c->status == JN_INTERRUPTED && c->n >= 2 && c->n < c->planned);
  char *text = c ? jn_compare_table(NULL, c, true, 0) : NULL;
  char expected[64];
  snprintf(expected, sizeof expected, "interrupted after %d of %d combinations", c ? c->n : 0, c ? c->planned : 0);
  CHECK(text && strncmp(text, expected, strlen(expected)) == 0);
  jn_text_free(NULL, text);
  jn_comparison_free(c);
}

// ---- what is written ----------------------------------------------------------------------------------------------

static int occurrences(const char *text, const char *word) {
  int n = 0;
  for (const char *s = strstr(text, word); s; s = strstr(s + 1, word)) n++;
  return n;
}

static void test_texts(void) {
  static const char *const integrators[] = {"rk4", "dopri5", "ida", "trapezoidal"};
  jn_compare_options options = quick();
  options.integrator = (jn_names){integrators, 4};
  jn_comparison *c = compare_text(pendulum, &options);
  char *table = jn_compare_table(NULL, c, true, 0), *plot = jn_compare_plot(NULL, c, false, NULL),
       *page = jn_compare_page(NULL, c, NULL);
  CHECK(table && plot && page);
  for (int i = 0; table && plot && page && i < c->n; i++) {
    const jn_combination *one_of = &c->combinations[i];
    CHECK(strstr(table, one_of->choices.integrator) && strstr(plot, one_of->label) &&
          strstr(page, one_of->choices.integrator));
  }
  CHECK(page && occurrences(page, "<svg") == 2 && occurrences(page, "<tr") == 2 + 4 * c->n && !strstr(page, "src="));
  CHECK(plot && occurrences(plot, "<title>") == 1 + 2 * c->n);  // the plot's own; line and markers of each curve
  jn_text_free(NULL, table);
  jn_text_free(NULL, plot);
  jn_text_free(NULL, page);
  jn_comparison_free(c);
}

// Columns go until the rows fit; the line about it, and the head, are not counted.
static void test_width(void) {
  static const char *const integrators[] = {"rk4", "ida"};
  jn_compare_options options = quick();
  options.ladder = 1;
  options.integrator = (jn_names){integrators, 2};
  jn_comparison *c = compare_text(pendulum, &options);
  static const int widths[] = {0, 120, 100, 80};
  size_t last = 1000;
  for (size_t i = 0; c && i < sizeof widths / sizeof *widths; i++) {
    char *text = jn_compare_table(NULL, c, false, widths[i]);
    size_t row = text ? strcspn(strstr(text, "\n\n") + 2, "\n") : 0;
    CHECK(row > 30 && row < last && (widths[i] == 0 || (int)row <= widths[i]));
    CHECK(text && !strstr(text, "columns omitted at this width") == (widths[i] == 0));
    CHECK(text && strstr(text, "formulation") && strstr(text, "error") && strstr(text, "CPU time"));
    last = row;
    jn_text_free(NULL, text);
  }
  jn_comparison_free(c);
}

// Of many combinations the best of each pair are shown and drawn, no two curves alike.
static void test_many(void) {
  static const char line_width[] = "stroke-width=\"1.6\"";  // of curves; markers have thinner ones
  jn_compare_options options = quick();
  options.ladder = 1;
  options.all = true;
  options.limit = 0.05;
  jn_comparison *c = compare_text(pendulum, &options);
  if (!c) return;
  int pairs = 1;  // what `auto` stands for
  for (int f = 0; jn_formulation_name(f); f++) pairs += count_names("integrator", jn_formulation_name(f));
  for (int i = 0; jn_choice_name("integrator", "compiled", i); i++)
    pairs += jn_integrator_is_fixed(jn_choice_name("integrator", "compiled", i));
  char *table = jn_compare_table(NULL, c, false, 0), *all = jn_compare_table(NULL, c, true, 0),
       *plot = jn_compare_plot(NULL, c, false, NULL);
  CHECK(table && all && plot && c->n > 500);
  CHECK(strstr(table, " more; -v shows all") && !strstr(all, "-v shows all"));
  CHECK(strstr(plot, "drawn, the best of each formulation and integrator"));
  int drawn = occurrences(plot, line_width), lines = occurrences(table, "\n"), all_lines = occurrences(all, "\n");
  CHECK(drawn > pairs / 2 && drawn <= pairs && lines < pairs + 15 && all_lines > c->n);
  // pens: colour and dashes of every curve
  char pens[160][240];
  int n = 0;
  for (const char *at = strstr(plot, "<path fill=\"none\" stroke=\""); at && n < 160;
       at = strstr(at + 1, "<path fill=\"none\" stroke=\"")) {
    const char *end = strstr(at, " d=\"");
    snprintf(pens[n], sizeof pens[n], "%.*s", (int)(end - at < 239 ? end - at : 239), at);
    if (strstr(pens[n], line_width)) n++;
  }
  CHECK(n == drawn);
  for (int i = 0; i < n; i++)
    for (int k = 0; k < i; k++) CHECK(strcmp(pens[i], pens[k]) != 0);
  jn_text_free(NULL, table);
  jn_text_free(NULL, all);
  jn_text_free(NULL, plot);
  jn_comparison_free(c);
}

// A gradient is of positions or of energy; one of them alone is not two.
static void test_controls_text(void) {
  static const char *const formulations[] = {"multipliers"}, *const integrators[] = {"rk4"},
                           *const labels[] = {"multipliers rk4",
                                              "multipliers rk4 none",
                                              "multipliers rk4 newton",
                                              "multipliers rk4 projection",
                                              "multipliers rk4 position gradient",
                                              "multipliers rk4 energy gradient",
                                              "multipliers rk4 newton+projection, energy gradient",
                                              "multipliers rk4 pi+projection, energy multiplier"};
  jn_compare_options options = quick();
  options.ladder = 1;
  options.all = true;
  options.formulation = one(formulations);
  options.integrator = one(integrators);
  jn_comparison *c = compare_text(pendulum, &options);
  for (size_t i = 0; i < sizeof labels / sizeof *labels; i++) CHECK(find(c, labels[i]) != NULL);
  jn_comparison_free(c);
}

// Rows of velocities alone violate nothing that positions show.
static void test_nonholonomic(void) {
  static const char *const formulations[] = {"multipliers"}, *const integrators[] = {"ab3"}, *const none[] = {"none"};
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read(NULL, JOUNCE_SOURCE_DIR "/models/examples/chaplygin-sleigh.yaml", NULL, 0, report);
  jn_compare_options options = quick();
  options.ladder = 1;
  options.formulation = one(formulations);
  options.integrator = one(integrators);
  options.position = options.velocity = one(none);
  jn_comparison *c = model ? jn_compare(model, &options, report) : NULL;
  char *text = c ? jn_compare_table(NULL, c, false, 0) : NULL, *page = c ? jn_compare_page(NULL, c, NULL) : NULL;
  CHECK(c && c->nonholonomic && c->combinations[0].line.max_position_violation == 0 &&
        c->combinations[0].line.max_velocity_violation > 0);
  CHECK(text && strstr(text, "velocity violation") && page && strstr(page, "velocity violation"));
  jn_text_free(NULL, text);
  jn_text_free(NULL, page);
  jn_comparison_free(c);
  jn_model_free(model);
  jn_report_free(report);
}

// ---- failing memory -----------------------------------------------------------------------------------------------

// Everything that is allocated goes through the model's door.
static void test_door(void) {
  static const char *const integrators[] = {"rk4"}, *const formulations[] = {"multipliers", "baumgarte"};
  memory_count d = {0};
  jn_alloc alloc = {counted_resize, &d};
  jn_compare_options options = quick();
  options.integrator = one(integrators);
  options.formulation = (jn_names){formulations, 2};
  jn_report *report = jn_report_new(&alloc);
  jn_model *model = read_text(&alloc, pendulum, report);
  heap_calls = d.calls = 0;
  jn_comparison *c = jn_compare(model, &options, report);
  CHECK(c && d.calls > 100 && (!heap_is_counted || heap_calls == d.calls));
  jn_comparison_free(c);
  jn_model_free(model);
  jn_report_free(report);
  CHECK(d.live == 0);
}

static bool whole_way(const jn_alloc *alloc) {
  static const char *const integrators[] = {"rk4"}, *const formulations[] = {"multipliers"};
  jn_compare_options options = quick();
  options.ladder = 1;
  options.integrator = one(integrators);
  options.formulation = one(formulations);
  jn_report *report = jn_report_new(NULL);
  jn_model *model = read_text(alloc, pendulum, report);
  jn_comparison *c = model ? jn_compare(model, &options, report) : NULL;
  char *table = c ? jn_compare_table(alloc, c, true, 0) : NULL, *page = table ? jn_compare_page(alloc, c, NULL) : NULL;
  bool done = page != NULL;
  CHECK(c || jn_report_count(report, JN_FAULT) > 0);
  jn_text_free(alloc, page);
  jn_text_free(alloc, table);
  jn_comparison_free(c);
  jn_model_free(model);
  jn_report_free(report);
  return done;
}

static void test_memory(void) {
  memory_count d = {0};
  jn_alloc alloc = {counted_resize, &d};
  CHECK(whole_way(&alloc) && d.live == 0);
  long calls = d.calls;
  CHECK(calls > 100);
  for (long i = 1; i <= calls; i += i < 200 ? 1 : LIGHT ? 61 : 13) {
    d = (memory_count){.fail_at = i};
    CHECK(!whole_way(&alloc) || d.calls < d.fail_at);  // the width of printed times changes how many there are
    CHECK(d.live == 0);
  }
}

int main(void) {
  test_choice_names();
  test_table();
  test_all();
  check_order("rk4", 4);
  check_order("ab3", 3);
  test_tolerances();
  test_singular();
  test_refused();
  test_slow();
  test_words();
  test_broken_options();
  test_total();
  test_given();
  test_interruption();
  test_texts();
  test_width();
  test_many();
  test_controls_text();
  test_nonholonomic();
  test_door();
  test_memory();
  return check_report();
}
