// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// spring_law.c - see spring_law.h.
#include "force/spring_law.h"

#include <stdio.h>

#include "force/force_law.h"
#include "kernel/force/spring.h"
#include "model/expression/expression_table.h"
#include "model/model.h"
#include "symbolic/graph_laws.h"

// Returns the damping map, which is the only table of a spring; NULL: the element has none.
static const jnk_lookup *map_of(const jni_force_element *force) { return force->tables[0]; }

static jnk_spring spring_of(const jni_force_element *force) {
  const jn_force_def *def = &force->def;
  return (jnk_spring){.rest = def->rest,
                      .preload = def->preload,
                      .k = def->stiffness,
                      .c = def->damping,
                      .elastic = jni_law_plain(&def->law),
                      .damping = jni_law_plain(&def->damping_law),
                      .map = map_of(force)};
}

// Returns the held side of the next law with corners, *sides, and advances `sides` past it. Returns 0 without advancing
// if this law has no corners.
static int next_side(const jn_law *law, const int **sides) { return jni_law_switches(law) ? *(*sides)++ : 0; }

// Computes the parts of the spring force at elongation e and its rate, with the pieces of elastic law, damping law and
// damping map that belong to the held sides of their switches; sides of 0 are chosen by e and rate.
static jnk_spring_parts calc_held(const jni_force_element *force, const jnk_spring *s, double e, double rate,
                                  const int *sides) {
  const jn_force_def *def = &force->def;
  const double at[2] = {e, rate};
  jnk_spring_parts p = jnk_spring_parts_calc(s, e, rate);
  int elastic = next_side(&def->law, &sides), damping = next_side(&def->damping_law, &sides);
  if (elastic != 0) p.E = jni_law_held(&def->law, e, elastic, &p.E_e);
  if (damping != 0) p.D = jni_law_held(&def->damping_law, rate, damping, &p.D_rate);
  if (s->map) {
    jnk_lookup_jet jet = jni_table_calc(s->map, at, sides);
    p.D = jet.f;
    p.D_e = jet.x;
    p.D_rate = jet.y;
  }
  return p;
}

static jnk_scalar_load calc(const jni_force_element *force, const jni_scalar_input *in, jni_force_output *out) {
  (void)out;
  const jnk_spring s = spring_of(force);
  double e = in->x - s.rest;
  jnk_spring_parts p =
      in->sides ? calc_held(force, &s, e, in->rate, in->sides) : jnk_spring_parts_calc(&s, e, in->rate);
  return jnk_spring_load(&s, &p, e, in->rate);
}

static double mean(const jni_force_element *force, double x0, double x1) {
  const jnk_spring s = spring_of(force);
  return jnk_spring_mean(&s, x0, x1);
}

// ---- corners --------------------------------------------------------------------------------------------------------

int jni_spring_nswitches(const jni_force_element *force) {
  const jnk_lookup *map = map_of(force);
  return jni_law_switches(&force->def.law) + jni_law_switches(&force->def.damping_law) +
         (map ? jni_table_nswitches(map) : 0);
}

static void switches(const jni_force_element *force, const jni_scalar_input *in, double *e, int *side) {
  const jn_force_def *def = &force->def;
  const int *sides = in->sides;
  const double at[2] = {in->x - def->rest, in->rate};
  int n = 0;
  if (jni_law_switches(&def->law)) {
    e[0] = jni_law_within(&def->law, at[0], sides ? sides[0] : 0, &side[0]);
    n++;
  }
  if (jni_law_switches(&def->damping_law))
    e[n] = jni_law_within(&def->damping_law, in->rate, sides ? sides[n] : 0, &side[n]);
  if (map_of(force)) jni_table_calc_switches(map_of(force), at, sides ? sides + n : NULL, e + n, side + n);
}

// ---- nodes ----------------------------------------------------------------------------------------------------------

// Writes the elastic force, preload plus E, as a node; e = x - rest. A linear E is written in terms of x, so that the
// constant terms fold into one number.
static jni_node write_elastic(const jnk_spring *s, jni_graph *g, jni_node x, jni_node e) {
  jni_node preload = jni_number(g, s->preload), k = jni_number(g, s->k);
  if (jnk_law_is_given(&s->elastic)) return jni_plus(g, preload, jni_write_law(g, &s->elastic, e));
  return jni_plus(g, jni_minus(g, preload, jni_times(g, k, jni_number(g, s->rest))), jni_times(g, k, x));
}

static jni_node write_damping(const jnk_spring *s, jni_graph *g, jni_node e, jni_node rate) {
  if (s->map) return jni_write_lookup(g, s->map, e, rate);
  if (jnk_law_is_given(&s->damping)) return jni_write_law(g, &s->damping, rate);
  return jni_times(g, jni_number(g, s->c), rate);
}

static jni_node write_potential(const jnk_spring *s, jni_graph *g, jni_node e) {
  jni_node half = jni_times(g, jni_number(g, 0.5), jni_number(g, s->k)), stored;
  if (jnk_law_is_given(&s->elastic)) stored = jni_write_law_integral(g, &s->elastic, e);
  else stored = jni_times(g, half, jni_times(g, e, e));
  return jni_plus(g, stored, jni_times(g, jni_number(g, s->preload), e));
}

static jni_node write(const jni_force_element *force, const jni_code_input *in, const jni_scalar_nodes *at,
                      jni_code_output *out) {
  jni_graph *g = in->g;
  const jnk_spring s = spring_of(force);
  jni_node e = jni_minus(g, at->x, jni_number(g, s.rest)), damping = write_damping(&s, g, e, at->rate);
  out->potential = write_potential(&s, g, e);
  out->power = jni_opposite(g, jni_times(g, damping, at->rate));
  return jni_plus(g, write_elastic(&s, g, at->x, e), damping);
}

const jni_scalar_law jni_spring_law = {.calc = calc, .mean = mean, .switches = switches, .write = write};

// ---- checks ---------------------------------------------------------------------------------------------------------

bool jni_spring_conservative(const jni_force_element *force) {
  return force->def.damping == 0 && !jni_law_given(&force->def.damping_law) && !map_of(force);
}

// Checks that the table of a damping map has two arguments in the right units, the rate 0 among its knots, and no force
// there. Returns false with a sentence in `what` otherwise; true if there is no map, or if its table has a fault that
// was reported already.
static bool check_map(const jn_model *model, const jn_force_def *def, bool angle, char *what, size_t size) {
  if (def->damping_map.i < 0 || def->damping_map.i >= model->ntables) return true;
  const jni_table *table = &model->tables[def->damping_map.i];
  const jnk_lookup *map = &table->lookup;
  if (table->faulty) return true;
  if (map->n[1] < 2) {
    snprintf(what, size, "'damping_map' needs a table of two arguments, but '%.60s' has one", table->name);
    return false;
  }
  static const jni_table_dimensions along = {"damping_map", {{1, 0, 0, 0}, {1, 0, -1, 0}}, {1, 1, -2, 0}},
                                    about = {"damping_map", {{0, 0, 0, 1}, {0, 0, -1, 1}}, {2, 1, -2, -1}};
  if (def->joint.i >= 0) angle = jni_is_angle(model, def->joint, def->coordinate) == 1;
  else if (def->nterms > 0) angle = jni_is_angle(model, def->terms[0].joint, def->terms[0].coordinate) == 1;
  if (!jni_table_check(model, def->damping_map, angle ? &about : &along, what, size)) return false;
  int rest = 0;
  while (rest < map->n[1] && map->x[1][rest] != 0) rest++;
  bool good = rest < map->n[1];
  for (int i = 0; i < map->n[0] && good; i++) good = map->f[i * map->n[1] + rest] == 0;
  if (!good)
    snprintf(what, size,
             "'damping_map': table '%.60s' needs the rate 0 among its knots, with values 0: at rest a damper "
             "gives no force",
             table->name);
  return good;
}

bool jni_spring_check(const jn_model *model, const jn_force_def *def, bool angle, char *what, size_t size) {
  bool law = jni_law_given(&def->damping_law), map = def->damping_map.i >= 0 && def->damping_map.i < model->ntables;
  if (jni_law_given(&def->law) && def->stiffness != 0)
    snprintf(what, size, "give either 'stiffness' or 'law', not both");
  else if (law && def->damping != 0) snprintf(what, size, "give either 'damping' or 'damping_law', not both");
  else if (map && (law || def->damping != 0))
    snprintf(what, size, "give either 'damping_map' or '%s', not both", law ? "damping_law" : "damping");
  else return check_map(model, def, angle, what, size);
  return false;
}
