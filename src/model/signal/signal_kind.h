// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// signal_kind.h - signals: all quantities of a model that have a name.
#ifndef JNI_SIGNAL_KIND_H
#define JNI_SIGNAL_KIND_H

#include "model/force_element.h"
#include "model/names.h"

// Level of a signal: what must have been computed before it is available: the positions, also the velocities, or also
// the accelerations and multipliers.
typedef enum { JNI_LEVEL_POSITION, JNI_LEVEL_VELOCITY, JNI_LEVEL_ACCELERATION } jni_level;

// All kinds of signals, each with the family that describes it (signal/signal_type.h). The kinds of one family are
// consecutive.
#define JNI_SIGNAL_LIST(X)         \
  X(TIME, time)                    \
  X(POSITION, body)                \
  X(VELOCITY, body)                \
  X(ACCELERATION, body)            \
  X(ANGLE, body)                   \
  X(RATE, body)                    \
  X(ANGULAR_ACCELERATION, body)    \
  X(QUATERNION, body)              \
  X(OMEGA, body)                   \
  X(TURN, relative)                \
  X(TURN_RATE, relative)           \
  X(RELATIVE_POSITION, relative)   \
  X(RELATIVE_VELOCITY, relative)   \
  X(COORDINATE, joint)             \
  X(COORDINATE_RATE, joint)        \
  X(REACTION_FORCE, joint)         \
  X(REACTION_TORQUE, joint)        \
  X(LOAD, joint)                   \
  X(PITCH_POINT, joint)            \
  X(PUSH, joint)                   \
  X(DRIVE, driver)                 \
  X(DRIVE_FORCE, driver)           \
  X(DRIVE_POWER, driver)           \
  X(LAMBDA, multiplier)            \
  X(COUPLING, multiplier)          \
  X(RATE_COUPLING, multiplier)     \
  X(FORCE_LENGTH, force)           \
  X(FORCE_RATE, force)             \
  X(FORCE_VALUE, force)            \
  X(FORCE_ENERGY, force)           \
  X(FORCE_POWER, force)            \
  X(FORCE_OUTPUT, force)           \
  X(FORCE_STATE, force)            \
  X(END_FORCE, force)              \
  X(END_TORQUE, force)             \
  X(CONTACT_GAP, contact)          \
  X(CONTACT_RATE, contact)         \
  X(CONTACT_NORMAL, contact)       \
  X(CONTACT_FRICTION, contact)     \
  X(CONTACT_FORCE, contact)        \
  X(CONTACT_SLIP, contact)         \
  X(CONTACT_POINT, contact)        \
  X(CONTACT_STATE, contact)        \
  X(CONTACT_IMPULSE, contact)      \
  X(CONTACT_IMPACTS, contact)      \
  X(CONTACT_LOST, contact)         \
  X(CONTACT_POWER, contact)        \
  X(INPUT, declared)               \
  X(AUXILIARY, declared)           \
  X(DISCRETE, declared)            \
  X(COMPUTED, declared)            \
  X(SUBSYSTEM_OUTPUT, subsystem)   \
  X(SUBSYSTEM_STATE, subsystem)    \
  X(SUBSYSTEM_RATE, subsystem)     \
  X(SUBSYSTEM_DISCRETE, subsystem) \
  X(ENERGY, energy)                \
  X(KINETIC, energy)               \
  X(POTENTIAL, energy)             \
  X(WORK, energy)                  \
  X(ENERGY_ERROR, energy)          \
  X(MOMENTUM, energy)              \
  X(ANGULAR_MOMENTUM, energy)      \
  X(VIOLATION_POSITION, violation) \
  X(VIOLATION_VELOCITY, violation) \
  X(VIOLATION_ACCELERATION, violation)

typedef enum {
#define JNI_X(kind, family) JNI_SIGNAL_##kind,
  JNI_SIGNAL_LIST(JNI_X)
#undef JNI_X
      JNI_SIGNAL_COUNT
} jni_signal_kind;

enum { JNI_SIGNAL_NAME_SIZE = JNI_MAX_PATH + 65 };  // a path, and words before and after it

typedef struct jni_signal jni_signal;
struct jni_signal {
  jni_signal_kind kind;
  int a, b, c, component;  // their meaning is that of jni_signal_type.meaning
  jn_dimension dimension;
  char name[JNI_SIGNAL_NAME_SIZE];  // full name of the component
};

// Numbers for sets of angles. Successive rotations about the axes i, j, k have the number 9 i + 3 j + k; JNI_TURN_WHEEL
// and JNI_TURN_PLANE stand for other angles.
enum {
  JNI_TURN_ZYX = 21,
  JNI_TURN_WHEEL = 27,  // components: steer, lean, toe, camber
  JNI_TURN_PLANE,       // angle between two bodies in the plane
};
void jni_turn_axes(int order, int axes[3]);
// Returns whether a signal is an angle that is computed modulo 2 pi and must be made continuous over several
// revolutions.
bool jni_turn_winds(const jni_signal *s);
bool jni_turn_same(const jni_signal *a, const jni_signal *b);
// If the signal is an angle that must be made continuous over several revolutions, or the load of a joint, records it
// once in model->followed: systems that are built later store its value from step to step. Does nothing for other
// signals. Sets model->no_memory if memory is short.
void jni_model_follow(jn_model *model, const jni_signal *signal);

enum { JNI_MAX_COMPONENTS = 16 };

// Finds the signals of a name, writes them to `signals`, and returns their number: 1, or the number of components of a
// vector ("coupler.position", "coupler.P", "joint.O.force"). A reaction is joint.NAME[.on.BODY][.in.BODY].force or
// .torque, by default that on the second end, in ground axes. Returns 0 for an invalid name, or if there are more
// signals than `most`, with a sentence in `what` that may suggest the nearest name. The sentence is empty if an element
// in the name is missing or faulty because of a fault that is already reported. size 0: no sentence is written.
int jni_signal_resolve(const jn_model *model, const char *name, jni_signal *signals, int most, char *what, size_t size);
jni_level jni_signal_level(jni_signal_kind kind);
// Returns the level of a signal; for a named expression, the highest level of the signals it reads.
jni_level jni_signal_needs(const jn_model *model, const jni_signal *signal);

#endif
