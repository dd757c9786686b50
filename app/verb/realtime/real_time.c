// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// real_time.c - reads the options of `jounce run --real-time`.
#include "real_time.h"

#include <math.h>

static jn_status read_options(app_command *command, jn_realtime_options *how) {
  const app_options *o = &command->options;
  if (o->on_overrun && !jn_overrun_parse(o->on_overrun, how))
    return usage_fault(command, "--on-overrun cannot be '%s'; it is stop, skip, slow or catch-up=N with N from 1 on",
                       o->on_overrun);
  if (!isnan(o->period)) how->period = o->period;
  if (!isnan(o->grace)) how->grace = o->grace;
  if (!isnan(o->silence)) how->silence = o->silence;
  if (!(o->period != 0)) return usage_fault(command, "--period must be positive");
  if (!(how->silence > 0)) return usage_fault(command, "--silence must be positive");
  how->receive = o->udp_in;
  how->send = o->udp_out;
  how->lock = o->lock;
  how->keep_denormals = o->keep_denormals;
  jn_status status = take_count(command, "cpu", o->cpu, 0, 1 << 20, &how->cpu);
  return status == JN_OK ? take_count(command, "priority", o->priority, 1, 99, &how->priority) : status;
}

jn_status real_time_check(app_command *command) {
  const app_options *o = &command->options;
  jn_realtime_options how = jn_realtime_options_default();
  const struct {
    bool given;
    const char *name;
  } others[] = {{!isnan(o->cpu), "cpu"},
                {!isnan(o->priority), "priority"},
                {o->lock, "lock"},
                {!isnan(o->period), "period"},
                {!isnan(o->grace), "grace"},
                {o->on_overrun, "on-overrun"},
                {o->udp_in, "udp-in"},
                {o->udp_out, "udp-out"},
                {!isnan(o->silence), "silence"},
                {o->keep_denormals, "keep-denormals"},
                {o->signals, "signals"}};
  for (size_t i = 0; i < sizeof others / sizeof *others && !o->real_time; i++)
    if (others[i].given) return usage_fault(command, "--%s is for runs in real time; add --real-time", others[i].name);
  if (!isnan(o->silence) && !o->udp_in) return usage_fault(command, "--silence needs input packets: add --udp-in");
  return read_options(command, &how);
}

jn_realtime *real_time_new(app_command *command, const jn_model *model, const jn_run_options *how) {
  jn_realtime_options paced = jn_realtime_options_default();
  if (read_options(command, &paced) != JN_OK) return NULL;
  if (command->options.signals) paced.receive = paced.send = NULL;  // --signals only lists the signals
  return jn_realtime_new(model, how, &paced, command->report);
}
