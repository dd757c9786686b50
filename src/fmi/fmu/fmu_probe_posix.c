// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fmu_probe_posix.c - tries an FMU in a separate process, so that a crash of it is reported and does not end the
// program.
//
// The process writes lines into a pipe: "S" and the call that follows, "F" and a fault, "D" and a folder with unpacked
// files. If a signal ends it, the last call caused it. The logger writes to the pipe by a fixed descriptor, because the
// FMU may call it with a wrong environment.
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "fmi/fmu/fmu.h"

enum { PIPE = 198, SECONDS = 30, LINE = 400, FOLDERS = 4 };

static const char environment_mark = 0;  // its address is the environment that callbacks must receive

// ---- in the process of the FMU --------------------------------------------------------------------------------------

static void send_line(char sort, const char *text) {
  char line[LINE + 2];
  size_t n = 1;
  line[0] = sort;
  for (; *text && n < LINE; text++) line[n++] = (unsigned char)*text < ' ' ? ' ' : *text;
  line[n++] = '\n';
  if (write(PIPE, line, n) < 0) _exit(1);
}

JN_PRINTF(1, 2) static void send_fault(const char *format, ...) {
  char text[LINE];
  va_list arguments;
  va_start(arguments, format);
  jni_vprint(text, sizeof text, format, arguments);
  va_end(arguments);
  send_line('F', text);
}

static void send_stage(const char *call) { send_line('S', call); }

static void check_environment(const void *environment) {
  if (environment != &environment_mark) send_fault("the environment that the logger gets is not that of the importer");
}

static void log_2(fmi2ComponentEnvironment environment, fmi2String instance, fmi2Status status, fmi2String category,
                  fmi2String message, ...) {
  (void)instance, (void)status, (void)category, (void)message;
  check_environment(environment);
}

static void log_3(fmi3InstanceEnvironment environment, fmi3Status status, fmi3String category, fmi3String message) {
  (void)status, (void)category, (void)message;
  check_environment(environment);
}

// Head of each block of memory that the FMU gets. The FMU receives the address after it: if it frees a block with
// `free` instead of the callback, the program aborts, and a block from another allocator is recognised because it has
// no mark.
typedef union {
  max_align_t aligned;
  uint64_t mark[2];
} block_head;

static const uint64_t block_mark = 0x6a6f756e6365666d;

static void *allocate(size_t n, size_t size) {
  if (size > 0 && n > (SIZE_MAX - sizeof(block_head)) / size) return NULL;
  block_head *head = calloc(1, sizeof *head + n * size);
  if (!head) return NULL;
  head->mark[0] = block_mark;
  return head + 1;
}

static void release(void *block) {
  block_head *head = block;
  if (!block) return;
  if (head[-1].mark[0] != block_mark) {
    send_fault("freeMemory was called with memory that allocateMemory has not returned");
    return;
  }
  head[-1].mark[0] = 0;
  free(head - 1);
}

typedef struct {
  const jn_fmu *fmu;
  const jni_fmu_description *d;
  bool steps;  // true: the interface is co-simulation; false: model exchange
  int n;
  int *variables;  // indices of the numeric variables that can be read
  double *first, *second;
  double h;
} prober;

static bool is_number(const jni_fmu_variable *v) { return !v->is_array && v->type <= JNI_FMU_BOOLEAN; }

static bool read_all(prober *p, jni_fmu_instance *i, double *values) {
  char what[LINE];
  send_stage("reading the variables");
  if (jni_fmu_get(i, p->n, p->variables, values, what, sizeof what)) return true;
  send_fault("%s", what);
  return false;
}

static bool initialise(prober *p, jni_fmu_instance *i) {
  char what[LINE];
  double t = isnan(p->d->start_time) ? 0 : p->d->start_time;
  send_stage("the initialisation");
  if (jni_fmu_begin(i, t, 0, what, sizeof what) && jni_fmu_exit_initialisation(i, what, sizeof what)) return true;
  send_fault("%s", what);
  return false;
}

// Reports each variable whose two values differ in any bit; when: beginning of the message. Returns true if none does.
static bool compare(const prober *p, const double *expected, const double *found, const char *when) {
  bool same = true;
  for (int k = 0; k < p->n; k++) {
    if (memcmp(&expected[k], &found[k], sizeof *found) == 0) continue;
    send_fault("%s variable '%.100s' is %.17g, but was %.17g", when, p->d->variables[p->variables[k]].name, found[k],
               expected[k]);
    same = false;
  }
  return same;
}

// Reports each variable that must have its start value after the initialisation and does not.
static void check_start_values(const prober *p, const double *values) {
  for (int k = 0; k < p->n; k++) {
    const jni_fmu_variable *v = &p->d->variables[p->variables[k]];
    bool has_start = v->start && (v->initial == JNI_FMU_EXACT || v->causality == JNI_FMU_INPUT);
    double expected = v->type == JNI_FMU_FLOAT32 ? (double)(float)v->start_value : v->start_value;
    if (has_start && values[k] != expected)
      send_fault("variable '%.100s' is %.17g after the initialisation, but its start value is %.17g", v->name,
                 values[k], expected);
  }
}

static bool take_steps(prober *p, jni_fmu_instance *i, int from, int n) {
  char what[LINE];
  double t = isnan(p->d->start_time) ? 0 : p->d->start_time;
  send_stage("DoStep");
  for (int k = from; k < from + n; k++)
    if (!jni_fmu_step(i, t + k * p->h, p->h, what, sizeof what)) {
      send_fault("%s", what);
      return false;
    }
  return true;
}

// Tests saving and loading of states: saves the state, makes the same step from it twice, and reports variables whose
// values differ afterwards.
static void try_state(prober *p, jni_fmu_instance *i) {
  char what[LINE];
  send_stage("saving and loading the state");
  size_t n = jni_fmu_state_size(i, what, sizeof what);
  if (n == 0 || n > 1 << 28) {
    send_fault("the size of its serialised state is %zu: %s", n, n == 0 ? what : "too large");
    return;
  }
  void *bytes = calloc(n, 1);
  bool good = bytes && jni_fmu_save(i, bytes, n, what, sizeof what);
  if (good) {
    if (!take_steps(p, i, 2, 1) || !read_all(p, i, p->first)) return;
    send_stage("loading the state");
    good = jni_fmu_load(i, bytes, n, what, sizeof what);
  }
  if (!good) {
    send_fault("%s", what);
    return;
  }
  free(bytes);
  if (take_steps(p, i, 2, 1) && read_all(p, i, p->second))
    compare(p, p->first, p->second, "after a step from a loaded state");
}

static void try_reset(prober *p, jni_fmu_instance *i, const double *initial) {
  char what[LINE];
  send_stage("Reset");
  if (!jni_fmu_reset(i, what, sizeof what)) {
    send_fault("%s", what);
    return;
  }
  if (initialise(p, i) && read_all(p, i, p->second)) compare(p, initial, p->second, "after Reset and initialisation");
}

// Makes a second instance while the first exists, initialises it, in Co-Simulation makes a step with it, and reports
// variables of the first that this changes. Does nothing if the description allows only one instance per process.
static void try_second(prober *p, const jni_fmu_library *library, const jni_fmu_callbacks *callbacks,
                       jni_fmu_instance *i) {
  char what[LINE];
  if (library->interface->only_once_per_process || !read_all(p, i, p->first)) return;
  send_stage("a second instance");
  jni_fmu_instance *other = jni_fmu_instance_new(library, "second", callbacks, what, sizeof what);
  if (!other) {
    send_fault("a second instance: %s", what);
    return;
  }
  if (initialise(p, other) && p->steps) take_steps(p, other, 0, 1);
  if (read_all(p, i, p->second)) compare(p, p->first, p->second, "after a step of another instance");
  jni_fmu_terminate(other);
  send_stage("FreeInstance");
  jni_fmu_instance_free(other);
}

// ---- model exchange: states, derivatives, event indicators, and directional derivatives against differences
static bool is_good(int status, const char *call) {
  if (status == fmi2OK || status == fmi2Warning) return true;
  send_fault("%s answers %d", call, status);
  return false;
}

typedef struct {
  const jni_fmu_library *l;
  void *c;
  int nx;
  double *x, *rates, *other;
} exchange;

#define CALL(name2, name3, ...)                                                                             \
  (e->l->description->version == 2 ? e->l->fmi2.name2 ? (int)e->l->fmi2.name2(__VA_ARGS__) : (int)fmi2Error \
   : e->l->fmi3.name3              ? (int)e->l->fmi3.name3(__VA_ARGS__)                                     \
                                   : (int)fmi3Error)

static bool get_rates(exchange *e, double *rates) {
  return is_good(CALL(SetContinuousStates, SetContinuousStates, e->c, e->x, (size_t)e->nx), "SetContinuousStates") &&
         is_good(CALL(GetDerivatives, GetContinuousStateDerivatives, e->c, rates, (size_t)e->nx), "GetDerivatives");
}

static int directional(const exchange *e, const uint32_t *unknown, const uint32_t *known, double *result) {
  const double one = 1;
  if (e->l->description->version == 2)
    return e->l->fmi2.GetDirectionalDerivative
               ? (int)e->l->fmi2.GetDirectionalDerivative(e->c, unknown, 1, known, 1, &one, result)
               : (int)fmi2Error;
  return e->l->fmi3.GetDirectionalDerivative
             ? (int)e->l->fmi3.GetDirectionalDerivative(e->c, unknown, 1, known, 1, &one, 1, result, 1)
             : (int)fmi3Error;
}

static void try_derivatives(exchange *e) {
  const jni_fmu_description *d = e->l->description;
  const jni_fmu_unknowns *list = &d->lists[JNI_FMU_DERIVATIVES];
  for (int k = 0; k < e->nx; k++) {
    long of = d->variables[list->entries[k].variable].derivative;
    int state = d->version == 2 ? (int)of - 1 : jni_fmu_find_reference(d, (uint32_t)of);
    double kept = e->x[k], h = 1e-6 * fmax(1, fabs(kept));
    if (state < 0 || state >= d->nvariables) continue;
    e->x[k] = kept + h;
    if (!get_rates(e, e->other)) return;
    e->x[k] = kept - h;
    if (!get_rates(e, e->rates)) return;
    for (int i = 0; i < e->nx; i++) e->other[i] = (e->other[i] - e->rates[i]) / (2 * h);
    e->x[k] = kept;
    if (!get_rates(e, e->rates)) return;
    for (int i = 0; i < e->nx; i++) {
      const jni_fmu_variable *v = &d->variables[list->entries[i].variable];
      double result = NAN;
      int status = directional(e, &v->reference, &d->variables[state].reference, &result);
      if (status != fmi2OK)
        send_fault(
            "GetDirectionalDerivative answers %d for '%.80s' with respect to '%.80s', but the description says "
            "that it is provided",
            status, v->name, d->variables[state].name);
      else if (!(fabs(result - e->other[i]) <= 1e-3 * fmax(1, fabs(e->other[i]))))
        send_fault("the directional derivative of '%.80s' with respect to '%.80s' is %g, and by differences %g",
                   v->name, d->variables[state].name, result, e->other[i]);
      if (status != fmi2OK) return;
    }
  }
}

// Reports a fault if the FMU returns another number of states, or if not `states` of event indicators, than the
// description says. FMI 3 only.
static void check_number(const exchange *e, bool states) {
  size_t n = 0;
  int expected = states ? e->l->description->nstates : e->l->description->nevent_indicators;
  const char *call = states ? "GetNumberOfContinuousStates" : "GetNumberOfEventIndicators";
  if (e->l->description->version == 2 || !e->l->fmi3.GetNumberOfContinuousStates ||
      !e->l->fmi3.GetNumberOfEventIndicators)
    return;
  send_stage(call);
  int status = states ? (int)e->l->fmi3.GetNumberOfContinuousStates(e->c, &n)
                      : (int)e->l->fmi3.GetNumberOfEventIndicators(e->c, &n);
  if (is_good(status, call) && n != (size_t)expected)
    send_fault("%s gives %zu, but the model structure has %d", call, n, expected);
}

static void try_exchange(const jni_fmu_library *library, jni_fmu_instance *i) {
  exchange it = {.l = library, .c = jni_fmu_component(i), .nx = library->description->nstates};
  exchange *e = &it;
  double *memory = calloc(3 * (size_t)e->nx + 1, sizeof *memory);
  bool again = true;
  if (!memory) return;
  e->x = memory;
  e->rates = e->x + e->nx;
  e->other = e->rates + e->nx;
  check_number(e, true);
  check_number(e, false);
  send_stage("the update of discrete states");
  for (int k = 0; again && k < 100; k++) {
    if (library->description->version == 2) {
      fmi2EventInfo info = {0};
      if (!library->fmi2.NewDiscreteStates ||
          !is_good((int)library->fmi2.NewDiscreteStates(e->c, &info), "NewDiscreteStates"))
        return;
      again = info.newDiscreteStatesNeeded;
    } else {
      bool end = false, nominals = false, values = false, has_next = false;
      double next = 0;
      if (!library->fmi3.UpdateDiscreteStates ||
          !is_good((int)library->fmi3.UpdateDiscreteStates(e->c, &again, &end, &nominals, &values, &has_next, &next),
                   "UpdateDiscreteStates"))
        return;
    }
  }
  send_stage("EnterContinuousTimeMode");
  if (!is_good(CALL(EnterContinuousTimeMode, EnterContinuousTimeMode, e->c), "EnterContinuousTimeMode")) return;
  send_stage("GetContinuousStates");
  if (!is_good(CALL(GetContinuousStates, GetContinuousStates, e->c, e->x, (size_t)e->nx), "GetContinuousStates"))
    return;
  send_stage("GetNominalsOfContinuousStates");
  if (is_good(CALL(GetNominalsOfContinuousStates, GetNominalsOfContinuousStates, e->c, e->other, (size_t)e->nx),
              "GetNominalsOfContinuousStates"))
    for (int k = 0; k < e->nx; k++)
      if (!(e->other[k] > 0))
        send_fault("the nominal value of state %d is %g; expected a positive number", k + 1, e->other[k]);
  send_stage("GetDerivatives");
  bool scalar = e->nx == library->description->lists[JNI_FMU_DERIVATIVES].n;
  if (get_rates(e, e->rates) && library->interface->directional_derivatives && scalar) {
    send_stage("GetDirectionalDerivative");
    try_derivatives(e);
  }
  free(memory);
}

// Loads the FMU and tries one interface, if it is present: initialisation, values, steps, states, reset, a second
// instance, or the functions of model exchange. The name of the folder contains blanks, percent signs and letters
// beyond ASCII, which FMUs must accept; if the FMU cannot be instantiated there, tries another folder to find out
// whether that is the reason.
static void try_interface(prober *p, const jni_fmu_interface *interface) {
  const jni_fmu_callbacks callbacks = {(void *)(uintptr_t)&environment_mark, log_2, log_3, allocate, release};
  char what[LINE], plain[LINE];
  if (!interface->present) return;
  p->steps = interface == &p->d->co_simulation;
  send_stage("loading the library");
  jni_fmu_library *l = jni_fmu_library_open(p->fmu, interface, " %41 \xc3\xa4", what, sizeof what);
  if (!l) {
    send_fault("%s", what);
    return;
  }
  send_line('D', l->folder);
  send_stage("Instantiate");
  jni_fmu_instance *i = jni_fmu_instance_new(l, "first", &callbacks, what, sizeof what);
  if (!i) {
    jni_fmu_library_close(l);
    l = jni_fmu_library_open(p->fmu, interface, "", plain, sizeof plain);
    if (l) send_line('D', l->folder);
    i = l ? jni_fmu_instance_new(l, "first", &callbacks, plain, sizeof plain) : NULL;
    if (i)
      send_fault(
          "the FMU cannot be instantiated where the path of its resources has a blank, a percent sign or a "
          "letter beyond ASCII: it does not decode the %s",
          p->d->version == 2 ? "URI" : "path");
    else send_fault("%s", what);
    jni_fmu_library_close(l);
    return;
  }
  double *initial = calloc((size_t)p->n + 1, sizeof *initial);
  if (initial && initialise(p, i) && read_all(p, i, initial)) {
    check_start_values(p, initial);
    if (p->steps && take_steps(p, i, 0, 2) && interface->can_serialize_state) try_state(p, i);
    if (!p->steps) try_exchange(l, i);
    try_second(p, l, &callbacks, i);
    send_stage("Terminate");
    jni_fmu_terminate(i);
    try_reset(p, i, initial);
  }
  free(initial);
  send_stage("FreeInstance");
  jni_fmu_instance_free(i);
  send_stage("unloading the library");
  jni_fmu_library_close(l);
}

static void probe(const jn_fmu *fmu) {
  const jni_fmu_description *d = fmu->description;
  prober p = {.fmu = fmu, .d = d};
  double span = isnan(d->stop_time) ? 1 : d->stop_time - (isnan(d->start_time) ? 0 : d->start_time);
  p.h = d->step_size > 0 ? d->step_size : d->co_simulation.fixed_step > 0 ? d->co_simulation.fixed_step : span / 100;
  int nvariables = d->nvariables + d->nelements;
  p.variables = calloc((size_t)nvariables + 1, sizeof *p.variables);
  p.first = calloc((size_t)nvariables + 1, sizeof *p.first);
  p.second = calloc((size_t)nvariables + 1, sizeof *p.second);
  if (!p.variables || !p.first || !p.second) _exit(1);
  for (int i = 0; i < nvariables; i++)
    if (is_number(&d->variables[i])) p.variables[p.n++] = i;
  try_interface(&p, &d->co_simulation);
  try_interface(&p, &d->model_exchange);
  free(p.variables);
  free(p.first);
  free(p.second);
}

// ---- in the process of the caller -----------------------------------------------------------------------------------

// Reads the lines of the process to their end and reports its faults. Returns the number of faults. Sets `stage` to the
// last call, and folders[] to the *nfolders folders with unpacked files.
static int read_lines(const jn_fmu *fmu, FILE *lines, char *stage, size_t size, char folders[FOLDERS][LINE],
                      int *nfolders, jn_report *report) {
  char line[LINE + 8];
  int faults = 0;
  while (fgets(line, sizeof line, lines)) {
    line[strcspn(line, "\n")] = 0;
    if (line[0] == 'S') {
      jni_print(stage, size, "%s", line + 1);
    } else if (line[0] == 'D') {
      jni_print(folders[*nfolders % FOLDERS], LINE, "%s", line + 1);
      ++*nfolders;
    } else if (line[0] == 'F') {
      jni_fmu_fault(fmu->path, NULL, "", report, "%s", line + 1);
      faults++;
    }
  }
  return faults;
}

// Body of the separate process: tries the FMU, writes its lines to `out` and exits. Standard output and error are
// discarded, so that an FMU that prints does not disturb the output of the caller.
static void run_child(const jn_fmu *fmu, int out) {
  int nothing = open("/dev/null", O_WRONLY);
  if (nothing < 0 || dup2(nothing, 1) < 0 || dup2(nothing, 2) < 0 || dup2(out, PIPE) < 0) _exit(1);
  alarm(SECONDS);
  probe(fmu);
  _exit(0);
}

int jn_fmu_probe(const jn_fmu *fmu, jn_report *report) {
  JNI_ASSERT(fmu);
  int ends[2], status = 0, faults;
  char stage[LINE] = "the beginning", why[128], folders[FOLDERS][LINE] = {""};
  int nfolders = 0;
  pid_t child = pipe(ends) == 0 ? fork() : -1;
  if (child < 0) {
    jni_print(why, sizeof why, "%s", strerror(errno));
    jni_fmu_fault(fmu->path, NULL, "", report, "the FMU cannot be tried in a process of its own: %s", why);
    return 1;
  }
  if (child == 0) run_child(fmu, ends[1]);
  close(ends[1]);
  FILE *lines = fdopen(ends[0], "r");
  faults = lines ? read_lines(fmu, lines, stage, sizeof stage, folders, &nfolders, report) : 0;
  if (lines) fclose(lines);
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return faults;
  for (int i = 0; i < nfolders && i < FOLDERS; i++) jni_folder_remove_tree(folders[i]);
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
    jni_fmu_fault(fmu->path, NULL, "", report, "%s did not end within %d s", stage, SECONDS);
  else if (WIFSIGNALED(status))
    jni_fmu_fault(fmu->path, NULL, "", report, "the FMU has crashed in %s (signal %d)", stage, WTERMSIG(status));
  else jni_fmu_fault(fmu->path, NULL, "", report, "the FMU has ended the process in %s", stage);
  return faults + 1;
}
