// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// getters.c - dense copies of the results of the stages; names of states; operations on the manifold of q; acceleration
// of the index-1 form.
#include <stdio.h>
#include <string.h>

#include "system/coordinates/body_level.h"
#include "system/drive/drive.h"
#include "system/stage.h"
#include "system/work.h"

static void copy(const double *from, int n, double *to) { memcpy(to, from, (size_t)n * sizeof *to); }

void jn_get_phi(const jn_system *system, const jn_work *work, double *phi) {
  if (!phi) return;
  JNI_ASSERT(system && work);
  copy(work->phi, system->sizes.nh, phi);
}
void jn_get_nu(const jn_system *system, const jn_work *work, double *nu) {
  if (!nu) return;
  JNI_ASSERT(system && work);
  copy(work->nu, system->sizes.nc, nu);
}
void jn_get_gamma(const jn_system *system, const jn_work *work, double *gamma) {
  if (!gamma) return;
  JNI_ASSERT(system && work);
  copy(work->gamma, system->sizes.nc, gamma);
}
// Copies the generalised forces to f (nv), and computes them first if only the forces on the bodies are up to date. The
// work is const for the caller, although f is stored in it.
void jn_get_f(const jn_system *system, const jn_work *work, double *f) {
  if (!f) return;
  JNI_ASSERT(system && work);
  if (system->tree && work->collected_stamp != work->force_stamp) jni_calc_tree_forces(system, (jn_work *)work);
  copy(work->f, system->sizes.nv, f);
}
void jn_get_zdot(const jn_system *system, const jn_work *work, double *zdot) {
  JNI_ASSERT(system && work);
  copy(work->zdot, system->sizes.nz, zdot);
}
double jn_get_kinetic(const jn_system *system, const jn_work *work) {
  JNI_ASSERT(system && work);
  return jni_kinetic_of_bodies(system, work->body_v) + jni_kinetic_of_rotors(system, work->v);
}
double jn_get_potential(const jn_system *system, const jn_work *work) {
  JNI_ASSERT(system && work);
  (void)system;
  return work->potential;
}
double jn_get_power(const jn_system *system, const jn_work *work) {
  JNI_ASSERT(system && work);
  (void)system;
  return work->power;
}

void jn_get_G(const jn_system *system, const jn_work *work, double *G) {
  if (!G) return;
  JNI_ASSERT(system && work);
  jni_unpack_G(system, work->G, G);
}

void jni_unpack_G(const jn_system *system, const double *values, double *G) {
  const jni_pattern *p = &system->pattern;
  int n = system->sizes.nv;
  memset(G, 0, (size_t)system->sizes.nc * (size_t)n * sizeof *G);
  for (int g = 0; g < p->ngroups; g++)
    for (int e = p->entry_at[g]; e < p->entry_at[g + 1]; e++) {
      int at = p->block_at[p->entry_block[e]], width = p->block_at[p->entry_block[e] + 1] - at;
      const double *block = values + p->entry_value[e];
      for (int r = p->group_at[g]; r < p->group_at[g + 1]; r++) {
        memcpy(G + (size_t)r * (size_t)n + at, block, (size_t)width * sizeof *G);
        block += width;
      }
    }
}

void jni_unpack_mass(const jn_system *system, const double *values, double *M) {
  const jni_pattern *p = &system->pattern;
  int n = system->sizes.nv;
  memset(M, 0, (size_t)n * (size_t)n * sizeof *M);
  for (int b = 0; b < p->nblocks; b++) {
    int at = p->block_at[b], width = p->block_at[b + 1] - at;
    for (int i = 0; i < width; i++)
      memcpy(M + (size_t)(at + i) * (size_t)n + at, values + p->mass_at[b] + i * width, (size_t)width * sizeof *M);
  }
}

// Moves the mass blocks, which are stored consecutively at the beginning of M, to their places in the dense nv x nv
// matrix, the last row first: rows never move towards the beginning, so nothing is overwritten.
void jni_spread_mass(const jn_system *system, double *M) {
  const jni_pattern *p = &system->pattern;
  size_t n = (size_t)system->sizes.nv;
  for (int b = p->nblocks - 1; b >= 0; b--) {
    size_t at = (size_t)p->block_at[b], width = (size_t)p->block_at[b + 1] - at;
    for (size_t i = width; i-- > 0;) {
      double *from = M + (size_t)p->mass_at[b] + i * width, *to = M + (at + i) * n + at;
      if (to == from) continue;
      memmove(to, from, width * sizeof *M);
      memset(from, 0, (to - from < (ptrdiff_t)width ? (size_t)(to - from) : width) * sizeof *M);
    }
  }
}

// Copies the mass matrix to M (nv x nv), and computes it first if it is not up to date. The work is const for the
// caller, although M is stored in it.
void jn_get_M(const jn_system *system, const jn_work *work, double *M) {
  if (!M) return;
  JNI_ASSERT(system && work);
  jn_work *own = (jn_work *)work;
  if (!system->tree || work->mass) {
    jni_unpack_mass(system, jni_mass(system, own), M);
    return;
  }
  memset(M, 0, (size_t)system->sizes.nv * (size_t)system->sizes.nv * sizeof *M);
  system->kind->tree->mass(system, own, M);
  jni_spread_mass(system, M);
}

// ---- names -----------------------------------------------------------------------------------------------------

const char *jn_state_name(const jn_system *system, int i, char *text, size_t size) {
  JNI_ASSERT(system && i >= 0 && i < system->sizes.nz);
  const jn_model *model = system->model;
  const jni_drive *drive = jni_drive_of_state(system, i);
  snprintf(text, size, "%s", i < model->nauxiliaries ? model->auxiliaries[i].name : "energy.work");
  for (int k = 0; k < system->nforces; k++) {
    const jni_force_plan *force = &system->forces[k];
    if (i >= force->state_at && i < force->state_at + force->nstates)
      snprintf(text, size, "force.%s.%s", force->element->name, force->element->kind->states[i - force->state_at].name);
    if (force->element->pair && i >= force->state_at && i < force->state_at + force->nstates)
      snprintf(text, size, "contact.%s.%d.%s", force->element->name, jni_contact_point_number(model, force->element),
               force->element->kind->states[i - force->state_at].name);
  }
  for (int k = 0; k < system->nsubsystems; k++) {
    const jni_subsystem_plan *plan = &system->subsystems[k];
    if (i >= plan->state_at && i < plan->state_at + plan->element->nstates)
      snprintf(text, size, "subsystem.%s.%s", plan->element->name, plan->element->states[i - plan->state_at].name);
  }
  if (drive)
    snprintf(text, size, "%s.%s.%s", jni_joint_word(&model->joints[drive->joint]), model->joints[drive->joint].name,
             jni_drive_word(system, drive, i - drive->state_at));
  return text;
}

// ---- manifold ----------------------------------------------------------------------------------------------

void jn_calc_qdot(const jn_system *system, const double *q, const double *v, double *qdot) {
  if (!q || !v || !qdot) return;
  JNI_ASSERT(system);
  system->kind->qdot(system, q, v, qdot);
}

void jn_manifold_step(const jn_system *system, const double *q, const double *d, double *out) {
  if (!q || !d || !out) return;
  JNI_ASSERT(system);
  system->kind->step(system, q, d, out);
}

void jn_manifold_difference(const jn_system *system, const double *q0, const double *q1, double *d) {
  if (!q0 || !q1 || !d) return;
  JNI_ASSERT(system);
  system->kind->difference(system, q0, q1, d);
}

void jn_manifold_tangent(const jn_system *system, const double *d, double *T) {
  if (!d || !T) return;
  JNI_ASSERT(system);
  system->kind->tangent(system, d, T);
}

void jn_manifold_normalize(const jn_system *system, double *q) {
  JNI_ASSERT(system);
  system->kind->normalize(system, q);
}

// ---- acceleration --------------------------------------------------------------------------------------------

jn_status jn_solve_acceleration(const jn_system *system, jn_work *work, const double *state, double *vdot,
                                double *lambda) {
  if (!state) return JN_BAD_ARGUMENT;
  JNI_ASSERT(system && work);
  const double *q = state + 1, *v = q + system->sizes.nq, *z = v + system->sizes.nv, *s = z + system->sizes.nz;
  bool recursive = system->tree && system->sizes.nc == 0;
  if (!work->kkt && !recursive)
    work->kkt = jni_keep(&work->pool, jni_kkt_new(system->alloc, &system->pattern, system->sample_mass, JNI_KKT_AUTO),
                         jni_object_free);
  if (!work->kkt && !recursive) return JN_NO_MEMORY;
  if (!recursive) jni_kkt_set_sizes(work->kkt, system->v_size);
  jn_calc_position(system, work, state[0], q, z, s);
  jn_calc_velocity(system, work, v);
  if (recursive) {
    if (system->sizes.nz > 0) memcpy(work->z, z, (size_t)system->sizes.nz * sizeof *z);
    jni_stage_body_force(system, work);
    return system->kind->tree->forward(system, work, vdot ? vdot : work->scratch) ? JN_OK : JN_SINGULAR;
  }
  jn_calc_force(system, work, z);
  if (!jni_kkt_factor(work->kkt, jni_mass(system, work), work->G)) return JN_SINGULAR;
  jni_kkt_solve(work->kkt, jni_mass(system, work), work->G, work->f, work->gamma, 0, vdot, lambda);
  return JN_OK;
}
