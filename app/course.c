// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// course.c - finds courses, and puts a model on a course as a variant of the model.
#include "course.h"

#include <errno.h>
#include <jounce/document.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/embedded.h"
#include "common/system.h"
#include "common/text.h"
#include "common/text_stream.h"

static const char setting_path[] = "use.course.part", variant_ending[] = "~course.yaml", courses_folder[] = "courses/";

// ---- built-in courses -----------------------------------------------------------------------------------------------

bool course_get(int i, app_course *course) {
  for (const embedded_model *file = embedded_courses; file->name; file++)
    if (jn_file_format_of(file->name) == JN_FORMAT_MODEL && i-- == 0) {
      *course = (app_course){file->name, NULL};
      return true;
    }
  return false;
}

static char *joined(const char *a, const char *b) {
  size_t length = strlen(a), more = strlen(b) + 1;
  char *text = malloc(length + more);
  if (text) {
    memcpy(text, a, length);
    memcpy(text + length, b, more);
  }
  return text;
}

char *course_name(const app_course *course) {
  char *name = path_stem_with(course->file, "");
  for (char *c = name; c && *c; c++)
    if (*c == '-' || *c == '_') *c = ' ';
  return name;
}

static bool is_called(const app_course *course, const char *word) {
  char *stem = path_stem_with(course->file, ""), *name = course_name(course);
  bool same = stem && name && (strcmp(stem, word) == 0 || strcmp(name, word) == 0);
  free(stem);
  free(name);
  return same;
}

static bool take_file(app_command *command, const char *path, app_course *course, char **folder) {
  size_t n = path_length_of_folder(path);
  if (!system_allows(path, SYSTEM_READABLE)) {
    jn_report_fault(command->report, JN_IO, "", "the course '%.200s' cannot be read: %s", path, strerror(errno));
    return false;
  }
  *folder = text_start(path, n);
  *course = (app_course){path + n, *folder};
  if (!*folder) worst_fault(command, JN_NO_MEMORY, "finding the course");
  return *folder != NULL;
}

bool course_find(app_command *command, const char *word, app_course *course, char **folder) {
  char names[400] = "";
  *folder = NULL;
  if (jn_file_format_of(word) == JN_FORMAT_MODEL) return take_file(command, word, course, folder);
  for (int i = 0; course_get(i, course); i++) {
    if (is_called(course, word)) return true;
    size_t used = strlen(names), stem = strcspn(course->file, ".");
    snprintf(names + used, sizeof names - used, "%s%.*s", i > 0 ? ", " : "", (int)stem, course->file);
  }
  usage_fault(command, "there is no driving course '%s'; there are %s, or name your own .yml file", word, names);
  return false;
}

// ---- the variant ----------------------------------------------------------------------------------------------------

static bool is_driven(const jn_model *model, int road) {
  return isfinite(jn_model_road_height(model, (jn_road){road}, 0, 0));
}

bool course_fits(const jn_model *model) {
  if (jn_model_space(model) != JN_SPACE || jn_model_nsources(model) < 1) return false;
  if (jn_model_imported_text(model)) return false;
  for (int i = 0; i < jn_model_nroads(model); i++)
    if (is_driven(model, i)) return true;
  return false;
}

bool course_has_setting(const jn_setting *setting) {
  return strcmp(setting->path, setting_path) == 0 || strncmp(setting->path, "course.", sizeof "course." - 1) == 0;
}

jn_setting *course_settings(const jn_model *model, int *n) {
  jn_setting *settings = calloc((size_t)jn_model_nsettings(model) + 1, sizeof *settings);
  *n = 0;
  for (int i = 0; settings && i < jn_model_nsettings(model); i++) {
    jn_setting setting = jn_model_setting(model, i);
    if (!course_has_setting(&setting)) settings[(*n)++] = setting;
  }
  return settings;
}

static bool is_on_course(const jn_model *model) {
  return text_ends_with(jn_model_source(model, 0).name, variant_ending);
}

// Returns the name of the file of the course that the model is on; NULL: it is on no course.
static const char *file_of(const jn_model *model) {
  for (int i = 0; is_on_course(model) && i < jn_model_nsettings(model); i++) {
    jn_setting setting = jn_model_setting(model, i);
    if (strcmp(setting.path, setting_path) == 0) return setting.value + strlen(courses_folder);
  }
  return NULL;
}

bool course_is_on(const jn_model *model, const app_course *course) {
  const char *file = file_of(model);
  return file && strcmp(file, course->file) == 0;
}

char *course_of(const jn_model *model) {
  const char *file = file_of(model);
  return file ? course_name(&(app_course){file, NULL}) : NULL;
}

// Writes the section `roads` of the variant, which makes every road that a course can replace the road course.road. For
// a road inside a part the reader of the variant reports that course.road does not exist there.
static void write_roads(app_json *json, const jn_model *model) {
  json_open(json, "roads", '{');
  for (int i = 0; i < jn_model_nroads(model); i++) {
    if (!is_driven(model, i)) continue;
    json_open(json, jn_model_road_name(model, (jn_road){i}), '{');
    json_text(json, "type", "sum");
    json_open(json, "roads", '[');
    json_text(json, NULL, "course.road");
    json_close(json, ']');
    json_close(json, '}');
  }
  json_close(json, '}');
}

// Returns the text of a variant of the model that is on the course whose file has the path `part`. The caller frees it;
// NULL: no memory.
static char *write_variant(const jn_model *model, const char *part) {
  text_stream stream;
  app_json json = {.out = text_stream_begin(&stream)};
  if (!json.out) return NULL;
  json_open(&json, NULL, '{');
  json_integer(&json, "jounce", 1);
  json_text(&json, "model", path_base(jn_model_source(model, 0).name));
  json_open(&json, "use", '{');
  json_open(&json, "course", '{');
  json_text(&json, "part", part);
  json_close(&json, '}');
  json_close(&json, '}');
  write_roads(&json, model);
  json_close(&json, '}');
  text_stream_end(&stream);
  return stream.text;
}

// ---- the files ------------------------------------------------------------------------------------------------------

typedef struct {
  const jn_model *model;
  const app_course *course;
  char *path, *text;  // path and text of the variant of the model; text NULL: the model is such a variant already
  char *folder;       // path of the folder `courses`, which exists only in memory
  char *part;         // path of the course's file relative to the variant
} course_files;

static void *copied(const void *bytes, size_t n, size_t *size) {
  void *copy = malloc(n + 1);
  if (copy && n > 0) memcpy(copy, bytes, n);
  *size = n;
  return copy;
}

static void *read_disk(const char *path, size_t *size, char *why, size_t why_size) {
  char part[4096];
  text_stream stream = {.text = NULL};
  FILE *file = system_open(path, "rb");
  if (!file) snprintf(why, why_size, "%s", strerror(errno));
  FILE *out = file ? text_stream_begin(&stream) : NULL;
  while (out) {
    size_t n = fread(part, 1, sizeof part, file);
    if (n == 0) break;
    fwrite(part, 1, n, out);
  }
  bool whole = out && !ferror(file);
  if (out && !whole) snprintf(why, why_size, "%s", strerror(errno));
  if (out) whole = text_stream_end(&stream) && whole;
  if (file) fclose(file);
  *size = stream.size;
  if (whole) return stream.text;
  free(stream.text);
  return NULL;
}

static void *read_course(const course_files *files, const char *name, size_t *size, char *why, size_t why_size) {
  if (files->course->folder) {
    char *path = joined(files->course->folder, name);
    void *bytes = path ? read_disk(path, size, why, why_size) : NULL;
    free(path);
    return bytes;
  }
  for (const embedded_model *file = embedded_courses; file->name; file++)
    if (strcmp(file->name, name) == 0) return copied(file->text, file->size, size);
  snprintf(why, why_size, "there is no such course");
  return NULL;
}

// Returns the bytes of a file that the variant needs and sets *size; NULL with the reason in `why`. The variant and
// built-in courses are in memory; text files come from the model, because pipes cannot be read again; other files are
// read.
static void *read_file(void *user, const char *path, size_t *size, char *why, size_t why_size) {
  const course_files *files = user;
  size_t length = strlen(files->folder);
  if (files->text && strcmp(path, files->path) == 0) return copied(files->text, strlen(files->text), size);
  if (strncmp(path, files->folder, length) == 0) return read_course(files, path + length, size, why, why_size);
  for (int i = 0; i < jn_model_nsources(files->model); i++) {
    jn_source source = jn_model_source(files->model, i);
    if (source.text && strcmp(source.name, path) == 0) return copied(source.text, source.size, size);
  }
  return read_disk(path, size, why, why_size);
}

static void release(void *user, void *bytes) {
  (void)user;
  free(bytes);
}

static bool open_files(const jn_model *model, const app_course *course, course_files *files) {
  const char *own = jn_model_source(model, 0).name;
  char *above = text_start(own, path_length_of_folder(own));
  *files = (course_files){.model = model, .course = course};
  files->part = joined(courses_folder, course->file);
  files->folder = above ? joined(above, courses_folder) : NULL;
  files->path = is_on_course(model) ? strdup(own) : path_with_ending(own, variant_ending);
  if (files->part && !is_on_course(model)) files->text = write_variant(model, files->part);
  free(above);
  return files->part && files->folder && files->path && (files->text || is_on_course(model));
}

static void close_files(course_files *files) {
  free(files->path);
  free(files->text);
  free(files->folder);
  free(files->part);
}

// Copies messages to `report`. A course on disk has a path in memory while it is read; messages get its real path.
static void copy_messages(const course_files *files, const jn_report *messages, jn_report *report) {
  size_t length = strlen(files->folder);
  for (int i = 0; i < jn_report_size(messages); i++) {
    jn_error error = *jn_report_get(messages, i);
    char name[sizeof error.file];
    if (files->course->folder && strncmp(error.file, files->folder, length) == 0) {
      snprintf(name, sizeof name, "%s", error.file + length);
      snprintf(error.file, sizeof error.file, "%.100s%.150s", files->course->folder, name);
    }
    jn_report_add(report, &error);
  }
}

jn_model *course_read(const jn_model *model, const app_course *course, const jn_setting *settings, int nsettings,
                      jn_report *report) {
  course_files files;
  jn_setting *all = calloc((size_t)nsettings + 1, sizeof *all);
  jn_report *messages = jn_report_new(NULL);
  jn_model *made = NULL;
  int n = 0;
  if (open_files(model, course, &files) && all && messages) {
    const jn_files table = {&files, read_file, release, NULL};
    for (int i = 0; i < nsettings; i++)
      if (strcmp(settings[i].path, setting_path) != 0) all[n++] = settings[i];
    all[n++] = (jn_setting){setting_path, files.part};
    made = jn_model_read_files(NULL, &table, files.path, all, n, messages);
    copy_messages(&files, messages, report);
  } else jn_report_fault(report, JN_NO_MEMORY, "", "there is not enough memory for the course");
  close_files(&files);
  jn_report_free(messages);
  free(all);
  return made;
}
