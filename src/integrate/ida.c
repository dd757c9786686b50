// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// ida.c - backward differentiation of order 1 to 5 for F(t, y, ydot) = 0: SUNDIALS' IDA. [Brenan 1996; Hindmarsh 2005]
//
// One call takes one internal step, and never beyond the stop time. IDA chooses order, step and when a new Newton
// matrix is due; the matrix itself, its factor and its solve belong to the formulation (jni_residual). A component that
// is not in the error test has next to no weight, also in the test of the Newton iteration: a multiplier converges with
// the speeds that it moves, and its size says nothing of their error. Norms are means over the components tested.
#include "integrate/common.h"

#ifdef JNI_HAVE_IDA

#include <ida/ida.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <string.h>

typedef struct {
  jni_integrator base;
  SUNContext context;
  void *ida;
  N_Vector y, ydot, tested;
  N_Vector view;  // a head without data: lets IDA write into our vectors
  SUNMatrix matrix;  // heads without data: the formulation keeps matrix and factor
  SUNLinearSolver linear;
  double *vectors;
  double *kept, *kept_slope;  // y and ydot before a step, or after one by a straight line
  double share;               // square root of components over components tested
  long rejected, iterations;  // before the last restart
  jn_status last;             // of the last failing call of the equations in this step
  char caught[160];           // IDA's last message
} ida;

// What is left of the weight of a component that is not tested: IDA wants a positive number.
static const double no_weight = 1e-12;
// What Newton may leave, in the norm in which 1 is the error allowed in a step. IDA's own 0.33 makes the error estimate so rough that
// it takes half as many steps again.
static const double newton_part = 0.03;

// ---- what IDA calls ---------------------------------------------------------------------------------------------

static bool recoverable(jn_status status) {
  return status == JN_NO_CONVERGENCE || status == JN_NOT_FINITE || status == JN_SINGULAR;
}

static int told(ida *m, jn_status status) {
  if (status == JN_OK) return 0;
  m->last = status;
  return recoverable(status) ? 1 : -1;
}

static int residual(realtype t, N_Vector y, N_Vector ydot, N_Vector r, void *self) {
  ida *m = self;
  const jni_ode *ode = &m->base.ode;
  m->base.counts.evaluations++;
  return told(m, ode->residual->residual(ode->self, t, N_VGetArrayPointer(y), N_VGetArrayPointer(ydot), N_VGetArrayPointer(r)));
}

static int make_matrix(realtype t, realtype c, N_Vector y, N_Vector ydot, N_Vector r, SUNMatrix J, void *self, N_Vector room1,
                       N_Vector room2, N_Vector room3) {
  (void)r, (void)J, (void)room1, (void)room2, (void)room3;
  ida *m = self;
  const jni_ode *ode = &m->base.ode;
  return told(m, ode->residual->setup(ode->self, t, c, N_VGetArrayPointer(y), N_VGetArrayPointer(ydot)));
}

static int weigh(N_Vector y, N_Vector weights, void *self) {
  const ida *m = self;
  const jni_ode *ode = &m->base.ode;
  const double *x = N_VGetArrayPointer(y);
  double *w = N_VGetArrayPointer(weights);
  for (int i = 0; i < ode->n; i++) {
    w[i] = m->share / (ode->relative * fabs(x[i]) + ode->absolute[i]);
    if (!ode->residual->in_error_test[i]) w[i] *= no_weight;
    if (!(w[i] > 0)) return -1;
  }
  return 0;
}

static void catch_message(int code, const char *module, const char *function, char *text, void *self) {
  (void)code, (void)module, (void)function;
  ida *m = self;
  snprintf(m->caught, sizeof m->caught, "%s", text);
}

static SUNMatrix_ID matrix_id(SUNMatrix matrix) { return (void)matrix, SUNMATRIX_CUSTOM; }
static int matrix_zero(SUNMatrix matrix) { return (void)matrix, 0; }
static SUNLinearSolver_Type linear_type(SUNLinearSolver linear) { return (void)linear, SUNLINEARSOLVER_DIRECT; }
static SUNLinearSolver_ID linear_id(SUNLinearSolver linear) { return (void)linear, SUNLINEARSOLVER_CUSTOM; }
static int linear_setup(SUNLinearSolver linear, SUNMatrix matrix) { return (void)linear, (void)matrix, 0; }

static int linear_solve(SUNLinearSolver linear, SUNMatrix matrix, N_Vector x, N_Vector b, realtype tolerance) {
  (void)matrix, (void)tolerance;
  const jni_ode *ode = &((const ida *)linear->content)->base.ode;
  double *to = N_VGetArrayPointer(x);
  const double *from = N_VGetArrayPointer(b);
  if (to != from) memcpy(to, from, (size_t)ode->n * sizeof *to);
  ode->residual->solve(ode->self, to);
  return 0;
}

// ---- making -----------------------------------------------------------------------------------------------------

static void *destroy(jni_integrator *integrator) {
  ida *m = (ida *)integrator;
  if (!m) return NULL;
  if (m->ida) IDAFree(&m->ida);
  if (m->linear) SUNLinSolFreeEmpty(m->linear);
  if (m->matrix) SUNMatFreeEmpty(m->matrix);
  N_Vector const heads[] = {m->view, m->tested, m->ydot, m->y};
  for (int i = 0; i < 4; i++)
    if (heads[i]) N_VDestroy(heads[i]);
  if (m->context) SUNContext_Free(&m->context);
  return jni_integrator_unmake(integrator, m->vectors);
}

static bool make_vectors(ida *m) {
  int n = m->base.ode.n, tested = 0;
  double *v = m->vectors;
  if (SUNContext_Create(NULL, &m->context)) return false;
  m->y = N_VMake_Serial(n, v, m->context);
  m->ydot = N_VMake_Serial(n, v + n, m->context);
  m->tested = N_VMake_Serial(n, v + 2 * n, m->context);
  m->view = N_VMake_Serial(n, v + 3 * n, m->context);
  m->base.y = v;
  m->base.ydot = v + n;
  m->kept = v + 3 * n;
  m->kept_slope = v + 4 * n;
  for (int i = 0; i < n; i++) {
    bool in = m->base.ode.residual->in_error_test[i];
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
  const jni_integrator_options *options = &m->base.options;
  m->ida = IDACreate(m->context);
  if (!m->ida) return false;
  bool ok = !IDASetErrHandlerFn(m->ida, catch_message, m) && !IDAInit(m->ida, residual, 0, m->y, m->ydot) &&
            !IDASetUserData(m->ida, m) && !IDAWFtolerances(m->ida, weigh) && !IDASetId(m->ida, m->tested) &&
            !IDASetSuppressAlg(m->ida, SUNTRUE) && !IDASetNonlinConvCoef(m->ida, newton_part) && make_linear(m);
  if (ok && options->step > 0) ok = !IDASetInitStep(m->ida, options->step);
  if (ok && options->max_step > 0) ok = !IDASetMaxStep(m->ida, options->max_step);
  double least = 1e-14 * fabs(options->until);
  if (ok && least > 0) ok = !IDASetMinStep(m->ida, least);
  return ok;
}

static jni_integrator *create(const jn_alloc *alloc, const jni_ode *ode, const jni_integrator_options *options, jn_report *report) {
  double *vectors;
  if (!ode->residual) {
    jn_report_fault(report, JN_REFUSED, "", "integrator 'ida' takes equations in residual form: formulations 'ggl' and 'index1'");
    return NULL;
  }
  ida *m = jni_integrator_make(&jni_ida, sizeof *m, 5, alloc, ode, options, &vectors, report);
  if (!m) return NULL;
  m->vectors = vectors;
  if (make_vectors(m) && make_solver(m)) return &m->base;
  jn_report_fault(report, JN_NO_MEMORY, "", "IDA could not be set up (%s)", m->caught[0] ? m->caught : "no memory");
  return destroy(&m->base);
}

// ---- stepping ---------------------------------------------------------------------------------------------------

static void update_counts(ida *m) {
  long rejected = 0, iterations = 0;
  IDAGetNumErrTestFails(m->ida, &rejected);
  IDAGetNumNonlinSolvIters(m->ida, &iterations);
  m->base.counts.rejected = m->rejected + rejected;
  m->base.counts.iterations = m->iterations + iterations;
}

// IDA begins anew at (t, y, ydot).
static bool forget(ida *m, double t) {
  m->base.t = m->base.t_previous = t;
  m->rejected = m->base.counts.rejected;
  m->iterations = m->base.counts.iterations;
  return !IDAReInit(m->ida, t, m->y, m->ydot);
}

static jn_status make_consistent(jni_integrator *base, double t, double *y, double *ydot) {
  jn_status status = base->ode.residual->consistent(base->ode.self, t, y, ydot);
  base->counts.evaluations++;
  if (status != JN_OK)
    snprintf(base->message, sizeof base->message, "the equations could not be evaluated at t = %.9g s: %s", t,
             jn_status_text(status));
  return status;
}

static jn_status start(jni_integrator *integrator, double t, const double *y) {
  ida *m = (ida *)integrator;
  if (y != integrator->y) memcpy(integrator->y, y, (size_t)integrator->ode.n * sizeof *y);
  jn_status status = make_consistent(integrator, t, integrator->y, integrator->ydot);
  if (status != JN_OK) return status;
  return forget(m, t) ? JN_OK : JN_BAD_ARGUMENT;
}

static jn_status failure(ida *m, int flag) {
  jni_integrator *base = &m->base;
  const char *why = m->last != JN_OK          ? jn_status_text(m->last)
                    : flag == IDA_ERR_FAIL    ? "the error test kept failing"
                    : flag == IDA_CONV_FAIL   ? "the corrector did not converge"
                    : flag == IDA_TOO_MUCH_ACC ? "the tolerance is below what rounding allows"
                    : m->caught[0]            ? m->caught
                                              : "IDA failed";
  snprintf(base->message, sizeof base->message, "the step became too small at t = %.9g s: %s", base->t, why);
  return m->last != JN_OK && !recoverable(m->last) ? m->last : JN_STEP_TOO_SMALL;
}

// A limit some roundings away is too close for IDA to start: a straight line is exact there.
static jn_status creep(ida *m, double t_limit) {
  jni_integrator *base = &m->base;
  size_t bytes = (size_t)base->ode.n * sizeof *base->y;
  double h = t_limit - base->t, from = base->t;
  for (int i = 0; i < base->ode.n; i++) m->kept[i] = base->y[i] + h * base->ydot[i];
  jn_status status = make_consistent(base, t_limit, m->kept, m->kept_slope);
  if (status != JN_OK) return status;
  memcpy(base->y, m->kept, bytes);
  memcpy(base->ydot, m->kept_slope, bytes);
  if (!forget(m, t_limit)) return JN_BAD_ARGUMENT;
  base->t_previous = from;
  base->counts.steps++;
  return JN_OK;
}

static jn_status step_once(jni_integrator *integrator, double t_limit) {
  ida *m = (ida *)integrator;
  JNI_ASSERT(t_limit > integrator->t);
  double t = integrator->t;
  size_t bytes = (size_t)integrator->ode.n * sizeof *integrator->y;
  if (t_limit - t <= 8 * UNIT_ROUNDOFF * fabs(t)) return creep(m, t_limit);
  m->caught[0] = 0;
  m->last = JN_OK;
  memcpy(m->kept, integrator->y, bytes);
  memcpy(m->kept_slope, integrator->ydot, bytes);
  if (IDASetStopTime(m->ida, t_limit)) return failure(m, IDA_ILL_INPUT);
  int flag = IDASolve(m->ida, t_limit, &t, m->y, m->ydot, IDA_ONE_STEP);
  update_counts(m);
  if (flag < 0) {
    memcpy(integrator->y, m->kept, bytes);
    memcpy(integrator->ydot, m->kept_slope, bytes);
    return failure(m, flag);
  }
  integrator->t_previous = integrator->t;
  integrator->t = t;
  integrator->counts.steps++;
  return JN_OK;
}

static void interpolate(const jni_integrator *integrator, double t, double *y) {
  const ida *m = (const ida *)integrator;
  bool crept = integrator->t - integrator->t_previous <= 8 * UNIT_ROUNDOFF * fabs(integrator->t);
  if (t == integrator->t || crept) {
    memcpy(y, integrator->y, (size_t)integrator->ode.n * sizeof *y);
    return;
  }
  N_VSetArrayPointer(y, m->view);
  IDAGetDky(m->ida, t, 0, m->view);
}

#define FUNCTIONS .create = create, .destroy = destroy, .start = start, .step = step_once, .interpolate = interpolate

#else

#define FUNCTIONS .create = create_missing

static jni_integrator *create_missing(const jn_alloc *alloc, const jni_ode *ode, const jni_integrator_options *options,
                                      jn_report *report) {
  (void)alloc, (void)ode, (void)options;
  jn_report_fault(report, JN_REFUSED, "",
                  "integrator 'ida' needs IDA, which this build was made without: install the Debian package "
                  "libsundials-dev and build again");
  return NULL;
}

#endif

const jni_integrator_kind jni_ida = {
    .name = "ida",
    .help = "IDA, backward differentiation of order 1 to 5, variable step, for residual formulations",
    .residual = true,
    FUNCTIONS,
};
