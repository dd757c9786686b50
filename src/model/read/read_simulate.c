// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// read_simulate.c - the section `simulate`, key by key from the list of choices. Their combination is checked
// by the formulations.
#include <stdio.h>
#include <string.h>

#include "model/choice.h"
#include "model/read/read_fault.h"
#include "model/read/read_section.h"
#include "model/read/read_value.h"

// ---- keys: `key`, or `group: {key: ...}` ------------------------------------------------------------------------

enum { LONGEST_KEY = 31 };

// Returns the key of a choice inside a group: the key without "GROUP."; NULL if the choice is not in the group. group
// "": the section itself, in which keys are complete.
static const char *key_in(jn_choice which, const char *group) {
  const char *key = jn_choice_get(which)->key;
  size_t length = strlen(group);
  if (length == 0) return key;
  return strncmp(key, group, length) == 0 && key[length] == '.' ? key + length + 1 : NULL;
}

bool jni_read_is_choice_group(const char *path) {
  for (int i = 0; i < JN_NCHOICES; i++)
    if (key_in((jn_choice)i, path)) return true;
  return false;
}

static void check_keys(jni_reader *r, const jni_node *node, const char *group) {
  char names[JN_NCHOICES][LONGEST_KEY + 1];
  const char *keys[JN_NCHOICES + 1] = {NULL};
  for (int i = 0, n = 0; i < JN_NCHOICES; i++) {
    const char *key = key_in((jn_choice)i, group);
    if (!key) continue;
    size_t length = strcspn(key, ".");
    memcpy(names[n], key, length);
    names[n][length] = '\0';
    keys[n] = names[n];
    n++;
  }
  jni_read_check_keys(r, node, keys);
}

// ---- values -----------------------------------------------------------------------------------------------------

static bool read_number(jni_reader *r, const jni_node *node, jn_choice which, jn_choices *choices, char *what,
                        size_t size) {
  const jn_dimension dimension = jni_choice_dimension(which);
  double value = 0;
  if (node->kind == JNI_SCALAR && strcmp(node->text, "auto") == 0)
    return jn_choice_set(choices, which, node->text, what, size);
  jni_read_element(r, "simulate", jn_choice_get(which)->key);
  bool sound = jni_read_number(r, node, dimension, dimension, &value);
  jni_read_element(r, "simulate", NULL);
  return !sound || jni_choice_set_number(choices, which, value, what, size);
}

static void read_choice(jni_reader *r, const jni_node *node, jn_choice which, jn_choices *choices) {
  const jn_choice_info *info = jn_choice_get(which);
  char what[400];
  bool sound = true;
  if (info->kind == JN_CHOOSE_TEXT) {
    jni_read_independent(r, node);
  } else if (info->kind == JN_CHOOSE_FLAG) {
    jni_read_element(r, "simulate", info->key);
    jni_read_flag(r, node, (bool *)((char *)choices + info->offset));
    jni_read_element(r, "simulate", NULL);
  } else if (info->kind == JN_CHOOSE_NAME) {
    const char *text = jni_read_text(r, node);
    sound = !text || jn_choice_set(choices, which, text, what, sizeof what);
  } else {
    sound = read_number(r, node, which, choices, what, sizeof what);
  }
  if (!sound) jni_read_fault(r, node, "%s %s", info->key, what);
}

static void read_entries(jni_reader *r, const jni_node *mapping, const char *group) {
  check_keys(r, mapping, group);
  for (const jni_node *node = mapping->first; node; node = node->next) {
    char path[2 * LONGEST_KEY];
    snprintf(path, sizeof path, "%s%s%.*s", group, group[0] ? "." : "", LONGEST_KEY, node->key);
    if (strcmp(path, "tolerance") == 0 && node->kind != JNI_MAPPING)
      memcpy(path, "tolerance.relative", sizeof "tolerance.relative");
    int which = jni_choice_find(path);
    if (which >= 0) read_choice(r, node, (jn_choice)which, &r->model->choices);
    else if (jni_read_is_choice_group(path) && jni_read_is_mapping(r, node, true)) read_entries(r, node, path);
  }
}

void jni_read_simulate(jni_reader *r, const jni_node *section) {
  jni_read_element(r, "simulate", NULL);
  if (!jni_read_is_mapping(r, section, true)) return;
  read_entries(r, section, "");
  const jni_node *baumgarte = jni_node_get(section, "baumgarte");
  if (baumgarte && jni_node_get(baumgarte, "rate") && baumgarte->size > 1)
    jni_read_fault(r, baumgarte, "give either 'rate' or the gains 'alpha', 'beta', 'eta'");
}
