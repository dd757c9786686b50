// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_code_blocks.c - what stands several times is printed once: of a model with many uses of one part the code grows
// by calls alone. That blocks give the bits of the tape is in test_print.c.
#include "check.h"
#include "compile/print/print.h"
#include "program.h"
#include "symbolic/code_blocks.h"

// ---- graphs -------------------------------------------------------------------------------------------------------

// Of two variables and constants of its own: `n` operations that read each other.
static jni_node chain(jni_graph *g, int x, double constant, int n) {
  jni_node a = jni_variable(g, x), b = jni_variable(g, x + 1);
  for (int i = 0; i < n; i++) {
    jni_node next =
        jni_plus(g, jni_times(g, a, b), jni_times(g, jni_number(g, constant + i), jni_apply(g, JNI_DO_sin, a, 0, 0)));
    b = a;
    a = next;
  }
  return jni_minus(g, a, b);
}

static void check_chains(int many) {
  jni_graph *g = jni_graph_new(NULL);
  jni_node results[16];
  for (int i = 0; i < many; i++) results[i] = chain(g, 2 * i, 1.5 + 100 * i, 20);
  const jni_graph_function function = {results, many};
  jni_code_blocks *blocks = jni_code_blocks_new(g, &function, 1);
  CHECK(blocks && blocks->n == 1 && blocks->ncalls == many);
  if (blocks && blocks->n == 1) {
    const jni_code_block *block = blocks->list[0];
    CHECK(block->kernel.ninputs == 2 && block->kernel.nresults == 1 && block->nconstants == 20);
    for (int i = 0; i < many; i++) {
      const jni_graph_node *it = &blocks->g->nodes[blocks->results[0][i]];
      CHECK(it->operation == JNI_DO_result && blocks->g->calls[it->a].kernel == &block->kernel);
      const double *constants = blocks->g->constants + blocks->g->calls[it->a].constant_at;
      CHECK(constants[0] == 1.5 + 100 * i || constants[19] == 1.5 + 100 * i);
    }
  }
  jni_code_blocks_free(blocks);
  jni_graph_free(g);
}

// Each reads the one before it: they are alike, and cannot be carried out at once.
static void check_rows_of_chains(void) {
  jni_graph *g = jni_graph_new(NULL);
  jni_node a = jni_variable(g, 0);
  for (int i = 0; i < 200; i++) a = jni_plus(g, jni_times(g, a, a), jni_variable(g, 1 + i));
  const jni_graph_function function = {&a, 1};
  jni_code_blocks *blocks = jni_code_blocks_new(g, &function, 1);
  CHECK(blocks && blocks->g->nodes[blocks->results[0][0]].operation == JNI_DO_add);
  jni_code_blocks_free(blocks);
  jni_graph_free(g);
}

// ---- models -------------------------------------------------------------------------------------------------------

static const char head[] =
    "jounce: 1\nname: rows of four-bars\nspace: plane\ngravity: [0, -9.81]\nparts:\n  bars:\n"
    "    parameters: {crank: 0.1, stiffness: 3}\n    ground: {points: {O: [0, 0], D: [0.3, 0]}}\n    bodies:\n"
    "      link1: {mass: 0.2, inertia: 0.01, points: {O: [\"=-crank/2\", 0], A: [\"=crank/2\", 0]}}\n"
    "      link2: {mass: 0.6, inertia: 0.02, points: {A: [-0.15, 0], B: [0.15, 0]}}\n"
    "      link3: {mass: 0.5, inertia: 0.03, points: {D: [-0.125, 0], B: [0.125, 0]}}\n    joints:\n"
    "      O: {type: revolute, between: [ground.O, link1.O]}\n      A: {type: revolute, between: [link1.A, link2.A]}\n"
    "      B: {type: revolute, between: [link2.B, link3.B]}\n      D: {type: revolute, between: [ground.D, link3.D]}\n"
    "    forces:\n      spring: {type: torsion-spring, joint: O, stiffness: \"=stiffness\", rest: 0.3}\n    initial:\n"
    "      guess: {link1.x: \"=crank/2\", link1.y: 0, link2.x: 0.2, link2.y: 0.12, link2.angle: 55 deg, link3.x: 0.29,"
    " link3.y: 0.12, link3.angle: 95 deg}\nsimulate: {until: 1, step: 1 ms}\nuse:\n";

static int lines_of(int uses, bool blocks) {
  char text[8192], line[256];
  snprintf(text, sizeof text, "%s", head);
  for (int i = 0; i < uses; i++) {
    snprintf(line, sizeof line, "  b%d: {part: bars, set: {crank: %.17g, stiffness: %.17g}}\n", i, 0.1 + 0.001 * i,
             3 + 0.1 * i);
    strcat(text, line);
  }
  jn_report *report = jn_report_new(NULL);
  jn_model *model = jn_model_read_text(NULL, "bars", text, strlen(text), NULL, 0, report);
  compiled c = compiled_of(model, &(compiled_def){.newton = 1, .fused = true}, report);
  CHECK(c.program);
  const jni_print_options options = {.name = "m", .method = jni_step_method_find("euler"), .h = 1e-3, .blocks = blocks};
  jni_source *source = c.program ? jni_print_c(NULL, c.program, &options, report) : NULL;
  CHECK(source);
  int lines = 0;
  for (const char *p = source ? source->text : ""; *p; p++) lines += *p == '\n';
  jni_source_free(source);
  compiled_free(&c);
  return lines;
}

static void check_uses(void) {
  int two = lines_of(2, true), eight = lines_of(8, true), many = lines_of(32, true);
  int plain = lines_of(8, false), plain_many = lines_of(32, false);
  printf("lines of 2, 8, 32 four-bars: %d, %d, %d; without blocks %d, %d of 8, 32\n", two, eight, many, plain,
         plain_many);
  CHECK(eight - two <= 6 * 15 && many - eight <= 24 * 15);
  CHECK(plain_many - plain > 24 * 70);
}

int main(void) {
  check_chains(2);
  check_chains(16);
  check_rows_of_chains();
  check_uses();
  return check_report();
}
