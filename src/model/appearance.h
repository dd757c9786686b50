// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// appearance.h - how joints and forces are drawn in a picture (src/output/picture).
#ifndef JNI_APPEARANCE_H
#define JNI_APPEARANCE_H

typedef enum {
  JNI_LOOK_NONE,
  JNI_LOOK_PIN,     // rotation about an axis
  JNI_LOOK_BALL,    // rotation about several axes
  JNI_LOOK_SLIDE,   // translation along an axis
  JNI_LOOK_WELD,    // no relative motion
  JNI_LOOK_ROD,     // between two points
  JNI_LOOK_WHEEL,   // the second end rolls on the first
  JNI_LOOK_SPRING,  // a force between two points, or along a slide
  JNI_LOOK_BAND,    // the band of a track around its wheels
} jni_appearance;

#endif
