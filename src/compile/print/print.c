// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// print.c - see print.h.
#include "compile/print/print.h"

#include <string.h>

#include "compile/fit/spline_fit.h"
#include "compile/keep/parameter_kernel.h"
#include "compile/machine.h"
#include "compile/print/printer.h"
#include "symbolic/slope_kernel.h"

// ---- constants of calls -------------------------------------------------------------------------------------------

static void number_constants(jni_printer *p, const jni_pieces *pieces) {
  const jni_graph *g = p->g;
  for (int i = 0; i < pieces->order->n; i++) {
    const jni_graph_node *it = &g->nodes[pieces->order->list[i]];
    if (it->operation != JNI_DO_result) continue;
    const jni_graph_call *call = &g->calls[it->a];
    if (call->nconstants == 0 || p->constant[call->constant_at] > 0) continue;
    if (jni_is_spline(call->kernel)) p->nconstants = (p->nconstants + JNK_SPLINE_LINE - 1) & -JNK_SPLINE_LINE;
    for (int k = 0; k < call->nconstants; k++) p->constant[call->constant_at + k] = ++p->nconstants;
  }
}

static void print_constants(const jni_printer *p) {
  const jni_graph *g = p->g;
  if (p->nconstants == 0) return;
  double *table = jni_doubles(&p->text->pool, (size_t)p->nconstants);
  for (int i = 0; i < g->nconstants && table; i++)
    if (p->constant[i] > 0) table[p->constant[i] - 1] = g->constants[i];
  jni_source_add(p->text, "static const double %s_constants[%d] JNK_LINES = {", p->options->name, p->nconstants);
  if (table) jni_source_numbers(p->text, table, p->nconstants);
  jni_source_add(p->text, "};\n\n");
}

// ---- the file -----------------------------------------------------------------------------------------------------

static const char opening[] =
    "#include <math.h>\n"
    "\n"
    "// The same bits whatever the options of the compiler are: a product and a sum are one operation only where fma "
    "is\n"
    "// written. gcc 12 makes one of them in vectors all the same, which is no faster here.\n"
    "#if defined(__clang__)\n"
    "#pragma STDC FP_CONTRACT OFF\n"
    "#elif defined(__GNUC__)\n"
    "#pragma GCC push_options\n"
    "#pragma GCC optimize(\"fp-contract=off\", \"no-tree-slp-vectorize\")\n"
    "#elif defined(_MSC_VER)\n"
    "#pragma fp_contract(off)\n"
    "#endif\n\n";
static const char laws[] =
    "// Laws and methods, as far as they are needed here. What they compute is explained where they come from: in the\n"
    "// headers of src/kernel in the sources of Jounce, which have the names of what their functions are about.\n";
static const char closing[] =
    "#if defined(__GNUC__) && !defined(__clang__)\n"
    "#pragma GCC pop_options\n"
    "#endif\n"
    "#endif\n";

// ---- calls ----------------------------------------------------------------------------------------------------------

// Prints the function for calls of a kernel some of whose constants are kept parameters: it copies the constants,
// inserts the parameters, and calls the inner kernel.
static void print_varied(const jni_printer *p, const jni_parameter_kernel *v) {
  jni_source *t = p->text;
  const jni_kernel *kernel = &v->loaded.kernel;
  jni_source_add(t, "static void %s(const double *constants, const double *in, double *out) {\n", kernel->name);
  jni_source_add(t, "  double c[%d];\n  for (int i = 0; i < %d; i++) c[i] = constants[i];\n", v->nconstants,
                 v->nconstants);
  for (int i = 0; i < v->n; i++) jni_source_add(t, "  c[%d] = in[%d];\n", v->places[i], v->ninner + i);
  if (v->rate) {
    jni_source_add(t, "  double a[%d];\n  for (int i = 0; i < %d; i++) a[i] = in[i], a[%d + i] = in[%d + i];\n",
                   2 * v->ninner, v->ninner, v->ninner, v->ninner + v->n);
    jni_source_add(t, "  %s(c, a, out);\n}\n\n", v->inner->name);
  } else {
    jni_source_add(t, "  %s(c, in, out);\n}\n\n", v->inner->name);
  }
}

// Prints the function that calls a kernel for each lane in turn.
static void print_lane_call(const jni_printer *p, const jni_kernel *kernel) {
  jni_source_add(p->text, "static void ");
  jni_lane_call_name(p->text, p->options->name, kernel);
  jni_source_add(p->text, "(const double *constants, const jnl_real *in, jnl_real *out) {\n");
  jni_source_add(p->text, "  for (int i = 0; i < %d; i++) {\n    double a[%d], b[%d];\n", p->options->lanes,
                 kernel->ninputs + 1, kernel->nresults + 1);
  jni_source_add(p->text, "    for (int k = 0; k < %d; k++) a[k] = in[k][i];\n    %s(constants, a, b);\n",
                 kernel->ninputs, kernel->name);
  jni_source_add(p->text, "    for (int k = 0; k < %d; k++) out[k][i] = b[k];\n  }\n}\n\n", kernel->nresults);
}

// Prints the function that evaluates several calls of a kernel at once, in lanes.
static void print_vectorised_call(const jni_printer *p, const jni_kernel *kernel) {
  jni_source *t = p->text;
  jni_source_add(t, "JNK_RARE void ");
  jni_lane_call_name(t, p->options->name, kernel);
  jni_source_add(t, "(const double *constants, const double *in, double *out) {\n");
  jni_source_add(t, "  for (const double *end = in + %d; in < end; in += JNL_LANES, out += JNL_LANES) {\n",
                 JNI_VECTOR_CALLS);
  jni_source_add(t, "    jnl_real b[%d];\n    const jnl_real a[%d] = {", kernel->nresults, kernel->ninputs);
  for (int i = 0; i < kernel->ninputs; i++)
    jni_source_add(t, "%sjnl_load(in + %d)", i == 0 ? "" : i % 6 == 0 ? ",\n        " : ", ", JNI_VECTOR_CALLS * i);
  jni_source_add(t, "};\n    jnl_%s(constants, a, b);\n", kernel->name + 4);
  for (int i = 0; i < kernel->nresults; i++)
    jni_source_add(t, "%sjnl_store(b[%d], out + %d)",
                   i == 0       ? "    "
                   : i % 4 == 0 ? ";\n    "
                                : ", ",
                   i, JNI_VECTOR_CALLS * i);
  jni_source_add(t, ";\n  }\n}\n\n");
}

// Prints the kernel of the slopes of call i, and before it the rates of a kernel with parameters that nothing else
// calls.
static void print_slopes(const jni_printer *p, const bool *called, int i) {
  const jni_graph *g = p->g;
  const jni_kernel *rate = jni_slope_kernel_of(g->calls[i].kernel)->inner->rate;
  bool missing = rate && jni_parameter_kernel_of(rate);
  for (int k = 0; k < i && missing; k++) {
    const jni_slope_kernel *other = called[k] ? jni_slope_kernel_of(g->calls[k].kernel) : NULL;
    missing = !(other && other->inner->rate == rate) && !(called[k] && g->calls[k].kernel == rate);
  }
  if (missing) print_varied(p, jni_parameter_kernel_of(rate));
  jni_print_slope_kernel(p, g->calls[i].kernel);
}

static bool is_same(const jni_printer *p, const jni_kernel *a, const jni_kernel *b) {
  bool vectorised = jni_vectorised_inner(p->vectorised, a) != NULL,
       other = jni_vectorised_inner(p->vectorised, b) != NULL;
  return vectorised == other && strcmp(a->name, b->name) == 0 && a->ninputs == b->ninputs && a->nresults == b->nresults;
}

static void print_calls(const jni_printer *p) {
  const jni_graph *g = p->g;
  jni_pool scratch = {.alloc = p->pool.alloc};
  const bool *called = jni_print_called(p, &scratch);
  if (!called) p->text->pool.failed = true;
  for (int i = 0; called && i < g->ncalls; i++) {
    const jni_kernel *inner = jni_vectorised_inner(p->vectorised, g->calls[i].kernel);
    bool first = called[i] && (inner || !jni_kernels_on_lanes(p->kernels, g->calls[i].kernel->name)) &&
                 jni_code_blocks_find(p->blocks, g->calls[i].kernel) < 0;
    for (int k = 0; k < i && first; k++) first = !called[k] || !is_same(p, g->calls[k].kernel, g->calls[i].kernel);
    if (first && jni_parameter_kernel_of(g->calls[i].kernel))
      print_varied(p, jni_parameter_kernel_of(g->calls[i].kernel));
    if (first && jni_slope_kernel_of(g->calls[i].kernel)) print_slopes(p, called, i);
    if (first && p->options->lanes > 0) print_lane_call(p, g->calls[i].kernel);
    if (first && inner) print_vectorised_call(p, inner);
  }
  jni_pool_free(&scratch);
}

static jni_body_style style_of(const jni_printer *p) {
  return (jni_body_style){p->options->name, p->options->lanes, p->kernels, p->constant,
                          p->blocks,        p->vectorised,     &p->cached};
}

// Text that defines the number of lanes of vectorised calls.
static const char lanes_of_calls[] =
    "#ifdef JNL_LANES\n"
    "#elif defined(__GNUC__) && defined(__AVX__)\n"
    "#define JNL_LANES 4\n"
    "#elif defined(__GNUC__)\n"
    "#define JNL_LANES 2\n"
    "#else\n"
    "#define JNL_LANES 1\n"
    "#endif\n"
    "#if JNL_LANES != 1 && JNL_LANES != 2 && JNL_LANES != 4\n"
    "#error \"JNL_LANES is 4, 2 or 1\"\n"
    "#endif\n\n";

// Prints the part of the file after the kernels: constants, calls, blocks, functions.
static void print_code(const jni_printer *p) {
  const jni_body_style style = style_of(p);
  print_constants(p);
  print_calls(p);
  for (int i = 0; p->blocks && i < p->blocks->n; i++) jni_body_print(&style, &p->block_functions[i], p->text);
  for (int i = 0; i < JNI_PRINT_FUNCTIONS; i++)
    if (p->functions[i].pieces) jni_body_print(&style, &p->functions[i], p->text);
  jni_print_interface(p);
  jni_print_tables(p);
  jni_source_put(p->text, closing, sizeof closing - 1);
}

static void print_all(const jni_printer *p) {
  jni_source *code = jni_source_new(p->pool.alloc);
  jni_printer behind = *p;
  behind.text = code;
  if (code) print_code(&behind);
  jni_print_declarations(p);
  jni_source_add(p->text, "#ifndef %s_DECLARATIONS\n", p->options->name);
  jni_source_put(p->text, opening, sizeof opening - 1);
  if (p->options->lanes > 0) jni_source_add(p->text, "#define JNL_LANES %d\n\n", p->options->lanes);
  else if (p->vectorised->n > 0 || p->linear) jni_source_put(p->text, lanes_of_calls, sizeof lanes_of_calls - 1);
  if (code && !code->pool.failed) {
    const char *omitted[JNI_MOST_OMITTED + 1];
    jni_print_omitted(p, omitted);
    jni_source_put(p->text, laws, sizeof laws - 1);
    jni_kernels_print(p->kernels, code->text, omitted, p->text);
    jni_source_put(p->text, "\n", 1);
    jni_source_put(p->text, code->text, (size_t)code->length);
  } else {
    p->text->pool.failed = true;
  }
  jni_source_free(code);
}

// ---- plan of the file ---------------------------------------------------------------------------------------------

static void plan_step(jni_printer *p) {
  const jni_print_options *o = p->options;
  const jni_step_plan_def def = {p->program, o->method, o->h, o->jacobian_every};
  p->plan = jni_step_plan_of(&p->pool, &def);
  p->step = p->plan.step;
  p->nvariables = p->step.nvariables;
  p->nmemory = o->method->memory(&p->step);
  p->nworkspace = o->method->workspace(&p->step);
  p->least_pivot = o->least_pivot > 0 ? o->least_pivot : jni_default_least_pivot;
}

static void plan_functions(jni_printer *p) {
  const jni_program *program = p->program;
  const jni_printed_function functions[JNI_PRINT_FUNCTIONS] = {
      [JNI_PRINT_RATES] = {"rates", p->plan.rates, p->step.at.n, NULL, false, 0, true},
      [JNI_PRINT_MOVE] = {"move", program->move, program->sizes.nq, NULL, false, 0, false},
      [JNI_PRINT_JACOBIAN] = {"stiff_jacobian", program->implicit.jacobian, program->implicit.nkept, NULL, false, 0,
                              false},
      [JNI_PRINT_SOLVE] = {"solve", program->implicit.solve, program->sizes.nv + program->sizes.nz, NULL, false, 0,
                           false},
      [JNI_PRINT_CALC_STOPS] = {"calc_stops", program->calc_stops, JNK_STOP_NCORRECTIONS * program->sizes.nstops, NULL,
                                false, 0, false},
      [JNI_PRINT_FINISH] = {"finish", p->plan.finish, p->step.nupdated + 1, NULL, false, 0, true},
      [JNI_PRINT_OUTPUTS] = {"results", program->outputs, program->noutputs, NULL, false, 0, false},
      [JNI_PRINT_POSES] = {"stances", program->poses, program->nposes, NULL, false, 0, false},
      [JNI_PRINT_START] = {"begin", program->start, program->sizes.nq + program->sizes.nv + program->sizes.nz + 1, NULL,
                           false, 0, false}};
  static const char *const linear_names[JNI_LINEAR_FUNCTIONS] = {"rates_slopes", "move_slopes", "jacobian_slopes",
                                                                 "solve_slopes", "finish_slopes"};
  const bool left_out[JNI_PRINT_FUNCTIONS] = {[JNI_PRINT_JACOBIAN] = !p->options->method->implicit,
                                              [JNI_PRINT_SOLVE] = !p->options->method->implicit,
                                              [JNI_PRINT_CALC_STOPS] = program->sizes.nstops == 0,
                                              [JNI_PRINT_FINISH] = !program->finish,
                                              [JNI_PRINT_OUTPUTS] = program->noutputs == 0,
                                              [JNI_PRINT_POSES] = program->nposes == 0,
                                              [JNI_PRINT_START] = !program->start};
  for (int i = 0; i < JNI_PRINT_FUNCTIONS; i++) {
    p->functions[i] = functions[i];
    if (left_out[i]) p->functions[i].nodes = NULL;
  }
  for (int i = 0; p->linear && i < JNI_LINEAR_FUNCTIONS; i++) {
    const jni_linear_part *part = &p->linear->parts[i];
    if (part->nodes)
      p->functions[JNI_PRINT_LINEAR + i] =
          (jni_printed_function){linear_names[i], part->list, part->nlist, NULL, false, 0, false};
  }
}

static void count_operations(jni_printer *p) {
  const jni_printed_function *rates = &p->functions[JNI_PRINT_RATES];
  jni_order *order = jni_order_new(p->program->g, rates->nodes, rates->n);
  if (!order) p->pool.failed = true;
  for (int i = 0; order && i < order->n; i++)
    p->noperations += p->program->g->nodes[order->list[i]].operation != JNI_DO_result;
  jni_order_free(order);
}

static int list_functions(const jni_printer *p, jni_graph_function *functions) {
  int n = 0;
  for (int i = 0; i < JNI_PRINT_FUNCTIONS; i++)
    if (p->functions[i].nodes) functions[n++] = (jni_graph_function){p->functions[i].nodes, p->functions[i].n};
  return n;
}

// Makes the printer print from graph g, which computes the same as the previous one. results: for each function that
// exists, its result nodes in g.
static void use_graph(jni_printer *p, const jni_graph *g, jni_node *const *results) {
  p->g = g;
  for (int i = 0, n = 0; i < JNI_PRINT_FUNCTIONS; i++)
    if (p->functions[i].nodes) p->functions[i].nodes = results[n++];
}

// Returns true if calls of a kernel may be vectorised: it has a form for lanes, is not a table, and has no kept
// parameters among its constants. Tables evaluate their functions in parallel already, and as lanes would look up the
// points one by one.
static bool has_lanes(void *context, const jni_kernel *kernel) {
  return !jni_parameter_kernel_of(kernel) && !jni_is_spline(kernel) && jni_kernels_need_lanes(context, kernel->name);
}

// Finds code that repeats in the functions, and replaces it by calls of blocks: changes the graph and the results from
// which the printer prints.
static void plan_blocks(jni_printer *p) {
  jni_graph_function functions[JNI_PRINT_FUNCTIONS];
  int n = list_functions(p, functions);
  p->blocks = jni_keep(&p->pool, jni_code_blocks_new(p->g, functions, n), jni_object_free);
  if (!p->blocks) return;
  use_graph(p, p->blocks->g, p->blocks->results);
  p->block_functions = jni_take(&p->pool, (size_t)p->blocks->n + 1, sizeof *p->block_functions);
  for (int i = 0; i < p->blocks->n && p->block_functions; i++) {
    const jni_code_block *block = p->blocks->list[i];
    p->block_functions[i] = (jni_printed_function){
        block->kernel.name, block->results, block->kernel.nresults, NULL, true, block->kernel.ninputs, false};
  }
}

static void cut(jni_printer *p, jni_printed_function *f) {
  const jni_pieces_def def = {f->block ? p->blocks->bodies : p->g, f->block ? NULL : p->blocks, JNI_PIECE_SIZE};
  if (f->nodes) f->pieces = jni_keep(&p->pool, jni_pieces_new(&def, f->nodes, f->n), jni_object_free);
}

static void plan_pieces(jni_printer *p) {
  for (int i = 0; i < JNI_PRINT_FUNCTIONS; i++) cut(p, &p->functions[i]);
  for (int i = 0; p->block_functions && i < p->blocks->n; i++) cut(p, &p->block_functions[i]);
  p->cached = jni_cached_calls_find(&p->pool, p->functions[JNI_PRINT_RATES].pieces,
                                    p->functions[JNI_PRINT_FINISH].pieces, p->blocks);
}

static bool need(jni_printer *p, const char *function, jn_report *report) {
  if (jni_kernels_need(p->kernels, function)) return true;
  if (jni_kernels_failed(p->kernels)) return false;
  jn_report_fault(report, JN_REFUSED, "", "the text of kernel '%s' is not in this library", function);
  return false;
}

static bool need_method(jni_printer *p, jn_report *report) {
  char method[64];
  jni_print(method, sizeof method, "jnk_step_%s", p->options->method->name);
  if (!need(p, "jnk_bits", report) || !need(p, method, report)) return false;
  if (!p->linear) return true;
  jni_print(method, sizeof method, "jnk_forward_%s", p->options->method->derivative);
  return need(p, method, report);
}

// Requests all kernels that the functions and the method call. If all numbers are lanes, the definitions of lanes must
// precede the method, otherwise they follow it. Returns false with a fault in the report for a kernel without text.
static bool plan_kernels(jni_printer *p, jn_report *report) {
  const char *missing = NULL;
  const jni_body_style style = style_of(p);
  bool lanes = p->options->lanes > 0;
  if (lanes ? !need(p, "jnl_of", report) : !need_method(p, report)) return false;
  if (p->cached.n > 0 && !(lanes ? jni_kernels_need_lanes(p->kernels, "jnk_knows") : need(p, "jnk_knows", report)))
    return false;
  for (int i = 0; i < JNI_PRINT_FUNCTIONS; i++) {
    if (!p->functions[i].pieces) continue;
    number_constants(p, p->functions[i].pieces);
    if (!jni_body_kernels(&style, p->functions[i].pieces, p->kernels, &missing)) return need(p, missing, report);
  }
  for (int i = 0; p->blocks && i < p->blocks->n; i++)
    if (!jni_body_kernels(&style, p->block_functions[i].pieces, p->kernels, &missing)) return need(p, missing, report);
  return !lanes || need_method(p, report);
}

static bool is_identifier(const char *name) {
  static const char letters[] = "_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", digits[] = "0123456789";
  size_t n = strspn(name, letters);
  while (n > 0 && name[n] && (strchr(letters, name[n]) || strchr(digits, name[n]))) n++;
  return n > 0 && !name[n];
}

// Checks the options of the user. Returns false with a fault in the report if one is invalid or the program was not
// written for the method.
static bool check(const jni_printer *p, jn_report *report) {
  const jni_print_options *o = p->options;
  int lanes = o->lanes;
  if (!is_identifier(o->name))
    jn_report_fault(report, JN_BAD_ARGUMENT, "",
                    "'%s' is no name in C: letters, digits and '_', not beginning with a digit", o->name);
  else if (lanes != 0 && lanes != 2 && lanes != 4 && lanes != 8)
    jn_report_fault(report, JN_BAD_ARGUMENT, "", "%d lanes: there can be 2, 4 or 8", lanes);
  else if (o->method->implicit && !p->program->implicit.solve)
    jn_report_fault(report, JN_BAD_ARGUMENT, "", "method '%s' is implicit, and the program was written without it",
                    o->method->name);
  else if (o->derivatives && lanes > 0)
    jn_report_fault(report, JN_REFUSED, "", "derivatives are of one system: print them without lanes");
  else if (o->derivatives && o->blocks)
    jn_report_fault(report, JN_REFUSED, "", "derivatives cannot be printed with blocks");
  else return true;
  return false;
}

// Writes the slopes, and finds the pattern of the Jacobian. Returns false without memory or with a fault in the report.
static bool plan_derivatives(jni_printer *p, jn_report *report) {
  const jni_print_options *o = p->options;
  const jni_step_plan_def def = {p->program, o->method, o->h, o->jacobian_every};
  if (!o->derivatives) return true;
  jni_linear_plan *linear = jni_linear_plan_new(p->pool.alloc, &def, report);
  if (!linear) return false;
  p->linear = jni_keep(&p->pool, linear, jni_object_free);
  return p->linear && jni_jacobian_pattern_find(&p->pool, p->linear, &p->pattern);
}

static bool plan(jni_printer *p, jn_report *report) {
  if (!check(p, report)) return false;
  int lanes = p->options->lanes;
  char shown[256];
  jni_print(shown, sizeof shown, "%s_real", p->options->name);
  p->real = lanes > 0 ? "jnl_real" : "double";
  p->shown = lanes > 0 ? jni_pool_text(&p->pool, shown, strlen(shown)) : p->real;
  p->kernels = jni_keep(&p->pool, jni_kernels_new(p->pool.alloc), jni_object_free);
  if (!plan_derivatives(p, report)) return false;
  p->g = p->linear ? p->linear->g : p->program->g;
  plan_step(p);
  plan_functions(p);
  count_operations(p);
  if (lanes == 0) {
    // Vectorises the calls of kernels that have a form for lanes.
    jni_graph_function functions[JNI_PRINT_FUNCTIONS];
    jni_kernels *known = jni_kernels_new(p->pool.alloc);
    const jni_vectorise_choice choice = {has_lanes, known};
    int n = list_functions(p, functions);
    p->vectorised =
        known ? jni_keep(&p->pool, jni_vectorise_calls(p->g, functions, n, &choice), jni_object_free) : NULL;
    if (p->vectorised) use_graph(p, p->vectorised->g, p->vectorised->results);
    else p->pool.failed = true;
    jni_kernels_free(known);
  }
  if (p->options->blocks && !p->pool.failed) plan_blocks(p);
  p->constant = jni_ints(&p->pool, (size_t)p->g->nconstants + 1);
  if (!p->pool.failed) plan_pieces(p);
  return !p->pool.failed && plan_kernels(p, report);
}

jni_source *jni_print_c(const jn_alloc *alloc, const jni_program *program, const jni_print_options *options,
                        jn_report *report) {
  jni_source *text = jni_source_new(alloc);
  if (!text) return NULL;
  jni_printer p = {.pool = {.alloc = alloc}, .program = program, .options = options, .text = text};
  bool good = plan(&p, report);
  if (good) print_all(&p);
  if (good && options->counts) {
    jni_print_counts *counts = options->counts;
    *counts = (jni_print_counts){.blocks = p.blocks ? p.blocks->n : 0, .calls = p.blocks ? p.blocks->ncalls : 0};
    for (const char *name; (name = jni_kernels_controller(p.kernels, counts->ncontrollers)); counts->ncontrollers++)
      if (counts->ncontrollers < JNI_MOST_LINKED)
        jni_print(counts->controllers[counts->ncontrollers], sizeof counts->controllers[0], "%s", name);
  }
  jni_pool_free(&p.pool);
  return good && !text->pool.failed ? text : jni_source_free(text);
}
