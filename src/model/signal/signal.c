// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// signal.c - resolves names such as `crank.P.vx` or `joint.O.force` to signals. The name is split at its dots; the
// first word selects the family, which has a function here or in a file of its own (signal_body.c, signal_joint.c,
// ...).
#include <stdio.h>
#include <string.h>

#include "model/fault.h"
#include "model/signal/signal.h"
#include "model/signal/signal_type.h"

jni_level jni_signal_level(jni_signal_kind kind) { return jni_signal_type_of(kind)->level; }

jni_level jni_signal_needs(const jn_model *model, const jni_signal *signal) {
  return signal->kind == JNI_SIGNAL_COMPUTED ? model->computed[signal->a].level : jni_signal_level(signal->kind);
}

bool jni_is_angle_call(const char *text) {
  static const char *const names[] = {"asin(", "acos(", "atan(", "atan2("};
  int depth = 0;
  bool has_prefix = false;
  text += strspn(text, " ");
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    has_prefix = has_prefix || strncmp(text, names[i], strlen(names[i])) == 0;
  for (; has_prefix && *text; text++) {
    depth += (*text == '(') - (*text == ')');
    if (*text == ')' && depth == 0) return text[1 + strspn(text + 1, " ")] == '\0';
  }
  return false;
}

// ---- results of a query -----------------------------------------------------------------------

bool jni_query_refuse(jni_query *q, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  jni_vprint(q->what, q->size, format, arguments);
  va_end(arguments);
  q->n = 0;
  return false;
}

// Appends the signal s to the answer. Its name is `prefix`, followed by a dot and `suffix` if that is not empty; its
// dimension is that of its kind, unless that depends on the element. Returns false with a refusal if the answer or the
// name becomes too long.
bool jni_query_answer(jni_query *q, jni_signal s, const char *prefix, const char *suffix) {
  if (q->n >= q->most) return jni_query_refuse(q, "'%.80s' has too many components here", q->name);
  size_t length = strlen(prefix), more = strlen(suffix), dot = more > 0;
  if (length + dot + more >= sizeof s.name) return jni_query_refuse(q, "the name '%.80s...' is too long", prefix);
  memcpy(s.name, prefix, length);
  if (dot) s.name[length] = '.';
  memcpy(s.name + length + dot, suffix, more + 1);
  if (!jni_signal_type_of(s.kind)->unit_of_element) s.dimension = jni_signal_type_of(s.kind)->unit;
  q->signals[q->n++] = s;
  return true;
}

static const char *const axis_names[3] = {"x", "y", "z"};

int jni_query_axis_count(const jn_model *model) { return model->space == JN_PLANE ? 2 : 3; }

// Returns the index of the axis that a word names, x, y or z; -1: it names none. In the plane there is no z.
static int axis_index(const jn_model *model, const char *word) {
  for (int i = 0; i < jni_query_axis_count(model); i++)
    if (strcmp(axis_names[i], word) == 0) return i;
  return -1;
}

// Appends the component of the vector s that `word` names, x, y or z, or all components if word is NULL, as signals
// PREFIX.x and so on. Returns false with a refusal if there is no such component.
bool jni_query_axes(jni_query *q, jni_signal s, const char *prefix, const char *word) {
  if (!word) {
    for (int i = 0; i < jni_query_axis_count(q->model); i++) {
      s.component = i;
      if (!jni_query_answer(q, s, prefix, axis_names[i])) return false;
    }
    return true;
  }
  s.component = axis_index(q->model, word);
  if (s.component < 0) return jni_query_refuse(q, "'%.40s' has no component '%.40s'", prefix, word);
  return jni_query_answer(q, s, prefix, word);
}

bool jni_query_load(jni_query *q, jni_signal s, int at, jni_signal_kind force, jni_signal_kind torque) {
  static const char *const words[] = {"on", "in", "force", "torque", NULL};
  bool is_force = strcmp(q->words[at], words[2]) == 0, is_torque = strcmp(q->words[at], words[3]) == 0;
  char prefix[JNI_MAX_SIGNAL_NAME + 1];
  if (!is_force && !is_torque) return jni_query_unknown(q, at, words, -1);
  if (!jni_query_ends(q, at + 2)) return false;
  jni_query_prefix(q, at + 1, prefix, sizeof prefix);
  const char *component = at + 1 < q->nwords ? q->words[at + 1] : NULL;
  s.kind = is_force ? force : torque;
  if (is_force || q->model->space == JN_SPACE) return jni_query_axes(q, s, prefix, component);
  s.component = 2;  // in the plane a torque is about z
  if (component && strcmp(component, "z") != 0)
    return jni_query_refuse(q, "in the plane a torque is one number: '%.80s'", prefix);
  return jni_query_answer(q, s, prefix, "");
}

// Writes the first n words of the queried name to `text`, joined by dots, and returns it.
const char *jni_query_prefix(const jni_query *q, int n, char *text, size_t size) {
  size_t length = (size_t)(q->words[n - 1] - q->buffer) + strlen(q->words[n - 1]);
  snprintf(text, size, "%.*s", (int)length, q->name);
  return text;
}

bool jni_query_ends(jni_query *q, int words) {
  return q->nwords > words
             ? jni_query_refuse(q, "'%.80s' is unknown: '%.40s' has no parts", q->name, q->words[words - 1])
             : true;
}

// Finds the longest name of the group that the words from word `at` on form, because names of elements may contain
// dots, and makes these words one word of the query by restoring the dots between them in the buffer. Returns the
// number stored for the name; JNI_NAME_NONE: there is no such name, and nothing is changed.
int jni_query_name(jni_query *q, int at, jni_name_group group, int owner) {
  int number = JNI_NAME_NONE, last = at;
  const char *path = at < q->nwords ? q->name + (q->words[at] - q->buffer) : "";
  size_t length = jni_model_find_path(q->model->names, group, owner, path, &number);
  if (!length) return JNI_NAME_NONE;
  char *from = q->buffer + (path - q->name);
  memcpy(from, path, length);
  while (last + 1 < q->nwords && q->words[last + 1] < from + length) last++;
  int joined = last - at;
  for (int i = at + 1; i + joined < q->nwords; i++) q->words[i] = q->words[i + joined];
  q->nwords -= joined;
  return number;
}

// ---- suggestions ------------------------------------------------------------------------------

// Writes to `own` the part of the queried name that is compared with a candidate: as many words, from word `at` on, as
// the candidate has, joined by dots.
static void cut_like(const jni_query *q, int at, const char *candidate, char own[JNI_MAX_PATH + 1]) {
  const char *from = q->name + (q->words[at] - q->buffer), *to = from;
  for (; *to && to - from < JNI_MAX_PATH; to++) {
    if (*to != '.') continue;
    candidate = candidate ? strchr(candidate, '.') : NULL;
    if (!candidate) break;
    candidate++;
  }
  snprintf(own, JNI_MAX_PATH + 1, "%.*s", (int)(to - from), from);
}

static const char *only(const void *context, int i) { return i == 0 ? context : NULL; }

const char *jni_query_nearest(const jni_query *q, int at, const char *(*candidate)(const void *context, int i),
                              const void *context, char own[JNI_MAX_PATH + 1]) {
  const char *nearest = NULL;
  int best = JNI_MAX_PATH;
  for (int i = 0;; i++) {
    const char *other = candidate(context, i);
    if (!other) break;
    char cut[JNI_MAX_PATH + 1];
    cut_like(q, at, other, cut);
    if (!jni_nearest(cut, only, other)) continue;
    int distance = jni_edit_distance(cut, other);
    if (distance < best) {
      best = distance;
      nearest = other;
      memcpy(own, cut, sizeof cut);
    }
  }
  return nearest;
}

bool jni_query_no_element(jni_query *q, const char *what, const char *(*candidate)(const void *context, int i)) {
  char own[JNI_MAX_PATH + 1];
  const char *nearest = jni_query_nearest(q, 1, candidate, q->model, own);
  bool similar = nearest && nearest[0];
  if (!similar) snprintf(own, sizeof own, "%s", q->words[1]);
  return jni_query_refuse(q, "there is no %s '%.80s'%s%.80s%s", what, own, similar ? "; did you mean '" : "",
                          similar ? nearest : "", similar ? "'?" : "");
}

typedef struct {
  const jn_model *model;
  const char *const *fixed;  // ended by NULL
  int nfixed, body;          // body whose frames are names too; -1: none
  bool first;                // names that a signal can begin with: bodies, points, inputs, states, signals; parameters
  bool bodies;               // names of bodies only
} vocabulary;

static const char *first_word(const jn_model *model, int i) {
  if (i < model->nbodies) return model->bodies[i].name;
  i -= model->nbodies;
  if (i < model->nframes) return model->frames[i].name;
  i -= model->nframes;
  if (i < model->ninputs) return model->inputs[i].name;
  i -= model->ninputs;
  if (i < model->nauxiliaries) return model->auxiliaries[i].name;
  i -= model->nauxiliaries;
  if (i < model->ndiscretes) return model->discretes[i].name;
  i -= model->ndiscretes;
  if (i < model->ncomputed) return model->computed[i].name;
  i -= model->ncomputed;
  return i < model->nparameters ? model->parameters[i].name : NULL;
}

static const char *candidate(const void *context, int i) {
  const vocabulary *v = context;
  if (i >= JNI_MAX_CANDIDATES) return NULL;
  if (i < v->nfixed) return v->fixed[i];
  i -= v->nfixed;
  if (v->bodies) return i < v->model->nbodies ? v->model->bodies[i].name : NULL;
  if (v->first) return first_word(v->model, i);
  if (v->body < 0 || i >= v->model->nframes) return NULL;
  return v->model->frames[i].body == v->body ? v->model->frames[i].name : "";
}

// Checks whether the name would be valid with `word`, such as joint, at its beginning: either moved there from behind
// the path of a use, or added. If so, refuses the name with the valid one as suggestion and returns true.
static bool try_family(jni_query *q, const char *word) {
  char made[2 * JNI_MAX_SIGNAL_NAME + 16];
  jni_signal signals[JNI_MAX_COMPONENTS];
  size_t n = strlen(word);
  const char *at = strstr(q->name, word);
  bool inside = at && at > q->name && at[-1] == '.' && at[n] == '.';
  if (inside) snprintf(made, sizeof made, "%s.%.*s%s", word, (int)(at - q->name), q->name, at + n + 1);
  else snprintf(made, sizeof made, "%s.%s", word, q->name);
  if (jni_signal_resolve(q->model, made, signals, JNI_MAX_COMPONENTS, NULL, 0) < 1) return false;
  jni_query_refuse(q, "unknown name '%.80s'; did you mean '%.120s'?", q->name, made);
  return true;
}

// Writes a list of words, ended by NULL, to `text` as "length, rate, value"; ends it with "..." if the space is too
// small.
static void list_words(const char *const *words, char *text, size_t size) {
  size_t used = 0;
  for (int i = 0; words[i]; i++) {
    size_t n = strlen(words[i]);
    bool last = !words[i + 1];
    if (used + n + (last ? 1 : 8) > size) {
      snprintf(text + used, size - used, ", ...");
      return;
    }
    used += (size_t)snprintf(text + used, size - used, "%s%s", i > 0 ? ", " : "", words[i]);
  }
}

// Refuses a name to which no name of a signal is similar; the message lists `words`, the words that may follow
// `prefix`. Returns false.
static bool no_such_word(jni_query *q, const char *prefix, const char *const *words) {
  char list[120] = "";
  if (!prefix[0] || !words || !words[0]) return jni_query_refuse(q, "unknown name '%.80s'", q->name);
  list_words(words, list, sizeof list);
  return jni_query_refuse(q, "unknown name '%.60s'; '%.40s' has %s", q->name, prefix, list);
}

// Refuses a name because word `at` is unknown, with a suggestion: "unknown name 'crank.angl'; did you mean
// 'crank.angle'?". fixed: words that are valid there, ended by NULL; NULL: the word should be the name of a body. body:
// a body whose points are valid too; -1: none. Returns false.
bool jni_query_unknown(jni_query *q, int at, const char *const *fixed, int body) {
  vocabulary v = {q->model, fixed, 0, body, at == 0, !fixed};
  if (q->size == 0) return false;
  if (try_family(q, "joint") || try_family(q, "force") || try_family(q, "driver") || try_family(q, "subsystem"))
    return false;
  while (fixed && fixed[v.nfixed]) v.nfixed++;
  char prefix[JNI_MAX_SIGNAL_NAME + 1] = "";
  if (at > 0) jni_query_prefix(q, at, prefix, sizeof prefix);
  char own[JNI_MAX_PATH + 1];
  const char *nearest = jni_query_nearest(q, at, candidate, &v, own);
  if (!nearest || !nearest[0]) return no_such_word(q, prefix, fixed);
  const char *tail = q->name + (q->words[at] - q->buffer) + strlen(own);
  return jni_query_refuse(q, "unknown name '%.80s'; did you mean '%.60s%s%.60s%.40s'?", q->name, prefix,
                          at > 0 ? "." : "", nearest, tail);
}

// ---- the whole model --------------------------------------------------------------------------

static const struct {
  const char *name;
  jni_signal_kind kind;
} global_signals[] = {{"t", JNI_SIGNAL_TIME},
                      {"time", JNI_SIGNAL_TIME},
                      {"energy", JNI_SIGNAL_ENERGY},
                      {"energy.kinetic", JNI_SIGNAL_KINETIC},
                      {"energy.potential", JNI_SIGNAL_POTENTIAL},
                      {"energy.work", JNI_SIGNAL_WORK},
                      {"energy.error", JNI_SIGNAL_ENERGY_ERROR},
                      {"violation.position", JNI_SIGNAL_VIOLATION_POSITION},
                      {"violation.velocity", JNI_SIGNAL_VIOLATION_VELOCITY},
                      {"violation.acceleration", JNI_SIGNAL_VIOLATION_ACCELERATION}};
enum { NGLOBALS = sizeof global_signals / sizeof *global_signals };

static bool try_global(jni_query *q) {
  for (int i = 0; i < NGLOBALS; i++) {
    if (strcmp(global_signals[i].name, q->name) != 0) continue;
    jni_query_answer(q, (jni_signal){.kind = global_signals[i].kind}, q->name, "");
    return true;
  }
  return false;
}

static bool resolve_momentum(jni_query *q, bool angular) {
  const char *word = q->nwords > 1 ? q->words[1] : NULL;
  jni_signal s = {.kind = angular ? JNI_SIGNAL_ANGULAR_MOMENTUM : JNI_SIGNAL_MOMENTUM};
  if (!jni_query_ends(q, 2)) return false;
  if (!angular || q->model->space == JN_SPACE) return jni_query_axes(q, s, q->words[0], word);
  s.component = 2;
  if (word && strcmp(word, "z") != 0)
    return jni_query_refuse(q, "in the plane the angular momentum is one number: 'angular_momentum'");
  return jni_query_answer(q, s, q->words[0], "");
}

static bool try_computed(jni_query *q) {
  int a = jni_names_get(q->model->names, JNI_NAME_COMPUTED, 0, q->name);
  if (a < 0) return false;
  jni_signal s = {.kind = JNI_SIGNAL_COMPUTED, .a = a, .dimension = q->model->computed[a].dimension};
  jni_query_answer(q, s, q->name, "");
  return true;
}

static bool try_state(jni_query *q, int at) {
  static const struct {
    jni_name_group group;
    jni_signal_kind kind;
  } groups[] = {{JNI_NAME_INPUT, JNI_SIGNAL_INPUT},
                {JNI_NAME_AUXILIARY, JNI_SIGNAL_AUXILIARY},
                {JNI_NAME_DISCRETE, JNI_SIGNAL_DISCRETE}};
  for (int i = 0; i < 3; i++) {
    int a = jni_names_get(q->model->names, groups[i].group, 0, q->name + (q->words[at] - q->buffer));
    if (a >= 0) {
      jni_query_answer(q, (jni_signal){.kind = groups[i].kind, .a = a}, q->name, "");
      return true;
    }
  }
  return false;
}

// Resolves a name that begins with a body or a point of the model, or with `driver` or `subsystem`. If both a name of a
// body and one of a point fit, the longer one counts. words: for the message, the other words that a name may begin
// with. Returns whether the query is valid.
static bool resolve_place(jni_query *q, const char *const *words) {
  int body, point;
  size_t of_body = jni_model_find_path(q->model->names, JNI_NAME_BODY, 0, q->name, &body),
         of_point = jni_model_find_path(q->model->names, JNI_NAME_POINT, 0, q->name, &point);
  if (of_body > 0 && of_body >= of_point) return jni_query_body(q, jni_query_name(q, 0, JNI_NAME_BODY, 0));
  if (of_point == 0 && strcmp(q->words[0], "driver") == 0) return jni_query_driver(q);
  if (of_point == 0 && strcmp(q->words[0], "subsystem") == 0) return jni_query_subsystem(q);
  if (of_point == 0) return jni_query_unknown(q, 0, words, -1);
  jni_query_name(q, 0, JNI_NAME_POINT, 0);
  if (point >= 0) return jni_query_point(q, point, 1);
  if (strchr(q->words[0], '.'))
    return jni_query_refuse(q, "several bodies have a point '%.80s': write the body before the point", q->words[0]);
  return jni_query_refuse(q, "several bodies have a point '%.60s': write BODY.%.60s", q->words[0], q->name);
}

static bool resolve_first(jni_query *q) {
  static const char *const words[] = {
      "time",     "energy",           "joint",     "force",     "contact", "driver", "input",
      "momentum", "angular_momentum", "violation", "subsystem", NULL};
  static const char *const energies[] = {"kinetic", "potential", "work", "error", NULL};
  static const char *const violations[] = {"position", "velocity", "acceleration", NULL};
  const char *first = q->words[0];
  if (try_global(q)) return q->n > 0;
  if (strcmp(first, "joint") == 0) return jni_query_joint(q);
  if (strcmp(first, "force") == 0) return jni_query_force(q);
  if (strcmp(first, "contact") == 0 && q->model->ncontacts > 0) return jni_query_contact(q);
  if (strcmp(first, "momentum") == 0) return resolve_momentum(q, false);
  if (strcmp(first, "angular_momentum") == 0) return resolve_momentum(q, true);
  if (strcmp(first, "energy") == 0) return jni_query_unknown(q, 1, energies, -1);
  if (strcmp(first, "violation") == 0 && q->nwords > 1) return jni_query_unknown(q, 1, violations, -1);
  bool input = strcmp(first, "input") == 0 && q->nwords > 1;
  if (input && jni_names_get(q->model->names, JNI_NAME_INPUT, 0, q->name + 6) >= 0) return try_state(q, 1);
  if (input) return jni_query_refuse(q, "there is no input '%.60s'", q->name + 6);
  if (try_state(q, 0) || try_computed(q)) return q->n > 0;
  if (jni_query_is_driver(q)) return jni_query_driver(q);
  if (jni_query_is_subsystem(q)) return jni_query_subsystem(q);
  return resolve_place(q, words);
}

static bool split(jni_query *q) {
  size_t length = strlen(q->name);
  if (length == 0 || length > JNI_MAX_SIGNAL_NAME) return jni_query_refuse(q, "'%.40s' is not a signal", q->name);
  memcpy(q->buffer, q->name, length + 1);
  for (char *p = q->buffer; p;) {
    if (q->nwords == JNI_MAX_SIGNAL_WORDS) return jni_query_refuse(q, "'%.80s' has too many parts", q->name);
    char *dot = strchr(p, '.');
    q->words[q->nwords++] = p;
    if (dot) *dot++ = '\0';
    if (!*p) return jni_query_refuse(q, "'%.80s' is not a signal", q->name);
    p = dot;
  }
  return true;
}

int jni_signal_resolve(const jn_model *model, const char *name, jni_signal *signals, int most, char *what,
                       size_t size) {
  jni_query q = {.model = model, .name = name, .signals = signals, .most = most, .what = what, .size = size};
  if (size) what[0] = '\0';
  if (split(&q) && resolve_first(&q)) return q.n;
  if (size && jni_model_is_missing(model, name)) what[0] = '\0';
  return 0;
}
