// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_print_tables.c - printed C reaches the digits of the reference tables, whole tables: it is compiled by cc.
#include <sys/wait.h>

#include "check.h"
#include "compile/print/print.h"
#include "compile/step_method.h"
#include "linalg/dense/dense.h"
#include "program.h"
#include "reference_table.h"

#define MODELS JOUNCE_SOURCE_DIR "/models/benchmarks/"
static const char folder[] = "test_print_tables.files";

typedef struct {
  const char *model, *table;
  double h, tolerance;  // of every value, relative above 1
} problem;

static const problem problems[] = {{MODELS "andrews-a03.yaml", "andrews-a03", 10e-6, 1e-9},
                                   {MODELS "flyball-governor-a05.yaml", "flyball-governor-a05", 40e-6, 1e-9},
                                   {MODELS "spatial-slider-crank.yaml", "spatial-slider-crank", 0.125e-3, 1e-9}};

static int call(const char *command) {
  int status = system(command);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static FILE *open_file(const char *name, const char *way) {
  char path[256];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, way);
  CHECK(file);
  return file;
}

// A program that prints the outputs at the times of the table.
static void write_main(const table *t, double h) {
  FILE *file = open_file("main.c", "w");
  if (!file) return;
  fputs(
      "#include <stdio.h>\n#define m_DECLARATIONS\n#include \"m.c\"\nint main(void) {\n"
      "  static m_state s;\n  double y[m_NY];\n  int bad = 0;\n  const int until[] = {",
      file);
  for (int i = 0; i < t->nrows; i++) fprintf(file, "%ld, ", lround(t->time[i] / h));
  fprintf(file,
          "};\n  m_init(&s);\n  for (int row = 0, n = 0; row < %d; row++) {\n"
          "    for (; n < until[row]; n++) bad += m_step(&s) != 0;\n    m_outputs(&s, y);\n"
          "    for (int i = 0; i < m_NY; i++) printf(\"%%.17g\\n\", y[i]);\n  }\n  return bad != 0;\n}\n",
          t->nrows);
  fclose(file);
}

static double worst_of(const table *t) {
  FILE *file = open_file("out", "r");
  double worst = file ? 0 : NAN, value;
  for (int row = 0; file && row < t->nrows; row++)
    for (int i = 0; i < t->ncolumns; i++) {
      bool read = fscanf(file, "%lf", &value) == 1;
      double size = fmax(1, fabs(t->value[row][i]));
      worst = jni_larger(worst, read ? fabs(value - t->value[row][i]) / size : NAN);
    }
  if (file) fclose(file);
  return worst;
}

static bool build_and_run(const compiled *c, const problem *p, const table *t) {
  const jni_print_options options = {.name = "m", .model = p->table, .method = jni_step_method_find("rk4"), .h = p->h};
  jni_source *text = jni_print_c(NULL, c->program, &options, c->report);
  FILE *file = text ? open_file("m.c", "w") : NULL;
  if (file) {
    fputs(text->text, file);
    fclose(file);
  }
  jni_source_free(text);
  write_main(t, p->h);
  char command[512];
  snprintf(command, sizeof command,
           "cd %s && cc -O1 -w main.c -c && cc -O1 -w -c m.c && cc main.o m.o -lm -o m && ./m > out", folder);
  return file && call(command) == 0;
}

static void check_table(const problem *p) {
  table t;
  if (!read_table(p->table, &t)) return;
  const compiled_def def = {.newton = 1, .fused = true, .outputs = t.names, .noutputs = t.ncolumns};
  compiled c = compiled_new(p->model, &def);
  CHECK(c.program && c.program->noutputs == t.ncolumns);
  bool good = c.program && build_and_run(&c, p, &t);
  CHECK(good);
  double worst = good ? worst_of(&t) : NAN;
  printf("%s: %d rows to %g s, error %.2g\n", p->table, t.nrows, t.time[t.nrows - 1], worst);
  CHECK(worst < p->tolerance);
  compiled_free(&c);
}

int main(void) {
  char command[200];
  snprintf(command, sizeof command, "mkdir -p %s", folder);
  CHECK(call(command) == 0);
  for (size_t i = 0; i < sizeof problems / sizeof *problems; i++) check_table(&problems[i]);
  return check_report();
}
