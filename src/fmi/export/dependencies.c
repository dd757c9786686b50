// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// dependencies.c - see dependencies.h.
//
// Bodies that constraints connect belong to one mechanism: their positions follow from its positions and from its
// drivers, their accelerations from everything that the forces on its bodies read. "Component" means a component of the
// spanning tree.
#include "fmi/export/dependencies.h"

#include <string.h>

#include "simulate/run.h"
#include "system/drive/drive.h"
#include "system/probe/probe.h"
#include "system/reads.h"
#include "system/subsystem.h"
#include "system/tree/tree.h"

struct jni_dependencies {
  const jni_exchange *exchange;
  const jn_run *run;
  const jn_system *system;
  const jni_engine_layout *layout;
  int *mechanism_of;  // of each component: the first component of its mechanism, which stands for the mechanism
  int *of_position, *of_speed;  // nq, nv: component to which each coordinate and speed belongs
  // of each input of the model: its index among the inputs of the FMU; -1: it follows its function of time
  int *listed;
  // the known quantities found so far for one output or rate; all: everything
  bool all, time;
  bool *inputs;              // flag of each input of the model
  bool *states;              // nz: flags of auxiliary states
  bool *positions, *speeds;  // flags of mechanisms, at the index of their first component
  // flags of what was added already: computed signals, forces, subsystems, accelerations of mechanisms
  bool *computed, *forces, *subsystems, *accelerations;
};

// ---- mechanisms -----------------------------------------------------------------------------------------------------

static int nmechanisms(const jni_dependencies *d) { return d->system->tree->ncomponents; }

static void join(jni_dependencies *d, int a, int b) {
  int from = d->mechanism_of[a], to = d->mechanism_of[b];
  if (from < to) {
    int other = from;
    from = to;
    to = other;
  }
  for (int i = 0; i < nmechanisms(d); i++)
    if (d->mechanism_of[i] == from) d->mechanism_of[i] = to;
}

// Sets d->mechanism_of: joins the components that constraints connect. If the independent set changes, a slot of x must
// not pass from one mechanism to another: mechanisms whose components are not consecutive are joined with those
// between. All mechanisms are joined if the numbers of slots can change, because there are constraints and speeds that
// are no rates of coordinates, or if the blocks of the pattern are not the components.
static void find_mechanisms(jni_dependencies *d) {
  const jni_pattern *p = &d->system->pattern;
  bool varies = p->nblocks != nmechanisms(d);
  for (int i = 0; i < nmechanisms(d); i++) d->mechanism_of[i] = i;
  for (int g = 0; g < p->ngroups && !varies; g++)
    for (int e = p->entry_at[g] + 1; e < p->entry_at[g + 1]; e++)
      join(d, p->entry_block[p->entry_at[g]], p->entry_block[e]);
  for (int i = 0; i < d->system->sizes.nv; i++)
    varies = varies || (d->system->speed_q[i] < 0 && d->system->sizes.nc > 0);
  for (int i = 0; i < nmechanisms(d); i++)
    for (int k = d->mechanism_of[i]; k < i; k++) join(d, i, k);
  for (int i = 1; i < nmechanisms(d) && varies; i++) join(d, 0, i);
}

static void place_coordinates(jni_dependencies *d) {
  const jni_tree *tree = d->system->tree;
  for (int i = 1; i < tree->nlinks; i++) {
    const jni_link *link = &tree->links[i];
    for (int k = 0; k < link->nq; k++) d->of_position[link->q_at + k] = tree->component_of[i];
    for (int k = 0; k < link->nv; k++) d->of_speed[link->v_at + k] = tree->component_of[i];
  }
}

// Returns the mechanism of a body, as the index of its first component; -1: the body cannot move.
static int mechanism_of_body(const jni_dependencies *d, int body) {
  int block = jni_body_block(d->system, body);
  return block >= 0 ? d->mechanism_of[block] : -1;
}

// ---- what is read ---------------------------------------------------------------------------------------------------

static void add_formula(jni_dependencies *d, const jni_formula *formula);

static void add_state(void *context, int z) {
  jni_dependencies *d = context;
  d->states[z] = true;
}

static void add_drive(jni_dependencies *d, const jni_drive *drive) {
  if (!jni_drive_follows(drive)) d->time = true;
  for (int i = 0; i < JNI_DRIVE_STATES && jni_drive_follows(drive); i++) d->states[drive->state_at + i] = true;
}

// Returns whether a drive prescribes coordinates of a mechanism.
static bool drives_mechanism(const jni_dependencies *d, const jni_drive *drive, int mechanism) {
  const jn_system *system = d->system;
  const jni_primitive *p = &system->primitives[drive->primitive];
  for (int k = p->term_at; k < p->term_at + p->nterms; k++)
    for (int side = 0; side < 2; side++)
      if (mechanism_of_body(d, system->coordinates[system->terms[k].coordinate].side[side].body) == mechanism)
        return true;
  return false;
}

// Adds to the known quantities found so far those that the drivers of a mechanism read: time, or the states of drivers
// that follow a signal.
static void add_drives(jni_dependencies *d, int mechanism) {
  for (int i = 0; i < d->system->nmotions; i++)
    if (drives_mechanism(d, &d->system->drives[i], mechanism)) add_drive(d, &d->system->drives[i]);
}

static void add_position(void *context, int body) {
  jni_dependencies *d = context;
  int mechanism = mechanism_of_body(d, body);
  if (mechanism < 0 || d->positions[mechanism]) return;
  d->positions[mechanism] = true;
  add_drives(d, mechanism);
}

static void add_motion(void *context, int body) {
  jni_dependencies *d = context;
  int mechanism = mechanism_of_body(d, body);
  if (mechanism >= 0) d->speeds[mechanism] = true;
  add_position(d, body);
}

static void add_force(jni_dependencies *d, int i) {
  const jni_force_plan *plan = &d->system->forces[i];
  if (d->forces[i]) return;
  d->forces[i] = true;
  if (jni_acts_everywhere(plan)) jni_read_all_bodies(d->system, NULL, add_motion, d);
  jni_read_list(plan->bodies, plan->nbodies, add_motion, d);
  for (int k = 0; k < plan->nstates; k++) d->states[plan->state_at + k] = true;
  for (int k = 0; k < 3; k++) add_formula(d, &plan->value[k]);
}

// Adds to the known quantities found so far the states of a subsystem, what its inputs depend on, and the time, which
// some kinds read.
static void add_subsystem(jni_dependencies *d, int i) {
  const jni_subsystem_plan *plan = &d->system->subsystems[i];
  if (d->subsystems[i]) return;
  d->subsystems[i] = d->time = true;
  for (int k = 0; k < plan->element->nstates; k++) d->states[plan->state_at + k] = true;
  for (int k = 0; k < plan->element->ninputs; k++) add_formula(d, &plan->inputs[k]);
}

// Adds to the known quantities found so far all that the accelerations and joint reactions of a mechanism can depend
// on, including the motion of other mechanisms to which forces connect it.
static void add_acceleration(jni_dependencies *d, int mechanism) {
  const jn_system *system = d->system;
  if (d->accelerations[mechanism]) return;
  d->accelerations[mechanism] = true;
  d->positions[mechanism] = d->speeds[mechanism] = true;
  add_drives(d, mechanism);
  for (int i = 0; i < system->nforces; i++) {
    const jni_force_plan *plan = &system->forces[i];
    bool acts = jni_acts_everywhere(plan);
    for (int k = 0; k < plan->nbodies && !acts; k++) acts = mechanism_of_body(d, plan->bodies[k]) == mechanism;
    if (acts) add_force(d, i);
  }
  if (system->ncontact_points > 0) d->all = true;
}

static void add_accelerations(jni_dependencies *d) {
  for (int i = 0; i < nmechanisms(d); i++)
    if (d->mechanism_of[i] == i) add_acceleration(d, i);
}

// Adds to the known quantities found so far all on which the energies and the power of the forces can depend.
static void add_energies(jni_dependencies *d) {
  add_accelerations(d);
  for (int i = 0; i < d->system->nforces; i++) add_force(d, i);
  for (int i = 0; i < d->system->sizes.nz; i++) d->states[i] = true;
  if (d->system->work_state < 0) d->all = true;  // the work of forces is then an integral that is no state
}

static void add_signal(jni_dependencies *d, const jni_signal *s) {
  const jn_system *system = d->system;
  const jni_signal_type *type = jni_signal_type_of(s->kind);
  switch (s->kind) {
    case JNI_SIGNAL_TIME: d->time = true; break;
    case JNI_SIGNAL_INPUT: d->inputs[s->a] = true; break;
    case JNI_SIGNAL_AUXILIARY:
    case JNI_SIGNAL_FORCE_STATE:
    case JNI_SIGNAL_SUBSYSTEM_STATE: type->states(system, s, add_state, d); break;
    case JNI_SIGNAL_DISCRETE:
    case JNI_SIGNAL_SUBSYSTEM_DISCRETE: break;  // constant between events
    case JNI_SIGNAL_POSITION:
    case JNI_SIGNAL_ANGLE:
    case JNI_SIGNAL_QUATERNION:
    case JNI_SIGNAL_TURN:
    case JNI_SIGNAL_RELATIVE_POSITION:
    case JNI_SIGNAL_COORDINATE: type->bodies(system, s, add_position, d); break;
    case JNI_SIGNAL_VELOCITY:
    case JNI_SIGNAL_RATE:
    case JNI_SIGNAL_OMEGA:
    case JNI_SIGNAL_TURN_RATE:
    case JNI_SIGNAL_RELATIVE_VELOCITY:
    case JNI_SIGNAL_COORDINATE_RATE: type->bodies(system, s, add_motion, d); break;
    case JNI_SIGNAL_FORCE_LENGTH:
    case JNI_SIGNAL_FORCE_RATE:
    case JNI_SIGNAL_FORCE_VALUE:
    case JNI_SIGNAL_FORCE_ENERGY:
    case JNI_SIGNAL_FORCE_POWER:
    case JNI_SIGNAL_FORCE_OUTPUT:
    case JNI_SIGNAL_END_FORCE:
    case JNI_SIGNAL_END_TORQUE: add_force(d, s->a); break;
    case JNI_SIGNAL_DRIVE:
      if (jni_drive_of_joint(system, s->a)) add_drive(d, jni_drive_of_joint(system, s->a));
      break;
    case JNI_SIGNAL_COMPUTED:
      if (d->computed[s->a]) break;
      d->computed[s->a] = true;
      add_formula(d, &system->computed[s->a]);
      break;
    case JNI_SIGNAL_SUBSYSTEM_OUTPUT:
    case JNI_SIGNAL_SUBSYSTEM_RATE: add_subsystem(d, s->a); break;
    case JNI_SIGNAL_KINETIC:
    case JNI_SIGNAL_MOMENTUM:
    case JNI_SIGNAL_ANGULAR_MOMENTUM: jni_read_all_bodies(system, s, add_motion, d); break;
    case JNI_SIGNAL_ACCELERATION:
    case JNI_SIGNAL_ANGULAR_ACCELERATION:
    case JNI_SIGNAL_REACTION_FORCE:
    case JNI_SIGNAL_REACTION_TORQUE:
    case JNI_SIGNAL_DRIVE_FORCE:
    case JNI_SIGNAL_DRIVE_POWER:
    case JNI_SIGNAL_LAMBDA:
    case JNI_SIGNAL_COUPLING:
    case JNI_SIGNAL_RATE_COUPLING: add_accelerations(d); break;
    case JNI_SIGNAL_ENERGY:
    case JNI_SIGNAL_POTENTIAL:
    case JNI_SIGNAL_WORK:
    case JNI_SIGNAL_ENERGY_ERROR: add_energies(d); break;
    default: d->all = true; break;
  }
}

static void add_formula(jni_dependencies *d, const jni_formula *formula) {
  for (int i = 0; formula->expression && i < formula->nsignals; i++) add_signal(d, &formula->signals[i]);
}

// ---- states ---------------------------------------------------------------------------------------------------------

// Adds to the known quantities found so far all that the rate of auxiliary state z can depend on.
static void add_rate_of(jni_dependencies *d, int z) {
  const jn_system *system = d->system;
  const jni_drive *drive = jni_drive_of_state(system, z);
  d->states[z] = true;
  if (z == system->work_state) {
    add_energies(d);
    return;
  }
  if (drive) {
    add_drive(d, drive);
    add_formula(d, &drive->signal);
    return;
  }
  for (int i = 0; i < system->nforces; i++)
    if (z >= system->forces[i].state_at && z < system->forces[i].state_at + system->forces[i].nstates) {
      add_force(d, i);
      return;
    }
  for (int i = 0; i < system->nsubsystems; i++)
    if (z >= system->subsystems[i].state_at &&
        z < system->subsystems[i].state_at + system->subsystems[i].element->nstates) {
      add_subsystem(d, i);
      return;
    }
  if (z < system->nrates) add_formula(d, &system->rates[z]);
  else d->all = true;
}

// ---- lists ----------------------------------------------------------------------------------------------------------

static void clear(jni_dependencies *d) {
  const jn_system *system = d->system;
  size_t n = (size_t)nmechanisms(d);
  d->all = d->time = false;
  memset(d->inputs, 0, (size_t)system->sizes.nu * sizeof *d->inputs);
  memset(d->states, 0, (size_t)system->sizes.nz * sizeof *d->states);
  memset(d->positions, 0, n * sizeof *d->positions);
  memset(d->speeds, 0, n * sizeof *d->speeds);
  memset(d->accelerations, 0, n * sizeof *d->accelerations);
  memset(d->computed, 0, (size_t)system->ncomputed * sizeof *d->computed);
  memset(d->forces, 0, (size_t)system->nforces * sizeof *d->forces);
  memset(d->subsystems, 0, (size_t)system->nsubsystems * sizeof *d->subsystems);
}

// Returns whether the state in a slot of x is among the known quantities found; true for a slot that is unused now,
// because it may be used later, and for integrals that are no auxiliary states of the model.
static bool has_state(const jni_dependencies *d, int slot) {
  const jni_ode *ode = &d->run->formulation->ode;
  int component = jni_exchange_component(d->exchange, slot), speed = component - ode->npositions;
  if (component < 0) return true;
  if (component < ode->npositions) return d->positions[d->mechanism_of[d->of_position[component]]];
  if (speed < ode->nspeeds) return d->speeds[d->mechanism_of[d->of_speed[speed]]];
  return speed - ode->nspeeds < d->system->sizes.nz ? d->states[speed - ode->nspeeds] : true;
}

static int write_list(jni_dependencies *d, int *list) {
  const jni_engine_layout *layout = d->layout;
  int n = 0;
  for (int i = 0; i < d->system->sizes.nu; i++) d->time = d->time || (d->inputs[i] && d->listed[i] < 0);
  if (d->all) return -1;
  if (d->time) list[n++] = layout->first[JNI_ENGINE_TIME];
  for (int i = 0; i < layout->n[JNI_ENGINE_PARAMETER]; i++) list[n++] = layout->first[JNI_ENGINE_PARAMETER] + i;
  for (int k = 0; k < layout->n[JNI_ENGINE_INPUT]; k++)
    for (int i = 0; i < d->system->sizes.nu; i++)
      if (d->inputs[i] && d->listed[i] == k) list[n++] = layout->first[JNI_ENGINE_INPUT] + k;
  for (int i = 0; i < layout->n[JNI_ENGINE_STATE]; i++)
    if (has_state(d, i)) list[n++] = layout->first[JNI_ENGINE_STATE] + i;
  return n;
}

int jni_dependencies_of_output(jni_dependencies *d, int output, int *list) {
  const jni_probe_column column = jni_probe_column_of(d->run->probe, output);
  clear(d);
  if (column.formula) add_formula(d, column.formula);
  else add_signal(d, column.signal);
  return write_list(d, list);
}

int jni_dependencies_of_rate(jni_dependencies *d, int state, int *list) {
  const jni_ode *ode = &d->run->formulation->ode;
  int component = jni_exchange_component(d->exchange, state), speed = component - ode->npositions;
  clear(d);
  if (component < 0) {
    d->all = true;
  } else if (component < ode->npositions) {
    int mechanism = d->mechanism_of[d->of_position[component]];
    d->positions[mechanism] = d->speeds[mechanism] = true;
    add_drives(d, mechanism);
  } else if (speed < ode->nspeeds) {
    add_acceleration(d, d->mechanism_of[d->of_speed[speed]]);
  } else if (speed - ode->nspeeds < d->system->sizes.nz) {
    add_rate_of(d, speed - ode->nspeeds);
  } else {
    d->all = true;
  }
  return write_list(d, list);
}

// ---- construction ---------------------------------------------------------------------------------------------------

jni_dependencies *jni_dependencies_new(jni_pool *pool, const jni_engine *exchanged,
                                       const jni_engine_settings *settings) {
  jni_dependencies *d = jni_take(pool, 1, sizeof *d);
  if (!d) return NULL;
  d->exchange = jni_engine_exchange(exchanged);
  d->layout = jni_engine_layout_get(exchanged);
  d->run = jni_exchange_run(d->exchange);
  d->system = d->run->system;
  const jn_system *system = d->system;
  size_t n = (size_t)nmechanisms(d);
  d->mechanism_of = jni_ints(pool, n);
  d->of_position = jni_ints(pool, (size_t)system->sizes.nq);
  d->of_speed = jni_ints(pool, (size_t)system->sizes.nv);
  d->listed = jni_ints(pool, (size_t)system->sizes.nu);
  d->inputs = jni_flags(pool, (size_t)system->sizes.nu);
  d->states = jni_flags(pool, (size_t)system->sizes.nz);
  d->positions = jni_flags(pool, n);
  d->speeds = jni_flags(pool, n);
  d->accelerations = jni_flags(pool, n);
  d->computed = jni_flags(pool, (size_t)system->ncomputed);
  d->forces = jni_flags(pool, (size_t)system->nforces);
  d->subsystems = jni_flags(pool, (size_t)system->nsubsystems);
  if (pool->failed) return NULL;
  for (int i = 0; i < system->sizes.nu; i++) {
    d->listed[i] = -1;
    for (int k = 0; k < settings->ninputs; k++)
      if (strcmp(settings->inputs[k].name, jn_model_input_name(system->model, i)) == 0) d->listed[i] = k;
  }
  find_mechanisms(d);
  place_coordinates(d);
  return d;
}
