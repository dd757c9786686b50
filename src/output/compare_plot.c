// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compare_plot.c - the work-precision picture: error over CPU time or over evaluations, both logarithmic, a curve per combination. A colour
// is a formulation with its variant and controls, a line style with its marker is an integrator.
#include <math.h>
#include <string.h>

#include "output/compare.h"

enum { MOST_CURVES = 36, MOST_POINTS = 16 };

typedef struct {
  jn_curve curves[MOST_CURVES];
  const jn_combination *drawn[MOST_CURVES];
  double x[MOST_CURVES][MOST_POINTS], y[MOST_CURVES][MOST_POINTS];
  int n, ncolours, nmarkers;
} picture;

// Errors of zero have no place on a logarithmic axis: they are drawn at the rounding of one.
static const double least_error = 1e-16;

static bool same_colour(const jn_choices *a, const jn_choices *b) {
  return strcmp(a->formulation, b->formulation) == 0 && strcmp(a->variant, b->variant) == 0 && strcmp(a->position, b->position) == 0 &&
         strcmp(a->velocity, b->velocity) == 0 && strcmp(a->energy, b->energy) == 0;
}

static void choose_pen(picture *p, jn_curve *curve, const jn_choices *choices) {
  for (int i = 0; i < p->n; i++) {
    if (same_colour(&p->drawn[i]->choices, choices)) curve->colour = p->curves[i].colour;
    if (strcmp(p->drawn[i]->choices.integrator, choices->integrator) == 0) curve->marker = p->curves[i].marker;
  }
  if (!curve->colour) curve->colour = ++p->ncolours;
  if (!curve->marker) curve->marker = ++p->nmarkers;
}

static void add_curve(picture *p, const jn_combination *c, bool over_evaluations) {
  double *x = p->x[p->n], *y = p->y[p->n];
  jn_curve curve = {.label = c->label, .x = x, .y = y};
  for (int k = 0; k < c->nrungs && curve.n < MOST_POINTS; k++) {
    const jn_rung *rung = &c->rungs[k];
    if (rung->status != JN_OK || !isfinite(rung->error)) continue;
    x[curve.n] = over_evaluations ? (double)rung->evaluations : rung->cpu_seconds;
    y[curve.n++] = fmax(rung->error, least_error);
  }
  if (curve.n == 0) return;
  choose_pen(p, &curve, &c->choices);
  p->drawn[p->n] = c;
  p->curves[p->n++] = curve;
}

// Those with the usual controls come first when there are too many.
static void add_curves(picture *p, const jn_comparison *c, bool over_evaluations, bool usual) {
  for (int i = 0; i < c->n && p->n < MOST_CURVES; i++)
    if (c->combinations[i].usual == usual) add_curve(p, &c->combinations[i], over_evaluations);
}

char *jn_compare_plot(const jn_alloc *alloc, const jn_comparison *c, bool over_evaluations, const jn_plot_options *options) {
  picture *p = jni_alloc0(alloc, 1, sizeof *p);
  if (!p) return NULL;
  add_curves(p, c, over_evaluations, true);
  add_curves(p, c, over_evaluations, false);
  jn_plot_options how = options ? *options : jn_plot_options_default();
  if (!options) how.width = 1000, how.height = p->n > 15 ? 760 : 560;
  how.log_x = how.log_y = true;
  if (!how.title) how.title = c->model;
  if (!how.x_label) how.x_label = over_evaluations ? "evaluations of the equations of motion" : "CPU time of stepping (s)";
  if (!how.y_label) how.y_label = "error, relative to the size of the outputs";
  char *svg = jn_plot_curves(alloc, p->curves, p->n, &how);
  jni_free(alloc, p);
  return svg;
}
