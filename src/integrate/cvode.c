// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// cvode.c - the multistep methods of SUNDIALS' CVODE: `adams` (orders 1 to 12, fixed-point iteration, for smooth
// motion) and `bdf` (orders 1 to 5, Newton iteration with a dense difference Jacobian, for stiff forces).
//
// One call takes one internal step, not beyond the stop time. All memory is allocated in `create`. CVODE's messages are
// caught. A restart discards the history. The y of `adams` is never changed; that of `bdf` is projected after every
// step by CVODE, which corrects its history too. [Eich 1993]
#include "integrate/integrator_common.h"
#include "integrate/multistep.h"

#ifdef JNI_HAVE_CVODE

#include <cvode/cvode.h>
#include <math.h>
#include <nvector/nvector_serial.h>
#include <stdio.h>
#include <string.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunnonlinsol/sunnonlinsol_fixedpoint.h>

typedef struct {
  jni_multistep common;
  SUNContext context;
  void *cvode;
  N_Vector y, absolute;
  N_Vector view;  // vector header without data, through which CVODE writes into our vectors
  SUNMatrix J;
  SUNLinearSolver linear;
  SUNNonlinearSolver nonlinear;
  double *amplification;  // n: see jni_ode; 1 if the equations have none
} cvode;

// ---- functions that CVODE calls ---------------------------------------------------------------------------------

static int rhs(realtype t, N_Vector y, N_Vector ydot, void *self) {
  jni_multistep *m = self;
  double *f = N_VGetArrayPointer(ydot);
  jn_status status = jni_integrator_rhs(&m->base, t, N_VGetArrayPointer(y), f);
  if (status == JN_OK && !jni_all_finite(f, m->base.ode.n)) status = JN_NOT_FINITE;
  return jni_multistep_status(m, status);
}

// Evaluates f at (t, y) with y_j increased by d; y is restored. Returns 0 on success, otherwise the value that tells
// CVODE of the failure.
static int shifted(realtype t, N_Vector y, int j, double d, N_Vector f, void *self) {
  double *x = N_VGetArrayPointer(y), kept = x[j];
  x[j] = kept + d;
  int bad = rhs(t, y, f, self);
  x[j] = kept;
  return bad;
}

// Returns the difference that is used for an element of J: `ahead`, f(y + d e_j) - f(y), unless a force jumps between
// the two points, then `behind`, f(y) - f(y - d e_j). A jump shows in an `ahead` above `noise` that is more than twice
// as large as `behind`.
static double gentler(double ahead, double behind, double noise) {
  return fabs(ahead) > noise && fabs(behind) < 0.5 * fabs(ahead) ? behind : ahead;
}

// Computes the columns of J: (f(y + d e_j) - f(y)) / d with d relative to |y_j|, but at least to the typical size by
// the tolerances. CVODE's own increment is so small that only rounding remains if y_j is zero. If y_j has just left
// zero, as a speed that starts from rest with dry friction, the increment may cross a jump of the force. A J that
// contains the jump makes all corrections small, and wrong steps would be accepted; so the other side is evaluated too.
// Returns 0 or the value that tells CVODE of a failure.
static int jacobian(realtype t, N_Vector y, N_Vector fy, SUNMatrix J, void *self, N_Vector workspace1,
                    N_Vector workspace2, N_Vector workspace3) {
  (void)workspace3;
  cvode *m = self;
  int n = m->common.base.ode.n;
  const double *x = N_VGetArrayPointer(y), *f = N_VGetArrayPointer(fy), *ahead = N_VGetArrayPointer(workspace1),
               *behind = N_VGetArrayPointer(workspace2);
  const double *absolute = m->common.base.ode.absolute, relative = m->common.base.ode.relative,
               root = sqrt(UNIT_ROUNDOFF);
  const double noise = root * N_VMaxNorm(fy);
  for (int j = 0; j < n; j++) {
    double d = root * fmax(fabs(x[j]), absolute[j] / relative), *column = SUNDenseMatrix_Column(J, j);
    bool near_zero = x[j] != 0 && fabs(x[j]) <= d;
    int bad = shifted(t, y, j, d, workspace1, self);
    if (!bad && near_zero) bad = shifted(t, y, j, -d, workspace2, self);
    if (bad) return bad;
    for (int i = 0; i < n; i++)
      column[i] = (near_zero ? gentler(ahead[i] - f[i], f[i] - behind[i], noise) : ahead[i] - f[i]) / d;
  }
  return 0;
}

// Computes the correction that projects y onto the constraint manifold, for CVODE; ydot there is not needed. Returns 0
// or the value that tells CVODE of a failure.
static int project(realtype t, N_Vector y, N_Vector correction, realtype epsilon, N_Vector error, void *self) {
  (void)epsilon;
  (void)error;
  jni_multistep *m = self;
  int n = m->base.ode.n;
  const double *from = N_VGetArrayPointer(y);
  double *d = N_VGetArrayPointer(correction);
  memcpy(m->kept, from, (size_t)n * sizeof *from);
  jn_status status = jni_integrator_project(&m->base, t, m->kept, m->kept_slope);
  for (int i = 0; i < n && status == JN_OK; i++) d[i] = m->kept[i] - from[i];
  return jni_multistep_status(m, status);
}

static double strictness(const cvode *m) {
  return m->common.base.options.strictness > 0 ? m->common.base.options.strictness : 1;
}

// Computes the weights of CVODE's error test, if the equations give error amplifications. Returns 0.
static int weigh(N_Vector y, N_Vector weights, void *self) {
  const cvode *m = self;
  const jni_ode *ode = &m->common.base.ode;
  double strict = strictness(m);
  const double *x = N_VGetArrayPointer(y);
  double *w = N_VGetArrayPointer(weights);
  for (int i = 0; i < ode->n; i++)
    w[i] = m->amplification[i] / (strict * (ode->relative * fabs(x[i]) + ode->absolute[i]));
  return 0;
}

static int set_tolerances(cvode *m) {
  const jni_ode *ode = &m->common.base.ode;
  if (ode->amplification) return CVodeWFtolerances(m->cvode, weigh);
  double *absolute = N_VGetArrayPointer(m->absolute), strict = strictness(m);
  // A new choice of variables may have changed them.
  for (int i = 0; i < ode->n; i++) absolute[i] = strict * ode->absolute[i];
  return CVodeSVtolerances(m->cvode, strict * ode->relative, m->absolute);
}

// ---- construction -----------------------------------------------------------------------------------------------

static void *end(void *self) {
  cvode *m = self;
  if (m->cvode) CVodeFree(&m->cvode);
  if (m->nonlinear) SUNNonlinSolFree(m->nonlinear);
  if (m->linear) SUNLinSolFree(m->linear);
  if (m->J) SUNMatDestroy(m->J);
  if (m->view) N_VDestroy(m->view);
  if (m->absolute) N_VDestroy(m->absolute);
  if (m->y) N_VDestroy(m->y);
  if (m->context) SUNContext_Free(&m->context);
  return NULL;
}

static bool make_vectors(cvode *m, double *v) {
  int n = m->common.base.ode.n;
  if (SUNContext_Create(NULL, &m->context)) return false;
  m->y = N_VMake_Serial(n, v, m->context);
  m->absolute = N_VMake_Serial(n, v + n, m->context);
  m->view = N_VMake_Serial(n, v + 2 * n, m->context);
  m->common.base.y = v;
  m->common.base.ydot = v + 2 * n;
  m->common.kept = v + 3 * n;
  m->common.kept_slope = v + 4 * n;
  m->amplification = v + 5 * n;
  for (int i = 0; i < n; i++) m->amplification[i] = 1;
  return m->y && m->absolute && m->view;
}

static bool make_solver(cvode *m, int method) {
  const jni_integrator_options *options = &m->common.base.options;
  int highest = method == CV_ADAMS ? 12 : 5;  // highest order of CVODE
  m->cvode = CVodeCreate(method, m->context);
  if (!m->cvode) return false;
  bool ok = !CVodeSetErrHandlerFn(m->cvode, jni_multistep_catch, m) && !CVodeInit(m->cvode, rhs, 0, m->y) &&
            !CVodeSetUserData(m->cvode, m) && !set_tolerances(m);
  if (ok && options->step > 0) ok = !CVodeSetInitStep(m->cvode, options->step);
  if (ok && options->max_step > 0) ok = !CVodeSetMaxStep(m->cvode, options->max_step);
  if (ok && options->max_order > 0)
    ok = !CVodeSetMaxOrd(m->cvode, options->max_order < highest ? options->max_order : highest);
  double least = 1e-14 * fabs(options->until);
  if (ok && least > 0) ok = !CVodeSetMinStep(m->cvode, least);
  return ok;
}

static bool make_fixed_point(cvode *m) {
  m->nonlinear = SUNNonlinSol_FixedPoint(m->y, 0, m->context);
  return m->nonlinear && !CVodeSetNonlinearSolver(m->cvode, m->nonlinear);
}

static bool make_newton(cvode *m) {
  int n = m->common.base.ode.n;
  m->J = SUNDenseMatrix(n, n, m->context);
  m->linear = m->J ? SUNLinSol_Dense(m->y, m->J, m->context) : NULL;
  if (!m->linear || CVodeSetLinearSolver(m->cvode, m->linear, m->J) || CVodeSetJacFn(m->cvode, jacobian)) return false;
  if (!m->common.base.ode.project) return true;
  return !CVodeSetProjFn(m->cvode, project) && !CVodeSetProjErrEst(m->cvode, SUNFALSE);
}

// ---- stepping ---------------------------------------------------------------------------------------------------

// Updates the error amplifications from the last evaluation. Called after a step, before outputs are computed, because
// outputs evaluate the equations elsewhere.
static void update_amplification(cvode *m) {
  const jni_ode *ode = &m->common.base.ode;
  if (ode->amplification) ode->amplification(ode->self, m->amplification);
}

static bool begin(jni_multistep *common, double t) {
  cvode *m = (cvode *)common;
  update_amplification(m);
  return !set_tolerances(m) && !CVodeReInit(m->cvode, t, m->y);
}

static jn_status slope(jni_multistep *m, double t, double *y, double *ydot) {
  return jni_integrator_rhs(&m->base, t, y, ydot);
}

static jn_status failure(jni_multistep *m, int flag) {
  jni_integrator *base = &m->base;
  bool equations = flag == CV_RHSFUNC_FAIL || flag == CV_FIRST_RHSFUNC_ERR || flag == CV_REPTD_RHSFUNC_ERR ||
                   flag == CV_UNREC_RHSFUNC_ERR;
  const char *why = equations                 ? jn_status_text(m->last)
                    : flag == CV_ERR_FAILURE  ? "the error test kept failing"
                    : flag == CV_CONV_FAILURE ? "the corrector did not converge"
                    : flag == CV_TOO_MUCH_ACC ? "the tolerance is below what rounding allows"
                    : flag == CV_TOO_CLOSE    ? "the remaining time is too short to start"
                    : m->caught[0]            ? m->caught
                                              : "CVODE failed";
  jni_print(base->message, sizeof base->message, "the step became too small at t = %.9g s: %s", base->t, why);
  return equations && !jni_multistep_recoverable(m->last) ? m->last : JN_STEP_TOO_SMALL;
}

static void get_derivative(const cvode *m, double t, int order, double *out) {
  N_VSetArrayPointer(out, m->view);
  CVodeGetDky(m->cvode, t, order, m->view);
}

static jn_status advance(jni_multistep *common, double t_limit, double *t) {
  cvode *m = (cvode *)common;
  jni_integrator_counts since = {0};
  if (CVodeSetStopTime(m->cvode, t_limit)) return failure(common, CV_ILL_INPUT);
  int flag = CVode(m->cvode, jni_multistep_ahead(common, t_limit), m->y, t, CV_ONE_STEP);
  CVodeGetNumErrTestFails(m->cvode, &since.rejected);
  CVodeGetNumNonlinSolvIters(m->cvode, &since.iterations);
  CVodeGetNumNonlinSolvConvFails(m->cvode, &since.unconverged);
  CVodeGetNumLinSolvSetups(m->cvode, &since.setups);
  jni_multistep_count(common, &since);
  if (flag < 0) return failure(common, flag);
  get_derivative(m, *t, 1, common->base.ydot);
  update_amplification(m);
  return JN_OK;
}

static double next_step(const jni_multistep *common) {
  double h = 0;
  CVodeGetCurrentStep(((const cvode *)common)->cvode, &h);
  return h;
}

static void dense(const jni_multistep *common, double t, double *y) { get_derivative((const cvode *)common, t, 0, y); }

static const jni_multistep_solver solver = {
    .begin = begin, .slope = slope, .next_step = next_step, .advance = advance, .dense = dense};

static jni_integrator *create(const jni_integrator_kind *kind, int method, const jn_alloc *alloc, const jni_ode *ode,
                              const jni_integrator_options *options, jn_report *report) {
  double *vectors;
  cvode *m = jni_integrator_make(kind, sizeof *m, 6, alloc, ode, options, &vectors, report);
  if (!m) return NULL;
  m->common.solver = &solver;
  bool made = jni_keep(&m->common.base.pool, m, end) && make_vectors(m, vectors) &&
              (ode->n == 0 || (make_solver(m, method) && (method == CV_ADAMS ? make_fixed_point(m) : make_newton(m))));
  if (made) return &m->common.base;
  jn_report_fault(report, JN_NO_MEMORY, "", "CVODE could not be set up for integrator '%s' (%s)", kind->name,
                  m->common.caught[0] ? m->common.caught : "no memory");
  return jni_object_free(m);
}

static jni_integrator *create_adams(const jn_alloc *alloc, const jni_ode *ode, const jni_integrator_options *options,
                                    jn_report *report) {
  return create(&jni_adams, CV_ADAMS, alloc, ode, options, report);
}

static jni_integrator *create_bdf(const jn_alloc *alloc, const jni_ode *ode, const jni_integrator_options *options,
                                  jn_report *report) {
  return create(&jni_bdf, CV_BDF, alloc, ode, options, report);
}

#define FUNCTIONS(create_function)                                                     \
  .create = create_function, .start = jni_multistep_start, .step = jni_multistep_step, \
  .interpolate = jni_multistep_interpolate

#else

#define FUNCTIONS(create_function) .create = create_missing

static jni_integrator *create_missing(const jn_alloc *alloc, const jni_ode *ode, const jni_integrator_options *options,
                                      jn_report *report) {
  (void)alloc;
  (void)ode;
  (void)options;
  jn_report_fault(report, JN_REFUSED, "",
                  "integrators 'adams' and 'bdf' need CVODE, which this build lacks: install the Debian package "
                  "libsundials-dev and build again");
  return NULL;
}

#endif

const jni_integrator_kind jni_adams = {
    .name = "adams",
    .help = "CVODE, Adams methods of order 1 to 12, variable step, for smooth motion",
    FUNCTIONS(create_adams),
};

const jni_integrator_kind jni_bdf = {
    .name = "bdf",
    .stiff = true,
    .help = "CVODE, backward differentiation of order 1 to 5, variable step, for stiff forces",
    FUNCTIONS(create_bdf),
};
