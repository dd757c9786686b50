// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// newton_pattern.c - dependence between bodies, colours of bodies that are perturbed together, and the pattern of the
// Newton matrix.
#include <string.h>

#include "formulation/residual/newton_matrix_internal.h"
#include "system/forces.h"
#include "system/reads.h"

// Up to this number of unknowns all bodies count as neighbours, and forces and auxiliary states get derivatives by all
// coordinates, speeds and states: difference quotients are then cheap, and the equation of the work W (zdot = power)
// has all its derivatives.
enum { SMALL = 60 };

// ---- dependence between bodies ------------------------------------------------------------------------------------

// Returns whether a force may depend on all bodies or on auxiliary states, a driver's motion on more than time, or
// whether auxiliary states have rates.
static bool depends_on_all(const jn_system *system) {
  for (int i = 0; i < system->nforces; i++) {
    const jni_force_plan *plan = &system->forces[i];
    // The force may depend on more than a list of bodies.
    if (plan->reads.sort == JNI_GRADIENT_NONE || plan->reads.nstates > 0) return true;
    if (jni_acts_everywhere(plan)) return true;
  }
  for (int i = 0; i < system->nmotions; i++)
    if (jni_formula_gradient_sort(system, &system->drives[i].signal) != JNI_GRADIENT_CONSTANT) return true;
  return system->nrates > 0;
}

// Function that is called for every pair of blocks (a, b) that a joint or a force connects, possibly more than once.
typedef void joiner(jni_newton *newton, int a, int b);

static void join_rows(jni_newton *newton, joiner *join) {
  const jni_pattern *pattern = &newton->f->base.system->pattern;
  for (int g = 0; g < pattern->ngroups; g++)
    for (int e = pattern->entry_at[g]; e < pattern->entry_at[g + 1]; e++)
      for (int k = pattern->entry_at[g]; k < pattern->entry_at[g + 1]; k++)
        join(newton, pattern->entry_block[e], pattern->entry_block[k]);
}

static void join_pair(jni_newton *newton, joiner *join, int body_a, int body_b) {
  const jn_system *system = newton->f->base.system;
  int a = jni_body_block(system, body_a), b = jni_body_block(system, body_b);
  if (a >= 0 && b >= 0) join(newton, a, b);
}

// Calls `join` for each body that a force element acts on with each body that the force depends on, in both directions.
static void join_forces(jni_newton *newton, joiner *join) {
  const jn_system *system = newton->f->base.system;
  for (int i = 0; i < system->nforces; i++) {
    const jni_force_plan *plan = &system->forces[i];
    int own[2], n;
    const int *felt = jni_force_dependencies(system, plan, 0, own, &n);
    for (int k = 0; k < plan->nbodies; k++)
      for (int j = 0; j < n; j++) {
        join_pair(newton, join, plan->bodies[k], felt[j]);
        if (j >= plan->nbodies) join_pair(newton, join, felt[j], plan->bodies[k]);
      }
  }
}

static void join_all(jni_newton *newton, joiner *join) {
  int n = newton->f->base.system->pattern.nblocks;
  for (int a = 0; a < n; a++) {
    if (!newton->dense) join(newton, a, a);
    for (int b = 0; b < n && newton->dense; b++) join(newton, a, b);
  }
  if (newton->dense) return;
  join_rows(newton, join);
  join_forces(newton, join);
}

static void count_neighbour(jni_newton *newton, int a, int b) {
  (void)a;
  newton->neighbour_at[b + 1]++;
}

static void store_neighbour(jni_newton *newton, int a, int b) {
  int *count = &newton->colour[b];  // neighbours stored so far; overwritten by the colours later
  for (int k = 0; k < *count; k++)
    if (newton->neighbour[newton->neighbour_at[b] + k] == a) return;
  newton->neighbour[newton->neighbour_at[b] + (*count)++] = a;
}

static int *ints(jni_newton *newton, int n) { return jni_ints(&newton->pool, (size_t)n + 1); }

static bool find_neighbours(jni_newton *newton) {
  int n = newton->f->base.system->pattern.nblocks, to = 0;
  newton->neighbour_at = ints(newton, n + 1);
  newton->colour = ints(newton, n);
  if (newton->pool.failed) return false;
  join_all(newton, count_neighbour);
  for (int b = 0; b < n; b++) newton->neighbour_at[b + 1] += newton->neighbour_at[b];
  newton->neighbour = ints(newton, newton->neighbour_at[n]);
  if (newton->pool.failed) return false;
  join_all(newton, store_neighbour);
  for (int b = 0; b < n; b++) {  // closes the gaps left by pairs that were counted more than once
    int from = newton->neighbour_at[b], count = newton->colour[b];
    memmove(newton->neighbour + to, newton->neighbour + from, (size_t)count * sizeof *newton->neighbour);
    newton->neighbour_at[b] = to;
    to += count;
  }
  newton->neighbour_at[n] = to;
  newton->neighbour_q = ints(newton, newton->neighbour_at[n]);
  newton->neighbour_v = ints(newton, newton->neighbour_at[n]);
  return !newton->pool.failed;
}

// Sets newton->colour: bodies of one colour have no common neighbour, so that they can be perturbed together. Assigns
// colours greedily. Returns false if there is no memory.
static bool choose_colours(jni_newton *newton) {
  int n = newton->f->base.system->pattern.nblocks;
  const int *at = newton->neighbour_at, *neighbour = newton->neighbour;
  int *taken = ints(newton, n);
  if (!taken) return false;
  for (int b = 0; b < n; b++) newton->colour[b] = -1;
  newton->ncolours = 0;
  for (int b = 0; b < n; b++) {
    for (int k = at[b]; k < at[b + 1]; k++)
      for (int a = neighbour[k], j = at[a]; j < at[a + 1]; j++)
        if (newton->colour[neighbour[j]] >= 0) taken[newton->colour[neighbour[j]]] = b + 1;
    int colour = 0;
    while (colour < newton->ncolours && taken[colour] == b + 1) colour++;
    newton->colour[b] = colour;
    if (colour == newton->ncolours) newton->ncolours++;
  }
  jni_drop(&newton->pool, taken);
  return !newton->pool.failed;
}

static bool find_uses(jni_newton *newton) {
  const jni_pattern *pattern = &newton->f->base.system->pattern;
  int nentries = pattern->entry_at[pattern->ngroups];
  newton->use_at = ints(newton, pattern->nblocks + 1);
  newton->use = ints(newton, nentries);
  newton->entry_group = ints(newton, nentries);
  if (newton->pool.failed) return false;
  for (int g = 0; g < pattern->ngroups; g++)
    for (int e = pattern->entry_at[g]; e < pattern->entry_at[g + 1]; e++) newton->entry_group[e] = g;
  for (int e = 0; e < nentries; e++) newton->use_at[pattern->entry_block[e] + 1]++;
  for (int b = 0; b < pattern->nblocks; b++) newton->use_at[b + 1] += newton->use_at[b];
  for (int e = 0; e < nentries; e++) newton->use[newton->use_at[pattern->entry_block[e]]++] = e;
  for (int b = pattern->nblocks; b > 0; b--) newton->use_at[b] = newton->use_at[b - 1];
  newton->use_at[0] = 0;
  return true;
}

// ---- pattern ----------------------------------------------------------------------------------------------------

typedef struct {
  jni_pool pool;
  int *row, *column;
  int n, row_capacity, column_capacity;
} element_list;

static void add(element_list *p, int row, int column) {
  if (!jni_pool_grow(&p->pool, &p->row, &p->row_capacity, p->n + 1, sizeof *p->row) ||
      !jni_pool_grow(&p->pool, &p->column, &p->column_capacity, p->n + 1, sizeof *p->column))
    return;
  p->row[p->n] = row;
  p->column[p->n++] = column;
}

// Adds a dense block of nrows x ncolumns elements to the pattern. Returns the index of its first element.
static int add_block(element_list *p, int row, int nrows, int column, int ncolumns) {
  int at = p->n;
  for (int i = 0; i < nrows; i++)
    for (int j = 0; j < ncolumns; j++) add(p, row + i, column + j);
  return at;
}

static void place_kinematics(jni_newton *newton, element_list *p) {
  const jn_system *system = newton->f->base.system;
  newton->kinematic_at = p->n;
  for (int i = 0; i < system->sizes.nv; i++)
    if (system->speed_q[i] >= 0) add(p, i, i);
  for (int k = 0; k < system->ntwists; k++)  // in the plane the angle, too
    for (int i = 0, at = system->twists[k].v_at; i < 3; i++) add(p, at + i, at + i);
  newton->nplain = p->n - newton->kinematic_at;
  for (int k = 0; k < system->nturns; k++) add_block(p, system->turns[k].v_at, 3, system->turns[k].v_at, 3);
  for (int k = 0; k < system->ntwists; k++) {
    const jni_twist *twist = &system->twists[k];
    add_block(p, twist->v_at, twist->n, twist->v_at + twist->n, twist->n == 2 ? 1 : 3);
  }
  newton->moving_at = p->n;
  for (int i = 0; i < system->sizes.nv; i++) add(p, i, newton->at_v + i);
}

static void place_forces(jni_newton *newton, element_list *p) {
  const jni_pattern *pattern = &newton->f->base.system->pattern;
  for (int b = 0; b < pattern->nblocks; b++) {
    int at = pattern->block_at[b], width = pattern->block_at[b + 1] - at;
    for (int k = newton->neighbour_at[b]; k < newton->neighbour_at[b + 1]; k++) {
      int a = newton->neighbour[k], row = newton->at_v + pattern->block_at[a],
          rows = pattern->block_at[a + 1] - pattern->block_at[a];
      newton->neighbour_q[k] = add_block(p, row, rows, at, width);
      newton->neighbour_v[k] = add_block(p, row, rows, newton->at_v + at, width);
    }
  }
}

static bool place_rows(jni_newton *newton, element_list *p) {
  const jn_system *system = newton->f->base.system;
  const jni_pattern *pattern = &system->pattern;
  int nentries = pattern->entry_at[pattern->ngroups];
  int **lists[] = {&newton->row_q, &newton->row_v, &newton->row_lambda, &newton->delta_mu, &newton->mu_delta};
  for (int i = 0; i < 5; i++) *lists[i] = ints(newton, nentries);
  if (newton->pool.failed) return false;
  for (int e = 0; e < nentries; e++) {
    int g = newton->entry_group[e], b = pattern->entry_block[e];
    int row = pattern->group_at[g], rows = pattern->group_at[g + 1] - row;
    int at = pattern->block_at[b], width = pattern->block_at[b + 1] - at;
    bool holonomic = newton->f->nmu > 0 && row < system->sizes.nh;
    int nholonomic = !holonomic ? 0 : row + rows <= system->sizes.nh ? rows : system->sizes.nh - row;
    newton->row_q[e] = add_block(p, newton->at_lambda + row, rows, at, width);
    newton->row_v[e] = add_block(p, newton->at_lambda + row, rows, newton->at_v + at, width);
    newton->row_lambda[e] = add_block(p, newton->at_v + at, width, newton->at_lambda + row, rows);
    newton->delta_mu[e] = nholonomic ? add_block(p, at, width, newton->at_mu + row, nholonomic) : -1;
    newton->mu_delta[e] = nholonomic ? add_block(p, newton->at_mu + row, nholonomic, at, width) : -1;
  }
  return true;
}

static void place_states(jni_newton *newton, element_list *p) {
  const jn_system *system = newton->f->base.system;
  int nv = system->sizes.nv, nz = system->sizes.nz;
  newton->z_z = add_block(p, newton->at_z, nz, newton->at_z, nz);
  newton->z_q = newton->z_v = newton->v_z = newton->z_lambda = -1;
  if (newton->dense) {
    newton->z_q = add_block(p, newton->at_z, nz, 0, nv);
    newton->z_v = add_block(p, newton->at_z, nz, newton->at_v, nv);
    newton->v_z = add_block(p, newton->at_v, nv, newton->at_z, nz);
  }
  if (system->work_state >= 0 && system->nmotions > 0)
    newton->z_lambda = add_block(p, newton->at_z + system->work_state, 1, newton->at_lambda, system->sizes.nc);
}

// Adds the elements of constraints with drivers by the states of the drivers' filters to the pattern: see put_drives.
static void add_drives(jni_newton *newton, element_list *p) {
  const jn_system *system = newton->f->base.system;
  newton->drive_at = p->n;
  for (int i = 0; i < system->nmotions; i++) {
    const jni_drive *drive = &system->drives[i];
    int row = system->primitives[drive->primitive].row;
    if (!jni_drive_follows(drive)) continue;
    for (int k = 0; k < JNI_DRIVE_STATES; k++) add(p, newton->at_lambda + row, newton->at_z + drive->state_at + k);
    if (row < newton->f->nmu) add(p, newton->at_mu + row, newton->at_z + drive->state_at);
  }
}

// Adds the diagonal elements of inactive constraints, which are constantly 1, to the pattern; they come last.
static void add_inactive(jni_newton *newton, element_list *p) {
  const jni_implicit *f = newton->f;
  for (int i = 0; i < f->base.system->sizes.nc; i++)
    if (!f->active[i]) add(p, newton->at_lambda + i, newton->at_lambda + i);
  for (int i = 0; i < f->nmu; i++)
    if (!f->active[i]) add(p, newton->at_mu + i, newton->at_mu + i);
}

bool jni_newton_make_pattern(jni_newton *newton) {
  newton->dense = newton->n <= SMALL || depends_on_all(newton->f->base.system);
  if (!find_neighbours(newton) || !choose_colours(newton) || !find_uses(newton)) return false;
  element_list p = {.pool = {.alloc = newton->pool.alloc}};
  place_kinematics(newton, &p);
  place_forces(newton, &p);
  bool ok = place_rows(newton, &p);
  place_states(newton, &p);
  add_drives(newton, &p);
  int inactive = p.n;
  add_inactive(newton, &p);
  if (ok && !p.pool.failed)
    newton->lu =
        jni_keep(&newton->pool, jni_lu_new(newton->pool.alloc, newton->n, p.n, p.row, p.column), jni_object_free);
  if (newton->lu) newton->values = jni_lu_values(newton->lu);
  for (int k = inactive; newton->lu && k < p.n; k++) newton->values[k] = 1;
  jni_pool_free(&p.pool);
  return newton->lu != NULL;
}
