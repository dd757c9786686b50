// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_modes_memory.c - modes where something is missing: memory, numbers, extent; which of them grow; pictures of
// them.
#include <stdlib.h>
#include <string.h>

#include "analysis/linear/modes.h"
#include "check.h"
#include "jounce/jounce.h"
#include "memory.h"

// A pendulum that hangs (angle -90 deg) or stands, and a cart on a rail with a spring, all points of which are one.
static const char model_text[] =
    "jounce: 1\nspace: plane\ngravity: [0, -9.81]\nparameters: {angle: -90, c: 1}\n"
    "ground: {points: {O: [0, 0], W: [0, 0]}}\n"
    "bodies:\n  bar: {mass: 1, inertia: 0.1, points: {O: [-0.5, 0]}}\n  cart: {mass: 1, inertia: 1}\n"
    "joints: {hinge: {type: revolute, between: [ground.O, bar.O]}, rail: {type: prismatic, between: [ground.W, cart], "
    "axis: x}}\n"
    "forces: {s: {type: torsion-spring, joint: rail, coordinate: displacement, stiffness: 4, damping: '=c'}}\n"
    "initial: {keep: {bar.angle: '=angle*pi/180', cart.x: 0}}\n";
static const char cart_text[] =
    "jounce: 1\nspace: plane\nparameters: {c: 0}\nground: {points: {O: [0, 0]}}\n"
    "bodies: {a: {mass: 1, inertia: 1, points: {C: [0, 0]}}}\n"
    "joints: {r: {type: prismatic, between: [ground.O, a.C], axis: x}}\n"
    "forces: {s: {type: torsion-spring, joint: r, coordinate: displacement, stiffness: 4, damping: '=c'}}\n";

typedef struct {
  jn_model *model;
  jn_system *system;
  double *state;
  jn_linear *linear;
  jn_modes *modes;
} motion;

static motion make(const jn_alloc *alloc, const char *text, const char *name, const char *value) {
  motion m = {.model = NULL};
  jn_setting setting = {name, value};
  jn_report *report = jn_report_new(NULL);
  char line[600];
  m.model = jn_model_read_text(alloc, "test", text, strlen(text), &setting, 1, report);
  m.system = m.model ? jn_system_new(m.model, "cartesian", report) : NULL;
  if (m.system) m.state = calloc((size_t)jn_system_sizes(m.system).nstate, sizeof *m.state);
  bool started = m.state && jn_start(m.system, jn_model_choices(m.model), m.state, NULL, NULL, report) == JN_OK;
  if (started) m.linear = jn_linearise(m.system, m.state, NULL, report);
  if (m.linear) m.modes = jn_modes_new(m.linear, report);
  for (int i = 0; !m.modes && i < jn_report_size(report); i++) {
    jn_error_format(jn_report_get(report, i), line, sizeof line);
    puts(line);
  }
  jn_report_free(report);
  CHECK(m.modes != NULL);
  if (!m.modes) exit(1);
  return m;
}

static void drop(motion *m) {
  jn_modes_free(m->modes);
  jn_linear_free(m->linear);
  free(m->state);
  jn_system_free(m->system);
  jn_model_free(m->model);
}

// ---- memory ---------------------------------------------------------------------------------------------------------

enum { FOLLOW, SHAPES, PANELS, NCALLS };

static bool call(int which, const motion *a, const motion *b, const jn_alloc *alloc) {
  double x[] = {0, 1, 2}, y[] = {1, NAN, 3};
  const jn_curve curve = {.label = "one", .x = x, .y = y, .n = 3};
  const jn_plot_panel panels[] = {{"up", &curve, 1}, {"down", &curve, 1}};
  jn_plot_options how = jn_plot_options_default();
  int to[8];
  if (which == FOLLOW) return jn_modes_follow(a->modes, b->modes, to, NULL) == JN_OK;
  char *svg = which == SHAPES ? jn_plot_modes(alloc, a->system, a->state, a->modes, "title")
                              : jn_plot_panels(alloc, panels, 2, &how);
  bool made = svg != NULL;
  CHECK(!made || strstr(svg, "</svg>"));
  jn_text_free(alloc, svg);
  return made;
}

// Every allocation fails once, alone and with all that follow.
static void test_no_memory(void) {
  memory_count count = {0};
  jn_alloc alloc = {.resize = counted_resize, .context = &count};
  motion a = make(&alloc, model_text, "angle", "-90"), b = make(&alloc, model_text, "angle", "90");
  for (int which = 0; which < NCALLS; which++)
    for (int once = 0; once < 2; once++) {
      long before = count.live, failed = 0;
      for (long at = 1; at < 2000; at++) {
        count.calls = 0;
        count.fail_at = at;
        count.once = once;
        bool made = call(which, &a, &b, &alloc);
        count.fail_at = 0;
        CHECK(count.live == before);
        if (made && count.calls < at) break;
        CHECK(!made);
        failed++;
      }
      CHECK(failed >= 1 && failed < 1999);
    }
  drop(&a);
  drop(&b);
  CHECK(count.live == 0);
}

// ---- numbers --------------------------------------------------------------------------------------------------------

// An eigenvalue that is no number is as far from all others as can be; each root still has its own.
static void test_no_number(void) {
  motion a = make(NULL, model_text, "angle", "-90"), b = make(NULL, model_text, "angle", "-90");
  double doubt = 0;
  int to[8], n = jn_modes_nroots(a.modes), seen = 0;
  CHECK(n == 4 && jn_modes_nroots(b.modes) == 4);
  b.modes->modes[0].re = NAN;
  CHECK(jn_modes_follow(a.modes, b.modes, to, &doubt) == JN_OK);
  for (int r = 0; r < n; r++) seen |= to[r] >= 0 && to[r] < 4 ? 1 << to[r] : 0;
  CHECK(seen == 15 && doubt == 1);
  a.modes->modes[0].natural = a.modes->modes[0].re = a.modes->modes[0].im = 0;
  b.modes->modes[0].natural = b.modes->modes[0].re = b.modes->modes[0].im = 0;
  CHECK(jn_modes_follow(a.modes, b.modes, to, NULL) == JN_OK);
  drop(&a);
  drop(&b);
}

static void test_trend(void) {
  static const struct {
    const char *name, *value;
    int growing, fading, neither;
  } cases[] = {{"angle", "-90", 0, 1, 1}, {"angle", "90", 1, 2, 0}, {"c", "0", 0, 0, 2}, {"c", "1e-6", 0, 1, 1}};
  for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
    motion m = make(NULL, model_text, cases[k].name, cases[k].value);
    int count[3] = {0};
    for (int i = 0; i < jn_modes_count(m.modes); i++) {
      count[jn_modes_trend(m.modes, i) + 1]++;
      CHECK((jn_modes_trend(m.modes, i) > 0) == (jn_modes_get(m.modes, i).re > jn_modes_threshold(m.modes)));
    }
    CHECK(count[2] == cases[k].growing && count[0] == cases[k].fading && count[1] == cases[k].neither);
    drop(&m);
  }
}

// ---- pictures -------------------------------------------------------------------------------------------------------

static double number_after(const char *text, const char *word) {
  const char *at = text ? strstr(text, word) : NULL;
  return at ? strtod(at + strlen(word), NULL) : NAN;
}

// A cart without extent is a box that moves by pixels; no mode of it has a spring to draw. What does not oscillate
// never changes sides.
static void test_shapes(void) {
  static const char *const damping[] = {"0", "5"};
  for (int k = 0; k < 2; k++) {
    motion m = make(NULL, cart_text, "c", damping[k]);
    char *svg = jn_plot_modes(NULL, m.system, m.state, m.modes, "cart");
    CHECK(svg && strstr(svg, "h8v8h-8z") && !strstr(svg, ";;"));
    double rest = number_after(svg, "stroke=\"#aaa\" stroke-width=\"1\" d=\"M"),
           moved = number_after(svg, "stroke-linecap=\"round\" d=\"M");
    CHECK(fabs(moved - rest) > 10 && fabs(moved - rest) < 150);
    int sides = 0;
    const char *values = svg ? strstr(svg, "values=\"") : NULL, *end = values ? strchr(values + 8, '"') : NULL;
    while (values) {
      values = strchr(values, 'M');
      if (!values || values >= end) break;
      double off = strtod(values + 1, NULL) - rest;
      if (fabs(off) > 1) sides |= off > 0 ? 1 : 2;
      values++;
    }
    CHECK(k == 0 ? sides == 3 : sides == 1 || sides == 2);
    jn_text_free(NULL, svg);
    drop(&m);
  }
}

int main(void) {
  test_no_memory();
  test_no_number();
  test_trend();
  test_shapes();
  return check_report();
}
