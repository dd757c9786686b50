// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// part.c - parts: model files, each read once, and entries of the section `parts`. All uses share their trees; a
// use that changes something inside has a copy.
#include <stdio.h>
#include <string.h>

#include "model/part/port.h"
#include "model/read/converted_model.h"
#include "model/read/read_fault.h"
#include "model/read/read_file.h"
#include "model/read/read_value.h"
#include "model/read/read_variant.h"

bool jni_read_keep_document(jni_reader *r, jni_document *document) {
  if (!document) return false;
  if (jni_grow(r->model->pool.alloc, &r->documents, &r->capacity_documents, r->ndocuments + 1, sizeof *r->documents)) {
    r->documents[r->ndocuments++] = document;
    return true;
  }
  jni_document_free(document);
  r->model->no_memory = r->stop = true;
  return false;
}

// ---- one part -------------------------------------------------------------------------------------

jni_part *jni_read_new_part(jni_reader *r, jni_node *root, const char *name, jni_part *home) {
  jni_part *part = jni_document_take(r->scratch, sizeof *part);
  bool grown = jni_grow(r->model->pool.alloc, &r->parts, &r->capacity_parts, r->nparts + 1, sizeof *r->parts);
  if (!part || !grown) {
    r->model->no_memory = r->stop = true;
    return NULL;
  }
  *part = (jni_part){.root = root, .name = name};
  part->home = home ? home : part;
  part->from = part;
  r->parts[r->nparts++] = part;
  part->number = part->names = r->nparts;  // numbers of parts begin with 1
  return part;
}

static jni_node *copy_tree(jni_reader *r, const jni_node *node) {
  jni_node *made = jni_count_work(r, node, 0) ? jni_document_take(r->scratch, sizeof *made) : NULL;
  if (!made) return NULL;
  *made = *node;
  made->first = made->last = made->next = NULL;
  for (const jni_node *child = node->first; child; child = child->next) {
    jni_node *copy = copy_tree(r, child);
    if (!copy) return NULL;
    copy->parent = made;
    if (made->last) made->last->next = copy;
    else made->first = copy;
    made->last = copy;
  }
  return made;
}

// Returns a copy of a part for a use that changes something in it; the copy shares the tree until it is changed. NULL:
// no memory.
jni_part *jni_read_copy_part(jni_reader *r, const jni_part *part) {
  jni_part *made = jni_read_new_part(r, part->root, part->name, part->home == part ? NULL : part->home);
  if (!made) return NULL;
  made->names = part->names;
  made->from = part->from;
  made->parameters = part->parameters;
  made->nparameters = part->nparameters;
  made->converted = part->converted;
  made->ports = part->ports;
  made->nports = part->nports;
  made->base = part->base;
  for (int i = 0; i < part->nsettings; i++)
    jni_read_push_setting(r, made, part->settings[i].path, part->settings[i].value, part->settings[i].scope);
  return made;
}

bool jni_read_unshare_tree(jni_reader *r, jni_part *part) {
  if (part->own || !r->scope->outer) return true;
  part->root = copy_tree(r, part->root);
  part->own = part->root != NULL;
  if (r->scope->part == part) r->root = part->root;
  return part->own;
}

// ---- parameters and settings of a part ------------------------------------------------------------

static void name_parameter(jni_reader *r, jni_part *part, const jni_node *node) {
  static const char *const reserved[] = {"t", "time", "pi", "e", "and", "or", "not", "if", NULL};
  int i = part->nparameters++;
  part->parameters[i] = node;
  jni_read_element(r, "parameter", node->key);
  if (!jni_name_is_legal(node->key))
    jni_read_fault_key(
        r, node, "a name consists of letters, digits and _, does not begin with a digit and has at most %d characters",
        (int)JNI_MAX_NAME);
  for (int k = 0; reserved[k]; k++)
    if (strcmp(reserved[k], node->key) == 0)
      jni_read_fault_key(r, node, "'%s' is a reserved word of expressions", node->key);
  if (!jni_names_put(r->names, JNI_NAME_PARAMETER, part->names, node->key, i)) r->model->no_memory = r->stop = true;
}

static void name_parameters(jni_reader *r, jni_part *part) {
  const jni_node *section = jni_node_get(part->root, "parameters");
  jni_read_element(r, "parameters", NULL);
  int n = section && jni_read_is_mapping(r, section, true) ? section->size : 0;
  part->parameters = jni_document_take(r->scratch, (size_t)n * sizeof *part->parameters + 1);
  if (!part->parameters) r->stop = true;
  if (n > 0)
    for (const jni_node *node = section->first; node && !r->stop; node = node->next) name_parameter(r, part, node);
}

// Adds settings for an entry of a section that concerns an element inside a use, one for each value in the entry:
// {front.left.arm: {mass: 3}} in `bodies` becomes bodies.front.left.arm.mass: 3. A mapping that is empty or has a key
// `type` is one value.
static void push_entry(jni_reader *r, jni_part *part, const char *path, const jni_node *node) {
  size_t length = strlen(path) + strlen(node->key) + 2;
  char *made = jni_count_work(r, node, length) ? jni_document_take(r->scratch, length) : NULL;
  if (!made) return;
  snprintf(made, length, "%s.%s", path, node->key);
  bool whole = node->kind != JNI_MAPPING || !node->first || jni_node_get(node, "type");
  if (whole) jni_read_push_setting(r, part, made, node, NULL);
  else
    for (const jni_node *child = node->first; child && !r->stop; child = child->next) push_entry(r, part, made, child);
}

const char *const jni_element_sections[] = {"use",     "bodies", "joints",     "drivers",  "forces",
                                            "roads",   "inputs", "auxiliary",  "discrete", "events",
                                            "signals", "tables", "subsystems", NULL};

bool jni_read_is_inner_entry(const jni_reader *r, const jni_node *entry) {
  return strchr(entry->key, '.') && jni_path_enters_use(r->root, entry->key);
}

void jni_read_prepare_part(jni_reader *r, jni_part *part) {
  name_parameters(r, part);
  if (part->converted) {
    jni_read_converted_ports(r, part);
  } else {
    jni_read_ports(r, part);
    jni_read_base(r, part);
  }

  // Makes settings of all entries in the sections that concern elements inside a use. The settings that the part
  // already has are moved behind them, so that they override the entries.
  jni_inner_setting *settings = part->settings;
  int n = part->nsettings;
  part->settings = NULL;
  part->nsettings = part->capacity_settings = 0;
  for (int i = 0; jni_element_sections[i] && jni_node_get(part->root, "use"); i++) {
    const jni_node *section = jni_node_get(part->root, jni_element_sections[i]);
    for (const jni_node *node = section ? section->first : NULL; node && !r->stop; node = node->next)
      if (node->key && strchr(node->key, '.') && jni_path_enters_use(part->root, node->key))
        push_entry(r, part, jni_element_sections[i], node);
  }
  for (int i = 0; i < n; i++) jni_read_push_setting(r, part, settings[i].path, settings[i].value, settings[i].scope);

  r->element[0] = '\0';
}

// ---- files ----------------------------------------------------------------------------------------

jni_node *jni_read_open(jni_reader *r, const jni_node *node, const char *name, const char **path) {
  size_t size = 0;
  *path = jni_read_path(r, node, name);
  char *text = *path ? jni_read_named_file(r, node, *path, &size) : NULL;
  if (!text) return NULL;
  int file = jni_read_add_source(r->model, *path, text, size);
  jni_document *document = file ? jni_document_new(r->model, text, size, file, NULL) : NULL;
  jni_free(r->model->pool.alloc, text);
  if (!jni_read_keep_document(r, document)) return NULL;
  jni_node *root = jni_document_root(document);
  if (root && root->kind == JNI_MAPPING) return root;
  jni_read_fault(r, node, "'%.200s' is not a model file, which has keys such as 'bodies': it is %s", *path,
                 root ? jni_node_kind_text(root) : "empty");
  return NULL;
}

static void check_space(jni_reader *r, const jni_part *part) {
  const jni_node *space = jni_node_get(part->root, "space");
  const char *wanted = r->model->space == JN_PLANE ? "plane" : "space";
  if (space && (space->kind != JNI_SCALAR || strcmp(space->text, wanted) != 0))
    jni_read_fault(r, space, "the part is for another space than the model that uses it, which has 'space: %s'",
                   wanted);
}

static void look_through(jni_reader *r, jni_part *part) {
  jni_read_check_model_keys(r, part->root);
  check_space(r, part);
  jni_read_prepare_part(r, part);
}

// Completes the tree of a part that is a file: if the file is a variant, merges it into its base; then checks the tree
// and looks for its parameters and settings. If the bases of a variant cannot be read, sets part->root to NULL. use:
// number of the first use, for messages.
static void load_file(jni_reader *r, jni_part *part, int use) {
  jni_scope alone = {.part = part, .prefix = "", .use = use};
  jni_scope_state before = jni_read_enter(r, &alone);
  bool sound = jni_read_variants(r);
  if (sound) {
    jni_read_check_duplicates(r, part->root);
    jni_read_check_version(r, part->root);
    look_through(r, part);
  }
  jni_read_leave(r, &before);
  if (!sound) part->root = NULL;
}

// Returns whether a use of a robot binds the robot's port `base` to a body other than the ground. named: value of the
// key `part` of the use.
static bool is_carried(const jni_node *named) {
  const jni_node *base = jni_node_get(jni_node_get(named->parent, "ports"), "base");
  return base && (base->kind != JNI_SCALAR || strcmp(base->text, "ground") != 0);
}

enum {
  ON_GROUND = 0,
  ON_BODY = -1
};  // groups of file names: a robot on a body is converted with its root link as an additional body

static jni_part *find_file(jni_reader *r, const jni_node *node, const char *name, int use) {
  const char *path = jni_read_path(r, node, name);
  bool foreign = path && jni_robot_converter.takes(path);
  int kind = foreign && is_carried(node) ? ON_BODY : ON_GROUND;
  int found = path ? jni_names_get(r->names, JNI_NAME_PART, kind, path) : JNI_NAME_NONE;
  if (!path || found >= 0) return path ? r->parts[found] : NULL;
  jni_node *root =
      foreign ? jni_read_open_converted(r, node, path, kind == ON_BODY) : jni_read_open(r, node, name, &path);
  jni_part *part = path ? jni_read_new_part(r, root, name, NULL) : NULL;
  if (part) {
    part->converted = foreign;
    part->file = jni_read_short_path(r, path);
  }
  if (!part || !jni_names_put(r->names, JNI_NAME_PART, kind, path, part->number - 1)) return NULL;
  if (root) load_file(r, part, use);
  return part;
}

// ---- the section `parts` ----------------------------------------------------------------------------

static void load_entry(jni_reader *r, jni_part *part, int use) {
  jni_scope alone = {.part = part, .prefix = "", .use = use};
  jni_scope_state before = jni_read_enter(r, &alone);
  bool sound = jni_read_is_mapping(r, part->root, false);
  if (sound) look_through(r, part);
  jni_read_leave(r, &before);
  if (!sound) part->root = NULL;
}

static jni_part *find_entry(jni_reader *r, jni_node *entry, int use) {
  jni_part *home = r->scope->part->home;
  int found = jni_names_get(r->names, JNI_NAME_PART, home->number, entry->key);
  if (found >= 0) return r->parts[found];
  jni_part *part = jni_read_new_part(r, entry, entry->key, home);
  if (!part || !jni_names_put(r->names, JNI_NAME_PART, home->number, entry->key, part->number - 1)) return NULL;
  load_entry(r, part, use);
  return part;
}

static const char *part_candidate(const void *context, int i) {
  for (const jni_node *node = context; node; node = node->next)
    if (i-- == 0) return node->key ? node->key : "";
  return NULL;
}

// Returns the part that the value `node` of the key `part` of a use names: an entry of the section `parts` if there is
// one of this name; otherwise a name with a dot or solidus is a file. Returns NULL after a fault; a part whose tree
// cannot be read, which is reported, has the root NULL.
jni_part *jni_read_find_part(jni_reader *r, const jni_node *node, int use) {
  const char *name = jni_read_text(r, node);
  if (!name) return NULL;
  jni_node *parts = jni_node_get(r->scope->part->home->root, "parts"), *entry = jni_node_get(parts, name);
  if (entry) return find_entry(r, entry, use);
  if (strpbrk(name, "./")) return find_file(r, node, name, use);
  char hint[96];
  jni_suggest(name, part_candidate, parts ? parts->first : NULL, hint, sizeof hint);
  if (!hint[0]) snprintf(hint, sizeof hint, "; for a file write its whole name, such as %.40s.yaml", name);
  jni_read_fault(r, node, "there is no part '%.60s' in the section 'parts'%s", name, hint);
  return NULL;
}
