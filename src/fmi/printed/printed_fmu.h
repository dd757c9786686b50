// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// printed_fmu.h - what both versions of FMI share in a source FMU of printed code. This text is part of sources/ID.c:
// it follows the printed code, the declarations of FMI, and the names and tables that source_text.c writes.
//
//   JNF_NQ                       number of coordinates, which follow the time in x
//   JNF_NU, JNF_NP, JNF_NY       numbers of inputs, parameters and outputs
//   JNF_STEP, JNF_T0             step and start time, s
//   jnf_state, jnf_init, ...     the printed code
//   jnf_input_at                 indices in x of the inputs
//   jnf_parameter_at             index in x of the first parameter; the others follow it
//   jnf_start_values             start values of inputs and parameters
//   jnf_low, jnf_high            limits of inputs and parameters
//   jnf_names, jnf_token         names of all variables by value reference; instantiation token
//   jnf_logger                   type of the importer's function for messages
//
// Value references: 0 is the time; inputs, parameters and outputs follow.
//
// Functions return a status with the numbers that fmi2Status and fmi3Status share.
enum { JNF_OK, JNF_WARNING, JNF_DISCARD, JNF_ERROR, JNF_FATAL };

enum { JNF_NSET = JNF_NU + JNF_NP, JNF_NVARIABLES = 1 + JNF_NSET + JNF_NY };

// Modes of an instance, as bits: a set of modes says in which of them a function may be called.
enum {
  JNF_INSTANTIATED = 1,
  JNF_INITIALIZATION = 2,
  JNF_STEP_MODE = 4,
  JNF_ENDED = 8,  // after the end of the run, by an event or a failed step
  JNF_TERMINATED = 16,
  JNF_ANY = 31
};

// Callbacks of the importer, copied because the importer may free its struct.
typedef struct {
  void *environment;
  jnf_logger logger;                         // NULL: no messages
  void *(*allocate)(size_t n, size_t size);  // calloc and free, or those of the importer
  void (*release)(void *block);
} jnf_host;

// The state of an instance that FMI can save: plain data.
typedef struct {
  jnf_state s;
  double t;     // communication point, s
  double stop;  // stop time, s; HUGE_VAL: none
  int mode;
  int parameters_set;  // parameters were set since the last step
  int last_status;     // status that the last DoStep returned
} jnf_memory;

typedef struct {
  jnf_memory m;
  jnf_state other;       // workspace: the state before a step, or a copy that is evaluated
  double y[JNF_NY + 1];  // outputs
  int y_valid;           // y contains the outputs of m
  int logging;           // one bit for each status whose messages are logged
  jnf_host host;         // callbacks of the importer
  char *name;
} jnf_instance;

// Sends a message to the importer's logger; printed_fmi2.h and printed_fmi3.h define it.
static void jnf_log(const jnf_host *host, const char *name, int status, const char *category, const char *message);

// ---- messages -------------------------------------------------------------------------------------------------------

enum {
  JNF_LOG_ALWAYS = 1 << JNF_ERROR | 1 << JNF_FATAL,
  JNF_LOG_ALL = JNF_LOG_ALWAYS | 1 << JNF_WARNING | 1 << JNF_DISCARD
};

static const char *jnf_category(int status) {
  return status == JNF_WARNING ? "logStatusWarning" : status == JNF_DISCARD ? "logStatusDiscard" : "logStatusError";
}

// Logs a message with a status if messages of this status are wanted, and returns the status.
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
static int
jnf_say(const jnf_instance *c, int status, const char *format, ...) {
  char message[512];
  va_list arguments;
  if (!(c->logging & 1 << status)) return status;
  va_start(arguments, format);
  vsnprintf(message, sizeof message, format, arguments);
  va_end(arguments);
  jnf_log(&c->host, c->name, status, jnf_category(status), message);
  return status;
}

static const char *jnf_mode_name(int mode) {
  switch (mode) {
    case JNF_INSTANTIATED: return "instantiated";
    case JNF_INITIALIZATION: return "initialization mode";
    case JNF_STEP_MODE: return "step mode";
    case JNF_ENDED: return "ended";
    default: return "terminated";
  }
}

// Returns 1 if the function may be called in the present mode, which must be one of `modes`; otherwise logs an error
// and returns 0. Returns 0 without an instance (NULL).
static int jnf_allows(const jnf_instance *c, const char *function, int modes) {
  if (!c) return 0;
  if (c->m.mode & modes) return 1;
  jnf_say(c, JNF_ERROR, "%s: not allowed, the instance is in state '%s'", function, jnf_mode_name(c->m.mode));
  return 0;
}

static int jnf_unsupported(const jnf_instance *c, const char *function) {
  return c ? jnf_say(c, JNF_ERROR, "%s: this FMU does not support the function", function) : JNF_ERROR;
}

// Sets which messages are logged: with `on` those of n categories, or all if n is 0; without it only errors, which are
// always logged. Returns an error, and changes nothing, for a category that does not exist.
static int jnf_set_logging(jnf_instance *c, const char *function, int on, size_t n, const char *const *categories) {
  int logging = JNF_LOG_ALWAYS;
  if (!jnf_allows(c, function, JNF_ANY)) return JNF_ERROR;
  if (n > 0 && !categories) return jnf_say(c, JNF_ERROR, "%s: the list of categories is NULL", function);
  for (size_t i = 0; i < n; i++) {
    int bits = 0;
    for (int status = JNF_WARNING; status <= JNF_ERROR; status++)
      if (categories[i] && strcmp(categories[i], jnf_category(status)) == 0) bits = 1 << status;
    if (bits == 0)
      return jnf_say(c, JNF_ERROR, "%s: unknown category '%.100s'", function, categories[i] ? categories[i] : "NULL");
    logging |= bits;
  }
  if (on && n == 0) logging = JNF_LOG_ALL;
  c->logging = on ? logging : JNF_LOG_ALWAYS;
  return JNF_OK;
}

// ---- the instance ---------------------------------------------------------------------------------------------------

static double *jnf_variable(jnf_state *s, int i) {
  return s->x + (i < JNF_NU ? jnf_input_at[i] : jnf_parameter_at + i - JNF_NU);
}

static void jnf_reset(jnf_instance *c) {
  memset(&c->m, 0, sizeof c->m);
  jnf_init(&c->m.s);
  for (int i = 0; i < JNF_NSET; i++) *jnf_variable(&c->m.s, i) = jnf_start_values[i];
  c->m.t = JNF_T0;
  c->m.stop = HUGE_VAL;
  c->m.mode = JNF_INSTANTIATED;
  c->y_valid = 0;
}

// The processor is checked in functions that do not use AVX themselves, before other code would execute an instruction
// that the processor lacks.
#if defined(__GNUC__) && defined(__x86_64__)
#define JNF_ANY_PROCESSOR __attribute__((target("no-avx")))
#define JNF_NOT_INLINED __attribute__((noinline))
#else
#define JNF_ANY_PROCESSOR
#define JNF_NOT_INLINED
#endif

// Returns 0 if the code was compiled for instructions (FMA, AVX2) that this processor does not have, else 1.
JNF_ANY_PROCESSOR static int jnf_processor_fits(void) {
#if defined(__GNUC__) && defined(__x86_64__)
#if defined(__FMA__)
  if (!__builtin_cpu_supports("fma")) return 0;
#endif
#if defined(__AVX2__)
  if (!__builtin_cpu_supports("avx2")) return 0;
#endif
#endif
  return 1;
}

static const char jnf_wrong_processor[] =
    "this binary needs a processor with AVX2 and FMA; compile the sources for yours";

// Allocates an instance and, in the same memory, its name. Returns NULL with a message if the token is not that of this
// binary, if the name is too long, or if memory is insufficient.
static jnf_instance *jnf_instantiate(const jnf_host *host, const char *name, const char *token, int logging) {
  size_t length = name ? strlen(name) : 0;
  const char *why = NULL;
  char message[320];
  if (!token || strcmp(token, jnf_token) != 0) {
    snprintf(message, sizeof message,
             "the model description belongs to another binary: its token is '%.100s' instead of '%s'",
             token ? token : "NULL", jnf_token);
    why = message;
  } else if (length > 65535) {
    why = "the name of the instance is longer than 65535 bytes";
  }
  if (why) {
    jnf_log(host, name && length <= 65535 ? name : "", JNF_ERROR, jnf_category(JNF_ERROR), why);
    return NULL;
  }
  jnf_instance *c = host->allocate(1, sizeof *c + length + 1);
  if (!c) {
    jnf_log(host, name ? name : "", JNF_ERROR, jnf_category(JNF_ERROR), "out of memory");
    return NULL;
  }
  memset(c, 0, sizeof *c);
  c->host = *host;
  c->name = (char *)(c + 1);
  memcpy(c->name, name ? name : "", length + 1);
  c->logging = logging ? JNF_LOG_ALL : JNF_LOG_ALWAYS;
  jnf_reset(c);
  return c;
}

// ---- values ---------------------------------------------------------------------------------------------------------

// Resets a state to the start of the run; inputs and parameters keep their values. With the parameters of the model
// this is the start that is stored in the code, otherwise the loops are closed for the changed parameters.
static void jnf_begin(jnf_state *s) {
  double set[JNF_NSET + 1];
  int other = 0;
  for (int i = 0; i < JNF_NSET; i++) {
    set[i] = *jnf_variable(s, i);
    if (i >= JNF_NU && set[i] != jnf_start_values[i]) other = 1;
  }
  jnf_init(s);
  for (int i = 0; i < JNF_NSET; i++) *jnf_variable(s, i) = set[i];
  if (other) jnf_start(s);
}

// Computes c->y, the outputs for the present inputs and parameters, unless it is valid. Leaves the state as it is.
static void jnf_evaluate(jnf_instance *c) {
  int begins = (c->m.mode & (JNF_INSTANTIATED | JNF_INITIALIZATION)) != 0;
  if (c->y_valid) return;
  c->y_valid = 1;
  if (!begins && !c->m.parameters_set) {
    jnf_outputs(&c->m.s, c->y);
    return;
  }
  memcpy(&c->other, &c->m.s, sizeof c->other);
  if (begins) jnf_begin(&c->other);
  else jnf_restart(&c->other);
  jnf_outputs(&c->other, c->y);
}

static int jnf_get(jnf_instance *c, const char *function, const unsigned int *references, size_t n, double *values) {
  if (!jnf_allows(c, function, JNF_ANY)) return JNF_ERROR;
  if (n > 0 && (!references || !values)) return jnf_say(c, JNF_ERROR, "%s: an argument is NULL", function);
  for (size_t i = 0; i < n; i++)
    if (references[i] >= JNF_NVARIABLES)
      return jnf_say(c, JNF_ERROR, "%s: value reference %u is unknown; the last one is %d", function, references[i],
                     JNF_NVARIABLES - 1);
  for (size_t i = 0; i < n; i++) {
    int at = (int)references[i] - 1;
    if (at >= JNF_NSET) jnf_evaluate(c);
    values[i] = at < 0 ? c->m.s.x[0] : at < JNF_NSET ? *jnf_variable(&c->m.s, at) : c->y[at - JNF_NSET];
  }
  return JNF_OK;
}

// Answers the get and set functions of types that no variable has: returns JNF_OK for an empty list of variables,
// otherwise logs an error and returns JNF_ERROR.
static int jnf_other_type(const jnf_instance *c, const char *function, const unsigned int *references, size_t n) {
  if (!jnf_allows(c, function, JNF_ANY)) return JNF_ERROR;
  if (n == 0) return JNF_OK;
  return jnf_say(c, JNF_ERROR, "%s: value reference %u is no variable of this type", function,
                 references ? references[0] : 0);
}

// Sets n inputs and parameters; sets none, logs an error and returns it if one value reference or value is not allowed.
static int jnf_set(jnf_instance *c, const char *function, const unsigned int *references, size_t n,
                   const double *values) {
  if (!jnf_allows(c, function, JNF_INSTANTIATED | JNF_INITIALIZATION | JNF_STEP_MODE)) return JNF_ERROR;
  if (n > 0 && (!references || !values)) return jnf_say(c, JNF_ERROR, "%s: an argument is NULL", function);
  for (size_t i = 0; i < n; i++) {
    if (references[i] >= JNF_NVARIABLES)
      return jnf_say(c, JNF_ERROR, "%s: value reference %u is unknown; the last one is %d", function, references[i],
                     JNF_NVARIABLES - 1);
    int at = (int)references[i] - 1;
    if (at < 0 || at >= JNF_NSET)
      return jnf_say(c, JNF_ERROR, "%s: '%s' is neither an input nor a parameter and cannot be set to %g", function,
                     jnf_names[references[i]], values[i]);
    if (!(values[i] >= jnf_low[at] && values[i] <= jnf_high[at]) || !(values[i] - values[i] == 0))
      return jnf_say(c, JNF_ERROR, "%s: '%s' is a number from %g to %g, but got %g", function, jnf_names[references[i]],
                     jnf_low[at], jnf_high[at], values[i]);
  }
  for (size_t i = 0; i < n; i++) {
    int at = (int)references[i] - 1;
    double *value = jnf_variable(&c->m.s, at);
    if (*value != values[i]) {
      if (at >= JNF_NU) c->m.parameters_set = 1;
      c->y_valid = 0;
    }
    *value = values[i];
  }
  return JNF_OK;
}

// ---- initialization -------------------------------------------------------------------------------------------------

static int jnf_set_times(jnf_instance *c, const char *function, double t0, int has_stop, double t1) {
  if (!(fabs(t0 - JNF_T0) <= 1e-9 * JNF_STEP))
    return jnf_say(c, JNF_ERROR, "%s: the model starts at %g s, but the start time is %g s", function, JNF_T0, t0);
  if (has_stop && !(t1 >= t0))
    return jnf_say(c, JNF_ERROR, "%s: the stop time %g s is before the start time %g s", function, t1, t0);
  c->m.stop = has_stop ? t1 : HUGE_VAL;
  return JNF_OK;
}

// Computes the state at the start and enters step mode. Returns an error, and stays in initialization mode, if the
// loops cannot be closed with the parameters: coordinates are not finite, or closing the loops once more moves them.
static int jnf_end_initialization(jnf_instance *c, const char *function) {
  const double most = 1e-6;  // m or rad
  jnf_begin(&c->m.s);
  c->m.parameters_set = 0;
  c->y_valid = 0;
  memcpy(&c->other, &c->m.s, sizeof c->other);
  jnf_restart(&c->other);
  for (int i = 1; i <= JNF_NQ; i++)
    if (!(fabs(c->other.x[i] - c->m.s.x[i]) <= most * (1 + fabs(c->m.s.x[i]))))
      return jnf_say(c, JNF_ERROR, "%s: with these parameters the mechanism cannot be assembled", function);
  c->m.mode = JNF_STEP_MODE;
  return JNF_OK;
}

// ---- steps ----------------------------------------------------------------------------------------------------------

// Ends the run, so that no more steps are allowed: logs `why` with the status and returns the status.
static int jnf_end(jnf_instance *c, int status, const char *why) {
  c->m.mode = JNF_ENDED;
  return jnf_say(c, status, "the run ends at %.9g s: %s", c->m.s.x[0], why);
}

// Makes the steps from t to t + h. Returns Discard if h is not a multiple of the fixed step, or if a step fails, with
// the state before the failed step; Error for other wrong times; Warning near a singular configuration. Sets *ended if
// the run has ended, by an event or a failure.
static int jnf_do_step(jnf_instance *c, const char *function, double t, double h, int *ended) {
  const double rounding = 4 * DBL_EPSILON * (fabs(t) + fabs(h)), tolerance = 1e-9 * fabs(h) + rounding;
  const double n = floor(h / JNF_STEP + 0.5);
  int status = JNF_OK;
  if (!(h > 0 && n < 1 / DBL_EPSILON))
    return jnf_say(c, JNF_ERROR, "%s: the communication step size must be positive and finite, but is %g s", function,
                   h);
  if (!(fabs(t - c->m.t) <= tolerance))
    return jnf_say(c, JNF_ERROR, "%s: the communication point is %.9g s, but the instance is at %.9g s", function, t,
                   c->m.t);
  if (!(t + h <= c->m.stop + tolerance))
    return jnf_say(c, JNF_ERROR, "%s: the end of the step, %.9g s, is after the stop time %.9g s", function, t + h,
                   c->m.stop);
  if (!(n >= 1 && fabs(h - n * JNF_STEP) <= tolerance))
    return jnf_say(c, JNF_DISCARD, "%s: the communication step size %.9g s is no multiple of the fixed step %.9g s",
                   function, h, JNF_STEP);
  if (c->m.parameters_set) jnf_restart(&c->m.s);
  c->m.parameters_set = 0;
  c->y_valid = 0;
  for (double k = 0; k < n && !*ended; k++) {
    memcpy(&c->other, &c->m.s, sizeof c->other);
    int result = jnf_step(&c->m.s);
    double stop = c->m.s.stop;
    *ended = result > 1 || stop != 0;
    if (result == 1 && status == JNF_OK)
      status = jnf_say(c, JNF_WARNING, "%s: at %.9g s the independent variables nearly fail to determine the motion",
                       function, c->m.s.x[0]);
    if (result > 1 || stop < 0) {
      memcpy(&c->m.s, &c->other, sizeof c->other);
      status = jnf_end(c, JNF_DISCARD,
                       stop < 0      ? "a subsystem fails in the next step"
                       : result == 2 ? "a value is not finite after the next step"
                                     : "events trigger each other without end in the next step");
    } else if (stop > 0) {
      c->m.mode = JNF_ENDED;
    }
  }
  c->m.t = *ended ? c->m.s.x[0] : t + h;
  return status;
}

// ---- states ---------------------------------------------------------------------------------------------------------

enum { JNF_MARK = 0x6a6e6673 };

typedef struct {
  unsigned int mark;
  jnf_memory m;
} jnf_saved;

static int jnf_get_state(const jnf_instance *c, const char *function, void **state) {
  if (!jnf_allows(c, function, JNF_ANY)) return JNF_ERROR;
  if (!state) return jnf_say(c, JNF_ERROR, "%s: an argument is NULL", function);
  jnf_saved *saved = *state ? *state : c->host.allocate(1, sizeof *saved);
  if (!saved) return jnf_say(c, JNF_ERROR, "%s: out of memory", function);
  if (*state && saved->mark != JNF_MARK) return jnf_say(c, JNF_ERROR, "%s: not a state of this FMU", function);
  saved->mark = JNF_MARK;
  memcpy(&saved->m, &c->m, sizeof saved->m);
  *state = saved;
  return JNF_OK;
}

static int jnf_set_state(jnf_instance *c, const char *function, const void *state) {
  const jnf_saved *saved = state;
  if (!jnf_allows(c, function, JNF_ANY)) return JNF_ERROR;
  if (!saved || saved->mark != JNF_MARK) return jnf_say(c, JNF_ERROR, "%s: not a state of this FMU", function);
  memcpy(&c->m, &saved->m, sizeof c->m);
  c->y_valid = 0;
  return JNF_OK;
}

static int jnf_free_state(const jnf_instance *c, const char *function, void **state) {
  if (!jnf_allows(c, function, JNF_ANY)) return JNF_ERROR;
  if (!state || !*state) return JNF_OK;
  jnf_saved *saved = *state;
  if (saved->mark != JNF_MARK) return jnf_say(c, JNF_ERROR, "%s: not a state of this FMU", function);
  saved->mark = 0;
  c->host.release(saved);
  *state = NULL;
  return JNF_OK;
}

// Head of a serialised state.
typedef struct {
  char magic[8];
  unsigned int version, size;  // size: bytes of the jnf_memory that follows
  char token[sizeof jnf_token];
  unsigned char sum[8];  // checksum of that jnf_memory
} jnf_header;

enum { JNF_SERIALIZED = sizeof(jnf_header) + sizeof(jnf_memory) };

// Computes the checksum FNV-1a of n bytes into sum.
static void jnf_checksum(const unsigned char *bytes, size_t n, unsigned char sum[8]) {
  uint64_t hash = 14695981039346656037u;
  for (size_t i = 0; i < n; i++) hash = (hash ^ bytes[i]) * 1099511628211u;
  for (int i = 0; i < 8; i++) sum[i] = (unsigned char)(hash >> 8 * i);
}

static void jnf_make_header(const jnf_memory *m, jnf_header *header) {
  memset(header, 0, sizeof *header);
  memcpy(header->magic, "jnfstate", sizeof header->magic);
  header->version = 1;
  header->size = sizeof *m;
  memcpy(header->token, jnf_token, sizeof header->token);
  jnf_checksum((const unsigned char *)m, sizeof *m, header->sum);
}

static int jnf_state_size(const jnf_instance *c, const char *function, const void *state, size_t *size) {
  if (!jnf_allows(c, function, JNF_ANY)) return JNF_ERROR;
  if (!state || !size) return jnf_say(c, JNF_ERROR, "%s: an argument is NULL", function);
  *size = JNF_SERIALIZED;
  return JNF_OK;
}

static int jnf_serialize(const jnf_instance *c, const char *function, const void *state, unsigned char *bytes,
                         size_t n) {
  const jnf_saved *saved = state;
  jnf_header header;
  if (!jnf_allows(c, function, JNF_ANY)) return JNF_ERROR;
  if (!saved || saved->mark != JNF_MARK || !bytes)
    return jnf_say(c, JNF_ERROR, "%s: not a state of this FMU", function);
  if (n < JNF_SERIALIZED)
    return jnf_say(c, JNF_ERROR, "%s: the state needs %d bytes, but there are %lu", function, (int)JNF_SERIALIZED,
                   (unsigned long)n);
  jnf_make_header(&saved->m, &header);
  memcpy(bytes, &header, sizeof header);
  memcpy(bytes + sizeof header, &saved->m, sizeof saved->m);
  return JNF_OK;
}

static int jnf_deserialize(const jnf_instance *c, const char *function, const unsigned char *bytes, size_t n,
                           void **state) {
  jnf_memory m;
  jnf_header header;
  const char *why = NULL;
  if (!jnf_allows(c, function, JNF_ANY)) return JNF_ERROR;
  if (!bytes || !state) return jnf_say(c, JNF_ERROR, "%s: an argument is NULL", function);
  if (n != JNF_SERIALIZED) why = "it has another length";
  else {
    memcpy(&m, bytes + sizeof header, sizeof m);
    jnf_make_header(&m, &header);
    if (memcmp(bytes, &header, offsetof(jnf_header, token)) != 0) why = "it begins with other bytes";
    else if (memcmp(bytes + offsetof(jnf_header, token), header.token, sizeof header.token) != 0)
      why = "it is of another FMU";
    else if (memcmp(bytes, &header, sizeof header) != 0) why = "its checksum is wrong";
    else if (m.mode <= 0 || m.mode > JNF_TERMINATED || (m.mode & (m.mode - 1))) why = "its mode is unknown";
  }
  if (why) return jnf_say(c, JNF_ERROR, "%s: the bytes are no state of this FMU: %s", function, why);
  jnf_saved *saved = *state ? *state : c->host.allocate(1, sizeof *saved);
  if (!saved) return jnf_say(c, JNF_ERROR, "%s: out of memory", function);
  if (*state && saved->mark != JNF_MARK) return jnf_say(c, JNF_ERROR, "%s: not a state of this FMU", function);
  saved->mark = JNF_MARK;
  memcpy(&saved->m, &m, sizeof m);
  *state = saved;
  return JNF_OK;
}
