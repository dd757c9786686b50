// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// scope.c - names inside a use of a part: their names in the model, and names that are outside of the part.
//
// A part knows its own names, those of its ports, and the ground. In the use `front.left` its body `arm` is
// `front.left.arm` in the model; a port has such a name, too, as an alias of the bound element.
#include <string.h>

#include "model/part/scope.h"
#include "model/read/read_fault.h"

// ---- entering and leaving scopes ----------------------------------------------------------------

static void go_to(jni_reader *r, jni_scope *scope) {
  r->scope = scope;
  r->root = scope ? scope->part->root : NULL;
  r->model->path_length = scope ? scope->length : 0;
  r->model->mirror = scope ? scope->placed.mirror : 0;
}

jni_scope_state jni_read_enter(jni_reader *r, jni_scope *scope) {
  jni_scope_state before = {.scope = r->scope, .use = r->use, .nindices = r->nindices};
  memcpy(before.indices, r->indices, sizeof before.indices);
  go_to(r, scope);
  r->use = scope->use;
  r->nindices = 0;
  return before;
}

void jni_read_leave(jni_reader *r, const jni_scope_state *before) {
  go_to(r, before->scope);
  r->use = before->use;
  r->nindices = before->nindices;
  memcpy(r->indices, before->indices, sizeof r->indices);
}

// ---- names of elements --------------------------------------------------------------------------

const char *jni_read_name(jni_reader *r, const jni_node *node, const char *name) {
  size_t before = r->scope->length, length = strlen(name);
  if (!before) return name;
  if (before + length > JNI_MAX_PATH) {
    jni_read_fault(r, node, "the path '%.60s...' is longer than %d characters", r->scope->prefix, (int)JNI_MAX_PATH);
    return NULL;
  }
  char *made = jni_document_take(r->scratch, before + length + 1);
  if (!made) return NULL;
  memcpy(made, r->scope->prefix, before);
  memcpy(made + before, name, length + 1);
  return made;
}

// Writes to `path` the name that an element of a scope has in the model: the prefix of the scope and `name`. Returns
// false if it is too long.
static bool join(const jni_scope *scope, const char *name, char path[JNI_MAX_PATH + 1]) {
  size_t length = strlen(name);
  if (scope->length + length > JNI_MAX_PATH) return false;
  memcpy(path, scope->prefix, scope->length);
  memcpy(path + scope->length, name, length + 1);
  return true;
}

bool jni_read_report_outside(jni_reader *r, const jni_node *node, jni_name_group group, const jni_names *names,
                             const char *name) {
  char path[JNI_MAX_PATH + 1];
  if (join(r->scope, name, path) && jni_model_is_missing(r->model, path)) return true;
  for (const jni_scope *scope = r->scope->outer; scope; scope = scope->outer) {
    int number;
    if (!join(scope, name, path)) continue;
    size_t found = jni_model_find_path(names, group, 0, path, &number);
    if (found <= scope->length) continue;
    jni_read_fault(
        r, node, "'%.*s' is outside of the part '%.60s', which reaches it through a port only: add one to its 'ports'",
        (int)(found - scope->length), name, r->scope->part->name);
    return true;
  }
  return false;
}

const char *jni_read_kind_of(const jni_node *root, const char *name, unsigned sections) {
  static const struct {
    const char *section, *kind;
    unsigned set;
  } kinds[] = {{"bodies", "body", JNI_NAMES_BODY},
               {"use", "use", JNI_NAMES_BODY},
               {"joints", "joint", JNI_NAMES_JOINT},
               {"drivers", "driver", JNI_NAMES_JOINT},
               {"roads", "road", JNI_NAMES_ROAD},
               {"inputs", "input", JNI_NAMES_VALUE},
               {"auxiliary", "auxiliary state", JNI_NAMES_VALUE},
               {"discrete", "discrete state", JNI_NAMES_VALUE},
               {"signals", "signal", JNI_NAMES_VALUE},
               {"parameters", "parameter", JNI_NAMES_VALUE},
               {"forces", "force", JNI_NAMES_OTHER},
               {"subsystems", "subsystem", JNI_NAMES_OTHER},
               {"tables", "table", JNI_NAMES_OTHER}};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (kinds[i].set & sections && jni_node_get(jni_node_get(root, kinds[i].section), name)) return kinds[i].kind;
  return sections & JNI_NAMES_BODY && strcmp(name, "ground") == 0 ? "body" : NULL;
}

// ---- signals ------------------------------------------------------------------------------------

static bool is_among(const char *name, size_t length, const char *const *words) {
  for (int i = 0; words[i]; i++)
    if (strlen(words[i]) == length && strncmp(words[i], name, length) == 0) return true;
  return false;
}

// Returns whether a name has the same meaning in the model and in every part, such as t or energy, so that no path is
// put before it.
static bool is_common(const char *name) {
  static const char *const words[] = {
      "t", "time", "pi", "e", "and", "or", "not", "if", "energy", "momentum", "violation", "angular_momentum", NULL};
  return is_among(name, strcspn(name, "."), words);
}

// Returns the length of the word before the name of an element in the name of a signal, including the dot, as of
// "joint." in joint.hinge.angle; 0: there is none.
static size_t family_length(const char *name) {
  static const char *const words[] = {"joint", "force", "input", "driver", "subsystem", NULL};
  size_t length = strcspn(name, ".");
  return name[length] && is_among(name, length, words) ? length + 1 : 0;
}

static bool begins_body(const jni_reader *r, const char *text) {
  char path[JNI_MAX_PATH + 1];
  int number;
  return join(r->scope, text, path) &&
         jni_model_find_path(r->model->names, JNI_NAME_BODY, 0, path, &number) > r->scope->length;
}

// Returns the place in `text` of the next name after ".on." or ".in." that begins with a body of the scope, as arm in
// joint.hinge.on.arm.force; NULL: there is none.
static const char *next_name(const jni_reader *r, const char *text) {
  for (const char *dot = strchr(text, '.'); dot; dot = strchr(dot + 1, '.'))
    if ((strncmp(dot, ".on.", 4) == 0 || strncmp(dot, ".in.", 4) == 0) && begins_body(r, dot + 4)) return dot + 4;
  return NULL;
}

static bool is_known(const jni_reader *r, const char *path) {
  static const jni_name_group groups[] = {JNI_NAME_BODY,     JNI_NAME_POINT,    JNI_NAME_INPUT, JNI_NAME_AUXILIARY,
                                          JNI_NAME_DISCRETE, JNI_NAME_COMPUTED, JNI_NAME_USE};
  int number;
  for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
    if (jni_model_find_path(r->model->names, groups[i], 0, path, &number) > r->scope->length) return true;
  return false;
}

// Returns whether a name used inside a part is that of an element outside of the part only; if so, reports a fault.
// Other unknown names are accepted, because elements may be added later. path: the name with the path of the scope.
static bool is_beyond(jni_reader *r, const jni_node *node, const char *name, const char *path) {
  const jni_names *names = r->model->names;
  if (is_known(r, path)) return false;
  return jni_read_report_outside(r, node, JNI_NAME_BODY, names, name) ||
         jni_read_report_outside(r, node, JNI_NAME_INPUT, names, name) ||
         jni_read_report_outside(r, node, JNI_NAME_AUXILIARY, names, name) ||
         jni_read_report_outside(r, node, JNI_NAME_DISCRETE, names, name) ||
         jni_read_report_outside(r, node, JNI_NAME_COMPUTED, names, name);
}

const char *jni_read_signal(jni_reader *r, const jni_node *node, const char *name) {
  size_t before = r->scope->length, length = strlen(name), family = family_length(name);
  if (!before || is_common(name)) return name;
  int names = 1;
  for (const char *p = next_name(r, name + family); p; p = next_name(r, p)) names++;
  char *made = jni_document_take(r->scratch, (size_t)names * before + length + 1), *to = made;
  if (!made) return NULL;
  for (const char *from = name, *at = name + family; at; at = next_name(r, at)) {
    memcpy(to, from, (size_t)(at - from));
    to += at - from;
    from = at;
    memcpy(to, r->scope->prefix, before);
    to += before;
    const char *end = next_name(r, at);
    if (!end) memcpy(to, from, strlen(from) + 1);
  }
  return !family && is_beyond(r, node, name, made) ? NULL : made;
}

// ---- inputs and states ----------------------------------------------------------------------------

// Returns whether a name without dots is `t` or that of an input, a state, a named signal or a port. It decides whether
// a text such as "8/m" is a formula or a unit: names of units have no dots and no digits, so other names of signals
// cannot be confused with them.
bool jni_read_names_signal(const jni_reader *r, const char *name) {
  static const char *const sections[] = {"inputs", "auxiliary", "discrete", "signals", "ports"};
  if (strcmp(name, "t") == 0) return true;
  for (int i = 0; i < 5; i++)
    if (jni_node_get(jni_node_get(r->root, sections[i]), name)) return true;
  return false;
}
