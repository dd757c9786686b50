// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_plot.c - plots and the report page: well-formed, values at their pixels, gaps, ranges, size, failing memory.
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "jounce/jounce.h"
#include "output/svg/svg.h"

// ---- a small checker of XML: tags balance, attributes are quoted, entities are known -----------------------

enum { DEPTH = 40, NAME = 32 };

typedef struct {
  char open[DEPTH][NAME];
  int depth;
} tags;

static const char *skip_attributes(const char *s) {
  while (*s && *s != '>' && *s != '/') {
    while (isspace((unsigned char)*s)) s++;
    if (*s == '>' || *s == '/') break;
    while (*s && *s != '=' && *s != '>' && *s != '<') s++;
    if (s[0] != '=' || s[1] != '"') return NULL;
    for (s += 2; *s && *s != '"'; s++) {
      if (*s == '<') return NULL;
    }
    if (*s++ != '"') return NULL;
  }
  return s;
}

static const char *read_tag(tags *t, const char *s) {
  bool closing = *s == '/';
  char name[NAME] = "";
  int n = 0;
  if (closing) s++;
  while ((isalnum((unsigned char)*s) || *s == ':') && n < NAME - 1) name[n++] = *s++;
  if (n == 0) return NULL;
  if (closing) return t->depth > 0 && strcmp(t->open[--t->depth], name) == 0 && *s == '>' ? s + 1 : NULL;
  s = skip_attributes(s);
  if (!s) return NULL;
  if (*s == '/') return s[1] == '>' ? s + 2 : NULL;
  if (t->depth == DEPTH || *s != '>') return NULL;
  memcpy(t->open[t->depth++], name, NAME);
  return s + 1;
}

static bool is_entity(const char *s) {
  static const char *const known[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
  for (int i = 0; i < 5; i++) {
    if (strncmp(s, known[i], strlen(known[i])) == 0) return true;
  }
  return false;
}

static bool is_well_formed(const char *text) {
  tags t = {.depth = 0};
  const char *s = text;
  if (strncmp(s, "<!DOCTYPE html>", 15) == 0) s += 15;
  while (s && *s) {
    bool in_style = t.depth > 0 && strcmp(t.open[t.depth - 1], "style") == 0;
    if (*s == '<') {
      const char *next = read_tag(&t, s + 1);
      if (!next) printf("bad tag: %.60s\n", s);
      s = next;
    } else if (*s == '&' && !in_style && !is_entity(s)) {
      printf("bad entity: %.60s\n", s);
      return false;
    } else {
      s++;
    }
  }
  return s && t.depth == 0;
}

static int count(const char *text, const char *what) {
  int n = 0;
  for (const char *s = strstr(text, what); s; s = strstr(s + 1, what)) n++;
  return n;
}

static bool has_bad_number(const char *svg) {
  return strstr(svg, "nan") || strstr(svg, "inf\"") || strstr(svg, "inf,");
}

// ---- axes ----------------------------------------------------------------------------------------------

static const char *label(const jni_axis *axis, int i) {
  static char text[64];
  jni_text t = jni_text_new(NULL);
  if (i < 0) jni_axis_scale_label(axis, &t);
  else jni_axis_tick_label(axis, i, &t);
  snprintf(text, sizeof text, "%s", t.n ? t.data : "");
  jni_text_drop(&t);
  return text;
}

// Over many ranges: a fair number of ticks, inside the range, at even distances, with different labels.
static void test_ticks(void) {
  unsigned seed = 7;
  for (int k = 0; k < 4000; k++) {
    seed = seed * 1664525u + 1013904223u;
    double size = pow(10, (int)(seed >> 8) % 80 - 40), middle = size * ((int)(seed >> 16) % 2001 - 1000) / 100.0;
    double width = size * pow(10, -(int)(seed >> 4 & 7)) + 1e-9 * fabs(middle);
    jni_axis axis = jni_axis_new((jni_range){middle - width, middle + width}, false, 0, 400, 0.05, 6);
    int n = jni_axis_nticks(&axis);
    CHECK(n >= 3 && n <= 12);
    char last[64] = "";
    for (int i = 0; i < n; i++) {
      double pixel = jni_axis_tick_pixel(&axis, i);
      CHECK(pixel >= -0.01 && pixel <= 400.01);
      CHECK(strcmp(label(&axis, i), last) != 0);
      CHECK(strlen(label(&axis, i)) <= 10);
      snprintf(last, sizeof last, "%s", label(&axis, i));
    }
  }
}

static void test_known_ticks(void) {
  jni_axis a = jni_axis_new((jni_range){0, 10}, false, 0, 100, 0, 5);
  CHECK(jni_axis_nticks(&a) == 6 && strcmp(label(&a, 1), "2") == 0 && strcmp(label(&a, -1), "") == 0);
  a = jni_axis_new((jni_range){0, 0.5}, false, 0, 100, 0, 5);
  CHECK(strcmp(label(&a, 1), "0.1") == 0 && strcmp(label(&a, 0), "0.0") == 0);
  a = jni_axis_new((jni_range){0, 5e-6}, false, 0, 100, 0, 5);
  CHECK(strcmp(label(&a, 1), "1") == 0 && strstr(label(&a, -1),
                                                 "10^{\xe2\x88\x92"
                                                 "6}"));
  a = jni_axis_new((jni_range){1000 - 2e-6, 1000 + 2e-6}, false, 0, 100, 0, 4);
  CHECK(strcmp(label(&a, 0),
               "\xe2\x88\x92"
               "2") == 0 &&
        strstr(label(&a, -1), "+ 1000"));
  CHECK_NEAR(jni_axis_tick_pixel(&a, 2), 50, 1e-6);
  a = jni_axis_new((jni_range){1e-8, 1e2}, true, 0, 100, 0, 5);
  CHECK(strcmp(label(&a, 0),
               "10^{\xe2\x88\x92"
               "8}") == 0);
  CHECK_NEAR(jni_axis_pixel(&a, 1e-3), 50, 1e-9);
  a = jni_axis_new((jni_range){1, 20}, true, 0, 100, 0, 5);
  CHECK(jni_axis_nticks(&a) == 5 && strcmp(label(&a, 1), "2") == 0 && strcmp(label(&a, 4), "20") == 0);
}

// ---- curves: what is drawn is what was given ----------------------------------------------------------------

static char *plot(const jn_curve *curves, int n, bool log_y) {
  jn_plot_options options = jn_plot_options_default();
  options.title = "a <title> & more";
  options.x_label = "time (s)";
  options.y_label = "length (m/s^2)";
  options.log_y = log_y;
  return jn_plot_curves(NULL, curves, n, &options);
}

// The pixels of the first path that has a name.
static int read_path(const char *svg, double *x, double *y, int most) {
  const char *s = strstr(svg, "stroke-width=\"1.6\"");
  s = s ? strstr(s, " d=\"") : NULL;
  int n = 0;
  for (s = s ? s + 4 : NULL; s && *s && *s != '"' && n < most;) {
    if (*s == 'M' || *s == 'L' || *s == ' ') s++;
    const char *comma = jni_number_parse(s, &x[n]);
    s = comma && *comma == ',' ? jni_number_parse(comma + 1, &y[n]) : NULL;
    n += s != NULL;
  }
  return n;
}

static void test_pixels(void) {
  double x[11], y[11], px[20], py[20];
  for (int i = 0; i < 11; i++) {
    x[i] = i;
    y[i] = 3 * i * i - 40;
  }
  char *svg = plot(&(jn_curve){.label = "curve", .x = x, .y = y, .n = 11}, 1, false);
  CHECK(svg && is_well_formed(svg) && read_path(svg, px, py, 20) == 11);
  // one affine map for all points, to a tenth and a hundredth of a pixel
  for (int i = 0; i < 11; i++) {
    CHECK_NEAR(px[i], px[0] + (px[10] - px[0]) * (x[i] - x[0]) / (x[10] - x[0]), 0.11);
    CHECK_NEAR(py[i], py[0] + (py[10] - py[0]) * (y[i] - y[0]) / (y[10] - y[0]), 0.02);
  }
  CHECK(px[0] > 30 && px[10] < 800 && py[0] > py[10] && py[10] > 0 && py[0] < 450);
  CHECK(strstr(svg, "a &lt;title&gt; &amp; more") && strstr(svg, "m/s<tspan") && strstr(svg, "time (s)"));
  free(svg);
}

static void test_long_curve(void) {
  enum { N = 300000 };
  double *x = malloc(N * sizeof *x), *y = malloc(N * sizeof *y), px[5000], py[5000], top = 1e9, bottom = -1e9;
  for (int i = 0; i < N; i++) {
    x[i] = i * 1e-4;
    y[i] = sin(x[i]) + (i == 123456 ? 5 : 0) - (i == 234567 ? 5 : 0);
  }
  char *svg = plot(&(jn_curve){.label = "long", .x = x, .y = y, .n = N}, 1, false);
  int n = read_path(svg, px, py, 5000);
  CHECK(n > 1000 && n < 4000 && strlen(svg) < 60000);
  for (int i = 0; i < n; i++) {
    if (py[i] < top) top = py[i];
    if (py[i] > bottom) bottom = py[i];
  }
  CHECK(bottom - top > 250);  // single spikes are still there
  free(svg);
  // a path that turns back, denser than the pixels
  for (int i = 0; i < N; i++) {
    x[i] = cos(i * 1e-3);
    y[i] = sin(1.37 * i * 1e-3);
  }
  svg = plot(&(jn_curve){.label = "turning", .x = x, .y = y, .n = N}, 1, false);
  CHECK(svg && is_well_formed(svg) && strlen(svg) < 600000);
  free(svg);
  free(x);
  free(y);
}

static void test_gaps(void) {
  double x[] = {0, 1, 2, 3, 4, 5, 6, 7}, y[] = {1, 2, NAN, 3, HUGE_VAL, 4, 5, 6};
  char *svg = plot(&(jn_curve){.label = "gaps", .x = x, .y = y, .n = 8}, 1, false);
  CHECK(svg && is_well_formed(svg) && !has_bad_number(svg));
  const char *path = strstr(strstr(svg, "stroke-width=\"1.6\""), " d=\"");
  char d[400];
  snprintf(d, sizeof d, "%.*s", (int)strcspn(path + 4, "\""), path + 4);
  CHECK(count(d, "M") == 3 && count(d, "h0") == 1);
  free(svg);
}

static void test_odd_curves(void) {
  double zero[] = {0, 0, 0}, x[] = {0, 1, 2}, same[] = {9.81, 9.81, 9.81}, nan[] = {NAN, NAN, NAN},
         neg[] = {-1, -2, -3};
  double huge[] = {-1e308, 0, 1e308}, large[] = {-1e299, 1, 1e299}, tiny[] = {1e-320, 2e-320, 0},
         ulp[] = {1, 1 + 3e-16, 1};
  const double *const all[] = {zero, same, nan, neg, huge, large, tiny, ulp};
  for (int i = 0; i < 8; i++) {
    for (int n = 0; n <= 3; n++) {
      for (int k = 0; k < 4; k++) {
        jn_curve curves[2] = {{.label = "<a&\"b'>", .x = x, .y = all[i], .n = n, .points = k & 2},
                              {.x = all[i], .y = x, .n = n}};
        char *svg = plot(curves, 2, k & 1);
        if (!svg || !is_well_formed(svg) || has_bad_number(svg)) printf("case %d, %d points, kind %d\n", i, n, k);
        CHECK(svg && is_well_formed(svg) && !has_bad_number(svg) && strlen(svg) < 20000);
        free(svg);
      }
    }
  }
  char *svg = jn_plot_curves(NULL, NULL, 0, NULL);
  CHECK(svg && is_well_formed(svg) && strstr(svg, "nothing to show"));
  free(svg);
}

static void test_many_curves(void) {
  enum { N = 200 };
  double x[] = {0, 1}, y[] = {0, 1};
  char labels[N][60];
  jn_curve curves[N];
  for (int i = 0; i < N; i++) {
    snprintf(labels[i], sizeof labels[i], "a rather long name of curve number %d", i);
    curves[i] = (jn_curve){.label = labels[i], .x = x, .y = y, .n = 2};
  }
  char *svg = plot(curves, N, false);
  CHECK(svg && is_well_formed(svg) && strstr(svg, "more</text>") && count(svg, "<path") > N);
  free(svg);
  jni_pen first = jni_svg_pen(0);
  for (int i = 1; i < 42; i++)
    CHECK(strcmp(jni_svg_pen(i).colour, first.colour) || strcmp(jni_svg_pen(i).dash, first.dash));
}

static void test_rich_text(void) {
  static const char *const texts[] = {"^",    "a^",       "^2",         "m^2/s^-3",       "x^{",
                                      "x^{}", "x^{<&>}y", "\xff\xfe^2", "\xc3\xa9^2\x01", ""};
  for (int i = 0; i < 10; i++) {
    jni_text out = jni_text_new(NULL);
    jni_text_put(&out, "<t>");
    jni_svg_rich(&out, texts[i]);
    jni_svg_fit(&out, texts[i], 12, 5);
    jni_text_put(&out, "</t>");
    CHECK(is_well_formed(out.data));
    jni_text_drop(&out);
  }
}

// ---- tables and the page --------------------------------------------------------------------------------------

static jn_table *a_table(const jn_alloc *alloc, int rows) {
  static const char *const names[] = {"a.x", "a.angle", "b<x>", "energy", "a.vx"};
  static const jn_dimension dimensions[] = {
      {.m = 1}, {.rad = 1}, {.m = 1}, {.m = 2, .kg = 1, .s = -2}, {.m = 1, .s = -1}};
  jn_run_header header = {.model = "four-bar & co", .ncolumns = 5, .names = names, .dimensions = dimensions};
  jn_table *table = jn_table_new(alloc);
  if (!table) return NULL;
  jn_sink *sink = jn_table_sink(table);
  bool ok = sink->begin(sink->self, &header) == JN_OK;
  for (int i = 0; ok && i < rows; i++) {
    double t = 0.1 * i;
    ok = sink->row(sink->self, t, (double[]){sin(t), cos(t), t, 100 + 1e-9 * t, 2 * t}) == JN_OK;
  }
  return ok ? table : jn_table_free(table);
}

// Two columns without a unit: short names stand along the axis, long ones in the legend alone.
static void test_names_along_axis(const char *first, const char *second, bool named) {
  const char *const names[] = {first, second};
  const jn_dimension dimensions[] = {{0}, {0}};
  jn_run_header header = {.model = "names", .ncolumns = 2, .names = names, .dimensions = dimensions};
  jn_table *table = jn_table_new(NULL);
  jn_sink *sink = jn_table_sink(table);
  CHECK(sink->begin(sink->self, &header) == JN_OK);
  for (int i = 0; i < 3; i++) CHECK(sink->row(sink->self, i, (double[]){i, 2 - i}) == JN_OK);
  char *svg = jn_plot_table(NULL, table, 0, (const int[]){1, 2}, 2, NULL), both[128];
  snprintf(both, sizeof both, ">%s, %s<", first, second);
  CHECK(svg && (strstr(svg, both) != NULL) == named && (strstr(svg, ">value<") != NULL) == !named);
  jn_text_free(NULL, svg);
  jn_table_free(table);
}

static void test_table_plot(void) {
  jn_table *table = a_table(NULL, 50);
  const int columns[] = {1, 2, 3, 4, 5}, wrong[] = {1, 6};
  char *svg = jn_plot_table(NULL, table, 0, columns, 5, NULL);
  CHECK(svg && is_well_formed(svg));
  CHECK(count(svg, "rotate(-90)") == 4 && strstr(svg, "length (m)") && strstr(svg, "a.angle (rad)"));
  CHECK(strstr(svg, "time (s)") && strstr(svg, "four-bar &amp; co") && strstr(svg, "b&lt;x&gt;") &&
        strstr(svg, "+ 100"));
  jn_text_free(NULL, svg);
  CHECK(jn_plot_table(NULL, table, 0, wrong, 2, NULL) == NULL &&
        jn_plot_table(NULL, table, 9, columns, 5, NULL) == NULL);
  jn_table_free(table);
}

static void test_page(void) {
  jn_report *report = jn_report_new(NULL);
  jn_report_warn(report, "joint 'B'", "a row is <redundant>");
  jn_summary summary = {.status = JN_SINGULAR,
                        .why = "singular at 3 s",
                        .time = 3,
                        .steps = 4711,
                        .max_energy_error = 1.5e-7,
                        .state_hash = 0xabcdef,
                        .first_singular_time = 3,
                        .singular_passes = 1};
  snprintf(summary.choices.formulation, sizeof summary.choices.formulation, "multipliers");
  for (int rows = 0; rows < 3; rows++) {
    jn_table *table = a_table(NULL, rows * 20);
    char *page = jn_report_page(NULL, table, &summary, report);
    CHECK(page && is_well_formed(page) && count(page, "<figure>") == (rows ? 4 : 0));
    CHECK(strstr(page, "4711") && strstr(page, "a row is &lt;redundant&gt;") && strstr(page, "singular at 3 s"));
    CHECK(strstr(page, "0000000000abcdef") && strstr(page, "multipliers") && !strstr(page, "<script") &&
          !strstr(page, "http:") == !rows);
    jn_text_free(NULL, page);
    jn_table_free(table);
  }
  char *page = jn_report_page(NULL, NULL, NULL, NULL);
  CHECK(page && is_well_formed(page));
  jn_text_free(NULL, page);
  jn_report_free(report);
}

// Every number of a run that has everything, each once; what a run has none of is left out.
static void test_facts(void) {
  jn_fact facts[JN_MOST_FACTS];
  jn_summary all = {.max_position_violation = 2,
                    .energy_initial = -4,
                    .max_energy_error = 1,
                    .steps = 7,
                    .singular_passes = 1,
                    .halved = 1,
                    .cuts = 1,
                    .switches = 1,
                    .repivots = 1,
                    .set_changes = 1,
                    .touches = 1,
                    .jumps = 1,
                    .samples = 1};
  int n = jn_summary_facts(&all, facts);
  double violation = NAN, relative = NAN, steps = NAN;
  CHECK(n > 30 && n <= JN_MOST_FACTS);
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < i; k++) CHECK(strcmp(facts[i].name, facts[k].name) != 0);
    if (strcmp(facts[i].name, "position violation") == 0) violation = facts[i].value;
    if (strcmp(facts[i].name, "energy error, relative") == 0) relative = facts[i].value;
    if (strcmp(facts[i].name, "steps") == 0) steps = facts[i].value;
  }
  CHECK(violation == 2 && relative == 0.25 && steps == 7);
  CHECK(jn_summary_facts(&(jn_summary){.steps = 7}, facts) == n - 11);
}

// ---- memory that fails ------------------------------------------------------------------------------------

typedef struct {
  long calls, fail_at, live;
} counter;

static void *counting_resize(void *context, void *block, size_t size) {
  counter *c = context;
  if (size == 0) {
    if (block) c->live--;
    free(block);
    return NULL;
  }
  if (++c->calls == c->fail_at) return NULL;
  void *result = realloc(block, size);
  if (result && !block) c->live++;
  return result;
}

static bool make_all(const jn_alloc *alloc) {
  const int columns[] = {1, 2, 3, 4, 5};
  jn_table *table = a_table(alloc, 20);
  if (!table) return false;
  char *svg = jn_plot_table(alloc, table, 0, columns, 5, NULL);
  char *page = svg ? jn_report_page(alloc, table, &(jn_summary){.steps = 3}, NULL) : NULL;
  bool ok = svg && page;
  jn_text_free(alloc, page);
  jn_text_free(alloc, svg);
  jn_table_free(table);
  return ok;
}

static void test_memory(void) {
  counter c = {0, 0, 0};
  jn_alloc alloc = {counting_resize, &c};
  bool done = false;
  for (long k = 1; !done && k < 5000; k++) {
    c = (counter){.fail_at = k};
    done = make_all(&alloc);
    CHECK(done == (c.calls < k));  // a failed allocation is noticed
    CHECK(c.live == 0);
  }
  CHECK(done);
}

// A curve with a pen of its own: line and markers in its colour, in the panel and in the legend.
static void test_markers(void) {
  const double x[3] = {1, 2, 3}, y[3] = {3, 1, 2};
  jn_curve curves[2] = {{.label = "a", .x = x, .y = y, .n = 3, .colour = 2, .marker = 3},
                        {.label = "b", .x = y, .y = x, .n = 3, .colour = 2, .marker = 2}};
  char *svg = plot(curves, 2, false);
  const char *colour = jni_svg_pen(1).colour;
  int strokes = 0;
  for (const char *s = strstr(svg, colour); s; s = strstr(s + 1, colour)) strokes++;
  CHECK(is_well_formed(svg) && strokes == 8);
  jn_text_free(NULL, svg);
}

int main(void) {
  test_markers();
  test_ticks();
  test_known_ticks();
  test_pixels();
  test_long_curve();
  test_gaps();
  test_odd_curves();
  test_many_curves();
  test_rich_text();
  test_names_along_axis("throttle", "brake", true);
  test_names_along_axis("subsystem.driver.throttle", "subsystem.driver.brake", false);
  test_table_plot();
  test_facts();
  test_page();
  test_memory();
  return check_report();
}
