// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// import_list.c - what nobody has read in the source: elements that no code asked for and attributes of elements that
// were read, gathered by their names and told with their lines.
#include <stdio.h>
#include <string.h>

#include "import/import.h"

enum { MOST_LINES = 6 };  // that are named

typedef struct {
  const jni_xml *first;
  const char *attribute;  // NULL: the whole element
  int count, lines[MOST_LINES];
} group;

typedef struct {
  jni_import *im;
  group *groups;
  int n, capacity;
} lister;

// What stands in one element or another may have another reason there.
static const char *reason_there(const jni_import *im, const jni_xml *node, const char *attribute) {
  bool shape = strcmp(node->name, "geom") == 0 || strcmp(node->name, "pair") == 0;
  bool limit = attribute && strcmp(node->name, "joint") == 0 &&
               (strcmp(attribute, "range") == 0 || strcmp(attribute, "limited") == 0);
  if (strncmp(node->name, "xacro:", 6) == 0) return "macros are not expanded here: run xacro on the file first";
  if (shape && attribute && strcmp(attribute, "friction") == 0) return "contact is not supported";
  if (limit && !im->options.list_limits) return "only hinges and slides have stops";
  return NULL;
}

static const char *reason(const jni_import *im, const jni_xml *node, const char *attribute) {
  static const struct {
    const char *name, *why;
  } reasons[] = {
      {"visual", "this is not supported"},
      {"collision", "contact is not supported"},
      {"geom", "contact is not supported; shapes and masses are imported"},
      {"material", "only colours are imported"},
      {"asset", "only meshes of STL and OBJ files and colours are imported, with the geoms that name them"},
      {"light", "pictures have their own light"},
      {"camera", "see 'draw --view'"},
      {"contact", "contact is not supported"},
      {"tendon", "tendons are not supported"},
      {"sensor", "see 'outputs' of the model file"},
      {"keyframe", "see 'initial' of the model file"},
      {"lower", "limits are only listed (--limits list)"},
      {"upper", "limits are only listed (--limits list)"},
      {"range", "limits are only listed (--limits list)"},
      {"limited", "limits are only listed (--limits list)"},
      {"dynamics", "only revolute and prismatic joints have dampers and dry friction"},
      {"limit", "only revolute and prismatic joints have stops; limits of effort and speed are not supported"},
      {"timestep", "see 'simulate' of the model file"},
      {"integrator", "see 'simulate' of the model file"},
      {"effort", "this limit is not supported"},
      {"velocity", "this limit is not supported"},
      {"frictionloss", "only hinges and slides have dry friction"},
      {"solref", "constraints are rigid"},
      {"solimp", "constraints are rigid"},
      {"solreflimit", "constraints are rigid"},
      {"solimplimit", "constraints are rigid"}};
  const char *there = reason_there(im, node, attribute);
  if (there) return there;
  for (const char *name = attribute ? attribute : node->name;; name = node->name) {
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
      if (strcmp(reasons[i].name, name) == 0) return reasons[i].why;
    if (name == node->name) break;
  }
  return "not supported";
}

static void note(lister *l, const jni_xml *node, const char *attribute) {
  const char *key = jni_import_format(l->im, "%s %s %d", node->name, attribute ? attribute : "", node->file);
  int i = jni_names_get(l->im->sources, JNI_NAME_KEY, 0, key);
  if (i < 0) {
    i = l->n;
    bool room = jni_pool_grow(&l->im->pool, &l->groups, &l->capacity, l->n + 1, sizeof *l->groups);
    if (!room || !jni_names_put(l->im->sources, JNI_NAME_KEY, 0, key, i)) {
      l->im->pool.failed = true;
      return;
    }
    l->groups[l->n++] = (group){.first = node, .attribute = attribute};
  }
  group *g = &l->groups[i];
  if (g->count < MOST_LINES) g->lines[g->count] = node->line;
  g->count++;
}

static void note_attributes(lister *l, const jni_xml *node) {
  for (const jni_xml_attribute *a = node->attributes; a; a = a->next)
    if (!a->used && strncmp(a->name, "xmlns", 5) != 0) note(l, node, a->name);
}

// Every element in the order of the text; what was not read is one item with all that is in it.
static void walk(lister *l, const jni_xml *root) {
  for (const jni_xml *node = root; node;) {
    if (!node->used) note(l, node, NULL);
    else note_attributes(l, node);
    if (node->used && node->first) {
      node = node->first;
      continue;
    }
    while (node && node != root && !node->next) node = node->parent;
    node = !node || node == root ? NULL : node->next;
  }
}

static void tell(jni_import *im, const group *g) {
  const char *lines = "";
  for (int i = 1; i < g->count && i < MOST_LINES; i++)
    lines = jni_import_format(im, "%s%s%d", lines, i > 1 ? ", " : "", g->lines[i]);
  if (g->count > MOST_LINES) lines = jni_import_format(im, "%s and %d more", lines, g->count - MOST_LINES);
  const char *also = g->count > 1 ? jni_import_format(im, " (also line%s %s)", g->count > 2 ? "s" : "", lines) : "";
  // the name of the first would mislead where the item stands for many
  jni_xml place = {.name = g->first->name, .line = g->first->line, .column = g->first->column, .file = g->first->file};
  const char *why = reason(im, g->first, g->attribute);
  if (g->attribute) jni_import_say(im, JN_WARNING, &place, "'%s' is not imported: %s%s", g->attribute, why, also);
  else jni_import_say(im, JN_WARNING, &place, "is not imported: %s%s", why, also);
}

void jni_import_list(jni_import *im, const jni_xml *root) {
  lister l = {.im = im};
  walk(&l, root);
  for (int i = 0; i < l.n; i++) tell(im, &l.groups[i]);
}
