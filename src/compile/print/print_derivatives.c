// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// print_derivatives.c - prints derivatives of a step: linear maps, recorded steps, forward and reverse mode, Jacobian.
#include "compile/print/printer.h"
#include "symbolic/slope_kernel.h"

void jni_print_derivative_declarations(const jni_printer *p) {
  const char *name = p->options->name;
  jni_source *t = p->text;
  if (!p->linear) return;
  jni_source_add(t,
                 "// ---- derivatives of a step: make it by step_record, then apply the record as often as needed\n"
                 "#if defined(__GNUC__) && !defined(__CUDACC__)\n#define %s_DIRECTIONS 8\n#else\n#define %s_DIRECTIONS "
                 "1\n#endif\n",
                 name, name);
  jni_source_add(t, "enum {\n  %s_NRECORD = %d,  // numbers of a record\n", name, p->linear->linear.nrecord);
  jni_source_add(t, "  %s_NJ = %d  // elements of the Jacobian that can differ from zero\n};\n", name, p->pattern.n);
  jni_source_add(t, "typedef struct {\n  double numbers[%s_NRECORD];\n} %s_record;\n", name, name);
  jni_source_add(t,
                 "// As step, with the same numbers, and writes the record. 4: more passes of events than a record "
                 "holds.\nint %s_step_record(%s_state *s, %s_record *record);\n",
                 name, name, name);
  jni_source_add(
      t,
      "// Changes dx[i] of x[i], i < NX, before the step become those after it, for all directions at once.\n"
      "void %s_step_forward(const %s_record *record, double (*dx)[%s_DIRECTIONS]);\n",
      name, name, name);
  jni_source_add(t,
                 "// The gradient x_bar of a function of x after the step, NX numbers, becomes that with respect to x "
                 "before it.\nvoid %s_step_reverse(const %s_record *record, double *x_bar);\n",
                 name, name);
  jni_source_add(t,
                 "// J[k], k < NJ, becomes the derivative of x[row[k]] after the step with respect to x[column[k]] "
                 "before it;\n// rows and columns are below MEMORY.\n"
                 "void %s_jacobian(const %s_record *record, double *J);\n"
                 "void %s_jacobian_pattern(const int **row, const int **column);\n\n",
                 name, name, name);
}

// ---- kernels of slopes

// Prints central differences that evaluate a kernel for several inputs at once, in lanes.
static void print_lane_differences(const jni_printer *p, const jni_slope_kernel *k) {
  jni_source *t = p->text;
  const char *inner = k->inner->name + 4;
  int n = k->inner->ninputs, m = k->inner->nresults;
  jni_source_add(t, "};\n  jnl_real a[%d], high[%d], low[%d];\n  const double part = ", n, m, m);
  jni_source_number(t, k->part);
  jni_source_add(t, ";\n  for (int i = 0; i < %d; i++) a[i] = jnl_of(in[i]);\n", n);
  jni_source_add(t, "  for (int k = 0; k < %d; k += JNL_LANES) {\n", k->n);
  jni_source_add(t, "    const int end = %d - k < JNL_LANES ? %d - k : JNL_LANES;\n", k->n, k->n);
  for (int side = 0; side < 2; side++) {
    jni_source_add(t,
                   "    for (int l = 0; l < end; l++)\n      JNL_LANE(a[at[k + l]], l) = in[at[k + l]] %c "
                   "jnk_difference_step(part, in[at[k + l]]);\n",
                   side == 0 ? '+' : '-');
    jni_source_add(t, "    jnl_%s(constants, a, %s);\n", inner, side == 0 ? "high" : "low");
  }
  jni_source_add(t, "    for (int l = 0; l < end; l++) {\n      double up[%d], down[%d];\n", m, m);
  jni_source_add(t, "      JNL_LANE(a[at[k + l]], l) = in[at[k + l]];\n");
  jni_source_add(t, "      for (int i = 0; i < %d; i++) up[i] = JNL_LANE(high[i], l), down[i] = JNL_LANE(low[i], l);\n",
                 m);
  jni_source_add(
      t, "      jnk_difference_slopes(part, in[at[k + l]], %d, up, down, out + %d * (k + l));\n    }\n  }\n}\n\n", m,
      m);
}

// Prints the slope by rates, of the input at[k].
static void print_rate(const jni_printer *p, const jni_slope_kernel *k) {
  int n = k->inner->ninputs;
  jni_source_add(p->text, "    a[%d + at[k]] = 1;\n    %s(constants, a, out + %d * k);\n    a[%d + at[k]] = 0;\n", n,
                 k->inner->rate->name, k->inner->nresults, n);
}

// Prints the slope by differences, of the input at[k].
static void print_difference(const jni_printer *p, const jni_slope_kernel *k) {
  jni_source *t = p->text;
  const char *inner = k->inner->name;
  int m = k->inner->nresults;
  jni_source_add(t, "    const double x = in[at[k]], way = jnk_difference_step(part, x);\n");
  jni_source_add(t, "    a[at[k]] = x + way;\n    %s(constants, a, high);\n", inner);
  jni_source_add(t, "    a[at[k]] = x - way;\n    %s(constants, a, low);\n    a[at[k]] = x;\n", inner);
  jni_source_add(t, "    jnk_difference_slopes(part, x, %d, high, low, out + %d * k);\n", m, m);
}

void jni_print_slope_kernel(const jni_printer *p, const jni_kernel *kernel) {
  const jni_slope_kernel *k = jni_slope_kernel_of(kernel);
  jni_source *t = p->text;
  const int n = k->inner->ninputs, m = k->inner->nresults;
  int nrates = 0;  // inputs are ascending: those with rates are the first
  while (nrates < k->n && k->inputs[nrates] < k->nrated) nrates++;
  jni_source_add(t, "static void %s(const double *constants, const double *in, double *out) {\n", kernel->name);
  jni_source_add(t, "  static const int at[%d] = {", k->n);
  jni_source_integers(t, k->inputs, k->n);
  if (nrates == 0 && jni_kernels_on_lanes(p->kernels, k->inner->name)) {
    print_lane_differences(p, k);
    return;
  }
  jni_source_add(t, "};\n  double a[%d];\n  for (int i = 0; i < %d; i++) a[i] = in[i], a[%d + i] = 0;\n", 2 * n, n, n);
  if (nrates > 0) {
    jni_source_add(t, "  for (int k = 0; k < %d; k++) {\n", nrates);
    print_rate(p, k);
    jni_source_add(t, "  }\n");
  }
  if (nrates < k->n) {
    jni_source_add(t, "  double high[%d], low[%d];\n  const double part = ", m, m);
    jni_source_number(t, k->part);
    jni_source_add(t, ";\n  for (int k = %d; k < %d; k++) {\n", nrates, k->n);
    print_difference(p, k);
    jni_source_add(t, "  }\n");
  }
  jni_source_add(t, "}\n\n");
}

// ---- maps

static void print_list(const jni_printer *p, const char *function, const char *what, const int *list, int n) {
  jni_source *t = p->text;
  jni_source_add(t, "static const int %s_%s_%s[%d] = {", p->options->name, function, what, n + 1);
  jni_source_integers(t, list, n);
  jni_source_add(t, "0};\n");
}

static void print_maps(const jni_printer *p) {
  for (int i = 0; i < JNI_LINEAR_FUNCTIONS; i++) {
    const jni_linear_part *part = &p->linear->parts[i];
    if (!part->nodes) continue;
    print_list(p, part->name, "first", part->map.first, part->map.nrows + 1);
    print_list(p, part->name, "source", part->map.source, part->map.nterms);
    print_list(p, part->name, "slope", part->map.slope, part->map.nterms);
    print_list(p, part->name, "result", part->map.result, part->map.nresults);
  }
}

// Prints the function that fills the structs of a linear step.
static void print_linear(const jni_printer *p) {
  static const char *const members[JNI_LINEAR_FUNCTIONS] = {"rates", "move", "jacobian", "solve", "finish"};
  const char *name = p->options->name;
  jni_source *t = p->text;
  jni_source_add(t, "\nstatic void %s_linear(jnk_step *s, jnk_linear_step *l) {\n  *s = %s_plan();\n  l->step = s;\n",
                 name, name);
  jni_source_add(t, "  l->nx = %s_NX;\n  l->context = NULL;\n  l->nrecord = JNK_RECORD_COUNTS;\n", name);
  for (int i = 0; i < JNI_LINEAR_FUNCTIONS; i++) {
    const jni_linear_part *part = &p->linear->parts[i];
    const jni_slope_map *map = &part->map;
    const char *f = members[i];
    jni_source_add(t, "  l->%s.nblocks = 0;\n", f);
    if (!part->nodes) continue;
    jni_source_add(t, "  l->%s.map.ninputs = %d;\n  l->%s.map.nrows = %d;\n  l->%s.map.nresults = %d;\n", f,
                   map->ninputs, f, map->nrows, f, map->nresults);
    jni_source_add(t, "  l->%s.map.first = %s_%s_first;\n  l->%s.map.source = %s_%s_source;\n", f, name, f, f, name, f);
    jni_source_add(t, "  l->%s.map.slope = %s_%s_slope;\n  l->%s.map.result = %s_%s_result;\n", f, name, f, f, name, f);
    jni_source_add(t, "  l->%s.nslopes = %d;\n  l->%s.calc = %s_%s_slopes;\n", f, map->nslopes, f, name, f);
  }
  jni_source_add(t, "  jnk_blocks_%s(l);\n", p->options->method->derivative);
  if (p->plan.finish) jni_source_add(t, "  jnk_record_reserve(l, &l->finish, JNK_RECORDED_PASSES);\n");
  jni_source_add(t, "}\n\n");
}

// ---- functions

static void print_modes(const jni_printer *p) {
  const char *name = p->options->name, *method = p->options->method->derivative;
  const bool ends = p->plan.finish != NULL;
  jnk_linear_rooms at = jnk_linear_rooms_of(&p->linear->linear);
  jni_source *t = p->text;
  jni_source_add(t, "void %s_step_forward(const %s_record *record, double (*dx)[%s_DIRECTIONS]) {\n", name, name, name);
  jni_source_add(t, "  jnk_step s;\n  jnk_linear_step l;\n  double numbers[2 * %s_NX];\n", name);
  jni_source_add(t, "  jnk_directions workspace[%d], *const x = (jnk_directions *)dx;\n  %s_linear(&s, &l);\n", at.n,
                 name);
  jni_source_add(t, "  jnk_forward_%s(&l, record->numbers, numbers, workspace, x);\n", method);
  if (ends)
    jni_source_add(t, "  jnk_finish_forward(&l, record->numbers, workspace + %d, workspace + %d, x);\n", at.results,
                   at.values);
  jni_source_add(t, "}\n\nvoid %s_step_reverse(const %s_record *record, double *x_bar) {\n", name, name);
  jni_source_add(
      t, "  jnk_step s;\n  jnk_linear_step l;\n  double numbers[2 * %s_NX], workspace[%d];\n  %s_linear(&s, &l);\n",
      name, at.n, name);
  if (ends)
    jni_source_add(t, "  jnk_finish_reverse(&l, record->numbers, workspace + %d, workspace + %d, x_bar);\n", at.results,
                   at.values);
  jni_source_add(t, "  jnk_reverse_%s(&l, record->numbers, numbers, workspace, x_bar);\n}\n\n", method);
}

static void print_jacobian(const jni_printer *p) {
  const char *name = p->options->name;
  const jni_jacobian_pattern *pattern = &p->pattern;
  jni_source *t = p->text;
  print_list(p, "jacobian", "row", pattern->row, pattern->n);
  print_list(p, "jacobian", "column", pattern->column, pattern->n);
  print_list(p, "jacobian", "group", pattern->first, pattern->ngroups + 1);
  print_list(p, "jacobian", "direction", pattern->direction, p->nvariables);
  jni_source_add(t, "static const double %s_jacobian_constant[%d] = {", name, pattern->first[0] + 1);
  jni_source_numbers(t, pattern->constant, pattern->first[0]);
  jni_source_add(t, "0};\n\n");
  jni_source_add(t, "void %s_jacobian_pattern(const int **row, const int **column) {\n", name);
  jni_source_add(t, "  *row = %s_jacobian_row, *column = %s_jacobian_column;\n}\n\n", name, name);
  jni_source_add(t, "void %s_jacobian(const %s_record *record, double *J) {\n  double dx[%s_NX][%s_DIRECTIONS];\n",
                 name, name, name, name);
  jni_source_add(t, "  for (int k = 0; k < %d; k++) J[k] = %s_jacobian_constant[k];\n", pattern->first[0], name);
  jni_source_add(t,
                 "  for (int first = 0; first < %d; first += %s_DIRECTIONS) {\n    const int group = first / %d;\n"
                 "    for (int i = 0; i < %s_NX; i++)\n      for (int k = 0; k < %s_DIRECTIONS; k++) dx[i][k] = 0;\n",
                 JNI_PATTERN_DIRECTIONS * pattern->ngroups, name, JNI_PATTERN_DIRECTIONS, name, name);
  jni_source_add(
      t,
      "    for (int i = 0; i < %d; i++) {\n      const int own = %s_jacobian_direction[i] - first;\n"
      "      if (own >= 0 && own < %s_DIRECTIONS) dx[i][own] = 1;\n    }\n    %s_step_forward(record, dx);\n",
      p->nvariables, name, name, name);
  jni_source_add(t,
                 "    for (int k = %s_jacobian_group[group]; k < %s_jacobian_group[group + 1]; k++) {\n"
                 "      const int own = %s_jacobian_direction[%s_jacobian_column[k]] - first;\n"
                 "      if (own >= 0 && own < %s_DIRECTIONS) J[k] = dx[%s_jacobian_row[k]][own];\n    }\n  }\n}\n\n",
                 name, name, name, name, name, name);
}

void jni_print_derivatives(const jni_printer *p) {
  if (!p->linear) return;
  print_maps(p);
  print_linear(p);
  jni_print_step(p, true);
  print_modes(p);
  print_jacobian(p);
}
