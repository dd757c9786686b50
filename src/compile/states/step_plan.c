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
    if (!is_variable(p->g, p->rates[i], 1 + i)) corrected[plan->step.ncorrected++] = 1 + i, take(plan, p, i, 1);
}

static void take_bent(jni_step_plan *plan, const jni_program *p, int w, int *bent) {
  for (int i = 0; i < p->sizes.nv; i++)
    if (p->rates[w + i] != JNI_ZERO) bent[plan->step.nbent++] = i, take(plan, p, w + i, 1);
}

// In the order of jnk_rates_at.
static void plan_rates(jni_step_plan *plan, const jni_program *p, bool has_qdot, int *corrected, int *bent) {
  const jni_rates_layout from = jni_rates_at(&p->sizes);
  jnk_rates_at *at = &plan->step.at;
  take_corrected(plan, p, corrected);
  at->qdot = at->n, take(plan, p, from.qdot, has_qdot ? p->sizes.nq : 0);
  at->vdot = at->n, take(plan, p, from.vdot, p->sizes.nv);
  at->zdot = at->n, take(plan, p, from.zdot, p->sizes.nz);
  at->w = at->n, take_bent(plan, p, from.w, bent);
  at->pivot = at->n, take(plan, p, from.pivot, 1);
  at->line = at->n, take(plan, p, from.line, from.push - from.line);
  at->push = at->n, take(plan, p, from.push, from.held - from.push);
  at->held = at->n, take(plan, p, from.held, from.n - from.held);
}

// Of z, s and m, which stands behind u.
static void plan_finish(jni_step_plan *plan, const jni_program *p, int *ended) {
  const jni_program_sizes *n = &p->sizes;
  const jni_finish_layout at = jni_finish_at(n->nz, n->ns, n->nm);
  jnk_step *s = &plan->step;
  for (int i = 0; i < at.stop; i++) {
    int place = 1 + n->nq + n->nv + i + (i < at.m ? 0 : n->nu);
    if (is_variable(p->g, p->finish[i], place)) continue;
    s->njumping += i < at.s;
    s->nswitching += i < at.s + n->nset;
    plan->finish[s->nended] = p->finish[i], ended[s->nended++] = place;
  }
  plan->finish[s->nended] = p->finish[at.stop];
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
  int *corrected = jni_ints(pool, nrates), *bent = jni_ints(pool, nv + 1), *ended = jni_ints(pool, nfinish + 1),
      *turns = jni_ints(pool, (size_t)p->nturns + 1);
  plan.rates = jni_ints(pool, nrates), plan.taken = jni_ints(pool, nrates);
  if (nfinish > 0) plan.finish = jni_ints(pool, nfinish);
  plan.step.corrected = corrected, plan.step.bent = bent, plan.step.ended = ended, plan.step.turns = turns;
  if (pool->failed) return plan;
  for (int i = 0; i < p->nturns; i++) turns[i] = p->turns[i].q_at;
  plan_rates(&plan, p, def->method->has_qdot, corrected, bent);
  if (plan.finish) plan_finish(&plan, p, ended);
  return plan;
}
