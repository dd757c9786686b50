// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// linearise_coordinates.h - chooses the independent coordinates of a chart.
#ifndef JNI_LINEARISE_COORDINATES_H
#define JNI_LINEARISE_COORDINATES_H

#include "analysis/linear/linearise.h"

// Chooses the independent coordinates at the position stage of chart->work: sets picks, np, nf and speeds of the chart.
// spin: of jni_steady. Returns JN_SINGULAR if no candidate describes a direction that the constraints leave free,
// JN_NOT_FINITE if a constraint is not finite, or JN_NO_MEMORY.
jn_status jni_chart_choose_coordinates(jni_chart *chart, const double *spin);

#endif
