// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// stage.c - evaluation in stages: position, velocity, force. Each stage reads the results of the stages before it from
// the work.
#include <math.h>
#include <string.h>

#include "joint/equations/contact_equations.h"
#include "joint/equations/natural_equations.h"
#include "kernel/call/motion_table.h"
#include "kernel/vec3.h"
#include "system/coordinates/body_level.h"
#include "system/drive/drive.h"
#include "system/event.h"
#include "system/forces.h"
#include "system/formula.h"
#include "system/formula_at_time.h"
#include "system/motion.h"
#include "system/row_size.h"
#include "system/signal_value.h"
#include "system/stage.h"
#include "system/system_build.h"

static jni_primitive_input primitive_input(const jn_system *system, const jn_work *work) {
  return (jni_primitive_input){.terms = system->terms,
                               .coordinates = work->coordinates,
                               .coordinate_list = system->coordinates,
                               .motions = work->motions,
                               .body2 = work->body2,
                               .body3 = work->body3};
}

void jni_calc_inputs(const jn_system *system, jn_work *work) {
  for (int i = 0; i < system->sizes.nu; i++) {
    if (work->held[i]) continue;
    const jn_law *table = &system->model->inputs[i].table;
    if (system->inputs[i].expression) work->u[i] = jni_formula_now(work, &system->inputs[i]).v;
    else work->u[i] = jnk_held_table(table->x, table->y, table->n, table->smooth, work->t);
  }
}

// Computes a joint coordinate that is a coordinate of the tree. The derivatives of an angle are constant, because its
// axis is fixed in both bodies.
static void linked_coordinate(const jn_system *system, const jn_work *work, const jni_coordinate *c, bool with_velocity,
                              jni_coordinate_state *out) {
  bool plane = system->model->space == JN_PLANE;
  if (c->kind == JNI_ANGLE) {
    memset(out->J, 0, sizeof out->J);
    out->bias = 0;
    if (plane) {
      out->J[0][2] = -c->hand;
      out->J[1][2] = c->hand;
    }
    for (int i = 0; i < 3 && !plane; i++) {
      out->J[0][3 + i] = -c->side[0].a[i];
      out->J[1][3 + i] = c->side[1].a[i];
    }
  } else if (plane) {
    jni_coordinate_plane(c, work->body2, with_velocity, out);
  } else {
    jni_coordinate_space(c, work->body3, work->t, work->s, with_velocity, out);
  }
  out->value = work->q[c->link_q];
  if (with_velocity) out->rate = work->v[c->link_v];
}

void jni_coordinate_at(const jn_system *system, const jn_work *work, int i, bool with_velocity,
                       jni_coordinate_state *out) {
  const jni_coordinate *c = &system->coordinates[i];
  if (c->function) jni_function_coordinate(c, &work->coordinates[c->of], with_velocity, out);
  else if (c->linked) linked_coordinate(system, work, c, with_velocity, out);
  else if (system->kind->natural)
    jni_natural_coordinate(c, system->model->space, work->body2, work->body3, work->t, work->s, with_velocity, out);
  else if (system->model->space == JN_PLANE) jni_coordinate_plane(c, work->body2, with_velocity, out);
  else jni_coordinate_space(c, work->body3, work->t, work->s, with_velocity, out);
}

void jni_coordinate_calc(const jn_system *system, const jn_work *work, int coordinate, jni_coordinate_state *out) {
  if (coordinate < system->nactive) *out = work->coordinates[coordinate];
  else jni_coordinate_at(system, work, coordinate, true, out);
}

static void calc_coordinates(const jn_system *system, jn_work *work, bool with_velocity) {
  for (int i = 0; i < system->nactive; i++) jni_coordinate_at(system, work, i, with_velocity, &work->coordinates[i]);
}

void jni_stage_bodies(const jn_system *system, jn_work *work) {
  work->position_stamp = ++work->stamp;
  if (system->sizes.nu > 0) jni_calc_inputs(system, work);
  system->kind->position(system, work);
  jni_drives_calc_motions(system, work);
  calc_coordinates(system, work, false);
}

void jni_stage_position(const jn_system *system, jn_work *work) {
  jni_stage_bodies(system, work);
  const jni_primitive_ops *ops = system->kind->rows;
  jni_primitive_input in = primitive_input(system, work);
  for (const int *k = system->kinds; k < system->kinds + system->nkinds; k++) {
    int at = system->primitive_at[*k], n = system->primitive_at[*k + 1] - at;
    ops[*k].position(system->primitives + at, n, &in, work->phi, work->nu, work->body_G);
  }
  if (system->ncoincidences > 0) jni_tree_calc_coincidences(system, work);
  if (system->tree && system->sizes.nc > 0) system->kind->tree->rows(system, work, work->body_G, work->G);
}

int jni_find_parallel_disc(const jn_system *system, const jn_work *work) {
  const double nearly = 1e-2;
  if (system->model->space == JN_PLANE) return -1;
  for (int i = system->primitive_at[JNI_TOUCHING]; i < system->primitive_at[JNI_TOUCHING + 1]; i++)
    if (jni_contact_tilt(&system->primitives[i], work->body3) < nearly) return system->primitives[i].joint;
  return -1;
}

const jni_force_element *jni_force_not_finite(const jn_system *system, const jn_work *work) {
  for (int i = 0; i < system->nforces; i++) {
    const jni_force_output *out = &work->outputs[i];
    int n = 3 * (system->forces[i].nends > 2 ? system->forces[i].nends : 2);
    if (!jni_all_finite(out->force[0], n) || !jni_all_finite(out->torque[0], n) || !isfinite(out->generalized))
      return system->forces[i].element;
  }
  return NULL;
}

void jni_stage_body_velocity(const jn_system *system, jn_work *work) {
  work->stamp++;
  system->kind->velocity(system, work);
  calc_coordinates(system, work, true);
}

void jni_stage_velocity(const jn_system *system, jn_work *work) {
  jni_stage_body_velocity(system, work);
  const jni_primitive_ops *ops = system->kind->rows;
  jni_primitive_input in = primitive_input(system, work);
  for (const int *k = system->kinds; k < system->kinds + system->nkinds; k++) {
    int at = system->primitive_at[*k], n = system->primitive_at[*k + 1] - at;
    ops[*k].velocity(system->primitives + at, n, &in, work->gamma);
  }
  if (system->tree && system->sizes.nc > 0) jni_add_bias(system, work);
}

static double gravity_potential(const jn_system *system, const jn_work *work) {
  const double *g = system->model->gravity;
  double V = 0;
  for (int b = 1; b < system->nbodies; b++) {
    double mass = system->model->bodies[b].mass;
    if (system->model->space == JN_PLANE) V -= mass * (g[0] * work->body2[b].x + g[1] * work->body2[b].y);
    else V -= mass * jnk_dot(g, work->body3[b].r);
  }
  return V;
}

void jni_stage_body_force(const jn_system *system, jn_work *work) {
  work->force_stamp = ++work->stamp;
  memcpy(work->body_f, system->gravity_force, (size_t)system->nbody_v * sizeof *work->body_f);
  system->kind->inertia_force(system, work, work->body_f);
  work->potential = gravity_potential(system, work);
  work->power = 0;
  if (system->nahead > 0) jni_computed_update(system, work);
  for (int i = 0; i < system->nforces; i++) {
    if (system->nahead > 0) jni_force_take(system, work, i, work->body_f);
    else jni_force_add(system, work, &system->forces[i], work->body_f, &work->outputs[i]);
    if (work->replaced) jni_force_replace(work, i, &work->outputs[i]);
    work->potential += work->outputs[i].potential;
    work->power += work->outputs[i].power;
    for (int k = 0; k < system->forces[i].nstates; k++)
      work->zdot[system->forces[i].state_at + k] = work->outputs[i].state_rate[k];
  }
  for (int i = 0; work->applied && i < system->nbody_v; i++) work->body_f[i] += work->applied[i];
  for (int i = 0; i < system->nrates; i++)
    work->zdot[i] = jni_formula_value(system, work, &system->rates[i], NULL, NULL);
  if (system->nfollowers > 0) jni_drives_rates(system, work);
  if (system->work_state >= 0) work->zdot[system->work_state] = work->power;
}

void jni_stage_force(const jn_system *system, jn_work *work) {
  jni_stage_body_force(system, work);
  if (system->tree) jni_calc_tree_forces(system, work);
}

static bool same_bits(const double *a, const double *b, int n) {
  return n == 0 || memcmp(a, b, (size_t)n * sizeof *a) == 0;
}

// Returns whether all stages were evaluated at `state`. Of the discrete states in s it compares only those of the
// model: the winding states after them do not change the results of the stages.
bool jni_stages_are_current(const jn_system *system, const jn_work *work, const double *state) {
  const jn_sizes *n = &system->sizes;
  const double *q = state + 1, *v = q + n->nq, *z = v + n->nv, *s = z + n->nz;
  bool all_done = work->stamp > 2 && work->force_stamp == work->stamp && work->position_stamp == work->stamp - 2;
  return all_done && work->t == state[0] && same_bits(work->q, q, n->nq) && same_bits(work->v, v, n->nv) &&
         same_bits(work->z, z, n->nz) && same_bits(work->s, s, system->model->nown_discretes);
}

double jni_kinetic_of_bodies(const jn_system *system, const double *body_v) {
  double T = 0;
  for (int b = 0; b < system->rows.nblocks; b++) {
    const double *M = system->mass + system->rows.mass_at[b], *x = body_v + system->rows.block_at[b];
    int n = system->rows.block_at[b + 1] - system->rows.block_at[b];
    for (int i = 0; i < n; i++) {
      double half = 0.5 * x[i];
      for (int j = 0; j < n; j++)
        if (M[i * n + j] != 0) T += half * M[i * n + j] * x[j];
    }
  }
  return T;
}

// ---- public functions, which copy their arguments into the work ---------------------------------

void jn_calc_position(const jn_system *system, jn_work *work, double t, const double *q, const double *z,
                      const double *s) {
  if (!q) return;
  JNI_ASSERT(system && work);
  work->t = t;
  memcpy(work->q, q, (size_t)system->sizes.nq * sizeof *q);
  if (system->sizes.nz > 0 && z && z != work->z) memcpy(work->z, z, (size_t)system->sizes.nz * sizeof *z);
  if (system->sizes.ns > 0) memcpy(work->s, s, (size_t)system->sizes.ns * sizeof *s);
  jni_stage_position(system, work);
}

void jn_calc_velocity(const jn_system *system, jn_work *work, const double *v) {
  if (!v) return;
  JNI_ASSERT(system && work);
  memcpy(work->v, v, (size_t)system->sizes.nv * sizeof *v);
  jni_stage_velocity(system, work);
}

void jn_calc_force(const jn_system *system, jn_work *work, const double *z) {
  JNI_ASSERT(system && work);
  if (system->sizes.nz > 0) memcpy(work->z, z, (size_t)system->sizes.nz * sizeof *z);
  jni_stage_force(system, work);
}

int jn_input_find(const jn_system *system, const char *name) {
  JNI_ASSERT(system);
  for (int i = 0; i < system->model->ninputs; i++)
    if (strcmp(system->model->inputs[i].name, name) == 0) return i;
  return -1;
}

void jn_work_hold_input(jn_work *work, int input, double value) {
  JNI_ASSERT(work);
  JNI_ASSERT(input >= 0 && input < work->system->sizes.nu);
  work->stamp++;  // invalidates the results of the stages, which were computed with the old input
  work->held[input] = value == value;
  if (work->held[input]) work->u[input] = value;
}
