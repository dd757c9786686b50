// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// compare_page.c - writes a comparison as one self-contained HTML page: plots, table (a click on a heading sorts it),
// all runs of each combination, and the meaning of the keywords.
#include <math.h>
#include <stdio.h>

#include "output/compare/compare.h"
#include "output/html/html.h"

static const char page_style[] =
    "main{max-width:1320px}.wide{overflow-x:auto;margin-bottom:14px}.wide table{font-size:13px}.wide th,.wide "
    "td{padding:4px 9px}.wide td{text-align:right}.wide td.left,.wide th{text-align:left}"
    ".wide thead th{cursor:pointer;white-space:nowrap;font-weight:600;color:var(--ink)}.wide tr.own td{font-weight:600}"
    ".word{color:var(--bad)}details{margin:0 0 14px}summary{cursor:pointer}dl{margin:0}dt{font-weight:600}dd{margin:0 "
    "0 6px}\n";

// Script of the page: a click on a column heading sorts the rows by the numbers or words in the data-v attributes of
// the cells; a second click reverses the order.
static const char page_script[] =
    "<script>\nfor(const h of document.querySelectorAll('table.sorted thead "
    "th'))h.addEventListener('click',function(){\n"
    "const b=h.closest('table').tBodies[0],i=h.cellIndex,d=h.dataset.up==='1'?-1:1;h.dataset.up=d===1?'1':'0';\n"
    "const v=function(r){const t=r.cells[i].dataset.v,x=parseFloat(t);return isNaN(x)?t:x};\n"
    "const order=function(a,c){const x=v(a),y=v(c);if(typeof x!==typeof y)return typeof x==='number'?-1:1;"
    "return d*(typeof x==='number'?x-y:x.localeCompare(y))};\n"
    "for(const r of Array.from(b.rows).sort(order))b.appendChild(r)})\n</script>\n";

// ---- cells ------------------------------------------------------------------------------------------------------

static void put_text_cell(jni_text *out, const char *text) {
  jni_text_put(out, "<td class=\"left\" data-v=\"");
  jni_text_escape(out, text);
  jni_text_put(out, "\">");
  jni_text_escape(out, text);
  jni_text_put(out, "</td>");
}

static void open_number_cell(jni_text *out, double value) {
  jni_text_put(out, "<td data-v=\"");
  if (!isnan(value)) jni_text_number(out, value);
  jni_text_put(out, "\">");
}

static void put_number_cell(jni_text *out, double value, int digits, const char *unit) {
  open_number_cell(out, value);
  jni_html_quantity(out, value, digits, unit);
  jni_text_put(out, "</td>");
}

static void put_time_cell(jni_text *out, double seconds) {
  char text[64];
  jni_compare_seconds(seconds, text, sizeof text);
  open_number_cell(out, seconds);
  jni_text_put(out, isnan(seconds) ? "\xe2\x80\x93" : text);
  jni_text_put(out, "</td>");
}

// Writes a table cell with the error of a run; if the run failed, a keyword with its explanation as tooltip.
static void put_error_cell(jni_text *out, const jn_rung *rung) {
  if (!rung->word[0]) {
    put_number_cell(out, rung->error, 2, "");
    return;
  }
  jni_text_put(out, "<td class=\"word\" data-v=\"");
  jni_text_escape(out, rung->word);
  jni_text_put(out, "\" title=\"");
  jni_text_escape(out, rung->why);
  jni_text_put(out, "\">");
  jni_text_escape(out, rung->word);
  jni_text_put(out, "</td>");
}

// Which columns of constraint violations the tables have besides lengths: angles if a run has violated constraints on
// angles, rates of lengths if there are nonholonomic constraints, rates of angles if a run has also violated those.
typedef struct {
  bool angles, rates, angle_rates;
} columns;

static columns choose_columns(const jn_comparison *c) {
  columns shown = {.rates = c->nonholonomic};
  for (int i = 0; i < c->n; i++) {
    const jn_rung *line = &c->combinations[i].line;
    shown.angles = shown.angles || line->max_angle_violation > 0;
    shown.angle_rates = shown.angle_rates || (shown.rates && line->max_angle_velocity_violation > 0);
  }
  return shown;
}

static void put_rung_cells(jni_text *out, const jn_rung *rung, bool ran, columns shown) {
  bool ended = ran && rung->status == JN_OK;
  char accuracy[64] = "\xe2\x80\x93";
  if (ran) jni_compare_accuracy(rung, accuracy, sizeof accuracy);
  put_text_cell(out, accuracy);
  put_error_cell(out, rung);
  put_time_cell(out, ended ? rung->cpu_seconds : NAN);
  put_number_cell(out, ended ? (double)rung->evaluations : NAN, 12, "");
  put_number_cell(out, ended ? (double)rung->steps : NAN, 12, "");
  put_number_cell(out, ended ? rung->max_position_violation : NAN, 2, "m");
  if (shown.angles) put_number_cell(out, ended ? rung->max_angle_violation : NAN, 2, "rad");
  if (shown.rates) put_number_cell(out, ended ? rung->max_velocity_violation : NAN, 2, "m/s");
  if (shown.angle_rates) put_number_cell(out, ended ? rung->max_angle_velocity_violation : NAN, 2, "rad/s");
  put_number_cell(out, ended ? rung->max_energy_error : NAN, 2, "J");
}

static void put_name_cells(jni_text *out, const jn_choices *c) {
  char name[96], controls[96];
  jni_compare_name(c, name, sizeof name);
  jni_compare_controls(c, controls, sizeof controls);
  put_text_cell(out, name);
  put_text_cell(out, c->integrator);
  put_text_cell(out, controls);
}

// ---- tables -----------------------------------------------------------------------------------------------------

static void open_table(jni_text *out, columns shown, bool best) {
  const struct {
    const char *head;
    bool shown;
  } heads[] = {{"formulation", true},
               {"integrator", true},
               {"controls", true},
               {"accuracy", true},
               {"error", true},
               {"CPU time", true},
               {"evaluations", true},
               {"steps", true},
               {"position violation", true},
               {"angle violation", shown.angles},
               {"velocity violation", shown.rates},
               {"angle velocity violation", shown.angle_rates},
               {"energy error", true},
               {"best error", best},
               {"in", best}};
  jni_text_put(out, "<div class=\"wide\"><table class=\"sorted\"><thead><tr>");
  for (size_t i = 0; i < sizeof heads / sizeof *heads; i++)
    if (heads[i].shown) jni_text_printf(out, "<th scope=\"col\">%s</th>", heads[i].head);
  jni_text_put(out, "</tr></thead><tbody>\n");
}

static void close_table(jni_text *out) { jni_text_put(out, "</tbody></table></div>\n"); }

static void put_lines(jni_text *out, const jn_comparison *c) {
  jni_text_put(out, "<h2>At the model's own accuracy</h2>\n");
  columns shown = choose_columns(c);
  open_table(out, shown, true);
  for (int i = 0; i < c->n; i++) {
    const jn_combination *one = &c->combinations[i];
    jni_text_put(out, one->own ? "<tr class=\"own\">" : "<tr>");
    put_name_cells(out, &one->choices);
    put_rung_cells(out, &one->line, one->nrungs > 0, shown);
    put_number_cell(out, one->best >= 0 ? one->rungs[one->best].error : NAN, 2, "");
    put_time_cell(out, one->best >= 0 ? one->rungs[one->best].cpu_seconds : NAN);
    jni_text_put(out, "</tr>\n");
  }
  close_table(out);
  jni_text_put(out,
               "<p class=\"soft\">A click on a heading sorts. The model's own choice is bold. Hover over a word to see "
               "why.</p>\n");
}

static void put_ladders(jni_text *out, const jn_comparison *c) {
  jni_text_put(out, "<details><summary>All runs of the ladders</summary>\n");
  columns shown = choose_columns(c);
  open_table(out, shown, false);
  for (int i = 0; i < c->n; i++) {
    const jn_combination *one = &c->combinations[i];
    for (int k = 0; k < one->nrungs; k++) {
      jni_text_put(out, "<tr>");
      put_name_cells(out, &one->choices);
      put_rung_cells(out, &one->rungs[k], true, shown);
      jni_text_put(out, "</tr>\n");
    }
  }
  close_table(out);
  jni_text_put(out, "</details>\n");
}

// ---- figures, sections and page ---------------------------------------------------------------------------------

static void put_figure(jni_text *out, const jn_comparison *c, bool over_evaluations) {
  jn_plot_options how = jn_plot_options_default();
  how.title = "";
  how.width = 1180;
  char *svg = jn_compare_plot(out->alloc, c, over_evaluations, &how);
  if (!svg) out->failed = true;
  jni_text_put(out, "<figure>");
  jni_text_put(out, svg ? svg : "");
  jni_text_put(out, "</figure>\n");
  jni_free(out->alloc, svg);
}

static void put_badge(jni_text *out, const jn_comparison *c) {
  int failed = 0;
  for (int i = 0; i < c->n; i++) failed += c->combinations[i].line.word[0] != 0;
  jni_text_printf(out, "<span class=\"badge good\">%d combination%s</span>", c->n, c->n == 1 ? "" : "s");
  if (failed) jni_text_printf(out, "<span class=\"badge bad\">%d of them failed</span>", failed);
  if (c->n < c->planned)
    jni_text_printf(out, "<span class=\"badge warn\">interrupted after %d of %d</span>", c->n, c->planned);
  jni_text_put(out, "</header>\n");
}

static void put_reference(jni_text *out, const jn_comparison *c) {
  jni_text_put(out, "<p>Reference: ");
  jni_text_escape(out, c->reference);
  if (!isnan(c->reference_error)) {
    jni_text_put(out, "; the run with the next larger tolerance differs by ");
    jni_html_quantity(out, c->reference_error, 2, "");
  }
  jni_text_put(out, ". Error: the largest difference of ");
  for (int i = 0; i < c->noutputs && i < 12; i++) {
    jni_text_put(out, i ? ", " : "");
    jni_text_escape(out, c->outputs[i]);
  }
  if (c->noutputs > 12) jni_text_printf(out, " and %d more", c->noutputs - 12);
  jni_text_printf(out, " at %d times up to ", c->ntimes);
  jni_html_quantity(out, c->ntimes > 0 ? c->times[c->ntimes - 1] : NAN, 6, "s");
  jni_text_put(out, ", each relative to its own size. CPU time: stepping alone.</p>\n");
}

static void put_words(jni_text *out) {
  jni_text_put(out, "<details><summary>What the keywords mean</summary><dl>\n");
  for (int i = 0; jn_compare_word(i); i++) {
    jni_text_printf(out, "<dt>%s</dt><dd>", jn_compare_word(i));
    jni_text_escape(out, jn_compare_word_help(i));
    jni_text_put(out, "</dd>\n");
  }
  jni_text_put(out, "</dl></details>\n");
}

char *jn_compare_page(const jn_alloc *alloc, const jn_comparison *c, const jn_report *messages) {
  JNI_ASSERT(c);
  jni_text out = jni_text_new(alloc);
  jni_html_begin(&out, c->model[0] ? c->model : "Jounce comparison", page_style);
  put_badge(&out, c);
  put_reference(&out, c);
  jni_html_messages(&out, messages);
  jni_text_put(&out, "<h2>Error over CPU time</h2>\n");
  put_figure(&out, c, false);
  put_lines(&out, c);
  jni_text_put(&out, "<h2>Error over evaluations, the same on every machine</h2>\n");
  put_figure(&out, c, true);
  put_ladders(&out, c);
  put_words(&out);
  jni_text_put(&out, page_script);
  jni_html_end(&out);
  return jni_text_take(&out);
}
