// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// track_code.h - shared by track_band.c and track_code.c.
#ifndef JNI_TRACK_CODE_H
#define JNI_TRACK_CODE_H

#include "force/force_code.h"
#include "kernel/ground/track.h"

jnk_track jni_track_plain(jni_trace *trace, const jn_force_def *def);
extern const jni_force_code jni_track_code;

#endif
