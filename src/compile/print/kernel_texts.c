// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// kernel_texts.c - see kernel_texts.h.
#include "compile/print/kernel_texts.h"

#include <string.h>

#include "compile/print/lane_names.h"
#include "compile/print/trim_headers.h"

struct jni_kernels {
  jni_pool pool;
  bool *listed;  // of each text: it is requested, or a requested text includes it
  int *list, n;  // indices of these texts, in the order of printing
  bool *on_lanes;
  int *lane_list, nlane_list;  // indices of the texts that are also printed for lanes, after the others
  const char **controllers;
  int ncontrollers, capacity;
};

static const char *text_of(int i) { return (const char *)jni_kernel_texts[i].text; }

jni_kernels *jni_kernels_new(const jn_alloc *alloc) {
  jni_kernels *kernels = jni_object_new(alloc, sizeof *kernels);
  if (!kernels) return NULL;
  size_t n = 0;
  while (jni_kernel_texts[n].name) n++;
  kernels->listed = jni_flags(&kernels->pool, n + 1);
  kernels->list = jni_ints(&kernels->pool, n + 1);
  kernels->on_lanes = jni_flags(&kernels->pool, n + 1);
  kernels->lane_list = jni_ints(&kernels->pool, n + 1);
  return kernels->pool.failed ? jni_kernels_free(kernels) : kernels;
}

void *jni_kernels_free(jni_kernels *kernels) { return jni_object_free(kernels); }

// Returns the index of the first text whose path is this one or ends with it after a '/'; -1: none.
static int find_path(const char *path, size_t length) {
  for (int i = 0; jni_kernel_texts[i].name; i++) {
    const char *whole = jni_kernel_texts[i].path;
    size_t before = strlen(whole) - length;
    if (strlen(whole) >= length && !strncmp(whole + before, path, length) && (before == 0 || whole[before - 1] == '/'))
      return i;
  }
  return -1;
}

// Returns the index of the text that defines a function, in a line that begins with JNK_FN or JNK_RARE; -1: there is
// none.
static int find_function(const char *function) {
  size_t length = strlen(function);
  for (int i = 0; jni_kernel_texts[i].name; i++)
    for (const char *line = strstr(text_of(i), "\nJNK_"); line; line = strstr(line + 1, "\nJNK_")) {
      const char *at = line + 1, *open = strchr(at, '('), *end = strchr(at, '\n');
      if (strncmp(at, "JNK_FN ", 7) && strncmp(at, "JNK_RARE ", 9)) continue;
      if (open && end && open < end && (size_t)(open - at) > length && !strncmp(open - length, function, length) &&
          strchr(" *", open[-(ptrdiff_t)length - 1]))
        return i;
    }
  return -1;
}

static const char include_mark[] = "#include ";

// Returns the index of the text that the next #include line after *at names, and moves *at after that line; -1: there
// is no further one.
static int next_include(const char **at) {
  for (*at = strstr(*at, include_mark); *at; *at = strstr(*at, include_mark)) {
    *at += sizeof include_mark - 1;
    const char *quote = *at, *end = *quote == '"' ? strchr(quote + 1, '"') : NULL;
    int other = end ? find_path(quote + 1, (size_t)(end - quote - 1)) : -1;
    if (other >= 0) return other;
  }
  return -1;
}

// Adds text i to the list, after those that it includes. Includes must not form a circle.
static void list_text(jni_kernels *kernels, int i) {
  if (kernels->listed[i]) return;
  kernels->listed[i] = true;
  const char *at = text_of(i);
  for (int other = next_include(&at); other >= 0; other = next_include(&at)) list_text(kernels, other);
  kernels->list[kernels->n++] = i;
}

// ---- lanes ----------------------------------------------------------------------------------------------

static const char real_mark[] = "#include \"kernel/real.h\"";

// Returns the index of the lane form of a text, "kernel/law_lanes.h" for "kernel/law.h"; -1: there is none.
static int find_counterpart(int i) {
  char path[128];
  const char *own = jni_kernel_texts[i].path;
  int length = jni_print(path, sizeof path, "%.*s_lanes.h", (int)strlen(own) - 2, own);
  return !strcmp(own, "kernel/real.h") ? find_path("kernel/lanes.h", 14) : find_path(path, (size_t)length);
}

static void list_for_lanes(jni_kernels *kernels, int i) {
  if (kernels->on_lanes[i]) return;
  kernels->on_lanes[i] = true;
  const char *at = text_of(i);
  for (int other = next_include(&at); other >= 0; other = next_include(&at)) {
    int counterpart = find_counterpart(other);
    if (strstr(text_of(other), real_mark)) list_for_lanes(kernels, other);
    else list_text(kernels, counterpart >= 0 ? counterpart : other);
  }
  kernels->lane_list[kernels->nlane_list++] = i;
}

bool jni_kernels_need_lanes(jni_kernels *kernels, const char *function) {
  int i = find_function(function);
  if (i < 0 || !strstr(text_of(i), real_mark)) return false;
  list_for_lanes(kernels, i);
  return true;
}

bool jni_kernels_on_lanes(const jni_kernels *kernels, const char *function) {
  int i = find_function(function);
  return i >= 0 && kernels->on_lanes[i];
}

static bool need_text(jni_kernels *kernels, const char *function) {
  int i = find_function(function);
  if (i >= 0) list_text(kernels, i);
  return i >= 0;
}

static const char controller_mark[] = "jnk_call_controller_";

// Records that the controller `name` is called, whose code is linked separately, and requests what its call needs.
// Returns false without memory or if that has no text. The macro JNK_CONTROLLER_CALL (subsystem/controller_call.h)
// defines its kernel.
static bool need_controller(jni_kernels *kernels, const char *name) {
  for (int i = 0; i < kernels->ncontrollers; i++)
    if (!strcmp(kernels->controllers[i], name)) return true;
  if (!jni_pool_grow(&kernels->pool, &kernels->controllers, &kernels->capacity, kernels->ncontrollers + 1,
                     sizeof *kernels->controllers))
    return false;
  kernels->controllers[kernels->ncontrollers++] = name;
  return need_text(kernels, "jnk_controller_due");
}

bool jni_kernels_need(jni_kernels *kernels, const char *function) {
  size_t length = sizeof controller_mark - 1;
  if (!strncmp(function, controller_mark, length)) return need_controller(kernels, function + length);
  return need_text(kernels, function);
}

bool jni_kernels_failed(const jni_kernels *kernels) { return kernels->pool.failed; }

const char *jni_kernels_controller(const jni_kernels *kernels, int i) {
  return i < kernels->ncontrollers ? kernels->controllers[i] : NULL;
}

// ---- the text -----------------------------------------------------------------------------------------------------

// Returns the position in a header after its lines #ifndef NAME and #define NAME; its beginning if it has none.
static const char *begin_of_guarded(const char *text) {
  const char *guard = strstr(text, "\n#ifndef "), *define = guard ? strstr(guard, "\n#define ") : NULL;
  const char *begin = define ? strchr(define + 1, '\n') : NULL;
  return begin ? begin + 1 : text;
}

static const char *end_of_guarded(const char *text) {
  const char *end = text + strlen(text);
  for (const char *at = strstr(text, "\n#endif"); at; at = strstr(end, "\n#endif")) end = at + 1;
  return end;
}

// Prints a header without its guard and #include lines. names: renames functions for lanes; NULL: unchanged.
static void print_text(const char *header, const jni_lane_names *names, jni_source *text) {
  const char *last = end_of_guarded(header);
  for (const char *line = begin_of_guarded(header), *end; line < last; line = end) {
    end = strchr(line, '\n') + 1;
    if (!strncmp(line, include_mark, sizeof include_mark - 1)) continue;
    if (names) jni_lane_names_print(names, line, (size_t)(end - line), text);
    else jni_source_put(text, line, (size_t)(end - line));
  }
}

static void print_lane_texts(const jni_kernels *kernels, jni_source *text) {
  jni_lane_names names = {.pool = {.alloc = kernels->pool.alloc}};
  for (int i = 0; i < kernels->n; i++) jni_lane_names_take(&names, text_of(kernels->list[i]));
  for (int i = 0; i < kernels->nlane_list; i++) jni_lane_names_define(&names, text_of(kernels->lane_list[i]));
  for (int i = 0; i < kernels->nlane_list; i++) print_text(text_of(kernels->lane_list[i]), &names, text);
  if (names.pool.failed) text->pool.failed = true;
  jni_pool_free(&names.pool);
}

void jni_kernels_print(const jni_kernels *kernels, const char *user, const char *const *omitted, jni_source *text) {
  jni_source *headers = jni_source_new(kernels->pool.alloc);
  for (int i = 0; headers && i < kernels->n; i++) print_text(text_of(kernels->list[i]), NULL, headers);
  if (headers && kernels->nlane_list > 0) print_lane_texts(kernels, headers);
  for (int i = 0; headers && i < kernels->ncontrollers; i++)
    jni_source_add(headers, "JNK_CONTROLLER_CALL(%s)\n", kernels->controllers[i]);
  if (headers && headers->text && !headers->pool.failed) jni_trim(headers->text, user, omitted, text);
  else text->pool.failed = true;
  jni_source_free(headers);
}
