// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_parameters.c - a model with other values of its parameters against one that is read from its files with these
// values: the same equations, parameters, choices and motion, bit for bit; in all shipped models, and in models by
// chance with parts, repetitions and mirrors.
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "folder.h"
#include "jounce/jounce.h"
#include "memory.h"
#include "model/hash.h"

enum { GENERATED = LIGHT ? 40 : 200, MOST_CHANGED = 4, MOST_BODIES = LIGHT ? 12 : 40, STEPS = 5 };

static unsigned seed = 3;
static double chance(void) {  // in (0, 1)
  seed = seed * 1664525u + 1013904223u;
  return ((double)(seed >> 8) + 0.5) / 16777216.0;
}

static jn_setting setting_of(const char *name, double value, char text[40]) {
  snprintf(text, 40, "%.17g", value);
  return (jn_setting){name, text};
}

static void check_same_model(const jn_model *a, const jn_model *b) {
  CHECK(jni_equations_hash(a) == jni_equations_hash(b));
  CHECK(jn_model_nparameters(a) == jn_model_nparameters(b));
  for (int i = 0; i < jn_model_nparameters(a) && i < jn_model_nparameters(b); i++) {
    jn_parameter p = jn_model_parameter_get(a, i), q = jn_model_parameter_get(b, i);
    CHECK(strcmp(p.name, q.name) == 0 && memcmp(&p.value, &q.value, sizeof p.value) == 0);
    CHECK(strcmp(p.text, q.text) == 0 && strcmp(p.unit, q.unit) == 0 && p.is_structural == q.is_structural);
    CHECK(p.min == q.min && p.max == q.max && strcmp(p.description, q.description) == 0);
  }
  for (int i = 0; i < JN_NCHOICES; i++) {
    char x[256], y[256];
    jn_choice_print(&a->choices, (jn_choice)i, 17, x, sizeof x);
    jn_choice_print(&b->choices, (jn_choice)i, 17, y, sizeof y);
    CHECK(strcmp(x, y) == 0);
  }
  CHECK(jn_model_nsources(a) == jn_model_nsources(b));
  for (int i = 0; i < jn_model_nsources(a) && i < jn_model_nsources(b); i++)
    CHECK(jn_model_source(a, i).hash == jn_model_source(b, i).hash &&
          strcmp(jn_model_source(a, i).name, jn_model_source(b, i).name) == 0);
  CHECK(jn_model_nshapes(a) == jn_model_nshapes(b));
  for (int i = 0; i < jn_model_nshapes(a) && i < jn_model_nshapes(b); i++) {
    const jn_shape_def *s = jn_model_shape(a, (jn_shape){i}), *t = jn_model_shape(b, (jn_shape){i});
    CHECK(memcmp(s->at, t->at, sizeof s->at) == 0 && memcmp(s->quaternion, t->quaternion, sizeof s->quaternion) == 0);
  }
}

static void check_same_motion(const jn_model *a, const jn_model *b) {
  jn_run *run = jn_run_new(a, NULL, NULL), *other = jn_run_new(b, NULL, NULL);
  CHECK((run != NULL) == (other != NULL));
  if (run && other) {
    size_t n = (size_t)jn_system_sizes(jn_run_system(run)).nstate;
    CHECK(n == (size_t)jn_system_sizes(jn_run_system(other)).nstate);
    for (int i = 0; i < STEPS; i++) {
      jn_status one = jn_run_step(run, HUGE_VAL), two = jn_run_step(other, HUGE_VAL);
      CHECK(one == two);
      CHECK(memcmp(jn_run_state(run), jn_run_state(other), n * sizeof(double)) == 0);
    }
  }
  jn_run_free(run);
  jn_run_free(other);
}

// ---- shipped models ------------------------------------------------------------------------

// Files of the model are as good as gone: the folder above is another one, and paths are relative to it.
static jn_model *with_hidden_files(const jn_model *model, const char *name, double value) {
  char here[1024];
  CHECK(getcwd(here, sizeof here) && chdir("/") == 0);
  jn_report *report = jn_report_new(NULL);
  jn_model *other = jn_model_with_parameters(model, &name, &value, 1, report);
  jn_report_free(report);
  CHECK(chdir(here) == 0);
  return other;
}

static int nchanged;

static void check_shipped(const char *path) {
  if (is_left_out(path) || is_manoeuvre(path)) return;
  const char *relative = path + strlen(JOUNCE_SOURCE_DIR) + 1;
  jn_model *model = jn_model_read(NULL, relative, NULL, 0, NULL);
  if (!model) return;  // a study
  int n = jn_model_nparameters(model), step = n > MOST_CHANGED ? n / MOST_CHANGED : 1;
  for (int i = 0; i < n; i += step) {
    char text[40];
    jn_parameter p = jn_model_parameter_get(model, i);
    double value = p.is_structural ? p.value : p.value * 1.015625 + (p.value == 0) * 1e-3;
    jn_setting setting = setting_of(p.name, value, text);
    jn_model *fresh = jn_model_read(NULL, relative, &setting, 1, NULL);
    jn_model *live = with_hidden_files(model, p.name, value);
    CHECK((fresh != NULL) == (live != NULL));
    if (fresh && live) {
      check_same_model(live, fresh);
      nchanged++;
    }
    if (fresh && live && i == 0 && jn_model_nbodies(live) < MOST_BODIES) check_same_motion(live, fresh);
    jn_model_free(fresh);
    jn_model_free(live);
  }
  jn_model_free(model);
}

static void test_shipped_models(void) {
  CHECK(chdir(JOUNCE_SOURCE_DIR) == 0);
  each_shipped_model(check_shipped);
  CHECK(nchanged > 100);
}

// ---- models by chance ------------------------------------------------------------------------

// Legs on a chassis: lengths, masses, places and angles are formulas of the parameters, through uses, indices, mirrors.
static void write_model(char *text, size_t size) {
  static const char *const mirrors[] = {"x", "y", "z"};
  const char *mirror = mirrors[(int)(3 * chance())];
  int n = 1 + (int)(3 * chance());
  snprintf(
      text, size,
      "{jounce: 1, space: space, gravity: [0, 0, -9.81], name: legs,\n"
      "parameters: {n: %d, a: {value: %.3g m, min: 10 mm, max: '=99 + c'}, b: '=a*%.3g + 0.1', k: %.3g N/m, tilt: %.3g "
      "deg, m: %.3g kg, c: 0.3},\n"
      "parts: {leg: {parameters: {l: {value: 0.4, min: '=c/99', description: length}, k: 100, s: '=l/2'},\n"
      "  ports: {frame: {type: body, points: {hip: [0, '=0.1*l + c/10', 0]}}}, base: frame,\n"
      "  bodies: {thigh: {mass: '=2*l + 1', inertia: ['=0.2*l^2', '=0.3*l^2 + 0.01', '=0.2*l^2 + 0.02'],\n"
      "    com: ['=l/2', '=0.01*l', 0], points: {hip: [0, 0, 0], end: ['=l', 0, '=s/7']}}},\n"
      "  joints: {hip: {type: revolute, between: [frame.hip, thigh.hip], axis: [0, 1, '=0.1*s']}},\n"
      "  forces: {turn: {type: torsion-spring, joint: hip, stiffness: '=k', rest: '=0.1*s', damping: '=k/50'},\n"
      "    pull: {type: spring-damper, between: [frame, thigh.end], stiffness: '=3*k', rest: '=l*c', damping: 2}},\n"
      "  initial: {guess: {thigh.position: [0, '=0.1*l', 0]}}}},\n"
      "bodies: {chassis: {mass: '=m', inertia: ['=m*a^2', '=m*b^2', '=m*(a^2 + b^2)/2']}},\n"
      "use: {'left{i}': {repeat: {i: [1, '=n']}, part: leg, set: {l: '=b + 0.01*i', k: '=k*(1 + i)'},\n"
      "    ports: {frame: chassis}, at: ['=a*i', 0.3, 0], orientation: {axis: y, angle: '=tilt'}},\n"
      "  'right{i}': {repeat: {i: [1, '=n']}, part: leg, set: {l: '=b + 0.01*i', k: '=k*(1 + i)'}, mirror: %s,\n"
      "    ports: {frame: chassis}, at: ['=a*i', '=-c', 0], orientation: {axis: [0, 1, %.3g], angle: '=tilt'}}},\n"
      "initial: {keep: {chassis.position: [0, 0, '=a']}},\n"
      "simulate: {until: 0.1, step: 1 ms}, outputs: [chassis.z, left1.thigh.x]}",
      n, 0.5 + chance(), 0.2 + chance(), 100 + 900 * chance(), 40 * chance() - 20, 5 + 20 * chance(), mirror,
      chance() - 0.5);
}

static void test_generated_models(void) {
  static const char *const names[] = {"a", "b", "k", "tilt", "m", "c", "left1.l", "right1.k"};
  enum { NAMES = sizeof names / sizeof *names };
  for (int i = 0; i < GENERATED; i++) {
    char text[4000], digits[2][40];
    const char *changed[2];
    double values[2];
    jn_setting settings[2];
    write_model(text, sizeof text);
    jn_model *model = jn_model_read_text(NULL, "legs", text, strlen(text), NULL, 0, NULL);
    CHECK(model != NULL);
    if (!model) return;
    for (int j = 0; j < 2; j++) {
      changed[j] = names[(i + j * (1 + i % (NAMES - 1))) % NAMES];
      values[j] =
          jn_model_parameter_get(model, jn_model_find_parameter(model, changed[j])).value * (0.8 + 0.4 * chance());
      settings[j] = setting_of(changed[j], values[j], digits[j]);
    }
    jn_model *fresh = jn_model_read_text(NULL, "legs", text, strlen(text), settings, 2, NULL);
    jn_model *between = jn_model_with_parameters(model, changed, values, 1, NULL);
    CHECK(between != NULL && jni_equations_hash(between) != jni_equations_hash(model));
    jn_model_free(model);  // the others live without it
    jn_model *live = between ? jn_model_with_parameters(between, changed + 1, values + 1, 1, NULL) : NULL;
    jn_model_free(between);
    CHECK(fresh && live);
    if (fresh && live) {
      check_same_model(live, fresh);
      check_same_motion(live, fresh);
    }
    jn_model_free(fresh);
    jn_model_free(live);
  }
}

// ---- what is told of parameters ------------------------------------------------------------------------

static void test_description(void) {
  char text[4000];
  write_model(text, sizeof text);
  jn_model *model = jn_model_read_text(NULL, "legs", text, strlen(text), NULL, 0, NULL);
  CHECK(model != NULL);
  if (!model) return;
  int n = jn_model_find_parameter(model, "n"), a = jn_model_find_parameter(model, "a"),
      b = jn_model_find_parameter(model, "b"), l = jn_model_find_parameter(model, "left1.l");
  CHECK(n >= 0 && a >= 0 && b >= 0 && l >= 0 && jn_model_find_parameter(model, "nothing") == -1);
  CHECK(jn_model_parameter_get(model, n).is_structural && !jn_model_parameter_get(model, a).is_structural);
  CHECK(strcmp(jn_model_parameter_get(model, a).unit, "m") == 0 && !jn_model_parameter_get(model, a).is_formula);
  CHECK(jn_model_parameter_get(model, b).is_formula && jn_model_parameter_get(model, b).text[0] == '=');
  CHECK(strcmp(jn_model_parameter_get(model, l).text, "=b + 0.01*i") == 0);
  const char *unknown = "lenght";
  double value = 1;
  jn_report *report = jn_report_new(NULL);
  CHECK(jn_model_with_parameters(model, &unknown, &value, 1, report) == NULL);
  CHECK(jn_report_count(report, JN_FAULT) == 1 && strstr(jn_report_get(report, 0)->what, "lenght"));
  jn_report_free(report);
  jn_model_free(model);
}

// ---- limits ------------------------------------------------------------------------------------------------

static const char limited[] =
    "{jounce: 1, space: plane, parameters: {n: 2, reach: 1 m,\n"
    " l: {value: 50 cm, min: 70 mm, max: '=2*reach', description: length of the rod}, m: {value: 2, min: 0.5 kg}},\n"
    "parts: {leg: {parameters: {k: {value: 5 N/m, min: 1 N/m, max: '=20*reach'}}, ports: {b: body},\n"
    "  forces: {s: {type: spring-damper, between: [ground, b], stiffness: '=k', rest: 0}}}},\n"
    "bodies: {rod: {mass: '=m', inertia: '=m*l^2/12'}},\n"
    "use: {'leg{i}': {part: leg, repeat: {i: [1, '=n']}, ports: {b: rod}, set: {k: '=8*i'}}}}";

static jn_parameter get(const jn_model *model, const char *name) {
  return jn_model_parameter_get(model, jn_model_find_parameter(model, name));
}

static void test_limits_told(void) {
  jn_model *model = jn_model_read_text(NULL, "limited", limited, strlen(limited), NULL, 0, NULL);
  CHECK(model != NULL);
  if (!model) return;
  CHECK(get(model, "l").min == 0.07 && get(model, "l").max == 2 && get(model, "l").value == 0.5);
  CHECK(strcmp(get(model, "l").description, "length of the rod") == 0 && strcmp(get(model, "l").text, "50 cm") == 0);
  CHECK(get(model, "m").min == 0.5 && isinf(get(model, "m").max) && strcmp(get(model, "m").unit, "kg") == 0);
  CHECK(isinf(get(model, "reach").min) && get(model, "reach").min < 0 && get(model, "reach").description[0] == '\0');
  CHECK(get(model, "leg2.k").max == 20 && get(model, "leg2.k").min == 1 && get(model, "leg2.k").value == 16);
  const char *name = "l";
  double value = 0.07;
  jn_model *other = jn_model_with_parameters(model, &name, &value, 1, NULL);
  CHECK(other && strcmp(get(other, "l").unit, "m") == 0);  // a number keeps the unit of the file
  jn_model_free(other);
  jn_model_free(model);
}

// One fault, which names the parameter, the value and the limits; NULL in `words` ends them.
static void check_limit(const char *path, const char *value, const char *const *words) {
  jn_report *report = jn_report_new(NULL);
  const jn_setting setting = {path, value};
  jn_model *model = jn_model_read_text(NULL, "limited", limited, strlen(limited), &setting, 1, report);
  CHECK((model == NULL) == (words[0] != NULL));
  CHECK(!words[0] || jn_report_count(report, JN_FAULT) == 1);
  char all[900] = "";
  if (jn_report_size(report) > 0)
    snprintf(all, sizeof all, "%s: %s", jn_report_get(report, 0)->element, jn_report_get(report, 0)->what);
  for (int i = 0; words[i]; i++) CHECK(strstr(all, words[i]) != NULL);
  jn_model_free(model);
  jn_report_free(report);
}

static void test_limits_refuse(void) {
  static const char *const none[] = {NULL}, *const l[] = {"'l'", "70 mm", "2 m", "got 3 m", NULL},
                           *const small[] = {"'l'", "70 mm", "2 m", "got 69 mm", NULL},
                           *const mass[] = {"'m'", "0.5 kg", "got -1 kg", NULL},
                           *const reach[] = {"'k'", "1 N/m", "10 N/m", "got 16 N/m", NULL},
                           *const used[] = {"'k'", "20 N/m", "got 21 N/m", NULL},
                           *const many[] = {"'k'", "got 24 N/m", NULL}, *const order[] = {"'l'", "'min'", "9 m", NULL},
                           *const unit[] = {"'l'", "'max'", "3 kg", NULL}, *const key[] = {"'l'", "'mim'", NULL},
                           *const lacks[] = {"'l'", "'value'", NULL}, *const fixed[] = {"limits", NULL};
  check_limit("l", "3", l);
  check_limit("l", "300 cm", (const char *const[]){"'l'", "got 300 cm", NULL});
  check_limit("l", "=3*reach", l);
  check_limit("l", "69 mm", small);
  check_limit("l", "0.07", none);
  check_limit("l", "2", none);
  check_limit("m", "-1", mass);
  check_limit("reach", "0.5", reach);
  check_limit("leg1.k", "21", used);
  check_limit("leg1.k", "20", none);
  check_limit("n", "3", many);
  check_limit("parameters.l.max", "0.5", none);
  check_limit("parameters.l.min", "9", order);
  check_limit("parameters.l.max", "3 kg", unit);
  check_limit("l", "{value: 3}", none);
  check_limit("l", "{value: 3, mim: 2}", key);
  check_limit("l", "{min: 3}", lacks);
  check_limit("leg1.parameters.k.max", "30", fixed);
}

// Values through the C interface are refused alike, and nothing changes.
static void test_limits_live(void) {
  static const char *const names[] = {"l"};
  static const double far[] = {3};
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "limited", limited, strlen(limited), NULL, 0, NULL);
  CHECK(model && !jn_model_with_parameters(model, names, far, 1, report) && jn_report_count(report, JN_FAULT) == 1);
  jn_session *session = jn_session_new(model, NULL, NULL);
  CHECK(session && jn_session_set_parameters(session, names, far, 1, report) != JN_OK);
  CHECK(jn_report_count(report, JN_FAULT) == 2 && strstr(jn_report_get(report, 1)->what, "got 3 m"));
  CHECK(session && jn_session_step_to(session, 0.01) == JN_OK);
  jn_session_free(session);
  jn_model_free(model);
  jn_report_free(report);
}

// A count that another parameter is computed from.
static void test_structural(void) {
  static const char text[] =
      "{jounce: 1, space: plane, parameters: {rows: 2, count: '=rows*2', l: 1},"
      "bodies: {'b{i}': {repeat: {i: [1, '=count']}, mass: '=l', inertia: 1}}}";
  jn_model *model = jn_model_read_text(NULL, "bodies", text, strlen(text), NULL, 0, NULL);
  CHECK(model && jn_model_nbodies(model) == 5);
  if (!model) return;
  CHECK(jn_model_parameter_get(model, 0).is_structural && jn_model_parameter_get(model, 1).is_structural);
  CHECK(!jn_model_parameter_get(model, 2).is_structural);
  const char *name = "rows";
  double value = 3;
  jn_model *more = jn_model_with_parameters(model, &name, &value, 1, NULL);
  CHECK(more && jn_model_nbodies(more) == 7);
  jn_model_free(more);
  jn_model_free(model);
}

// Choices that were edited stay; those that the file computes from a parameter follow it.
static void test_choices(void) {
  static const char text[] =
      "{jounce: 1, space: plane, parameters: {T: 2}, bodies: {b: {mass: 1, inertia: 1}},"
      "simulate: {until: '=T', step: 1 ms}}";
  jn_model *model = jn_model_read_text(NULL, "choices", text, strlen(text), NULL, 0, NULL);
  CHECK(model != NULL);
  if (!model) return;
  jn_model_choices(model)->step = 0.25;
  const char *name = "T";
  double value = 3;
  jn_model *other = jn_model_with_parameters(model, &name, &value, 1, NULL);
  CHECK(other && jn_model_choices(other)->step == 0.25 && jn_model_choices(other)->until == 3);
  jn_model_free(other);
  jn_model_free(model);
}

static void test_made_in_c(void) {
  jn_model *model = jn_model_new(NULL, "made", JN_PLANE);
  jn_body_def body = jn_body_def_default();
  body.name = "body";
  body.mass = 1;
  body.inertia[0] = 1;
  jn_model_add_body(model, &body);
  CHECK(model && jn_model_finish(model) == JN_OK);
  jn_report *report = jn_report_new(NULL);
  CHECK(jn_model_with_settings(model, NULL, 0, report) == NULL && jn_report_count(report, JN_FAULT) == 1);
  jn_report_free(report);
  jn_model_free(model);
}

// Every allocation fails once: no model comes out, nothing is lost, and the first model is as it was.
static void test_memory(void) {
  char text[4000];
  memory_count count = {0};
  jn_alloc alloc = {counted_resize, &count};
  write_model(text, sizeof text);
  jn_model *model = jn_model_read_text(&alloc, "legs", text, strlen(text), NULL, 0, NULL);
  CHECK(model != NULL);
  if (!model) return;
  uint64_t hash = jni_equations_hash(model);
  const char *name = "a";
  double value = 0.6;
  long live = count.live;
  jn_model *other = NULL;
  for (long at = 1; !other; at += LIGHT ? 97 : 7) {
    count.calls = 0;
    count.fail_at = at;
    other = jn_model_with_parameters(model, &name, &value, 1, NULL);
    CHECK(other || count.live == live);
  }
  jn_model_free(other);
  CHECK(count.live == live && jni_equations_hash(model) == hash);
  jn_model_free(model);
  CHECK(count.live == 0);
}

int main(void) {
  test_memory();
  test_generated_models();
  test_description();
  test_limits_told();
  test_limits_refuse();
  test_limits_live();
  test_structural();
  test_choices();
  test_made_in_c();
  test_shipped_models();
  return check_report();
}
