// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compile_manoeuvre.c - see compile_manoeuvre.h.
#include "simulate/compile/compile_manoeuvre.h"

#include <stdio.h>
#include <string.h>

#include "simulate/run.h"

int jni_manoeuvre_count(const jn_compiled *c) { return 1 + c->options.tables.nmanoeuvres; }

jn_manoeuvre jni_manoeuvre_get(const jn_compiled *c, int i) {
  const jn_manoeuvre own = {c->model, c->model->name};
  return i == 0 ? own : c->options.tables.manoeuvres[i - 1];
}

double jni_manoeuvre_until(const jn_compiled *c, const jn_manoeuvre *m) {
  return m->model == c->model ? c->choices.until : m->model->choices.until;
}

// ---- progress -------------------------------------------------------------------------------------------------------

jni_manoeuvre_progress jni_manoeuvre_progress_new(const jn_compiled *c, const char *what, const jn_manoeuvre *m) {
  return (jni_manoeuvre_progress){.options = &c->options, .now = {what, m->name, 0, jni_manoeuvre_until(c, m)}};
}

void jni_manoeuvre_report_progress(jni_manoeuvre_progress *watch, double time) {
  const double period = 0.05;  // s of wall time between reports
  if (!watch->options->progress) return;
  double wall = jni_wall_clock();
  if (wall < watch->next) return;
  watch->next = wall + period;
  watch->now.time = time;
  watch->options->progress(watch->options->progress_context, &watch->now);
}

// ---- comparison of mechanisms ---------------------------------------------------------------------------------------

static jn_status refuse(const jn_manoeuvre *m, const char *element, const char *what, jn_report *report) {
  return jn_report_fault(report, JN_REFUSED, element,
                         "the manoeuvre '%.100s' belongs to another mechanism: %s. Tables are for one mechanism, with "
                         "any inputs, road, driver and start",
                         m->name, what);
}

static bool same_body(const jni_body *a, const jni_body *b) {
  return strcmp(a->name, b->name) == 0 && a->mass == b->mass && memcmp(a->com, b->com, sizeof a->com) == 0 &&
         memcmp(a->inertia, b->inertia, sizeof a->inertia) == 0;
}

static bool same_place(const jn_model *a, const jn_model *b, int i, int k) {
  const jni_frame *x = &a->frames[i], *y = &b->frames[k];
  return x->body == y->body && memcmp(x->p, y->p, sizeof x->p) == 0 && memcmp(x->R, y->R, sizeof x->R) == 0;
}

// Returns whether two joints have equal properties, of those that their equations contain; their bodies may differ.
static bool same_numbers(const jn_joint_def *a, const jn_joint_def *b) {
  const double x[] = {a->length, a->radius, a->crown, a->pitch, a->ratio, a->offset};
  const double y[] = {b->length, b->radius, b->crown, b->pitch, b->ratio, b->offset};
  return memcmp(x, y, sizeof x) == 0 && memcmp(a->axis, b->axis, sizeof a->axis) == 0 &&
         memcmp(a->constant, b->constant, sizeof a->constant) == 0 && a->nterms == b->nterms;
}

static bool same_joint(const jn_model *a, const jn_model *b, int i) {
  const jni_joint_element *x = &a->joints[i], *y = &b->joints[i];
  if (strcmp(x->name, y->name) != 0 || x->kind != y->kind || x->mirror != y->mirror) return false;
  if (!same_numbers(&x->def, &y->def)) return false;
  for (int k = 0; k < 2; k++) {
    int p = x->def.between[k].i, q = y->def.between[k].i;
    if (p >= 0 && p < a->nframes && q >= 0 && q < b->nframes && !same_place(a, b, p, q)) return false;
  }
  return true;
}

static jn_status compare(const jn_manoeuvre *m, const jn_model *own, jn_report *report) {
  const jn_model *other = m->model;
  if (other == own) return JN_OK;
  if (other->nbodies != own->nbodies) return refuse(m, "", "it has other bodies", report);
  for (int i = 1; i < own->nbodies; i++)
    if (!same_body(&own->bodies[i], &other->bodies[i]))
      return refuse(m, own->bodies[i].name, "this body is not the same in it", report);
  for (int i = 0; i < own->njoints && i < other->njoints; i++)
    if (!same_joint(own, other, i)) return refuse(m, own->joints[i].name, "this joint is not the same in it", report);
  int fewer = own->njoints < other->njoints ? own->njoints : other->njoints;
  if (own->njoints > fewer) return refuse(m, own->joints[fewer].name, "it does not have this joint", report);
  if (other->njoints > fewer) return refuse(m, other->joints[fewer].name, "this joint is in it alone", report);
  return JN_OK;
}

static jn_status compare_choice(const jn_manoeuvre *m, const jn_reduced *a, const jn_reduced *b, jn_report *report) {
  bool same = a->narcs == b->narcs && a->nindependent == b->nindependent &&
              memcmp(a->independent, b->independent, (size_t)a->nindependent * sizeof *a->independent) == 0;
  if (same) return JN_OK;
  return jn_report_fault(report, JN_REFUSED, "",
                         "the manoeuvre '%.100s' starts where other variables are independent: name them for both "
                         "with --independent",
                         m->name);
}

// ---- start ----------------------------------------------------------------------------------------------------------

static jn_run *start(const jn_compiled *c, const jn_manoeuvre *m, const jn_name_list *outputs, jn_report *report) {
  jn_choices choices = c->choices;
  if (m->model != c->model) {
    choices.until = m->model->choices.until;
    snprintf(choices.start, sizeof choices.start, "%s", m->model->choices.start);
  }
  return jni_compile_run(m->model, &choices, outputs, NULL, report);
}

jn_run *jni_manoeuvre_start(const jn_compiled *c, const jn_manoeuvre *m, jn_run *like, const jn_name_list *outputs,
                            jn_report *report) {
  if (compare(m, c->model, report) != JN_OK) return NULL;
  // Collects warnings in a report of their own and discards them: they were reported for the model's own run, or will
  // be when the manoeuvre is run.
  jn_report *own = jn_report_new(NULL);
  jn_run *run = start(c, m, outputs, own);
  for (int i = 0; own && !run && i < jn_report_size(own); i++)
    if (jn_report_get(own, i)->severity == JN_FAULT) jn_report_add(report, jn_report_get(own, i));
  jn_report_free(own);
  if (!run || !like) return run;
  jn_status same = compare_choice(m, jn_run_reduced(like), jn_run_reduced(run), report);
  return same == JN_OK ? run : jn_run_free(run);
}
