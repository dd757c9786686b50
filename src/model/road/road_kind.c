// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// road_kind.c - the kinds of roads and of the segments of a profile: their fields, checks and parts.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "kernel/elementary.h"
#include "model/road/road.h"

// clang-format off
#define DIM_NONE {0, 0, 0, 0}
#define DIM_LENGTH {1, 0, 0, 0}
#define DIM_ANGLE {0, 0, 0, 1}
// clang-format on
#define FIELD(member, type, dimension, range, required, help)                                                          \
  {                                                                                                                    \
#member, JNI_FIELD_##type, offsetof(jn_road_def, member), DIM_##dimension, DIM_##dimension, JNI_##range, required, \
        help, .mirroring = JNI_MIRROR_BY_TYPE                                                                          \
  }
#define KIND(word, sentence, list, builder, checker) \
  { .name = word, .help = sentence, JNI_FIELDS(list), .build = builder, .check = checker }

#define FRICTION FIELD(friction, NUMBER, NONE, POSITIVE, false, "factor on the friction of tyres, default 1; ice: 0.1")
#define HEADING \
  FIELD(heading, NUMBER, ANGLE, ANY, false, "direction along which it runs: 0 (default) along x, 90 deg along y")
#define SOIL \
  FIELD(soil, SOIL, NONE, ANY, false, "soft ground, from the section 'soils'; only tyres and tracks for it see it")
#define ENVELOPE                          \
  FIELD(envelope, FLAG, NONE, ANY, false, \
        "all wheels roll over it as rigid discs, as with the same key of a tyre, track or contact")
#define GROUND FRICTION, SOIL, ENVELOPE
#define RUNS HEADING, GROUND
#define AT FIELD(at, NUMBER, LENGTH, ANY, false, "x where it begins, default 0")
#define LENGTH(help) FIELD(length, NUMBER, LENGTH, POSITIVE, true, help)
#define RISE FIELD(rise, NUMBER, LENGTH, ANY, true, "height gained over its length; negative goes down")
#define STAIRS                                                                                   \
  FIELD(count, NUMBER, NONE, POSITIVE, true, "number of steps"),                                 \
      FIELD(drop, NUMBER, LENGTH, NOT_ZERO, true, "height lost at each step; negative goes up"), \
      FIELD(tread, NUMBER, LENGTH, POSITIVE, true, "length of each step, after its drop")
#define BUMP_HEIGHT \
  FIELD(height, NUMBER, LENGTH, NOT_ZERO, true, "height in the middle: z = height/2 (1 - cos(2 pi x/length))")

// ---- checks --------------------------------------------------------------------------------------------

static bool check_count(const jn_road_def *def, char *what, size_t size) {
  if (def->count == floor(def->count) && def->count >= 1 && def->count <= JNI_MAX_ROAD_STEPS) return true;
  jni_print(what, size, "'count' must be a whole number from 1 to %d, got %g", (int)JNI_MAX_ROAD_STEPS, def->count);
  return false;
}

static bool check_bumps(const jn_road_def *def, char *what, size_t size) {
  if (!check_count(def, what, size)) return false;
  if (def->spacing == 0 || def->spacing >= def->length) return true;
  jni_print(what, size, "bumps %g m long do not fit one every %g m", def->length, def->spacing);
  return false;
}

static bool check_slope(const jn_road_def *def, char *what, size_t size) {
  const double steepest = 1.5;
  if (fabs(def->angle) <= steepest) return true;
  jni_print(what, size, "'angle' must be smaller than %g rad, got %g", steepest, def->angle);
  return false;
}

static bool check_polyline(const jn_road_def *def, char *what, size_t size) {
  const jn_law *p = &def->points;
  if (p->n < 2) {
    snprintf(what, size, "'points' needs at least two points");
    return false;
  }
  for (int i = 0; i < p->n; i++)
    if (!isfinite(p->x[i]) || !isfinite(p->y[i])) {
      snprintf(what, size, "'points' must be finite");
      return false;
    }
  for (int i = 1; i < p->n; i++) {
    bool third = i > 1 && p->x[i] == p->x[i - 2];
    if (!(p->x[i] >= p->x[i - 1]) || (def->smooth && p->x[i] == p->x[i - 1])) {
      jni_print(what, size, "the x of 'points' must ascend, but %g follows %g", p->x[i], p->x[i - 1]);
      return false;
    }
    if (third) {
      jni_print(what, size, "three 'points' are at x = %g; a vertical step has two", p->x[i]);
      return false;
    }
  }
  return true;
}

static bool check_grid(const jn_road_def *def, char *what, size_t size) {
  if (def->nx < 2 || def->ny < 2) {
    snprintf(what, size, "'heights' needs at least two rows of two numbers");
    return false;
  }
  if ((size_t)def->nx > JNI_MAX_ROAD_NUMBERS / (size_t)def->ny) {
    snprintf(what, size, "'heights' has too many points, more than %d", (int)JNI_MAX_ROAD_NUMBERS);
    return false;
  }
  for (size_t i = 0; i < (size_t)def->nx * (size_t)def->ny; i++)
    if (!isfinite(def->heights[i])) {
      snprintf(what, size, "'heights' must be finite");
      return false;
    }
  return true;
}

static bool check_segments(const jn_road_def *def, char *what, size_t size) {
  if (def->nsegments < 1) {
    snprintf(what, size, "'segments' needs at least one segment");
    return false;
  }
  for (int i = 0; i < def->nsegments; i++) {
    const jn_road_def *s = &def->segments[i];
    const jni_road_kind *kind = s->type ? jni_road_kind_find(jni_segment_kinds, s->type) : NULL;
    char why[160] = "unknown type";
    if (kind && (!kind->check || kind->check(s, why, sizeof why))) continue;
    snprintf(what, size, "segment %d: %s", i + 1, why);
    return false;
  }
  return true;
}

static bool check_sum(const jn_road_def *def, char *what, size_t size) {
  if (def->nroads > 0) return true;
  snprintf(what, size, "'roads' needs at least one road");
  return false;
}

// ---- segments, which begin at the builder's x and z ---------------------------------------------------------------

static void go_on(double length, double rise, jni_road_builder *b) {
  b->x += length;
  b->z += rise;
  jni_road_add_point(b, b->x, b->z);
}

static void build_segment_flat(const jn_road_def *def, jni_road_builder *b) { go_on(def->length, 0, b); }
static void build_segment_ramp(const jn_road_def *def, jni_road_builder *b) { go_on(def->length, def->rise, b); }

static void build_segment_bump(const jn_road_def *def, jni_road_builder *b) {
  jni_road_add_part(
      b, (jnk_road_part){.kind = JNK_PART_BUMPS, .n = 1, .a = {b->x, def->length, def->height, def->length}});
  go_on(def->length, 0, b);
}

static void build_segment_stairs(const jn_road_def *def, jni_road_builder *b) {
  for (int i = 0; i < (int)def->count && !b->full && !b->no_memory; i++) {
    go_on(0, -def->drop, b);
    go_on(def->tread, 0, b);
  }
}

static const jni_field segment_flat_fields[] = {LENGTH("length along the road"), FRICTION};
static const jni_field segment_ramp_fields[] = {LENGTH("length along the road"), RISE, FRICTION};
static const jni_field segment_bump_fields[] = {LENGTH("from foot to foot"), BUMP_HEIGHT, FRICTION};
static const jni_field segment_stairs_fields[] = {STAIRS, FRICTION};

static const jni_road_kind segment_flat = KIND("flat", "level segment", segment_flat_fields, build_segment_flat, NULL);
static const jni_road_kind segment_ramp = KIND("ramp", "rises evenly", segment_ramp_fields, build_segment_ramp, NULL);
static const jni_road_kind segment_bump = KIND("bump", "a cosine bump", segment_bump_fields, build_segment_bump, NULL);
static const jni_road_kind segment_stairs =
    KIND("stairs", "steps, each a drop and a tread", segment_stairs_fields, build_segment_stairs, check_count);

const jni_road_kind *const jni_segment_kinds[] = {&segment_flat, &segment_ramp, &segment_bump, &segment_stairs, NULL};

// ---- roads -----------------------------------------------------------------------------------------------

static void build_flat(const jn_road_def *def, jni_road_builder *b) {
  jni_road_add_part(b, (jnk_road_part){.kind = JNK_PART_PLANE, .a = {def->height}});
}

static void build_slope(const jn_road_def *def, jni_road_builder *b) {
  double m = jnk_tan(def->angle);
  jni_road_add_part(b, (jnk_road_part){.kind = JNK_PART_PLANE,
                                       .a = {def->height, m * jnk_cos(def->heading), m * jnk_sin(def->heading)}});
}

static void build_bumps(const jn_road_def *def, jni_road_builder *b) {
  double spacing = def->spacing > 0 ? def->spacing : def->length;
  jni_road_add_part(
      b,
      (jnk_road_part){.kind = JNK_PART_BUMPS, .n = (int)def->count, .a = {def->at, def->length, def->height, spacing}});
}

static void begin_at(const jn_road_def *def, jni_road_builder *b) {
  b->x = def->at;
  b->z = 0;
  jni_road_add_point(b, b->x, b->z);
}

static void build_ramp(const jn_road_def *def, jni_road_builder *b) {
  begin_at(def, b);
  build_segment_ramp(def, b);
}

static void build_stairs(const jn_road_def *def, jni_road_builder *b) {
  begin_at(def, b);
  build_segment_stairs(def, b);
}

static void build_profile(const jn_road_def *def, jni_road_builder *b) {
  begin_at(def, b);
  for (int i = 0; i < def->nsegments && !b->full && !b->no_memory; i++) {
    const jni_road_kind *kind = jni_road_kind_find(jni_segment_kinds, def->segments[i].type);
    double from = i > 0 ? b->x : -HUGE_VAL, own = def->segments[i].friction;
    double grip = own > 0 ? own : 1;  // 0: the model gives no factor for the segment
    kind->build(&def->segments[i], b);
    jni_road_add_friction(b, from, i < def->nsegments - 1 ? b->x : HUGE_VAL, grip);
  }
}

static void build_polyline(const jn_road_def *def, jni_road_builder *b) {
  b->list.kind = def->smooth ? JNK_PART_CURVE : JNK_PART_LINES;
  for (int i = 0; i < def->points.n; i++) jni_road_add_point(b, def->points.x[i], def->points.y[i]);
}

static void build_grid(const jn_road_def *def, jni_road_builder *b) {
  double across = def->spacing_across > 0 ? def->spacing_across : def->spacing;
  b->list = (jnk_road_part){.kind = JNK_PART_GRID,
                            .n = def->nx,
                            .ny = def->ny,
                            .smooth = def->smooth,
                            .a = {def->at, def->across, def->spacing, across}};
  for (size_t i = 0; i < (size_t)def->nx * (size_t)def->ny && !b->full && !b->no_memory; i++)
    jni_road_add_number(b, def->heights[i]);
}

static void build_patch(const jn_road_def *def, jni_road_builder *b) {
  bool edged = def->width > 0;
  const jnk_zone zone = {{1, 0},
                         {def->at, def->at + def->length},
                         {edged ? def->across : -HUGE_VAL, edged ? def->across + def->width : HUGE_VAL},
                         def->friction};
  jni_road_add_part(b, (jnk_road_part){.kind = JNK_PART_PLANE});
  jni_road_add_zone(b, &zone);
}

static const jni_field flat_fields[] = {FIELD(height, NUMBER, LENGTH, ANY, false, "of the plane, default 0"), GROUND};
static const jni_field slope_fields[] = {
    FIELD(angle, NUMBER, ANGLE, ANY, true, "of the plane against the horizontal, upwards along 'heading'"),
    FIELD(heading, NUMBER, ANGLE, ANY, false, "direction in which it rises: 0 (default) along x, 90 deg along y"),
    FIELD(height, NUMBER, LENGTH, ANY, false, "at the origin, default 0"),
    GROUND,
};
static const jni_field bumps_fields[] = {
    AT,
    LENGTH("of a bump from foot to foot"),
    BUMP_HEIGHT,
    FIELD(count, NUMBER, NONE, POSITIVE, false, "number of bumps, default 1"),
    FIELD(spacing, NUMBER, LENGTH, POSITIVE, false, "from one bump to the next, default 'length'"),
    RUNS,
};
static const jni_field ramp_fields[] = {AT, LENGTH("of the ramp"), RISE, RUNS};
static const jni_field stairs_fields[] = {AT, STAIRS, RUNS};
static const jni_field profile_fields[] = {
    AT,
    FIELD(segments, SEGMENTS, NONE, ANY, true,
          "pieces one after the other: [{type: flat, length: 5}, {type: ramp, length: 8, rise: 0.6}]"),
    RUNS,
};
static const jni_field polyline_fields[] = {
    FIELD(points, POINTS, LENGTH, ANY, true,
          "[[x, z], ...] with ascending x, or 'file'; two equal x make a vertical step"),
    FIELD(smooth, FLAG, NONE, ANY, false, "monotone cubic instead of straight lines"),
    RUNS,
};
static const jni_field grid_fields[] = {
    FIELD(heights, GRID, LENGTH, ANY, true, "rows along x, each a list of heights along y; or 'file'"),
    FIELD(spacing, NUMBER, LENGTH, POSITIVE, true, "from one row to the next"),
    FIELD(spacing_across, NUMBER, LENGTH, POSITIVE, false, "between the heights of a row, default 'spacing'"),
    FIELD(at, NUMBER, LENGTH, ANY, false, "x of the first row, default 0"),
    FIELD(across, NUMBER, LENGTH, ANY, false, "y of the first height of each row, default 0"),
    FIELD(smooth, FLAG, NONE, ANY, false, "bicubic instead of bilinear"),
    RUNS,
};
static const jni_field tracks_fields[] = {
    FIELD(left, ROAD, NONE, ANY, true, "road under wheels at y >= 0"),
    FIELD(right, ROAD, NONE, ANY, true, "road under wheels at y < 0"),
    GROUND,
};
static const jni_field sum_fields[] = {FIELD(roads, ROADS, NONE, ANY, true, "roads whose heights are added"), GROUND};
static const jni_field patch_fields[] = {
    FIELD(at, NUMBER, LENGTH, ANY, false, "x where it begins, default 0"),
    LENGTH("of the patch along x"),
    FIELD(across, NUMBER, LENGTH, ANY, false, "y of its right edge, default 0"),
    FIELD(width, NUMBER, LENGTH, POSITIVE, false,
          "from its right to its left edge; without it the patch has no such edges"),
    RUNS,
};

static const jni_road_kind flat = KIND("flat", "a level plane", flat_fields, build_flat, NULL);
static const jni_road_kind slope = KIND("slope", "a tilted plane", slope_fields, build_slope, check_slope);
static const jni_road_kind bumps =
    KIND("bumps", "cosine bumps across the road", bumps_fields, build_bumps, check_bumps);
static const jni_road_kind ramp =
    KIND("ramp", "a constant slope between two level parts", ramp_fields, build_ramp, NULL);
static const jni_road_kind stairs = KIND("stairs", "steps across the road", stairs_fields, build_stairs, check_count);
static const jni_road_kind profile =
    KIND("profile", "segments one after the other", profile_fields, build_profile, check_segments);
static const jni_road_kind polyline =
    KIND("polyline", "a profile along x by points", polyline_fields, build_polyline, check_polyline);
static const jni_road_kind height_field =
    KIND("height-field", "heights on a grid", grid_fields, build_grid, check_grid);
static const jni_road_kind tracks =
    KIND("tracks", "one road for the left wheels, another for the right", tracks_fields, NULL, NULL);
static const jni_road_kind sum = KIND("sum", "roads on top of each other", sum_fields, NULL, check_sum);
static const jni_road_kind patch = {.name = "patch",
                                    .help = "a rectangle of other friction, without height: to be added to a road",
                                    JNI_FIELDS(patch_fields),
                                    .build = build_patch,
                                    .zoned = true};

const jni_road_kind *const jni_road_kinds[] = {&flat,     &slope,        &bumps,  &ramp, &stairs, &profile,
                                               &polyline, &height_field, &tracks, &sum,  &patch,  NULL};

const jni_road_kind *jni_road_kind_find(const jni_road_kind *const *kinds, const char *name) {
  for (int i = 0; kinds[i]; i++)
    if (strcmp(kinds[i]->name, name) == 0) return kinds[i];
  return NULL;
}

static const jni_road_kind *kind_at(int i) {
  for (int k = 0; k <= i; k++)
    if (!jni_road_kinds[k]) return NULL;
  return i < 0 ? NULL : jni_road_kinds[i];
}

const char *jn_road_kind_name(int i) { return kind_at(i) ? kind_at(i)->name : NULL; }
const char *jn_road_kind_help(int i) { return kind_at(i) ? kind_at(i)->help : NULL; }
