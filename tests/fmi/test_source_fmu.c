// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// test_source_fmu.c - source FMUs of printed code: the bits of plain printed code after every communication step, in
// FMI 2 and 3, with inputs, parameters and events; states, wrong calls, several instances and threads. One set of calls
// drives both versions. `test_source_fmu time` compares the times of steps. JOUNCE_LONG=1 takes every shipped model.
#define _XOPEN_SOURCE 700  // mkdtemp
#include <dlfcn.h>
#include <pthread.h>
#include <stdarg.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

#include "check.h"
#include "fmi/fmi2.h"
#include "fmi/fmi3.h"
#include "folder.h"
#include "jounce/jounce.h"
#include "temporary.h"

#if LIGHT
#define SANITIZER "-fsanitize=address,undefined -fno-sanitize-recover=undefined -g"
#else
#define SANITIZER ""
#endif
#define WARNINGS "-Wall -Wextra -Wpedantic -Werror"

static char folder[300];

// Calls of the allocator by all code of the process, which uses these functions instead of those of the C library.
static long process_allocations;
#if defined(__GLIBC__) && !LIGHT
#define COUNTS_ALLOCATIONS true
extern void *__libc_malloc(size_t size), *__libc_calloc(size_t n, size_t size),
    *__libc_realloc(void *block, size_t size);
__attribute__((visibility("default"))) void *malloc(size_t size) {
  process_allocations++;
  return __libc_malloc(size);
}
__attribute__((visibility("default"))) void *calloc(size_t n, size_t size) {
  process_allocations++;
  return __libc_calloc(n, size);
}
__attribute__((visibility("default"))) void *realloc(void *block, size_t size) {
  process_allocations++;
  return __libc_realloc(block, size);
}
#else
#define COUNTS_ALLOCATIONS false
#endif

static int call(const char *command) {
  int status = system(command);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static bool have(const char *program) {
  char command[128];
  snprintf(command, sizeof command, "%s --version > /dev/null 2>&1", program);
  return call(command) == 0;
}

static void write_file(const char *name, const void *bytes, size_t size) {
  char path[400];
  snprintf(path, sizeof path, "%s/%s", folder, name);
  FILE *file = fopen(path, "wb");
  CHECK(file && fwrite(bytes, 1, size, file) == size);
  if (file) fclose(file);
}

static bool build(const char *compiler, const char *options, const char *source, const char *library) {
  char command[1200];
  snprintf(command, sizeof command, "cd %s && %s %s %s -fPIC -shared %s -o %s -lm", folder, compiler, options,
           SANITIZER, source, library);
  return call(command) == 0;
}

static void *load(const char *library) {
  char path[400];
  snprintf(path, sizeof path, "%s/%s", folder, library);
  void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
  CHECK(handle);
  if (!handle) printf("%s\n", dlerror());
  return handle;
}

static void *symbol(void *library, const char *name) {
  void *address = library ? dlsym(library, name) : NULL;
  CHECK(address);
  if (!address) printf("no %s\n", name);
  return address;
}

// ---- both versions by one set of calls ------------------------------------------------------------------------------

typedef struct {
#define MEMBER(result, name, parameters) result(*name) parameters;
  FMI2_FUNCTIONS(MEMBER)
} functions2;
typedef struct {
  FMI3_FUNCTIONS(MEMBER)
#undef MEMBER
} functions3;

typedef struct {
  int version;
  void *library;
  functions2 f2;
  functions3 f3;
  char token[64];
} fmu;

typedef struct {
  int messages, last;  // status of the last message
  char text[600];
  int blocks;  // allocated by the callbacks of FMI 2, and not freed
  int allocations;
} host;

static host shared;  // of the callbacks without environment

static void log2_message(fmi2ComponentEnvironment environment, fmi2String instance, fmi2Status status,
                         fmi2String category, fmi2String message, ...) {
  host *h = environment;
  va_list arguments;
  va_start(arguments, message);
  vsnprintf(h->text, sizeof h->text, message, arguments);
  va_end(arguments);
  h->messages++;
  h->last = (int)status;
  CHECK(instance && category && strncmp(category, "logStatus", 9) == 0);
}

static void log3_message(fmi3InstanceEnvironment environment, fmi3Status status, fmi3String category,
                         fmi3String message) {
  host *h = environment;
  snprintf(h->text, sizeof h->text, "%s", message);
  h->messages++;
  h->last = (int)status;
  CHECK(category && strncmp(category, "logStatus", 9) == 0);
}

static void *allocate(size_t n, size_t size) {
  shared.blocks++;
  shared.allocations++;
  return calloc(n, size);
}

static void release(void *block) {
  if (block) shared.blocks--;
  free(block);
}

static void *instantiate(const fmu *f, const char *token, host *h) {
  if (f->version == 3)
    return f->f3.InstantiateCoSimulation("test", token, NULL, false, true, false, false, NULL, 0, h, log3_message,
                                         NULL);
  // the importer's struct dies after the call
  fmi2CallbackFunctions callbacks = {log2_message, allocate, release, NULL, h};
  void *c = f->f2.Instantiate("test", fmi2CoSimulation, token, "file:///nowhere/resources", &callbacks, 0, 1);
  memset(&callbacks, 0, sizeof callbacks);
  return c;
}

static int set(const fmu *f, void *c, unsigned vr, double value) {
  return f->version == 3 ? (int)f->f3.SetFloat64(c, &vr, 1, &value, 1) : (int)f->f2.SetReal(c, &vr, 1, &value);
}

static int get(const fmu *f, void *c, const unsigned *vr, size_t n, double *values) {
  return f->version == 3 ? (int)f->f3.GetFloat64(c, vr, n, values, n) : (int)f->f2.GetReal(c, vr, n, values);
}

static int enter(const fmu *f, void *c, double t0, bool has_stop, double stop) {
  if (f->version == 3) return (int)f->f3.EnterInitializationMode(c, false, 0, t0, has_stop, stop);
  int status = (int)f->f2.SetupExperiment(c, 0, 0, t0, has_stop, stop);
  return status == 0 ? (int)f->f2.EnterInitializationMode(c) : status;
}

static int leave(const fmu *f, void *c) {
  return f->version == 3 ? (int)f->f3.ExitInitializationMode(c) : (int)f->f2.ExitInitializationMode(c);
}

// Returns the status; sets *ended if the run has ended, and *last to the time that was reached.
static int step(const fmu *f, void *c, double t, double h, bool *ended, double *last) {
  if (f->version == 3) {
    bool event = true, early = true;
    int status = (int)f->f3.DoStep(c, t, h, true, &event, ended, &early, last);
    CHECK(status >= 3 || (!event && !early));
    return status;
  }
  int status = (int)f->f2.DoStep(c, t, h, 1), finished = 0;
  CHECK(f->f2.GetBooleanStatus(c, fmi2Terminated, &finished) == fmi2OK);
  CHECK(f->f2.GetRealStatus(c, fmi2LastSuccessfulTime, last) == fmi2OK);
  *ended = finished != 0;
  return status;
}

#define BOTH(f, function2, function3, ...) \
  ((f)->version == 3 ? (int)(f)->f3.function3(__VA_ARGS__) : (int)(f)->f2.function2(__VA_ARGS__))

static void free_instance(const fmu *f, void *c) {
  if (f->version == 3) f->f3.FreeInstance(c);
  else f->f2.FreeInstance(c);
}

// ---- a model as plain code and as FMUs ------------------------------------------------------------------------------

enum { MOST_X = 2000, MOST_Y = 100, MOST_STATE = 8 * (MOST_X + 400) };

// The printed code. Its state begins with x.
typedef struct {
  void *library;
  int (*step)(void *s);
  void (*init)(void *s), (*start)(void *s), (*restart)(void *s), (*outputs)(const void *s, double *y);
  int ninputs, nparameters, noutputs, input_at, parameter_at;
} plain_code;

typedef union {
  double x[MOST_X];
  char bytes[MOST_STATE];
} plain_state;

typedef struct {
  plain_code plain;
  fmu f[2];           // of FMI 2 and 3
  double h;           // s
  char *description;  // of FMI 3
  bool refused;       // it has no FMU
} subject;

typedef struct {
  const char *path, *integrator;
  double step;
  bool tables;  // preset real-time
  const char *keep[3], *inputs[3], *independent;
  const char *options;  // of the compiler
} subject_def;

// The functions that the library may need: no files, no locks, no output.
static void check_needs(const char *library) {
  char command[500], line[200];
  static const char *const allowed[] = {
      "calloc", "free",   "memcmp",    "memcpy", "memset", "memmove", "snprintf", "vsnprintf",
      "strcmp", "strlen", "fma",       "sqrt",   "floor",  "fabs",    "fmod",     "__stack_chk_fail",
      "ceil",   "rint",   "nearbyint", "fmax",   "fmin",   "ldexp",   "bcmp",     "copysign",
      "trunc",  "round"};
  if (LIGHT) return;
  snprintf(command, sizeof command, "cd %s && nm -D --undefined-only %s | sed -n 's/^ *U //p' | sed 's/@.*//'", folder,
           library);
  FILE *names = popen(command, "r");
  CHECK(names);
  while (names && fgets(line, sizeof line, names)) {
    bool found = false;
    line[strcspn(line, "\n")] = 0;
    for (size_t i = 0; i < sizeof allowed / sizeof *allowed; i++) found = found || strcmp(line, allowed[i]) == 0;
    if (!found) printf("%s needs %s\n", library, line);
    CHECK(found);
  }
  if (names) pclose(names);
}

static void load_fmu(fmu *f, int version, const char *library) {
  f->version = version;
  f->library = load(library);
#define LOAD2(result, name, parameters) *(void **)&f->f2.name = symbol(f->library, "fmi2" #name);
#define LOAD3(result, name, parameters) *(void **)&f->f3.name = symbol(f->library, "fmi3" #name);
  if (version == 2) {
    FMI2_FUNCTIONS(LOAD2)
  } else {
    FMI3_FUNCTIONS(LOAD3)
  }
}

static void take_token(fmu *f, const char *text) {
  const char *from = strstr(text, "jnf_token[] = \"");
  CHECK(from);
  if (from) snprintf(f->token, sizeof f->token, "%.38s", from + 15);
}

// Reads the description of an archive, whose entries are not compressed.
static char *read_description(const char *path) {
  static const char begin[] = "<fmiModelDescription", end[] = "</fmiModelDescription>";
  FILE *file = fopen(path, "rb");
  char *bytes = calloc(1, 1 << 24), *found = NULL;
  size_t n = file && bytes ? fread(bytes, 1, (1 << 24) - 1, file) : 0;
  for (size_t i = 0; i + sizeof begin < n && !found; i++)
    if (memcmp(bytes + i, begin, sizeof begin - 1) == 0) found = bytes + i;
  char *last = found ? strstr(found, end) : NULL;
  char *copy = last ? strndup(found, (size_t)(last - found) + sizeof end - 1) : NULL;
  CHECK(copy);
  if (file) fclose(file);
  free(bytes);
  return copy;
}

static void make_fmu(subject *s, jn_compiled *compiled, int i, const char *compiler, const subject_def *def,
                     const char *options, jn_report *report) {
  char name[32], source[200], library[40], all[300];
  snprintf(name, sizeof name, "fmu%d", i + 2);
  jn_fmu_options fmu_options = {.version = i + 2, .identifier = name};
  while (fmu_options.ninputs < 3 && def->inputs[fmu_options.ninputs]) fmu_options.ninputs++;
  fmu_options.inputs = fmu_options.ninputs > 0 ? def->inputs : NULL;
  jn_source_fmu *made = jn_source_fmu_new(compiled, &fmu_options, report);
  s->refused = !made;
  if (!made) return;
  char path[400];
  if (i == 1) {
    snprintf(path, sizeof path, "%s/fmu3.fmu", folder);
    CHECK(jn_source_fmu_write(made, path, report) == JN_OK);
    s->description = read_description(path);
  }
  const char *file, *more, *text = jn_source_fmu_source(made, 0, &file);
  snprintf(source, sizeof source, "%s", file);
  for (int k = 1; (more = jn_source_fmu_source(made, k, &file)); k++) {
    write_file(file, more, strlen(more));
    if (file[strlen(file) - 1] == 'c') snprintf(source + strlen(source), sizeof source - strlen(source), " %s", file);
  }
  snprintf(library, sizeof library, "%s.so", name);
  snprintf(all, sizeof all, "-std=%s " WARNINGS " %s -DFMI%d_OVERRIDE_FUNCTION_PREFIX",
           strchr(source, ' ') ? "c11" : "c99", options, i + 2);
  snprintf(path, sizeof path, "%s.c", name);
  write_file(path, text, strlen(text));
  CHECK(build(compiler, all, source, library));
  check_needs(library);
  take_token(&s->f[i], text);
  load_fmu(&s->f[i], i + 2, library);
  jn_source_fmu_free(made);
}

static void make_plain(subject *s, jn_compiled *compiled, const jn_compile_report *r, const char *options,
                       jn_report *report) {
  char *text = jn_compiled_print(compiled, "plain", 0, report), all[300];
  static const char counts[] =
      "\nint test_counts(int i) { return i == 0 ? plain_NU : i == 1 ? plain_NP : i == 2 ? plain_NY : i == 3 ? plain_U "
      ": i "
      "== 4 ? plain_P : (int)sizeof(plain_state); }\n";
  CHECK(text);
  if (!text) return;
  char *whole = malloc(strlen(text) + sizeof counts);
  strcpy(whole, text);
  strcat(whole, counts);
  write_file("plain.c", whole, strlen(whole));
  bool linked = strstr(text, "linked to   jounce_controller_m2") != NULL;
  snprintf(all, sizeof all, "-std=c11 -ffp-contract=off -I%s/include %s", JOUNCE_SOURCE_DIR, options);
  CHECK(build("cc", all, linked ? "plain.c " MODELS "/vehicles/m2_controller.c" : "plain.c", "plain.so"));
  plain_code *p = &s->plain;
  int (*count)(int i);
  p->library = load("plain.so");
  *(void **)&p->step = symbol(p->library, "plain_step");
  *(void **)&p->init = symbol(p->library, "plain_init");
  if (r->nkept > 0) *(void **)&p->start = symbol(p->library, "plain_start");
  *(void **)&p->restart = symbol(p->library, "plain_restart");
  *(void **)&p->outputs = symbol(p->library, "plain_outputs");
  *(void **)&count = symbol(p->library, "test_counts");
  p->ninputs = count(0);
  p->nparameters = count(1);
  p->noutputs = count(2);
  p->input_at = count(3);
  p->parameter_at = count(4);
  CHECK(count(5) <= MOST_STATE && p->noutputs <= MOST_Y);
  free(whole);
  jn_text_free(NULL, text);
}

static jn_compiled *compile_model(jn_model *model, const subject_def *def, jn_report *report) {
  jn_compile_options options = jn_compile_options_default();
  jn_choices choices = *jn_model_choices(model);
  if (def->integrator) snprintf(choices.integrator, sizeof choices.integrator, "%s", def->integrator);
  if (def->step > 0) choices.step = def->step;
  if (def->independent) snprintf(choices.independent, sizeof choices.independent, "%s", def->independent);
  options.choices = &choices;
  options.keep = def->keep;
  while (options.nkeep < 3 && def->keep[options.nkeep]) options.nkeep++;
  if (def->tables) {
    options.tables.extent = JN_MASS_TABLES;
    options.tables.mass_within = 5e-4;
    options.tables.poses = true;
    options.tables.creep = true;
    options.tables.where_possible = true;
  }
  return jn_compile(model, &options, report);
}

static subject subject_new(const subject_def *def, const char *text) {
  subject s = {.h = 0};
  jn_report *report = jn_report_new(NULL);
  char path[400];
  const char *options = def->options ? def->options : LIGHT ? "-O0" : "-O1";
  if (text) {
    write_file("model.yaml", text, strlen(text));
    snprintf(path, sizeof path, "%s/model.yaml", folder);
  } else {
    snprintf(path, sizeof path, "%s%s", def->path[0] == '/' ? "" : MODELS "/", def->path);
  }
  jn_model *model = jn_model_read(NULL, path, NULL, 0, report);
  jn_compiled *compiled = model ? compile_model(model, def, report) : NULL;
  s.refused = !compiled;
  if (compiled) {
    s.h = jn_compiled_report(compiled)->step;
    make_plain(&s, compiled, jn_compiled_report(compiled), options, report);
    make_fmu(&s, compiled, 0, "cc", def, options, report);
    if (!s.refused) make_fmu(&s, compiled, 1, have("clang") && !LIGHT ? "clang" : "cc", def, options, report);
  }
  for (int i = 0; i < jn_report_size(report); i++)
    if (jn_report_get(report, i)->severity == JN_FAULT) printf("%s\n", jn_report_get(report, i)->what);
  jn_compiled_free(compiled);
  jn_model_free(model);
  jn_report_free(report);
  return s;
}

// Returns whether everything was built; the tests of the subject need it.
static bool is_complete(const subject *s) {
  bool complete = s->plain.library && s->f[0].library && s->f[1].library;
  CHECK(complete);
  return complete;
}

static void subject_free(subject *s) {
  for (int i = 0; i < 2; i++)
    if (s->f[i].library) dlclose(s->f[i].library);
  if (s->plain.library) dlclose(s->plain.library);
  free(s->description);
}

static unsigned first_output(const subject *s) { return (unsigned)(1 + s->plain.ninputs + s->plain.nparameters); }

static void get_outputs(const subject *s, const fmu *f, void *c, double *y) {
  unsigned vr[MOST_Y];
  for (int i = 0; i < s->plain.noutputs; i++) vr[i] = first_output(s) + (unsigned)i;
  CHECK(get(f, c, vr, (size_t)s->plain.noutputs, y) == 0);
}

static bool same_outputs(const subject *s, const fmu *f, void *c, const plain_state *state) {
  double y[MOST_Y], plain[MOST_Y];
  get_outputs(s, f, c, y);
  s->plain.outputs(state, plain);
  bool same = memcmp(y, plain, (size_t)s->plain.noutputs * sizeof *y) == 0;
  for (int i = 0; i < s->plain.noutputs && !same; i++)
    if (y[i] != plain[i]) printf("FMI %d, output %d: %.17g, plain %.17g\n", f->version, i, y[i], plain[i]);
  return same;
}

// ---- the bits of plain code -----------------------------------------------------------------------------------------

// Communication steps of 1, 2, .. 7 steps, as many as fit.
static void test_bits(const subject *s, int steps) {
  for (int v = 0; v < 2; v++) {
    const fmu *f = &s->f[v];
    host h = {.messages = 0};
    void *c = instantiate(f, f->token, &h);
    static plain_state state;
    CHECK(c);
    if (!c) continue;
    s->plain.init(&state);
    for (int i = 0; i < s->plain.ninputs; i++)
      CHECK(get(f, c, &(unsigned){(unsigned)(1 + i)}, 1, &state.x[s->plain.input_at + i]) == 0);
    CHECK(enter(f, c, 0, false, 0) == 0);
    CHECK(same_outputs(s, f, c, &state));
    CHECK(leave(f, c) == 0);
    CHECK(same_outputs(s, f, c, &state));
    bool same = true, ended = false;
    double last = 0;
    for (int at = 0, n = 1; at < steps && same; n = n % 7 + 1) {
      int status = step(f, c, at * s->h, n * s->h, &ended, &last), worst = 0;
      for (int i = 0; i < n && !(ended && state.x[0] > last - 0.5 * s->h); i++) {
        int result = s->plain.step(&state);
        worst = result > worst ? result : worst;
      }
      same = same_outputs(s, f, c, &state);
      if (ended) break;
      same = same && status == worst && fabs(last - (at + n) * s->h) < 1e-9;
      if (!same) printf("FMI %d, step %d: status %d, plain %d: %s\n", f->version, at, status, worst, h.text);
      at += n;
    }
    CHECK(same);
    double t;
    CHECK(get(f, c, &(unsigned){0}, 1, &t) == 0 && t == state.x[0]);
    CHECK(BOTH(f, Terminate, Terminate, c) == 0);
    free_instance(f, c);
  }
}

// After its instantiation an instance does not allocate: through initialisation, steps, changed parameters, a reset,
// and refused calls. check_needs shows that it opens no files and has no locks.
static void test_no_allocation(const subject *s) {
  for (int v = 0; v < 2; v++) {
    const fmu *f = &s->f[v];
    host h = {.messages = 0};
    long before = process_allocations;
    void *c = instantiate(f, f->token, &h);
    CHECK(c);
    if (!c) continue;
    CHECK(!COUNTS_ALLOCATIONS || process_allocations > before);
    bool ended = false;
    double last = 0, y[MOST_Y];
    unsigned parameter = (unsigned)(1 + s->plain.ninputs);
    int worst = 0;
    before = process_allocations;
    for (int round = 0; round < 2; round++) {
      int status = enter(f, c, 0, false, 0) | set(f, c, parameter, 0.05) | leave(f, c);
      for (int i = 0; i < 200; i++) {
        status |= step(f, c, i * s->h, s->h, &ended, &last);
        if (i == 100) status |= set(f, c, parameter, 0.051);
        status |= get(f, c, &parameter, 1, y);
      }
      worst = status > worst ? status : worst;
      CHECK(step(f, c, 9, s->h, &ended, &last) == 3 && set(f, c, 9999, 1) == 3);
      status = BOTH(f, Reset, Reset, c);
      worst = status > worst ? status : worst;
    }
    long after = process_allocations;
    CHECK(worst == 0);
    CHECK(after == before);
    free_instance(f, c);
  }
}

// ---- parameters -----------------------------------------------------------------------------------------------------

// The crank's radius and speed: set before the start, and during the run.
static void test_parameters(const subject *s) {
  const plain_code *p = &s->plain;
  const unsigned radius = (unsigned)(1 + p->ninputs), speed = radius + 1;
  for (int v = 0; v < 2; v++) {
    const fmu *f = &s->f[v];
    host h = {.messages = 0};
    void *c = instantiate(f, f->token, &h);
    static plain_state state;
    bool ended;
    double last, value;
    CHECK(c);
    if (!c) continue;
    CHECK(get(f, c, &radius, 1, &value) == 0 && value == 0.05);
    CHECK(set(f, c, radius, 0.06) == 0);
    CHECK(enter(f, c, 0, true, 1) == 0);
    CHECK(set(f, c, speed, 20) == 0);
    s->plain.init(&state);
    state.x[p->parameter_at] = 0.06;
    state.x[p->parameter_at + 1] = 20;
    s->plain.start(&state);
    CHECK(same_outputs(s, f, c, &state));
    double y[MOST_Y];
    get_outputs(s, f, c, y);
    CHECK_NEAR(y[0], 0.06 + 0.15, 1e-9);  // the piston at its outer dead centre, l + r
    CHECK_NEAR(y[2], 20, 1e-12);          // rate of the crank
    CHECK(leave(f, c) == 0);
    for (int i = 0; i < 20; i++) {
      CHECK(step(f, c, 10 * i * s->h, 10 * s->h, &ended, &last) == 0);
      for (int k = 0; k < 10; k++) s->plain.step(&state);
    }
    CHECK(same_outputs(s, f, c, &state));
    // a new radius during the run: plain code restarts before the next step
    CHECK(set(f, c, radius, 0.0601) == 0);
    static plain_state restarted;
    state.x[p->parameter_at] = 0.0601;
    restarted = state;
    s->plain.restart(&restarted);
    CHECK(same_outputs(s, f, c, &restarted));
    CHECK(set(f, c, radius, 0.07) == 0);
    get_outputs(s, f, c, y);  // has no effect on the motion
    CHECK(set(f, c, radius, 0.0601) == 0);
    for (int k = 0; k < 10; k++) s->plain.step(&restarted);
    CHECK(step(f, c, 200 * s->h, 10 * s->h, &ended, &last) == 0);
    CHECK(same_outputs(s, f, c, &restarted));
    // reset: the model's own values again
    CHECK(BOTH(f, Reset, Reset, c) == 0);
    CHECK(get(f, c, &radius, 1, &value) == 0 && value == 0.05);
    CHECK(enter(f, c, 0, false, 0) == 0 && leave(f, c) == 0);
    s->plain.init(&state);
    CHECK(same_outputs(s, f, c, &state));
    free_instance(f, c);
  }
}

// A crank that is too long for its rod: the FMU stays in initialization mode until the parameter is changed.
static const char raised_crank[] =
    "jounce: 1\nspace: plane\nparameters: {r: 50 mm, l: 150 mm}\nground: {points: {O: [0, 0]}}\n"
    "bodies:\n  crank: {mass: 1, inertia: 0.02, points: {O: [0, 0], A: [\"=r\", 0]}}\n"
    "  rod: {mass: 0.4, inertia: 0.001, points: {A: [\"=-l/2\", 0], B: [\"=l/2\", 0]}}\n"
    "  piston: {mass: 0.5, inertia: 2e-4, points: {B: [0, 0]}}\n"
    "joints:\n  O: {type: revolute, between: [ground.O, crank.O]}\n"
    "  A: {type: revolute, between: [crank.A, rod.A]}\n  B: {type: revolute, between: [rod.B, piston.B]}\n"
    "  cylinder: {type: prismatic, between: [ground.O, piston.B], axis: x}\n"
    "initial: {keep: {crank.angle: 1.4, crank.rate: 3}, guess: {piston.x: 0.16}}\n"
    "simulate: {until: 1}\noutputs: [piston.x]\n";

static void test_assembly(const subject *s) {
  for (int v = 0; v < 2; v++) {
    const fmu *f = &s->f[v];
    host h = {.messages = 0};
    void *c = instantiate(f, f->token, &h);
    double x, r = 0.06, l = 0.15;
    if (!c) continue;
    CHECK(set(f, c, 1, 0.4) == 0);
    CHECK(enter(f, c, 0, false, 0) == 0);
    CHECK(leave(f, c) == 3 && strstr(h.text, "assembled"));
    CHECK(set(f, c, 1, r) == 0);
    CHECK(leave(f, c) == 0);
    CHECK(get(f, c, &(unsigned){2}, 1, &x) == 0);
    CHECK_NEAR(x, r * cos(1.4) + sqrt(l * l - r * r * sin(1.4) * sin(1.4)), 1e-9);
    free_instance(f, c);
  }
}

// ---- states ---------------------------------------------------------------------------------------------------------

static void run_on(const subject *s, const fmu *f, void *c, int from, int n, double *y) {
  bool ended;
  double last;
  for (int i = 0; i < n; i++) CHECK(step(f, c, (from + i) * s->h, s->h, &ended, &last) == 0);
  get_outputs(s, f, c, y);
}

static void test_states(const subject *s) {
  for (int v = 0; v < 2; v++) {
    const fmu *f = &s->f[v];
    host h = {.messages = 0};
    void *c = instantiate(f, f->token, &h), *other = instantiate(f, f->token, &h), *saved = NULL, *again = NULL;
    double y[MOST_Y], z[MOST_Y];
    size_t size = 0, other_size = 0;
    CHECK(c && other);
    if (!c || !other) continue;
    size_t n = (size_t)s->plain.noutputs * sizeof *y;
    CHECK(enter(f, c, 0, false, 0) == 0 && leave(f, c) == 0);
    run_on(s, f, c, 0, 40, y);
    CHECK(set(f, c, (unsigned)(1 + s->plain.ninputs), 0.051) == 0);  // pending
    CHECK(BOTH(f, GetFMUstate, GetFMUState, c, &saved) == 0 && saved);
    run_on(s, f, c, 40, 40, y);
    CHECK(BOTH(f, SetFMUstate, SetFMUState, c, saved) == 0);
    run_on(s, f, c, 40, 40, z);
    CHECK(memcmp(y, z, n) == 0);
    // as bytes, into another instance that has not been initialised
    CHECK(BOTH(f, SerializedFMUstateSize, SerializedFMUStateSize, c, saved, &size) == 0 && size > 100);
    unsigned char *bytes = malloc(size), *second = malloc(size);
    CHECK(BOTH(f, SerializeFMUstate, SerializeFMUState, c, saved, (void *)bytes, size) == 0);
    CHECK(BOTH(f, SerializeFMUstate, SerializeFMUState, c, saved, (void *)bytes, size - 1) == 3);
    CHECK(BOTH(f, DeSerializeFMUstate, DeserializeFMUState, other, (const void *)bytes, size, &again) == 0 && again);
    CHECK(BOTH(f, SetFMUstate, SetFMUState, other, again) == 0);
    memset(z, 0, sizeof z);
    run_on(s, f, other, 40, 40, z);
    CHECK(memcmp(y, z, n) == 0);
    // the same state, the same bytes; a state that exists is overwritten
    CHECK(BOTH(f, SetFMUstate, SetFMUState, other, again) == 0);
    void *overwritten = again;
    int allocations = shared.allocations;
    CHECK(BOTH(f, GetFMUstate, GetFMUState, other, &overwritten) == 0 && overwritten == again);
    CHECK(shared.allocations == allocations);
    CHECK(BOTH(f, SerializedFMUstateSize, SerializedFMUStateSize, c, again, &other_size) == 0 && other_size == size);
    CHECK(BOTH(f, SerializeFMUstate, SerializeFMUState, other, again, (void *)second, size) == 0);
    CHECK(memcmp(bytes, second, size) == 0);
    // damaged bytes
    void *none = NULL;
    for (size_t at = 0; at < size; at += at < 80 ? 1 : 97) {
      bytes[at] ^= 0x20;
      CHECK(BOTH(f, DeSerializeFMUstate, DeserializeFMUState, c, (const void *)bytes, size, &none) == 3 && !none);
      bytes[at] ^= 0x20;
    }
    CHECK(BOTH(f, DeSerializeFMUstate, DeserializeFMUState, c, (const void *)bytes, size - 8, &none) == 3 && !none);
    CHECK(BOTH(f, DeSerializeFMUstate, DeserializeFMUState, c, (const void *)bytes, (size_t)0, &none) == 3 && !none);
    CHECK(BOTH(f, SetFMUstate, SetFMUState, c, NULL) == 3);
    CHECK(BOTH(f, FreeFMUstate, FreeFMUState, c, &saved) == 0 && !saved);
    CHECK(BOTH(f, FreeFMUstate, FreeFMUState, c, &saved) == 0);
    CHECK(BOTH(f, FreeFMUstate, FreeFMUState, other, &again) == 0);
    free(bytes);
    free(second);
    free_instance(f, c);
    free_instance(f, other);
  }
}

// ---- wrong calls ----------------------------------------------------------------------------------------------------

static void test_wrong_calls(const subject *s) {
  for (int v = 0; v < 2; v++) {
    const fmu *f = &s->f[v];
    host h = {.messages = 0};
    bool ended = false;
    double last = 0, y[MOST_Y], z[MOST_Y], value = 1;
    const unsigned parameter = (unsigned)(1 + s->plain.ninputs), output = first_output(s), beyond = 10000;
    CHECK(!instantiate(f, "{00000000-0000-0000-0000-000000000000}", &h) && h.last == 3 && strstr(h.text, "token"));
    CHECK(!instantiate(f, NULL, &h) && h.messages == 2);
    free_instance(f, NULL);
    CHECK(BOTH(f, Reset, Reset, NULL) == 3);
    void *c = instantiate(f, f->token, &h);
    CHECK(c);
    if (!c) continue;
    h.messages = 0;
    int messages = 0;
#define REFUSED(call)             \
  do {                            \
    CHECK((call) == 3);           \
    CHECK(h.messages > messages); \
    CHECK(h.last == 3);           \
    messages = h.messages;        \
  } while (0)
    // instantiated
    REFUSED(step(f, c, 0, s->h, &ended, &last));
    REFUSED(leave(f, c));
    REFUSED(BOTH(f, Terminate, Terminate, c));
    REFUSED(BOTH(f, EnterEventMode, EnterEventMode, c));
    REFUSED(set(f, c, output, 1));
    REFUSED(set(f, c, 0, 1));
    REFUSED(set(f, c, beyond, 1));
    REFUSED(get(f, c, &beyond, 1, &value));
    REFUSED(set(f, c, parameter, NAN));
    REFUSED(set(f, c, parameter, INFINITY));
    CHECK(strstr(h.text, "'r'") && strstr(h.text, "inf"));
    CHECK(get(f, c, &parameter, 1, &value) == 0 && value == 0.05);
    REFUSED(enter(f, c, 3, false, 0));
    REFUSED(enter(f, c, NAN, false, 0));
    REFUSED(enter(f, c, 0, true, -1));
    CHECK(get(f, c, &output, 1, &value) == 0 && value > 0.1);  // the value of the start
    // initialization
    CHECK(enter(f, c, 0, true, 1) == 0);
    REFUSED(step(f, c, 0, s->h, &ended, &last));
    CHECK(leave(f, c) == 0);
    REFUSED(leave(f, c));
    // steps
    get_outputs(s, f, c, y);
    REFUSED(step(f, c, 0.1, s->h, &ended, &last));
    REFUSED(step(f, c, 0, -s->h, &ended, &last));
    REFUSED(step(f, c, 0, 0, &ended, &last));
    REFUSED(step(f, c, 0, NAN, &ended, &last));
    REFUSED(step(f, c, NAN, s->h, &ended, &last));
    REFUSED(step(f, c, 0, 2, &ended, &last));  // past the stop time
    REFUSED(step(f, c, 0, INFINITY, &ended, &last));
    REFUSED(step(f, c, 0, 1e300, &ended, &last));
    CHECK(step(f, c, 0, 0.5 * s->h, &ended, &last) == 2 && !ended && last == 0 && h.last == 2);
    CHECK(step(f, c, 0, 2.001 * s->h, &ended, &last) == 2 && !ended && last == 0);
    messages = h.messages;
    get_outputs(s, f, c, z);
    CHECK(memcmp(y, z, (size_t)s->plain.noutputs * sizeof *y) == 0);
    // importers compute times in different ways: by adding, and as multiples
    double t = 0;
    for (int i = 0; i < 300; i++) {
      CHECK(step(f, c, i < 150 ? t : i * s->h, s->h, &ended, &last) == 0);
      t += s->h;
    }
    CHECK(BOTH(f, Terminate, Terminate, c) == 0);
    REFUSED(step(f, c, t, s->h, &ended, &last));
    REFUSED(set(f, c, parameter, 0.06));
    CHECK(get(f, c, &output, 1, &value) == 0);
    CHECK(BOTH(f, Reset, Reset, c) == 0);
    // logging: discarded steps are silent without it, errors never
    CHECK(enter(f, c, 0, false, 0) == 0 && leave(f, c) == 0);
    const char *categories[] = {"logStatusWarning", "logStatusError"}, *unknown[] = {"logEvents"};
    CHECK(BOTH(f, SetDebugLogging, SetDebugLogging, c, 1, 2, categories) == 0);
    messages = h.messages;
    CHECK(step(f, c, 0, 0.5 * s->h, &ended, &last) == 2 && h.messages == messages);
    REFUSED(BOTH(f, SetDebugLogging, SetDebugLogging, c, 1, 1, unknown));
    CHECK(BOTH(f, SetDebugLogging, SetDebugLogging, c, 0, 0, NULL) == 0);
    CHECK(step(f, c, 0, 0.5 * s->h, &ended, &last) == 2 && h.messages == messages);
    REFUSED(set(f, c, beyond, 1));
    if (f->version == 2) {
      fmi2Status status = fmi2OK;
      double sensitivity;
      CHECK(f->f2.GetStatus(c, fmi2DoStepStatus, &status) == fmi2OK && status == fmi2Discard);
      REFUSED((int)f->f2.GetDirectionalDerivative(c, &output, 1, &parameter, 1, &value, &sensitivity));
      REFUSED((int)f->f2.GetInteger(c, &output, 1, &(fmi2Integer){0}));
      CHECK(f->f2.GetInteger(c, NULL, 0, NULL) == fmi2OK);
      CHECK(f->f2.GetIntegerStatus(c, fmi2DoStepStatus, &(fmi2Integer){0}) == fmi2Discard);
      CHECK(!f->f2.Instantiate("me", fmi2ModelExchange, f->token, NULL, NULL, 0, 0));
      CHECK(strcmp(f->f2.GetVersion(), "2.0") == 0 && strcmp(f->f2.GetTypesPlatform(), "default") == 0);
    } else {
      size_t n = 0;
      REFUSED((int)f->f3.GetNumberOfContinuousStates(c, &n));
      REFUSED((int)f->f3.EnterConfigurationMode(c));
      REFUSED((int)f->f3.EnterStepMode(c));
      REFUSED((int)f->f3.GetFloat64(c, &output, 1, &value, 2));
      REFUSED((int)f->f3.GetInt32(c, &output, 1, &(fmi3Int32){0}, 1));
      CHECK(f->f3.GetInt32(c, NULL, 0, NULL, 0) == fmi3OK);
      CHECK(!f->f3.InstantiateModelExchange("me", f->token, NULL, false, true, &h, log3_message) && h.last == 3);
      CHECK(
          !f->f3.InstantiateScheduledExecution("se", f->token, NULL, false, true, &h, log3_message, NULL, NULL, NULL));
      CHECK(!f->f3.InstantiateCoSimulation("e", f->token, NULL, false, true, true, false, NULL, 0, &h, log3_message,
                                           NULL));
      CHECK(strcmp(f->f3.GetVersion(), "3.0") == 0);
    }
    free_instance(f, c);
  }
}

// ---- several instances ----------------------------------------------------------------------------------------------

typedef struct {
  const subject *s;
  const fmu *f;
  double y[MOST_Y];
} thread_job;

static void *run_thread(void *job) {
  thread_job *j = job;
  static const char none[] = "";
  void *c = j->f->version == 3 ? j->f->f3.InstantiateCoSimulation(none, j->f->token, NULL, false, false, false, false,
                                                                  NULL, 0, NULL, NULL, NULL)
                               : j->f->f2.Instantiate(none, fmi2CoSimulation, j->f->token, NULL, NULL, 0, 0);
  if (!c) return NULL;
  if (enter(j->f, c, 0, false, 0) == 0 && leave(j->f, c) == 0) run_on(j->s, j->f, c, 0, 300, j->y);
  free_instance(j->f, c);
  return j;
}

static void test_instances(const subject *s) {
  enum { THREADS = 4 };
  for (int v = 0; v < 2; v++) {
    const fmu *f = &s->f[v];
    host h = {.messages = 0};
    double y[2][MOST_Y];
    void *c[2] = {instantiate(f, f->token, &h), instantiate(f, f->token, &h)};
    CHECK(c[0] && c[1]);
    if (!c[0] || !c[1]) continue;
    // two instances, step by step; the second one has a parameter of its own
    const unsigned parameter = (unsigned)(1 + s->plain.ninputs);
    CHECK(set(f, c[1], parameter, 0.055) == 0);
    for (int i = 0; i < 2; i++) CHECK(enter(f, c[i], 0, false, 0) == 0 && leave(f, c[i]) == 0);
    int allocations = shared.allocations;
    for (int k = 0; k < 300; k++)
      for (int i = 0; i < 2; i++) run_on(s, f, c[i], k, 1, y[i]);
    CHECK(shared.allocations == allocations);
    CHECK(memcmp(y[0], y[1], (size_t)s->plain.noutputs * sizeof(double)) != 0);
    for (int i = 0; i < 2; i++) free_instance(f, c[i]);
    thread_job jobs[THREADS];
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++) {
      jobs[i] = (thread_job){s, f, {0}};
      CHECK(pthread_create(&threads[i], NULL, run_thread, &jobs[i]) == 0);
    }
    for (int i = 0; i < THREADS; i++) {
      pthread_join(threads[i], NULL);
      CHECK(memcmp(jobs[i].y, y[0], (size_t)s->plain.noutputs * sizeof(double)) == 0);
    }
  }
  CHECK(shared.blocks == 0);
}

// After the subject is freed, its libraries are not loaded.
static void test_loading(void) {
  char path[400];
  int good = 0;
  const int times = LIGHT ? 20 : 1000;
  for (int i = 0; i < times; i++) {
    snprintf(path, sizeof path, "%s/fmu%d.so", folder, i % 2 + 2);
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library) good += dlsym(library, i % 2 == 0 ? "fmi2DoStep" : "fmi3DoStep") != NULL;
    if (library) dlclose(library);
  }
  CHECK(good == times);
}

// ---- inputs ---------------------------------------------------------------------------------------------------------

static const char cart_model[] =
    "jounce: 1\nname: cart\nspace: plane\nparameters: {length: {value: 0.5 m, min: 0.1 m, max: 2 m}}\n"
    "bodies:\n  cart: {mass: 1, inertia: 0.1, points: {P: [0, 0]}}\n"
    "  pole: {mass: 0.2, inertia: \"=0.2*length^2/3\", points: {P: [0, \"=-length\"]}}\n"
    "joints:\n  rail: {type: prismatic, between: [ground, cart.P], axis: [1, 0]}\n"
    "  hinge: {type: revolute, between: [cart.P, pole.P]}\n"
    "inputs:\n  push: \"2+t\"\n  wind: \"sin(5*t)\"\n"
    "forces:\n  motor: {type: point-force, at: cart.P, value: [push, 0]}\n"
    "  breeze: {type: point-force, at: pole.P, value: [wind, 0]}\n"
    "initial: {keep: {pole.angle: 0.05, cart.x: 0}}\n"
    "events: {off: {when: cart.x - 0.5, stop: true}}\n"
    "simulate: {until: 2}\noutputs: [cart.x, cart.vx, pole.angle, push, cart.ax]\n";

// Inputs hold their value of the start until they are set; plain code is given the same numbers.
static void test_inputs(const subject *s) {
  const plain_code *p = &s->plain;
  for (int v = 0; v < 2; v++) {
    const fmu *f = &s->f[v];
    host h = {.messages = 0};
    void *c = instantiate(f, f->token, &h);
    static plain_state state;
    double value, last;
    bool ended = false;
    int status = 0, i = 0;
    CHECK(c && p->ninputs == 2);
    if (!c || p->ninputs != 2) continue;
    CHECK(get(f, c, &(unsigned){1}, 1, &value) == 0 && value == 2);
    CHECK(get(f, c, &(unsigned){2}, 1, &value) == 0 && value == 0);
    CHECK(set(f, c, 3, 0.05) == 3 && set(f, c, 3, 2.5) == 3 && set(f, c, 3, 2) == 0);  // limits of the parameter
    CHECK(BOTH(f, Reset, Reset, c) == 0);
    CHECK(enter(f, c, 0, false, 0) == 0 && leave(f, c) == 0);
    p->init(&state);
    state.x[p->input_at] = 2;
    state.x[p->input_at + 1] = 0;
    CHECK(same_outputs(s, f, c, &state));
    bool same = true;
    for (; i < 5000 && status == 0 && !ended && same; i++) {
      double push = 1 + 0.5 * sin(0.02 * i);
      CHECK(set(f, c, 1, push) == 0);
      state.x[p->input_at] = push;
      double y[MOST_Y];
      get_outputs(s, f, c, y);
      same = y[3] == push;  // an output that depends on the input directly
      status = step(f, c, i * s->h, s->h, &ended, &last);
      p->step(&state);
      same = same && same_outputs(s, f, c, &state);
    }
    CHECK(same);
    // the event ends the run at a communication point, and no step follows
    CHECK(ended && status == 0 && i > 100 && i < 5000);
    CHECK(step(f, c, i * s->h, s->h, &ended, &last) == 3);
    CHECK(same_outputs(s, f, c, &state));
    double end = state.x[0];
    // within a communication step
    CHECK(BOTH(f, Reset, Reset, c) == 0);
    CHECK(enter(f, c, 0, false, 0) == 0 && leave(f, c) == 0);
    status = step(f, c, 0, 5, &ended, &last);
    CHECK(ended && last > 0.1 && last < end + 5 && status == (f->version == 2 ? 2 : 0));
    CHECK(BOTH(f, Terminate, Terminate, c) == 0);
    free_instance(f, c);
  }
}

// An input that is not listed keeps its course: here a formula of the time, in plain code NaN.
static void test_unlisted_input(const subject *s) {
  const plain_code *p = &s->plain;
  for (int v = 0; v < 2; v++) {
    const fmu *f = &s->f[v];
    host h = {.messages = 0};
    void *c = instantiate(f, f->token, &h);
    static plain_state state;
    double value, y[MOST_Y], plain[MOST_Y], last;
    bool ended, same = true;
    if (!c) continue;
    CHECK(get(f, c, &(unsigned){1}, 1, &value) == 0 && value == 2);  // push
    CHECK(enter(f, c, 0, false, 0) == 0 && leave(f, c) == 0);
    p->init(&state);
    state.x[p->input_at] = 2;
    for (int i = 0; i < 200; i++) {
      CHECK(step(f, c, i * s->h, s->h, &ended, &last) == 0);
      p->step(&state);
    }
    p->outputs(&state, plain);
    for (unsigned i = 0; i < (unsigned)p->noutputs; i++) {
      CHECK(get(f, c, &(unsigned){2 + i}, 1, &y[i]) == 0);
      same = same && y[i] == plain[i];
    }
    CHECK(same);
    free_instance(f, c);
  }
}

// Returns whether the description of FMI 3 lists a known among the dependencies of an output.
static bool is_listed(const subject *s, unsigned output, unsigned known) {
  char entry[80];
  snprintf(entry, sizeof entry, "<Output valueReference=\"%u\" dependencies=\"", output);
  const char *at = s->description ? strstr(s->description, entry) : NULL;
  CHECK(at);
  if (!at) return false;
  for (at += strlen(entry); *at != '"';) {
    char *next;
    if (strtoul(at, &next, 10) == known) return true;
    at = next + (*next == ' ');
  }
  return false;
}

// Changes one input or parameter at a time and compares all outputs: what changes must be declared. Returns the number
// of changes.
static int test_dependencies(const subject *s, int steps) {
  const fmu *f = &s->f[1];
  host h = {.messages = 0};
  void *c = instantiate(f, f->token, &h), *saved = NULL;
  double y[MOST_Y], z[MOST_Y], last;
  bool ended = false;
  int changes = 0;
  CHECK(c);
  if (!c) return 0;
  CHECK(enter(f, c, 0, false, 0) == 0 && leave(f, c) == 0);
  for (int i = 0; i < steps && !ended; i++) step(f, c, i * s->h, s->h, &ended, &last);
  get_outputs(s, f, c, y);
  CHECK(f->f3.GetFMUState(c, &saved) == fmi3OK);
  for (unsigned known = 1; known < first_output(s) && !ended; known++) {
    double value = 0;
    CHECK(get(f, c, &known, 1, &value) == 0);
    CHECK(set(f, c, known, value * 1.001 + 0.001) == 0);
    get_outputs(s, f, c, z);
    for (int i = 0; i < s->plain.noutputs; i++) {
      bool changed = memcmp(&y[i], &z[i], sizeof *y) != 0;
      if (changed && !is_listed(s, first_output(s) + (unsigned)i, known))
        printf("output %d depends on %u, which is not listed\n", i, known);
      CHECK(!changed || is_listed(s, first_output(s) + (unsigned)i, known));
      changes += changed;
    }
    CHECK(f->f3.SetFMUState(c, saved) == fmi3OK);
  }
  CHECK(f->f3.FreeFMUState(c, &saved) == fmi3OK);
  free_instance(f, c);
  return changes;
}

// ---- all models -----------------------------------------------------------------------------------------------------

static int ncompiled;

static void test_model(const char *path) {
  const subject_def def = {.path = path, .options = "-O0"};
  subject s = subject_new(&def, NULL);
  printf("%s: %s\n", path, s.refused ? "refused" : "compiled");
  fflush(stdout);
  if (!s.refused && is_complete(&s)) {
    ncompiled++;
    test_bits(&s, 200);
    test_dependencies(&s, 20);
  }
  subject_free(&s);
}

// ---- times ----------------------------------------------------------------------------------------------------------

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

// Prints the least time of a step by plain code and by the FMUs, in turn.
static void print_times(const subject *s, int steps) {
  enum { ROUNDS = 40 };
  double least[3] = {1e9, 1e9, 1e9};
  static plain_state state;
  for (int round = 0; round < ROUNDS; round++) {
    s->plain.init(&state);
    double begin = seconds();
    for (int i = 0; i < steps; i++) s->plain.step(&state);
    least[0] = fmin(least[0], seconds() - begin);
    for (int v = 0; v < 2; v++) {
      const fmu *f = &s->f[v];
      host h = {.messages = 0};
      void *c = instantiate(f, f->token, &h);
      bool ended;
      double last;
      if (enter(f, c, 0, false, 0) != 0 || leave(f, c) != 0) continue;
      begin = seconds();
      for (int i = 0; i < steps; i++) step(f, c, i * s->h, s->h, &ended, &last);
      least[1 + v] = fmin(least[1 + v], seconds() - begin);
      CHECK(same_outputs(s, f, c, &state));
      free_instance(f, c);
    }
  }
  for (int i = 0; i < 3; i++)
    printf("%s: %.3f us per step, ratio %.3f\n",
           i == 0   ? "plain"
           : i == 1 ? "FMI 2"
                    : "FMI 3",
           1e6 * least[i] / steps, least[i] / least[0]);
}

static const subject_def four_bar = {.path = "examples/four-bar.yaml", .integrator = "rk4", .step = 1e-3};
static const subject_def crank = {.path = "examples/slider-crank.yaml",
                                  .integrator = "rk4",
                                  .step = 1e-3,
                                  .keep = {"r", "speed"},
                                  .independent = "joint.O.angle"};
static const subject_def cart = {.integrator = "euler", .step = 1e-3, .keep = {"length"}};
static const subject_def long_crank = {
    .integrator = "rk4", .step = 1e-3, .keep = {"r"}, .independent = "joint.O.angle"};
static const subject_def pushed_cart = {.integrator = "euler", .step = 1e-3, .inputs = {"push"}};
static const subject_def hmmwv = {
    .path = "vehicles/hmmwv-lane-change.yaml", .integrator = "euler", .step = 1e-3, .tables = true};
static const subject_def m2 = {.path = "vehicles/m2.yaml", .integrator = "euler", .step = 1e-3, .options = "-O0"};
static const subject_def fast_hmmwv = {.path = "vehicles/hmmwv-lane-change.yaml",
                                       .integrator = "euler",
                                       .step = 1e-3,
                                       .tables = true,
                                       .options = "-O2 -march=native"};

int main(int argc, char **argv) {
  if (!have("cc")) {
    printf("there is no C compiler: nothing was tested\n");
    return 77;
  }
  CHECK(temporary_folder(folder, sizeof folder));
  if (argc > 1 && strcmp(argv[1], "time") == 0) {
    subject s = subject_new(&fast_hmmwv, NULL);
    if (is_complete(&s)) print_times(&s, 2000);
    subject_free(&s);
  } else {
    subject s = subject_new(&crank, NULL);
    if (is_complete(&s)) {
      test_bits(&s, 1000);
      test_no_allocation(&s);
      test_parameters(&s);
      test_states(&s);
      test_wrong_calls(&s);
      test_instances(&s);
    }
    subject_free(&s);
    test_loading();
    s = subject_new(&cart, cart_model);
    if (is_complete(&s)) {
      test_inputs(&s);
      CHECK(test_dependencies(&s, 10) >= 4);
    }
    subject_free(&s);
    s = subject_new(&long_crank, raised_crank);
    if (is_complete(&s)) test_assembly(&s);
    subject_free(&s);
    s = subject_new(&pushed_cart, cart_model);
    if (is_complete(&s)) test_unlisted_input(&s);
    subject_free(&s);
    if (!LIGHT || getenv("JOUNCE_LONG")) {
      s = subject_new(&four_bar, NULL);
      if (is_complete(&s)) test_bits(&s, 3000);
      subject_free(&s);
      s = subject_new(&hmmwv, NULL);
      if (is_complete(&s)) {
        test_bits(&s, 1000);
        test_dependencies(&s, 20);
      }
      subject_free(&s);
      s = subject_new(&m2, NULL);
      if (is_complete(&s)) test_bits(&s, 300);
      subject_free(&s);
    }
    if (getenv("JOUNCE_LONG")) {
      each_model(MODELS, test_model);
      printf("%d models compiled\n", ncompiled);
      CHECK(ncompiled > 40);
    }
  }
  char command[400];
  snprintf(command, sizeof command, "rm -rf '%s'", folder);
  CHECK(call(command) == 0);
  return check_report();
}
