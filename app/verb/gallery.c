// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// gallery.c - `jounce gallery`: all shipped models as a static site.
#include <stdlib.h>

#include "command.h"
#include "common/text.h"
#include "gallery/site.h"
#include "page/page.h"

static int count_files(void) {
  int n = 0;
  while (embedded_models[n].name) n++;
  return n;
}

static bool list_models(site *s) {
  s->entries = calloc((size_t)count_files() + 1, sizeof *s->entries);
  if (!s->entries) return false;
  for (const shipped_group *group = shipped_groups; group->folder; group++)
    for (const embedded_model *file = embedded_models; file->name; file++)
      if (shipped_is_of(file, group)) s->entries[s->n++] = (site_entry){.file = file, .group = group};
  return true;
}

static jn_status make_folders(app_command *command, const site *s) {
  jn_status status = site_make_folder(command, s->folder, "");
  for (const shipped_group *group = shipped_groups; group->folder && status == JN_OK; group++)
    status = site_make_folder(command, s->folder, group->folder);
  return status;
}

// The index comes last: a gallery that has one is whole.
static jn_status write_all(app_command *command, site *s) {
  char *script = page_shared_script();
  jn_status status = make_folders(command, s);
  if (status == JN_OK && script) status = site_write(command, s->folder, "jounce.js", script);
  for (int i = 0; i < s->n && status == JN_OK; i++) status = site_write_model(command, s, &s->entries[i]);
  char *index = status == JN_OK && script ? site_index(s) : NULL;
  if (index) status = site_write(command, s->folder, "index.html", index);
  else if (status == JN_OK) status = worst_fault(command, JN_NO_MEMORY, "making the gallery");
  free(script), free(index);
  return status;
}

static void tell(app_command *command, const site *s) {
  tell_messages(command);
  if (command->options.json) {
    app_json out = {.out = stdout};
    answer_begin(command, &out, JN_OK);
    json_text(&out, "folder", s->folder);
    json_integer(&out, "models", s->n);
    answer_end(command, &out);
  } else if (!command->options.quiet) {
    printf("Wrote %d models: open %s/index.html in a browser, or put the folder on any web server.\n", s->n, s->folder);
  }
}

static jn_status gallery_work(app_command *command) {
  const char *output = command->options.output;
  site s = {.folder = output ? output : "gallery"};
  jn_status status = page_check(command);
  if (status == JN_OK) status = site_check_folder(command, s.folder);
  if (status != JN_OK) return status;
  status = list_models(&s) ? write_all(command, &s) : worst_fault(command, JN_NO_MEMORY, "listing the models");
  if (status == JN_OK) tell(command, &s);
  free(s.entries);
  return status;
}

static const char *const examples[] = {
    "jounce gallery -o site",
    NULL,
};

const app_verb verb_gallery = {
    .name = "gallery",
    .words = "",
    .needs = "",
    .help = "all models that come with Jounce as a static web site",
    .details =
        "An index with pictures, and a page for each model that simulates it in the browser. The folder is ready for\n"
        "any web server, and opens from the disk as well. It is 'gallery' in the current folder, unless -o names\n"
        "another; an earlier gallery is overwritten, other files never are.\n"
        "Exit codes: 0 success, 2 the command was built without the page or the folder holds other files.",
    .examples = examples,
    .bit = FOR_GALLERY,
    .least = 0,
    .most = 0,
    .work = gallery_work};
