// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// svg_text.c - see svg_text.h; also names of quantities for axis labels.
#include <ctype.h>
#include <string.h>

#include "output/svg/svg.h"

// ---- superscripts ---------------------------------------------------------------------------------

// Parses a superscript at s, "^{...}" or "^" with a sign and digits. Returns its content of *n characters and sets
// *rest to the text after it; NULL: there is no superscript at s.
static const char *superscript(const char *s, int *n, const char **rest) {
  if (s[0] != '^') return NULL;
  const char *start = s + 1, *end = start;
  if (*start == '{') {
    end = strchr(++start, '}');
    if (!end) return NULL;
    *rest = end + 1;
  } else {
    if (*end == '-') end++;
    while (isdigit((unsigned char)*end)) end++;
    *rest = end;
  }
  *n = (int)(end - start);
  return *n > 0 && *n < 32 ? start : NULL;
}

static void put_raised(jni_text *out, const char *s, int n) {
  char copy[40];
  memcpy(copy, s, (size_t)n);
  copy[n] = 0;
  jni_text_put(out, "<tspan dy=\"-0.36em\" font-size=\"75%\">");
  jni_text_escape(out, copy[0] == '-' ? "\xe2\x88\x92" : "");
  jni_text_escape(out, copy[0] == '-' ? copy + 1 : copy);
  jni_text_put(out, "</tspan>");
}

static void put_plain(jni_text *out, const char *s, size_t n) {
  char part[256];
  while (n > 0) {
    size_t k = n < sizeof part - 1 ? n : sizeof part - 1;
    while (k > 1 && k < n && ((unsigned char)s[k] & 0xc0) == 0x80) k--;  // UTF-8 characters are not cut
    memcpy(part, s, k);
    part[k] = 0;
    jni_text_escape(out, part);
    s += k;
    n -= k;
  }
}

void jni_svg_rich(jni_text *out, const char *text) {
  bool raised = false;  // a superscript was written, after which the text must be lowered again
  while (*text) {
    int n = 0;
    const char *rest = NULL, *up = superscript(text, &n, &rest);
    if (up) {
      put_raised(out, up, n);
      raised = true;
      text = rest;
      continue;
    }
    size_t k = 1 + strcspn(text + 1, "^");
    if (raised) jni_text_put(out, "<tspan dy=\"0.27em\">");
    put_plain(out, text, k);
    if (raised) jni_text_put(out, "</tspan>");
    raised = false;
    text += k;
  }
}

// ---- widths -----------------------------------------------------------------------------------------

// Returns the width of a character in a common sans-serif font as a multiple of the font size, rounded up.
static double character_width(unsigned char c) {
  if ((c & 0xc0) == 0x80) return 0;  // inside a UTF-8 character
  if (strchr("ijl.,:;'|!()[] ft/I", c) && c) return 0.36;
  if (strchr("mwMW%@", c) && c) return 0.92;
  if (isupper(c)) return 0.7;
  return c >= 0x80 ? 0.8 : 0.585;
}

double jni_svg_text_width(const char *text, double size) {
  double width = 0;
  bool raised = false;
  for (const char *s = text; *s; s++) {
    if (*s == '^') raised = true;
    if (*s == ' ' || *s == '}') raised = false;
    if (!strchr("^{}", *s)) width += character_width((unsigned char)*s) * (raised ? 0.75 : 1);
  }
  return width * size;
}

void jni_svg_fit(jni_text *out, const char *text, double size, double width) {
  if (jni_svg_text_width(text, size) <= width) {
    jni_svg_rich(out, text);
    return;
  }
  double used = 0.8 * size;
  size_t n = 0;
  while (text[n] && used + size * character_width((unsigned char)text[n]) <= width) {
    used += size * character_width((unsigned char)text[n++]);
  }
  while (n > 0 && ((unsigned char)text[n] & 0xc0) == 0x80) n--;
  put_plain(out, text, n);
  jni_text_put(out, "\xe2\x80\xa6");
}

// ---- quantities -------------------------------------------------------------------------------------

void jni_svg_unit_label(jni_text *out, const char *unit) {
  static const struct {
    const char *unit, *quantity;
  } quantities[] = {{"m", "length"},
                    {"rad", "angle"},
                    {"s", "time"},
                    {"kg", "mass"},
                    {"m/s", "velocity"},
                    {"rad/s", "angular velocity"},
                    {"m/s^2", "acceleration"},
                    {"rad/s^2", "angular acceleration"},
                    {"N", "force"},
                    {"N m", "moment"},
                    {"J", "energy"},
                    {"W", "power"},
                    {"Hz", "frequency"},
                    {"N/m", "stiffness"}};
  if (!unit[0]) {
    jni_text_put(out, "value");
    return;
  }
  const char *quantity = NULL;
  for (int i = 0; i < (int)(sizeof quantities / sizeof *quantities); i++) {
    if (strcmp(unit, quantities[i].unit) == 0) quantity = quantities[i].quantity;
  }
  if (quantity) jni_text_printf(out, "%s (", quantity);
  jni_text_put(out, unit);
  if (quantity) jni_text_put(out, ")");
}
