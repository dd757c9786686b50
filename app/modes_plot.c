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

enum { MOST_CLOUDS = 3 };

// Beside the clouds of a complex plane stands its imaginary axis, on whose left motions fade.
typedef struct {
  double x[2], y[2];
} app_axis;

static app_axis imaginary_axis(const cloud *clouds, int n) {
  double height = 0, width = 0;
  for (int i = 0; i < n; i++)
    for (int k = 0; k < clouds[i].n; k++) height = fmax(height, fabs(clouds[i].y[k])), width = fmax(width, fabs(clouds[i].x[k]));
  double end = height > 0 ? height : width > 0 ? 0.5 * width : 1;
  return (app_axis){.y = {-end, end}};
}

static jn_status draw(app_command *command, const cloud *clouds, const char *const *labels, int n, const app_axis *axis, jn_plot_options how,
                      const char *path) {
  jn_curve curves[MOST_CLOUDS + 1];
  int drawn = 0;
  bool failed = false;
  for (int i = 0; i < n; i++) {
    failed |= clouds[i].failed;
    if (clouds[i].n == 0) continue;
    curves[drawn++] = (jn_curve){.label = labels[i], .x = clouds[i].x, .y = clouds[i].y, .n = clouds[i].n, .points = true, .colour = i + 1, .marker = 1};
  }
  if (axis) curves[drawn++] = (jn_curve){.label = "imaginary axis", .x = axis->x, .y = axis->y, .n = 2};
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
  app_axis axis = imaginary_axis(clouds, 3);
  jn_status status = draw(command, clouds, labels, 3, &axis, plane(title), path);
  for (int i = 0; i < 3; i++) drop(&clouds[i]);
  return status;
}

jn_status plot_sweep(app_command *command, const app_sweep *sweep, const char *title, const char *path) {
  static const char *const labels[] = {"real part (1/s)", "imaginary part (rad/s)"};
  char label[200];
  cloud clouds[2] = {{.n = 0}};
  for (int i = 0; i < sweep->count; i++)
    for (int k = 0; k < sweep->points[i].n; k++) {
      add(&clouds[0], sweep->points[i].value, sweep->points[i].re[k]);
      if (sweep->points[i].im[k] > 0) add(&clouds[1], sweep->points[i].value, sweep->points[i].im[k]);
    }
  jn_plot_options how = jn_plot_options_default();
  how.title = title;
  snprintf(label, sizeof label, "%s (%s)", sweep->name, sweep->unit[0] ? sweep->unit : "SI units");
  how.x_label = label;
  how.y_label = "eigenvalues (1/s)";
  how.height = 560;
  jn_status status = draw(command, clouds, labels, 2, NULL, how, path);
  for (int i = 0; i < 2; i++) drop(&clouds[i]);
  return status;
}

jn_status plot_locus(app_command *command, const app_sweep *sweep, const char *title, const char *path) {
  char first[200], last[200];
  const char *labels[] = {first, "between", last};
  cloud clouds[3] = {{.n = 0}};
  const char *space = sweep->unit[0] ? " " : "";
  snprintf(first, sizeof first, "%s = %g%s%s", sweep->name, sweep->from, space, sweep->unit);
  snprintf(last, sizeof last, "%s = %g%s%s", sweep->name, sweep->points[sweep->count - 1].value, space, sweep->unit);
  for (int i = 0; i < sweep->count; i++)
    for (int k = 0; k < sweep->points[i].n; k++)
      add_eigenvalue(&clouds[i == 0 ? 0 : i + 1 == sweep->count ? 2 : 1], sweep->points[i].re[k], sweep->points[i].im[k]);
  app_axis axis = imaginary_axis(clouds, 3);
  jn_status status = draw(command, clouds, labels, 3, &axis, plane(title), path);
  for (int i = 0; i < 3; i++) drop(&clouds[i]);
  return status;
}
