// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// curve_styles.h - how many curve styles there are, and a plot whose legend explains styles in place of naming curves.
#ifndef JNI_OUTPUT_CURVE_STYLES_H
#define JNI_OUTPUT_CURVE_STYLES_H

#include "jounce/result.h"

// number of colours and of markers of jn_curve that can be told apart
enum { JNI_PEN_COLOURS = 13, JNI_PEN_MARKERS = 15 };

// Returns a plot of curves as SVG, as jn_plot_curves does, whose legend shows the keys instead: curves without points
// that have only a colour or only a marker. nkeys 0: the legend names the curves. The caller frees the text; NULL:
// memory is short.
char *jni_plot_keyed(const jn_alloc *alloc, const jn_curve *curves, int n, const jn_curve *keys, int nkeys,
                     const jn_plot_options *options);

#endif
