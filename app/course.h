// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// course.h - courses on which a vehicle drives.
//
// A course is a part with a road called 'road' and the scenery beside it. course_read puts a model on a course by a
// variant of the model,
//   {jounce: 1, model: M, use: {course: {part: courses/NAME.yml}}, roads: {R: {type: sum, roads: [course.road]}}}
// which replaces every road R under a tyre, track or contact by the road of the course. The setting use.course.part
// selects another course. The variant M~course.yaml and the folder `courses` beside the model exist only in memory.
#ifndef APP_COURSE_H
#define APP_COURSE_H

#include "command.h"

typedef struct {
  const char *file;    // name of the file: "bumps.yml"
  const char *folder;  // its folder on disk, with a slash; NULL: the course is built into the command
} app_course;

// Sets *course to built-in course i, from 0. Returns false if there are no more.
bool course_get(int i, app_course *course);
// Finds a built-in course by its name ("bumps") or a course by the path of its file. Sets *course, and *folder to its
// folder on disk, which the caller frees; NULL for a built-in course. Returns false with a fault in the report if there
// is none or its file cannot be read.
bool course_find(app_command *command, const char *word, app_course *course, char **folder);
// Returns the name of a course for people: "lane change" for lane-change.yml. The caller frees it; NULL: no memory.
char *course_name(const app_course *course);

// Returns whether the model can be put on a course: it is in space, is not an imported robot, and has a road that a
// course can replace.
bool course_fits(const jn_model *model);
// Returns the name of the course that the model is on, which the caller frees; NULL: none.
char *course_of(const jn_model *model);
bool course_is_on(const jn_model *model, const app_course *course);
// Returns whether a setting selects a course or changes something in a course, so that it is invalid without one.
bool course_has_setting(const jn_setting *setting);
// Returns the settings of the model without those about a course, which the caller frees, and sets *n to their number;
// NULL: no memory.
jn_setting *course_settings(const jn_model *model, int *n);
// Reads the model again on a course, with these settings, and returns it; it may be on another course now. Returns NULL
// with faults in the report.
jn_model *course_read(const jn_model *model, const app_course *course, const jn_setting *settings, int nsettings,
                      jn_report *report);

#endif
