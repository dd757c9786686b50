// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// constraint_rows.c - builds the constraint equations of the joints of a model: primitives, joint coordinates, and the
// pattern of G by joints and bodies.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "system/reaction.h"
#include "system/system.h"
#include "system/system_build.h"

// ---- bodies of a joint --------------------------------------------------------------------------------

typedef struct {
  int *bodies;  // bodies of the group, each once, without the ground
  int n, capacity;
  jni_pool *pool;
} body_set;

static void set_add(body_set *set, int body) {
  if (body == 0) return;
  for (int i = 0; i < set->n; i++)
    if (set->bodies[i] == body) return;
  if (jni_pool_grow(set->pool, &set->bodies, &set->capacity, set->n + 1, sizeof *set->bodies))
    set->bodies[set->n++] = body;
}

static void set_add_primitive(const jn_system *system, body_set *set, const jni_primitive *p) {
  bool sides = jni_primitive_has_sides(p->kind);
  for (int end = 0; sides && end < 2; end++) set_add(set, p->side[end].body);
  for (int i = 0; i < p->nterms; i++) {
    const jni_primitive_term *term = &system->terms[p->term_at + i];
    if (p->kind == JNI_SUM) set_add(set, term->side.body);
    for (int end = 0; p->kind != JNI_SUM && end < 2; end++)
      set_add(set, system->coordinates[term->coordinate].side[end].body);
  }
}

// ---- pattern of G -------------------------------------------------------------------------------------

typedef struct {
  int *group_at, *entry_at, *entry_block, *entry_value;
  int ngroups, nentries, nvalues;
  int capacity_groups, capacity_entry_at, capacity_blocks, capacity_values;
} pattern_lists;

static bool lists_add_entry(jn_system *system, pattern_lists *lists, int body, int rows) {
  int n = lists->nentries + 1;
  if (!jni_pool_grow(&system->pool, &lists->entry_block, &lists->capacity_blocks, n, sizeof(int)) ||
      !jni_pool_grow(&system->pool, &lists->entry_value, &lists->capacity_values, n, sizeof(int)))
    return false;
  lists->entry_block[lists->nentries] = body - 1;
  lists->entry_value[lists->nentries] = lists->nvalues;
  lists->nentries = n;
  lists->nvalues += rows * system->width[body];
  return true;
}

static bool lists_add_group(jn_system *system, pattern_lists *lists, int first_row, int rows, const body_set *set) {
  int n = lists->ngroups + 2;
  if (!jni_pool_grow(&system->pool, &lists->group_at, &lists->capacity_groups, n, sizeof(int)) ||
      !jni_pool_grow(&system->pool, &lists->entry_at, &lists->capacity_entry_at, n, sizeof(int)))
    return false;
  for (int i = 0; i < set->n; i++)
    if (!lists_add_entry(system, lists, set->bodies[i], rows)) return false;
  lists->ngroups++;
  lists->group_at[lists->ngroups] = first_row + rows;
  lists->entry_at[lists->ngroups] = lists->nentries;
  return true;
}

static int find_value(const pattern_lists *lists, int group, int body, int row, int width) {
  for (int e = lists->entry_at[group]; body > 0 && e < lists->entry_at[group + 1]; e++)
    if (lists->entry_block[e] == body - 1) return lists->entry_value[e] + row * width;
  return 0;
}

static void place_primitive(jn_system *system, const pattern_lists *lists, int group, int first_row, jni_primitive *p) {
  int row = p->row - first_row;
  for (int end = 0; end < 2; end++)
    p->side[end].value = find_value(lists, group, p->side[end].body, row, p->side[end].width);
  for (int i = 0; i < p->nterms; i++) {
    jni_primitive_term *term = &system->terms[p->term_at + i];
    if (p->kind == JNI_SUM) term->side.value = find_value(lists, group, term->side.body, row, term->side.width);
    for (int end = 0; p->kind != JNI_SUM && end < 2; end++) {
      const jni_side *side = &system->coordinates[term->coordinate].side[end];
      term->value[end] = find_value(lists, group, side->body, row, side->width);
    }
  }
}

// Adds a group to the pattern of G: the holonomic equations of a joint or, with `velocity`, its velocity equations;
// does nothing if it has none. p: the n primitives of the joint, or the one primitive that keeps a body rigid; sets
// their indices into the values of the group. Returns JN_OK, JN_NO_MEMORY, or the status of a fault if the equations
// involve no body that can move.
static jn_status build_group(jn_system *system, pattern_lists *lists, bool velocity, jni_primitive *p, int n,
                             jn_report *report) {
  const int *joint_row = velocity ? system->joint_rate : system->joint_row;
  bool of_body = p->joint < 0;
  if (of_body && velocity) return JN_OK;
  int joint = p->joint, first_row = of_body ? p->row : joint_row[joint];
  int rows = of_body ? jni_primitive_rows(p->kind, system->model->space) : joint_row[joint + 1] - first_row;
  body_set set = {.pool = &system->pool};
  if (rows == 0) return JN_OK;
  for (int i = 0; i < n; i++)
    if (jni_primitive_is_velocity(p[i].kind) == velocity) set_add_primitive(system, &set, &p[i]);
  jn_status status = JN_OK;
  if (system->pool.failed) status = JN_NO_MEMORY;
  else if (set.n == 0)
    status = jn_report_fault(report, JN_BAD_MODEL, system->model->joints[joint].name,
                             "the joint constrains no body that can move");
  else if (!lists_add_group(system, lists, first_row, rows, &set)) status = JN_NO_MEMORY;
  else
    for (int i = 0; i < n; i++)
      if (jni_primitive_is_velocity(p[i].kind) == velocity)
        place_primitive(system, lists, lists->ngroups - 1, first_row, &p[i]);
  jni_drop(&system->pool, set.bodies);
  return status;
}

// Returns the number of consecutive primitives, from i on, that belong to the same joint as primitive i; 1 if primitive
// i belongs to no joint but keeps a body rigid.
static int joint_primitives(const jni_row_builder *builder, int i) {
  int n = 1;
  if (builder->primitives[i].joint < 0) return n;
  while (i + n < builder->nprimitives && builder->primitives[i + n].joint == builder->primitives[i].joint) n++;
  return n;
}

static jn_status build_groups(jn_system *system, pattern_lists *lists, const jni_row_builder *builder,
                              jn_report *report) {
  jn_status status = JN_OK;
  if (!jni_pool_grow(&system->pool, &lists->group_at, &lists->capacity_groups, 1, sizeof(int)) ||
      !jni_pool_grow(&system->pool, &lists->entry_at, &lists->capacity_entry_at, 1, sizeof(int)))
    return JN_NO_MEMORY;
  for (int velocity = 0; velocity < 2; velocity++)
    for (int i = 0, n; i < builder->nprimitives; i += n) {
      n = joint_primitives(builder, i);
      jn_status one = build_group(system, lists, velocity, &builder->primitives[i], n, report);
      if (one != JN_OK) status = one;
      if (one == JN_NO_MEMORY) return one;
    }
  return status;
}

static bool build_blocks(jn_system *system) {
  int n = system->nbodies - 1, *block_at = jni_ints(&system->pool, 2 * (size_t)n + 1);
  if (system->pool.failed) return false;
  int *mass_at = block_at + n + 1;
  int nmass = 0;
  for (int b = 1; b < system->nbodies; b++) {
    block_at[b - 1] = system->v_at[b];
    mass_at[b - 1] = nmass;
    nmass += system->width[b] * system->width[b];
  }
  block_at[n] = system->nbody_v;
  system->rows.nblocks = n;
  system->rows.block_at = block_at;
  system->rows.mass_at = mass_at;
  system->rows.nmass = nmass;
  return true;
}

// Stores the primitives of the builder in the system, sorted by kind, so that each kind is evaluated in one loop; sets
// the index of the first primitive of each kind, the list of the kinds that occur, and the primitive of each row.
static void sort_primitives(jn_system *system, const jni_row_builder *builder) {
  int at = 0;
  for (int k = 0; k < JNI_PRIMITIVE_COUNT; k++) {
    system->primitive_at[k] = at;
    for (int i = 0; i < builder->nprimitives; i++)
      if ((int)builder->primitives[i].kind == k) system->primitives[at++] = builder->primitives[i];
  }
  system->primitive_at[JNI_PRIMITIVE_COUNT] = at;
  for (int k = 0; k < JNI_PRIMITIVE_COUNT; k++)
    if (system->primitive_at[k + 1] > system->primitive_at[k]) system->kinds[system->nkinds++] = k;
  for (int i = 0; i < at; i++)
    for (int r = 0; r < jni_primitive_rows(system->primitives[i].kind, system->model->space); r++)
      system->row_primitive[system->primitives[i].row + r] = i;
}

// ---- coordinates -----------------------------------------------------------------------------------------

// ---- construction -----------------------------------------------------------------------------------------

// Builds the equations of the joints that are not in the spanning tree and, in natural coordinates, those that keep
// bodies rigid; sets their rows for each joint and the numbers nh, nn and nc. Velocity equations get the numbers after
// all holonomic ones.
static void build_joints(jn_system *system, jni_row_builder *builder) {
  const jn_model *model = system->model;
  for (int j = 0; j < model->njoints; j++) {
    builder->joint = j;
    system->joint_row[j] = builder->rows;
    system->joint_rate[j] = builder->rates;
    if (!system->tree || system->tree->cut[j] != JNI_CUT_NO) model->joints[j].kind->build(builder);
  }
  system->joint_row[model->njoints] = builder->rows;
  system->joint_rate[model->njoints] = builder->rates;
  for (int b = 1; b < system->nbodies && system->kind->natural; b++)
    if (!model->bodies[b].particle) jni_rows_rigid(builder, b);
  system->sizes.nh = builder->rows;
  system->sizes.nn = builder->rates;
  system->sizes.nc = builder->rows + builder->rates;
  for (int j = 0; j <= model->njoints; j++) system->joint_rate[j] += builder->rows;
  for (int i = 0; i < builder->nprimitives; i++)
    if (jni_primitive_is_velocity(builder->primitives[i].kind)) builder->primitives[i].row += builder->rows;
}

bool jni_system_build_rows(jn_system *system, jn_report *report) {
  const jn_model *model = system->model;
  jni_row_builder builder = {.model = model, .pool = &system->pool, .width = system->width};
  pattern_lists lists = {0};
  int before = jn_report_count(report, JN_FAULT);
  build_joints(system, &builder);
  bool ok = jni_system_build_forces(system, &builder, report);

  // Adds the joint coordinates that no equation and no force uses. Their indices begin at nactive; they are evaluated
  // on request only.
  system->nactive = builder.nshared = builder.ncoordinates;
  builder.each_once = true;
  for (int j = 0; j < model->njoints; j++)
    for (int c = 0; c < model->joints[j].kind->ncoordinates; c++) jni_coordinate_add(&builder, j, c);
  jni_tree_link_coordinates(system, builder.coordinates, builder.ncoordinates);

  // Assigns indices in s to the discrete states of the unbounded angles in space.
  for (int i = 0; i < builder.ncoordinates; i++)
    if (builder.coordinates[i].kind == JNI_ANGLE && model->space == JN_SPACE && !builder.coordinates[i].linked &&
        !builder.coordinates[i].function)
      builder.coordinates[i].winding = model->nown_discretes + JNI_WINDING * system->nwindings++;

  system->terms = builder.terms;
  system->nterms = builder.nterms;
  system->coordinates = builder.coordinates;
  system->ncoordinates = builder.ncoordinates;
  system->nmotions = builder.nmotions;
  system->agreements = builder.agreements;
  system->nagreements = builder.nagreements;
  system->primitives = jni_take(&system->pool, builder.nprimitives, sizeof *system->primitives);
  system->row_primitive = jni_ints(&system->pool, system->sizes.nc);
  ok = ok && build_blocks(system);
  if (!ok && jn_report_count(report, JN_FAULT) == before) jni_report_no_memory(report);
  jn_status status = ok ? build_groups(system, &lists, &builder, report) : JN_NO_MEMORY;
  if (status == JN_NO_MEMORY && ok) jn_report_fault(report, status, "", "%s", jn_status_text(status));
  if (status == JN_OK) sort_primitives(system, &builder);
  jni_drop(&system->pool, builder.primitives);
  system->rows.ngroups = lists.ngroups;
  system->rows.group_at = lists.group_at;
  system->rows.entry_at = lists.entry_at;
  system->rows.entry_block = lists.entry_block;
  system->rows.entry_value = lists.entry_value;
  system->rows.nvalues = lists.nvalues;
  if (status != JN_OK) return false;
  if (!jni_system_find_meshes(system, report)) return false;
  if (!jni_system_build_actions(system)) {
    jni_report_no_memory(report);
    return false;
  }
  if (!system->tree) {
    system->pattern = system->rows;
  } else if (!jni_tree_pattern(system)) {
    jni_report_no_memory(report);
    return false;
  }
  return true;
}

// ---- rows of a joint ------------------------------------------------------------------------------------------

int jni_joint_row_count(const jn_system *system, int joint) {
  return system->joint_row[joint + 1] - system->joint_row[joint] + system->joint_rate[joint + 1] -
         system->joint_rate[joint];
}

int jni_joint_row(const jn_system *system, int joint, int i) {
  int holonomic = system->joint_row[joint + 1] - system->joint_row[joint];
  return i < holonomic ? system->joint_row[joint] + i : system->joint_rate[joint] + i - holonomic;
}

bool jni_joint_owns(const jn_system *system, int joint, int row) {
  const int *at = row < system->sizes.nh ? system->joint_row : system->joint_rate;
  return row >= at[joint] && row < at[joint + 1];
}

int jni_row_of_cartesian(const jn_system *system, int row) {
  const jn_system *cartesian = system->cartesian;
  bool rate = row >= cartesian->sizes.nh;
  const int *from = rate ? cartesian->joint_rate : cartesian->joint_row,
            *to = rate ? system->joint_rate : system->joint_row;
  int joint = cartesian->primitives[cartesian->row_primitive[row]].joint, i = row - from[joint];
  return i < to[joint + 1] - to[joint] ? to[joint] + i : -1;
}

// ---- names ---------------------------------------------------------------------------------------------------

static const jni_primitive *row_primitive(const jn_system *system, int row) {
  JNI_ASSERT(row >= 0 && row < system->sizes.nc);
  return &system->primitives[system->row_primitive[row]];
}

const char *jn_row_name(const jn_system *system, int row, char *text, size_t size) {
  JNI_ASSERT(system);
  const jni_primitive *p = row_primitive(system, row);
  int number = 1;
  if (p->joint < 0) {
    snprintf(text, size, "body '%s' (equation %d, %s%s)", system->model->bodies[p->side[0].body].name, row - p->row + 1,
             jni_primitive_name(p->kind), jni_primitive_component(p, system->model->space, row - p->row));
    return text;
  }
  while (jni_joint_row(system, p->joint, number - 1) != row) number++;
  snprintf(text, size, "joint '%s' (equation %d, %s%s)", system->model->joints[p->joint].name, number,
           jni_primitive_name(p->kind), jni_primitive_component(p, system->model->space, row - p->row));
  return text;
}

bool jn_row_is_angle(const jn_system *system, int row) {
  JNI_ASSERT(system);
  const jni_primitive *p = row_primitive(system, row);
  return jni_primitive_is_angle(p, system->coordinates, system->terms);
}
