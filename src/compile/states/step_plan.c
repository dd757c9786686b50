// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// step_plan.c - see step_plan.h.
#include "compile/states/step_plan.h"

static bool is_variable(const jni_graph *g, jni_node node, int number) {
  return g->nodes[node].operation == JNI_DO_variable && g->nodes[node].a == number;
}

static void take(jni_step_plan *plan, const jni_program *p, int from, int n) {
  for (int i = 0; i < n; i++) {
    plan->taken[plan->step.at.n] = from + i;
    plan->rates[plan->step.at.n++] = p->rates[from + i];
  }
}

static void take_corrected(jni_step_plan *plan, const jni_program *p, int *corrected) {
  const int n = p->sizes.nq + p->sizes.nv;
  for (int i = 0; i < n; i++)
    if (!is_variable(p->g, p->rates[i], 1 + i)) {
      corrected[plan->step.ncorrected++] = 1 + i;
      take(plan, p, i, 1);
    }
}

static void take_bias(jni_step_plan *plan, const jni_program *p, int w, int *biased) {
  for (int i = 0; i < p->sizes.nv; i++)
    if (p->rates[w + i] != JNI_ZERO) {
      biased[plan->step.nbiased++] = i;
      take(plan, p, w + i, 1);
    }
}

// Fills plan->rates and plan->taken, the results of `rates` that a step reads and their indices, and plan->step.at,
// where each kind begins in this list. Also fills two lists for the step: corrected, the indices in x of coordinates
// and speeds that loops correct, and biased, the speeds with nonzero w. qdot is left out unless has_qdot.
static void plan_rates(jni_step_plan *plan, const jni_program *p, bool has_qdot, int *corrected, int *biased) {
  const jni_rates_layout from = jni_rates_at(&p->sizes);
  jnk_rates_at *at = &plan->step.at;
  take_corrected(plan, p, corrected);
  at->qdot = at->n;
  take(plan, p, from.qdot, has_qdot ? p->sizes.nq : 0);
  at->vdot = at->n;
  take(plan, p, from.vdot, p->sizes.nv);
  at->zdot = at->n;
  take(plan, p, from.zdot, p->sizes.nz);
  at->w = at->n;
  take_bias(plan, p, from.w, biased);
  at->pivot = at->n;
  take(plan, p, from.pivot, 1);
  at->line = at->n;
  take(plan, p, from.line, from.push - from.line);
  at->push = at->n;
  take(plan, p, from.push, from.stops - from.push);
  at->stops = at->n;
  take(plan, p, from.stops, from.n - from.stops);
}

// Fills plan->finish with the results of `finish` that can change, and updated[] with the index in x of each.
static void plan_finish(jni_step_plan *plan, const jni_program *p, int *updated) {
  const jni_program_sizes *n = &p->sizes;
  const jni_finish_layout at = jni_finish_at(n->nz, n->ns, n->nm);
  jnk_step *s = &plan->step;
  for (int i = 0; i < at.stop; i++) {
    int place = 1 + n->nq + n->nv + i + (i < at.m ? 0 : n->nu);
    if (is_variable(p->g, p->finish[i], place)) continue;
    s->njumping += i < at.s;
    s->nswitching += i < at.s + n->nset;
    plan->finish[s->nupdated] = p->finish[i];
    updated[s->nupdated++] = place;
  }
  plan->finish[s->nupdated] = p->finish[at.stop];
}

static jnk_step plan_sizes(const jni_step_plan_def *def) {
  const jni_program *p = def->program;
  const jni_program_sizes *n = &p->sizes;
  return (jnk_step){.nq = n->nq,
                    .nv = n->nv,
                    .nz = n->nz,
                    .nvariables = jni_program_nvariables(n),
                    .nturns = p->nturns,
                    .set = n->nsets > 1 ? 1 + n->nq + n->nv + n->nz + n->ns + n->nu + n->nm - 1 : 0,
                    .h = def->h,
                    .nstops = n->nstops,
                    .stop_h = p->stop_step,
                    .work = p->work,
                    .independent = p->independent,
                    .nindependent = n->nindependent,
                    .nkept = p->implicit.nkept,
                    .every = def->jacobian_every > 0 ? def->jacobian_every : 1};
}

jni_step_plan jni_step_plan_of(jni_pool *pool, const jni_step_plan_def *def) {
  const jni_program *p = def->program;
  const size_t nv = (size_t)p->sizes.nv, nrates = (size_t)jni_rates_at(&p->sizes).n;
  const size_t nfinish = p->finish ? (size_t)jni_finish_at(p->sizes.nz, p->sizes.ns, p->sizes.nm).n : 0;
  jni_step_plan plan = {.step = plan_sizes(def)};
  int *corrected = jni_ints(pool, nrates), *biased = jni_ints(pool, nv + 1), *updated = jni_ints(pool, nfinish + 1),
      *turns = jni_ints(pool, (size_t)p->nturns + 1);
  plan.rates = jni_ints(pool, nrates);
  plan.taken = jni_ints(pool, nrates);
  if (nfinish > 0) plan.finish = jni_ints(pool, nfinish);
  plan.step.corrected = corrected;
  plan.step.biased = biased;
  plan.step.updated = updated;
  plan.step.turns = turns;
  if (pool->failed) return plan;
  for (int i = 0; i < p->nturns; i++) turns[i] = p->turns[i].q_at;
  plan_rates(&plan, p, def->method->has_qdot, corrected, biased);
  if (plan.finish) plan_finish(&plan, p, updated);
  return plan;
}
