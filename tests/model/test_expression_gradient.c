// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_expression_gradient.c - gradients of expressions against differences, for every function of the table, free and
// held on either side of its switches; of long formulas over many variables; at corners, where the gradient is that of
// one side; and where a branch that is not taken, or an infinite slope that does not count, must not spoil it.
#include <string.h>

#include "check.h"
#include "model/expression/expression_code.h"

enum { NVARIABLES = 20 };

// t, x1 .. x19
static int resolve(void *context, const char *name, char *what, size_t size) {
  int i = 0;
  (void)context;
  (void)what;
  (void)size;
  if (strcmp(name, "t") == 0) return 0;
  return sscanf(name, "x%d", &i) == 1 && i > 0 && i < NVARIABLES ? i : -1;
}

static jni_expression *parse(const char *text) {
  char what[256] = "";
  int at = -1;
  jni_expression *expression = jni_expression_new(NULL, text, resolve, NULL, what, sizeof what, &at);
  if (!expression) printf("  '%s' at %d: %s\n", text, at, what);
  CHECK(expression != NULL);
  return expression;
}

// ---- against differences ---------------------------------------------------------------------------------------

// Central differences of order eight.
static double difference(const jni_expression *e, const double *at, const int *sides, int i) {
  static const double factors[] = {0, 4. / 5, -1. / 5, 4. / 105, -1. / 280};
  const double h = 1. / 512;  // not as far as the next corner
  double x[NVARIABLES], sum = 0;
  memcpy(x, at, sizeof x);
  for (int k = 1; k <= 4; k++) {
    x[i] = at[i] + k * h;
    sum += factors[k] * jni_expression_held(e, x, sides);
    x[i] = at[i] - k * h;
    sum -= factors[k] * jni_expression_held(e, x, sides);
  }
  return sum / h;
}

// Returns how many numbers were compared: those with finite differences.
static int check_gradient(const char *text, const jni_expression *e, const double *x, const int *sides) {
  double gradient[NVARIABLES], differences[NVARIABLES], size = 1;
  int n = 0, failures = check_failures;
  for (int i = 0; i < NVARIABLES; i++) gradient[i] = NAN;
  double value = jni_expression_gradient(e, x, sides, -1, NVARIABLES, gradient);
  for (int i = 0; i < NVARIABLES; i++) {
    differences[i] = difference(e, x, sides, i);
    if (isfinite(differences[i])) size = fmax(size, fabs(differences[i]));
  }
  if (!isfinite(value)) return 0;
  CHECK(value == jni_expression_held(e, x, sides));
  for (int i = 0; i < NVARIABLES; i++) {
    if (!isfinite(differences[i])) continue;
    CHECK_NEAR(gradient[i] / size, differences[i] / size, 1e-9);
    n++;
  }
  if (check_failures > failures) printf("  of %s at %g, %g\n", text, x[1], x[2]);
  return n;
}

// All signs, inside and outside of [-1, 1]; on the sides that they are on, and held on each.
static void check_everywhere(const char *text) {
  const double starts[] = {0.4, -0.4, 2.3, -2.3};
  jni_expression *e = parse(text);
  int compared = 0, nswitches = e ? jni_expression_nswitches(e) : 0;
  for (int i = 0; e && i < 16; i++) {
    double x[NVARIABLES] = {0.3, starts[i % 4], 0.87 * starts[i / 4], 0.31};
    for (int k = 4; k < NVARIABLES; k++) x[k] = 0.7 + 0.1 * k * (k % 2 ? 1 : -1);
    compared += check_gradient(text, e, x, NULL);
    for (int side = -1; side <= 1 && nswitches == 1; side += 2) compared += check_gradient(text, e, x, &side);
  }
  CHECK(compared >= NVARIABLES);
  jni_expression_free(e);
}

static void test_all_functions(void) {
  static const char *const patterns[2][3] = {{"%s x1", "x1 %s x2", ""}, {"%s(x1)", "%s(x1, x2)", "%s(x1, x2, x3)"}};
  for (int id = 0; id < JNI_FUNCTION_COUNT; id++) {
    char text[64];
    snprintf(text, sizeof text, patterns[id >= JNI_FUNCTION_sin][jni_functions[id].arguments - 1],
             jni_functions[id].text);
    check_everywhere(text);
  }
}

static void test_formulas(void) {
  static const char *const formulas[] = {
      "x1^3 + x1^-2",
      "2^x1*(x2*x2 + 1)^x1",
      "x1/x2/(1 + x3^2)",
      "sin(x1*x2)*exp(-x3) + atan2(x1*x3, x2)",
      "smooth((x1 - 0.1)/0.8)*max(x1, x2, x3)",
      "if(x1 > 0, x1^2*x2, min(-x1, x2)*x3)",
      "if(x1 > x2 and not x3 > 5, x1 - x2, mod(x1, 3) + ramp(x2))",
      "min(max(x1, -1.5), 1.5) + abs(x2)*x1",
      "t*x1 + x2*x19 - x18/x17 + x9*x8*x7 + cos(x16 + x15*x14) + x13^2 + tanh(x12 - x11)*x10 + x4*x5*x6",
      "-50*(x1 - x2 + 0.1) - 4*(x3 - x4)",
  };
  for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++) check_everywhere(formulas[i]);
}

// ---- by hand ---------------------------------------------------------------------------------------------------

typedef struct {
  const char *text;
  double x1, x2, slope1, slope2;
} by_hand;

static void check_by_hand(const by_hand *c, const int *sides, int time) {
  jni_expression *e = parse(c->text);
  double x[NVARIABLES] = {1, c->x1, c->x2}, gradient[NVARIABLES];
  if (!e) return;
  jni_expression_gradient(e, x, sides, time, 3, gradient);
  CHECK_NEAR(gradient[1], c->slope1, 1e-12);
  CHECK_NEAR(gradient[2], c->slope2, 1e-12);
  if (!(gradient[1] == c->slope1 && gradient[2] == c->slope2)) printf("  of '%s'\n", c->text);
  jni_expression_free(e);
}

// One and the same side for all variables: -1 over one and +1 over the other would belong to none.
static void test_corners(void) {
  static const by_hand cases[] = {
      {"abs(x1 - x2)", 2, 2, 1, -1},  {"ramp(x2 - x1)", 2, 2, -1, 1}, {"sign(x1 - x2)", 2, 2, 0, 0},
      {"min(x1, 3*x2)", 3, 1, 0, 3},  {"max(x1, 3*x2)", 3, 1, 1, 0},  {"step(x1)*x2", 0, 4, 0, 1},
      {"floor(x1) + x2", 2, 0, 0, 1}, {"x1*(x1 > 0)", 0, 0, 0, 0},    {"mod(x1, x2)", 7, 2, 1, -3},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) check_by_hand(&cases[i], NULL, -1);
}

// A side that is held counts beyond its switch, too.
static void test_held(void) {
  const int below = -1, above = 1, fifth = 6;
  check_by_hand(&(by_hand){"abs(x1)*x2", 3, 5, -5, -3}, &below, -1);
  check_by_hand(&(by_hand){"abs(x1)*x2", 0, 5, -5, 0}, &below, -1);
  check_by_hand(&(by_hand){"min(x1, x2)", 1, 2, 0, 1}, &above, -1);
  check_by_hand(&(by_hand){"if(x1 > 0, x1, 7*x2)", -2, 1, 1, 0}, &above, -1);
  check_by_hand(&(by_hand){"mod(x1, x2)", 1, 2, 1, -5}, &fifth, -1);
}

static void test_not_finite(void) {
  static const by_hand cases[] = {
      {"if(x1 > 0, x2, sqrt(x1))", 1, 2, 0, 1},
      {"if(x1 > 0, sqrt(x1), x2)", -1, 2, 0, 1},
      {"if(x1 > 0, log(x1)/x1, x2)", 0, 2, 0, 1},
      {"x1*sqrt(x2)", 0, 0, 0, 0},
      {"x2*sqrt(0*x1)", 0, 2, 0, 0},
      {"max(x2, x1^0.5)", 0, 2, 0, 1},
      {"(0 - x2)^2", 0, 3, 0, 6},
      {"x1^2", 0, 0, 0, 0},
      {"min(x2, 1/x1)", 0, 2, 0, 1},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) check_by_hand(&cases[i], NULL, -1);
}

// At a known time (t = 1 here) what follows counts.
static void test_beside_a_break(void) {
  check_by_hand(&(by_hand){"if(t > 1, x1, 5*x2)", 3, 2, 1, 0}, NULL, 0);
  check_by_hand(&(by_hand){"if(t <= 1, x1, 5*x2)", 3, 2, 0, 5}, NULL, 0);
  check_by_hand(&(by_hand){"if(t > 1, x1, 5*x2)", 3, 2, 0, 5}, NULL, -1);
}

int main(void) {
  test_all_functions();
  test_formulas();
  test_corners();
  test_held();
  test_not_finite();
  test_beside_a_break();
  return check_report();
}
