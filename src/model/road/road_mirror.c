// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// road_mirror.c - reflects the parts of a road along x or y: z'(x, y) = z(-x, y) or z(x, -y).
#include "model/fault.h"
#include "model/mirror.h"
#include "model/road/road.h"

bool jni_road_can_reflect(jn_model *model, const char *element) {
  if (!(model->mirror & JN_MIRROR_Z)) return true;
  jni_model_fault(model, element, "a road is seen from above: it has no mirror image along z");
  return false;
}

// Reverses the order of n numbers, which are `stride` elements apart.
static void reverse(double *x, int n, int stride) {
  for (int i = 0, j = n - 1; i < j; i++) {
    double kept = x[i * stride];
    x[i * stride] = x[j * stride];
    x[j * stride] = kept;
    j--;
  }
}

// Returns the first of n equally spaced positions after their reflection at zero. at: the first one before the
// reflection.
static double begin_reversed(double at, int n, double spacing) { return -(at + (n - 1) * spacing); }

static void reflect_profile(jnk_road_part *part, double *x, double *z) {
  reverse(x, part->n, 1);
  reverse(z, part->n, 1);
  for (int i = 0; i < part->n; i++) x[i] = -x[i];
}

static void reflect_grid(jnk_road_part *part, unsigned mirror, double *z) {
  if (mirror & JN_MIRROR_X) {
    for (int j = 0; j < part->ny; j++) reverse(z + j, part->n, part->ny);
    part->a[0] = begin_reversed(part->a[0], part->n, part->a[2]);
  }
  if (mirror & JN_MIRROR_Y) {
    for (int i = 0; i < part->n; i++) reverse(z + i * part->ny, part->ny, 1);
    part->a[1] = begin_reversed(part->a[1], part->ny, part->a[3]);
  }
}

void jni_road_reflect(unsigned mirror, jni_road_element *road) {
  bool along = mirror & JN_MIRROR_X;
  jni_road_reflect_zones(mirror, road);
  for (int i = 0; i < road->nparts; i++) {
    jnk_road_part *part = &road->parts[i];
    if (part->turned) part->turn[1] *= jni_mirror_sign(mirror, 0) * jni_mirror_sign(mirror, 1);
    double *x = road->numbers + (part->x ? part->x - road->numbers : 0);
    double *z = road->numbers + (part->z ? part->z - road->numbers : 0);
    switch (part->kind) {
      case JNK_PART_PLANE:
        part->a[1] *= jni_mirror_sign(mirror, 0);
        part->a[2] *= jni_mirror_sign(mirror, 1);
        break;
      case JNK_PART_BUMPS:
        if (along) part->a[0] = begin_reversed(part->a[0] + part->a[1], part->n, part->a[3]);
        break;
      case JNK_PART_LINES:
      case JNK_PART_CURVE:
        if (along) reflect_profile(part, x, z);
        break;
      case JNK_PART_GRID: reflect_grid(part, mirror, z); break;
      case JNK_PART_DISC: break;  // envelopes are made after reflection
    }
  }
}
