// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// gallery_index.c - writes the index page of the gallery, without scripts. Names and sentences are escaped.
#include <stdio.h>
#include <stdlib.h>

#include "common/text_stream.h"
#include "gallery/gallery_site.h"

const char site_mark[] = "<meta name=\"generator\" content=\"Jounce gallery\">";

static const char head[] =
    "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
    "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
    "img-src 'self' file: data:; base-uri 'none'; form-action 'none'\">\n"
    "<link rel=\"icon\" href=\"data:,\">\n"
    "<title>Jounce: gallery of models</title>\n";

static const char style[] =
    "<style>\n"
    ":root { color-scheme: light dark; --back: #f4f6f8; --card: #fff; --paper: #fff; --ink: #1c2733; --soft: #566472;\n"
    "  --line: #dde3e9; --accent: #2b6cb0; }\n"
    "@media (prefers-color-scheme: dark) { :root { --back: #14181d; --card: #1d232a; --paper: #dfe4e9; --ink: "
    "#e7ecf1;\n"
    "  --soft: #a3afbb; --line: #313a44; --accent: #7fb3e6; } }\n"
    "* { box-sizing: border-box; }\n"
    "body { margin: 0 auto; max-width: 1280px; padding: 1.5rem 1rem 3rem; background: var(--back); color: var(--ink);\n"
    "  font: 16px/1.45 system-ui, sans-serif; }\n"
    "h1 { margin: 0; font-size: 1.7rem; } h2 { margin: 2rem 0 .7rem; font-size: 1.2rem; }\n"
    "p { margin: .3rem 0; } header p, .card p { color: var(--soft); }\n"
    "nav { display: flex; flex-wrap: wrap; gap: .3rem 1rem; margin-top: .7rem; } a { color: var(--accent); }\n"
    ".cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); gap: 1rem;\n"
    "  margin: 0; padding: 0; list-style: none; }\n"
    ".card { display: flex; flex-direction: column; height: 100%; overflow: hidden; border: 1px solid var(--line);\n"
    "  border-radius: 10px; background: var(--card); }\n"
    ".card > a { color: inherit; text-decoration: none; } .card > .drive { color: var(--accent); margin: auto .9rem "
    ".9rem;\n"
    "  font-weight: 600; }\n"
    ".card:hover, .card:focus-within { border-color: var(--accent); box-shadow: 0 2px 10px #0002; }\n"
    ".card img { width: 100%; height: auto; aspect-ratio: 400 / 260; background: var(--paper); }\n"
    ".card div { padding: .7rem .9rem .9rem; } .card h3 { margin: 0; font-size: 1rem; } .card p { font-size: .86rem; "
    "}\n"
    "</style>\n";

static void put_text(FILE *out, const char *text) {
  for (; *text; text++) switch (*text) {
      case '<': fputs("&lt;", out); break;
      case '>': fputs("&gt;", out); break;
      case '&': fputs("&amp;", out); break;
      case '"': fputs("&quot;", out); break;
      default: fputc(*text, out);
    }
}

// Writes the HTML of one model in the index: picture, name and sentence. File names of shipped models have only
// letters, digits and dashes, so they are not escaped.
static void put_card(FILE *out, const site_entry *entry) {
  const char *folder = entry->group->folder, *name = entry->file->name;
  fprintf(out, "<li class=\"card\"><a href=\"%s/%s.html\">", folder, name);
  fprintf(out, "<img src=\"%s/%s.svg\" width=\"400\" height=\"260\" alt=\"\" loading=\"lazy\">", folder, name);
  fputs("<div><h3>", out);
  put_text(out, entry->title);
  fputs("</h3><p>", out);
  put_text(out, entry->sentence);
  fputs("</p></div></a>", out);
  if (entry->drives) fprintf(out, "<a class=\"drive\" href=\"%s/%s.drive.html\">drive it</a>", folder, name);
  fputs("</li>\n", out);
}

static int count_of(const site *s, const shipped_group *group) {
  int n = 0;
  for (int i = 0; i < s->n; i++) n += s->entries[i].group == group;
  return n;
}

static void put_group(FILE *out, const site *s, const shipped_group *group) {
  if (count_of(s, group) == 0) return;
  fprintf(out, "<h2 id=\"%s\">%s</h2>\n<ul class=\"cards\">\n", group->folder, group->title);
  for (int i = 0; i < s->n; i++)
    if (s->entries[i].group == group) put_card(out, &s->entries[i]);
  fputs("</ul>\n", out);
}

static void put_header(FILE *out, const site *s) {
  fprintf(out,
          "<header>\n<h1>Jounce</h1>\n<p>%d mechanisms, machines and vehicles. Each page contains the engine: it "
          "simulates in the browser, and everything can be changed.</p>\n<nav>\n",
          s->n);
  for (const shipped_group *group = shipped_groups; group->folder; group++)
    if (count_of(s, group) > 0) fprintf(out, "<a href=\"#%s\">%s</a>\n", group->folder, group->title);
  fputs("</nav>\n</header>\n<main>\n", out);
}

char *site_index(const site *s) {
  text_stream stream;
  FILE *out = text_stream_begin(&stream);
  if (!out) return NULL;
  fprintf(out, "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n%s\n", site_mark);
  fprintf(out, "%s%s</head>\n<body>\n", head, style);
  put_header(out, s);
  for (const shipped_group *group = shipped_groups; group->folder; group++) put_group(out, s, group);
  fputs("</main>\n</body>\n</html>\n", out);
  text_stream_end(&stream);
  return stream.text;
}
