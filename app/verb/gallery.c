// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// gallery.c - `jounce gallery`: writes all shipped models as a static site.
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "common/text.h"
#include "gallery/gallery_site.h"
#include "page/page.h"

// Compares two entries for qsort: by group, then by name.
static int by_group(const void *a, const void *b) {
  const site_entry *x = a, *y = b;
  if (x->group != y->group) return x->group < y->group ? -1 : 1;
  return strcmp(x->file->name, y->file->name);
}

static bool is_wanted(const text_list *words, const char *name) {
  for (int i = 0; i < words->n; i++)
    if (text_matches(words->items[i], name)) return true;
  return words->n == 0;
}

static bool list_models(site *s, const text_list *words) {
  size_t nfiles = 0;
  while (embedded_models[nfiles].name) nfiles++;
  s->entries = calloc(nfiles + 1, sizeof *s->entries);
  if (!s->entries) return false;
  for (const shipped_group *group = shipped_groups; group->folder; group++)
    for (const embedded_model *file = embedded_models; file->name; file++)
      if (shipped_is_of(file, group) && is_wanted(words, file->name))
        s->entries[s->n++] = (site_entry){.file = file, .group = group};
  qsort(s->entries, (size_t)s->n, sizeof *s->entries, by_group);
  return true;
}

// Refuses a word of the command line that names no shipped model.
static jn_status check_word(app_command *command, const char *word) {
  app_nearest nearest = {.word = word};
  for (const shipped_group *group = shipped_groups; group->folder; group++)
    for (const embedded_model *file = embedded_models; file->name; file++) {
      if (!shipped_is_of(file, group)) continue;
      if (text_matches(word, file->name)) return JN_OK;
      nearest_offer(&nearest, file->name);
    }
  if (nearest.best)
    return usage_fault(command, "no model that comes with Jounce is called '%.100s'; did you mean '%s'?", word,
                       nearest.best);
  return usage_fault(command, "no model that comes with Jounce is called '%.100s'", word);
}

static jn_status make_folders(app_command *command, const site *s) {
  jn_status status = site_make_folder(command, s->folder, "");
  for (const shipped_group *group = shipped_groups; group->folder && status == JN_OK; group++)
    status = site_make_folder(command, s->folder, group->folder);
  return status;
}

// Writes the pages of the site, and the index last, so that a folder with an index is complete. Returns the first
// failure.
static jn_status write_all(app_command *command, site *s) {
  char *script = page_shared_script();
  jn_status status = make_folders(command, s);
  if (status == JN_OK && script) status = site_write(command, s->folder, "jounce.js", script);
  for (int i = 0; i < s->n && status == JN_OK; i++) status = site_write_model(command, s, &s->entries[i]);
  char *index = status == JN_OK && script ? site_index(s) : NULL;
  if (index) status = site_write(command, s->folder, "index.html", index);
  else if (status == JN_OK) status = worst_fault(command, JN_NO_MEMORY, "making the gallery");
  free(script);
  free(index);
  return status;
}

static void print_answer(app_command *command, const site *s) {
  print_messages(command);
  if (command->options.json) {
    app_json out = {.out = stdout};
    answer_begin(command, &out, JN_OK);
    json_text(&out, "folder", s->folder);
    json_integer(&out, "models", s->n);
    answer_end(command, &out);
  } else if (!command->options.quiet) {
    printf("Wrote %d model%s: open %s/index.html in a browser, or put the folder on any web server.\n", s->n,
           s->n == 1 ? "" : "s", s->folder);
  }
}

static jn_status gallery_work(app_command *command) {
  const char *output = command->options.output;
  const text_list *words = &command->options.words;
  site s = {.folder = output ? output : "gallery"};
  jn_status status = page_check(command);
  if (status == JN_OK) status = site_check_folder(command, s.folder);
  for (int i = 0; i < words->n && status == JN_OK; i++) status = check_word(command, words->items[i]);
  if (status != JN_OK) return status;
  status = list_models(&s, words) ? write_all(command, &s) : worst_fault(command, JN_NO_MEMORY, "listing the models");
  if (status == JN_OK) print_answer(command, &s);
  free(s.entries);
  return status;
}

static const char *const examples[] = {
    "jounce gallery 'four-bar*' excavator -o few",
    NULL,
};

const app_verb verb_gallery = {
    .name = "gallery",
    .words = "[NAME...]",
    .needs = "names of models",
    .help = "all models that come with Jounce as a static web site",
    .details =
        "Writes an index with pictures, and for each model a page that simulates it in the browser. NAME selects "
        "models by the name of the file without its ending; '*' stands for any characters, '?' for one. The folder "
        "suits any web server, and opens from the disk, too. It is 'gallery' in the current folder, unless -o names "
        "another. An earlier gallery is overwritten; a folder with other files is refused.\nExit codes: 0 success, 2 "
        "the command was built without the page or the folder holds other files.",
    .examples = examples,
    .bit = FOR_GALLERY,
    .least = 0,
    .most = -1,
    .work = gallery_work};
