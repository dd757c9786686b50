// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
#include "fmi/engine/engine_settings.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"

static const char first_line[] = "jounce-fmu 1";
enum { LARGEST_FILE = 1 << 20, MOST_WORDS = 3, MOST_VARIABLES = 1 << 24 };

// ---- reading --------------------------------------------------------------------------------------------------------

// Reads the file of settings as text. Returns NULL with a fault in the report if it cannot be read, contains a NUL
// byte or is too large, or if memory is short.
static char *read_text(jni_pool *pool, const char *path, jn_report *report) {
  int file = jni_file_open(path, JNI_FILE_READ);
  char *text = file >= 0 ? jni_take(pool, LARGEST_FILE + 1, 1) : NULL;
  size_t size = 0;
  int64_t n = 0;
  do {
    n = text ? jni_file_read(file, text + size, LARGEST_FILE - size) : -1;
    if (n > 0) size += (size_t)n;
  } while (n > 0 && size < LARGEST_FILE);
  if (file >= 0) jni_file_close(file);
  if (file >= 0 && !text) {
    jni_report_no_memory(report);
    return NULL;
  }
  if (n != 0) {
    jn_report_fault(report, JN_IO, "", "the resources of the FMU cannot be read: '%.300s'", path);
    return NULL;
  }
  text[size] = 0;
  if (strlen(text) == size) return text;
  jn_report_fault(report, JN_BAD_ARGUMENT, "", "the settings of the FMU contain a NUL byte: '%.300s'", path);
  return NULL;
}

static int hex(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

// Replaces each %XX in a word, in place, by the byte with this hexadecimal value. Returns false if a sequence is
// invalid.
static bool decode(char *word) {
  char *to = word;
  for (const char *from = word; *from; from++) {
    if (*from != '%') {
      *to++ = *from;
      continue;
    }
    int high = hex(from[1]), low = high < 0 ? -1 : hex(from[2]);
    if (low < 0 || high + low == 0) return false;
    *to++ = (char)(16 * high + low);
    from += 2;
  }
  *to = 0;
  return true;
}

static int split(char *line, char *words[MOST_WORDS]) {
  int n = 0;
  for (char *at = line; at && n <= MOST_WORDS; n++) {
    char *end = strchr(at, ' ');
    if (end) *end++ = 0;
    if (n == MOST_WORDS || !decode(at)) return -1;
    words[n] = at;
    at = end;
  }
  return n;
}

static bool take_choice(jni_engine_settings *s, const char *key, const char *value) {
  char what[200];
  for (int i = 0; i < JN_NCHOICES; i++) {
    if (strcmp(jn_choice_get((jn_choice)i)->key, key) != 0) continue;
    s->given[i] = true;
    return jn_choice_set(&s->chosen, (jn_choice)i, value, what, sizeof what);
  }
  return false;
}

static bool take_line(jni_pool *pool, jni_engine_settings *s, char *words[MOST_WORDS], int n) {
  if (n == 2 && strcmp(words[0], "token") == 0) {
    s->token = words[1];
  } else if (n == 2 && strcmp(words[0], "model") == 0) {
    s->model = words[1];
  } else if (n == 3 && strcmp(words[0], "states") == 0) {
    double states, indicators;
    const char *end = jni_number_parse(words[1], &states), *last = jni_number_parse(words[2], &indicators);
    bool good = end && *end == 0 && last && *last == 0 && states >= 0 && states <= MOST_VARIABLES && indicators >= 0 &&
                indicators <= MOST_VARIABLES;
    if (!good) return false;
    s->nstates = (int)states;
    s->nindicators = (int)indicators;
  } else if (n == 3 && strcmp(words[0], "setting") == 0) {
    if (!jni_pool_grow(pool, &s->settings, &s->setting_capacity, s->nsettings + 1, sizeof *s->settings)) return false;
    s->settings[s->nsettings++] = (jn_setting){words[1], words[2]};
  } else if (n == 3 && strcmp(words[0], "choice") == 0) {
    return take_choice(s, words[1], words[2]);
  } else if (n == 2 && strcmp(words[0], "probe") == 0) {
    if (!jni_pool_grow(pool, &s->probes, &s->probe_capacity, s->nprobes + 1, sizeof *s->probes)) return false;
    s->probes[s->nprobes++] = words[1];
  } else if (n == 3 && strcmp(words[0], "input") == 0) {
    if (!jni_pool_grow(pool, &s->inputs, &s->input_capacity, s->ninputs + 1, sizeof *s->inputs)) return false;
    jni_engine_input *input = &s->inputs[s->ninputs++];
    input->name = words[1];
    const char *end = jni_number_parse(words[2], &input->start);
    return end && *end == 0;
  } else {
    return false;
  }
  return true;
}

bool jni_engine_settings_read(jni_pool *pool, const char *folder, jni_engine_settings *settings, jn_report *report) {
  char path[JNI_PATH_SIZE];
  size_t length = strlen(folder);
  const char *separator = length > 0 && jni_path_separates(folder[length - 1]) ? "" : "/";
  *settings = (jni_engine_settings){.nstates = -1, .chosen = jn_choices_default()};
  if (jni_print(path, sizeof path, "%s%s" JNI_ENGINE_SETTINGS_FILE, folder, separator) >= (int)sizeof path) {
    jn_report_fault(report, JN_IO, "", "the path of the resources is too long");
    return false;
  }
  char *text = read_text(pool, path, report);
  if (!text) return false;
  int number = 0;
  for (char *line = text; *line; number++) {
    char *end = strchr(line, '\n'), *words[MOST_WORDS];
    if (end) *end = 0;
    bool good = number == 0 ? strcmp(line, first_line) == 0 : take_line(pool, settings, words, split(line, words));
    if (!good) {
      jn_report_fault(report, JN_BAD_ARGUMENT, "", "%s:%d: this line of the FMU's settings cannot be read", path,
                      number + 1);
      return false;
    }
    line = end ? end + 1 : line + strlen(line);
  }
  if (settings->token && settings->model && jni_path_root(settings->model) == 0) return true;
  jn_report_fault(report, JN_BAD_ARGUMENT, "", "%s: token or model is missing", path);
  return false;
}

// ---- writing --------------------------------------------------------------------------------------------------------

typedef struct {
  char *text;
  int n, capacity;
  bool failed;
} buffer;

static void put(buffer *b, const char *bytes, size_t n) {
  if (!b->failed && !jni_grow(NULL, &b->text, &b->capacity, b->n + (int)n + 1, 1)) b->failed = true;
  if (b->failed) return;
  memcpy(b->text + b->n, bytes, n);
  b->n += (int)n;
}

static void put_word(buffer *b, const char *word) {
  if (b->n > 0 && b->text[b->n - 1] != '\n') put(b, " ", 1);
  for (; *word; word++) {
    char code[4];
    bool visible = *word > ' ' && *word < 127 && *word != '%';
    if (!visible) jni_print(code, sizeof code, "%%%02x", (unsigned char)*word);
    put(b, visible ? word : code, visible ? 1 : 3);
  }
}

static void put_line(buffer *b, const char *key, const char *first, const char *second) {
  put_word(b, key);
  put_word(b, first);
  if (second) put_word(b, second);
  put(b, "\n", 1);
}

char *jni_engine_settings_write(const jni_engine_settings *s) {
  buffer b = {.text = NULL};
  char value[300], second[16];
  put(&b, first_line, strlen(first_line));
  put(&b, "\n", 1);
  put_line(&b, "token", s->token, NULL);
  put_line(&b, "model", s->model, NULL);
  jni_print(value, sizeof value, "%d", s->nstates);
  jni_print(second, sizeof second, "%d", s->nindicators);
  put_line(&b, "states", value, second);
  for (int i = 0; i < s->nsettings; i++) put_line(&b, "setting", s->settings[i].path, s->settings[i].value);
  for (int i = 0; i < JN_NCHOICES; i++) {
    if (!s->given[i]) continue;
    jn_choice_print(&s->chosen, (jn_choice)i, 17, value, sizeof value);
    put_line(&b, "choice", jn_choice_get((jn_choice)i)->key, value);
  }
  for (int i = 0; i < s->nprobes; i++) put_line(&b, "probe", s->probes[i], NULL);
  for (int i = 0; i < s->ninputs; i++) {
    jni_print(value, sizeof value, "%.17g", s->inputs[i].start);
    put_line(&b, "input", s->inputs[i].name, value);
  }
  if (!b.failed) put(&b, "", 1);
  if (b.failed) return jni_free(NULL, b.text);
  return b.text;
}
