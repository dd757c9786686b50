// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mechanism_place.c - joints of all kinds, placed between two bodies where these stand, at values of their coordinates
// by chance: nothing is violated whatever bodies they join.
#include <math.h>
#include <string.h>

#include "kernel/vec3.h"
#include "mechanism.h"

// ---- kinds ----------------------------------------------------------------------------------------------------------

typedef struct {
  const char *type, *names[3];
} coordinates;

static const coordinates kinds[] = {
    {"revolute", {"angle", NULL, NULL}},
    {"prismatic", {"displacement", NULL, NULL}},
    {"cylindrical", {"angle", "displacement", NULL}},
    {"screw", {"angle", "displacement", NULL}},
    // its displacements run along directions of the first end alone: not the same from the other side
    {"planar", {"angle", NULL, NULL}},
    {"point-on-line", {"displacement", NULL, NULL}},
    {"universal-plunge", {"displacement", NULL, NULL}},
    {"constant-velocity-plunge", {"displacement", NULL, NULL}},
};

const char *mech_coordinate_name(const mech_joint *joint, int i) {
  for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
    if (strcmp(kinds[k].type, joint->type) == 0) return i < 3 ? kinds[k].names[i] : NULL;
  return NULL;
}

// The turn of a particle is none, and nothing can push back there.
bool mech_has_coordinate(const mechanism *m, int joint, int i) {
  const mech_joint *j = &m->joint[joint];
  return mech_coordinate_name(j, i) && !(m->body[j->body[0]].particle || m->body[j->body[1]].particle);
}

bool mech_coordinate_is_angle(const mech_joint *joint, int i) {
  return strcmp(mech_coordinate_name(joint, i), "angle") == 0;
}

bool mech_on_coordinates(const mech_joint *joint) { return joint->body[0] < 0; }

bool mech_bends(const mech_joint *joint) { return strncmp(joint->type, "constant-velocity", 17) == 0; }

bool mech_is_nonholonomic(const mech_joint *joint) {
  return strcmp(joint->type, "velocity-coupling") == 0 || strcmp(joint->type, "knife-edge") == 0 ||
         strncmp(joint->type, "rolling-", 8) == 0;
}

// ---- frames ---------------------------------------------------------------------------------------------------------

void mech_random_direction(chance *c, jn_space space, double a[3]) {
  do {
    for (int i = 0; i < 3; i++) a[i] = chance_between(c, -1, 1);
    if (space == JN_PLANE) a[2] = 0;
  } while (jnk_norm(a) < 0.2 || jnk_norm(a) > 1);
  jnk_normalize(a);
}

void mech_random_turn(chance *c, jn_space space, double q[4]) {
  double theta[3] = {0, 0, chance_between(c, -2.5, 2.5)};
  if (space == JN_SPACE) {
    double angle = theta[2];
    mech_random_direction(c, space, theta);
    jnk_scale(angle, theta, theta);
  }
  jnk_quat_from_rotation_vector(theta, q);
}

void mech_world_frame(const mechanism *m, int body, const mech_frame *frame, double p[3], double q[4]) {
  double R[9], arm[3];
  jnk_quat_to_matrix(m->body[body].q, R);
  jnk_mat_vec(R, frame->p, arm);
  jnk_add(m->body[body].r, arm, p);
  jnk_quat_mul(m->body[body].q, frame->q, q);
}

void mech_local_frame(const mechanism *m, int body, const double p[3], const double q[4], mech_frame *frame) {
  double R[9], arm[3], back[4];
  jnk_quat_to_matrix(m->body[body].q, R);
  jnk_sub(p, m->body[body].r, arm);
  jnk_mat_t_vec(R, arm, frame->p);
  jnk_quat_conjugate(m->body[body].q, back);
  jnk_quat_mul(back, q, frame->q);
  if (m->body[body].particle) *frame = (mech_frame){.q = {1, 0, 0, 0}};
}

// ---- where the second end stands seen from the first: what each kind leaves free ------------------------------------

typedef struct {
  double p[3], q[4];  // of the second end's frame, ground axes
  double R[9];        // axes of the first end's frame
} spot;

static void turn_about(chance *c, const double axis[3], double angle, spot *s) {
  double theta[3], dq[4], q[4];
  (void)c;
  jnk_scale(angle, axis, theta);
  jnk_quat_from_rotation_vector(theta, dq);
  jnk_quat_mul(s->q, dq, q);
  memcpy(s->q, q, sizeof q);
}

static void slide_along(const double local[3], double by, spot *s) {
  double a[3];
  jnk_mat_vec(s->R, local, a);
  jnk_add_scaled(s->p, by, a, s->p);
}

static void slide_across(chance *c, const double axis[3], spot *s) {
  double first[3], second[3];
  jnk_perpendicular(axis, first);
  jnk_cross(axis, first, second);
  slide_along(first, chance_between(c, -0.5, 0.5), s);
  slide_along(second, chance_between(c, -0.5, 0.5), s);
}

// About a direction across the axis: no twist.
static void bend(chance *c, const double axis[3], double angle, spot *s) {
  double any[3], across[3];
  mech_random_direction(c, JN_SPACE, any);
  jnk_cross(axis, any, across);
  if (jnk_normalize(across) > 0) turn_about(c, across, angle, s);
}

static bool is(const mech_joint *j, const char *type) { return strcmp(j->type, type) == 0; }

// The centre of a disc stands above the plane as high as its lowest point is below; the spin axis is one of the second
// end.
static void put_on_plane(const mechanism *m, chance *c, mech_joint *j, spot *s) {
  double R[9], n[3], spin[3];
  mech_random_turn(c, m->space, s->q);
  jnk_quat_to_matrix(s->q, R);
  jnk_mat_vec(s->R, j->axis[0], n);
  mech_random_direction(c, m->space, j->axis[1]);
  jnk_mat_vec(R, j->axis[1], spin);
  double upright = m->space == JN_PLANE ? 1 : sqrt(1 - jnk_dot(n, spin) * jnk_dot(n, spin));
  j->radius = chance_between(c, 0.2, 0.5);
  j->crown = strcmp(j->type, "rolling-wheel") == 0 ? chance_between(c, 0.05, 0.2) : 0;
  if (m->space == JN_PLANE)
    slide_along((const double[3]){-j->axis[0][1], j->axis[0][0], 0}, chance_between(c, -0.5, 0.5), s);
  else slide_across(c, j->axis[0], s);
  slide_along(j->axis[0], j->crown + j->radius * upright, s);
}

static void move_second_end(const mechanism *m, chance *c, mech_joint *j, spot *s) {
  double angle = chance_between(c, -1.5, 1.5), slide = chance_between(c, -0.5, 0.5);
  const double z[3] = {0, 0, 1}, *axis = j->axis[0];
  j->pitch = (chance_happens(c, 0.5) ? 1 : -1) * chance_between(c, 0.1, 0.6);
  if (is(j, "revolute")) turn_about(c, m->space == JN_PLANE ? z : axis, angle, s);
  if (is(j, "prismatic")) slide_along(axis, slide, s);
  if (is(j, "cylindrical")) {
    turn_about(c, axis, angle, s);
    slide_along(axis, slide, s);
  }
  if (is(j, "screw")) {
    turn_about(c, axis, angle, s);
    slide_along(axis, j->pitch * angle, s);
  }
  if (is(j, "planar")) {
    turn_about(c, axis, angle, s);
    slide_across(c, axis, s);
  }
  if (is(j, "point-on-line")) slide_along(axis, slide, s);
  if (is(j, "point-on-plane")) slide_across(c, axis, s);
  if (strstr(j->type, "-plunge")) slide_along(j->plunge, slide, s);
  if (mech_bends(j)) bend(c, axis, angle, s);
  if (strncmp(j->type, "rolling-", 8) == 0) put_on_plane(m, c, j, s);
  if (is(j, "spherical") || is(j, "distance") || is(j, "knife-edge") || strncmp(j->type, "point-", 6) == 0)
    mech_random_turn(c, m->space, s->q);
}

static void choose_axes(chance *c, jn_space space, mech_joint *j) {
  double perpendicular[3];
  mech_random_direction(c, space, j->axis[0]);
  memcpy(j->axis[1], j->axis[0], sizeof j->axis[0]);
  if (strncmp(j->type, "universal", 9) != 0 && !mech_bends(j)) return;
  mech_random_direction(c, space, j->plunge);
  if (mech_bends(j)) return;
  mech_random_direction(c, space, perpendicular);
  jnk_cross(j->axis[0], perpendicular, j->axis[1]);
  if (!(jnk_normalize(j->axis[1]) > 0)) jnk_perpendicular(j->axis[0], j->axis[1]);
}

// Between the two bodies, not far from either; a particle has one point.
static void choose_spot(const mechanism *m, chance *c, int a, int b, double p[3]) {
  double share = chance_between(c, 0.2, 0.8);
  for (int i = 0; i < 3; i++)
    p[i] = (1 - share) * m->body[a].r[i] + share * m->body[b].r[i] + chance_between(c, -0.3, 0.3);
  if (m->space == JN_PLANE) p[2] = 0;
  if (m->body[a].particle) jnk_copy(m->body[a].r, p);
}

static void place_rod(const mechanism *m, chance *c, mech_joint *j) {
  double p[2][3], d[3], q[4] = {1, 0, 0, 0};
  for (int end = 0; end < 2; end++) {
    for (int i = 0; i < 3; i++) p[end][i] = m->body[j->body[end]].r[i] + chance_between(c, -0.5, 0.5);
    if (m->space == JN_PLANE) p[end][2] = 0;
    if (m->body[j->body[end]].particle) jnk_copy(m->body[j->body[end]].r, p[end]);
    mech_local_frame(m, j->body[end], p[end], q, &j->end[end]);
  }
  jnk_sub(p[1], p[0], d);
  j->length = jnk_norm(d);
}

// A particle as second end stands where it stands: the first end is moved instead.
static void place_at_particle(const mechanism *m, const spot *s, const double first[3], mech_joint *j, double p[3]) {
  double back[3];
  jnk_sub(s->p, m->body[j->body[1]].r, back);
  jnk_sub(first, back, p);
}

void mech_place_joint(const mechanism *m, chance *c, mech_joint *j, const double *axis_in_ground) {
  double p[3], q[4];
  spot s;
  choose_axes(c, m->space, j);
  if (is(j, "distance")) {
    place_rod(m, c, j);
    return;
  }
  choose_spot(m, c, j->body[0], j->body[1], p);
  mech_random_turn(c, m->space, q);
  jnk_quat_to_matrix(q, s.R);
  if (axis_in_ground) {
    jnk_mat_t_vec(s.R, axis_in_ground, j->axis[0]);
    jnk_copy(j->axis[0], j->axis[1]);
  }
  jnk_copy(p, s.p);
  memcpy(s.q, q, sizeof q);
  move_second_end(m, c, j, &s);
  if (m->body[j->body[1]].particle) {
    place_at_particle(m, &s, p, j, p);
    jnk_copy(m->body[j->body[1]].r, s.p);
  }
  mech_local_frame(m, j->body[0], p, q, &j->end[0]);
  mech_local_frame(m, j->body[1], s.p, s.q, &j->end[1]);
}

mech_joint *mech_add_joint(mechanism *m, const char *type, int a, int b) {
  mech_joint *j = &m->joint[m->njoints];
  *j = (mech_joint){.type = type, .body = {a, b}, .end = {{.q = {1, 0, 0, 0}}, {.q = {1, 0, 0, 0}}}};
  snprintf(j->name, sizeof j->name, "j%d", m->njoints);
  m->joint_order[m->njoints] = m->njoints;
  m->njoints++;
  return j;
}
