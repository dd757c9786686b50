// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// path.h - makes paths (kernel/subsystem/path.h) from points.
//
// Plain: straight lines between the points, each corner rounded by an arc of radius r. A corner with angle b shortens
// both lines by r tan(b/2).
// Smooth: x(u) and y(u) are cubic splines with continuous second derivatives through all points, and zero curvature at
// the ends of an open path. The knots are the arc lengths of the curve, found by iteration from the chord lengths.
#ifndef JNI_PATH_H
#define JNI_PATH_H

#include "base/pool.h"
#include "jounce/subsystem.h"
#include "kernel/subsystem/path.h"

// Makes a path in *out from the points of a definition, with arrays in the pool. Returns false with a sentence in
// `what` if the points give no valid path. If memory is short, marks the pool as failed and returns true; *out is then
// invalid.
bool jni_path_build(jni_pool *pool, const jn_path *def, jnk_path *out, char *what, size_t size);

// Computes the knots and pieces of a plain path (path_arc.c), and sets `at` to the path coordinate u, m, of each point.
// Returns false with a sentence in `what` if the arcs of the corners overlap. If memory is short, marks the pool as
// failed and returns true.
bool jni_path_arcs(jni_pool *pool, const jn_path *def, jnk_path *out, double *at, char *what, size_t size);
// Computes knots, pieces and `at` of a smooth path (path_spline.c). Returns false with a sentence in `what` if the
// iteration for the arc lengths does not converge. If memory is short, marks the pool as failed and returns true.
bool jni_path_spline(jni_pool *pool, const jn_path *def, jnk_path *out, double *at, char *what, size_t size);

#endif
