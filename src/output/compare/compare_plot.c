// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compare_plot.c - work-precision plot: error over CPU time or evaluations, both axes logarithmic, one curve per
// combination. The colour shows the formulation, line style and marker the integrator, filled markers the second
// coordinates. If two curves would look alike, the colour also shows the variant and the controls; if that does not
// suffice, the curves get pairs of colour and style by their numbers. With many curves and colours by formulation, the
// legend explains colours, markers and fillings instead of naming each curve.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "output/compare/compare.h"
#include "output/svg/curve_styles.h"

enum {
  MOST_CURVES = 160,
  COLOURS = JNI_PEN_COLOURS,
  MARKERS = JNI_PEN_MARKERS,
  MOST_POINTS = 16,
  MOST_KEYS = COLOURS + MARKERS + 2,
  MAX_NAMED = 16
};

typedef struct {
  jn_curve curves[MOST_CURVES];
  const jn_combination *drawn[MOST_CURVES];
  char names[MOST_CURVES][128];
  double x[MOST_CURVES][MOST_POINTS], y[MOST_CURVES][MOST_POINTS];
  int n, ncolours, nmarkers, nfillings;
  jn_curve keys[MOST_KEYS];
  char fillings[2][48];
  int nkeys;
} picture;

// Smaller errors are drawn at this value, because a logarithmic axis has no zero.
static const double least_error = 1e-16;

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
  p->drawn[p->n] = c;
  p->curves[p->n++] = curve;
}

static bool same_coordinates(const jn_choices *a, const jn_choices *b) {
  return strcmp(a->coordinates, b->coordinates) == 0;
}

static bool same_formulation(const jn_choices *a, const jn_choices *b) {
  return strcmp(a->formulation, b->formulation) == 0;
}

static bool same_integrator(const jn_choices *a, const jn_choices *b) {
  return strcmp(a->integrator, b->integrator) == 0;
}

// Returns whether no two curves have the same formulation, coordinates and integrator, so that these suffice as labels.
static bool has_unique_pairs(const picture *p) {
  for (int i = 0; i < p->n; i++)
    for (int k = 0; k < i; k++) {
      const jn_choices *a = &p->drawn[i]->choices, *b = &p->drawn[k]->choices;
      if (same_formulation(a, b) && same_coordinates(a, b) && same_integrator(a, b)) return false;
    }
  return true;
}

// ---- curve styles -----------------------------------------------------------------------------------------------

static bool same_colour(const jn_choices *a, const jn_choices *b) {
  return same_formulation(a, b) && strcmp(a->variant, b->variant) == 0 && strcmp(a->position, b->position) == 0 &&
         strcmp(a->velocity, b->velocity) == 0 && strcmp(a->energy, b->energy) == 0;
}

static void choose_styles(picture *p, bool (*same)(const jn_choices *, const jn_choices *)) {
  p->ncolours = p->nmarkers = 0;
  p->nfillings = 1;
  for (int i = 0; i < p->n; i++) {
    const jn_choices *own = &p->drawn[i]->choices;
    jn_curve *curve = &p->curves[i];
    curve->colour = curve->marker = 0;
    curve->filled = !same_coordinates(&p->drawn[0]->choices, own);
    if (curve->filled) p->nfillings = 2;
    for (int k = 0; k < i; k++) {
      if (same(&p->drawn[k]->choices, own)) curve->colour = p->curves[k].colour;
      if (same_integrator(&p->drawn[k]->choices, own)) curve->marker = p->curves[k].marker;
    }
    if (!curve->colour) curve->colour = ++p->ncolours;
    if (!curve->marker) curve->marker = ++p->nmarkers;
  }
}

static bool all_differ(const picture *p) {
  if (p->ncolours > COLOURS || p->nmarkers > MARKERS) return false;
  for (int i = 0; i < p->n; i++)
    for (int k = 0; k < i; k++)
      if (p->curves[i].colour == p->curves[k].colour && p->curves[i].marker == p->curves[k].marker &&
          p->curves[i].filled == p->curves[k].filled)
        return false;
  return true;
}

// ---- the legend of many curves ----------------------------------------------------------------------------------

static void add_key(picture *p, const char *label, int colour, int marker, bool filled) {
  p->keys[p->nkeys++] = (jn_curve){.label = label, .colour = colour, .marker = marker, .filled = filled};
}

static void make_keys(picture *p) {
  for (int c = 1, i = 0; c <= p->ncolours; c++) {
    while (p->curves[i].colour != c) i++;
    add_key(p, p->drawn[i]->choices.formulation, c, 0, false);
    i = 0;
  }
  for (int m = 1, i = 0; m <= p->nmarkers; m++) {
    while (p->curves[i].marker != m) i++;
    add_key(p, p->drawn[i]->choices.integrator, 0, m, false);
    i = 0;
  }
  for (int f = 0, i = 0; f < 2 && p->nfillings == 2; f++) {
    while (p->curves[i].filled != (f == 1)) i++;
    snprintf(p->fillings[f], sizeof p->fillings[f], "%s: %s", f ? "filled" : "open", p->drawn[i]->choices.coordinates);
    add_key(p, p->fillings[f], 0, 1, f == 1);
    i = 0;
  }
}

static void choose_distinct_styles(picture *p) {
  choose_styles(p, same_formulation);
  bool plain = all_differ(p);
  if (plain && p->n > MAX_NAMED) make_keys(p);
  if (plain) return;
  choose_styles(p, same_colour);
  if (all_differ(p)) return;
  for (int i = 0; i < p->n; i++) {
    p->curves[i].colour = 1 + i % COLOURS;
    p->curves[i].marker = 1 + i / COLOURS % MARKERS;
  }
}

// ---- the picture ------------------------------------------------------------------------------------------------

// Writes the label of the x axis, CPU time or evaluations, to `label`; if not all combinations are drawn, it says how
// many are.
static void write_label(const jn_comparison *c, const picture *p, bool over_evaluations, char *label, size_t size) {
  int most = 0;
  for (int i = 0; i < c->n; i++) most += c->combinations[i].best >= 0;
  int used = snprintf(label, size, "%s",
                      over_evaluations ? "evaluations of the equations of motion" : "CPU time of stepping (s)");
  if (p->n < most)
    snprintf(label + used, size - (size_t)used, "; %d of %d drawn, %s", p->n, most,
             has_unique_pairs(p) ? "the best of each formulation and integrator" : "those with the smallest errors");
}

// Returns whether the name of a curve is so long (above 40 bytes) that the plot must be wider.
static bool has_long_names(const picture *p) {
  size_t longest = 0;
  for (int i = 0; i < p->n; i++) longest = strlen(p->curves[i].label) > longest ? strlen(p->curves[i].label) : longest;
  return longest > 40;
}

static bool fill(picture *p, const jn_alloc *alloc, const jn_comparison *c, bool over_evaluations) {
  bool *shown = jni_alloc0(alloc, (size_t)c->n + 1, sizeof *shown);
  if (!shown) return false;
  jni_compare_select(c, false, shown);
  for (int i = 0; i < c->n && p->n < MOST_CURVES; i++)
    if (shown[i]) add_curve(p, &c->combinations[i], over_evaluations);
  if (c->n > JNI_COMPARE_MOST && has_unique_pairs(p)) {
    // Labels each curve by formulation, variant and integrator; its controls are in the table.
    for (int i = 0; i < p->n; i++) {
      char name[80];
      jni_compare_name(&p->drawn[i]->choices, name, sizeof name);
      snprintf(p->names[i], sizeof p->names[i], "%s %s", name, p->drawn[i]->choices.integrator);
      p->curves[i].label = p->names[i];
    }
  }
  choose_distinct_styles(p);
  jni_free(alloc, shown);
  return true;
}

char *jn_compare_plot(const jn_alloc *alloc, const jn_comparison *c, bool over_evaluations,
                      const jn_plot_options *options) {
  JNI_ASSERT(c);
  picture *p = jni_alloc0(alloc, 1, sizeof *p);
  if (!p) return NULL;
  bool filled = fill(p, alloc, c, over_evaluations);
  char x_label[160], *svg = NULL;
  write_label(c, p, over_evaluations, x_label, sizeof x_label);
  jn_plot_options how = options ? *options : jn_plot_options_default();
  if (how.width <= 0) how.width = p->nkeys == 0 && has_long_names(p) ? 1180 : 1000;
  if (how.height <= 0) how.height = p->n > 15 ? 800 : 560;
  how.log_x = how.log_y = true;
  if (!how.title) how.title = c->model;
  if (!how.x_label) how.x_label = x_label;
  if (!how.y_label) how.y_label = "error, relative to the size of the outputs";
  if (filled) svg = jni_plot_keyed(alloc, p->curves, p->n, p->keys, p->nkeys, &how);
  jni_free(alloc, p);
  return svg;
}
