// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// rolling.h - fields in the model file that the two joint kinds `rolling-disc` and `rolling-wheel` share.
#ifndef JNI_ROLLING_H
#define JNI_ROLLING_H

#include "joint/joint_fields.h"

#define JNI_ROLLING_AXES(help) JNI_JOINT_FIELD("axis", AXES_APART, axis, JNI_PURE, ANY, true, help)
#define JNI_RADIUS(range, help) JNI_JOINT_FIELD("radius", NUMBER, radius, JNI_LENGTH, range, true, help)

#endif
