// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// trial_page.c - a reproduction as one self-contained HTML page: no scripts, no network access, figures inline.
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "common/text_stream.h"
#include "trial/trial.h"

static const char *const style[] = {
    ":root{color-scheme:light dark;--ground:#f6f7f9;--card:#fff;--ink:#1d2329;--soft:#5d6873;--line:#dfe3e8;",
    "--good:#0a7d4f;--good-bg:#e3f5ec;--bad:#b3261e;--bad-bg:#fdeceb;--warn:#8a5a00;--warn-bg:#fff4dc}\n",
    "@media(prefers-color-scheme:dark){:root{--ground:#14181c;--card:#1d2329;--ink:#e6eaee;--soft:#9aa6b2;--line:#"
    "333c45;",
    "--good:#6fdcab;--good-bg:#12352a;--bad:#ff9c94;--bad-bg:#431b19;--warn:#f2c46d;--warn-bg:#3a2d10}}\n",
    "*{box-sizing:border-box}body{margin:0;background:var(--ground);color:var(--ink);",
    "font:15px/1.5 system-ui,-apple-system,\"Segoe UI\",Helvetica,Arial,\"Liberation Sans\",sans-serif}\n",
    "main{max-width:1080px;margin:0 auto;padding:28px 20px 40px}h1{font-size:24px;line-height:1.25;margin:0 0 6px}",
    "h2{font-size:19px;margin:34px 0 10px}h3{font-size:16px;margin:22px 0 8px}p{margin:6px "
    "0}.soft{color:var(--soft)}\n",
    ".badge{font-size:13px;font-weight:600;padding:2px 10px;border-radius:99px;white-space:nowrap}",
    ".good{color:var(--good);background:var(--good-bg)}.bad{color:var(--bad);background:var(--bad-bg)}",
    ".warn{color:var(--warn);background:var(--warn-bg)}\n",
    ".wide{overflow-x:auto;background:var(--card);border:1px solid var(--line);border-radius:10px}",
    "table{width:100%;border-collapse:collapse;font-size:14px}",
    "th,td{padding:6px 12px;border-top:1px solid "
    "var(--line);text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}",
    "tr:first-child th,tr:first-child td{border-top:0}thead th{font-weight:600;border-top:0}thead "
    "th.sub{font-weight:400;color:var(--soft)}",
    "th:first-child{text-align:left;font-weight:400;white-space:normal}td.printed{color:var(--soft)}",
    "td.left,th.left{text-align:left;white-space:normal}\n",
    ".claim{background:var(--card);border:1px solid var(--line);border-radius:10px;padding:12px 16px;margin:0 0 10px}",
    "blockquote{margin:6px 0 6px 2px;padding-left:10px;border-left:3px solid var(--line);font-style:italic}"
    "blockquote cite{font-style:normal;color:var(--soft);font-size:14px}pre.equation{font:15px ui-monospace,\"DejaVu "
    "Sans Mono\",monospace;margin:4px 0;overflow-x:auto}\n",
    ".claim p{margin:4px 0}.claim .soft{font-size:14px}\n",
    "figure{margin:0 0 18px;background:#fff;color:#1d2329;border:1px solid "
    "var(--line);border-radius:10px;padding:8px;overflow-x:auto}",
    "figure svg{display:block;width:100%;height:auto;min-width:460px}figcaption{padding:4px 10px "
    "6px;font-size:14px;color:#5d6873}\n",
    "footer{margin-top:28px;color:var(--soft);font-size:13px}code{font:13px ui-monospace,\"DejaVu Sans "
    "Mono\",monospace}\n",
    "@media "
    "print{body{background:#fff;font-size:11pt}main{max-width:none;padding:0}.claim,table,figure{break-inside:avoid}}"
    "\n",
};

static void put_escaped(FILE *out, const char *text) {
  for (; text && *text; text++) {
    if (*text == '&') fputs("&amp;", out);
    else if (*text == '<') fputs("&lt;", out);
    else if (*text == '>') fputs("&gt;", out);
    else if (*text == '"') fputs("&quot;", out);
    else fputc(*text, out);
  }
}

static void put_element(FILE *out, const char *open, const char *text, const char *close) {
  if (!text) return;
  fputs(open, out);
  put_escaped(out, text);
  fputs(close, out);
}

// ---- tables ------------------------------------------------------------------------------------------------

static bool has_pairs(const repro_table *table) {
  for (int i = 0; i < table->ncolumns; i++)
    if (table->columns[i].printed) return true;
  return false;
}

// Writes a number as HTML: "7.376e-5" as 7.376 x 10 with the superscript -5.
static void put_number(FILE *out, double value, int digits) {
  char text[64];
  repro_format(value, digits, text, sizeof text);
  char *e = strchr(text, 'e');
  if (e) *e = 0;
  fprintf(out, "%s%s", text[0] == '-' && text[1] ? "\xe2\x88\x92" : "", text[0] == '-' && text[1] ? text + 1 : text);
  if (e)
    fprintf(out,
            "\xc3\x97"
            "10<sup>%s%s</sup>",
            e[1] == '-' ? "\xe2\x88\x92" : "", e[1] == '-' ? e + 2 : e + 1);
}

static bool is_of_words(const repro_table *table, int column) {
  for (int i = 0; i < table->nrows; i++)
    if (!table->rows[i].cells[column].text) return false;
  return table->nrows > 0;
}

static void put_head(FILE *out, const repro_table *table) {
  bool pairs = has_pairs(table);
  fprintf(out, "<thead><tr><th%s>", pairs ? " rowspan=\"2\"" : "");
  put_escaped(out, table->row_title);
  fputs("</th>", out);
  for (int i = 0; i < table->ncolumns; i++) {
    fprintf(out, "<th%s%s>",
            table->columns[i].printed ? " colspan=\"2\""
            : pairs                   ? " rowspan=\"2\""
                                      : "",
            is_of_words(table, i) ? " class=\"left\"" : "");
    put_element(out, "", table->columns[i].name, "</th>");
  }
  fputs(pairs ? "<th rowspan=\"2\">differs by</th></tr>\n<tr>" : "</tr>", out);
  for (int i = 0; i < table->ncolumns; i++) {
    put_element(out, "<th class=\"sub\">", table->columns[i].printed, "</th><th class=\"sub\">ours</th>");
  }
  fputs(pairs ? "</tr></thead>\n" : "</thead>\n", out);
}

static void put_cell(FILE *out, const repro_column *column, const repro_cell *cell, bool left) {
  if (column->printed) {
    fputs("<td class=\"printed\">", out);
    put_number(out, cell->printed, column->digits);
    fputs("</td>", out);
  }
  fputs(left ? "<td class=\"left\">" : "<td>", out);
  if (cell->text) put_escaped(out, cell->text);
  else put_number(out, cell->ours, column->digits);
  fputs("</td>", out);
}

static void put_row(FILE *out, const repro_table *table, const repro_row *row) {
  put_element(out, "<tr><th scope=\"row\">", row->label, "</th>");
  for (int i = 0; i < table->ncolumns; i++) put_cell(out, &table->columns[i], &row->cells[i], is_of_words(table, i));
  char off[32];
  repro_format_difference(repro_row_difference(table, row), off, sizeof off);
  if (has_pairs(table)) fprintf(out, "<td>%s</td>", off);
  fputs("</tr>\n", out);
}

static void put_table(FILE *out, const repro_table *table) {
  fprintf(out, "<h3 id=\"%s\">", table->id);
  put_element(out, "", table->title, "</h3>\n<div class=\"wide\"><table>");
  put_head(out, table);
  fputs("<tbody>\n", out);
  for (int i = 0; i < table->nrows; i++) put_row(out, table, &table->rows[i]);
  fputs("</tbody></table></div>\n", out);
  if (has_pairs(table))
    fputs(
        "<p class=\"soft\">Differs by: largest difference between our number and the printed one, relative to the "
        "printed one.</p>\n",
        out);
  put_element(out, "<p class=\"soft\">", table->note, "</p>\n");
}

// ---- figures and claims --------------------------------------------------------------------------------------

// Returns the text of an .svg file without its XML declaration, which is not allowed inside a page.
static const char *without_declaration(const char *svg) {
  const char *begin = strstr(svg, "<svg");
  return begin ? begin : svg;
}

static void put_figure(FILE *out, const repro_figure *figure) {
  fprintf(out, "<figure id=\"%s\">\n%s\n<figcaption>", figure->id, without_declaration(figure->svg));
  put_element(out, "", figure->note, " ");
  if (figure->ncurves > 0) fprintf(out, "Files: <code>%s.svg</code>, <code>%s.csv</code>.", figure->id, figure->id);
  else fprintf(out, "File: <code>%s.svg</code>.", figure->id);
  fputs("</figcaption></figure>\n", out);
}

static void put_claim(FILE *out, const repro_claim *claim) {
  static const char *const kinds[] = {[REPRO_HELD] = "good",
                                      [REPRO_DID_NOT_HOLD] = "bad",
                                      [REPRO_DEPENDS] = "warn",
                                      [REPRO_LEVEL] = "warn",
                                      [REPRO_UNDECIDED] = "warn"};
  fprintf(out, "<div class=\"claim\" id=\"%s\"><p><span class=\"badge %s\">%s", claim->id, kinds[claim->verdict],
          repro_verdict_text(claim->verdict));
  put_element(out, ": ", claim->condition, "");
  fputs("</span> ", out);
  put_element(out, "", claim->sentence, "</p>\n");
  if (claim->quote) {
    put_element(out, "<blockquote>\xe2\x80\x9c", claim->quote, "\xe2\x80\x9d ");
    put_element(out, "<cite>", claim->place, "</cite></blockquote>\n");
  }
  put_element(out, "<p>", claim->evidence, "</p>\n");
  for (int i = 0; i < claim->nvariations; i++) {
    put_element(out, "<p class=\"soft\">Varied: ", claim->variations[i].evidence, " ");
    fprintf(out, "(<b>%s</b>)</p>\n", repro_verdict_text(claim->variations[i].verdict));
  }
  put_element(out, "<p class=\"soft\"><code>", claim->id, "</code> Criterion: ");
  put_element(out, "", claim->criterion, claim->timed ? ". Measured by the clock.</p>" : "</p>");
  fputs("</div>\n", out);
}

static void put_claims(FILE *out, const repro *r, const char *heading, bool ours) {
  bool any = false;
  for (int i = 0; i < r->nclaims; i++) {
    if (r->claims[i]->ours != ours) continue;
    if (!any) {
      char count[200];
      repro_count_verdicts(r, ours, count, sizeof count);
      fprintf(out, "<h2>%s</h2>\n<p>%s</p>\n", heading, count);
    }
    any = true;
    put_claim(out, r->claims[i]);
  }
}

// Writes what a student needs first: the method with a drawing, the count of verdicts, the conclusion.
static void put_method(FILE *out, const repro *r) {
  const repro_paper *paper = r->paper;
  char count[200];
  if (paper->method) fputs("<h2>The method</h2>\n", out);
  for (int i = 0; paper->method && paper->method[i]; i++) {
    const char *text = paper->method[i];
    bool equation = strncmp(text, "  ", 2) == 0;
    put_element(out, equation ? "<pre class=\"equation\">" : "<p>", text, equation ? "</pre>\n" : "</p>\n");
  }
  for (int i = 0; paper->drawing && i < r->nfigures; i++)
    if (strcmp(r->figures[i]->id, paper->drawing) == 0) put_figure(out, r->figures[i]);
  repro_count_verdicts(r, false, count, sizeof count);
  put_element(out, "<h2>What was found</h2>\n<p><b>", count, "</b> ");
  for (int i = 0; i < r->nconclusion; i++) put_element(out, i > 0 ? " " : "", r->conclusion[i].text, "");
  fputs("</p>\n", out);
}

static void put_page(FILE *out, const repro *r) {
  fputs(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n",
      out);
  put_element(out, "<title>", r->paper->title, "</title>\n<style>\n");
  for (size_t i = 0; i < sizeof style / sizeof *style; i++) fputs(style[i], out);
  fputs("</style>\n</head>\n<body>\n<main>\n", out);
  put_element(out, "<h1>", r->paper->title, "</h1>\n");
  put_element(out, "<p class=\"soft\">", r->paper->about, "</p>\n");
  put_method(out, r);
  put_element(out, "<p class=\"soft\">", r->paper->words, "</p>\n");
  put_claims(out, r, "Claims of the paper", false);
  put_claims(out, r, "Claims of ours", true);
  if (r->ntables > 0) fputs("<h2>Tables</h2>\n", out);
  for (int i = 0; i < r->ntables; i++) put_table(out, r->tables[i]);
  if (r->nfigures > 0) fputs("<h2>Figures</h2>\n", out);
  for (int i = 0; i < r->nfigures; i++)
    if (!r->paper->drawing || strcmp(r->figures[i]->id, r->paper->drawing) != 0) put_figure(out, r->figures[i]);
  fprintf(out, "<footer>Made by <code>jounce reproduce %s</code>, version %s.</footer>\n</main>\n</body>\n</html>\n",
          r->paper->name, jn_version());
}

char *repro_page(const repro *r) {
  text_stream stream;
  FILE *out = text_stream_begin(&stream);
  if (!out) return NULL;
  put_page(out, r);
  text_stream_end(&stream);
  return stream.text;
}
