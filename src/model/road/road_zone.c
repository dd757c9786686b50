// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// road_zone.c - zones of a road with their own friction: the whole road, segments of a profile, or a patch.
#include <math.h>

#include "kernel/elementary.h"
#include "model/mirror.h"
#include "model/road/road.h"

void jni_road_add_zone(jni_road_builder *b, const jnk_zone *zone) {
  if (!b->no_memory && !jni_pool_grow(b->pool, &b->zones, &b->capacity_zones, b->nzones + 1, sizeof *b->zones))
    b->no_memory = true;
  if (!b->no_memory) b->zones[b->nzones++] = *zone;
}

void jni_road_add_friction(jni_road_builder *b, double from, double to, double friction) {
  const jnk_zone zone = {{1, 0}, {from, to}, {-HUGE_VAL, HUGE_VAL}, friction};
  if (friction != 1) jni_road_add_zone(b, &zone);
}

// Rotates the parts and zones of a road about z by the heading, rad. Planes are not rotated here, because their kinds
// already include the heading in the slopes.
void jni_road_turn(double heading, jni_road_element *road) {
  double cosine = jnk_cos(heading), sine = jnk_sin(heading);
  if (heading == 0) return;
  for (int i = 0; i < road->nparts; i++) {
    jnk_road_part *part = &road->parts[i];
    if (part->kind == JNK_PART_PLANE) continue;
    part->turned = 1;
    part->turn[0] = cosine;
    part->turn[1] = sine;
  }
  for (int i = 0; i < road->nzones; i++) {
    road->zones[i].turn[0] = cosine;
    road->zones[i].turn[1] = sine;
  }
}

// Reflects an interval [from, to] at zero: it becomes [-to, -from].
static void reverse(double range[2]) {
  double from = range[0];
  range[0] = -range[1];
  range[1] = -from;
}

void jni_road_reflect_zones(unsigned mirror, jni_road_element *road) {
  double hand = jni_mirror_sign(mirror, 0) * jni_mirror_sign(mirror, 1);
  for (int i = 0; i < road->nzones; i++) {
    jnk_zone *zone = &road->zones[i];
    zone->turn[1] *= hand;
    if (mirror & JN_MIRROR_X) reverse(zone->x);
    if (mirror & JN_MIRROR_Y) reverse(zone->y);
  }
}
