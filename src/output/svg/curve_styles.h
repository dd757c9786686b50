// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// curve_styles.h - how many looks of a curve there are, and a plot whose legend explains looks instead of naming
// curves.
#ifndef JNI_OUTPUT_CURVE_STYLES_H
#define JNI_OUTPUT_CURVE_STYLES_H

#include "jounce/result.h"

enum { JNI_PEN_COLOURS = 13, JNI_PEN_MARKERS = 15 };  // as many as a curve's own pen tells apart

// As jn_plot_curves. Keys are curves without points, a colour alone or a marker alone; none: the legend names the
// curves.
char *jni_plot_keyed(const jn_alloc *alloc, const jn_curve *curves, int n, const jn_curve *keys, int nkeys,
                     const jn_plot_options *options);

#endif
