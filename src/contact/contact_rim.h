// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// contact_rim.h - features (contact_features.h) of a cylinder on a plane. While it is tilted, the lowest point of the
// rim of either end, which moves along the rim; lying it touches at both. Standing, eight points of one rim that are
// fixed in the body. These functions have the meanings of those in contact_features.h without `rim`.
#ifndef JNI_CONTACT_RIM_H
#define JNI_CONTACT_RIM_H

#include "contact/contact_features.h"

bool jni_rim_has_features(const jni_contact_shape *a, const jni_contact_shape *b);
int jni_rim_slots(void);
bool jni_rim_is_valid(int feature);
void jni_rim_place(const jni_contact_shape *a, const jni_contact_shape *b, int feature, const jni_contact_motion *ma,
                   const jni_contact_motion *mb, jni_contact_place *place);
double jni_rim_margin(const jni_feature_pair *pair, int feature);
// Returns the feature that follows when the margin of a feature has become negative: a fixed point at the lowest angle
// of the same rim after its lowest point, and this after a fixed point.
int jni_rim_next(const jni_feature_pair *pair, int feature);
double jni_rim_nearest(const jni_feature_pair *pair, const int *taken, int ntaken, int *feature);
int jni_rim_touching(const jni_feature_pair *pair, double limit, const int *taken, int ntaken, int *feature, int most);
// Returns a time in which a cylinder that touches with the lowest point of a rim does not pass the upright position,
// after which that point would be on the other side, at its present angular velocity, s; HUGE_VAL: any.
double jni_rim_time(const jni_contact_shape *a, const jni_contact_shape *b, int feature, const jni_contact_motion *ma,
                    const jni_contact_motion *mb);

#endif
