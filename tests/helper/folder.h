// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// folder.h - loops over the models of a folder and its subfolders, or all shipped ones. Some tests skip files of a
// vehicle that differ only in road and driver (./test --long includes them), and under the sanitizers most skip all
// variants of a vehicle; test_models runs every file there too.
#ifndef JOUNCE_FOLDER_H
#define JOUNCE_FOLDER_H

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"

#define MODELS JOUNCE_SOURCE_DIR "/models"

static inline bool is_model(const char *name) {
  const char *end = strrchr(name, '.');
  return end && (strcmp(end, ".yaml") == 0 || strcmp(end, ".json") == 0);
}

// Returns whether a file is a variant of another, as hmmwv-kerb.yaml of hmmwv.yaml.
static inline bool is_variant(const char *path) {
  const char *name = strrchr(path, '/'), *end = name ? strchr(name, '-') : NULL;
  char vehicle[1024];
  if (!end || !strstr(path, "/vehicles/")) return false;
  snprintf(vehicle, sizeof vehicle, "%.*s.yaml", (int)(end - path), path);
  return access(vehicle, R_OK) == 0;
}

static inline bool is_left_out(const char *path) { return LIGHT && !getenv("JOUNCE_LONG") && is_variant(path); }

// Returns whether a variant has its own elements.
static inline bool changes_elements(const char *path) {
  char line[2000];
  bool found = false;
  FILE *file = fopen(path, "r");
  while (file && !found && fgets(line, sizeof line, file))
    found = strncmp(line, "parts:", 6) == 0 || strncmp(line, "bodies:", 7) == 0 || strncmp(line, "joints:", 7) == 0;
  if (file) fclose(file);
  return found;
}

// Returns whether a variant differs only in road and driver.
static inline bool is_manoeuvre(const char *path) {
  return !getenv("JOUNCE_LONG") && is_variant(path) && !changes_elements(path);
}

// Returns whether a model file has contacts, which many formulations and analyses refuse.
static inline bool has_contacts(const char *path) {
  char line[2000];
  bool found = false;
  FILE *file = fopen(path, "r");
  while (file && !found && fgets(line, sizeof line, file)) found = strncmp(line, "contacts:", 9) == 0;
  if (file) fclose(file);
  return found;
}

#ifndef FOLDER_WITH_CONTACTS
#define FOLDER_WITH_CONTACTS false
#endif

// Calls `check` for each model; for those with contacts only if FOLDER_WITH_CONTACTS is defined as true. Returns the
// number of models.
static inline int each_model(const char *path, void (*check)(const char *path)) {
  int found = 0;
  DIR *folder = opendir(path);
  for (struct dirent *entry = folder ? readdir(folder) : NULL; entry; entry = readdir(folder)) {
    char inside[1024];
    if (entry->d_name[0] == '.' || snprintf(inside, sizeof inside, "%s/%s", path, entry->d_name) >= (int)sizeof inside)
      continue;
    if (is_model(entry->d_name)) {
      if (!FOLDER_WITH_CONTACTS && has_contacts(inside)) continue;
      check(inside);
      found++;
    } else {
      found += each_model(inside, check);
    }
  }
  if (folder) closedir(folder);
  return found;
}

static inline int each_shipped_model(void (*check)(const char *path)) {
  return each_model(MODELS, check) + each_model(JOUNCE_SOURCE_DIR "/papers", check);
}

#endif
