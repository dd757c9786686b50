// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// modes_plot.c - plots the eigenvalues of one state in the complex plane.
#include <math.h>
#include <stdlib.h>

#include "modes.h"

enum { FADES, GROWS, NEITHER, ZERO, KINDS };

// Points in the complex plane; of conjugate pairs both.
typedef struct {
  double *x, *y;
  int n;
} cloud;

static void add(cloud *c, double re, double im) {
  c->x[c->n] = re;
  c->y[c->n++] = im;
  if (im > 0) {
    c->x[c->n] = re;
    c->y[c->n++] = -im;
  }
}

static void fill(const jn_modes *modes, cloud clouds[KINDS]) {
  for (int i = 0; i < jn_modes_count(modes); i++) {
    jn_mode m = jn_modes_get(modes, i);
    int trend = jn_modes_trend(modes, i);
    add(&clouds[trend > 0 ? GROWS : trend < 0 ? FADES : NEITHER], m.re, m.im);
  }
  if (jn_modes_zero(modes) > 0) add(&clouds[ZERO], 0, 0);
}

// Returns how high the imaginary axis is drawn in a plot of points with this largest height and width.
double plot_axis(double height, double width) { return height > 0 ? height : width > 0 ? 0.5 * width : 1; }

static char *draw(const cloud clouds[KINDS], const char *title) {
  static const char *const labels[KINDS] = {"fades", "grows", "neither", "zero"};
  jn_curve curves[KINDS + 1];
  int drawn = 0;
  double height = 0, width = 0;
  for (int i = 0; i < KINDS; i++) {
    const cloud *c = &clouds[i];
    for (int k = 0; k < c->n; k++) {
      height = fmax(height, fabs(c->y[k]));
      width = fmax(width, fabs(c->x[k]));
    }
    if (c->n > 0)
      curves[drawn++] =
          (jn_curve){.label = labels[i], .x = c->x, .y = c->y, .n = c->n, .points = true, .colour = i + 1, .marker = 1};
  }
  double end = plot_axis(height, width), x[] = {0, 0}, y[] = {-end, end};
  curves[drawn++] = (jn_curve){.label = "imaginary axis", .x = x, .y = y, .n = 2, .colour = 9};
  jn_plot_options how = plot_plane(title);
  return jn_plot_curves(NULL, curves, drawn, &how);
}

jn_plot_options plot_plane(const char *title) {
  jn_plot_options how = jn_plot_options_default();
  how.title = title;
  how.x_label = "real part (1/s)";
  how.y_label = "imaginary part (rad/s)";
  how.width = 720;
  how.height = 560;
  return how;
}

jn_status plot_write(app_command *command, char *svg, const char *path) {
  if (!svg) return jn_report_fault(command->report, JN_NO_MEMORY, "", "there is not enough memory for the plot");
  jn_status status = jn_text_write(path, svg, command->report);
  jn_text_free(NULL, svg);
  return status;
}

char *plot_modes_text(const jn_modes *modes, const char *title) {
  size_t capacity = (size_t)jn_modes_nroots(modes) + 1;
  double *numbers = calloc(2 * KINDS * capacity, sizeof *numbers);
  cloud clouds[KINDS] = {{.n = 0}};
  for (size_t i = 0; numbers && i < KINDS; i++) {
    clouds[i].x = numbers + 2 * i * capacity;
    clouds[i].y = clouds[i].x + capacity;
  }
  if (numbers) fill(modes, clouds);
  char *svg = numbers ? draw(clouds, title) : NULL;
  free(numbers);
  return svg;
}

jn_status plot_modes(app_command *command, const jn_modes *modes, const char *title, const char *path) {
  return plot_write(command, plot_modes_text(modes, title), path);
}
