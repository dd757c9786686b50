// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// report_run.c - writes the report of a run.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "reports.h"

typedef struct {
  app_command *command;
  const run_account *account;
  const jn_table *table;
  const char *picture;
} order;

static void put_status(app_json *out, const run_account *account) {
  const jn_summary *s = jn_run_summary(account->run);
  bool good = account->status == JN_OK, stopped = account->status == JN_INTERRUPTED;
  report_open(out, "badges", "");
  if (good && s->stopped_by[0]) report_badge(out, "good", "stopped by event '%s' at %.6g s", s->stopped_by, s->time);
  else if (good) report_badge(out, "good", "done: %.6g s simulated", s->time);
  else
    report_badge(out, stopped ? "warn" : "bad", "%s at %.6g of %.6g s", stopped ? "interrupted" : "failed", s->time,
                 s->choices.until);
  report_close(out);
}

static void put_cards(app_json *out, const jn_summary *s) {
  report_open(out, "cards", "");
  report_fact(out, "largest position violation", s->max_position_violation, 3, "m");
  report_fact(out, "largest energy error", s->max_energy_error, 3, "J");
  report_fact(out, "steps", (double)s->steps, 0, "");
  report_fact(out, "times real time", s->real_time_factor, 3, "");
  report_close(out);
}

static void put_choices(app_json *out, const jn_choices *choices) {
  report_open(out, "facts", "Choices");
  for (int i = 0; i < JN_NCHOICES; i++) {
    char value[256];
    if (!jn_choice_is_used(choices, (jn_choice)i)) continue;
    jn_choice_print(choices, (jn_choice)i, 9, value, sizeof value);
    report_word(out, jn_choice_get((jn_choice)i)->key, value);
  }
  report_word(out, "auto", choices->reason);
  report_close(out);
}

// Writes the facts of one group of the summary as a section, with the state hash unless NULL.
static void put_facts(app_json *out, const jn_summary *s, const char *group, const char *hash) {
  jn_fact facts[JN_MOST_FACTS];
  int n = jn_summary_facts(s, facts);
  report_open(out, "facts", group);
  for (int i = 0; i < n; i++)
    if (strcmp(facts[i].group, group) == 0)
      report_fact(out, facts[i].name, facts[i].value, facts[i].digits, facts[i].unit);
  report_word(out, "state hash", hash);
  report_close(out);
}

// Writes a table of the outputs at the first seven times of --at and at the end; nothing if there are no outputs.
static void put_values(app_json *out, const run_account *account) {
  jn_run *run = account->run;
  int n = account->visible > 0 ? account->visible : jn_run_noutputs(run);
  report_head heads[2 + 8] = {{"output", "", 0}, {"unit", "", 0}};
  char times[8][48];
  int columns = 2, most = jn_run_nsamples(run) < 7 ? jn_run_nsamples(run) : 7;
  if (n == 0) return;
  for (int k = 0; k <= most; k++) {
    snprintf(times[k], sizeof times[k], "%s %.6g s", k < most ? "at" : "at the end,",
             k < most ? jn_run_sample_time(run, k) : jn_run_summary(run)->time);
    heads[columns++] = (report_head){times[k], "", 10};
  }
  report_open_table(out, &(report_table){.title = "Outputs", .heads = heads, .n = columns});
  for (int i = 0; i < n; i++) {
    json_open(out, NULL, '[');
    json_text(out, NULL, jn_run_output_name(run, i));
    json_text(out, NULL, jn_run_output_unit(run, i));
    for (int k = 0; k < most; k++) json_number(out, NULL, jn_run_sample(run, k)[i]);
    json_number(out, NULL, jn_run_outputs(run)[i]);
    json_close(out, ']');
  }
  report_close(out);
}

static void put_sections(const void *user, app_json *out) {
  const order *o = user;
  const jn_summary *s = jn_run_summary(o->account->run);
  char hash[20];
  snprintf(hash, sizeof hash, "%016" PRIx64, s->state_hash);
  put_status(out, o->account);
  put_cards(out, s);
  report_messages(out, o->command->report);
  put_values(out, o->account);
  put_choices(out, &s->choices);
  put_facts(out, s, "Accuracy", NULL);
  put_facts(out, s, "Work", hash);
  if (s->pace.period > 0) put_facts(out, s, "Real time", NULL);
  report_redundant(out, jn_run_mobility(o->account->run));
  report_record(out, jn_table_record(o->table));
}

static char *make_plain(const void *user) {
  const order *o = user;
  return jn_report_page_with(NULL, o->table, jn_run_summary(o->account->run), o->picture, o->command->report);
}

jn_status report_run(app_command *command, const run_account *account, const jn_table *table, const char *picture,
                     const char **written) {
  order o = {command, account, table, picture};
  report_content content = {.model = jn_system_model(jn_run_system(account->run)),
                            .user = &o,
                            .rows = table,
                            .of = "the run",
                            .sections = put_sections,
                            .simulates = true,
                            .plain = make_plain};
  return report_write(command, &content, written);
}
