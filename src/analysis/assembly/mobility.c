// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// mobility.c - determines degrees of freedom, loops and redundant equations, by name.
//
// An equation can depend on others because of the design (a door on three hinges) or only in this configuration (a
// four-bar with all links on one line). To distinguish both, the rank is also computed at a small displacement, where a
// momentary dependence disappears: a tangent step followed by closing the joints. Drivers are released for it, since
// with them no displacement may be possible.
//
// Among dependent equations the last ones are called redundant, unless the others would be nearly dependent: for a
// plane loop whose axis is nearly perpendicular to z in ground axes, x and y of a point are almost the same equation.
// In joint coordinates the equations of tree joints come first, since they always hold: equations of cut joints are the
// redundant ones.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/assembly/closure.h"
#include "analysis/assembly/row_rank.h"
#include "jounce/assembly.h"
#include "system/reaction.h"
#include "system/work.h"

enum { MOST_NAMED = 8, SENTENCE = 400 };

static const double RANK_TOLERANCE = 1e-9;
// CLEARLY: smallest part of a row, independent of the rows before it, for which the row counts as clearly independent;
// the values are tried one after the other.
static const double CLEARLY[] = {1e-2, 1e-5};
// Displacements at which the rank is tested again, typical lengths and rad, in this order.
static const double AWAY[] = {1e-2, 3e-3, 3e-2};
static const double STUCK = 1e-6;  // tangent part of a random step below which nothing can move

struct jn_mobility {
  jni_pool pool;
  int freedoms, position_freedoms, redundant, loops, nrows;
  bool singular;
  bool *active;     // nrows: false for redundant rows
  int *rows;        // `redundant` elements: indices of the redundant rows
  char *sentences;  // redundant x SENTENCE
  char *others;     // redundant x SENTENCE: names of the joints that imply it
  int *together;    // njoints: union-find forest of joints that share loads
  bool *shares;     // njoints: the joint shares its load with others
  int nshared;      // number of groups of joints that share their load
  char *shared;     // nshared x SENTENCE
};

// ---- loops --------------------------------------------------------------------------------------------------------

static int find_root(int *parent, int i) {
  while (parent[i] != i) i = parent[i] = parent[parent[i]];
  return i;
}

// Sets *loops to the number of joints with position equations between bodies that joints before them connect already:
// edges - nodes + components. Returns false without memory.
static bool count_loops(const jn_system *system, int *loops) {
  const jn_model *model = system->model;
  int *parent = jni_alloc0(system->alloc, (size_t)model->nbodies, sizeof *parent);
  if (!parent) return false;
  for (int i = 0; i < model->nbodies; i++) parent[i] = i;
  *loops = 0;
  for (int j = 0; j < model->njoints; j++) {
    const jni_joint_element *joint = &model->joints[j];
    if (!joint->kind->two_ended || system->joint_row[j] == system->joint_row[j + 1]) continue;
    int a = find_root(parent, model->frames[joint->def.between[0].i].body);
    int b = find_root(parent, model->frames[joint->def.between[1].i].body);
    if (a == b) ++*loops;
    else parent[a] = b;
  }
  jni_free(system->alloc, parent);
  return true;
}

// ---- rank here and nearby ------------------------------------------------------------------------------------------

typedef struct {
  const jn_system *system;
  jni_closure closure;
  jni_pool scratch;                   // memory of the following lists
  double *state, *scale, *direction;  // nstate, nv, nv
  jni_pattern pattern;                // pattern of the system, with the rows in the order of `row`
  int *row;            // nrows: the rows in the order in which they are eliminated, as numbers of the system
  int nfirst;          // number of rows of tree joints, which stay the first
  int *group, *later;  // group of each row of the system; workspace: rows that are moved to the end
  int *group_at, *entry_at, *entry_block, *entry_value;
} looker;

static bool is_first(const jn_system *system, const jni_tree *tree, int group) {
  int joint = system->primitives[system->row_primitive[system->pattern.group_at[group]]].joint;
  return !tree || tree->cut[joint] == JNI_CUT_NO;
}

// Sets the lists of l->pattern to one group for each row, in the order of l->row. Needs l->row, and l->group: the group
// of each row in the pattern of the system.
static void lay_rows(looker *l) {
  const jni_pattern *p = &l->system->pattern;
  for (int i = 0, e = 0; i < l->system->sizes.nc; i++) {
    int group = l->group[l->row[i]], within = l->row[i] - p->group_at[group];
    l->group_at[i] = i;
    l->entry_at[i] = e;
    for (int k = p->entry_at[group]; k < p->entry_at[group + 1]; k++) {
      int block = p->entry_block[k];
      l->entry_block[e] = block;
      l->entry_value[e] = p->entry_value[k] + within * (p->block_at[block + 1] - p->block_at[block]);
      e++;
    }
    l->group_at[i + 1] = i + 1;
    l->entry_at[i + 1] = e;
  }
}

// Allocates the lists of l and sets l->row (the rows of tree joints first, if tree is not NULL), l->nfirst, l->group
// and l->pattern. Returns false without memory.
static bool order_rows(looker *l, const jni_tree *tree) {
  const jni_pattern *p = &l->system->pattern;
  int nc = l->system->sizes.nc, entries = 0, n = 0;
  for (int g = 0; g < p->ngroups; g++)
    entries += (p->group_at[g + 1] - p->group_at[g]) * (p->entry_at[g + 1] - p->entry_at[g]);
  l->row = jni_ints(&l->scratch, nc);
  l->group = jni_ints(&l->scratch, nc);
  l->later = jni_ints(&l->scratch, nc);
  l->group_at = jni_ints(&l->scratch, (size_t)nc + 1);
  l->entry_at = jni_ints(&l->scratch, (size_t)nc + 1);
  l->entry_block = jni_ints(&l->scratch, entries);
  l->entry_value = jni_ints(&l->scratch, entries);
  if (l->scratch.failed) return false;
  for (int first = 1; first >= 0; first--) {
    for (int g = 0; g < p->ngroups; g++)
      for (int r = p->group_at[g]; r < p->group_at[g + 1] && is_first(l->system, tree, g) == (first == 1); r++) {
        l->row[n++] = r;
        l->group[r] = g;
      }
    if (first == 1 && tree) l->nfirst = n;
  }
  l->pattern = *p;
  l->pattern.ngroups = nc;
  l->pattern.group_at = l->group_at;
  l->pattern.entry_at = l->entry_at;
  l->pattern.entry_block = l->entry_block;
  l->pattern.entry_value = l->entry_value;
  lay_rows(l);
  return true;
}

// Moves rows to the end of l->row that `dependent` (nc, in the order of l->row) marks, and updates l->pattern. Rows of
// the tree keep their places.
static void put_dependent_last(looker *l, const bool *dependent) {
  int n = l->nfirst, later = 0;
  for (int i = l->nfirst; i < l->system->sizes.nc; i++) *(dependent[i] ? &l->later[later++] : &l->row[n++]) = l->row[i];
  for (int i = 0; i < later; i++) l->row[n++] = l->later[i];
  lay_rows(l);
}

static bool looker_new(const jn_system *system, const jni_tree *tree, const double *state, looker *l) {
  const jni_closure_weights weights = {.joints = 1, .positions = true};
  *l = (looker){.system = system, .scratch = {.alloc = system->alloc}};
  if (jni_closure_new(system, (jni_kept_list){0}, &l->closure) != JN_OK || !order_rows(l, tree)) return false;
  jni_closure_set_weights(&l->closure, &weights);
  l->state = jni_doubles(&l->scratch, system->sizes.nstate);
  l->scale = jni_doubles(&l->scratch, system->sizes.nv);
  l->direction = jni_doubles(&l->scratch, system->sizes.nv);
  if (l->scratch.failed) return false;
  memcpy(l->state, state, (size_t)system->sizes.nstate * sizeof *state);
  for (int b = 1; b < system->nbodies; b++)
    for (int i = 0; i < system->width[b]; i++)
      l->scale[system->v_at[b] + i] = i < (system->model->space == JN_PLANE ? 2 : 3) ? system->length_scale : 1;
  return true;
}

static void looker_free(looker *l) {
  jni_closure_free(&l->closure);
  jni_pool_free(&l->scratch);
}

static jni_rank *rank_at(looker *l, double tolerance) {
  return jni_rank_new(l->system->alloc, &l->pattern, l->closure.work->G, l->scale, tolerance);
}

// Returns the rank of G at l->state, which the caller frees; NULL without memory. If there are dependent rows and some
// of the independent ones are nearly dependent, it first reorders l->row so that clearly independent rows come first.
static jni_rank *rank_here(looker *l) {
  jni_closure_calc_positions(&l->closure, l->state);
  jni_rank *rank = rank_at(l, RANK_TOLERANCE);
  bool poor = rank && jni_rank_get(rank) < l->system->sizes.nc && jni_rank_least_pivot(rank) < CLEARLY[0];
  for (size_t k = 0; rank && poor && k <= sizeof CLEARLY / sizeof *CLEARLY; k++) {
    if (k > 0) put_dependent_last(l, jni_rank_dependent(rank));
    jni_object_free(rank);
    rank = rank_at(l, k < sizeof CLEARLY / sizeof *CLEARLY ? CLEARLY[k] : RANK_TOLERANCE);
  }
  return rank;
}

static double largest_scaled(const looker *l, const double *x) {
  double most = 0;
  for (int i = 0; i < l->system->sizes.nv; i++) most = fmax(most, fabs(x[i]) / l->scale[i]);
  return most;
}

// Sets l->direction (nv) to a random motion that the constraint equations at the positions evaluated last allow; its
// largest scaled entry is 1. The same seed gives the same motion. Returns false if nothing can move; l->direction is
// then not valid.
static bool find_direction(looker *l, unsigned seed) {
  int nv = l->system->sizes.nv;
  for (int i = 0; i < nv; i++) {
    seed = seed * 1664525u + 1013904223u;
    l->direction[i] = l->scale[i] * ((double)(seed >> 8) / (1 << 23) - 1);
  }
  jni_closure_tangent(&l->closure, l->direction, l->direction);
  double most = largest_scaled(l, l->direction);
  for (int i = 0; i < nv; i++) l->direction[i] /= most;
  return most > STUCK;
}

// Sets l->state to a closed configuration near `state`, but apart from it: takes a step along a random tangent
// direction and closes the loops again. Returns false, with l->state = state, if nothing can move or the loops do not
// close.
static bool move_away(looker *l, const double *state) {
  const jn_system *system = l->system;
  size_t n = (size_t)system->sizes.nstate * sizeof *state;
  for (unsigned k = 0; k < sizeof AWAY / sizeof *AWAY; k++) {
    memcpy(l->state, state, n);
    jni_closure_calc_positions(&l->closure, l->state);
    if (!find_direction(l, k + 1)) break;
    for (int i = 0; i < system->sizes.nv; i++) l->direction[i] *= AWAY[k];
    jn_manifold_step(system, state + 1, l->direction, jn_state_q(system, l->state));
    if (jni_closure_positions(&l->closure, l->state)) return true;
  }
  memcpy(l->state, state, n);
  return false;
}

// ---- sentences -----------------------------------------------------------------------------------------------------

typedef struct {
  char *text;
  size_t size, at;
} writer;

static void write_text(writer *w, const char *format, const char *a, const char *b) {
  if (w->at >= w->size) return;
  int n = jni_print(w->text + w->at, w->size - w->at, format, a, b);
  if (n > 0) w->at += (size_t)n;
}

// The joints that take part in one redundant row, in ascending order.
typedef struct {
  const jn_system *system;
  // nrows each. rows: the rows that imply the redundant row, first as jni_rank_weights numbers them, then as the system
  // does; joints: the joints of these rows, of which n are used.
  int *rows, *joints, n;
  double *weights;  // nrows: weights of the rows that imply it
} share;

static int compare_joints(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

static void take_joints(share *s, int nrows) {
  int n = 0;
  for (int i = 0; i < nrows; i++)
    if (fabs(s->weights[i]) > 1e-6) s->joints[n++] = s->system->primitives[s->system->row_primitive[s->rows[i]]].joint;
  qsort(s->joints, (size_t)n, sizeof *s->joints, compare_joints);
  s->n = 0;
  for (int i = 0; i < n; i++)
    if (i == 0 || s->joints[i] != s->joints[i - 1]) s->joints[s->n++] = s->joints[i];
}

// Appends to w the joints of s that imply the redundant row `row`, such as "'P1', 'P2' and its own other equations".
// Returns false if there is nothing to name.
static bool write_joints(const share *s, int row, writer *w) {
  const jn_system *system = s->system;
  char more[40];
  int named = 0;
  bool own = false;
  for (int i = 0; i < s->n; i++) {
    bool mine = jni_joint_owns(system, s->joints[i], row);
    own = own || mine;
    if (!mine && named++ < MOST_NAMED)
      write_text(w, "%s'%s'", named > 1 ? ", " : "", system->model->joints[s->joints[i]].name);
  }
  snprintf(more, sizeof more, " and %d more joints", named - MOST_NAMED);
  if (named > MOST_NAMED) write_text(w, "%s%s", more, "");
  if (own) write_text(w, "%s%s", named > 0 ? " and " : "", "its own other equations");
  return named > 0 || own;
}

static void write_sentence(const share *s, int row, char *text, char *others) {
  writer w = {text, SENTENCE, 0}, v = {others, SENTENCE, 0};
  char name[320];
  if (!write_joints(s, row, &v)) write_text(&v, "%s%s", "the ground", "");
  write_text(&w, "%s%s", jn_row_name(s->system, row, name, sizeof name), " is redundant with ");
  write_text(&w, "%s%s", others, "; these joints share their load");
}

// ---- mobility -----------------------------------------------------------------------------------------------------

static void describe(jn_mobility *m, const looker *l, jni_rank *rank, int k, share *s, char *text, char *others) {
  int n = jni_rank_weights(rank, k, s->rows, s->weights);
  for (int i = 0; i < n; i++) s->rows[i] = l->row[s->rows[i]];
  take_joints(s, n);
  write_sentence(s, l->row[k], text, others);
  int own = l->system->primitives[l->system->row_primitive[l->row[k]]].joint;
  if (own < 0) return;
  m->shares[own] = true;
  for (int i = 0; i < s->n; i++) {
    if (s->joints[i] < 0) continue;
    m->shares[s->joints[i]] = true;
    m->together[find_root(m->together, s->joints[i])] = find_root(m->together, own);
  }
}

// Sets m->shared and m->nshared: a sentence for each group of joints that share their load, such as "low, middle, high
// share their load: reactions of least strain energy by equal compliance". Needs m->shares and m->together of all
// redundant rows. Returns false without memory.
static bool write_shared(jn_mobility *m, const jn_model *model) {
  int nsentences = 0;
  for (int j = 0; j < model->njoints; j++) nsentences += m->shares[j] && m->together[j] == j;
  m->shared = jni_take(&m->pool, (size_t)nsentences + 1, SENTENCE);
  bool *seen = jni_flags(&m->pool, (size_t)model->njoints);
  if (m->pool.failed) return false;
  for (int first = 0; first < model->njoints; first++) {
    int group = find_root(m->together, first);
    bool has_compliance = false;
    if (!m->shares[first] || seen[group]) continue;
    seen[group] = true;
    writer w = {m->shared + (size_t)m->nshared++ * SENTENCE, SENTENCE, 0};
    int named = 0;
    for (int j = first; j < model->njoints; j++) {
      if (!m->shares[j] || find_root(m->together, j) != group) continue;
      has_compliance =
          has_compliance || model->joints[j].def.compliance > 0 || model->joints[j].def.rotation_compliance > 0;
      if (named++ < MOST_NAMED) write_text(&w, "%s%s", named > 1 ? ", " : "", model->joints[j].name);
    }
    char more[40];
    snprintf(more, sizeof more, " and %d more joints", named - MOST_NAMED);
    write_text(&w, "%s%s", named > MOST_NAMED ? more : "",
               has_compliance ? " share their load: reactions of least strain energy by the given compliance"
                              : " share their load: reactions of least strain energy by equal compliance");
  }
  return true;
}

static bool make_lists(jn_mobility *m, jni_pool *scratch, share *s) {
  size_t n = (size_t)m->nrows;
  m->active = jni_flags(&m->pool, n);
  m->rows = jni_ints(&m->pool, m->redundant);
  m->sentences = jni_take(&m->pool, m->redundant, SENTENCE);
  m->others = jni_take(&m->pool, m->redundant, SENTENCE);
  m->together = jni_ints(&m->pool, (size_t)s->system->model->njoints);
  m->shares = jni_flags(&m->pool, (size_t)s->system->model->njoints);
  for (int j = 0; m->together && j < s->system->model->njoints; j++) m->together[j] = j;
  s->rows = jni_ints(scratch, n);
  s->joints = jni_ints(scratch, n);
  s->weights = jni_doubles(scratch, n);
  return !m->pool.failed && !scratch->failed;
}

static bool fill_rows(jn_mobility *m, looker *l, jni_rank *rank) {
  const bool *dependent = jni_rank_dependent(rank);
  const jn_system *system = l->system;
  share s = {.system = system};
  m->redundant = m->nrows - jni_rank_get(rank);
  m->freedoms = m->position_freedoms = system->sizes.nv - jni_rank_get(rank);
  for (int i = 0; i < m->nrows; i++) m->position_freedoms += l->row[i] >= system->sizes.nh && !dependent[i];
  bool ok = make_lists(m, &l->scratch, &s);
  for (int k = 0, i = 0; ok && k < m->nrows; k++) {
    m->active[l->row[k]] = !dependent[k];
    if (!dependent[k]) continue;
    m->rows[i] = l->row[k];
    describe(m, l, rank, k, &s, m->sentences + (size_t)i * SENTENCE, m->others + (size_t)i * SENTENCE);
    i++;
  }
  return ok && write_shared(m, system->model);
}

static void warn_singular(int lost, jn_report *report) {
  jn_report_warn(report, "",
                 "the start is a singular configuration: %d constraint equation%s independent only away from it, so "
                 "the motion can branch here",
                 lost, lost == 1 ? " is" : "s are");
}

static bool look(jn_mobility *m, looker *l, const double *state, jn_report *report) {
  jni_rank *here = rank_here(l), *nearby = NULL;
  bool ok = here != NULL;
  if (ok && move_away(l, state)) {
    jni_closure_calc_positions(&l->closure, l->state);
    nearby = rank_at(l, RANK_TOLERANCE);
    ok = nearby != NULL;
  }
  m->singular = nearby && jni_rank_get(nearby) > jni_rank_get(here);
  if (m->singular) {  // chooses the order of the rows at the nearby state, where the rank is larger
    jni_object_free(nearby);
    nearby = rank_here(l);
    ok = nearby != NULL;
  }
  if (ok) {
    ok = fill_rows(m, l, m->singular ? nearby : here);
    if (m->singular) warn_singular(jni_rank_get(nearby) - jni_rank_get(here), report);
  }
  jni_object_free(here);
  jni_object_free(nearby);
  return ok;
}

// Converts m->active, m->rows and m->nrows from equations of the cartesian system to those of `system`; equations that
// the cartesian system does not have are active. Returns false without memory.
static bool take_rows(jn_mobility *m, const jn_system *system) {
  bool *active = jni_flags(&m->pool, system->sizes.nc);
  for (int i = 0; active && i < system->sizes.nc; i++) active[i] = true;
  for (int i = 0; active && i < m->nrows; i++)
    if (jni_row_of_cartesian(system, i) >= 0) active[jni_row_of_cartesian(system, i)] = m->active[i];

  // Removes redundant rows of tree joints, which are not equations of the system.
  int n = 0;
  for (int i = 0; i < m->redundant; i++) {
    int row = jni_row_of_cartesian(system, m->rows[i]);
    if (row < 0) continue;
    m->rows[n] = row;
    memmove(m->sentences + (size_t)n * SENTENCE, m->sentences + (size_t)i * SENTENCE, SENTENCE);
    memmove(m->others + (size_t)n * SENTENCE, m->others + (size_t)i * SENTENCE, SENTENCE);
    n++;
  }
  m->redundant = n;

  m->active = active;
  m->nrows = system->sizes.nc;
  return active != NULL;
}

// Returns the mobility of a cartesian system at a state; NULL after a fault. tree: the tree of the joint coordinates
// for which the redundant equations are determined; NULL: for other coordinates.
static jn_mobility *mobility_here(const jn_system *system, const jni_tree *tree, const double *state,
                                  jn_report *report) {
  looker l;
  jn_mobility *m = jni_object_new(system->alloc, sizeof *m);
  if (m) {
    m->nrows = system->sizes.nc;
    bool ok = looker_new(system, tree, state, &l) && count_loops(system, &m->loops) && look(m, &l, state, report);
    looker_free(&l);
    if (!ok) m = jn_mobility_free(m);
  }
  if (!m) jni_report_no_memory(report);
  return m;
}

static jn_mobility *mobility_converted(const jn_system *system, const double *state, jn_report *report) {
  double *bodies = jni_cartesian_state(system, state);
  if (!bodies) {
    jni_report_no_memory(report);
    return NULL;
  }
  jn_mobility *m = mobility_here(system->cartesian, system->tree, bodies, report);
  if (m && !take_rows(m, system)) {
    jni_report_no_memory(report);
    m = jn_mobility_free(m);
  }
  jni_free(system->alloc, bodies);
  return m;
}

// Returns the mobility of a tree without constraint equations, where all speeds are free; NULL after a fault.
static jn_mobility *mobility_of_tree(const jn_system *system, jn_report *report) {
  jn_mobility *m = jni_object_new(system->alloc, sizeof *m);
  if (!m) {
    jni_report_no_memory(report);
    return NULL;
  }
  m->freedoms = m->position_freedoms = system->sizes.nv;
  m->active = jni_flags(&m->pool, 0);
  if (m->active) return m;
  jni_report_no_memory(report);
  return jn_mobility_free(m);
}

jn_mobility *jn_mobility_new(const jn_system *system, const double *state, jn_report *report) {
  JNI_ASSERT(system && state);
  if (system->tree && system->sizes.nc == 0) return mobility_of_tree(system, report);
  if (system->cartesian == system) return mobility_here(system, NULL, state, report);
  return mobility_converted(system, state, report);
}

const char *jni_mobility_others(const jn_mobility *m, int row) {
  for (int i = 0; i < m->redundant; i++)
    if (m->rows[i] == row) return m->others + (size_t)i * SENTENCE;
  return "";
}

void *jn_mobility_free(jn_mobility *m) { return jni_object_free(m); }

int jn_mobility_freedoms(const jn_mobility *m) {
  JNI_ASSERT(m);
  return m->freedoms;
}
int jn_mobility_position_freedoms(const jn_mobility *m) {
  JNI_ASSERT(m);
  return m->position_freedoms;
}
int jn_mobility_redundant(const jn_mobility *m) {
  JNI_ASSERT(m);
  return m->redundant;
}
int jn_mobility_loops(const jn_mobility *m) {
  JNI_ASSERT(m);
  return m->loops;
}
bool jn_mobility_singular(const jn_mobility *m) {
  JNI_ASSERT(m);
  return m->singular;
}
int jn_mobility_nshared(const jn_mobility *m) {
  JNI_ASSERT(m);
  return m->nshared;
}
const bool *jn_mobility_active(const jn_mobility *m) {
  JNI_ASSERT(m);
  return m->active;
}

int jn_mobility_redundant_row(const jn_mobility *m, int i) {
  JNI_ASSERT(m);
  JNI_ASSERT(i >= 0 && i < m->redundant);
  return m->rows[i];
}

const char *jn_mobility_sentence(const jn_mobility *m, int i) {
  JNI_ASSERT(m);
  JNI_ASSERT(i >= 0 && i < m->redundant);
  return m->sentences + (size_t)i * SENTENCE;
}

const char *jn_mobility_shared(const jn_mobility *m, int i) {
  JNI_ASSERT(m);
  JNI_ASSERT(i >= 0 && i < m->nshared);
  return m->shared + (size_t)i * SENTENCE;
}
