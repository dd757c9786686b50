// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// gallery_model.c - writes the pages and the picture of one model of the gallery.
#include <stdlib.h>
#include <string.h>

#include <jounce/picture.h>

#include "gallery/gallery_site.h"
#include "initial_state.h"
#include "page/page.h"

enum { WIDTH = 400, HEIGHT = 260, NAME_SIZE = 400 };  // WIDTH, HEIGHT: size of a picture, px

static void name_file(const site_entry *entry, const char *ending, char *name, size_t size) {
  snprintf(name, size, "%s/%s%s", entry->group->folder, entry->file->name, ending);
}

// Writes the member `home` of a page's data: the address of the index.
static void put_home(const void *user, app_json *out) {
  (void)user;
  json_text(out, "home", "../index.html");
}

static jn_status write_page(app_command *command, const site *s, const site_entry *entry, page_content content) {
  bool drive = content.courses != NULL;
  char name[NAME_SIZE], path[NAME_SIZE + 1024];
  name_file(entry, drive ? ".drive.html" : ".html", name, sizeof name);
  snprintf(path, sizeof path, "%s/%s", s->folder, name);
  content.mode = drive ? "drive" : "model";
  content.more = put_home;
  content.script = "../jounce.js";
  return page_write(command, &content, path);
}

static bool can_be_driven(const site_entry *entry, const jn_model *model) {
  int found = strcmp(entry->group->folder, "vehicles") == 0;
  for (int i = 0; i < jn_model_ninputs(model); i++) {
    const char *name = jn_model_input_name(model, i);
    found += strcmp(name, "steer") == 0 || strcmp(name, "throttle") == 0;
  }
  return found == 3;
}

static jn_status write_drive(app_command *command, const site *s, const site_entry *entry, const jn_model *model) {
  page_courses *courses = page_courses_read(command, model);
  if (!courses) return worst_fault(command, JN_NO_MEMORY, "the courses");
  jn_status status = write_page(command, s, entry, (page_content){.model = model, .courses = courses});
  page_courses_free(courses);
  return status;
}

static jn_status write_picture(app_command *command, const site *s, const site_entry *entry,
                               const app_initial_state *start) {
  char name[NAME_SIZE];
  name_file(entry, ".svg", name, sizeof name);
  jn_picture_options how = jn_picture_options_default();
  how.width = WIDTH;
  how.height = HEIGHT;
  how.plain = true;
  jn_picture *picture = jn_picture_new(NULL, start->system, start->state);
  char *svg = picture ? jn_picture_svg(picture, &how) : NULL;
  jn_status status = svg ? site_write(command, s->folder, name, svg)
                         : jn_report_fault(command->report, JN_NO_MEMORY, "", "there is not enough memory");
  jn_text_free(NULL, svg);
  jn_picture_free(picture);
  return status;
}

jn_status site_write_model(app_command *command, const site *s, site_entry *entry) {
  app_initial_state start = {.model = shipped_read(command, entry->file)};
  if (!start.model) return worst_fault(command, JN_BAD_MODEL, "reading a shipped model");
  const char *title = jn_model_name(start.model);
  snprintf(entry->title, sizeof entry->title, "%s", title[0] ? title : entry->file->name);
  shipped_sentence(entry->file, entry->sentence, sizeof entry->sentence);
  jn_status status = initial_state_calc(command, &start);
  if (status == JN_OK) status = write_picture(command, s, entry, &start);
  if (status == JN_OK) status = write_page(command, s, entry, (page_content){.model = start.model});
  entry->drives = can_be_driven(entry, start.model);
  if (status == JN_OK && entry->drives) status = write_drive(command, s, entry, start.model);
  initial_state_free(&start);
  return status;
}
