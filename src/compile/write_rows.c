// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// write_rows.c - writes phi, nu, G and gamma of the primitive constraint equations (joint/equations/primitive.h).
#include "compile/write.h"
#include "system/system.h"

#include <string.h>

// ---- bodies -------------------------------------------------------------------------------------------------------

int jni_common_ancestor(const jn_system *system, int link, int other) {
  while (link != other) {
    if (link > other) link = system->tree->links[link].parent;
    else other = system->tree->links[other].parent;
  }
  return link;
}

// Changes the pose and motion of a body from the axes of its base to ground axes; the position is then from the
// ground's origin.
static void leave_base(jni_writer *w, jni_body_kinematics *body, int base) {
  jni_graph *g = w->g;
  const jni_mat *R = &w->bases[base].R;
  body->R = jni_mat_multiply(g, R, &body->R);
  body->r = jni_vec_add(g, w->bases[base].r, jni_mat_times(g, R, body->r));
  jni_vec *list[] = {&body->m.v, &body->m.w, &body->m.bv, &body->m.bw};
  for (int i = 0; i < 4; i++) *list[i] = jni_mat_times(g, R, *list[i]);
}

jni_body_kinematics jni_write_body_kinematics(jni_writer *w, int body, int ancestor) {
  int link = body > 0 ? w->system->tree->link_of[body] : 0, base = w->links[link].base;
  jni_body_kinematics out = {
      .link = link, .R = w->links[link].R, .r = w->links[link].r, .m = jni_write_relative_motion(w, link, ancestor)};
  if (base > 0 && ancestor == 0) leave_base(w, &out, base);
  return out;
}

jni_node jni_plane_angle(const jni_writer *w, int link, int ancestor) {
  int base = w->links[link].base;
  if (base == 0 || ancestor > 0) return w->links[link].angle;
  return jni_plus(w->g, w->q[w->system->tree->links[base].q_at + 2], w->links[link].angle);
}

// Adds the term t . v + r . w of a link to row `row` of G: to its elements for the speeds of all links between this
// link and the common ancestor. t and r are in axes of the link's base, v is the linear part of the link's motion at
// the base's origin. Also appends the term to w->row_terms, from which joint reactions are computed.
static void add_term_at_origin(jni_writer *w, int row, int ancestor, int link, jni_vec t, jni_vec r) {
  jni_graph *g = w->g;
  const jni_link *links = w->system->tree->links;
  if (jni_pool_grow(&w->pool, &w->row_terms, &w->row_terms_capacity, w->nrow_terms + 1, sizeof *w->row_terms))
    w->row_terms[w->nrow_terms++] = (jni_row_term){row, link, t, r};
  for (int i = link; i > ancestor; i = links[i].parent)
    for (int j = 0; j < links[i].nv; j++) {
      jni_node *to = &w->G[row * w->system->sizes.nv + links[i].v_at + j];
      jni_node own = jni_plus(g, jni_vec_dot(g, t, w->links[i].S[j].v), jni_vec_dot(g, r, w->links[i].S[j].w));
      *to = jni_plus(g, *to, own);
    }
}

// Returns the vector x of a constraint equation in the axes of the link's base; if the common ancestor is the ground, x
// is in ground axes and is rotated.
static jni_vec into_base(jni_writer *w, int link, int ancestor, jni_vec x) {
  int base = w->links[link].base;
  return base > 0 && ancestor == 0 ? jni_mat_transposed_times(w->g, &w->bases[base].R, x) : x;
}

void jni_add_body_terms(jni_writer *w, int row, int ancestor, const jni_body_kinematics *body, jni_vec t, jni_vec r) {
  jni_graph *g = w->g;
  jni_node bias = jni_plus(g, jni_vec_dot(g, t, body->m.bv), jni_vec_dot(g, r, body->m.bw));
  w->gamma[row] = jni_minus(g, w->gamma[row], bias);
  t = into_base(w, body->link, ancestor, t);
  r = into_base(w, body->link, ancestor, r);
  add_term_at_origin(w, row, ancestor, body->link, t, jni_vec_add(g, r, jni_vec_cross(g, w->links[body->link].o, t)));
}

// ---- points and directions of two bodies --------------------------------------------------------------------------

// Point of a body: position p, velocity v and bias b of its acceleration, in the axes of the equation.
typedef struct {
  int link;
  jni_vec w, bw;  // angular velocity of the body, rad/s; its bias, rad/s^2
  jni_vec at;     // from the origin of the link's base to the point, in axes of the base, m
  jni_vec p, v, b;
} point_kinematics;

typedef struct {
  jni_writer *w;
  jni_graph *g;
  const jni_primitive *p;
  int ancestor;
  point_kinematics A, B;
  jni_node k;              // factor by which the equation is multiplied
  jni_vec d, ddot, dbias;  // from point A to point B; its rate; its second derivative for vdot = 0
} pair;

// Returns true if the link is in the axes of a base but the row is in ground axes.
static bool in_other_axes(const jni_writer *w, int link, int ancestor) {
  return w->links[link].base > 0 && ancestor == 0;
}

static jni_vec out_of_base(jni_writer *w, int link, int ancestor, jni_vec x) {
  return in_other_axes(w, link, ancestor) ? jni_mat_times(w->g, &w->bases[w->links[link].base].R, x) : x;
}

static jni_vec own_vector(const pair *x, int side, const double own[3]) {
  int link = side ? x->B.link : x->A.link;
  return out_of_base(x->w, link, x->ancestor, jni_write_body_vector(x->w, link, own));
}

// Writes position and motion of a point whose body is expressed in the axes of a base, relative to the ground and in
// its axes.
static void calc_point_on_base(jni_writer *w, point_kinematics *it, jni_vec arm) {
  jni_graph *g = w->g;
  const jni_com_motion *m = &w->links[it->link].motion;
  const jni_base_pose *base = &w->bases[w->links[it->link].base];
  jni_vec turning = jni_vec_cross(g, m->w, arm);
  jni_vec bias = jni_vec_add(g, jni_vec_cross(g, m->bw, arm), jni_vec_cross(g, m->w, turning));
  it->p = jni_vec_add(g, base->r, jni_mat_times(g, &base->R, it->at));
  it->v = jni_mat_times(g, &base->R, jni_vec_add(g, m->v, turning));
  it->b = jni_mat_times(g, &base->R, jni_vec_add(g, m->bv, bias));
  it->w = jni_mat_times(g, &base->R, m->w);
  it->bw = jni_mat_times(g, &base->R, m->bw);
}

static point_kinematics calc_point(jni_writer *w, const jni_side *side, int ancestor) {
  jni_graph *g = w->g;
  point_kinematics it = {.link = side->body > 0 ? w->system->tree->link_of[side->body] : 0};
  jni_vec arm = jni_write_body_vector(w, it.link, side->p);
  it.at = jni_vec_add(g, w->links[it.link].o, arm);
  if (in_other_axes(w, it.link, ancestor)) {
    calc_point_on_base(w, &it, arm);
    return it;
  }
  jni_spatial_motion flow = jni_write_spatial_motion(w, it.link, ancestor);
  it.p = it.at;
  it.v = jni_point_velocity(g, &flow, it.at);
  it.b = jni_point_acceleration(g, &flow, it.at, it.v);
  it.w = flow.V.w;
  it.bw = flow.A.w;
  return it;
}

// Adds the writer's origin on the ground to the position of a point if that is relative to this origin and the position
// of the other point is relative to the ground's origin.
static void from_ground(jni_writer *w, point_kinematics *it, int ancestor, const point_kinematics *other) {
  if (!in_other_axes(w, it->link, ancestor) && in_other_axes(w, other->link, ancestor))
    it->p = jni_vec_add(w->g, it->p, jni_vec_of(w->g, w->origin));
}

static pair pair_of(jni_writer *w, const jni_primitive *p, int ancestor) {
  jni_graph *g = w->g;
  pair x = {.w = w, .g = g, .p = p, .ancestor = ancestor, .k = jni_number(g, p->scale)};
  x.A = calc_point(w, &p->side[0], ancestor);
  x.B = calc_point(w, &p->side[1], ancestor);
  from_ground(w, &x.A, ancestor, &x.B);
  from_ground(w, &x.B, ancestor, &x.A);
  x.d = jni_vec_subtract(g, x.B.p, x.A.p);
  x.ddot = jni_vec_subtract(g, x.B.v, x.A.v);
  x.dbias = jni_vec_subtract(g, x.B.b, x.A.b);
  return x;
}

static void set_row(const pair *x, int row, jni_node phi, jni_node bias) {
  x->w->phi[row] = jni_times(x->g, x->k, phi);
  x->w->gamma[row] = jni_opposite(x->g, jni_times(x->g, x->k, bias));
}

// Adds t . (velocity of the body's point) + r . w of one body to row `row` of G, with t and r in the axes of the
// equation.
static void add_at_point(const pair *x, int row, const point_kinematics *body, jni_vec t, jni_vec r) {
  t = into_base(x->w, body->link, x->ancestor, t);
  r = into_base(x->w, body->link, x->ancestor, r);
  add_term_at_origin(x->w, row, x->ancestor, body->link, t, jni_vec_add(x->g, jni_vec_cross(x->g, body->at, t), r));
}

// Adds k (t . ddot + r . (w_B - w_A) - more . w_A) to row `row` of G, k the factor of the equation.
static void set_pair_terms(const pair *x, int row, jni_vec t, jni_vec r, jni_vec more) {
  jni_vec minus = jni_vec_negate(x->g, jni_vec_scale(x->g, x->k, t));
  jni_vec turn = jni_vec_negate(x->g, jni_vec_scale(x->g, x->k, jni_vec_add(x->g, r, more)));
  add_at_point(x, row, &x->A, minus, turn);
  add_at_point(x, row, &x->B, jni_vec_scale(x->g, x->k, t), jni_vec_scale(x->g, x->k, r));
}

// Writes the constraint equations d = 0 of two coincident points, along the axes of the common ancestor.
static void write_coincide(const pair *x) {
  jni_graph *g = x->g;
  for (int i = 0; i < (x->w->plane ? 2 : 3); i++) {
    jni_vec n = jni_mat_column(x->ancestor > 0 ? &x->w->links[x->ancestor].R : &jni_mat_one, i);
    set_row(x, x->p->row + i, jni_vec_dot(g, n, x->d), jni_vec_dot(g, n, x->dbias));
    set_pair_terms(x, x->p->row + i, n, jni_vec_zero, jni_vec_zero);
  }
}

// Returns the node of the second derivative of a . b for vdot = 0. With w = w_B - w_A the first derivative is w . (b x
// a), and
//   d(b x a)/dt = b (a . w_B) - a (b . w_A) - (a . b) w
static jni_node product_bias(const pair *x, jni_vec a, jni_vec b, jni_vec across, jni_node value) {
  jni_graph *g = x->g;
  jni_vec w = jni_vec_subtract(g, x->B.w, x->A.w), bw = jni_vec_subtract(g, x->B.bw, x->A.bw);
  jni_node aA = jni_vec_dot(g, a, x->A.w), aB = jni_vec_dot(g, a, x->B.w);
  jni_node bA = jni_vec_dot(g, b, x->A.w), bB = jni_vec_dot(g, b, x->B.w);
  jni_node turned = jni_minus(g, jni_times(g, jni_minus(g, bB, bA), aB), jni_times(g, jni_minus(g, aB, aA), bA));
  turned = jni_minus(g, turned, jni_times(g, value, jni_vec_dot(g, w, w)));
  return jni_plus(g, jni_vec_dot(g, bw, across), turned);
}

static void write_perpendicular(const pair *x) {
  jni_graph *g = x->g;
  jni_vec a = own_vector(x, 0, x->p->side[0].a), b = own_vector(x, 1, x->p->side[1].a);
  jni_vec across = jni_vec_cross(g, b, a);
  jni_node value = jni_vec_dot(g, a, b);
  set_row(x, x->p->row, value, product_bias(x, a, b, across, value));
  set_pair_terms(x, x->p->row, jni_vec_zero, across, jni_vec_zero);
}

static void write_twist(const pair *x) {
  jni_graph *g = x->g;
  jni_vec xA = own_vector(x, 0, x->p->side[0].a), yA = own_vector(x, 0, x->p->y[0]);
  jni_vec xB = own_vector(x, 1, x->p->side[1].a), yB = own_vector(x, 1, x->p->y[1]);
  jni_node half = jni_number(g, 0.5), first = jni_vec_dot(g, xA, yB), second = jni_vec_dot(g, yA, xB);
  jni_vec yx = jni_vec_cross(g, yB, xA), xy = jni_vec_cross(g, xB, yA), turn = jni_vec_subtract(g, yx, xy);
  jni_node bias = jni_minus(g, product_bias(x, xA, yB, yx, first), product_bias(x, yA, xB, xy, second));
  set_row(x, x->p->row, jni_times(g, half, jni_minus(g, first, second)), jni_times(g, half, bias));
  set_pair_terms(x, x->p->row, jni_vec_zero, jni_vec_scale(g, half, turn), jni_vec_zero);
}

static void write_in_plane(const pair *x) {
  jni_graph *g = x->g;
  jni_vec a = own_vector(x, 0, x->p->side[0].a), adot = jni_vec_cross(g, x->A.w, a);
  jni_vec abias = jni_vec_add(g, jni_vec_cross(g, x->A.bw, a), jni_vec_cross(g, x->A.w, adot));
  jni_node twice = jni_times(g, jni_number(g, 2), jni_vec_dot(g, adot, x->ddot));
  jni_node bias = jni_plus(g, jni_plus(g, jni_vec_dot(g, a, x->dbias), twice), jni_vec_dot(g, abias, x->d));
  set_row(x, x->p->row, jni_vec_dot(g, a, x->d), bias);
  set_pair_terms(x, x->p->row, a, jni_vec_zero, jni_vec_cross(g, x->d, a));
}

static void write_distance(const pair *x) {
  jni_graph *g = x->g;
  jni_node L = jni_number(g, x->p->constant[0]);
  jni_node part = jni_over(g, JNI_ONE, L), half = jni_over(g, jni_number(g, 0.5), L);
  jni_node phi = jni_minus(g, jni_vec_dot(g, x->d, x->d), jni_times(g, L, L));
  jni_node bias = jni_plus(g, jni_vec_dot(g, x->ddot, x->ddot), jni_vec_dot(g, x->d, x->dbias));
  set_row(x, x->p->row, jni_times(g, half, phi), jni_times(g, part, bias));
  set_pair_terms(x, x->p->row, jni_vec_scale(g, part, x->d), jni_vec_zero, jni_vec_zero);
}

static void write_relative_angle(const pair *x) {
  jni_graph *g = x->g;
  static const double turn = 6.283185307179586476925286766559;
  jni_vec up = jni_mat_column(&jni_mat_one, 2);
  jni_node angle =
      jni_minus(g, jni_plane_angle(x->w, x->B.link, x->ancestor), jni_plane_angle(x->w, x->A.link, x->ancestor));
  jni_node difference = jni_minus(g, angle, jni_number(g, x->p->constant[0]));
  set_row(x, x->p->row, jni_apply(g, JNI_DO_remainder, difference, jni_number(g, turn), 0), JNI_ZERO);
  set_pair_terms(x, x->p->row, jni_vec_zero, up, jni_vec_zero);
}

// ---- sums of points -----------------------------------------------------------------------------------------------

static void write_sum(jni_writer *w, const jni_primitive *p) {
  jni_graph *g = w->g;
  for (int i = 0; i < (w->plane ? 2 : 3); i++) {
    jni_node sum = jni_number(g, -p->constant[i]), bias = JNI_ZERO;
    jni_vec n = jni_mat_column(&jni_mat_one, i);
    for (const jni_primitive_term *term = w->system->terms + p->term_at, *end = term + p->nterms; term < end; term++) {
      jni_body_kinematics body = jni_write_body_kinematics(w, term->side.body, 0);
      jni_vec P = jni_mat_times(g, &body.R, jni_vec_of(g, term->side.p));
      jni_node factor = jni_number(g, term->factor), k = jni_times(g, jni_number(g, p->scale), factor);
      sum = jni_plus(g, sum, jni_times(g, factor, jni_plus(g, body.r.x[i], P.x[i])));
      jni_vec turning = jni_vec_cross(g, body.m.w, jni_vec_cross(g, body.m.w, P));
      bias = jni_plus(g, bias, jni_times(g, factor, turning.x[i]));
      jni_add_body_terms(w, p->row + i, 0, &body, jni_vec_scale(g, k, n), jni_vec_scale(g, k, jni_vec_cross(g, P, n)));
    }
    w->phi[p->row + i] = jni_times(g, jni_number(g, p->scale), sum);
    jni_node scaled = jni_times(g, jni_number(g, p->scale), bias);
    w->gamma[p->row + i] = jni_minus(g, w->gamma[p->row + i], scaled);
  }
}

// ---- all equations ------------------------------------------------------------------------------------------------

static int ancestor_of(const jn_system *system, const jni_primitive *p) {
  const int *link_of = system->tree->link_of;
  int link[2];
  for (int k = 0; k < 2; k++) link[k] = p->side[k].body > 0 ? link_of[p->side[k].body] : 0;
  return jni_common_ancestor(system, link[0], link[1]);
}

static void write_pair(jni_writer *w, const jni_primitive *p, int ancestor) {
  pair x = pair_of(w, p, ancestor);
  switch (p->kind) {
    case JNI_COINCIDE: write_coincide(&x); break;
    case JNI_PERPENDICULAR: write_perpendicular(&x); break;
    case JNI_TWIST: write_twist(&x); break;
    case JNI_IN_PLANE: write_in_plane(&x); break;
    case JNI_DISTANCE: write_distance(&x); break;
    default: write_relative_angle(&x);
  }
}

void jni_write_row(jni_writer *w, const jni_primitive *p) {
  switch (p->kind) {
    case JNI_SUM: write_sum(w, p); break;
    case JNI_COORDINATES:
    case JNI_COORDINATE_RATES: jni_write_coordinate_row(w, p); break;
    case JNI_TOUCHING:
    case JNI_ROLLING:
    case JNI_LATERAL: jni_write_contact(w, p, ancestor_of(w->system, p)); break;
    default: write_pair(w, p, ancestor_of(w->system, p));
  }
}

void jni_write_rows(jni_writer *w) {
  size_t rows = (size_t)w->system->sizes.nc, columns = (size_t)w->system->sizes.nv;
  memset(w->G, 0, rows * columns * sizeof *w->G);  // JNI_ZERO
  w->nrow_terms = 0;
  jni_node *list[] = {w->phi, w->nu, w->gamma};
  for (int i = 0; i < 3; i++) memset(list[i], 0, rows * sizeof **list);
  int n = w->system->primitive_at[JNI_PRIMITIVE_COUNT];
  for (int i = 0; i < n; i++) jni_write_row(w, &w->system->primitives[i]);
}
