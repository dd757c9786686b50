// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_expression.c - expressions: values, jets against differences for every function of the table, mistakes with
// their place, breaks, random texts, failing allocations.
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "memory.h"
#include "model/expression/expression_code.h"

#define PI 3.14159265358979323846

static const char *const names[] = {"t", "x", "y", "z", "crank.angle", "joint.O.rate"};
enum { NNAMES = sizeof names / sizeof *names };

static int resolve(void *context, const char *name, char *what, size_t size) {
  (void)context;
  for (int i = 0; i < NNAMES; i++)
    if (!strcmp(name, names[i])) return i;
  if (!strcmp(name, "w")) snprintf(what, size, "no 'w' here");
  return -1;
}

static jni_expression *parse(const char *text) {
  char what[256] = "";
  int at = -1;
  jni_expression *expression = jni_expression_new(NULL, text, resolve, NULL, what, sizeof what, &at);
  if (!expression) printf("  '%s' at %d: %s\n", text, at, what);
  return expression;
}

static double value(const char *text) {
  const double variables[NNAMES] = {2, 3, 5, 7, 0.5, 0.25};
  jni_expression *expression = parse(text);
  double result = expression ? jni_expression_value(expression, variables) : NAN;
  jni_expression_free(expression);
  return result;
}

static void test_values(void) {
  static const struct {
    const char *text;
    double value;
  } cases[] = {
      {"1+2*3", 7},
      {"(1+2)*3", 9},
      {"{2 1+{0 2}}*3", 9},  // formulas of ports
      {"10-4-3", 3},
      {"100/10/5", 2},
      {"2^3^2", 512},
      {"-2^2", -4},
      {"2^-1", 0.5},
      {"--3", 3},
      {"+3", 3},
      {"-x*y", -15},
      {"2*-x", -6},
      {"x-1", 2},
      {"1 - x", -2},
      {".5e1", 5},
      {" 1e-3\t*\n2 ", 2e-3},
      {"pi", PI},
      {"e", 2.7182818284590452354},
      {"crank.angle + joint.O.rate", 0.75},
      {"x < y", 1},
      {"x >= y", 0},
      {"x == 3 and y != 3", 1},
      {"x <= 3", 1},
      {"not x < 3", 1},
      {"not 1 or 1", 1},
      {"1 or 0 and 0", 1},
      {"x > 2 and x < 4 and not y == 4", 1},
      {"if(x > 2, y, z)", 5},
      {"if(x > 4, sqrt(x - 4), z)", 7},
      {"min(x, y, z)", 3},
      {"max(1, x, y, 4)", 5},
      {"mod(-1, 3)", 2},
      {"mod(x, -2)", -1},
      {"mod(y, 2.5)", 0},
      {"floor(-1.5) + ceil(1.2)", 0},
      {"sign(-x) + sign(0)", -1},
      {"step(0) + step(-1e-300) + step(x)", 2},
      {"ramp(-1) + ramp(x)", 3},
      {"smooth(-1) + smooth(0.5) + smooth(2)", 1.5},
      {"abs(-x)", 3},
      {"atan2(1, -1)", 0.75 * PI},
      {"log(exp(x))", 3},
      {"cosh(x)^2 - sinh(x)^2", 1},
      {"x^2 + 2*x*y + y^2 - (x + y)^2", 0},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    double result = value(cases[i].text);
    CHECK_NEAR(result, cases[i].value, 1e-13 + 1e-12 * (strstr(cases[i].text, "cosh") != NULL));
    if (!(fabs(result - cases[i].value) <= 1e-12)) printf("  in '%s'\n", cases[i].text);
  }
}

static void test_constant(void) {
  jni_expression *constant = parse("2*sin(pi/6) + if(1 < 2, 3, 4)");
  CHECK(constant != NULL);
  CHECK_NEAR(jni_expression_value(constant, NULL), 4, 1e-15);
  jni_expression_free(constant);
  CHECK(jni_expression_free(NULL) == NULL);
}

// ---- jets ------------------------------------------------------------------------------------------

// Arguments as parabolas of time: p + q t + r t^2.
static jni_jet argument(const double c[3], double t) {
  return (jni_jet){c[0] + t * (c[1] + t * c[2]), c[1] + 2 * t * c[2], 2 * c[2]};
}

typedef struct {
  const jni_expression *expression;
  double c[3][3];
} curve;

static double curve_value(const curve *f, double t) {
  double variables[NNAMES] = {t};
  for (int i = 0; i < 3; i++) variables[i + 1] = argument(f->c[i], t).v;
  return jni_expression_value(f->expression, variables);
}

static jni_jet curve_jet(const curve *f, double t) {
  jni_jet variables[NNAMES] = {{t, 1, 0}};
  for (int i = 0; i < 3; i++) variables[i + 1] = argument(f->c[i], t);
  return jni_expression_jet(f->expression, variables);
}

// Central differences of order eight; with h = 1/128 the rounding of the second one is about 1e-11.
static jni_jet curve_differences(const curve *f, double t) {
  static const double first[] = {0, 4. / 5, -1. / 5, 4. / 105, -1. / 280};
  static const double second[] = {-205. / 72, 8. / 5, -1. / 5, 8. / 315, -1. / 560};
  const double h = 1. / 128;
  jni_jet jet = {curve_value(f, t), 0, second[0] * curve_value(f, t)};
  for (int i = 1; i <= 4; i++) {
    double after = curve_value(f, t + i * h), before = curve_value(f, t - i * h);
    jet.d += first[i] * (after - before);
    jet.dd += second[i] * (after + before);
  }
  return (jni_jet){jet.v, jet.d / h, jet.dd / (h * h)};
}

static bool check_jet(const curve *f, const char *text) {
  jni_jet jet = curve_jet(f, 0), differences = curve_differences(f, 0);
  if (!isfinite(differences.v) || !isfinite(differences.dd)) return false;
  double scale = 1 + fabs(differences.v) + fabs(differences.d) + fabs(differences.dd);
  int failures = check_failures;
  CHECK(jet.v == curve_value(f, 0));
  CHECK_NEAR(jet.d, differences.d, 1e-9 * scale);
  CHECK_NEAR(jet.dd, differences.dd, 1e-8 * scale);
  if (check_failures > failures) printf("  of %s\n", text);
  return true;
}

// All signs of the arguments, inside and outside of [-1, 1], away from corners; points outside the domain are skipped.
static int check_jets(const char *text) {
  const double starts[] = {0.4, -0.4, 2.3, -2.3};
  curve f = {.expression = parse(text)};
  int checked = 0;
  for (int i = 0; f.expression && i < 16; i++) {
    const double c[3][3] = {{starts[i % 4], 0.9, -0.3}, {starts[i / 4] * 0.87, -0.2, 0.5}, {0.3, 0.7, 0.2}};
    memcpy(f.c, c, sizeof c);
    checked += check_jet(&f, text);
  }
  jni_expression_free((jni_expression *)f.expression);
  return checked;
}

static void test_jets_of_all_functions(void) {
  for (int id = 0; id < JNI_FUNCTION_COUNT; id++) {
    const jni_function *f = &jni_functions[id];
    static const char *const patterns[2][3] = {{"%s x", "x %s y", ""}, {"%s(x)", "%s(x, y)", "%s(x, y, z)"}};
    char text[64];
    snprintf(text, sizeof text, patterns[id >= JNI_FUNCTION_sin][f->arguments - 1], f->text);
    int checked = check_jets(text);
    CHECK(checked > 0);
    if (!checked) printf("  nothing checked for %s\n", text);
  }
}

static void test_jets_of_formulas(void) {
  static const char *const formulas[] = {
      "x^3",
      "x^-2",
      "abs(x)^1.5",
      "2^x",
      "(x*x + 1)^y",
      "x*y*z",
      "x/y/z",
      "sin(x*y)*exp(-z)",
      "atan2(x*z, y)",
      "smooth((x - 0.1)/0.8)",
      "sqrt(1 + x^2)",
      "log(1 + x*x)^2",
      "if(x > 0, x^2, -x^3)",
      "1/(1 + exp(-3*x))",
  };
  for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++) CHECK(check_jets(formulas[i]) > 0);
}

// Slopes that are infinite do not spoil arguments that stand still, and integer powers hold at zero and below.
static void test_jets_at_the_edge(void) {
  static const struct {
    const char *text;
    jni_jet x, expected;
  } cases[] = {
      {"sqrt(x)", {0, 0, 0}, {0, 0, 0}},   {"asin(x)", {1, 0, 0}, {PI / 2, 0, 0}}, {"x^2", {0, 3, 1}, {0, 0, 18}},
      {"x^3", {-2, 1, 0}, {-8, 12, -12}},  {"x^1", {0, 3, 1}, {0, 3, 1}},          {"x^0", {0, 3, 1}, {1, 0, 0}},
      {"smooth(x)", {0, 3, 1}, {0, 0, 0}}, {"smooth(x)", {1, 3, 1}, {1, 0, 0}},    {"step(x)", {0, 1, 0}, {1, 0, 0}},
      {"ramp(x)", {0, 1, 2}, {0, 1, 2}},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    jni_expression *expression = parse(cases[i].text);
    if (!expression) continue;
    jni_jet variables[NNAMES] = {{0, 1, 0}, cases[i].x}, jet = jni_expression_jet(expression, variables);
    CHECK_NEAR(jet.v, cases[i].expected.v, 1e-15);
    CHECK_NEAR(jet.d, cases[i].expected.d, 1e-13);
    CHECK_NEAR(jet.dd, cases[i].expected.dd, 1e-13);
    jni_expression_free(expression);
  }
}

// At a corner the derivative is the one with which the value goes on: t is 0 here.
static void test_corners_look_ahead(void) {
  static const struct {
    const char *text;
    double slope;
  } cases[] = {{"min(t, 0)", 0},   {"min(0, t)", 0},   {"max(t, 0)", 1},    {"max(0, -t)", 0},
               {"abs(t)", 1},      {"abs(-t)", 1},     {"ramp(t)", 1},      {"ramp(-t)", 0},
               {"min(t, t^2)", 0}, {"max(t^2, 0)", 0}, {"abs(t^3 - t)", 1}, {"min(0.5*t, 0) + t", 1}};
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    jni_expression *expression = parse(cases[i].text);
    const jni_jet variables[NNAMES] = {{0, 1, 0}};
    CHECK(expression && jni_expression_jet(expression, variables).d == cases[i].slope);
    jni_expression_free(expression);
  }
}

static void test_not_a_number_comes_out(void) {
  static const char *const formulas[] = {"min(x, y)", "min(y, x)", "max(x, y)", "max(y, x)",   "ramp(x)",
                                         "step(x)",   "sign(x)",   "smooth(x)", "if(x, y, z)", "abs(x)"};
  for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++) {
    jni_expression *expression = parse(formulas[i]);
    const double variables[NNAMES] = {0, NAN, 1, 2};
    const jni_jet jets[NNAMES] = {{0, 1, 0}, {NAN, 0, 0}, {1, 0, 0}, {2, 0, 0}};
    CHECK(expression && isnan(jni_expression_value(expression, variables)));
    CHECK(expression && isnan(jni_expression_jet(expression, jets).v));
    jni_expression_free(expression);
  }
}

// ---- mistakes ----------------------------------------------------------------------------------------

static void check_mistake(const char *text, int place, const char *part) {
  char what[256] = "";
  int at = -1;
  jni_expression *expression = jni_expression_new(NULL, text, resolve, NULL, what, sizeof what, &at);
  CHECK(!expression && at == place && strstr(what, part));
  if (expression || at != place || !strstr(what, part)) printf("  '%.60s' at %d: %s\n", text, at, what);
  jni_expression_free(expression);
}

static void test_mistakes(void) {
  check_mistake("", 0, "empty");
  check_mistake("  \t", 3, "empty");
  check_mistake("1 +", 3, "expected a number, a name or '(' at the end");
  check_mistake("1 + * 2", 4, "at '*'");
  check_mistake("(1 + 2", 6, "expected an operator or ')' at the end");
  check_mistake("1 + 2)", 5, "at ')'");
  check_mistake("{1 + 2", 6, "at the end");
  check_mistake("{x}", 0, "at '{'");
  check_mistake("2 x", 2, "expected an operator or the end at 'x'");
  check_mistake("2x", 1, "between a number and what follows");
  check_mistake("1.5.3", 3, "between a number and what follows");
  check_mistake("0x10", 0, "not a finite decimal number");
  check_mistake("1 + 1e999", 4, "not a finite decimal number");
  check_mistake("nan", 0, "unknown name 'nan'");
  check_mistake("3 + foo", 4, "unknown name 'foo'");
  check_mistake("3 + w", 4, "no 'w' here");
  check_mistake("2*sine(x)", 2, "unknown function 'sine'; did you mean 'sin'?");
  check_mistake("2*zzzzzz(x)", 2, "unknown function 'zzzzzz'");
  check_mistake("2*sin", 2, "is a function");
  check_mistake("sin()", 4, "at ')'");
  check_mistake("1 + sin(x, y)", 4, "'sin' takes 1 argument");
  check_mistake("atan2(x)", 0, "'atan2' takes 2 arguments");
  check_mistake("min(x)", 0, "takes 2 arguments or more");
  check_mistake("if(x, y)", 0, "takes 3 arguments");
  check_mistake("sin(x", 5, "',' or ')'");
  check_mistake("1 < x < 2", 6, "cannot be chained");
  check_mistake("x = 2", 2, "'=='");
  check_mistake("x ** 2", 3, "at '*'");
  check_mistake("and x", 0, "expected a value before");
  check_mistake("x and", 5, "at the end");
  check_mistake("1/0", 1, "'/' on these constants is not a finite number");
  check_mistake("x + sqrt(-1)", 4, "'sqrt' on these constants");
  check_mistake("10^400", 2, "not a finite");
  check_mistake("x + \x01", 4, "byte 0x01");
  check_mistake("x + \xc3\xa4", 4, "byte 0xc3");
}

static void fill(char *text, int n, const char *pattern) {
  for (int i = 0, m = (int)strlen(pattern); i < n; i++) text[i] = pattern[i % m];
  text[n] = 0;
}

static void test_bounds(void) {
  static char text[200001];
  static const char *const deep[] = {"(", "-", "sin(", "2^", "not ", "1+(", "x or x and x < x + x * x ^ (", "if(x,x,"};
  for (size_t i = 0; i < sizeof deep / sizeof *deep; i++) {
    char what[256] = "";
    int at;
    fill(text, 60000, deep[i]);
    CHECK(!jni_expression_new(NULL, text, resolve, NULL, what, sizeof what, &at) && strstr(what, "nested"));
    if (!strstr(what, "nested")) printf("  '%s...': %s\n", deep[i], what);
  }
  fill(text, 200000, "(");
  check_mistake(text, 0, "longer than 65536 characters");
  fill(text, 300, "a");
  check_mistake(text, 0, "a name is longer");
  // long but flat is fine
  fill(text, 60001, "x+");
  CHECK_NEAR(value(text), 3 * 30001.0, 0);
}

static void test_random_texts(void) {
  static const char *const pieces[] = {"x",  "t",    "1",  "2.5e1", "(",       ")",    "+",    "-",   "*", "/",
                                       "^",  "<",    "==", " and ", "not ",    " or ", "sin(", "if(", ",", "max(",
                                       "pi", "mod(", ".",  "e",     "smooth(", "\xff", "\n",   "1e",  "_", "="};
  uint64_t state = 7;
  int parsed = 0, disagreements = 0, silent = 0;
  for (int i = 0; i < 200000; i++) {
    char text[256] = "", what[128] = "";
    int at = -1;
    for (int j = 0; j < 16; j++) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      strcat(text, pieces[(state >> 33) % (sizeof pieces / sizeof *pieces)]);
      if ((state >> 59) < 4) break;
    }
    jni_expression *expression = jni_expression_new(NULL, text, resolve, NULL, what, sizeof what, &at);
    if (expression) {
      const double variables[NNAMES] = {2, 3};
      const jni_jet jets[NNAMES] = {{2, 1, 0}, {3, 0, 0}};
      double times[4], v = jni_expression_value(expression, variables), w = jni_expression_jet(expression, jets).v;
      if (!(v == w || (isnan(v) && isnan(w)))) disagreements++;
      jni_expression_breaks(expression, 0, times, 4);
      parsed++;
    } else if (!what[0] || at < 0 || at > (int)strlen(text)) {
      silent++;
    }
    jni_expression_free(expression);
  }
  CHECK(parsed > 1000);
  CHECK(disagreements == 0);  // of value and jet
  CHECK(silent == 0);         // mistakes without a sentence or a place
}

// ---- memory --------------------------------------------------------------------------------------------

static void test_failing_allocations(void) {
  const char *text = "x*y + sin(t)*z - max(x, y, z, t) + x*y*z*t*x*y*z*t + x*y*z*t";
  int failures = 0;
  for (bool done = false; !done; failures++) {
    memory_count m = {.fail_at = failures + 1};
    jn_alloc alloc = {counted_resize, &m};
    char what[128] = "";
    int at;
    jni_expression *expression = jni_expression_new(&alloc, text, resolve, NULL, what, sizeof what, &at);
    done = expression != NULL;
    CHECK(done || !strcmp(what, "out of memory"));
    jni_expression_free(expression);
    CHECK(m.live == 0);
  }
  CHECK(failures > 3);
}

// ---- breaks ----------------------------------------------------------------------------------------------

static void test_breaks(void) {
  static const struct {
    const char *text;
    int n;
    double times[4];
  } cases[] = {
      {"sin(t)", 0, {0}},
      {"step(t)", 1, {0}},
      {"step(t - 1.5)", 1, {1.5}},
      {"ramp(3 - 2*t)", 1, {1.5}},
      {"x*abs(t/2 - 1)", 1, {2}},
      {"sign(-(t - 1)*4)", 1, {1}},
      {"if(t < 1, 0, if(t <= 2, x, t))", 2, {1, 2}},
      {"t > 1 and t < 3 or t == 7", 3, {1, 3, 7}},
      {"not t != 4", 1, {4}},
      {"min(t, 2, 5 - t)", 2, {2, 3}},
      {"max(t, 2 + t)", 0, {0}},
      {"min(ramp(t - 1), 2)", 2, {1, 3}},
      {"smooth((t - 1)/2)", 2, {1, 3}},
      {"abs(abs(t - 3) - 1)", 3, {2, 3, 4}},
      {"step(x - t)", 0, {0}},
      {"step(t*t - 1)", 0, {0}},
      {"step(t - 1) + step(t - 1) + step(2*t - 2)", 1, {1}},
      {"step(sin(1)*t - 2*sin(1))", 1, {2}},
      {"step(1e-320*t - 1e300)", 0, {0}},
      {"if(t, x, 0)", 1, {0}},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    jni_expression *expression = parse(cases[i].text);
    double times[4] = {NAN, NAN, NAN, NAN};
    int n = expression ? jni_expression_breaks(expression, 0, times, 4) : -1;
    CHECK(n == cases[i].n);
    for (int j = 0; j < n && j < 4; j++) CHECK_NEAR(times[j], cases[i].times[j], 1e-14);
    if (n != cases[i].n) printf("  '%s': %d breaks, first %g\n", cases[i].text, n, times[0]);
    jni_expression_free(expression);
  }
  jni_expression *many = parse("abs(abs(abs(abs(abs(t) - 16) - 8) - 4) - 2)");
  double times[3] = {NAN, NAN, NAN};
  CHECK(many && jni_expression_breaks(many, 0, times, 2) == 31 && times[0] == -30 && isnan(times[2]));
  CHECK(many && jni_expression_breaks(many, 1, times, 2) == 0);
  jni_expression_free(many);
}

int main(void) {
  test_values();
  test_constant();
  test_jets_of_all_functions();
  test_jets_of_formulas();
  test_jets_at_the_edge();
  test_corners_look_ahead();
  test_not_a_number_comes_out();
  test_mistakes();
  test_bounds();
  test_random_texts();
  test_failing_allocations();
  test_breaks();
  return check_report();
}
