// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// linearise_kink.c - finds forces with a kink at the state: the slopes of their law on the two sides differ.
//
// For each element and each direction of x, two steps h and h / 8 are compared:
//   s(h) = (F(h) - 2 F(0) + F(-h)) / h
// tends to zero with h if F is smooth, and to the difference of the slopes at a kink. It is compared with the steepest
// slope of the same element along any direction, so that stiff elements do not hide soft ones.
#include <math.h>
#include <string.h>

#include "analysis/linear/linearise.h"
#include "system/work.h"

// First step over jni_flow_first_step; second step over the first step.
static const double STEP = 1.0 / 16384, SMALLER = 1.0 / 8;
static const double KINK = 1e-3;  // smallest s(h) of a kink, relative to the steepest slope
static const double STAYS = 0.5;  // smallest s(h / 8) of a kink, relative to s(h)

enum {
  FORCES = 3 * JNI_MOST_ENDS,
  TORQUES = 3 * JNI_MOST_ENDS,
  NUMBERS = FORCES + TORQUES + 1 + JNI_MAX_FORCE_STATES,
  GROUPS = 3 + JNI_MAX_FORCE_STATES
};

// Outputs of all force elements, NUMBERS for each, followed by the rates of the auxiliary states of formulas. Numbers
// of an element with the same unit form a group (GROUPS per element); each auxiliary state is a group.
typedef struct {
  int n, ngroups;
  double *centre, *plus, *minus;  // n
  double *steepest;               // ngroups
  double *jump, *slope;  // n: largest s over all directions, scaled by the size of the direction; mean slope there
  int *direction;        // n: direction of the largest s, -1: no kink
} look;

static int group_of(const jni_linear_equations *f, int i) {
  int nforces = f->system->nforces, at = i % NUMBERS;
  if (i >= nforces * NUMBERS) return nforces * GROUPS + i - nforces * NUMBERS;
  return i / NUMBERS * GROUPS + (at < FORCES ? 0 : at < FORCES + TORQUES ? 1 : at - FORCES - TORQUES + 2);
}

static bool make_look(const jni_linear_equations *f, jni_pool *pool, look *k) {
  int own = f->system->model->nauxiliaries;
  *k = (look){.n = f->system->nforces * NUMBERS + own, .ngroups = f->system->nforces * GROUPS + own};
  size_t n = (size_t)k->n;
  k->centre = jni_doubles(pool, 5 * n + (size_t)k->ngroups);
  k->direction = jni_ints(pool, n);
  if (pool->failed) return false;
  k->plus = k->centre + n;
  k->minus = k->plus + n;
  k->jump = k->minus + n;
  k->slope = k->jump + n;
  k->steepest = k->slope + n;
  for (size_t i = 0; i < n; i++) k->direction[i] = -1;
  return true;
}

// Writes to `out` the outputs of all elements at an increment h along a direction. workspace: jni_flow_size numbers.
// Returns false if the evaluation fails.
static bool read_at(jni_linear_equations *f, int direction, double h, double *workspace, double *out) {
  const jn_system *system = f->system;
  if (!jni_flow_calc(f, direction, h, workspace)) return false;
  for (int i = 0; i < system->nforces; i++) {
    const jni_force_output *o = &f->work->outputs[i];
    memcpy(out, o->force, FORCES * sizeof *out);
    memcpy(out + FORCES, o->torque, TORQUES * sizeof *out);
    out[FORCES + TORQUES] = o->generalized;
    memcpy(out + FORCES + TORQUES + 1, o->state_rate, JNI_MAX_FORCE_STATES * sizeof *out);
    out += NUMBERS;
  }
  for (int i = 0; i < system->model->nauxiliaries; i++) out[i] = f->work->zdot[i];
  return true;
}

// Looks for kinks along one direction with the first step, confirms them with a smaller step, and stores the largest in
// *k. size: typical size of the direction. Returns false if an evaluation fails.
static bool look_along(jni_linear_equations *f, int direction, double size, double *workspace, look *k) {
  double h = jni_flow_first_step(f, direction) * STEP;
  if (!read_at(f, direction, h, workspace, k->plus) || !read_at(f, direction, -h, workspace, k->minus)) return false;
  bool any = false;
  for (int i = 0; i < k->n; i++) {
    double slope = (k->plus[i] - k->minus[i]) / (2 * h) * size, *steepest = &k->steepest[group_of(f, i)];
    *steepest = fmax(*steepest, fabs(slope));
    k->plus[i] = (k->plus[i] - 2 * k->centre[i] + k->minus[i]) / h * size;  // s(h)
    any = any || fabs(k->plus[i]) > KINK * *steepest;
  }
  if (!any) return true;
  double *first = workspace + jni_flow_size(f), small = h * SMALLER;
  memcpy(first, k->plus, (size_t)k->n * sizeof *first);
  if (!read_at(f, direction, small, workspace, k->plus) || !read_at(f, direction, -small, workspace, k->minus))
    return false;
  for (int i = 0; i < k->n; i++) {
    double s = (k->plus[i] - 2 * k->centre[i] + k->minus[i]) / small * size;
    bool stays = s * first[i] > 0 && fabs(s) > STAYS * fabs(first[i]) && fabs(s) < fabs(first[i]) / STAYS;
    if (stays && fabs(first[i]) > fabs(k->jump[i])) {
      k->jump[i] = first[i];
      k->slope[i] = (k->plus[i] - k->minus[i]) / (2 * small) * size;
      k->direction[i] = direction;
    }
  }
  return true;
}

static void note(const jni_linear_equations *f, int i, const look *k, const double *size, jni_kink *kink) {
  const jn_system *system = f->system;
  int element = i / NUMBERS;
  double jump = k->jump[i] / size[k->direction[i]], slope = k->slope[i] / size[k->direction[i]];
  kink->direction = k->direction[i];
  kink->side[0] = slope - jump / 2;
  kink->side[1] = slope + jump / 2;
  if (element < system->nforces) {
    kink->force = system->forces[element].element->name;
    kink->auxiliary = NULL;
  } else {
    kink->force = NULL;
    kink->auxiliary = system->model->auxiliaries[i - system->nforces * NUMBERS].name;
  }
}

// Sets kink->count to the number of elements with a kink, and the other members of *kink to the worst one.
static void judge(const jni_linear_equations *f, const look *k, const double *size, jni_kink *kink) {
  int last = -1;
  double worst = 0;
  for (int i = 0; i < k->n; i++) {
    int element = i < f->system->nforces * NUMBERS ? i / NUMBERS : i;
    double part = k->direction[i] < 0 ? 0 : fabs(k->jump[i]) / k->steepest[group_of(f, i)];
    if (!(part > KINK)) continue;
    if (element != last) kink->count++;
    last = element;
    if (part > worst) {
      worst = part;
      note(f, i, k, size, kink);
    }
  }
}

bool jni_kink_find(jni_linear_equations *f, const double *size, jni_kink *kink) {
  look k;
  *kink = (jni_kink){.direction = -1};
  if (f->system->nforces + f->system->model->nauxiliaries == 0) return true;
  jni_pool pool = {.alloc = f->system->alloc};
  bool made = make_look(f, &pool, &k);
  double *workspace = jni_doubles(&pool, (size_t)jni_flow_size(f) + (size_t)k.n);
  bool done = made && workspace && read_at(f, -1, 0, workspace, k.centre);
  for (int j = 0; done && j < f->nx; j++) done = look_along(f, j, size[j], workspace, &k);
  if (done) judge(f, &k, size, kink);
  else if (!made || !workspace) f->status = JN_NO_MEMORY;
  jni_pool_free(&pool);
  return done;
}
