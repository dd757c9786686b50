// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// course.h - courses: what a vehicle drives on.
//
// A course is a part with a road called 'road' and what stands beside it. A model is put on one by a variant of itself,
//   {jounce: 1, model: M, use: {course: {part: courses/NAME.yml}}, roads: {R: {type: sum, roads: [course.road]}}}
// in which every road R that something stands on is that of the course; the setting use.course.part chooses another.
// The variant M~course.yaml and the folder `courses`, beside the model's file, exist in memory alone.
#ifndef APP_COURSE_H
#define APP_COURSE_H

#include "command.h"

typedef struct {
  const char *file;    // its name: "bumps.yml"
  const char *folder;  // where it lies on the disk, with a slash; NULL: the command carries it
} app_course;

// The courses that the command carries; false past the last.
bool course_get(int i, app_course *course);
// What a user calls one, "bumps" or the path of a file; a fault where there is none. `folder` takes its folder, to be
// freed.
bool course_find(app_command *command, const char *word, app_course *course, char **folder);
// "lane-change.yml" is called "lane change". To be freed.
char *course_name(const app_course *course);

// Something of the model stands on a road that a course can take the place of.
bool course_fits(const jn_model *model);
// The course that a model was put on, by its name, to be freed; NULL: none.
char *course_of(const jn_model *model);
bool course_is_on(const jn_model *model, const app_course *course);
// A setting that counts on a course alone: it chooses one, or is about what is in it.
bool course_owns(const jn_setting *setting);
// The settings of the model that count on every course, to be freed; NULL: no memory.
jn_setting *course_settings(const jn_model *model, int *n);
// The model on a course, with these settings. It may be on another already. NULL with faults in the report.
jn_model *course_read(const jn_model *model, const app_course *course, const jn_setting *settings, int nsettings,
                      jn_report *report);

#endif
