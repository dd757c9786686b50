// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// path.h - paths (kernel/subsystem/path.h) from points.
//
// Plain: straight from point to point, each corner rounded by an arc of one radius r that touches both sides. A corner
// that turns by b takes r tan(b/2) from each of them.
// Smooth: x(u) and y(u) are cubic splines with continuous second derivatives through all points, straight at the ends
// of an open path. The knots are the distances along the curve itself: beginning with the chords, each pass takes the
// lengths of the last curve, until they no longer change.
#ifndef JNI_PATH_H
#define JNI_PATH_H

#include "base/pool.h"
#include "jounce/subsystem.h"
#include "kernel/subsystem/path.h"

// Into `out`, whose lists are in the pool. False and a sentence in `what`: the points make no such path. Out of memory
// the pool has failed, and the result is not to be used.
bool jni_path_build(jni_pool *pool, const jn_path *def, jnk_path *out, char *what, size_t size);

// Parts of the above: path_arc.c, path_spline.c. Knots and pieces; `at` is where the points have their speeds.
bool jni_path_arcs(jni_pool *pool, const jn_path *def, jnk_path *out, double *at, char *what, size_t size);
bool jni_path_spline(jni_pool *pool, const jn_path *def, jnk_path *out, double *at, char *what, size_t size);

#endif
