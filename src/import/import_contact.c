// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// import_contact.c - contacts between the shapes of a robot: leaves out pairs that cannot touch in the model, and
// writes the others in few lines.
//
// Pairs of one coefficient of friction become lines {among: A, with: B}, each shape of A with each of B: the shapes B
// are those that touch the same other shapes A. Planes have lines of their own. If the other pairs are exactly those of
// {among: A}, that one line is written.
#include <float.h>
#include <math.h>
#include <string.h>

#include "contact/contact_features.h"
#include "import/import.h"
#include "kernel/vec3.h"
#include "model/compliant_contact.h"

enum { MOST_POINTS = 1000 };  // largest number of points of all contacts
enum { MOST_NAMED = 6 };      // largest number of pairs that one remark names

void jni_import_add_touch(jni_import *im, int first, int second, double friction, const jni_xml *node) {
  if (!jni_pool_grow(&im->pool, &im->touches, &im->capacity_touches, im->ntouches + 1, sizeof *im->touches)) return;
  im->touches[im->ntouches++] = (jni_import_touch){{first, second}, friction, jni_xml_place(node)};
}

bool jni_import_are_joined(const jni_import *im, int a, int b) {
  const jni_import_body *first = &im->bodies[a], *second = &im->bodies[b];
  return (second->parent == a && !second->floats) || (first->parent == b && !first->floats);
}

static const jni_import_shape *shape_of(const jni_import *im, int number) { return &im->shapes[number - 1]; }

static const char *path_of(jni_import *im, int number) {
  const jni_import_shape *shape = shape_of(im, number);
  return jni_import_format(im, "%s.%s", im->bodies[shape->body].name, shape->name);
}

// ---- pairs that cannot touch ---------------------------------------------------------------------------------------

// Pairs that the model file omits for one reason, for one remark.
typedef struct {
  const char *why;
  const char *names;  // "a.x with b.y, ...": the first pairs
  int n;
  jni_place place;  // place of the first pair in the source
} group;

typedef struct {
  group *list;
  int n, capacity;
} group_list;

// Adds a pair that is omitted to the group of its reason `why`; the first MOST_NAMED pairs are named, with `detail`.
static void leave_out(jni_import *im, group_list *groups, const jni_import_touch *touch, const char *why,
                      const char *detail) {
  int g = 0;
  while (g < groups->n && strcmp(groups->list[g].why, why) != 0) g++;
  if (g == groups->n) {
    if (!jni_pool_grow(&im->pool, &groups->list, &groups->capacity, g + 1, sizeof *groups->list)) return;
    groups->list[groups->n++] = (group){.why = why, .names = "", .place = touch->place};
  }
  group *to = &groups->list[g];
  if (to->n < MOST_NAMED)
    to->names = jni_import_format(im, "%s%s%s with %s%s", to->names, to->n > 0 ? ", " : "",
                                  path_of(im, touch->shape[0]), path_of(im, touch->shape[1]), detail);
  to->n++;
}

static void report_groups(jni_import *im, const group_list *groups) {
  for (int g = 0; g < groups->n; g++) {
    const group *from = &groups->list[g];
    jni_xml place = {
        .name = "contact", .line = from->place.line, .column = from->place.column, .file = from->place.file};
    const char *text =
        jni_import_format(im, "of %d pair%s of shapes is not imported, since %s: %s%s", from->n,
                          from->n == 1 ? "" : "s", from->why, from->names, from->n > MOST_NAMED ? ", ..." : "");
    jni_import_say_kind(im, JN_WARNING, &place, text, "%s", text);
  }
}

// Stores the two shapes of a pair in shape[] in the order that contact_geometry.h needs, and the motions of their
// bodies at the start in motion[]. Returns the largest number of contact points of the pair; 0: not supported.
static int order(const jni_import *im, const jni_import_touch *touch, const jni_contact_shape *shape[2],
                 jni_contact_motion motion[2]) {
  const jni_contact_shape *a = &shape_of(im, touch->shape[0])->geometry, *b = &shape_of(im, touch->shape[1])->geometry;
  bool swap = jni_contact_swaps(a, b);
  shape[0] = swap ? b : a;
  shape[1] = swap ? a : b;
  for (int i = 0; i < 2; i++) {
    const jni_pose *pose = &im->bodies[shape[i]->body].world;
    motion[i] = (jni_contact_motion){.v = {0, 0, 0}};
    jnk_copy(pose->p, motion[i].r);
    jnk_quat_to_matrix(pose->q, motion[i].R);
  }
  return jni_contact_npoints(shape[0], shape[1]);
}

static double size_of(const jni_import *im, const jni_import_touch *touch) {
  return fmin(shape_of(im, touch->shape[0])->geometry.size, shape_of(im, touch->shape[1])->geometry.size);
}

static double slack_of(const jni_import *im, const jni_import_touch *touch) {
  return JNI_CONTACT_START_SLACK * size_of(im, touch);
}

// Gap of two shapes at the start.
typedef struct {
  double least;      // least gap, m; HUGE_VAL if the shapes cannot touch
  double normal[3];  // unit vector from the first shape to the second at the least gap
  bool is_bound;     // `least` is only a bound: the gap is at least that if it is positive, at most that otherwise
} start_gap;

// Returns the gap of a pair of solids with features such as edges (contact_features.h), or a bound of it: the gap of
// balls or boxes around them if these are apart; the gap of the features if edges pierce. scratch: jni_features_scratch
// doubles.
static start_gap search_features(const jni_import *im, const jni_import_touch *touch,
                                 const jni_contact_shape *const shape[2], const jni_contact_motion motion[2],
                                 double *scratch) {
  start_gap gap = {.is_bound = true};
  jni_contact_place place;
  gap.least = jni_features_bound(shape[0], shape[1], &motion[0], &motion[1], &place);
  if (!(gap.least > 0)) {
    double rounding = 64 * DBL_EPSILON * (jnk_norm(motion[0].r) + jnk_norm(motion[1].r) + size_of(im, touch));
    const jni_feature_pair pair = {.a = shape[0],
                                   .b = shape[1],
                                   .ma = &motion[0],
                                   .mb = &motion[1],
                                   .slack = {fmax(1e-12 * size_of(im, touch), 4 * rounding), rounding},
                                   .scratch = scratch};
    int feature;
    gap.least = jni_features_nearest(&pair, NULL, 0, &feature);
    jni_contact_place_calc(shape[0], shape[1], feature, &motion[0], &motion[1], &place);
    gap.is_bound = !(fabs(place.gap - gap.least) <= slack_of(im, touch));  // edges that pierce have no common point
  }
  jnk_copy(place.n, gap.normal);
  return gap;
}

// Returns the least gap of a pair of shapes at the start. scratch: jni_features_scratch doubles.
static start_gap find_gap(const jni_import *im, const jni_import_touch *touch, double *scratch) {
  const jni_contact_shape *shape[2];
  jni_contact_motion motion[2];
  int n = order(im, touch, shape, motion);
  start_gap gap = {.least = HUGE_VAL};
  if (n > 0 && jni_has_features(shape[0], shape[1])) return search_features(im, touch, shape, motion, scratch);
  for (int i = 0; i < n; i++) {
    jni_contact_place place;
    jni_contact_place_calc(shape[0], shape[1], i, &motion[0], &motion[1], &place);
    if (!(place.gap < gap.least)) continue;
    gap.least = place.gap;
    jnk_copy(place.n, gap.normal);
  }
  return gap;
}

// Makes the solids of all shapes that may touch. Returns the workspace that find_gap needs for any of the pairs; NULL:
// no memory.
static double *add_solids(jni_import *im) {
  int most = 1;
  for (int t = 0; t < im->ntouches && !im->pool.failed; t++) {
    const jni_contact_shape *shape[2];
    jni_contact_motion motion[2];
    for (int i = 0; i < 2; i++) jni_import_add_solid(im, im->touches[t].shape[i]);
    if (order(im, &im->touches[t], shape, motion) == 0 || !jni_has_features(shape[0], shape[1])) continue;
    int needed = jni_features_scratch(shape[0], shape[1]);
    if (needed > most) most = needed;
  }
  return jni_doubles(&im->pool, (size_t)most);
}

// Returns the index of the floating body to which the chain of parents of a body leads, or that of the body itself if
// it floats; 0: the chain leads to the ground.
static int floating_root(const jni_import *im, int body) {
  while (body > 0 && !im->bodies[body].floats) body = im->bodies[body].parent;
  return body;
}

// Deepest overlap of a floating body, or of a body that it carries, with a plane of the ground.
typedef struct {
  double depth, normal[3];          // depth, m; unit vector out of the plane
  const jni_import_touch *deepest;  // pair of shapes with that overlap; NULL: there is none
} overlap;

// Raises each floating body, with all bodies that it carries, by its deepest overlap with a plane of the ground or of a
// body that no floating body carries, and warns of that. scratch: workspace of find_gap.
static void raise_bodies(jni_import *im, double *scratch) {
  overlap *list = jni_take(&im->pool, (size_t)im->nbodies, sizeof *list);
  if (!list) return;
  for (int t = 0; t < im->ntouches; t++) {
    const jni_import_touch *touch = &im->touches[t];
    const jni_contact_shape *shape[2];
    jni_contact_motion motion[2];
    if (order(im, touch, shape, motion) == 0 || shape[0]->touch != JNI_TOUCH_PLANE) continue;
    int root = floating_root(im, shape[1]->body);
    if (floating_root(im, shape[0]->body) != 0 || root == 0) continue;
    start_gap gap = find_gap(im, touch, scratch);
    if (!(-gap.least > fmax(list[root].depth, slack_of(im, touch)))) continue;
    list[root] = (overlap){-gap.least, {gap.normal[0], gap.normal[1], gap.normal[2]}, touch};
  }
  for (int b = 1; b < im->nbodies; b++) {
    const overlap *own = &list[floating_root(im, b)];
    if (own->deepest) jnk_add_scaled(im->bodies[b].world.p, own->depth, own->normal, im->bodies[b].world.p);
  }
  for (int b = 1; b < im->nbodies; b++) {
    if (!list[b].deepest) continue;
    const int *shape = list[b].deepest->shape;
    bool first = floating_root(im, shape_of(im, shape[0])->body) == b;
    jni_xml place = {.name = "body",
                     .line = im->bodies[b].place.line,
                     .column = im->bodies[b].place.column,
                     .file = im->bodies[b].place.file};
    jni_import_say(im, JN_WARNING, &place, "%s starts %.4g m higher than in the source, so that %s does not overlap %s",
                   im->bodies[b].name, list[b].depth, path_of(im, shape[!first]), path_of(im, shape[first]));
  }
}

// Reorders the pairs: those with a shape of the ground first; otherwise their order stays.
static void put_ground_first(jni_import *im) {
  jni_import_touch *sorted = jni_take(&im->pool, (size_t)im->ntouches + 1, sizeof *sorted);
  int n = 0;
  for (int pass = 0; pass < 2 && sorted; pass++)
    for (int t = 0; t < im->ntouches; t++) {
      const int *shape = im->touches[t].shape;
      bool ground = shape_of(im, shape[0])->body == 0 || shape_of(im, shape[1])->body == 0;
      if (ground == (pass == 0)) sorted[n++] = im->touches[t];
    }
  if (n > 0) memcpy(im->touches, sorted, (size_t)n * sizeof *sorted);
}

// Returns why contacts do not support a pair of shapes, as a clause for a remark.
static const char *why_apart(jni_import *im, const jni_import_touch *touch) {
  const jni_import_shape *one = shape_of(im, touch->shape[0]), *two = shape_of(im, touch->shape[1]);
  if (one->no_hull) return one->no_hull;
  if (two->no_hull) return two->no_hull;
  bool ordered = strcmp(one->kind, two->kind) <= 0;
  return jni_import_format(im, "%s and %s cannot touch yet", ordered ? one->kind : two->kind,
                           ordered ? two->kind : one->kind);
}

// Removes the pairs that contacts do not support, that overlap at the start or whose points exceed MOST_POINTS, with
// remarks. scratch: workspace of find_gap.
static void remove_pairs(jni_import *im, double *scratch) {
  group_list groups = {NULL, 0, 0};
  int n = 0, npoints = 0;
  for (int t = 0; t < im->ntouches; t++) {
    jni_import_touch touch = im->touches[t];
    const jni_contact_shape *shape[2];
    jni_contact_motion motion[2];
    int points = order(im, &touch, shape, motion);
    if (points == 0) {
      leave_out(im, &groups, &touch, why_apart(im, &touch), "");
      continue;
    }
    if (im->options.contacts == JN_IMPORT_COMPLIANT_CONTACTS && jni_compliant_npoints(shape[0], shape[1]) == 0) {
      const char *one = shape_of(im, touch.shape[0])->kind, *two = shape_of(im, touch.shape[1])->kind;
      bool ordered = strcmp(one, two) <= 0;
      leave_out(im, &groups, &touch,
                jni_import_format(im, "%s and %s have no compliant contact", ordered ? one : two, ordered ? two : one),
                "");
      continue;
    }
    start_gap gap = find_gap(im, &touch, scratch);
    if (!(gap.least >= -slack_of(im, &touch))) {
      leave_out(im, &groups, &touch, "the shapes overlap at the start",
                gap.is_bound ? "" : jni_import_format(im, " (by %.3g m)", -gap.least));
      continue;
    }
    if (npoints + points > MOST_POINTS) {
      leave_out(im, &groups, &touch,
                jni_import_format(im, "there would be more than %d points of contact", (int)MOST_POINTS), "");
      continue;
    }
    npoints += points;
    im->touches[n++] = touch;
  }
  im->ntouches = n;
  report_groups(im, &groups);
}

// ---- lines ---------------------------------------------------------------------------------------------------------

// All pairs with one coefficient of friction, as a symmetric table of the shapes in them: touches[i * n + k] says
// whether shapes i and k of the table are a pair.
typedef struct {
  int n;             // number of shapes
  int *shape;        // n: their numbers
  bool *touches;     // n x n
  const char *rest;  // text that ends each line, with friction and law: ", friction: 0.8"
} pair_table;

static const char *names_text(jni_import *im, const pair_table *table, const bool *chosen) {
  const char *text = "[";
  for (int i = 0, any = 0; i < table->n; i++)
    if (chosen[i]) text = jni_import_format(im, "%s%s%s", text, any++ ? ", " : "", path_of(im, table->shape[i]));
  return jni_import_format(im, "%s]", text);
}

// Returns how many of the flags chosen[] are set, and sets *first to the index of the first; leaves *first if none is.
static int count_of(const pair_table *table, const bool *chosen, int *first) {
  int n = 0;
  for (int i = table->n - 1; i >= 0; i--)
    if (chosen[i]) {
      *first = i;
      n++;
    }
  return n;
}

// Writes one line of contacts that pairs each shape marked in `a` with each marked in `b`, and removes these pairs from
// the table.
static void add_line(jni_import *im, pair_table *table, const bool *a, const bool *b) {
  int first_a = 0, first_b = 0, n = table->n;
  int na = count_of(table, a, &first_a), nb = count_of(table, b, &first_b);
  const jni_import_shape *one = shape_of(im, table->shape[first_a]), *two = shape_of(im, table->shape[first_b]);
  const char *wanted = two->body == 0 ? two->name : im->bodies[two->body].name;
  if (na == 1 && nb == 1)
    wanted = jni_import_format(im, "%s_%s", one->body == 0 ? one->name : im->bodies[one->body].name, wanted);
  const char *name = jni_import_name(im, JNI_NAME_CONTACT, 0, wanted, NULL);
  if (na == 1 && nb == 1)
    jni_import_add_line(im, &im->contacts, name, NULL, "between: [%s, %s]%s", path_of(im, table->shape[first_a]),
                        path_of(im, table->shape[first_b]), table->rest);
  else
    jni_import_add_line(im, &im->contacts, name, NULL, "among: %s, with: %s%s", names_text(im, table, a),
                        names_text(im, table, b), table->rest);
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      if (a[i] && b[k]) table->touches[i * n + k] = table->touches[k * n + i] = false;
}

// Writes one line of contacts with all pairs of shape i that are left in the table, and removes them from it; writes
// nothing if there are none. Later shapes that touch exactly the same shapes share the line if they are on the ground
// as shape i is, or not on it as shape i is not; their pairs are removed too. a, b: workspace of n flags.
static void add_lines_of(jni_import *im, pair_table *table, int i, bool *a, bool *b) {
  int n = table->n, first = 0;
  const bool *own = table->touches + (size_t)i * (size_t)n;
  if (count_of(table, own, &first) == 0) return;
  memcpy(a, own, (size_t)n * sizeof *a);
  bool ground = shape_of(im, table->shape[i])->body == 0;
  for (int k = 0; k < n; k++)
    b[k] = k >= i && (shape_of(im, table->shape[k])->body == 0) == ground &&
           memcmp(table->touches + (size_t)k * (size_t)n, own, (size_t)n * sizeof *own) == 0;
  im->place = shape_of(im, table->shape[i])->place;
  add_line(im, table, a, b);
}

// Returns whether the pairs of the table are exactly those that `among` makes of its shapes, all of different bodies
// without a common joint, and these are three or more. Sets chosen[] to the shapes that are in a pair.
static bool is_among(const jni_import *im, const pair_table *table, bool *chosen) {
  int n = table->n, first;
  for (int i = 0; i < n; i++) chosen[i] = count_of(table, table->touches + (size_t)i * (size_t)n, &first) > 0;
  if (count_of(table, chosen, &first) < 3) return false;
  for (int i = 0; i < n; i++)
    for (int k = 0; k < i; k++) {
      int one = shape_of(im, table->shape[i])->body, two = shape_of(im, table->shape[k])->body;
      bool made = chosen[i] && chosen[k] && one != two && !jni_import_are_joined(im, one, two);
      if (made != table->touches[i * n + k]) return false;
    }
  return true;
}

// Returns the text of the law of compliant contacts: stiffness and damping of a contact that carries the whole robot of
// mass M, by MuJoCo's defaults solref = (0.02 s, 1) and dmax = 0.95: k = M / (dmax tc)^2 and the damping 2 M / (dmax
// tc) under the weight. "" for rigid contacts.
static const char *law_text(jni_import *im) {
  const double tc = 0.02, dmax = 0.95, gravity = 9.81;
  double mass = 0;
  if (im->options.contacts != JN_IMPORT_COMPLIANT_CONTACTS) return "";
  for (int b = 1; b < im->nbodies; b++) mass += im->bodies[b].mass.mass;
  if (!(mass > 0)) mass = 1;
  return jni_import_format(im, ", law: compliant, stiffness: %s, damping: %s",
                           jni_number_text(im, mass / (dmax * tc * dmax * tc)),
                           jni_number_text(im, 2 / (dmax * tc * gravity)));
}

// Writes the lines of contacts for all pairs that have the same friction as pair t.
static void add_lines(jni_import *im, int t) {
  double friction = im->touches[t].friction;
  pair_table table = {.rest = isnan(friction) ? ", friction: \"=contact_friction\""
                              : friction > 0  ? jni_import_format(im, ", friction: %s", jni_number_text(im, friction))
                                              : ""};
  table.rest = jni_import_format(im, "%s%s", table.rest, law_text(im));
  int *index = jni_ints(&im->pool, (size_t)im->nshapes + 1);
  table.shape = jni_ints(&im->pool, (size_t)im->nshapes + 1);
  if (!index || !table.shape) return;
  for (int pass = 0; pass < 2; pass++) {
    for (int k = t; k < im->ntouches; k++) {
      const jni_import_touch *touch = &im->touches[k];
      if (!(touch->friction == friction || (isnan(friction) && isnan(touch->friction)))) continue;
      if (pass == 0) {
        index[touch->shape[0]] = index[touch->shape[1]] = 1;
        continue;
      }
      int i = index[touch->shape[0]], j = index[touch->shape[1]];
      table.touches[i * table.n + j] = table.touches[j * table.n + i] = true;
    }
    if (pass == 1) break;
    for (int s = 1; s <= im->nshapes; s++) {
      if (index[s] == 0) continue;
      table.shape[table.n] = s;
      index[s] = table.n++;
    }
    table.touches = jni_flags(&im->pool, (size_t)table.n * (size_t)table.n);
    if (!table.touches) return;
  }
  bool *a = jni_flags(&im->pool, (size_t)table.n), *b = jni_flags(&im->pool, (size_t)table.n);
  if (!a || !b) return;
  for (int i = 0; i < table.n && !im->pool.failed; i++)
    if (shape_of(im, table.shape[i])->geometry.touch == JNI_TOUCH_PLANE) add_lines_of(im, &table, i, a, b);
  if (is_among(im, &table, a)) {
    const char *name = jni_import_name(im, JNI_NAME_CONTACT, 0, "bodies", NULL);
    jni_import_add_line(im, &im->contacts, name, NULL, "among: %s%s", names_text(im, &table, a), table.rest);
    return;
  }
  for (int i = 0; i < table.n && !im->pool.failed; i++) add_lines_of(im, &table, i, a, b);
}

void jni_import_contacts(jni_import *im) {
  double *scratch = add_solids(im);
  if (!scratch) return;
  raise_bodies(im, scratch);
  put_ground_first(im);
  remove_pairs(im, scratch);
  for (int s = 0; s < im->nshapes; s++) im->shapes[s].unused = im->shapes[s].hidden;
  for (int t = 0; t < im->ntouches; t++)
    for (int i = 0; i < 2; i++) im->shapes[im->touches[t].shape[i] - 1].unused = false;
  for (int t = 0; t < im->ntouches && !im->pool.failed; t++) {
    bool done = false;
    for (int k = 0; k < t && !done; k++)
      done = im->touches[k].friction == im->touches[t].friction ||
             (isnan(im->touches[k].friction) && isnan(im->touches[t].friction));
    if (!done) add_lines(im, t);
  }
  if (im->ntouches == 0) im->has_contact_friction = false;
}
