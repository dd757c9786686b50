// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// printed_fmi2.h - the functions of FMI 2.0 for printed code, after printed_fmu.h.

static void jnf_log(const jnf_host *host, const char *name, int status, const char *category, const char *message) {
  if (host->logger) host->logger(host->environment, name, (fmi2Status)status, category, "%s", message);
}

JNF_EXPORT const char *fmi2GetTypesPlatform(void) { return "default"; }
JNF_EXPORT const char *fmi2GetVersion(void) { return "2.0"; }

JNF_EXPORT fmi2Status fmi2SetDebugLogging(fmi2Component c, fmi2Boolean on, size_t n, const fmi2String categories[]) {
  return (fmi2Status)jnf_set_logging(c, "fmi2SetDebugLogging", on, n, categories);
}

// ---- instances ------------------------------------------------------------------------------------------------------

JNF_NOT_INLINED static fmi2Component jnf_new(fmi2String name, fmi2Type type, fmi2String token,
                                             const fmi2CallbackFunctions *functions, fmi2Boolean logging) {
  jnf_host host = {NULL, NULL, calloc, free};
  if (functions) {
    host.environment = functions->componentEnvironment;
    host.logger = functions->logger;
    if (functions->allocateMemory && functions->freeMemory) {
      host.allocate = functions->allocateMemory;
      host.release = functions->freeMemory;
    }
  }
  if (type != fmi2CoSimulation) {
    jnf_log(&host, name ? name : "", JNF_ERROR, jnf_category(JNF_ERROR), "this FMU has Co-Simulation only");
    return NULL;
  }
  return jnf_instantiate(&host, name, token, logging);
}

JNF_EXPORT JNF_ANY_PROCESSOR fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String token,
                                                           fmi2String resources, const fmi2CallbackFunctions *functions,
                                                           fmi2Boolean visible, fmi2Boolean logging) {
  (void)resources;
  (void)visible;
  if (!jnf_processor_fits()) {
    if (functions && functions->logger)
      functions->logger(functions->componentEnvironment, name ? name : "", fmi2Error, "logStatusError", "%s",
                        jnf_wrong_processor);
    return NULL;
  }
  return jnf_new(name, type, token, functions, logging);
}

JNF_EXPORT void fmi2FreeInstance(fmi2Component c) {
  jnf_instance *instance = c;
  if (instance) instance->host.release(instance);
}

JNF_EXPORT fmi2Status fmi2SetupExperiment(fmi2Component c, fmi2Boolean has_tolerance, fmi2Real tolerance, fmi2Real t0,
                                          fmi2Boolean has_stop, fmi2Real t1) {
  (void)has_tolerance;
  (void)tolerance;
  if (!jnf_allows(c, "fmi2SetupExperiment", JNF_INSTANTIATED)) return fmi2Error;
  return (fmi2Status)jnf_set_times(c, "fmi2SetupExperiment", t0, has_stop, t1);
}

JNF_EXPORT fmi2Status fmi2EnterInitializationMode(fmi2Component c) {
  jnf_instance *instance = c;
  if (!jnf_allows(c, "fmi2EnterInitializationMode", JNF_INSTANTIATED)) return fmi2Error;
  instance->m.mode = JNF_INITIALIZATION;
  return fmi2OK;
}

JNF_EXPORT fmi2Status fmi2ExitInitializationMode(fmi2Component c) {
  if (!jnf_allows(c, "fmi2ExitInitializationMode", JNF_INITIALIZATION)) return fmi2Error;
  return (fmi2Status)jnf_end_initialization(c, "fmi2ExitInitializationMode");
}

JNF_EXPORT fmi2Status fmi2Terminate(fmi2Component c) {
  jnf_instance *instance = c;
  if (!jnf_allows(c, "fmi2Terminate", JNF_STEP_MODE | JNF_ENDED)) return fmi2Error;
  instance->m.mode = JNF_TERMINATED;
  return fmi2OK;
}

JNF_EXPORT fmi2Status fmi2Reset(fmi2Component c) {
  if (!jnf_allows(c, "fmi2Reset", JNF_ANY)) return fmi2Error;
  jnf_reset(c);
  return fmi2OK;
}

// ---- values ---------------------------------------------------------------------------------------------------------

JNF_EXPORT fmi2Status fmi2GetReal(fmi2Component c, const fmi2ValueReference references[], size_t n, fmi2Real values[]) {
  return (fmi2Status)jnf_get(c, "fmi2GetReal", references, n, values);
}

JNF_EXPORT fmi2Status fmi2SetReal(fmi2Component c, const fmi2ValueReference references[], size_t n,
                                  const fmi2Real values[]) {
  return (fmi2Status)jnf_set(c, "fmi2SetReal", references, n, values);
}

// Defines fmi2GetType and fmi2SetType for a type other than Real, which no variable has.
#define JNF_OTHER_TYPE(Type)                                                                            \
  JNF_EXPORT fmi2Status fmi2Get##Type(fmi2Component c, const fmi2ValueReference references[], size_t n, \
                                      fmi2##Type values[]) {                                            \
    (void)values;                                                                                       \
    return (fmi2Status)jnf_other_type(c, "fmi2Get" #Type, references, n);                               \
  }                                                                                                     \
  JNF_EXPORT fmi2Status fmi2Set##Type(fmi2Component c, const fmi2ValueReference references[], size_t n, \
                                      const fmi2##Type values[]) {                                      \
    (void)values;                                                                                       \
    return (fmi2Status)jnf_other_type(c, "fmi2Set" #Type, references, n);                               \
  }
JNF_OTHER_TYPE(Integer)
JNF_OTHER_TYPE(Boolean)
JNF_OTHER_TYPE(String)

// ---- states ---------------------------------------------------------------------------------------------------------

JNF_EXPORT fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate *state) {
  return (fmi2Status)jnf_get_state(c, "fmi2GetFMUstate", state);
}

JNF_EXPORT fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate state) {
  return (fmi2Status)jnf_set_state(c, "fmi2SetFMUstate", state);
}

JNF_EXPORT fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate *state) {
  return (fmi2Status)jnf_free_state(c, "fmi2FreeFMUstate", state);
}

JNF_EXPORT fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate state, size_t *size) {
  return (fmi2Status)jnf_state_size(c, "fmi2SerializedFMUstateSize", state, size);
}

JNF_EXPORT fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate state, fmi2Byte bytes[], size_t n) {
  return (fmi2Status)jnf_serialize(c, "fmi2SerializeFMUstate", state, (unsigned char *)bytes, n);
}

JNF_EXPORT fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const fmi2Byte bytes[], size_t n, fmi2FMUstate *state) {
  return (fmi2Status)jnf_deserialize(c, "fmi2DeSerializeFMUstate", (const unsigned char *)bytes, n, state);
}

// ---- Co-Simulation --------------------------------------------------------------------------------------------------

JNF_EXPORT fmi2Status fmi2DoStep(fmi2Component c, fmi2Real t, fmi2Real h, fmi2Boolean no_set_before) {
  jnf_instance *instance = c;
  int ended = 0;
  (void)no_set_before;
  if (!jnf_allows(c, "fmi2DoStep", JNF_STEP_MODE)) return fmi2Error;
  int status = jnf_do_step(c, "fmi2DoStep", t, h, &ended);
  if (ended && status <= JNF_WARNING && fabs(instance->m.t - (t + h)) > 1e-9 * h)
    status = jnf_say(c, JNF_DISCARD, "fmi2DoStep: an event ends the run at %.9g s", instance->m.t);
  instance->m.last_status = status;
  return (fmi2Status)status;
}

JNF_EXPORT fmi2Status fmi2CancelStep(fmi2Component c) { return (fmi2Status)jnf_unsupported(c, "fmi2CancelStep"); }

JNF_EXPORT fmi2Status fmi2GetStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Status *value) {
  const jnf_instance *instance = c;
  if (!jnf_allows(c, "fmi2GetStatus", JNF_ANY)) return fmi2Error;
  if (kind != fmi2DoStepStatus || !value)
    return (fmi2Status)jnf_say(c, JNF_DISCARD, "fmi2GetStatus: no status of this kind");
  *value = (fmi2Status)instance->m.last_status;
  return fmi2OK;
}

JNF_EXPORT fmi2Status fmi2GetRealStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Real *value) {
  const jnf_instance *instance = c;
  if (!jnf_allows(c, "fmi2GetRealStatus", JNF_ANY)) return fmi2Error;
  if (kind != fmi2LastSuccessfulTime || !value)
    return (fmi2Status)jnf_say(c, JNF_DISCARD, "fmi2GetRealStatus: no status of this kind");
  *value = instance->m.t;
  return fmi2OK;
}

JNF_EXPORT fmi2Status fmi2GetBooleanStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Boolean *value) {
  const jnf_instance *instance = c;
  if (!jnf_allows(c, "fmi2GetBooleanStatus", JNF_ANY)) return fmi2Error;
  if (kind != fmi2Terminated || !value)
    return (fmi2Status)jnf_say(c, JNF_DISCARD, "fmi2GetBooleanStatus: no status of this kind");
  *value = instance->m.mode == JNF_ENDED;
  return fmi2OK;
}

JNF_EXPORT fmi2Status fmi2GetIntegerStatus(fmi2Component c, const fmi2StatusKind kind, fmi2Integer *value) {
  (void)kind;
  (void)value;
  if (!jnf_allows(c, "fmi2GetIntegerStatus", JNF_ANY)) return fmi2Error;
  return (fmi2Status)jnf_say(c, JNF_DISCARD, "fmi2GetIntegerStatus: no status of this kind");
}

JNF_EXPORT fmi2Status fmi2GetStringStatus(fmi2Component c, const fmi2StatusKind kind, fmi2String *value) {
  (void)kind;
  (void)value;
  if (!jnf_allows(c, "fmi2GetStringStatus", JNF_ANY)) return fmi2Error;
  return (fmi2Status)jnf_say(c, JNF_DISCARD, "fmi2GetStringStatus: no status of this kind");
}

// ---- functions that are not supported -------------------------------------------------------------------------------

#if defined(__GNUC__)
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-parameter"
#endif
#define JNF_NO(function, parameters) \
  JNF_EXPORT fmi2Status function parameters { return (fmi2Status)jnf_unsupported(c, #function); }
JNF_NO(fmi2GetDirectionalDerivative,
       (fmi2Component c, const fmi2ValueReference unknowns[], size_t nunknowns, const fmi2ValueReference knowns[],
        size_t nknowns, const fmi2Real seed[], fmi2Real sensitivity[]))
JNF_NO(fmi2SetRealInputDerivatives, (fmi2Component c, const fmi2ValueReference references[], size_t n,
                                     const fmi2Integer orders[], const fmi2Real values[]))
JNF_NO(fmi2GetRealOutputDerivatives, (fmi2Component c, const fmi2ValueReference references[], size_t n,
                                      const fmi2Integer orders[], fmi2Real values[]))
JNF_NO(fmi2EnterEventMode, (fmi2Component c))
JNF_NO(fmi2NewDiscreteStates, (fmi2Component c, fmi2EventInfo *info))
JNF_NO(fmi2EnterContinuousTimeMode, (fmi2Component c))
JNF_NO(fmi2CompletedIntegratorStep, (fmi2Component c, fmi2Boolean no_set_before, fmi2Boolean *event, fmi2Boolean *stop))
JNF_NO(fmi2SetTime, (fmi2Component c, fmi2Real t))
JNF_NO(fmi2SetContinuousStates, (fmi2Component c, const fmi2Real x[], size_t n))
JNF_NO(fmi2GetDerivatives, (fmi2Component c, fmi2Real rates[], size_t n))
JNF_NO(fmi2GetEventIndicators, (fmi2Component c, fmi2Real indicators[], size_t n))
JNF_NO(fmi2GetContinuousStates, (fmi2Component c, fmi2Real x[], size_t n))
JNF_NO(fmi2GetNominalsOfContinuousStates, (fmi2Component c, fmi2Real x[], size_t n))
#if defined(__GNUC__)
#pragma GCC diagnostic pop
#endif
