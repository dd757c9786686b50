// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// html_page.c - writes the report of a run as one self-contained HTML page without scripts.
#include <stdio.h>
#include <string.h>

#include "output/html/html.h"
#include "output/svg/svg.h"

enum { CURVES_PER_FIGURE = 8, MOST_CURVES = 160 };

// ---- numbers and rows ---------------------------------------------------------------------------------

static void put_word(jni_text *out, const char *name, const char *word) {
  if (!word[0]) return;
  jni_text_printf(out, "<tr><th scope=\"row\">%s</th><td>", name);
  jni_text_escape(out, word);
  jni_text_put(out, "</td></tr>\n");
}

static void open_table(jni_text *out, const char *caption) {
  jni_text_printf(out, "<div><h2>%s</h2><table>\n", caption);
}
static void close_table(jni_text *out) { jni_text_put(out, "</table></div>\n"); }

// ---- head -----------------------------------------------------------------------------------------------

static void put_badge(jni_text *out, const jn_summary *summary) {
  const char *kind = summary->status == JN_OK ? "good" : summary->status == JN_INTERRUPTED ? "warn" : "bad";
  const char *word = summary->status == JN_OK ? "done" : summary->status == JN_INTERRUPTED ? "interrupted" : "failed";
  jni_text_printf(out, "<span class=\"badge %s\">%s at ", kind, word);
  jni_html_quantity(out, summary->time, 6, "s");
  jni_text_put(out, "</span>");
}

static void put_head(jni_text *out, const char *title, const jn_summary *summary) {
  jni_html_begin(out, title, "");
  if (summary) put_badge(out, summary);
  jni_text_put(out, "</header>\n");
  if (summary && summary->status != JN_OK && summary->why[0]) {
    jni_text_put(out, "<ul class=\"messages\"><li class=\"bad\">");
    jni_text_escape(out, summary->why);
    jni_text_put(out, "</li></ul>\n");
  }
}

// ---- summary ----------------------------------------------------------------------------------------------

static void put_card(jni_text *out, double value, int digits, const char *unit, const char *meaning) {
  jni_text_put(out, "<div class=\"card\"><b>");
  jni_html_quantity(out, value, digits, unit);
  jni_text_printf(out, "</b><span>%s</span></div>\n", meaning);
}

static void put_cards(jni_text *out, const jn_summary *s) {
  jni_text_put(out, "<div class=\"cards\">\n");
  put_card(out, s->max_position_violation, 3, "m", "largest position violation");
  put_card(out, s->max_energy_error, 3, "J", "largest energy error");
  put_card(out, (double)s->steps, 9, "", "steps");
  put_card(out, s->real_time_factor, 3, "", "times real time");
  jni_text_put(out, "</div>\n");
}

// Begins a table and writes those facts of the summary that belong to `group` as its rows; the caller ends the table.
static void open_facts(jni_text *out, const jn_summary *s, const char *group) {
  jn_fact facts[JN_MOST_FACTS];
  int n = jn_summary_facts(s, facts);
  open_table(out, group);
  for (int i = 0; i < n; i++) {
    const jn_fact *fact = &facts[i];
    if (strcmp(fact->group, group) != 0) continue;
    jni_text_printf(out, "<tr><th scope=\"row\">%s</th><td>", fact->name);
    if (fact->digits > 0) jni_html_quantity(out, fact->value, fact->digits, fact->unit);
    else jni_text_printf(out, "%ld", (long)fact->value);
    jni_text_put(out, "</td></tr>\n");
  }
}

static void put_work(jni_text *out, const jn_summary *s) {
  char hash[20];
  snprintf(hash, sizeof hash, "%016llx", (unsigned long long)s->state_hash);
  open_facts(out, s, "Work");
  put_word(out, "state hash", hash);
  close_table(out);
}

static void put_choices(jni_text *out, const jn_choices *c) {
  open_table(out, "Choices");
  for (int i = 0; i < JN_NCHOICES; i++) {
    char value[256];
    if (!jn_choice_is_used(c, (jn_choice)i)) continue;
    jn_choice_print(c, (jn_choice)i, 9, value, sizeof value);
    put_word(out, jn_choice_get((jn_choice)i)->key, value);
  }
  close_table(out);
}

// ---- plots --------------------------------------------------------------------------------------------------

static void put_figure(jni_text *out, const jn_table *table, const int *columns, int n) {
  jn_plot_options options = jn_plot_options_default();
  options.title = "";
  options.width = 940;
  options.height = 330;
  char *svg = jn_plot_table(out->alloc, table, 0, columns, n, &options);
  if (!svg) out->failed = true;
  if (svg) {
    jni_text_put(out, "<figure>");
    jni_text_put(out, svg);
    jni_text_put(out, "</figure>\n");
  }
  jni_free(out->alloc, svg);
}

static bool same_unit(const jn_table *table, int a, int b) {
  return strcmp(jn_table_unit(table, a), jn_table_unit(table, b)) == 0;
}

static bool is_first_of_unit(const jn_table *table, int column) {
  for (int k = 1; k < column; k++) {
    if (same_unit(table, k, column)) return false;
  }
  return true;
}

// Writes figures of all columns that have the same unit as column `first`, several curves in each. Returns how many
// columns these are.
static int put_unit(jni_text *out, const jn_table *table, int first) {
  int columns[CURVES_PER_FIGURE], n = 0, all = 0;
  for (int k = first; k < jn_table_ncolumns(table); k++) {
    if (!same_unit(table, k, first)) continue;
    columns[n++] = k;
    all++;
    if (n == CURVES_PER_FIGURE) {
      put_figure(out, table, columns, n);
      n = 0;
    }
  }
  if (n > 0) put_figure(out, table, columns, n);
  return all;
}

static void put_plots(jni_text *out, const jn_table *table) {
  int ncolumns = jn_table_ncolumns(table), drawn = 0;
  if (ncolumns < 2 || jn_table_nrows(table) == 0) return;
  jni_text_put(out, "<h2>Outputs</h2>\n");
  for (int i = 1; i < ncolumns && drawn < MOST_CURVES; i++) {
    if (is_first_of_unit(table, i)) drawn += put_unit(out, table, i);
  }
  if (drawn < ncolumns - 1) {
    jni_text_printf(out, "<p class=\"soft\">%d further columns are in the result file.</p>\n", ncolumns - 1 - drawn);
  }
}

char *jn_report_page(const jn_alloc *alloc, const jn_table *table, const jn_summary *summary,
                     const jn_report *messages) {
  return jn_report_page_with(alloc, table, summary, NULL, messages);
}

static void put_picture(jni_text *out, const char *picture) {
  if (!picture) return;
  jni_text_put(out, "<h2>Start</h2>\n<figure>");
  jni_text_put(out, picture);
  jni_text_put(out, "</figure>\n");
}

char *jn_report_page_with(const jn_alloc *alloc, const jn_table *table, const jn_summary *summary, const char *picture,
                          const jn_report *messages) {
  jni_text out = jni_text_new(alloc);
  const char *title = table && jn_table_title(table)[0] ? jn_table_title(table) : "Jounce run";
  put_head(&out, title, summary);
  if (summary) {
    put_cards(&out, summary);
    jni_text_put(&out, "<div class=\"tables\">\n");
    put_choices(&out, &summary->choices);
    open_facts(&out, summary, "Accuracy");
    close_table(&out);
    put_work(&out, summary);
    if (summary->pace.period > 0) {
      open_facts(&out, summary, "Real time");
      close_table(&out);
    }
    jni_text_put(&out, "</div>\n");
  }
  jni_html_messages(&out, messages);
  put_picture(&out, picture);
  if (table) put_plots(&out, table);
  if (table) jni_html_record(&out, jn_table_record(table));
  jni_html_end(&out);
  return jni_text_take(&out);
}
