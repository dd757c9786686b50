// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// trial_folder.c - the folder of a reproduction. It holds a list of the files that the command has made there; only
// these are ever written over.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/system.h"
#include "common/text_stream.h"
#include "trial/trial.h"

static const char list_name[] = "made-by-jounce.txt";

enum { PATH_SIZE = 1200, NAME_SIZE = 256 };

static bool path_of(repro *r, const char *folder, const char *name, char *path) {
  if (snprintf(path, PATH_SIZE, "%s/%s", folder, name) < PATH_SIZE) return true;
  repro_fail(r, JN_BAD_ARGUMENT, "the name of the folder is too long: '%.60s...'", folder);
  return false;
}

// Returns whether the list of an earlier reproduction names this file; name NULL: whether there is a list.
static bool is_listed(repro *r, const char *folder, const char *name) {
  char path[PATH_SIZE], line[NAME_SIZE];
  FILE *list = path_of(r, folder, list_name, path) ? system_open(path, "rb") : NULL;
  if (!list) return false;
  bool found = !name;
  while (!found && fgets(line, sizeof line, list)) {
    line[strcspn(line, "\n")] = 0;
    found = strcmp(line, name) == 0;
  }
  fclose(list);
  return found;
}

// Refuses a new folder if the folder above it does not exist or takes no files.
static void check_above(repro *r, const char *folder) {
  char above[PATH_SIZE];
  snprintf(above, sizeof above, "%s", folder);
  size_t n = strlen(above);
  while (n > 1 && path_separates(above[n - 1])) n--;
  while (n > 0 && !path_separates(above[n - 1])) n--;
  while (n > 1 && path_separates(above[n - 1])) n--;
  above[n] = 0;
  if (!system_allows(n ? above : ".", SYSTEM_EXISTS))
    repro_fail(r, JN_IO, "cannot make the folder '%s': '%s' is not there", folder, above);
  else if (!system_allows(n ? above : ".", SYSTEM_TAKES_FILES))
    repro_fail(r, JN_IO, "cannot make the folder '%s': %s", folder, strerror(errno));
}

// Refuses a folder that is neither new, nor empty, nor that of an earlier reproduction.
jn_status repro_check_folder(repro *r, const char *folder) {
  system_file there;
  if (!system_file_info(folder, &there)) {
    if (errno != ENOENT) repro_fail(r, JN_IO, "cannot look at '%s': %s", folder, strerror(errno));
    else check_above(r, folder);
  } else if (!there.folder) {
    repro_fail(r, JN_BAD_ARGUMENT, "'%s' is a file, but a reproduction goes into a folder; name another with --output",
               folder);
  } else if (!system_allows(folder, SYSTEM_TAKES_FILES)) {
    repro_fail(r, JN_IO, "cannot write into the folder '%s': %s", folder, strerror(errno));
  } else if (!is_listed(r, folder, NULL) && !system_is_empty(folder)) {
    repro_fail(r, JN_BAD_ARGUMENT,
               "the folder '%s' holds other files than those of a reproduction; name another with --output", folder);
  }
  return r->status;
}

static void write_file(repro *r, const char *folder, const char *name, const char *text, FILE *list) {
  char path[PATH_SIZE];
  if (!repro_ok(r) || !path_of(r, folder, name, path)) return;
  if (system_allows(path, SYSTEM_EXISTS) && !is_listed(r, folder, name)) {
    repro_fail(r, JN_BAD_ARGUMENT,
               "'%s' is not of an earlier reproduction and is left alone; name another folder with --output", path);
    return;
  }
  jn_status status = jn_text_write(path, text, r->report);
  if (status != JN_OK) r->status = status;
  else fprintf(list, "%s\n", name);
}

// ---- curves as columns ---------------------------------------------------------------------------------------

static void put_field(FILE *out, const char *text) {
  fputc('"', out);
  for (; *text; text++) {
    if (*text == '"') fputc('"', out);
    fputc(*text, out);
  }
  fputc('"', out);
}

static bool same_x(const repro_figure *figure) {
  for (int i = 1; i < figure->ncurves; i++) {
    const repro_curve *a = &figure->curves[0], *b = &figure->curves[i];
    if (a->n != b->n || memcmp(a->x, b->x, (size_t)a->n * sizeof *a->x) != 0) return false;
  }
  return true;
}

// Writes curves as columns: one x for all if it is the same, else one for each. Shorter curves leave cells empty.
static void put_curves(FILE *out, const repro_figure *figure) {
  bool shared = same_x(figure);
  int rows = 0;
  for (int i = 0; i < figure->ncurves; i++) {
    if (figure->curves[i].n > rows) rows = figure->curves[i].n;
    if (i == 0 || !shared) {
      fputs(i ? "," : "", out);
      put_field(out, figure->x_label);
    }
    fputc(',', out);
    put_field(out, figure->curves[i].label);
  }
  fputc('\n', out);
  for (int k = 0; k < rows; k++) {
    for (int i = 0; i < figure->ncurves; i++) {
      const repro_curve *curve = &figure->curves[i];
      bool there = k < curve->n;
      if (i > 0 && !shared) fputc(',', out);
      if ((i == 0 || !shared) && there) fprintf(out, "%.17g", curve->x[k]);
      fputc(',', out);
      if (there) fprintf(out, "%.17g", curve->y[k]);
    }
    fputc('\n', out);
  }
}

static void write_curves(repro *r, const char *folder, const repro_figure *figure, FILE *list) {
  char name[NAME_SIZE];
  text_stream stream = {.text = NULL};
  FILE *out = text_stream_begin(&stream);
  if (out) put_curves(out, figure);
  snprintf(name, sizeof name, "%s.csv", figure->id);
  if (!out || !text_stream_end(&stream)) repro_fail(r, JN_NO_MEMORY, "there is not enough memory for '%s'", name);
  else write_file(r, folder, name, stream.text, list);
  free(stream.text);
}

// ---- the folder ----------------------------------------------------------------------------------------------

static void write_all(repro *r, const char *folder, FILE *list) {
  char name[NAME_SIZE], *page = repro_page(r);
  if (page) write_file(r, folder, "index.html", page, list);
  else repro_fail(r, JN_NO_MEMORY, "there is not enough memory for the page");
  free(page);
  char *markdown = repro_markdown(r);
  if (markdown) write_file(r, folder, "results.md", markdown, list);
  else repro_fail(r, JN_NO_MEMORY, "there is not enough memory for the results as Markdown");
  free(markdown);
  for (int i = 0; i < r->nfigures && repro_ok(r); i++) {
    snprintf(name, sizeof name, "%s.svg", r->figures[i]->id);
    write_file(r, folder, name, r->figures[i]->svg, list);
    if (r->figures[i]->ncurves > 0) write_curves(r, folder, r->figures[i], list);
  }
}

jn_status repro_write_folder(repro *r, const char *folder) {
  char path[PATH_SIZE];
  text_stream stream;
  if (!system_make_folder(folder) && errno != EEXIST) {
    repro_fail(r, JN_IO, "cannot make the folder '%s': %s", folder, strerror(errno));
    return r->status;
  }
  FILE *list = path_of(r, folder, list_name, path) ? text_stream_begin(&stream) : NULL;
  if (!list) {
    repro_fail(r, JN_NO_MEMORY, "there is not enough memory for the list of files");
    return r->status;
  }
  fprintf(list, "%s\n", list_name);
  write_all(r, folder, list);
  bool whole = text_stream_end(&stream);
  jn_status status = whole ? jn_text_write(path, stream.text, r->report) : JN_NO_MEMORY;
  if (repro_ok(r) && status != JN_OK) r->status = status;
  free(stream.text);
  return r->status;
}
