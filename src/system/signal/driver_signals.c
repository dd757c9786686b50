// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// driver_signals.c - the motion that a driver prescribes, its force and its power.
#include <math.h>

#include "system/derivative/formula_gradient.h"
#include "system/drive/drive.h"
#include "system/signal_code.h"
#include "system/work.h"

static double motion_value(const jn_system *system, jn_work *work, const jni_signal *s, const double *vdot,
                           const double *lambda) {
  const jni_drive *drive = jni_drive_of_joint(system, s->a);
  (void)vdot;
  (void)lambda;
  if (!drive) return NAN;
  jni_jet motion = work->motions[system->primitives[drive->primitive].motion];
  return s->b == 0 ? motion.v : s->b == 1 ? motion.d : motion.dd;
}

static jni_node motion_write(const jni_signal_code *c, const jni_signal *s) {
  for (int i = 0; i < c->system->nmotions; i++)
    if (c->system->drives[i].joint == s->a) return c->motions[3 * i + s->b];
  return JNI_UNWRITTEN;
}

// Returns the index in z of the state that is derivative s->b (0, 1 or 2) of the motion of a driver that follows a
// filtered signal; -1: the driver does not.
static int state_of(const jn_system *system, const jni_signal *s) {
  const jni_drive *drive = jni_drive_of_joint(system, s->a);
  return drive && jni_drive_follows(drive) ? drive->state_at + s->b : -1;
}

static void motion_states(const jn_system *system, const jni_signal *s, jni_read_add *add, void *context) {
  int i = state_of(system, s);
  if (i >= 0) add(context, i);
}

static void motion_gradient(const jn_system *system, jn_work *work, const jni_signal *s, double factor,
                            jni_gradient_rows *rows) {
  int i = state_of(system, s);
  (void)work;
  if (rows->dz && i >= 0) rows->dz[i] += factor;
}

static double force_value(const jn_system *system, jn_work *work, const jni_signal *s, const double *vdot,
                          const double *lambda) {
  const jni_drive *drive = jni_drive_of_joint(system, s->a);
  (void)vdot;
  if (!drive || !lambda) return NAN;
  const jni_primitive *p = &system->primitives[drive->primitive];
  double force = -p->scale * lambda[p->row];
  return s->kind == JNI_SIGNAL_DRIVE_FORCE ? force : force * work->motions[p->motion].d;
}

static jni_node force_write(const jni_signal_code *c, const jni_signal *s) {
  const jni_node *lambda = c->vdot ? c->functions->multipliers(c->writer) : NULL;
  const jni_drive *drive = jni_drive_of_joint(c->system, s->a);
  if (!lambda || !drive) return JNI_UNWRITTEN;
  const jni_primitive *p = &c->system->primitives[drive->primitive];
  jni_node force = jni_times(c->g, jni_number(c->g, -p->scale), lambda[p->row]);
  return s->kind == JNI_SIGNAL_DRIVE_FORCE ? force : jni_times(c->g, force, c->motions[3 * p->motion + 1]);
}

// ---- table of the family -------------------------------------------------------------------------------------------

enum { FIRST = JNI_SIGNAL_DRIVE, N = JNI_SIGNAL_DRIVE_POWER - FIRST + 1 };

static const jni_signal_type types[N] = {
    [JNI_SIGNAL_DRIVE - FIRST] =
        {
            .names = "driver.NAME.position, driver.NAME.rate, driver.NAME.acceleration",
            .meaning = "driver a, derivative b of the prescribed motion",
            .unit_of_element = true,
            .level = JNI_LEVEL_POSITION,
            .mirroring = JNI_MIRROR_KEPT,
            .reach = JNI_READS_MOTION,
            .value = motion_value,
            .write = motion_write,
            .sort = JNI_GRADIENT_EXACT,
            .states = motion_states,
            .gradient = motion_gradient,
        },
    [JNI_SIGNAL_DRIVE_FORCE - FIRST] =
        {
            .names = "driver.NAME.force, driver.NAME.torque",
            .meaning = "force or torque of driver a along its coordinate",
            .unit_of_element = true,
            .level = JNI_LEVEL_ACCELERATION,
            .mirroring = JNI_MIRROR_KEPT,
            .reach = JNI_READS_ALL,
            .value = force_value,
            .write = force_write,
        },
    [JNI_SIGNAL_DRIVE_POWER - FIRST] =
        {
            .names = "driver.NAME.power",
            .meaning = "power of driver a",
            .unit = {2, 1, -3, 0},
            .level = JNI_LEVEL_ACCELERATION,
            .mirroring = JNI_MIRROR_KEPT,
            .reach = JNI_READS_ALL,
            .value = force_value,
            .write = force_write,
        },
};

const jni_signal_family jni_driver_signals = {"driver", JNI_SIGNAL_DRIVE, N, types};
