// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// html_record.c - writes the record of a run on the report page: options, settings, parameters, and the files of the
// model in collapsed sections.
#include <string.h>

#include "output/html/html.h"

enum { MOST_ENTRIES = 100 };

static void put_group(jni_text *out, const jn_record *record, jn_record_group group, const char *caption) {
  int n = jn_record_count(record, group), shown = n < MOST_ENTRIES ? n : MOST_ENTRIES;
  if (n == 0) return;
  jni_text_printf(out, "<div><h2>%s</h2><table>\n", caption);
  for (int i = 0; i < shown; i++) {
    jn_setting entry = jn_record_get(record, group, i);
    jni_text_put(out, "<tr><th scope=\"row\">");
    jni_text_escape(out, entry.path);
    jni_text_put(out, "</th><td>");
    jni_text_escape(out, entry.value);
    jni_text_put(out, "</td></tr>\n");
  }
  if (shown < n) jni_text_printf(out, "<tr><th scope=\"row\">and %d more</th><td></td></tr>\n", n - shown);
  jni_text_put(out, "</table></div>\n");
}

// Writes a text of several lines, escaped for HTML. Each line is escaped on its own, because escaping replaces line
// breaks by spaces.
static void put_lines(jni_text *out, const char *text) {
  jni_text line = jni_text_new(out->alloc);
  while (*text && !line.failed) {
    size_t n = strcspn(text, "\n");
    jni_text_clear(&line);
    jni_text_bytes(&line, text, n);
    if (n > 0 && !line.failed) jni_text_escape(out, line.data);
    jni_text_put(out, "\n");
    text += n + (text[n] == '\n');
  }
  if (line.failed) out->failed = true;
  jni_text_drop(&line);
}

static void put_source(jni_text *out, const jn_source *source) {
  jni_text_put(out, "<details class=\"source\"><summary>");
  jni_text_escape(out, source->name);
  jni_text_printf(out, " <span class=\"soft\">%zu bytes, hash %016llx</span></summary>", source->size,
                  (unsigned long long)source->hash);
  if (source->text) {
    jni_text_put(out, "<pre>");
    put_lines(out, source->text);
    jni_text_put(out, "</pre>");
  } else {
    jni_text_put(out, "<p class=\"soft\">The content is not kept here: it is no text, or too large.</p>");
  }
  jni_text_put(out, "</details>\n");
}

void jni_html_record(jni_text *out, const jn_record *record) {
  if (!record) return;
  jni_text_put(out, "<div class=\"tables\">\n");
  put_group(out, record, JN_RECORD_OPTIONS, "Command line");
  put_group(out, record, JN_RECORD_SETTINGS, "Settings");
  put_group(out, record, JN_RECORD_PARAMETERS, "Parameters");
  jni_text_put(out, "</div>\n");
  if (jn_record_nsources(record) == 0) return;
  jni_text_put(out, "<h2>Model files</h2>\n");
  for (int i = 0; i < jn_record_nsources(record); i++) {
    jn_source source = jn_record_source(record, i);
    put_source(out, &source);
  }
}
