// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// scalar.c - elements along one coordinate: the distance of two points or a joint coordinate.
#include "force/scalar.h"

#include <stdio.h>

#include "force/law.h"
#include "kernel/vec3.h"
#include "model/expression/table.h"

// ---- distance of two points ----------------------------------------------------------------------

jni_line jni_line_calc(const jni_force_input *in) {
  jni_line line;
  double v[3];
  jnk_sub(in->end[1].r, in->end[0].r, line.u);
  jnk_sub(in->end[1].v, in->end[0].v, v);
  line.x = jnk_normalize(line.u);
  line.rate = jnk_dot(line.u, v);
  jnk_add_scaled(v, -line.rate, line.u, line.across);
  return line;
}

void jni_line_output(const jni_line *line, const jni_scalar *scalar, jni_force_output *out) {
  out->length = line->x;
  out->length_rate = line->rate;
  out->potential = scalar->potential;
  if (!(line->x > 0)) return;
  out->scalar = scalar->force;
  out->power = scalar->power;
  jnk_scale(scalar->force, line->u, out->force[0]);
  jnk_scale(-scalar->force, line->u, out->force[1]);
}

void jni_block_add(double (*matrix)[12], int row, int column, double s, const double B[9]) {
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) matrix[row + i][column + j] += s * B[3 * i + j];
}

// B is d(force on end 0)/d(translation or velocity of end 1 relative to end 0)
static void relative_tangent(double (*matrix)[12], const double B[9]) {
  jni_block_add(matrix, 0, 0, -1, B);
  jni_block_add(matrix, 0, 6, 1, B);
  jni_block_add(matrix, 6, 0, 1, B);
  jni_block_add(matrix, 6, 6, -1, B);
}

// d(F u)/dd = u (k u + c across/x)' + F/x (I - u u')      d(F u)/dv = c u u'
// Where the ends meet only a spring without force there has a tangent: k I.
void jni_line_tangent(const jni_line *line, const jni_scalar *scalar, jni_force_tangent *out) {
  const double *u = line->u;
  bool meet = !(line->x > 0);
  if (meet && !(scalar->force == 0 && scalar->damping == 0)) return;
  double turn = meet ? scalar->stiffness : scalar->force / line->x;
  double A[9], B[9];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      double across = meet ? 0 : line->across[j] / line->x;
      A[3 * i + j] = u[i] * (scalar->stiffness * u[j] + scalar->damping * across) + turn * ((i == j) - u[i] * u[j]);
      B[3 * i + j] = scalar->damping * u[i] * u[j];
    }
  relative_tangent(out->stand, A);
  relative_tangent(out->move, B);
}

// ---- joint coordinate ----------------------------------------------------------------------------

void jni_coordinate_output(const jni_force_input *in, const jni_scalar *scalar, jni_force_output *out) {
  out->length = in->coordinate;
  out->length_rate = in->rate;
  out->scalar = scalar->force;
  out->generalized = -scalar->force;
  out->potential = scalar->potential;
  out->power = scalar->power;
}

void jni_coordinate_tangent(const jni_scalar *scalar, jni_force_tangent *out) {
  out->generalized_coordinate = -scalar->stiffness;
  out->generalized_rate = -scalar->damping;
}

// ---- between two configurations --------------------------------------------------------------------

void jni_line_discrete(const jni_force_input in[2], double x0, double x1, double mean, jni_force_output *out) {
  double d0[3], d1[3], sum[3];
  if (!(x0 + x1 > 0)) return;
  jnk_sub(in[0].end[1].r, in[0].end[0].r, d0);
  jnk_sub(in[1].end[1].r, in[1].end[0].r, d1);
  jnk_add(d0, d1, sum);
  jnk_scale(mean / (x0 + x1), sum, out->force[0]);
  jnk_scale(-1, out->force[0], out->force[1]);
  out->scalar = mean;
}

void jni_coordinate_discrete(double mean, jni_force_output *out) {
  out->scalar = mean;
  out->generalized = -mean;
}

// ---- spring and damper -------------------------------------------------------------------------------

// The only table of a spring.
static const jnk_lookup *map_of(const jni_force_element *force) { return force->tables[0]; }

// A law that has corners takes the next side.
static double calc_law(const jn_law *law, double x, const int **sides, double *slope) {
  int side = *sides && jni_law_switches(law) ? *(*sides)++ : 0;
  return side != 0 ? jni_law_held(law, x, side, slope) : jni_law_value(law, x, slope);
}

// The two forces, the slope of the first over e, and those of the second over e and rate.
typedef struct {
  double elastic, damping;
  double k, stiffens, c;
} spring_forces;

static spring_forces calc_forces(const jni_force_element *force, double e, double rate, const int *sides) {
  const jn_force_def *def = &force->def;
  const double at[2] = {e, rate};
  spring_forces f = {def->stiffness * e, def->damping * rate, def->stiffness, 0, def->damping};
  if (jni_law_given(&def->law)) f.elastic = calc_law(&def->law, e, &sides, &f.k);
  if (jni_law_given(&def->damping_law)) f.damping = calc_law(&def->damping_law, rate, &sides, &f.c);
  if (map_of(force)) {
    jnk_lookup_jet jet = sides ? jni_table_calc(map_of(force), at, sides) : jnk_lookup_at(map_of(force), e, rate);
    f.damping = jet.f, f.stiffens = jet.x, f.c = jet.y;
  }
  return f;
}

jni_scalar jni_spring_calc(const jni_force_element *force, double x, double rate, const int *sides) {
  const jn_force_def *def = &force->def;
  double e = x - def->rest,
         stored = jni_law_given(&def->law) ? jni_law_integral(&def->law, e) : 0.5 * def->stiffness * e * e;
  spring_forces f = calc_forces(force, e, rate, sides);
  return (jni_scalar){def->preload + f.elastic + f.damping, f.k + f.stiffens, f.c, stored + def->preload * e,
                      -f.damping * rate};
}

int jni_spring_nswitches(const jni_force_element *force) {
  const jnk_lookup *map = map_of(force);
  return jni_law_switches(&force->def.law) + jni_law_switches(&force->def.damping_law) +
         (map ? jni_table_nswitches(map) : 0);
}

void jni_spring_switches(const jni_force_element *force, double x, double rate, const int *sides, double *e,
                         int *side) {
  const jn_force_def *def = &force->def;
  const double at[2] = {x - def->rest, rate};
  int n = 0;
  if (jni_law_switches(&def->law)) e[0] = jni_law_within(&def->law, at[0], sides ? sides[0] : 0, &side[0]), n++;
  if (jni_law_switches(&def->damping_law))
    e[n] = jni_law_within(&def->damping_law, rate, sides ? sides[n] : 0, &side[n]);
  if (map_of(force)) jni_table_look(map_of(force), at, sides ? sides + n : NULL, e + n, side + n);
}

double jni_spring_mean(const jn_force_def *def, double x0, double x1) {
  double e0 = x0 - def->rest, e1 = x1 - def->rest;
  if (jni_law_given(&def->law)) return def->preload + jni_law_mean(&def->law, e0, e1);
  return def->preload + def->stiffness * 0.5 * (e0 + e1);
}

bool jni_spring_conservative(const jni_force_element *force) {
  return force->def.damping == 0 && !jni_law_given(&force->def.damping_law) && !map_of(force);
}

// It has two arguments, and gives nothing at rest: what it gives there would be no damper.
static bool check_map(const jn_model *model, const jn_force_def *def, bool turns, char *what, size_t size) {
  if (def->damping_map.i < 0 || def->damping_map.i >= model->ntables) return true;
  const jni_table *table = &model->tables[def->damping_map.i];
  const jnk_lookup *map = &table->lookup;
  if (table->faulty) return true;
  if (map->n[1] < 2)
    return snprintf(what, size, "'damping_map' needs a table of two arguments, but '%.60s' has one", table->name),
           false;
  static const jni_table_wish along = {"damping_map", {{1, 0, 0, 0}, {1, 0, -1, 0}}, {1, 1, -2, 0}},
                              about = {"damping_map", {{0, 0, 0, 1}, {0, 0, -1, 1}}, {2, 1, -2, -1}};
  if (def->joint.i >= 0) turns = jni_is_angle(model, def->joint, def->coordinate) == 1;
  else if (def->nterms > 0) turns = jni_is_angle(model, def->terms[0].joint, def->terms[0].coordinate) == 1;
  if (!jni_table_fits(model, def->damping_map, turns ? &about : &along, what, size)) return false;
  int still = 0;
  while (still < map->n[1] && map->x[1][still] != 0) still++;
  bool rests = still < map->n[1];
  for (int i = 0; i < map->n[0] && rests; i++) rests = map->f[i * map->n[1] + still] == 0;
  if (!rests)
    snprintf(what, size,
             "'damping_map': table '%.60s' needs the rate 0 among its knots, with values 0: at rest a damper "
             "gives no force",
             table->name);
  return rests;
}

bool jni_spring_check(const jn_model *model, const jn_force_def *def, bool turns, char *what, size_t size) {
  bool law = jni_law_given(&def->damping_law), map = def->damping_map.i >= 0 && def->damping_map.i < model->ntables;
  if (jni_law_given(&def->law) && def->stiffness != 0)
    snprintf(what, size, "give either 'stiffness' or 'law', not both");
  else if (law && def->damping != 0) snprintf(what, size, "give either 'damping' or 'damping_law', not both");
  else if (map && (law || def->damping != 0))
    snprintf(what, size, "give either 'damping_map' or '%s', not both", law ? "damping_law" : "damping");
  else return check_map(model, def, turns, what, size);
  return false;
}

bool jni_either_check(const jn_force_def *def, const char *end, char *what, size_t size) {
  int given = (def->between[0].i >= 0) + (def->joint.i >= 0) + (def->nterms > 0);
  const char *alone = given > 1 ? ", one of them alone" : "";
  if (given != 1 && end) snprintf(what, size, "give '%s', 'joint' or 'terms'%s", end, alone);
  else if (given != 1) snprintf(what, size, "give 'joint' or 'terms'%s", alone);
  else if (def->nterms > 0 && def->coordinate)
    snprintf(what, size, "'coordinate' goes with 'joint'; in 'terms' write JOINT.%.40s", def->coordinate);
  else return true;
  return false;
}
