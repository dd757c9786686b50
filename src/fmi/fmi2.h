// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fmi2.h - the C interface of FMI 2.0: types, and every function once, in a list.
//
// FMI2_FUNCTIONS(X) calls X(result, name, parameters) for each function; its symbol is fmi2NAME. An exporter makes
// prototypes of the list, an importer a struct of pointers:
//   typedef struct {
//   #define MEMBER(result, name, parameters) result(*name) parameters;
//     FMI2_FUNCTIONS(MEMBER)
//   #undef MEMBER
//   } functions;
#ifndef JNI_FMI2_H
#define JNI_FMI2_H

#include <stddef.h>

// ---- types ----------------------------------------------------------------------------------------------------------

typedef void *fmi2Component;             // an instance
typedef void *fmi2ComponentEnvironment;  // data of the importer that its callbacks receive
typedef void *fmi2FMUstate;
typedef unsigned int fmi2ValueReference;
typedef double fmi2Real;
typedef int fmi2Integer;
typedef int fmi2Boolean;
typedef char fmi2Char;
typedef const fmi2Char *fmi2String;
typedef char fmi2Byte;

enum { fmi2False, fmi2True };

typedef enum { fmi2OK, fmi2Warning, fmi2Discard, fmi2Error, fmi2Fatal, fmi2Pending } fmi2Status;
typedef enum { fmi2ModelExchange, fmi2CoSimulation } fmi2Type;
typedef enum { fmi2DoStepStatus, fmi2PendingStatus, fmi2LastSuccessfulTime, fmi2Terminated } fmi2StatusKind;

// Receives a message of an instance. `message` is a format as of printf, whose arguments follow.
typedef void fmi2CallbackLogger(fmi2ComponentEnvironment environment, fmi2String instance, fmi2Status status,
                                fmi2String category, fmi2String message, ...);
typedef void *fmi2CallbackAllocateMemory(size_t n, size_t size);
typedef void fmi2CallbackFreeMemory(void *block);
typedef void fmi2StepFinished(fmi2ComponentEnvironment environment, fmi2Status status);

typedef struct {
  fmi2CallbackLogger *logger;
  fmi2CallbackAllocateMemory *allocateMemory;
  fmi2CallbackFreeMemory *freeMemory;
  fmi2StepFinished *stepFinished;
  fmi2ComponentEnvironment componentEnvironment;
} fmi2CallbackFunctions;

typedef struct {
  fmi2Boolean newDiscreteStatesNeeded;  // the function that updates discrete states must be called again
  fmi2Boolean terminateSimulation;
  fmi2Boolean nominalsOfContinuousStatesChanged;
  fmi2Boolean valuesOfContinuousStatesChanged;
  fmi2Boolean nextEventTimeDefined;
  fmi2Real nextEventTime;  // s; valid if nextEventTimeDefined
} fmi2EventInfo;

// ---- functions ------------------------------------------------------------------------------------------------------

// clang-format off
#define FMI2_ARGUMENTS_GET(type) (fmi2Component c, const fmi2ValueReference vr[], size_t nvr, type value[])
#define FMI2_ARGUMENTS_SET(type) (fmi2Component c, const fmi2ValueReference vr[], size_t nvr, const type value[])

// Functions that both interfaces, Model Exchange and Co-Simulation, have.
#define FMI2_COMMON_FUNCTIONS(X)                                                                                       \
  X(const char *, GetTypesPlatform, (void))                                                                            \
  X(const char *, GetVersion, (void))                                                                                  \
  X(fmi2Status, SetDebugLogging, (fmi2Component c, fmi2Boolean on, size_t n, const fmi2String categories[]))           \
  X(fmi2Component, Instantiate,                                                                                        \
    (fmi2String instance, fmi2Type type, fmi2String guid, fmi2String resources,                                    \
     const fmi2CallbackFunctions *functions, fmi2Boolean visible, fmi2Boolean logging))                                \
  X(void, FreeInstance, (fmi2Component c))                                                                             \
  X(fmi2Status, SetupExperiment,                                                                                       \
    (fmi2Component c, fmi2Boolean tolerance_defined, fmi2Real tolerance, fmi2Real start, fmi2Boolean stop_defined,     \
     fmi2Real stop))                                                                                                   \
  X(fmi2Status, EnterInitializationMode, (fmi2Component c))                                                            \
  X(fmi2Status, ExitInitializationMode, (fmi2Component c))                                                             \
  X(fmi2Status, Terminate, (fmi2Component c))                                                                          \
  X(fmi2Status, Reset, (fmi2Component c))                                                                              \
  X(fmi2Status, GetReal, FMI2_ARGUMENTS_GET(fmi2Real))                                                                 \
  X(fmi2Status, GetInteger, FMI2_ARGUMENTS_GET(fmi2Integer))                                                           \
  X(fmi2Status, GetBoolean, FMI2_ARGUMENTS_GET(fmi2Boolean))                                                           \
  X(fmi2Status, GetString, FMI2_ARGUMENTS_GET(fmi2String))                                                             \
  X(fmi2Status, SetReal, FMI2_ARGUMENTS_SET(fmi2Real))                                                                 \
  X(fmi2Status, SetInteger, FMI2_ARGUMENTS_SET(fmi2Integer))                                                           \
  X(fmi2Status, SetBoolean, FMI2_ARGUMENTS_SET(fmi2Boolean))                                                           \
  X(fmi2Status, SetString, FMI2_ARGUMENTS_SET(fmi2String))                                                             \
  X(fmi2Status, GetFMUstate, (fmi2Component c, fmi2FMUstate *state))                                                   \
  X(fmi2Status, SetFMUstate, (fmi2Component c, fmi2FMUstate state))                                                    \
  X(fmi2Status, FreeFMUstate, (fmi2Component c, fmi2FMUstate *state))                                                  \
  X(fmi2Status, SerializedFMUstateSize, (fmi2Component c, fmi2FMUstate state, size_t *size))                           \
  X(fmi2Status, SerializeFMUstate, (fmi2Component c, fmi2FMUstate state, fmi2Byte bytes[], size_t size))               \
  X(fmi2Status, DeSerializeFMUstate, (fmi2Component c, const fmi2Byte bytes[], size_t size, fmi2FMUstate *state))      \
  X(fmi2Status, GetDirectionalDerivative,                                                                              \
    (fmi2Component c, const fmi2ValueReference unknown[], size_t nunknown, const fmi2ValueReference known[],           \
     size_t nknown, const fmi2Real seed[], fmi2Real sensitivity[]))

#define FMI2_MODEL_EXCHANGE_FUNCTIONS(X)                                                                               \
  X(fmi2Status, EnterEventMode, (fmi2Component c))                                                                     \
  X(fmi2Status, NewDiscreteStates, (fmi2Component c, fmi2EventInfo *info))                                             \
  X(fmi2Status, EnterContinuousTimeMode, (fmi2Component c))                                                            \
  X(fmi2Status, CompletedIntegratorStep,                                                                               \
    (fmi2Component c, fmi2Boolean no_set_prior, fmi2Boolean *enter_event_mode, fmi2Boolean *terminate))                \
  X(fmi2Status, SetTime, (fmi2Component c, fmi2Real time))                                                             \
  X(fmi2Status, SetContinuousStates, (fmi2Component c, const fmi2Real x[], size_t nx))                                 \
  X(fmi2Status, GetDerivatives, (fmi2Component c, fmi2Real derivatives[], size_t nx))                                  \
  X(fmi2Status, GetEventIndicators, (fmi2Component c, fmi2Real indicators[], size_t ni))                               \
  X(fmi2Status, GetContinuousStates, (fmi2Component c, fmi2Real x[], size_t nx))                                       \
  X(fmi2Status, GetNominalsOfContinuousStates, (fmi2Component c, fmi2Real nominals[], size_t nx))

#define FMI2_CO_SIMULATION_FUNCTIONS(X)                                                                                \
  X(fmi2Status, SetRealInputDerivatives,                                                                               \
    (fmi2Component c, const fmi2ValueReference vr[], size_t nvr, const fmi2Integer order[], const fmi2Real value[]))   \
  X(fmi2Status, GetRealOutputDerivatives,                                                                              \
    (fmi2Component c, const fmi2ValueReference vr[], size_t nvr, const fmi2Integer order[], fmi2Real value[]))         \
  X(fmi2Status, DoStep, (fmi2Component c, fmi2Real time, fmi2Real step, fmi2Boolean no_set_prior))                     \
  X(fmi2Status, CancelStep, (fmi2Component c))                                                                         \
  X(fmi2Status, GetStatus, (fmi2Component c, fmi2StatusKind kind, fmi2Status *value))                                  \
  X(fmi2Status, GetRealStatus, (fmi2Component c, fmi2StatusKind kind, fmi2Real *value))                                \
  X(fmi2Status, GetIntegerStatus, (fmi2Component c, fmi2StatusKind kind, fmi2Integer *value))                          \
  X(fmi2Status, GetBooleanStatus, (fmi2Component c, fmi2StatusKind kind, fmi2Boolean *value))                          \
  X(fmi2Status, GetStringStatus, (fmi2Component c, fmi2StatusKind kind, fmi2String *value))

#define FMI2_FUNCTIONS(X) FMI2_COMMON_FUNCTIONS(X) FMI2_MODEL_EXCHANGE_FUNCTIONS(X) FMI2_CO_SIMULATION_FUNCTIONS(X)
// clang-format on

#endif
