// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_expressions.c - formulas as nodes: values and rates of every function against the engine's.
#include <string.h>

#include "check.h"
#include "kernel/lookup_slopes.h"
#include "model/expression/expression_code.h"
#include "model/expression/expression_graph.h"
#include "symbolic/graph_laws.h"
#include "symbolic/node_values.h"

static int one_name(void *context, const char *name, char *what, size_t size) {
  (void)context;
  (void)what;
  (void)size;
  return name[0] >= 'x' && name[0] <= 'z' && !name[1] ? name[0] - 'x' : -1;
}

static jni_expression *parse(const char *text) {
  char what[200] = "";
  int at;
  jni_expression *e = jni_expression_new(NULL, text, one_name, NULL, what, sizeof what, &at);
  CHECK(e != NULL);
  if (!e) printf("%s: %s\n", text, what);
  return e;
}

// x, y and z go along straight lines in time.
static void check_text(const char *text, const double x[3], const double rate[3]) {
  jni_expression *e = parse(text);
  jni_graph *g = jni_graph_new(NULL);
  jni_node variables[3], rates[3];
  jni_jet jets[3];
  for (int i = 0; i < 3; i++) {
    variables[i] = jni_variable(g, i);
    rates[i] = jni_number(g, rate[i]);
    jets[i] = (jni_jet){x[i], rate[i], 0};
  }
  jni_node node[3] = {jni_write_expression(g, e, variables)};
  jni_derive(g, rates, 3, node, 1, node + 1);
  jni_derive(g, rates, 3, node + 1, 1, node + 2);
  jni_values *values = jni_values_new(g, x, 3);
  jni_jet jet = jni_expression_jet(e, jets);
  const double expected[3] = {jet.v, jet.d, jet.dd};
  for (int i = 0; i < 3; i++) {
    double ours = jni_value_of(values, node[i]), error = fabs(ours - expected[i]) / (1 + fabs(expected[i]));
    CHECK_NEAR(error, 0, 1e-12);
    if (!(error <= 1e-12))
      printf("  %s at %g %g %g, derivative %d: %.17g %.17g\n", text, x[0], x[1], x[2], i, ours, expected[i]);
  }
  jni_values_free(values);
  jni_graph_free(g);
  jni_expression_free(e);
}

// Every function of the list over simple arguments, away from its corners.
static void test_functions(void) {
  static const double points[][3] = {{0.3, 0.7, -0.2}, {0.8, 0.45, 0.6}, {0.55, 0.9, 1.5}};
  static const double rate[3] = {0.7, -0.4, 1.1};
  for (int f = 0; f < JNI_FUNCTION_COUNT; f++) {
    char text[80];
    const char *name = jni_functions[f].text;
    bool word = name[0] >= 'a' && name[0] <= 'z';
    int n = jni_functions[f].arguments;
    if (strcmp(name, "and") == 0 || strcmp(name, "or") == 0) snprintf(text, sizeof text, "(x > y) %s (z > 0)", name);
    else if (strcmp(name, "not") == 0) snprintf(text, sizeof text, "not (x > y)");
    else if (!word) snprintf(text, sizeof text, n == 1 ? "%sx" : n == 2 && name[0] == '-' ? "x %s y" : "x %s y", name);
    else if (n == 3) snprintf(text, sizeof text, "%s(x > y, x * y, sin(z))", name);
    else snprintf(text, sizeof text, n == 1 ? "%s(x * y)" : "%s(x * z, y)", name);
    for (size_t i = 0; i < sizeof points / sizeof *points; i++) check_text(text, points[i], rate);
  }
}

static void test_texts(void) {
  static const double x[3] = {0.3, 0.7, -0.2}, rate[3] = {0.7, -0.4, 1.1};
  static const char *const texts[] = {"sin(2*x)^3/(1+y^2) - z", "smooth(x)+smooth(2)+smooth(-1)", "mod(-7.3+x, 2)",
                                      "if(x<0.5, exp(y), log(x)) * max(x, y) / min(z, 1)", "abs(z)*sign(z) + ramp(z)"};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) check_text(texts[i], x, rate);
}

// A table of two arguments, smooth and straight, inside and beyond its edges.
static void test_tables(void) {
  double xs[4] = {0, 0.4, 1, 1.7}, ys[3] = {-1, 0, 2}, f[12], slopes[3][12];
  for (int i = 0; i < 12; i++) f[i] = sin(1.7 * i) + 0.3 * i;
  for (int kind = 0; kind < 4; kind++) {
    jnk_lookup table = {{4, 3}, {xs, ys}, f, slopes[0], slopes[1], slopes[2], kind % 2, kind / 2};
    jnk_lookup_slopes(&table, slopes[0], slopes[1], slopes[2]);
    for (double at = -0.35; at < 2.2; at += 0.3) {
      const double x[2] = {at, 1.1 * at - 1.2};
      const jni_jet jets[2] = {{x[0], 0.6, 0}, {x[1], -0.3, 0}};
      jni_graph *g = jni_graph_new(NULL);
      jni_node node[3] = {jni_write_lookup(g, &table, jni_variable(g, 0), jni_variable(g, 1))};
      const jni_node rates[2] = {jni_number(g, 0.6), jni_number(g, -0.3)};
      jni_derive(g, rates, 2, node, 1, node + 1);
      jni_derive(g, rates, 2, node + 1, 1, node + 2);
      jni_values *values = jni_values_new(g, x, 2);
      jni_jet jet = jni_table_jet(&table, jets);
      CHECK_NEAR(jni_value_of(values, node[0]), jet.v, 1e-13);
      CHECK_NEAR(jni_value_of(values, node[1]), jet.d, 1e-12);
      CHECK_NEAR(jni_value_of(values, node[2]), jet.dd, 1e-11);
      jni_values_free(values);
      jni_graph_free(g);
    }
  }
}

int main(void) {
  test_functions();
  test_texts();
  test_tables();
  return check_report();
}
