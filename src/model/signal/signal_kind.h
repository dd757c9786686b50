// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// signal_kind.h - signals: all quantities of a model that have a name.
#ifndef JNI_SIGNAL_KIND_H
#define JNI_SIGNAL_KIND_H

#include "model/force_element.h"
#include "model/names.h"

// The stage that must have been computed: position, velocity, or acceleration (with multipliers).
typedef enum { JNI_LEVEL_POSITION, JNI_LEVEL_VELOCITY, JNI_LEVEL_ACCELERATION } jni_level;

// Columns: kind; level; change in a mirror (BY_TYPE: computed by jni_signal_sign); meaning of the indices and names.
#define JNI_SIGNAL_LIST(X)                                                                                   \
  X(TIME, POSITION, KEPT, "time, t")                                                                         \
  X(POSITION, POSITION, POLAR, "frame a, component: BODY.x, BODY.POINT.x, POINT.x")                          \
  X(VELOCITY, VELOCITY, POLAR, "frame a, component: BODY.vx, BODY.POINT.vx")                                 \
  X(ACCELERATION, ACCELERATION, POLAR, "frame a, component: BODY.ax, BODY.POINT.ax")                         \
  X(ANGLE, POSITION, AXIAL, "body a, plane: BODY.angle")                                                     \
  X(RATE, VELOCITY, AXIAL, "body a, plane: BODY.rate")                                                       \
  X(ANGULAR_ACCELERATION, ACCELERATION, AXIAL, "body a, plane: BODY.angular_acceleration; space: component") \
  X(QUATERNION, POSITION, BY_TYPE, "body a, component 0..3: BODY.qw BODY.qx BODY.qy BODY.qz")                \
  X(OMEGA, VELOCITY, AXIAL, "body a, component, body axes: BODY.wx BODY.wy BODY.wz")                         \
  X(TURN, POSITION, BY_TYPE, "body a, seen from body c, order b, angle: BODY.yaw, BODY.in.OTHER.zxz.1")      \
  X(TURN_RATE, VELOCITY, BY_TYPE, "the same: BODY.yaw_rate, BODY.in.OTHER.zxz_rate.1")                       \
  X(RELATIVE_POSITION, POSITION, POLAR, "frame a, axes of body c, component: BODY.in.OTHER.x")               \
  X(RELATIVE_VELOCITY, VELOCITY, POLAR, "frame a, seen from body c, component: BODY.in.OTHER.vx")            \
  X(COORDINATE, POSITION, KEPT, "joint a, coordinate b: joint.NAME.coordinate, joint.NAME.angle, ...")       \
  X(COORDINATE_RATE, VELOCITY, KEPT, "joint a, coordinate b: joint.NAME.rate, joint.NAME.angle_rate, ...")   \
  X(REACTION_FORCE, ACCELERATION, POLAR, "joint a, end b, axes of body c (0 ground), component")             \
  X(REACTION_TORQUE, ACCELERATION, AXIAL, "joint a, end b, axes of body c (0 ground), component")            \
  X(LOAD, POSITION, KEPT, "joint a: joint.NAME.load, of the last accepted step")                             \
  X(PITCH_POINT, POSITION, POLAR, "joint a with teeth, component: joint.NAME.point.x")                       \
  X(PUSH, ACCELERATION, KEPT, "joint a on coordinates: joint.NAME.push")                                     \
  X(DRIVE, POSITION, KEPT, "driver a, derivative b: driver.NAME.position, .rate, .acceleration")             \
  X(DRIVE_FORCE, ACCELERATION, KEPT, "driver a: driver.NAME.force, .torque")                                 \
  X(DRIVE_POWER, ACCELERATION, KEPT, "driver a: driver.NAME.power")                                          \
  X(LAMBDA, ACCELERATION, BY_TYPE, "joint a, row b: joint.NAME.lambda.1")                                    \
  X(COUPLING, ACCELERATION, BY_TYPE, "joint a, row b: joint.NAME.coupling.1")                                \
  X(RATE_COUPLING, ACCELERATION, BY_TYPE, "joint a, row b: joint.NAME.rate_coupling.1")                      \
  X(FORCE_LENGTH, POSITION, KEPT, "force a: force.NAME.length (or angle)")                                   \
  X(FORCE_RATE, VELOCITY, KEPT, "force a: force.NAME.rate")                                                  \
  X(FORCE_VALUE, VELOCITY, BY_TYPE, "force a: force.NAME.value, the scalar force or moment")                 \
  X(FORCE_ENERGY, POSITION, KEPT, "force a: force.NAME.energy")                                              \
  X(FORCE_POWER, VELOCITY, KEPT, "force a: force.NAME.power")                                                \
  X(FORCE_OUTPUT, VELOCITY, BY_TYPE, "force a, output b of its kind: force.NAME.fx")                         \
  X(FORCE_STATE, POSITION, BY_TYPE, "force a, state b of its own: force.NAME.deflection_y")                  \
  X(END_FORCE, VELOCITY, POLAR, "force a, end b, component: force.NAME.force.x, force.NAME.on.BODY.force.x") \
  X(END_TORQUE, VELOCITY, AXIAL, "the same about the point of the end: force.NAME.torque.x")                 \
  X(INPUT, POSITION, KEPT, "input a: NAME or input.NAME")                                                    \
  X(AUXILIARY, POSITION, KEPT, "auxiliary state a: NAME")                                                    \
  X(DISCRETE, POSITION, KEPT, "discrete state a: NAME")                                                      \
  X(COMPUTED, POSITION, KEPT, "signal a of the model, of a level of its own: NAME")                          \
  X(SUBSYSTEM_OUTPUT, VELOCITY, KEPT, "subsystem a, output b: subsystem.NAME.WORD")                          \
  X(SUBSYSTEM_STATE, POSITION, KEPT, "subsystem a, continuous state b: subsystem.NAME.WORD")                 \
  X(SUBSYSTEM_RATE, VELOCITY, KEPT, "subsystem a, rate of its state b: subsystem.NAME.WORD_rate")            \
  X(SUBSYSTEM_DISCRETE, POSITION, KEPT, "subsystem a, discrete state b: subsystem.NAME.WORD")                \
  X(ENERGY, VELOCITY, KEPT, "energy: T + V")                                                                 \
  X(KINETIC, VELOCITY, KEPT, "energy.kinetic")                                                               \
  X(POTENTIAL, POSITION, KEPT, "energy.potential")                                                           \
  X(WORK, VELOCITY, KEPT, "energy.work")                                                                     \
  X(ENERGY_ERROR, VELOCITY, KEPT, "energy.error: T + V - (T + V)_0 - W")                                     \
  X(MOMENTUM, VELOCITY, POLAR, "momentum.x ...: of all bodies")                                              \
  X(ANGULAR_MOMENTUM, VELOCITY, AXIAL, "angular_momentum.x ...: of all bodies about the origin")             \
  X(VIOLATION_POSITION, POSITION, KEPT, "violation.position: largest row of phi")                            \
  X(VIOLATION_VELOCITY, VELOCITY, KEPT, "violation.velocity: largest row of G v - nu")                       \
  X(VIOLATION_ACCELERATION, ACCELERATION, KEPT, "violation.acceleration: largest row of G vdot - gamma")

typedef enum {
#define JNI_X(kind, level, mirroring, meaning) JNI_SIGNAL_##kind,
  JNI_SIGNAL_LIST(JNI_X)
#undef JNI_X
      JNI_SIGNAL_COUNT
} jni_signal_kind;

enum { JNI_SIGNAL_NAME_SIZE = JNI_MAX_PATH + 65 };  // a path, and words before and after it

typedef struct jni_signal jni_signal;
struct jni_signal {
  jni_signal_kind kind;
  int a, b, c, component;  // indices, see JNI_SIGNAL_LIST
  jn_dimension dimension;
  char name[JNI_SIGNAL_NAME_SIZE];  // full name of the component
};

// Sequences of rotations: 9 i + 3 j + k for the axes i, j, k. The last two are not of this form.
enum {
  JNI_TURN_ZYX = 21,
  JNI_TURN_WHEEL = 27,  // components: steer, lean, toe, camber
  JNI_TURN_PLANE,       // the angle between two bodies
};
void jni_turn_axes(int order, int axes[3]);
// Returns whether the signal is an angle that must be continued over whole turns.
bool jni_turn_winds(const jni_signal *s);
bool jni_turn_same(const jni_signal *a, const jni_signal *b);
// Records an angle that must be continued over whole turns, or the load of a joint: systems built from now on keep its
// value between steps. Ignores other signals.
void jni_model_follow(jn_model *model, const jni_signal *signal);

enum { JNI_MAX_COMPONENTS = 16 };

// Resolves a name to its signals: one, or all components of a vector ("coupler.position", "coupler.P",
// "joint.O.force"). Reactions: joint.NAME[.on.BODY][.in.BODY].force|torque[.x]; by default on the second end, in ground
// axes. Returns their number; 0 with a sentence in `what`, which suggests the nearest name. The sentence is empty if the
// joint of a correct name has no valid type, a fault that is already reported.
int jni_signal_resolve(const jn_model *model, const char *name, jni_signal *signals, int most, char *what, size_t size);
jni_level jni_signal_level(jni_signal_kind kind);
// Returns the level of a signal; for a named expression, that of the signals it reads.
jni_level jni_signal_needs(const jn_model *model, const jni_signal *signal);

#endif
