// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// session.h - a run that a program controls: hold inputs, step, read outputs and poses, save, load, clone.
//
// Between two calls held inputs u are constant. With x = (t, q, v, z, s) and the history of
// the integrator, one call of jn_session_step_to is the map
//   x_k+1 = Phi(x_k, u_k, t_k+1),   y_k = h(x_k, u_k)
// Saved bytes hold x_k and u_k, so that x_k+1, x_k+2, ... are the same bit for bit wherever they are loaded.
//
// Example: a mass of 2 kg is pushed by 4 N for 1 s, then by -4 N for 1 s; the same from the saved state again.
//
//   #include <jounce/session.h>
//   #include <math.h>
//   #include <string.h>
//   int main(void) {
//     const char *text = "{jounce: 1, space: plane, bodies: {a: {mass: 2, inertia: 1}}, inputs: {push: 0},"
//                        " forces: {f: {type: point-force, at: a, value: [push, 0]}}, outputs: [a.x]}";
//     unsigned char bytes[8192];
//     jn_model *model = jn_model_read_text(NULL, "mass", text, strlen(text), NULL, 0, NULL);
//     jn_session *s = jn_session_new(model, NULL, NULL);
//     bool good = jn_session_hold(s, 0, 4) == JN_OK && jn_session_step_to(s, 1) == JN_OK;
//     good = good && jn_session_save_size(s) <= sizeof bytes && jn_session_save(s, bytes) == JN_OK;
//     for (int i = 0; good && i < 2; i++) {
//       good = jn_session_load(s, bytes, jn_session_save_size(s), NULL) == JN_OK && jn_session_held(s, 0) == 4;
//       good = good && jn_session_hold(s, 0, -4) == JN_OK && jn_session_step_to(s, 2) == JN_OK;
//       good = good && fabs(jn_session_outputs(s)[0] - 2) < 1e-6;
//     }
//     jn_session_free(s);
//     jn_model_free(model);
//     return good ? 0 : 1;
//   }
#ifndef JOUNCE_SESSION_H
#define JOUNCE_SESSION_H

#include "jounce/simulate.h"

#ifdef __cplusplus
extern "C" {
#endif

// A session is used by one thread at a time; sessions of one model, clones included, may run in several threads.
typedef struct jn_session jn_session;

// Starts the model: settles the choices, makes the system, assembles. options NULL: the defaults; `choices`, `probes`,
// `event`, `system` and `start` are the relevant ones. The model must outlive the session. Returns NULL with faults in
// the report.
JN_API jn_session *jn_session_new(const jn_model *model, const jn_run_options *options, jn_report *report);
JN_API void *jn_session_free(jn_session *session);
// Makes an independent session in the same state, with the same held inputs and outputs; it may outlive the first. It
// has no sinks and no event callback. Returns NULL with faults in the report.
JN_API jn_session *jn_session_clone(jn_session *session, jn_report *report);
// The run of the session: its summary, system and mobility, or rows in slices (jn_run_begin).
JN_API jn_run *jn_session_run(const jn_session *session);

// ---- inputs, numbered as in the model -------------------------------------------------------------------------------
JN_API int jn_session_ninputs(const jn_session *session);
JN_API const char *jn_session_input_name(const jn_session *session, int i);
JN_API int jn_session_input_find(const jn_session *session, const char *name);  // -1: none
// Holds an input at a value from the next step on; NaN releases it to the function of the model. JN_BAD_ARGUMENT: the
// value is infinite, and nothing has changed.
JN_API jn_status jn_session_hold(jn_session *session, int i, double value);
JN_API double jn_session_held(const jn_session *session, int i);  // NaN: not held

// ---- steps; neither allocates ---------------------------------------------------------------------------------------
JN_API double jn_session_time(const jn_session *session);   // reached, s
JN_API bool jn_session_stopped(const jn_session *session);  // an event with `stop` has ended it; a restart continues
// Takes one accepted step, not beyond `limit`. JN_BAD_ARGUMENT: `limit` is not after the time reached, or the session
// has stopped. After a failure the session is at the last accepted step, and `why` of its summary says what happened.
JN_API jn_status jn_session_step(jn_session *session, double limit);
// Steps until `time` is reached or an event stops the session; does nothing if either is so already. JN_BAD_ARGUMENT:
// `time` is before the time reached, or not finite. Otherwise as jn_session_step.
JN_API jn_status jn_session_step_to(jn_session *session, double time);
// Sets the function that is called for each event as it happens (jn_run_options); NULL: none.
JN_API void jn_session_listen(jn_session *session, void (*event)(void *context, const jn_run_event *event),
                              void *context);

// ---- results at the last accepted step; valid until the next call that changes the session ------------------------
// The outputs of the model, then the probes.
JN_API int jn_session_noutputs(const jn_session *session);
JN_API const char *jn_session_output_name(const jn_session *session, int i);
JN_API const char *jn_session_output_unit(const jn_session *session, int i);
JN_API int jn_session_output_find(const jn_session *session, const char *name);  // -1: none
JN_API const double *jn_session_outputs(jn_session *session);
// Position (m) and quaternion (w, x, y, z) of the frame of every body, JN_POSE numbers each, the ground first.
JN_API int jn_session_nbodies(const jn_session *session);
JN_API const char *jn_session_body_name(const jn_session *session, int i);
JN_API const double *jn_session_poses(jn_session *session);
// The flat state t, q, v, z, s (system.h).
JN_API int jn_session_nstate(const jn_session *session);
JN_API const double *jn_session_state(jn_session *session);

// ---- parameters -----------------------------------------------------------------------------------------------------
// Changes values of parameters, in SI units as jn_model_with_parameters does, and keeps time, state, held inputs and
// outputs. Projects positions and velocities onto the constraints if lengths have changed. The next steps equal, bit
// for bit, those of a new session of the changed model after jn_session_restart with this state. A later restart
// without a state starts at the assembled position of the changed model. If the result is not JN_OK, the report has the
// reason, and the session is unchanged.
JN_API jn_status jn_session_set_parameters(jn_session *session, const char *const *names, const double *values, int n,
                                           jn_report *report);

// ---- restart, save and load -----------------------------------------------------------------------------------------
// Restarts at a state, which is projected onto the constraints (jn_run_restart); NULL: the initial state of the
// session. Held inputs stay held, and the counts of the summary continue.
JN_API jn_status jn_session_restart(jn_session *session, const double *state);
// Writes everything that the session needs to continue, with held inputs: jn_session_save_size bytes, for this machine.
// This session, and every session of the same model and choices that loads them, continue with the same bits. Saving
// restarts the history of the integrators 'adams', 'bdf' and 'ida', and the matrices of the index3 family; it does not
// change the motion of the others.
JN_API size_t jn_session_save_size(const jn_session *session);
JN_API jn_status jn_session_save(jn_session *session, void *bytes);
// Continues from saved bytes, which may be untrusted. JN_REFUSED or JN_BAD_ARGUMENT with the reason in the report: the
// bytes belong to another model or other choices, or are damaged, and nothing has changed. After any other failure the
// session cannot continue until the next load or restart.
JN_API jn_status jn_session_load(jn_session *session, const void *bytes, size_t size, jn_report *report);

#ifdef __cplusplus
}
#endif
#endif
