// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// linearise_coordinates.h - the choice of independent coordinates, a part of making a chart.
#ifndef JNI_LINEARISE_COORDINATES_H
#define JNI_LINEARISE_COORDINATES_H

#include "analysis/linear/linearise.h"

// Fills picks, np, nf and speeds, at the position stage of chart->work. JN_SINGULAR: the rows leave free what no
// coordinate tells.
jn_status jni_chart_pick(jni_chart *chart, const double *spin);

#endif
