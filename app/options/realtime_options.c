// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// realtime_options.c - options of runs that keep pace with the clock.
#include "option_tables.h"

const app_option realtime_options[] = {
    {"real-time", 0, OPTION_FLAG, NULL, NUMBER, FIELD(real_time), FOR_RUN,
     "keep pace with the clock, step by step; needs a fixed step (--step)"},
    {"period", 0, OPTION_NUMBER, "TIME", SECONDS, FIELD(period), FOR_RUN,
     "real time: sleep and exchange packets this often, a multiple of the step (default: the step)"},
    {"on-overrun", 0, OPTION_TEXT, "stop|skip|slow|catch-up=N", NUMBER, FIELD(on_overrun), FOR_RUN,
     "real time: after a late period stop (exit code 6), skip, slow or catch-up=N (default catch-up=10)"},
    {"grace", 0, OPTION_NUMBER, "TIME", SECONDS, FIELD(grace), FOR_RUN,
     "real time: ignore overruns in the first TIME (default 0.1 s)"},
    {"cpu", 0, OPTION_NUMBER, "N", NUMBER, FIELD(cpu), FOR_RUN, "real time: run the steps on this CPU only"},
    {"priority", 0, OPTION_NUMBER, "N", NUMBER, FIELD(priority), FOR_RUN,
     "real time: SCHED_FIFO priority of the steps, 1 to 99"},
    {"lock", 0, OPTION_FLAG, NULL, NUMBER, FIELD(lock), FOR_RUN, "real time: lock all memory (mlockall)"},
    {"udp-in", 0, OPTION_TEXT, "PORT", NUMBER, FIELD(udp_in), FOR_RUN,
     "real time: receive inputs as UDP packets at this port of 127.0.0.1, or at HOST:PORT"},
    {"udp-out", 0, OPTION_TEXT, "PORT", NUMBER, FIELD(udp_out), FOR_RUN,
     "real time: send outputs as UDP packets to this port of 127.0.0.1, or to HOST:PORT"},
    {"silence", 0, OPTION_NUMBER, "TIME", SECONDS, FIELD(silence), FOR_RUN,
     "real time: set inputs to their safe values after TIME without a packet (default 0.1 s)"},
    {"signals", 0, OPTION_FLAG, NULL, NUMBER, FIELD(signals), FOR_RUN,
     "real time: list inputs, outputs and the hashes of their packets, and run nothing"},
    {"keep-denormals", 0, OPTION_FLAG, NULL, NUMBER, FIELD(keep_denormals), FOR_RUN,
     "real time: keep numbers below 2.2e-308, as other runs do, instead of flushing them to zero; can be slow"},
    {NULL, 0, OPTION_FLAG, NULL, NUMBER, 0, 0, NULL},
};
