// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// pose_tables.c - see pose_tables.h.
#include "compile/tables/pose_tables.h"

#include <string.h>

#include "kernel/vec3.h"
#include "system/system.h"

// ---- bodies -------------------------------------------------------------------------------------------------------

enum { FUNCTIONS = 7, NODES = 12 };

// Sign of quaternions. The first sample of a table has one of the two quaternions of its rotation; later samples get
// the sign that is nearer to the first, so that the table is continuous.
typedef struct {
  double first[4];
  bool known;
} side;

static void calc_pose(void *context, const double *nodes, double *out) {
  side *s = context;
  double *p = out + 3, same = 0;
  memcpy(out, nodes, 3 * sizeof *out);
  jnk_matrix_to_quat(nodes + 3, p);
  if (!s->known) {
    memcpy(s->first, p, sizeof s->first);
    s->known = true;
  }
  for (int i = 0; i < 4; i++) same += p[i] * s->first[i];
  for (int i = 0; i < 4 && same < 0; i++) p[i] = -p[i];
}

// Returns the link whose tabulated pose gives the pose of a body: the body's own link, or its parent if the body is on
// a hinge with an unbounded angle.
static int posed_link(const jn_system *system, const jni_coordinate_table_def *def, int body) {
  int link = system->tree->link_of[body];
  const jni_link *l = &system->tree->links[link];
  bool hinge = l->kind == JNI_LINK_REVOLUTE && l->nv == 1 && system->speed_q[l->v_at] >= 0;
  return hinge && jni_coordinate_unbounded(system, def, system->speed_q[l->v_at]) ? l->parent : link;
}

static const jni_pose_table *add_link(jni_pose_tables *poses, const jni_equations *e,
                                      const jni_coordinate_table_def *def, int link) {
  const jni_link_nodes *own = &e->writer->links[link];
  side which = {.known = false};
  jni_node nodes[NODES];
  memcpy(nodes, own->o.x, 3 * sizeof *nodes);
  memcpy(nodes + 3, own->R.x, 9 * sizeof *nodes);
  const jni_table_functions pose = {nodes, NODES, FUNCTIONS, calc_pose, &which};
  jni_pose_table *out = &poses->links[poses->nlinks++];
  out->element = link;
  jni_coordinate_table_fit(&poses->pool, e, def, &pose, &out->table);
  return out;
}

static void add_body(jni_pose_tables *poses, const jni_equations *e, const jni_coordinate_table_def *def, int body) {
  int link = posed_link(e->system, def, body);
  const jni_pose_table *found = NULL;
  if (link == 0 || e->writer->links[link].base == link) return;
  for (int i = 0; i < poses->nlinks; i++)
    if (poses->links[i].element == link) found = &poses->links[i];
  if (!found) found = add_link(poses, e, def, link);
  poses->bodies[body] = poses->bodies[e->system->tree->links[link].body] = found->table.spline.block;
}

// ---- lengths of forces --------------------------------------------------------------------------------------------

static void add_line(jni_pose_tables *poses, const jni_equations *e, const jni_coordinate_table_def *def, int force) {
  const jni_force_code *code = e->system->forces[force].element->kind->code;
  if (!code || !code->scalar) return;
  const jni_table_functions length = {&e->writer->forces[force].out.length, 1, 1, NULL, NULL};
  poses->lines[poses->nlines].element = force;
  jni_coordinate_table_fit(&poses->pool, e, def, &length, &poses->lines[poses->nlines++].table);
}

jni_pose_tables *jni_pose_tables_new(const jni_equations *e, const bool *kept, const jni_coordinate_table_def *def) {
  jni_pose_tables *poses = jni_object_new(e->pool.alloc, sizeof *poses);
  if (!poses) return NULL;
  int nforces = e->system->model->nforces;
  poses->links = jni_take(&poses->pool, (size_t)e->system->nbodies, sizeof *poses->links);
  poses->lines = jni_take(&poses->pool, (size_t)nforces + 1, sizeof *poses->lines);
  poses->bodies = jni_flags(&poses->pool, (size_t)e->system->nbodies);
  for (int b = 1; b < e->system->nbodies && !poses->pool.failed; b++)
    if (kept[b]) add_body(poses, e, def, b);
  for (int i = 0; i < nforces && !poses->pool.failed; i++) add_line(poses, e, def, i);
  return poses->pool.failed ? jni_pose_tables_free(poses) : poses;
}

void *jni_pose_tables_free(jni_pose_tables *poses) { return jni_object_free(poses); }
