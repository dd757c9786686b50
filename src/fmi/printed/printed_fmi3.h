// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// printed_fmi3.h - the functions of FMI 3.0 for printed code, after printed_fmu.h.

static void jnf_log(const jnf_host *host, const char *name, int status, const char *category, const char *message) {
  (void)name;
  if (host->logger) host->logger(host->environment, (fmi3Status)status, category, message);
}

JNF_EXPORT const char *fmi3GetVersion(void) { return "3.0"; }

JNF_EXPORT fmi3Status fmi3SetDebugLogging(fmi3Instance c, fmi3Boolean on, size_t n, const fmi3String categories[]) {
  return (fmi3Status)jnf_set_logging(c, "fmi3SetDebugLogging", on, n, categories);
}

// ---- instances ------------------------------------------------------------------------------------------------------

JNF_NOT_INLINED static fmi3Instance jnf_new(fmi3String name, fmi3String token, fmi3Boolean logging,
                                            fmi3Boolean event_mode, size_t nintermediate, jnf_host host) {
  const char *why = event_mode          ? "this FMU has no event mode"
                    : nintermediate > 0 ? "this FMU has no intermediate update"
                                        : NULL;
  host.allocate = calloc;
  host.release = free;
  if (why) {
    jnf_log(&host, name, JNF_ERROR, jnf_category(JNF_ERROR), why);
    return NULL;
  }
  return jnf_instantiate(&host, name, token, logging);
}

JNF_EXPORT JNF_ANY_PROCESSOR fmi3Instance fmi3InstantiateCoSimulation(
    fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible, fmi3Boolean logging,
    fmi3Boolean event_mode, fmi3Boolean early_return, const fmi3ValueReference intermediate[], size_t nintermediate,
    fmi3InstanceEnvironment environment, fmi3LogMessageCallback logger, fmi3IntermediateUpdateCallback update) {
  jnf_host host = {environment, logger, NULL, NULL};
  (void)resources;
  (void)visible;
  (void)early_return;
  (void)intermediate;
  (void)update;
  if (!jnf_processor_fits()) {
    if (logger) logger(environment, fmi3Error, "logStatusError", jnf_wrong_processor);
    return NULL;
  }
  return jnf_new(name, token, logging, event_mode, nintermediate, host);
}

JNF_EXPORT JNF_ANY_PROCESSOR fmi3Instance fmi3InstantiateModelExchange(fmi3String name, fmi3String token,
                                                                       fmi3String resources, fmi3Boolean visible,
                                                                       fmi3Boolean logging,
                                                                       fmi3InstanceEnvironment environment,
                                                                       fmi3LogMessageCallback logger) {
  (void)name;
  (void)token;
  (void)resources;
  (void)visible;
  (void)logging;
  if (logger) logger(environment, fmi3Error, "logStatusError", "this FMU has Co-Simulation only");
  return NULL;
}

JNF_EXPORT JNF_ANY_PROCESSOR fmi3Instance fmi3InstantiateScheduledExecution(
    fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible, fmi3Boolean logging,
    fmi3InstanceEnvironment environment, fmi3LogMessageCallback logger, fmi3ClockUpdateCallback update,
    fmi3LockPreemptionCallback lock, fmi3UnlockPreemptionCallback unlock) {
  (void)name;
  (void)token;
  (void)resources;
  (void)visible;
  (void)logging;
  (void)update;
  (void)lock;
  (void)unlock;
  if (logger) logger(environment, fmi3Error, "logStatusError", "this FMU has Co-Simulation only");
  return NULL;
}

JNF_EXPORT void fmi3FreeInstance(fmi3Instance c) {
  jnf_instance *instance = c;
  if (instance) instance->host.release(instance);
}

JNF_EXPORT fmi3Status fmi3EnterInitializationMode(fmi3Instance c, fmi3Boolean has_tolerance, fmi3Float64 tolerance,
                                                  fmi3Float64 t0, fmi3Boolean has_stop, fmi3Float64 t1) {
  jnf_instance *instance = c;
  (void)has_tolerance;
  (void)tolerance;
  if (!jnf_allows(c, "fmi3EnterInitializationMode", JNF_INSTANTIATED)) return fmi3Error;
  int status = jnf_set_times(c, "fmi3EnterInitializationMode", t0, has_stop, t1);
  if (status == JNF_OK) instance->m.mode = JNF_INITIALIZATION;
  return (fmi3Status)status;
}

JNF_EXPORT fmi3Status fmi3ExitInitializationMode(fmi3Instance c) {
  if (!jnf_allows(c, "fmi3ExitInitializationMode", JNF_INITIALIZATION)) return fmi3Error;
  return (fmi3Status)jnf_end_initialization(c, "fmi3ExitInitializationMode");
}

JNF_EXPORT fmi3Status fmi3Terminate(fmi3Instance c) {
  jnf_instance *instance = c;
  if (!jnf_allows(c, "fmi3Terminate", JNF_STEP_MODE | JNF_ENDED)) return fmi3Error;
  instance->m.mode = JNF_TERMINATED;
  return fmi3OK;
}

JNF_EXPORT fmi3Status fmi3Reset(fmi3Instance c) {
  if (!jnf_allows(c, "fmi3Reset", JNF_ANY)) return fmi3Error;
  jnf_reset(c);
  return fmi3OK;
}

// ---- values ---------------------------------------------------------------------------------------------------------

// Refuses a call whose number of values is not the number of its variables (all variables are scalars): logs an error
// and returns it.
static int jnf_wrong_length(const jnf_instance *c, const char *function, size_t nvalues, size_t n) {
  if (!jnf_allows(c, function, JNF_ANY)) return JNF_ERROR;
  return jnf_say(c, JNF_ERROR, "%s: %lu values for %lu variables", function, (unsigned long)nvalues, (unsigned long)n);
}

JNF_EXPORT fmi3Status fmi3GetFloat64(fmi3Instance c, const fmi3ValueReference references[], size_t n,
                                     fmi3Float64 values[], size_t nvalues) {
  if (nvalues != n) return (fmi3Status)jnf_wrong_length(c, "fmi3GetFloat64", nvalues, n);
  return (fmi3Status)jnf_get(c, "fmi3GetFloat64", references, n, values);
}

JNF_EXPORT fmi3Status fmi3SetFloat64(fmi3Instance c, const fmi3ValueReference references[], size_t n,
                                     const fmi3Float64 values[], size_t nvalues) {
  if (nvalues != n) return (fmi3Status)jnf_wrong_length(c, "fmi3SetFloat64", nvalues, n);
  return (fmi3Status)jnf_set(c, "fmi3SetFloat64", references, n, values);
}

// Defines fmi3GetType and fmi3SetType for a type other than Float64, which no variable has.
#define JNF_OTHER_TYPE(Type)                                                                           \
  JNF_EXPORT fmi3Status fmi3Get##Type(fmi3Instance c, const fmi3ValueReference references[], size_t n, \
                                      fmi3##Type values[], size_t nvalues) {                           \
    (void)values;                                                                                      \
    (void)nvalues;                                                                                     \
    return (fmi3Status)jnf_other_type(c, "fmi3Get" #Type, references, n);                              \
  }                                                                                                    \
  JNF_EXPORT fmi3Status fmi3Set##Type(fmi3Instance c, const fmi3ValueReference references[], size_t n, \
                                      const fmi3##Type values[], size_t nvalues) {                     \
    (void)values;                                                                                      \
    (void)nvalues;                                                                                     \
    return (fmi3Status)jnf_other_type(c, "fmi3Set" #Type, references, n);                              \
  }
JNF_OTHER_TYPE(Float32)
JNF_OTHER_TYPE(Int8)
JNF_OTHER_TYPE(UInt8)
JNF_OTHER_TYPE(Int16)
JNF_OTHER_TYPE(UInt16)
JNF_OTHER_TYPE(Int32)
JNF_OTHER_TYPE(UInt32)
JNF_OTHER_TYPE(Int64)
JNF_OTHER_TYPE(UInt64)
JNF_OTHER_TYPE(Boolean)
JNF_OTHER_TYPE(String)

JNF_EXPORT fmi3Status fmi3GetBinary(fmi3Instance c, const fmi3ValueReference references[], size_t n, size_t sizes[],
                                    fmi3Binary values[], size_t nvalues) {
  (void)sizes;
  (void)values;
  (void)nvalues;
  return (fmi3Status)jnf_other_type(c, "fmi3GetBinary", references, n);
}

JNF_EXPORT fmi3Status fmi3SetBinary(fmi3Instance c, const fmi3ValueReference references[], size_t n,
                                    const size_t sizes[], const fmi3Binary values[], size_t nvalues) {
  (void)sizes;
  (void)values;
  (void)nvalues;
  return (fmi3Status)jnf_other_type(c, "fmi3SetBinary", references, n);
}

JNF_EXPORT fmi3Status fmi3GetClock(fmi3Instance c, const fmi3ValueReference references[], size_t n,
                                   fmi3Clock values[]) {
  (void)values;
  return (fmi3Status)jnf_other_type(c, "fmi3GetClock", references, n);
}

JNF_EXPORT fmi3Status fmi3SetClock(fmi3Instance c, const fmi3ValueReference references[], size_t n,
                                   const fmi3Clock values[]) {
  (void)values;
  return (fmi3Status)jnf_other_type(c, "fmi3SetClock", references, n);
}

// ---- states ---------------------------------------------------------------------------------------------------------

JNF_EXPORT fmi3Status fmi3GetFMUState(fmi3Instance c, fmi3FMUState *state) {
  return (fmi3Status)jnf_get_state(c, "fmi3GetFMUState", state);
}

JNF_EXPORT fmi3Status fmi3SetFMUState(fmi3Instance c, fmi3FMUState state) {
  return (fmi3Status)jnf_set_state(c, "fmi3SetFMUState", state);
}

JNF_EXPORT fmi3Status fmi3FreeFMUState(fmi3Instance c, fmi3FMUState *state) {
  return (fmi3Status)jnf_free_state(c, "fmi3FreeFMUState", state);
}

JNF_EXPORT fmi3Status fmi3SerializedFMUStateSize(fmi3Instance c, fmi3FMUState state, size_t *size) {
  return (fmi3Status)jnf_state_size(c, "fmi3SerializedFMUStateSize", state, size);
}

JNF_EXPORT fmi3Status fmi3SerializeFMUState(fmi3Instance c, fmi3FMUState state, fmi3Byte bytes[], size_t n) {
  return (fmi3Status)jnf_serialize(c, "fmi3SerializeFMUState", state, bytes, n);
}

JNF_EXPORT fmi3Status fmi3DeserializeFMUState(fmi3Instance c, const fmi3Byte bytes[], size_t n, fmi3FMUState *state) {
  return (fmi3Status)jnf_deserialize(c, "fmi3DeserializeFMUState", bytes, n, state);
}

// ---- Co-Simulation --------------------------------------------------------------------------------------------------

JNF_EXPORT fmi3Status fmi3DoStep(fmi3Instance c, fmi3Float64 t, fmi3Float64 h, fmi3Boolean no_set_before,
                                 fmi3Boolean *event, fmi3Boolean *terminate, fmi3Boolean *early, fmi3Float64 *last) {
  jnf_instance *instance = c;
  int ended = 0;
  (void)no_set_before;
  if (!jnf_allows(c, "fmi3DoStep", JNF_STEP_MODE)) return fmi3Error;
  int status = jnf_do_step(c, "fmi3DoStep", t, h, &ended);
  instance->m.last_status = status;
  if (event) *event = false;
  if (terminate) *terminate = ended != 0;
  if (early) *early = false;
  if (last) *last = instance->m.t;
  return (fmi3Status)status;
}

// ---- functions that are not supported -------------------------------------------------------------------------------

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif
#define JNF_NO(function, parameters) \
  JNF_EXPORT fmi3Status function parameters { return (fmi3Status)jnf_unsupported(c, #function); }
JNF_NO(fmi3EnterEventMode, (fmi3Instance c))
JNF_NO(fmi3GetNumberOfVariableDependencies, (fmi3Instance c, fmi3ValueReference reference, size_t *n))
JNF_NO(fmi3GetVariableDependencies,
       (fmi3Instance c, fmi3ValueReference dependent, size_t dependent_elements[], fmi3ValueReference independents[],
        size_t independent_elements[], fmi3DependencyKind kinds[], size_t n))
JNF_NO(fmi3GetDirectionalDerivative,
       (fmi3Instance c, const fmi3ValueReference unknowns[], size_t nunknowns, const fmi3ValueReference knowns[],
        size_t nknowns, const fmi3Float64 seed[], size_t nseed, fmi3Float64 sensitivity[], size_t nsensitivity))
JNF_NO(fmi3GetAdjointDerivative,
       (fmi3Instance c, const fmi3ValueReference unknowns[], size_t nunknowns, const fmi3ValueReference knowns[],
        size_t nknowns, const fmi3Float64 seed[], size_t nseed, fmi3Float64 sensitivity[], size_t nsensitivity))
JNF_NO(fmi3EnterConfigurationMode, (fmi3Instance c))
JNF_NO(fmi3ExitConfigurationMode, (fmi3Instance c))
JNF_NO(fmi3GetIntervalDecimal, (fmi3Instance c, const fmi3ValueReference references[], size_t n,
                                fmi3Float64 intervals[], fmi3IntervalQualifier qualifiers[]))
JNF_NO(fmi3GetIntervalFraction, (fmi3Instance c, const fmi3ValueReference references[], size_t n, fmi3UInt64 counters[],
                                 fmi3UInt64 resolutions[], fmi3IntervalQualifier qualifiers[]))
JNF_NO(fmi3GetShiftDecimal, (fmi3Instance c, const fmi3ValueReference references[], size_t n, fmi3Float64 shifts[]))
JNF_NO(fmi3GetShiftFraction, (fmi3Instance c, const fmi3ValueReference references[], size_t n, fmi3UInt64 counters[],
                              fmi3UInt64 resolutions[]))
JNF_NO(fmi3SetIntervalDecimal,
       (fmi3Instance c, const fmi3ValueReference references[], size_t n, const fmi3Float64 intervals[]))
JNF_NO(fmi3SetIntervalFraction, (fmi3Instance c, const fmi3ValueReference references[], size_t n,
                                 const fmi3UInt64 counters[], const fmi3UInt64 resolutions[]))
JNF_NO(fmi3SetShiftDecimal,
       (fmi3Instance c, const fmi3ValueReference references[], size_t n, const fmi3Float64 shifts[]))
JNF_NO(fmi3SetShiftFraction, (fmi3Instance c, const fmi3ValueReference references[], size_t n,
                              const fmi3UInt64 counters[], const fmi3UInt64 resolutions[]))
JNF_NO(fmi3EvaluateDiscreteStates, (fmi3Instance c))
JNF_NO(fmi3UpdateDiscreteStates, (fmi3Instance c, fmi3Boolean *needed, fmi3Boolean *terminate, fmi3Boolean *nominals,
                                  fmi3Boolean *values, fmi3Boolean *next_defined, fmi3Float64 *next))
JNF_NO(fmi3EnterContinuousTimeMode, (fmi3Instance c))
JNF_NO(fmi3CompletedIntegratorStep, (fmi3Instance c, fmi3Boolean no_set_before, fmi3Boolean *event, fmi3Boolean *stop))
JNF_NO(fmi3SetTime, (fmi3Instance c, fmi3Float64 t))
JNF_NO(fmi3SetContinuousStates, (fmi3Instance c, const fmi3Float64 x[], size_t n))
JNF_NO(fmi3GetContinuousStateDerivatives, (fmi3Instance c, fmi3Float64 rates[], size_t n))
JNF_NO(fmi3GetEventIndicators, (fmi3Instance c, fmi3Float64 indicators[], size_t n))
JNF_NO(fmi3GetContinuousStates, (fmi3Instance c, fmi3Float64 x[], size_t n))
JNF_NO(fmi3GetNominalsOfContinuousStates, (fmi3Instance c, fmi3Float64 x[], size_t n))
JNF_NO(fmi3GetNumberOfEventIndicators, (fmi3Instance c, size_t *n))
JNF_NO(fmi3GetNumberOfContinuousStates, (fmi3Instance c, size_t *n))
JNF_NO(fmi3EnterStepMode, (fmi3Instance c))
JNF_NO(fmi3GetOutputDerivatives, (fmi3Instance c, const fmi3ValueReference references[], size_t n,
                                  const fmi3Int32 orders[], fmi3Float64 values[], size_t nvalues))
JNF_NO(fmi3ActivateModelPartition, (fmi3Instance c, fmi3ValueReference clock, fmi3Float64 t))
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
