// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// profile.c - see profile.h: the kinds of profiles, and adding one to a model.
#include "model/profile.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "kernel/elementary.h"
#include "model/build.h"
#include "model/model.h"

// clang-format off
#define DIM_NONE {0, 0, 0, 0}
#define DIM_LENGTH {1, 0, 0, 0}
#define DIM_ANGLE {0, 0, 0, 1}
// clang-format on
#define FIELD_OF(owner, name, type, member, dimension, range, required, help)                                       \
  {                                                                                                                 \
    name, JNI_FIELD_##type, offsetof(owner, member), DIM_##dimension, DIM_##dimension, JNI_##range, required, help, \
        .mirroring = JNI_MIRROR_KEPT                                                                                \
  }
#define FIELD(name, type, member, dimension, range, required, help) \
  FIELD_OF(jn_profile_def, name, type, member, dimension, range, required, help)
#define PIECE(name, type, member, dimension, range, required, help) \
  FIELD_OF(jn_profile_piece, name, type, member, dimension, range, required, help)

#define CLOSED \
  FIELD("closed", FLAG, closed, NONE, ANY, false, "default true; false: it ends with edges at right angles")

static const jni_field polyline_fields[] = {
    FIELD("points", CORNERS, points, LENGTH, ANY, true, "its corners [[x, y], ...], anticlockwise around the material"),
    CLOSED};
static const jni_field spline_fields[] = {
    FIELD("points", CORNERS, points, LENGTH, ANY, true,
          "points [[x, y], ...] of a cubic spline over their index, anticlockwise around the material"),
    CLOSED};
static const jni_field circle_fields[] = {
    FIELD("radius", NUMBER, radius, LENGTH, POSITIVE, true, "of the circle"),
    FIELD("centre", CORNER, centre, LENGTH, ANY, false, "[x, y], default the origin")};
static const jni_field gear_fields[] = {
    FIELD("module", NUMBER, module, LENGTH, POSITIVE, true, "diameter of the pitch circle over the number of teeth"),
    FIELD("teeth", NUMBER, teeth, NONE, POSITIVE, true, "their number; the first one is on the x axis"),
    FIELD("pressure_angle", NUMBER, pressure_angle, ANGLE, POSITIVE, false, "on the pitch circle, default 20 deg"),
    FIELD("addendum", NUMBER, addendum, NONE, POSITIVE, false, "height above the pitch circle, in modules, default 1"),
    FIELD("dedendum", NUMBER, dedendum, NONE, POSITIVE, false, "depth below it, in modules, default 1.25"),
    FIELD("thinning", NUMBER, thinning, LENGTH, ANY, false,
          "what is missing of the thickness of a tooth on the pitch circle, default 0")};
static const jni_field path_fields[] = {
    FIELD("start", CORNER, start, LENGTH, ANY, true, "its first point [x, y]"),
    FIELD("pieces", PIECES, pieces, NONE, ANY, true,
          "lines {to: [x, y]}, arcs {to: [x, y], radius: r} and splines {through: [[x, y], ...]}, in order"),
    FIELD("copies", NUMBER, copies, NONE, POSITIVE, false,
          "number of copies, each turned about the origin by the same part of a turn, default 1"),
    CLOSED};

const jni_field jni_profile_piece_fields[JNI_PROFILE_NPIECE_FIELDS] = {
    PIECE("to", CORNER, to, LENGTH, ANY, false, "its end [x, y]"),
    PIECE("radius", NUMBER, radius, LENGTH, POSITIVE, false, "of an arc; without it a line"),
    PIECE("hollow", FLAG, hollow, NONE, ANY, false, "the material is outside the arc: it runs clockwise"),
    PIECE("large", FLAG, large, NONE, ANY, false, "the arc turns by more than 180 deg"),
    PIECE("through", CORNERS, through, LENGTH, ANY, false,
          "instead: a spline through these points, ending at the last"),
};

// ---- kinds --------------------------------------------------------------------------------------------------------

static bool draw_polyline(const jn_profile_def *def, jni_profile_draft *draft, char *what, size_t size) {
  if (def->points.n < (def->closed ? 3 : 2)) {
    snprintf(what, size, "a polyline needs at least %d points", def->closed ? 3 : 2);
    return false;
  }
  memcpy(draft->at, def->points.at, sizeof draft->at);
  for (int i = 1; i < def->points.n; i++) jni_draft_line(draft, def->points.at + 2 * i);
  return true;
}

static bool draw_spline(const jn_profile_def *def, jni_profile_draft *draft, char *what, size_t size) {
  if (def->points.n < 3) {
    snprintf(what, size, "a spline needs at least 3 points");
    return false;
  }
  memcpy(draft->at, def->points.at, sizeof draft->at);
  return jni_draft_spline(draft, def->points.at, def->points.n, def->closed, what, size);
}

static bool draw_circle(const jn_profile_def *def, jni_profile_draft *draft, char *what, size_t size) {
  (void)what;
  (void)size;
  draft->at[0] = def->centre[0] + def->radius;
  draft->at[1] = def->centre[1];
  jni_draft_arc(draft, def->centre, def->radius, false, 2 * JNK_PI, true);
  return true;
}

// Adds the outline of all teeth of a spur gear to the draft. Returns false with a message in `what` if its numbers do
// not make teeth. On the involute the normal turns by the roll angle tan(a), a the pressure angle at the radius base /
// cos(a), while the polar angle turns by tan(a) - a. Below the base circle flanks are radial.
static bool draw_gear(const jn_profile_def *def, jni_profile_draft *draft, char *what, size_t size) {
  double z = def->teeth, alpha = def->pressure_angle, pitch = 0.5 * def->module * z, cosine = jnk_cos(alpha);
  double base = pitch * cosine, tip = pitch + def->module * def->addendum, root = pitch - def->module * def->dedendum;
  if (z != floor(z) || z < 3 || z > 1000) {
    jni_print(what, size, "'teeth' must be a whole number from 3 to 1000, got %g", z);
    return false;
  }
  if (!(alpha < 0.8) || !(root > 0)) {
    snprintf(what, size, alpha < 0.8 ? "the dedendum is larger than the gear" : "'pressure_angle' is too large");
    return false;
  }
  double sine = jnk_sin(alpha), half = 0.5 * JNK_PI / z - 0.5 * def->thinning / pitch + sine / cosine - alpha;
  double roll_tip = sqrt(tip * tip - base * base) / base,
         roll_root = root > base ? sqrt(root * root - base * base) / base : 0;
  double half_tip = half - (roll_tip - jnk_atan2(roll_tip, 1)),
         half_root = half - (roll_root - jnk_atan2(roll_root, 1));
  if (!(tip > base) || !(half_tip > 0)) {
    snprintf(what, size, "the teeth end in points below their addendum: make it smaller");
    return false;
  }
  if (!(half_root < JNK_PI / z)) {
    snprintf(what, size, "the teeth leave no space between them on the root circle: more teeth or a smaller dedendum");
    return false;
  }
  static const double origin[2] = {0, 0};
  draft->at[0] = root * jnk_cos(half_root);
  draft->at[1] = -root * jnk_sin(half_root);
  for (int k = 0; k < (int)z; k++) {
    double middle = 2 * JNK_PI * k / z, low = middle - half - JNK_PI / 2, high = middle + half + JNK_PI / 2;
    const double foot[2] = {base * jnk_cos(middle - half), base * jnk_sin(middle - half)};
    const double end[2] = {root * jnk_cos(middle + half_root), root * jnk_sin(middle + half_root)};
    if (root < base) jni_draft_line(draft, foot);
    jni_draft_involute(draft, base, base * roll_root, low + roll_root, low + roll_tip);
    jni_draft_arc(draft, origin, tip, false, 2 * half_tip, false);
    jni_draft_involute(draft, -base, base * roll_tip, high - roll_tip, high - roll_root);
    if (root < base) jni_draft_line(draft, end);
    jni_draft_arc(draft, origin, root, false, 2 * (JNK_PI / z - half_root), false);
  }
  return true;
}

// Adds the arc of a piece of a path to the draft. number: that of the piece, for messages. Returns false with a message
// in `what` if the radius is less than half the distance of its ends, or if the ends coincide.
static bool draw_arc(const jn_profile_piece *piece, int number, jni_profile_draft *draft, char *what, size_t size) {
  double d[2] = {piece->to[0] - draft->at[0], piece->to[1] - draft->at[1]};
  double chord = sqrt(d[0] * d[0] + d[1] * d[1]), half = chord / (2 * piece->radius);
  if (!(chord > 0) || half > 1 + 1e-9) {
    jni_print(what, size, "the ends of the arc of piece %d are %.6g m apart: its radius must be at least half of it",
              number, chord);
    return false;
  }
  double sine = fmin(half, 1), height = sqrt(1 - sine * sine) * piece->radius, angle = 2 * jnk_asin(sine);
  // The centre is on the left of an arc that runs anticlockwise, unless it is large.
  double side = piece->hollow == piece->large ? 1 : -1;
  const double centre[2] = {draft->at[0] + 0.5 * d[0] - side * height * d[1] / chord,
                            draft->at[1] + 0.5 * d[1] + side * height * d[0] / chord};
  jni_draft_arc(draft, centre, piece->radius, piece->hollow, piece->large ? 2 * JNK_PI - angle : angle, false);
  if (!draft->too_many && !draft->pool->failed) {  // sets the end exactly, without the rounding error of the centre
    memcpy(draft->at, piece->to, sizeof draft->at);
    memcpy(draft->pieces[draft->npieces - 1].end[1], piece->to, sizeof piece->to);
  }
  return true;
}

static bool draw_path(const jn_profile_def *def, jni_profile_draft *draft, char *what, size_t size) {
  if (def->copies != floor(def->copies) || def->copies > 1000) {
    jni_print(what, size, "'copies' must be a whole number from 1 to 1000, got %g", def->copies);
    return false;
  }
  memcpy(draft->at, def->start, sizeof draft->at);
  for (int i = 0; i < def->npieces && !draft->too_many && !draft->pool->failed; i++) {
    const jn_profile_piece *piece = &def->pieces[i];
    bool spline = piece->through.n > 0, sound = true;
    if (spline == isfinite(piece->to[0]) || (spline && piece->radius > 0)) {
      jni_print(what, size, "piece %d needs either 'to', with a 'radius' if it is an arc, or 'through'", i + 1);
      return false;
    }
    if (!(piece->radius > 0) && (piece->hollow || piece->large)) {
      jni_print(what, size, "piece %d is no arc: 'hollow' and 'large' belong to a 'radius'", i + 1);
      return false;
    }
    if (spline) {
      int n = piece->through.n + 1;
      jni_pool temporary = {.alloc = draft->pool->alloc};
      double *points = jni_doubles(&temporary, 2 * (size_t)n);
      if (!points) {
        draft->pool->failed = true;
        return true;
      }
      memcpy(points, draft->at, 2 * sizeof *points);
      memcpy(points + 2, piece->through.at, 2 * (size_t)(n - 1) * sizeof *points);
      sound = jni_draft_spline(draft, points, n, false, what, size);
      jni_pool_free(&temporary);
    } else if (piece->radius > 0) {
      sound = draw_arc(piece, i + 1, draft, what, size);
    } else {
      jni_draft_line(draft, piece->to);
    }
    if (!sound) return false;
  }
  jni_draft_repeat(draft, (int)def->copies);
  return true;
}

#define KIND(word, text) \
  static const jni_profile_kind profile_##word = {#word, text, JNI_FIELDS_OF(word##_fields), draw_##word}
#define JNI_FIELDS_OF(list) list, (int)(sizeof list / sizeof *list)
KIND(polyline, "straight lines from corner to corner");
KIND(spline, "a cubic spline through points, with continuous curvature");
KIND(circle, "a full circle");
KIND(gear, "teeth of a spur gear with involute flanks");
KIND(path, "lines, arcs and splines one after the other");

const jni_profile_kind *const jni_profile_kinds[] = {&profile_polyline, &profile_spline, &profile_circle,
                                                     &profile_gear,     &profile_path,   NULL};

const jni_profile_kind *jni_profile_kind_find(const char *name) {
  for (int i = 0; jni_profile_kinds[i]; i++)
    if (strcmp(jni_profile_kinds[i]->name, name) == 0) return jni_profile_kinds[i];
  return NULL;
}

static const jni_profile_kind *kind_at(int i) {
  return i >= 0 && i < (int)(sizeof jni_profile_kinds / sizeof *jni_profile_kinds) ? jni_profile_kinds[i] : NULL;
}

const char *jn_profile_kind_name(int i) { return kind_at(i) ? kind_at(i)->name : NULL; }
const char *jn_profile_kind_help(int i) { return kind_at(i) ? kind_at(i)->help : NULL; }

// ---- adding and access --------------------------------------------------------------------------------------------

static const char *kind_candidate(const void *context, int i) {
  (void)context;
  return jn_profile_kind_name(i);
}

static bool are_finite(const double *x, int n) {
  for (int i = 0; i < n; i++)
    if (!isfinite(x[i])) return false;
  return true;
}

// Returns whether the numbers of a definition are finite and its lists not too long; otherwise writes a message to
// `what`.
static bool check_lists(const jn_profile_def *def, char *what, size_t size) {
  const char *why = NULL;
  int n = def->points.n + def->npieces;
  if (!are_finite(def->points.at, 2 * def->points.n) || !are_finite(def->centre, 2) || !are_finite(def->start, 2))
    why = "its points must be finite";
  for (int i = 0; i < def->npieces; i++) {
    const jn_profile_piece *piece = &def->pieces[i];
    n += piece->through.n;
    if (!are_finite(piece->through.at, 2 * piece->through.n) || !isfinite(piece->radius) ||
        isfinite(piece->to[0]) != isfinite(piece->to[1]))
      why = "its pieces must be finite";
  }
  if (n > JNI_MAX_CORNERS) why = "has too many points";
  if (why) snprintf(what, size, "%s", why);
  return !why;
}

static jni_profile *make_profile(jn_model *model, const jn_profile_def *def, const char *element) {
  char what[256] = "", hint[96];
  const jn_profile_def fallback = jn_profile_def_default();
  const jni_profile_kind *kind = def->type ? jni_profile_kind_find(def->type) : NULL;
  if (!kind) {
    if (jni_model_key_is_faulty(model, "type")) return NULL;
    if (!def->type) {
      jni_model_fault(model, element, "needs 'type': polyline, spline, circle, gear or path");
      return NULL;
    }
    jni_suggest(def->type, kind_candidate, NULL, hint, sizeof hint);
    jni_model_fault_key(model, element, "type",
                        "unknown type '%.60s' of a profile%s; there are polyline, spline, circle, gear and path",
                        def->type, hint);
    return NULL;
  }
  if (!jni_model_check_fields(model, element, kind->name, "", kind->fields, kind->nfields, def, &fallback)) return NULL;
  jni_profile_draft draft = {.pool = &model->pool};
  jni_profile *made = NULL;
  if (check_lists(def, what, sizeof what) && kind->draw(def, &draft, what, sizeof what))
    made = jni_draft_finish(&draft, def->closed, what, sizeof what);
  if (model->pool.failed) model->no_memory = true;
  else if (!made) jni_model_fault(model, element, "%s", what);
  return made;
}

void jn_model_add_profile(jn_model *model, const jn_profile_def *def) {
  JNI_ASSERT(model && def && def->cookie == JNI_DEF_COOKIE && "start from jn_profile_def_default()");
  char element[JNI_ELEMENT_SIZE];
  if (model->no_memory) return;
  jni_element_text(element, "profile", def->name ? def->name : "");
  bool named = jni_model_check_name(model, JNI_NAME_PROFILE, 0, "profile", def->name);
  if (!jni_model_grow(model, &model->profiles, &model->capacity_profiles, model->nprofiles, sizeof *model->profiles))
    return;
  jni_profile_element *made = &model->profiles[model->nprofiles];
  *made = (jni_profile_element){.name = jni_model_text(model, def->name ? def->name : "", NULL)};
  jni_profile *profile = make_profile(model, def, element);
  made = &model->profiles[model->nprofiles];
  made->profile = profile;
  if (profile) profile->name = made->name;
  bool spline = profile && def->closed && profile->pieces[0].sort == JNI_PIECE_CUBIC && def->points.n > 0;
  if (spline) made->spline = (jn_corners){jni_model_doubles(model, def->points.at, 2 * def->points.n), def->points.n};
  if (named && made->name && !jni_names_put(model->names, JNI_NAME_PROFILE, 0, made->name, model->nprofiles))
    model->no_memory = true;
  model->nprofiles++;
}

const jni_profile *jni_model_profile(const jn_model *model, const char *name) {
  int i = name ? jni_names_get(model->names, JNI_NAME_PROFILE, 0, name) : -1;
  return i >= 0 ? model->profiles[i].profile : NULL;
}

jn_points jni_profile_corners(jn_model *model, const char *name) {
  const jni_profile *profile = jni_model_profile(model, name);
  int n = profile ? profile->noutline : 0;
  double *at = n > 0 ? jni_doubles(&model->pool, 3 * (size_t)n) : NULL;
  if (n > 0 && !at) model->no_memory = true;
  for (int i = 0; at && i < n; i++) {
    at[3 * i] = profile->outline[2 * i];
    at[3 * i + 1] = profile->outline[2 * i + 1];
    at[3 * i + 2] = 0;
  }
  return (jn_points){at, at ? n : 0};
}
