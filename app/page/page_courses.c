// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// page_courses.c - the courses that a page offers: reads the model on each, and writes the list with settings.
#include <stdlib.h>
#include <string.h>

#include "course.h"
#include "page/page.h"

typedef struct {
  char *name;
  jn_model *model;  // the model as it is on this course
} page_course;

struct page_courses {
  const jn_model *model;  // the model of the command line: on its own road, or on the course of --course
  page_course *list;
  int n;
};

// ---- reading --------------------------------------------------------------------------------------------------------

// Adds a note that the page omits a course, with the first message of the reader; a tyre may need soil, for example.
static void note_omitted(app_command *command, const char *name, const jn_report *why) {
  jn_error note = {.severity = JN_NOTE, .element = "course"};
  snprintf(note.what, sizeof note.what, "'%s' is omitted: %.300s", name,
           jn_report_size(why) > 0 ? jn_report_get(why, 0)->what : "not enough memory");
  jn_report_add(command->report, &note);
}

static void add_course(app_command *command, page_courses *courses, const app_course *course,
                       const jn_setting *settings, int n) {
  jn_report *why = jn_report_new(NULL);
  page_course made = {course_name(course), why ? course_read(courses->model, course, settings, n, why) : NULL};
  if (made.name && made.model) courses->list[courses->n++] = made;
  else {
    note_omitted(command, course->file, why);
    free(made.name);
    jn_model_free(made.model);
  }
  jn_report_free(why);
}

page_courses *page_courses_read(app_command *command, const jn_model *model) {
  app_course course;
  int n, most = 0;
  while (course_get(most, &course)) most++;
  page_courses *courses = calloc(1, sizeof *courses);
  jn_setting *settings = course_settings(model, &n);
  if (courses) *courses = (page_courses){.model = model, .list = calloc((size_t)most + 1, sizeof *courses->list)};
  if (!courses || !courses->list || !settings) {
    worst_fault(command, JN_NO_MEMORY, "reading the courses");
    free(settings);
    return page_courses_free(courses);
  }
  for (int i = 0; course_fits(model) && course_get(i, &course); i++)
    if (!course_is_on(model, &course)) add_course(command, courses, &course, settings, n);
  free(settings);
  return courses;
}

void *page_courses_free(page_courses *courses) {
  for (int i = 0; courses && i < courses->n; i++) {
    free(courses->list[i].name);
    jn_model_free(courses->list[i].model);
  }
  if (courses) free(courses->list);
  free(courses);
  return NULL;
}

// ---- writing --------------------------------------------------------------------------------------------------------

static void write_course(app_json *json, const char *own, const char *name, const jn_model *model) {
  json_open(json, NULL, '{');
  json_text(json, "name", name);
  json_text(json, "model", page_file_name(own, jn_model_source(model, 0).name));
  page_write_settings(json, model);
  json_close(json, '}');
}

void page_courses_write(const page_courses *courses, app_json *json) {
  char *first = course_of(courses->model);
  json_open(json, "courses", '[');
  const char *own = jn_model_source(courses->model, 0).name;
  write_course(json, own, first ? first : "own road", courses->model);
  for (int i = 0; i < courses->n; i++) write_course(json, own, courses->list[i].name, courses->list[i].model);
  json_close(json, ']');
  free(first);
}

const jn_model *page_courses_model(const page_courses *courses, int i) {
  return courses && i >= 0 && i < courses->n ? courses->list[i].model : NULL;
}
