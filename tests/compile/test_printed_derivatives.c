// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_printed_derivatives.c - derivatives of a step in printed C have the bits of those by tapes: recorded steps,
// forward and reverse mode; its Jacobian and pattern are those of forward mode. Derivatives with respect to kept
// parameters, also in laws and events, by a Taylor test. Refusals.
#include <sys/wait.h>

#include "chance.h"
#include "compile/derivative/linear_machine.h"
#include "compile/machine.h"
#include "folder.h"
#include "jounce/compile.h"
#include "simulate/compile/compile.h"

static const char folder[] = "test_printed_derivatives.files";

// A slider-crank with a tabulated spring, a stop and an event; the kept parameters are a mass, a length, numbers of the
// laws, and one that the event uses.
static const char text[] =
    "jounce: 1\nspace: plane\ngravity: [0, -9.81]\n"
    "parameters: {m: 3, l: 1, k: 2000, c: 30, kick: 0.5}\n"
    "bodies:\n"
    "  crank: {mass: '=m', inertia: 0.1, com: [0.2, 0], points: {O: [0, 0], A: [0.4, 0]}}\n"
    "  rod: {mass: 2, inertia: 0.2, com: [0.5, 0], points: {A: [0, 0], B: ['=l', 0]}}\n"
    "  slider: {mass: 4, inertia: 1, points: {B: [0, 0]}}\n"
    "ground: {points: {W: [2, 0], O: [0, 0]}}\n"
    "joints:\n"
    "  O: {type: revolute, between: [ground, crank.O]}\n"
    "  A: {type: revolute, between: [crank.A, rod.A]}\n"
    "  B: {type: revolute, between: [rod.B, slider.B]}\n"
    "  rail: {type: prismatic, between: [ground, slider], axis: x}\n"
    "inputs: {torque: '3*sin(t)'}\n"
    "auxiliary: {z: {initial: 1, rate: 'torque - z*z'}}\n"
    "discrete: {d: 0}\n"
    "events: {turn: {at: 0.0105, every: 0.01, set: {d: 'd + kick*z', z: 'z*(1 + kick)'}}}\n"
    "forces:\n"
    "  spring: {type: spring-damper, between: [ground.W, slider.B], damping: '=c',\n"
    "    law: {table: [[0, 0], [0.5, '=k/2'], [1, '=k*1.5'], [2, '=k*4']], smooth: true}}\n"
    "  torque: {type: torque, joint: O, value: 'torque + d + z'}\n"
    "initial: {keep: {crank.angle: 40 deg, crank.rate: 12}, guess: {slider.x: 1.2}}\n";

typedef struct {
  jn_report *report;
  jn_model *model;
  jn_compiled *code;
  const jni_program *program;
  jni_machine *m;
  jni_linear_machine *d;
} rig;

static void rig_free(rig *x) {
  jni_linear_machine_free(x->d);
  jni_machine_free(x->m);
  jn_compiled_free(x->code);
  jn_model_free(x->model);
  jn_report_free(x->report);
}

static rig rig_of(jn_model *model, jn_report *report, const char *method, const char *const *keep, int nkeep,
                  bool blocks) {
  rig x = {.report = report, .model = model};
  if (!model) return x;
  jn_compile_options options = jn_compile_options_default();
  jn_choices choices = *jn_model_choices(model);
  snprintf(choices.integrator, sizeof choices.integrator, "%s", method);
  choices.step = 1e-3;
  options.choices = &choices;
  options.keep = keep;
  options.nkeep = nkeep;
  options.derivatives = true;
  options.blocks = blocks;
  x.code = jn_compile(model, &options, x.report);
  x.program = x.code ? jni_compile_with_parameters(x.code, x.report) : NULL;
  if (!x.program) return x;
  const jni_machine_def def = {.program = x.program, .method = jni_step_method_find(method), .h = choices.step};
  const jni_step_plan_def plan = {.program = x.program, .method = def.method, .h = def.h};
  x.m = jni_machine_new(NULL, &def);
  x.d = def.method->forward ? jni_linear_machine_new(NULL, &plan, x.report) : NULL;
  return x;
}

static double size_of(int i) { return 1 + 0.25 * (i % 7) - 0.125 * (i % 5); }  // of a change, equal in the driver

// Makes steps, and after the last prints the bits of x, of forward and of reverse mode, and checks the Jacobian.
static const char driver[] =
    "#include <math.h>\n#include <stdio.h>\n#define m_DECLARATIONS\n#include \"m.c\"\n"
    "static double size_of(int i) { return 1 + 0.25 * (i %% 7) - 0.125 * (i %% 5); }\n"
    "static m_state s;\nstatic m_record r;\nstatic double dx[m_NX][m_DIRECTIONS], x_bar[m_NX], J[m_NJ], sum[m_NX];\n"
    "int main(void) {\n  const int *row, *column;\n  int status = 0;\n  m_init(&s);\n"
    "  for (int i = 0; i < %d; i++) status = m_step_record(&s, &r);\n"
    "  for (int i = 0; i < m_MEMORY; i++)\n    for (int k = 0; k < m_DIRECTIONS; k++) dx[i][k] = size_of(i + k);\n"
    "  m_step_forward(&r, dx);\n  for (int i = 0; i < m_MEMORY; i++) x_bar[i] = size_of(2 * i);\n"
    "  m_step_reverse(&r, x_bar);\n  m_jacobian(&r, J);\n  m_jacobian_pattern(&row, &column);\n"
    "  for (int k = 0; k < m_NJ; k++) sum[row[k]] += J[k] * size_of(column[k]);\n"
    "  for (int i = 0; i < m_MEMORY; i++)\n    if (!(fabs(sum[i] - dx[i][0]) <= 1e-11 * (1 + fabs(sum[i])))) status = "
    "9;\n"
    "  printf(\"%%d\\n\", status);\n"
    "  for (int i = 0; i < m_MEMORY; i++) printf(\"%%a %%a %%a %%a\\n\", s.x[i], dx[i][0], dx[i][1], x_bar[i]);\n"
    "  return 0;\n}\n";

static void write_file(const char *name, const char *content) {
  char path[256];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "w");
  CHECK(file);
  if (!file) return;
  fputs(content, file);
  fclose(file);
}

static bool is_line(FILE *file, const char *want) {
  char line[256];
  return file && fgets(line, sizeof line, file) && strcmp(line, want) == 0;
}

static void check_printed(rig *x, const char *name, int steps) {
  char command[1024], content[4096], want[256];
  const int n = x->m->n, D = JNK_DIRECTIONS, nvariables = x->m->step.nvariables;
  double *own = calloc((size_t)n, sizeof *own), *dx = calloc((size_t)(n * D), sizeof *dx),
         *bar = calloc((size_t)n, sizeof *bar);
  char *printed = jn_compiled_print(x->code, "m", 0, x->report);
  CHECK(printed);
  write_file("m.c", printed ? printed : "");
  free(printed);
  snprintf(content, sizeof content, driver, steps);
  write_file("main.c", content);
  snprintf(command, sizeof command, "cd %s && gcc -std=gnu11 -O0 -w m.c main.c -ffp-contract=off -o m -lm && ./m > out",
           folder);
  int status = system(command);
  CHECK(WIFEXITED(status) && WEXITSTATUS(status) == 0);

  memcpy(own, x->m->x, (size_t)n * sizeof *own);
  jn_status last = JN_OK;
  for (int i = 0; i < steps; i++) last = jni_linear_machine_step(x->d, own, x->d->record);
  for (int i = 0; i < nvariables; i++) {
    for (int k = 0; k < D; k++) dx[i * D + k] = size_of(i + k);
    bar[i] = size_of(2 * i);
  }
  jni_linear_machine_forward(x->d, x->d->record, dx);
  jni_linear_machine_reverse(x->d, x->d->record, bar);
  snprintf(content, sizeof content, "%s/out", folder);
  FILE *file = fopen(content, "r");
  snprintf(want, sizeof want, "%d\n", last == JN_OK ? 0 : 1);
  CHECK(is_line(file, want));
  bool same = true;
  for (int i = 0; i < nvariables && same; i++) {
    snprintf(want, sizeof want, "%a %a %a %a\n", own[i], dx[i * D], dx[i * D + (D > 1)], bar[i]);
    same = isnan(own[i]) ? true : is_line(file, want);
    if (isnan(own[i])) same = file && fgets(content, sizeof content, file);
    if (!same) printf("%s: other derivatives in C, of %s\n", name, x->program->names[i]);
  }
  CHECK(same);
  if (file) fclose(file);
  free(own), free(dx), free(bar);
}

// Derivatives with respect to the parameters at the end of a step with an event, against differences.
static void check_parameters(rig *x) {
  const int n = x->m->n, D = JNK_DIRECTIONS;
  const jni_program_sizes *sizes = &x->program->sizes;
  const int p = 1 + sizes->nq + sizes->nv + sizes->nz + sizes->ns + sizes->nu + sizes->nm;
  double *from = calloc((size_t)n, sizeof *from), *own = calloc((size_t)n, sizeof *own),
         *dx = calloc((size_t)(n * D), sizeof *dx);
  CHECK(sizes->np == 5);
  bool kicked = false;
  for (int i = 0; i < 12; i++) {
    memcpy(from, x->m->x, (size_t)n * sizeof *from);
    jni_machine_step(x->m);
    kicked |= x->m->x[1 + sizes->nq + sizes->nv + sizes->nz] != from[1 + sizes->nq + sizes->nv + sizes->nz];
    if (kicked) break;
  }
  CHECK(kicked);  // the step from `from` has the event
  memcpy(own, from, (size_t)n * sizeof *own);
  CHECK(jni_linear_machine_step(x->d, own, x->d->record) == JN_OK);
  CHECK(memcmp(own, x->m->x, (size_t)n * sizeof *own) == 0);
  for (int k = 0; k < sizes->np && k < D; k++) dx[(p + k) * D + k] = 1;
  jni_linear_machine_forward(x->d, x->d->record, dx);
  for (int k = 0; k < sizes->np && k < D; k++) {
    const double way = 1e-5 * fabs(from[p + k]);
    double worst = 0, size = 0;
    for (int i = 1; i < 1 + sizes->nq + sizes->nv + sizes->nz + sizes->ns; i++) {
      double ends[2];
      for (int side = 0; side < 2; side++) {
        memcpy(x->m->x, from, (size_t)n * sizeof *from);
        x->m->x[p + k] += side ? way : -way;
        jni_machine_step(x->m);
        ends[side] = x->m->x[i];
      }
      worst = fmax(worst, fabs((ends[1] - ends[0]) / (2 * way) - dx[i * D + k]));
      size = fmax(size, fabs(dx[i * D + k]));
    }
    if (getenv("VERBOSE")) printf("parameter %d: size %g worst %g\n", k, size, worst);
    CHECK(size > 0 && worst <= 1e-6 * size + 1e-11 / way * 1e-3);
  }
  free(from), free(own), free(dx);
}

static void check_model(const char *name, const char *method, int steps) {
  char path[512];
  jn_report *report = jn_report_new(NULL);
  snprintf(path, sizeof path, MODELS "/examples/%s.yaml", name);
  rig x = rig_of(jn_model_read(NULL, path, NULL, 0, report), report, method, NULL, 0, false);
  CHECK(x.d);
  if (x.d) check_printed(&x, name, steps);
  rig_free(&x);
}

static void check_kept(const char *method) {
  static const char *const keep[] = {"m", "l", "k", "c", "kick"};
  jn_report *report = jn_report_new(NULL);
  rig x = rig_of(jn_model_read_text(NULL, "kept.yaml", text, sizeof text - 1, NULL, 0, report), report, method, keep, 5,
                 false);
  for (int i = 0; !x.d && i < jn_report_size(report); i++) printf("%s\n", jn_report_get(report, i)->what);
  CHECK(x.d);
  if (x.d) check_printed(&x, "kept parameters", 11);
  if (x.d) jni_machine_init(x.m, x.program->nominal);
  if (x.d) check_parameters(&x);
  rig_free(&x);
}

static void check_refused(const char *method, int lanes, bool blocks) {
  jn_report *report = jn_report_new(NULL);
  rig x =
      rig_of(jn_model_read(NULL, MODELS "/examples/four-bar.yaml", NULL, 0, report), report, method, NULL, 0, blocks);
  char *printed = x.code ? jn_compiled_print(x.code, "m", lanes, x.report) : NULL;
  CHECK(x.code && !printed && jn_report_count(x.report, JN_FAULT) == 1);
  free(printed);
  rig_free(&x);
}

int main(void) {
  char command[256];
  snprintf(command, sizeof command, "rm -rf %s && mkdir %s", folder, folder);
  CHECK(system(command) == 0);
  check_refused("ab2", 0, false);
  check_refused("rk4", 4, false);
  check_refused("rk4", 0, true);
  check_kept("rk4");
  check_kept("euler");
  check_kept("rosenbrock");
  check_model("tyre-rig", "rosenbrock", 20);
  check_model("driveline", "rk4", 20);
  snprintf(command, sizeof command, "rm -rf %s", folder);
  CHECK(system(command) == 0);
  return check_report();
}
