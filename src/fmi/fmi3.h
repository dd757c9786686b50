// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fmi3.h - the C interface of FMI 3.0: types, and every function once, in a list (see fmi2.h).
#ifndef JNI_FMI3_H
#define JNI_FMI3_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// ---- types ----------------------------------------------------------------------------------------------------------

typedef void *fmi3Instance;
typedef void *fmi3InstanceEnvironment;  // data of the importer, which its callbacks receive
typedef void *fmi3FMUState;
typedef uint32_t fmi3ValueReference;
typedef float fmi3Float32;
typedef double fmi3Float64;
typedef int8_t fmi3Int8;
typedef uint8_t fmi3UInt8;
typedef int16_t fmi3Int16;
typedef uint16_t fmi3UInt16;
typedef int32_t fmi3Int32;
typedef uint32_t fmi3UInt32;
typedef int64_t fmi3Int64;
typedef uint64_t fmi3UInt64;
typedef bool fmi3Boolean;
typedef char fmi3Char;
typedef const fmi3Char *fmi3String;
typedef uint8_t fmi3Byte;
typedef const fmi3Byte *fmi3Binary;
typedef bool fmi3Clock;

typedef enum { fmi3OK, fmi3Warning, fmi3Discard, fmi3Error, fmi3Fatal } fmi3Status;
typedef enum { fmi3Independent, fmi3Constant, fmi3Fixed, fmi3Tunable, fmi3Discrete, fmi3Dependent } fmi3DependencyKind;
typedef enum { fmi3IntervalNotYetKnown, fmi3IntervalUnchanged, fmi3IntervalChanged } fmi3IntervalQualifier;

// Receives a message of an instance as a plain text, not a format.
typedef void (*fmi3LogMessageCallback)(fmi3InstanceEnvironment environment, fmi3Status status, fmi3String category,
                                       fmi3String message);
typedef void (*fmi3IntermediateUpdateCallback)(fmi3InstanceEnvironment environment, fmi3Float64 time,
                                               fmi3Boolean set_requested, fmi3Boolean get_allowed,
                                               fmi3Boolean step_finished, fmi3Boolean can_return_early,
                                               fmi3Boolean *early_return_requested, fmi3Float64 *early_return_time);
typedef void (*fmi3ClockUpdateCallback)(fmi3InstanceEnvironment environment);
typedef void (*fmi3LockPreemptionCallback)(void);
typedef void (*fmi3UnlockPreemptionCallback)(void);

// ---- functions ------------------------------------------------------------------------------------------------------

// clang-format off
#define FMI3_ARGUMENTS_GET(type)                                                                                       \
  (fmi3Instance c, const fmi3ValueReference vr[], size_t nvr, type values[], size_t nvalues)
#define FMI3_ARGUMENTS_SET(type)                                                                                       \
  (fmi3Instance c, const fmi3ValueReference vr[], size_t nvr, const type values[], size_t nvalues)

// FMI3_VALUE_TYPES(X) calls X(name) for each type fmi3NAME whose values are plain C values.
#define FMI3_VALUE_TYPES(X)                                                                                            \
  X(Float32) X(Float64) X(Int8) X(UInt8) X(Int16) X(UInt16) X(Int32) X(UInt32) X(Int64) X(UInt64) X(Boolean) X(String)

// Functions that all interfaces have.
#define FMI3_COMMON_FUNCTIONS(X)                                                                                       \
  X(const char *, GetVersion, (void))                                                                                  \
  X(fmi3Status, SetDebugLogging, (fmi3Instance c, fmi3Boolean on, size_t n, const fmi3String categories[]))            \
  X(fmi3Instance, InstantiateModelExchange,                                                                            \
    (fmi3String instance, fmi3String token, fmi3String resources, fmi3Boolean visible, fmi3Boolean logging,            \
     fmi3InstanceEnvironment environment, fmi3LogMessageCallback log))                                                 \
  X(fmi3Instance, InstantiateCoSimulation,                                                                             \
    (fmi3String instance, fmi3String token, fmi3String resources, fmi3Boolean visible, fmi3Boolean logging,            \
     fmi3Boolean event_mode_used, fmi3Boolean early_return_allowed, const fmi3ValueReference intermediate[],           \
     size_t nintermediate, fmi3InstanceEnvironment environment, fmi3LogMessageCallback log,                            \
     fmi3IntermediateUpdateCallback intermediate_update))                                                              \
  X(fmi3Instance, InstantiateScheduledExecution,                                                                       \
    (fmi3String instance, fmi3String token, fmi3String resources, fmi3Boolean visible, fmi3Boolean logging,            \
     fmi3InstanceEnvironment environment, fmi3LogMessageCallback log, fmi3ClockUpdateCallback clock_update,            \
     fmi3LockPreemptionCallback lock, fmi3UnlockPreemptionCallback unlock))                                            \
  X(void, FreeInstance, (fmi3Instance c))                                                                              \
  X(fmi3Status, EnterInitializationMode,                                                                               \
    (fmi3Instance c, fmi3Boolean tolerance_defined, fmi3Float64 tolerance, fmi3Float64 start,                          \
     fmi3Boolean stop_defined, fmi3Float64 stop))                                                                      \
  X(fmi3Status, ExitInitializationMode, (fmi3Instance c))                                                              \
  X(fmi3Status, EnterEventMode, (fmi3Instance c))                                                                      \
  X(fmi3Status, Terminate, (fmi3Instance c))                                                                           \
  X(fmi3Status, Reset, (fmi3Instance c))                                                                               \
  X(fmi3Status, GetFloat32, FMI3_ARGUMENTS_GET(fmi3Float32))                                                           \
  X(fmi3Status, GetFloat64, FMI3_ARGUMENTS_GET(fmi3Float64))                                                           \
  X(fmi3Status, GetInt8, FMI3_ARGUMENTS_GET(fmi3Int8))                                                                 \
  X(fmi3Status, GetUInt8, FMI3_ARGUMENTS_GET(fmi3UInt8))                                                               \
  X(fmi3Status, GetInt16, FMI3_ARGUMENTS_GET(fmi3Int16))                                                               \
  X(fmi3Status, GetUInt16, FMI3_ARGUMENTS_GET(fmi3UInt16))                                                             \
  X(fmi3Status, GetInt32, FMI3_ARGUMENTS_GET(fmi3Int32))                                                               \
  X(fmi3Status, GetUInt32, FMI3_ARGUMENTS_GET(fmi3UInt32))                                                             \
  X(fmi3Status, GetInt64, FMI3_ARGUMENTS_GET(fmi3Int64))                                                               \
  X(fmi3Status, GetUInt64, FMI3_ARGUMENTS_GET(fmi3UInt64))                                                             \
  X(fmi3Status, GetBoolean, FMI3_ARGUMENTS_GET(fmi3Boolean))                                                           \
  X(fmi3Status, GetString, FMI3_ARGUMENTS_GET(fmi3String))                                                             \
  X(fmi3Status, GetBinary,                                                                                             \
    (fmi3Instance c, const fmi3ValueReference vr[], size_t nvr, size_t sizes[], fmi3Binary values[], size_t nvalues))  \
  X(fmi3Status, GetClock, (fmi3Instance c, const fmi3ValueReference vr[], size_t nvr, fmi3Clock values[]))             \
  X(fmi3Status, SetFloat32, FMI3_ARGUMENTS_SET(fmi3Float32))                                                           \
  X(fmi3Status, SetFloat64, FMI3_ARGUMENTS_SET(fmi3Float64))                                                           \
  X(fmi3Status, SetInt8, FMI3_ARGUMENTS_SET(fmi3Int8))                                                                 \
  X(fmi3Status, SetUInt8, FMI3_ARGUMENTS_SET(fmi3UInt8))                                                               \
  X(fmi3Status, SetInt16, FMI3_ARGUMENTS_SET(fmi3Int16))                                                               \
  X(fmi3Status, SetUInt16, FMI3_ARGUMENTS_SET(fmi3UInt16))                                                             \
  X(fmi3Status, SetInt32, FMI3_ARGUMENTS_SET(fmi3Int32))                                                               \
  X(fmi3Status, SetUInt32, FMI3_ARGUMENTS_SET(fmi3UInt32))                                                             \
  X(fmi3Status, SetInt64, FMI3_ARGUMENTS_SET(fmi3Int64))                                                               \
  X(fmi3Status, SetUInt64, FMI3_ARGUMENTS_SET(fmi3UInt64))                                                             \
  X(fmi3Status, SetBoolean, FMI3_ARGUMENTS_SET(fmi3Boolean))                                                           \
  X(fmi3Status, SetString, FMI3_ARGUMENTS_SET(fmi3String))                                                             \
  X(fmi3Status, SetBinary,                                                                                             \
    (fmi3Instance c, const fmi3ValueReference vr[], size_t nvr, const size_t sizes[], const fmi3Binary values[],       \
     size_t nvalues))                                                                                                  \
  X(fmi3Status, SetClock, (fmi3Instance c, const fmi3ValueReference vr[], size_t nvr, const fmi3Clock values[]))       \
  X(fmi3Status, GetNumberOfVariableDependencies, (fmi3Instance c, fmi3ValueReference vr, size_t *n))                   \
  X(fmi3Status, GetVariableDependencies,                                                                               \
    (fmi3Instance c, fmi3ValueReference dependent, size_t dependent_element[], fmi3ValueReference independent[],       \
     size_t independent_element[], fmi3DependencyKind kinds[], size_t n))                                              \
  X(fmi3Status, GetFMUState, (fmi3Instance c, fmi3FMUState *state))                                                    \
  X(fmi3Status, SetFMUState, (fmi3Instance c, fmi3FMUState state))                                                     \
  X(fmi3Status, FreeFMUState, (fmi3Instance c, fmi3FMUState *state))                                                   \
  X(fmi3Status, SerializedFMUStateSize, (fmi3Instance c, fmi3FMUState state, size_t *size))                            \
  X(fmi3Status, SerializeFMUState, (fmi3Instance c, fmi3FMUState state, fmi3Byte bytes[], size_t size))                \
  X(fmi3Status, DeserializeFMUState, (fmi3Instance c, const fmi3Byte bytes[], size_t size, fmi3FMUState *state))       \
  X(fmi3Status, GetDirectionalDerivative,                                                                              \
    (fmi3Instance c, const fmi3ValueReference unknowns[], size_t nunknowns, const fmi3ValueReference knowns[],         \
     size_t nknowns, const fmi3Float64 seed[], size_t nseed, fmi3Float64 sensitivity[], size_t nsensitivity))          \
  X(fmi3Status, GetAdjointDerivative,                                                                                  \
    (fmi3Instance c, const fmi3ValueReference unknowns[], size_t nunknowns, const fmi3ValueReference knowns[],         \
     size_t nknowns, const fmi3Float64 seed[], size_t nseed, fmi3Float64 sensitivity[], size_t nsensitivity))          \
  X(fmi3Status, EnterConfigurationMode, (fmi3Instance c))                                                              \
  X(fmi3Status, ExitConfigurationMode, (fmi3Instance c))                                                               \
  X(fmi3Status, GetIntervalDecimal,                                                                                    \
    (fmi3Instance c, const fmi3ValueReference vr[], size_t nvr, fmi3Float64 intervals[],                               \
     fmi3IntervalQualifier qualifiers[]))                                                                              \
  X(fmi3Status, GetIntervalFraction,                                                                                   \
    (fmi3Instance c, const fmi3ValueReference vr[], size_t nvr, fmi3UInt64 counters[], fmi3UInt64 resolutions[],       \
     fmi3IntervalQualifier qualifiers[]))                                                                              \
  X(fmi3Status, GetShiftDecimal, (fmi3Instance c, const fmi3ValueReference vr[], size_t nvr, fmi3Float64 shifts[]))    \
  X(fmi3Status, GetShiftFraction,                                                                                      \
    (fmi3Instance c, const fmi3ValueReference vr[], size_t nvr, fmi3UInt64 counters[], fmi3UInt64 resolutions[]))      \
  X(fmi3Status, SetIntervalDecimal,                                                                                    \
    (fmi3Instance c, const fmi3ValueReference vr[], size_t nvr, const fmi3Float64 intervals[]))                        \
  X(fmi3Status, SetIntervalFraction,                                                                                   \
    (fmi3Instance c, const fmi3ValueReference vr[], size_t nvr, const fmi3UInt64 counters[],                           \
     const fmi3UInt64 resolutions[]))                                                                                  \
  X(fmi3Status, SetShiftDecimal,                                                                                       \
    (fmi3Instance c, const fmi3ValueReference vr[], size_t nvr, const fmi3Float64 shifts[]))                           \
  X(fmi3Status, SetShiftFraction,                                                                                      \
    (fmi3Instance c, const fmi3ValueReference vr[], size_t nvr, const fmi3UInt64 counters[],                           \
     const fmi3UInt64 resolutions[]))                                                                                  \
  X(fmi3Status, EvaluateDiscreteStates, (fmi3Instance c))                                                              \
  X(fmi3Status, UpdateDiscreteStates,                                                                                  \
    (fmi3Instance c, fmi3Boolean *needed, fmi3Boolean *terminate, fmi3Boolean *nominals_changed,                       \
     fmi3Boolean *values_changed, fmi3Boolean *next_time_defined, fmi3Float64 *next_time))

#define FMI3_MODEL_EXCHANGE_FUNCTIONS(X)                                                                               \
  X(fmi3Status, EnterContinuousTimeMode, (fmi3Instance c))                                                             \
  X(fmi3Status, CompletedIntegratorStep,                                                                               \
    (fmi3Instance c, fmi3Boolean no_set_prior, fmi3Boolean *enter_event_mode, fmi3Boolean *terminate))                 \
  X(fmi3Status, SetTime, (fmi3Instance c, fmi3Float64 time))                                                           \
  X(fmi3Status, SetContinuousStates, (fmi3Instance c, const fmi3Float64 x[], size_t nx))                               \
  X(fmi3Status, GetContinuousStateDerivatives, (fmi3Instance c, fmi3Float64 derivatives[], size_t nx))                 \
  X(fmi3Status, GetEventIndicators, (fmi3Instance c, fmi3Float64 indicators[], size_t ni))                             \
  X(fmi3Status, GetContinuousStates, (fmi3Instance c, fmi3Float64 x[], size_t nx))                                     \
  X(fmi3Status, GetNominalsOfContinuousStates, (fmi3Instance c, fmi3Float64 nominals[], size_t nx))                    \
  X(fmi3Status, GetNumberOfEventIndicators, (fmi3Instance c, size_t *ni))                                              \
  X(fmi3Status, GetNumberOfContinuousStates, (fmi3Instance c, size_t *nx))

#define FMI3_CO_SIMULATION_FUNCTIONS(X)                                                                                \
  X(fmi3Status, EnterStepMode, (fmi3Instance c))                                                                       \
  X(fmi3Status, GetOutputDerivatives,                                                                                  \
    (fmi3Instance c, const fmi3ValueReference vr[], size_t nvr, const fmi3Int32 orders[], fmi3Float64 values[],        \
     size_t nvalues))                                                                                                  \
  X(fmi3Status, DoStep,                                                                                                \
    (fmi3Instance c, fmi3Float64 time, fmi3Float64 step, fmi3Boolean no_set_prior, fmi3Boolean *event_needed,          \
     fmi3Boolean *terminate, fmi3Boolean *early_return, fmi3Float64 *last_time))                                       \
  X(fmi3Status, ActivateModelPartition, (fmi3Instance c, fmi3ValueReference clock, fmi3Float64 time))

#define FMI3_FUNCTIONS(X) FMI3_COMMON_FUNCTIONS(X) FMI3_MODEL_EXCHANGE_FUNCTIONS(X) FMI3_CO_SIMULATION_FUNCTIONS(X)
// clang-format on

#endif
