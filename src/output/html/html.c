// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// html.c - see html.h.
#include "output/html/html.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "output/html/html_style.h"

enum { MOST_MESSAGES = 200 };

void jni_html_begin(jni_text *out, const char *title, const char *style) {
  jni_text_put(out,
               "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
               "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n<title>");
  jni_text_escape(out, title);
  jni_text_put(out, "</title>\n<style>\n");
  for (size_t i = 0; i < sizeof html_style / sizeof *html_style; i++) jni_text_put(out, html_style[i]);
  jni_text_put(out, style);
  jni_text_put(out, "</style>\n</head>\n<body>\n<main>\n<header><h1>");
  jni_text_escape(out, title);
  jni_text_put(out, "</h1>");
}

void jni_html_end(jni_text *out) {
  jni_text_printf(out, "<footer>Jounce %s</footer>\n</main>\n</body>\n</html>\n", jn_version());
}

void jni_html_quantity(jni_text *out, double value, int digits, const char *unit) {
  char number[64];
  if (isnan(value)) {
    jni_text_put(out, "\xe2\x80\x93");
    return;
  }
  jni_print(number, sizeof number, "%.*g", digits, value);
  char *exponent = strchr(number, 'e');
  if (exponent) *exponent = 0;
  if (number[0] == '-') jni_text_put(out, "\xe2\x88\x92");
  jni_text_put(out, number[0] == '-' ? number + 1 : number);
  if (exponent) {
    int power = (int)strtol(exponent + 1, NULL, 10);
    jni_text_printf(out,
                    "\xc3\x97"
                    "10<sup>%s%d</sup>",
                    power < 0 ? "\xe2\x88\x92" : "", power < 0 ? -power : power);
  }
  if (unit[0]) jni_text_put(out, "\xc2\xa0");
  jni_text_escape(out, unit);
}

void jni_html_messages(jni_text *out, const jn_report *messages) {
  static const char *const kinds[] = {[JN_NOTE] = "note", [JN_WARNING] = "warn", [JN_FAULT] = "bad"};
  int n = jn_report_size(messages), shown = n < MOST_MESSAGES ? n : MOST_MESSAGES;
  if (n == 0) return;
  jni_text_put(out, "<h2>Messages</h2>\n<ul class=\"messages\">\n");
  for (int i = 0; i < shown; i++) {
    char line[1024];
    const jn_error *message = jn_report_get(messages, i);
    jn_error_format(message, line, sizeof line);
    jni_text_printf(out, "<li class=\"%s\">", kinds[message->severity]);
    jni_text_escape(out, line);
    jni_text_put(out, "</li>\n");
  }
  if (shown < n) jni_text_printf(out, "<li class=\"note\">and %d more</li>\n", n - shown);
  jni_text_put(out, "</ul>\n");
}
