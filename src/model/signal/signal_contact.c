// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// signal_contact.c - resolves signals of contacts: contact.NAME.gap, contact.NAME.2.gap of one of its points, or
// contact.NAME.BODY.OTHER.gap of the pairs of two bodies.
#include <stdlib.h>
#include <string.h>

#include "model/fault.h"
#include "model/signal/signal.h"

static const struct {
  const char *word;
  jni_signal_kind kind;
  bool vector, of_point;  // vector: has components; of_point: exists only for a single point
} table[] = {
    {"gap", JNI_SIGNAL_CONTACT_GAP, false, false},         {"rate", JNI_SIGNAL_CONTACT_RATE, false, false},
    {"normal", JNI_SIGNAL_CONTACT_NORMAL, false, false},   {"friction", JNI_SIGNAL_CONTACT_FRICTION, false, false},
    {"force", JNI_SIGNAL_CONTACT_FORCE, true, false},      {"slip", JNI_SIGNAL_CONTACT_SLIP, false, false},
    {"point", JNI_SIGNAL_CONTACT_POINT, true, true},       {"state", JNI_SIGNAL_CONTACT_STATE, false, false},
    {"impulse", JNI_SIGNAL_CONTACT_IMPULSE, false, false}, {"impacts", JNI_SIGNAL_CONTACT_IMPACTS, false, false},
    {"lost", JNI_SIGNAL_CONTACT_LOST, false, false},       {"power", JNI_SIGNAL_CONTACT_POWER, false, false}};
enum { NWORDS = sizeof table / sizeof *table };

// For a single point of a compliant contact: which signal of the point's force element is the signal of the contact,
// and its unit.
static const struct {
  jni_signal_kind kind, of_force;
  int b;
  jn_dimension dimension;
} of_force[] = {{JNI_SIGNAL_CONTACT_GAP, JNI_SIGNAL_FORCE_LENGTH, 0, {1, 0, 0, 0}},
                {JNI_SIGNAL_CONTACT_RATE, JNI_SIGNAL_FORCE_RATE, 0, {1, 0, -1, 0}},
                {JNI_SIGNAL_CONTACT_NORMAL, JNI_SIGNAL_FORCE_VALUE, 0, {1, 1, -2, 0}},
                {JNI_SIGNAL_CONTACT_FRICTION, JNI_SIGNAL_FORCE_OUTPUT, JNI_COMPLIANT_FRICTION, {1, 1, -2, 0}},
                {JNI_SIGNAL_CONTACT_SLIP, JNI_SIGNAL_FORCE_OUTPUT, JNI_COMPLIANT_SLIP, {1, 0, -1, 0}},
                {JNI_SIGNAL_CONTACT_STATE, JNI_SIGNAL_FORCE_OUTPUT, JNI_COMPLIANT_STATE, {0, 0, 0, 0}},
                {JNI_SIGNAL_CONTACT_FORCE, JNI_SIGNAL_END_FORCE, 1, {0, 0, 0, 0}},
                {JNI_SIGNAL_CONTACT_POWER, JNI_SIGNAL_FORCE_OUTPUT, JNI_COMPLIANT_LOSS, {2, 1, -3, 0}}};

// Returns, for a signal s of a single point of a compliant contact, the equal signal of the force element of this
// point, which formulas of forces and events may read; other signals are returned unchanged.
static jni_signal signal_of_point(const jn_model *model, jni_signal s) {
  for (size_t i = 0; i < sizeof of_force / sizeof *of_force; i++)
    if (s.kind == of_force[i].kind)
      return (jni_signal){.kind = of_force[i].of_force,
                          .a = jni_own_forces(model) + s.b,
                          .b = of_force[i].b,
                          .dimension = of_force[i].dimension};
  return s;
}

static const char *contact_candidate(const void *context, int i) {
  const jn_model *model = context;
  return i < model->ncontacts && i < JNI_MAX_CANDIDATES ? model->contacts[i].name : NULL;
}

// Returns whether the shapes of a pair belong to the bodies `one` and `two`, in either order.
static bool is_of(const jni_contact_pair *pair, int one, int two) {
  int a = pair->geometry[0].body, b = pair->geometry[1].body;
  return (a == one && b == two) || (a == two && b == one);
}

// Finds the pairs of a contact that belong to the two bodies named at word 2 and after it. Returns the number of their
// first point among the points of the contact, from 0, and sets *n to the number of their points. Refuses the query and
// returns -1 if there are none, if only one body is named, or if points of other pairs lie between theirs.
static int find_pairs(jni_query *q, const jni_contact_element *e, int *n) {
  int body[2], first = -1, last = -1;
  for (int i = 0; i < 2; i++) {
    body[i] = jni_query_name(q, 2 + i, JNI_NAME_BODY, 0);
    if (body[i] >= 0) continue;
    jni_query_refuse(q, "'%.80s' names one body: write contact.%.60s.BODY.OTHER.normal, ...", q->name, e->name);
    return -1;
  }
  *n = 0;
  for (int p = 0; p < e->npairs; p++) {
    if (!is_of(&e->pairs[p], body[0], body[1])) continue;
    if (first < 0) first = p;
    last = p;
    *n += e->pairs[p].npoints;
  }
  const char *one = q->model->bodies[body[0]].name, *two = q->model->bodies[body[1]].name;
  if (first < 0) jni_query_refuse(q, "contact '%.60s' has no pair of '%.60s' and '%.60s'", e->name, one, two);
  else if (e->pairs[last].first + e->pairs[last].npoints - e->pairs[first].first != *n)
    jni_query_refuse(q,
                     "contact '%.60s' has several pairs of '%.60s' and '%.60s' with others between them: name its "
                     "points",
                     e->name, one, two);
  else return e->pairs[first].first - e->first;
  return -1;
}

static bool is_word(const char *text, const char *const *words) {
  for (; *words; words++)
    if (strcmp(*words, text) == 0) return true;
  return false;
}

bool jni_query_contact(jni_query *q) {
  const char *words[NWORDS + 1] = {NULL};
  for (int i = 0; i < NWORDS; i++) words[i] = table[i].word;
  if (q->nwords < 3)
    return jni_query_refuse(q, "'%.80s' is incomplete: write contact.NAME.gap, contact.NAME.normal, ...", q->name);
  int contact = jni_query_name(q, 1, JNI_NAME_CONTACT, 0);
  if (contact < 0) return jni_query_no_element(q, "contact", contact_candidate);
  const jni_contact_element *e = &q->model->contacts[contact];
  int at = 2, first = 0, n = e->npoints, point;
  if (q->nwords > 2 &&
      jni_model_find_path(q->model->names, JNI_NAME_BODY, 0, q->name + (q->words[2] - q->buffer), &(int){0}) > 0 &&
      !is_word(q->words[2], words)) {
    first = find_pairs(q, e, &n);
    if (first < 0) return false;
    at = 4;
  }
  point = n == 1 ? 0 : -1;
  if (q->nwords > at + 1 && q->words[at][strspn(q->words[at], "0123456789")] == '\0') {
    point = strlen(q->words[at]) < 8 ? atoi(q->words[at]) - 1 : -1;
    if (point < 0 || point >= n)
      return jni_query_refuse(q, "contact '%.60s' has the points 1 to %d there, not '%.20s'", e->name, n, q->words[at]);
    at++;
  }
  if (at >= q->nwords) return jni_query_unknown(q, at - 1, words, -1);
  bool whole = point < 0 && n == e->npoints;
  jni_signal s = {.a = contact,
                  .b = whole ? -1 : e->first + first + (point < 0 ? 0 : point),
                  .c = whole       ? 0
                       : point < 0 ? n
                                   : 1};
  for (int i = 0; i < NWORDS; i++) {
    if (strcmp(table[i].word, q->words[at]) != 0) continue;
    char prefix[JNI_MAX_SIGNAL_NAME + 1];
    s.kind = table[i].kind;
    if (e->compliant && (s.kind == JNI_SIGNAL_CONTACT_IMPULSE || s.kind == JNI_SIGNAL_CONTACT_LOST))
      return jni_query_refuse(
          q,
          "contact '%.60s' is compliant: '%s' exists for rigid contacts. The power that it loses is "
          "contact.%.60s.power",
          e->name, table[i].word, e->name);
    if (!e->compliant && s.kind == JNI_SIGNAL_CONTACT_POWER)
      return jni_query_refuse(q, "contact '%.60s' is rigid: 'power' exists for compliant contacts", e->name);
    if (table[i].of_point && point < 0)
      return jni_query_refuse(q, "contact '%.60s' has %d points: write contact.%.60s.1.%s", e->name, e->npoints,
                              e->name, table[i].word);
    if (e->compliant && s.b >= 0 && s.c == 1) s = signal_of_point(q->model, s);
    if (!table[i].vector) return jni_query_ends(q, at + 1) && jni_query_answer(q, s, q->name, "");
    jni_query_prefix(q, at + 1, prefix, sizeof prefix);
    return jni_query_ends(q, at + 2) && jni_query_axes(q, s, prefix, at + 1 < q->nwords ? q->words[at + 1] : NULL);
  }
  return jni_query_unknown(q, at, words, -1);
}
