// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// print_interface.c - prints the public functions: start, step, accelerations, outputs, names and units.
#include "compile/print/printer.h"

// ---- the step -----------------------------------------------------------------------------------------------------

static void print_integers(jni_source *t, const char *name, const int *list, int n) {
  jni_source_add(t, "  static const int %s[%d] = {", name, n + 1);
  jni_source_integers(t, list, n);
  jni_source_add(t, "0};\n");
}

static void print_functions(const jni_printer *p) {
  const char *name = p->options->name;
  bool implicit = p->functions[JNI_PRINT_SOLVE].pieces;
  jni_source_add(p->text, "  s.context = NULL, s.rates = %s_rates, s.move = %s_move;\n", name, name);
  if (implicit) jni_source_add(p->text, "  s.jacobian = %s_stiff_jacobian, s.solve = %s_solve;\n", name, name);
  else jni_source_add(p->text, "  s.jacobian = NULL, s.solve = NULL;\n");
  if (p->functions[JNI_PRINT_CALC_STOPS].pieces) jni_source_add(p->text, "  s.calc_stops = %s_calc_stops;\n", name);
  else jni_source_add(p->text, "  s.calc_stops = NULL;\n");
  if (p->functions[JNI_PRINT_FINISH].pieces) jni_source_add(p->text, "  s.finish = %s_finish;\n", name);
  else jni_source_add(p->text, "  s.finish = NULL;\n");
}

// Prints the struct jnk_step of the program, which the kernels of the methods read.
static void print_plan(const jni_printer *p) {
  const jnk_step *s = &p->step;
  jni_source *t = p->text;
  jni_source_add(t, "JNK_FN jnk_step %s_plan(void) {\n", p->options->name);
  print_integers(t, "turns", s->turns, s->nturns);
  print_integers(t, "independent", s->independent, s->nindependent);
  print_integers(t, "corrected", s->corrected, s->ncorrected);
  print_integers(t, "biased", s->biased, s->nbiased);
  print_integers(t, "updated", s->updated, s->nupdated);
  jni_source_add(t, "  jnk_step s;\n  s.nq = %d, s.nv = %d, s.nz = %d, s.nvariables = %d;\n", s->nq, s->nv, s->nz,
                 s->nvariables);
  jni_source_add(t, "  s.at.corrected = %d, s.at.qdot = %d, s.at.vdot = %d, s.at.zdot = %d;\n", s->at.corrected,
                 s->at.qdot, s->at.vdot, s->at.zdot);
  jni_source_add(t, "  s.at.w = %d, s.at.pivot = %d, s.at.line = %d, s.at.push = %d, s.at.stops = %d, s.at.n = %d;\n",
                 s->at.w, s->at.pivot, s->at.line, s->at.push, s->at.stops, s->at.n);
  jni_source_add(t, "  s.corrected = corrected, s.ncorrected = %d, s.biased = biased, s.nbiased = %d;\n", s->ncorrected,
                 s->nbiased);
  jni_source_add(t, "  s.updated = updated, s.nupdated = %d, s.nswitching = %d, s.njumping = %d;\n", s->nupdated,
                 s->nswitching, s->njumping);
  jni_source_add(t, "  s.turns = turns, s.nturns = %d, s.independent = independent, s.nindependent = %d;\n", s->nturns,
                 s->nindependent);
  jni_source_add(t, "  s.set = %d, s.nkept = %d, s.every = %d, s.h = ", s->set, s->nkept, (int)s->every);
  jni_source_number(t, s->h);
  jni_source_add(t, ";\n  s.nstops = %d, s.work = %d, s.stop_h = ", s->nstops, s->work);
  jni_source_number(t, s->stop_h);
  jni_source_add(t, ";\n");
  print_functions(p);
  jni_source_add(t, "  return s;\n}\n\n");
}

// ---- ranges of tables -----------------------------------------------------------------------------------------------

static void print_range(const jni_printer *p) {
  const char *name = p->options->name;
  const jni_table_range *ranges = p->program->ranges;
  int n = p->program->nranges;
  jni_source *t = p->text;
  if (n == 0) return;
  jni_source_add(t, "static const double %s_range_ends[%d] = {", name, 2 * n);
  for (int i = 0; i < n; i++) jni_source_numbers(t, (const double[]){ranges[i].low, ranges[i].high}, 2);
  jni_source_add(t, "};\nstatic const int %s_range_at[%d] = {", name, n);
  for (int i = 0; i < n; i++) jni_source_integers(t, &ranges[i].at, 1);
  jni_source_add(t, "};\n\nint %s_range(int i, double *low, double *high) {\n", name);
  jni_source_add(t, "  *low = %s_range_ends[2 * i], *high = %s_range_ends[2 * i + 1];\n", name, name);
  jni_source_add(t, "  return %s_range_at[i];\n}\n\n", name);
}

static void print_ranges_clear(const jni_printer *p) {
  const char *zero = p->options->lanes > 0 ? "jnl_of(0.0)" : "0.0";
  if (p->program->nranges == 0) return;
  jni_source_add(p->text, "  s->outside = %s;\n", zero);
  jni_source_add(p->text, "  for (int i = 0; i < %d; i++) s->beyond[i] = %s;\n", p->program->nranges, zero);
}

// Prints the code that, at the end of a step, checks whether the variables of tables are in their ranges, counts the
// steps that end outside and records the farthest distances.
static void print_range_checks(const jni_printer *p) {
  jni_source *t = p->text;
  if (p->program->nranges == 0) return;
  jni_source_add(t, "  %s farthest = s->x[0] - s->x[0];\n", p->real);
  jni_source_add(t, "  for (int i = 0; i < %d; i++) {\n", p->program->nranges);
  jni_source_add(t, "    %s x = s->x[%s_range_at[i]];\n", p->real, p->options->name);
  jni_source_add(t, "    %s under = %s_range_ends[2 * i] - x, over = x - %s_range_ends[2 * i + 1];\n", p->real,
                 p->options->name, p->options->name);
  if (p->options->lanes > 0)
    jni_source_add(t,
                   "    over = jnl_choose((jnl_mask)(under > over), under, over);\n"
                   "    s->beyond[i] = jnl_choose((jnl_mask)(over > s->beyond[i]), over, s->beyond[i]);\n"
                   "    farthest = jnl_choose((jnl_mask)(over > farthest), over, farthest);\n  }\n"
                   "  s->outside += jnl_choose((jnl_mask)(farthest > jnl_of(0.0)), jnl_of(1.0), jnl_of(0.0));\n");
  else
    jni_source_add(t,
                   "    over = under > over ? under : over;\n"
                   "    s->beyond[i] = over > s->beyond[i] ? over : s->beyond[i];\n"
                   "    farthest = over > farthest ? over : farthest;\n  }\n"
                   "  if (farthest > 0) s->outside += 1;\n");
}

static void print_start(const jni_printer *p) {
  const char *name = p->options->name, *method = p->options->method->name;
  jni_source *t = p->text;
  jni_source_add(t, "void %s_restart(%s_state *s) {\n  const jnk_step plan = %s_plan();\n  %s workspace[%d];\n", name,
                 name, name, p->real, p->nworkspace);
  jni_source_add(t, "  jnk_step_close_loops(&plan, s->x, workspace);\n  jnk_start_%s(&plan, s->x, workspace);\n}\n\n",
                 method);
  jni_source_add(t, "void %s_init(%s_state *s) {\n  const jnk_step plan = %s_plan();\n  %s workspace[%d];\n", name,
                 name, name, p->real, p->nworkspace);
  jni_source_add(t, "  static const double start[%d] = {", p->nvariables);
  jni_source_numbers(t, p->program->nominal, p->nvariables);
  jni_source_add(t, "};\n  for (int i = 0; i < %d; i++) s->x[i] = ", p->nvariables);
  if (p->options->lanes > 0) jni_source_add(t, "jnl_of(start[i]);\n  s->pivot = jnl_of(1.0), s->stop = jnl_of(0.0);\n");
  else jni_source_add(t, "start[i];\n  s->pivot = 1.0, s->stop = 0.0;\n");
  if (p->options->lanes > 0) jni_source_add(t, "  for (int i = 0; i < %d; i++) s->status[i] = 0;\n", p->options->lanes);
  else jni_source_add(t, "  s->status = 0;\n");
  jni_source_add(t, "  for (int i = %d; i < %d; i++) s->x[i] = s->x[0] - s->x[0];\n", p->nvariables,
                 p->nvariables + p->nmemory);
  print_ranges_clear(p);
  if (p->cached.n > 0)
    jni_source_add(t, "  for (int i = 0; i < %d; i++) s->cache[i] = %s;\n", p->cached.n,
                   p->options->lanes > 0 ? "jnl_of(0.0)" : "0.0");
  jni_source_add(t, "  jnk_start_%s(&plan, s->x, workspace);\n}\n\n", method);
}

// Prints the function that starts a run with other parameters: it evaluates the formulas of the start, then closes the
// loops.
static void print_kept_start(const jni_printer *p) {
  const jni_program_sizes *n = &p->program->sizes;
  const char *name = p->options->name;
  jni_source *t = p->text;
  int moving = n->nq + n->nv + n->nz, given = p->program->start_given ? moving : 0, kept = n->nu + n->np + given,
      workspace = moving < p->step.at.n ? p->step.at.n : moving + 1;
  if (!p->functions[JNI_PRINT_START].pieces) return;
  jni_source_add(t, "void %s_start(%s_state *s) {\n  const jnk_step plan = %s_plan();\n", name, name, name);
  jni_source_add(t, "  %s kept[%d], r[%d];\n", p->real, kept, workspace);
  jni_source_add(t, "  for (int i = 0; i < %s_NU; i++) kept[i] = s->x[%s_U + i];\n", name, name);
  jni_source_add(t, "  for (int i = 0; i < %s_NP; i++) kept[%s_NU + i] = s->x[%s_P + i];\n", name, name, name);
  if (given > 0)
    jni_source_add(t, "  for (int i = 0; i < %d; i++) kept[%d + i] = s->x[1 + i];\n", given, n->nu + n->np);
  jni_source_add(t, "  %s_init(s);\n", name);
  if (given > 0)
    jni_source_add(t, "  for (int i = 0; i < %d; i++) s->x[1 + i] = kept[%d + i];\n", given, n->nu + n->np);
  jni_source_add(t, "  for (int i = 0; i < %s_NU; i++) s->x[%s_U + i] = kept[i];\n", name, name);
  jni_source_add(t, "  for (int i = 0; i < %s_NP; i++) s->x[%s_P + i] = kept[%s_NU + i];\n", name, name, name);
  jni_source_add(t, "  %s_begin(NULL, s->x, r);\n  for (int i = 0; i < %d; i++) s->x[1 + i] = r[i];\n", name, moving);
  jni_source_add(t, "  for (int i = 0; i < %d; i++) {\n    %s_rates(NULL, s->x, r);\n", JNI_CLOSING_STEPS, name);
  jni_source_add(t, "    jnk_step_correct(&plan, r, s->x);\n  }\n  %s_begin(NULL, s->x, r);\n", name);
  jni_source_add(t, "  s->x[%s_E] = r[%d];\n  %s_restart(s);\n}\n\n", name, moving, name);
}

// Prints the code that carries out the actions at the end of a step: events, jumps and samples.
static void print_finish(const jni_printer *p) {
  int n = p->nvariables + p->nmemory;
  jni_source_add(p->text, "  %s end[%d], copy[%d];\n", p->real, p->step.nupdated + 1, n);
  jni_source_add(p->text, "  jnk_step_finish(&plan, jnk_start_%s, %d, s->x, workspace, end, copy, &result);\n",
                 p->options->method->name, n);
  jni_source_add(p->text, "  s->stop = result.stop;\n");
}

// Prints the assignment of the status of a step. lane: an index in brackets by which it reads the numbers of one lane,
// or "".
static void print_status(const jni_printer *p, const char *lane) {
  jni_source_add(p->text, "s->status%s = !(result.fault%s == 0) ? 2 : !(result.pivot%s >= ", lane, lane, lane);
  jni_source_number(p->text, p->least_pivot);
  jni_source_add(p->text, ") || result.passed%s != 0 ? 1 : result.endless%s != 0 ? 3 : 0;\n", lane, lane);
}

void jni_print_step(const jni_printer *p, bool recorded) {
  const char *name = p->options->name;
  jni_source *t = p->text;
  if (recorded)
    jni_source_add(t,
                   "int %s_step_record(%s_state *s, %s_record *record) {\n  jnk_step own;\n  jnk_linear_step linear;\n"
                   "  jnk_recorder recorder;\n  jnk_step_result result;\n  %s_linear(&own, &linear);\n"
                   "  const jnk_step plan = jnk_record_begin(&linear, record->numbers, &recorder);\n",
                   name, name, name, name);
  else
    jni_source_add(t, "int %s_step(%s_state *s) {\n  jnk_step plan = %s_plan();\n  jnk_step_result result;\n", name,
                   name, name);
  if (p->cached.n > 0 && !recorded) jni_source_add(t, "  plan.context = s->cache;\n");
  jni_source_add(t,
                 "  %s workspace[%d];\n  jnk_step_%s(&plan, s->x, workspace, &result);\n  s->pivot = result.pivot;\n",
                 p->real, p->nworkspace, p->options->method->name);
  if (p->plan.finish) print_finish(p);
  print_range_checks(p);
  if (p->options->lanes > 0) {
    jni_source_add(t, "  int worst = 0;\n  for (int i = 0; i < %d; i++) {\n    ", p->options->lanes);
    print_status(p, "[i]");
    jni_source_add(t, "    if (s->status[i] > worst) worst = s->status[i];\n  }\n  return worst;\n}\n\n");
  } else {
    jni_source_add(t, "  ");
    print_status(p, "");
    if (recorded)
      jni_source_add(t, "  if (s->status == 0 && !jnk_record_is_complete(record->numbers)) s->status = 4;\n");
    jni_source_add(t, "  return s->status;\n}\n\n");
  }
}

// ---- functions of a state -----------------------------------------------------------------------------------------

static void print_readings(const jni_printer *p) {
  const jni_program_sizes *n = &p->program->sizes;
  const char *name = p->options->name, *real = p->real;
  jni_source *t = p->text;
  jni_source_add(t, "void %s_accelerations(const %s_state *s, %s *vdot) {\n  %s r[%d];\n  %s_rates(NULL, s->x, r);\n",
                 name, name, real, real, p->step.at.n, name);
  jni_source_add(t, "  for (int i = 0; i < %d; i++) vdot[i] = r[%d + i];\n}\n\n", n->nv, p->step.at.vdot);
  jni_source_add(t, "void %s_outputs(const %s_state *s, %s *y) {\n  ", name, name, real);
  if (p->program->noutputs > 0) jni_source_add(t, "%s_results(NULL, s->x, y);\n}\n\n", name);
  else jni_source_add(t, "(void)s, (void)y;\n}\n\n");
  if (!p->functions[JNI_PRINT_POSES].pieces) return;
  jni_source_add(t, "void %s_poses(const %s_state *s, %s *p) {\n  %s_stances(NULL, s->x, p);\n}\n\n", name, name, real,
                 name);
}

static void print_sizes(const jni_printer *p) {
  const char *name = p->options->name;
  jni_source *t = p->text;
  jni_source_add(t, "%s_counts %s_sizes(void) {\n  %s_counts n;\n", name, name, name);
  static const char *const letters[] = {"q", "v", "z", "s", "u", "m", "p", "y", "x"};
  static const char *const capitals[] = {"Q", "V", "Z", "S", "U", "M", "P", "Y", "X"};
  for (int i = 0; i < 9; i++) jni_source_add(t, "  n.n%s = %s_N%s;\n", letters[i], name, capitals[i]);
  jni_source_add(t, "  n.lanes = %s_LANES, n.state = sizeof(%s_state), n.step = ", name, name);
  jni_source_number(t, p->step.h);
  jni_source_add(t, ";\n  return n;\n}\n\n");
}

void jni_print_interface(const jni_printer *p) {
  print_plan(p);
  print_range(p);
  print_start(p);
  print_kept_start(p);
  jni_print_step(p, false);
  jni_print_derivatives(p);
  print_readings(p);
  print_sizes(p);
}

// ---- names and units ----------------------------------------------------------------------------------------------

static void print_table(const jni_printer *p, const char *function, const char *const *words, int n) {
  jni_source *t = p->text;
  jni_source_add(t, "const char *%s_%s(int i) {\n", p->options->name, function);
  if (n == 0) {
    jni_source_add(t, "  return (void)i, (const char *)NULL;\n}\n\n");
    return;
  }
  jni_source_add(t, "  static const char *const table[%d] = {", n);
  jni_source_quotes(t, words, n);
  jni_source_add(t, "};\n  return i >= 0 && i < %d ? table[i] : NULL;\n}\n\n", n);
}

void jni_print_tables(const jni_printer *p) {
  const jni_program *program = p->program;
  print_table(p, "name", program->names, p->nvariables);
  print_table(p, "unit", program->units, p->nvariables);
  print_table(p, "output_name", program->output_names, program->noutputs);
  print_table(p, "output_unit", program->output_units, program->noutputs);
  if (program->nposes > 0) print_table(p, "body", program->bodies, program->nbodies);
}
