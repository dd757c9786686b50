// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// choice_help.c - one line of help for every name that the user may give for a choice, such as a formulation or an
// integrator, for `jounce kinds`, the schema and programs.
#include <string.h>

#include "formulation/formulation_table.h"
#include "integrate/integrator_common.h"
#include "model/choice.h"

static const struct {
  jn_choice which;
  const char *name, *help;
} helps[] = {
    {JN_CHOICE_coordinates, "cartesian", "position and orientation of every body"},
    {JN_CHOICE_coordinates, "natural",
     "position and axis vectors of every body: constraint equations at most quadratic, mass matrix constant"},
    {JN_CHOICE_coordinates, "joint",
     "coordinates of the joints of a spanning tree, with constraint equations for loops only; trees take time "
     "proportional to their size"},
    {JN_CHOICE_position, "none", "positions drift"},
    {JN_CHOICE_position, "newton", "Newton iterations onto the constraints, after each step"},
    {JN_CHOICE_position, "pi", "proportional-integral feedback of the position constraints to the coordinates"},
    {JN_CHOICE_position, "gradient", "feedback along the gradient of the position constraints, by gains or by rate"},
    {JN_CHOICE_velocity, "none", "velocities drift"},
    {JN_CHOICE_velocity, "projection", "projection onto the constraints, after each step"},
    {JN_CHOICE_energy, "none", "the energy balance drifts"},
    {JN_CHOICE_energy, "multiplier", "energy balance as an additional constraint, its error decaying with energy_rate"},
    {JN_CHOICE_energy, "gradient", "positions and velocities follow the negative gradient of the energy error"},
    {JN_CHOICE_energy, "velocity-gradient", "velocities alone follow the negative gradient of the energy error"},
    {JN_CHOICE_variant, "none", "the formulation has no variants"},
    {JN_CHOICE_variant, "all", "all coordinates are integrated, the dependent ones overwritten"},
    {JN_CHOICE_variant, "independent", "only the independent coordinates are integrated"},
    {JN_CHOICE_variant, "factor", "velocities and accelerations are projected with the matrix factors of the step"},
    {JN_CHOICE_variant, "mass-matrix",
     "velocities and accelerations are projected in the mass metric: never adds energy"},
    {JN_CHOICE_variant, "beta",
     "non-quadratic constraints act along their gradient at the point of the step that conserves energy"},
    {JN_CHOICE_variant, "gonzalez", "non-quadratic constraints act along a discrete gradient (Gonzalez)"},
    {JN_CHOICE_variant, "once", "as beta, with one linear solve per projection, as in the paper"},
    {JN_CHOICE_variant, "factor-once",
     "as factor, with a matrix at the end of the step and one solve per projection, as in the paper"},
    {JN_CHOICE_variant, "mixed", "slowly converging Newton increments are accelerated (Anderson mixing)"},
    {JN_CHOICE_variant, "plain-newton",
     "as the default variant without Anderson mixing: slow convergence updates the matrix instead"},
    {JN_CHOICE_variant, "exact-newton",
     "as plain-newton with the exact derivative of the equations in every iteration: for comparison, slow"},
    {JN_CHOICE_variant, "mass", "basis orthonormal in the mass metric, from unit vectors"},
    {JN_CHOICE_variant, "mass-tangent", "the same, from an earlier basis: best conditioned"},
    {JN_CHOICE_variant, "mass-recursion", "the same by recursion over all vectors, as in the paper; dense"},
    {JN_CHOICE_variant, "plain", "the same recursion without the mass metric; dense"},
    {JN_CHOICE_variant, "lu", "coordinate partitioning by LU elimination of G; dense"},
    {JN_CHOICE_variant, "qr", "last columns of Q in the QR factors of G'; dense"},
    {JN_CHOICE_variant, "svd", "null vectors of G by singular values; dense"},
    {JN_CHOICE_start, "assembly", "as assembled from the initial values"},
    {JN_CHOICE_start, "equilibrium", "the static equilibrium"},
    {JN_CHOICE_switches, "always", "corners and jumps are located like events"},
    {JN_CHOICE_switches, "never", "steps go across corners and jumps"},
};

const char *jni_choice_help(jn_choice which, const char *name) {
  if (strcmp(name, "auto") == 0) return "chosen by the program, and reported in the summary";
  if (which == JN_CHOICE_formulation) {
    const jni_formulation_kind *kind = jni_formulation_kind_find(name);
    return kind ? kind->help : "";
  }
  if (which == JN_CHOICE_integrator) {
    const jni_integrator_kind *kind = jni_integrator_kind_find(name);
    return kind ? kind->help : "";
  }
  for (size_t i = 0; i < sizeof helps / sizeof *helps; i++)
    if (helps[i].which == which && strcmp(helps[i].name, name) == 0) return helps[i].help;
  return "";
}
