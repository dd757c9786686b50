// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// import_ignored.c - adds remarks about what the import has not used of the source: elements, and attributes of used
// elements. Those ignored for the same reason in one file share a remark with a count.
#include <stdio.h>
#include <string.h>

#include "import/import.h"

enum { MOST_ITEMS = 8 };  // largest number of items that one remark lists

// Elements and attributes ignored for the same reason in one file.
typedef struct {
  const char *why;
  const jni_xml *first;
  const char *items;  // list of their names: "'friction', <geom>"
  int nitems;
  jni_import_count count;
} group;

typedef struct {
  jni_import *im;
  group *groups;
  int n, capacity;
} lister;

static const char no_contact[] =
    "collisions are not imported, because of --contacts none or because the file disables them; shapes and masses are";

// Returns why an attribute of an element, or (attribute NULL) the whole element, is ignored if that depends on both of
// their names; NULL: not known here.
static const char *reason_in_element(const jni_import *im, const jni_xml *node, const char *attribute) {
  bool shape = strcmp(node->name, "geom") == 0 || strcmp(node->name, "pair") == 0;
  bool limit = attribute && strcmp(node->name, "joint") == 0 &&
               (strcmp(attribute, "range") == 0 || strcmp(attribute, "limited") == 0);
  if (strncmp(node->name, "xacro:", 6) == 0) return "macros are not expanded here: run xacro on the file first";
  bool contacts = im->options.contacts != JN_IMPORT_NO_CONTACTS;
  if (shape && attribute && !contacts && strcmp(attribute, "friction") == 0) return no_contact;
  if (shape && attribute && contacts && strncmp(attribute, "sol", 3) == 0)
    return im->options.contacts == JN_IMPORT_COMPLIANT_CONTACTS
               ? "compliant contacts have the stiffness of the defaults"
               : "contacts are rigid";
  if (shape && attribute && contacts && (strcmp(attribute, "margin") == 0 || strcmp(attribute, "gap") == 0))
    return "contacts begin at the surfaces";
  if (shape && attribute && contacts) return "not supported, or another value replaces it";
  if (strcmp(node->name, "geom") == 0 && !attribute && contacts) return "it neither touches nor is shown";
  if (limit && !im->options.list_limits) return "only hinges and slides have stops";
  return NULL;
}

// Returns why an attribute of an element, or (attribute NULL) the whole element, is ignored; NULL: no special reason is
// known.
static const char *reason(const jni_import *im, const jni_xml *node, const char *attribute) {
  static const struct {
    const char *name, *why;
  } reasons[] = {
      {"visual", "this is not supported"},
      {"collision", no_contact},
      {"geom", no_contact},
      {"material", "only colours are imported"},
      {"asset", "only meshes of STL and OBJ files and colours are imported, with the geoms that name them"},
      {"light", "pictures have their own light"},
      {"camera", "see 'draw --view'"},
      {"contact", no_contact},
      {"pair", no_contact},
      {"tendon", "tendons are not supported"},
      {"sensor", "see 'outputs' of the model file"},
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
  const char *there = reason_in_element(im, node, attribute);
  if (there) return there;
  for (const char *name = attribute ? attribute : node->name;; name = node->name) {
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
      if (strcmp(reasons[i].name, name) == 0) return reasons[i].why;
    if (name == node->name) break;
  }
  return NULL;
}

// Adds an ignored attribute, or (attribute NULL) an element, to the group of its reason and file.
static void add_item(lister *l, const jni_xml *node, const char *attribute) {
  jni_import *im = l->im;
  const char *why = reason(im, node, attribute);
  // items without a known reason are grouped by the name of their element
  const char *key = jni_import_format(im, "%s %d", why ? why : node->name, node->file);
  int i = jni_names_get(im->sources, JNI_NAME_KEY, 0, key);
  if (i < 0) {
    i = l->n;
    bool room = jni_pool_grow(&im->pool, &l->groups, &l->capacity, l->n + 1, sizeof *l->groups);
    if (!room || !jni_names_put(im->sources, JNI_NAME_KEY, 0, key, i)) {
      im->pool.failed = true;
      return;
    }
    l->groups[l->n++] = (group){.why = why ? why : "not supported", .first = node, .items = ""};
  }
  group *g = &l->groups[i];
  const char *item = attribute ? jni_import_format(im, "'%s'", attribute) : jni_import_format(im, "<%s>", node->name);
  const char *item_key = jni_import_format(im, "%s %s", key, item);
  if (jni_names_get(im->sources, JNI_NAME_KEY, 0, item_key) < 0) {
    if (!jni_names_put(im->sources, JNI_NAME_KEY, 0, item_key, i)) im->pool.failed = true;
    if (g->nitems < MOST_ITEMS) g->items = jni_import_format(im, "%s%s%s", g->items, g->nitems ? ", " : "", item);
    else if (g->nitems == MOST_ITEMS) g->items = jni_import_format(im, "%s, ...", g->items);
    g->nitems++;
  }
  jni_import_count_line(&g->count, node->line);
}

static void add_attributes(lister *l, const jni_xml *node) {
  for (const jni_xml_attribute *a = node->attributes; a; a = a->next)
    if (!a->used && strncmp(a->name, "xmlns", 5) != 0) add_item(l, node, a->name);
}

// Visits all elements below `root` in the order of the text and adds what was not used. An unused element is one item
// together with its content.
static void walk(lister *l, const jni_xml *root) {
  for (const jni_xml *node = root; node;) {
    if (!node->used) add_item(l, node, NULL);
    else add_attributes(l, node);
    if (node->used && node->first) {
      node = node->first;
      continue;
    }
    while (node && node != root && !node->next) node = node->parent;
    node = !node || node == root ? NULL : node->next;
  }
}

static void add_remark(jni_import *im, const group *g) {
  // the place has no attributes: the name of the first element would mislead in a remark about several
  jni_xml place = {.name = g->first->name, .line = g->first->line, .column = g->first->column, .file = g->first->file};
  bool element = g->nitems == 1 && g->items[0] == '<';  // the message already names the element
  const char *text = jni_import_format(im, "%s%s%s not imported: %s%s", element ? "" : g->items, element ? "" : " ",
                                       g->nitems > 1 ? "are" : "is", g->why, jni_import_count_text(im, &g->count));
  jni_import_say_kind(im, JN_WARNING, &place, text, "%s", text);
}

void jni_import_list(jni_import *im, const jni_xml *root) {
  lister l = {.im = im};
  walk(&l, root);
  for (int i = 0; i < l.n; i++) add_remark(im, &l.groups[i]);
}
