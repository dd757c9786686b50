// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// study_file.c - reads the definition of a study from a YAML file and writes it as text.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/file.h"
#include "model/build.h"
#include "model/choice.h"
#include "model/document/document.h"
#include "model/read/read_file.h"
#include "model/read/reader.h"
#include "output/text_buffer.h"
#include "study/study.h"

// A definition of a study together with the memory and the choices to which it points.
typedef struct {
  jni_pool pool;
  jn_study_def def;
  jn_choices choices;
  bool chosen[JN_NCHOICES];
} owned_def;

typedef struct {
  jni_pool *pool;
  jn_study_def *def;
  owned_def *owned;
  jn_model *model;  // empty model, which collects the messages about the document
  const char *path;
} file_reader;

void *jn_study_def_free(jn_study_def *def) {
  return def ? jni_object_free((char *)def - offsetof(owned_def, def)) : NULL;
}

// ---- faults ------------------------------------------------------------------------------------------------------

static bool fault(const file_reader *r, const jni_node *node, const char *format, const char *word) {
  char what[300];
  jni_print(what, sizeof what, format, word);
  r->model->place = node->place;
  jni_model_fault(r->model, "", "%s", what);
  return false;
}

static bool no_memory(const file_reader *r) {
  r->model->no_memory = true;
  return false;
}

// ---- values as texts ---------------------------------------------------------------------------------------------

static const char *scalar(const file_reader *r, const jni_node *node) {
  if (node->kind != JNI_SCALAR) {
    fault(r, node, "%s", "expected a value, not a list or a mapping");
    return NULL;
  }
  char *text = jni_pool_text(r->pool, node->text, strlen(node->text));
  if (text) return text;
  no_memory(r);
  return NULL;
}

// Returns the text that a setting would have for a list in the file: "[1, 2, 5]"; NULL after a fault.
static const char *list_text(const file_reader *r, const jni_node *node) {
  jni_text text = jni_text_new(r->pool->alloc);
  jni_text_put(&text, "[");
  for (const jni_node *item = node->first; item; item = item->next) {
    if (item->kind != JNI_SCALAR) {
      jni_text_drop(&text);
      fault(r, item, "%s", "expected a value");
      return NULL;
    }
    jni_text_printf(&text, strpbrk(item->text, ",[]") ? "\"%.900s\"" : "%.900s", item->text);
    if (item->next) jni_text_put(&text, ", ");
  }
  jni_text_put(&text, "]");
  char *made = jni_text_take(&text), *kept = made ? jni_pool_text(r->pool, made, strlen(made)) : NULL;
  jni_free(r->pool->alloc, made);
  if (kept) return kept;
  no_memory(r);
  return NULL;
}

// Returns the text that a setting would have for a range in the file, {from: 40 mm, to: 60 mm, values: 21}: "40 mm:60
// mm:21"; NULL after a fault.
static const char *range_text(const file_reader *r, const jni_node *node) {
  const jni_node *from = jni_node_get(node, "from"), *to = jni_node_get(node, "to"), *n = jni_node_get(node, "values");
  bool sound = from && to && node->size == (n ? 3 : 2) && from->kind == JNI_SCALAR && to->kind == JNI_SCALAR &&
               (!n || n->kind == JNI_SCALAR);
  if (!sound) {
    fault(r, node, "%s", "a range is {from: 40 mm, to: 60 mm, values: 21}, or \"40 mm:60 mm:21\"");
    return NULL;
  }
  char text[400];
  snprintf(text, sizeof text, "%.120s:%.120s%s%.120s", from->text, to->text, n ? ":" : "", n ? n->text : "");
  char *kept = jni_pool_text(r->pool, text, strlen(text));
  if (kept) return kept;
  no_memory(r);
  return NULL;
}

static const char *value_text(const file_reader *r, const jni_node *node) {
  return node->kind == JNI_SEQUENCE  ? list_text(r, node)
         : node->kind == JNI_MAPPING ? range_text(r, node)
                                     : scalar(r, node);
}

// ---- keys --------------------------------------------------------------------------------------------------------

static bool read_settings(const file_reader *r, const jni_node *node, const jn_setting **list, int *n) {
  if (node->kind != JNI_MAPPING) return fault(r, node, "%s", "expected parameters with their values");
  jn_setting *made = jni_take(r->pool, (size_t)node->size, sizeof *made);
  int count = 0;
  for (const jni_node *child = node->first; made && child; child = child->next) {
    made[count].path = jni_pool_text(r->pool, child->key, strlen(child->key));
    made[count].value = value_text(r, child);
    if (!made[count].path || !made[count].value) return false;
    count++;
  }
  *list = made;
  *n = count;
  return made || node->size == 0 ? true : no_memory(r);
}

static bool read_names(const file_reader *r, const jni_node *node, const char *const **list, int *n) {
  if (node->kind != JNI_SEQUENCE) return fault(r, node, "%s", "expected a list of names");
  const char **made = jni_take(r->pool, (size_t)node->size, sizeof *made);
  int count = 0;
  for (const jni_node *child = node->first; made && child; child = child->next) {
    made[count] = scalar(r, child);
    if (!made[count]) return false;
    count++;
  }
  *list = made;
  *n = count;
  return made || node->size == 0 ? true : no_memory(r);
}

static bool read_count(const file_reader *r, const jni_node *node, double most, double *value) {
  const char *text = scalar(r, node), *end = text ? jni_number_parse(text, value) : NULL;
  if (!text) return false;
  if (end && !*end && *value >= 0 && *value <= most && *value == floor(*value)) return true;
  return fault(r, node, "expected a whole number, got \"%.60s\"", text);
}

static bool read_flag(const file_reader *r, const jni_node *node, bool *flag) {
  const char *text = scalar(r, node);
  if (!text) return false;
  *flag = strcmp(text, "true") == 0;
  return *flag || strcmp(text, "false") == 0 ? true : fault(r, node, "expected true or false, got \"%.60s\"", text);
}

static bool read_model_path(const file_reader *r, const jni_node *node) {
  const char *name = scalar(r, node);
  if (!name) return false;
  size_t folder = jni_path_root(name) > 0 ? 0 : jni_path_folder(r->path), n = strlen(name);
  char *path = jni_take(r->pool, folder + n + 1, 1);
  if (!path) return no_memory(r);
  memcpy(path, r->path, folder);
  memcpy(path + folder, name, n + 1);
  r->def->model = path;
  return true;
}

// Reads the key `simulate`, choices that replace those of the model, into the definition. Returns false after a fault.
static bool read_choices(const file_reader *r, const jni_node *node) {
  if (node->kind != JNI_MAPPING) return fault(r, node, "%s", "expected keys of 'simulate' with their values");
  for (const jni_node *child = node->first; child; child = child->next) {
    int which = jni_choice_find(child->key);
    const char *text = scalar(r, child);
    char what[200], sentence[290];
    if (!text) return false;
    if (which < 0 || which == JN_CHOICE_independent)
      return fault(r, child, "'%.60s' cannot be chosen here; 'set' takes simulate.KEY", child->key);
    r->owned->chosen[which] = jn_choice_set(&r->owned->choices, (jn_choice)which, text, what, sizeof what);
    snprintf(sentence, sizeof sentence, "%.60s %.200s", child->key, what);
    if (!r->owned->chosen[which]) return fault(r, child, "%s", sentence);
  }
  r->def->choices = &r->owned->choices;
  r->def->chosen = r->owned->chosen;
  return true;
}

static const char *const keys[] = {"study",     "description", "model",    "keyframe", "balance_inertia",
                                   "contacts",  "set",         "vary",     "random",   "runs",
                                   "latin",     "seed",        "outputs",  "probes",   "take",
                                   "histories", "shards",      "simulate", NULL};

static const char *key_candidate(const void *context, int i) {
  (void)context;
  return keys[i];
}

static bool refuse_key(const file_reader *r, const jni_node *node) {
  const char *nearest = jni_nearest(node->key, key_candidate, NULL);
  char what[200];
  snprintf(what, sizeof what, "a study has no '%.60s'%s%s%s", node->key, nearest ? "; did you mean '" : "",
           nearest ? nearest : "", nearest ? "'?" : "");
  return fault(r, node, "%s", what);
}

static bool read_number_key(const file_reader *r, const jni_node *node) {
  double value = 0;
  jn_study_def *def = r->def;
  bool seed = strcmp(node->key, "seed") == 0;
  if (!read_count(r, node, seed ? 9007199254740992.0 : JNI_MOST_RUNS, &value)) return false;
  if (seed) def->seed = (uint64_t)value;
  else if (strcmp(node->key, "runs") == 0) def->runs = (int)value;
  else if (strcmp(node->key, "shards") == 0) def->shards = (int)value;
  else def->latin = (int)value;
  return true;
}

static bool read_key(const file_reader *r, const jni_node *node) {
  jn_study_def *def = r->def;
  const char *key = node->key;
  if (strcmp(key, "study") == 0) {
    const char *version = scalar(r, node);
    if (!version || strcmp(version, "1") == 0) return version != NULL;
    return fault(r, node, "this program reads studies of version 1, not \"%.40s\"", version);
  }
  if (strcmp(key, "description") == 0) return scalar(r, node) != NULL;
  if (strcmp(key, "model") == 0) return read_model_path(r, node);
  if (strcmp(key, "keyframe") == 0) {
    def->import.keyframe = scalar(r, node);
    return def->import.keyframe != NULL;
  }
  if (strcmp(key, "contacts") == 0) {
    const char *name = scalar(r, node);
    if (!name || jn_import_contacts_find(name, &def->import.contacts)) return name != NULL;
    return fault(r, node, "contacts of a robot are rigid or none, not \"%.40s\"", name);
  }
  if (strcmp(key, "balance_inertia") == 0) return read_flag(r, node, &def->import.balance_inertia);
  if (strcmp(key, "set") == 0) return read_settings(r, node, &def->settings, &def->nsettings);
  if (strcmp(key, "vary") == 0) return read_settings(r, node, &def->vary, &def->nvary);
  if (strcmp(key, "random") == 0) return read_settings(r, node, &def->random, &def->nrandom);
  if (strcmp(key, "outputs") == 0) return read_names(r, node, &def->outputs, &def->noutputs);
  if (strcmp(key, "probes") == 0) return read_names(r, node, &def->probes, &def->nprobes);
  if (strcmp(key, "take") == 0) return read_names(r, node, &def->take, &def->ntake);
  if (strcmp(key, "simulate") == 0) return read_choices(r, node);
  if (strcmp(key, "histories") == 0) return read_flag(r, node, &def->histories);
  bool number =
      strcmp(key, "runs") == 0 || strcmp(key, "latin") == 0 || strcmp(key, "seed") == 0 || strcmp(key, "shards") == 0;
  return number ? read_number_key(r, node) : refuse_key(r, node);
}

// ---- the file ----------------------------------------------------------------------------------------------------

static void read_root(const file_reader *r, const jni_node *root) {
  static const jni_node none = {.place = {.line = 1, .column = 1}};
  if (!root || root->kind != JNI_MAPPING || !jni_node_get(root, "study")) {
    fault(r, root ? root : &none, "%s", "a study begins with 'study: 1'");
    return;
  }
  for (const jni_node *child = root->first; child; child = child->next) read_key(r, child);
  if (!r->def->model && r->model->nfaults == 0) fault(r, root, "%s", "the study has no 'model'");
}

static char *read_bytes(const jn_alloc *alloc, const char *path, size_t *size, jn_report *report) {
  jn_error error = {.severity = JN_FAULT};
  char *text = jni_read_given_file(alloc, path, size, &error.status, error.what, sizeof error.what);
  snprintf(error.file, sizeof error.file, "%s", path);
  if (!text) jn_report_add(report, &error);
  return text;
}

jn_study_def *jn_study_def_read(const jn_alloc *alloc, const char *path, jn_report *report) {
  JNI_ASSERT(path);
  size_t size = 0;
  char *text = read_bytes(alloc, path, &size, report);
  if (!text) return NULL;
  owned_def *made = jni_object_new(alloc, sizeof *made);
  jn_model *model = jn_model_new(alloc, "", JN_PLANE);
  bool good = made && model && (model->file = jni_model_text(model, path, NULL)) != NULL;
  if (good) {
    made->def = jn_study_def_default();
    made->choices = jn_choices_default();
    file_reader r = {&made->pool, &made->def, made, model, path};
    jni_document *document = jni_document_new(model, text, size, 0, NULL);
    if (document) read_root(&r, jni_document_root(document));
    jni_document_free(document);
  }
  if (!good || model->no_memory) {
    jni_report_no_memory(report);
    good = false;
  }
  for (int i = 0; good && i < jn_report_size(model->report); i++)
    jn_report_add(report, jn_report_get(model->report, i));
  good = good && model->nfaults == 0;
  jn_model_free(model);
  jni_free(alloc, text);
  return good ? &made->def : jni_object_free(made);
}

// Returns whether a file is the definition of a study: the first line that is not empty or a comment begins with the
// key `study`. Returns false for pipes and devices without opening them, because their data can be read only once.
bool jn_is_study_file(const char *path) {
  JNI_ASSERT(path);
  char line[256];
  jni_file_info info;
  bool regular = jni_file_look(path, &info) && info.regular;
  int number = regular ? jni_file_open(path, JNI_FILE_READ) : -1;
  FILE *file = number >= 0 ? fdopen(number, "rb") : NULL;
  if (!file && number >= 0) jni_file_close(number);
  bool study = false, looking = file != NULL;
  while (looking && fgets(line, sizeof line, file)) {
    const char *at = line + strspn(line, " \t\r\n{\"");
    if (!*at || *at == '#' || strncmp(at, "---", 3) == 0) continue;
    study = strncmp(at, "study", 5) == 0 && strchr("\": ", at[5]);
    looking = false;
  }
  if (file) fclose(file);
  return study;
}

// ---- writing -----------------------------------------------------------------------------------------------------

// Appends a text in double quotes, with a backslash before each quotation mark and backslash in it.
static void put_quoted(jni_text *text, const char *value) {
  jni_text_put(text, "\"");
  for (; *value; value++) {
    if (*value == '"' || *value == '\\') jni_text_put(text, "\\");
    jni_text_bytes(text, value, 1);
  }
  jni_text_put(text, "\"");
}

static void put_settings(jni_text *text, const char *key, const jn_setting *list, int n) {
  if (n > 0) jni_text_printf(text, "%s:\n", key);
  for (int i = 0; i < n; i++) {
    jni_text_put(text, "  ");
    put_quoted(text, list[i].path);
    jni_text_put(text, ": ");
    put_quoted(text, list[i].value);
    jni_text_put(text, "\n");
  }
}

static void put_names(jni_text *text, const char *key, const char *const *list, int n) {
  if (n > 0) jni_text_printf(text, "%s: [", key);
  for (int i = 0; i < n; i++) {
    put_quoted(text, list[i]);
    jni_text_put(text, i < n - 1 ? ", " : "]\n");
  }
}

static void put_choices(jni_text *text, const jn_study_def *def) {
  bool any = false;
  for (int i = 0; def->choices && def->chosen && i < JN_NCHOICES; i++) {
    char value[400];
    if (!def->chosen[i]) continue;
    if (!any) jni_text_put(text, "simulate:\n");
    any = true;
    jn_choice_print(def->choices, (jn_choice)i, 17, value, sizeof value);
    jni_text_printf(text, "  %s: ", jn_choice_get((jn_choice)i)->key);
    put_quoted(text, value);
    jni_text_put(text, "\n");
  }
}

char *jn_study_def_text(const jn_alloc *alloc, const jn_study_def *def) {
  JNI_ASSERT(def);
  jni_text text = jni_text_new(alloc);
  jni_text_put(&text, "study: 1\nmodel: ");
  put_quoted(&text, def->model);
  jni_text_put(&text, "\n");
  if (def->import.keyframe) {
    jni_text_put(&text, "keyframe: ");
    put_quoted(&text, def->import.keyframe);
    jni_text_put(&text, "\n");
  }
  if (def->import.balance_inertia) jni_text_put(&text, "balance_inertia: true\n");
  if (def->import.contacts == JN_IMPORT_NO_CONTACTS) jni_text_put(&text, "contacts: none\n");
  put_settings(&text, "set", def->settings, def->nsettings);
  put_settings(&text, "vary", def->vary, def->nvary);
  put_settings(&text, "random", def->random, def->nrandom);
  if (def->latin > 0) jni_text_printf(&text, "latin: %d\n", def->latin);
  else if (def->runs > 0) jni_text_printf(&text, "runs: %d\n", def->runs);
  jni_text_printf(&text, "seed: %llu\n", (unsigned long long)def->seed);
  put_names(&text, "probes", def->probes, def->nprobes);
  put_names(&text, "outputs", def->outputs, def->noutputs);
  put_names(&text, "take", def->take, def->ntake);
  put_choices(&text, def);
  if (def->histories) jni_text_put(&text, "histories: true\n");
  if (def->shards > 0) jni_text_printf(&text, "shards: %d\n", def->shards);
  return jni_text_take(&text);
}
