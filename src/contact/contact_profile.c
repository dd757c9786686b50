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

enum { MOST_NEWTON = 80, MOST_WALK = 16 };

// A piece of a profile together with the pose of its shape in ground axes: origin o, cosine c and sine s of the angle.
typedef struct {
  const jni_profile_piece *piece;
  double o[2], c, s;
} view;

// The place where two pieces touch or are closest.
typedef struct {
  double n[2];     // normal out of the first, ground axes
  double x[2][2];  // point of each, ground axes, m
  double gap;      // m
  double K[2];     // curvature, 1/m
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
// `other`: the piece that it touches; NULL: the place where the cubic has the normal `n` (axes of the shape).
typedef struct {
  const view *own, *other;
  const jni_profile_piece *pieces, *other_pieces;
  const double *n;
  bool held;
} cubic_task;

static bool support_of_cubic(const view *v, const jni_profile_piece *pieces, const double n[2], bool held,
                             support *out);

static double cubic_residual(const cubic_task *task, const jni_profile_piece *piece, double u, double *slope) {
  double x[2], d[2], dd[2], s;
  jni_profile_cubic(piece, u, x, d, dd);
  if (!task->other) {
    *slope = dot2(dd, task->n);
    return dot2(d, task->n);
  }
  s = sqrt(dot2(d, d));
  double t[2], n[2], away[2], at[2], K = curvature(d, dd), reach;
  view own = *task->own;
  turn(&own, (double[2]){d[0] / s, d[1] / s}, t);
  n[0] = t[1];
  n[1] = -t[0];
  away[0] = -n[0];
  away[1] = -n[1];
  to_ground(&own, x, at);
  support other;
  if (task->other->piece->sort == JNI_PIECE_ARC) support_of_arc(task->other, away, &other);
  else if (!support_of_cubic(task->other, task->other_pieces, away, true, &other)) other = (support){.x = {NAN, NAN}};
  double to[2] = {other.x[0] - at[0], other.x[1] - at[1]};
  reach = dot2(to, n) + (other.K != 0 ? 1 / other.K : 0);
  *slope = -s * s * (1 + K * reach);
  return s * dot2(to, t);
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
  for (int k = 0; k < MOST_NEWTON; k++) {
    double residual = cubic_residual(task, p, x, &slope);
    if (!isfinite(residual)) return false;
    if (residual > 0) low = x;
    else high = x;
    double next = x - residual / slope;
    if (!(next >= low && next <= high)) next = 0.5 * (low + high);
    double change = fabs(next - x);
    x = next;
    if (change <= 4e-16 * (1 + fabs(x))) break;
  }
  *piece = p;
  *u = x;
  return true;
}

// Computes in *out the point of a cubic at which the normal out of the material is n (ground axes). Returns false if
// there is none.
static bool support_of_cubic(const view *v, const jni_profile_piece *pieces, const double n[2], bool held,
                             support *out) {
  double local[2], x[2], d[2], dd[2];
  turn_back(v, n, local);
  // theta of hollow pieces falls: the residual d . n rises there
  const jni_profile_piece *p = v->piece;
  double side = p->theta[1] > p->theta[0] ? 1 : -1, sided[2] = {side * local[0], side * local[1]};
  cubic_task task = {.own = v, .pieces = pieces, .n = sided, .held = held};
  if (!solve_cubic(&task, &p, &out->at)) return false;
  jni_profile_cubic(p, out->at, x, d, dd);
  if (!(local[0] * d[1] - local[1] * d[0] > 0)) return false;  // the opposite normal
  to_ground(v, x, out->x);
  out->piece = p;
  out->K = curvature(d, dd);
  out->corner = false;
  return true;
}

// Computes in *out the point of an arc or cubic at which the normal out of the material is n (ground axes). Returns
// false if there is none.
static bool support_of(const view *v, const jni_profile_piece *pieces, const double n[2], bool held, support *out) {
  if (v->piece->sort == JNI_PIECE_CUBIC) return support_of_cubic(v, pieces, n, held, out);
  support_of_arc(v, n, out);
  return true;
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

// Computes in *out the place where cubic a and arc or cubic b touch or are closest. On a it must be on this piece; with
// `held` it may be on other pieces of a's spline or beyond the spline's ends. On b it may be beyond the ends of an arc,
// or on other pieces of a cubic's spline or beyond its ends, even without `held`. pieces, other_pieces: all pieces of
// the profiles of a and b. Returns false if there is no such place.
static bool touch_cubic(const view *a, const jni_profile_piece *pieces, const view *b,
                        const jni_profile_piece *other_pieces, bool held, touch *out) {
  cubic_task task = {.own = a, .other = b, .pieces = pieces, .other_pieces = other_pieces, .held = held};
  support own = {.piece = a->piece}, other;
  double x[2], d[2], dd[2], t[2];
  if (!solve_cubic(&task, &own.piece, &own.at)) return false;
  jni_profile_cubic(own.piece, own.at, x, d, dd);
  double s = sqrt(dot2(d, d));
  turn(a, (double[2]){d[0] / s, d[1] / s}, t);
  double n[2] = {t[1], -t[0]}, away[2] = {-n[0], -n[1]};
  to_ground(a, x, own.x);
  own.K = curvature(d, dd);
  own.corner = false;
  if (!support_of(b, other_pieces, away, true, &other)) return false;
  set_touch(n, &own, &other, out);
  return true;
}

// Computes in *out the place where two pieces touch or are closest. pieces: all pieces of each profile, NULL for a disc
// or a plane. held: also accepts a place beyond the ends of the pieces. Returns false if there is none; always for two
// lines, which touch at their corners instead.
static bool touch_pieces(const view v[2], const jni_profile_piece *const pieces[2], bool held, touch *out) {
  jni_piece_sort a = v[0].piece->sort, b = v[1].piece->sort;
  bool swaps = (b == JNI_PIECE_LINE && a != JNI_PIECE_LINE) || (b == JNI_PIECE_CUBIC && a == JNI_PIECE_ARC), any;
  const view *first = &v[swaps ? 1 : 0], *second = &v[swaps ? 0 : 1];
  const jni_profile_piece *own = pieces[swaps ? 1 : 0], *other = pieces[swaps ? 0 : 1];
  if (first->piece->sort == JNI_PIECE_LINE)
    any = second->piece->sort != JNI_PIECE_LINE && touch_line(first, second, other, held, out);
  else if (first->piece->sort == JNI_PIECE_CUBIC) any = touch_cubic(first, own, second, other, held, out);
  else any = touch_arcs(first, second, out);
  if (any && swaps) swap_touch(out);
  return any;
}

// ---- ends of pieces -----------------------------------------------------------------------------------------------

// Returns the distance of a place from end e of its piece, m, negative beyond it. size: of the profile, m.
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

static bool is_hollow(const jni_profile_piece *p) { return p->sort != JNI_PIECE_LINE && p->theta[1] < p->theta[0]; }

// Returns whether a place may move to the next piece beyond end e. A plane jumps over lines and hollow pieces: another
// point takes over.
static bool goes_on(const jni_profile_piece *pieces, const jni_profile_piece *p, int e, bool by_plane) {
  if (!pieces || p->link[e] < 0) return false;
  const jni_profile_piece *next = &pieces[p->link[e]];
  return !same_spline(p, next) && !(by_plane && (next->sort == JNI_PIECE_LINE || is_hollow(next)));
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

// Returns whether a place is one where two pieces can touch, and not on the far sides of two bodies. reach: largest
// overlap that is a contact, m.
static bool is_possible(const touch *t, double reach) { return t->gap > -reach && isfinite(t->gap); }

// Working data of the search for the least gap between a section of profile b and shape a, with the best place so far.
typedef struct {
  const jni_contact_shape *a, *b;
  view v[2];                           // of the shapes; piece: of a disc or a plane
  const jni_profile_piece *pieces[2];  // NULL: a disc or a plane
  double size;                         // of the profiles, m
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
  if (!touch_pieces(v, s->pieces, false, &t)) return;
  if (!is_inside(t.piece[0], t.at[0], s->size) || !is_inside(t.piece[1], t.at[1], s->size)) return;
  // two sides touch in one place if the hollow one is flatter; a corner fits everywhere
  if (!t.corner[0] && !t.corner[1] && !(t.K[0] + t.K[1] > 0)) return;
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
  // a section may be a mere corner
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

// Updates the least gap of the search by a corner `end` of the second profile against the point `partner` of the first
// shape, or against a plane.
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

// Finds the least gap between section `index` of the second shape and the first shape; stores the place in s->best.
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
    // the end of a section that lies on the plane belongs to the piece there
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
  return touch_pieces(v, s->pieces, true, &s->best);
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
