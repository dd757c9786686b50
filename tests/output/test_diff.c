// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_diff.c - two results column by column, what differs between records, and results laid over each other.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "jounce/jounce.h"
#include "memory.h"
#include "output/record.h"
#include "output/result_table.h"

// ---- tables -----------------------------------------------------------------------------------------

typedef double function(double t);

static double wave(double t) { return sin(3 * t); }
static double shifted(double t) { return sin(3 * t) + (t > 0.705 && t < 0.745 ? 0.125 : 0); }
static double milli(double t) { return 1000 * sin(3 * t); }
static double step_from(double t) { return t < 0.5 ? 1 : 3; }
static double nothing(double t) { return t < 0.5 ? 1 : NAN; }
static double zero(double t) { return 0 * t; }
static double three(double t) { return 3 + 0 * t; }
static double more(double t) { return 3.5 + 0 * t; }

typedef struct {
  const char *name, *unit;
  function *value;
} column;

static jn_table *make_table(const char *time_unit, double from, double step, int rows, const column *columns, int n) {
  jn_table *table = jn_table_new(NULL);
  double values[8], scale = strcmp(time_unit, "ms") == 0 ? 1000 : 1;
  CHECK(table && jni_table_set_title(table, "t") == JN_OK && jni_table_add_column(table, "time", time_unit) == JN_OK);
  for (int i = 0; i < n; i++) CHECK(jni_table_add_column(table, columns[i].name, columns[i].unit) == JN_OK);
  for (int k = 0; k < rows; k++) {
    double t = from + step * k;
    for (int i = 0; i < n; i++) values[i] = columns[i].value(t);
    CHECK(jni_table_add_row(table, scale * t, values) == JN_OK);
  }
  return table;
}

static jn_diff *diff_of(jn_table *a, jn_table *b) {
  jn_diff *diff = jn_diff_new(NULL, a, b, NULL);
  CHECK(diff != NULL);
  return diff;
}

static void free_all(jn_diff *diff, jn_table *a, jn_table *b) {
  jn_diff_free(diff);
  jn_table_free(a);
  jn_table_free(b);
}

// ---- differences ------------------------------------------------------------------------------------

static void test_numbers(void) {
  const column one[] = {{"same", "m", wave}, {"x", "m", wave}, {"c", "", three}, {"z", "", zero}, {"a", "", zero}},
               two[] = {{"x", "m", shifted}, {"same", "m", wave}, {"c", "", more}, {"z", "", zero}, {"b", "", zero}};
  jn_table *a = make_table("s", 0, 0.01, 101, one, 5), *b = make_table("s", 0, 0.01, 101, two, 5);
  jn_diff *diff = diff_of(a, b);
  jn_diff_times t = jn_diff_get_times(diff);
  CHECK(t.from == 0 && t.to == 1 && t.times == 101 && t.interpolated == 0 && jn_diff_count(diff) == 4);
  const jn_column_diff *same = jn_diff_get(diff, 0), *x = jn_diff_get(diff, 1), *c = jn_diff_get(diff, 2);
  CHECK(strcmp(same->name, "same") == 0 && same->largest == 0 && same->rms == 0 && same->relative == 0);
  CHECK(strcmp(x->name, "x") == 0 && fabs(x->largest - 0.125) < 1e-12 && fabs(x->at - 0.71) < 1e-12);
  CHECK(fabs(x->rms - 0.125 * sqrt(4 / 101.0)) < 1e-12 && fabs(x->relative - 0.125 / x->range) < 1e-12);
  CHECK(x->range > 0.9 && x->range < 1.2);
  CHECK(c->largest == 0.5 && c->range == 0.5 && jn_diff_get(diff, 3)->relative == 0);
  CHECK(strcmp(jn_diff_only(diff, 0, 0), "a") == 0 && !jn_diff_only(diff, 0, 1) && !jn_diff_only(diff, 0, 9));
  CHECK(strcmp(jn_diff_only(diff, 1, 0), "b") == 0 && !jn_diff_only(diff, 1, 1));
  free_all(diff, a, b);
}

// The result with fewer rows gives the times, whichever comes first; the cubic's error goes with the fourth power.
static void test_interpolation(void) {
  const column x[] = {{"x", "m", wave}};
  for (int turn = 0; turn < 2; turn++) {
    double error[2];
    for (int fine = 0; fine < 2; fine++) {
      jn_table *few = make_table("s", 0.0035, 0.1, 10, x, 1);
      jn_table *many = make_table("s", 0, fine ? 0.005 : 0.01, fine ? 201 : 101, x, 1);
      jn_diff *diff = turn ? diff_of(many, few) : diff_of(few, many);
      jn_diff_times t = jn_diff_get_times(diff);
      CHECK(t.grid == turn && t.times == 10 && t.interpolated == 10 && t.from == 0.0035);
      error[fine] = jn_diff_get(diff, 0)->largest;
      free_all(diff, few, many);
    }
    CHECK(error[0] < 2e-8 && error[0] > 1e-10 && error[1] < error[0] / 10);
  }
}

// Rows of one are rows of the other: nothing is interpolated, rounding of the times included.
static void test_nested_times(void) {
  const column x[] = {{"x", "m", wave}};
  jn_table *a = make_table("s", 0, 0.1, 11, x, 1), *b = make_table("s", 0, 0.1 / 3, 31, x, 1);
  jn_diff *diff = diff_of(a, b);
  CHECK(jn_diff_get_times(diff).interpolated == 0 && jn_diff_get(diff, 0)->largest < 1e-14);
  free_all(diff, a, b);
}

static void test_units(void) {
  const column metres[] = {{"x", "m", wave}, {"y", "m", wave}}, others[] = {{"x", "mm", milli}, {"y", "rad", wave}};
  jn_table *a = make_table("s", 0, 0.1, 11, metres, 2), *b = make_table("ms", 0, 0.1, 11, others, 2);
  jn_diff *diff = diff_of(a, b);
  CHECK(jn_diff_get_times(diff).to == 1 && jn_diff_get_times(diff).interpolated == 0);
  CHECK(jn_diff_get(diff, 0)->comparable && jn_diff_get(diff, 0)->largest < 1e-15);
  CHECK(!jn_diff_get(diff, 1)->comparable && strcmp(jn_diff_get(diff, 1)->other_unit, "rad") == 0);
  free_all(diff, a, b);
}

// What is no number in one of them alone differs without bound; a jump is no place for a cubic's error to end up as
// NaN.
static void test_holes(void) {
  const column one[] = {{"x", "", nothing}, {"y", "", nothing}, {"s", "", step_from}},
               two[] = {{"x", "", nothing}, {"y", "", step_from}, {"s", "", step_from}};
  jn_table *a = make_table("s", 0, 0.1, 11, one, 3), *b = make_table("s", 0, 0.1, 11, two, 3);
  jn_diff *diff = diff_of(a, b);
  CHECK(jn_diff_get(diff, 0)->largest == 0);
  CHECK(isinf(jn_diff_get(diff, 1)->largest) && fabs(jn_diff_get(diff, 1)->at - 0.5) < 1e-12);
  CHECK(isinf(jn_diff_get(diff, 1)->relative) && jn_diff_get(diff, 2)->largest == 0);
  free_all(diff, a, b);
}

// Two rows at one time, before and after a jump, meet their likes.
static void test_double_times(void) {
  static const double times[] = {0, 1, 1, 2, 3, 4}, values[] = {0, 1, 5, 6, 7, 8};
  jn_table *tables[2];
  for (int k = 0; k < 2; k++) {
    tables[k] = make_table("s", 0, 1, 0, &(column){"x", "", zero}, 1);
    for (int i = 0; i < 6 - k; i++) CHECK(jni_table_add_row(tables[k], times[i], &values[i]) == JN_OK);
  }
  jn_diff *diff = diff_of(tables[0], tables[1]);
  CHECK(jn_diff_get(diff, 0)->largest == 0 && jn_diff_get_times(diff).times == 5);
  free_all(diff, tables[0], tables[1]);
}

// Columns of one name are compared in their order.
static void test_namesakes(void) {
  const column one[] = {{"x", "m", wave}, {"x", "m", three}, {"x", "m", zero}},
               two[] = {{"x", "m", wave}, {"x", "m", more}};
  jn_table *a = make_table("s", 0, 0.1, 11, one, 3), *b = make_table("s", 0, 0.1, 11, two, 2);
  jn_diff *diff = diff_of(a, b);
  CHECK(jn_diff_count(diff) == 2 && jn_diff_get(diff, 0)->largest == 0 && jn_diff_get(diff, 1)->largest == 0.5);
  CHECK(jn_diff_only(diff, 0, 0) && !jn_diff_only(diff, 0, 1) && !jn_diff_only(diff, 1, 0));
  free_all(diff, a, b);
}

static void check_refused(jn_table *a, jn_table *b, const char *words) {
  jn_report *report = jn_report_new(NULL);
  CHECK(!jn_diff_new(NULL, a, b, report) && jn_report_size(report) == 1);
  CHECK(jn_report_size(report) == 1 && strstr(jn_report_get(report, 0)->what, words));
  jn_report_free(report);
  jn_table_free(a);
  jn_table_free(b);
}

static void test_refusals(void) {
  const column x[] = {{"x", "m", wave}};
  check_refused(make_table("s", 0, 1, 0, x, 1), make_table("s", 0, 1, 3, x, 1), "the first result has no rows");
  check_refused(make_table("s", 0, 1, 3, x, 1), make_table("s", 0, -1, 3, x, 1), "the second result do not ascend");
  check_refused(make_table("s", 0, 1, 3, x, 1), make_table("s", NAN, 1, 3, x, 1), "row 1 has nan");
  check_refused(make_table("s", 0, 1, 3, x, 1), make_table("s", 5, 1, 3, x, 1), "no time in common");
}

// ---- records ------------------------------------------------------------------------------------------

static jn_record *a_record(const jn_setting *settings, const jn_setting *parameters, const char *step, uint64_t hash) {
  jn_record *record = jni_record_empty(NULL, "0.1.0", "car");
  const jn_source source = {.name = "folder/car.yaml", .size = 3, .hash = hash};
  CHECK(record && jni_record_add(record, JN_RECORD_OPTIONS, "verb", "run"));
  for (; settings->path; settings++) CHECK(jni_record_add(record, JN_RECORD_SETTINGS, settings->path, settings->value));
  for (; parameters->path; parameters++)
    CHECK(jni_record_add(record, JN_RECORD_PARAMETERS, parameters->path, parameters->value));
  CHECK(jni_record_add(record, JN_RECORD_CHOICES, "step", step) && jni_record_add_source(record, &source));
  return record;
}

// "name: a | b; name: ...", with - for what is missing.
static void list_changes(const jn_record *a, const jn_record *b, char *text, size_t size) {
  const jn_record *records[] = {a, b};
  jn_record_changes *changes = jn_record_changes_new(NULL, records, 2);
  size_t used = 0;
  text[0] = 0;
  CHECK(changes != NULL);
  for (int i = 0; changes && i < jn_record_changes_count(changes); i++) {
    const jn_record_change *c = jn_record_changes_get(changes, i);
    used += (size_t)snprintf(text + used, size - used, "%s%s: %s | %s", i ? "; " : "", c->name,
                             c->values[0] ? c->values[0] : "-", c->values[1] ? c->values[1] : "-");
  }
  jn_record_changes_free(changes);
}

static void check_changes(jn_record *a, jn_record *b, const char *expected) {
  char text[400];
  list_changes(a, b, text, sizeof text);
  CHECK(strcmp(text, expected) == 0);
  if (strcmp(text, expected) != 0) printf("  '%s', expected '%s'\n", text, expected);
  jn_record_free(a);
  jn_record_free(b);
}

static void test_changes(void) {
  const jn_setting none[] = {{0}}, set[] = {{"d", "400"}, {"bodies.b.mass", "3"}, {"d", "500"}, {0}},
                   soft[] = {{"d", "300"}, {"twice", "600"}, {0}}, hard[] = {{"d", "500"}, {"twice", "1000"}, {0}};
  check_changes(a_record(none, soft, "1 s", 7), a_record(none, soft, "1 s", 7), "");
  // what is derived follows from what is set, as long as the files are the same
  check_changes(a_record(none, soft, "1 s", 7), a_record(set, hard, "2 s", 7),
                "bodies.b.mass: - | 3; d: 300 | 500; step: 1 s | 2 s");
  check_changes(a_record(none, soft, "1 s", 7), a_record(none, hard, "1 s", 8),
                "car.yaml: hash 0000000000000007 | hash 0000000000000008; d: 300 | 500; twice: 600 | 1000");
  check_changes(a_record(none, soft, "1 s", 7), NULL, "");
}

// ---- pictures -----------------------------------------------------------------------------------------

static int count(const char *text, const char *part) {
  int n = 0;
  for (; text; text++) {
    text = strstr(text, part);
    if (!text) break;
    n++;
  }
  return n;
}

static char *picture(const jn_plot_result *results, int n, const char *x, const char *const *names, int nnames) {
  char *svg = jn_plot_results(NULL, results, n, x, names, nnames, NULL);
  CHECK(svg != NULL);
  return svg;
}

static void test_overlay(void) {
  const column one[] = {{"x", "m", wave}, {"y", "m", three}, {"only", "rad", wave}},
               two[] = {{"x", "mm", milli}, {"y", "m", more}};
  jn_table *a = make_table("s", 0, 0.1, 11, one, 3), *b = make_table("ms", 0, 0.1, 11, two, 2);
  const jn_plot_result results[] = {{a, "soft"}, {b, "hard"}};
  const char *const names[] = {"x", "y", "only"};
  // one column: a curve each, told apart by colour and line style; millimetres become metres
  char *svg = picture(results, 2, NULL, names, 1);
  CHECK(count(svg, ">soft</text>") == 1 && count(svg, ">hard</text>") == 1 && count(svg, "stroke-dasharray") == 2);
  CHECK(count(svg, "rotate(-90)") == 1 && strstr(svg, ">x (m)<") && strstr(svg, ">time (s)<") && !strstr(svg, "500"));
  jn_text_free(NULL, svg);
  // two columns: a legend of two colours and two styles
  svg = picture(results, 2, NULL, names, 2);
  CHECK(count(svg, ">x</text>") == 1 && count(svg, ">y</text>") == 1 && count(svg, ">soft</text>") == 1 &&
        count(svg, ">hard</text>") == 1);
  CHECK(strstr(svg, ">length (m)<") && strstr(svg, "<title>y, hard</title>"));
  jn_text_free(NULL, svg);
  // what one result lacks is drawn of the other alone
  svg = picture(results, 2, NULL, names + 2, 1);
  CHECK(count(svg, ">soft</text>") == 1 && count(svg, ">hard</text>") == 0 && strstr(svg, ">only (rad)<"));
  jn_text_free(NULL, svg);
  CHECK(!jn_plot_results(NULL, results, 2, "only", names, 1, NULL));
  jn_table_free(a);
  jn_table_free(b);
}

// The ticks of an axis: pixels between the first two labels of text, and their values.
static double pixels_per_unit(const char *svg, bool x) {
  double places[2] = {0}, values[2] = {0};
  int found = 0;
  const char *anchor = x ? "text-anchor=\"middle\">" : "text-anchor=\"end\">";
  for (const char *at = svg; found < 2; at++) {
    at = strstr(at, "<text x=");
    if (!at) break;
    double px, py;
    const char *end = strchr(at, '>'), *place = strstr(at, anchor);
    if (!place || !end || place + strlen(anchor) != end + 1 || sscanf(at, "<text x=\"%lf\" y=\"%lf\"", &px, &py) != 2)
      continue;
    char label[32] = "";
    sscanf(end + 1, "%31[^<]", label);
    char *digits = strncmp(label, "\xe2\x88\x92", 3) == 0 ? label + 3 : label;
    places[found] = x ? px : -py;
    values[found++] = (digits == label ? 1 : -1) * atof(digits);
  }
  CHECK(found == 2);
  return (places[1] - places[0]) / (values[1] - values[0]);
}

static double circle_x(double t) { return 2 * cos(6.5 * t); }
static double circle_y(double t) { return 5 + 2 * sin(6.5 * t); }
static double road(double t) { return 90 * t; }
static double fall(double t) { return 7 - 50 * t; }

// Scales of a plot of one column, y over x.
static double scale_ratio(const jn_plot_result *result, const char *const pair[2], const jn_plot_options *options) {
  char *svg = jn_plot_results(NULL, result, 1, pair[0], &pair[1], 1, options);
  CHECK(svg != NULL);
  double ratio = pixels_per_unit(svg, false) / pixels_per_unit(svg, true);
  jn_text_free(NULL, svg);
  return ratio;
}

// Lengths over lengths have one scale: a circle is round. What is much longer than wide has it when asked for: a road
// is flat, a fall is steep. The rest is as it was.
static void test_equal_scales(void) {
  const column columns[] = {{"x", "m", circle_x}, {"y", "m", circle_y}, {"s", "m", road},
                            {"z", "m", fall},     {"a", "rad", wave},   {"one", "m", three}};
  const char *const pairs[][2] = {{"x", "y"}, {"s", "y"}, {"x", "z"}, {"s", "one"}, {"one", "s"}};
  const jn_plot_options equal = {.equal = true}, stretch = {.stretch = true};
  jn_table *table = make_table("s", 0, 0.01, 101, columns, 6);
  const jn_plot_result result = {table, ""};
  for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
    CHECK_NEAR(scale_ratio(&result, pairs[i], &equal), 1, 0.02);
    double usual = scale_ratio(&result, pairs[i], NULL), wide = scale_ratio(&result, pairs[i], &stretch);
    CHECK(i == 0 ? fabs(usual - 1) < 0.02 : usual == wide);
    CHECK(wide > 1.05 || wide < 0.95);
  }
  const char *const angle[] = {"a"}, *const both[] = {"y", "a"};
  char *svg = picture(&result, 1, "x", angle, 1);
  CHECK(fabs(pixels_per_unit(svg, true) / pixels_per_unit(svg, false) - 1) > 0.1);
  jn_text_free(NULL, svg);
  svg = picture(&result, 1, "x", both, 2);
  CHECK(count(svg, "rotate(-90)") == 2);
  jn_text_free(NULL, svg);
  jn_table_free(table);
}

static double engine_speed(double t) { return 6000 * t; }
static double percent(double t) { return 100 * t; }
static double gear(double t) { return floor(6 * t); }
static double pedal(double t) { return 1 - t; }
static double rounding(double t) { return 1e-12 * t; }

// What is small beside others of its unit has a panel of its own, and what is small beside these another one; what is
// zero but for rounding asks for none.
static void test_levels(void) {
  const column columns[] = {{"gear", "", gear},    {"speed", "", engine_speed}, {"pedal", "", pedal},
                            {"load", "", percent}, {"off", "", rounding},       {"x", "m", percent}};
  const char *const names[] = {"gear", "speed", "pedal", "load", "off", "x"};
  jn_table *table = make_table("s", 0, 0.01, 101, columns, 6);
  const jn_plot_result result = {table, ""};
  char *svg = picture(&result, 1, NULL, names, 6);
  CHECK(count(svg, "rotate(-90)") == 4 && strstr(svg, ">gear, pedal, off<") && strstr(svg, ">speed<") &&
        strstr(svg, ">load<"));
  jn_text_free(NULL, svg);
  const char *const two[] = {"load", "off"};
  svg = picture(&result, 1, NULL, two, 2);
  CHECK(count(svg, "rotate(-90)") == 1);
  jn_text_free(NULL, svg);
  // lengths that are small beside the length they are plotted over
  const column path[] = {{"x", "m", percent}, {"y", "m", circle_y}, {"error", "m", pedal}, {"offset", "m", milli}};
  const char *const lengths[] = {"y", "error", "offset"};
  jn_table *lane = make_table("s", 0, 0.01, 101, path, 4);
  svg = picture(&(jn_plot_result){lane, ""}, 1, "x", lengths, 3);
  CHECK(count(svg, "rotate(-90)") == 2);
  jn_text_free(NULL, svg);
  jn_table_free(lane);
  jn_table_free(table);
}

// ---- memory -------------------------------------------------------------------------------------------

static bool use_all(const jn_alloc *alloc, const jn_plot_result *results, const jn_record *const *records) {
  const char *const names[] = {"x", "y"};
  jn_diff *diff = jn_diff_new(alloc, results[0].table, results[1].table, NULL);
  jn_record_changes *changes = diff ? jn_record_changes_new(alloc, records, 2) : NULL;
  char *svg = changes ? jn_plot_results(alloc, results, 2, NULL, names, 2, NULL) : NULL;
  bool done = svg != NULL;
  jn_text_free(alloc, svg);
  jn_record_changes_free(changes);
  jn_diff_free(diff);
  return done;
}

static void test_memory(void) {
  const jn_setting none[] = {{0}}, soft[] = {{"d", "300"}, {0}}, hard[] = {{"d", "500"}, {0}};
  const column one[] = {{"x", "m", wave}, {"y", "m", three}}, two[] = {{"x", "mm", milli}, {"y", "m", more}};
  jn_table *a = make_table("s", 0, 0.1, 11, one, 2), *b = make_table("s", 0, 0.1, 11, two, 2);
  jn_record *records[] = {a_record(none, soft, "1 s", 7), a_record(none, hard, "1 s", 8)};
  const jn_plot_result results[] = {{a, "soft"}, {b, "hard"}};
  long n = 1;
  for (bool done = false; !done && n < 10000; n++) {
    memory_count memory = {.fail_at = n};
    const jn_alloc alloc = {counted_resize, &memory};
    done = use_all(&alloc, results, (const jn_record *const *)records);
    CHECK(memory.live == 0);
  }
  CHECK(n > 30 && n < 10000);
  jn_record_free(records[0]);
  jn_record_free(records[1]);
  jn_table_free(a);
  jn_table_free(b);
}

int main(void) {
  test_numbers();
  test_interpolation();
  test_nested_times();
  test_units();
  test_holes();
  test_double_times();
  test_namesakes();
  test_refusals();
  test_changes();
  test_overlay();
  test_equal_scales();
  test_levels();
  test_memory();
  return check_report();
}
