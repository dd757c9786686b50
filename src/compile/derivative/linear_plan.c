// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// linear_plan.c - see linear_plan.h.
#include "compile/derivative/linear_plan.h"

#include <string.h>

#include "symbolic/slope_kernel.h"

static jnk_linear_function *function_of(jni_linear_plan *p, int which) {
  jnk_linear_function *const list[JNI_LINEAR_FUNCTIONS] = {&p->linear.rates, &p->linear.move, &p->linear.jacobian,
                                                           &p->linear.solve, &p->linear.finish};
  return list[which];
}

// Writes the slopes of one function, with the n results `nodes`, by the first nvariables variables into the graph, and
// sets its part of the plan and its map. Sets only the name if the step does not use the function (nodes NULL), and
// without memory.
static void write_part(jni_linear_plan *p, int which, const char *name, const jni_node *nodes, int n, int nvariables) {
  jni_linear_part *part = &p->parts[which];
  const double distance = which == JNI_LINEAR_JACOBIAN ? JNI_SLOPE_PART_OF_DIFFERENCES : JNI_SLOPE_PART;
  part->name = name;
  if (!nodes || p->pool.failed || !jni_graph_slopes(&p->pool, p->g, nvariables, nodes, n, distance, &part->map)) return;
  part->nlist = n + part->map.nslopes;
  part->list = jni_ints(&p->pool, (size_t)part->nlist + 1);
  if (!part->list) return;
  part->nodes = nodes;
  memcpy(part->list, nodes, (size_t)n * sizeof *nodes);
  memcpy(part->list + n, part->map.slopes, (size_t)part->map.nslopes * sizeof *nodes);
  jnk_linear_function *f = function_of(p, which);
  f->map = (jnk_linear_map){.ninputs = nvariables,
                            .nrows = part->map.nrows,
                            .nresults = n,
                            .first = part->map.first,
                            .source = part->map.source,
                            .slope = part->map.slope,
                            .result = part->map.result};
  f->nslopes = part->map.nslopes;
}

static void write_parts(jni_linear_plan *p) {
  const jni_program *program = p->program;
  const jnk_step *s = &p->step.step;
  const jni_implicit_part *implicit = &program->implicit;
  const int n = s->nvariables;
  bool has_jacobian = p->method->implicit != JNI_IMPLICIT_NONE;
  write_part(p, JNI_LINEAR_RATES, "rates", p->step.rates, s->at.n, n);
  write_part(p, JNI_LINEAR_MOVE, "move", program->move, s->nq, n);
  if (has_jacobian) {
    write_part(p, JNI_LINEAR_JACOBIAN, "jacobian", implicit->jacobian, implicit->nkept, p->nx);
    write_part(p, JNI_LINEAR_SOLVE, "solve", implicit->solve, s->nv + s->nz, p->nx);
  }
  write_part(p, JNI_LINEAR_FINISH, "finish", p->step.finish, s->nupdated + 1, n);
  if (p->pool.failed) return;
  p->linear.nx = p->nx;
  p->linear.nrecord = JNK_RECORD_COUNTS;
  p->method->blocks(&p->linear);
  if (p->step.finish) jnk_record_reserve(&p->linear, &p->linear.finish, JNK_RECORDED_PASSES);
}

jni_linear_plan *jni_linear_plan_new(const jn_alloc *alloc, const jni_step_plan_def *def, jn_report *report) {
  const jni_program *program = def->program;
  if (!def->method->forward) {
    jn_report_fault(report, JN_REFUSED, "",
                    "integrator '%s' has no derivatives; euler, rk4, rosenbrock and split have them",
                    def->method->name);
    return NULL;
  }
  if (program->sizes.nstops > 0) {
    jn_report_fault(report, JN_REFUSED, "",
                    "steps with tabulated stops have no derivatives; compile the model without --stops");
    return NULL;
  }
  jni_linear_plan *p = jni_object_new(alloc, sizeof *p);
  if (!p) {
    jni_report_no_memory(report);
    return NULL;
  }
  p->program = program;
  p->method = def->method;
  p->step = jni_step_plan_of(&p->pool, def);
  p->g = jni_keep(&p->pool, jni_graph_copy(program->g), jni_object_free);
  if (!p->pool.failed) {
    p->nx = p->step.step.nvariables + def->method->memory(&p->step.step);
    write_parts(p);
  }
  if (!p->pool.failed && !jni_graph_failed(p->g)) return p;
  jni_report_no_memory(report);
  return jni_linear_plan_free(p);
}

void *jni_linear_plan_free(jni_linear_plan *plan) { return jni_object_free(plan); }
