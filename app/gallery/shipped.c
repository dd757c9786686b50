// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// shipped.c - the models that come with Jounce, read from what the command carries.
#include "gallery/shipped.h"

#include <stdlib.h>
#include <string.h>

#include <jounce/document.h>
#include <jounce/import.h>

#include "common/text.h"

const shipped_group shipped_groups[] = {
    {"examples", "Examples"}, {"vehicles", "Vehicles"},     {"rigs", "Test rigs"},
    {"robots", "Robots"},     {"benchmarks", "Benchmarks"}, {NULL, NULL},
};

static const char root[] = "models/";

bool shipped_is_of(const embedded_model *file, const shipped_group *group) {
  size_t n = strlen(group->folder), start = sizeof root - 1;
  if (strncmp(file->path, root, start) != 0 || strncmp(file->path + start, group->folder, n) != 0) return false;
  if (file->path[start + n] != '/') return false;
  return text_ends_with(file->path, ".yaml") || (jn_import_takes(file->path) && jn_import_available());
}

// ---- reading --------------------------------------------------------------------------------------------------------

static void *copy_of(const char *text, size_t n, size_t *size) {
  char *copy = malloc(n + 1);
  if (copy) memcpy(copy, text, n), copy[n] = 0, *size = n;
  return copy;
}

// A robot stands under the name of the model file that the import makes of it.
static bool is_imported_as(const embedded_model *file, const char *path) {
  const char *dot = strrchr(file->path, '.');
  size_t stem = (size_t)(dot - file->path);
  return jn_import_takes(file->path) && strncmp(path, file->path, stem) == 0 && strcmp(path + stem, ".yaml") == 0;
}

// What it leaves out of a shipped robot is known.
static void *import(const embedded_model *file, size_t *size) {
  char *text = jn_import_text(NULL, file->path, (const char *)file->text, file->size, NULL, NULL);
  void *copy = text ? copy_of(text, strlen(text), size) : NULL;
  jn_text_free(NULL, text);
  return copy;
}

// "models/examples/../parts/soils.yml" is "models/parts/soils.yml".
static void shorten(const char *path, char *out, size_t room) {
  snprintf(out, room, "%s", path);
  for (char *up = strstr(out, "/../"); up && up > out; up = strstr(out, "/../")) {
    char *before = up;
    while (before > out && before[-1] != '/') before--;
    memmove(before, up + 4, strlen(up + 4) + 1);
  }
}

static void *read_file(void *user, const char *given, size_t *size, char *why, size_t room) {
  char path[400];
  (void)user;
  shorten(given, path, sizeof path);
  why[0] = 0;
  for (const embedded_model *m = embedded_models; m->name; m++) {
    if (strcmp(m->path, path) == 0) return copy_of((const char *)m->text, m->size, size);
    if (is_imported_as(m, path)) return import(m, size);
  }
  snprintf(why, room, "the command does not carry it");
  return NULL;
}

static void release(void *user, void *bytes) {
  (void)user;
  free(bytes);
}

jn_model *shipped_read(app_command *command, const embedded_model *file) {
  jn_files files = {.read = read_file, .release = release};
  char *path = path_with_ending(file->path, ".yaml");
  jn_model *model = path ? jn_model_read_files(NULL, &files, path, NULL, 0, command->report) : NULL;
  free(path);
  return model;
}

// ---- what it is -----------------------------------------------------------------------------------------------------

// Comments of YAML and XML; those about the licence and for editors say nothing about the model.
static const char *comment_of(const char *line, size_t *length) {
  const char *begin = line[0] == '#' ? line + 1 : strncmp(line, "<!--", 4) == 0 ? line + 4 : NULL;
  if (!begin) return NULL;
  begin += strspn(begin, " ");
  *length = strcspn(begin, "\n");
  return begin;
}

static bool is_of_model(const char *comment) {
  return strncmp(comment, "SPDX-", 5) != 0 && strncmp(comment, "yaml-language-server", 20) != 0;
}

static const char *next_line(const char *line) {
  line += strcspn(line, "\n");
  return *line ? line + 1 : NULL;
}

// A sentence ends with a full stop before a space, or with the paragraph. True: it has ended.
static bool add_words(char *text, size_t room, const char *words, size_t length) {
  size_t used = strlen(text);
  if (used > 0 && used + 1 < room) text[used++] = ' ';
  for (size_t i = 0; i < length && used + 1 < room; i++) {
    if (strncmp(words + i, "-->", 3) == 0) break;
    text[used++] = words[i], text[used] = 0;
    if (words[i] == '.' && (i + 1 == length || words[i + 1] == ' ')) return true;
  }
  return false;
}

void shipped_sentence(const embedded_model *file, char *text, size_t room) {
  text[0] = 0;
  size_t length = 0;
  for (const char *line = (const char *)file->text; line; line = next_line(line)) {
    const char *comment = comment_of(line, &length);
    if (comment && is_of_model(comment)) {
      if (length == 0 || add_words(text, room, comment, length)) return;
    } else if (text[0]) {
      const char *words = line + strspn(line, " ");  // of XML: it goes on until it is closed
      if (line[0] != ' ' || add_words(text, room, words, strcspn(words, "\n"))) return;
    }
  }
}
