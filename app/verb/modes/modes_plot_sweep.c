// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// modes_plot_sweep.c - plots the branches of a sweep: real and imaginary parts over the parameter, and the root locus.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "modes.h"

enum { GREY = 9, BLACK = 5 };  // colours of the plot

// Points of a curve in several parts, which a NaN separates.
typedef struct {
  double *x, *y;
  int n;
} strokes;

typedef struct {
  jn_curve *curves;  // curves of one panel: branches, then markers
  strokes *paths;
  char (*labels)[JN_LOCUS_LABEL + 20];
  int n, capacity;
} picture;

static int samples_of(const jn_locus *locus, int branch) {
  int n = 0;
  for (int i = 0; i < locus->nlines; i++)
    if (locus->lines[i].branch == branch) n += locus->lines[i].n + 1;
  return n;
}

static bool make_picture(const jn_locus *locus, int more, picture *p) {
  *p = (picture){.capacity = locus->nbranches + more};
  size_t n = (size_t)p->capacity;
  p->curves = calloc(n, sizeof *p->curves);
  p->paths = calloc(n, sizeof *p->paths);
  p->labels = calloc(n, sizeof *p->labels);
  return p->curves && p->paths && p->labels;
}

static void drop_picture(picture *p) {
  for (int i = 0; p->paths && i < p->n; i++) {
    free(p->paths[i].x);
    free(p->paths[i].y);
  }
  free(p->curves);
  free(p->paths);
  free(p->labels);
}

// Adds a curve with the style `style` to a picture. Returns the list of its points, still empty, with memory for
// `most`; NULL: no memory.
static strokes *add_curve(picture *p, int most, jn_curve style) {
  strokes *s = &p->paths[p->n];
  s->x = calloc((size_t)most + 1, sizeof *s->x);
  s->y = calloc((size_t)most + 1, sizeof *s->y);
  p->curves[p->n] = style;
  p->n++;
  return s->x && s->y ? s : NULL;
}

static void end_curve(picture *p) {
  const strokes *s = &p->paths[p->n - 1];
  jn_curve *curve = &p->curves[p->n - 1];
  curve->x = s->x;
  curve->y = s->y;
  curve->n = s->n;
}

static void put(strokes *s, double x, double y) {
  s->x[s->n] = x;
  s->y[s->n++] = y;
}

// ---- curves over the parameter --------------------------------------------------------------------------------------

static bool near_upper(const jn_locus_line *line, int k) {
  if (line->im[k] != 0) return line->im[k] > 0;
  return (k > 0 && line->im[k - 1] > 0) || (k + 1 < line->n && line->im[k + 1] > 0);
}

static void draw_parts(const jn_locus *locus, int branch, bool imaginary, strokes *s) {
  for (int i = 0; i < locus->nlines; i++) {
    const jn_locus_line *line = &locus->lines[i];
    if (line->branch != branch) continue;
    for (int k = 0; k < line->n; k++) {
      bool shown = !imaginary || near_upper(line, k);
      put(s, line->value[k], !shown ? NAN : imaginary ? line->im[k] : line->re[k]);
    }
    put(s, NAN, NAN);
  }
}

static bool add_branches(const jn_locus *locus, bool imaginary, picture *p) {
  for (int k = 1; k <= locus->nbranches; k++) {
    snprintf(p->labels[p->n], sizeof p->labels[p->n], "%d  %s", k, locus->labels[k - 1]);
    strokes *s =
        add_curve(p, samples_of(locus, k), (jn_curve){.label = imaginary ? NULL : p->labels[p->n], .colour = k});
    if (!s) return false;
    draw_parts(locus, k, imaginary, s);
    end_curve(p);
  }
  return true;
}

static bool add_changes(const jn_locus *locus, bool imaginary, picture *p) {
  if (locus->nchanges == 0) return true;
  strokes *s = add_curve(
      p, locus->nchanges,
      (jn_curve){.label = imaginary ? NULL : "stability changes", .points = true, .colour = BLACK, .marker = 1});
  for (int i = 0; s && i < locus->nchanges; i++)
    if (!imaginary || locus->changes[i].im > 0) put(s, locus->changes[i].value, imaginary ? locus->changes[i].im : 0);
  if (s) end_curve(p);
  return s != NULL;
}

static bool oscillates(const jn_locus *locus) {
  for (int i = 0; i < locus->nlines; i++)
    for (int k = 0; k < locus->lines[i].n; k++)
      if (locus->lines[i].im[k] > 0) return true;
  return false;
}

char *plot_sweep_text(const app_sweep *sweep, const char *title) {
  picture parts[2];
  char label[200];
  bool made = make_picture(sweep->locus, 1, &parts[0]);
  made = make_picture(sweep->locus, 1, &parts[1]) && made;
  for (int i = 0; made && i < 2; i++)
    made = add_branches(sweep->locus, i == 1, &parts[i]) && add_changes(sweep->locus, i == 1, &parts[i]);
  jn_plot_options how = jn_plot_options_default();
  how.title = title;
  snprintf(label, sizeof label, "%s (%s)", sweep->name, sweep->unit[0] ? sweep->unit : "SI units");
  how.x_label = label;
  const jn_plot_panel panels[] = {{"real part (1/s)", parts[0].curves, parts[0].n},
                                  {"imaginary part (rad/s)", parts[1].curves, parts[1].n}};
  char *svg = made ? jn_plot_panels(NULL, panels, oscillates(sweep->locus) ? 2 : 1, &how) : NULL;
  drop_picture(&parts[0]);
  drop_picture(&parts[1]);
  return svg;
}

jn_status plot_sweep(app_command *command, const app_sweep *sweep, const char *title, const char *path) {
  return plot_write(command, plot_sweep_text(sweep, title), path);
}

// ---- the root locus -------------------------------------------------------------------------------------------------

static bool add_loci(const jn_locus *locus, picture *p) {
  for (int k = 1; k <= locus->nbranches; k++) {
    snprintf(p->labels[p->n], sizeof p->labels[p->n], "%d  %s", k, locus->labels[k - 1]);
    strokes *s = add_curve(p, samples_of(locus, k), (jn_curve){.label = p->labels[p->n], .colour = k});
    if (!s) return false;
    for (int i = 0; i < locus->nlines; i++) {
      const jn_locus_line *line = &locus->lines[i];
      for (int j = 0; line->branch == k && j < line->n; j++) put(s, line->re[j], line->im[j]);
      if (line->branch == k) put(s, NAN, NAN);
    }
    end_curve(p);
  }
  return true;
}

// Adds the eigenvalues at the first value of the parameter, or if `last` at the last one, as markers. Returns false
// without memory.
static bool add_end(const app_sweep *sweep, bool last, picture *p) {
  const jn_locus_point *point = &sweep->locus->points[last ? sweep->locus->npoints - 1 : 0];
  char *label = p->labels[p->n];
  snprintf(label, sizeof *p->labels, "%s = %g%s%s", sweep->name, point->value, sweep->unit[0] ? " " : "", sweep->unit);
  strokes *s = add_curve(p, 2 * point->n,
                         (jn_curve){.label = label, .points = true, .colour = BLACK, .marker = 1, .filled = last});
  for (int i = 0; s && i < point->n; i++) {
    put(s, point->re[i], point->im[i]);
    if (point->im[i] > 0) put(s, point->re[i], -point->im[i]);
  }
  if (s) end_curve(p);
  return s != NULL;
}

// Adds the imaginary axis, which is the boundary of stability, to a picture. Returns false without memory.
static bool add_axis(const jn_locus *locus, picture *p) {
  double height = 0, width = 0;
  for (int i = 0; i < locus->nlines; i++)
    for (int k = 0; k < locus->lines[i].n; k++) {
      height = fmax(height, fabs(locus->lines[i].im[k]));
      width = fmax(width, fabs(locus->lines[i].re[k]));
    }
  double end = plot_axis(height, width);
  strokes *s = add_curve(p, 2, (jn_curve){.label = "imaginary axis", .colour = GREY});
  if (!s) return false;
  put(s, 0, -end);
  put(s, 0, end);
  end_curve(p);
  return true;
}

// Returns the SVG of the root locus, NULL without memory. The legend drops its last entries if it is too long, so the
// two ends of the sweep come first.
char *plot_locus_text(const app_sweep *sweep, const char *title) {
  picture p;
  bool made = make_picture(sweep->locus, 3, &p) && add_end(sweep, false, &p) && add_end(sweep, true, &p) &&
              add_axis(sweep->locus, &p) && add_loci(sweep->locus, &p);
  jn_plot_options how = plot_plane(title);
  char *svg = made ? jn_plot_curves(NULL, p.curves, p.n, &how) : NULL;
  drop_picture(&p);
  return svg;
}

jn_status plot_locus(app_command *command, const app_sweep *sweep, const char *title, const char *path) {
  return plot_write(command, plot_locus_text(sweep, title), path);
}
