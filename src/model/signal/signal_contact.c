// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// signal_contact.c - resolves signals of contacts: contact.NAME.gap, or contact.NAME.2.gap of one of its points.
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

// Signals of the force element of a point that are those of a compliant contact, and their units.
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
                {JNI_SIGNAL_CONTACT_POWER, JNI_SIGNAL_FORCE_POWER, 0, {0, 0, 0, 0}}};

// Replaces the signal of a single point of a compliant contact by that of its force element, which formulas of forces
// and events may read.
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

bool jni_query_contact(jni_query *q) {
  const char *words[NWORDS + 1] = {NULL};
  for (int i = 0; i < NWORDS; i++) words[i] = table[i].word;
  if (q->nwords < 3)
    return jni_query_refuse(q, "'%.80s' is incomplete: write contact.NAME.gap, contact.NAME.normal, ...", q->name);
  int contact = jni_query_name(q, 1, JNI_NAME_CONTACT, 0);
  if (contact < 0) return jni_query_no_element(q, "contact", contact_candidate);
  const jni_contact_element *e = &q->model->contacts[contact];
  int at = 2, point = e->npoints == 1 ? 0 : -1;
  if (q->nwords > 3 && q->words[2][strspn(q->words[2], "0123456789")] == '\0') {
    point = strlen(q->words[2]) < 8 ? atoi(q->words[2]) - 1 : -1;
    if (point < 0 || point >= e->npoints)
      return jni_query_refuse(q, "contact '%.60s' has the points 1 to %d, not '%.20s'", e->name, e->npoints,
                              q->words[2]);
    at = 3;
  }
  if (at >= q->nwords) return jni_query_unknown(q, at - 1, words, -1);
  jni_signal s = {.a = contact, .b = point < 0 ? -1 : e->first + point};
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
    if (e->compliant && s.b >= 0) s = signal_of_point(q->model, s);
    if (!table[i].vector) return jni_query_ends(q, at + 1) && jni_query_answer(q, s, q->name, "");
    jni_query_prefix(q, at + 1, prefix, sizeof prefix);
    return jni_query_ends(q, at + 2) && jni_query_axes(q, s, prefix, at + 1 < q->nwords ? q->words[at + 1] : NULL);
  }
  return jni_query_unknown(q, at, words, -1);
}
