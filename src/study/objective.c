// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// objective.c - parses the objective of a search, a formula such as max(joint.A.force) - min(crank.rate): each
// statistic becomes a variable of an expression, and its argument an output of the study.
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "output/text_buffer.h"
#include "study/find.h"

typedef struct {
  jni_pool *pool;
  jni_objective *objective;
  jn_report *report;
  const char *text;
  jni_text formula;  // text of the expression: the formula with variables for statistics
} parser;

static bool refuse(const parser *p, const char *format, const char *word) {
  char what[300];
  jni_print(what, sizeof what, format, word);
  jn_report_fault(p->report, JN_BAD_ARGUMENT, "", "the formula '%.100s': %s", p->text, what);
  return false;
}

// ---- calls -------------------------------------------------------------------------------------------------------

static bool in_name(char c) { return isalnum((unsigned char)c) || c == '_' || c == '.'; }

// Returns the closing bracket that belongs to the bracket at `open`; NULL: there is none. Sets *single to whether there
// is only one argument between them.
static const char *find_close(const char *open, bool *single) {
  int depth = 0;
  *single = true;
  for (const char *s = open; *s; s++) {
    depth += (*s == '(') - (*s == ')');
    if (*s == ',' && depth == 1) *single = false;
    if (depth == 0) return s;
  }
  return NULL;
}

static bool add_term(parser *p, int statistic, const char *from, const char *to) {
  jni_objective *o = p->objective;
  while (from < to && *from == ' ') from++;
  while (to > from && to[-1] == ' ') to--;
  if (from == to) return refuse(p, "%s", "an output is missing between brackets");
  if (o->nterms == JNI_MAX_TERMS) return refuse(p, "%s", "it has more than 32 statistics of outputs");
  jni_objective_term *term = &o->terms[o->nterms];
  *term = (jni_objective_term){(jni_statistic)statistic, jni_pool_text(p->pool, from, (size_t)(to - from)), -1};
  jni_text_printf(&p->formula, "taken_%d", o->nterms++);
  return term->output != NULL;
}

// Copies the formula to p->formula and replaces each statistic of one output, such as max(crank.rate), by a variable.
// max and min of two arguments remain functions of numbers. Returns false after a fault.
static bool parse(parser *p) {
  for (const char *s = p->text; *s;) {
    size_t n = 0;
    while (in_name(s[n])) n++;
    bool single = false;
    int statistic = s[n] == '(' ? jni_statistic_find(s, n) : -1;
    const char *close = statistic >= 0 ? find_close(s + n, &single) : NULL;
    if (close && single) {
      if (!add_term(p, statistic, s + n + 1, close)) return false;
      s = close + 1;
    } else {
      size_t length = n > 0 ? n : 1;
      jni_text_bytes(&p->formula, s, length);
      s += length;
    }
  }
  if (p->objective->nterms > 0) return true;
  return refuse(p, "%s", "it contains no statistic of an output, such as max(joint.A.force)");
}

static int resolve(void *context, const char *name, char *what, size_t size) {
  const jni_objective *o = context;
  for (int i = 0; i < o->nterms; i++) {
    char own[32];
    snprintf(own, sizeof own, "taken_%d", i);
    if (strcmp(own, name) == 0) return i;
  }
  snprintf(what, size, "'%.100s' is an output: use a statistic of it, such as final(%.100s) or max(%.100s)", name, name,
           name);
  return -1;
}

static bool compile(parser *p) {
  char what[300] = "", *text = jni_text_take(&p->formula);
  int at = 0;
  if (!text) {
    jni_report_no_memory(p->report);
    return false;
  }
  p->objective->formula = jni_expression_new(p->pool->alloc, text, resolve, p->objective, what, sizeof what, &at);
  jni_free(p->pool->alloc, text);
  return p->objective->formula ? true : refuse(p, "%s", what);
}

// ---- outputs -----------------------------------------------------------------------------------------------------

// If the output of a term is not one of the columns of the study, because it is a vector, replaces it by its magnitude
// "|NAME|" and sets *changed. Returns false if memory is short.
static bool use_magnitude(parser *p, const jn_study *study, jni_objective_term *term, bool *changed) {
  for (int i = 0; i < study->noutputs; i++)
    if (strcmp(study->outputs[i], term->output) == 0) return true;
  size_t n = strlen(term->output);
  char *made = jni_take(p->pool, n + 3, 1);
  if (!made) return false;
  made[0] = made[n + 1] = '|';
  memcpy(made + 1, term->output, n);
  term->output = made;
  *changed = true;
  return true;
}

static jn_study *make_study(const parser *p, const jn_study_def *def) {
  const char *outputs[JNI_MAX_TERMS];
  jn_study_def own = *def;
  for (int i = 0; i < p->objective->nterms; i++) outputs[i] = p->objective->terms[i].output;
  own.outputs = outputs;
  own.noutputs = p->objective->nterms;
  own.ntake = 0;
  own.histories = false;
  return jni_study_make(p->pool->alloc, &own, true, p->report);
}

static bool find_columns(const parser *p, const jn_study *study) {
  for (int i = 0; i < p->objective->nterms; i++) {
    jni_objective_term *term = &p->objective->terms[i];
    for (int j = 0; j < study->noutputs; j++)
      if (strcmp(study->outputs[j], term->output) == 0)
        term->column = 1 + study->nvaried + j * study->nstatistics + (int)term->statistic;
    if (term->column < 0) return refuse(p, "there is no output '%.100s'", term->output);
  }
  return true;
}

jn_study *jni_objective_new(const jn_alloc *alloc, const jn_study_def *def, const char *text, jni_pool *pool,
                            jni_objective *objective, jn_report *report) {
  parser p = {pool, objective, report, text, jni_text_new(alloc)};
  bool changed = false;
  *objective = (jni_objective){.nterms = 0};
  if (!parse(&p)) return jni_text_drop(&p.formula);
  jn_study *study = compile(&p) ? make_study(&p, def) : NULL;
  for (int i = 0; study && i < objective->nterms; i++)
    if (!use_magnitude(&p, study, &objective->terms[i], &changed)) study = jn_study_free(study);
  if (study && changed) {
    jn_study_free(study);
    study = make_study(&p, def);
  }
  return study && !find_columns(&p, study) ? jn_study_free(study) : study;
}

double jni_objective_value(const jni_objective *objective, const double *row) {
  double variables[JNI_MAX_TERMS];
  for (int i = 0; i < objective->nterms; i++) variables[i] = row[objective->terms[i].column];
  return jni_expression_value(objective->formula, variables);
}
