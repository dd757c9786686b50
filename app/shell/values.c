// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// values.c - the placeholders of values and words, and the names and files that they allow.
#include "values.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "common/text.h"
#include "course.h"

// ---- lists of names ---------------------------------------------------------------------------------------------

static bool add_name(text_list *list, const char *name) { return text_list_add(list, name, strlen(name)); }

static bool add_verbs(text_list *names) {
  for (int i = 0; verbs[i]; i++)
    if (!add_name(names, verbs[i]->name)) return false;
  return true;
}

static bool add_courses(text_list *names) {
  app_course course;
  for (int i = 0; course_get(i, &course); i++) {
    char *stem = path_stem_with(course.file, "");
    bool added = stem && add_name(names, stem);
    free(stem);
    if (!added) return false;
  }
  return true;
}

static bool add_statistics(text_list *names) {
  for (int i = 0; jn_taken_name(i); i++)
    if (!add_name(names, jn_taken_name(i))) return false;
  return true;
}

// Adds the names that a choice can have; if it is a `listed` option all but the first, which is "auto". Returns false
// if there is no memory.
static bool add_choices(text_list *names, jn_choice which, bool listed) {
  for (int i = listed; jn_choice_value(which, i); i++)
    if (!add_name(names, jn_choice_value(which, i))) return false;
  return true;
}

// ---- placeholders -----------------------------------------------------------------------------------------------

static const struct {
  const char *placeholder;
  // endings of the files that the placeholder stands for, each followed by a blank; "": any file; NULL: no file
  const char *endings;
  bool folder;
  bool (*names)(text_list *names);
} places[] = {
    {"MODEL", "yaml yml json jnc urdf xml mjcf ", false, NULL},
    {"OTHER", "yaml yml json jnc urdf xml mjcf ", false, NULL},
    {"STUDY", "yaml yml json ", true, NULL},
    {"ROBOT", "urdf xml mjcf ", false, NULL},
    {"RESULT", "h5 hdf5 csv ", false, NULL},
    {"FILE", "", false, NULL},
    {"FOLDER", NULL, true, NULL},
    {"COURSE", "yml yaml ", false, add_courses},
    {"STATISTIC", NULL, false, add_statistics},
    {"VERB", NULL, false, add_verbs},
};

static bool add_endings(app_values *values, const char *endings) {
  for (size_t n; *endings; endings += n + 1) {
    n = strcspn(endings, " ");
    if (!text_list_add(&values->endings, endings, n)) return false;
  }
  return true;
}

// Adds the names and files that one alternative of a placeholder, such as "MODEL" in "MODEL|RESULT", stands for; an
// unknown one can be any text and adds nothing. Returns false if there is no memory.
static bool add_alternative(app_values *values, const char *text, size_t length) {
  if (islower((unsigned char)text[0])) {
    const char *equals = memchr(text, '=', length);  // "catch-up=N"
    return text_list_add(&values->names, text, equals ? (size_t)(equals - text) + 1 : length);
  }
  if (length > 5 && strncmp(text, "FILE.", 5) == 0) return text_list_add(&values->endings, text + 5, length - 5);
  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    if (strlen(places[i].placeholder) != length || strncmp(places[i].placeholder, text, length) != 0) continue;
    if (places[i].endings && !*places[i].endings) values->any_file = true;
    values->folder |= places[i].folder;
    if (places[i].endings && !add_endings(values, places[i].endings)) return false;
    return !places[i].names || places[i].names(&values->names);
  }
  return true;
}

// Adds the names and files that a placeholder stands for, such as "MODEL|RESULT", "[RESULT]" or "STATISTIC,...".
// Returns false if there is no memory.
static bool add_placeholder(app_values *values, const char *text, size_t length) {
  const char *end = text + length;
  if (length > 2 && *text == '[') {
    text++;
    end--;
  }
  if (end - text > 3 && strncmp(end - 3, "...", 3) == 0) end -= 3;
  if (end > text && end[-1] == ',') {
    end--;
    values->listed = true;
  }
  while (text < end) {
    const char *bar = memchr(text, '|', (size_t)(end - text)), *stop = bar ? bar : end;
    if (stop > text && !add_alternative(values, text, (size_t)(stop - text))) return false;
    text = bar ? bar + 1 : end;
  }
  return true;
}

// ---- options and words --------------------------------------------------------------------------------------------

bool values_of_option(const app_option *option, app_values *values) {
  const size_t lists = offsetof(app_options, lists), list = sizeof(text_list);
  bool is_choice = option->type == OPTION_CHOICE;
  jn_choice which = (jn_choice)option->offset;
  if (option->type == OPTION_TEXTS && option->offset >= lists && option->offset < lists + JN_NCHOICES * list) {
    is_choice = true;
    which = (jn_choice)((option->offset - lists) / list);
    values->listed = true;
  }
  if (is_choice && !add_choices(&values->names, which, values->listed)) return false;
  if (is_choice && values->names.n > 0) return true;
  return option->type == OPTION_FLAG || add_placeholder(values, option->value, strlen(option->value));
}

// Returns the placeholder with index `place`, from 0, in a list such as "MODEL [RESULT]", and sets *length; NULL: there
// are fewer.
static const char *placeholder_at(const char *words, int place, size_t *length) {
  for (;; place--) {
    words += strspn(words, " ");
    *length = strcspn(words, " ");
    if (*length == 0) return NULL;
    if (place == 0) return words;
    words += *length;
  }
}

// Returns whether a placeholder has the form "NAME..." or "[NAME...]", so that the word may be repeated.
static bool is_repeated(const char *text, size_t length) {
  size_t end = length > 1 && text[length - 1] == ']' ? length - 1 : length;
  return end > 3 && strncmp(text + end - 3, "...", 3) == 0;
}

int verb_places(const app_verb *verb, bool *repeats) {
  size_t length = 0;
  int n = 0;
  *repeats = false;
  for (const char *text = placeholder_at(verb->words, 0, &length); text;
       text = placeholder_at(verb->words, ++n, &length))
    *repeats = is_repeated(text, length);
  return n;
}

bool values_of_word(const app_verb *verb, int place, app_values *values) {
  bool repeats = false;
  int last = verb_places(verb, &repeats) - 1;
  if (place > last && !repeats) return true;
  for (int i = 0; place == 0 && verb->name_of && verb->name_of(i); i++)
    if (!add_name(&values->names, verb->name_of(i))) return false;
  // a placeholder that may be repeated also applies to the following places
  for (int i = 0; i <= place && i <= last; i++) {
    size_t length = 0;
    const char *text = placeholder_at(verb->words, i, &length);
    bool here = i == place || is_repeated(text, length);
    if (here && !add_placeholder(values, text, length)) return false;
  }
  return true;
}

bool values_are_empty(const app_values *values) {
  return values->names.n == 0 && values->endings.n == 0 && !values->any_file && !values->folder;
}

void values_free(app_values *values) {
  text_list_free(&values->names);
  text_list_free(&values->endings);
}
