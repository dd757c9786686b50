// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// drive.c - see drive.h: makes prescribed motions, checks them for jumps and evaluates them.
#include "system/drive/drive.h"
#include "model/fault.h"
#include "system/formula.h"
#include "system/work.h"

#include <math.h>
#include <stdio.h>

// ---- checks ---------------------------------------------------------------------------------------------------------

// Describes the element that prescribes a motion or a rate, for use in messages.
typedef struct {
  char element[JNI_ELEMENT_SIZE];
  const char *word;
  bool of_rate, impulse;
} prescriber;

static prescriber prescriber_of(const jni_joint_element *joint) {
  prescriber who = {
      .word = jni_joint_motion_key(joint->kind), .of_rate = !joint->kind->driver, .impulse = joint->def.impulse};
  snprintf(who.element, sizeof who.element, "%s '%.255s'", jni_joint_word(joint), joint->name);
  return who;
}

// Checks a prescribed motion at time t, where its expression has a break. Returns false with a fault if its value
// jumps. Warns of an impulse if its rate jumps, unless the model excludes impulses; if a rate is prescribed, its jumps
// need no warning.
static bool check_jump(const prescriber *who, const jni_formula *motion, double t, jn_report *report) {
  const double before = t - 1e-9 * (1 + fabs(t)), after = t + 1e-9 * (1 + fabs(t)), small = 1e-6;
  jni_jet a = jni_formula_of_time(motion, before), b = jni_formula_of_time(motion, after);
  double expected = 0.5 * (a.d + b.d) * (after - before);
  if (!(fabs(b.v - a.v - expected) <= small * (1 + fabs(a.v)))) {
    jn_report_fault(report, JN_BAD_MODEL, who->element,
                    "its %s jumps from %.6g to %.6g at t = %.6g s; give it a transition such as smooth(...)", who->word,
                    a.v, b.v, t);
    return false;
  }
  if (!who->of_rate && who->impulse &&
      !(fabs(b.d - a.d) <= small * (1 + fabs(a.d)) + (fabs(a.dd) + fabs(b.dd)) * (after - before)))
    jn_report_warn(report, who->element,
                   "the rate of its motion jumps from %.6g to %.6g at t = %.6g s: an impulse acts on the bodies, "
                   "unless 'impulse: false' is given",
                   a.d, b.d, t);
  return true;
}

static bool check_motion(const prescriber *who, const jni_formula *motion, jn_report *report) {
  const char *jumping = jni_expression_jumping(motion->expression);
  double times[JNI_MOST_BREAKS];
  if (jumping) {
    jn_report_fault(report, JN_BAD_MODEL, who->element, "its %s uses %s, which jumps; a %s must have %s", who->word,
                    jumping, who->word, who->of_rate ? "a derivative" : "two derivatives");
    return false;
  }
  int n = motion->nsignals > 0 ? jni_expression_breaks(motion->expression, 0, times, JNI_MOST_BREAKS) : 0;
  bool ok = true;
  for (int i = 0; i < n && i < JNI_MOST_BREAKS; i++)
    if (times[i] > 0) ok = check_jump(who, motion, times[i], report) && ok;  // runs start at 0
  return ok;
}

// ---- construction --------------------------------------------------------------------------------------------------

// Makes system->drives, one for each prescribed motion, assigns indices in z to the states of filters, and counts the
// filters in nfollowers. Lack of memory is recorded in the pool of the system.
void jni_drives_new(jn_system *system) {
  system->drives = jni_take(&system->pool, system->nmotions, sizeof *system->drives);
  if (system->pool.failed) return;
  int at = system->primitive_at[JNI_COORDINATES], end = system->primitive_at[JNI_COORDINATE_RATES + 1];
  for (; at < end; at++)
    if (system->primitives[at].motion >= 0)
      system->drives[system->primitives[at].motion] =
          (jni_drive){.joint = system->primitives[at].joint, .primitive = at};
  for (int i = 0; i < system->nmotions; i++) {
    bool follows = system->model->joints[system->drives[i].joint].def.follow.signal != NULL;
    system->drives[i].state_at = follows ? system->sizes.nz : -1;
    system->sizes.nz += follows ? JNI_DRIVE_STATES : 0;
    system->nfollowers += follows;
  }
}

static bool build_follower(jn_system *system, const jni_joint_element *joint, jni_drive *drive, jn_report *report) {
  const jn_follow *follow = &joint->def.follow;
  drive->w = jni_follow_rate(follow->bandwidth, follow->damping);
  drive->spread = 1 + 2 * follow->damping;
  return jni_plan_compile(system, jni_joint_word(joint), joint->name, follow->signal, JNI_LEVEL_VELOCITY,
                          &drive->signal, report);
}

static bool build(jn_system *system, jni_drive *drive, jn_report *report) {
  const jni_joint_element *joint = &system->model->joints[drive->joint];
  const jn_joint_def *def = &joint->def;
  if (def->follow.signal) return build_follower(system, joint, drive, report);
  if (def->table.n > 0) {
    bool made = jni_motion_table_new(&system->pool, &def->table, def->rest, &drive->course);
    if (!made) jni_report_no_memory(report);
    return made;
  }
  prescriber who = prescriber_of(joint);
  return jni_plan_of_time(system, jni_joint_word(joint), joint->name, def->motion, &drive->of_time, report) &&
         check_motion(&who, &drive->of_time, report);
}

bool jni_drives_build(jn_system *system, jn_report *report) {
  bool ok = true;
  for (int i = 0; i < system->nmotions; i++) ok = build(system, &system->drives[i], report) && ok;
  return ok;
}

// ---- search -------------------------------------------------------------------------------------------------

const jni_drive *jni_drive_of_state(const jn_system *system, int z) {
  for (int i = 0; i < system->nmotions; i++) {
    const jni_drive *drive = &system->drives[i];
    if (jni_drive_follows(drive) && z >= drive->state_at && z < drive->state_at + JNI_DRIVE_STATES) return drive;
  }
  return NULL;
}

// Returns the word for state i (0 to 2) of a filter: "position", "rate", "acceleration"; for a velocity coupling
// "rate", "acceleration", "jerk".
const char *jni_drive_word(const jn_system *system, const jni_drive *drive, int i) {
  static const char *const words[] = {"position", "rate", "acceleration", "jerk"};
  return words[system->model->joints[drive->joint].kind->driver ? i : i + 1];
}

const jni_drive *jni_drive_of_joint(const jn_system *system, int joint) {
  for (int i = 0; i < system->nmotions; i++)
    if (system->drives[i].joint == joint) return &system->drives[i];
  return NULL;
}

// ---- evaluation -------------------------------------------------------------------------------------------------

static jni_jet now(const jn_work *work, const jni_drive *drive) {
  if (drive->of_time.expression) return jni_formula_now(work, &drive->of_time);
  if (drive->course.n > 0) return jni_motion_table_at(&drive->course, work->t);
  const double *z = work->z + drive->state_at;
  return (jni_jet){z[JNI_DRIVE_POSITION], z[JNI_DRIVE_RATE], z[JNI_DRIVE_ACCELERATION]};
}

void jni_drives_calc_motions(const jn_system *system, jn_work *work) {
  for (int i = 0; i < system->nmotions; i++) work->motions[i] = now(work, &system->drives[i]);
}
