// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// print_declarations.c - prints the beginning of the C file: a comment that describes the model, sizes, the struct of
// the state, and declarations of the public functions.
#include <math.h>
#include <string.h>

#include "compile/print/printer.h"

// ---- comment ------------------------------------------------------------------------------------------------------

// Prints a line of the comment at the top: a label and a text. Control characters and backslashes in the text become
// blanks.
static void print_line(jni_source *text, const char *what, const char *words) {
  jni_source_add(text, "//   %-12s", what);
  for (; *words; words++) jni_source_put(text, (unsigned char)*words < 0x20 || *words == '\\' ? " " : words, 1);
  jni_source_add(text, "\n");
}

// Prints the names of the first 40 independent variables, which the user may set, in lines of the comment; nothing if
// no variable depends on others.
static void print_independent(const jni_printer *p) {
  enum { MOST = 40, WIDTH = 100 };
  const jni_program *program = p->program;
  const jni_program_sizes *n = &program->sizes;
  size_t column = WIDTH;
  for (int i = 0; i < n->nindependent && i < MOST && n->nv > n->nindependent; i++) {
    const char *name = program->names[1 + n->nq + program->independent[i]];
    bool fits = column + strlen(name) < WIDTH;
    jni_source_add(p->text, "%s%s", i == 0 ? "//   independent " : fits ? ", " : ",\n//               ", name);
    column = (fits ? column : 0) + strlen(name) + 2;
  }
  if (n->nv > n->nindependent) jni_source_add(p->text, "%s\n", n->nindependent > MOST ? ", and more" : "");
}

// Prints the kept parameters with the limits that the model gives them. The code itself accepts any number.
static void print_parameters(const jni_printer *p) {
  const jni_program_sizes *n = &p->program->sizes;
  const jn_model *model = p->options->kept_of;
  int first = jni_program_nvariables(n) - n->nf - n->ne - n->np;
  for (int i = 0; model && i < n->np; i++) {
    jn_parameter q = jn_model_parameter_get(model, jn_model_find_parameter(model, p->program->names[first + i]));
    jni_source_add(p->text, "//   parameter   %s = %g%s%s", q.name, q.value, q.unit[0] ? " " : "", q.unit);
    if (q.min > -INFINITY) jni_source_add(p->text, ", at least %.15g", q.min);
    if (q.max < INFINITY) jni_source_add(p->text, ", at most %.15g", q.max);
    jni_source_add(p->text, "\n");
  }
}

static void print_comment(const jni_printer *p) {
  const jni_print_options *o = p->options;
  const jni_program_sizes *n = &p->program->sizes;
  jni_source *t = p->text;
  int newton = p->program->newton;
  jni_source_add(t, "// %s.c - equations of motion as straight-line code, written by jounce compile.\n//\n", o->name);
  if (o->model) print_line(t, "model", o->model);
  if (o->hash) print_line(t, "hash", o->hash);
  jni_source_add(t, "//   method      %s, step %g s", o->method->name, o->h);
  if (n->nv > n->nindependent)
    jni_source_add(t, ", %d step%s of Newton %s every evaluation", newton > 0 ? newton : 1, newton > 1 ? "s" : "",
                   newton > 0 ? "before" : "behind");
  jni_source_add(t, "\n");
  jni_source_add(t,
                 "//   sizes       %d coordinates, %d speeds (%d independent), %d states, %d inputs, %d parameters\n",
                 n->nq, n->nv, n->nindependent, n->nz, n->nu, n->np);
  print_independent(p);
  print_parameters(p);
  jni_source_add(t, "//   operations  %d for an evaluation, %s\n", p->noperations,
                 p->program->fused ? "sums of products by fma" : "without fma");
  if (o->lanes > 0) jni_source_add(t, "//   lanes       %d\n", o->lanes);
  if (p->blocks) jni_source_add(t, "//   blocks      %d, called %d times\n", p->blocks->n, p->blocks->ncalls);
  for (int i = 0; jni_kernels_controller(p->kernels, i); i++)
    jni_source_add(t, "//   linked to   jounce_controller_%s\n", jni_kernels_controller(p->kernels, i));
  jni_source_add(
      t,
      "//\n"
      "// The state is one struct; a copy of it saves all, and copying it back goes on from there. Compile this\n"
      "// file with the others, and include it where it is called with %s_DECLARATIONS defined.\n",
      o->name);
}

// ---- sizes and state ----------------------------------------------------------------------------------------------

static void print_enum(const jni_printer *p) {
  const jni_program_sizes *n = &p->program->sizes;
  const char *name = p->options->name;
  const struct {
    const char *letter, *what;
    int count;
  } parts[] = {{"Q", "coordinates, m or rad", n->nq},
               {"V", "speeds", n->nv},
               {"Z", "states of forces and controllers", n->nz},
               {"S", "switches", n->ns},
               {"U", "inputs", n->nu},
               {"M", "what the ends of steps remember", n->nm},
               {"P", "parameters", n->np},
               {"E", "energy at the start, of which energy.error is the change", n->ne},
               {"F", "what stops hold within a step", n->nf}};
  int at = 1, many = (int)(sizeof parts / sizeof parts[0]);
  jni_source_add(p->text, "enum {\n");
  for (int i = 0; i < many; i++)
    jni_source_add(p->text, "  %s_N%s = %d,  // %s\n", name, parts[i].letter, parts[i].count, parts[i].what);
  jni_source_add(p->text, "  %s_NY = %d,  // outputs\n", name, p->program->noutputs);
  if (p->program->nposes > 0) jni_source_add(p->text, "  %s_NB = %d,  // bodies\n", name, p->program->nbodies);
  jni_source_add(p->text, "  %s_NX = %d,  // all of x\n", name, p->nvariables + p->nmemory);
  if (p->program->nranges > 0)
    jni_source_add(p->text, "  %s_NR = %d,  // variables of tables\n", name, p->program->nranges);
  jni_source_add(p->text, "  %s_LANES = %d,\n", name, p->options->lanes > 0 ? p->options->lanes : 1);
  jni_source_add(p->text, "  // where they begin in x; the time is x[0], the memory of the method stands at the end\n");
  for (int i = 0; i < many; at += parts[i++].count)
    jni_source_add(p->text, "  %s_%s = %d,\n", name, parts[i].letter, at);
  jni_source_add(p->text, "  %s_MEMORY = %d\n};\n\n", name, at);
}

static void print_state(const jni_printer *p) {
  const char *name = p->options->name;
  int lanes = p->options->lanes;
  char many[32] = "";
  if (lanes > 0) jni_print(many, sizeof many, "[%d]", lanes);
  if (lanes > 0)
    jni_source_add(p->text, "typedef double %s_real __attribute__((vector_size(%d)));  // one number of every lane\n\n",
                   name, 8 * lanes);
  jni_source_add(
      p->text,
      "typedef struct {\n"
      "  %s x[%s_NX];\n"
      "  %s pivot;  // of the loops, at the begin of the last step: 1 as at the start, 0 where they jam\n"
      "  %s stop;   // not 0: what the last step met ends the run: 1 + the event, -1 - the subsystem that failed\n"
      "  int status%s;  // of the last step\n",
      p->shown, name, p->shown, p->shown, many);
  if (p->program->nranges > 0)
    jni_source_add(p->text,
                   "  %s outside;  // steps since init that ended beyond the range of a table\n"
                   "  %s beyond[%s_NR];  // m or rad: the farthest that each of them was left (%s_range)\n",
                   p->shown, p->shown, name, name);
  if (p->cached.n > 0)
    jni_source_add(p->text, "  %s cache[%d];  // calls cached at the end of the last step: inputs, results\n", p->shown,
                   p->cached.n);
  jni_source_add(p->text, "} %s_state;\n\n", name);
}

// ---- functions ----------------------------------------------------------------------------------------------------

static void print_prototypes(const jni_printer *p) {
  const char *name = p->options->name, *real = p->shown;
  jni_source *t = p->text;
  jni_source_add(t, "typedef struct {\n  int nq, nv, nz, ns, nu, nm, np, ny, nx, lanes;\n  size_t state;  // bytes\n");
  jni_source_add(t, "  double step;   // s\n} %s_counts;\n\n%s_counts %s_sizes(void);\n", name, name, name);
  jni_source_add(t, "// The state where the model starts.\nvoid %s_init(%s_state *s);\n", name, name);
  jni_source_add(
      t, "// To be called after t, q, v, z, s or p of the state were set from outside; inputs u need nothing.\n");
  jni_source_add(t, "void %s_restart(%s_state *s);\n", name, name);
  if (p->functions[JNI_PRINT_START].pieces)
    jni_source_add(t,
                   "// The state where the model starts with the inputs and parameters that the state has; it was\n"
                   "// initialised before.%s\nvoid %s_start(%s_state *s);\n",
                   p->program->start_given ? " Some of q, v and z begin where the state has them." : "", name, name);
  jni_source_add(t,
                 "// One step. 0: all is well; 1: the loops are about to jam, or jammed; 2: something is not finite;\n"
                 "// 3: events trigger each other without end.\n");
  jni_source_add(t, "int %s_step(%s_state *s);\n", name, name);
  jni_source_add(t, "void %s_accelerations(const %s_state *s, %s *vdot);  // NV\n", name, name, real);
  jni_source_add(t, "void %s_outputs(const %s_state *s, %s *y);  // NY\n", name, name, real);
  if (p->program->nposes > 0)
    jni_source_add(t,
                   "// How all bodies stand, %d numbers each: %s.\nvoid %s_poses(const %s_state *s, %s *p);  // NB of "
                   "them\nconst char *%s_body(int i);  // name; NULL beyond\n",
                   p->program->nposes / p->program->nbodies,
                   p->program->nposes == 3 * p->program->nbodies ? "x, y, angle" : "x, y, z, quaternion (w, x, y, z)",
                   name, name, real, name);
  jni_source_add(t, "// Of x[i], i < MEMORY, and of y[i]; NULL beyond.\n");
  jni_source_add(t, "const char *%s_name(int i);\nconst char *%s_unit(int i);\n", name, name);
  jni_source_add(t, "const char *%s_output_name(int i);\nconst char *%s_output_unit(int i);\n", name, name);
  if (p->program->nranges > 0)
    jni_source_add(t,
                   "// How far variable i < NR goes in tables; returns where it is in x.\n"
                   "int %s_range(int i, double *low, double *high);\n",
                   name);
  jni_source_add(t, "\n");
}

void jni_print_declarations(const jni_printer *p) {
  const char *name = p->options->name;
  print_comment(p);
  jni_source_add(p->text, "#ifndef %s_DECLARED\n#define %s_DECLARED\n\n#include <stddef.h>\n\n", name, name);
  jni_source_add(p->text, "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n");
  print_enum(p);
  print_state(p);
  print_prototypes(p);
  jni_print_derivative_declarations(p);
  jni_source_add(p->text, "#ifdef __cplusplus\n}\n#endif\n#endif\n\n");
}
