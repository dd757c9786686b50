// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// formulation.h - interface between the equations of motion of a system and an integrator.
//
// A formulation defines the vector y that the integrator advances (coordinates, speeds, auxiliary states z; the work W
// of the forces is one of z if energy can enter or leave), packs a state into y and unpacks y into a state. Corrections
// act inside rhs at every stage; an integrator that projects (integrator.h) also corrects y after every accepted step.
#ifndef JNI_FORMULATION_H
#define JNI_FORMULATION_H

#include "base/pool.h"
#include "integrate/integrator.h"
#include "jounce/reduced.h"
#include "jounce/system.h"

typedef struct jni_formulation jni_formulation;
typedef struct jni_formulation_kind jni_formulation_kind;

// Properties of one kind of formulation, as a constant table. Lists of names end with NULL.
struct jni_formulation_kind {
  const char *name, *help;
  bool stabilises;                      // feeds back constraint violations itself: `auto` adds no corrections
  bool follows_tree;                    // `auto` chooses coordinates by the mechanism, joint ones for many trees
  bool holds_position, holds_velocity;  // phi = 0 and G v = nu hold by construction, whatever the corrections
  bool owns_step;                       // computes its steps itself by an integrator's rule (step_formulation.h)
  const char *projected;                // name of the same formulation with projected velocities; NULL: none
  bool from_code;                       // its equations are compiled code (compile/), not those of the engine
  bool definite_mass;                   // refuses bodies without mass or inertia
  // Velocities are not corrected and drift off the constraints. Such formulations refuse inertias that no rigid body
  // can have, because in natural coordinates these are negative masses.
  bool drifts;
  // Names of the coordinates, controls and integrators that can be combined with this formulation.
  const char *const *coordinates, *const *energy, *const *position, *const *velocity, *const *integrators;
  const char *const *variants;  // the default variant first; NULL: the formulation has no variants
  // Method of a formulation of a family: jni_step_method (step_formulation.h) or jni_implicit_method
  // (residual_formulation.h). NULL: `create` sets the method itself.
  const void *method;
  jni_formulation *(*create)(const jni_formulation_kind *kind, const jn_system *system, const jn_choices *choices,
                             const bool *active, jn_report *report);
};

extern const jni_formulation_kind *const jni_formulation_kinds[];  // ends with NULL
const jni_formulation_kind *jni_formulation_kind_find(const char *name);
// Returns the names that a choice can take with this formulation, ending with NULL; NULL if the choice does not depend
// on the formulation.
const char *const *jni_choice_list(const jni_formulation_kind *kind, jn_choice which);

// Counters of a run.
typedef struct {
  long evaluations, iterations;  // evaluations; Newton iterations (of positions, or of steps)
  // Smallest relative pivot of the last factorisation, on the scale of pivots of G M^-1 G'. A pivot of G is squared for
  // that.
  double least_pivot;
  int least_row;  // constraint of least_pivot; -1: none
  long factors, repivots;
  long set_changes;     // changes of the set of independent variables
  int unconverged_row;  // constraint with the largest violation after a position correction that failed; -1: none
  double unconverged_violation;  // its violation, in the unit of the constraint
} jni_formulation_counts;

// Result of `handle_end`: what was handled at the end of a step.
typedef struct {
  int events, jumps, samples;  // how many were handled: events of the model; jumps and samples of subsystems
  int stop;                    // 0; 1 + the event that ends the run; -1 - the subsystem whose code has failed
} jni_step_end;

// Formulation of one system; the first member of the struct of every kind.
struct jni_formulation {
  jni_pool pool;  // owns all memory of the formulation; jni_object_free releases it
  const jni_formulation_kind *kind;
  const jn_system *system;
  jn_work *work;  // owned
  jni_ode ode;    // functions and sizes of the equations that the integrator calls
  double *s;      // ns: discrete states; set by pack
  jni_formulation_counts counts;
  struct jni_contact_layer *contacts;  // NULL: the model has no contacts
  // nmemory numbers that are not in the state but affect later steps (a partition, a basis, integrals of a control).
  // They are zero at the beginning of a run and are saved with checkpoints.
  double *memory;
  int nmemory;
  // Sets the formulation's own data from `memory` after a checkpoint was read into it. NULL: there is nothing to set.
  void (*load_memory)(jni_formulation *formulation);
  // Stores in `memory` the part of y that is not in the state block; `pack` reads it from there. NULL: y has no such
  // part.
  void (*store_memory)(jni_formulation *formulation, const double *y);
  // Prepares the run from its assembled start, the state block `start`; called before the first `pack` and before a
  // checkpoint is read. Reports faults and returns their status. NULL: nothing to prepare.
  jn_status (*prepare)(jni_formulation *formulation, const double *start, jn_report *report);
  // Creates an integrator of this kind that is specific to the formulation and stores it in *made; leaves *made NULL if
  // the integrator of the table is to be used. NULL: the formulation has no integrators of its own.
  jn_status (*integrator)(jni_formulation *formulation, const jni_integrator_kind *kind,
                          const jni_integrator_options *options, jn_report *report, jni_integrator **made);
  // The partition or basis chosen by pack is badly conditioned: the run restarts at the next accepted step.
  bool stale;
  // Computes y from a state block, stores the discrete states, and chooses the partition or basis.
  jn_status (*pack)(jni_formulation *formulation, const double *state, double *y);
  // Computes the state block at (t, y) for a y that ode.project has just corrected, without further corrections. NULL:
  // unpack_corrected is used instead.
  void (*unpack)(jni_formulation *formulation, double t, const double *y, double *state);
  // Computes the state block at (t, y) for any y, with the chosen corrections: between steps, or if the integrator does
  // not project. On failure, returns the status and leaves `state` unchanged.
  jn_status (*unpack_corrected)(jni_formulation *formulation, double t, const double *y, double *state);
  // Computes the acceleration vdot (nv) and the multipliers lambda (nc) at a state block; either may be NULL. Reuses
  // stages and factor of the last evaluation if that ended a step at this state.
  jn_status (*acceleration)(jni_formulation *formulation, const double *state, double *vdot, double *lambda);
  // Writes to vdot the acceleration with which the last step was made, if that step ended at this state, and completes
  // all stages; returns true. Returns false if no step ended at this state. NULL: `acceleration` is used instead.
  bool (*own_acceleration)(jni_formulation *formulation, const double *state, double *vdot);
  bool records_joints;  // s holds rotations and loads of joints recorded at the ends of steps
  // Handles events, jumps and samples at the end of the last step, and returns what was handled; for compiled code,
  // which does this itself. NULL: the run detects and handles events.
  jni_step_end (*handle_end)(jni_formulation *formulation);
  // Computes the tangent basis W (nv x k, row-major) and the tangent speeds u (k) at a state, v = W u + c; either may
  // be NULL. Returns k; 0 on failure. NULL: the formulation has no basis.
  int (*tangent)(jni_formulation *formulation, const double *state, double *W, double *u);
  // Returns the joint variables at a state; the result is valid until the next call or step. NULL: joint variables are
  // not the unknowns of the formulation.
  const jn_reduced *(*variables)(jni_formulation *formulation, const double *state);
  // Returns how far the choice of independent variables is from being replaced at a state: positive while it is kept,
  // at most 0 where `stale` would be set at an accepted point; dimensionless. NULL: the choice never changes.
  double (*choice_margin)(jni_formulation *formulation, const double *state);
  // Adds warnings to the report at the end of a run, such as about a gain that the integrator cannot follow. NULL: no
  // warnings.
  void (*warn)(const jni_formulation *formulation, const jni_integrator *integrator, jn_report *report);
};

#endif
