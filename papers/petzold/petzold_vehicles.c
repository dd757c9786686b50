// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// petzold_vehicles.c - section 5 of the report: counts and pictures of its two vehicles from their model files.
#include <stdio.h>

#include "common/text.h"
#include "petzold/petzold.h"

enum { KINDS = 8, PATTERNS = 7 };

// Bodies of one kind: their number in the report's list, and patterns of their names in the model file.
typedef struct {
  const char *name;
  int printed;
  const char *patterns[PATTERNS];
} kind;

typedef struct {
  const char *name, *model;
  int bodies, loops, freedoms;  // as printed in the report
  kind kinds[KINDS];
  const char *id, *title;  // id and title of the figure
} vehicle;

static const vehicle vehicles[] = {
    {"HMMWV",
     "hmmwv",
     46,
     17,
     16,
     {{"chassis", 1, {"chassis"}},
      {"suspension", 20, {"*.lca", "*.uca", "*.knuckle", "*.tube", "*.piston"}},
      {"wheels", 4, {"*.wheel"}},
      {"steering", 8, {"column", "pitman", "idler", "link", "*.rod"}},
      {"drive train, with the engine",
       13,
       {"engine", "gearbox", "transfer", "front", "rear", "*.outshaft", "*.halfshaft"}}},
     "figure-1",
     "Fig. 1: HMMWV"},
    {"Bradley M2",
     "m2",
     32,
     0,
     37,
     {{"chassis", 1, {"chassis"}},
      {"road arms", 12, {"*.arm"}},
      {"road wheels", 12, {"*.wheel"}},
      {"drive sprockets", 2, {"*.sprocket"}},
      {"idlers", 2, {"*.idler"}},
      {"turret", 1, {"turret"}},
      {"gun", 1, {"gun"}},
      {"engine", 1, {"engine"}}},
     "figure-2",
     "Fig. 2: Bradley M2"},
};
enum { VEHICLES = sizeof vehicles / sizeof *vehicles };

static int count_kind(const jn_model *model, const kind *k) {
  int found = 0;
  for (int b = 1; b < jn_model_nbodies(model); b++)
    for (int p = 0; p < PATTERNS && k->patterns[p]; p++)
      found += text_matches(k->patterns[p], jn_model_body_name(model, (jn_body){b}));
  return found;
}

// Adds a row of counts. Returns whether they are as printed.
static bool add_counts(repro *r, const vehicle *v, const repro_motion *motion, repro_table *table) {
  const jn_mobility *mobility = jn_run_mobility(motion->run);
  jn_sizes n = jn_system_sizes(jn_system_cartesian(motion->system));
  int bodies = jn_model_nbodies(jn_system_model(motion->system)) - 1;
  int loops = jn_mobility_loops(mobility), freedoms = jn_mobility_freedoms(mobility);
  int row = repro_add_row(r, table, v->name);
  repro_set_pair(table, row, 0, v->bodies, bodies);
  repro_set_pair(table, row, 1, v->loops, loops);
  repro_set_pair(table, row, 2, v->freedoms, freedoms);
  repro_set(table, row, 3, n.nv + n.nc);
  repro_set(table, row, 4, freedoms);
  return bodies == v->bodies && loops == v->loops && freedoms == v->freedoms;
}

static int add_kinds(repro *r, const vehicle *v, const jn_model *model, repro_table *table) {
  int same = 0, all = 0;
  for (int i = 0; i < KINDS && v->kinds[i].name; i++) {
    char label[80];
    int found = count_kind(model, &v->kinds[i]);
    snprintf(label, sizeof label, "%s: %s", v->name, v->kinds[i].name);
    repro_set_pair(table, repro_add_row(r, table, label), 0, v->kinds[i].printed, found);
    same += found == v->kinds[i].printed;
    all++;
  }
  return all - same;
}

static void judge(repro *r, int good, int wrong_kinds) {
  repro_add_claim(r, "vehicles", repro_if(good == VEHICLES && wrong_kinds == 0),
                  "The HMMWV has 46 bodies, 17 loops and 16 degrees of freedom, the M2 32 bodies, no loops and 37.",
                  "the model files have these numbers, and as many bodies of each kind as the report lists");
  repro_quote(r, "section 5",
              "The HMMWV suspension and steering kinematic models are represented by 17 kinematic loops with many "
              "dependent variables, and the M2 model contains no loops or dependent variables. The HMMWV model has 16 "
              "degrees of freedom and the M2 has 37.");
  repro_add_evidence(r, "so for %d of %d; %d kinds of bodies have another number", good, VEHICLES, wrong_kinds);
}

void petzold_vehicles(repro *r) {
  static const repro_column columns[] = {{"bodies", "report", 0},
                                         {"loops", "report", 0},
                                         {"freedoms", "report", 0},
                                         {"NEE: unknowns", NULL, 0},
                                         {"KE: unknowns", NULL, 0}};
  static const repro_column kinds[] = {{"bodies", "report", 0}};
  repro_table *table = repro_add_table(r, "vehicles", "Section 5: the two vehicles, counted", "vehicle", columns, 5);
  repro_table *lists = repro_add_table(r, "vehicle-bodies", "Section 5: lists of bodies", "kind", kinds, 1);
  int good = 0, wrong = 0;
  for (int i = 0; i < VEHICLES && repro_ok(r); i++) {
    const vehicle *v = &vehicles[i];
    jn_model *model = repro_model(r, v->model, NULL, 0);
    jn_choices choices = repro_choices(r, model);
    repro_motion *motion = repro_follow(r, v->name, model, &choices, NULL, 0);
    if (!motion) return;
    good += add_counts(r, v, motion, table);
    wrong += add_kinds(r, v, model, lists);
    repro_figure *figure = repro_add_picture(r, v->id, v->title, motion->system, jn_run_state(motion->run));
    repro_set_caption(r, figure, "The model file models/vehicles/%s.yaml, standing. The report has a rendered image.",
                      v->model);
  }
  repro_set_note(
      r, table,
      "Ours: of the model files, by the mobility at their start. Loops: of the joints, couplings by gears not "
      "counted. Unknowns of (1): speeds and multipliers; of (3): speeds.");
  repro_set_note(r, lists, "Ours: bodies of the model files by their names.");
  if (repro_ok(r)) judge(r, good, wrong);
}
