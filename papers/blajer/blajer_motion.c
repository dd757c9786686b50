// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// blajer_motion.c - a run whose equations are read in the paper's symbols; see blajer.h.
#include <math.h>
#include <string.h>

#include "blajer/blajer.h"

jn_choices blajer_choices(repro *r, jn_model *model, const char *formulation, const char *variant,
                          const char *position) {
  jn_choices choices = repro_choices(r, model);
  repro_choose(choices.formulation, sizeof choices.formulation, formulation);
  repro_choose(choices.variant, sizeof choices.variant, variant);
  repro_choose(choices.position, sizeof choices.position, position);
  repro_choose(choices.velocity, sizeof choices.velocity, "auto");
  return choices;
}

repro_motion *blajer_follow(repro *r, const char *title, const jn_model *model, const jn_choices *choices,
                            const char *const *probes, int nprobes) {
  repro_motion *motion = repro_follow(r, title, model, choices, probes, nprobes);
  if (motion && jn_system_sizes(motion->system).nv > BLAJER_MOST)
    repro_fail(r, JN_REFUSED, "the run '%s' did not start", title);
  return repro_ok(r) ? motion : NULL;
}

static void spread(int rows, int columns, const double *from, blajer_matrix *to) {
  for (int i = 0; i < rows; i++)
    for (int j = 0; j < columns; j++) to->at[i][j] = from[i * columns + j];
}

void blajer_look(repro_motion *motion, blajer_space *s) {
  const jn_system *system = motion->system;
  jn_sizes sizes = jn_system_sizes(system);
  jn_work *work = motion->work;
  double *state = motion->state, dense[BLAJER_MOST * BLAJER_MOST];
  *s = (blajer_space){.n = sizes.nv, .m = sizes.nc, .k = sizes.nv - sizes.nc, .t = state[0]};
  memcpy(s->v, jn_state_v(system, state), (size_t)s->n * sizeof *s->v);
  jn_calc_position(system, work, state[0], jn_state_q(system, state), jn_state_z(system, state),
                   jn_state_s(system, state));
  jn_calc_velocity(system, work, s->v);
  jn_calc_force(system, work, jn_state_z(system, state));
  jn_get_f(system, work, s->h);
  jn_get_phi(system, work, s->f);
  jn_get_M(system, work, dense);
  spread(s->n, s->n, dense, &s->M);
  jn_get_G(system, work, dense);
  spread(s->m, s->n, dense, &s->c);
  jn_calc_Mdot(system, work, dense);
  spread(s->n, s->n, dense, &s->Mdot);
  jn_calc_Gdot(system, work, dense);
  spread(s->m, s->n, dense, &s->cdot);
  blajer_invert(s);
}

bool blajer_look_tangent(repro *r, repro_motion *motion, blajer_tangent *tangent) {
  double W[BLAJER_MOST * BLAJER_MOST];
  memset(tangent, 0, sizeof *tangent);
  tangent->n = jn_system_sizes(motion->system).nv;
  tangent->k = jn_run_tangent(motion->run, W, tangent->u);
  if (tangent->k == 0) repro_fail(r, JN_SINGULAR, "the run has no tangent basis at %g s", motion->state[0]);
  for (int i = 0; i < tangent->n; i++)
    for (int j = 0; j < tangent->k; j++) tangent->w.at[j][i] = W[i * tangent->k + j];
  return repro_ok(r);
}
