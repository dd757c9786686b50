// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// formulation.h - how the equations of a system become something an integrator can step.
//
// A formulation owns its y (coordinates, speeds, z; where energy can enter or leave, the work W is one of z), makes it
// from a state and gives the state back. Controls wrap it: corrections act inside rhs at every stage, and an integrator
// that projects (integrator.h) also has its y corrected after every accepted step.
#ifndef JNI_FORMULATION_H
#define JNI_FORMULATION_H

#include "base/pool.h"
#include "integrate/integrator.h"
#include "jounce/reduced.h"
#include "jounce/system.h"

typedef struct jni_formulation jni_formulation;
typedef struct jni_formulation_kind jni_formulation_kind;

// The one table: what goes with what. Lists of names ended by NULL.
struct jni_formulation_kind {
  const char *name, *help;
  bool stabilises;    // feeds the rows back by itself: `auto` adds no corrections
  bool follows_tree;  // what it does with rows is of no interest in itself: `auto` means joint coordinates for trees
  bool holds_position, holds_velocity;  // phi = 0 and G v = nu hold by themselves, whatever the controls
  bool owns_step;                       // makes its step itself, by the rule of an integrator (step_formulation.h)
  const char *projected;                // formulation that is this one with velocities projected; NULL: none
  bool from_code;                       // runs compiled code
  bool definite_mass;                   // refuses bodies without mass or inertia
  // velocities leave the rows: refuses inertias that no rigid body has, where natural coordinates give them a negative
  // mass
  bool leaves_rows;
  const char *const *coordinates, *const *energy, *const *position, *const *velocity, *const *integrators;
  const char *const *variants;  // ways of doing it, the first is the usual one; NULL: there is one way only
  // of the frame that makes it: jni_step_method (step_formulation.h) or jni_implicit_method (residual_formulation.h);
  // NULL: create knows
  const void *method;
  jni_formulation *(*create)(const jni_formulation_kind *kind, const jn_system *system, const jn_choices *choices,
                             const bool *active, jn_report *report);
};

extern const jni_formulation_kind *const jni_formulation_kinds[];  // ended by NULL; in formulation_table.c
const jni_formulation_kind *jni_formulation_kind_find(const char *name);
// The names that a choice takes with this formulation, ended by NULL; NULL: they do not depend on it.
const char *const *jni_choice_list(const jni_formulation_kind *kind, jn_choice which);

typedef struct {
  long evaluations, iterations;  // of rhs; of position corrections
  // smallest relative pivot of the last factor, squared where the factor is of G alone: as of G M^-1 G'
  double least_pivot;
  int least_row;
  long factors, repivots;
  long set_changes;  // of the independent variables
  int open_row;      // that the last correction of positions left farthest off, where it did not converge; -1: none
  double open_by;    // and by how much, in the unit of the row
} jni_formulation_counts;

// What has happened at the end of a step.
typedef struct {
  int events, jumps, samples;  // events of the model; jumps and samples of subsystems
  int stop;                    // 0; 1 + the event that ends the run; -1 - the subsystem whose code has failed
} jni_step_end;

// First member of every formulation.
struct jni_formulation {
  jni_pool pool;  // all of it, with what methods add: jni_object_free ends it
  const jni_formulation_kind *kind;
  const jn_system *system;
  jn_work *work;  // its own
  jni_ode ode;    // what the integrator sees
  double *s;      // discrete states in force; set by pack
  jni_formulation_counts counts;
  // What it remembers beside the state (a partition, a basis, integrals of a control): all zero when a run begins,
  // saved with checkpoints, taken up again by recall.
  double *memory;
  int nmemory;
  void (*recall)(jni_formulation *formulation);  // NULL: nothing to do
  // what of y is no state goes into memory, where pack finds it; NULL: nothing
  void (*keep)(jni_formulation *formulation, const double *y);
  // What it makes from the assembled start of the run, before the first pack and before a checkpoint is read; NULL:
  // nothing. Faults go to the report.
  jn_status (*prepare)(jni_formulation *formulation, const double *start, jn_report *report);
  // An integrator as the formulation makes it by itself (*made NULL: not this one); NULL: none.
  jn_status (*integrator)(jni_formulation *formulation, const jni_integrator_kind *kind,
                          const jni_integrator_options *options, jn_report *report, jni_integrator **made);
  bool stale;  // what pack has chosen has become poor: the run starts anew at the next accepted step
  // y from a state block. What has to be chosen (a partition, a basis) is chosen here.
  jn_status (*pack)(jni_formulation *formulation, const double *state, double *y);
  // The state block at (t, y), where y is as ode.project has left it. NULL: as for any other y.
  void (*unpack)(jni_formulation *formulation, double t, const double *y, double *state);
  // The same for any other y (between steps, of a method that does not project): corrected as the controls ask. On
  // failure `state` stays.
  jn_status (*unpack_corrected)(jni_formulation *formulation, double t, const double *y, double *state);
  // Acceleration and multipliers at a state (either may be NULL). Where the last evaluation ended a step at this state
  // its stages and factor serve.
  jn_status (*acceleration)(jni_formulation *formulation, const double *state, double *vdot, double *lambda);
  // The acceleration that its last step was made with, at the state where it ended, all stages done; false: no step
  // ended there. NULL: that of `acceleration`.
  bool (*own_acceleration)(jni_formulation *formulation, const double *state, double *vdot);
  bool notes;  // at the ends of its steps s has what is noted there of turns and loads of joints
  // Takes the end of the last step into force, where the code carries out events, jumps and samples there, and reports
  // what has happened. NULL: the run looks for them, meets known times and carries out what is due.
  jni_step_end (*end)(jni_formulation *formulation);
  // The tangent basis in use at a state: v = W u + c, W nv x k, row-major (either may be NULL). Returns k, 0: failed.
  // NULL: there is none.
  int (*tangent)(jni_formulation *formulation, const double *state, double *W, double *u);
  // The joint variables at a state, valid until the next call or step. NULL: they are not its unknowns.
  const jn_reduced *(*variables)(jni_formulation *formulation, const double *state);
  // Warnings that are due at the end of a run (a gain beyond the integrator's stability, a guard that acted); NULL:
  // none.
  void (*tell)(const jni_formulation *formulation, const jni_integrator *integrator, jn_report *report);
};

#endif
