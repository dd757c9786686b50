// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compile_stops.c - makes tables of stops for the step size and method of a compiled model.
#include <math.h>

#include "compile/step_method.h"
#include "compile/tables/stop_tables.h"
#include "simulate/compile/compile_tables.h"
#include "system/system.h"

static bool can_hold(const jn_compiled *c, const jni_step_method *method, jn_report *report) {
  if (method && method->part > 0) return true;
  jn_report_fault(report, JN_REFUSED, "",
                  "integrator '%s' cannot keep the force of a stop constant over a step; with tabulated stops use "
                  "euler, rk4, rosenbrock or split",
                  c->choices.integrator);
  return false;
}

static void tell(jn_compile_report *r, const jni_stop_tables *stops) {
  r->nstops = stops->n;
  for (int i = 0; i < stops->n; i++) {
    const jni_stop_block *table = &stops->list[i].table;
    bool first = true;
    for (int k = 0; k < i; k++) first = first && stops->list[k].table.block != table->block;
    if (first) r->stop_bytes += (size_t)table->n * sizeof *table->block;
    r->stop_error = fmax(r->stop_error, table->error);
  }
}

static jni_stop_tables *make_tables(const jn_compiled *c, jn_run *run, double part, const double *nominal,
                                    jn_report *report) {
  const jn_system *system = jn_run_system(run);
  const jn_reduced *reduced = jn_run_reduced(run);
  const jni_equations_def def = {
      .nominal = nominal, .independent = reduced->independent, .nindependent = reduced->nindependent, .newton = 1};
  jni_graph *g = jni_graph_new(system->pool.alloc);
  jni_equations *e = g ? jni_equations_new(g, system, &def, report) : NULL;
  jni_stop_tables *stops = e ? jni_stop_tables_new(e, c->choices.step, part, report) : NULL;
  jni_equations_free(e);
  jni_graph_free(g);
  return stops;
}

bool jni_compile_stops(jn_compiled *c, jn_run *run, jni_program_tables *tabulated, jn_report *report) {
  const jn_system *system = jn_run_system(run);
  const jni_step_method *method = jni_step_method_find(c->choices.integrator);
  if (!can_hold(c, method, report)) return false;
  jni_pool scratch = {.alloc = system->pool.alloc};
  const double *nominal = jni_variables_at(&scratch, system, jn_run_state(run), 0);
  jni_stop_tables *stops = nominal ? make_tables(c, run, method->part, nominal, report) : NULL;
  tabulated->stops = stops = jni_keep(&c->pool, stops, jni_object_free);
  if (stops) tell(&c->report, stops);
  jni_pool_free(&scratch);
  return stops;
}
