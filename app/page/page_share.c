// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// page_share.c - makes the file with scripts, styles and engine that the pages of a site share, and the page without
// them. The file fills the elements that otherwise contain them; a page saved from the browser contains everything.
#include <stdlib.h>
#include <string.h>

#include "common/text.h"
#include "common/text_stream.h"
#include "page/page.h"

static const char *const places[] = {"jounce-style", "jounce-main", "jounce-worker", "jounce-engine",
                                     "jounce-licences"};
enum { NPLACES = sizeof places / sizeof *places };

// Content of an element of the page's HTML, between its tags.
typedef struct {
  const char *begin, *end;
} inside;

static bool find_inside(const char *page, const char *id, inside *found) {
  char mark[40];
  int n = snprintf(mark, sizeof mark, "id=\"%s\">", id);
  const char *at = strstr(page, mark);
  *found = (inside){at ? at + n : NULL, at ? strstr(at + n, "</s") : NULL};  // </style> or </script>
  return found->end != NULL;
}

static bool write_place(app_json *json, const char *page, const char *id) {
  inside found;
  char *text = find_inside(page, id, &found) ? text_start(found.begin, (size_t)(found.end - found.begin)) : NULL;
  if (text) json_text(json, id, text);
  free(text);
  return text != NULL;
}

char *page_shared_script(void) {
  size_t size;
  text_stream stream;
  FILE *out = text_stream_begin(&stream);
  if (!out) return NULL;
  fputs("// Jounce: what the pages of this site share.\nfor (const [id, text] of Object.entries(", out);
  app_json json = {.out = out};
  bool whole = true;
  json_open(&json, NULL, '{');
  for (int i = 0; i < NPLACES; i++) whole &= write_place(&json, page_text(&size), places[i]);
  json_close(&json, '}');
  fputs(")) document.getElementById(id).textContent = text;\n", out);
  if (text_stream_end(&stream) && whole) return stream.text;
  free(stream.text);
  return NULL;
}

// Copies the text of the page from *at up to `to` into the file, then writes `more`; sets *at to `to`.
static void copy_to(FILE *out, const char **at, const char *to, const char *more) {
  fwrite(*at, 1, (size_t)(to - *at), out);
  fputs(more, out);
  *at = to;
}

// Writes the page without its shared parts, which it gets from `script`. Its content security policy allows scripts of
// the same site, and of files if it is opened from a folder. Returns false if the page lacks an expected element.
static bool write_shared(FILE *out, const char *page, const char *script) {
  static const char scripts[] = "script-src ", last[] = "<script>";
  const char *at = page, *policy = strstr(page, scripts), *start = strstr(page, last);
  if (!policy || !start) return false;
  copy_to(out, &at, policy + strlen(scripts), "'self' file: ");
  for (int i = 0; i < NPLACES; i++) {
    inside found;
    if (!find_inside(at, places[i], &found)) return false;
    copy_to(out, &at, found.begin, "");
    at = found.end;
  }
  copy_to(out, &at, start, "<script src=\"");
  fprintf(out, "%s\"></script>\n%s", script, start);
  return true;
}

char *page_shared(const char *script) {
  size_t size;
  text_stream stream;
  FILE *out = text_stream_begin(&stream);
  if (!out) return NULL;
  bool good = write_shared(out, page_text(&size), script);
  if (text_stream_end(&stream) && good) return stream.text;
  free(stream.text);
  return NULL;
}
