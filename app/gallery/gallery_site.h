// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// gallery_site.h - the shipped models as a static site:
//   index.html            pictures, names and a sentence each, by groups
//   jounce.js             what the pages share: scripts, styles, the engine
//   GROUP/NAME.html       a page that simulates the model
//   GROUP/NAME.drive.html a page in which it is driven, of vehicles
//   GROUP/NAME.svg        its picture
// It needs no server: browsers open it from a folder as well.
#ifndef APP_GALLERY_SITE_H
#define APP_GALLERY_SITE_H

#include "gallery/shipped_models.h"

enum { SITE_SENTENCE = 400, SITE_NAME = 200 };

typedef struct {
  const embedded_model *file;
  const shipped_group *group;
  char title[SITE_NAME];         // of the model
  char sentence[SITE_SENTENCE];  // about it
  bool drives;                   // it has a page to be driven in
} site_entry;

typedef struct {
  const char *folder;
  site_entry *entries;
  int n;
} site;

// A new name, an empty folder, or one with an earlier gallery, else a fault.
jn_status site_check_folder(app_command *command, const char *folder);
jn_status site_make_folder(app_command *command, const char *folder, const char *below);  // below "": itself
jn_status site_write(app_command *command, const char *folder, const char *name, const char *text);
// The mark by which an index is known as one of a gallery.
extern const char site_mark[];
char *site_index(const site *s);  // its HTML, NULL: no memory
jn_status site_write_model(app_command *command, const site *s, site_entry *entry);

#endif
