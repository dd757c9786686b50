// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// curve_styles.h - number of curve styles, and a plot whose legend explains styles instead of naming curves.
#ifndef JNI_OUTPUT_CURVE_STYLES_H
#define JNI_OUTPUT_CURVE_STYLES_H

#include "jounce/result.h"

enum { JNI_PEN_COLOURS = 13, JNI_PEN_MARKERS = 15 };  // colours and markers of jn_curve that can be distinguished

// Returns a plot of curves as SVG, as jn_plot_curves does, whose legend shows the keys instead: curves without points
// that have only a colour or only a marker. nkeys 0: the legend names the curves. The caller frees the text; NULL:
// memory is short.
char *jni_plot_keyed(const jn_alloc *alloc, const jn_curve *curves, int n, const jn_curve *keys, int nkeys,
                     const jn_plot_options *options);

#endif
