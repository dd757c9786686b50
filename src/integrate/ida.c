// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// ida.c - backward differentiation of order 1 to 5 for F(t, y, ydot) = 0: SUNDIALS' IDA. [Brenan 1996; Hindmarsh 2005]
//
// One call takes one internal step, not beyond the stop time. IDA chooses the order, the step and the moments for a new
// Newton matrix; the formulation computes, factors and solves it (jni_residual). A component outside of the error test
// has a negligible weight, also in the convergence test of Newton's method: a multiplier converges with the speeds that
// it affects, and its size says nothing about their errors. Norms are means over the tested components.
#include "integrate/integrator_common.h"
#include "integrate/multistep.h"

#ifdef JNI_HAVE_IDA

#include <ida/ida.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <string.h>

typedef struct {
  jni_multistep common;
  SUNContext context;
  void *ida;
  N_Vector y, ydot, tested;
  N_Vector view;     // vector header without data, through which IDA writes into our vectors
  SUNMatrix matrix;  // header without data: the formulation has the matrix and its factor
  SUNLinearSolver linear;
  double share;  // square root of n over the number of components in the error test
} ida;

// Factor on the weight of a component that is not in the error test; IDA requires positive weights.
static const double no_weight = 1e-12;
// Tolerance of Newton's method, in the norm in which 1 is the tolerance of a step. IDA's default 0.33 makes the error
// estimate so inaccurate that 50 % more steps are taken.
static const double newton_part = 0.03;

// ---- functions that IDA calls -----------------------------------------------------------------------------------

static const jni_ode *ode_of(const ida *m) { return &m->common.base.ode; }

static int residual(realtype t, N_Vector y, N_Vector ydot, N_Vector r, void *self) {
  ida *m = self;
  const jni_ode *ode = ode_of(m);
  m->common.base.counts.evaluations++;
  jn_status status =
      ode->residual->residual(ode->self, t, N_VGetArrayPointer(y), N_VGetArrayPointer(ydot), N_VGetArrayPointer(r));
  return jni_multistep_status(&m->common, status);
}

static int make_matrix(realtype t, realtype c, N_Vector y, N_Vector ydot, N_Vector r, SUNMatrix J, void *self,
                       N_Vector workspace1, N_Vector workspace2, N_Vector workspace3) {
  (void)r;
  (void)J;
  (void)workspace1;
  (void)workspace2;
  (void)workspace3;
  ida *m = self;
  const jni_ode *ode = ode_of(m);
  return jni_multistep_status(&m->common,
                              ode->residual->setup(ode->self, t, c, N_VGetArrayPointer(y), N_VGetArrayPointer(ydot)));
}

static int weigh(N_Vector y, N_Vector weights, void *self) {
  const ida *m = self;
  const jni_ode *ode = ode_of(m);
  const double *x = N_VGetArrayPointer(y);
  double *w = N_VGetArrayPointer(weights);
  for (int i = 0; i < ode->n; i++) {
    w[i] = m->share / (ode->relative * fabs(x[i]) + ode->absolute[i]);
    if (!ode->residual->in_error_test[i]) w[i] *= no_weight;
    if (!(w[i] > 0)) return -1;
  }
  return 0;
}

static SUNMatrix_ID matrix_id(SUNMatrix matrix) {
  (void)matrix;
  return SUNMATRIX_CUSTOM;
}
static int matrix_zero(SUNMatrix matrix) {
  (void)matrix;
  return 0;
}
static SUNLinearSolver_Type linear_type(SUNLinearSolver linear) {
  (void)linear;
  return SUNLINEARSOLVER_DIRECT;
}
static SUNLinearSolver_ID linear_id(SUNLinearSolver linear) {
  (void)linear;
  return SUNLINEARSOLVER_CUSTOM;
}
static int linear_setup(SUNLinearSolver linear, SUNMatrix matrix) {
  (void)linear;
  (void)matrix;
  return 0;
}

static int linear_solve(SUNLinearSolver linear, SUNMatrix matrix, N_Vector x, N_Vector b, realtype tolerance) {
  (void)matrix;
  (void)tolerance;
  const jni_ode *ode = ode_of(linear->content);
  double *to = N_VGetArrayPointer(x);
  const double *from = N_VGetArrayPointer(b);
  if (to != from) memcpy(to, from, (size_t)ode->n * sizeof *to);
  ode->residual->solve(ode->self, to);
  return 0;
}

// ---- construction -----------------------------------------------------------------------------------------------

static void *end(void *self) {
  ida *m = self;
  if (m->ida) IDAFree(&m->ida);
  if (m->linear) SUNLinSolFreeEmpty(m->linear);
  if (m->matrix) SUNMatFreeEmpty(m->matrix);
  N_Vector const heads[] = {m->view, m->tested, m->ydot, m->y};
  for (int i = 0; i < 4; i++)
    if (heads[i]) N_VDestroy(heads[i]);
  if (m->context) SUNContext_Free(&m->context);
  return NULL;
}

static bool make_vectors(ida *m, double *v) {
  int n = ode_of(m)->n, tested = 0;
  if (SUNContext_Create(NULL, &m->context)) return false;
  m->y = N_VMake_Serial(n, v, m->context);
  m->ydot = N_VMake_Serial(n, v + n, m->context);
  m->tested = N_VMake_Serial(n, v + 2 * n, m->context);
  m->view = N_VMake_Serial(n, v + 3 * n, m->context);
  m->common.base.y = v;
  m->common.base.ydot = v + n;
  m->common.kept = v + 3 * n;
  m->common.kept_slope = v + 4 * n;
  for (int i = 0; i < n; i++) {
    bool in = ode_of(m)->residual->in_error_test[i];
    v[2 * n + i] = in ? 1 : 0;
    tested += in;
  }
  m->share = tested > 0 ? sqrt((double)n / tested) : 1;
  return m->y && m->ydot && m->tested && m->view;
}

static bool make_linear(ida *m) {
  m->matrix = SUNMatNewEmpty(m->context);
  m->linear = SUNLinSolNewEmpty(m->context);
  if (!m->matrix || !m->linear) return false;
  m->matrix->ops->getid = matrix_id;
  m->matrix->ops->zero = matrix_zero;
  m->linear->ops->gettype = linear_type;
  m->linear->ops->getid = linear_id;
  m->linear->ops->setup = linear_setup;
  m->linear->ops->solve = linear_solve;
  m->linear->content = m;
  return !IDASetLinearSolver(m->ida, m->linear, m->matrix) && !IDASetJacFn(m->ida, make_matrix);
}

static bool make_solver(ida *m) {
  const jni_integrator_options *options = &m->common.base.options;
  m->ida = IDACreate(m->context);
  if (!m->ida) return false;
  bool ok = !IDASetErrHandlerFn(m->ida, jni_multistep_catch, m) && !IDAInit(m->ida, residual, 0, m->y, m->ydot) &&
            !IDASetUserData(m->ida, m) && !IDAWFtolerances(m->ida, weigh) && !IDASetId(m->ida, m->tested) &&
            !IDASetSuppressAlg(m->ida, SUNTRUE) && !IDASetNonlinConvCoef(m->ida, newton_part) && make_linear(m);
  if (ok && options->step > 0) ok = !IDASetInitStep(m->ida, options->step);
  if (ok && options->max_step > 0) ok = !IDASetMaxStep(m->ida, options->max_step);
  if (ok && options->max_order > 0) ok = !IDASetMaxOrd(m->ida, options->max_order < 5 ? options->max_order : 5);
  double least = 1e-14 * fabs(options->until);
  if (ok && least > 0) ok = !IDASetMinStep(m->ida, least);
  return ok;
}

// ---- stepping ---------------------------------------------------------------------------------------------------

static bool begin(jni_multistep *common, double t) {
  ida *m = (ida *)common;
  return !IDAReInit(m->ida, t, m->y, m->ydot);
}

static jn_status make_consistent(jni_multistep *common, double t, double *y, double *ydot) {
  jni_integrator *base = &common->base;
  jn_status status = base->ode.residual->consistent(base->ode.self, t, y, ydot);
  base->counts.evaluations++;
  if (status != JN_OK)
    jni_print(base->message, sizeof base->message, "the equations could not be evaluated at t = %.9g s: %s", t,
              jn_status_text(status));
  return status;
}

static jn_status failure(jni_multistep *m, int flag) {
  jni_integrator *base = &m->base;
  const char *why = m->last != JN_OK           ? jn_status_text(m->last)
                    : flag == IDA_ERR_FAIL     ? "the error test kept failing"
                    : flag == IDA_CONV_FAIL    ? "the corrector did not converge"
                    : flag == IDA_TOO_MUCH_ACC ? "the tolerance is below what rounding allows"
                    : m->caught[0]             ? m->caught
                                               : "IDA failed";
  jni_print(base->message, sizeof base->message, "the step became too small at t = %.9g s: %s", base->t, why);
  return m->last != JN_OK && !jni_multistep_recoverable(m->last) ? m->last : JN_STEP_TOO_SMALL;
}

static jn_status advance(jni_multistep *common, double t_limit, double *t) {
  ida *m = (ida *)common;
  jni_integrator *base = &common->base;
  size_t bytes = (size_t)base->ode.n * sizeof *base->y;
  jni_integrator_counts since = {0};
  memcpy(common->kept, base->y, bytes);
  memcpy(common->kept_slope, base->ydot, bytes);
  if (IDASetStopTime(m->ida, t_limit)) return failure(common, IDA_ILL_INPUT);
  int flag = IDASolve(m->ida, jni_multistep_ahead(common, t_limit), t, m->y, m->ydot, IDA_ONE_STEP);
  IDAGetNumErrTestFails(m->ida, &since.rejected);
  IDAGetNumNonlinSolvIters(m->ida, &since.iterations);
  IDAGetNumNonlinSolvConvFails(m->ida, &since.unconverged);
  IDAGetNumLinSolvSetups(m->ida, &since.setups);
  jni_multistep_count(common, &since);
  if (flag >= 0) return JN_OK;
  memcpy(base->y, common->kept, bytes);
  memcpy(base->ydot, common->kept_slope, bytes);
  return failure(common, flag);
}

static double next_step(const jni_multistep *common) {
  double h = 0;
  IDAGetCurrentStep(((const ida *)common)->ida, &h);
  return h;
}

static void dense(const jni_multistep *common, double t, double *y) {
  const ida *m = (const ida *)common;
  N_VSetArrayPointer(y, m->view);
  IDAGetDky(m->ida, t, 0, m->view);
}

static const jni_multistep_solver solver = {
    .begin = begin, .slope = make_consistent, .next_step = next_step, .advance = advance, .dense = dense};

static jni_integrator *create(const jn_alloc *alloc, const jni_ode *ode, const jni_integrator_options *options,
                              jn_report *report) {
  double *vectors;
  if (!ode->residual) {
    jn_report_fault(report, JN_REFUSED, "", "integrator 'ida' needs a formulation in residual form: 'ggl' or 'index1'");
    return NULL;
  }
  ida *m = jni_integrator_make(&jni_ida, sizeof *m, 5, alloc, ode, options, &vectors, report);
  if (!m) return NULL;
  m->common.solver = &solver;
  if (jni_keep(&m->common.base.pool, m, end) && make_vectors(m, vectors) && (ode->n == 0 || make_solver(m)))
    return &m->common.base;
  jn_report_fault(report, JN_NO_MEMORY, "", "IDA could not be set up (%s)",
                  m->common.caught[0] ? m->common.caught : "no memory");
  return jni_object_free(m);
}

#define FUNCTIONS \
  .create = create, .start = jni_multistep_start, .step = jni_multistep_step, .interpolate = jni_multistep_interpolate

#else

#define FUNCTIONS .create = create_missing

static jni_integrator *create_missing(const jn_alloc *alloc, const jni_ode *ode, const jni_integrator_options *options,
                                      jn_report *report) {
  (void)alloc;
  (void)ode;
  (void)options;
  jn_report_fault(report, JN_REFUSED, "",
                  "integrator 'ida' needs IDA, which this build lacks: install the Debian package "
                  "libsundials-dev and build again");
  return NULL;
}

#endif

const jni_integrator_kind jni_ida = {
    .name = "ida",
    .help = "IDA, backward differentiation of order 1 to 5, variable step, for residual formulations",
    .residual = true,
    .stiff = true,
    FUNCTIONS,
};
