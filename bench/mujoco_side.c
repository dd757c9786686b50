// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mujoco_side.c - the problem in MuJoCo: hinges in a tree, the loops closed by `connect` constraints.
//
// MuJoCo's constraints are soft. The settings make them as stiff as the step allows (time constant of two steps, impedance
// 0.9999), with its RK-4 and a Newton solver to 1e-12: its error is then a few 1e-6 m.
#include <mujoco/mujoco.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench.h"

typedef struct {
  char *text;
  size_t length, capacity;
  bool failed;
} writer;

static void put(writer *w, const char *format, ...) {
  if (w->capacity - w->length < 1024) {
    size_t capacity = 2 * w->capacity + 16384;
    char *text = realloc(w->text, capacity);
    if (!text) {
      w->failed = true;
      return;
    }
    w->text = text;
    w->capacity = capacity;
  }
  va_list args;
  va_start(args, format);
  w->length += (size_t)vsnprintf(w->text + w->length, w->capacity - w->length, format, args);
  va_end(args);
}

// Thin bars: MuJoCo wants a moment of inertia about the long axis too; it does not act in a plane motion.
static void put_bar(writer *w, bool upright) {
  const double across = 1.0 / 12, along = 1e-4;
  put(w, "<joint type='hinge' axis='0 0 1'/><inertial mass='1' pos='%s' diaginertia='%.17g %.17g %.17g'/>",
      upright ? "0 0.5 0" : "0.5 0 0", upright ? across : along, upright ? along : across, across);
}

static void put_cranks(writer *w, int N) {
  put(w, "<worldbody>");
  for (int i = 0; i <= N; i++) {
    put(w, "<body name='crank%d' pos='%d 0 0'>", i, i);
    put_bar(w, true);
    if (i == 0) put(w, "<site name='B0' pos='0 1 0'/>");
    if (i < N) {
      put(w, "<body name='coupler%d' pos='0 1 0'>", i);
      put_bar(w, false);
      put(w, "</body>");
    }
    put(w, "</body>");
  }
  put(w, "</worldbody>");
}

static void put_model(writer *w, const bench_problem *p) {
  put(w, "<mujoco><compiler boundmass='0' boundinertia='0'/>");
  put(w, "<option timestep='%.17g' gravity='0 -9.81 0' integrator='RK4' solver='Newton' tolerance='1e-12' iterations='50'>",
      p->step);
  put(w, "<flag contact='disable'/></option>");
  if (p->N > 100) put(w, "<size njmax='%d' nstack='40000000'/>", 8 * p->N);
  put_cranks(w, p->N);
  put(w, "<equality>");
  for (int i = 0; i < p->N; i++)
    put(w, "<connect body1='coupler%d' body2='crank%d' anchor='1 0 0' solref='%.17g 1' solimp='0.9999 0.9999 0.001'/>", i,
        i + 1, 2 * p->step);
  put(w, "</equality></mujoco>");
}

// The model text goes through MuJoCo's virtual file system, so that nothing is written to disk.
static mjModel *compile(const writer *w, char *why, int size) {
  mjVFS *files = malloc(sizeof *files);
  if (!files) return NULL;
  mjModel *model = NULL;
  mj_defaultVFS(files);
  if (mj_makeEmptyFileVFS(files, "model.xml", (int)w->length) == 0) {
    memcpy(files->filedata[files->nfile - 1], w->text, w->length);
    model = mj_loadXML("model.xml", files, why, size);
  }
  mj_deleteVFS(files);
  free(files);
  return model;
}

// The speeds are relative: a crank at -1 rad/s, its coupler at +1 against it.
static void restart(const mjModel *m, mjData *d) {
  mj_resetData(m, d);
  for (int i = 0; i < m->nv; i++) d->qvel[i] = i % 2 == 0 ? -1 : 1;
}

static long run(const mjModel *m, mjData *d, const bench_problem *p) {
  const long steps = lround(p->until / p->step);
  const double stop = bench_cpu_seconds() + p->budget;
  restart(m, d);
  for (long k = 1; k <= steps; k++) {
    mj_step(m, d);
    if (k % 64 == 0 && bench_cpu_seconds() > stop) return k;
  }
  return steps;
}

static void look(const mjModel *m, mjData *d, double t, bench_reference *reference, bench_result *r) {
  mj_forward(m, d);
  bench_compare(reference, t, d->site_xpos, r);
  for (int i = 0; i < d->nefc; i++)
    if (!(fabs(d->efc_pos[i]) <= r->violation)) r->violation = fabs(d->efc_pos[i]);
}

static void measure_error(const mjModel *m, mjData *d, const bench_problem *p, bench_result *r) {
  bench_reference reference = bench_reference_start(p->N);
  const long every = r->steps > 100 ? r->steps / 100 : 1;
  restart(m, d);
  for (long k = 1; k <= r->steps; k++) {
    mj_step(m, d);
    if (k % every == 0 || k == r->steps) look(m, d, (double)k * p->step, &reference, r);
  }
}

void bench_mujoco(const bench_problem *p, bench_result *r) {
  r->engine = "MuJoCo";
  r->version = mj_versionString();
  r->settings = "RK4, Newton, solref 2h, dmax 0.9999, tolerance 1e-12";
  writer w = {0};
  put_model(&w, p);
  mjModel *m = w.failed ? NULL : compile(&w, r->why, (int)sizeof r->why);
  free(w.text);
  mjData *d = m ? mj_makeData(m) : NULL;
  r->ok = d != NULL;
  if (r->ok) {
    for (int i = 0; i < p->repeats; i++) {
      double start = bench_cpu_seconds();
      long steps = run(m, d, p);
      bench_keep_time(r, i, bench_cpu_seconds() - start, steps);
    }
    r->reached = (double)r->steps * p->step;
    measure_error(m, d, p, r);
    r->coordinates = m->nq;
    r->rows = d->nefc;
  }
  if (d) mj_deleteData(d);
  if (m) mj_deleteModel(m);
}
