// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// profile_draft.c - makes a profile of its curves.
//
// If the direction turns to the left between two curves, a convex corner becomes a piece of its own between them. If it
// turns to the right, the chain ends there, since nothing round reaches the corner. Splines are cut where theta turns
// back and after right angles; hollow arcs of more than 100 degrees are cut in the middle, because a disc can touch
// both of their sides.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "kernel/call/joint_function.h"
#include "kernel/elementary.h"
#include "model/build.h"
#include "model/cubic_spline.h"
#include "model/model.h"
#include "model/profile.h"

static const double smooth = 1e-9;  // the outline counts as smooth where its direction changes by less, rad
static const double most_turn =
    JNK_PI / 1.8;  // largest angle by which a section for other profiles, or a hollow arc, turns, rad
static const double least_part =
    1e-6;               // smallest distance of a cut of a spline from another cut or an end, in intervals of the spline
enum { SAMPLES = 32 };  // samples of an interval of a spline
enum { OUTLINE_TURN = 90 };  // corners of the outline per turn of an arc
enum { CUBIC_SIDES = 12 };   // sides of the outline per piece of a spline

// ---- curves -------------------------------------------------------------------------------------------------------

static jni_profile_piece *add_piece(jni_profile_draft *draft, jni_piece_sort sort) {
  if (draft->npieces >= JNI_MAX_CORNERS) draft->too_many = true;
  if (draft->too_many ||
      !jni_pool_grow(draft->pool, &draft->pieces, &draft->capacity, draft->npieces + 1, sizeof *draft->pieces))
    return NULL;
  jni_profile_piece *piece = &draft->pieces[draft->npieces++];
  *piece = (jni_profile_piece){.sort = sort, .link = {-1, -1}};
  memcpy(piece->end[0], draft->at, sizeof piece->end[0]);
  return piece;
}

static void end_piece(jni_profile_draft *draft, jni_profile_piece *piece, double x, double y) {
  piece->end[1][0] = draft->at[0] = x;
  piece->end[1][1] = draft->at[1] = y;
}

void jni_draft_line(jni_profile_draft *draft, const double to[2]) {
  double end[2] = {to[0], to[1]}, d[2] = {to[0] - draft->at[0], to[1] - draft->at[1]};  // `to` may be in a piece
  if (d[0] == 0 && d[1] == 0) return;
  jni_profile_piece *piece = add_piece(draft, JNI_PIECE_LINE);
  if (!piece) return;
  piece->theta[0] = piece->theta[1] = jnk_atan2(-d[0], d[1]);
  end_piece(draft, piece, end[0], end[1]);
}

// Computes x, the point of an arc or involute at which the outward normal has the direction theta, rad.
static void point_of_arc(const jni_profile_piece *p, double theta, double x[2]) {
  double c = jnk_cos(theta), s = jnk_sin(theta), rho = p->rho + p->base * (theta - p->theta[0]);
  x[0] = p->O[0] - p->base * s + rho * c;
  x[1] = p->O[1] + p->base * c + rho * s;
}

void jni_draft_arc(jni_profile_draft *draft, const double centre[2], double radius, bool hollow, double angle,
                   bool round) {
  double d[2] = {draft->at[0] - centre[0], draft->at[1] - centre[1]}, x[2], sign = hollow ? -1 : 1;
  double from = jnk_atan2(sign * d[1], sign * d[0]);
  int parts = hollow && angle > most_turn ? 2 : 1;
  for (int k = 0; k < parts; k++) {
    jni_profile_piece *piece = add_piece(draft, JNI_PIECE_ARC);
    if (!piece) return;
    memcpy(piece->O, centre, sizeof piece->O);
    piece->rho = sign * radius;
    piece->theta[0] = from + sign * angle * k / parts;
    piece->theta[1] = from + sign * angle * (k + 1) / parts;
    piece->round = round && !hollow;
    point_of_arc(piece, piece->theta[1], x);
    end_piece(draft, piece, x[0], x[1]);
  }
}

void jni_draft_involute(jni_profile_draft *draft, double base, double rho, double theta0, double theta1) {
  jni_profile_piece *piece = add_piece(draft, JNI_PIECE_ARC);
  double x[2];
  if (!piece) return;
  piece->rho = rho;
  piece->base = base;
  piece->theta[0] = theta0;
  piece->theta[1] = theta1;
  point_of_arc(piece, theta1, x);
  end_piece(draft, piece, x[0], x[1]);
}

// Returns r' x r'' of a spline, whose sign is that of its curvature.
static double bend_at(const jni_profile_piece *piece, double u) {
  double d[2], dd[2];
  jni_profile_cubic(piece, u, NULL, d, dd);
  return d[0] * dd[1] - d[1] * dd[0];
}

// Returns the parameter between a and b at which the sign of the curvature changes, by bisection.
static double inflection(const jni_profile_piece *piece, double a, double b) {
  bool positive = bend_at(piece, a) >= 0;
  for (int k = 0; k < 60; k++) {
    double middle = 0.5 * (a + b);
    if ((bend_at(piece, middle) >= 0) == positive) a = middle;
    else b = middle;
  }
  return 0.5 * (a + b);
}

// Returns the angle, rad, by which the direction of a spline turns from parameter a to b, less than half a turn.
static double turn_between(const jni_profile_piece *piece, double a, double b) {
  double d[2], e[2];
  jni_profile_cubic(piece, a, NULL, d, NULL);
  jni_profile_cubic(piece, b, NULL, e, NULL);
  return jnk_atan2(d[0] * e[1] - d[1] * e[0], d[0] * e[0] + d[1] * e[1]);
}

// Adds to the draft the part of a spline from parameter a to b, along which the direction turns by `turn`, rad.
static void add_cubic(jni_profile_draft *draft, const jni_profile_piece *whole, double a, double b, double turn) {
  jni_profile_piece *piece = add_piece(draft, JNI_PIECE_CUBIC);
  double x[2], d[2];
  if (!piece) return;
  piece->spline = whole->spline;
  piece->nspline = whole->nspline;
  piece->u[0] = a;
  piece->u[1] = b;
  jni_profile_cubic(whole, a, NULL, d, NULL);
  piece->theta[0] = jnk_atan2(-d[0], d[1]);
  piece->theta[1] = piece->theta[0] + turn;
  jni_profile_cubic(whole, b, x, NULL, NULL);
  end_piece(draft, piece, x[0], x[1]);
}

bool jni_draft_spline(jni_profile_draft *draft, const double *points, int n, bool closed, char *what, size_t size) {
  int intervals = closed ? n : n - 1, nodes = intervals + 1;
  if (n > JNI_MAX_CORNERS) {
    draft->too_many = true;
    return true;
  }
  jni_pool temporary = {.alloc = draft->pool->alloc};
  double *block = jni_doubles(draft->pool, 4 * (size_t)nodes), *workspace = jni_doubles(&temporary, 6 * (size_t)nodes);
  if (!block || !workspace) {
    jni_pool_free(&temporary);
    draft->pool->failed = true;
    return true;
  }
  double *index = workspace + 5 * (size_t)nodes;
  for (int k = 0; k < 2; k++) {
    for (int i = 0; i < nodes; i++) {
      index[i] = i;
      block[k * nodes + i] = points[2 * (i % n) + k];
    }
    (closed ? jni_spline_closed : jni_spline_open)(index, block + k * nodes, nodes, block + (2 + k) * nodes, workspace);
  }
  jni_pool_free(&temporary);
  const jni_profile_piece whole = {.spline = block, .nspline = intervals};
  double from = 0, turn = 0;
  for (int i = 0; i < SAMPLES * intervals && !draft->too_many && !draft->pool->failed; i++) {
    double a = (double)i / SAMPLES, b = (double)(i + 1) / SAMPLES, part = turn_between(&whole, a, b), d[2];
    jni_profile_cubic(&whole, b, NULL, d, NULL);
    if (!(fabs(part) < JNK_PI / 4) || !(d[0] * d[0] + d[1] * d[1] > 0)) {
      jni_print(what, size, "the spline turns sharply near its point %d; give more points there",
                (i + 1) / SAMPLES + 1);
      return false;
    }
    bool changes = (bend_at(&whole, a) >= 0) != (bend_at(&whole, b) >= 0);
    double u = changes ? inflection(&whole, a, b) : a;
    // The curvature of an open spline is zero at its ends, which is no change.
    if (changes && u - from > least_part && intervals - u > least_part) {
      double first = turn_between(&whole, a, u);
      add_cubic(draft, &whole, from, u, turn + first);
      from = u;
      turn = 0;
      part = turn_between(&whole, u, b);
    } else if (fabs(turn + part) > JNK_PI / 2) {
      add_cubic(draft, &whole, from, a, turn);
      from = a;
      turn = 0;
    }
    turn += part;
  }
  add_cubic(draft, &whole, from, intervals, turn);
  return true;
}

void jni_draft_repeat(jni_profile_draft *draft, int n) {
  int count = draft->npieces;
  for (int k = 1; k < n; k++) {
    double angle = 2 * JNK_PI * k / n, c = jnk_cos(angle), s = jnk_sin(angle);
    for (int i = 0; i < count && !draft->too_many && !draft->pool->failed; i++) {
      const jni_profile_piece from = draft->pieces[i];
      double start[2] = {c * from.end[0][0] - s * from.end[0][1], s * from.end[0][0] + c * from.end[0][1]};
      if (i == 0) {
        double d[2] = {start[0] - draft->at[0], start[1] - draft->at[1]};
        double tolerance = 1e-9 * (fabs(start[0]) + fabs(start[1]));
        if (fabs(d[0]) + fabs(d[1]) > tolerance) jni_draft_line(draft, start);
      }
      jni_profile_piece *piece = add_piece(draft, from.sort);
      if (!piece) return;
      *piece = from;
      for (int e = 0; e < 2; e++) {
        piece->theta[e] = from.theta[e] + angle;
        piece->end[e][0] = c * from.end[e][0] - s * from.end[e][1];
        piece->end[e][1] = s * from.end[e][0] + c * from.end[e][1];
      }
      piece->O[0] = c * from.O[0] - s * from.O[1];
      piece->O[1] = s * from.O[0] + c * from.O[1];
      bool goes_on =
          i > 0 && draft->pieces[i - 1].sort == JNI_PIECE_CUBIC && draft->pieces[i - 1].spline == from.spline;
      if (from.sort == JNI_PIECE_CUBIC && goes_on) {
        piece->spline = piece[-1].spline;
      } else if (from.sort == JNI_PIECE_CUBIC) {  // a spline of its own, turned
        int nodes = from.nspline + 1;
        double *block = jni_doubles(draft->pool, 4 * (size_t)nodes);
        if (!block) return;
        for (int half = 0; half < 2; half++) {
          const double *x = from.spline + 2 * half * nodes, *y = x + nodes;
          for (int j = 0; j < nodes; j++) {
            block[2 * half * nodes + j] = c * x[j] - s * y[j];
            block[(2 * half + 1) * nodes + j] = s * x[j] + c * y[j];
          }
        }
        piece->spline = block;
      }
      memcpy(draft->at, piece->end[1], sizeof draft->at);
    }
  }
}

// ---- corners and links ----------------------------------------------------------------------------------------------

// Adds to `made` the convex corner at the end of the curve `before`: an arc of radius zero that turns by `turn`, rad.
static void put_corner(jni_profile_draft *made, const jni_profile_piece *before, double turn) {
  memcpy(made->at, before->end[1], sizeof made->at);
  jni_profile_piece *corner = add_piece(made, JNI_PIECE_ARC);
  if (!corner) return;
  memcpy(corner->O, before->end[1], sizeof corner->O);
  corner->theta[0] = before->theta[1];
  corner->theta[1] = before->theta[1] + turn;
  end_piece(made, corner, before->end[1][0], before->end[1][1]);
}

static void link_pieces(jni_profile_draft *made, int first, int second) {
  made->pieces[first].link[1] = second;
  made->pieces[second].link[0] = first;
}

// Copies the curves of a draft to `made` with convex corners between them, and links pieces that join smoothly, each
// corner with both neighbours. An open profile gets a corner of a right angle at each end. Returns false with a message
// in `what` if the profile doubles back; true, with made->too_many or made->pool->failed, if it cannot be completed.
static bool join(const jni_profile_draft *draft, bool closed, jni_profile_draft *made, char *what, size_t size) {
  int n = draft->npieces, first_link = -1;
  if (!closed) {  // an open profile ends with edges at right angles
    jni_profile_piece before = {.theta = {0, draft->pieces[0].theta[0] - JNK_PI / 2}};
    memcpy(before.end[1], draft->pieces[0].end[0], sizeof before.end[1]);
    put_corner(made, &before, JNK_PI / 2);
    first_link = 0;
  }
  for (int i = 0; i < n && !made->too_many && !made->pool->failed; i++) {
    const jni_profile_piece *curve = &draft->pieces[i], *next = &draft->pieces[(i + 1) % n];
    memcpy(made->at, curve->end[0], sizeof made->at);
    jni_profile_piece *piece = add_piece(made, curve->sort);
    if (!piece) break;
    *piece = *curve;
    piece->link[0] = piece->link[1] = -1;
    int own = made->npieces - 1;
    if (first_link >= 0) link_pieces(made, first_link, own);
    first_link = -1;
    if (curve->round) break;
    bool ends = !closed && i == n - 1;
    double turn = ends ? JNK_PI / 2 : jnk_remainder(next->theta[0] - curve->theta[1], 2 * JNK_PI);
    if (fabs(turn) > JNK_PI - 1e-6) {
      jni_print(what, size, "the profile doubles back at (%.6g, %.6g) m", curve->end[1][0], curve->end[1][1]);
      return false;
    }
    if (turn > smooth) {
      put_corner(made, curve, turn);
      if (made->too_many || made->pool->failed) break;
      link_pieces(made, own, own + 1);
      first_link = own + 1;
    } else if (turn >= -smooth) {
      first_link = own;
    }
  }
  if (made->too_many || made->pool->failed) return true;
  if (closed && first_link >= 0) link_pieces(made, first_link, 0);
  return true;
}

// ---- outline --------------------------------------------------------------------------------------------------------

static int sides_of(const jni_profile_piece *p) {
  if (p->sort == JNI_PIECE_LINE) return 1;
  if (p->sort == JNI_PIECE_CUBIC) return CUBIC_SIDES;
  if (p->rho == 0 && p->base == 0) return 0;
  double turn = fabs(p->theta[1] - p->theta[0]);
  return (int)ceil(fmin(turn / (2 * JNK_PI), 1) * OUTLINE_TURN) + 2;
}

static void point_at(const jni_profile_piece *p, double part, double x[2]) {
  if (p->sort == JNI_PIECE_LINE)
    for (int k = 0; k < 2; k++) x[k] = p->end[0][k] + part * (p->end[1][k] - p->end[0][k]);
  else if (p->sort == JNI_PIECE_CUBIC) jni_profile_cubic(p, p->u[0] + part * (p->u[1] - p->u[0]), x, NULL, NULL);
  else point_of_arc(p, p->theta[0] + part * (p->theta[1] - p->theta[0]), x);
}

// Bounding box of points, from which the bounding circle of a piece, a section or a profile is made.
typedef struct {
  double low[2], high[2];
} box;

static void grow_box(box *b, const double x[2]) {
  for (int k = 0; k < 2; k++) {
    b->low[k] = fmin(b->low[k], x[k]);
    b->high[k] = fmax(b->high[k], x[k]);
  }
}

static const box empty_box = {{HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL}};

static void set_circle(const box *b, double centre[2], double *radius) {
  double half[2];
  for (int k = 0; k < 2; k++) {
    centre[k] = 0.5 * (b->low[k] + b->high[k]);
    half[k] = 0.5 * (b->high[k] - b->low[k]);
  }
  *radius = sqrt(half[0] * half[0] + half[1] * half[1]);
}

static void set_circles(jni_profile_piece *pieces, int n) {
  for (int i = 0; i < n; i++) {
    box b = empty_box;
    int sides = sides_of(&pieces[i]);
    for (int k = 0; k <= sides; k++) {
      double x[2];
      if (sides > 0) point_at(&pieces[i], (double)k / sides, x);
      else memcpy(x, pieces[i].O, sizeof x);
      grow_box(&b, x);
    }
    set_circle(&b, pieces[i].centre, &pieces[i].radius);
    pieces[i].radius *= 1.02;  // what bulges between the samples
  }
}

static double side_of(const double a[2], const double b[2], const double x[2]) {
  return (b[0] - a[0]) * (x[1] - a[1]) - (b[1] - a[1]) * (x[0] - a[0]);
}

// Returns whether the segments from a to b and from c to d have a common point; segments on one line have one only if
// they overlap.
static bool segments_meet(const double *a, const double *b, const double *c, const double *d) {
  for (int k = 0; k < 2; k++)
    if (fmax(a[k], b[k]) < fmin(c[k], d[k]) || fmax(c[k], d[k]) < fmin(a[k], b[k])) return false;
  double p = side_of(a, b, c), q = side_of(a, b, d), r = side_of(c, d, a), s = side_of(c, d, b);
  return ((p >= 0) != (q > 0) || p * q <= 0) && p * q <= 0 && r * s <= 0;
}

// Returns whether the outline x, n points, neither crosses nor touches itself; otherwise writes a message to `what`.
static bool check_crossing(const double *x, int n, bool closed, char *what, size_t size) {
  int sides = closed ? n : n - 1;
  for (int i = 0; i < sides; i++)
    for (int k = i + 2; k < sides; k++) {
      if (closed && i == 0 && k == sides - 1) continue;
      const double *a = x + 2 * i, *b = x + 2 * ((i + 1) % n), *c = x + 2 * k, *d = x + 2 * ((k + 1) % n);
      if (!segments_meet(a, b, c, d)) continue;
      double p = side_of(c, d, a), q = side_of(c, d, b), part = p != q ? p / (p - q) : 0;
      jni_print(what, size, "the profile crosses itself near (%.4g, %.4g) m", a[0] + part * (b[0] - a[0]),
                a[1] + part * (b[1] - a[1]));
      return false;
    }
  return true;
}

// Makes the outline of a profile, a polygon close to its curves, and sets its size. Returns false with a message in
// `what` if the profile has no extent or crosses itself; true, but without an outline, if it has too many corners
// (made->too_many) or memory is short.
static bool make_outline(jni_profile_draft *made, jni_profile *profile, char *what, size_t size) {
  int n = 0;
  for (int i = 0; i < made->npieces; i++) n += sides_of(&made->pieces[i]);
  if (n + 1 > JNI_MAX_CORNERS) {
    made->too_many = true;
    return true;
  }
  double *x = jni_doubles(made->pool, 2 * (size_t)n + 2);
  box b = empty_box;
  if (!x) return true;
  int at = 0;
  for (int i = 0; i < made->npieces; i++) {
    int sides = sides_of(&made->pieces[i]);
    for (int k = 0; k < sides; k++) point_at(&made->pieces[i], (double)k / sides, x + 2 * at++);
  }
  if (!profile->closed && n > 0) {
    const jni_profile_piece *last = &made->pieces[made->npieces - 1];
    memcpy(x + 2 * at++, last->end[1], 2 * sizeof *x);
  }
  for (int i = 0; i < at; i++) grow_box(&b, x + 2 * i);
  double centre[2];
  set_circle(&b, centre, &profile->size);
  profile->outline = x;
  profile->noutline = at;
  if (!(profile->size > 0 && isfinite(profile->size))) {
    snprintf(what, size, "the profile has no extent");
    return false;
  }
  return check_crossing(x, at, profile->closed, what, size);
}

// ---- sections -------------------------------------------------------------------------------------------------------

// Returns whether a new section of this sort begins with piece i, which follows piece `before`. turn: angle by which
// the present section has turned so far, rad.
static bool begins_section(const jni_profile_piece *pieces, int i, int before, jni_section_sort sort, double turn) {
  const jni_profile_piece *p = &pieces[i], *last = &pieces[before];
  if (p->link[0] < 0) return true;
  bool halves = jni_piece_is_hollow(p) && jni_piece_is_hollow(last) && p->sort == JNI_PIECE_ARC &&
                last->sort == JNI_PIECE_ARC && p->O[0] == last->O[0] && p->O[1] == last->O[1];
  if (sort == JNI_SECTION_PLANE)
    return p->sort == JNI_PIECE_LINE || jni_piece_is_hollow(p) || last->sort == JNI_PIECE_LINE ||
           jni_piece_is_hollow(last);
  if (halves) return true;
  return sort == JNI_SECTION_PROFILE && turn > 0 && turn + (p->theta[1] - p->theta[0]) > most_turn;
}

// Stores in the profile the list of its sections of one sort, with their bounding circles. For planes, lines and hollow
// pieces are left out, because a plane does not touch them except at their ends.
static void make_sections(jni_pool *pool, jni_profile *profile, jni_section_sort sort) {
  int n = profile->npieces, count = 0, start = 0;
  const jni_profile_piece *pieces = profile->pieces;
  jni_profile_section *list = jni_take(pool, (size_t)n, sizeof *list);
  if (!list) return;
  for (int i = 0; i < n; i++)
    if (begins_section(pieces, i, (i + n - 1) % n, sort, 0)) {
      start = i;
      break;
    }
  double turn = 0;
  for (int k = 0; k < n; k++) {
    int i = (start + k) % n;
    const jni_profile_piece *p = &pieces[i];
    if (k == 0 || begins_section(pieces, i, (i + n - 1) % n, sort, turn)) {
      list[count++] = (jni_profile_section){.first = i};
      turn = 0;
    }
    list[count - 1].n++;
    turn += fmax(p->theta[1] - p->theta[0], 0);
  }
  int kept = 0;
  for (int i = 0; i < count; i++) {
    const jni_profile_piece *p = &pieces[list[i].first];
    if (sort == JNI_SECTION_PLANE && (p->sort == JNI_PIECE_LINE || jni_piece_is_hollow(p))) continue;
    box b = empty_box;
    for (int k = 0; k < list[i].n; k++) {
      const jni_profile_piece *q = &pieces[(list[i].first + k) % n];
      const double low[2] = {q->centre[0] - q->radius, q->centre[1] - q->radius},
                   high[2] = {q->centre[0] + q->radius, q->centre[1] + q->radius};
      grow_box(&b, low);
      grow_box(&b, high);
    }
    list[kept] = list[i];
    set_circle(&b, list[kept].centre, &list[kept].radius);
    kept++;
  }
  profile->sections[sort] = list;
  profile->nsections[sort] = kept;
}

// Returns the smallest radius of curvature of the hollow pieces, m; infinite if there are none.
static double least_hollow(const jni_profile_piece *pieces, int n) {
  double least = HUGE_VAL;
  for (int i = 0; i < n; i++) {
    const jni_profile_piece *p = &pieces[i];
    if (!jni_piece_is_hollow(p)) continue;
    if (p->sort == JNI_PIECE_ARC) least = fmin(least, fabs(p->rho));
    for (int k = 0; k <= SAMPLES && p->sort == JNI_PIECE_CUBIC; k++) {
      double u = p->u[0] + (p->u[1] - p->u[0]) * k / SAMPLES, d[2], dd[2];
      jni_profile_cubic(p, u, NULL, d, dd);
      double s2 = d[0] * d[0] + d[1] * d[1], bend = d[0] * dd[1] - d[1] * dd[0];
      if (bend < 0) least = fmin(least, s2 * sqrt(s2) / -bend);
    }
  }
  return least;
}

static jni_profile *refuse_size(char *what, size_t size) {
  snprintf(what, size, "the profile has more than %d corners and curves", (int)JNI_MAX_CORNERS);
  return NULL;
}

// Returns whether a coordinate or a radius of a piece is NaN or beyond 1e100 m, so that products of them might
// overflow.
static bool is_huge(const jni_profile_piece *p) {
  const double numbers[] = {p->end[0][0], p->end[0][1], p->end[1][0], p->end[1][1], p->rho, p->base, p->O[0], p->O[1]};
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    if (!(fabs(numbers[i]) <= 1e100)) return true;
  return false;
}

jni_profile *jni_draft_finish(jni_profile_draft *draft, bool closed, char *what, size_t size) {
  jni_profile_draft made = {.pool = draft->pool};
  if (draft->npieces > 0 && closed && !draft->pieces[0].round) {
    double *end = draft->at, d[2] = {draft->pieces[0].end[0][0] - end[0], draft->pieces[0].end[0][1] - end[1]};
    double tolerance = 1e-9 * (fabs(end[0]) + fabs(end[1]) + fabs(d[0]) + fabs(d[1]));
    if (fabs(d[0]) + fabs(d[1]) > tolerance) jni_draft_line(draft, draft->pieces[0].end[0]);
  }
  if (draft->npieces == 0) {
    snprintf(what, size, "the profile has no extent");
    return NULL;
  }
  for (int i = 0; i < draft->npieces; i++)
    if (is_huge(&draft->pieces[i])) {
      snprintf(what, size, "the profile extends beyond 1e100 m");
      return NULL;
    }
  jni_profile *profile = jni_take(draft->pool, 1, sizeof *profile);
  if (!profile || !join(draft, closed, &made, what, size)) return NULL;
  *profile = (jni_profile){.closed = closed, .npieces = made.npieces, .pieces = made.pieces};
  if (draft->too_many || made.too_many) return refuse_size(what, size);
  if (made.pool->failed) return NULL;
  set_circles(made.pieces, made.npieces);
  if (!make_outline(&made, profile, what, size)) return NULL;
  if (made.too_many) return refuse_size(what, size);
  for (int sort = 0; sort < JNI_SECTION_SORTS; sort++) make_sections(made.pool, profile, (jni_section_sort)sort);
  profile->least_hollow = least_hollow(made.pieces, made.npieces);
  return made.pool->failed ? NULL : profile;
}
