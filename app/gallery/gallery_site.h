// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// gallery_site.h - the shipped models as a static site, which browsers open from a server or from a folder:
//   index.html            pictures, names and a sentence for each model, in groups
//   jounce.js             scripts, styles and engine, which all pages share
//   GROUP/NAME.html       page that simulates the model
//   GROUP/NAME.drive.html page in which a vehicle is driven
//   GROUP/NAME.svg        picture
#ifndef APP_GALLERY_SITE_H
#define APP_GALLERY_SITE_H

#include "gallery/shipped_models.h"

enum { SITE_SENTENCE = 400, SITE_NAME = 200 };

typedef struct {
  const embedded_model *file;
  const shipped_group *group;
  char title[SITE_NAME];         // name of the model
  char sentence[SITE_SENTENCE];  // description
  bool drives;                   // there is also a page in which the vehicle is driven
} site_entry;

typedef struct {
  const char *folder;
  site_entry *entries;
  int n;
} site;

// Refuses a folder that is neither new, nor empty, nor an earlier gallery, with a fault in the report.
jn_status site_check_folder(app_command *command, const char *folder);
// Creates the subfolder `below` of the site's folder; below "": the folder itself. Returns a fault if that is not
// possible.
jn_status site_make_folder(app_command *command, const char *folder, const char *below);
jn_status site_write(app_command *command, const char *folder, const char *name, const char *text);
// A text that every index.html of a gallery contains, by which it is recognised.
extern const char site_mark[];
char *site_index(const site *s);  // returns the HTML of the index; NULL: no memory
jn_status site_write_model(app_command *command, const site *s, site_entry *entry);

#endif
