// m.c - equations of motion as straight-line code, written by jounce compile.
//
//   model       a model
//   method      euler, step 0.001 s
//   sizes       38 coordinates, 37 speeds (37 independent), 64 states, 7 inputs, 0 parameters
//   operations  4117 for an evaluation, sums of products by fma
//   blocks      10, called 85 times
//   linked to   jounce_controller_m2
//
// The state is one struct; a copy of it saves all, and copying it back goes on from there. Compile this
// file with the others, and include it where it is called with m_DECLARATIONS defined.
#ifndef m_DECLARED
#define m_DECLARED

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  m_NQ = 38,  // coordinates, m or rad
  m_NV = 37,  // speeds
  m_NZ = 64,  // states of forces and controllers
  m_NS = 28,  // switches
  m_NU = 7,  // inputs
  m_NM = 1,  // what the ends of steps remember
  m_NP = 0,  // parameters
  m_NE = 0,  // energy at the start, of which energy.error is the change
  m_NF = 0,  // what stops hold within a step
  m_NY = 0,  // outputs
  m_NX = 179,  // all of x
  m_LANES = 1,
  // where they begin in x; the time is x[0], the memory of the method stands at the end
  m_Q = 1,
  m_V = 39,
  m_Z = 76,
  m_S = 140,
  m_U = 168,
  m_M = 175,
  m_P = 176,
  m_E = 176,
  m_F = 176,
  m_MEMORY = 176
};

typedef struct {
  double x[m_NX];
  double pivot;  // of the loops, at the begin of the last step: 1 as at the start, 0 where they jam
  double stop;   // not 0: what the last step met ends the run: 1 + the event, -1 - the subsystem that failed
  int status;  // of the last step
} m_state;

typedef struct {
  int nq, nv, nz, ns, nu, nm, np, ny, nx, lanes;
  size_t state;  // bytes
  double step;   // s
} m_counts;

m_counts m_sizes(void);
// The state where the model starts.
void m_init(m_state *s);
// To be called after t, q, v, z, s or p of the state were set from outside; inputs u need nothing.
void m_restart(m_state *s);
// One step. 0: all is well; 1: the loops are about to jam, or jammed; 2: something is not finite;
// 3: events trigger each other without end.
int m_step(m_state *s);
void m_accelerations(const m_state *s, double *vdot);  // NV
void m_outputs(const m_state *s, double *y);  // NY
// Of x[i], i < MEMORY, and of y[i]; NULL beyond.
const char *m_name(int i);
const char *m_unit(int i);
const char *m_output_name(int i);
const char *m_output_unit(int i);

#ifdef __cplusplus
}
#endif
#endif

#ifndef m_DECLARATIONS
#include <math.h>

// The same bits whatever the options of the compiler are: a product and a sum are one operation only where fma is
// written. gcc 12 makes one of them in vectors all the same, which is no faster here.
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#elif defined(__GNUC__)
#pragma GCC push_options
#pragma GCC optimize("fp-contract=off", "no-tree-slp-vectorize")
#elif defined(_MSC_VER)
#pragma fp_contract(off)
#endif

// Laws and methods, as far as they are needed here. What they compute is explained where they come from: in the
// headers of src/kernel in the sources of Jounce, which have the names of what their functions are about.
#ifdef __CUDACC__
#define JNK_FN static inline __host__ __device__
#elif defined(__GNUC__)
#define JNK_FN __attribute__((unused)) static inline
#else
#define JNK_FN static inline
#endif
#if defined(__GNUC__) && !defined(__CUDACC__)
#define JNK_RARE __attribute__((noinline, unused)) static
#else
#define JNK_RARE JNK_FN
#endif
#if defined(__GNUC__) && !defined(__CUDACC__)
#define JNK_WITHIN __attribute__((always_inline, unused)) static inline
#else
#define JNK_WITHIN JNK_FN
#endif
#if defined(__GNUC__) && !defined(__CUDACC__)
#define JNK_LINES __attribute__((aligned(64)))
#else
#define JNK_LINES
#endif
#define JNK_PI 3.14159265358979323846
#ifdef __FAST_MATH__
#error "the elementary functions need IEEE arithmetic: compile without -ffast-math"
#endif
#if defined(__FLT_EVAL_METHOD__) && __FLT_EVAL_METHOD__ != 0
#error "the elementary functions need doubles that are rounded to doubles: compile for SSE2 instead of x87"
#endif
typedef unsigned long long jnk_word;
#define JNK_LARGEST 0x1.fffffffffffffp1023
typedef struct {
  double hi, lo;
} jnk_pair;
JNK_FN jnk_word jnk_bits(double x) {
  union {
    double x;
    jnk_word u;
  } same = {x};
  return same.u;
}
JNK_FN double jnk_from_bits(jnk_word u) {
  union {
    jnk_word u;
    double x;
  } same = {u};
  return same.x;
}
JNK_FN double jnk_head(double x) { return jnk_from_bits(jnk_bits(x) & ~(jnk_word)0x7ffffff); }
JNK_FN double jnk_power_of_two(int k) { return jnk_from_bits((jnk_word)(k + 1023) << 52); }
JNK_FN double jnk_nearest(double x, double *shifted) {
  const double shift = 0x1.8p52;
  *shifted = x + shift;
  return *shifted - shift;
}
JNK_FN int jnk_shifted_integer(double shifted) { return (int)(unsigned)jnk_bits(shifted); }
JNK_FN jnk_pair jnk_sum(double a, double b) {
  double s = a + b;
  jnk_pair p = {s, (a - s) + b};
  return p;
}
JNK_FN jnk_pair jnk_sum_any(double a, double b) {
  double s = a + b, of_b = s - a;
  jnk_pair p = {s, (a - (s - of_b)) + (b - of_b)};
  return p;
}
JNK_FN jnk_pair jnk_product(double a, double b) {
  double p = a * b, ah = jnk_head(a), bh = jnk_head(b), al = a - ah, bl = b - bh;
  jnk_pair out = {p, (((ah * bh - p) + ah * bl) + al * bh) + al * bl};
  return out;
}
JNK_FN double jnk_rest(double a, double q, double b) {
  double qh = jnk_head(q), bh = jnk_head(b), ql = q - qh, bl = b - bh;
  return (((a - qh * bh) - qh * bl) - ql * bh) - ql * bl;
}
JNK_FN jnk_pair jnk_quotient(jnk_pair a, jnk_pair b) {
  double q = a.hi / b.hi;
  jnk_pair out = {q, (jnk_rest(a.hi, q, b.hi) + (a.lo - q * b.lo)) / b.hi};
  return out;
}
#ifndef JNK_REAL
#define JNK_REAL double
#define JNK_REAL_SQRT(a) sqrt(a)
#define JNK_REAL_FIRST(a) (a)
#define JNK_REAL_MASK int
#define JNK_REAL_DIFFERS(a, b) (jnk_bits(a) != jnk_bits(b))
#define JNK_REAL_NOT(mask) (!(mask))
#define JNK_REAL_ANY(mask) (mask)
#define JNK_REAL_CHOOSE(mask, a, b) ((mask) ? (a) : (b))
#endif
enum { JNK_STEP_MEMORY = 3 };
typedef struct {
  int corrected;
  int qdot, vdot, zdot;
  int w;
  int pivot;
  int line;
  int push;
  int stops;
  int n;
} jnk_rates_at;
typedef struct {
  int nq, nv, nz;
  int nvariables;
  jnk_rates_at at;
  const int *corrected;
  const int *biased;
  int ncorrected, nbiased;
  const int *updated;
  int nupdated, nswitching, njumping;
  const int *turns;
  int nturns;
  double h;
  int set;
  int nstops;
  double stop_h;
  int work;
  const int *independent;
  int nindependent;
  int nkept;
  double every;
  void *context;
  void (*rates)(void *context, const JNK_REAL *x, JNK_REAL *out);
  void (*move)(void *context, const JNK_REAL *x, JNK_REAL *qdot);
  void (*jacobian)(void *context, const JNK_REAL *x, JNK_REAL *kept);
  void (*solve)(void *context, const JNK_REAL *x, JNK_REAL *k);
  void (*calc_stops)(void *context, const JNK_REAL *x, JNK_REAL *out);
  void (*finish)(void *context, const JNK_REAL *x, JNK_REAL *end);
} jnk_step;
typedef void jnk_step_start(const jnk_step *s, JNK_REAL *x, JNK_REAL *workspace);
typedef struct {
  JNK_REAL pivot;
  JNK_REAL passed;
  JNK_REAL fault;
  JNK_REAL stop;
  JNK_REAL endless;
} jnk_step_result;
JNK_FN JNK_REAL *jnk_step_q(JNK_REAL *x) { return x + 1; }
JNK_FN JNK_REAL *jnk_step_v(const jnk_step *s, JNK_REAL *x) { return x + 1 + s->nq; }
JNK_FN JNK_REAL *jnk_step_z(const jnk_step *s, JNK_REAL *x) { return x + 1 + s->nq + s->nv; }
JNK_FN JNK_REAL *jnk_step_memory(const jnk_step *s, JNK_REAL *x) { return x + s->nvariables; }
JNK_FN int jnk_step_nrates(const jnk_step *s) { return s->nq + s->nv + s->nz; }
JNK_FN void jnk_step_begin(const jnk_step *s, JNK_REAL *x) {
  JNK_REAL *memory = jnk_step_memory(s, x);
  memory[0] = x[0];
  memory[1] = x[0] - x[0];
  memory[2] = x[0] - x[0];
}
JNK_FN void jnk_step_correct(const jnk_step *s, const JNK_REAL *out, JNK_REAL *x) {
  for (int i = 0; i < s->ncorrected; i++) x[s->corrected[i]] = out[s->at.corrected + i];
}
enum { JNK_STEP_CLOSING_ITERATIONS = 4 };
JNK_FN void jnk_step_close_loops(const jnk_step *s, JNK_REAL *x, JNK_REAL *workspace) {
  for (int i = 0; i < JNK_STEP_CLOSING_ITERATIONS; i++) {
    s->rates(s->context, x, workspace);
    jnk_step_correct(s, workspace, x);
  }
}
JNK_FN void jnk_step_store_stops(const jnk_step *s, const JNK_REAL *out, JNK_REAL *x) { (void)s, (void)out, (void)x; }
JNK_FN void jnk_step_correct_stops(const jnk_step *s, const JNK_REAL *out, JNK_REAL *workspace, JNK_REAL *x) {
  (void)s, (void)out, (void)workspace, (void)x;
}
JNK_FN void jnk_step_normalise(JNK_REAL *q) {
  JNK_REAL scale = 1.0 / JNK_REAL_SQRT((q[0] * q[0] + q[1] * q[1]) + (q[2] * q[2] + q[3] * q[3]));
  for (int i = 0; i < 4; i++) q[i] = scale * q[i];
}
JNK_FN void jnk_step_normalise_all(const jnk_step *s, JNK_REAL *x) {
  for (int i = 0; i < s->nturns; i++) jnk_step_normalise(x + 1 + s->turns[i]);
}
JNK_FN int jnk_step_vector_length(int n) { return n < 16 ? 0 : n / 4 * 4; }
JNK_FN void jnk_step_add_scaled(int n, double h, const JNK_REAL *rates, JNK_REAL *y) {
  int nvector = jnk_step_vector_length(n);
  for (int i = 0; i < nvector; i++) y[i] = y[i] + h * rates[i];
  for (int i = nvector; i < n; i++) y[i] = y[i] + h * rates[i];
}
JNK_FN void jnk_step_restart(const jnk_step *s, jnk_step_start *start, int n, JNK_REAL_MASK jumped, JNK_REAL *x,
                             JNK_REAL *workspace, JNK_REAL *copy) {
  JNK_REAL *memory = jnk_step_memory(s, copy);
  for (int i = 0; i < n; i++) copy[i] = x[i];
  start(s, copy, workspace);
  for (int i = 0; i < JNK_STEP_MEMORY; i++) memory[i] = jnk_step_memory(s, x)[i];
  for (int i = 0; i < n; i++) x[i] = JNK_REAL_CHOOSE(jumped, copy[i], x[i]);
}
enum { JNK_MOST_PASSES = 100 };
JNK_FN void jnk_step_finish(const jnk_step *s, jnk_step_start *start, int n, JNK_REAL *x, JNK_REAL *workspace,
                            JNK_REAL *end, JNK_REAL *copy, jnk_step_result *result) {
  JNK_REAL_MASK none = JNK_REAL_DIFFERS(x[0], x[0]), jumped = none, active = JNK_REAL_NOT(none);
  JNK_REAL set = x[s->set];
  result->stop = x[0] - x[0];
  for (int pass = 0; pass < JNK_MOST_PASSES && JNK_REAL_ANY(active); pass++) {
    JNK_REAL_MASK jumps = none, switches = none, goes_on = result->stop == 0;
    s->finish(s->context, x, end);
    for (int i = 0; i < s->njumping; i++) jumps |= JNK_REAL_DIFFERS(x[s->updated[i]], end[i]);
    for (int i = s->njumping; i < s->nswitching; i++) switches |= JNK_REAL_DIFFERS(x[s->updated[i]], end[i]);
    for (int i = 0; i < s->nupdated; i++) x[s->updated[i]] = JNK_REAL_CHOOSE(active, end[i], x[s->updated[i]]);
    result->stop = JNK_REAL_CHOOSE(active & goes_on, end[s->nupdated], result->stop);
    jumped |= active & jumps;
    active &= jumps | switches;
  }
  if (s->set > 0) {
    JNK_REAL *memory = jnk_step_memory(s, x);
    memory[2] = JNK_REAL_CHOOSE(JNK_REAL_DIFFERS(set, x[s->set]), x[0] - x[0], memory[2]);
  }
  result->endless = JNK_REAL_CHOOSE(active, result->stop - result->stop + 1, result->stop - result->stop);
  if (s->njumping > 0 && JNK_REAL_ANY(jumped)) jnk_step_restart(s, start, n, jumped, x, workspace, copy);
}
JNK_FN JNK_REAL jnk_step_check_finite(int n, const JNK_REAL *x) {
  int nvector = jnk_step_vector_length(n);
  JNK_REAL zero = x[0] - x[0], sum[4] = {zero, zero, zero, zero};
  for (int i = 0; i < nvector; i += 4)
    for (int k = 0; k < 4; k++) sum[k] = sum[k] + 0.0 * x[i + k];
  for (int i = nvector; i < n; i++) sum[0] = sum[0] + 0.0 * x[i];
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}
#define JNK_STEP_PIVOT_CHANGE 0.2
JNK_FN JNK_REAL jnk_step_may_pass_singularity(JNK_REAL before, JNK_REAL pivot) {
  const JNK_REAL zero = pivot - pivot, most = JNK_STEP_PIVOT_CHANGE * pivot, change = pivot - before;
  JNK_REAL_MASK known = before != 0, slow = change * change < most * most;
  return JNK_REAL_CHOOSE(known & JNK_REAL_NOT(slow), zero + 1, zero);
}
JNK_FN void jnk_step_end(const jnk_step *s, JNK_REAL pivot, JNK_REAL *x, jnk_step_result *result) {
  JNK_REAL *memory = jnk_step_memory(s, x);
  jnk_step_normalise_all(s, x);
  memory[1] = memory[1] + 1.0;
  x[0] = memory[0] + memory[1] * s->h;
  result->pivot = pivot;
  result->passed = jnk_step_may_pass_singularity(memory[2], pivot);
  memory[2] = pivot;
  result->fault = jnk_step_check_finite(1 + jnk_step_nrates(s), x);
  result->stop = x[0] - x[0];
  result->endless = x[0] - x[0];
}
JNK_FN void jnk_start_euler(const jnk_step *s, JNK_REAL *x, JNK_REAL *workspace) {
  (void)workspace;
  jnk_step_begin(s, x);
}
JNK_FN void jnk_step_euler(const jnk_step *s, JNK_REAL *x, JNK_REAL *workspace, jnk_step_result *result) {
  JNK_REAL *out = workspace, *qdot = workspace + s->at.n, *v = jnk_step_v(s, x), *q = jnk_step_q(x),
           *z = jnk_step_z(s, x), *vdot = out + s->at.vdot;
  const double h = s->h;
  s->rates(s->context, x, out);
  jnk_step_correct(s, out, x);
  jnk_step_store_stops(s, out, x);
  for (int i = 0; i < s->nbiased; i++) vdot[s->biased[i]] = vdot[s->biased[i]] - 0.5 * out[s->at.w + i];
  jnk_step_add_scaled(s->nv, h, vdot, v);
  s->move(s->context, x, qdot);
  jnk_step_add_scaled(s->nq, h, qdot, q);
  for (int i = 0; i < s->nbiased; i++) v[s->biased[i]] = v[s->biased[i]] + 0.5 * h * out[s->at.w + i];
  jnk_step_add_scaled(s->nz, h, out + s->at.zdot, z);
  jnk_step_correct_stops(s, out, qdot, x);
  jnk_step_end(s, out[s->at.pivot], x, result);
}
JNK_FN jnk_pair jnk_table_atan(int i) {
  static const jnk_pair at[29] = {
    {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59}, {0x1.3d6eee8c6626cp-3, 0x1.61a3b0ce9281bp-57}, {0x1.7b97b4bce5b02p-3, 0x1.347b0b4f881cap-58}, {0x1.b90d7529260a2p-3, 0x1.17b10d2e0e5abp-61},
    {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57}, {0x1.18bf5a30bf178p-2, 0x1.30ca4748b1bf9p-57}, {0x1.362773707ebccp-2, -0x1.963a544b672d8p-57}, {0x1.530ad9951cd4ap-2, -0x1.2566480884082p-57},
    {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56}, {0x1.8b24d394a1b25p-2, 0x1.b6d0ba3748fa8p-56}, {0x1.a64eec3cc23fdp-2, -0x1.24dec1b50b7ffp-56}, {0x1.c0db4c94ec9fp-2, -0x1.cc1ce70934c34p-56},
    {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56}, {0x1.f40dd0b541418p-2, -0x1.a3992dc382a23p-57}, {0x1.0657e94db30dp-1, -0x1.d5b495f6349e6p-56}, {0x1.1255d9bfbd2a9p-1, -0x1.2bdaee1c0ee35p-58},
    {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58}, {0x1.2958e59308e31p-1, -0x1.09e73b0c6c087p-56}, {0x1.345f01cce37bbp-1, 0x1.1021137c71102p-55}, {0x1.3f13fb89e96f4p-1, 0x1.ecf8b492644fp-56},
    {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56}, {0x1.538f57b89061fp-1, -0x1.1bb74abda520cp-55}, {0x1.5d58987169b18p-1, 0x1.0028e4bc5e7cap-57}, {0x1.66d663923e087p-1, -0x1.6ea6febe8bbbap-56},
    {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56}, {0x1.78f6bbd5d315ep-1, 0x1.406a08980374p-55}, {0x1.819d0b7158a4dp-1, -0x1.bf76229d3b917p-56}, {0x1.89ff5ff57f1f8p-1, -0x1.55b9a5e177a1bp-55},
    {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55}};
  return at[i - 4];
}
JNK_FN jnk_pair jnk_table_power(int i) {
  static const jnk_pair at[64] = {
    {0x1p0, 0}, {0x1.02c9a3e778061p0, -0x1.19083535b085dp-56}, {0x1.059b0d3158574p0, 0x1.d73e2a475b465p-55}, {0x1.0874518759bc8p0, 0x1.186be4bb284ffp-57}, {0x1.0b5586cf9890fp0, 0x1.8a62e4adc610bp-54},
    {0x1.0e3ec32d3d1a2p0, 0x1.03a1727c57b53p-59}, {0x1.11301d0125b51p0, -0x1.6c51039449b3ap-54}, {0x1.1429aaea92dep0, -0x1.32fbf9af1369ep-54}, {0x1.172b83c7d517bp0, -0x1.19041b9d78a76p-55},
    {0x1.1a35beb6fcb75p0, 0x1.e5b4c7b4968e4p-55}, {0x1.1d4873168b9aap0, 0x1.e016e00a2643cp-54}, {0x1.2063b88628cd6p0, 0x1.dc775814a8495p-55}, {0x1.2387a6e756238p0, 0x1.9b07eb6c70573p-54},
    {0x1.26b4565e27cddp0, 0x1.2bd339940e9d9p-55}, {0x1.29e9df51fdee1p0, 0x1.612e8afad1255p-55}, {0x1.2d285a6e4030bp0, 0x1.0024754db41d5p-54}, {0x1.306fe0a31b715p0, 0x1.6f46ad23182e4p-55},
    {0x1.33c08b26416ffp0, 0x1.32721843659a6p-54}, {0x1.371a7373aa9cbp0, -0x1.63aeabf42eae2p-54}, {0x1.3a7db34e59ff7p0, -0x1.5e436d661f5e3p-56}, {0x1.3dea64c123422p0, 0x1.ada0911f09ebcp-55},
    {0x1.4160a21f72e2ap0, -0x1.ef3691c309278p-58}, {0x1.44e086061892dp0, 0x1.89b7a04ef80dp-59}, {0x1.486a2b5c13cdp0, 0x1.3c1a3b69062fp-56}, {0x1.4bfdad5362a27p0, 0x1.d4397afec42e2p-56},
    {0x1.4f9b2769d2ca7p0, -0x1.4b309d25957e3p-54}, {0x1.5342b569d4f82p0, -0x1.07abe1db13cadp-55}, {0x1.56f4736b527dap0, 0x1.9bb2c011d93adp-54}, {0x1.5ab07dd485429p0, 0x1.6324c054647adp-54},
    {0x1.5e76f15ad2148p0, 0x1.ba6f93080e65ep-54}, {0x1.6247eb03a5585p0, -0x1.383c17e40b497p-54}, {0x1.6623882552225p0, -0x1.bb60987591c34p-54}, {0x1.6a09e667f3bcdp0, -0x1.bdd3413b26456p-54},
    {0x1.6dfb23c651a2fp0, -0x1.bbe3a683c88abp-57}, {0x1.71f75e8ec5f74p0, -0x1.16e4786887a99p-55}, {0x1.75feb564267c9p0, -0x1.0245957316dd3p-54}, {0x1.7a11473eb0187p0, -0x1.41577ee04992fp-55},
    {0x1.7e2f336cf4e62p0, 0x1.05d02ba15797ep-56}, {0x1.82589994cce13p0, -0x1.d4c1dd41532d8p-54}, {0x1.868d99b4492edp0, -0x1.fc6f89bd4f6bap-54}, {0x1.8ace5422aa0dbp0, 0x1.6e9f156864b27p-54},
    {0x1.8f1ae99157736p0, 0x1.5cc13a2e3976cp-55}, {0x1.93737b0cdc5e5p0, -0x1.75fc781b57ebcp-57}, {0x1.97d829fde4e5p0, -0x1.d185b7c1b85d1p-54}, {0x1.9c49182a3f09p0, 0x1.c7c46b071f2bep-56},
    {0x1.a0c667b5de565p0, -0x1.359495d1cd533p-54}, {0x1.a5503b23e255dp0, -0x1.d2f6edb8d41e1p-54}, {0x1.a9e6b5579fdbfp0, 0x1.0fac90ef7fd31p-54}, {0x1.ae89f995ad3adp0, 0x1.7a1cd345dcc81p-54},
    {0x1.b33a2b84f15fbp0, -0x1.2805e3084d708p-57}, {0x1.b7f76f2fb5e47p0, -0x1.5584f7e54ac3bp-56}, {0x1.bcc1e904bc1d2p0, 0x1.23dd07a2d9e84p-55}, {0x1.c199bdd85529cp0, 0x1.11065895048ddp-55},
    {0x1.c67f12e57d14bp0, 0x1.2884dff483cadp-54}, {0x1.cb720dcef9069p0, 0x1.503cbd1e949dbp-56}, {0x1.d072d4a07897cp0, -0x1.cbc3743797a9cp-54}, {0x1.d5818dcfba487p0, 0x1.2ed02d75b3707p-55},
    {0x1.da9e603db3285p0, 0x1.c2300696db532p-54}, {0x1.dfc97337b9b5fp0, -0x1.1a5cd4f184b5cp-54}, {0x1.e502ee78b3ff6p0, 0x1.39e8980a9cc8fp-55}, {0x1.ea4afa2a490dap0, -0x1.e9c23179c2893p-54},
    {0x1.efa1bee615a27p0, 0x1.dc7f486a4b6bp-54},
    {0x1.f50765b6e454p0, 0x1.9d3e12dd8a18bp-54}, {0x1.fa7c1819e90d8p0, 0x1.74853f3a5931ep-55}};
  return at[i];
}
typedef struct {
  double inverse, hi, lo;
} jnk_log_row;
JNK_FN jnk_log_row jnk_table_log(int i) {
  static const jnk_log_row at[128] = {
    {0x1.68p0, -0x1.5d1bdbf581p-2, 0x1.8d6bdc9c7c238p-44}, {0x1.66p0, -0x1.5767717456p-2, 0x1.64ead9524d7cap-44}, {0x1.64p0, -0x1.51aad872ep-2, 0x1.f4bd8db0a7cc1p-44}, {0x1.62p0, -0x1.4be5f95778p-2,
    0x1.d7c92cd9ad824p-44}, {0x1.608p0, -0x1.478cd5959bp-2, -0x1.ec89bf0c8d098p-45}, {0x1.5e8p0, -0x1.41b941cce1p-2, 0x1.0469013e43fc9p-44}, {0x1.5c8p0, -0x1.3bdd24eb15p-2, 0x1.257b4970e6ed9p-44},
    {0x1.5bp0, -0x1.3772662bfep-2, 0x1.e9436ac53b023p-44}, {0x1.59p0, -0x1.31871c9544p-2, -0x1.84fab94cecfd9p-46}, {0x1.57p0, -0x1.2b9303ab8ap-2, 0x1.6db12d6bfb0a5p-45}, {0x1.558p0,
    -0x1.27161913f8p-2, -0x1.4f4f1f61564b4p-44}, {0x1.538p0, -0x1.2112559861p-2, -0x1.82e78ba2950c4p-44}, {0x1.52p0, -0x1.1c898c169ap-2, 0x1.81410e5c62affp-44}, {0x1.5p0, -0x1.1675cababap-2,
    -0x1.8380e731f55c4p-44}, {0x1.4e8p0, -0x1.11e0e2dadap-2, 0x1.a47f88fcce5bap-45}, {0x1.4c8p0, -0x1.0bbccdb0d2p-2, -0x1.2f32ccc5dcdfbp-44}, {0x1.4bp0, -0x1.071b85fcd6p-2, 0x1.bcb8ba3e01a11p-44},
    {0x1.498p0, -0x1.0274dc16c2p-2, -0x1.979e89cf835c2p-45}, {0x1.478p0, -0x1.f871b28956p-3, 0x1.f75fd6a526efep-44}, {0x1.46p0, -0x1.ef0adcbdc6p-3, 0x1.b26b79c86af24p-45}, {0x1.448p0,
    -0x1.e598ed5a88p-3, 0x1.d134bcf1e98a1p-47}, {0x1.43p0, -0x1.dc1bca0abep-3, -0x1.8fac1a628ccc6p-44}, {0x1.418p0, -0x1.d293581b6cp-3, 0x1.83270128aaa5fp-44}, {0x1.3f8p0, -0x1.c5cba543aep-3,
    -0x1.0929decb454fcp-45}, {0x1.3ep0, -0x1.bc286742d8p-3, -0x1.9ac53f39d121cp-44}, {0x1.3c8p0, -0x1.b2797ee464p-3, 0x1.be88a906d00a9p-44}, {0x1.3bp0, -0x1.a8becfc882p-3, -0x1.e3185cf21b9cfp-44},
    {0x1.398p0, -0x1.9ef83d276ap-3, 0x1.730b7b3f9cep-45}, {0x1.38p0, -0x1.9525a9cf46p-3, 0x1.297137d9f158fp-44}, {0x1.368p0, -0x1.8b46f82236p-3, -0x1.2d9f2102dd7c9p-46}, {0x1.35p0, -0x1.815c0a1436p-3,
    0x1.02a52f9201ce8p-44}, {0x1.338p0, -0x1.7764c128f2p-3, -0x1.274903479e3d1p-47}, {0x1.32p0, -0x1.6d60fe719ep-3, 0x1.bc6e557134767p-44}, {0x1.31p0, -0x1.66acd4272ap-3, -0x1.aa1bdbfc6c785p-44},
    {0x1.2f8p0, -0x1.5c94007598p-3, 0x1.a8d948cd23322p-44}, {0x1.2ep0, -0x1.526e5e3a1cp-3, 0x1.790ba37fc5238p-44}, {0x1.2c8p0, -0x1.483bccce6ep-3, -0x1.eea52723f6369p-46}, {0x1.2b8p0,
    -0x1.41682bf728p-3, 0x1.10047081f849dp-45}, {0x1.2ap0, -0x1.371fc201e8p-3, -0x1.ee8779b2d8abcp-44}, {0x1.288p0, -0x1.2cca0f5f6p-3, 0x1.b5ef191aff12p-44}, {0x1.27p0, -0x1.2266f190a6p-3,
    0x1.4d20ab840e7f6p-45}, {0x1.26p0, -0x1.1b72ad52f6p-3, -0x1.e80a41811a396p-45}, {0x1.248p0, -0x1.10f8e42254p-3, 0x1.93b3843396307p-45}, {0x1.238p0, -0x1.09f561ee72p-3, 0x1.8f3057157d1a8p-45},
    {0x1.22p0, -0x1.fec9131dcp-4, 0x1.54555d1ae6607p-44}, {0x1.208p0, -0x1.e98b54967p-4, -0x1.4677489c50e97p-44}, {0x1.1f8p0, -0x1.db5270187cp-4, -0x1.9277856ae181fp-44}, {0x1.1ep0,
    -0x1.c5e548f5bcp-4, -0x1.d0c57585fbe06p-46}, {0x1.1dp0, -0x1.b78c82bb1p-4, 0x1.25ef7bc3987e7p-44}, {0x1.1b8p0, -0x1.a1ef1d806p-4, -0x1.cd4176df97bcbp-44}, {0x1.1a8p0, -0x1.9375e55594p-4,
    -0x1.eddc37380c364p-44}, {0x1.198p0, -0x1.84ef898e84p-4, 0x1.7d5cd246977c9p-44}, {0x1.18p0, -0x1.6f0d28ae58p-4, 0x1.4b4641b664613p-44}, {0x1.17p0, -0x1.60658a9374p-4, -0x1.0c3b1dee9c4f8p-44},
    {0x1.158p0, -0x1.4a50d3aa1cp-4, 0x1.f7fe1308973e2p-45}, {0x1.148p0, -0x1.3b87598b1cp-4, 0x1.2241594aca313p-45}, {0x1.138p0, -0x1.2cb0283f5cp-4, -0x1.e1ee2ca657021p-44}, {0x1.12p0,
    -0x1.16536eea38p-4, 0x1.47c5e768fa309p-46}, {0x1.11p0, -0x1.075983599p-4, 0x1.b8ecfe4b59987p-44}, {0x1.1p0, -0x1.f0a30c0118p-5, 0x1.d599e83368e91p-45}, {0x1.0fp0, -0x1.d276b8adbp-5,
    -0x1.6a423c78a64bp-46}, {0x1.0d8p0, -0x1.a4fe9ffa4p-5, 0x1.6e584a0402925p-44}, {0x1.0c8p0, -0x1.868a83084p-5, 0x1.2623a134ac693p-46}, {0x1.0b8p0, -0x1.67f94f0948p-5, -0x1.ecc1f3e7e4ed7p-44},
    {0x1.0a8p0, -0x1.494acc34d8p-5, -0x1.11c78a56fd247p-45}, {0x1.098p0, -0x1.2a7ec2215p-5, 0x1.78ce77a9163fep-45}, {0x1.088p0, -0x1.0b94f7c198p-5, 0x1.e89896f022783p-45}, {0x1.07p0, -0x1.b9fc027bp-6,
    0x1.b9a010ae6922ap-44}, {0x1.06p0, -0x1.7b91b07d6p-6, 0x1.3b955b602ace4p-44}, {0x1.05p0, -0x1.3cea44347p-6, 0x1.6a2c432d6a40bp-44}, {0x1.04p0, -0x1.fc0a8b0fcp-7, -0x1.f1e7cf6d3a69cp-50},
    {0x1.03p0, -0x1.7dc475f82p-7, 0x1.eb1245b5da1f5p-44}, {0x1.02p0, -0x1.fe02a6b1p-8, -0x1.9e23f0dda40e4p-46}, {0x1.01p0, -0x1.ff00aa2bp-9, -0x1.0bc04a086b56ap-45}, {0x1p0, 0, 0}, {0x1.fcp-1,
    0x1.010157588p-7, 0x1.bce251998b506p-44}, {0x1.f8p-1, 0x1.020565893p-6, 0x1.611d27c8e8417p-44}, {0x1.f4p-1, 0x1.8492528c9p-6, -0x1.aa0ba325a0c34p-45}, {0x1.fp-1, 0x1.0415d89e78p-5,
    -0x1.dddc7f461c516p-44}, {0x1.edp-1, 0x1.35c8bfaa1p-5, 0x1.8357d5ef9eb35p-44}, {0x1.e9p-1, 0x1.788595a358p-5, -0x1.08b0d083b3a4cp-46}, {0x1.e5p-1, 0x1.bbcebfc69p-5, -0x1.7bf868c317c2ap-46},
    {0x1.e2p-1, 0x1.eea31c0068p-5, 0x1.c3dd83606d891p-44}, {0x1.dep-1, 0x1.1973bd1464p-4, 0x1.566d154f930b3p-44}, {0x1.dbp-1, 0x1.333d7f8184p-4, -0x1.692b6a81b8848p-49}, {0x1.d7p-1, 0x1.55e10050ep-4,
    0x1.c1d740c53c72ep-47}, {0x1.d4p-1, 0x1.700d30aeacp-4, 0x1.c1e8da99ded32p-49}, {0x1.d1p-1, 0x1.8a6477a91cp-4, 0x1.c28c0af9bd6dfp-44}, {0x1.cep-1, 0x1.a4e7640b1cp-4, -0x1.e42b6b94407c8p-47},
    {0x1.cap-1, 0x1.c885801bc4p-4, 0x1.646d1c65aacd3p-45}, {0x1.c7p-1, 0x1.e3707ee304p-4, 0x1.0f684e6766abdp-45}, {0x1.c4p-1, 0x1.fe89139dbcp-4, 0x1.56594d82f7a82p-44}, {0x1.c1p-1, 0x1.0ce7ecdcccp-3,
    0x1.4652dabff5447p-46}, {0x1.bep-1, 0x1.1aa2b7e24p-3, -0x1.1ac38dde3b366p-44}, {0x1.bbp-1, 0x1.28753bc11ap-3, 0x1.7494e359302e6p-44}, {0x1.b8p-1, 0x1.365fcb015ap-3, -0x1.fd3a0afb9691bp-44},
    {0x1.b5p-1, 0x1.4462b9dc9cp-3, -0x1.84858a711b062p-44}, {0x1.b2p-1, 0x1.527e5e4a1cp-3, -0x1.4e60b8d4b411dp-44}, {0x1.afp-1, 0x1.60b3100b0ap-3, -0x1.71456c988f814p-44}, {0x1.acp-1,
    0x1.6f0128b756p-3, 0x1.577390d31ef0fp-44}, {0x1.aap-1, 0x1.7898d85444p-3, 0x1.8e67be3dbaf3fp-44}, {0x1.a7p-1, 0x1.871213750ep-3, 0x1.328eb42f9af75p-44}, {0x1.a4p-1, 0x1.95a5adcf7p-3,
    0x1.7f22858a0ff6fp-47}, {0x1.a1p-1, 0x1.a454082e6ap-3, 0x1.60a77c81f7171p-44}, {0x1.9fp-1, 0x1.ae2ca6f672p-3, 0x1.7a8d5ae54f55p-44}, {0x1.9cp-1, 0x1.bd087383bep-3, -0x1.d4bc4595412b6p-45},
    {0x1.9ap-1, 0x1.c6ffbc6fp-3, 0x1.ee138d3a69d43p-44}, {0x1.97p-1, 0x1.d60a17f904p-3, -0x1.5d6e06fc20d39p-44}, {0x1.95p-1, 0x1.e020cc6236p-3, -0x1.52b00adb91424p-45}, {0x1.92p-1, 0x1.ef5ade4ddp-3,
    -0x1.a211565bb8e11p-51}, {0x1.9p-1, 0x1.f991c6cb3cp-3, -0x1.90d04cd7cc834p-44}, {0x1.8dp-1, 0x1.047e60cde8p-2, 0x1.dbdf10d397f3cp-45}, {0x1.8bp-1, 0x1.09aa572e6cp-2, 0x1.b50a1e1734342p-44},
    {0x1.88p-1, 0x1.1178e8227ep-2, 0x1.1ef78ce2d07f2p-44}, {0x1.86p-1, 0x1.16b5ccbadp-2, -0x1.23299042d74bfp-44}, {0x1.84p-1, 0x1.1bf99635a7p-2, -0x1.1ac89575c2125p-44}, {0x1.82p-1, 0x1.214456d0ecp-2,
    -0x1.caf0428b728a3p-44}, {0x1.7fp-1, 0x1.2941afb187p-2, -0x1.210c2b730e28bp-44}, {0x1.7dp-1, 0x1.2e9e2bce12p-2, 0x1.4300c128d1dc2p-45}, {0x1.7bp-1, 0x1.3401e12aedp-2, -0x1.17c73556e291dp-44},
    {0x1.79p-1, 0x1.396ce359bcp-2, -0x1.5839c5663663dp-47}, {0x1.76p-1, 0x1.419b423d5fp-2, -0x1.ce379226de3ecp-44}, {0x1.74p-1, 0x1.4718dc271cp-2, 0x1.06c18fb4c14c5p-44}, {0x1.72p-1,
    0x1.4c9e09e173p-2, -0x1.e20891b0ad8a4p-45}, {0x1.7p-1, 0x1.522ae0738ap-2, 0x1.ebe708164c759p-45}, {0x1.6ep-1, 0x1.57bf753c8dp-2, 0x1.fadedee5d40efp-46},
    {0x1.6cp-1, 0x1.5d5bddf596p-2, -0x1.a0b2a08a465dcp-47}, {0x1.6ap-1, 0x1.630030b3abp-2, -0x1.db623e731aep-45}};
  return at[i];
}
JNK_FN jnk_word jnk_table_two_over_pi(int i) {
  static const jnk_word at[22] = {
    0, 0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041, 0xfe5163abdebbc561, 0xb7246e3a424dd2e0, 0x06492eea09d1921c, 0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41,
    0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f, 0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d, 0x7527bac7ebe5f17b, 0x3d0739f78a5292ea,
    0x6bfb5fb11f8d5d08, 0x56033046fc7b6bab, 0xf0cfbc209af4361d, 0xa9e391615ee61b08};
  return at[i];
}
#define JNK_PI_LO 0x1.1a62633145c07p-53
#define JNK_ATAN_TERMS(t, z, z2)                                                \
  ((t) * (z) *                                                                  \
   ((z) * ((0x1.999999999915dp-3 - (z)*0x1.24924923780bep-3) +                  \
           (z2) * ((0x1.c71c6f89cdccep-4 - (z)*0x1.745bdf8bf9b55p-4) +          \
                   (z2) * (0x1.3ab657df6c735p-4 - (z)*0x1.027fceae38b50p-4))) - \
    0x1.5555555555555p-2))
#define JNK_ATAN_LEAST 0x1p-30
JNK_FN double jnk_atan_terms(double t) {
  double z = t * t, z2 = z * z;
  return JNK_ATAN_TERMS(t, z, z2);
}
JNK_FN jnk_pair jnk_atan_ratio_pair(double n, double d, double q) {
  if (q < 0.125) {
    double rest = q > JNK_ATAN_LEAST ? jnk_rest(n, q, d) / d : 0;
    jnk_pair p = {q, rest + jnk_atan_terms(q)};
    return p;
  }
  int i = (int)(32 * q + 0.5);
  double c = i * 0.03125, dh = jnk_head(d), t = ((n - c * dh) - c * (d - dh)) / (d + c * n);
  jnk_pair p = jnk_table_atan(i);
  p.lo += t + jnk_atan_terms(t);
  return p;
}
JNK_FN double jnk_add_quarters(double quarters, jnk_pair p) {
  jnk_pair s = jnk_sum(quarters * (JNK_PI / 2), p.hi);
  return s.hi + (s.lo + (quarters * (JNK_PI_LO / 2) + p.lo));
}
JNK_FN jnk_pair jnk_minus(jnk_pair p) {
  jnk_pair m = {-p.hi, -p.lo};
  return m;
}
JNK_FN double jnk_angle(double y, double x) {
  double a = fabs(x), n = y < a ? y : a, d = y < a ? a : y;
  if (!(d > 0x1p-900 && d < 0x1p1000)) {
    double scale = d < 1 ? 0x1p600 : 0x1p-600;
    if (d > JNK_LARGEST) n = n > JNK_LARGEST, d = 1;
    else if (d <= 0) d = 1;
    else n *= scale, d *= scale;
  }
  jnk_pair p = jnk_atan_ratio_pair(n, d, n / d);
  int steep = !(y < a) && y > 0;
  if (steep) return jnk_add_quarters(1, jnk_bits(x) >> 63 ? p : jnk_minus(p));
  return jnk_bits(x) >> 63 ? jnk_add_quarters(2, jnk_minus(p)) : p.hi + p.lo;
}
JNK_FN double jnk_atan2(double y, double x) {
  if (isnan(x) || isnan(y)) return x + y;
  return copysign(jnk_angle(fabs(y), x), y);
}
typedef struct {
  double hi, lo;
  int k;
} jnk_scaled;
#define JNK_EXP_SMALL 0.26
JNK_FN jnk_scaled jnk_exp_parts(double x, double lo) {
  double shifted, n = jnk_nearest(x * 0x1.71547652b82fep6, &shifted),
                  r = (x - n * 0x1.62e42fefap-7) - (n * 0x1.cf79abc9e3b3ap-46 - lo);
  double p = r + r * r *
                     ((0x1.fffffffffdba9p-2 + r * 0x1.55555555543cep-3) +
                      r * r * (0x1.555573d5e241ep-5 + r * 0x1.111126b038cfcp-7));
  int whole = jnk_shifted_integer(shifted), i = whole & 63;
  jnk_pair t = jnk_table_power(i);
  jnk_scaled e = {t.hi, t.lo + t.hi * p, (whole - i) / 64};
  return e;
}
JNK_FN double jnk_times_power(double x, int k) {
  if (k > 1022) return x * 0x1p1022 * jnk_power_of_two(k < 2044 ? k - 1022 : 1022);
  if (k < -1021) return x * 0x1p-1000 * jnk_power_of_two(k > -2022 ? k + 1000 : -1022);
  return x * jnk_power_of_two(k);
}
JNK_FN double jnk_exp(double x) {
  if (!(fabs(x) < 750)) return x > 0 ? HUGE_VAL : x < 0 ? 0 : x;
  jnk_scaled e = jnk_exp_parts(x, 0);
  return jnk_times_power(e.hi + e.lo, e.k);
}
JNK_FN double jnk_expm1(double x) {
  if (fabs(x) < JNK_EXP_SMALL) {
    double z = x * x, a = 0x1.5555555555556p-3 + x * 0x1.5555555555556p-5,
           b = 0x1.1111111110e70p-7 + x * 0x1.6c16c16c168bep-10;
    double c = 0x1.a01a01a2e7a1bp-13 + x * 0x1.a01a01a2d1534p-16, d = 0x1.71de257b59919p-19 + x * 0x1.27e4eb1d92baep-22;
    double e = 0x1.aef113e19b60dp-26 + x * 0x1.1f4a7ab42f0c5p-29;
    return fabs(x) < 0x1p-54 ? x : x + (0.5 * z + x * z * (a + z * (b + z * (c + z * (d + z * e)))));
  }
  if (!(x > -50 && x < 700)) return x < 0 ? -1 : jnk_exp(x);
  jnk_scaled e = jnk_exp_parts(x, 0);
  double scale = jnk_power_of_two(e.k);
  jnk_pair s = jnk_sum_any(scale * e.hi, -1);
  return s.hi + (s.lo + scale * e.lo);
}
JNK_FN double jnk_tanh(double x) {
  double a = fabs(x), z = x * x;
  if (a < JNK_EXP_SMALL) {
    double z2 = z * z, p = 0x1.1111111110bddp-3 - z * 0x1.ba1ba1b945be4p-5,
           q = 0x1.664f47fdc67a8p-6 - z * 0x1.226e0792e26a0p-7;
    double r = 0x1.d6c164bf71d48p-9 - z * 0x1.7b7a8bca6533ap-10 + z2 * 0x1.1215eaa71b470p-11;
    return a < 0x1p-28 ? x : x + x * z * (z * (p + z2 * (q + z2 * r)) - 0x1.5555555555554p-2);
  }
  if (!(a < 20)) return a > 0 ? copysign(1.0, x) : x;
  jnk_scaled e = jnk_exp_parts(2 * a, 0);
  double scale = jnk_power_of_two(e.k);
  jnk_pair n = jnk_sum(scale * e.hi, -1), d = jnk_sum(scale * e.hi, 1);
  n.lo += scale * e.lo, d.lo += scale * e.lo;
  n = jnk_sum(n.hi, n.lo), d = jnk_sum(d.hi, d.lo);
  jnk_pair q = jnk_quotient(n, d);
  return copysign(q.hi + q.lo, x);
}
JNK_FN jnk_pair jnk_log_pair(double x, double more) {
  jnk_word u = jnk_bits(x), low = 0x3fe6b00000000000;
  int k = 0;
  if (u < (jnk_word)1 << 52) u = jnk_bits(x * 0x1p54), k = -54, more = 0;
  int above = (int)((long long)(u - low) >> 52);
  k += above;
  jnk_log_row row = jnk_table_log((int)((u - low) >> 45 & 127));
  double m = jnk_from_bits(u - ((jnk_word)(long long)above << 52)),
         head = jnk_from_bits(jnk_bits(m) & ~(jnk_word)0x1fffff);
  jnk_pair r = jnk_sum(head * row.inverse - 1, (m - head) * row.inverse);
  if (k < 100 && (more < 0 || more > 0)) r.lo += more * jnk_power_of_two(-k) * row.inverse;
  double t = r.hi, th = jnk_head(t), tl = t - th;
  double p = (0x1.555555555555ap-2 - t * 0x1.0000000000009p-2) +
             t * t *
                 ((0x1.9999999766b18p-3 - t * 0x1.555555523d877p-3) +
                  t * t * (0x1.2494d4b899f61p-3 - t * 0x1.0002c7e8b6c45p-3));
  jnk_pair a = jnk_sum(k * 0x1.62e42fefa38p-1 + row.hi, t), b = jnk_sum(a.hi, -0.5 * th * th);
  double rest = (a.lo + b.lo) + (r.lo * (1 - t) - tl * (th + 0.5 * tl));
  return jnk_sum(b.hi, rest + (t * t * t * p + (k * 0x1.ef35793c7673p-45 + row.lo)));
}
JNK_FN double jnk_log_edge(double x) { return x < 0 ? NAN : x > 0 ? x : isnan(x) ? x : -HUGE_VAL; }
JNK_FN double jnk_log(double x) {
  if (!(x > 0 && x <= JNK_LARGEST)) return jnk_log_edge(x);
  return jnk_log_pair(x, 0).hi;
}
JNK_FN int jnk_parity(double y) {
  double a = fabs(y);
  if (a >= 0x1p53) return 2;
  if (floor(a) < a) return 0;
  return floor(0.5 * a) < 0.5 * a ? 1 : 2;
}
JNK_RARE double jnk_pow_edge(double x, double y) {
  if (x == 1 || y == 0) return 1;
  if (isnan(x) || isnan(y)) return x + y;
  if (fabs(y) > JNK_LARGEST) return fabs(x) == 1 ? 1 : (fabs(x) > 1) == (y > 0) ? HUGE_VAL : 0;
  double size = (fabs(x) > 1) == (y > 0) ? HUGE_VAL : 0;
  return jnk_parity(y) == 1 ? copysign(size, x) : size;
}
JNK_FN double jnk_pow_positive(double x, double y) {
  jnk_pair l = jnk_log_pair(x, 0);
  double p = y * l.hi;
  if (!(fabs(p) < 750)) return p > 0 ? HUGE_VAL : 0;
  if (fabs(p) < 0x1p-60) return 1;
  jnk_pair e = jnk_product(y, l.hi);
  jnk_scaled s = jnk_exp_parts(e.hi, e.lo + y * l.lo);
  return jnk_times_power(s.hi + s.lo, s.k);
}
JNK_FN double jnk_pow(double x, double y) {
  if (!(x > 0 && x <= JNK_LARGEST && fabs(y) <= JNK_LARGEST)) {
    if (!(x < 0 && x >= -JNK_LARGEST && fabs(y) <= JNK_LARGEST) || y == 0) return jnk_pow_edge(x, y);
    int parity = jnk_parity(y);
    return parity == 0 ? NAN : parity == 1 ? -jnk_pow_positive(-x, y) : jnk_pow_positive(-x, y);
  }
  return jnk_pow_positive(x, y);
}
JNK_FN double jnk_hypot(double x, double y) {
  double square = x * x + y * y;
  if (square > 0x1p-900 && square < 0x1p1000) return sqrt(square);
  double a = fabs(x), b = fabs(y), most = a > b ? a : b;
  if (a > JNK_LARGEST || b > JNK_LARGEST) return HUGE_VAL;
  if (!(most > 0)) return a + b;
  double scale = most > 1 ? 0x1p-600 : 0x1p600;
  return sqrt((a * scale) * (a * scale) + (b * scale) * (b * scale)) / scale;
}
JNK_FN jnk_word jnk_mantissa(double x, int *e) {
  jnk_word u = jnk_bits(x), M = u & 0xfffffffffffff;
  int biased = (int)(u >> 52);
  *e = (biased > 0 ? biased : 1) - 1075;
  return biased > 0 ? M | (jnk_word)1 << 52 : M;
}
JNK_RARE double jnk_fmod_by_bits(double x, double y) {
  int ex, ey;
  jnk_word a = jnk_mantissa(x, &ex), b = jnk_mantissa(y, &ey);
  for (a %= b; ex > ey;) {
    int shift = ex - ey < 11 ? ex - ey : 11;
    a = (a << shift) % b, ex -= shift;
  }
  return ldexp((double)a, ey);
}
JNK_FN double jnk_less_times(double x, double k, double y) {
  double head = jnk_head(y);
  return (x - k * head) - k * (y - head);
}
JNK_FN double jnk_fmod(double x, double y) {
  double a = fabs(x), b = fabs(y);
  if (!(a <= JNK_LARGEST && b > 0)) return isnan(x) || isnan(y) ? x + y : NAN;
  if (a < b) return x;
  double q = a / b, rest;
  if (q < 0x1p26 && b > 0x1p-900) {
    rest = jnk_less_times(a, floor(q), b);
    if (rest < 0) rest += b;
  } else {
    rest = jnk_fmod_by_bits(a, b);
  }
  return copysign(rest, x);
}
JNK_FN double jnk_remainder(double x, double y) {
  double a = fabs(x), b = fabs(y);
  if (a <= 0.5 * b && b <= JNK_LARGEST && b > 0x1p-1000) return x;
  if (!(a <= JNK_LARGEST && b > 0)) return isnan(x) || isnan(y) ? x + y : NAN;
  if (b < 0x1p1023) a = jnk_fmod(a, 2 * b);
  if (a > b - a) {
    a -= b;
    if (a >= b - a) a -= b;
  }
  return jnk_bits(x) >> 63 ? -a : a;
}
#define JNK_PI_2_FIRST 0x1.921fb544p0
#define JNK_PI_2_SECOND 0x1.0b4611a6p-34
#define JNK_PI_2_REST 0x1.3198a2e037073p-69
#define JNK_2_OVER_PI 0x1.45f306dc9c883p-1
#define JNK_TURN_MOST 1.6e6
#define JNK_TURN_LEAST 0x1p-40
#define JNK_SINE_TERMS(y, z, z2)                                  \
  ((y) * (z) *                                                    \
   ((0x1.5555555555549p-3 - (z)*0x1.111111110f87ap-7) +           \
    (z2) * ((0x1.a01a019c11948p-13 - (z)*0x1.71de3577aed6cp-19) + \
            (z2) * (0x1.ae5e6633019a2p-26 - (z)*0x1.5d92fe8be5afbp-33))))
#define JNK_COSINE_TERMS(z, z2)                                          \
  ((z2) * ((0x1.555555555554cp-5 - (z)*0x1.6c16c16c1517ep-10) +          \
           (z2) * ((0x1.a01a019cb1bf4p-16 - (z)*0x1.27e4f809f172fp-22) + \
                   (z2) * (0x1.1ee9ebe983a11p-29 - (z)*0x1.8fae9c87de470p-37))))
typedef struct {
  double hi, lo;
  int quarter;
} jnk_reduced;
JNK_FN void jnk_multiply_words(jnk_word a, jnk_word b, jnk_word *high, jnk_word *low) {
  jnk_word ah = a >> 32, al = (unsigned)a, bh = b >> 32, bl = (unsigned)b, middle = ah * bl + ((al * bl) >> 32);
  jnk_word other = al * bh + (unsigned)middle;
  *high = ah * bh + (middle >> 32) + (other >> 32);
  *low = a * b;
}
JNK_FN jnk_word jnk_two_over_pi_bits(int skip) {
  int word = skip / 64, shift = skip % 64;
  jnk_word first = jnk_table_two_over_pi(word) << shift;
  return shift == 0 ? first : first | jnk_table_two_over_pi(word + 1) >> (64 - shift);
}
JNK_FN void jnk_quarters_of(jnk_word M, int e, jnk_word f[3]) {
  int skip = 64 + e - 2;
  jnk_word high1, high0, low1, low0;
  jnk_multiply_words(M, jnk_two_over_pi_bits(skip + 128), &high0, &low0);
  jnk_multiply_words(M, jnk_two_over_pi_bits(skip + 64), &high1, &low1);
  f[2] = low0;
  f[1] = low1 + high0;
  f[0] = M * jnk_two_over_pi_bits(skip) + high1 + (f[1] < low1);
}
JNK_FN jnk_pair jnk_quarter_turns(jnk_word f[3]) {
  const double pi_2 = 0x1.921fb54442d18p0, pi_2_lo = 0x1.1a62633145c07p-54;
  int shift = 2;
  for (int i = 0; i < 2; i++) f[i] = f[i] << 2 | f[i + 1] >> 62;
  for (f[2] <<= 2; f[0] >> 63 == 0; shift++) {
    for (int i = 0; i < 2; i++) f[i] = f[i] << 1 | f[i + 1] >> 63;
    f[2] <<= 1;
  }
  double unit = jnk_power_of_two(-51 - shift), hi = (double)(f[0] >> 11) * unit;
  double lo = (double)((f[0] & 0x7ff) << 42 | f[1] >> 22) * (unit * 0x1p-53);
  jnk_pair y = jnk_product(hi, pi_2);
  return jnk_sum(y.hi, y.lo + (hi * pi_2_lo + lo * pi_2));
}
JNK_RARE jnk_reduced jnk_reduce_by_bits(double x) {
  jnk_word u = jnk_bits(x), f[3];
  jnk_quarters_of((u & 0xfffffffffffff) | (jnk_word)1 << 52, (int)(u >> 52 & 0x7ff) - 1075, f);
  int quarter = (int)(f[0] >> 62), round_up = (int)(f[0] >> 61 & 1);
  if (round_up)
    for (int i = 2, carry = 1; i >= 0; i--) f[i] = ~f[i] + (jnk_word)carry, carry = carry && f[i] == 0;
  f[0] &= ~(jnk_word)0 >> 2;
  jnk_pair y = jnk_quarter_turns(f);
  int back = round_up != (int)(u >> 63), turned = quarter + round_up;
  jnk_reduced out = {back ? -y.hi : y.hi, back ? -y.lo : y.lo, u >> 63 ? -turned : turned};
  return out;
}
JNK_FN jnk_reduced jnk_reduce_beside(double x, double k) {
  const double third = 0x1.3198a2e0p-69, fourth = 0x1.b839a252049c1p-104;
  jnk_pair y = jnk_sum_any((x - k * JNK_PI_2_FIRST) - k * JNK_PI_2_SECOND, -k * third);
  y = jnk_sum(y.hi, y.lo - k * fourth);
  jnk_reduced out = {y.hi, y.lo, (int)k};
  return out;
}
JNK_RARE jnk_reduced jnk_reduce_rare(double x, double k) {
  if (fabs(x) > 0.78 && fabs(x) < 1.6e6) return jnk_reduce_beside(x, k);
  if (fabs(x) >= 1.6e6 && fabs(x) <= JNK_LARGEST) return jnk_reduce_by_bits(x);
  double rest = x * 0;
  jnk_reduced out = {x + rest, rest, 0};
  return out;
}
JNK_FN jnk_reduced jnk_reduce(double x) {
  double shifted, k = jnk_nearest(x * JNK_2_OVER_PI, &shifted), a = x - k * JNK_PI_2_FIRST;
  double w = k * JNK_PI_2_SECOND, b = a - w, rest = ((a - b) - w) - k * JNK_PI_2_REST, y = b + rest;
  if (!(fabs(x) < JNK_TURN_MOST && fabs(y) > JNK_TURN_LEAST)) return jnk_reduce_rare(x, k);
  jnk_reduced out = {y, (b - y) + rest, jnk_shifted_integer(shifted)};
  return out;
}
JNK_FN double jnk_sine_terms(double y, double z) {
  double z2 = z * z;
  return JNK_SINE_TERMS(y, z, z2);
}
JNK_FN double jnk_cosine_terms(double z) {
  double z2 = z * z;
  return JNK_COSINE_TERMS(z, z2);
}
JNK_FN jnk_pair jnk_sine_pair(jnk_reduced y, double z) {
  jnk_pair p = {y.hi, -(jnk_sine_terms(y.hi, z) - y.lo * (1 - 0.5 * z))};
  return p;
}
JNK_FN jnk_pair jnk_cosine_pair(jnk_reduced y, double z) {
  double half = 0.5 * z, w = 1 - half;
  jnk_pair p = {w, ((1 - w) - half) + (jnk_cosine_terms(z) - y.hi * y.lo)};
  return p;
}
JNK_FN double jnk_sign_by(double x, int n) { return jnk_from_bits(jnk_bits(x) ^ (jnk_word)(n & 2) << 62); }
JNK_FN void jnk_sincos(double x, double *sine, double *cosine) {
  if (fabs(x) < 0.78 && fabs(x) > 0x1p-40) {
    double z = x * x, half = 0.5 * z, w = 1 - half;
    *sine = x - jnk_sine_terms(x, z);
    *cosine = w + (((1 - w) - half) + jnk_cosine_terms(z));
    return;
  }
  jnk_reduced y = jnk_reduce(x);
  double z = y.hi * y.hi;
  jnk_pair s = jnk_sine_pair(y, z), c = jnk_cosine_pair(y, z);
  double a = s.hi + s.lo, b = c.hi + c.lo;
  *sine = jnk_sign_by(y.quarter & 1 ? b : a, y.quarter);
  *cosine = jnk_sign_by(y.quarter & 1 ? a : b, y.quarter + 1);
}
typedef struct {
  double force;
  double stiffness;
  double damping;
  double potential;
  double power;
  double damper;
  double slope;
} jnk_push;
JNK_FN double jnk_push_power(double x, double n) { return n == 1 ? x : n == 0 ? 1 : jnk_pow(x, n); }
JNK_FN jnk_push jnk_push_calc(double k, double n, double c, double depth, double rate) {
  double far = fabs(depth), elastic = k * copysign(jnk_push_power(far, n), depth);
  double slope = n * k * jnk_push_power(far, n - 1);
  jnk_push p = {elastic, slope, 0, elastic * depth / (n + 1), 0, 0, slope};
  if (!(fabs(elastic) > 0) || c == 0) return p;
  double ratio = c * rate / fabs(elastic), h = jnk_tanh(ratio), steep = 1 - h * h;
  double bend = steep > 0 ? ratio * steep : 0;
  p.force = elastic * (1 + h);
  p.stiffness = slope * (1 + h - bend);
  p.damping = copysign(c * steep, depth);
  p.damper = elastic * h;
  p.power = -p.damper * rate;
  return p;
}
typedef struct {
  double lower, upper;
  double k, n, c;
} jnk_stop;
JNK_FN int jnk_stop_where(const jnk_stop *s, double x) { return x > s->upper ? 1 : x < s->lower ? -1 : 0; }
JNK_FN jnk_push jnk_stop_push(const jnk_stop *s, int where, double x, double rate) {
  jnk_push none = {0, 0, 0, 0, 0, 0, 0};
  if (where == 0) return none;
  if (where > 0) return jnk_push_calc(s->k, s->n, s->c, x - s->upper, rate);
  jnk_push p = jnk_push_calc(s->k, s->n, s->c, s->lower - x, -rate);
  p.force = -p.force, p.damper = -p.damper;
  return p;
}
JNK_FN jnk_push jnk_stop_of_block(const double *block, const double *in) {
  jnk_stop s = {block[0], block[1], block[2], block[3], block[4]};
  return jnk_stop_push(&s, jnk_stop_where(&s, in[0]), in[0], in[1]);
}
JNK_FN void jnk_call_stop(const double *block, const double *in, double *out) {
  jnk_push p = jnk_stop_of_block(block, in);
  out[0] = p.force, out[1] = p.damper;
}
enum { JNK_WRAP_CIRCLES = 17, JNK_WRAP_ARCS = 2 * JNK_WRAP_CIRCLES };
typedef struct {
  double x, y, radius;
} jnk_circle;
typedef struct {
  int circle;
  double turn;
  double span;
  double n[2];
  double begin;
} jnk_wrap_arc;
typedef struct {
  int n;
  double length;
  jnk_wrap_arc arc[JNK_WRAP_ARCS];
} jnk_wrap;
JNK_FN double jnk_cross2(const double a[2], const double b[2]) { return a[0] * b[1] - a[1] * b[0]; }
JNK_FN double jnk_dot2(const double a[2], const double b[2]) { return a[0] * b[0] + a[1] * b[1]; }
JNK_FN double jnk_wrap_atan(double t) {
  double z = t * t;
  double rest = z * (1.0 / 3 - z * (1.0 / 5 - z * (1.0 / 7 - z * (1.0 / 9 - z * (1.0 / 11 - z * (1.0 / 13))))));
  return t - t * rest;
}
JNK_FN double jnk_angle2(const double a[2], const double b[2]) {
  double cross = jnk_cross2(a, b), dot = jnk_dot2(a, b);
  return fabs(cross) < 0.0625 * dot ? jnk_wrap_atan(cross / dot) : jnk_atan2(cross, dot);
}
JNK_FN int jnk_wrap_tangent(const jnk_circle *a, const jnk_circle *b, double n[2], double *span) {
  double x = b->x - a->x, y = b->y - a->y, less = a->radius - b->radius, square = x * x + y * y;
  if (!(square > less * less)) return 0;
  double root = sqrt(square - less * less), part = 1 / square;
  n[0] = (less * x + root * y) * part, n[1] = (less * y - root * x) * part;
  *span = root;
  return 1;
}
JNK_FN int jnk_wrap_quarter(const double a[2], const double b[2]) {
  const double rounding = -1e-12;
  double cross = jnk_cross2(a, b), dot = jnk_dot2(a, b);
  return dot > 0 ? (cross > rounding ? 0 : 3) : cross > 0 ? 1 : 2;
}
JNK_FN int jnk_wrap_before(const double at[2], const double a[2], const double b[2]) {
  int of_a = jnk_wrap_quarter(at, a), of_b = jnk_wrap_quarter(at, b);
  return of_a == of_b ? jnk_cross2(a, b) > 0 : of_a < of_b;
}
JNK_FN int jnk_wrap_is_later(const jnk_circle *a, const jnk_circle *b, const double at[2], const double normal[2]) {
  const double apart[2] = {b->x - a->x, b->y - a->y};
  if (!(jnk_dot2(normal, apart) <= a->radius - b->radius)) return 0;
  return !(jnk_cross2(at, apart) > 0 && jnk_cross2(apart, normal) > 0);
}
JNK_FN int jnk_wrap_next(const jnk_circle *circles, int n, int i, const double at[2], double normal[2], double *span) {
  int first = i + 1 < n ? i + 1 : 0, next = -1, near = 0;
  if (first != i && jnk_wrap_tangent(&circles[i], &circles[first], normal, span))
    next = first, near = jnk_cross2(at, normal) > 0;
  for (int j = 0; j < n; j++) {
    double other[2], length;
    if (j == i || j == first || (near && jnk_wrap_is_later(&circles[i], &circles[j], at, normal))) continue;
    if (!jnk_wrap_tangent(&circles[i], &circles[j], other, &length)) continue;
    if (next >= 0 && !jnk_wrap_before(at, other, normal)) continue;
    next = j, normal[0] = other[0], normal[1] = other[1], *span = length;
    near = jnk_cross2(at, normal) > 0;
  }
  return next;
}
JNK_FN int jnk_wrap_lowest(const jnk_circle *circles, int n) {
  int lowest = 0;
  for (int i = 1; i < n; i++) {
    double lower = (circles[i].radius - circles[i].y) - (circles[lowest].radius - circles[lowest].y);
    if (lower > 0 || (lower >= 0 && circles[i].radius > circles[lowest].radius)) lowest = i;
  }
  return lowest;
}
JNK_FN double jnk_wrap_turn(const double from[2], const double to[2]) {
  const double rounding = -1e-11;
  double angle = jnk_angle2(from, to);
  return angle >= 0 ? angle : angle > rounding ? 0 : angle + 2 * JNK_PI;
}
JNK_FN void jnk_wrap_measure(const jnk_circle *circles, jnk_wrap *out) {
  jnk_wrap_arc *first = &out->arc[0];
  first->turn = out->n > 1 ? jnk_wrap_turn(out->arc[out->n - 1].n, first->n) : 2 * JNK_PI;
  out->length = 0;
  for (int k = 0; k < out->n; k++) {
    jnk_wrap_arc *arc = &out->arc[k];
    arc->begin = out->length;
    out->length += arc->turn * circles[arc->circle].radius + arc->span;
  }
}
JNK_FN void jnk_wrap_close(const jnk_circle *circles, int i, jnk_wrap *out) {
  jnk_wrap_arc *first = &out->arc[0], *second = &out->arc[1];
  if (out->n < 2 || first->circle == i) return;
  if (!jnk_wrap_tangent(&circles[i], &circles[second->circle], first->n, &first->span)) return;
  first->circle = i;
  second->turn = jnk_wrap_turn(first->n, second->n);
}
JNK_FN void jnk_wrap_calc(const jnk_circle *circles, int n, jnk_wrap *out) {
  double at[2] = {0, -1}, turned = 0;
  int i = jnk_wrap_lowest(circles, n);
  for (out->n = 0; out->n < JNK_WRAP_ARCS; out->n++) {
    jnk_wrap_arc *arc = &out->arc[out->n];
    int next = jnk_wrap_next(circles, n, i, at, arc->n, &arc->span);
    if (next < 0) break;
    arc->turn = out->n > 0 ? jnk_wrap_turn(at, arc->n) : 0;
    turned += arc->turn;
    if (turned > 2 * JNK_PI - 1e-10) break;
    arc->circle = i;
    at[0] = arc->n[0], at[1] = arc->n[1], i = next;
  }
  jnk_wrap_close(circles, i, out);
  if (out->n == 0) out->n = 1, out->arc[0].circle = i, out->arc[0].span = out->arc[0].n[0] = out->arc[0].n[1] = 0;
  jnk_wrap_measure(circles, out);
}
typedef struct {
  int spans;
  int circle;
  int on_span;
  double t[2];
  double at, rate;
  double part;
} jnk_band_place;
typedef struct {
  int n;
  int first;
  jnk_wrap wrap;
  double rate;
  double along[JNK_WRAP_ARCS + 1];
  int own[JNK_WRAP_CIRCLES];
  jnk_band_place place[JNK_WRAP_CIRCLES];
} jnk_band_way;
JNK_FN const jnk_wrap_arc *jnk_band_arc(const jnk_band_way *way, int k) {
  int i = way->first + k;
  return &way->wrap.arc[i < way->wrap.n ? i : i - way->wrap.n];
}
JNK_FN double jnk_band_span_rate(const jnk_band_way *way, int k, const double *u) {
  const jnk_wrap_arc *arc = jnk_band_arc(way, k);
  const double *from = u + 2 * arc->circle, *to = u + 2 * jnk_band_arc(way, k + 1)->circle;
  return -arc->n[1] * (to[0] - from[0]) + arc->n[0] * (to[1] - from[1]);
}
JNK_FN double jnk_band_begin(const jnk_band_way *way, const jnk_circle *circles, int k) {
  const jnk_wrap_arc *first = &way->wrap.arc[way->first], *arc = jnk_band_arc(way, k);
  double at = arc->begin - first->begin - first->turn * circles[first->circle].radius / 2;
  return arc < first ? at + way->wrap.length : at;
}
JNK_FN int jnk_band_longest(const jnk_wrap *wrap, int circle) {
  int longest = -1;
  for (int k = 0; k < wrap->n; k++)
    if (wrap->arc[k].circle == circle && (longest < 0 || wrap->arc[k].turn > wrap->arc[longest].turn)) longest = k;
  return longest;
}
JNK_FN void jnk_band_own(jnk_band_way *way) {
  for (int i = 0; i < way->n; i++) way->own[i] = -1;
  for (int k = 0; k < way->wrap.n; k++) {
    const jnk_wrap_arc *arc = jnk_band_arc(way, k);
    int *own = &way->own[arc->circle];
    if (*own < 0 || arc->turn > jnk_band_arc(way, *own)->turn) *own = k;
  }
}
JNK_FN void jnk_band_put(const jnk_band_way *way, const jnk_circle *circles, const double *u, int i, int k, double x,
                         const double m[2], jnk_band_place *out) {
  int j = jnk_band_arc(way, k)->circle;
  out->spans = k, out->circle = j, out->t[0] = -m[1], out->t[1] = m[0];
  out->at = jnk_band_begin(way, circles, k) + x;
  if (out->at < 0)
    out->spans = way->wrap.n, out->at += way->wrap.length;
  out->part = out->at / way->wrap.length;
  out->rate = way->along[out->spans];
  if (j != i) out->rate += out->t[0] * (u[2 * i] - u[2 * j]) + out->t[1] * (u[2 * i + 1] - u[2 * j + 1]);
}
JNK_FN const double *jnk_band_normal_before(const jnk_band_way *way, int k) {
  return jnk_band_arc(way, k > 0 ? k - 1 : way->wrap.n - 1)->n;
}
JNK_FN int jnk_band_has(const jnk_band_way *way, int k, const double m[2]) {
  const double none = -1e-12;
  const jnk_wrap_arc *arc = jnk_band_arc(way, k);
  const double *from = jnk_band_normal_before(way, k), *to = arc->n;
  if (arc->turn >= JNK_PI) return !(jnk_cross2(to, m) > 0 && jnk_cross2(m, from) > 0);
  return jnk_cross2(from, m) >= none && jnk_cross2(m, to) >= none && jnk_dot2(m, from) > -jnk_dot2(m, to);
}
JNK_FN int jnk_band_meets(const jnk_band_way *way, const jnk_circle *circles, int i, int k, const double d[2],
                          double m[2]) {
  int j = jnk_band_arc(way, k)->circle;
  double R = circles[j].radius, b[2] = {circles[i].x - circles[j].x, circles[i].y - circles[j].y}, bd = jnk_dot2(b, d);
  double square = bd * bd - jnk_dot2(b, b) + R * R;
  if (!(square >= 0)) return 0;
  for (int x = 0; x < 2; x++) m[x] = (b[x] + (sqrt(square) - bd) * d[x]) / R;
  return jnk_band_has(way, k, m);
}
JNK_FN double jnk_band_leaves(const jnk_band_way *way, const jnk_circle *circles, int i, int k, const double d[2]) {
  const jnk_wrap_arc *arc = jnk_band_arc(way, k);
  const jnk_circle *from = &circles[arc->circle], *to = &circles[i];
  double outward = jnk_dot2(arc->n, d);
  if (!(outward > 0)) return -1;
  const double end[2] = {from->x + from->radius * arc->n[0] - to->x, from->y + from->radius * arc->n[1] - to->y};
  double x = -jnk_cross2(d, end) / outward;
  return x <= arc->span ? x : -1;
}
JNK_FN void jnk_band_place_any(const jnk_band_way *way, const jnk_circle *circles, const double *u, int i,
                               jnk_band_place *out) {
  int own = way->own[i], nearest = 0;
  double least = HUGE_VAL;
  if (own >= 0) {
    const jnk_wrap_arc *arc = jnk_band_arc(way, own);
    jnk_band_put(way, circles, u, i, own, arc->turn / 2 * circles[i].radius, arc->n, out), out->on_span = 0;
    return;
  }
  for (int k = 0; k < way->wrap.n; k++) {
    const jnk_wrap_arc *arc = jnk_band_arc(way, k);
    const jnk_circle *from = &circles[arc->circle];
    double gap = from->radius - arc->n[0] * (circles[i].x - from->x) - arc->n[1] * (circles[i].y - from->y);
    if (gap < least) nearest = k, least = gap;
  }
  const jnk_wrap_arc *arc = jnk_band_arc(way, nearest);
  const jnk_circle *from = &circles[arc->circle];
  double along = -arc->n[1] * (circles[i].x - from->x) + arc->n[0] * (circles[i].y - from->y);
  jnk_band_put(way, circles, u, i, nearest, arc->turn * from->radius + along, arc->n, out), out->on_span = 1;
}
JNK_FN void jnk_band_place_on(const jnk_band_way *way, const jnk_circle *circles, const double *u, int i, int k,
                              const double m[2], jnk_band_place *out) {
  double R = circles[jnk_band_arc(way, k)->circle].radius;
  jnk_band_put(way, circles, u, i, k, R * jnk_wrap_turn(jnk_band_normal_before(way, k), m), m, out);
  out->on_span = 0;
}
JNK_FN void jnk_band_place_along(const jnk_band_way *way, const jnk_circle *circles, const double *u, int i,
                                 const double d[2], jnk_band_place *out) {
  double m[2], x;
  int from = way->own[i] > 0 ? way->own[i] - 1 : 0;
  if (way->own[i] >= 0 && jnk_band_has(way, way->own[i], d)) {
    jnk_band_place_on(way, circles, u, i, way->own[i], d, out);
    return;
  }
  for (int c = 0; c < way->wrap.n; c++) {
    int k = from + c < way->wrap.n ? from + c : from + c - way->wrap.n;
    const jnk_wrap_arc *arc = jnk_band_arc(way, k);
    if (arc->circle == i && jnk_band_has(way, k, d)) {
      jnk_band_place_on(way, circles, u, i, k, d, out);
      return;
    }
    if ((x = jnk_band_leaves(way, circles, i, k, d)) < 0) continue;
    jnk_band_put(way, circles, u, i, k, arc->turn * circles[arc->circle].radius + x, arc->n, out), out->on_span = 1;
    return;
  }
  for (int k = 0; k < way->wrap.n; k++) {
    if (!jnk_band_meets(way, circles, i, k, d, m)) continue;
    jnk_band_place_on(way, circles, u, i, k, m, out);
    return;
  }
  jnk_band_place_any(way, circles, u, i, out);
}
JNK_FN void jnk_band_way_calc(const jnk_circle *circles, const double *u, const double *d, int n, jnk_band_way *way) {
  way->n = n;
  jnk_wrap_calc(circles, n, &way->wrap);
  int sprocket = jnk_band_longest(&way->wrap, 0);
  way->first = sprocket >= 0 ? sprocket : 0;
  jnk_band_own(way);
  way->along[0] = 0;
  for (int k = 0; k < way->wrap.n; k++) way->along[k + 1] = way->along[k] + jnk_band_span_rate(way, k, u);
  way->rate = way->along[way->wrap.n];
  for (int i = 1; i < n; i++) {
    if (d[2 * i] != 0 || d[2 * i + 1] != 0) jnk_band_place_along(way, circles, u, i, d + 2 * i, &way->place[i]);
    else jnk_band_place_any(way, circles, u, i, &way->place[i]);
  }
}
JNK_FN double jnk_band_speed(const jnk_band_way *way, int i, double rim) {
  const jnk_band_place *place = &way->place[i];
  return rim - place->rate + place->part * way->rate;
}
typedef struct {
  double tension, length;
  double stiffness, damping;
} jnk_band_law;
JNK_FN double jnk_band_tension(const jnk_band_law *law, double length, double rate, double *elastic) {
  double spring = law->tension + law->stiffness * (length - law->length), whole = spring + law->damping * rate;
  *elastic = spring > 0 ? spring : 0;
  return whole > 0 ? whole : 0;
}
JNK_FN double jnk_band_energy(const jnk_band_law *law, double elastic) {
  return law->stiffness > 0 ? elastic * elastic / (2 * law->stiffness) : 0;
}
JNK_FN void jnk_band_extremes(const jnk_band_way *way, const double *G, double *slackest, double *tightest) {
  double order[JNK_WRAP_CIRCLES][2], T = 0;
  int n = 0;
  for (int i = 1; i < way->n; i++) {
    int k = n++;
    for (; k > 0 && order[k - 1][0] > way->place[i].at; k--)
      order[k][0] = order[k - 1][0], order[k][1] = order[k - 1][1];
    order[k][0] = way->place[i].at, order[k][1] = G[i];
    T += G[i] * (1 - way->place[i].part);
  }
  *slackest = *tightest = T;
  for (int k = 0; k < n; k++) {
    T -= order[k][1];
    *slackest = T < *slackest ? T : *slackest;
    *tightest = T > *tightest ? T : *tightest;
  }
}
JNK_FN void jnk_band_add(double s, const double t[2], double *f) { f[0] += s * t[0], f[1] += s * t[1]; }
JNK_FN void jnk_band_pull(const jnk_band_way *way, double mean, const double *G, double (*f)[2]) {
  double ends[JNK_WRAP_ARCS + 1] = {0}, T = mean;
  for (int i = 0; i < way->n; i++) f[i][0] = f[i][1] = 0;
  for (int i = 1; i < way->n; i++) {
    const jnk_band_place *place = &way->place[i];
    ends[place->spans] += G[i];
    T += G[i] * (1 - place->part);
    if (place->circle != i) jnk_band_add(G[i], place->t, f[place->circle]), jnk_band_add(-G[i], place->t, f[i]);
  }
  for (int k = 0; k < way->wrap.n; k++) {
    const jnk_wrap_arc *arc = jnk_band_arc(way, k);
    const double t[2] = {-arc->n[1], arc->n[0]};
    T -= ends[k];
    jnk_band_add(T, t, f[arc->circle]), jnk_band_add(-T, t, f[jnk_band_arc(way, k + 1)->circle]);
  }
}
JNK_FN int jnk_table_find(const double *x, int n, double at) {
  int low = -1, high = n;
  while (high - low > 1) {
    int middle = low + (high - low) / 2;
    if (x[middle] <= at) low = middle;
    else high = middle;
  }
  return low;
}
enum { JNK_CURVE_HEAD = 3 };
JNK_FN int jnk_curve_find(const double *curve, double at) {
  const double *x = curve + JNK_CURVE_HEAD;
  int n = (int)curve[0];
  if (!(curve[2] > 0)) return jnk_table_find(x, n, at) + 1;
  double guess = (at - x[0]) * curve[2];
  int k = guess > 0 ? (guess < n - 1 ? 1 + (int)guess : n) : 0;
  while (k < n && x[k] <= at) k++;
  while (k > 0 && !(x[k - 1] <= at)) k--;
  return k;
}
JNK_FN const double *jnk_curve_piece(const double *curve, int i) {
  return curve + JNK_CURVE_HEAD + (int)curve[0] + i * (1 + (int)curve[1]);
}
JNK_FN double jnk_curve_value(const double *curve, double at) {
  const double *p = jnk_curve_piece(curve, jnk_curve_find(curve, at));
  int k = (int)curve[1];
  double u = at - p[0], y = p[k];
  while (--k > 0) y = p[k] + u * y;
  return y;
}
JNK_FN double jnk_curve_slope(const double *curve, double at, double *slope) {
  const double *p = jnk_curve_piece(curve, jnk_curve_find(curve, at));
  int k = (int)curve[1];
  double u = at - p[0], y = p[k], d = 0;
  while (--k > 0) d = y + u * d, y = p[k] + u * y;
  *slope = d;
  return y;
}
typedef double jnk_real;
typedef int jnk_mask;
#define JNK_LANES 1
#define JNK_LANE(x, i) (x)
#define JNK_CHOOSE(mask, a, b) ((mask) ? (a) : (b))
JNK_FN jnk_real jnk_of(double x) { return x; }
JNK_FN jnk_mask jnk_not(jnk_mask mask) { return !mask; }
JNK_FN int jnk_any(jnk_mask mask) { return mask; }
JNK_FN jnk_real jnk_abs(jnk_real x) { return fabs(x); }
JNK_FN jnk_real jnk_sqrt(jnk_real x) { return sqrt(x); }
JNK_FN jnk_real jnk_floor(jnk_real x) { return floor(x); }
typedef struct {
  jnk_real x, y, xx, xy, yy;
} jnk_slope;
typedef struct {
  double c, tan_phi;
  double K;
} jnk_shear;
typedef struct {
  double n, k_c, k_phi;
  jnk_shear shear;
} jnk_soil;
JNK_FN double jnk_quick_pow(double x, double y) { return jnk_exp(y * jnk_log(x)); }
JNK_FN double jnk_soil_modulus(const jnk_soil *soil, double b) { return soil->k_c / b + soil->k_phi; }
JNK_FN double jnk_soil_pressure(const jnk_soil *soil, double b, double z) {
  return z > 0 ? jnk_soil_modulus(soil, b) * jnk_quick_pow(z, soil->n) : 0;
}
JNK_FN double jnk_soil_compaction(const jnk_soil *soil, double b, double from, double to) {
  double start = from > 0 ? from : 0;
  if (!(to > start)) return 0;
  return b * (to * jnk_soil_pressure(soil, b, to) - start * jnk_soil_pressure(soil, b, start)) / (soil->n + 1);
}
JNK_FN double jnk_shear_secant(double j, double K) {
  double u = j / K;
  return u > 1e-8 ? -jnk_expm1(-u) / j : 1 / K;
}
JNK_FN double jnk_pad_sinkage(const jnk_soil *soil, double b, double l, double k, double h) {
  double n = soil->n, part = n < 1 ? n : 1, A = b * l * jnk_soil_modulus(soil, b);
  double y = jnk_quick_pow(h, part),
         alone = jnk_quick_pow(k * h / A, part / n);
  if (alone < y) y = alone;
  for (int i = 0; i < 60; i++) {
    double power = jnk_quick_pow(y, n / part), z = n < 1 ? jnk_quick_pow(y, 1 / part) : y;
    double rest = A * power + k * (z - h), slope = (A * power * n / part + k * z / part) / y, step = rest / slope;
    y -= step;
    if (!(fabs(step) > 1e-14 * y)) break;
  }
  return n < 1 ? jnk_quick_pow(y, 1 / part) : y;
}
JNK_FN double jnk_pad_load(const jnk_soil *soil, double b, double l, double k, double h, double *z) {
  *z = h > 0 ? jnk_pad_sinkage(soil, b, l, k, h) : 0;
  return h > 0 ? k * (h - *z) : 0;
}
JNK_FN void jnk_pad_shear(const jnk_shear *shear, double A, double N, const double j_in[2], const double j_out[2],
                          double F[2]) {
  const double at[3] = {0.1127016653792583, 0.5, 0.8872983346207417}, weight[3] = {5.0 / 18, 8.0 / 18, 5.0 / 18};
  double most = N > 0 ? A * shear->c + N * shear->tan_phi : 0;
  F[0] = F[1] = 0;
  for (int i = 0; i < 3; i++) {
    double x = j_in[0] + at[i] * (j_out[0] - j_in[0]), y = j_in[1] + at[i] * (j_out[1] - j_in[1]);
    double part = weight[i] * most * jnk_shear_secant(jnk_hypot(x, y), shear->K);
    F[0] += part * x, F[1] += part * y;
  }
}
JNK_FN void jnk_pad_rate(const jnk_shear *shear, double l, double v, const double w[2], const double before[2],
                         const double j[2], double rate[2]) {
  double m = 12 * shear->K, r = (j[0] * j[0] + j[1] * j[1]) / (m * m), hold = jnk_hypot(w[0], w[1]) / m * r * r;
  for (int i = 0; i < 2; i++) rate[i] = w[i] + fabs(v) / l * (before[i] - j[i]) - hold * j[i];
}
typedef struct {
  double radius, stiffness, damping;
  int vertical;
  int rolls;
  const double *load;
} jnk_wheel;
enum { JNK_TYRE_FLATTEST = 10 };
enum { JNK_TYRE_STEEPEST = 4 };
JNK_FN void jnk_set(double x, double y, double z, double out[3]) { out[0] = x, out[1] = y, out[2] = z; }
JNK_FN void jnk_copy(const double a[3], double out[3]) { jnk_set(a[0], a[1], a[2], out); }
JNK_FN void jnk_add(const double a[3], const double b[3], double out[3]) {
  jnk_set(a[0] + b[0], a[1] + b[1], a[2] + b[2], out);
}
JNK_FN void jnk_sub(const double a[3], const double b[3], double out[3]) {
  jnk_set(a[0] - b[0], a[1] - b[1], a[2] - b[2], out);
}
JNK_FN void jnk_scale(double s, const double a[3], double out[3]) { jnk_set(s * a[0], s * a[1], s * a[2], out); }
JNK_FN void jnk_add_scaled(const double a[3], double s, const double b[3], double out[3]) {
  jnk_set(a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2], out);
}
JNK_FN double jnk_dot(const double a[3], const double b[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
JNK_FN void jnk_cross(const double a[3], const double b[3], double out[3]) {
  jnk_set(a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0], out);
}
JNK_FN double jnk_norm(const double a[3]) {
  double square = jnk_dot(a, a);
  if (square > 1e-280 && square < 1e280) return sqrt(square);
  double m = fmax(fabs(a[0]), fmax(fabs(a[1]), fabs(a[2])));
  if (!(m > 0 && m < HUGE_VAL)) return sqrt(square);
  double b[3];
  jnk_set(a[0] / m, a[1] / m, a[2] / m, b);
  return m * sqrt(jnk_dot(b, b));
}
JNK_FN double jnk_normalize(double a[3]) {
  double length = jnk_norm(a);
  if (length > 0) jnk_set(a[0] / length, a[1] / length, a[2] / length, a);
  return length;
}
JNK_FN void jnk_perpendicular(const double a[3], double out[3]) {
  double m[3], e[3] = {0, 0, 0};
  jnk_set(fabs(a[0]), fabs(a[1]), fabs(a[2]), m);
  int big = m[0] >= m[1] ? (m[0] >= m[2] ? 0 : 2) : (m[1] >= m[2] ? 1 : 2);
  int first = (big + 1) % 3, second = (big + 2) % 3;
  int least = m[second] <= m[first] ? second : first;
  e[least] = least == second ? -1 : 1;
  jnk_cross(a, e, out);
  jnk_normalize(out);
}
JNK_FN void jnk_mat_vec(const double R[9], const double a[3], double out[3]) {
  jnk_set(jnk_dot(R, a), jnk_dot(R + 3, a), jnk_dot(R + 6, a), out);
}
typedef struct {
  jnk_mask touches;
  jnk_real n[3], ex[3], ey[3], ez[3];
  jnk_real cosine;
  jnk_real lost, carried;
  jnk_real arm[3];
  jnk_real deflection, rate;
  jnk_real Fz, camber;
  jnk_real grip;
  jnk_real Vx, Vy;
  jnk_real Vsx, Vsy;
  jnk_real patch[3];
  jnk_real height;
  jnk_slope slope;
  int searched;
} jnk_contact;
typedef struct {
  jnk_real z, grip;
  jnk_slope slope;
  int searched;
  const jnk_soil *soil;
} jnk_under;
JNK_WITHIN jnk_under jnk_under_of(const jnk_real *in) {
  const jnk_real none = jnk_of(0);
  jnk_under under = {in[0], in[3], {in[1], in[2], none, none, none}, 0, NULL};
  return under;
}
JNK_WITHIN jnk_real jnk_tyre_spring(const jnk_wheel *wheel, jnk_real deflection, jnk_real *slope) {
  if (wheel->load) return jnk_curve_slope(wheel->load, deflection, slope);
  *slope = jnk_of(wheel->stiffness);
  return wheel->stiffness * deflection;
}
JNK_WITHIN jnk_real jnk_tyre_load(const jnk_wheel *wheel, jnk_real deflection, jnk_real rate) {
  jnk_real slope, spring = jnk_tyre_spring(wheel, deflection, &slope), damper = wheel->damping * rate;
  damper = JNK_CHOOSE(damper < -spring, -spring, JNK_CHOOSE(damper > spring, spring, damper));
  return JNK_CHOOSE(deflection > 0, spring + damper, jnk_of(0));
}
JNK_WITHIN jnk_real jnk_tyre_blend(jnk_real x, double from, double to, jnk_real *slope) {
  *slope = jnk_of(0);
  if (!jnk_any(jnk_not(x - from >= to - from))) return jnk_of(1);
  jnk_real s = (x - from) / (to - from);
  *slope = JNK_CHOOSE((s > 0) & (s < 1), 6 * s * (1 - s) / (to - from), jnk_of(0));
  return JNK_CHOOSE(s >= 1, jnk_of(1), JNK_CHOOSE(s > 0, s * s * (3 - 2 * s), jnk_of(0)));
}
JNK_WITHIN jnk_real jnk_tyre_carried(jnk_real cosine, jnk_real *slope) {
  return jnk_tyre_blend(cosine, 1.0 / (double)JNK_TYRE_FLATTEST, 1.0 / (double)JNK_TYRE_STEEPEST, slope);
}
JNK_WITHIN jnk_real jnk_tyre_lost(jnk_real cosine, jnk_real *slope) {
  const double disc = 0.5, upright = 0.8;
  jnk_real by, share = 1 - jnk_tyre_blend(cosine, disc, upright, &by);
  *slope = -share - by * (1 - cosine);
  return share * (1 - cosine);
}
JNK_WITHIN void jnk_contact_normal(const jnk_slope *slope, jnk_real n[3]) {
  jnk_real up = 1 / jnk_sqrt(1 + slope->x * slope->x + slope->y * slope->y);
  jnk_set(-slope->x * up, -slope->y * up, up, n);
}
JNK_WITHIN void jnk_contact_reach(const jnk_wheel *wheel, jnk_real z, const jnk_under *under, jnk_contact *c) {
  c->slope = under->slope, c->searched = under->searched, c->height = z - under->z;
  c->deflection = wheel->vertical ? (wheel->radius - c->height) * c->n[2] : wheel->radius - c->height * c->n[2];
}
JNK_WITHIN void jnk_contact_lay(const jnk_wheel *wheel, jnk_real z, const jnk_under *under, jnk_contact *c) {
  jnk_contact_normal(&under->slope, c->n);
  jnk_contact_reach(wheel, z, under, c);
}
JNK_WITHIN void jnk_contact_face(const jnk_real a[3], jnk_contact *c) {
  jnk_real slope;
  jnk_cross(a, c->n, c->ex);
  c->cosine = jnk_normalize(c->ex);
  c->lost = jnk_tyre_lost(c->cosine, &slope), c->carried = jnk_tyre_carried(c->cosine, &slope);
  jnk_cross(c->n, c->ex, c->ey);
  jnk_cross(c->ex, a, c->ez);
}
JNK_WITHIN void jnk_contact_roll_on(const jnk_wheel *wheel, const jnk_real v[3], const jnk_real w[3], jnk_contact *c) {
  const double flattest = 1.0 / (double)JNK_TYRE_FLATTEST;
  jnk_real turn[3], below = wheel->radius - c->deflection;
  c->deflection -= wheel->radius * c->lost;
  c->touches = (c->cosine > flattest) & (c->deflection > 0);
  jnk_scale(-JNK_CHOOSE(below > 0, below, jnk_of(0)) / JNK_CHOOSE(c->cosine > flattest, c->cosine, jnk_of(flattest)),
            c->ez, c->arm);
  jnk_cross(w, c->arm, turn);
  jnk_add(v, turn, c->patch);
  c->Vx = jnk_dot(v, c->ex), c->Vy = jnk_dot(v, c->ey);
  c->Vsx = jnk_dot(c->patch, c->ex), c->Vsy = jnk_dot(c->patch, c->ey);
  c->rate = -jnk_dot(v, c->n);
  c->Fz = jnk_of(0);
  if (jnk_any(c->touches)) {
    jnk_real load = jnk_tyre_load(wheel, c->deflection, c->rate) * c->carried;
    c->Fz = JNK_CHOOSE(c->touches, load, jnk_of(0));
  }
}
typedef struct {
  double k, c;
} jnk_slider;
JNK_FN jnk_real jnk_slider_trial(const jnk_slider *slider, jnk_real s, jnk_real w) {
  return slider->k * s + slider->c * w;
}
JNK_FN jnk_real jnk_slider_capacity(jnk_real C) { return JNK_CHOOSE(C < 0, jnk_of(0), C); }
JNK_FN jnk_real jnk_slider_carries(const jnk_slider *slider, jnk_real s, jnk_real w, jnk_real C, jnk_real *rate) {
  jnk_real trial = jnk_slider_trial(slider, s, w);
  const jnk_mask on = jnk_not(trial <= C), back = jnk_not(on | (trial >= -C)), slips = on | back;
  jnk_real F = JNK_CHOOSE(on, C, JNK_CHOOSE(back, -C, trial));
  *rate = w;
  if (jnk_any(slips)) *rate = JNK_CHOOSE(slips, (F - slider->k * s) / slider->c, w);
  return F;
}
JNK_FN void jnk_slider_trial2(const jnk_slider *slider, const jnk_real s[2], const jnk_real w[2], jnk_real trial[2]) {
  for (int i = 0; i < 2; i++) trial[i] = jnk_slider_trial(slider, s[i], w[i]);
}
JNK_FN jnk_real jnk_slider_length(const jnk_real x[2]) { return jnk_sqrt(x[0] * x[0] + x[1] * x[1]); }
JNK_FN void jnk_slider_force2(const jnk_slider *slider, const jnk_real s[2], const jnk_real w[2], jnk_real C,
                              jnk_mask sticks, jnk_real F[2], jnk_real rate[2]) {
  jnk_real trial[2], length;
  jnk_slider_trial2(slider, s, w, trial);
  length = jnk_slider_length(trial);
  for (int i = 0; i < 2; i++) {
    F[i] = JNK_CHOOSE(sticks, trial[i], JNK_CHOOSE(length > 0, C * (trial[i] / length), jnk_of(0)));
    rate[i] = JNK_CHOOSE(sticks, w[i], (F[i] - slider->k * s[i]) / slider->c);
  }
}
enum { JNK_TRACK_PADS = 12 };
typedef struct {
  int idlers, wheels;
  double sprocket_radius, idler_radius, wheel_radius;
  double axis[3];
  jnk_band_law law;
  double drag;
  jnk_wheel pad;
  jnk_slider shear;
  double friction, across;
  double width, pad_length;
} jnk_track;
typedef struct {
  const double *r, *v, *w;
} jnk_track_end;
typedef struct {
  double length, rate;
  double tension, slackest, tightest;
  double rim;
  double energy, power;
  double force[1 + JNK_WRAP_CIRCLES][3], torque[1 + JNK_WRAP_CIRCLES][3];
  double Fx[JNK_TRACK_PADS], Fy[JNK_TRACK_PADS], Fz[JNK_TRACK_PADS];
  double resistance[JNK_TRACK_PADS];
  double sliding[JNK_TRACK_PADS][2];
  double sinkage;
  double forward;
} jnk_track_result;
typedef struct {
  double a[3], X[3], Y[3];
  jnk_circle circle[JNK_WRAP_CIRCLES];
  double arm[JNK_WRAP_CIRCLES][3];
  double beside[JNK_WRAP_CIRCLES];
  double u[2 * JNK_WRAP_CIRCLES], d[2 * JNK_WRAP_CIRCLES];
  double spin[JNK_WRAP_CIRCLES], G[JNK_WRAP_CIRCLES];
  jnk_contact contact[JNK_TRACK_PADS];
  const jnk_soil *soil[JNK_TRACK_PADS];
  double sinkage[JNK_TRACK_PADS];
  jnk_band_way way;
} jnk_track_view;
JNK_FN int jnk_track_circles(const jnk_track *track) { return 1 + track->idlers + track->wheels; }
JNK_FN int jnk_track_of_pad(const jnk_track *track, int pad) { return 1 + track->idlers + pad; }
JNK_FN void jnk_track_clear(const jnk_track *track, jnk_track_result *out) {
  out->length = out->rate = out->tension = out->slackest = out->tightest = out->rim = 0;
  out->energy = out->power = out->sinkage = out->forward = 0;
  for (int i = 0; i < 1 + jnk_track_circles(track); i++)
    jnk_set(0, 0, 0, out->force[i]), jnk_set(0, 0, 0, out->torque[i]);
  for (int k = 0; k < track->wheels; k++)
    out->Fx[k] = out->Fy[k] = out->Fz[k] = out->resistance[k] = out->sliding[k][0] = out->sliding[k][1] = 0;
}
JNK_FN double jnk_track_radius(const jnk_track *track, int circle) {
  if (circle == 0) return track->sprocket_radius;
  return circle <= track->idlers ? track->idler_radius : track->wheel_radius;
}
JNK_FN void jnk_track_look(const jnk_track *track, const double R[9], const jnk_track_end *ends, jnk_track_view *view) {
  double across[3], turn[3], u[3];
  const jnk_track_end *hull = &ends[0];
  jnk_perpendicular(track->axis, across);
  jnk_mat_vec(R, track->axis, view->a), jnk_mat_vec(R, across, view->X), jnk_cross(view->a, view->X, view->Y);
  for (int i = 0; i < jnk_track_circles(track); i++) {
    const jnk_track_end *end = &ends[1 + i];
    jnk_sub(end->r, hull->r, view->arm[i]);
    jnk_cross(hull->w, view->arm[i], turn);
    jnk_sub(end->v, hull->v, u), jnk_sub(u, turn, u);
    view->circle[i].x = jnk_dot(view->X, view->arm[i]), view->circle[i].y = jnk_dot(view->Y, view->arm[i]);
    view->circle[i].radius = jnk_track_radius(track, i), view->beside[i] = jnk_dot(view->a, view->arm[i]);
    view->u[2 * i] = jnk_dot(view->X, u), view->u[2 * i + 1] = jnk_dot(view->Y, u);
    view->spin[i] = jnk_dot(view->a, end->w) - jnk_dot(view->a, hull->w);
    view->d[2 * i] = view->d[2 * i + 1] = view->G[i] = 0;
  }
}
JNK_FN void jnk_track_sink(const jnk_track *track, const jnk_soil *soil, jnk_contact *c, double *sinkage) {
  const jnk_wheel *pad = &track->pad;
  double damper = pad->damping * c->rate;
  c->Fz = jnk_pad_load(soil, track->width, track->pad_length, pad->stiffness, c->touches ? c->deflection : 0, sinkage);
  c->Fz += damper < -c->Fz ? -c->Fz : damper > c->Fz ? c->Fz : damper;
}
JNK_FN void jnk_track_face(jnk_track_view *view, const jnk_under *under, int pad) {
  const jnk_slope *here = &under[pad].slope, *before = &under[pad > 0 ? pad - 1 : 0].slope;
  jnk_contact *c = &view->contact[pad];
  if (pad > 0 && here->x == before->x && here->y == before->y) {
    const jnk_contact *same = c - 1;
    jnk_copy(same->n, c->n), jnk_copy(same->ex, c->ex), jnk_copy(same->ey, c->ey), jnk_copy(same->ez, c->ez);
    c->cosine = same->cosine, c->lost = same->lost, c->carried = same->carried;
    return;
  }
  jnk_contact_normal(here, c->n);
  jnk_contact_face(view->a, c);
}
JNK_FN void jnk_track_touch(const jnk_track *track, const jnk_under *under, const jnk_track_end *ends,
                            jnk_track_view *view) {
  for (int pad = 0; under && pad < track->wheels; pad++) {
    int i = jnk_track_of_pad(track, pad);
    jnk_contact *c = &view->contact[pad];
    jnk_track_face(view, under, pad);
    jnk_contact_reach(&track->pad, ends[1 + i].r[2], &under[pad], c);
    jnk_contact_roll_on(&track->pad, ends[1 + i].v, ends[1 + i].w, c);
    c->grip = under[pad].grip;
    view->d[2 * i] = -jnk_dot(view->X, c->ez), view->d[2 * i + 1] = -jnk_dot(view->Y, c->ez);
    view->soil[pad] = under[pad].soil, view->sinkage[pad] = 0;
    if (view->soil[pad]) jnk_track_sink(track, view->soil[pad], c, &view->sinkage[pad]);
  }
}
JNK_FN void jnk_track_aim(const jnk_track *track, jnk_track_view *view) {
  int from = jnk_track_of_pad(track, 0), n = from + track->wheels;
  const jnk_circle *first = &view->circle[from], *last = &view->circle[n - 1];
  double down[2] = {last->y - first->y, first->x - last->x}, size = sqrt(jnk_dot2(down, down)), side = 0;
  if (!(size > 0)) return;
  for (int i = from; i < n; i++) side += jnk_dot2(view->d + 2 * i, down);
  size = side < 0 ? -size : size;
  down[0] /= size, down[1] /= size;
  for (int i = from; i < n; i++) view->d[2 * i] = down[0], view->d[2 * i + 1] = down[1];
}
JNK_FN void jnk_track_add(const double force[3], const double arm[3], double *F, double *T) {
  double moment[3];
  jnk_cross(arm, force, moment);
  jnk_add(F, force, F), jnk_add(T, moment, T);
}
typedef struct {
  double sliding[2], F[2], rate[2];
  double resistance;
} jnk_track_pad;
JNK_FN void jnk_track_stick(const jnk_track *track, const jnk_contact *c, const double s[2], jnk_track_pad *pad) {
  double C = jnk_slider_capacity(track->friction * c->grip * c->Fz), trial[2];
  jnk_slider_trial2(&track->shear, s, pad->sliding, trial);
  jnk_slider_force2(&track->shear, s, pad->sliding, C, jnk_slider_length(trial) <= C, pad->F, pad->rate);
  pad->F[1] *= track->across;
}
JNK_FN double jnk_track_rut(const jnk_track *track, const jnk_track_view *view, int k, double v) {
  const double slow = 0.1;
  int step = v < 0 ? -1 : 1;
  double deepest = 0;
  for (int i = v < 0 ? track->wheels - 1 : 0; i != k; i += step)
    deepest = view->sinkage[i] > deepest ? view->sinkage[i] : deepest;
  return jnk_soil_compaction(view->soil[k], track->width, deepest, view->sinkage[k]) * v / sqrt(v * v + slow * slow);
}
JNK_FN void jnk_track_dig(const jnk_track *track, const jnk_track_view *view, int k, double rim, const double *j,
                          jnk_track_pad *pad) {
  const double lag = 0.01, none[2] = {0, 0},
               w[2] = {-pad->sliding[0], -pad->sliding[1]};
  const jnk_shear *shear = &view->soil[k]->shear;
  int from = rim < 0 ? k + 1 : k - 1;
  const double *before = from >= 0 && from < track->wheels ? j + 2 * from : none;
  double out[2];
  jnk_pad_rate(shear, track->pad_length, rim, w, before, j + 2 * k, pad->rate);
  for (int i = 0; i < 2; i++) out[i] = j[2 * k + i] + lag * pad->rate[i];
  jnk_pad_shear(shear, track->width * track->pad_length, view->contact[k].Fz, before, out, pad->F);
  pad->F[0] = -pad->F[0], pad->F[1] = -pad->F[1];
  pad->resistance = jnk_track_rut(track, view, k, view->contact[k].Vx);
}
JNK_FN void jnk_track_push(const jnk_track *track, int k, const jnk_track_pad *pad, jnk_track_view *view,
                           jnk_track_result *out) {
  const jnk_contact *c = &view->contact[k];
  int i = jnk_track_of_pad(track, k);
  double turn[3], along[3], across[3];
  view->G[i] += pad->F[0];
  jnk_scale(-pad->F[0], c->ex, along);
  jnk_cross(c->arm, along, turn), jnk_add(out->torque[0], turn, out->torque[0]);
  jnk_add_scaled(along, -pad->resistance, c->ex, along);
  jnk_add(out->force[1 + i], along, out->force[1 + i]);
  jnk_scale(c->Fz, c->n, across), jnk_add_scaled(across, -pad->F[1], c->ey, across);
  jnk_track_add(across, c->arm, out->force[1 + i], out->torque[1 + i]);
  out->power += jnk_dot(across, c->patch) - pad->F[0] * pad->sliding[0] - pad->resistance * c->Vx;
}
JNK_FN void jnk_track_note(const jnk_track_view *view, int k, const jnk_track_pad *pad, jnk_track_result *out) {
  out->Fx[k] = -pad->F[0], out->Fy[k] = -pad->F[1], out->Fz[k] = view->contact[k].Fz;
  out->sliding[k][0] = pad->sliding[0], out->sliding[k][1] = pad->sliding[1];
  out->resistance[k] = pad->resistance;
  out->sinkage = view->sinkage[k] > out->sinkage ? view->sinkage[k] : out->sinkage;
  out->forward += view->contact[k].Vx;
}
JNK_FN void jnk_track_stand(const jnk_track *track, const jnk_track_end *ends, int k, const double *state,
                            jnk_track_view *view, jnk_track_result *out, double *state_rate) {
  const jnk_contact *c = &view->contact[k];
  jnk_track_pad pad;
  double turn[3];
  jnk_cross(ends[0].w, c->arm, turn);
  pad.sliding[0] = c->Vx + jnk_dot(c->ex, turn) - jnk_band_speed(&view->way, jnk_track_of_pad(track, k), out->rim);
  pad.sliding[1] = c->Vsy, pad.resistance = 0;
  if (view->soil[k]) jnk_track_dig(track, view, k, out->rim, state, &pad);
  else jnk_track_stick(track, c, state + 2 * k, &pad);
  state_rate[2 * k] = pad.rate[0], state_rate[2 * k + 1] = pad.rate[1];
  jnk_track_push(track, k, &pad, view, out);
  jnk_track_note(view, k, &pad, out);
}
JNK_FN void jnk_track_turn(double moment, const double a[3], double *on, double *against) {
  jnk_add_scaled(on, moment, a, on), jnk_add_scaled(against, -moment, a, against);
}
JNK_FN void jnk_track_roll(const jnk_track *track, jnk_track_view *view, jnk_track_result *out) {
  for (int i = 1; i < view->way.n; i++) {
    double R = view->circle[i].radius, lag = R * view->spin[i] - jnk_band_speed(&view->way, i, out->rim);
    view->G[i] += track->drag * lag;
    jnk_track_turn(-R * track->drag * lag, view->a, out->torque[1 + i], out->torque[0]);
    out->power -= track->drag * lag * lag;
  }
}
JNK_FN void jnk_track_in_plane(const jnk_track_view *view, const double f[2], double F[3]) {
  jnk_scale(f[0], view->X, F), jnk_add_scaled(F, f[1], view->Y, F);
}
JNK_FN void jnk_track_pull(const jnk_track *track, jnk_track_view *view, jnk_track_result *out) {
  const jnk_band_way *way = &view->way;
  double f[JNK_WRAP_CIRCLES][2], on[2] = {0, 0}, aside[2] = {0, 0}, turn = 0, elastic, sum = 0, F[3];
  double T = jnk_band_tension(&track->law, way->wrap.length, way->rate, &elastic);
  jnk_band_extremes(way, view->G, &out->slackest, &out->tightest);
  if (T + out->slackest < 0) T = -out->slackest;
  jnk_band_pull(way, T, view->G, f);
  for (int i = 0; i < way->n; i++) {
    sum += view->G[i];
    jnk_track_in_plane(view, f[i], F);
    jnk_add(out->force[1 + i], F, out->force[1 + i]);
    on[0] -= f[i][0], on[1] -= f[i][1];
    aside[0] += view->beside[i] * f[i][1], aside[1] -= view->beside[i] * f[i][0];
    turn -= view->circle[i].x * f[i][1] - view->circle[i].y * f[i][0];
  }
  jnk_track_in_plane(view, on, F), jnk_add(out->force[0], F, out->force[0]);
  jnk_track_in_plane(view, aside, F), jnk_add(out->torque[0], F, out->torque[0]);
  jnk_add_scaled(out->torque[0], turn, view->a, out->torque[0]);
  jnk_track_turn(track->sprocket_radius * sum, view->a, out->torque[1], out->torque[0]);
  out->length = way->wrap.length, out->rate = way->rate;
  out->tension = T, out->slackest += T, out->tightest += T;
  out->energy = jnk_band_energy(&track->law, elastic);
  out->power -= (T - elastic) * way->rate;
}
JNK_FN void jnk_track_view_calc(const jnk_track *track, const jnk_under *under, const double R[9],
                                const jnk_track_end *ends, const double *state, jnk_track_view *view,
                                jnk_track_result *out, double *state_rate) {
  jnk_track_look(track, R, ends, view);
  jnk_track_touch(track, under, ends, view);
  if (under) jnk_track_aim(track, view);
  jnk_band_way_calc(view->circle, view->u, view->d, jnk_track_circles(track), &view->way);
  out->rim = track->sprocket_radius * view->spin[0];
  for (int pad = 0; under && pad < track->wheels; pad++)
    jnk_track_stand(track, ends, pad, state, view, out, state_rate);
  out->forward /= track->wheels;
  if (track->drag > 0) jnk_track_roll(track, view, out);
  jnk_track_pull(track, view, out);
}
enum {
  JNK_TRACK_SLACKEST,
  JNK_TRACK_TIGHTEST,
  JNK_TRACK_SPEED,
  JNK_TRACK_TRACTION,
  JNK_TRACK_SIDE,
  JNK_TRACK_LOAD,
  JNK_TRACK_SLIP,
  JNK_TRACK_SINKAGE,
  JNK_TRACK_RESISTANCE,
  JNK_TRACK_LOADS
};
JNK_FN double jnk_track_slip(const jnk_track_result *r, int wheels) {
  double most = fmax(fabs(r->rim), fabs(r->forward)), sliding = 0;
  for (int i = 0; i < wheels; i++) sliding += r->sliding[i][0];
  return most > 0 ? -sliding / (wheels * most) : 0;
}
JNK_FN void jnk_track_words(const jnk_track_result *r, int wheels, double *out) {
  out[JNK_TRACK_SLACKEST] = r->slackest, out[JNK_TRACK_TIGHTEST] = r->tightest, out[JNK_TRACK_SPEED] = r->rim;
  out[JNK_TRACK_SLIP] = jnk_track_slip(r, wheels), out[JNK_TRACK_SINKAGE] = r->sinkage;
  out[JNK_TRACK_TRACTION] = out[JNK_TRACK_SIDE] = out[JNK_TRACK_LOAD] = out[JNK_TRACK_RESISTANCE] = 0;
  for (int i = 0; i < wheels; i++) {
    out[JNK_TRACK_TRACTION] += r->Fx[i], out[JNK_TRACK_SIDE] += r->Fy[i], out[JNK_TRACK_LOAD] += r->Fz[i];
    out[JNK_TRACK_RESISTANCE] += r->resistance[i];
    out[JNK_TRACK_LOADS + i] = r->Fz[i];
  }
}
enum {
  JNK_TRACK_ENDS = 1 + JNK_WRAP_CIRCLES,
  JNK_TRACK_STATES = 2 * JNK_TRACK_PADS,
  JNK_TRACK_WORDS = JNK_TRACK_LOADS + JNK_TRACK_PADS,
  JNK_TRACK_STATE_AT = 9,
  JNK_TRACK_END_AT = JNK_TRACK_STATE_AT + JNK_TRACK_STATES,
  JNK_TRACK_ROAD_AT = JNK_TRACK_END_AT + 9 * JNK_TRACK_ENDS,
  JNK_TRACK_INPUTS = JNK_TRACK_ROAD_AT + 4 * JNK_TRACK_PADS,
  JNK_TRACK_RATE_AT = 6 * JNK_TRACK_ENDS,
  JNK_TRACK_WORD_AT = JNK_TRACK_RATE_AT + JNK_TRACK_STATES,
  JNK_TRACK_LENGTH_AT = JNK_TRACK_WORD_AT + JNK_TRACK_WORDS,
  JNK_TRACK_RESULTS = JNK_TRACK_LENGTH_AT + 5
};
typedef struct {
  double stands, idlers, wheels, sprocket_radius, idler_radius, wheel_radius, axis[3];
  jnk_band_law law;
  double drag, pad_radius, pad_stiffness, pad_damping, vertical, rolls;
  jnk_slider shear;
  double friction, across, width, pad_length;
  double soft[2];
  jnk_soil soil[2];
} jnk_track_block;
JNK_FN jnk_track jnk_track_of_block(const jnk_track_block *b) {
  jnk_track t;
  t.idlers = (int)b->idlers, t.wheels = (int)b->wheels;
  t.sprocket_radius = b->sprocket_radius, t.idler_radius = b->idler_radius, t.wheel_radius = b->wheel_radius;
  jnk_copy(b->axis, t.axis);
  t.law = b->law, t.drag = b->drag, t.shear = b->shear;
  t.pad.radius = b->pad_radius, t.pad.stiffness = b->pad_stiffness, t.pad.damping = b->pad_damping;
  t.pad.vertical = b->vertical != 0, t.pad.rolls = b->rolls != 0, t.pad.load = NULL;
  t.friction = b->friction, t.across = b->across, t.width = b->width, t.pad_length = b->pad_length;
  return t;
}
JNK_FN void jnk_track_read(const jnk_track_block *b, const jnk_track *track, const double *in, jnk_track_end *ends,
                           jnk_under *under) {
  for (int i = 0; i < 1 + jnk_track_circles(track); i++) {
    const double *end = in + JNK_TRACK_END_AT + 9 * i;
    ends[i].r = end, ends[i].v = end + 3, ends[i].w = end + 6;
  }
  for (int pad = 0; pad < track->wheels; pad++) {
    int side = ends[1 + jnk_track_of_pad(track, pad)].r[1] < 0 ? 1 : 0;
    under[pad] = jnk_under_of(in + JNK_TRACK_ROAD_AT + 4 * pad);
    if (b->soft[side] != 0) under[pad].soil = &b->soil[side];
  }
}
JNK_FN void jnk_track_write(const jnk_track *track, const jnk_track_result *r, double *out) {
  for (int i = 0; i < 1 + jnk_track_circles(track); i++)
    jnk_copy(r->force[i], out + 6 * i), jnk_copy(r->torque[i], out + 6 * i + 3);
  jnk_track_words(r, track->wheels, out + JNK_TRACK_WORD_AT);
  out += JNK_TRACK_LENGTH_AT;
  out[0] = r->length, out[1] = r->rate, out[2] = r->tension, out[3] = r->energy, out[4] = r->power;
}
JNK_FN void jnk_call_track(const double *block, const double *in, double *out) {
  const jnk_track_block *b = (const jnk_track_block *)(const void *)block;
  const jnk_track track = jnk_track_of_block(b);
  jnk_track_end ends[JNK_TRACK_ENDS];
  jnk_under under[JNK_TRACK_PADS];
  jnk_track_view view;
  jnk_track_result result;
  jnk_track_clear(&track, &result);
  jnk_track_read(b, &track, in, ends, under);
  for (int i = 0; i < 2 * track.wheels; i++) out[JNK_TRACK_RATE_AT + i] = 0;
  jnk_track_view_calc(&track, b->stands != 0 ? under : NULL, in, ends, in + JNK_TRACK_STATE_AT, &view, &result,
                      out + JNK_TRACK_RATE_AT);
  jnk_track_write(&track, &result, out);
}
typedef struct {
  double full_load, motoring, losses;
  double by_map;
  double idle_speed, idle_gain, idle_time;
  double rev_limit, rev_band;
  double stall_speed;
} jnk_engine;
typedef struct {
  double capacity;
  double ratio;
  double band;
  double lock_damping, lock_capacity;
} jnk_converter;
typedef struct {
  int n;
  const double *ratio;
  double reverse;
  const double *up[2], *down[2];
  double latency, carried, standstill, efficiency;
  int manual;
} jnk_gearbox;
enum { JNK_SHIFT_DONE, JNK_SHIFT_UP, JNK_SHIFT_DOWN, JNK_SHIFT_SELECT, JNK_SHIFTS };
JNK_FN jnk_gearbox jnk_gearbox_of_block(const double *block) {
  jnk_gearbox g;
  int shifts = (int)block[0] - 1;
  g.n = (int)block[0], g.reverse = block[1], g.latency = block[2], g.carried = block[3];
  g.standstill = block[4], g.efficiency = block[5], g.manual = block[6] != 0;
  g.ratio = block + 8;
  g.up[0] = g.ratio + g.n, g.up[1] = g.up[0] + shifts;
  g.down[0] = g.up[1] + shifts, g.down[1] = g.down[0] + shifts;
  return g;
}
JNK_WITHIN jnk_real jnk_within(jnk_real x, double low, double high) {
  return JNK_CHOOSE(x < low, jnk_of(low), JNK_CHOOSE(x > high, jnk_of(high), x));
}
JNK_WITHIN jnk_real jnk_smooth_step(jnk_real x) {
  jnk_real u = jnk_within(x, 0, 1);
  return u * u * (3 - 2 * u);
}
typedef struct {
  jnk_real gear, from, begun, shifting;
} jnk_gearbox_state;
typedef struct {
  jnk_real t, output_speed, throttle, demand;
} jnk_gearbox_look;
JNK_WITHIN jnk_real jnk_gearbox_demand(const jnk_gearbox *g, jnk_real demand) {
  return JNK_CHOOSE(demand == demand, jnk_floor(jnk_within(demand, -1, g->n) + 0.5), jnk_of(0));
}
JNK_WITHIN jnk_gearbox_state jnk_gearbox_state_of(const jnk_gearbox *g, const jnk_real *s) {
  const jnk_gearbox_state state = {jnk_gearbox_demand(g, s[0]), jnk_gearbox_demand(g, s[1]), s[2], s[3]};
  return state;
}
JNK_WITHIN jnk_real jnk_gearbox_wish(const jnk_gearbox *g, int asked, jnk_real demand) {
  jnk_real wish = asked ? demand : jnk_of(g->n);
  return g->reverse < 0 ? wish : JNK_CHOOSE(wish >= 0, wish, jnk_of(0));
}
JNK_WITHIN jnk_real jnk_gear_ratio(const jnk_gearbox *g, jnk_real gear) {
  jnk_real ratio = JNK_CHOOSE(gear < 0, jnk_of(g->reverse), jnk_of(0));
  for (int k = 1; k <= g->n; k++) ratio = JNK_CHOOSE(gear == (double)k, jnk_of(g->ratio[k - 1]), ratio);
  return ratio;
}
JNK_WITHIN jnk_real jnk_gearbox_progress(const jnk_gearbox *g, const jnk_gearbox_state *s, jnk_real t) {
  return g->latency > 0 ? jnk_smooth_step((t - s->begun) / g->latency) : jnk_of(1);
}
JNK_WITHIN jnk_real jnk_gearbox_ratio(const jnk_gearbox *g, const jnk_gearbox_state *s, jnk_real t) {
  const jnk_mask shifts = s->shifting != 0;
  jnk_real now = jnk_gear_ratio(g, s->gear);
  if (!jnk_any(shifts)) return now;
  jnk_real old = jnk_gear_ratio(g, s->from);
  return JNK_CHOOSE(shifts, old + (now - old) * jnk_gearbox_progress(g, s, t), now);
}
JNK_WITHIN jnk_real jnk_gearbox_engaged(const jnk_gearbox *g, const jnk_gearbox_state *s, jnk_real t) {
  const jnk_mask shifts = s->shifting != 0;
  jnk_real now = JNK_CHOOSE(s->gear != 0, jnk_of(1), jnk_of(0));
  if (!jnk_any(shifts)) return now;
  jnk_real old = JNK_CHOOSE(s->from != 0, jnk_of(1), jnk_of(0));
  return JNK_CHOOSE(shifts, old + (now - old) * jnk_gearbox_progress(g, s, t), now);
}
JNK_WITHIN jnk_real jnk_gearbox_input_speed(jnk_real ratio, jnk_real engaged, jnk_real output_speed,
                                            jnk_real free_speed) {
  return ratio * output_speed + (1 - engaged) * free_speed;
}
JNK_WITHIN jnk_real jnk_gearbox_share(const jnk_gearbox *g, const jnk_gearbox_state *s, jnk_real t) {
  const jnk_mask shifts = s->shifting != 0;
  if (!jnk_any(shifts)) return jnk_of(1);
  jnk_real p = jnk_gearbox_progress(g, s, t), bump = 4 * p * (1 - p);
  return JNK_CHOOSE(shifts, 1 - (1 - g->carried) * bump, jnk_of(1));
}
JNK_WITHIN jnk_real jnk_gearbox_torque(const jnk_gearbox *g, const jnk_gearbox_state *s, jnk_real t, jnk_real ratio,
                                       jnk_real torque) {
  return ratio * jnk_gearbox_share(g, s, t) * torque *
         JNK_CHOOSE(torque > 0, jnk_of(g->efficiency), jnk_of(1 / g->efficiency));
}
JNK_WITHIN jnk_real jnk_gearbox_between(const jnk_gearbox *g, const double *const pair[2], jnk_real i,
                                        jnk_real throttle) {
  jnk_real share = jnk_within(throttle, 0, 1), speed = jnk_of(0);
  for (int k = 0; k < g->n - 1; k++)
    speed = JNK_CHOOSE(i == (double)k, pair[0][k] + share * (pair[1][k] - pair[0][k]), speed);
  return speed;
}
JNK_WITHIN jnk_real jnk_gearbox_up(const jnk_gearbox *g, jnk_real gear, jnk_real throttle) {
  return jnk_gearbox_between(g, g->up, gear - 1, throttle);
}
JNK_WITHIN jnk_real jnk_gearbox_down(const jnk_gearbox *g, jnk_real gear, jnk_real throttle) {
  return jnk_gearbox_between(g, g->down, gear - 2, throttle);
}
JNK_WITHIN jnk_real jnk_gearbox_room_below(const jnk_gearbox *g, jnk_real gear, const jnk_gearbox_look *at) {
  return jnk_gearbox_up(g, gear - 1, at->throttle) - at->output_speed * jnk_gear_ratio(g, gear - 1);
}
JNK_WITHIN jnk_real jnk_gearbox_due_up(const jnk_gearbox *g, jnk_real gear, jnk_real demand,
                                       const jnk_gearbox_look *at) {
  const jnk_mask may = (gear >= 1) & (gear < demand);
  jnk_real due = jnk_of(1);
  if (!jnk_any(may)) return jnk_of(-1);
  if (!g->manual) due = at->output_speed * jnk_gear_ratio(g, gear) - jnk_gearbox_up(g, gear, at->throttle);
  return JNK_CHOOSE(may, due, jnk_of(-1));
}
JNK_WITHIN jnk_real jnk_gearbox_due_down(const jnk_gearbox *g, jnk_real gear, jnk_real demand,
                                         const jnk_gearbox_look *at) {
  const jnk_mask may = (gear >= 2) & (demand >= 1), must = may & (gear > demand);
  jnk_real due = jnk_of(-1);
  if (!jnk_any(may)) return due;
  if (!g->manual) due = jnk_gearbox_down(g, gear, at->throttle) - at->output_speed * jnk_gear_ratio(g, gear);
  if (jnk_any(must)) {
    jnk_real room = jnk_gearbox_room_below(g, gear, at);
    due = JNK_CHOOSE(must & (room > due), room, due);
  }
  return JNK_CHOOSE(may, due, jnk_of(-1));
}
JNK_WITHIN jnk_real jnk_gearbox_side(jnk_real gear) {
  return JNK_CHOOSE(gear > 0, jnk_of(1), JNK_CHOOSE(gear < 0, jnk_of(-1), jnk_of(0)));
}
JNK_WITHIN jnk_real jnk_gearbox_due_select(const jnk_gearbox *g, jnk_real gear, jnk_real demand,
                                           const jnk_gearbox_look *at) {
  jnk_real side = jnk_gearbox_side(demand), now = jnk_gearbox_side(gear);
  return JNK_CHOOSE(side == now, jnk_of(-1), JNK_CHOOSE(now == 0, g->standstill + side * at->output_speed, jnk_of(1)));
}
JNK_WITHIN void jnk_gearbox_due(const jnk_gearbox *g, const jnk_gearbox_state *s, const jnk_gearbox_look *at,
                                jnk_real due[JNK_SHIFTS]) {
  const jnk_mask busy = s->shifting != 0;
  const jnk_real no = jnk_of(-1), demand = jnk_gearbox_demand(g, at->demand);
  due[JNK_SHIFT_DONE] = JNK_CHOOSE(busy, at->t - s->begun - g->latency, no);
  due[JNK_SHIFT_UP] = JNK_CHOOSE(busy, no, jnk_gearbox_due_up(g, s->gear, demand, at));
  due[JNK_SHIFT_DOWN] = JNK_CHOOSE(busy, no, jnk_gearbox_due_down(g, s->gear, demand, at));
  due[JNK_SHIFT_SELECT] = JNK_CHOOSE(busy, no, jnk_gearbox_due_select(g, s->gear, demand, at));
}
JNK_FN void jnk_call_gearbox_ratio(const double *constants, const jnk_real *in, jnk_real *out) {
  const jnk_gearbox g = jnk_gearbox_of_block(constants);
  const jnk_gearbox_state s = jnk_gearbox_state_of(&g, in + 10);
  jnk_real ratio = jnk_gearbox_ratio(&g, &s, in[0]), engaged = jnk_gearbox_engaged(&g, &s, in[0]);
  out[2] = jnk_gearbox_input_speed(ratio, engaged, in[1], in[2]);
  out[0] = ratio, out[1] = engaged, out[3] = jnk_of(0);
}
JNK_FN void jnk_call_gearbox_torque(const double *constants, const jnk_real *in, jnk_real *out) {
  const jnk_gearbox g = jnk_gearbox_of_block(constants);
  const jnk_gearbox_state s = jnk_gearbox_state_of(&g, in + 10);
  for (int i = 0; i < 3; i++) out[i] = in[6 + i];
  out[3] = jnk_gearbox_torque(&g, &s, in[0], in[6], in[3]);
}
typedef struct {
  jnk_real impeller, turbine;
  jnk_real speed_ratio, efficiency;
} jnk_converter_result;
JNK_WITHIN jnk_real jnk_converter_curve(const jnk_converter *c, double place, jnk_real r) {
  return jnk_curve_value((const double *)(const void *)c + (ptrdiff_t)place, jnk_within(r, 0, 1));
}
JNK_WITHIN jnk_real jnk_converter_load(const jnk_converter *c, jnk_real w, jnk_real r) {
  jnk_real x = jnk_within((1 - r) / c->band, 0, 1), pull = w / jnk_converter_curve(c, c->capacity, r);
  return JNK_CHOOSE(w < 0, jnk_of(-0.5), jnk_of(0.5)) * pull * pull * x * (3 - x * x);
}
JNK_WITHIN jnk_real jnk_converter_clutch(const jnk_converter *c, jnk_real slip, jnk_real lock) {
  return jnk_within(lock, 0, 1) * jnk_within(c->lock_damping * slip, -c->lock_capacity, c->lock_capacity);
}
JNK_WITHIN jnk_real jnk_converter_efficiency(jnk_real impeller, jnk_real turbine) {
  const jnk_mask ahead = impeller > 0;
  jnk_real in = JNK_CHOOSE(ahead, impeller, -turbine), out = JNK_CHOOSE(ahead, turbine, -impeller);
  return JNK_CHOOSE((in > 0) & (out > 0), out / in, jnk_of(0));
}
JNK_WITHIN jnk_converter_result jnk_converter_calc(const jnk_converter *c, jnk_real impeller, jnk_real turbine,
                                                   jnk_real lock) {
  const jnk_mask drives = jnk_abs(impeller) >= jnk_abs(turbine);
  jnk_real w = JNK_CHOOSE(drives, impeller, turbine), other = JNK_CHOOSE(drives, turbine, impeller);
  jnk_real r = JNK_CHOOSE(w != 0, other / w, jnk_of(1)), load = jnk_converter_load(c, w, r);
  jnk_real clutch = jnk_converter_clutch(c, impeller - turbine, lock);
  jnk_converter_result out;
  out.impeller = JNK_CHOOSE(drives, load, -load), out.turbine = load;
  if (jnk_any(drives)) out.turbine = jnk_converter_curve(c, c->ratio, r) * load;
  if (jnk_any(jnk_not(drives))) {
    jnk_real against = jnk_within(-r, 0, 1), stall = jnk_converter_curve(c, c->ratio, jnk_of(0));
    out.turbine = JNK_CHOOSE(drives, out.turbine, -load * (1 + against * (stall - 1)));
  }
  out.impeller += clutch, out.turbine += clutch;
  out.speed_ratio = JNK_CHOOSE(impeller != 0, turbine / impeller, jnk_of(0));
  out.efficiency = jnk_converter_efficiency(out.impeller * impeller, out.turbine * turbine);
  return out;
}
JNK_FN void jnk_call_converter(const double *constants, const jnk_real *in, jnk_real *out) {
  const jnk_converter *c = (const jnk_converter *)(const void *)constants;
  const jnk_converter_result r = jnk_converter_calc(c, in[1], in[2], in[3]);
  out[0] = r.impeller, out[1] = r.turbine, out[2] = r.speed_ratio, out[3] = r.efficiency;
}
JNK_FN void jnk_call_hold(const double *block, const jnk_real *in, jnk_real *out) {
  const jnk_slider slider = {block[0], block[1]};
  jnk_real w = in[0], C = in[2];
  if (block[2] > 0) C = C + (in[3] - C) * jnk_exp(-(w / block[2]) * (w / block[2]));
  C = jnk_slider_capacity(C);
  out[0] = jnk_slider_carries(&slider, in[1], w, C, &out[1]) + block[3] * w;
  out[2] = C;
}
typedef struct {
  double radius, envelope;
  double k, n, c;
  double friction;
  double shear_k, shear_c;
  double forward;
  double
      creep;
} jnk_ball;
JNK_FN jnk_wheel jnk_ball_wheel(const jnk_ball *b) {
  jnk_wheel wheel = {b->radius, 0, 0, b->envelope != 0, b->envelope != 0, NULL};
  return wheel;
}
enum { JNK_TOUCH_INPUTS = 13, JNK_TOUCH_RESULTS = 13 };
typedef struct {
  jnk_ball ball;
  double n, springs;
  double roof[3];
  double low[3], high[3];
} jnk_balls;
enum { JNK_BALLS_NUMBERS = sizeof(jnk_balls) / sizeof(double), JNK_BODY_INPUTS = 18 };
typedef struct {
  jnk_contact c;
  jnk_real e[2][3], arm[3];
  jnk_real push, capacity;
  jnk_slider slider;
  jnk_real slip[2], trial[2];
} jnk_ball_touch;
JNK_FN jnk_real jnk_touch_push(const jnk_ball *b, jnk_mask touches, jnk_real depth, jnk_real rate) {
  jnk_real push = jnk_of(0);
  for (int i = 0; i < JNK_LANES; i++)
    if (JNK_LANE(touches, i))
      JNK_LANE(push, i) = jnk_push_calc(b->k, b->n, b->c, JNK_LANE(depth, i), JNK_LANE(rate, i)).force;
  return push;
}
JNK_WITHIN void jnk_touch_press(const jnk_ball *b, jnk_mask touches, const jnk_real v[3], jnk_ball_touch *t) {
  t->c.rate = -jnk_dot(v, t->c.n);
  t->push = jnk_any(touches) ? jnk_touch_push(b, touches, t->c.deflection, t->c.rate) : jnk_of(0);
  jnk_scale(jnk_of(-b->radius), t->c.n, t->arm);
}
JNK_WITHIN void jnk_touch_rub(const jnk_ball *b, jnk_real grip, const jnk_real v[3], const jnk_real w[3],
                              const jnk_real s[2], jnk_ball_touch *t) {
  jnk_real turn[3], u[3];
  t->slider.k = b->shear_k, t->slider.c = b->shear_c;
  t->capacity = jnk_slider_capacity(JNK_CHOOSE(t->push > 0, b->friction * grip, jnk_of(0)) * t->push);
  jnk_set(b->forward * t->c.n[2], jnk_of(0), -b->forward * t->c.n[0], t->e[0]);
  jnk_normalize(t->e[0]);
  jnk_cross(t->c.n, t->e[0], t->e[1]);
  jnk_cross(w, t->arm, turn);
  jnk_add(v, turn, u);
  for (int i = 0; i < 2; i++) t->slip[i] = jnk_dot(u, t->e[i]);
  jnk_slider_trial2(&t->slider, s, t->slip, t->trial);
}
JNK_WITHIN jnk_mask jnk_touch_sticks(const jnk_ball_touch *t) { return jnk_slider_length(t->trial) <= t->capacity; }
JNK_WITHIN void jnk_touch_hold(const jnk_ball_touch *t, jnk_mask sticks, const jnk_real s[2], jnk_real force[3],
                               jnk_real rate[2], jnk_real *ft, jnk_real *slip) {
  jnk_real F[2], slides[2];
  jnk_slider_force2(&t->slider, s, t->slip, t->capacity, sticks, F, rate);
  for (int i = 0; i < 2; i++) {
    jnk_add_scaled(force, -F[i], t->e[i], force);
    slides[i] = t->slip[i] - rate[i];
  }
  *ft = jnk_slider_length(F), *slip = jnk_slider_length(slides);
}
JNK_WITHIN void jnk_touch_creep(const jnk_ball *b, jnk_real s[2], jnk_ball_touch *t) {
  jnk_real slip = jnk_slider_length(t->slip), speed = JNK_CHOOSE(slip > b->creep, slip, jnk_of(b->creep));
  for (int i = 0; i < 2; i++) s[i] = t->capacity / (b->shear_k * speed) * t->slip[i];
  jnk_slider_trial2(&t->slider, s, t->slip, t->trial);
}
JNK_WITHIN jnk_mask jnk_touch_clear(jnk_mask touches, const jnk_real s[2]) {
  return jnk_not(touches) & (s[0] == 0) & (s[1] == 0);
}
JNK_FN void jnk_call_touch(const double *block, const jnk_real *in, jnk_real *out) {
  const jnk_ball *b = (const jnk_ball *)(const void *)block;
  const jnk_under under = jnk_under_of(in + 7);
  const jnk_wheel wheel = jnk_ball_wheel(b);
  jnk_ball_touch t;
  jnk_contact_lay(&wheel, in[0], &under, &t.c);
  const jnk_mask clear = jnk_touch_clear(t.c.deflection > 0, in + 11);
  t.c.rate = -jnk_dot(in + 1, t.c.n);
  out[11] = t.c.deflection, out[12] = t.c.rate;
  for (int i = 0; i <= 10; i++) out[i] = jnk_of(0);
  if (!jnk_any(jnk_not(clear))) return;
  jnk_touch_press(b, t.c.deflection > 0, in + 1, &t);
  jnk_scale(t.push, t.c.n, out);
  if (b->friction > 0) {
    jnk_real s[2];
    s[0] = in[11], s[1] = in[12];
    jnk_touch_rub(b, under.grip, in + 1, in + 4, s, &t);
    if (b->creep > 0) jnk_touch_creep(b, s, &t);
    jnk_touch_hold(&t, jnk_touch_sticks(&t), s, out, out + 6, &out[9], &out[10]);
    if (b->creep > 0) out[6] = s[0], out[7] = s[1];
  }
  jnk_cross(t.arm, out, out + 3);
  out[8] = t.push;
  for (int i = 0; i <= 10; i++) out[i] = JNK_CHOOSE(clear, jnk_of(0), out[i]);
}
typedef void (*jnk_touches_under)(const double *road, const jnk_mask *near, const jnk_real r[3], jnk_real under[4]);
JNK_RARE void jnk_touches_one(const double *ball, const jnk_real *body, const double *place, const double *road,
                              jnk_touches_under look, const jnk_mask *near, const jnk_real *s, jnk_real *out,
                              jnk_real *rate) {
  jnk_real arm[3], r[3], turn[3], in[JNK_TOUCH_INPUTS], one[JNK_TOUCH_RESULTS];
  for (int i = 0; i < 3; i++) {
    const jnk_real *row = body + 3 + 3 * i;
    arm[i] = row[0] * place[0] + row[1] * place[1] + row[2] * place[2];
    r[i] = body[i] + arm[i];
  }
  jnk_cross(body + 15, arm, turn);
  in[0] = r[2];
  for (int i = 0; i < 3; i++) in[1 + i] = body[12 + i] + turn[i], in[4 + i] = body[15 + i];
  look(road, near, r, in + 7);
  in[11] = s ? s[0] : jnk_of(0), in[12] = s ? s[1] : jnk_of(0);
  jnk_call_touch(ball, in, one);
  for (int i = 0; i < 8; i++) one[i] = JNK_CHOOSE(*near, one[i], jnk_of(0));
  jnk_cross(arm, one, turn);
  for (int i = 0; i < 3; i++) out[i] += one[i], out[3 + i] += turn[i] + one[3 + i];
  for (int i = 0; i < 2 && s; i++) rate[i] = one[6 + i];
}
JNK_WITHIN jnk_real jnk_touches_rise(const jnk_balls *b, const jnk_real *body, jnk_real along[3]) {
  const double *roof = b->roof;
  for (int i = 0; i < 3; i++) along[i] = body[9 + i] - roof[1] * body[3 + i] - roof[2] * body[6 + i];
  return body[2] - (roof[0] + roof[1] * body[0] + roof[2] * body[1]);
}
JNK_WITHIN jnk_real jnk_touches_lowest(const jnk_balls *b, jnk_real rise, const jnk_real along[3]) {
  for (int i = 0; i < 3; i++) {
    jnk_real low = along[i] * b->low[i], high = along[i] * b->high[i];
    rise += JNK_CHOOSE(low < high, low, high);
  }
  return rise;
}
JNK_WITHIN void jnk_touches_calc(const double *block, const jnk_real *in, jnk_touches_under look, jnk_real *out) {
  const jnk_balls *b = (const jnk_balls *)(const void *)block;
  const int n = (int)b->n, nstates = b->springs != 0 ? 2 * n : 0;
  const double *place = block + JNK_BALLS_NUMBERS, *road = place + 3 * n;
  const jnk_real *s = in + JNK_BODY_INPUTS;
  jnk_real along[3], rise = jnk_touches_rise(b, in, along);
  jnk_mask low = jnk_not(jnk_touches_lowest(b, rise, along) > 0), moves = low;
  for (int i = 0; i < 6 + nstates; i++) out[i] = jnk_of(0);
  for (int i = 0; i < nstates; i++) moves = moves | jnk_not(s[i] == 0);
  if (!jnk_any(moves)) return;
  for (int i = 0; i < n; i++, place += 3) {
    jnk_real own = rise + (along[0] * place[0] + along[1] * place[1] + along[2] * place[2]);
    jnk_mask near = low & jnk_not(own > 0);
    const jnk_real *state = nstates > 0 ? s + 2 * i : NULL;
    if (state) near = near | jnk_not(state[0] == 0) | jnk_not(state[1] == 0);
    if (jnk_any(near)) jnk_touches_one(block, in, place, road, look, &near, state, out, out + 6 + 2 * i);
  }
}
JNK_FN void jnk_touches_plane(const double *road, const jnk_mask *near, const jnk_real r[3], jnk_real under[4]) {
  (void)near;
  under[0] = road[0] + road[1] * r[0] + road[2] * r[1];
  under[1] = jnk_of(road[1]), under[2] = jnk_of(road[2]), under[3] = jnk_of(1);
}
JNK_FN void jnk_call_touches(const double *block, const jnk_real *in, jnk_real *out) {
  jnk_touches_calc(block, in, jnk_touches_plane, out);
}
JNK_WITHIN jnk_real jnk_engine_curve(const jnk_engine *engine, double place, jnk_real speed) {
  return place > 0 ? jnk_curve_value((const double *)(const void *)engine + (ptrdiff_t)place, speed) : jnk_of(0);
}
JNK_WITHIN jnk_real jnk_engine_runs(const jnk_engine *engine, jnk_real speed) {
  if (!(engine->stall_speed > 0) || !jnk_any(jnk_not(speed >= engine->stall_speed))) return jnk_of(1);
  return jnk_smooth_step(speed / engine->stall_speed);
}
JNK_WITHIN jnk_real jnk_engine_idle(const jnk_engine *engine, jnk_real speed, jnk_real z) {
  if (!(engine->idle_speed > 0)) return jnk_of(0);
  return jnk_within(engine->idle_gain * (engine->idle_speed - speed) + z, 0, 1);
}
JNK_WITHIN jnk_real jnk_engine_idle_rate(const jnk_engine *engine, jnk_real speed, jnk_real z) {
  return jnk_engine_runs(engine, speed) * (jnk_engine_idle(engine, speed, z) - z) / engine->idle_time;
}
JNK_WITHIN jnk_real jnk_engine_demand(const jnk_engine *engine, jnk_real speed, jnk_real throttle, jnk_real z) {
  jnk_real u = jnk_within(throttle, 0, 1), demand = u + (1 - u) * jnk_engine_idle(engine, speed, z);
  demand *= jnk_engine_runs(engine, speed);
  if (engine->rev_limit > 0) demand *= 1 - jnk_smooth_step((speed - engine->rev_limit) / engine->rev_band);
  return demand;
}
JNK_WITHIN jnk_real jnk_engine_drag(const jnk_engine *engine, double place, jnk_real speed) {
  jnk_real torque = jnk_engine_curve(engine, place, speed);
  if (!(engine->stall_speed > 0)) return torque;
  return JNK_CHOOSE((speed < 0) & (torque < 0), jnk_of(0), torque * jnk_engine_runs(engine, jnk_abs(speed)));
}
JNK_WITHIN jnk_real jnk_engine_losses(const jnk_engine *engine, jnk_real speed) {
  return jnk_engine_drag(engine, engine->losses, speed);
}
JNK_WITHIN jnk_real jnk_engine_torque(const jnk_engine *engine, jnk_real speed, jnk_real demand) {
  jnk_real none = jnk_engine_drag(engine, engine->motoring, speed),
           full = jnk_engine_curve(engine, engine->full_load, speed);
  return none + demand * (full - none) + jnk_engine_losses(engine, speed);
}
JNK_WITHIN const jnk_engine *jnk_engine_of_block(const double *block) {
  return (const jnk_engine *)(const void *)block;
}
JNK_FN void jnk_call_engine_load(const double *constants, const jnk_real *in, jnk_real *out) {
  out[0] = jnk_engine_demand(jnk_engine_of_block(constants), in[1], in[2], in[7]);
  out[1] = out[2] = jnk_of(0);
}
JNK_FN void jnk_call_engine_torque(const double *constants, const jnk_real *in, jnk_real *out) {
  const jnk_engine *e = jnk_engine_of_block(constants);
  jnk_real speed = in[1], load = in[4];
  jnk_real torque = e->by_map != 0 ? in[3] + jnk_engine_losses(e, speed) : jnk_engine_torque(e, speed, load);
  out[0] = load, out[1] = torque, out[2] = torque * speed;
}
JNK_FN void jnk_call_engine_rates(const double *constants, const jnk_real *in, jnk_real *out) {
  out[0] = jnk_engine_idle_rate(jnk_engine_of_block(constants), in[1], in[7]);
}
JNK_WITHIN double jnk_euler_sense(int i, int j) { return (i + 1) % 3 == j ? 1 : -1; }
JNK_WITHIN void jnk_euler_angles(const jnk_real R[9], const int axes[3], jnk_real a[3]) {
  int i = axes[0], j = axes[1], k = axes[2], l = 3 - i - j;
  double sense = jnk_euler_sense(i, j);
  if (i == k) {
    a[0] = jnk_atan2(R[3 * j + i], -sense * R[3 * l + i]);
    a[1] = jnk_atan2(jnk_hypot(R[3 * j + i], R[3 * l + i]), R[3 * i + i]);
    a[2] = jnk_atan2(R[3 * i + j], sense * R[3 * i + l]);
    return;
  }
  a[0] = jnk_atan2(-sense * R[3 * j + k], R[3 * k + k]);
  a[1] = jnk_atan2(sense * R[3 * i + k], jnk_hypot(R[3 * j + k], R[3 * k + k]));
  a[2] = jnk_atan2(-sense * R[3 * i + j], R[3 * i + i]);
}
JNK_WITHIN void jnk_euler_rates(const jnk_real R[9], const int axes[3], const jnk_real w[3], jnk_real rate[3]) {
  const jnk_real no = jnk_of(0), one = jnk_of(1);
  jnk_real first[3] = {no, no, no}, second[3] = {no, no, no}, third[3], across[3];
  int i = axes[0], j = axes[1], k = axes[2], l = 3 - i - j;
  double sense = jnk_euler_sense(i, j);
  jnk_real s = i == k ? R[3 * j + i] : -sense * R[3 * j + k], c = i == k ? -sense * R[3 * l + i] : R[3 * k + k];
  jnk_real size = jnk_hypot(s, c);
  const jnk_mask apart = size > 0;
  first[i] = one, second[j] = JNK_CHOOSE(apart, c / size, one), second[l] = JNK_CHOOSE(apart, sense * (s / size), no);
  for (int n = 0; n < 3; n++) third[n] = R[3 * n + axes[2]];
  jnk_cross(second, third, across);
  jnk_real volume = jnk_dot(first, across);
  rate[0] = jnk_dot(w, across) / volume;
  rate[1] = jnk_dot(w, second);
  jnk_cross(first, second, across);
  rate[2] = jnk_dot(w, across) / jnk_dot(third, across);
}
JNK_FN void jnk_call_euler(const double *constants, const jnk_real *in, jnk_real *out) {
  const int axes[3] = {(int)constants[0], (int)constants[1], (int)constants[2]};
  jnk_euler_angles(in, axes, out);
  jnk_euler_rates(in, axes, in + 9, out + 3);
}
#ifdef __cplusplus
extern "C" {
#endif
enum { JN_CONTROLLER_MAX_LIST = 64, JN_CONTROLLER_MAX_SIZE = 16384 };
typedef struct {
  const char *name, *unit;
  double low, high;
  const char *help;
} jn_controller_signal;
typedef struct {
  const char *name, *unit;
  double value;
  double low, high;
  const char *help;
} jn_controller_parameter;
typedef struct {
  double t, dt;
  const double *parameters;
  const double *inputs;
  double *states;
  double *outputs;
  void *memory;
} jn_controller_call;
typedef struct {
  int version;
  const char *name;
  const char *help;
  double period;
  int ninputs, noutputs, nparameters, nstates;
  const jn_controller_signal *inputs, *outputs;
  const jn_controller_parameter *parameters;
  const jn_controller_signal *states;
  size_t size;
  const char *(*init)(const jn_controller_call *call);
  const char *(*sample)(const jn_controller_call *call);
  void (*save)(const void *memory, double *states);
  void (*load)(const double *states, void *memory);
} jn_controller;
#ifdef __cplusplus
}
#endif
enum { JNK_MOST_JUMPS = 16 };
JNK_FN int jnk_first_due(const double *due, int n) {
  for (int i = 0; i < n; i++)
    if (due[i] > 0) return i;
  return -1;
}
JNK_FN double jnk_times_until(double at, double every, double t) {
  double late = t - at + 1e-9 * (every > 0 ? every : 1);
  if (!(late >= 0)) return 0;
  return every > 0 ? floor(late / every) + 1 : 1;
}
JNK_FN int jnk_times_passed(double at, double every, double before, double t) {
  return jnk_times_until(at, every, t) > jnk_times_until(at, every, before);
}
enum { JNK_CONTROLLER_BLOCK = 2 * JN_CONTROLLER_MAX_LIST + 2 };
typedef enum {
  JNK_SAMPLE_GOOD,
  JNK_SAMPLE_INPUT,
  JNK_SAMPLE_STATE,
  JNK_SAMPLE_OUTPUT,
  JNK_SAMPLE_RANGE,
  JNK_SAMPLE_SAYS
} jnk_sample_fault;
typedef struct {
  jnk_sample_fault fault;
  int which;
  const char *sentence;
} jnk_sample_told;
typedef struct {
  double states[JN_CONTROLLER_MAX_LIST], outputs[JN_CONTROLLER_MAX_LIST], inputs[JN_CONTROLLER_MAX_LIST];
  union {
    max_align_t first;
    unsigned char bytes[JN_CONTROLLER_MAX_SIZE];
  } memory;
} jnk_sample_room;
JNK_FN double jnk_sample_held(const jn_controller_signal *signal, double value) {
  if (!(signal->low < signal->high)) return value;
  return value < signal->low ? signal->low : value > signal->high ? signal->high : value;
}
JNK_FN jnk_sample_told jnk_sample_check(const jn_controller *code, const double *block) {
  jnk_sample_told told = {JNK_SAMPLE_GOOD, 0, NULL};
  for (; told.which < code->nstates; told.which++) {
    double state = block[told.which];
    if (!(fabs(state) < HUGE_VAL)) told.fault = JNK_SAMPLE_STATE;
    else if (jnk_sample_held(&code->states[told.which], state) != state) told.fault = JNK_SAMPLE_RANGE;
    if (told.fault != JNK_SAMPLE_GOOD) return told;
  }
  return told;
}
JNK_FN void jnk_sample_take(const jn_controller *code, const double *block, jnk_sample_room *room) {
  for (int i = 0; i < code->nstates; i++) room->states[i] = block[i];
  for (int i = 0; i < code->noutputs; i++) room->outputs[i] = block[code->nstates + i];
  for (size_t i = 0; i < code->size; i++) room->memory.bytes[i] = 0;
}
JNK_FN jnk_sample_told jnk_sample_give(const jn_controller *code, const jnk_sample_room *room, double *block) {
  jnk_sample_told told = {JNK_SAMPLE_STATE, 0, NULL};
  for (; told.which < code->nstates; told.which++)
    if (!(fabs(room->states[told.which]) < HUGE_VAL)) return told;
  told.fault = JNK_SAMPLE_OUTPUT;
  for (told.which = 0; told.which < code->noutputs; told.which++)
    if (!(fabs(room->outputs[told.which]) < HUGE_VAL)) return told;
  for (int i = 0; i < code->nstates; i++) block[i] = jnk_sample_held(&code->states[i], room->states[i]);
  for (int i = 0; i < code->noutputs; i++)
    block[code->nstates + i] = jnk_sample_held(&code->outputs[i], room->outputs[i]);
  told.fault = JNK_SAMPLE_GOOD;
  return told;
}
JNK_FN jnk_sample_told jnk_sample(const jn_controller *code, const double *parameters, double t, const double *inputs,
                                  double *block) {
  jnk_sample_room room;
  jnk_sample_told told = jnk_sample_check(code, block);
  double *last = block + code->nstates + code->noutputs, *count = last + 1;
  if (told.fault != JNK_SAMPLE_GOOD) return told;
  told.fault = JNK_SAMPLE_INPUT;
  told.which = 0;
  jnk_sample_take(code, block, &room);
  for (; told.which < code->ninputs; told.which++) {
    room.inputs[told.which] = jnk_sample_held(&code->inputs[told.which], inputs[told.which]);
    if (!(fabs(room.inputs[told.which]) < HUGE_VAL)) return told;
  }
  jn_controller_call call = {t,
                             *count > 0 ? t - *last : 0,
                             parameters,
                             room.inputs,
                             room.states,
                             room.outputs,
                             code->size ? &room.memory : NULL};
  if (code->size) code->load(room.states, &room.memory);
  told.fault = JNK_SAMPLE_SAYS, told.sentence = code->sample(&call);
  if (told.sentence) return told;
  if (code->size) code->save(&room.memory, room.states);
  told = jnk_sample_give(code, &room, block);
  if (told.fault == JNK_SAMPLE_GOOD) *last = t, *count += 1;
  return told;
}
JNK_FN void jnk_controller_due(const jn_controller *code, const double *constants, const double *in, double *out) {
  int nblock = (int)constants[2], ninputs = (int)constants[3], nread = (int)constants[4];
  const double *place = constants + 5, *read = place + nblock, *parameters = read + nread, *s = in + 1 + ninputs;
  double block[JNK_CONTROLLER_BLOCK], inputs[JN_CONTROLLER_MAX_LIST];
  for (int i = 0; i < nblock; i++) out[i] = s[i];
  out[nblock] = 0;
  if (!jnk_times_passed(constants[1], constants[0], s[nblock], in[0])) return;
  for (int i = 0; i < nblock; i++) block[i] = s[(int)place[i]];
  for (int i = 0; i < nread; i++) inputs[i] = in[1 + (int)read[i]];
  out[nblock] = jnk_sample(code, parameters, in[0], inputs, block).fault != JNK_SAMPLE_GOOD;
  for (int i = 0; i < nblock; i++) out[(int)place[i]] = block[i];
}
#define JNK_CONTROLLER_CALL(name)                                                                  \
  extern const jn_controller jounce_controller_##name;                                             \
  JNK_FN void jnk_call_controller_##name(const double *constants, const double *in, double *out) { \
    jnk_controller_due(&jounce_controller_##name, constants, in, out);                             \
  }
JNK_FN int jnk_gearbox_forward(const jnk_gearbox *g, const jnk_gearbox_look *at) {
  int most = (int)jnk_gearbox_demand(g, at->demand), k = g->manual ? most : 1;
  while (k < most && at->output_speed * g->ratio[k - 1] > jnk_gearbox_up(g, k, at->throttle)) k++;
  return k;
}
JNK_FN int jnk_gearbox_selected(const jnk_gearbox *g, const jnk_gearbox_look *at) {
  int demand = (int)jnk_gearbox_demand(g, at->demand), side = (demand > 0) - (demand < 0);
  if (!(g->standstill + side * at->output_speed > 0)) return 0;
  return demand > 0 ? jnk_gearbox_forward(g, at) : demand;
}
JNK_FN void jnk_gearbox_shift(const jnk_gearbox *g, const jnk_gearbox_look *at, int which, jnk_gearbox_state *s) {
  int gear = (int)s->gear;
  if (which == JNK_SHIFT_DONE) {
    s->shifting = 0, s->from = s->gear;
    return;
  }
  s->from = s->gear;
  s->gear = which == JNK_SHIFT_UP ? gear + 1 : which == JNK_SHIFT_DOWN ? gear - 1 : jnk_gearbox_selected(g, at);
  s->shifting = g->latency > 0, s->begun = at->t;
  if (s->shifting == 0) s->from = s->gear;
}
JNK_FN void jnk_gearbox_jump(const double *constants, const double *in, double *out) {
  const jnk_gearbox g = jnk_gearbox_of_block(constants);
  const jnk_gearbox_look at = {in[0], in[1], in[4], jnk_gearbox_wish(&g, constants[7] != 0, in[5])};
  jnk_gearbox_state s = jnk_gearbox_state_of(&g, in + 10);
  double due[JNK_SHIFTS];
  for (int i = 0; i < 4; i++) out[i] = in[10 + i];
  for (int k = 0, which = 0; k < JNK_MOST_JUMPS && which >= 0; k++) {
    jnk_gearbox_due(&g, &s, &at, due);
    which = jnk_first_due(due, JNK_SHIFTS);
    if (which < 0) continue;
    jnk_gearbox_shift(&g, &at, which, &s);
    out[0] = s.gear, out[1] = s.from, out[2] = s.begun, out[3] = s.shifting;
  }
}
JNK_RARE void jnk_gearbox_jump_each(const double *constants, const jnk_real *in, jnk_real *out) {
  for (int i = 0; i < JNK_LANES; i++) {
    double a[14], b[4];
    for (int k = 0; k < 14; k++) a[k] = JNK_LANE(in[k], i);
    jnk_gearbox_jump(constants, a, b);
    for (int k = 0; k < 4; k++) JNK_LANE(out[k], i) = b[k];
  }
}
JNK_FN void jnk_call_gearbox_jump(const double *constants, const jnk_real *in, jnk_real *out) {
  const jnk_gearbox g = jnk_gearbox_of_block(constants);
  const jnk_gearbox_state s = jnk_gearbox_state_of(&g, in + 10);
  const jnk_gearbox_look at = {in[0], in[1], in[4], jnk_gearbox_wish(&g, constants[7] != 0, in[5])};
  jnk_real due[JNK_SHIFTS];
  jnk_gearbox_due(&g, &s, &at, due);
  jnk_mask some = due[0] > 0;
  for (int i = 1; i < JNK_SHIFTS; i++) some = some | (due[i] > 0);
  for (int i = 0; i < 4; i++) out[i] = in[10 + i];
  if (jnk_any(some)) jnk_gearbox_jump_each(constants, in, out);
}
JNK_CONTROLLER_CALL(m2)

static const double m_constants[486] JNK_LINES = {-1.5925,-1.3251724137931042,-230.9125,-179.55999999999997,285.94929999999994,1.3251724137931042,91.68882854770563,-0.7504915783575616,
    0.20943951023931953,229625.45491711216,1,765.4181830570406,1.2383448275862068,-1.2383448275862068,-0.8105,-1.3251724137931042,-117.5225,-179.55999999999997,145.53337999999997,1.3251724137931042,
    91.68882854770563,-0.028500000000000025,-1.3251724137931042,-4.132500000000004,-179.55999999999997,5.117460000000004,1.3251724137931042,91.68882854770563,0.7535000000000001,-1.3251724137931042,
    109.25750000000001,-179.55999999999997,-135.29845999999998,1.3251724137931042,91.68882854770563,1.5355,-1.3251724137931042,222.6475,-179.55999999999997,-275.71437999999995,1.3251724137931042,
    91.68882854770563,2.3175,-1.3251724137931042,336.03749999999997,-179.55999999999997,-416.1302999999999,1.3251724137931042,91.68882854770563,0.42463058892685257,-0.3046305889268526,1,1,6,0.2705,
    0.27,0.305,-0.0,1,-0.0,24000,12.6773,360644.6167559338,2000,500,0.3842,1200000,6000,0,0,1000000,10000,0.8,1,0.533,0.65,0,0,0,0,0,0,0,0,0,0,0,0,0,0,4,-22.7,0.4,1,2,1,1,1,22.7,12.75,7.16,4.02,1e300,
    1e300,1e300,1e300,1e300,1e300,1e300,1e300,1e300,1e300,1e300,1e300,5,31,0.02,200,2500,5,2,4,0,0.5,0.8,0.95,1,0,4.5,0.40000000000000036,0,4.5,0.40000000000000036,0.5,4.7,2.999999999999998,0.8,5.6,
    22.666666666666682,0.95,9,99.99999999999991,1,14,99.99999999999991,4,2,3,0,0.4,0.8,1,0,2.1,-1.375,0,2.1,-1.375,0.4,1.55,-1.375,0.8,1,0,1,1,0,5000000,20000,0,0,-179.55999999999997,-1.333,-1.5925,
    1.3251724137931042,-230.9125,179.55999999999997,-285.94929999999994,-1.3251724137931042,-91.68882854770563,-1.2383448275862068,1.2383448275862068,-0.8105,1.3251724137931042,-117.5225,
    179.55999999999997,-145.53337999999997,-1.3251724137931042,-91.68882854770563,-0.028500000000000025,1.3251724137931042,-4.132500000000004,179.55999999999997,-5.117460000000004,-1.3251724137931042,
    -91.68882854770563,0.7535000000000001,1.3251724137931042,109.25750000000001,179.55999999999997,135.29845999999998,-1.3251724137931042,-91.68882854770563,1.5355,1.3251724137931042,222.6475,
    179.55999999999997,275.71437999999995,-1.3251724137931042,-91.68882854770563,2.3175,1.3251724137931042,336.03749999999997,179.55999999999997,416.1302999999999,-1.3251724137931042,
    -91.68882854770563,0.3046305889268526,1,1,6,0.2705,0.27,0.305,0,1,0,24000,12.6773,360644.6167559338,2000,500,0.3842,1200000,6000,0,0,1000000,10000,0.8,1,0.533,0.65,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
    179.55999999999997,1.333,1.333,179.55999999999997,-1.333,-179.55999999999997,0,0,1200000,1,60000,0.6,1200000,2400,1,0,14,1,0,0,0,-3.2,-1.65,-0.5846305889268526,3.3,1.65,0.9053694110731474,3.3,
    1.65,0.07536941107314754,3.3,-1.65,0.07536941107314754,1.9,1.65,0.7053694110731474,1.9,-1.65,0.7053694110731474,0.9,1.65,0.9053694110731474,0.9,-1.65,0.9053694110731474,-3.2,1.65,
    0.9053694110731474,-3.2,-1.65,0.9053694110731474,-3.1,1.05,-0.24463058892685252,-3.1,-1.05,-0.24463058892685252,2.2,1.05,-0.5846305889268526,2.2,-1.05,-0.5846305889268526,-2.9,1.05,
    -0.5846305889268526,-2.9,-1.05,-0.5846305889268526,0,0,0,0,0,1200000,1,60000,0.6,1200000,2400,1,0,4,1,0,0,0,-0.7,-0.95,0.32,0.8,0.95,0.38000000000000006,0.8,0.95,0.32,0.8,-0.95,0.32,-0.7,0.95,
    0.38000000000000006,-0.7,-0.95,0.38000000000000006,0,0,0,10,48,0,0,78.53981633974483,0.02,0.5,293.2153143350473,10,0,8,2,0.030384125499361845,62.83185307179586,83.77580409572782,
    125.66370614359172,167.55160819145564,209.43951023931953,246.09142453120046,272.2713633111154,293.2153143350473,62.83185307179586,700,9.549296585513718,62.83185307179586,700,9.549296585513718,
    83.77580409572782,900,10.742958658702937,125.66370614359172,1350,7.161972439135289,167.55160819145564,1650,3.580986219567647,209.43951023931953,1800,-0.5456740906007839,246.09142453120046,1780,
    -5.233014528861518,272.2713633111154,1643,-78.4474714499954,293.2153143350473,0,-78.4474714499954,3,2,0.007345612758087477,0,62.83185307179586,272.2713633111154,0,0,-2.3873241463784303,0,0,
    -2.3873241463784303,62.83185307179586,-150,-1.4323944878270582,272.2713633111154,-450,-1.4323944878270582,2,1,0,0.01,0,16,7,7,7,8,9,10,11,12,13,0,1,2,3,4,5,6,14,15,0,1,2,3,4,5,6,22.7,12.75,7.16,
    4.02,22.7,178,257,89,131,0.4,1,0.5,0.3,147,115,0.2,0.3,0.015,0.005,4,1.333,0.2705,0.6,0.5,};

JNK_RARE void m_block_0(const double *c, const int *at, double *f) {
  (void)c;
  const double x0 = f[at[0]], x1 = f[at[1]], x2 = f[at[2]], x3 = f[at[3]], x4 = f[at[4]], x5 = f[at[5]],
    n0 = f[at[10]] = 0.5106305889268525 * x1, n1 = f[at[11]] = c[0] * x1, n2 = f[at[12]] = x3 + x1,
    n3 = f[at[13]] = x4 * x1, n4 = f[at[14]] = x5 * x1;
  double n5, n6;
  jnk_sincos(x0, &n6, &n5);
  const double n7 = fma(-0.2, n5, c[0]), n8 = f[at[15]] = fma((-0.2), n5, n7),
    n9 = f[at[16]] = fma((-0.09655172413793103), n5, n7), n10 = f[at[17]] = 145.0 * n9, n11 = c[1] * n5,
    n13 = f[at[18]] = fma(-c[3], n9, n11), n14 = f[at[19]] = c[4] + n13, n15 = f[at[20]] = n10 * n9,
    n16 = f[at[21]] = c[2] - n10, n18 = x1 + x2;
  f[at[22]] = fma(-n18, n8, fma(x2, n8, n1)), f[at[23]] = n18 + x3;
  const double n22 = n6 * (-0.9398837714279336), n23 = fma(n22, n6 * 3.880508759549913, 7.529759966605595),
    n25 = f[at[24]] = fma(n5, (-1.268951345915939) * n5, n23), n26 = (-3.880508759549913) * n5,
    n29 = n6 * (-1.268951345915939),
    n30 = f[at[25]] = fma(n6, n29, fma(0.9398837714279336 * n5, n26, 7.529759966605595)),
    n32 = f[at[26]] = fma(n22, n26, n5 * n29), n37 = f[at[27]] = fma(n32, x5, fma(n2, n11, n30 * x4)),
    n38 = n6 * c[5];
  f[at[28]] = fma(x5, n38, fma(7.048275862068966, n2, x4 * n11));
  const double n43 = f[at[29]] = fma(x5, n25, fma(n32, x4, n2 * n38));
  f[at[30]] = fma(x5, n37, -(n43 * x4)) + fma(n3, n38, -(n4 * n11));
  const double n47 = fma(-n6, (-0.2), (-0.5106305889268525)), n48 = f[at[31]] = fma(n6, 0.2, n47),
    n49 = f[at[32]] = fma(n6, 0.09655172413793103, n47), n50 = f[at[34]] = fma(-n49, c[3], n38),
    n51 = f[at[35]] = n50 + c[6], n52 = f[at[33]] = n49 * 145.0, n53 = f[at[36]] = n49 * n52,
    n54 = f[at[37]] = 74.04143539439362 + n52, n56 = f[at[38]] = 7.048275862068966 + (n15 + n53),
    n60 = f[at[46]] = fma(x5, n9, -(n49 * x4));
  f[at[47]] = n60 * x5;
  const double n62 = n56 + fma(n49, 74.04143539439362, -(c[2] * n9)), n63 = f[at[39]] = n62 - 4.3,
    n68 = f[at[40]] = 1.0 / ((fma(0.5106305889268525, n54, c[0] * n16) + n62) - 4.3);
  f[at[41]] = n51 * n68, f[at[42]] = n63 * n68, f[at[43]] = n14 * n68, f[at[44]] = n16 * n68, f[at[45]] = n54 * n68;
  f[at[48]] = fma(x5, n8, -(n48 * x4)) + f[at[6]], f[at[49]] = fma(n48, n18, fma(-n48, x2, n0));
  f[at[50]] = fma(n1, x3, f[at[7]]), f[at[51]] = fma(-n0, x3, f[at[8]]);
  f[at[52]] = f[at[9]] + fma(n0, x5, -(n1 * x4));
}

JNK_RARE void m_block_1(const double *c, const int *at, double *f) {
  (void)c;
  const double x0 = f[at[0]], x1 = f[at[1]], x2 = f[at[2]], x3 = f[at[3]], n0 = x3 * x3, n1 = x1 * x1;
  f[at[7]] = fma(-2.0, n1 + n0, 1.0);
  const double n4 = x2 * x2, n7 = f[at[9]] = fma(-2.0, n1 + n4, 1.0);
  f[at[8]] = fma(-2.0, n0 + n4, 1.0);
  const double n9 = x0 * x2, n10 = x1 * x3, n11 = f[at[10]] = n10 + n9, n12 = f[at[11]] = n10 - n9;
  f[at[12]] = 2.0 * n12;
  const double n14 = f[at[13]] = 2.0 * n11, n15 = x0 * x1, n16 = x2 * x3, n17 = f[at[14]] = n16 - n15,
    n18 = f[at[15]] = n16 + n15;
  f[at[16]] = 2.0 * n18;
  const double n20 = f[at[17]] = 2.0 * n17;
  f[at[18]] = fma(f[at[6]], n7, fma(f[at[5]], n14, n20 * f[at[4]]));
}

JNK_RARE void m_block_2(const double *c, const int *at, double *f) {
  (void)c;
  const double x1 = f[at[1]], x3 = f[at[3]], x6 = f[at[6]];
  f[at[30]] = fma(x6, f[at[7]], fma(f[at[0]], x1, f[at[2]])) + f[at[8]];
  f[at[31]] = f[at[14]] + fma(x6, f[at[13]], fma(f[at[11]], x1, f[at[12]])), f[at[32]] = f[at[15]] - f[at[16]];
  f[at[33]] = f[at[17]] - f[at[18]], f[at[34]] = fma(x6, f[at[21]], fma(f[at[19]], x1, f[at[20]])) + f[at[22]];
  f[at[35]] = fma(x3, f[at[4]], f[at[5]]) + f[at[23]], f[at[36]] = f[at[24]] - f[at[25]];
  f[at[37]] = f[at[26]] + fma(x3, f[at[9]], f[at[10]]), f[at[38]] = fma(x3, f[at[27]], f[at[28]]) + f[at[29]];
}

JNK_RARE void m_block_3(const double *c, const int *at, double *f) {
  (void)c;
  const double x1 = f[at[1]], x9 = f[at[9]], x19 = f[at[19]], x20 = f[at[20]], x24 = f[at[24]], x27 = f[at[27]],
    n2 = (fma(f[at[0]], x1, -f[at[2]]) + f[at[3]]) + f[at[4]],
    n7 = f[at[15]] + (fma(-x1, f[at[12]], f[at[13]]) + f[at[14]]);
  f[at[39]] = fma(n7, f[at[16]], fma(x9, f[at[11]], n2 * f[at[5]]));
  f[at[41]] = fma(n7, f[at[18]], fma(f[at[8]], x9, n2 * f[at[7]]));
  f[at[40]] = fma(f[at[17]], n7, fma(x9, f[at[10]], n2 * f[at[6]]));
  const double n16 = f[at[22]] + fma(x19, x20, -f[at[21]]),
    n19 = fma(f[at[25]], c[0], fma(f[at[23]], x24, -(x20 * n16))), n20 = f[at[42]] = f[at[26]] + n19,
    n21 = f[at[43]] = 145.0 * n20, n24 = f[at[29]] + fma(-x20, x27, f[at[28]]),
    n28 = f[at[45]] = f[at[35]] + fma(-f[at[34]], c[1], fma(x20, n24, -f[at[30]])), n29 = f[at[46]] = 145.0 * n28;
  f[at[47]] = f[at[36]] + fma(x19, n29, -(n21 * x27));
  f[at[44]] = (f[at[33]] + (fma(n16, f[at[31]], -(x24 * n24)) + f[at[32]])) * 145.0;
  f[at[48]] = f[at[37]] + f[at[38]];
}

JNK_RARE void m_block_4(const double *c, const int *at, double *f) {
  (void)c;
  const double n3 = f[at[7]] + (fma(c[0], f[at[5]], f[at[6]]) + (f[at[0]] - f[at[1]])),
    n6 = f[at[4]] + (f[at[2]] - f[at[3]]);
  f[at[17]] = fma(n6, f[at[10]], fma(f[at[8]], n3, f[at[9]]));
  f[at[19]] = fma(n6, f[at[16]], fma(f[at[14]], n3, f[at[15]]));
  f[at[18]] = fma(f[at[13]], n6, fma(f[at[11]], n3, f[at[12]]));
}

JNK_RARE void m_block_5(const double *c, const int *at, double *f) {
  (void)c;
  const double n2 = f[at[14]] = fma(f[at[8]], f[at[9]], fma(f[at[4]], f[at[5]], f[at[0]] * f[at[1]])),
    n3 = f[at[13]] * n2, n6 = f[at[15]] = fma(f[at[10]], f[at[11]], fma(f[at[6]], f[at[7]], f[at[2]] * f[at[3]])),
    n7 = n6 * f[at[12]];
  f[at[16]] = n7 - n3, f[at[17]] = n3 - n7;
}

JNK_RARE void m_block_6(const double *c, const int *at, double *f) {
  (void)c;
  const double x15 = f[at[15]], x16 = f[at[16]], x30 = f[at[30]], x32 = f[at[32]], x35 = f[at[35]], x38 = f[at[38]],
    x50 = f[at[50]], x51 = f[at[51]], x52 = f[at[52]], x54 = f[at[54]], x55 = f[at[55]], x56 = f[at[56]],
    x57 = f[at[57]], x75 = f[at[75]], x76 = f[at[76]], x77 = f[at[77]], x78 = f[at[78]], x79 = f[at[79]],
    x85 = f[at[85]], x86 = f[at[86]], x87 = f[at[87]], x88 = f[at[88]], x99 = f[at[99]],
    n0 = f[at[117]] = 4.3 * f[at[0]], n1 = f[at[118]] = 4.3 * f[at[2]], n2 = f[at[119]] = 4.3 * f[at[3]],
    n3 = f[at[120]] = 4.3 * f[at[4]], n6 = f[at[121]] = fma(f[at[34]], x35, fma(x32, f[at[33]], x30 * f[at[31]])),
    n9 = fma(c[0], f[at[39]], fma(f[at[37]], x38, -(f[at[28]] * f[at[29]]))),
    n12 = fma(-f[at[43]], f[at[44]], fma(f[at[41]], f[at[42]], fma(-x15, f[at[40]], n9)));
  f[at[122]] = fma(-n1, x15, fma(f[at[45]], f[at[46]], n12));
  const double n17 = fma(f[at[49]], x35, fma(f[at[48]], x30, f[at[47]] * x32));
  f[at[123]] = n17 - x50;
  const double n21 = f[at[124]] = fma(x35, f[at[60]], fma(x32, f[at[59]], f[at[58]] * x30)),
    n24 = f[at[125]] = fma(x35, f[at[64]], fma(f[at[63]], x30, f[at[62]] * x32)),
    n27 = fma(c[0], f[at[67]], fma(f[at[66]], x38, -(f[at[26]] * f[at[27]]))),
    n30 = fma(-f[at[71]], f[at[72]], fma(f[at[69]], f[at[70]], fma(-x15, f[at[68]], n27)));
  f[at[126]] = fma(-n3, x15, fma(f[at[73]], f[at[74]], n30)), f[at[127]] = fma(x79, x35, fma(x77, x30, x32 * x75));
  const double n38 = f[at[128]] = fma(x79, x56, fma(x55, x75, x77 * x52)),
    n41 = f[at[129]] = fma(x79, x38, fma(x77, x78, x76 * x75)), n42 = (-2.67) * n41,
    n47 = fma(x35, f[at[82]], fma(f[at[81]], x30, x32 * f[at[80]])),
    n48 = f[at[130]] = n47 + fma((-0.42463058892685257), n38, -n42);
  f[at[131]] = n48 + fma(0.42463058892685257, n38, n42);
  const double n52 = f[at[132]] = fma(x88, x35, fma(x87, x30, x32 * x86)),
    n55 = f[at[133]] = fma(x88, x38, fma(x78, x87, x76 * x86)), n58 = fma(x88, x56, fma(x55, x86, x87 * x52));
  f[at[134]] = n58 + n38;
  const double n60 = 2.74 * n55, n65 = fma(x35, x85, fma(f[at[84]], x30, x32 * f[at[83]])),
    n66 = f[at[135]] = fma((-0.3046305889268526), n58, -n60) + n65;
  f[at[136]] = (fma(0.3046305889268526, n58, n60) + n66) + (f[at[24]] - f[at[25]]);
  const double n71 = fma(2.74, n52, fma(x38, x85, f[at[91]]));
  f[at[137]] = fma(-c[1], n58, n71);
  const double n73 = f[at[138]] = f[at[97]] - f[at[98]], n74 = f[at[139]] = x99 - f[at[100]],
    n76 = f[at[140]] = f[at[101]] - f[at[102]];
  f[at[142]] = ((n76 + (n73 + n74)) + n41) + n55;
  const double n82 = fma(-f[at[103]], n21, fma(x99, c[1], fma(x56, f[at[89]], f[at[90]]))), n83 = 4.3 * f[at[1]];
  f[at[141]] = fma(-f[at[105]], x16, fma(n83, f[at[104]], n82));
  const double n88 = fma(x56, x57, fma(x54, x55, fma(x51, x52, f[at[53]])));
  f[at[143]] = fma(-f[at[106]], n17, fma(f[at[96]], c[1], n88));
  const double n93 = fma(f[at[13]], f[at[14]], fma(f[at[11]], f[at[12]], -(f[at[9]] * f[at[10]]))),
    n96 = fma(-f[at[95]], c[1], fma(n21, f[at[61]], fma(-n0, x15, n93)));
  f[at[144]] = fma(f[at[108]], x78, fma(f[at[107]], x76, n96));
  const double n101 = fma(f[at[18]], f[at[19]], fma(x16, f[at[17]], -(f[at[7]] * f[at[8]]))),
    n104 = fma(-c[1], f[at[94]], fma(n6, f[at[36]], fma(-n83, x15, n101)));
  f[at[145]] = fma(x78, f[at[110]], fma(x76, f[at[109]], n104));
  const double n109 = fma(x54, x76, fma(n17, f[at[111]], -(c[1] * f[at[93]]))),
    n112 = fma(-x50, f[at[112]], fma(x38, x57, fma(x51, x78, n109)));
  f[at[146]] = fma(-x15, f[at[114]], fma(c[0], f[at[113]], n112));
  const double n117 = fma(f[at[22]], f[at[23]], fma(f[at[20]], f[at[21]], -(f[at[5]] * f[at[6]]))),
    n120 = fma(-f[at[92]], c[1], fma(n24, f[at[65]], fma(-n2, x15, n117)));
  f[at[147]] = fma(x76, f[at[116]], fma(x78, f[at[115]], n120));
}

JNK_RARE void m_block_7(const double *c, const int *at, double *f) {
  (void)c;
  const double x1 = f[at[1]], n0 = f[at[8]] = f[at[0]] + x1, n1 = f[at[9]] = x1 - f[at[2]];
  f[at[10]] = ((fma(f[at[5]], f[at[6]], f[at[3]] * f[at[4]]) + n1) - f[at[7]]) - n0;
}

JNK_RARE void m_block_8(const double *c, const int *at, double *f) {
  (void)c;
  const double n2 = f[at[19]] = fma(f[at[4]], f[at[5]], fma(f[at[2]], f[at[3]], f[at[0]] * f[at[1]])),
    n5 = fma(f[at[10]], f[at[11]], fma(f[at[8]], f[at[9]], f[at[6]] * f[at[7]])),
    n8 = fma(-f[at[14]], f[at[15]], fma(-f[at[13]], c[0], fma(n2, f[at[12]], n5)));
  f[at[20]] = fma(-f[at[17]], f[at[18]], fma(c[1], f[at[16]], n8));
}

JNK_RARE void m_block_9(const double *c, const int *at, double *f) {
  (void)c;
  const double x8 = f[at[8]], n2 = fma(-f[at[4]], f[at[5]], fma(f[at[2]], f[at[3]], -(f[at[0]] * f[at[1]]))),
    n4 = fma(-x8, f[at[9]], fma(-f[at[6]], f[at[7]], n2)), n5 = f[at[13]] = fma(-f[at[11]], f[at[12]], n4);
  f[at[14]] = fma(f[at[10]], 0.23255813953488372, -x8) - n5;
}

JNK_RARE void m_rates_0(const double *x, double *w, double *r) {
  (void)x, (void)w, (void)r;
  double i11[2], i4[2], i3[2], i5[2], i6[2], i7[2], i68[243], i14[14], i17[8], i18[14], i20[4], i8[2], i9[2],
    i10[2], i1[2], i0[2], i2[2], i67[243], i19[4], i36[46], i50[26], i12[8], i13[8], i15[8];
  const double n1 = w[83] = fma(x[39], x[44], -(x[41] * x[42])), n3 = w[84] = fma(x[40], x[42], -(x[39] * x[43])),
    n5 = w[85] = fma(x[41], x[43], -(x[40] * x[44]));
  static const int at27[53] = {37, 74, 75, 43, 42, 44, 40, 85, 84, 83, 100, 98, 101, 93, 95, 91, 92, 118, 120, 119, 113, 125, 102, 90,
      106, 122, 105, 107, 108, 121, 96, 89, 94, 116, 111, 112, 124, 115, 117, 110, 128, 109, 114, 123, 126, 127, 99, 97,
      103, 104, 86, 88, 87};
  m_block_0(m_constants + 0, at27, w);
  const double n52 = fma(w[95], w[122], fma(-w[93], w[105], fma(x[44], w[108], -(w[121] * w[101])))),
    n56 = x[4] * x[7], n57 = x[5] * x[6], n58 = n57 + n56, n59 = n57 - n56,
    n60 = w[129] = i68[3] = i67[3] = i36[6] = 2.0 * n58, n61 = w[130] = i68[1] = i67[1] = i36[4] = 2.0 * n59,
    n62 = w[131] = x[42] * n60, n63 = w[132] = (-2.666) * n59, n64 = w[133] = 2.666 * n59;
  static const int at33[19] = {4, 6, 5, 7, 39, 40, 41, 142, 141, 134, 140, 144, 139, 136, 138, 143, 137, 135, 145};
  m_block_1(NULL, at33, w);
  const double n77 = w[146] = x[44] * w[134], n78 = w[147] = w[135] * x[42], n79 = w[148] = x[44] * w[137],
    n80 = w[149] = (-19.62) * w[138], n81 = w[150] = w[139] * x[44], n82 = w[151] = (-2.666) * w[140],
    n83 = w[152] = (-19.62) * w[140], n84 = w[153] = 2.666 * w[140], n85 = w[154] = (-9.81) * w[134],
    n86 = w[155] = (-1.333) * w[141], n87 = w[156] = x[42] * w[142];
  static const int at44[39] = {142, 91, 132, 90, 141, 131, 89, 137, 1, 130, 156, 129, 155, 139, 2, 88, 154, 87, 152, 135, 151, 134, 3, 150,
      86, 149, 148, 136, 147, 146, 165, 164, 159, 158, 163, 161, 157, 162, 160};
  m_block_2(NULL, at44, w);
  w[166] = fma(w[95], w[94], w[93] * w[92]);
  const double n99 = 1908.0 * x[74];
  w[167] = fma(25363.6, x[37], 20194.985421845995) + n99, i11[0] = x[37], i11[1] = x[74];
  double *const o11 = w + 168;
  jnk_call_stop(m_constants + 7, i11, o11);
  w[170] = (-1.2383448275862068) * x[42], w[171] = (-1.2383448275862068) * x[44], w[172] = (-1.333) * x[42];
  w[173] = (-1.333) * x[44];
  static const int at57[49] = {89, 43, 173, 104, 39, 135, 129, 142, 130, 103, 141, 136, 91, 172, 102, 41, 134, 139, 137, 94, 101, 171, 100, 99,
      42, 95, 159, 92, 170, 98, 97, 44, 166, 158, 93, 157, 96, 168, 167, 174, 175, 176, 183, 179, 178, 177, 180, 182,
      181};
  m_block_3(m_constants + 12, at57, w);
  static const int at28[53] = {35, 72, 73, 43, 42, 44, 40, 85, 84, 83, 198, 196, 199, 193, 191, 189, 192, 216, 218, 217, 211, 223, 200, 188,
      207, 221, 205, 206, 204, 220, 194, 187, 190, 214, 209, 210, 222, 213, 215, 208, 226, 203, 212, 219, 224, 225, 197, 195,
      201, 202, 184, 186, 185};
  m_block_0(m_constants + 14, at28, w);
  const double n167 = 18768.223352183933 + (w[122] + (w[124] + ((w[221] + w[222]) + 222.35719724137925)));
  static const int at45[39] = {142, 189, 132, 188, 141, 131, 187, 137, 1, 130, 156, 129, 155, 139, 2, 186, 154, 185, 152, 135, 151, 134, 3, 150,
      184, 149, 148, 136, 147, 146, 235, 234, 229, 228, 233, 231, 227, 232, 230};
  m_block_2(NULL, at45, w);
  w[236] = fma(w[193], w[192], w[191] * w[190]), i4[0] = x[35], i4[1] = x[72];
  double *const o4 = w + 237;
  jnk_call_stop(m_constants + 7, i4, o4);
  w[239] = fma(25363.6, x[35], 20194.985421845995);
  static const int at58[49] = {187, 43, 173, 202, 39, 135, 129, 142, 130, 201, 141, 136, 189, 172, 200, 41, 134, 139, 137, 190, 199, 171, 198, 197,
      42, 191, 229, 192, 170, 196, 195, 44, 236, 228, 193, 227, 194, 239, 237, 240, 241, 242, 247, 244, 248, 249, 243, 246,
      245};
  m_block_3(m_constants + 12, at58, w);
  w[250] = fma(w[190], w[248], -((-179.55999999999997) * w[247]));
  static const int at29[53] = {33, 70, 71, 43, 42, 44, 40, 85, 84, 83, 265, 263, 266, 260, 258, 256, 259, 283, 285, 284, 277, 290, 267, 255,
      272, 288, 271, 273, 274, 287, 261, 254, 257, 281, 275, 278, 289, 280, 282, 276, 293, 270, 279, 286, 291, 292, 264, 262,
      268, 269, 251, 253, 252};
  m_block_0(m_constants + 21, at29, w);
  static const int at46[39] = {142, 256, 132, 255, 141, 131, 254, 137, 1, 130, 156, 129, 155, 139, 2, 253, 154, 252, 152, 135, 151, 134, 3, 150,
      251, 149, 148, 136, 147, 146, 302, 301, 296, 295, 300, 298, 294, 299, 297};
  m_block_2(NULL, at46, w);
  w[303] = fma(w[260], w[259], w[258] * w[257]), i3[0] = x[33], i3[1] = x[70];
  double *const o3 = w + 304;
  jnk_call_stop(m_constants + 7, i3, o3);
  w[306] = fma(25363.6, x[33], 20194.985421845995);
  static const int at59[49] = {254, 43, 173, 269, 39, 135, 129, 142, 130, 268, 141, 136, 256, 172, 267, 41, 134, 139, 137, 257, 266, 171, 265, 264,
      42, 258, 296, 259, 170, 263, 262, 44, 303, 295, 260, 294, 261, 306, 304, 307, 308, 309, 316, 311, 315, 314, 310, 313,
      312};
  m_block_3(m_constants + 12, at59, w);
  static const int at30[53] = {31, 68, 69, 43, 42, 44, 40, 85, 84, 83, 331, 329, 332, 324, 326, 322, 323, 350, 352, 351, 344, 356, 333, 321,
      339, 354, 337, 338, 341, 336, 327, 320, 325, 348, 342, 345, 355, 347, 349, 343, 359, 340, 346, 353, 357, 358, 330, 328,
      334, 335, 317, 319, 318};
  m_block_0(m_constants + 28, at30, w);
  const double n320 = ((222.35719724137925 + ((222.35719724137925 + w[344]) + w[339])) + w[211]) + w[207];
  static const int at47[39] = {142, 322, 132, 321, 141, 131, 320, 137, 1, 130, 156, 129, 155, 139, 2, 319, 154, 318, 152, 135, 151, 134, 3, 150,
      317, 149, 148, 136, 147, 146, 368, 367, 362, 361, 366, 364, 360, 365, 363};
  m_block_2(NULL, at47, w);
  w[369] = fma(w[326], w[325], w[324] * w[323]);
  const double n335 = 1908.0 * x[68];
  w[370] = fma(25363.6, x[31], 20194.985421845995) + n335, i5[0] = x[31], i5[1] = x[68];
  double *const o5 = w + 371;
  jnk_call_stop(m_constants + 7, i5, o5);
  static const int at60[49] = {320, 43, 173, 335, 39, 135, 129, 142, 130, 334, 141, 136, 322, 172, 333, 41, 134, 139, 137, 325, 332, 171, 331, 330,
      42, 326, 362, 323, 170, 329, 328, 44, 369, 361, 324, 360, 327, 371, 370, 373, 374, 375, 382, 376, 381, 380, 377, 379,
      378};
  m_block_3(m_constants + 12, at60, w);
  static const int at31[53] = {29, 66, 67, 43, 42, 44, 40, 85, 84, 83, 397, 395, 398, 392, 390, 388, 391, 415, 417, 416, 409, 422, 399, 387,
      405, 420, 406, 404, 403, 419, 393, 386, 389, 413, 407, 410, 421, 412, 414, 408, 425, 402, 411, 418, 423, 424, 396, 394,
      400, 401, 383, 385, 384};
  m_block_0(m_constants + 35, at31, w);
  static const int at48[39] = {142, 388, 132, 387, 141, 131, 386, 137, 1, 130, 156, 129, 155, 139, 2, 385, 154, 384, 152, 135, 151, 134, 3, 150,
      383, 149, 148, 136, 147, 146, 434, 433, 428, 427, 432, 430, 426, 431, 429};
  m_block_2(NULL, at48, w);
  w[435] = fma(w[392], w[391], w[390] * w[389]);
  const double n409 = 1908.0 * x[66];
  w[436] = fma(25363.6, x[29], 20194.985421845995) + n409, i6[0] = x[29], i6[1] = x[66];
  double *const o6 = w + 437;
  jnk_call_stop(m_constants + 7, i6, o6);
  static const int at61[49] = {386, 43, 173, 401, 39, 135, 129, 142, 130, 400, 141, 136, 388, 172, 399, 41, 134, 139, 137, 389, 398, 171, 397, 396,
      42, 390, 428, 391, 170, 395, 394, 44, 435, 427, 392, 426, 393, 437, 436, 439, 440, 441, 448, 443, 442, 447, 444, 446,
      445};
  m_block_3(m_constants + 12, at61, w);
  static const int at32[53] = {27, 64, 65, 43, 42, 44, 40, 85, 84, 83, 463, 461, 464, 456, 458, 454, 455, 481, 483, 482, 475, 488, 465, 453,
      470, 486, 468, 469, 472, 485, 459, 452, 457, 479, 473, 476, 487, 478, 480, 474, 491, 471, 477, 484, 489, 490, 462, 460,
      466, 467, 449, 451, 450};
  m_block_0(m_constants + 42, at32, w);
  const double n469 = (((((142.50000000000003 + w[120]) + w[218]) + w[285]) + w[352]) + w[417]) + w[483],
    n471 = (w[413] + (w[348] + (w[281] + (w[214] + ((-110.19854146000954) + w[116]))))) + w[479],
    n472 = fma(w[476], w[471], fma(w[410], w[402], fma(w[345], w[340], w[278] * w[270]))),
    n473 = w[473] + (w[407] + (w[342] + (w[275] + (w[209] + (w[111] + (-7.0972941695139315))))));
  static const int at49[39] = {142, 454, 132, 453, 141, 131, 452, 137, 1, 130, 156, 129, 155, 139, 2, 451, 154, 450, 152, 135, 151, 134, 3, 150,
      449, 149, 148, 136, 147, 146, 500, 499, 494, 493, 498, 496, 492, 497, 495};
  m_block_2(NULL, at49, w);
  w[501] = fma(w[458], w[457], w[456] * w[455]);
  const double n485 = 1908.0 * x[64];
  w[502] = fma(25363.6, x[27], 20194.985421845995) + n485, i7[0] = x[27], i7[1] = x[64];
  double *const o7 = w + 503;
  jnk_call_stop(m_constants + 7, i7, o7);
  const double n493 = fma(o5[1], x[68], fma(n335, x[68], fma(o6[1], x[66], fma(o7[1], x[64], n409 * x[66])))),
    n496 = fma(n99, x[74], fma(o4[1], x[72], fma(o3[1], x[70], n493)));
  static const int at62[49] = {452, 43, 173, 467, 39, 135, 129, 142, 130, 466, 141, 136, 454, 172, 465, 41, 134, 139, 137, 457, 464, 171, 463, 462,
      42, 458, 494, 455, 170, 461, 460, 44, 501, 493, 456, 492, 459, 503, 502, 505, 506, 507, 514, 508, 513, 512, 509, 511,
      510};
  m_block_3(m_constants + 12, at62, w);
  const double n509 = fma((-2.67), x[44], -((-0.42463058892685257) * x[42])) + x[40];
  w[515] = n61 * n509, w[516] = n509 * w[141], w[517] = n509 * w[136], w[518] = (-0.42463058892685257) * x[63];
  w[519] = (-2.67) * x[43], w[520] = (-0.42463058892685257) * x[43];
  static const int at65[20] = {520, 173, 172, 519, 41, 63, 518, 39, 135, 517, 134, 129, 516, 139, 142, 515, 137, 521, 522, 523};
  m_block_4(m_constants + 49, at65, w);
  const double n521 = fma(2.74, x[44], -((-0.3046305889268526) * x[42])) + x[40];
  w[524] = n61 * n521, w[525] = n521 * w[141], w[526] = n521 * w[136], w[527] = 0.3046305889268526 * x[62];
  w[528] = 2.74 * x[43], w[529] = (-0.3046305889268526) * x[43];
  static const int at66[20] = {529, 173, 172, 528, 41, 62, 527, 39, 135, 526, 134, 129, 525, 139, 142, 524, 137, 530, 531, 532};
  m_block_4(m_constants + 50, at66, w);
  const double n531 = fma(x[43], w[141], n62), n532 = i68[40] = i67[40] = i36[16] = n531 + n81,
    n533 = (-2.089261177853705) * w[143], n535 = fma(n61, x[43], n87),
    n536 = i68[39] = i67[39] = i36[15] = n535 + n79, n537 = (-2.089261177853705) * w[144];
  i68[38] = i67[38] = w[145] + fma(n537, n536, -(n532 * n533));
  const double n540 = (-1.0446305889268526) * w[134], n542 = fma(x[43], w[136], n78),
    n543 = i68[41] = i67[41] = i36[17] = n542 + n77,
    n547 = i36[13] = fma(w[139], x[41], fma(x[39], n60, x[40] * w[141]));
  i68[37] = i67[37] = n547 + fma(n543, n533, -(n540 * n536));
  const double n553 = i36[12] = fma(x[41], w[137], fma(x[39], w[142], n61 * x[40]));
  i68[36] = i67[36] = n553 + fma(n540, n532, -(n537 * n543));
  const double n555 = x[43] + x[63];
  i68[59] = fma(n555, w[136], n78) + n77, i68[57] = n79 + fma(n61, n555, n87);
  i68[58] = fma(n555, w[141], n62) + n81;
  const double n562 = (-5.34) * w[138], n563 = 5.48 * w[138], n568 = (-0.42463058892685257) * w[134];
  i67[53] = (n568 + (n562 + n84)) + x[3], i68[53] = (n568 + (n562 + n82)) + x[3];
  const double n573 = (-5.34) * n58, n574 = 5.48 * n58, n577 = (-0.8492611778537051) * w[144];
  i68[52] = x[2] + (n577 + (n86 + n573));
  const double n580 = (-2.67) * w[142], n583 = (-0.8492611778537051) * w[143];
  i67[51] = ((n580 + n64) + n583) + x[1], i68[51] = ((n580 + n63) + n583) + x[1];
  const double n588 = x[43] + x[62];
  i68[50] = fma(n588, w[136], n78) + n77, i68[48] = n79 + fma(n61, n588, n87);
  i68[49] = fma(n588, w[141], n62) + n81;
  const double n595 = (-0.3046305889268526) * w[134];
  i67[44] = (n595 + (n563 + n84)) + x[3], i68[44] = (n595 + (n563 + n82)) + x[3];
  const double n600 = (-0.6092611778537051) * w[144];
  i68[43] = x[2] + (n600 + (n86 + n574));
  const double n603 = 2.74 * w[142], n606 = (-0.6092611778537051) * w[143];
  i67[42] = ((n603 + n64) + n606) + x[1], i68[42] = ((n603 + n63) + n606) + x[1], i68[35] = i67[35] = n540 + x[3];
  i68[34] = i67[34] = n537 + x[2], i68[33] = i67[33] = x[1] + n533, i68[0] = w[142], i68[2] = w[137];
  i68[4] = w[141], i68[5] = w[139], i68[6] = w[135], i68[7] = w[136], i68[8] = w[134], i68[9] = x[126];
  i68[10] = x[127], i68[11] = x[128], i68[12] = x[129], i68[13] = x[130], i68[14] = x[131], i68[15] = x[132];
  i68[16] = x[133], i68[17] = x[134], i68[18] = x[135], i68[19] = x[136], i68[20] = x[137], i68[21] = 0.0;
  i68[22] = 0.0, i68[23] = 0.0, i68[24] = 0.0, i68[25] = 0.0, i68[26] = 0.0, i68[27] = 0.0, i68[28] = 0.0;
  i68[29] = 0.0, i68[30] = 0.0, i68[31] = 0.0, i68[32] = 0.0, i68[45] = w[532], i68[46] = w[531], i68[47] = w[530];
  i68[54] = w[523], i68[55] = w[522], i68[56] = w[521], i68[60] = w[500], i68[61] = w[499], i68[62] = w[498];
  i68[63] = w[507], i68[64] = w[506], i68[65] = w[505], i68[66] = w[497], i68[67] = w[496], i68[68] = w[495];
  i68[69] = w[434], i68[70] = w[433], i68[71] = w[432], i68[72] = w[441], i68[73] = w[440], i68[74] = w[439];
  i68[75] = w[431], i68[76] = w[430], i68[77] = w[429], i68[78] = w[368], i68[79] = w[367], i68[80] = w[366];
  i68[81] = w[375], i68[82] = w[374], i68[83] = w[373], i68[84] = w[365], i68[85] = w[364], i68[86] = w[363];
  i68[87] = w[302], i68[88] = w[301], i68[89] = w[300], i68[90] = w[309], i68[91] = w[308], i68[92] = w[307];
  i68[93] = w[299], i68[94] = w[298], i68[95] = w[297], i68[96] = w[235], i68[97] = w[234], i68[98] = w[233];
  i68[99] = w[242], i68[100] = w[241], i68[101] = w[240], i68[102] = w[232], i68[103] = w[231], i68[104] = w[230];
  i68[105] = w[165], i68[106] = w[164], i68[107] = w[163], i68[108] = w[176], i68[109] = w[175], i68[110] = w[174];
  i68[111] = w[162], i68[112] = w[161], i68[113] = w[160], i68[114] = 0.0, i68[115] = 0.0, i68[116] = 0.0;
  i68[117] = 0.0, i68[118] = 0.0, i68[119] = 0.0, i68[120] = 0.0, i68[121] = 0.0, i68[122] = 0.0, i68[123] = 0.0;
  i68[124] = 0.0, i68[125] = 0.0, i68[126] = 0.0, i68[127] = 0.0, i68[128] = 0.0, i68[129] = 0.0, i68[130] = 0.0;
  i68[131] = 0.0, i68[132] = 0.0, i68[133] = 0.0, i68[134] = 0.0, i68[135] = 0.0, i68[136] = 0.0, i68[137] = 0.0;
  i68[138] = 0.0, i68[139] = 0.0, i68[140] = 0.0, i68[141] = 0.0, i68[142] = 0.0, i68[143] = 0.0, i68[144] = 0.0;
  i68[145] = 0.0, i68[146] = 0.0, i68[147] = 0.0, i68[148] = 0.0, i68[149] = 0.0, i68[150] = 0.0, i68[151] = 0.0;
  i68[152] = 0.0, i68[153] = 0.0, i68[154] = 0.0, i68[155] = 0.0, i68[156] = 0.0, i68[157] = 0.0, i68[158] = 0.0;
  i68[159] = 0.0, i68[160] = 0.0, i68[161] = 0.0, i68[162] = 0.0, i68[163] = 0.0, i68[164] = 0.0, i68[165] = 0.0;
  i68[166] = 0.0, i68[167] = 0.0, i68[168] = 0.0, i68[169] = 0.0, i68[170] = 0.0, i68[171] = 0.0, i68[172] = 0.0;
  i68[173] = 0.0, i68[174] = 0.0, i68[175] = 0.0, i68[176] = 0.0, i68[177] = 0.0, i68[178] = 0.0, i68[179] = 0.0;
  i68[180] = 0.0, i68[181] = 0.0, i68[182] = 0.0, i68[183] = 0.0, i68[184] = 0.0, i68[185] = 0.0, i68[186] = 0.0;
  i68[187] = 0.0, i68[188] = 0.0, i68[189] = 0.0, i68[190] = 0.0, i68[191] = 0.0, i68[192] = 0.0, i68[193] = 0.0;
  i68[194] = 0.0, i68[195] = 0.0, i68[196] = 0.0, i68[197] = 0.0, i68[198] = 1.0, i68[199] = 0.0, i68[200] = 0.0;
  i68[201] = 0.0, i68[202] = 1.0, i68[203] = 0.0, i68[204] = 0.0, i68[205] = 0.0, i68[206] = 1.0, i68[207] = 0.0;
  i68[208] = 0.0, i68[209] = 0.0, i68[210] = 1.0, i68[211] = 0.0, i68[212] = 0.0, i68[213] = 0.0, i68[214] = 1.0;
  i68[215] = 0.0, i68[216] = 0.0, i68[217] = 0.0, i68[218] = 1.0, i68[219] = 0.0, i68[220] = 0.0, i68[221] = 0.0;
  i68[222] = 0.0, i68[223] = 0.0, i68[224] = 0.0, i68[225] = 0.0, i68[226] = 0.0, i68[227] = 0.0, i68[228] = 0.0;
  i68[229] = 0.0, i68[230] = 0.0, i68[231] = 0.0, i68[232] = 0.0, i68[233] = 0.0, i68[234] = 0.0, i68[235] = 0.0;
  i68[236] = 0.0, i68[237] = 0.0, i68[238] = 0.0, i68[239] = 0.0, i68[240] = 0.0, i68[241] = 0.0, i68[242] = 0.0;
  double *const o68 = w + 533;
  jnk_call_track(m_constants + 51, i68, o68);
  r[87] = o68[108], r[88] = o68[109], r[89] = o68[110], r[90] = o68[111], r[91] = o68[112], r[92] = o68[113];
  r[93] = o68[114], r[94] = o68[115], r[95] = o68[116], r[96] = o68[117], r[97] = o68[118], r[98] = o68[119];
  const double n682 = fma((-179.55999999999997), w[447], fma(o68[29], w[134], -(w[442] * w[391]))),
    n685 = fma(-w[392], w[405], fma(w[398], w[404], fma(-x[42], w[403], n682))),
    n687 = fma(w[142], o68[51], fma(w[94], w[178], fma(-(-179.55999999999997), w[183], n52)));
  static const int at77[18] = {129, 570, 139, 570, 142, 569, 137, 569, 135, 571, 571, 134, 256, 254, 692, 693, 694, 691};
  m_block_5(NULL, at77, w);
  const double n693 = w[695] = w[693] - w[311], n694 = w[696] = w[692] - w[310];
  w[697] = fma(o68[41], w[136], fma(n61, o68[39], w[141] * o68[40])) + w[691];
  static const int at91[11] = {694, 697, 313, 77, 695, 78, 696, 312, 700, 699, 698};
  m_block_7(NULL, at91, w);
  static const int at76[18] = {575, 142, 139, 576, 576, 129, 575, 137, 135, 577, 577, 134, 189, 187, 702, 703, 704, 701};
  m_block_5(NULL, at76, w);
  const double n710 = w[705] = w[703] - w[244], n711 = w[706] = w[702] - w[243];
  w[707] = w[701] + fma(w[136], o68[47], fma(o68[46], w[141], o68[45] * n61));
  static const int at90[11] = {704, 707, 246, 76, 705, 78, 706, 245, 710, 709, 708};
  m_block_7(NULL, at90, w);
  static const int at80[18] = {551, 142, 139, 552, 129, 552, 551, 137, 135, 553, 553, 134, 454, 452, 713, 711, 714, 712};
  m_block_5(NULL, at80, w);
  const double n721 = w[715] = w[713] - w[509];
  static const int at79[18] = {557, 142, 557, 137, 558, 129, 139, 558, 135, 559, 134, 559, 388, 386, 717, 716, 719, 718};
  m_block_5(NULL, at79, w);
  const double n726 = w[720] = w[717] - w[444];
  static const int at78[18] = {142, 563, 139, 564, 129, 564, 137, 563, 135, 565, 134, 565, 322, 320, 723, 721, 724, 722};
  m_block_5(NULL, at78, w);
  const double n731 = w[725] = w[723] - w[377];
  static const int at75[18] = {582, 129, 582, 139, 581, 142, 581, 137, 135, 583, 134, 583, 91, 89, 726, 728, 729, 727};
  m_block_5(NULL, at75, w);
  const double n736 = w[730] = w[728] - w[179], n737 = w[731] = w[726] - w[180];
  w[732] = fma(o68[28], n60, fma(o68[27], w[142], w[389] * w[442])), w[733] = w[139] * o68[10];
  const double n742 = x[47] - 50.0, n743 = 0.016666666666666666 * n742,
    n748 = ((n743 * n743) * n743) * fma(fma(0.1, n742, (-15.0)), n743, 10.0),
    n752 = (0.0 < n743 ? 1.0 : 0.0) != 0 ? ((n743 < 1.0 ? 1.0 : 0.0) != 0 ? n748 : 1.0) : 0.0,
    n753 = 40000.0 * n752, n754 = -n753, n755 = x[62] - x[48], n756 = 2.0 * x[144],
    n758 = 100000.0 * fma(n756, x[47], -n755), n760 = (n758 < n754 ? 1.0 : 0.0) != 0 ? n754 : n758,
    n762 = (n753 < n760 ? 1.0 : 0.0) != 0 ? n753 : n760;
  i14[1] = i18[1] = 0.5 * (x[48] + x[62]), i14[0] = x[0], i14[2] = x[47], i14[3] = 0.0, i14[4] = 0.0, i14[5] = 0.0;
  i14[6] = 0.0, i14[7] = 0.0, i14[8] = 0.0, i14[9] = 0.0, i14[10] = x[156], i14[11] = x[157], i14[12] = x[158];
  i14[13] = x[159];
  double o14[4];
  jnk_call_gearbox_ratio(m_constants + 90, i14, o14);
  i17[0] = x[0], i17[1] = x[47], i17[2] = o14[2], i17[3] = x[142], i17[4] = 0.0, i17[5] = 0.0, i17[6] = 0.0;
  i17[7] = 0.0;
  double o17[4];
  jnk_call_converter(m_constants + 114, i17, o17);
  i18[0] = x[0], i18[2] = x[47], i18[3] = o17[1], i18[4] = 0.0, i18[5] = 0.0, i18[6] = o14[0], i18[7] = o14[1];
  i18[8] = o14[2], i18[9] = 0.0, i18[10] = x[156], i18[11] = x[157], i18[12] = x[158], i18[13] = x[159];
  double o18[4];
  jnk_call_gearbox_torque(m_constants + 90, i18, o18);
  const double n771 = 0.5 * o18[3];
  w[734] = n771 + n762, w[735] = n771 - n762;
  const double n775 = (x[170] == x[170] ? 1.0 : 0.0) != 0 ? x[170] : 0.0;
  i20[2] = 30000.0 * ((x[146] < n775 ? 1.0 : 0.0) != 0 ? n775 : x[146]), i20[0] = x[62], i20[1] = x[138];
  i20[3] = 0.0;
  double *const o20 = w + 736;
  jnk_call_hold(m_constants + 167, i20, o20);
  r[99] = o20[1];
  static const int at82[148] = {65, 69, 71, 73, 75, 193, 207, 324, 339, 456, 470, 464, 469, 458, 468, 42, 332, 338, 326, 337, 199, 206, 191, 205,
      734, 736, 178, 92, 315, 259, 141, 570, 130, 569, 571, 136, 256, 574, 134, 314, 274, 266, 273, 260, 272, 258, 271, 575,
      576, 577, 248, 579, 129, 250, 578, 142, 135, 580, 558, 557, 559, 388, 581, 582, 583, 91, 586, 177, 108, 101, 107, 93,
      106, 95, 105, 545, 137, 546, 139, 547, 548, 549, 550, 542, 543, 544, 539, 540, 541, 562, 732, 733, 726, 702, 692, 717,
      703, 721, 376, 716, 443, 711, 508, 386, 44, 336, 187, 560, 561, 572, 573, 189, 192, 249, 204, 585, 584, 758, 760, 764,
      762, 761, 744, 768, 767, 763, 747, 748, 749, 757, 751, 753, 756, 755, 769, 752, 754, 750, 739, 740, 741, 759, 766, 765,
      742, 743, 745, 746};
  m_block_6(m_constants + 171, at82, w);
  const double n818 = fma(w[764], x[44], fma(-w[89], w[763], fma((-1.333), w[728], w[135] * o68[53]))),
    n821 = fma(-w[193], w[205], fma(x[44], w[204], fma(-w[220], w[199], n818)));
  w[770] = fma(w[136], o68[53], fma(w[141], o68[52], n61 * o68[51])) + w[727];
  w[771] = fma(w[136], o68[29], fma(o68[28], w[141], o68[27] * n61)) + w[718];
  const double n834 = fma(w[458], w[486], fma(x[44], w[472], -(w[456] * w[468]))),
    n839 = w[355] + ((w[420] + (w[421] + (222.35719724137925 + w[486]))) + 222.35719724137925),
    n844 = fma(w[142], o68[21], fma(w[457], w[513], fma(-(-179.55999999999997), w[514], n834))),
    n854 = fma(n60, o68[40], fma(-w[254], w[761], fma((-1.333), w[693], w[257] * w[315]))),
    n857 = w[105] + fma(-w[257], w[283], w[271] + fma(-w[325], w[350], w[337])),
    n864 = (w[415] + (w[350] + (w[283] + (w[216] + (w[118] + 240.00000000000003))))) + w[481],
    n868 = fma(w[326], w[354], fma(x[44], w[341], -(w[324] * w[337]))),
    n871 = fma(o68[33], w[142], fma(w[325], w[381], fma(-(-179.55999999999997), w[382], n868))),
    n873 = fma(w[135], o68[35], fma(o68[34], n60, n871)),
    n878 = fma(o68[16], n60, fma(w[142], o68[15], -((-0.3046305889268526) * w[756]))),
    n881 = fma(-(-0.42463058892685257), w[748], fma((-1.333), w[757], fma(w[135], o68[17], n878))),
    n883 = fma(-w[485], w[464], fma(w[758], x[44], n881));
  w[772] = w[722] + fma(w[136], o68[35], fma(o68[34], w[141], n61 * o68[33]));
  static const int at92[11] = {724, 772, 379, 79, 739, 725, 78, 378, 775, 774, 773};
  m_block_7(NULL, at92, w);
  static const int at93[11] = {719, 771, 446, 78, 720, 82, 740, 445, 778, 777, 776};
  m_block_7(NULL, at93, w);
  const double n895 = fma(w[776], w[402], fma(w[773], w[340], fma(w[708], w[203], w[698] * w[270])));
  w[779] = fma(o68[23], w[136], fma(n61, o68[21], w[141] * o68[22])) + w[712];
  static const int at94[11] = {714, 779, 511, 80, 741, 78, 715, 510, 782, 781, 780};
  m_block_7(NULL, at94, w);
  static const int at21[53] = {23, 60, 61, 43, 42, 44, 40, 85, 84, 83, 797, 795, 798, 792, 790, 788, 791, 816, 817, 815, 809, 822, 799, 787,
      804, 820, 803, 805, 806, 819, 793, 786, 789, 813, 807, 810, 821, 812, 814, 808, 825, 802, 811, 818, 823, 824, 796, 794,
      800, 801, 783, 785, 784};
  m_block_0(m_constants + 173, at21, w);
  const double n957 = 222.35719724137925 + ((((w[809] + w[804]) + 222.35719724137925) + w[475]) + w[470]),
    n961 = w[826] = 1.333 * w[141];
  i67[43] = x[2] + (n600 + (n961 + n574)), i67[52] = x[2] + (n577 + (n961 + n573));
  static const int at38[39] = {142, 788, 133, 787, 141, 131, 786, 137, 1, 130, 156, 129, 826, 139, 2, 785, 154, 784, 152, 135, 153, 134, 3, 150,
      783, 149, 148, 136, 147, 146, 835, 834, 829, 828, 833, 831, 827, 832, 830};
  m_block_2(NULL, at38, w);
  w[836] = fma(w[792], w[791], w[790] * w[789]);
  const double n979 = 1908.0 * x[60];
  w[837] = fma(25363.6, x[23], 20194.985421845995) + n979, i8[0] = x[23], i8[1] = x[60];
  double *const o8 = w + 838;
  jnk_call_stop(m_constants + 7, i8, o8);
  w[840] = 1.2383448275862068 * x[42], w[841] = 1.2383448275862068 * x[44], w[842] = 1.333 * x[42];
  w[843] = 1.333 * x[44];
  static const int at51[49] = {786, 43, 843, 801, 39, 135, 129, 142, 130, 800, 141, 136, 788, 842, 799, 41, 134, 139, 137, 789, 798, 841, 797, 796,
      42, 790, 829, 791, 840, 795, 794, 44, 836, 828, 792, 827, 793, 838, 837, 844, 845, 846, 853, 847, 852, 851, 848, 850,
      849};
  m_block_3(m_constants + 180, at51, w);
  static const int at22[53] = {21, 58, 59, 43, 42, 44, 40, 85, 84, 83, 868, 866, 869, 863, 861, 859, 862, 888, 889, 887, 881, 893, 870, 858,
      878, 874, 876, 877, 875, 891, 864, 857, 860, 885, 879, 882, 892, 884, 886, 880, 896, 873, 883, 890, 894, 895, 867, 865,
      871, 872, 854, 856, 855};
  m_block_0(m_constants + 182, at22, w);
  const double n1045 = w[820] + ((222.35719724137925 + (w[874] + (222.35719724137925 + w[892]))) + w[821]);
  static const int at39[39] = {142, 859, 133, 858, 141, 131, 857, 137, 1, 130, 156, 129, 826, 139, 2, 856, 154, 855, 152, 135, 153, 134, 3, 150,
      854, 149, 148, 136, 147, 146, 905, 904, 899, 898, 903, 901, 897, 902, 900};
  m_block_2(NULL, at39, w);
  w[906] = fma(w[863], w[862], w[861] * w[860]), i9[0] = x[21], i9[1] = x[58];
  double *const o9 = w + 907;
  jnk_call_stop(m_constants + 7, i9, o9);
  w[909] = fma(25363.6, x[21], 20194.985421845995);
  static const int at52[49] = {857, 43, 843, 872, 39, 135, 129, 142, 130, 871, 141, 136, 859, 842, 870, 41, 134, 139, 137, 860, 869, 841, 868, 867,
      42, 861, 899, 862, 840, 866, 865, 44, 906, 898, 863, 897, 864, 909, 907, 910, 911, 912, 917, 914, 918, 919, 913, 916,
      915};
  m_block_3(m_constants + 180, at52, w);
  w[920] = fma(w[860], w[918], fma(w[861], w[874], -(179.55999999999997 * w[917])));
  const double n1080 = w[468] + fma(-w[789], w[816], w[803] + fma(-w[860], w[888], w[876])),
    n1083 = fma(-w[389], w[415], w[406] + fma(-w[457], w[481], n1080));
  static const int at23[53] = {19, 56, 57, 43, 42, 44, 40, 85, 84, 83, 935, 933, 936, 928, 930, 926, 927, 954, 955, 953, 947, 960, 937, 925,
      942, 958, 941, 943, 944, 957, 931, 924, 929, 951, 945, 948, 959, 950, 952, 946, 963, 940, 949, 956, 961, 962, 934, 932,
      938, 939, 921, 923, 922};
  m_block_0(m_constants + 189, at23, w);
  const double n1132 = fma(w[948], w[940], fma(w[882], w[873], fma(w[810], w[802], n472)));
  static const int at40[39] = {142, 926, 133, 925, 141, 131, 924, 137, 1, 130, 156, 129, 826, 139, 2, 923, 154, 922, 152, 135, 153, 134, 3, 150,
      921, 149, 148, 136, 147, 146, 972, 971, 966, 965, 970, 968, 964, 969, 967};
  m_block_2(NULL, at40, w);
  w[973] = fma(w[930], w[929], w[928] * w[927]), i10[0] = x[19], i10[1] = x[56];
  double *const o10 = w + 974;
  jnk_call_stop(m_constants + 7, i10, o10);
  w[976] = fma(25363.6, x[19], 20194.985421845995);
  static const int at53[49] = {924, 43, 843, 939, 39, 135, 129, 142, 130, 938, 141, 136, 926, 842, 937, 41, 134, 139, 137, 929, 936, 841, 935, 934,
      42, 930, 966, 927, 840, 933, 932, 44, 973, 965, 928, 964, 931, 976, 974, 977, 978, 979, 986, 981, 985, 984, 980, 983,
      982};
  m_block_3(m_constants + 180, at53, w);
  static const int at24[53] = {17, 54, 55, 43, 42, 44, 40, 85, 84, 83, 1001, 999, 1002, 994, 996, 992, 993, 1022, 1023, 1021, 1014, 1026, 1003, 991,
      1009, 1024, 1007, 1008, 1010, 1006, 997, 990, 995, 1018, 1012, 1015, 1025, 1017, 1019, 1013, 1029, 1011, 1016, 1020, 1027, 1028, 1000, 998,
      1004, 1005, 987, 989, 988};
  m_block_0(m_constants + 196, at24, w);
  static const int at41[39] = {142, 992, 133, 991, 141, 131, 990, 137, 1, 130, 156, 129, 826, 139, 2, 989, 154, 988, 152, 135, 153, 134, 3, 150,
      987, 149, 148, 136, 147, 146, 1038, 1037, 1032, 1031, 1036, 1034, 1030, 1035, 1033};
  m_block_2(NULL, at41, w);
  w[1039] = fma(w[996], w[995], w[994] * w[993]);
  const double n1218 = 1908.0 * x[54];
  w[1040] = fma(25363.6, x[17], 20194.985421845995) + n1218, i1[0] = x[17], i1[1] = x[54];
  double *const o1 = w + 1041;
  jnk_call_stop(m_constants + 7, i1, o1);
  const double n1226 = fma(-n979, x[60], fma(-o9[1], x[58], fma(-o10[1], x[56], fma(-o1[1], x[54], o68[157]))));
  static const int at54[49] = {990, 43, 843, 1005, 39, 135, 129, 142, 130, 1004, 141, 136, 992, 842, 1003, 41, 134, 139, 137, 995, 1002, 841, 1001, 1000,
      42, 996, 1032, 993, 840, 999, 998, 44, 1039, 1031, 994, 1030, 997, 1041, 1040, 1043, 1044, 1045, 1052, 1046, 1048, 1047, 1049, 1051,
      1050};
  m_block_3(m_constants + 180, at54, w);
  const double n1242 = fma(w[995], w[1048], fma(w[996], w[1024], -(179.55999999999997 * w[1052])));
  static const int at25[53] = {15, 52, 53, 43, 42, 44, 40, 85, 84, 83, 1067, 1065, 1068, 1060, 1062, 1058, 1059, 1087, 1088, 1086, 1080, 1092, 1069, 1057,
      1074, 1090, 1075, 1073, 1072, 1089, 1063, 1056, 1061, 1083, 1078, 1079, 1091, 1082, 1084, 1077, 1095, 1076, 1081, 1085, 1093, 1094, 1066, 1064,
      1070, 1071, 1053, 1055, 1054};
  m_block_0(m_constants + 203, at25, w);
  const double n1290 = 222.35719724137925 + (w[1024] + (w[1025] + ((w[1090] + w[1091]) + 222.35719724137925))),
    n1296 = ((((((w[414] + w[349]) + w[480]) + w[814]) + w[886]) + w[952]) + w[1019]) + w[1084];
  static const int at42[39] = {142, 1058, 133, 1057, 141, 131, 1056, 137, 1, 130, 156, 129, 826, 139, 2, 1055, 154, 1054, 152, 135, 153, 134, 3, 150,
      1053, 149, 148, 136, 147, 146, 1104, 1103, 1098, 1097, 1102, 1100, 1096, 1101, 1099};
  m_block_2(NULL, at42, w);
  w[1105] = fma(w[1062], w[1061], w[1060] * w[1059]);
  const double n1311 = 1908.0 * x[52];
  w[1106] = fma(25363.6, x[15], 20194.985421845995) + n1311, i0[0] = x[15], i0[1] = x[52];
  double *const o0 = w + 1107;
  jnk_call_stop(m_constants + 7, i0, o0);
  static const int at55[49] = {1056, 43, 843, 1071, 39, 135, 129, 142, 130, 1070, 141, 136, 1058, 842, 1069, 41, 134, 139, 137, 1061, 1068, 841, 1067, 1066,
      42, 1062, 1098, 1059, 840, 1065, 1064, 44, 1105, 1097, 1060, 1096, 1063, 1107, 1106, 1109, 1110, 1111, 1118, 1112, 1113, 1114, 1115, 1117,
      1116};
  m_block_3(m_constants + 180, at55, w);
  static const int at26[53] = {13, 50, 51, 43, 42, 44, 40, 85, 84, 83, 1133, 1131, 1134, 1126, 1128, 1124, 1125, 1153, 1154, 1152, 1147, 1159, 1135, 1123,
      1140, 1156, 1138, 1139, 1141, 1155, 1129, 1122, 1127, 1149, 1145, 1146, 1157, 1148, 1150, 1144, 1161, 1142, 1143, 1151, 1158, 1160, 1132, 1130,
      1136, 1137, 1119, 1121, 1120};
  m_block_0(m_constants + 210, at26, w);
  const double n1375 = w[1007] + fma(-w[1061], w[1087], w[1075] + fma(-w[1127], w[1153], w[1138])),
    n1379 = fma(-w[929], w[954], w[941] + fma(-w[995], w[1022], n1375)) + n1083,
    n1385 = fma(-w[212], w[208], fma(-w[114], w[110], w[1150] - 4.3) - 4.3) - 4.3,
    n1392 = fma(w[474], w[471], fma(w[408], w[402], fma(w[343], w[340], w[276] * w[270]))),
    n1397 = fma(w[946], w[940], fma(w[880], w[873], fma(w[808], w[802], n1392))),
    n1401 = 4.3 + fma(w[949], w[946], 4.3 + fma(w[883], w[880], fma(w[811], w[808], 4.3))),
    n1403 = 4.3 + fma(w[1016], w[1013], n1401),
    n1406 = 3.0 + fma(w[477], w[474], 4.3 + fma(w[411], w[408], fma(w[346], w[343], 4.3))),
    n1408 = 4.3 + (n1406 + 110.306608),
    n1415 = ((222.35719724137925 + ((222.35719724137925 + w[1147]) + w[1140])) + w[1080]) + w[1074];
  static const int at43[39] = {142, 1124, 133, 1123, 141, 131, 1122, 137, 1, 130, 156, 129, 826, 139, 2, 1121, 154, 1120, 152, 135, 153, 134, 3, 150,
      1119, 149, 148, 136, 147, 146, 1170, 1169, 1164, 1163, 1168, 1166, 1162, 1167, 1165};
  m_block_2(NULL, at43, w);
  w[1171] = fma(w[1128], w[1127], w[1126] * w[1125]);
  const double n1431 = 1908.0 * x[50];
  w[1172] = fma(25363.6, x[13], 20194.985421845995) + n1431, i2[0] = x[13], i2[1] = x[50];
  double *const o2 = w + 1173;
  jnk_call_stop(m_constants + 7, i2, o2);
  static const int at56[49] = {1122, 43, 843, 1137, 39, 135, 129, 142, 130, 1136, 141, 136, 1124, 842, 1135, 41, 134, 139, 137, 1127, 1134, 841, 1133, 1132,
      42, 1128, 1164, 1125, 840, 1131, 1130, 44, 1171, 1163, 1126, 1162, 1129, 1173, 1172, 1175, 1176, 1177, 1184, 1178, 1180, 1179, 1181, 1183,
      1182};
  m_block_3(m_constants + 180, at56, w);
  const double n1448 = fma(w[1127], w[1180], fma(w[1128], w[1156], -(179.55999999999997 * w[1184])));
  w[1185] = (-0.42463058892685257) * x[49];
  static const int at63[20] = {520, 843, 842, 519, 41, 49, 1185, 39, 135, 517, 134, 129, 516, 139, 142, 515, 137, 1186, 1187, 1188};
  m_block_4(m_constants + 49, at63, w);
  w[1189] = (-0.3046305889268526) * x[48];
  static const int at64[20] = {529, 843, 842, 528, 41, 48, 1189, 39, 135, 526, 134, 129, 525, 139, 142, 524, 137, 1190, 1191, 1192};
  m_block_4(m_constants + 217, at64, w);
  const double n1457 = x[43] + x[49];
  i67[59] = fma(n1457, w[136], n78) + n77, i67[57] = n79 + fma(n61, n1457, n87);
  i67[58] = fma(n1457, w[141], n62) + n81;
  const double n1464 = x[43] + x[48];
  i67[48] = n79 + fma(n61, n1464, n87), i67[49] = fma(n1464, w[141], n62) + n81;
  i67[50] = fma(n1464, w[136], n78) + n77, i67[0] = w[142], i67[2] = w[137], i67[4] = w[141], i67[5] = w[139];
  i67[6] = w[135], i67[7] = w[136], i67[8] = w[134], i67[9] = x[113], i67[10] = x[114], i67[11] = x[115];
  i67[12] = x[116], i67[13] = x[117], i67[14] = x[118], i67[15] = x[119], i67[16] = x[120], i67[17] = x[121];
  i67[18] = x[122], i67[19] = x[123], i67[20] = x[124], i67[21] = 0.0, i67[22] = 0.0, i67[23] = 0.0, i67[24] = 0.0;
  i67[25] = 0.0, i67[26] = 0.0, i67[27] = 0.0, i67[28] = 0.0, i67[29] = 0.0, i67[30] = 0.0, i67[31] = 0.0;
  i67[32] = 0.0, i67[45] = w[1192], i67[46] = w[1191], i67[47] = w[1190], i67[54] = w[1188], i67[55] = w[1187];
  i67[56] = w[1186], i67[60] = w[1170], i67[61] = w[1169], i67[62] = w[1168], i67[63] = w[1177], i67[64] = w[1176];
  i67[65] = w[1175], i67[66] = w[1167], i67[67] = w[1166], i67[68] = w[1165], i67[69] = w[1104], i67[70] = w[1103];
  i67[71] = w[1102], i67[72] = w[1111], i67[73] = w[1110], i67[74] = w[1109], i67[75] = w[1101], i67[76] = w[1100];
  i67[77] = w[1099], i67[78] = w[1038], i67[79] = w[1037], i67[80] = w[1036], i67[81] = w[1045], i67[82] = w[1044];
  i67[83] = w[1043], i67[84] = w[1035], i67[85] = w[1034], i67[86] = w[1033], i67[87] = w[972], i67[88] = w[971];
  i67[89] = w[970], i67[90] = w[979], i67[91] = w[978], i67[92] = w[977], i67[93] = w[969], i67[94] = w[968];
  i67[95] = w[967], i67[96] = w[905], i67[97] = w[904], i67[98] = w[903], i67[99] = w[912], i67[100] = w[911];
  i67[101] = w[910], i67[102] = w[902], i67[103] = w[901], i67[104] = w[900], i67[105] = w[835], i67[106] = w[834];
  i67[107] = w[833], i67[108] = w[846], i67[109] = w[845], i67[110] = w[844], i67[111] = w[832], i67[112] = w[831];
  i67[113] = w[830], i67[114] = 0.0, i67[115] = 0.0, i67[116] = 0.0, i67[117] = 0.0, i67[118] = 0.0, i67[119] = 0.0;
  i67[120] = 0.0, i67[121] = 0.0, i67[122] = 0.0, i67[123] = 0.0, i67[124] = 0.0, i67[125] = 0.0, i67[126] = 0.0;
  i67[127] = 0.0, i67[128] = 0.0, i67[129] = 0.0, i67[130] = 0.0, i67[131] = 0.0, i67[132] = 0.0, i67[133] = 0.0;
  i67[134] = 0.0, i67[135] = 0.0, i67[136] = 0.0, i67[137] = 0.0, i67[138] = 0.0, i67[139] = 0.0, i67[140] = 0.0;
  i67[141] = 0.0, i67[142] = 0.0, i67[143] = 0.0, i67[144] = 0.0, i67[145] = 0.0, i67[146] = 0.0, i67[147] = 0.0;
  i67[148] = 0.0, i67[149] = 0.0, i67[150] = 0.0, i67[151] = 0.0, i67[152] = 0.0, i67[153] = 0.0, i67[154] = 0.0;
  i67[155] = 0.0, i67[156] = 0.0, i67[157] = 0.0, i67[158] = 0.0, i67[159] = 0.0, i67[160] = 0.0, i67[161] = 0.0;
  i67[162] = 0.0, i67[163] = 0.0, i67[164] = 0.0, i67[165] = 0.0, i67[166] = 0.0, i67[167] = 0.0, i67[168] = 0.0;
  i67[169] = 0.0, i67[170] = 0.0, i67[171] = 0.0, i67[172] = 0.0, i67[173] = 0.0, i67[174] = 0.0, i67[175] = 0.0;
  i67[176] = 0.0, i67[177] = 0.0, i67[178] = 0.0, i67[179] = 0.0, i67[180] = 0.0, i67[181] = 0.0, i67[182] = 0.0;
  i67[183] = 0.0, i67[184] = 0.0, i67[185] = 0.0, i67[186] = 0.0, i67[187] = 0.0, i67[188] = 0.0, i67[189] = 0.0;
  i67[190] = 0.0, i67[191] = 0.0, i67[192] = 0.0, i67[193] = 0.0, i67[194] = 0.0, i67[195] = 0.0, i67[196] = 0.0;
  i67[197] = 0.0, i67[198] = 1.0, i67[199] = 0.0, i67[200] = 0.0, i67[201] = 0.0, i67[202] = 1.0, i67[203] = 0.0;
  i67[204] = 0.0, i67[205] = 0.0, i67[206] = 1.0, i67[207] = 0.0, i67[208] = 0.0, i67[209] = 0.0, i67[210] = 1.0;
  i67[211] = 0.0, i67[212] = 0.0, i67[213] = 0.0, i67[214] = 1.0, i67[215] = 0.0, i67[216] = 0.0, i67[217] = 0.0;
  i67[218] = 1.0, i67[219] = 0.0, i67[220] = 0.0, i67[221] = 0.0, i67[222] = 0.0, i67[223] = 0.0, i67[224] = 0.0;
  i67[225] = 0.0, i67[226] = 0.0, i67[227] = 0.0, i67[228] = 0.0, i67[229] = 0.0, i67[230] = 0.0, i67[231] = 0.0;
  i67[232] = 0.0, i67[233] = 0.0, i67[234] = 0.0, i67[235] = 0.0, i67[236] = 0.0, i67[237] = 0.0, i67[238] = 0.0;
  i67[239] = 0.0, i67[240] = 0.0, i67[241] = 0.0, i67[242] = 0.0;
  double *const o67 = w + 1193;
  jnk_call_track(m_constants + 218, i67, o67);
  r[74] = o67[108], r[75] = o67[109], r[76] = o67[110], r[77] = o67[111], r[78] = o67[112], r[79] = o67[113];
  r[80] = o67[114], r[81] = o67[115], r[82] = o67[116], r[83] = o67[117], r[84] = o67[118], r[85] = o67[119];
  const double n1545 = fma(179.55999999999997, w[1114], fma(o67[29], w[134], -(w[1113] * w[1059]))),
    n1548 = fma(-w[1060], w[1074], fma(w[1068], w[1073], fma(-x[42], w[1072], n1545)));
  static const int at69[18] = {1242, 129, 1242, 139, 1241, 142, 1241, 137, 135, 1243, 134, 1243, 788, 786, 1353, 1352, 1354, 1351};
  m_block_5(NULL, at69, w);
  const double n1554 = w[1355] = w[1353] - w[848], n1556 = w[1356] = w[1352] - w[847];
  w[1357] = fma(w[136], o67[53], fma(w[141], o67[52], n61 * o67[51])) + w[1351];
  static const int at83[11] = {1354, 1357, 850, 1355, 78, 81, 1356, 849, 1360, 1359, 1358};
  m_block_7(NULL, at83, w);
  static const int at70[18] = {1235, 142, 139, 1236, 1236, 129, 1235, 137, 135, 1237, 1237, 134, 859, 857, 1362, 1363, 1364, 1361};
  m_block_5(NULL, at70, w);
  const double n1573 = w[1365] = w[1363] - w[914], n1575 = w[1366] = w[1362] - w[913];
  w[1367] = w[1361] + fma(w[136], o67[47], fma(o67[46], w[141], o67[45] * n61));
  static const int at84[11] = {1364, 1367, 916, 76, 1365, 78, 1366, 915, 1370, 1369, 1368};
  m_block_7(NULL, at84, w);
  const double n1582 = fma(w[1368], w[873], fma(w[1358], w[802], fma(w[780], w[471], n895)));
  static const int at71[18] = {129, 1230, 139, 1230, 142, 1229, 137, 1229, 135, 1231, 1231, 134, 926, 924, 1372, 1373, 1374, 1371};
  m_block_5(NULL, at71, w);
  const double n1587 = w[1375] = w[1373] - w[981], n1588 = n1587 + ((n1556 + w[766]) + n1573),
    n1589 = w[1376] = w[1372] - w[980];
  w[1377] = fma(o67[41], w[136], fma(n61, o67[39], w[141] * o67[40])) + w[1371];
  static const int at85[11] = {1374, 1377, 983, 77, 1375, 78, 1376, 982, 1380, 1379, 1378};
  m_block_7(NULL, at85, w);
  const double n1599 = fma(w[1378], w[940], n1582);
  static const int at74[18] = {1211, 142, 139, 1212, 129, 1212, 1211, 137, 135, 1213, 1213, 134, 1124, 1122, 1382, 1381, 1384, 1383};
  m_block_5(NULL, at74, w);
  const double n1604 = w[1385] = w[1382] - w[1181],
    n1605 = fma(1.333, w[1381], fma(w[135], o67[23], fma(n60, o67[22], fma(w[142], o67[21], n1448))));
  static const int at73[18] = {1217, 142, 1217, 137, 1218, 129, 139, 1218, 135, 1219, 134, 1219, 1058, 1056, 1387, 1386, 1389, 1388};
  m_block_5(NULL, at73, w);
  const double n1610 = w[1390] = w[1387] - w[1115];
  static const int at72[18] = {142, 1223, 139, 1224, 129, 1224, 137, 1223, 135, 1225, 134, 1225, 992, 990, 1392, 1391, 1394, 1393};
  m_block_5(NULL, at72, w);
  const double n1615 = w[1395] = w[1392] - w[1049],
    n1618 = ((((n1575 + (n1554 + w[769])) + n1589) + n1615) + n1610) + n1604,
    n1619 = fma(1.333, w[1391], fma(w[135], o67[35], fma(o67[34], n60, fma(o67[33], w[142], n1242))));
  w[1396] = fma(w[139], o67[10], fma(o67[9], w[137], w[134] * o67[17])), w[1397] = o67[28] * n60;
  i19[2] = 30000.0 * ((x[145] < n775 ? 1.0 : 0.0) != 0 ? n775 : x[145]), i19[0] = x[48], i19[1] = x[125];
  i19[3] = 0.0;
  double *const o19 = w + 1398;
  jnk_call_hold(m_constants + 167, i19, o19);
  r[86] = o19[1];
  static const int at81[148] = {51, 55, 57, 59, 61, 863, 878, 994, 1009, 1126, 1140, 1134, 1139, 1128, 1138, 42, 1002, 1008, 996, 1007, 869, 877, 861, 876,
      735, 1398, 852, 791, 985, 927, 141, 1230, 130, 1229, 1231, 136, 926, 1234, 134, 984, 944, 936, 943, 928, 942, 930, 941, 1235,
      1236, 1237, 918, 1239, 129, 920, 1238, 142, 135, 1240, 1218, 1217, 1219, 1058, 1241, 1242, 1243, 788, 1246, 851, 806, 798, 805, 792,
      804, 790, 803, 1205, 137, 1206, 139, 1207, 1208, 1209, 1210, 1202, 1203, 1204, 1199, 1200, 1201, 1222, 1397, 1396, 1353, 1362, 1372, 1387,
      1363, 1391, 1046, 1386, 1112, 1381, 1178, 1056, 44, 1006, 857, 1220, 1221, 1232, 1233, 859, 862, 919, 875, 1245, 1244, 1420, 1422, 1424,
      1426, 1423, 1403, 1429, 1430, 1427, 1406, 1407, 1408, 1419, 1415, 1413, 1418, 1417, 1431, 1416, 1414, 1409, 1411, 1410, 1412, 1421, 1428, 1425,
      1401, 1402, 1404, 1405};
  m_block_6(m_constants + 257, at81, w);
  const double n1663 = fma(-w[786], w[1427], fma(1.333, w[1352], fma(w[135], o67[53], n60 * o67[52]))),
    n1669 = fma((-1.333), w[755], fma(w[135], o68[11], fma(o68[9], w[142], fma(o68[10], n60, n1663)))),
    n1674 = w[881] + (222.35719724137925 + ((w[947] + (222.35719724137925 + w[1009])) + w[942])),
    n1677 = ((222.35719724137925 + n1415) + w[1014]) + (222.35719724137925 + (n1674 + w[878])),
    n1682 = fma(-w[792], w[803], fma(x[44], w[806], fma(w[1426], x[44], -(w[819] * w[798])))),
    n1685 = fma(w[789], w[852], fma(-179.55999999999997, w[853], fma(w[790], w[820], n1682))),
    n1690 = fma(w[135], o67[41], fma(o67[39], w[142], fma(n60, o67[40], -(w[924] * w[1423])))),
    n1693 = fma(x[44], w[875], fma(-w[891], w[869], fma(w[1424], x[44], n1690))),
    n1694 = fma(-w[863], w[876], n1693),
    n1697 = fma(-w[928], w[941], fma(x[44], w[944], fma(w[1422], x[44], -(w[957] * w[936])))),
    n1700 = fma(w[929], w[985], fma(-179.55999999999997, w[986], fma(w[930], w[958], n1697))),
    n1708 = fma(w[139], o67[16], fma(-1.333, w[1408], fma((-2.67), w[1407], w[750]))),
    n1711 = fma(1.333, w[1419], fma(w[135], o67[17], o67[16] * n60)),
    n1714 = fma(-w[1155], w[1134], fma(w[1420], x[44], fma(-(-0.42463058892685257), w[1407], n1711)));
  static const int at95[21] = {141, 1212, 1211, 130, 136, 1213, 139, 1215, 137, 1214, 1216, 134, 1124, 1382, 1180, 1125, 1179, 42, 1141, 1433, 1432};
  m_block_8(m_constants + 259, at95, w);
  w[1434] = fma(o67[23], w[136], fma(n61, o67[21], w[141] * o67[22])) + w[1383];
  const double n1729 = 4.3 * x[53],
    n1733 = fma(-w[1060], w[1075], fma(x[44], w[1072], fma(n1729, x[44], -(w[1089] * w[1068])))),
    n1736 = fma(w[1061], w[1113], fma(-179.55999999999997, w[1118], fma(w[1062], w[1090], n1733)));
  w[1435] = fma(w[136], o67[29], fma(o67[28], w[141], o67[27] * n61)) + w[1388];
  static const int at96[21] = {130, 1223, 1224, 141, 136, 1225, 1226, 137, 139, 1227, 134, 1228, 992, 1392, 1048, 993, 1047, 42, 1010, 1437, 1436};
  m_block_8(m_constants + 259, at96, w);
  w[1438] = w[1393] + fma(w[136], o67[35], fma(o67[34], w[141], n61 * o67[33]));
  const double n1753 = (((((w[1430] + (w[1433] - w[1180])) - w[1113]) + w[1437]) - w[1048]) + w[1423]) - w[985],
    n1754 = w[1436] + ((w[1432] + w[1401]) + fma(-n1729, x[42], fma(w[1062], w[1075], n1548)));
  static const int at97[21] = {141, 552, 551, 130, 136, 553, 139, 555, 137, 554, 556, 134, 454, 713, 513, 455, 512, 42, 472, 1440, 1439};
  m_block_8(m_constants + 261, at97, w);
  const double n1767 = n1753 + ((w[767] + ((((w[1427] + w[1429]) - w[852]) + w[1440]) - w[513])) - w[442]),
    n1770 = w[742] + (((w[1405] + (((w[1402] + n1754) + w[1403]) + w[1404])) + w[1406]) + w[1439]),
    n1771 = 4.3 * x[67],
    n1774 = fma(-w[419], w[398], fma(n1771, x[44], fma((-1.333), w[711], -(w[452] * w[1440])))),
    n1777 = fma(w[390], w[420], fma(-w[392], w[406], fma(x[44], w[403], n1774)));
  static const int at98[21] = {130, 563, 564, 141, 136, 565, 566, 137, 139, 567, 134, 568, 322, 723, 381, 323, 380, 42, 341, 1442, 1441};
  m_block_8(m_constants + 261, at98, w);
  const double n1786 = fma(-w[287], w[266], fma(w[760], x[44], fma((-1.333), w[721], -(w[320] * w[1442])))),
    n1789 = fma(w[258], w[288], fma(-w[260], w[271], fma(x[44], w[274], n1786))),
    n1792 = fma(-w[286], w[284], fma(-w[219], w[217], fma(-w[123], w[119], w[288]))),
    n1795 = fma(-w[484], w[482], fma(-w[418], w[416], fma(-w[351], w[353], n1792))),
    n1802 = fma(o68[0], n61, ((((w[1442] - w[381]) + w[761]) - w[315]) + w[763]) - w[178]),
    n1807 = (w[743] + ((n1770 + fma(-n1771, x[42], fma(w[390], w[406], n685))) + w[1441])) + w[744],
    n1813 = o68[3] + fma(o68[2], n537, -(n540 * o68[1])), n1817 = o68[4] + fma(n540, o68[0], -(o68[2] * n533)),
    n1821 = fma(o68[1], n533, -(o68[0] * n537)) + o68[5], n1829 = fma(o67[1], n533, -(o67[0] * n537)) + o67[5],
    n1830 = o67[3] + fma(o67[2], n537, -(n540 * o67[1])), n1831 = o67[4] + fma(n540, o67[0], -(o67[2] * n533)),
    n1832 = fma(n1831, w[139], fma(n1821, w[134], fma(n1817, w[139], w[137] * n1813)));
  i36[0] = x[1], i36[1] = x[2], i36[2] = x[3], i36[3] = w[142], i36[5] = w[137], i36[7] = w[141], i36[8] = w[139];
  i36[9] = w[135], i36[10] = w[136], i36[11] = w[134], i36[14] = w[145], i36[18] = x[77], i36[19] = x[78];
  i36[20] = x[79], i36[21] = x[80], i36[22] = x[81], i36[23] = x[82], i36[24] = x[83], i36[25] = x[84];
  i36[26] = x[85], i36[27] = x[86], i36[28] = x[87], i36[29] = x[88], i36[30] = x[89], i36[31] = x[90];
  i36[32] = x[91], i36[33] = x[92], i36[34] = x[93], i36[35] = x[94], i36[36] = x[95], i36[37] = x[96];
  i36[38] = x[97], i36[39] = x[98], i36[40] = x[99], i36[41] = x[100], i36[42] = x[101], i36[43] = x[102];
  i36[44] = x[103], i36[45] = x[104];
  double o36[34];
  jnk_call_touches(m_constants + 263, i36, o36);
  r[38] = o36[6], r[39] = o36[7], r[40] = o36[8], r[41] = o36[9], r[42] = o36[10], r[43] = o36[11], r[44] = o36[12];
  r[45] = o36[13], r[46] = o36[14], r[47] = o36[15], r[48] = o36[16], r[49] = o36[17], r[50] = o36[18];
  r[51] = o36[19], r[52] = o36[20], r[53] = o36[21], r[54] = o36[22], r[55] = o36[23], r[56] = o36[24];
  r[57] = o36[25], r[58] = o36[26], r[59] = o36[27], r[60] = o36[28], r[61] = o36[29], r[62] = o36[30];
  r[63] = o36[31], r[64] = o36[32], r[65] = o36[33];
  const double n1873 = fma(n547, o36[1], fma(o36[0], n553, fma(n543, o36[5], fma(o36[4], n532, n536 * o36[3])))),
    n1876 = fma(o36[4], n60, fma(o36[3], w[142], fma(w[135], o68[41], fma(o68[39], w[142], n854)))),
    n1878 = fma(o36[3], w[137], fma(o36[4], w[139], fma(n1829, w[134], fma(w[137], n1830, n1832)))),
    n1881 = fma(141.68864828804792, x[42], 68004.40303997089 * x[43]),
    n1882 = fma((-6.724753439229746), x[44], n1881),
    n1886 = fma(18767.422425505792, x[42], 141.68864828804792 * x[43]),
    n1887 = fma((-32.786788994464736), x[44], n1886),
    n1890 = fma((-0.0033806321331338015), x[42], -(0.010818022826028164 * x[43])),
    n1893 = fma((-0.004967209737122475), x[43], -((-0.0033806321331338015) * x[44])),
    n1897 = (n1 - n83) + fma(n1893, x[44], -(n1890 * x[42])),
    n1898 = fma(-240.00000000000003, n1897, fma(n1887, x[43], fma(w[134], o36[5], -(n1882 * x[42])))),
    n1900 = fma(0.010818022826028164, x[44], -((-0.004967209737122475) * x[42])),
    n1905 = (n5 - n80) + fma(n1890, x[43], -(n1900 * x[44])), n1907 = 2.5 * x[47], n1909 = 110.306608 * x[48],
    n1910 = fma(-n1909, x[42], fma(n1907, x[43], fma((-75.00000000000001), n1905, n1898))), n1911 = 3.0 * x[49],
    n1914 = 110.306608 * x[62], n1917 = 3.0 * x[63],
    n1919 = fma(-(-1.333), w[749], fma(-n1917, x[42], fma((-2.67), w[748], -(n1914 * x[42])))),
    n1923 = fma(o68[9], w[137], fma(w[134], o68[17], fma(w[137], o68[15], fma(w[139], o68[16], n1919)))),
    n1924 = n1923 + (fma(-n1911, x[42], n1910) + (n1878 + ((w[746] + (n1807 + w[745])) + w[747]))),
    n1926 = 1.2053694110731474 * x[43];
  double n1927, n1928;
  jnk_sincos(x[8], &n1927, &n1928);
  const double n1929 = fma(-n1927, 0.05, (-0.25)), n1931 = (-0.25) * x[45],
    n1934 = (fma(-n1929, x[45], n1931) + fma(-n1929, x[44], n1926)) + x[39], n1936 = (-0.2) * x[45],
    n1937 = fma(-0.05, n1928, 0.2), n1939 = 1.2053694110731474 * x[42],
    n1942 = (fma(n1937, x[44], -n1939) + fma(n1937, x[45], n1936)) + x[40],
    n1945 = fma(n1929, x[42], -(n1937 * x[43])), n1946 = x[41] + n1945,
    n1947 = i50[14] = fma(w[134], n1946, fma(w[136], n1942, w[135] * n1934)),
    n1952 = i50[12] = fma(w[137], n1946, fma(n1934, w[142], n61 * n1942)),
    n1953 = i50[13] = fma(w[139], n1946, fma(n1942, w[141], n1934 * n60));
  i50[4] = fma(n61, n1928, -(n1927 * w[142]));
  const double n1956 = x[44] + x[45], n1957 = i50[17] = fma(n1956, w[134], n542),
    n1958 = i50[16] = fma(w[139], n1956, n531), n1959 = i50[15] = fma(n1956, w[137], n535),
    n1962 = fma(n1937, n1956, -n1939) + n1936, n1963 = n1931 + fma(-n1929, n1956, n1926);
  i50[10] = fma(n1928, w[136], -(n1927 * w[135])), i50[9] = fma(w[135], n1928, n1927 * w[136]);
  i50[7] = fma(n1928, w[141], -(n1927 * n60)), i50[6] = fma(n1927, w[141], n1928 * n60);
  i50[3] = fma(n1928, w[142], n1927 * n61);
  i50[2] = fma(1.2053694110731474, w[134], fma(n1937, w[135], w[136] * n1929)) + x[3];
  i50[1] = x[2] + fma(2.410738822146295, w[144], fma(n1929, w[141], n1937 * n60));
  i50[0] = x[1] + fma(2.410738822146295, w[143], fma(n1937, w[142], n61 * n1929)), i50[5] = w[137], i50[8] = w[139];
  i50[11] = w[134], i50[18] = x[105], i50[19] = x[106], i50[20] = x[107], i50[21] = x[108], i50[22] = x[109];
  i50[23] = x[110], i50[24] = x[111], i50[25] = x[112];
  double o50[14];
  jnk_call_touches(m_constants + 329, i50, o50);
  r[66] = o50[6], r[67] = o50[7], r[68] = o50[8], r[69] = o50[9], r[70] = o50[10], r[71] = o50[11], r[72] = o50[12];
  r[73] = o50[13];
  const double n2003 = fma(o50[2], n1947, fma(n1953, o50[1], fma(o50[0], n1952, n1957 * o50[5]))),
    n2008 = fma(w[135], o50[2], fma(n60, o50[1], o50[0] * w[142])),
    n2014 = fma(o50[2], w[134], fma(w[139], o50[1], o50[0] * w[137])),
    n2015 = fma(o50[2], w[136], fma(n61, o50[0], w[141] * o50[1])),
    n2018 = fma(o50[3], w[137], fma(o50[4], w[139], fma(n1937, n2015, -(n1929 * n2008)))), n2026 = x[43] * x[45],
    n2027 = fma(-n2026, 1.2053694110731474, fma(n1956, n1963, -(x[42] * n1945))),
    n2030 = (fma(n1931, x[44], n1) - n83) + n2027, n2031 = 3900.0 * n2030, n2034 = x[42] * x[45],
    n2035 = fma(n2034, (-1.2053694110731474), fma(x[43], n1945, -(n1962 * n1956))),
    n2038 = (fma(-n1936, x[44], n5) - n80) + n2035, n2039 = 3900.0 * n2038,
    n2042 = fma(0.6000000000000001, n1928, n1937);
  double n2043, n2044;
  jnk_sincos(x[9], &n2044, &n2043);
  const double n2045 = n1928 * n2043, n2046 = n1927 * n2043, n2047 = fma(-(-0.3), n2045, n2042),
    n2048 = n1928 * x[46], n2049 = x[43] - n2048, n2051 = fma(n1927, 0.6000000000000001, n1929),
    n2052 = fma(-(-0.3), n2046, n2051), n2054 = fma(n1928, n2042, n1927 * n2051), n2055 = n1927 * x[46],
    n2056 = n2055 + x[42], n2058 = n2054 * x[46], n2059 = fma(n2056, n2052, -(n2047 * n2049)) - n2058,
    n2062 = fma(-n2044, (-0.3), 1.2053694110731474), n2064 = (-1.2053694110731474) * n1928, n2065 = x[46] * n2064,
    n2067 = n1931 - n2065, n2068 = n2067 + fma(n2062, n2049, -(n1956 * n2052)),
    n2072 = fma(n2048, x[45], fma(n2048, x[44], n2026)), n2075 = fma(n2048, x[42], n2055 * x[43]),
    n2084 = (n3 - n85) + fma(n1900, x[42], -(n1893 * x[43])),
    n2092 = (fma(n2067, x[44], x[42] * n2058) + n1) - fma(n2065, x[45], n83),
    n2094 = ((fma(n2068, n1956, -(n2059 * n2056)) - fma(n2047, n2075, n2072 * n2062)) + n2092) * 400.0,
    n2095 = fma(-n2047, n2094, fma(n2039, n1929, fma(-n1937, n2031, fma(w[134], o50[5], n2018)))),
    n2096 = (n2015 - n2031) - n2094, n2101 = n1927 * 1.2053694110731474, n2102 = x[46] * n2101,
    n2103 = n2102 + n1936, n2105 = n2103 + fma(n2047, n1956, -(n2062 * n2056)),
    n2109 = (fma(n2103, x[42], -(n2067 * x[43])) + n3) - (n85 + fma(n2055, n1936, n2048 * n1931)),
    n2117 = fma(n2055, x[45], fma(n2055, x[44], -n2034)),
    n2119 = fma(n2062, n2117, n2075 * n2052) + fma(n2059, n2049, -(n1956 * n2105)),
    n2121 = 400.0 * (((n5 - fma(n2103, x[44], x[43] * n2058)) - fma(n2102, x[45], n80)) + n2119),
    n2122 = (n2008 - n2039) - n2121, n2130 = fma(-n2044, n2075, fma(n2072, n2045, n2117 * n2046)) * (-158.0),
    n2131 = fma(-n2044, n2130, fma(n2121, n2052, -((-170.0) * n2075))),
    n2139 = (-158.0) * fma(n2044, n1956, fma(n2045, n2056, n2049 * n2046)),
    n2141 = fma(-n2139, fma(n2056, n2046, -(n2045 * n2049)), n2131) + n2095;
  static const int at89[11] = {729, 770, 182, 731, 78, 81, 730, 181, 1445, 1444, 1443};
  m_block_7(NULL, at89, w);
  const double n2153 = (w[751] + ((((w[699] + (w[1444] + w[709])) + w[774]) + w[777]) + w[781])) + w[752],
    n2159 = fma(-w[292], w[698], fma(-w[708], w[225], fma(-w[1443], w[127], w[1431] + n2122))),
    n2163 = fma(-w[698], w[291], fma(-w[708], w[224], fma(-w[1443], w[126], w[1428]))),
    n2165 = (fma(-w[1443], w[109], n2141 + w[1409]) + (fma(w[137], o67[15], n1708) + n1924)) - n1599;
  static const int at87[11] = {1389, 1435, 1117, 78, 1390, 82, 1410, 1116, 1448, 1447, 1446};
  m_block_7(NULL, at87, w);
  static const int at86[11] = {1394, 1438, 1051, 1395, 78, 79, 1411, 1050, 1451, 1450, 1449};
  m_block_7(NULL, at86, w);
  static const int at88[11] = {1384, 1434, 1183, 78, 1385, 80, 1412, 1182, 1453, 1454, 1452};
  m_block_7(NULL, at88, w);
  const double n2181 = (w[1415] + ((((w[1379] + (w[1359] + w[1369])) + w[1450]) + w[1447]) + w[1454])) + w[1416],
    n2193 = n2109 + (fma(n2072, n2052, -(n2047 * n2117)) + fma(n2056, n2105, -(n2068 * n2049))),
    n2194 = 400.0 * n2193,
    n2197 = fma(fma(n1956, n2045, -(n2044 * n2056)), n2139, fma(n2130, n2046, 170.0 * n2117)),
    n2199 = 750.0 * n1956,
    n2201 = fma(fma(n2044, n2049, -(n1956 * n2046)), n2139, fma(n2072, 170.0, n2130 * n2045)),
    n2202 = fma(n2052, n2194, -(n2094 * n2062)) + n2201,
    n2206 = fma(o67[9], w[142], fma(o67[10], n60, fma(4700.940703185275, n2030, -n2202))),
    n2209 = fma(-(-0.3046305889268526), w[1418], fma(1.333, w[1417], fma(w[135], o67[11], n2206))),
    n2213 = fma(n2121, n2062, -(n2047 * n2194)) + n2197,
    n2218 = fma(w[136], o36[5], fma(o36[4], w[141], fma(n61, o36[3], fma(n2199, x[42], -n2213)))),
    n2224 = fma(n1829, w[136], fma(n61, n1830, fma(n1831, w[141], n2218))),
    n2225 = fma(n1829, w[135], fma(n1831, n60, fma(w[142], n1830, w[135] * o36[5]))),
    n2233 = fma(n1928, n2213, -(n1927 * n2202)) + fma(n2054, n2194, fma(n2121, n2064, -(n2094 * n2101))),
    n2234 = 2500.0 * x[46],
    n2239 = fma(18000.0, ((x[174] == x[174] ? 1.0 : 0.0) != 0 ? x[174] : 0.0) - x[9], -n2234) + 1177.2,
    n2240 = n2239 + n2233,
    n2244 = fma(-o2[1], x[50], fma(-n1431, x[50], fma(-o19[0], x[48], fma(n2239, x[46], o67[157])))),
    n2248 = n2047 * 400.0, n2249 = n2047 * n2248, n2250 = 400.0 * n2062, n2251 = n2062 * n2250,
    n2253 = (-158.0) * n2046, n2255 = (n2251 + n2249) + fma(n2253, n2046, 170.0), n2258 = (-158.0) * n2045,
    n2260 = fma(n2258, n2046, -(n2248 * n2052)),
    n2266 = fma(n1927, n2260, -(n1928 * n2255)) + fma(n2054, n2248, -(n2250 * n2064)), n2268 = 400.0 * n2052,
    n2269 = n2052 * n2268, n2272 = (n2251 + n2269) + fma(n2258, n2045, 170.0),
    n2276 = fma(n1927, n2272, -(n1928 * n2260)) - fma(n2054, n2268, n2250 * n2101),
    n2280 = fma(n2054, (-400.0), fma(n2248, n1928, n1927 * n2268)),
    n2282 = fma(482.147764429259, n1928, -(n1928 * n2250)), n2285 = 4700.940703185275 + n2250,
    n2287 = (w[813] + n471) + (n2285 + ((w[1083] + ((w[885] + w[951]) + w[1018])) + w[1149])),
    n2288 = fma(n1927, 482.147764429259, -(n1927 * n2250)),
    n2292 = fma(-n2054, n2280, fma(n2288, n2101, -(n2282 * n2064))),
    n2294 = 1.0 / (fma(n1927, n2276, -(n1928 * n2266)) + n2292), n2297 = fma(n2044, n2258, -(n2248 * n2062)),
    n2298 = fma(n2044, n2253, -(n2268 * n2062)), n2300 = fma(-4700.940703185275, n1929, n2298),
    n2303 = fma(-w[110], w[109], n2300 + (w[1145] + (w[1078] + (w[1012] + (w[879] + w[945]))))),
    n2308 = fma(-n1937, 4700.940703185275, n2297),
    n2312 = fma(-w[217], w[203], fma(-w[119], w[109], fma(-w[190], w[216], n2308))),
    n2318 = fma(w[411], w[416], fma(w[346], w[351], fma(w[279], w[284], w[212] * w[217]))),
    n2319 = fma(-w[416], w[402], fma(-w[351], w[340], fma(-w[284], w[270], n2312))),
    n2320 = fma(-w[482], w[471], n2319),
    n2326 = fma(w[1021], w[1011], fma(w[953], w[940], fma(w[887], w[873], w[815] * w[802]))),
    n2329 = fma(w[883], w[887], fma(w[811], w[815], fma(w[477], w[482], n2318))),
    n2336 = fma(w[1085], w[1086], fma(w[1020], w[1021], fma(w[956], w[953], w[890] * w[887]))),
    n2340 = ((w[205] + ((-31.594658657555343) + fma(-w[94], w[118], n857))) + n1379) + n2320,
    n2341 = fma(n2268, n2064, n2248 * n2101) + fma(n1927, n2297, -(n1928 * n2298)), n2342 = n2294 * n2341,
    n2343 = fma(n2240, n2342, fma(w[1452], w[1142], fma(w[1449], w[1011], w[1446] * w[1076]))),
    n2346 = 32000.0 * x[45],
    n2350 = fma(220000.0, ((x[173] == x[173] ? 1.0 : 0.0) != 0 ? x[173] : 0.0) - x[8], -n2346),
    n2354 = fma((-0.25), n2282, (-0.2) * n2288) + n2341, n2355 = n2294 * n2354,
    n2356 = fma(-n2240, n2355, (n2141 + fma((-0.25), n2122, n2096 * (-0.2))) + n2350),
    n2357 = fma(-n2266, n2355, fma((-0.25), n2285, n2300)), n2358 = fma(-n2276, n2355, fma(-(-0.2), n2285, n2308)),
    n2362 = n1937 * 3900.0, n2363 = n2248 + n2362,
    n2364 = fma(-n1929, n2362, ((((w[955] + w[889]) + w[1023]) + w[1088]) + w[1154]) + n2260),
    n2365 = n1937 * n2362,
    n2370 = (w[816] + n864) + (((w[1087] + (w[1022] + (w[954] + w[888]))) + w[1153]) + n2363),
    n2371 = 3900.0 * n1929, n2372 = n2268 + n2371, n2373 = n1929 * n2371,
    n2380 = ((68007.54674471729 + (n2255 + ((n2365 + 5666.370126888222) + 1200.0))) + w[117]) + w[215],
    n2385 = (((fma(-w[279], w[276], n1385) - 4.3) + ((n2380 + w[282]) + n1296)) - n1408) - n1403,
    n2390 = w[1157] + (222.35719724137925 + (n2272 + (1200.0 + (5666.370126888222 + n2373)))),
    n2393 = ((w[1156] + n2390) + 222.35719724137925) + (w[958] + (n1290 + w[959])),
    n2395 = ((w[487] + (222.35719724137925 + n1045)) + n2393) + (222.35719724137925 + (w[354] + n839)),
    n2399 = ((n2373 + n2365) + 1950.0) + ((n2249 + n2269) + fma(n2044, n2044 * (-158.0), 170.0)),
    n2400 = ((w[277] + (222.35719724137925 + (80391.08291013334 + w[106]))) + w[272]) + n2399,
    n2402 = fma(-w[210], w[203], fma(-w[112], w[109], n2400)),
    n2403 = (((222.35719724137925 + n320) + w[113]) + (((n957 + w[409]) + w[405]) + n1677)) + n2402,
    n2407 = (-860.0) + n2363, n2408 = fma((-0.2), n2363, -(n2372 * (-0.25))) + n2399,
    n2409 = fma(-n2341, n2355, n2408), n2411 = fma(-n2288, n2355, n2407), n2412 = (-1075.0) - n2372,
    n2413 = (-75.00000000000017) + n2372, n2415 = fma(-n2282, n2355, n2412),
    n2418 = 1.0 / fma(-n2354, n2355, fma((-0.25), n2412, (-0.2) * n2407) + n2408), n2419 = n2409 * n2418,
    n2420 = fma(n2409, n2419, fma(n2342, n2341, fma(w[1146], w[1142], w[1079] * w[1076]))),
    n2422 = 1.0 / ((n2403 - fma(w[1015], w[1011], n1132)) - n2420),
    n2424 = fma(n2358, n2419, fma(n2342, n2276, fma(w[1152], w[1142], fma(w[1086], w[1076], n2326)))),
    n2425 = n2340 - n2424, n2426 = n2165 - fma(n2356, n2419, n2343), n2430 = n2294 * n2266,
    n2432 = fma(n2276, n2430, fma(w[1143], w[1152], fma(w[1081], w[1086], w[1016] * w[1021]))),
    n2433 = n2418 * n2357,
    n2434 = fma(n2433, n2356, fma(n2240, n2430, w[1414] + (fma(w[1452], w[1143], w[1453]) + w[1413]))),
    n2441 = fma(n2419, n2357, fma(n2342, n2266, fma(w[1144], w[1142], w[1077] * w[1076]))),
    n2442 = (((w[807] + n473) + fma(-w[208], w[203], n2303)) - fma(w[1013], w[1011], n1397)) - n2441,
    n2445 = fma(n2266, n2430, (3.0 + fma(w[1143], w[1144], fma(w[1081], w[1077], 4.3))) + 110.306608),
    n2447 = n2422 * n2442, n2450 = 1.0 / (n2385 - fma(n2447, n2442, fma(n2433, n2357, n2445))),
    n2452 = fma(n2447, n2425, fma(n2358, n2433, n2432)),
    n2453 = (((n469 + w[817]) + fma(-w[114], w[119], n2364)) - fma(w[949], w[953], n2329)) - n2452,
    n2460 = fma(n1929, n2014, fma(w[135], o50[5], fma(o50[3], w[142], o50[4] * n60))),
    n2465 = fma(n2034, n1937, n2026 * n1929) + fma(n1962, x[42], -(x[43] * n1963)),
    n2467 = 3900.0 * (((n3 + fma(n1936, x[42], -(n1931 * x[43]))) - n85) + n2465),
    n2468 = fma(-n2199, x[43], fma(-n2026, 1200.0, fma(-1.2053694110731474, n2015, n2460))),
    n2470 = fma(-n2467, n1929, n2468) + fma(w[142], o67[15], n2209),
    n2472 = fma(-w[1122], w[1433], n1605) + (fma(-w[1126], w[1138], fma(x[44], w[1141], n1714)) + n2470),
    n2474 = (fma(o67[27], w[142], n1736) + n2472) + fma(-w[994], w[1007], fma(x[44], w[1010], w[1421])),
    n2478 = (((n2474 + fma(-w[990], w[1437], n1619)) + fma(1.333, w[1373], n1700)) + n1694) + w[1425],
    n2481 = (n1669 + (n2478 + fma(w[142], o67[51], n1685))) + n883,
    n2482 = fma(w[135], o68[23], fma(n60, o68[22], n844)) + n2481,
    n2485 = ((fma(-(-179.55999999999997), w[448], n1777) + n2482) + w[759]) + n873,
    n2488 = fma(1.2053694110731474, n2008, fma(w[136], o50[5], fma(n61, o50[3], o50[4] * w[141]))),
    n2494 = fma(o36[2], w[134], fma(o36[0], w[137], fma(w[139], o36[1], (n2014 - n2467) - n2194))),
    n2503 = fma(n60, o36[1], fma(o68[2], w[135], fma(o68[1], n60, o68[0] * w[142]))),
    n2507 = fma(o67[0], w[142], fma(o67[1], n60, fma(w[135], o36[2], fma(o36[0], w[142], n2503)))),
    n2508 = fma(o68[2], w[134], fma(o68[0], w[137], fma(o67[2], w[134], w[139] * o68[1]))),
    n2512 = fma(o36[2], w[136], fma(w[141], o36[1], fma(n61, o36[0], o68[2] * w[136]))),
    n2516 = fma(-22185.2, n1897, fma(o67[2], w[136], fma(o67[1], w[141], fma(o67[0], n61, n2512)))),
    n2521 = n693 + ((n736 + fma(-22185.2, n2084, n2508)) + n710),
    n2526 = fma(n2467, n1937, fma(-4700.940703185275, n2038, fma(-n1937, n2014, n2488))),
    n2530 = fma((-32.786788994464736), x[42], (-6.724753439229746) * x[43]),
    n2531 = fma(80388.23303724511, x[44], n2530),
    n2532 = fma(n2531, x[42], fma(-n1887, x[44], fma(n1821, w[136], fma(n1817, w[141], n61 * n1813)))),
    n2533 = fma(-n2531, x[43], fma(n1821, w[135], fma(n1817, n60, fma(w[142], n1813, n2225)))),
    n2534 = (n1876 + (fma(-(-179.55999999999997), w[316], n1789) + n2485)) + n2533,
    n2542 = ((((n737 + fma(o67[2], w[135], -(22185.2 * n1905))) + n711) + n694) + n731) + n726,
    n2546 = fma(-w[424], w[776], fma(-w[358], w[773], n2159)) + ((n2507 + (n2542 + n721)) + n1618),
    n2547 = fma(240.00000000000003, n2084, fma(-(-110.19854146000954), n1905, n2532)),
    n2550 = fma((-110.19854146000954), n1897, fma(n1882, x[44], -((-75.00000000000001) * n2084))),
    n2554 = fma(n1917, x[44], fma(n1914, x[44], fma(n1911, x[44], fma(n1909, x[44], n2550)))),
    n2558 = ((fma(w[762], x[44], n2554) + n2534) + fma(n60, o68[52], n687)) + fma(w[191], w[221], n821),
    n2563 = (n2153 + (fma(-n1907, x[44], n2547) + (fma(-n2034, (-1200.0), n2526) + n2224))) + n2181,
    n2567 = w[700] + fma(w[212], w[708], w[710] + fma(w[114], w[1443], w[1445])),
    n2576 = w[754] + (fma(w[477], w[780], w[782] + fma(w[776], w[411], w[778])) + w[753]),
    n2578 = fma(w[1358], w[811], w[1360] + n2576),
    n2583 = w[1451] + fma(w[949], w[1378], w[1380] + fma(w[1368], w[883], w[1370])),
    n2586 = fma(w[1446], w[1081], w[1448] + fma(w[1016], w[1449], n2583)),
    n2587 = ((n2563 - fma(w[346], w[773], w[775] + fma(w[279], w[698], n2567))) - n2578) - n2586,
    n2588 = n2587 - fma(n2426, n2447, n2434), n2589 = n2418 * n2415,
    n2594 = fma(w[1082], w[1076], fma(w[1017], w[1011], fma(w[950], w[940], w[873] * w[884]))),
    n2601 = fma(-w[286], w[290], fma(-w[219], w[223], fma(-w[123], w[125], n2413))),
    n2604 = fma(-w[484], w[488], fma(-w[418], w[422], fma(-w[353], w[356], n2601))),
    n2607 = fma(w[280], w[270], fma(w[213], w[203], fma(w[115], w[109], n2413))),
    n2610 = fma(w[478], w[471], fma(w[412], w[402], fma(w[347], w[340], n2607))),
    n2611 = fma(w[812], w[802], n2610),
    n2612 = fma(n2415, n2419, fma(n2342, n2282, fma(w[1148], w[1142], n2594))) + n2611, n2613 = n2612 * n2422,
    n2618 = fma(-w[1016], w[1017], fma(-w[949], w[950], fma(n2447, n2612, -(w[883] * w[884])))),
    n2621 = fma(-n2282, n2430, fma(-w[1143], w[1148], fma(-w[1081], w[1082], n2618))),
    n2625 = fma(-w[279], w[280], fma(-w[212], w[213], fma(-w[114], w[115], n2287))),
    n2628 = fma(-w[477], w[478], fma(-w[411], w[412], fma(-w[346], w[347], n2625))),
    n2630 = fma(-n2433, n2415, n2621) + fma(-w[811], w[812], n2628), n2631 = n2450 * n2630,
    n2636 = 0.03333333333333333 * x[47],
    n2641 = (n2636 * (n2636 * n2636)) * fma(fma(0.2, x[47], (-15.0)), n2636, 10.0),
    n2645 = (0.0 < n2636 ? 1.0 : 0.0) != 0 ? ((n2636 < 1.0 ? 1.0 : 0.0) != 0 ? n2641 : 1.0) : 0.0;
  i12[0] = x[0], i12[1] = x[47], i12[2] = x[143], i12[3] = 0.0, i12[4] = 0.0, i12[5] = 0.0, i12[6] = 0.0;
  i12[7] = x[76];
  double o12[3];
  jnk_call_engine_load(m_constants + 365, i12, o12);
  i13[0] = x[0], i13[1] = x[47], i13[2] = x[143], i13[3] = 0.0, i13[4] = o12[0], i13[5] = 0.0, i13[6] = 0.0;
  i13[7] = x[76];
  double o13[3];
  jnk_call_engine_torque(m_constants + 365, i13, o13);
  const double n2650 = fma(-n756, n762, fma(n2645, o13[1], -o17[0])),
    n2651 = n2650 + fma(w[1452], w[1151], fma(w[1085], w[1446], w[1449] * w[1020])), n2653 = n2294 * n2276,
    n2657 = n2418 * n2358, n2658 = fma(n2358, n2657, fma(n2653, n2276, 2.5 + fma(w[1151], w[1152], n2336))),
    n2659 = ((n2395 + (w[289] + (222.35719724137925 + n167))) + fma(-w[815], w[818], n1795)) - n2658,
    n2662 = n2422 * n2425, n2664 = n2450 * n2453, n2668 = 1.0 / (n2659 - fma(n2662, n2425, n2664 * n2453)),
    n2669 = fma(n2664, n2588, fma(n2662, n2426, fma(n2657, n2356, fma(n2653, n2240, n2651)))),
    n2673 = fma(w[776], w[418], fma(w[773], w[353], fma(w[219], w[708], w[698] * w[286]))),
    n2676 = fma(w[1368], w[890], fma(w[1358], w[818], fma(w[780], w[484], n2673))),
    n2679 = ((fma(-w[123], w[1443], w[765]) + n2558) - fma(w[1378], w[956], n2676)) - n2669,
    n2683 = fma(w[1082], w[1085], fma(w[1020], w[1017], fma(w[950], w[956], w[884] * w[890]))),
    n2687 = fma(n2664, n2630, fma(n2415, n2657, fma(n2653, n2282, fma(w[1148], w[1151], n2683)))),
    n2691 = fma(-w[286], w[280], fma(-w[123], w[115], fma(n2662, n2612, -(w[219] * w[213])))),
    n2694 = fma(-w[484], w[478], fma(-w[418], w[412], fma(-w[353], w[347], n2691))),
    n2696 = fma(-w[818], w[812], n2694) - n2687, n2697 = n2696 * n2668,
    n2698 = fma(-n2679, n2697, fma(-n2631, n2588, fma(n2426, n2613, -(n2356 * n2589)))), n2700 = n2280 * n2355,
    n2701 = n2418 * n2700, n2703 = n2294 * n2280,
    n2708 = fma(-w[290], w[270], fma(-w[109], w[125], fma(n2419, n2700, -(w[223] * w[203])))),
    n2711 = fma(-w[471], w[488], fma(-w[402], w[422], fma(-w[340], w[356], n2708))),
    n2716 = fma(w[1092], w[1076], fma(w[1026], w[1011], fma(w[960], w[940], w[893] * w[873]))),
    n2719 = fma(-w[802], w[822], n2711) - fma(n2280, n2342, fma(w[1159], w[1142], n2716)), n2720 = n2719 * n2422,
    n2721 = fma(-n2426, n2720, fma(-n2240, n2703, fma(n2701, n2356, -(w[1452] * w[1158])))),
    n2725 = fma(w[1016], w[1026], fma(w[949], w[960], fma(w[883], w[893], w[811] * w[822]))),
    n2729 = fma(n2447, n2719, fma(n2280, n2430, fma(w[1143], w[1159], fma(w[1081], w[1092], n2725)))),
    n2733 = fma(-w[290], w[291], fma(-w[223], w[224], fma(-w[125], w[126], 28225.2))),
    n2736 = fma(-w[488], w[489], fma(-w[422], w[423], fma(-w[357], w[356], n2733))),
    n2741 = fma(-n2411, n2419, fma(-n2342, n2288, n2370)),
    n2743 = fma(-w[212], w[223], fma(n2433, n2700, -(w[114] * w[125])) - n2370),
    n2746 = fma(-w[411], w[422], fma(-w[346], w[356], fma(-w[279], w[290], n2743))),
    n2748 = fma(-w[477], w[488], n2746) - n2729, n2749 = n2748 * n2450,
    n2755 = fma(w[1092], w[1093], fma(w[1026], w[1027], fma(w[960], w[961], w[893] * w[894]))),
    n2761 = fma(-w[1020], w[1026], fma(-w[956], w[960], fma(n2657, n2700, -(w[893] * w[890])))),
    n2764 = fma(-n2653, n2280, fma(-w[1151], w[1159], fma(-w[1085], w[1092], n2761))),
    n2766 = fma(n2719, n2720, fma(n2701, n2700, fma(n2280, n2703, fma(w[1159], w[1158], n2755)))),
    n2769 = fma(-n2748, n2664, fma(-n2662, n2719, n2764) + fma(-w[818], w[822], n2604)), n2770 = n2668 * n2769,
    n2774 = 1.0 / ((fma(-w[823], w[822], n2736) - n2766) - fma(n2748, n2749, n2770 * n2769)),
    n2779 = fma(w[823], w[1358], fma(w[780], w[489], fma(w[423], w[776], w[773] * w[357]))),
    n2782 = fma(w[1027], w[1449], fma(w[961], w[1378], fma(w[1368], w[894], n2779))),
    n2783 = fma(w[1093], w[1446], n2782),
    n2784 = (((fma(o67[0], w[137], fma(w[139], o67[1], n2494)) + n2521) + n1588) + n2163) - n2783,
    n2785 = n2784 + fma(-n2679, n2770, fma(-n2749, n2588, n2721)),
    n2790 = fma(w[1082], w[1094], fma(w[1017], w[1028], fma(w[950], w[962], w[884] * w[895]))),
    n2794 = fma(-w[1017], w[1027], fma(-w[950], w[961], fma(n2612, n2720, -(w[884] * w[894])))),
    n2797 = fma(-n2282, n2703, fma(-w[1148], w[1158], fma(-w[1082], w[1093], n2794))),
    n2804 = fma(-w[292], w[280], fma(-w[213], w[225], fma(-w[115], w[127], 28225.2))),
    n2805 = fma(-w[280], w[291], fma(-w[115], w[126], fma(n2701, n2415, -(w[213] * w[224])))),
    n2810 = fma(-w[478], w[489], fma(-w[412], w[423], fma(-w[347], w[357], n2805))),
    n2811 = fma(-w[478], w[490], fma(-w[412], w[424], fma(-w[347], w[358], n2804))),
    n2815 = fma(-n2696, n2770, fma(-n2749, n2630, n2797) + fma(-w[812], w[823], n2810)), n2816 = n2774 * n2815,
    n2820 = fma(n2741, n2447, fma(n2288, n2430, n2433 * n2411)),
    n2821 = fma(n2664, n2820, -fma(n2741, n2662, fma(n2657, n2411, fma(n2653, n2288, n2287)))),
    n2822 = n2450 * n2820, n2823 = n2418 * n2411, n2826 = n2741 * n2422, n2828 = n2668 * n2821,
    n2829 = fma(-n2679, n2828, fma(-n2426, n2826, fma(n2822, n2588, -(n2356 * n2823)))),
    n2833 = fma(n2749, n2820, fma(-n2741, n2720, fma(n2701, n2411, -(n2288 * n2703)))),
    n2834 = fma(-n2821, n2770, n2833), n2835 = n2834 * n2774, n2837 = n2294 * n2288,
    n2841 = fma(-n2822, n2820, fma(-n2741, n2826, fma(-n2411, n2823, fma(-n2837, n2288, 28225.2)))),
    n2844 = 1.0 / fma(-n2835, n2834, fma(-n2821, n2828, n2841)),
    n2845 = fma(-n2837, n2240, n2096 + (w[1418] + (w[1407] + (w[756] + (w[768] + w[748]))))),
    n2847 = fma(-n2835, n2785, n2829) + ((n2516 + (fma(o68[1], w[141], n1802) + n1767)) + n2845),
    n2851 = fma(n2822, n2630, fma(n2612, n2826, -fma(n2415, n2823, n2837 * n2282))),
    n2855 = fma(-n2835, n2815, fma(-n2696, n2828, n2851)), n2857 = n2844 * n2855,
    n2858 = fma(n2857, n2855, fma(n2816, n2815, fma(n2696, n2697, n2631 * n2630))),
    n2863 = fma(w[1378], w[962], fma(w[1368], w[895], fma(w[1358], w[824], w[780] * w[490]))),
    n2866 = fma(w[1452], w[1160], fma(w[1094], w[1446], fma(w[1449], w[1028], n2863))), n2867 = n2294 * n2282,
    n2870 = fma(n2612, n2613, fma(n2415, n2589, fma(n2282, n2867, fma(w[1148], w[1160], n2790)))),
    n2876 = fma(-n2857, n2847, fma(-n2816, n2785, n2698)) + (n2546 - fma(n2240, n2867, n2866)),
    n2877 = w[1455] = r[0] = n2876 * (1.0 / ((fma(-w[812], w[824], n2811) - n2870) - n2858)),
    n2891 = r[1] = fma(n2844, n2847, -(n2857 * n2877)),
    n2892 = w[1456] = r[2] = fma(-n2891, n2835, fma(n2785, n2774, -(n2816 * n2877))),
    n2893 = fma(-n2891, n2828, fma(n2668, n2679, -(n2877 * n2697))),
    n2898 = fma(-n2892, n2703, fma(-n2891, n2837, fma(n2294, n2240, -(n2877 * n2867)))),
    n2899 = fma(n2701, n2892, fma(-n2891, n2823, fma(n2418, n2356, -(n2877 * n2589)))),
    n2900 = fma(-n2892, n2720, fma(-n2891, n2826, fma(n2426, n2422, n2877 * n2613))),
    n2901 = fma(-n2892, n2749, fma(n2822, n2891, fma(n2450, n2588, -(n2631 * n2877)))),
    n2902 = w[1457] = r[3] = fma(-n2892, n2770, n2893), n2903 = w[1458] = r[4] = fma(-n2664, n2902, n2901);
  r[8] = fma(0.4, n2650, -n2902);
  const double n2910 = w[1459] = r[5] = fma(-n2903, n2447, fma(-n2662, n2902, n2900)),
    n2911 = r[6] = fma(-n2910, n2419, fma(-n2903, n2433, fma(-n2657, n2902, n2899))),
    n2912 = fma(-n2910, n2342, fma(-n2903, n2430, fma(-n2653, n2902, n2898)));
  r[7] = fma(-n2911, n2355, n2912), r[9] = fma(0.009065640020405668, w[1414], -n2903);
  r[10] = fma(0.3333333333333333, w[1413], -n2903), r[23] = fma(0.009065640020405668, w[754], -n2903);
  r[24] = fma(0.3333333333333333, w[753], -n2903);
  static const int at104[15] = {1160, 1455, 1452, 1161, 1456, 1158, 1151, 1457, 1458, 1143, 1453, 1459, 1142, 1460, 1461};
  m_block_9(NULL, at104, w);
  r[11] = w[1460], r[12] = w[1461];
  static const int at103[15] = {1094, 1455, 1446, 1095, 1456, 1093, 1085, 1457, 1458, 1081, 1448, 1459, 1076, 1462, 1463};
  m_block_9(NULL, at103, w);
  r[13] = w[1462], r[14] = w[1463];
  static const int at102[15] = {1028, 1455, 1449, 1029, 1456, 1027, 1020, 1457, 1458, 1016, 1451, 1459, 1011, 1464, 1465};
  m_block_9(NULL, at102, w);
  r[15] = w[1464], r[16] = w[1465];
  static const int at101[15] = {962, 1455, 1378, 963, 1456, 961, 956, 1457, 1458, 949, 1380, 1459, 940, 1466, 1467};
  m_block_9(NULL, at101, w);
  r[17] = w[1466], r[18] = w[1467];
  static const int at100[15] = {895, 1455, 1368, 896, 1456, 894, 890, 1457, 1458, 883, 1370, 1459, 873, 1468, 1469};
  m_block_9(NULL, at100, w);
  r[19] = w[1468], r[20] = w[1469];
  static const int at99[15] = {824, 1455, 1358, 825, 1456, 823, 818, 1457, 1458, 811, 1360, 1459, 802, 1470, 1471};
  m_block_9(NULL, at99, w);
  r[21] = w[1470], r[22] = w[1471];
  static const int at110[15] = {490, 1455, 780, 491, 1456, 489, 484, 1457, 1458, 477, 782, 1459, 471, 1472, 1473};
  m_block_9(NULL, at110, w);
  r[25] = w[1472], r[26] = w[1473];
  static const int at109[15] = {424, 1455, 776, 425, 1456, 423, 418, 1457, 1458, 411, 778, 1459, 402, 1474, 1475};
  m_block_9(NULL, at109, w);
  r[27] = w[1474], r[28] = w[1475];
  static const int at108[15] = {358, 1455, 773, 359, 1456, 357, 353, 1457, 1458, 346, 775, 1459, 340, 1476, 1477};
  m_block_9(NULL, at108, w);
  r[29] = w[1476], r[30] = w[1477];
  static const int at107[15] = {292, 1455, 698, 293, 1456, 291, 286, 1457, 1458, 279, 700, 1459, 270, 1478, 1479};
  m_block_9(NULL, at107, w);
  r[31] = w[1478], r[32] = w[1479];
  static const int at106[15] = {225, 1455, 708, 226, 1456, 224, 219, 1457, 1458, 212, 710, 1459, 203, 1480, 1481};
  m_block_9(NULL, at106, w);
  r[33] = w[1480], r[34] = w[1481];
  static const int at105[15] = {127, 1455, 1443, 128, 1456, 126, 123, 1457, 1458, 114, 1445, 1459, 109, 1482, 1483};
  m_block_9(NULL, at105, w);
  r[35] = w[1482], r[36] = w[1483], i15[0] = x[0], i15[1] = x[47], i15[2] = x[143], i15[3] = 0.0, i15[4] = o12[0];
  i15[5] = o13[1], i15[6] = o13[2], i15[7] = x[76];
  double o15[1];
  jnk_call_engine_rates(m_constants + 365, i15, o15);
  r[37] = o15[0];
  const double n2946 = fma(n755, n762, fma(o18[3], fma(0.5, x[48], 0.5 * x[62]), fma(n2650, x[47], n2003))),
    n2947 = fma(n2350, x[45], n2946),
    n2948 = fma(o50[3], n1959, fma(o50[4], n1958, fma(w[145], o36[2], n1873))) + n2947,
    n2949 = fma(-n1218, x[54], fma(-o0[1], x[52], fma(-n1311, x[52], n2244))) + n2948,
    n2951 = (fma(-n485, x[64], fma(-o20[0], x[62], fma(-o8[1], x[60], n1226))) + n2949) - n496;
  r[100] = fma(-o11[1], x[74], n2951);
}

static void m_rates(void *context, const double *x, double *r) {
  double w[1485];
  (void)context;
  for (int i = 0; i < 76; i++) w[i] = x[i];
  w[76] = (-0.8105), w[77] = (-0.028500000000000025), w[78] = 0.5106305889268525, w[79] = 0.7535000000000001;
  w[80] = 2.3175, w[81] = (-1.5925), w[82] = 1.5355;
  m_rates_0(x, w, r);
  r[101] = 1.0;
}

JNK_RARE void m_move_0(const double *x, double *w, double *r) {
  (void)x, (void)w, (void)r;
  const double n0 = x[4] * x[7], n1 = x[5] * x[6];
  static const int at33[19] = {4, 6, 5, 7, 39, 40, 41, 42, 44, 47, 47, 47, 45, 47, 47, 47, 43, 47, 46};
  m_block_1(NULL, at33, w);
  r[2] = w[46], r[1] = fma(w[45], x[41], fma(x[39], 2.0 * (n1 + n0), x[40] * w[44]));
  r[0] = fma(x[41], w[43], fma(x[39], w[42], (2.0 * (n1 - n0)) * x[40]));
  const double n17 = 0.5 * x[43], n19 = 0.5 * x[42], n21 = 0.5 * x[44];
  r[3] = fma(-n21, x[7], -fma(n19, x[5], n17 * x[6])), r[4] = fma(n19, x[4], fma(n21, x[6], -(n17 * x[7])));
  r[5] = fma(n17, x[4], fma(n19, x[7], -(n21 * x[5]))), r[6] = fma(n21, x[4], fma(n17, x[5], -(n19 * x[6])));
}

static void m_move(void *context, const double *x, double *r) {
  double w[48];
  (void)context;
  for (int i = 0; i < 42; i++) w[i] = x[i];
  m_move_0(x, w, r);
  r[7] = x[45], r[8] = x[46], r[9] = x[47], r[10] = x[48], r[11] = x[49], r[12] = x[50], r[13] = x[51];
  r[14] = x[52], r[15] = x[53], r[16] = x[54], r[17] = x[55], r[18] = x[56], r[19] = x[57], r[20] = x[58];
  r[21] = x[59], r[22] = x[60], r[23] = x[61], r[24] = x[62], r[25] = x[63], r[26] = x[64], r[27] = x[65];
  r[28] = x[66], r[29] = x[67], r[30] = x[68], r[31] = x[69], r[32] = x[70], r[33] = x[71], r[34] = x[72];
  r[35] = x[73], r[36] = x[74], r[37] = x[75];
}

JNK_RARE void m_finish_0(const double *x, double *w, double *r) {
  (void)x, (void)w, (void)r;
  double i35[12], i37[25], i16[15];
  const double n0 = x[4] * x[7], n1 = x[5] * x[6], n4 = i35[1] = 2.0 * (n1 - n0), n5 = i35[3] = 2.0 * (n1 + n0);
  static const int at34[19] = {4, 6, 5, 7, 42, 43, 44, 47, 45, 50, 55, 54, 46, 51, 55, 53, 48, 52, 49};
  m_block_1(NULL, at34, w);
  const double n21 = i35[10] = fma(w[46], x[44], fma(x[42], n5, x[43] * w[45])),
    n24 = i35[9] = fma(x[44], w[48], fma(x[42], w[47], n4 * x[43]));
  i35[0] = w[47], i35[2] = w[48], i35[4] = w[45], i35[5] = w[46], i35[6] = w[52], i35[7] = w[51], i35[8] = w[50];
  i35[11] = w[49];
  double o35[6];
  jnk_call_euler(m_constants + 431, i35, o35);
  const double n29 = (-1.0446305889268526) * w[50], n32 = fma(w[49], (-2.089261177853705) * w[53], -(n29 * n24)),
    n39 = fma(x[41], w[48], fma(x[39], w[47], n4 * x[40])), n41 = o35[3] == o35[3] ? 1.0 : 0.0;
  r[21] = n41 != 0 ? o35[3] : 0.0;
  const double n47 = fma(x[0] - x[162], n41 != 0 ? (0.5 * (o35[3] + x[161])) : x[161], x[160]),
    n50 = r[20] = jnk_remainder(o35[0] - n47, 6.283185307179586) + n47;
  double n51, n52;
  jnk_sincos(n50, &n51, &n52);
  const double n53 = n51 * (fma(w[46], x[41], fma(x[39], n5, x[40] * w[45])) + n32);
  i37[7] = fma(fma(n29, n21, -(w[49] * ((-2.089261177853705) * w[54]))) + n39, n52, n53);
  i37[6] = i16[1] = 0.5 * (x[48] + x[62]), i37[4] = (x[172] == x[172] ? 1.0 : 0.0) != 0 ? x[172] : 0.0;
  i37[3] = (x[171] == x[171] ? 1.0 : 0.0) != 0 ? x[171] : 0.0;
  i37[2] = (x[169] == x[169] ? 1.0 : 0.0) != 0 ? x[169] : 0.0;
  i37[1] = (x[168] == x[168] ? 1.0 : 0.0) != 0 ? x[168] : 0.0, i37[0] = x[0], i37[5] = x[47], i37[8] = x[140];
  i37[9] = x[141], i37[10] = x[142], i37[11] = x[143], i37[12] = x[144], i37[13] = x[145], i37[14] = x[146];
  i37[15] = x[147], i37[16] = x[148], i37[17] = x[149], i37[18] = x[150], i37[19] = x[151], i37[20] = x[152];
  i37[21] = x[153], i37[22] = x[154], i37[23] = x[155], i37[24] = x[175];
  double o37[17];
  jnk_call_controller_m2(m_constants + 434, i37, o37);
  r[0] = o37[0], r[1] = o37[1], r[2] = o37[2], r[3] = o37[3], r[4] = o37[4], r[5] = o37[5], r[6] = o37[6];
  r[7] = o37[7], r[8] = o37[8], r[9] = o37[9], r[10] = o37[10], r[11] = o37[11], r[12] = o37[12], r[13] = o37[13];
  r[14] = o37[14], r[15] = o37[15];
  const double n82 = o37[16] != 0 ? (-1.0) : 0.0;
  i16[0] = x[0], i16[2] = 0.0, i16[3] = 0.0, i16[4] = 0.0, i16[5] = x[140], i16[6] = 0.0, i16[7] = 0.0;
  i16[8] = 0.0, i16[9] = 0.0, i16[10] = x[156], i16[11] = x[157], i16[12] = x[158], i16[13] = x[159];
  i16[14] = x[175];
  double o16[4];
  jnk_call_gearbox_jump(m_constants + 90, i16, o16);
  r[16] = o16[0], r[17] = o16[1], r[18] = o16[2], r[19] = o16[3];
  const double n87 = o35[5] == o35[5] ? 1.0 : 0.0;
  r[24] = n87 != 0 ? o35[5] : 0.0;
  const double n93 = fma(x[0] - x[165], n87 != 0 ? (0.5 * (o35[5] + x[164])) : x[164], x[163]);
  r[23] = n93 + jnk_remainder(o35[2] - n93, 6.283185307179586);
  const double n97 = n82 != 0 ? n82 : 0.0, n98 = n97 != 0 ? n97 : 0.0;
  r[27] = n98 != 0 ? n98 : 0.0;
}

static void m_finish(void *context, const double *x, double *r) {
  double w[56];
  (void)context;
  for (int i = 0; i < 45; i++) w[i] = x[i];
  m_finish_0(x, w, r);
  r[22] = x[0], r[25] = x[0], r[26] = x[0];
}

JNK_FN jnk_step m_plan(void) {
  static const int turns[2] = {3,0};
  static const int independent[38] = {0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,0};
  static const int corrected[1] = {0};
  static const int biased[1] = {0};
  static const int updated[28] = {140,141,142,143,144,145,146,147,148,149,150,151,152,153,154,155,156,157,158,159,160,161,162,163,164,165,175,0};
  jnk_step s;
  s.nq = 38, s.nv = 37, s.nz = 64, s.nvariables = 176;
  s.at.corrected = 0, s.at.qdot = 0, s.at.vdot = 0, s.at.zdot = 37;
  s.at.w = 101, s.at.pivot = 101, s.at.line = 102, s.at.push = 102, s.at.stops = 102, s.at.n = 102;
  s.corrected = corrected, s.ncorrected = 0, s.biased = biased, s.nbiased = 0;
  s.updated = updated, s.nupdated = 27, s.nswitching = 20, s.njumping = 0;
  s.turns = turns, s.nturns = 1, s.independent = independent, s.nindependent = 37;
  s.set = 0, s.nkept = 0, s.every = 1, s.h = 0.001;
  s.nstops = 0, s.work = 63, s.stop_h = 0.0;
  s.context = NULL, s.rates = m_rates, s.move = m_move;
  s.jacobian = NULL, s.solve = NULL;
  s.calc_stops = NULL;
  s.finish = m_finish;
  return s;
}

void m_restart(m_state *s) {
  const jnk_step plan = m_plan();
  double workspace[140];
  jnk_step_close_loops(&plan, s->x, workspace);
  jnk_start_euler(&plan, s->x, workspace);
}

void m_init(m_state *s) {
  const jnk_step plan = m_plan();
  double workspace[140];
  static const double start[176] = {0,1.2173124812471041e-6,-4.359675697606799e-8,1.044648688147361,0.99999999999983,2.0867067825773855e-8,5.826521328363672e-7,-1.8664443184055947e-9,
    7.09742335585954e-9,6.949543213732775e-7,-4.1734135651532484e-8,-1.1653042656728004e-6,-1.1653042656728004e-6,-0.43633302761418075,0.43633186230991505,-0.4363330722970843,0.43633190699281865,
    -0.43633311697998794,0.43633195167572225,-0.4363331616628913,0.4363319963586257,-0.43633320634579503,0.4363320410415294,-0.4363332510286987,0.436332085724433,-1.1653042656728004e-6,
    -1.1653042656728004e-6,-0.4363330226253201,0.43633185732105434,-0.4363330673082237,0.436331902003958,-0.4363331119911273,0.4363319466868616,-0.436333156674031,0.4363319913697652,
    -0.4363332013569345,0.43633203605266885,-0.4363332460398381,0.43633208073557245,0,0,0,0,0,0,0,0,78.53981633974483,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,
    0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,1,0,0,0,0,-3.73286432032994e-9,-0.0,0,4.173413347659344e-8,-0.0,
    0,0,0,0,0,0,0,0,0,0,0,};
  for (int i = 0; i < 176; i++) s->x[i] = start[i];
  s->pivot = 1.0, s->stop = 0.0;
  s->status = 0;
  for (int i = 176; i < 179; i++) s->x[i] = s->x[0] - s->x[0];
  jnk_start_euler(&plan, s->x, workspace);
}

int m_step(m_state *s) {
  jnk_step plan = m_plan();
  jnk_step_result result;
  double workspace[140];
  jnk_step_euler(&plan, s->x, workspace, &result);
  s->pivot = result.pivot;
  double end[28], copy[179];
  jnk_step_finish(&plan, jnk_start_euler, 179, s->x, workspace, end, copy, &result);
  s->stop = result.stop;
  s->status = !(result.fault == 0) ? 2 : !(result.pivot >= 1e-6) || result.passed != 0 ? 1 : result.endless != 0 ? 3 : 0;
  return s->status;
}

void m_accelerations(const m_state *s, double *vdot) {
  double r[102];
  m_rates(NULL, s->x, r);
  for (int i = 0; i < 37; i++) vdot[i] = r[0 + i];
}

void m_outputs(const m_state *s, double *y) {
  (void)s, (void)y;
}

m_counts m_sizes(void) {
  m_counts n;
  n.nq = m_NQ;
  n.nv = m_NV;
  n.nz = m_NZ;
  n.ns = m_NS;
  n.nu = m_NU;
  n.nm = m_NM;
  n.np = m_NP;
  n.ny = m_NY;
  n.nx = m_NX;
  n.lanes = m_LANES, n.state = sizeof(m_state), n.step = 0.001;
  return n;
}

const char *m_name(int i) {
  static const char *const table[176] = {"t","chassis.x","chassis.y","chassis.z","chassis.qw","chassis.qx","chassis.qy","chassis.qz","joint.turret.angle","joint.gun.angle","joint.engine.angle",
    "joint.left.sprocket.angle","joint.left.idler.angle","joint.left.s1.arm.angle","joint.left.s1.spin.angle","joint.left.s2.arm.angle","joint.left.s2.spin.angle","joint.left.s3.arm.angle",
    "joint.left.s3.spin.angle","joint.left.s4.arm.angle","joint.left.s4.spin.angle","joint.left.s5.arm.angle","joint.left.s5.spin.angle","joint.left.s6.arm.angle","joint.left.s6.spin.angle",
    "joint.right.sprocket.angle","joint.right.idler.angle","joint.right.s1.arm.angle","joint.right.s1.spin.angle","joint.right.s2.arm.angle","joint.right.s2.spin.angle","joint.right.s3.arm.angle",
    "joint.right.s3.spin.angle","joint.right.s4.arm.angle","joint.right.s4.spin.angle","joint.right.s5.arm.angle","joint.right.s5.spin.angle","joint.right.s6.arm.angle","joint.right.s6.spin.angle",
    "chassis.body_vx","chassis.body_vy","chassis.body_vz","chassis.wx","chassis.wy","chassis.wz","joint.turret.angle_rate","joint.gun.angle_rate","joint.engine.angle_rate",
    "joint.left.sprocket.angle_rate","joint.left.idler.angle_rate","joint.left.s1.arm.angle_rate","joint.left.s1.spin.angle_rate","joint.left.s2.arm.angle_rate","joint.left.s2.spin.angle_rate",
    "joint.left.s3.arm.angle_rate","joint.left.s3.spin.angle_rate","joint.left.s4.arm.angle_rate","joint.left.s4.spin.angle_rate","joint.left.s5.arm.angle_rate","joint.left.s5.spin.angle_rate",
    "joint.left.s6.arm.angle_rate","joint.left.s6.spin.angle_rate","joint.right.sprocket.angle_rate","joint.right.idler.angle_rate","joint.right.s1.arm.angle_rate","joint.right.s1.spin.angle_rate",
    "joint.right.s2.arm.angle_rate","joint.right.s2.spin.angle_rate","joint.right.s3.arm.angle_rate","joint.right.s3.spin.angle_rate","joint.right.s4.arm.angle_rate","joint.right.s4.spin.angle_rate",
    "joint.right.s5.arm.angle_rate","joint.right.s5.spin.angle_rate","joint.right.s6.arm.angle_rate","joint.right.s6.spin.angle_rate","subsystem.engine.idle","force.hull_bow_l.deflection_x",
    "force.hull_bow_l.deflection_y","force.hull_bow_r.deflection_x","force.hull_bow_r.deflection_y","force.hull_glacis_l.deflection_x","force.hull_glacis_l.deflection_y",
    "force.hull_glacis_r.deflection_x","force.hull_glacis_r.deflection_y","force.hull_roof_l.deflection_x","force.hull_roof_l.deflection_y","force.hull_roof_r.deflection_x",
    "force.hull_roof_r.deflection_y","force.hull_stern_l.deflection_x","force.hull_stern_l.deflection_y","force.hull_stern_r.deflection_x","force.hull_stern_r.deflection_y",
    "force.hull_tail_l.deflection_x","force.hull_tail_l.deflection_y","force.hull_tail_r.deflection_x","force.hull_tail_r.deflection_y","force.hull_belly_l.deflection_x",
    "force.hull_belly_l.deflection_y","force.hull_belly_r.deflection_x","force.hull_belly_r.deflection_y","force.hull_rear_belly_l.deflection_x","force.hull_rear_belly_l.deflection_y",
    "force.hull_rear_belly_r.deflection_x","force.hull_rear_belly_r.deflection_y","force.turret_front_l.deflection_x","force.turret_front_l.deflection_y","force.turret_front_r.deflection_x",
    "force.turret_front_r.deflection_y","force.turret_back_l.deflection_x","force.turret_back_l.deflection_y","force.turret_back_r.deflection_x","force.turret_back_r.deflection_y",
    "force.left.band.shear_x_1","force.left.band.shear_y_1","force.left.band.shear_x_2","force.left.band.shear_y_2","force.left.band.shear_x_3","force.left.band.shear_y_3","force.left.band.shear_x_4",
    "force.left.band.shear_y_4","force.left.band.shear_x_5","force.left.band.shear_y_5","force.left.band.shear_x_6","force.left.band.shear_y_6","force.left.brake.deflection",
    "force.right.band.shear_x_1","force.right.band.shear_y_1","force.right.band.shear_x_2","force.right.band.shear_y_2","force.right.band.shear_x_3","force.right.band.shear_y_3",
    "force.right.band.shear_x_4","force.right.band.shear_y_4","force.right.band.shear_x_5","force.right.band.shear_y_5","force.right.band.shear_x_6","force.right.band.shear_y_6",
    "force.right.brake.deflection","energy.work","subsystem.transmission.gear","subsystem.transmission.ratio","subsystem.transmission.lock","subsystem.transmission.throttle",
    "subsystem.transmission.steer_ratio","subsystem.transmission.brake_left","subsystem.transmission.brake_right","subsystem.transmission.mode","subsystem.transmission.engaged",
    "subsystem.transmission.before","subsystem.transmission.since","subsystem.transmission.clutch","subsystem.transmission.pressure","subsystem.transmission.braking","subsystem.transmission.15",
    "subsystem.transmission.16","subsystem.gearbox.gear","subsystem.gearbox.from_gear","subsystem.gearbox.shift_start","subsystem.gearbox.shifting","turns.1","turns.2","turns.3","turns.4","turns.5",
    "turns.6","turns.7","turns.8","throttle","brake","parking","steer","gear","turret_angle","elevation","memory.1",};
  return i >= 0 && i < 176 ? table[i] : NULL;
}

const char *m_unit(int i) {
  static const char *const table[176] = {"s","m","m","m","","","","","rad","rad","rad","rad","rad","rad","rad","rad","rad","rad","rad","rad","rad","rad","rad","rad","rad","rad","rad","rad","rad",
    "rad","rad","rad","rad","rad","rad","rad","rad","rad","rad","m/s","m/s","m/s","rad/s","rad/s","rad/s","rad/s","rad/s","rad/s","rad/s","rad/s","rad/s","rad/s","rad/s","rad/s","rad/s","rad/s",
    "rad/s","rad/s","rad/s","rad/s","rad/s","rad/s","rad/s","rad/s","rad/s","rad/s","rad/s","rad/s","rad/s","rad/s","rad/s","rad/s","rad/s","rad/s","rad/s","rad/s","","m","m","m","m","m","m","m","m",
    "m","m","m","m","m","m","m","m","m","m","m","m","m","m","m","m","m","m","m","m","m","m","m","m","m","m","m","m","m","m","m","m","m","m","m","m","m","m","m","m","rad","m","m","m","m","m","m","m",
    "m","m","m","m","m","rad","J","","","","","","","","","","","s","","","","","","","","s","","","","","","","","","","","","","","","","","",};
  return i >= 0 && i < 176 ? table[i] : NULL;
}

const char *m_output_name(int i) {
  return (void)i, (const char *)NULL;
}

const char *m_output_unit(int i) {
  return (void)i, (const char *)NULL;
}

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC pop_options
#endif
#endif
