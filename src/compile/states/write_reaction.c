// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// write_reaction.c - writes accelerations of bodies, multipliers and reactions of joints (system/reaction.c and
// system/tree/tree_reaction.c have the same in numbers). Wrenches are about the origin of a base, so that those of the
// links on a branch are added without a shift.
//
//   N_i = sum over what link i carries of M a - f                       a: with vdot
//   G' lambda = f - M vdot,   of speed j of link i: -S_j . N_i          rows and speeds of the loops alone
//   F_i = N_i + sum over what link i carries of G' lambda               what the joint of link i does to it
#include "compile/write.h"
#include "kernel/vec3.h"
#include "system/motion.h"
#include "system/reaction.h"
#include "system/system.h"

// ---- accelerations ------------------------------------------------------------------------------------------------

// Fills w->vdot_accelerations: for each link the spatial acceleration by the accelerations vdot of all joints from the
// root to the link, without the bias.
static void write_links(jni_writer *w) {
  jni_graph *g = w->g;
  for (int i = 1; i < w->system->tree->nlinks; i++) {
    const jni_link *link = &w->system->tree->links[i];
    w->vdot_accelerations[i] = w->vdot_accelerations[link->parent];
    for (int j = 0; j < link->nv; j++)
      w->vdot_accelerations[i] =
          jni_motion_add(g, w->vdot_accelerations[i], jni_motion_scale(g, w->vdot[link->v_at + j], w->links[i].S[j]));
  }
}

// Returns the acceleration of a link's centre of mass and its angular acceleration, in the axes of its base.
static jni_motion_vec acceleration_of(const jni_writer *w, int link) {
  jni_graph *g = w->g;
  const jni_link_nodes *own = &w->links[link];
  jni_motion_vec by = w->vdot_accelerations[link];
  jni_vec v = jni_vec_add(g, by.v, jni_vec_cross(g, by.w, own->o));
  return (jni_motion_vec){jni_vec_add(g, own->motion.bv, v), jni_vec_add(g, own->motion.bw, by.w)};
}

static jni_vec in_ground(const jni_writer *w, int link, jni_vec x) {
  int base = w->links[link].base;
  return base > 0 ? jni_mat_times(w->g, &w->bases[base].R, x) : x;
}

static int link_of(const jni_writer *w, int body) { return body > 0 ? w->system->tree->link_of[body] : 0; }

static jni_vec arm_of(jni_writer *w, int frame) {
  const jni_frame *f = &w->system->model->frames[frame];
  double p[3];
  jni_trace_sub(w->system->model->trace, f->p, w->system->model->bodies[f->body].com, p);
  return jni_write_body_vector(w, link_of(w, f->body), p);
}

jni_vec jni_write_angular_acceleration(jni_writer *w, int body) {
  int link = link_of(w, body);
  jni_motion_vec a = acceleration_of(w, link);
  return w->plane ? a.w : jni_mat_transposed_times(w->g, &w->links[link].R, a.w);
}

jni_vec jni_write_point_acceleration(jni_writer *w, int frame) {
  jni_graph *g = w->g;
  int link = link_of(w, w->system->model->frames[frame].body);
  jni_motion_vec a = acceleration_of(w, link);
  jni_vec arm = arm_of(w, frame), omega = w->links[link].motion.w;
  jni_vec sum = jni_vec_add(g, a.v, jni_vec_cross(g, a.w, arm));
  sum = jni_vec_add(g, sum, jni_vec_cross(g, omega, jni_vec_cross(g, omega, arm)));
  return in_ground(w, link, sum);
}

// ---- wrenches of constraint equations -----------------------------------------------------------------------------

// Returns the coefficients t, r with which one end of a joint coordinate enters the coordinate's rate, t . v + r . w of
// that end's link, times k. They are about the origin, and in the axes, of the base of the link.
static jni_row_term end_term(jni_writer *w, const jni_written_coordinate *c, int end, jni_node k) {
  jni_graph *g = w->g;
  int link = c->body[end].link, base = w->links[link].base;
  jni_vec t = jni_vec_scale(g, k, c->t[end]), r = jni_vec_scale(g, k, c->r[end]);
  if (base > 0 && c->ancestor == 0) {
    t = jni_mat_transposed_times(g, &w->bases[base].R, t);
    r = jni_mat_transposed_times(g, &w->bases[base].R, r);
  }
  return (jni_row_term){-1, link, t, jni_vec_add(g, r, jni_vec_cross(g, w->links[link].o, t))};
}

static void add_wrench(jni_graph *g, jni_wrench *to, const jni_row_term *side, jni_node k) {
  to->f = jni_vec_add_scaled(g, to->f, k, side->t);
  to->n = jni_vec_add_scaled(g, to->n, k, side->r);
}

// Adds to sum[link] the wrenches that constraint equations over joint coordinates of the tree cause. These have no row
// terms (write_coordinates.c), and act only on the two links of the joint.
static void add_linked_rows(jni_writer *w, const jni_node *lambda, jni_wrench *sum) {
  const jn_system *system = w->system;
  for (int i = system->primitive_at[JNI_COORDINATES]; i < system->primitive_at[JNI_COORDINATE_RATES + 1]; i++)
    for (int k = 0; k < system->primitives[i].nterms; k++) {
      const jni_primitive *p = &system->primitives[i];
      const jni_primitive_term *term = &system->terms[p->term_at + k];
      const jni_coordinate *own = &system->coordinates[term->coordinate];
      if (!(own->function ? &system->coordinates[own->of] : own)->linked) continue;
      jni_written_coordinate c = jni_write_coordinate(w, term->coordinate);
      jni_node part = jni_times(w->g, jni_number(w->g, p->scale), jni_number(w->g, term->factor));
      jni_node by = jni_times(w->g, part, lambda[p->row]);
      for (int end = 0; end < 2; end++) {
        jni_row_term side = end_term(w, &c, end, by);
        add_wrench(w->g, &sum[side.link], &side, JNI_ONE);
      }
    }
}

// Adds to sum[link] the wrenches on the two links of each joint of the tree by the generalised forces along its
// coordinates (w->along). If several coordinates have the same speed the first one is used.
static void add_along(jni_writer *w, jni_wrench *sum) {
  const jn_system *system = w->system;
  for (int i = 0; i < system->ncoordinates; i++) {
    const jni_coordinate *c = &system->coordinates[i];
    bool first = c->linked && w->along[c->link_v] != JNI_ZERO;
    for (int k = 0; k < i && first; k++)
      first = !system->coordinates[k].linked || system->coordinates[k].link_v != c->link_v;
    if (!first) continue;
    jni_written_coordinate at = jni_write_coordinate(w, i);
    for (int end = 0; end < 2; end++) {
      jni_row_term side = end_term(w, &at, end, jni_opposite(w->g, w->along[c->link_v]));
      add_wrench(w->g, &sum[side.link], &side, JNI_ONE);
    }
  }
}

// ---- wrenches of joints of the tree -------------------------------------------------------------------------------

// Returns M a - f of one body, the wrench that it needs from its joints, about the origin of its base: force m a - m g
// and moment J alpha + w x J w, minus the loads on it.
static jni_wrench needed_wrench(jni_writer *w, int link) {
  jni_graph *g = w->g;
  const jni_link_nodes *own = &w->links[link];
  jni_motion_vec a = acceleration_of(w, link);
  jni_node m = jni_number(g, w->system->model->bodies[w->system->tree->links[link].body].mass);
  jni_vec down = jni_mat_transposed_times(g, &w->bases[own->base].R, jni_vec_of(g, w->system->model->gravity));
  jni_vec f = jni_vec_scale(g, m, jni_vec_subtract(g, a.v, down));
  jni_vec n = jni_write_moment_of(w, link, a.w);
  n = jni_vec_add(g, n, jni_vec_cross(g, own->motion.w, jni_write_moment_of(w, link, own->motion.w)));
  f = jni_vec_subtract(g, f, w->loads[link].f);
  n = jni_vec_subtract(g, n, w->loads[link].n);
  return (jni_wrench){f, jni_vec_add(g, n, jni_vec_cross(g, own->o, f))};
}

static void sum_branches(const jni_writer *w, jni_wrench *sum) {
  jni_graph *g = w->g;
  for (int i = w->system->tree->nlinks - 1; i > 0; i--) {
    int parent = w->system->tree->links[i].parent;
    if (parent == 0) continue;
    sum[parent].f = jni_vec_add(g, sum[parent].f, sum[i].f);
    sum[parent].n = jni_vec_add(g, sum[parent].n, sum[i].n);
  }
}

bool jni_write_accelerations(jni_writer *w, const jni_node *vdot, jni_node *left) {
  size_t n = (size_t)w->system->tree->nlinks;
  w->vdot_accelerations = jni_take(&w->pool, n, sizeof *w->vdot_accelerations);
  w->joint_wrenches = jni_take(&w->pool, n, sizeof *w->joint_wrenches);
  if (w->pool.failed) return false;
  w->vdot = vdot;
  write_links(w);
  for (size_t i = 1; i < n; i++) w->joint_wrenches[i] = needed_wrench(w, (int)i);
  sum_branches(w, w->joint_wrenches);
  for (size_t i = 1; i < n; i++) {
    const jni_link *link = &w->system->tree->links[i];
    for (int j = 0; j < link->nv; j++) {
      const jni_motion_vec *S = &w->links[i].S[j];
      jni_node need = jni_plus(w->g, jni_vec_dot(w->g, S->v, w->joint_wrenches[i].f),
                               jni_vec_dot(w->g, S->w, w->joint_wrenches[i].n));
      left[link->v_at + j] = jni_minus(w->g, w->along[link->v_at + j], need);
    }
  }
  return true;
}

void jni_write_row_wrenches(jni_writer *w, const jni_node *lambda, jni_wrench *sum) {
  for (int i = 0; i < w->nrow_terms; i++)
    add_wrench(w->g, &sum[w->row_terms[i].link], &w->row_terms[i], lambda[w->row_terms[i].row]);
  add_linked_rows(w, lambda, sum);
  sum_branches(w, sum);
}

bool jni_write_multipliers(jni_writer *w, const jni_node *lambda) {
  jni_graph *g = w->g;
  size_t n = (size_t)w->system->tree->nlinks;
  jni_wrench *rows = jni_take(&w->pool, n, sizeof *rows), *along = jni_take(&w->pool, n, sizeof *along);
  if (w->pool.failed) return false;
  w->lambda = w->active_lambda = lambda;
  jni_write_row_wrenches(w, lambda, rows);
  add_along(w, along);
  sum_branches(w, along);
  for (size_t i = 1; i < n; i++) {
    w->joint_wrenches[i].f = jni_vec_add(g, w->joint_wrenches[i].f, jni_vec_add(g, rows[i].f, along[i].f));
    w->joint_wrenches[i].n = jni_vec_add(g, w->joint_wrenches[i].n, jni_vec_add(g, rows[i].n, along[i].n));
  }
  return true;
}

// ---- reactions ----------------------------------------------------------------------------------------------------

typedef struct {
  jni_writer *w;
  int joint, frame, link;
  jni_wrench sum;  // wrench on the link, at first about the origin of its base, at last about the end's point
} reaction;

static void add_rows(reaction *x, const jni_node *lambda) {
  jni_writer *w = x->w;
  for (int i = 0; i < w->nrow_terms; i++)
    if (w->row_terms[i].link == x->link && jni_joint_owns(w->system, x->joint, w->row_terms[i].row))
      add_wrench(w->g, &x->sum, &w->row_terms[i], jni_opposite(w->g, lambda[w->row_terms[i].row]));
}

static void add_actions(reaction *x, int end) {
  jni_writer *w = x->w;
  for (int i = w->system->action_at[x->joint]; i < w->system->action_at[x->joint + 1]; i++) {
    const jni_action *action = &w->system->actions[i];
    if (action->coordinate < 0) continue;
    jni_written_coordinate c = jni_write_coordinate(w, action->coordinate);
    jni_row_term side = end_term(w, &c, end, jni_number(w->g, -action->factor));
    add_wrench(w->g, &x->sum, &side, w->lambda[action->row]);
  }
}

static void take_tree(reaction *x, const jni_wrench *of_links) {
  jni_writer *w = x->w;
  int i = (int)(jni_tree_link_of_joint(w->system, x->joint) - w->system->tree->links);
  jni_wrench F = of_links[i];
  x->sum = x->link == i ? F : (jni_wrench){jni_vec_negate(w->g, F.f), jni_vec_negate(w->g, F.n)};
}

// ---- tooth forces (system/teeth.c has the same in numbers)

static jni_vec of_carrier(jni_writer *w, const jni_gear_mesh *m, const double x[3]) {
  jni_body_kinematics carrier = jni_write_body_kinematics(w, m->carrier, 0);
  return jni_mat_times(w->g, &carrier.R, jni_vec_of(w->g, x));
}

jni_vec jni_write_pitch_point(jni_writer *w, int joint) {
  jni_graph *g = w->g;
  const jni_gear_mesh *m = &w->system->meshes[w->system->mesh_of[joint]];
  double from_com[3];
  jni_trace_sub(w->system->model->trace, m->origin, w->system->model->bodies[m->carrier].com, from_com);
  jni_vec u = of_carrier(w, m, m->u), e = of_carrier(w, m, m->e);
  jni_vec point = jni_vec_add(g, jni_write_body_kinematics(w, m->carrier, 0).r, of_carrier(w, m, from_com));
  jni_vec to_plane = jni_vec_subtract(g, jni_write_frame(w, m->at).r, point);
  point = jni_vec_add_scaled(g, point, jni_vec_dot(g, to_plane, u), u);
  return jni_vec_add_scaled(g, point, jni_number(g, m->reach), e);
}

jni_vec jni_write_tooth_force(jni_writer *w, int joint) {
  jni_graph *g = w->g;
  const jni_gear_mesh *m = &w->system->meshes[w->system->mesh_of[joint]];
  double k = -w->system->model->joints[joint].def.scale * m->share;
  jni_node F = jni_times(g, jni_number(g, k), w->lambda[w->system->joint_row[joint]]);
  jni_vec e = of_carrier(w, m, m->e), t = jni_vec_cross(g, of_carrier(w, m, m->u), e);
  jni_node out = jni_times(g, jni_number(g, m->slope * m->outward), jni_apply(g, JNI_DO_abs, F, 0, 0));
  return jni_vec_add_scaled(g, jni_vec_scale(g, F, t), out, e);
}

// Adds the tooth forces of gears at a joint to *sum, as force at the end's point and torque about it, in ground axes.
static void add_teeth(jni_writer *w, int joint, int end, jni_wrench *sum) {
  jni_graph *g = w->g;
  for (int i = w->system->action_at[joint]; i < w->system->action_at[joint + 1]; i++) {
    const jni_action *action = &w->system->actions[i];
    if (action->coordinate >= 0) continue;
    jni_vec F = jni_write_tooth_force(w, action->joint), P = jni_write_pitch_point(w, action->joint);
    jni_vec at = jni_write_frame(w, w->system->model->joints[joint].def.between[end].i).r;
    jni_node factor = jni_number(g, end == 1 ? action->factor : -action->factor);
    sum->f = jni_vec_add_scaled(g, sum->f, factor, F);
    sum->n = jni_vec_add_scaled(g, sum->n, factor, jni_vec_cross(g, jni_vec_subtract(g, P, at), F));
  }
}

jni_vec jni_write_end(jni_writer *w, int frame) {
  int link = link_of(w, w->system->model->frames[frame].body);
  return jni_vec_add(w->g, w->links[link].o, arm_of(w, frame));
}

jni_wrench jni_write_own_reaction(jni_writer *w, int joint, int end, const jni_wrench *of_links,
                                  const jni_node *lambda) {
  int frame = w->system->model->joints[joint].def.between[end].i, body = w->system->model->frames[frame].body;
  reaction x = {w, joint, frame, link_of(w, body), {jni_vec_zero, jni_vec_zero}};
  if (jni_in_tree(w->system, joint)) take_tree(&x, of_links);
  else add_rows(&x, lambda);
  return x.sum;
}

// Returns the reaction on an end that is on a body, with tooth forces: force at the end's point and torque about it,
// ground axes. Zero for an end on the ground.
static jni_wrench reaction_on(jni_writer *w, int joint, int end) {
  jni_graph *g = w->g;
  int frame = w->system->model->joints[joint].def.between[end].i, body = w->system->model->frames[frame].body;
  reaction x = {w, joint, frame, link_of(w, body), {jni_vec_zero, jni_vec_zero}};
  if (body == 0) return x.sum;
  x.sum = jni_write_own_reaction(w, joint, end, w->joint_wrenches, w->lambda);
  add_actions(&x, end);
  jni_vec at = jni_write_end(w, frame);
  x.sum.n = jni_vec_subtract(g, x.sum.n, jni_vec_cross(g, at, x.sum.f));
  x.sum.f = in_ground(w, x.link, x.sum.f);
  x.sum.n = in_ground(w, x.link, x.sum.n);
  add_teeth(w, joint, end, &x.sum);
  return x.sum;
}

// Writes the reaction on an end; on the ground it is opposite to that on the other end, moved to the point of this end.
jni_wrench jni_write_reaction(jni_writer *w, int joint, int end) {
  jni_graph *g = w->g;
  const jn_frame *between = w->system->model->joints[joint].def.between;
  if (w->system->model->frames[between[end].i].body > 0) return reaction_on(w, joint, end);
  jni_wrench other = reaction_on(w, joint, 1 - end);
  jni_vec arm = jni_vec_subtract(g, jni_write_frame(w, between[1 - end].i).r, jni_write_frame(w, between[end].i).r);
  jni_vec n = jni_vec_add(g, other.n, jni_vec_cross(g, arm, other.f));
  return (jni_wrench){jni_vec_negate(g, other.f), jni_vec_negate(g, n)};
}

// ---- loads of joints (system/joint_load.c has the same in numbers)

jni_node jni_write_load(jni_writer *w, int joint) {
  jni_graph *g = w->g;
  const jni_joint_element *element = &w->system->model->joints[joint];
  int end = w->system->model->frames[element->def.between[1].i].body > 0 ? 1 : 0;
  if (!w->vdot || !jni_write_share(w)) return JNI_UNWRITTEN;
  jni_vec force = reaction_on(w, joint, end).f;
  for (int i = 0; i < element->kind->ncoordinates; i++) {
    int number = element->kind->coordinates[i].kind == JNI_DISPLACEMENT ? jni_coordinate_find(w->system, joint, i) : -1;
    if (number < 0) continue;
    jni_written_coordinate c = jni_write_coordinate(w, number);
    jni_row_term side = end_term(w, &c, end, JNI_ONE);
    jni_vec along = in_ground(w, side.link, side.t);  // unit vector
    force = jni_vec_add_scaled(g, force, jni_opposite(g, jni_vec_dot(g, force, along)), along);
  }
  return jni_apply(g, JNI_DO_sqrt, jni_vec_dot(g, force, force), 0, 0);
}
