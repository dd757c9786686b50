// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// contact_features.c - see contact_features.h.
#include "contact/contact_features.h"

#include <math.h>
#include <string.h>

#include "contact/contact_polyhedron.h"
#include "contact/contact_rim.h"
#include "kernel/vec3.h"

typedef struct {
  jni_feature_type type;
  int i, j;
} feature_parts;

enum { INDEX_BITS = 10, INDICES = 1 << INDEX_BITS };

// Edges count as parallel, and do not cross, if the sine of their angle is smaller.
static const double parallel = 1e-7;
static const double flush = 1e-7;  // a direction counts as in a face if the sine of its angle with the face is smaller
// Part of the size: only overlaps deeper than this are searched for other than by features.
static const double deep = 1e-6;
// Vertices and edge crossings closer to the border of a face than this part of the shape's size are not searched while
// points of the pair are closed: inside a step they coincide with closed points only up to the error of interpolation.
static const double vague = 1e-7;
// The distance of the boxes of two shapes counts as a bound of their gap if it exceeds this part of the smaller size.
static const double boxes_apart = 0.05;

// ---- codes --------------------------------------------------------------------------------------------------------

int jni_feature_code(jni_feature_type type, int i, int j) {
  return 1 + (((int)type << INDEX_BITS | i) << INDEX_BITS | j);
}

static feature_parts parts_of(int code) {
  int x = code - 1;
  return (feature_parts){(jni_feature_type)(x >> 2 * INDEX_BITS), x >> INDEX_BITS & (INDICES - 1), x & (INDICES - 1)};
}

bool jni_feature_is_valid(const jni_contact_shape *a, const jni_contact_shape *b, int feature) {
  if (jni_rim_has_features(a, b)) return jni_rim_is_valid(feature);
  if (feature < 1 || feature - 1 >= (int)JNI_FEATURE_TYPES << 2 * INDEX_BITS) return false;
  const feature_parts f = parts_of(feature);
  const jni_polyhedron *p = a->solid, *q = b->solid;
  switch (f.type) {
    case JNI_VERTEX_FACE: return f.i < p->nvertices && f.j < q->nfaces;
    case JNI_VERTEX_EDGE: return f.i < p->nvertices && f.j < q->nedges;
    case JNI_VERTEX_VERTEX: return f.i < p->nvertices && f.j < q->nvertices;
    case JNI_FACE_VERTEX: return f.i < q->nvertices && f.j < p->nfaces;
    case JNI_EDGE_VERTEX: return f.i < q->nvertices && f.j < p->nedges;
    default: return f.i < p->nedges && f.j < q->nedges && !a->plane;
  }
}

static bool is_of_first(jni_feature_type type) {
  return type == JNI_VERTEX_FACE || type == JNI_VERTEX_EDGE || type == JNI_VERTEX_VERTEX;
}

bool jni_feature_is_same(int feature, int other) {
  const feature_parts x = parts_of(feature), y = parts_of(other);
  if (x.i != y.i) return false;
  if (x.type == JNI_EDGE_EDGE || y.type == JNI_EDGE_EDGE) return x.type == y.type && x.j == y.j;
  return is_of_first(x.type) == is_of_first(y.type);
}

static bool is_among(int feature, const int *list, int n) {
  for (int i = 0; i < n; i++)
    if (list[i] > 0 && jni_feature_is_same(feature, list[i])) return true;
  return false;
}

// ---- pairs --------------------------------------------------------------------------------------------------------

static double radius_of(const jni_contact_shape *s) {
  return s->touch == JNI_TOUCH_SPHERE || s->touch == JNI_TOUCH_CAPSULE ? s->radius : 0;
}

bool jni_has_features(const jni_contact_shape *a, const jni_contact_shape *b) {
  if (!a->solid || !b->solid) return false;
  if (jni_rim_has_features(a, b)) return true;
  bool faces = b->touch == JNI_TOUCH_BOX || b->touch == JNI_TOUCH_HULL;
  switch (a->touch) {
    case JNI_TOUCH_PLANE: return b->touch == JNI_TOUCH_HULL;
    case JNI_TOUCH_SPHERE: return faces;
    case JNI_TOUCH_CAPSULE: return faces || b->touch == JNI_TOUCH_CAPSULE;
    default: return faces && (a->touch == JNI_TOUCH_BOX || a->touch == JNI_TOUCH_HULL);
  }
}

int jni_features_slots(const jni_contact_shape *a, const jni_contact_shape *b) {
  if (jni_rim_has_features(a, b)) return jni_rim_slots();
  if (a->touch == JNI_TOUCH_SPHERE) return 1;
  if (a->plane || a->touch == JNI_TOUCH_CAPSULE) return 4;
  int most = a->solid->most_corners + b->solid->most_corners;
  return most < JNI_MOST_SLOTS ? most : JNI_MOST_SLOTS;
}

int jni_features_scratch(const jni_contact_shape *a, const jni_contact_shape *b) {
  return a->solid->nvertices * b->solid->nfaces + b->solid->nvertices * a->solid->nfaces;
}

// ---- frames -------------------------------------------------------------------------------------------------------

// Pose of a shape: its axes and its origin, ground axes.
typedef struct {
  double R[9], p[3];
} frame;

static frame frame_of(const jni_contact_shape *s, const jni_contact_motion *m) {
  frame f;
  jnk_mat_mul(m->R, s->R, f.R);
  jnk_mat_vec(m->R, s->p, f.p);
  jnk_add(f.p, m->r, f.p);
  return f;
}

static void place_point(const frame *f, const double x[3], bool plane, double out[3]) {
  jnk_mat_vec(f->R, x, out);
  jnk_add(out, f->p, out);
  if (plane) out[2] = 0;
}

static void turn(const frame *f, const double u[3], bool plane, double out[3]) {
  jnk_mat_vec(f->R, u, out);
  if (plane) out[2] = 0;
}

// Computes `out`, the coordinates in the axes of shape `to` of a point that has the coordinates x in the axes of shape
// `from`.
static void convert(const frame *from, const frame *to, const double x[3], bool plane, double out[3]) {
  double y[3];
  place_point(from, x, plane, y);
  jnk_sub(y, to->p, y);
  jnk_mat_t_vec(to->R, y, out);
  if (plane && fabs(to->R[8]) > 0.5) out[2] = 0;
}

static double height(const jni_polyhedron *p, int face, const double x[3]) {
  return jnk_dot(p->normal[face], x) - p->offset[face];
}

// ---- the place of a feature ---------------------------------------------------------------------------------------

// Sets the curvature matrix K = k (1 - n n' - u u') of a surface with normal n that is straight along u; u NULL: K = k
// (1 - n n'), a sphere.
static void set_curvature(double k, const double n[3], const double *u, double K[9]) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) K[3 * i + j] = k * ((i == j) - n[i] * n[j] - (u ? u[i] * u[j] : 0));
}

// Stores in *place the surface of shape k (0, 1): with a radius its curvature around a vertex (u NULL) or around an
// edge along the unit vector u; with radius 0 that it is a corner, or an edge along u.
static void set_surface(jni_contact_place *place, int k, double radius, const double *u) {
  if (radius > 0) set_curvature(1 / radius, place->n, u, place->K[k]);
  else if (!u) place->corner[k] = true;
  else {
    place->edge[k] = true;
    jnk_copy(u, place->along[k]);
  }
}

// Sets normal, gap and contact points of *place from x and y, the points of the solids of a and b that are nearest to
// each other: the points are moved towards each other by the radii, which the gap loses. If x and y coincide, the
// normal is (1, 0, 0).
static void set_between(const jni_contact_shape *a, const jni_contact_shape *b, const double x[3], const double y[3],
                        jni_contact_place *place) {
  jnk_sub(y, x, place->n);
  double distance = jnk_normalize(place->n);
  if (!(distance > 0)) jnk_set(1, 0, 0, place->n);
  place->gap = distance - radius_of(a) - radius_of(b);
  jnk_add_scaled(x, radius_of(a), place->n, place->point[0]);
  jnk_add_scaled(y, -radius_of(b), place->n, place->point[1]);
}

// Computes the place of contact of vertex `vertex` of shape s and face `face` of shape t; its normal points from the
// first shape of the pair to the second. second: s is the second shape.
static void place_on_face(const jni_contact_shape *s, const frame *fs, int vertex, const jni_contact_shape *t,
                          const frame *ft, int face, bool second, jni_contact_place *place) {
  double x[3], local[3], n[3], radius = radius_of(s);
  place_point(fs, s->solid->vertex[vertex], s->plane, x);
  convert(fs, ft, s->solid->vertex[vertex], s->plane, local);
  double distance = height(t->solid, face, local);
  turn(ft, t->solid->normal[face], s->plane, n);
  if (s->plane) jnk_normalize(n);
  jnk_scale(second ? 1 : -1, n, place->n);
  place->gap = distance - radius;
  jnk_add_scaled(x, -radius, n, place->point[second]);
  jnk_add_scaled(x, -distance, n, place->point[!second]);
  set_surface(place, second, radius, NULL);
}

// Computes the point y nearest to x on the line of an edge, in ground axes, and the direction u of the edge, zero if
// the edge has no length. Returns the coordinate of y along the edge from its first vertex, m.
static double nearest_on_line(const jni_contact_shape *s, const frame *f, int edge, const double x[3], double y[3],
                              double u[3]) {
  const jni_polyhedron_edge *e = &s->solid->edge[edge];
  double start[3], d[3];
  place_point(f, s->solid->vertex[e->v[0]], s->plane, start);
  jnk_copy(start, y);
  jnk_zero(u);
  if (e->length == 0) return 0;
  turn(f, e->u, s->plane, u);
  jnk_sub(x, start, d);
  double along = jnk_dot(u, d);
  jnk_add_scaled(start, along, u, y);
  return along;
}

// Crossing of the lines of two edges, ground axes: x and y, the points of the two lines that are nearest to each other;
// u and v, the directions of the edges; s and t, the coordinates of x and y along them from their first vertices, m. If
// the sine of the angle between the edges is not above `parallel`, x and y are these vertices.
typedef struct {
  double x[3], y[3], u[3], v[3], s, t, sine;
} crossing;

static crossing cross_edges(const jni_contact_shape *a, const frame *fa, int i, const jni_contact_shape *b,
                            const frame *fb, int j) {
  const jni_polyhedron_edge *e = &a->solid->edge[i], *h = &b->solid->edge[j];
  crossing c;
  double w[3], normal[3];
  place_point(fa, a->solid->vertex[e->v[0]], false, c.x);
  place_point(fb, b->solid->vertex[h->v[0]], false, c.y);
  turn(fa, e->u, false, c.u);
  turn(fb, h->u, false, c.v);
  jnk_cross(c.u, c.v, normal);
  c.sine = jnk_norm(normal);
  c.s = c.t = 0;
  if (!(c.sine > parallel)) return c;
  jnk_sub(c.y, c.x, w);
  double cosine = jnk_dot(c.u, c.v), along = jnk_dot(w, c.u), across = jnk_dot(w, c.v), det = c.sine * c.sine;
  c.s = (along - cosine * across) / det;
  c.t = (cosine * along - across) / det;
  jnk_add_scaled(c.x, c.s, c.u, c.x);
  jnk_add_scaled(c.y, c.t, c.v, c.y);
  return c;
}

// Computes n, the common unit normal of two edges without radius, ground axes. Of the two directions it is the one from
// the first shape to the second, by the directions into the faces at both edges.
static void calc_edge_normal(const jni_contact_shape *a, const frame *fa, int i, const jni_contact_shape *b,
                             const frame *fb, int j, const crossing *c, double n[3]) {
  double side = 0, into[3];
  jnk_cross(c->u, c->v, n);
  jnk_normalize(n);
  for (int k = 0; k < 2; k++) {
    turn(fa, a->solid->edge[i].into[k], false, into);
    side -= jnk_dot(n, into);
    turn(fb, b->solid->edge[j].into[k], false, into);
    side += jnk_dot(n, into);
  }
  if (side < 0) jnk_scale(-1, n, n);
}

static void place_edges(const jni_contact_shape *a, const frame *fa, int i, const jni_contact_shape *b, const frame *fb,
                        int j, jni_contact_place *place) {
  const crossing c = cross_edges(a, fa, i, b, fb, j);
  if (radius_of(a) + radius_of(b) > 0) {
    set_between(a, b, c.x, c.y, place);
  } else {
    double d[3];
    calc_edge_normal(a, fa, i, b, fb, j, &c, place->n);
    jnk_sub(c.y, c.x, d);
    place->gap = jnk_dot(place->n, d);
    jnk_copy(c.x, place->point[0]);
    jnk_copy(c.y, place->point[1]);
  }
  set_surface(place, 0, radius_of(a), c.u);
  set_surface(place, 1, radius_of(b), c.v);
}

void jni_feature_place(const jni_contact_shape *a, const jni_contact_shape *b, int feature,
                       const jni_contact_motion *ma, const jni_contact_motion *mb, jni_contact_place *place) {
  if (jni_rim_has_features(a, b)) {
    jni_rim_place(a, b, feature, ma, mb, place);
    return;
  }
  const feature_parts f = parts_of(feature);
  const frame fa = frame_of(a, ma), fb = frame_of(b, mb);
  const jni_polyhedron *p = a->solid, *q = b->solid;
  double x[3], y[3], u[3];
  memset(place, 0, sizeof *place);
  switch (f.type) {
    case JNI_VERTEX_FACE: place_on_face(a, &fa, f.i, b, &fb, f.j, false, place); break;
    case JNI_FACE_VERTEX: place_on_face(b, &fb, f.i, a, &fa, f.j, true, place); break;
    case JNI_VERTEX_EDGE:
      place_point(&fa, p->vertex[f.i], a->plane, x);
      nearest_on_line(b, &fb, f.j, x, y, u);
      set_between(a, b, x, y, place);
      set_surface(place, 0, radius_of(a), NULL);
      set_surface(place, 1, radius_of(b), q->edge[f.j].length > 0 ? u : NULL);
      break;
    case JNI_EDGE_VERTEX:
      place_point(&fb, q->vertex[f.i], a->plane, y);
      nearest_on_line(a, &fa, f.j, y, x, u);
      set_between(a, b, x, y, place);
      set_surface(place, 0, radius_of(a), p->edge[f.j].length > 0 ? u : NULL);
      set_surface(place, 1, radius_of(b), NULL);
      break;
    case JNI_VERTEX_VERTEX:
      place_point(&fa, p->vertex[f.i], a->plane, x);
      place_point(&fb, q->vertex[f.j], a->plane, y);
      set_between(a, b, x, y, place);
      set_surface(place, 0, radius_of(a), NULL);
      set_surface(place, 1, radius_of(b), NULL);
      break;
    default: place_edges(a, &fa, f.i, b, &fb, f.j, place);
  }
}

// Returns the largest distance between the enclosing boxes of shapes s and t along an axis of the box of s, less the
// radii of both, m; it is negative where they overlap along all of them. Sets *place to that of a face of the box of s
// and the nearest corner of the box of t. second: s is the second shape of the pair.
static double part_boxes(const jni_contact_shape *s, const frame *fs, const jni_contact_shape *t, const frame *ft,
                         bool second, jni_contact_place *place) {
  const jni_polyhedron *p = s->solid, *q = t->solid;
  double centre[3], R[3][3], corner[3], n[3] = {0, 0, 0}, gap = -HUGE_VAL;
  int axis = 0;
  convert(ft, fs, q->centre, s->plane, centre);
  for (int j = 0; j < 3; j++) {
    jnk_copy(q->centre, corner);
    corner[j] += 1;
    convert(ft, fs, corner, s->plane, R[j]);
    jnk_sub(R[j], centre, R[j]);
  }
  for (int k = 0; k < (s->plane ? 2 : 3); k++) {
    double own = fabs(centre[k] - p->centre[k]) - p->half[k] - radius_of(s) - radius_of(t);
    for (int j = 0; j < 3; j++) own -= fabs(R[j][k]) * q->half[j];
    if (!(own > gap)) continue;
    gap = own;
    axis = k;
  }
  n[axis] = centre[axis] > p->centre[axis] ? 1 : -1;
  for (int j = 0; j < 3; j++) corner[j] = q->centre[j] - (n[axis] * R[j][axis] > 0 ? q->half[j] : -q->half[j]);
  memset(place, 0, sizeof *place);
  double x[3], normal[3];
  turn(fs, n, s->plane, normal);
  place_point(ft, corner, s->plane, x);
  jnk_scale(second ? -1 : 1, normal, place->n);
  place->gap = gap;
  jnk_add_scaled(x, -radius_of(t), normal, place->point[!second]);
  jnk_add_scaled(x, -radius_of(t) - gap, normal, place->point[second]);
  place->corner[!second] = true;
  return gap;
}

double jni_features_bound(const jni_contact_shape *a, const jni_contact_shape *b, const jni_contact_motion *ma,
                          const jni_contact_motion *mb, jni_contact_place *place) {
  const frame fa = frame_of(a, ma), fb = frame_of(b, mb);
  double x[3], y[3], reach = b->solid->reach + radius_of(b);
  memset(place, 0, sizeof *place);
  place_point(&fb, b->solid->centre, a->plane, y);
  if (a->touch == JNI_TOUCH_PLANE) {
    double local[3];
    convert(&fb, &fa, b->solid->centre, a->plane, local);
    turn(&fa, a->solid->normal[0], a->plane, place->n);
    place->gap = height(a->solid, 0, local) - reach;
    jnk_add_scaled(y, -reach, place->n, place->point[1]);
    jnk_add_scaled(y, -reach - place->gap, place->n, place->point[0]);
    place->corner[1] = true;
    return place->gap;
  }
  double own = a->solid->reach + radius_of(a);
  place_point(&fa, a->solid->centre, a->plane, x);
  jnk_sub(y, x, place->n);
  double distance = jnk_normalize(place->n);
  if (!(distance > 0)) jnk_set(1, 0, 0, place->n);
  place->gap = distance - own - reach;
  jnk_add_scaled(x, own, place->n, place->point[0]);
  jnk_add_scaled(y, -reach, place->n, place->point[1]);
  place->corner[1] = true;
  if (place->gap > 0) return place->gap;
  double close = boxes_apart * fmin(own, reach);
  if (part_boxes(a, &fa, b, &fb, false, place) > close || part_boxes(b, &fb, a, &fa, true, place) > close)
    return place->gap;
  return 0;
}

double jni_features_speed(const jni_contact_shape *a, const jni_contact_shape *b, const jni_contact_motion *ma,
                          const jni_contact_motion *mb) {
  bool second = !(a->solid->reach < b->solid->reach);
  const jni_contact_shape *small = second ? b : a;
  const frame f = frame_of(small, second ? mb : ma);
  double x[3], arm[3], part[3], v[3], w[3];
  place_point(&f, small->solid->centre, a->plane, x);
  jnk_sub(mb->v, ma->v, v);
  jnk_sub(x, mb->r, arm);
  jnk_cross(mb->w, arm, part);
  jnk_add(v, part, v);
  jnk_sub(x, ma->r, arm);
  jnk_cross(ma->w, arm, part);
  jnk_sub(v, part, v);
  jnk_sub(mb->w, ma->w, w);
  double speed = jnk_norm(v);
  if (a->touch == JNI_TOUCH_PLANE) {
    const frame fa = frame_of(a, ma);
    turn(&fa, a->solid->normal[0], a->plane, part);
    speed = fabs(jnk_dot(part, v));
  }
  return speed + jnk_norm(w) * (small->solid->reach + radius_of(small));
}

// ---- gaps of all features -----------------------------------------------------------------------------------------

// Working data of one pair of shapes. above[0][i * nfaces + j] is the height of vertex i of the first shape over face j
// of the second; above[1] has those of the vertices of the second shape over the faces of the first, m.
typedef struct {
  const jni_feature_pair *pair;
  const jni_contact_shape *shape[2];
  frame frame[2];
  double *above[2];
  double radius;  // sum of the radii of both shapes, m
  // The smallest heights for a crossing of edges, m: the ends of an edge of the first (second) shape must be beyond[0]
  // (beyond[1]) or more on their sides of the other edge. `inside`: how far a vertex of the second shape must be inside
  // the border of its face.
  double beyond[2], inside;
} survey;

static survey begin_survey(const jni_feature_pair *pair, bool any_closed) {
  survey s = {.pair = pair, .shape = {pair->a, pair->b}, .radius = radius_of(pair->a) + radius_of(pair->b)};
  s.frame[0] = frame_of(pair->a, pair->ma);
  s.frame[1] = frame_of(pair->b, pair->mb);
  s.above[0] = pair->scratch;
  s.above[1] = pair->scratch + pair->a->solid->nvertices * pair->b->solid->nfaces;
  double wide = vague * fmin(pair->a->solid->reach, pair->b->solid->reach);
  s.beyond[0] = any_closed ? fmax(wide, pair->slack.aside) : pair->slack.aside;
  s.beyond[1] = any_closed ? s.beyond[0] : -pair->slack.aside;
  s.inside = any_closed ? s.beyond[0] : 0;
  for (int k = 0; k < 2; k++) {
    const jni_polyhedron *p = s.shape[k]->solid, *q = s.shape[!k]->solid;
    for (int i = 0; i < p->nvertices && q->nfaces > 0; i++) {
      double x[3];
      convert(&s.frame[k], &s.frame[!k], p->vertex[i], pair->a->plane, x);
      for (int j = 0; j < q->nfaces; j++) s.above[k][i * q->nfaces + j] = height(q, j, x);
    }
  }
  return s;
}

// Finds the face, edge or vertex of polyhedron q that is nearest to the point x (axes of q), where vertex `vertex` of
// the other shape is, and returns its feature with that vertex, 0 if there is none. Sets *distance, negative inside;
// HUGE_VAL if there is none. above: heights of x over the faces of q. inner: only the insides of edges count, and the
// vertex is that of the second shape.
static int find_nearest(const jni_polyhedron *q, const double x[3], const double *above, int vertex, bool inner,
                        double *distance) {
  int most = -1, best = 0;
  *distance = HUGE_VAL;
  for (int j = 0; j < q->nfaces && !inner; j++)
    if (most < 0 || above[j] > above[most]) most = j;
  if (most >= 0 && above[most] <= 0) {
    *distance = above[most];
    return jni_feature_code(JNI_VERTEX_FACE, vertex, most);
  }
  for (int j = 0; j < q->nfaces && !inner; j++) {
    bool over = above[j] > 0;
    for (int k = 0; k < q->nedges && over; k++)
      for (int side = 0; side < 2; side++) {
        double d[3];
        if (q->edge[k].f[side] != j) continue;
        jnk_sub(x, q->vertex[q->edge[k].v[0]], d);
        over = over && jnk_dot(d, q->edge[k].into[side]) >= 0;
      }
    if (!over) continue;
    *distance = above[j];
    return jni_feature_code(JNI_VERTEX_FACE, vertex, j);
  }
  for (int k = 0; k < q->nedges; k++) {
    const jni_polyhedron_edge *e = &q->edge[k];
    double d[3];
    jnk_sub(x, q->vertex[e->v[0]], d);
    double along = e->length > 0 ? jnk_dot(d, e->u) : 0, held = fmax(0, fmin(e->length, along));
    bool end = e->length > 0 && (along <= 0 || along >= e->length);
    if (inner && end) continue;
    jnk_add_scaled(d, -held, e->u, d);
    if (e->length == 0) d[2] = 0;
    double length = jnk_norm(d);
    if (!(length < *distance)) continue;
    *distance = length;
    if (inner) best = jni_feature_code(JNI_EDGE_VERTEX, vertex, k);
    else
      best = end ? jni_feature_code(JNI_VERTEX_VERTEX, vertex, e->v[along > 0])
                 : jni_feature_code(JNI_VERTEX_EDGE, vertex, k);
  }
  for (int k = 0; k < q->nvertices && q->nedges == 0 && !inner; k++) {
    double d[3];
    jnk_sub(x, q->vertex[k], d);
    *distance = jnk_norm(d);
    best = jni_feature_code(JNI_VERTEX_VERTEX, vertex, k);
  }
  return best;
}

// Returns whether no other vertex of shape k that an edge joins to vertex i (in the plane: no other vertex) is lower
// over face j of the other shape than vertex i, but for rounding.
static bool is_lowest(const survey *s, int k, int i, int j) {
  const jni_polyhedron *p = s->shape[k]->solid;
  int n = s->shape[!k]->solid->nfaces;
  for (int e = 0; e < p->nedges; e++) {
    const jni_polyhedron_edge *edge = &p->edge[e];
    if (edge->length == 0 || (edge->v[0] != i && edge->v[1] != i)) continue;
    int other = edge->v[edge->v[0] == i];
    if (s->above[k][other * n + j] - s->above[k][i * n + j] < -flush * edge->length) return false;
  }
  if (s->shape[0]->plane)
    for (int other = 0; other < p->nvertices; other++)
      if (s->above[k][other * n + j] - s->above[k][i * n + j] < -flush * p->reach) return false;
  return true;
}

// Returns the gap between vertex i of shape k and the other shape, m, and stores the feature to which it belongs in
// *feature; HUGE_VAL and 0 if there is none.
static double gap_of_vertex(const survey *s, int k, int i, int *feature) {
  const jni_polyhedron *p = s->shape[k]->solid, *q = s->shape[!k]->solid;
  const double *above = s->above[k] + i * q->nfaces;
  *feature = 0;
  if (s->radius > 0) {
    double x[3], distance;
    convert(&s->frame[k], &s->frame[!k], p->vertex[i], s->shape[0]->plane, x);
    *feature = find_nearest(q, x, above, i, k == 1, &distance);
    return *feature > 0 ? distance - s->radius : HUGE_VAL;
  }
  if (q->nfaces == 0) return HUGE_VAL;
  int most = 0;
  double next = -HUGE_VAL;
  for (int j = 1; j < q->nfaces; j++) {
    next = fmax(next, fmin(above[j], above[most]));
    if (above[j] > above[most]) most = j;
  }
  if (k == 1 && s->inside > 0 && above[most] - next < s->inside) return HUGE_VAL;
  double gap = above[most], aside = s->pair->slack.aside;
  if (k == 0 && fabs(gap) <= aside) {
    // A vertex at height zero over flush faces is inside if it is not the lowest vertex over them.
    int deepest = -1;
    gap = -HUGE_VAL;
    for (int j = 0; j < q->nfaces; j++) {
      bool lowest = above[j] > above[most] - flush * q->reach && is_lowest(s, k, i, j);
      gap = fmax(gap, lowest ? above[j] : above[j] - aside);
      if (lowest && (deepest < 0 || above[j] > above[deepest])) deepest = j;
    }
    if (deepest >= 0) most = deepest;
  }
  *feature = jni_feature_code(k == 0 ? JNI_VERTEX_FACE : JNI_FACE_VERTEX, i, most);
  return gap;
}

// Returns whether the two ends of an edge lie on different sides of another edge. c0, c1: for each end its height over
// one face of the other edge minus that over its other face; they must have different signs, by `beyond` at least.
static bool straddles(double c0, double c1, double beyond) { return fmin(c0, c1) < -beyond && fmax(c0, c1) > beyond; }

// Returns whether the height over one face of an edge increases and that over its other face decreases along another
// edge of this length. rise0, rise1: changes of the two heights.
static bool rises_and_falls(double rise0, double rise1, double length) {
  double slack = flush * length;
  return (rise0 >= -slack && rise1 <= slack) || (rise0 <= slack && rise1 >= -slack);
}

// Returns whether all faces at the crossing edges i (first shape) and j (second shape) lie behind the normal n of the
// crossing, so that the shapes can touch there. Edges without faces pass.
static bool faces_behind(const survey *s, int i, int j, const double n[3]) {
  const jni_polyhedron_edge *e[2] = {&s->shape[0]->solid->edge[i], &s->shape[1]->solid->edge[j]};
  for (int k = 0; k < 2; k++)
    for (int side = 0; side < 2 && e[k]->f[0] >= 0; side++) {
      double into[3];
      turn(&s->frame[k], e[k]->into[side], false, into);
      if (jnk_dot(n, into) * (k == 0 ? 1 : -1) > flush) return false;
    }
  return true;
}

// Returns the gap between edge i of the first shape and edge j of the second, m; HUGE_VAL if they do not cross.
static double gap_of_edges(const survey *s, int i, int j) {
  const jni_polyhedron *p = s->shape[0]->solid, *q = s->shape[1]->solid;
  const jni_polyhedron_edge *e = &p->edge[i], *h = &q->edge[j];
  if (s->radius > 0) {
    const crossing c = cross_edges(s->shape[0], &s->frame[0], i, s->shape[1], &s->frame[1], j);
    if (!(c.sine > parallel) || !(c.s > 0 && c.s < e->length && c.t > 0 && c.t < h->length)) return HUGE_VAL;
    double n[3];
    jnk_sub(c.y, c.x, n);
    double distance = jnk_normalize(n);
    return distance > 0 && faces_behind(s, i, j, n) ? distance - s->radius : HUGE_VAL;
  }
  const double *start = s->above[0] + e->v[0] * q->nfaces, *end = s->above[0] + e->v[1] * q->nfaces;
  const double *low = s->above[1] + h->v[0] * p->nfaces, *high = s->above[1] + h->v[1] * p->nfaces;
  int f = h->f[0], g = h->f[1], m = e->f[0], o = e->f[1];
  double c0 = start[f] - start[g], c1 = end[f] - end[g];
  if (!straddles(c0, c1, s->beyond[0]) || !straddles(low[m] - low[o], high[m] - high[o], s->beyond[1]) ||
      !rises_and_falls(end[f] - start[f], end[g] - start[g], e->length) ||
      !rises_and_falls(high[m] - low[m], high[o] - low[o], h->length))
    return HUGE_VAL;
  double t = c0 / (c0 - c1), own = start[f] + t * (end[f] - start[f]), others = -HUGE_VAL;
  for (int k = 0; k < q->nfaces; k++)
    if (k != f && k != g) others = fmax(others, start[k] + t * (end[k] - start[k]));
  // Excludes a point on another face: it is not at the second edge, even if it is as deep below the two faces of that
  // edge.
  if (own < others - 10 * deep * q->reach) return HUGE_VAL;
  return fmax(own, fabs(others) <= s->pair->slack.aside ? -s->pair->slack.aside : others);
}

// Returns whether the shapes overlap so that an edge of one (in the plane a side) passes through the other one more
// than `depth` (m) below all of its faces.
static bool is_pierced(const survey *s, double depth) {
  for (int k = 0; k < 2; k++) {
    const jni_polyhedron *p = s->shape[k]->solid, *q = s->shape[!k]->solid;
    bool sides = s->shape[0]->plane && p->nfaces > 0;
    for (int i = 0; i < p->nedges && q->nfaces > 0; i++) {
      int from = sides ? i : p->edge[i].v[0], to = sides ? (i + 1) % p->nvertices : p->edge[i].v[1];
      const double *start = s->above[k] + from * q->nfaces, *end = s->above[k] + to * q->nfaces;
      double low = 0, high = 1;
      for (int j = 0; j < q->nfaces && low <= high; j++) {
        double x = start[j] + depth, y = end[j] + depth;
        if (x > 0 && y > 0) low = 2;
        else if (x > 0) low = fmax(low, x / (x - y));
        else if (y > 0) high = fmin(high, x / (x - y));
      }
      if (low <= high) return true;
    }
  }
  return false;
}

double jni_features_nearest(const jni_feature_pair *pair, const int *taken, int ntaken, int *feature) {
  if (jni_rim_has_features(pair->a, pair->b)) return jni_rim_nearest(pair, taken, ntaken, feature);
  const survey s = begin_survey(pair, ntaken > 0);
  const jni_polyhedron *p = pair->a->solid, *q = pair->b->solid;
  double least = HUGE_VAL;
  *feature = 0;
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < s.shape[k]->solid->nvertices; i++) {
      int found;
      double gap = gap_of_vertex(&s, k, i, &found);
      if (!(gap < least) || found == 0 || is_among(found, taken, ntaken)) continue;
      least = gap;
      *feature = found;
    }
  for (int i = 0; i < p->nedges && !pair->a->plane; i++)
    for (int j = 0; j < q->nedges; j++) {
      double gap = gap_of_edges(&s, i, j);
      if (!(gap < least) || is_among(jni_feature_code(JNI_EDGE_EDGE, i, j), taken, ntaken)) continue;
      least = gap;
      *feature = jni_feature_code(JNI_EDGE_EDGE, i, j);
    }
  double depth = s.radius > 0 ? 0 : deep * fmin(p->reach, q->reach);
  if (least > -depth && is_pierced(&s, depth)) least = -fmax(depth, s.radius);
  return least;
}

// ---- features at an event -----------------------------------------------------------------------------------------

static double rate_of(const jni_feature_pair *pair, int feature) {
  jni_contact_place place;
  jni_contact_rates rates;
  jni_contact_place_calc(pair->a, pair->b, feature, pair->ma, pair->mb, &place);
  jni_contact_rates_calc(&place, pair->a->plane, pair->ma, pair->mb, &rates);
  return rates.rate;
}

// Returns the feature of vertex i of shape k, both without radius, with the face that it touches. Of several at whose
// common edge it is: one on which it is the lowest vertex; of several of these that from which it parts fastest; those
// listed in `left` are not chosen, and 0 is returned if all are. Sets *gap. *at_border: it is a vertex of the second
// shape at the border of a face.
static int choose_face(const survey *s, int k, int i, double zero, const int *left, int nleft, double *gap,
                       bool *at_border) {
  const jni_polyhedron *q = s->shape[!k]->solid;
  const double *above = s->above[k] + i * q->nfaces;
  jni_feature_type type = k == 0 ? JNI_VERTEX_FACE : JNI_FACE_VERTEX;
  double most = -HUGE_VAL, aside = s->pair->slack.aside, fastest = -HUGE_VAL;
  int n = 0, chosen = -1;
  bool any_lowest = false;
  for (int j = 0; j < q->nfaces; j++) most = fmax(most, above[j]);
  for (int j = 0; j < q->nfaces; j++) {
    // Other faces may be flush with the vertex, which is inside the face that it touches by the error of the root.
    bool lowest = above[j] >= most - flush * q->reach && is_lowest(s, k, i, j);
    n += lowest || above[j] >= most - aside;
    any_lowest = any_lowest || lowest;
  }
  *gap = most;
  *at_border = k == 1 && n > 1;
  for (int j = 0; j < q->nfaces; j++) {
    bool was_left = false;
    for (int l = 0; l < nleft; l++) was_left = was_left || left[l] == jni_feature_code(type, i, j);
    bool candidate =
        any_lowest ? above[j] >= most - flush * q->reach && is_lowest(s, k, i, j) : above[j] >= most - aside;
    if (!candidate || (was_left && n > 1)) continue;
    double rate = n > 1 ? rate_of(s->pair, jni_feature_code(type, i, j)) : 0;
    if (chosen >= 0 && !(rate > fastest + zero)) continue;
    fastest = rate;
    chosen = j;
  }
  return chosen < 0 ? 0 : jni_feature_code(type, i, chosen);
}

int jni_features_touching(const jni_feature_pair *pair, double limit, double zero, const int *taken, int ntaken,
                          const int *left, int nleft, int *feature, int most) {
  if (jni_rim_has_features(pair->a, pair->b)) return jni_rim_touching(pair, limit, taken, ntaken, feature, most);
  const survey s = begin_survey(pair, false);
  const jni_polyhedron *p = pair->a->solid, *q = pair->b->solid;
  int n = 0, nleaving = 0, nborder = 0, border[JNI_MOST_SLOTS], leaving[JNI_MOST_SLOTS];
  for (int k = 0; k < 2; k++)
    for (int i = 0; i < s.shape[k]->solid->nvertices; i++) {
      int found;
      bool at_border = false;
      double gap = gap_of_vertex(&s, k, i, &found);
      if (found == 0 || !(gap <= limit) || is_among(found, taken, ntaken)) continue;
      if (s.radius == 0) found = choose_face(&s, k, i, zero, left, nleft, &gap, &at_border);
      if (found == 0) continue;
      if (at_border) {
        if (nborder < JNI_MOST_SLOTS) border[nborder++] = found;
      } else if (rate_of(pair, found) > zero) {
        if (nleaving < JNI_MOST_SLOTS) leaving[nleaving++] = found;
      } else if (n < most) feature[n++] = found;
    }
  for (int i = 0; i < p->nedges && !pair->a->plane; i++)
    for (int j = 0; j < q->nedges; j++) {
      int found = jni_feature_code(JNI_EDGE_EDGE, i, j);
      if (!(gap_of_edges(&s, i, j) <= limit) || is_among(found, taken, ntaken)) continue;
      jni_contact_place place;
      jni_feature_place(pair->a, pair->b, found, pair->ma, pair->mb, &place);
      const crossing c = cross_edges(pair->a, &s.frame[0], i, pair->b, &s.frame[1], j);
      if (!(c.sine > parallel) || !faces_behind(&s, i, j, place.n)) continue;
      if (rate_of(pair, found) > zero) {
        if (nleaving < JNI_MOST_SLOTS) leaving[nleaving++] = found;
      } else if (n < most) feature[n++] = found;
    }
  // A corner of the second shape on the border of a face is a point only if no other one is there.
  for (int i = 0; i < nborder && n == 0 && ntaken == 0; i++)
    if (n < most) feature[n++] = border[i];
  for (int i = 0; i < nleaving && n < most; i++) feature[n++] = leaving[i];
  return n;
}

// ---- closed points ------------------------------------------------------------------------------------------------

// Returns how far inside the border of a face the point x projects onto the face, m; negative: outside. x in the axes
// of q.
static double margin_over_face(const jni_polyhedron *q, int face, const double x[3]) {
  double margin = HUGE_VAL;
  for (int k = 0; k < q->nedges; k++)
    for (int side = 0; side < 2; side++) {
      double d[3];
      if (q->edge[k].f[side] != face) continue;
      jnk_sub(x, q->vertex[q->edge[k].v[0]], d);
      margin = fmin(margin, jnk_dot(d, q->edge[k].into[side]));
    }
  return margin;
}

// Returns how far a point x is inside the region of points whose nearest point of the polyhedron lies on the edge, m;
// negative: outside.
static double margin_at_edge(const jni_polyhedron *q, int edge, const double x[3]) {
  const jni_polyhedron_edge *e = &q->edge[edge];
  double d[3], margin = HUGE_VAL;
  jnk_sub(x, q->vertex[e->v[0]], d);
  for (int side = 0; side < 2 && e->f[0] >= 0; side++) margin = fmin(margin, -jnk_dot(d, e->into[side]));
  if (e->length == 0) return margin;
  double along = jnk_dot(d, e->u);
  return fmin(margin, fmin(along, e->length - along));
}

static double margin_at_vertex(const jni_polyhedron *q, int vertex, const double x[3]) {
  double d[3], margin = HUGE_VAL;
  jnk_sub(x, q->vertex[vertex], d);
  for (int k = 0; k < q->nedges; k++) {
    const jni_polyhedron_edge *e = &q->edge[k];
    if (e->length == 0) continue;
    if (e->v[0] == vertex) margin = fmin(margin, -jnk_dot(d, e->u));
    if (e->v[1] == vertex) margin = fmin(margin, jnk_dot(d, e->u));
  }
  return margin;
}

// Computes for both ends of edge `edge` of shape k the height over the first face of edge `other` of the other shape
// minus that over its second face: c[0], c[1]. Their signs tell on which side of that edge the ends are.
static void side_of_ends(const jni_feature_pair *pair, int k, int edge, int other, double c[2]) {
  const jni_contact_shape *shape[2] = {pair->a, pair->b};
  const jni_contact_motion *motion[2] = {pair->ma, pair->mb};
  const frame own = frame_of(shape[k], motion[k]), of = frame_of(shape[!k], motion[!k]);
  const jni_polyhedron_edge *h = &shape[!k]->solid->edge[other];
  for (int end = 0; end < 2; end++) {
    double x[3];
    convert(&own, &of, shape[k]->solid->vertex[shape[k]->solid->edge[edge].v[end]], false, x);
    c[end] = height(shape[!k]->solid, h->f[0], x) - height(shape[!k]->solid, h->f[1], x);
  }
}

double jni_feature_margin(const jni_feature_pair *pair, int feature) {
  if (jni_rim_has_features(pair->a, pair->b)) return jni_rim_margin(pair, feature);
  const feature_parts f = parts_of(feature);
  const jni_contact_shape *a = pair->a, *b = pair->b;
  const frame fa = frame_of(a, pair->ma), fb = frame_of(b, pair->mb);
  bool first = is_of_first(f.type), sharp = radius_of(a) + radius_of(b) == 0;
  double aside = pair->slack.aside, x[3];
  if (f.type == JNI_EDGE_EDGE && sharp) {
    double c[2], d[2];
    side_of_ends(pair, 0, f.i, f.j, c);
    side_of_ends(pair, 1, f.j, f.i, d);
    return fmin(fmin(fmax(c[0], c[1]) - aside, -fmin(c[0], c[1]) - aside),
                fmin(fmax(d[0], d[1]) + aside, aside - fmin(d[0], d[1])));
  }
  if (f.type == JNI_EDGE_EDGE) {
    const crossing c = cross_edges(a, &fa, f.i, b, &fb, f.j);
    if (!(c.sine > parallel)) return -1;
    return fmin(fmin(c.s, a->solid->edge[f.i].length - c.s), fmin(c.t, b->solid->edge[f.j].length - c.t));
  }
  const jni_polyhedron *q = first ? b->solid : a->solid;
  if (first) convert(&fa, &fb, a->solid->vertex[f.i], a->plane, x);
  else convert(&fb, &fa, b->solid->vertex[f.i], a->plane, x);
  if (f.type == JNI_VERTEX_EDGE || f.type == JNI_EDGE_VERTEX) return margin_at_edge(q, f.j, x) + aside;
  if (f.type == JNI_VERTEX_VERTEX) return margin_at_vertex(q, f.j, x) + aside;
  if (!sharp) return margin_over_face(q, f.j, x) + aside;
  double next = -HUGE_VAL;
  for (int j = 0; j < q->nfaces; j++)
    if (j != f.j) next = fmax(next, height(q, j, x));
  return height(q, f.j, x) - next + (first ? aside : -aside);
}

int jni_feature_next(const jni_feature_pair *pair, int feature) {
  if (jni_rim_has_features(pair->a, pair->b)) return jni_rim_next(pair, feature);
  const feature_parts f = parts_of(feature);
  if (radius_of(pair->a) + radius_of(pair->b) == 0 || f.type == JNI_EDGE_EDGE) return 0;
  const survey s = begin_survey(pair, false);
  int found;
  gap_of_vertex(&s, is_of_first(f.type) ? 0 : 1, f.i, &found);
  return found;
}
