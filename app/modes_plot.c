// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// modes_plot.c - eigenvalues as pictures: in the complex plane, and over the parameter of a sweep.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "modes.h"

// Growing lists of points.
typedef struct {
  double *x, *y;
  int n, capacity;
  bool failed;
} cloud;

static void add(cloud *c, double x, double y) {
  if (c->n == c->capacity) {
    int wanted = c->capacity ? 2 * c->capacity : 64;
    double *nx = realloc(c->x, (size_t)wanted * sizeof *nx);
    if (nx) c->x = nx;
    double *ny = realloc(c->y, (size_t)wanted * sizeof *ny);
    if (ny) c->y = ny;
    if (!nx || !ny) {
      c->failed = true;
      return;
    }
    c->capacity = wanted;
  }
  c->x[c->n] = x, c->y[c->n++] = y;
}

// Both of a pair.
static void add_eigenvalue(cloud *c, double re, double im) {
  add(c, re, im);
  if (im > 0) add(c, re, -im);
}

static void drop(cloud *c) { free(c->x), free(c->y); }

static jn_status draw(app_command *command, const cloud *clouds, const char *const *labels, int n, jn_plot_options how, const char *path) {
  jn_curve curves[4];
  int drawn = 0;
  bool failed = false;
  for (int i = 0; i < n; i++) {
    failed |= clouds[i].failed;
    if (clouds[i].n == 0) continue;
    curves[drawn++] = (jn_curve){.label = labels[i], .x = clouds[i].x, .y = clouds[i].y, .n = clouds[i].n, .points = true, .colour = i + 1};
  }
  char *svg = failed ? NULL : jn_plot_curves(NULL, curves, drawn, &how);
  if (!svg) return jn_report_fault(command->report, JN_NO_MEMORY, "", "there is not enough memory for the plot");
  jn_status status = jn_text_write(path, svg, command->report);
  jn_text_free(NULL, svg);
  return status;
}

static jn_plot_options plane(const char *title) {
  jn_plot_options how = jn_plot_options_default();
  how.title = title;
  how.x_label = "real part (1/s)";
  how.y_label = "imaginary part (rad/s)";
  how.width = 720, how.height = 560;
  return how;
}

jn_status plot_modes(app_command *command, const jn_modes *modes, const char *title, const char *path) {
  static const char *const labels[] = {"fades", "grows", "zero"};
  cloud clouds[3] = {{.n = 0}};
  for (int i = 0; i < jn_modes_count(modes); i++) {
    jn_mode m = jn_modes_get(modes, i);
    add_eigenvalue(&clouds[m.re > 1e-11 * m.natural ? 1 : 0], m.re, m.im);
  }
  if (jn_modes_zero(modes) > 0) add(&clouds[2], 0, 0);
  jn_status status = draw(command, clouds, labels, 3, plane(title), path);
  for (int i = 0; i < 3; i++) drop(&clouds[i]);
  return status;
}

jn_status plot_sweep(app_command *command, const app_sweep *sweep, const char *title, const char *path) {
  static const char *const labels[] = {"real part", "imaginary part"};
  cloud clouds[2] = {{.n = 0}};
  for (int i = 0; i < sweep->count; i++)
    for (int k = 0; k < sweep->points[i].n; k++) {
      add(&clouds[0], sweep->points[i].value, sweep->points[i].re[k]);
      if (sweep->points[i].im[k] > 0) add(&clouds[1], sweep->points[i].value, sweep->points[i].im[k]);
    }
  jn_plot_options how = jn_plot_options_default();
  how.title = title;
  how.x_label = sweep->name;
  how.y_label = "eigenvalues (1/s)";
  how.height = 560;
  jn_status status = draw(command, clouds, labels, 2, how, path);
  for (int i = 0; i < 2; i++) drop(&clouds[i]);
  return status;
}

jn_status plot_locus(app_command *command, const app_sweep *sweep, const char *title, const char *path) {
  char first[200], last[200];
  const char *labels[] = {"between", first, last};
  cloud clouds[3] = {{.n = 0}};
  snprintf(first, sizeof first, "%s = %g", sweep->name, sweep->from);
  snprintf(last, sizeof last, "%s = %g", sweep->name, sweep->to);
  for (int i = 0; i < sweep->count; i++)
    for (int k = 0; k < sweep->points[i].n; k++)
      add_eigenvalue(&clouds[i == 0 ? 1 : i + 1 == sweep->count ? 2 : 0], sweep->points[i].re[k], sweep->points[i].im[k]);
  jn_status status = draw(command, clouds, labels, 3, plane(title), path);
  for (int i = 0; i < 3; i++) drop(&clouds[i]);
  return status;
}
