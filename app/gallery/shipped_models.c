// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// shipped_models.c - the models that come with Jounce, as they are embedded in the command.
#include "gallery/shipped_models.h"

#include <jounce/import.h>
#include <string.h>

const shipped_group shipped_groups[] = {
    {"examples", "Examples"}, {"vehicles", "Vehicles"},     {"rigs", "Test rigs"},
    {"robots", "Robots"},     {"benchmarks", "Benchmarks"}, {NULL, NULL},
};

static const char root[] = "models/";

bool shipped_is_of(const embedded_model *file, const shipped_group *group) {
  size_t n = strlen(group->folder), start = sizeof root - 1;
  if (strncmp(file->path, root, start) != 0 || strncmp(file->path + start, group->folder, n) != 0) return false;
  if (file->path[start + n] != '/') return false;
  return jn_file_format_of(file->path) == JN_FORMAT_MODEL || (jn_import_takes(file->path) && jn_import_available());
}

jn_model *shipped_read(app_command *command, const embedded_model *file) {
  return embedded_read(file, NULL, 0, command->report);
}

// ---- description ----------------------------------------------------------------------------------------------------

// Returns the text after the mark that begins a comment in a line of YAML or XML, and sets *length to its length; NULL:
// the line begins no comment.
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

// Appends a space and `words` to the sentence `text`, up to a full stop that is followed by a space or ends the words.
// Returns whether there is such a full stop, which ends the sentence.
static bool add_words(char *text, size_t size, const char *words, size_t length) {
  size_t used = strlen(text);
  if (used > 0 && used + 1 < size) text[used++] = ' ';
  for (size_t i = 0; i < length && used + 1 < size; i++) {
    if (strncmp(words + i, "-->", 3) == 0) break;
    text[used++] = words[i];
    text[used] = 0;
    if (words[i] == '.' && (i + 1 == length || words[i + 1] == ' ')) return true;
  }
  return false;
}

void shipped_sentence(const embedded_model *file, char *text, size_t size) {
  text[0] = 0;
  size_t length = 0;
  for (const char *line = (const char *)file->text; line; line = next_line(line)) {
    const char *comment = comment_of(line, &length);
    if (comment && is_of_model(comment)) {
      if (length == 0 || add_words(text, size, comment, length)) return;
    } else if (text[0]) {
      const char *words = line + strspn(line, " ");  // a further line of an XML comment
      if (line[0] != ' ' || add_words(text, size, words, strcspn(words, "\n"))) return;
    }
  }
}
