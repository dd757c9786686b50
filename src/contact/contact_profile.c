// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// contact_profile.c - see contact_profile.h.
#include "contact/contact_profile.h"

#include <math.h>
#include <string.h>

#include "kernel/call/joint_function.h"
#include "kernel/elementary.h"
#include "kernel/vec3.h"

static const double edge = 1e-12;    // a place may be beyond the end of its piece by this part of the size: rounding
static const double off_end = 0.01;  // gaps at ends of sections, where nothing touches, are larger by this part
static const double deepest = 0.25;  // overlap of two profiles that is a contact, part of the smaller section

static const double smallest = 0.05;  // size of a section for this, at least, part of the size of its profile

enum {
  MOST_NEWTON = 80,
  MOST_WALK = 16,
  MOST_BISECTIONS = 60,
  CELLS = 8
};  // CELLS: parts of a cubic in which places are searched

// A piece of a profile together with the pose of its shape in ground axes: origin o, cosine c and sine s of the angle
// of its axes; of a plane, whose x axis is the normal, the angle of the normal; of a disc, 0.
typedef struct {
  const jni_profile_piece *piece;
  double o[2], c, s;
} view;

// The place where two pieces touch or are closest.
typedef struct {
  double n[2];     // normal out of the first piece, ground axes
  double x[2][2];  // contact point on each piece, ground axes, m
  double gap;      // m
  double K[2];     // curvature of each piece, 1/m
  bool corner[2];
  const jni_profile_piece *piece[2];  // those of the place: neighbours on the same spline, after a walk
  double at[2];                       // arc: theta, rad; line: distance from its first end, m; cubic: its parameter
} touch;

// ---- axes ---------------------------------------------------------------------------------------------------------

static double dot2(const double a[2], const double b[2]) { return a[0] * b[0] + a[1] * b[1]; }

static void turn(const view *v, const double d[2], double out[2]) {
  double x = v->c * d[0] - v->s * d[1], y = v->s * d[0] + v->c * d[1];
  out[0] = x;
  out[1] = y;
}

static void turn_back(const view *v, const double d[2], double out[2]) {
  double x = v->c * d[0] + v->s * d[1], y = -v->s * d[0] + v->c * d[1];
  out[0] = x;
  out[1] = y;
}

static void to_ground(const view *v, const double x[2], double out[2]) {
  turn(v, x, out);
  out[0] += v->o[0];
  out[1] += v->o[1];
}

// A plane as the piece of a profile: a straight line along y of its axes, without ends.
static const jni_profile_piece plane_piece = {
    .sort = JNI_PIECE_LINE, .end = {{0, 0}, {0, 1}}, .link = {-1, -1}, .round = true};

static view view_of(const jni_contact_shape *shape, const jni_contact_motion *m, jni_profile_piece *disc) {
  const double *R = shape->R, *B = m->R;
  view v = {.c = B[0] * R[0] + B[1] * R[3], .s = B[3] * R[0] + B[4] * R[3]};
  v.o[0] = m->r[0] + B[0] * shape->p[0] + B[1] * shape->p[1];
  v.o[1] = m->r[1] + B[3] * shape->p[0] + B[4] * shape->p[1];
  if (shape->touch == JNI_TOUCH_SPHERE) {
    *disc = (jni_profile_piece){.sort = JNI_PIECE_ARC, .link = {-1, -1}, .rho = shape->radius, .round = true};
    v.piece = disc;
    v.c = 1;
    v.s = 0;
  } else if (shape->touch == JNI_TOUCH_PLANE) {
    v.piece = &plane_piece;
    v.c = B[0] * R[2] + B[1] * R[5];
    v.s = B[3] * R[2] + B[4] * R[5];
    double length = sqrt(v.c * v.c + v.s * v.s);
    v.c /= length;
    v.s /= length;
  }
  return v;
}

static view with_piece(const view *v, const jni_profile_piece *piece) {
  view w = *v;
  w.piece = piece;
  return w;
}

// ---- one piece ----------------------------------------------------------------------------------------------------

void jni_profile_cubic(const jni_profile_piece *piece, double u, double x[2], double d[2], double dd[2]) {
  jnk_outline o;
  double i = floor(u);
  if (!(i >= 0)) i = 0;
  if (i > piece->nspline - 1) i = piece->nspline - 1;
  jnk_cam_outline(piece->spline, piece->nspline, (int)i, u - i, &o);
  for (int k = 0; k < 2; k++) {
    if (x) x[k] = o.r[k];
    if (d) d[k] = o.d[k];
    if (dd) dd[k] = o.dd[k];
  }
}

static bool same_spline(const jni_profile_piece *a, const jni_profile_piece *b) {
  return a->sort == JNI_PIECE_CUBIC && b->sort == JNI_PIECE_CUBIC && a->spline == b->spline;
}

// Returns the next piece beyond end e (0 first, 1 second) if it belongs to the same spline; NULL otherwise.
static const jni_profile_piece *along_spline(const jni_profile_piece *pieces, const jni_profile_piece *piece, int e) {
  const jni_profile_piece *next = pieces && piece->link[e] >= 0 ? &pieces[piece->link[e]] : NULL;
  return next && same_spline(piece, next) ? next : NULL;
}

// Returns the angle theta of a normal n (ground axes), rad, with the whole turns that bring it into the range of the
// piece or nearest to the middle of this range.
static double angle_of(const view *v, const double n[2]) {
  double local[2], middle = 0.5 * (v->piece->theta[0] + v->piece->theta[1]);
  turn_back(v, n, local);
  return middle + jnk_remainder(jnk_atan2(local[1], local[0]) - middle, 2 * JNK_PI);
}

// The point of a piece at which its outward normal has a given direction: position, curvature and parameter.
typedef struct {
  const jni_profile_piece *piece;
  double x[2], K, at;  // ground axes, m; 1/m
  bool corner;
} support;

// Computes the point of an arc with the normal n out of it, ground axes.
static void support_of_arc(const view *v, const double n[2], support *out) {
  const jni_profile_piece *p = v->piece;
  double O[2], rho = p->rho;
  out->piece = p;
  out->at = p->round ? 0 : angle_of(v, n);
  if (p->base != 0) rho += p->base * (out->at - p->theta[0]);
  to_ground(v, p->O, O);
  out->x[0] = O[0] - p->base * n[1] + rho * n[0];
  out->x[1] = O[1] + p->base * n[0] + rho * n[1];
  out->corner = rho == 0;
  out->K = rho == 0 ? 0 : 1 / rho;
}

static double curvature(const double d[2], const double dd[2]) {
  double s2 = dot2(d, d);
  return (d[0] * dd[1] - d[1] * dd[0]) / (s2 * sqrt(s2));
}

// Equation for the place of contact along a cubic: its residual is positive before the place and negative beyond it.
// `other`: the arc or cubic that it touches; NULL: the place where the cubic has the normal `n` (axes of the shape).
// `held`: the place may be on other pieces of the spline (in `pieces`) or beyond its ends.
typedef struct {
  const view *own, *other;
  const jni_profile_piece *pieces;
  const double *n;
  bool held;
} cubic_task;

static void support_against(const view *v, const double n[2], support *out);

static double cubic_residual(const cubic_task *task, const jni_profile_piece *piece, double u, double *slope) {
  double x[2], d[2], dd[2], s;
  jni_profile_cubic(piece, u, x, d, dd);
  if (!task->other) {
    *slope = dot2(dd, task->n);
    return dot2(d, task->n);
  }
  s = sqrt(dot2(d, d));
  double t[2], n[2], at[2], K = curvature(d, dd), reach;
  turn(task->own, (double[2]){d[0] / s, d[1] / s}, t);
  n[0] = t[1];
  n[1] = -t[0];
  to_ground(task->own, x, at);
  support other;
  support_against(task->other, n, &other);
  double to[2] = {other.x[0] - at[0], other.x[1] - at[1]};
  reach = dot2(to, n) + (other.K != 0 ? 1 / other.K : 0);
  *slope = -s * s * (1 + K * reach);
  return s * dot2(to, t);
}

// Finds the root of the residual along a cubic between the parameters low and high, by Newton's method with bisection
// that begins at x, and stores it in *u. Returns false if a residual is not finite.
static bool find_root(const cubic_task *task, const jni_profile_piece *p, double low, double high, double x,
                      double *u) {
  for (int k = 0; k < MOST_NEWTON; k++) {
    double slope, residual = cubic_residual(task, p, x, &slope);
    if (!isfinite(residual)) return false;
    if (residual > 0) low = x;
    else high = x;
    double next = x - residual / slope;
    if (!(next >= low && next <= high) || !isfinite(slope)) next = 0.5 * (low + high);
    double change = fabs(next - x);
    x = next;
    if (change <= 4e-16 * (1 + fabs(x))) break;
  }
  *u = x;
  return true;
}

// Solves residual = 0 along a cubic, from the piece *piece on; with `held` also on neighbouring pieces of the same
// spline and beyond the spline's ends. Sets *piece and the parameter *u to the place. Returns false if there is none.
static bool solve_cubic(const cubic_task *task, const jni_profile_piece **piece, double *u) {
  const jni_profile_piece *p = *piece;
  double slope, low, high;
  bool open = false;  // the place is beyond the end of the spline
  for (int k = 0; k < MOST_WALK; k++) {
    double before = cubic_residual(task, p, p->u[0], &slope), after = cubic_residual(task, p, p->u[1], &slope);
    if (before >= 0 && after <= 0) break;
    if (!task->held) return false;
    if (before < 0 && after > 0) return false;
    const jni_profile_piece *next = along_spline(task->pieces, p, before < 0 ? 0 : 1);
    open = next == NULL;
    if (open) break;
    p = next;
  }
  low = p->u[0];
  high = p->u[1];
  double x = 0.5 * (low + high);
  if (open) {
    double range = high - low;
    double before = cubic_residual(task, p, low, &slope);
    x = before < 0 ? low : high;
    low -= range;
    high += range;
  }
  *piece = p;
  return find_root(task, p, low, high, x, u);
}

// Computes in *out the point of a cubic at which the normal out of the material is n (ground axes); with `held` it may
// be on other pieces of the spline or beyond its ends. Returns false if there is none.
static bool support_of_cubic(const view *v, const jni_profile_piece *pieces, const double n[2], bool held,
                             support *out) {
  double local[2], x[2], d[2], dd[2];
  turn_back(v, n, local);
  // On hollow pieces theta decreases, so that the residual d . n increases.
  const jni_profile_piece *p = v->piece;
  double side = p->theta[1] > p->theta[0] ? 1 : -1, sided[2] = {side * local[0], side * local[1]};
  cubic_task task = {.own = v, .pieces = pieces, .n = sided, .held = held};
  if (!solve_cubic(&task, &p, &out->at)) return false;
  jni_profile_cubic(p, out->at, x, d, dd);
  if (!(local[0] * d[1] - local[1] * d[0] > 0)) return false;  // the point has the opposite normal
  to_ground(v, x, out->x);
  out->piece = p;
  out->K = curvature(d, dd);
  out->corner = false;
  return true;
}

// Computes in *out the point of an arc, also beyond its ends, or of a cubic at which the normal out of the material is
// n (ground axes). held: see support_of_cubic. Returns false if there is none.
static bool support_of(const view *v, const jni_profile_piece *pieces, const double n[2], bool held, support *out) {
  if (v->piece->sort == JNI_PIECE_CUBIC) return support_of_cubic(v, pieces, n, held, out);
  support_of_arc(v, n, out);
  return true;
}

// Computes in *out the point of a cubic at parameter u, in ground axes. Stores its derivatives with respect to u in d
// and dd, ground axes.
static void support_at(const view *v, double u, support *out, double d[2], double dd[2]) {
  double x[2], own[2], bend[2];
  jni_profile_cubic(v->piece, u, x, own, bend);
  to_ground(v, x, out->x);
  turn(v, own, d);
  turn(v, bend, dd);
  *out = (support){.piece = v->piece, .x = {out->x[0], out->x[1]}, .K = curvature(own, bend), .at = u};
}

// Computes in *out the point of an arc or cubic at which the normal out of the material is -n (ground axes); on a cubic
// that has no such point, its end with the nearer normal.
static void support_against(const view *v, const double n[2], support *out) {
  const double away[2] = {-n[0], -n[1]};
  double d[2], dd[2];
  if (support_of(v, NULL, away, false, out)) return;
  double to[2] = {fabs(angle_of(v, away) - v->piece->theta[0]), fabs(angle_of(v, away) - v->piece->theta[1])};
  support_at(v, v->piece->u[to[1] < to[0]], out, d, dd);
}

// ---- ends of pieces -----------------------------------------------------------------------------------------------

// Returns the distance of a place from end e of its piece, m, negative beyond it: on an arc the angle times `size`, the
// size of the profile; on a cubic the difference of the parameters times the length of the derivative at the end.
// HUGE_VAL if the piece has no ends (a disc, a plane).
static double distance_to_end(const jni_profile_piece *p, double at, int e, double size) {
  double d[2], sign = e == 0 ? 1 : -1;
  switch (p->sort) {
    case JNI_PIECE_ARC:
      if (p->round) return HUGE_VAL;
      return size * sign * (at - p->theta[e]) * (p->theta[1] > p->theta[0] ? 1 : -1);
    case JNI_PIECE_LINE:
      if (p->round) return HUGE_VAL;
      d[0] = p->end[1][0] - p->end[0][0];
      d[1] = p->end[1][1] - p->end[0][1];
      return e == 0 ? at : sqrt(dot2(d, d)) - at;
    default: jni_profile_cubic(p, p->u[e], NULL, d, NULL); return sign * (at - p->u[e]) * sqrt(dot2(d, d));
  }
}

static bool is_inside(const jni_profile_piece *p, double at, double size) {
  return distance_to_end(p, at, 0, size) >= -edge * size && distance_to_end(p, at, 1, size) >= -edge * size;
}

// ---- two pieces ---------------------------------------------------------------------------------------------------

// Sets *out to the place of contact with the normal n and the points a and b of the two pieces: points, curvatures,
// corners and gap.
static void set_touch(const double n[2], const support *a, const support *b, touch *out) {
  const support *both[2] = {a, b};
  out->n[0] = n[0];
  out->n[1] = n[1];
  for (int k = 0; k < 2; k++) {
    memcpy(out->x[k], both[k]->x, sizeof out->x[k]);
    out->K[k] = both[k]->K;
    out->corner[k] = both[k]->corner;
    out->piece[k] = both[k]->piece;
    out->at[k] = both[k]->at;
  }
  double to[2] = {b->x[0] - a->x[0], b->x[1] - a->x[1]};
  out->gap = dot2(to, n);
}

static void swap_touch(touch *t) {
  touch o = *t;
  for (int k = 0; k < 2; k++) {
    t->n[k] = -o.n[k];
    memcpy(t->x[k], o.x[1 - k], sizeof t->x[k]);
    t->K[k] = o.K[1 - k];
    t->corner[k] = o.corner[1 - k];
    t->piece[k] = o.piece[1 - k];
    t->at[k] = o.at[1 - k];
  }
}

// Computes in *out the place where line a and arc or cubic b touch or are closest. It may be beyond the ends of the
// line and of an arc. On a cubic it must be on this piece; with `held` it may be on other pieces of its spline or
// beyond the spline's ends. pieces: all pieces of b's profile. Returns false if there is no such place.
static bool touch_line(const view *a, const view *b, const jni_profile_piece *pieces, bool held, touch *out) {
  const jni_profile_piece *p = a->piece;
  double d[2] = {p->end[1][0] - p->end[0][0], p->end[1][1] - p->end[0][1]}, length = sqrt(dot2(d, d)), t[2], o[2];
  turn(a, (double[2]){d[0] / length, d[1] / length}, t);
  to_ground(a, p->end[0], o);
  double n[2] = {t[1], -t[0]}, away[2] = {-n[0], -n[1]};
  support own = {.piece = p}, other;
  if (!support_of(b, pieces, away, held, &other)) return false;
  double to[2] = {other.x[0] - o[0], other.x[1] - o[1]};
  own.at = dot2(to, t);
  for (int k = 0; k < 2; k++) own.x[k] = o[k] + own.at * t[k];
  set_touch(n, &own, &other, out);
  out->gap = dot2(to, n);
  return true;
}

// Computes the place where two arcs touch or are closest, in *out. With d from centre O_1 to O_2 the tangent t follows
// from d . t = base_1 + base_2. Returns false if there is none.
static bool touch_arcs(const view *a, const view *b, touch *out) {
  const jni_profile_piece *p = a->piece, *q = b->piece;
  double x[2], y[2];
  to_ground(a, p->O, x);
  to_ground(b, q->O, y);
  double d[2] = {y[0] - x[0], y[1] - x[1]}, distance = sqrt(dot2(d, d)), sum = p->rho + q->rho;
  if (p->base != 0) sum += 0.5 * p->base * (p->theta[1] - p->theta[0]);
  if (q->base != 0) sum += 0.5 * q->base * (q->theta[1] - q->theta[0]);
  if (!(distance > 0)) {
    d[0] = distance = 1;
    d[1] = 0;
  }
  double sine = (p->base + q->base) / distance, square = 1 - sine * sine;
  if (!(square >= 0)) return false;
  double cosine = sum < 0 ? -sqrt(square) : sqrt(square);
  double n[2] = {(cosine * d[0] + sine * d[1]) / distance, (cosine * d[1] - sine * d[0]) / distance},
         away[2] = {-n[0], -n[1]};
  support own, other;
  support_of_arc(a, n, &own);
  support_of_arc(b, away, &other);
  set_touch(n, &own, &other, out);
  return true;
}

// Computes in *out the place where a cubic and a disc touch or are closest. It must be on this piece; with `held` it
// may be on other pieces of the spline or beyond the spline's ends. pieces: all pieces of the profile. Returns false if
// there is no such place.
static bool touch_disc(const view *a, const jni_profile_piece *pieces, const view *disc, bool held, touch *out) {
  const cubic_task task = {.own = a, .other = disc, .pieces = pieces, .held = held};
  const jni_profile_piece *piece = a->piece;
  support own, other;
  double u, d[2], dd[2];
  if (!solve_cubic(&task, &piece, &u)) return false;
  const view v = with_piece(a, piece);
  support_at(&v, u, &own, d, dd);
  double s = sqrt(dot2(d, d)), n[2] = {d[1] / s, -d[0] / s};
  support_against(disc, n, &other);
  set_touch(n, &own, &other, out);
  return true;
}

// Computes the part of piece a, from *from to *to, in which its normals are opposite to normals of piece b; both are
// cubics. Returns false if there is none.
static bool opposite_part(const view *a, const view *b, double *from, double *to) {
  const jni_profile_piece *p = a->piece, *q = b->piece;
  double middle = 0.5 * (p->theta[0] + p->theta[1]), n[2] = {-jnk_cos(middle), -jnk_sin(middle)}, ground[2];
  turn(a, n, ground);
  // Angles of b that are opposite to the normals of a, rad; none of the two pieces turns by more than half a turn.
  double shift = angle_of(b, ground) - middle;
  double low = fmin(q->theta[0], q->theta[1]) - shift, high = fmax(q->theta[0], q->theta[1]) - shift;
  double u[2] = {p->u[0], p->u[1]};
  for (int e = 0; e < 2; e++) {
    double theta = fmax(low, fmin(high, p->theta[e])), local[2] = {jnk_cos(theta), jnk_sin(theta)};
    support at;
    if (theta == p->theta[e]) continue;
    turn(a, local, ground);
    if (!support_of(a, NULL, ground, false, &at)) return false;
    u[e] = at.at;
  }
  *from = u[0];
  *to = u[1];
  return true;
}

// Improves the parameters u and w of two cubics towards the place where they touch or are closest, by Newton's method
// for (x_2 - x_1) . x_1' = 0 and x_1' x x_2' = 0, whose matrix is regular there also at inflections. Returns false, and
// leaves them as they are, if that does not converge, moves a parameter by more than 1, or ends where the normals are
// not opposite.
static bool polish(const view *a, const view *b, double *u, double *w) {
  double at[2] = {*u, *w};
  for (int k = 0; k < MOST_NEWTON; k++) {
    support x, y;
    double d[2][2], dd[2][2];
    support_at(a, at[0], &x, d[0], dd[0]);
    support_at(b, at[1], &y, d[1], dd[1]);
    double r[2] = {y.x[0] - x.x[0], y.x[1] - x.x[1]};
    double e[2] = {dot2(r, d[0]), d[0][0] * d[1][1] - d[0][1] * d[1][0]};
    double J[4] = {dot2(r, dd[0]) - dot2(d[0], d[0]), dot2(d[0], d[1]), dd[0][0] * d[1][1] - dd[0][1] * d[1][0],
                   d[0][0] * dd[1][1] - d[0][1] * dd[1][0]};
    double det = J[0] * J[3] - J[1] * J[2];
    double step[2] = {(e[1] * J[1] - e[0] * J[3]) / det, (e[0] * J[2] - e[1] * J[0]) / det};
    for (int i = 0; i < 2; i++) at[i] += fmax(-0.25, fmin(0.25, step[i]));
    if (!isfinite(step[0]) || !isfinite(step[1]) || fabs(at[0] - *u) > 1 || fabs(at[1] - *w) > 1) return false;
    if (fabs(step[0]) + fabs(step[1]) > 1e-15 * (1 + fabs(at[0]) + fabs(at[1]))) continue;
    if (!(dot2(d[0], d[1]) < 0)) return false;
    *u = at[0];
    *w = at[1];
    return true;
  }
  return false;
}

// Sets *t to the place at parameter u of cubic a and, if piece b is a cubic, parameter w of it.
static void touch_at(const view *a, double u, const view *b, double w, touch *t) {
  support own, other;
  double d[2], dd[2], e[2];
  support_at(a, u, &own, d, dd);
  double s = sqrt(dot2(d, d)), n[2] = {d[1] / s, -d[0] / s};
  if (b->piece->sort == JNI_PIECE_CUBIC) support_at(b, w, &other, e, dd);
  else support_against(b, n, &other);
  set_touch(n, &own, &other, t);
}

// Returns whether a place is one where two pieces can touch: a minimum of the distance, where the hollow side is the
// flatter one (a corner fits everywhere), with an overlap below `reach`, m, and so not on the far sides of two bodies.
static bool is_possible(const touch *t, double reach) {
  if (!t->corner[0] && !t->corner[1] && !(t->K[0] + t->K[1] > 0)) return false;
  return t->gap > -reach && isfinite(t->gap);
}

// Search for the place of least distance among those on cubic a and on arc or cubic b, with the best one so far.
typedef struct {
  const view *a, *b;
  cubic_task task;
  double size, reach;  // of the profiles; largest overlap, m
  bool beyond;         // accepts places beyond the ends of an arc
  touch best;
  bool any;
} cubic_search;

// Takes the place near parameter u of the cubic as the best one, if there is one on both pieces and it is better.
static void try_parameter(cubic_search *s, double u) {
  double w = 0, d[2], dd[2];
  touch t;
  if (s->b->piece->sort == JNI_PIECE_CUBIC) {
    support own, other;
    support_at(s->a, u, &own, d, dd);
    double length = sqrt(dot2(d, d)), n[2] = {d[1] / length, -d[0] / length};
    support_against(s->b, n, &other);
    w = other.at;
    if (!polish(s->a, s->b, &u, &w) || !is_inside(s->b->piece, w, s->size)) return;
  }
  if (!is_inside(s->a->piece, u, s->size)) return;
  touch_at(s->a, u, s->b, w, &t);
  if (!s->beyond && !is_inside(s->b->piece, t.at[1], s->size)) return;
  if (!is_possible(&t, s->reach) || (s->any && t.gap >= s->best.gap)) return;
  s->best = t;
  s->any = true;
}

// Searches between the parameters low and high, at which the residuals have one sign and the slopes two, for the
// extreme residual. Returns its parameter, or an earlier one where the residual has another sign.
static double find_extreme(const cubic_search *s, double low, double high) {
  double first, slope, sign = cubic_residual(&s->task, s->a->piece, low, &first), middle = low;
  for (int k = 0; k < MOST_BISECTIONS; k++) {
    middle = 0.5 * (low + high);
    if ((cubic_residual(&s->task, s->a->piece, middle, &slope) > 0) != (sign > 0)) return middle;
    if ((slope > 0) == (first > 0)) low = middle;
    else high = middle;
  }
  return middle;
}

// Finds the place of least distance among those on cubic a and on arc or cubic b and stores it in *out; with `beyond`
// it may be beyond the ends of an arc. The cubic is searched in CELLS parts, each of which has at most one extreme
// residual. Returns false if there is none.
static bool search_cubic(const view *a, const view *b, double size, double reach, bool beyond, touch *out) {
  cubic_search s = {.a = a, .b = b, .task = {.own = a, .other = b}, .size = size, .reach = reach, .beyond = beyond};
  bool cubic = b->piece->sort == JNI_PIECE_CUBIC;
  double u[3] = {a->piece->u[0]}, F[3], slope[3], from = u[0], to = a->piece->u[1];
  if (cubic && !opposite_part(a, b, &from, &to)) return false;
  for (int k = 0; k <= CELLS; k++) {
    u[2] = k == CELLS ? to : from + (to - from) * k / CELLS;
    F[2] = cubic_residual(&s.task, a->piece, u[2], &slope[2]);
    // A place at an end of the piece may be beyond it by rounding.
    if ((k == 0 || k == CELLS) && (cubic || fabs(F[2]) <= edge * size * size)) try_parameter(&s, u[2]);
    u[1] = u[2];
    F[1] = F[2];
    if (k > 0 && (F[0] > 0) == (F[2] > 0) && (slope[0] > 0) != (slope[2] > 0)) {
      u[1] = find_extreme(&s, u[0], u[2]);
      F[1] = cubic_residual(&s.task, a->piece, u[1], &slope[1]);
    }
    for (int i = 0; i < 2 && k > 0; i++) {
      double root;
      if (!(F[i] >= 0 && F[i + 1] <= 0)) continue;
      if (find_root(&s.task, a->piece, u[i], u[i + 1], 0.5 * (u[i] + u[i + 1]), &root)) try_parameter(&s, root);
    }
    u[0] = u[2];
    F[0] = F[2];
    slope[0] = slope[2];
  }
  if (s.any) *out = s.best;
  return s.any;
}

// Computes in *out the place where cubic a and arc or cubic b of two profiles touch or are closest. It must be on both
// pieces. With `held`, if it is not, it may be beyond the ends of an arc and on the neighbours of the pieces along
// their splines, or else beyond the ends of the splines; the place nearest to the two pieces is taken. pieces,
// other_pieces: all pieces of the profiles of a and b. Returns false if there is no such place.
static bool touch_cubic(const view *a, const jni_profile_piece *pieces, const view *b,
                        const jni_profile_piece *other_pieces, bool held, double size, double reach, touch *out) {
  if (search_cubic(a, b, size, reach, false, out)) return true;
  if (!held) return false;
  bool cubic = b->piece->sort == JNI_PIECE_CUBIC;
  double least = HUGE_VAL;
  touch t;
  for (int i = 0; i < 9; i++) {
    const jni_profile_piece *list[2] = {a->piece, b->piece};
    const int way[2] = {i % 3 - 1, i / 3 - 1};
    if (way[0] != 0) list[0] = along_spline(pieces, a->piece, way[0] > 0);
    if (way[1] != 0) list[1] = cubic ? along_spline(other_pieces, b->piece, way[1] > 0) : NULL;
    if (!list[0] || !list[1]) continue;
    const view v = with_piece(a, list[0]), w = with_piece(b, list[1]);
    if (!search_cubic(&v, &w, size, reach, true, &t)) continue;
    double far = 0;
    for (int k = 0; k < 2; k++) {
      if (way[k] != 0) far += fabs(distance_to_end(list[k], t.at[k], way[k] < 0, size));
      else
        for (int e = 0; e < 2; e++) far += fmax(0, -distance_to_end(list[k], t.at[k], e, size));
    }
    if (!(far < least)) continue;
    least = far;
    *out = t;
  }
  if (least < HUGE_VAL) return true;
  for (int i = 0; i < 4; i++) {
    double u = a->piece->u[i % 2], w = cubic ? b->piece->u[i / 2] : 0;
    const cubic_task task = {.own = a, .other = b};
    if (cubic ? !polish(a, b, &u, &w) : !find_root(&task, a->piece, u - 1, u + 1, u, &u)) continue;
    touch_at(a, u, b, w, &t);
    double far = fabs(u - a->piece->u[i % 2]) + (cubic ? fabs(w - b->piece->u[i / 2]) : 0);
    if (!is_possible(&t, reach) || !(far < least)) continue;
    least = far;
    *out = t;
  }
  return least < HUGE_VAL;
}

// Computes in *out the place where two pieces touch or are closest. It may always be beyond the ends of lines, and of
// arcs that do not touch a cubic of a profile; with `held` also beyond the ends of other pieces. pieces: all pieces of
// each profile, NULL for a disc or a plane. size: of the profiles, m; reach: largest overlap of two profiles, m.
// Returns false if there is none; always for two lines, which touch at their corners instead.
static bool touch_pieces(const view v[2], const jni_profile_piece *const pieces[2], bool held, double size,
                         double reach, touch *out) {
  jni_piece_sort a = v[0].piece->sort, b = v[1].piece->sort;
  bool swaps = (b == JNI_PIECE_LINE && a != JNI_PIECE_LINE) || (b == JNI_PIECE_CUBIC && a == JNI_PIECE_ARC), any;
  const view *first = &v[swaps ? 1 : 0], *second = &v[swaps ? 0 : 1];
  const jni_profile_piece *own = pieces[swaps ? 1 : 0], *other = pieces[swaps ? 0 : 1];
  if (first->piece->sort == JNI_PIECE_LINE)
    any = second->piece->sort != JNI_PIECE_LINE && touch_line(first, second, other, held, out);
  else if (first->piece->sort == JNI_PIECE_CUBIC && (own == NULL || other == NULL))
    any = touch_disc(first, own ? own : other, second, held, out);
  else if (first->piece->sort == JNI_PIECE_CUBIC) any = touch_cubic(first, own, second, other, held, size, reach, out);
  else any = touch_arcs(first, second, out);
  if (any && swaps) swap_touch(out);
  return any;
}

// Returns whether a place may move to another piece that follows beyond end e, other than a piece of the same spline. A
// plane jumps over lines and hollow pieces: another point takes over.
static bool goes_on(const jni_profile_piece *pieces, const jni_profile_piece *p, int e, bool by_plane) {
  if (!pieces || p->link[e] < 0) return false;
  const jni_profile_piece *next = &pieces[p->link[e]];
  return !same_spline(p, next) && !(by_plane && (next->sort == JNI_PIECE_LINE || jni_piece_is_hollow(next)));
}

// ---- sections -----------------------------------------------------------------------------------------------------

static jni_section_sort sort_for(const jni_contact_shape *a) {
  return a->touch == JNI_TOUCH_PLANE    ? JNI_SECTION_PLANE
         : a->touch == JNI_TOUCH_SPHERE ? JNI_SECTION_DISC
                                        : JNI_SECTION_PROFILE;
}

int jni_profile_npoints(const jni_contact_shape *a, const jni_contact_shape *b) {
  if (!b->plane || !b->profile) return 0;
  if (a->touch != JNI_TOUCH_PLANE && a->touch != JNI_TOUCH_SPHERE && a->touch != JNI_TOUCH_PROFILE) return 0;
  return b->profile->nsections[sort_for(a)];
}

// Working data of the search for the least gap between a section of profile b and shape a, with the best place so far.
typedef struct {
  const jni_contact_shape *a, *b;
  view v[2];                           // poses of the shapes; for a disc or a plane also its piece
  const jni_profile_piece *pieces[2];  // NULL: a disc or a plane
  double size;                         // size of the profiles, m
  touch best;
  bool any;
  jni_profile_hold found;
} search;

static double size_of(const jni_contact_shape *a, const jni_contact_shape *b) {
  return a->profile ? fmax(a->profile->size, b->profile->size) : b->profile->size;
}

static jni_profile_hold hold_of(const search *s, const touch *t) {
  int n = s->pieces[0] ? s->a->profile->npieces : 1;
  int first = s->pieces[0] ? (int)(t->piece[0] - s->pieces[0]) : 0;
  return 1 + first + n * (int)(t->piece[1] - s->pieces[1]);
}

static void try_pieces(search *s, const jni_profile_piece *p, const jni_profile_piece *q, double reach) {
  const view v[2] = {p ? with_piece(&s->v[0], p) : s->v[0], with_piece(&s->v[1], q)};
  touch t;
  if (!touch_pieces(v, s->pieces, false, s->size, reach, &t)) return;
  if (!is_inside(t.piece[0], t.at[0], s->size) || !is_inside(t.piece[1], t.at[1], s->size)) return;
  if (!is_possible(&t, reach) || (s->any && t.gap >= s->best.gap)) return;
  s->best = t;
  s->any = true;
  s->found = hold_of(s, &t);
}

static const jni_profile_piece *piece_of(const jni_contact_shape *shape, const jni_profile_section *section, int i) {
  return &shape->profile->pieces[(section->first + i) % shape->profile->npieces];
}

static double between_circles(const search *s, const double c[2], double r, const double d[2], double q) {
  double x[2], y[2];
  to_ground(&s->v[0], c, x);
  to_ground(&s->v[1], d, y);
  double to[2] = {y[0] - x[0], y[1] - x[1]};
  return sqrt(dot2(to, to)) - r - q;
}

// Updates the least gap of the search by all pairs of pieces of a section of the first and a section of the second
// profile, except those whose circles are farther apart than the best gap.
static void try_sections(search *s, const jni_profile_section *first, const jni_profile_section *second) {
  // A section may consist of a corner only, whose radius is zero.
  double reach = deepest * fmin(fmax(first->radius, smallest * s->a->profile->size),
                                fmax(second->radius, smallest * s->b->profile->size));
  for (int i = 0; i < second->n; i++) {
    const jni_profile_piece *q = piece_of(s->b, second, i);
    for (int k = 0; k < first->n; k++) {
      const jni_profile_piece *p = piece_of(s->a, first, k);
      if (s->any && between_circles(s, p->centre, p->radius, q->centre, q->radius) >= s->best.gap) continue;
      try_pieces(s, p, q, reach);
    }
  }
}

// Updates the least gap of the search by the sections of the first profile against a section of the second, the nearest
// one first. Returns the section of the first profile whose circle is nearest.
static const jni_profile_section *try_profile(search *s, const jni_profile_section *second) {
  const jni_profile *profile = s->a->profile;
  const jni_profile_section *list = profile->sections[JNI_SECTION_PROFILE];
  int n = profile->nsections[JNI_SECTION_PROFILE], nearest = 0;
  double least = HUGE_VAL;
  for (int i = 0; i < n; i++) {
    double d = between_circles(s, list[i].centre, list[i].radius, second->centre, second->radius);
    if (d >= least) continue;
    least = d;
    nearest = i;
  }
  try_sections(s, &list[nearest], second);
  double reach = least + 2 * (list[nearest].radius + second->radius);  // no gap is larger
  for (int i = 0; i < n; i++) {
    if (i == nearest) continue;
    double d = between_circles(s, list[i].centre, list[i].radius, second->centre, second->radius);
    if (d < (s->any ? s->best.gap : reach)) try_sections(s, &list[i], second);
  }
  return &list[nearest];
}

// Updates the least gap of the search by the point `end` of the second profile against the first shape: a plane, or the
// point `partner` of it, the centre if it is a disc. Adds `more`, m, to the gap if the shape is no plane.
static void try_end(search *s, const double end[2], const double *partner, double more) {
  touch t = {.corner = {true, true}, .piece = {s->v[0].piece, NULL}};
  to_ground(&s->v[1], end, t.x[1]);
  if (s->a->touch == JNI_TOUCH_PLANE) {
    double to[2] = {t.x[1][0] - s->v[0].o[0], t.x[1][1] - s->v[0].o[1]};
    t.n[0] = s->v[0].c;
    t.n[1] = s->v[0].s;
    t.gap = dot2(to, t.n);
    for (int k = 0; k < 2; k++) t.x[0][k] = t.x[1][k] - t.gap * t.n[k];
    t.corner[0] = false;
  } else {
    double radius = s->a->touch == JNI_TOUCH_SPHERE ? s->a->radius : 0;
    to_ground(&s->v[0], partner, t.x[0]);
    double to[2] = {t.x[1][0] - t.x[0][0], t.x[1][1] - t.x[0][1]}, distance = sqrt(dot2(to, to));
    for (int k = 0; k < 2; k++) t.n[k] = distance > 0 ? to[k] / distance : 1 - k;
    for (int k = 0; k < 2; k++) t.x[0][k] += radius * t.n[k];
    t.gap = fabs(distance - radius) + more;
    t.corner[0] = radius == 0;
    if (radius > 0) t.K[0] = 1 / radius;
  }
  if (s->any && t.gap >= s->best.gap) return;
  s->best = t;
  s->any = true;
}

static search search_of(const jni_contact_shape *a, const jni_contact_shape *b, const jni_contact_motion *ma,
                        const jni_contact_motion *mb, jni_profile_piece *disc) {
  search s = {.a = a, .b = b, .v = {view_of(a, ma, disc), view_of(b, mb, NULL)}};
  s.pieces[0] = a->profile ? a->profile->pieces : NULL;
  s.pieces[1] = b->profile->pieces;
  s.size = size_of(a, b);
  return s;
}

// Finds the least gap between section `index` of the second shape and the first shape; stores the place in s->best and
// its pieces in s->found. If no pieces are opposite each other, and always for a plane, the ends of the section are
// tried too.
static void find_place(search *s, int index) {
  static const double origin[2] = {0, 0};
  const jni_profile_section *section = &s->b->profile->sections[sort_for(s->a)][index], *near = NULL;
  bool by_plane = s->a->touch == JNI_TOUCH_PLANE;
  double reach = by_plane ? HUGE_VAL : s->a->radius;
  if (s->a->profile) near = try_profile(s, section);
  else
    for (int i = 0; i < section->n; i++) try_pieces(s, NULL, piece_of(s->b, section, i), reach);
  if (s->any && !by_plane) return;
  const jni_profile_piece *ends[2] = {piece_of(s->b, section, 0), piece_of(s->b, section, section->n - 1)};
  for (int e = 0; e < 2; e++) {
    bool before = s->any;
    double gap = s->best.gap;
    if (s->a->profile) {
      for (int k = 0; k < 2; k++)
        try_end(s, ends[e]->end[e], piece_of(s->a, near, k == 0 ? 0 : near->n - 1)->end[k], off_end * s->size);
      continue;
    }
    try_end(s, ends[e]->end[e], origin, by_plane ? 0 : off_end * s->size);
    // The end of a section that lies on the plane belongs to the piece there.
    bool taken = !before || s->best.gap < gap;
    if (taken) s->best.piece[1] = ends[e];
    if (by_plane && taken) s->found = hold_of(s, &s->best);
  }
}

// ---- interface ----------------------------------------------------------------------------------------------------

static void set_curvature(double k, const double t[3], double K[9]) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) K[3 * i + j] = k * t[i] * t[j];
}

// Computes in s->best the place of the two pieces that `hold` names, also beyond their ends. Returns false if they have
// none or `hold` is invalid.
static bool held_place(search *s, jni_profile_hold hold) {
  int n = s->pieces[0] ? s->a->profile->npieces : 1, code = hold - 1;
  if (code < 0 || code / n >= s->b->profile->npieces) return false;
  const view v[2] = {s->pieces[0] ? with_piece(&s->v[0], &s->pieces[0][code % n]) : s->v[0],
                     with_piece(&s->v[1], &s->pieces[1][code / n])};
  return touch_pieces(v, s->pieces, true, s->size, HUGE_VAL, &s->best);
}

// Returns the distance (m) of the place in s->best from the nearest end of its two pieces beyond which another piece
// follows; HUGE_VAL if none follows. Sets *shape and *end to the shape and the end concerned.
static double margin_of(const search *s, int *shape, int *end) {
  double least = HUGE_VAL;
  for (int k = 0; k < 2; k++)
    for (int e = 0; e < 2; e++) {
      const jni_profile_piece *p = s->best.piece[k];
      if (!goes_on(s->pieces[k], p, e, s->a->touch == JNI_TOUCH_PLANE)) continue;
      double d = distance_to_end(p, s->best.at[k], e, s->size);
      if (d >= least) continue;
      least = d;
      *shape = k;
      *end = e;
    }
  return least;
}

double jni_profile_place_calc(const jni_contact_shape *a, const jni_contact_shape *b, int section,
                              jni_profile_hold hold, const jni_contact_motion *ma, const jni_contact_motion *mb,
                              jni_contact_place *place, jni_profile_hold *found) {
  jni_profile_piece disc;
  search s = search_of(a, b, ma, mb, &disc);
  int shape = 0, end = 0;
  double margin = HUGE_VAL;
  bool held = hold > 0 && held_place(&s, hold);
  if (held) margin = margin_of(&s, &shape, &end);
  else find_place(&s, section);
  if (found) *found = held ? hold_of(&s, &s.best) : s.found;
  memset(place, 0, sizeof *place);
  const touch *t = &s.best;
  jnk_set(t->n[0], t->n[1], 0, place->n);
  jnk_set(-t->n[1], t->n[0], 0, place->t[0]);
  jnk_set(0, 0, 1, place->t[1]);
  place->gap = t->gap;
  for (int k = 0; k < 2; k++) {
    jnk_set(t->x[k][0], t->x[k][1], 0, place->point[k]);
    place->corner[k] = t->corner[k];
    set_curvature(t->K[k], place->t[0], place->K[k]);
  }
  return margin;
}

jni_profile_hold jni_profile_next(const jni_contact_shape *a, const jni_contact_shape *b, jni_profile_hold hold,
                                  const jni_contact_motion *ma, const jni_contact_motion *mb, int *section) {
  jni_profile_piece disc;
  search s = search_of(a, b, ma, mb, &disc);
  int shape = -1, end = 0;
  if (!held_place(&s, hold)) return hold;
  margin_of(&s, &shape, &end);
  if (shape >= 0) s.best.piece[shape] = &s.pieces[shape][s.best.piece[shape]->link[end]];
  int at = (int)(s.best.piece[1] - s.pieces[1]), n = b->profile->npieces;
  jni_section_sort sort = sort_for(a);
  for (int i = 0; i < b->profile->nsections[sort]; i++) {
    const jni_profile_section *of = &b->profile->sections[sort][i];
    if ((at - of->first + n) % n < of->n) *section = i;
  }
  return hold_of(&s, &s.best);
}
