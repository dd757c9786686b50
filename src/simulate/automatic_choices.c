// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// automatic_choices.c - resolves `auto`. Formulation and coordinates follow from counts of the model before anything is
// built; named choices do not change.
//   constraint equations remain in joint   `reduced`: the loops are solved group by group for the dependent joint
//   coordinates (loops, rolling, drivers,  variables, and the independent ones are integrated
//   couplings)
//   none remain: the joints form a tree    `multipliers` in joint coordinates, which is the recursion
//   many freedoms or long branches         `multipliers`, in joint coordinates where branches are short, otherwise in
//                                          cartesian coordinates, whose matrices are sparse
//   a joint has an armature                joint coordinates: only there M contains it
//   joints remove no speeds, joints of     `multipliers` in cartesian coordinates
//   loops hold particles, or `reduced`
//   does not support a named choice
// The bounds are counted instructions (bench/defaults_bench.c, docs/benchmarks.md).
#include "simulate/automatic_choices.h"

#include <stdio.h>
#include <string.h>

#include "formulation/formulation_table.h"
#include "system/tree/tree.h"

bool jni_is_open(const char *name) { return strcmp(name, "auto") == 0 || name[0] == 0; }

bool jni_in_list(const char *const *list, const char *name) {
  for (int i = 0; list[i]; i++)
    if (strcmp(list[i], name) == 0) return true;
  return false;
}

void jni_set_open(char *name, size_t size, const char *value) {
  if (jni_is_open(name)) snprintf(name, size, "%s", value);
}

// ---- rule ---------------------------------------------------------------------------------------------------

// Largest number of degrees of freedom for which `auto` takes `reduced`, which has full matrices of the independent
// speeds. For rows of four-bars it needs 1.3 times the instructions of `multipliers` with 10 degrees of freedom, twice
// as many with 40.
enum { MOST_FREE = 20 };
// Largest fill of M, its elements per speed of the bodies, for which `auto` takes `reduced` and joint coordinates. M
// fills along the branches: for hanging chains in the plane, joint and cartesian coordinates cost the same at 2; at 3.5
// `reduced` costs twice as much.
static const double most_filled_reduced = 2.5, most_filled_joint = 2;
// Used in place of most_filled_joint for trees in space whose only equations are couplings and drivers: a humanoid with
// 45 bodies and 6 couplings has 2.1 and takes a third of the time of cartesian coordinates.
static const double most_filled_coupled = 4;

typedef struct {
  const jn_model *model;
  jni_tree_counts counts;
  char why[110];  // why neither `reduced` nor joint coordinates are used
} automatic;

static const char *plural(long n) { return n == 1 ? "" : "s"; }

// Returns an estimate of the degrees of freedom: speeds minus equations; a third of the speeds if there are more
// equations than speeds. Then some are redundant, as in a four-bar in space.
static int free_speeds(const jni_tree_counts *n) { return n->rows <= n->speeds ? n->speeds - n->rows : n->speeds / 3; }

static bool is_filled(const jni_tree_counts *n, double most) { return (double)n->elements > most * n->body_speeds; }

static bool refuse_name(automatic *a, const char *what, const char *name, const char *const *list) {
  if (jni_is_open(name) || jni_in_list(list, name)) return false;
  snprintf(a->why, sizeof a->why, "'reduced' does not support %s '%.30s'", what, name);
  return true;
}

// Returns whether a choice that the user names (coordinates, integrator, controls) is not supported by `reduced`.
// Stores the reason in *a.
static bool is_named_otherwise(automatic *a, const jn_choices *c) {
  const jni_formulation_kind *kind = &jni_formulation_reduced;
  return refuse_name(a, "coordinates", c->coordinates, kind->coordinates) ||
         refuse_name(a, "integrator", c->integrator, kind->integrators) ||
         refuse_name(a, "position", c->position, kind->position) ||
         refuse_name(a, "velocity", c->velocity, kind->velocity) || refuse_name(a, "energy", c->energy, kind->energy);
}

static bool lacks_output(automatic *a) {
  if (!a->counts.missing) return false;
  snprintf(a->why, sizeof a->why, "joint coordinates do not support the output '%.50s'", a->counts.missing);
  return true;
}

static bool gains_nothing(automatic *a) {
  const jni_tree_counts *n = &a->counts;
  if (n->speeds > 0 && n->speeds < n->body_speeds) return false;
  snprintf(a->why, sizeof a->why, n->speeds > 0 ? "joints remove no speeds" : "no joint allows motion");
  return true;
}

// Returns whether joints outside the tree hold particles, and stores this as the reason in *a. The coordinate of a
// particle that swings reverses, so that as an independent variable its error is far larger than that of an angle.
static bool has_loop_particles(automatic *a) {
  if (a->counts.particles == 0) return false;
  snprintf(a->why, sizeof a->why, "%d joint%s hold%s particles", a->counts.particles, plural(a->counts.particles),
           a->counts.particles == 1 ? "s" : "");
  return true;
}

static bool is_too_large(automatic *a) {
  const jni_tree_counts *n = &a->counts;
  if (free_speeds(n) <= MOST_FREE && !is_filled(n, most_filled_reduced)) return false;
  snprintf(a->why, sizeof a->why,
           "%d joint speeds, %d of them independent, with %ld elements of M are too many "
           "for 'reduced'",
           n->speeds, free_speeds(n), n->elements);
  return true;
}

static bool takes_reduced(automatic *a, const jn_choices *c) {
  if (is_named_otherwise(a, c)) return false;
  if (c->independent[0]) return true;
  return a->counts.rows > 0 && !gains_nothing(a) && !lacks_output(a) && !has_loop_particles(a) && !is_too_large(a);
}

// Returns whether the formulation `multipliers` uses joint coordinates for the model. named: the user has named the
// formulation; then models with loops keep cartesian coordinates, in which no constraint equation is eliminated.
static bool takes_joint(automatic *a, bool named) {
  const jni_tree_counts *n = &a->counts;
  if (gains_nothing(a) || lacks_output(a) || (n->loops > 0 && named)) return false;
  bool coupled_tree = n->loops == 0 && a->model->space == JN_SPACE;  // rows of couplings and drivers alone
  return n->rows == 0 ||
         (!has_loop_particles(a) && !is_filled(n, coupled_tree ? most_filled_coupled : most_filled_joint));
}

// ---- reason -----------------------------------------------------------------------------------------------

static void write_reason(const automatic *a, jn_choices *c) {
  const jni_tree_counts *n = &a->counts;
  char combination[80], loops[40] = "the joints form a tree";
  snprintf(combination, sizeof combination, "%.30s in %.20s coordinates", c->formulation, c->coordinates);
  if (n->loops > 0) snprintf(loops, sizeof loops, "%d loop%s", n->loops, plural(n->loops));
  if (strcmp(c->coordinates, "joint") == 0)
    snprintf(c->reason, sizeof c->reason,
             "%s: %s, %d joint speed%s with %d constraint equation%s (cartesian: %d "
             "with %d)",
             combination, loops, n->speeds, plural(n->speeds), n->rows, plural(n->rows), n->body_speeds, n->body_rows);
  else if (a->why[0]) snprintf(c->reason, sizeof c->reason, "%s: %s", combination, a->why);
  else c->reason[0] = 0;
}

// ---- resolution ---------------------------------------------------------------------------------------------------

// Returns the only formulation that an integrator works with: `ggl` for integrators of residuals, `index3-projected`
// for those with a step rule of their own; NULL: it works with any.
static const char *formulation_of(const char *integrator) {
  const jni_integrator_kind *kind = jni_integrator_kind_find(integrator);
  return kind && kind->residual ? "ggl" : kind && kind->rule ? "index3-projected" : NULL;
}

static const char *usual_coordinates(const jni_formulation_kind *kind) {
  return jni_in_list(kind->coordinates, "cartesian") ? "cartesian" : kind->coordinates[0];
}

static jn_status resolve_open(const jn_model *model, jn_choices *c, jn_report *report) {
  automatic a = {.model = model};
  bool controlled = !jni_is_open(c->position) || !jni_is_open(c->velocity);
  jn_status status = jni_tree_count(model, &a.counts, report);
  if (status != JN_OK) return status;
  bool named = !jni_is_open(c->formulation), reduced = !named && takes_reduced(&a, c);
  jni_set_open(c->formulation, sizeof c->formulation, reduced ? "reduced" : "multipliers");
  bool joint = reduced || jni_model_find_armature(model) >= 0 || (!controlled && takes_joint(&a, named));
  jni_set_open(c->coordinates, sizeof c->coordinates, joint ? "joint" : "cartesian");
  write_reason(&a, c);
  return JN_OK;
}

jn_status jni_resolve_equations(const jn_model *model, jn_choices *c, jn_report *report) {
  const char *own = formulation_of(c->integrator);
  if (own) jni_set_open(c->formulation, sizeof c->formulation, own);
  const jni_formulation_kind *kind = jni_is_open(c->formulation) ? NULL : jni_formulation_kind_find(c->formulation);
  bool named = !jni_is_open(c->formulation);
  if (named && (!kind || !jni_is_open(c->coordinates))) {
    // Clears the reason that was stored when choices were resolved earlier, if it is about another formulation or other
    // coordinates.
    char combination[80];
    snprintf(combination, sizeof combination, "%.30s in %.20s coordinates", c->formulation, c->coordinates);
    if (strncmp(c->reason, combination, strlen(combination)) != 0) c->reason[0] = 0;
    return JN_OK;
  }
  if (!named || kind->follows_tree) return resolve_open(model, c, report);
  c->reason[0] = 0;
  bool rotors = jni_model_find_armature(model) >= 0 && jni_in_list(kind->coordinates, "joint");
  jni_set_open(c->coordinates, sizeof c->coordinates, rotors ? "joint" : usual_coordinates(kind));
  return JN_OK;
}

// Replaces the variant and the controls `auto` by names: energy by `none`, variant by the first one of the formulation;
// position and velocity by corrections if the formulation supports them and does not stabilise itself, otherwise by the
// first names of its lists. With gradient feedback of positions, which includes feedback of velocities, velocities are
// not projected, because the projection would cancel it.
static void resolve_controls(const jni_formulation_kind *kind, jn_choices *c) {
  jni_set_open(c->energy, sizeof c->energy, "none");
  jni_set_open(c->variant, sizeof c->variant, kind->variants ? kind->variants[0] : "none");
  jni_set_open(c->position, sizeof c->position,
               !kind->stabilises && jni_in_list(kind->position, "newton") ? "newton" : kind->position[0]);
  bool corrected =
      !kind->stabilises && strcmp(c->position, "gradient") != 0 && jni_in_list(kind->velocity, "projection");
  jni_set_open(c->velocity, sizeof c->velocity, corrected ? "projection" : kind->velocity[0]);
}

// Replaces the integrator `auto` by `rk4` if a step is set, otherwise by `dopri5`; by the first one of the formulation
// if that does not support them. Sets c->stiff_bdf if `bdf` takes over from this `dopri5` while the motion is stiff.
static void resolve_integrator(const jni_formulation_kind *kind, jn_choices *c) {
  const char *usual = c->step > 0 ? "rk4" : "dopri5";
  bool open = jni_is_open(c->integrator) || c->stiff_bdf;
  jni_set_open(c->integrator, sizeof c->integrator,
               jni_in_list(kind->integrators, usual) ? usual : kind->integrators[0]);
  c->stiff_bdf = open && strcmp(c->integrator, "dopri5") == 0 && jni_in_list(kind->integrators, "bdf");
}

void jni_resolve_method(const jni_formulation_kind *kind, jn_choices *c) {
  resolve_integrator(kind, c);
  resolve_controls(kind, c);
}
