// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// options.c - the table of options and its parser: `--name value`, `--name=value`, `-o value`, `-qv`.
#include "options.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/text.h"

#define FIELD(name) offsetof(app_options, name)
#define NUMBER \
  { 0, 0, 0, 0 }
#define METRES \
  { 1, 0, 0, 0 }
#define SECONDS \
  { 0, 0, 1, 0 }

enum {
  FOR_MOTION = FOR_KINEMATICS | FOR_INVERSE,
  FOR_MODEL = FOR_RUN | FOR_CHECK | FOR_ASSEMBLE,
  FOR_STUDY = FOR_SWEEP | FOR_FIND,
  // verbs that read a robot as `import` would, with its options
  FOR_ROBOT = FOR_MODEL | FOR_COMPARE | FOR_EQUILIBRIUM | FOR_MOTION | FOR_MODES | FOR_DRAW | FOR_COMPILE | FOR_VIEW |
              FOR_DRIVE | FOR_FLATTEN | FOR_STUDY,
  FOR_ALL = FOR_STUDY | FOR_MODEL | FOR_PLOT | FOR_TEXT | FOR_COMPARE | FOR_REPRODUCE | FOR_EQUILIBRIUM | FOR_MODES |
            FOR_MOTION | FOR_IMPORT | FOR_DIFF | FOR_SHOW | FOR_DRAW | FOR_CURVES | FOR_VIEW | FOR_DRIVE | FOR_FLATTEN |
            FOR_GALLERY | FOR_COMPILE
};

static const app_option others[] = {
    {"set", 0, OPTION_SETTING, "PATH=VALUE", NUMBER, FIELD(settings),
     FOR_MODEL | FOR_COMPARE | FOR_EQUILIBRIUM | FOR_MOTION | FOR_MODES | FOR_DRAW | FOR_CURVES | FOR_VIEW | FOR_DRIVE |
         FOR_COMPILE | FOR_STUDY,
     "set a parameter or any number or text of the model file; may be repeated"},
    {"course", 0, OPTION_TEXT, "NAME", NUMBER, FIELD(course),
     FOR_MODEL | FOR_COMPARE | FOR_EQUILIBRIUM | FOR_MODES | FOR_DRAW | FOR_VIEW | FOR_DRIVE | FOR_COMPILE,
     "put the vehicle on this course: bumps, stairs, ... or the .yml file of your own"},
    {"allow-code", 0, OPTION_FLAG, NULL, NUMBER, FIELD(allow_code),
     FOR_RUN | FOR_COMPARE | FOR_EQUILIBRIUM | FOR_MOTION | FOR_MODES | FOR_STUDY,
     "load the code of controllers that the model names; it may do anything that you may do"},
    {"deflection", 0, OPTION_NUMBER, "LENGTH", METRES, FIELD(deflection), FOR_CURVES,
     "how deep the wheel reaches below the road at most (default 0.2 m)"},
    {"knots", 0, OPTION_NUMBER, "N", NUMBER, FIELD(knots), FOR_CURVES,
     "knots along deflection and slip angle; along slip twice as many, less one (default 25)"},
    {"output", 'o', OPTION_TEXT, "NAME", NUMBER, FIELD(output), FOR_CURVES,
     "first part of the names of the files (default: the name of the tyre)"},
    {"time", 0, OPTION_NUMBER, "TIME", SECONDS, FIELD(time), FOR_EQUILIBRIUM,
     "time at which drivers and inputs are evaluated (default 0)"},
    {"method", 0, OPTION_TEXT, "NAME", NUMBER, FIELD(method), FOR_EQUILIBRIUM,
     "only this method: newton, energy, relaxation"},
    {"at", 0, OPTION_TEXT, "WHERE", NUMBER, FIELD(where), FOR_MODES,
     "state to linearise about: start (default), equilibrium, or a time to run to first"},
    {"sweep", 0, OPTION_TEXT, "NAME=FROM:TO:N", NUMBER, FIELD(sweep), FOR_MODES,
     "repeat for N values of a parameter, as with --set"},
    {"plot", 0, OPTION_TEXT, "FILE.svg", NUMBER, FIELD(plot), FOR_MODES,
     "plot the eigenvalues: in the complex plane, or of a sweep over the parameter"},
    {"locus", 0, OPTION_TEXT, "FILE.svg", NUMBER, FIELD(locus), FOR_MODES,
     "plot the root locus of a sweep in the complex plane"},
    {"shapes", 0, OPTION_TEXT, "FILE.svg", NUMBER, FIELD(shapes), FOR_MODES,
     "draw the mode shapes, animated in browsers"},
    {"output", 'o', OPTION_TEXT, "FILE.csv", NUMBER, FIELD(output), FOR_MODES,
     "write the eigenvalues of a sweep as a table, with their branches"},
    {"draw", 0, OPTION_TEXT, "FILE.svg", NUMBER, FIELD(draw), FOR_CHECK,
     "draw the mechanism where it starts, with joints that do not close in red"},
    {"at", 0, OPTION_NUMBERS, "T1,T2,...", SECONDS, FIELD(at), FOR_RUN | FOR_MOTION,
     "sample all outputs at these times"},
    {"probe", 0, OPTION_TEXTS, "NAME,...", NUMBER, FIELD(probes), FOR_RUN | FOR_MOTION | FOR_MODES | FOR_SWEEP,
     "additional outputs"},
    {"poses", 0, OPTION_FLAG, NULL, NUMBER, FIELD(poses), FOR_RUN,
     "columns of the places and orientations of all bodies; .h5 files have them besides their columns"},
    {"at", 0, OPTION_NUMBER, "TIME", SECONDS, FIELD(time), FOR_DRAW,
     "draw the pose of RESULT at this time (default: its last)"},
    {"view", 0, OPTION_TEXT, "FROM", NUMBER, FIELD(view), FOR_DRAW,
     "in space, where one looks from: front, side, top, an axis such as -y, or three numbers such as 1,-2,0.5"},
    {"about", 0, OPTION_TEXT, "BODY", NUMBER, FIELD(about), FOR_DRAW,
     "show this body and what is near it, not the whole mechanism"},
    {"output", 'o', OPTION_TEXT, "FILE", NUMBER, FIELD(output), FOR_RUN | FOR_MOTION, "results file, .h5 or .csv"},
    {"output", 'o', OPTION_TEXT, "FILE.html", NUMBER, FIELD(output), FOR_VIEW | FOR_DRIVE, "the page"},
    {"watch", 0, OPTION_FLAG, NULL, NUMBER, FIELD(watch), FOR_VIEW,
     "make the page anew whenever a file of the model changes, until Ctrl-C"},
    {"no-open", 0, OPTION_FLAG, NULL, NUMBER, FIELD(no_open), FOR_VIEW | FOR_DRIVE,
     "do not open the page in the browser"},
    {"no-output", 0, OPTION_FLAG, NULL, NUMBER, FIELD(no_output), FOR_RUN | FOR_MOTION, "write no results file"},
    {"plot", 0, OPTION_TEXT, "FILE.svg", NUMBER, FIELD(plot), FOR_RUN | FOR_MOTION, "plot the outputs"},
    {"x", 0, OPTION_TEXT, "NAME", NUMBER, FIELD(x), FOR_RUN | FOR_MOTION,
     "output on the horizontal axis of the plot (default: time)"},
    {"report", 0, OPTION_TEXT, "FILE.html", NUMBER, FIELD(report),
     FOR_RUN | FOR_MOTION | FOR_EQUILIBRIUM | FOR_MODES | FOR_COMPARE,
     "write one page with summary, tables, plots and the moving mechanism"},
    {"continue", 0, OPTION_TEXT, "RESULT", NUMBER, FIELD(resume), FOR_RUN,
     "continue from the last checkpoint of this .h5 file"},
    {"real-time", 0, OPTION_FLAG, NULL, NUMBER, FIELD(real_time), FOR_RUN,
     "keep pace with the clock, step by step; needs a fixed step (--step)"},
    {"period", 0, OPTION_NUMBER, "TIME", SECONDS, FIELD(period), FOR_RUN,
     "real time: sleep and exchange packets this often, a multiple of the step (default: the step)"},
    {"on-overrun", 0, OPTION_TEXT, "POLICY", NUMBER, FIELD(on_overrun), FOR_RUN,
     "real time: after a period that ends late stop (exit code 6), skip, slow or catch-up=N (default catch-up=10)"},
    {"grace", 0, OPTION_NUMBER, "TIME", SECONDS, FIELD(grace), FOR_RUN,
     "real time: overruns in the first TIME neither count nor stop (default 0.1 s)"},
    {"cpu", 0, OPTION_NUMBER, "N", NUMBER, FIELD(cpu), FOR_RUN, "real time: the steps run on this CPU alone"},
    {"priority", 0, OPTION_NUMBER, "N", NUMBER, FIELD(priority), FOR_RUN,
     "real time: priority of SCHED_FIFO for the steps, 1 to 99"},
    {"lock", 0, OPTION_FLAG, NULL, NUMBER, FIELD(lock), FOR_RUN, "real time: keep all memory in place"},
    {"udp-in", 0, OPTION_TEXT, "PORT", NUMBER, FIELD(udp_in), FOR_RUN,
     "real time: take inputs from packets at this port of 127.0.0.1, or at HOST:PORT"},
    {"udp-out", 0, OPTION_TEXT, "PORT", NUMBER, FIELD(udp_out), FOR_RUN,
     "real time: send outputs as packets to this port of 127.0.0.1, or to HOST:PORT"},
    {"silence", 0, OPTION_NUMBER, "TIME", SECONDS, FIELD(silence), FOR_RUN,
     "real time: without an input packet for this long, inputs go to their safe values (default 0.1 s)"},
    {"signals", 0, OPTION_FLAG, NULL, NUMBER, FIELD(signals), FOR_RUN,
     "real time: only list inputs and outputs, with the hashes of their packets"},
    {"keep-denormals", 0, OPTION_FLAG, NULL, NUMBER, FIELD(keep_denormals), FOR_RUN,
     "real time: numbers below 2.2e-308 are not made zero, as in other runs; they can be slow"},
    {"output", 'o', OPTION_TEXT, "FILE", NUMBER, FIELD(output), FOR_PLOT | FOR_DRAW,
     "the .svg file; - is standard output"},
    {"output", 'o', OPTION_TEXT, "FOLDER", NUMBER, FIELD(output), FOR_REPRODUCE | FOR_FLATTEN | FOR_GALLERY,
     "output folder, created if necessary"},
    {"repeat", 0, OPTION_NUMBER, "N", NUMBER, FIELD(repeat), FOR_REPRODUCE,
     "repetitions of timed runs (default: 7 to 41, by paper)"},
    {"x", 0, OPTION_TEXT, "NAME", NUMBER, FIELD(x), FOR_PLOT, "column of the horizontal axis (default: time)"},
    {"title", 0, OPTION_TEXT, "TEXT", NUMBER, FIELD(title), FOR_PLOT, "title of the plot"},
    {"log-x", 0, OPTION_FLAG, NULL, NUMBER, FIELD(log_x), FOR_PLOT, "logarithmic horizontal axis"},
    {"log-y", 0, OPTION_FLAG, NULL, NUMBER, FIELD(log_y), FOR_PLOT, "logarithmic vertical axis"},
    {"equal", 0, OPTION_FLAG, NULL, NUMBER, FIELD(equal), FOR_PLOT,
     "lengths over lengths have one scale whatever their extents"},
    {"stretch", 0, OPTION_FLAG, NULL, NUMBER, FIELD(stretch), FOR_PLOT,
     "lengths over lengths fill the picture instead of having one scale"},
    {"formulation", 0, OPTION_TEXTS, "NAME,...", NUMBER, FIELD(lists[JN_CHOICE_formulation]), FOR_COMPARE,
     "only these formulations"},
    {"coordinates", 0, OPTION_TEXTS, "NAME,...", NUMBER, FIELD(lists[JN_CHOICE_coordinates]), FOR_COMPARE,
     "these coordinates instead of the default"},
    {"variant", 0, OPTION_TEXTS, "NAME,...", NUMBER, FIELD(lists[JN_CHOICE_variant]), FOR_COMPARE,
     "these variants instead of the default"},
    {"integrator", 0, OPTION_TEXTS, "NAME,...", NUMBER, FIELD(lists[JN_CHOICE_integrator]), FOR_COMPARE,
     "only these integrators"},
    {"position", 0, OPTION_TEXTS, "NAME,...", NUMBER, FIELD(lists[JN_CHOICE_position]), FOR_COMPARE,
     "these controls of positions instead of the default"},
    {"velocity", 0, OPTION_TEXTS, "NAME,...", NUMBER, FIELD(lists[JN_CHOICE_velocity]), FOR_COMPARE,
     "these corrections of velocities"},
    {"energy", 0, OPTION_TEXTS, "NAME,...", NUMBER, FIELD(lists[JN_CHOICE_energy]), FOR_COMPARE,
     "these controls of energy"},
    {"all", 0, OPTION_FLAG, NULL, NUMBER, FIELD(all), FOR_COMPARE, "every variant and every combination of controls"},
    {"ladder", 0, OPTION_NUMBER, "N", NUMBER, FIELD(ladder), FOR_COMPARE,
     "accuracies per combination, 1 to 9 (default 5)"},
    {"repeat", 0, OPTION_NUMBER, "N", NUMBER, FIELD(repeat), FOR_COMPARE,
     "how often each run is timed; the shortest counts (default 3)"},
    {"limit", 0, OPTION_NUMBER, "TIME", SECONDS, FIELD(limit), FOR_COMPARE,
     "CPU time for one combination (default 5 s, and 120 s for all of them)"},
    {"reference", 0, OPTION_TEXT, "RESULT", NUMBER, FIELD(reference), FOR_COMPARE,
     "compare with this .h5 or .csv file instead of the run with the smallest tolerance"},
    {"probe", 0, OPTION_TEXTS, "NAME,...", NUMBER, FIELD(probes), FOR_COMPARE,
     "outputs to compare instead of the positions and angles of the file"},
    {"plot", 0, OPTION_TEXT, "FILE.svg", NUMBER, FIELD(plot), FOR_COMPARE, "plot error over CPU time"},
    {"search", 0, OPTION_TEXT, "GAIN", NUMBER, FIELD(search), FOR_COMPARE,
     "instead: find the value of this gain with the smallest error"},
    {"from", 0, OPTION_NUMBER, "NUMBER", NUMBER, FIELD(from), FOR_COMPARE, "smallest gain of --search (default 0.01)"},
    {"to", 0, OPTION_NUMBER, "NUMBER", NUMBER, FIELD(to), FOR_COMPARE, "largest gain of --search (default 1000)"},
    {"measure", 0, OPTION_TEXT, "NAME", NUMBER, FIELD(measure), FOR_COMPARE, "error of --search: energy or position"},
    {"output", 'o', OPTION_TEXT, "FILE", NUMBER, FIELD(output), FOR_IMPORT,
     "the model file; - is standard output (default: ROBOT.yaml, here)"},
    {"output", 'o', OPTION_TEXT, "FILE.jnc", NUMBER, FIELD(output), FOR_COMPILE,
     "the compiled model (default: MODEL.jnc, here)"},
    {"c", 0, OPTION_TEXT, "FILE.c", NUMBER, FIELD(code), FOR_COMPILE,
     "write C; without -o no compiled model is written"},
    {"lanes", 0, OPTION_NUMBER, "N", NUMBER, FIELD(lanes), FOR_COMPILE,
     "of the C: 2, 4 or 8 systems at once, in vectors"},
    {"outputs", 0, OPTION_TEXTS, "NAME,...", NUMBER, FIELD(outputs), FOR_COMPILE,
     "what the code gives in addition to the outputs of the model"},
    {"keep", 0, OPTION_TEXTS, "PARAMETER,...", NUMBER, FIELD(keep), FOR_COMPILE,
     "parameters that may be set when the compiled model is run, and in the C"},
    {"stiff", 0, OPTION_TEXTS, "NAME,...", NUMBER, FIELD(stiff), FOR_COMPILE,
     "of the C, with 'split': variables and states that it takes implicitly"},
    {"newton", 0, OPTION_NUMBER, "N", NUMBER, FIELD(newton), FOR_COMPILE,
     "steps of Newton that close the loops before every evaluation (default 0: one behind it, for the next)"},
    {"blocks", 0, OPTION_FLAG, NULL, NUMBER, FIELD(blocks), FOR_COMPILE,
     "of the C: print what stands several times once, and call it: a shorter file, slower code"},
    {"no-fma", 0, OPTION_FLAG, NULL, NUMBER, FIELD(no_fma), FOR_COMPILE,
     "round products before they are added: faster where there is no such instruction, as in pages"},
    {"bodies", 0, OPTION_FLAG, NULL, NUMBER, FIELD(code_bodies), FOR_COMPILE,
     "with --c: a function that tells how all bodies stand"},
    {"preset", 0, OPTION_TEXT, "NAME", NUMBER, FIELD(preset), FOR_COMPILE,
     "exact (default), or real-time: loops and mass matrix by tables, and only bodies move that forces act on"},
    {"tables", 0, OPTION_FLAG, NULL, NUMBER, FIELD(tables), FOR_COMPILE,
     "loops by tables of the few variables that each depends on"},
    {"mass-tables", 0, OPTION_FLAG, NULL, NUMBER, FIELD(mass_tables), FOR_COMPILE, "and the mass matrix"},
    {"constant-mass", 0, OPTION_FLAG, NULL, NUMBER, FIELD(constant_mass), FOR_COMPILE,
     "the mass matrix of the start instead"},
    {"quadratic-terms", 0, OPTION_FLAG, NULL, NUMBER, FIELD(quadratic_terms), FOR_COMPILE,
     "with either: coefficients of the inertia terms by tables, or of the start, not from slopes of the mass matrix"},
    {"keep-bodies", 0, OPTION_TEXTS, "NAME,...", NUMBER, FIELD(keep_bodies), FOR_COMPILE,
     "only these move, and what springs act along; wheel_* are all that begin so"},
    {"force-tables", 0, OPTION_FLAG, NULL, NUMBER, FIELD(force_tables), FOR_COMPILE,
     "springs, dampers and stops by tables as well"},
    {"range", 0, OPTION_TEXTS, "NAME=LOW:HIGH", NUMBER, FIELD(ranges), FOR_COMPILE,
     "how far an independent variable goes in tables"},
    {"manoeuvre", 0, OPTION_TEXTS, "NAME,...", NUMBER, FIELD(manoeuvres), FOR_COMPILE,
     "tables reach as far as these, and are judged by them: courses, and model files of the same mechanism"},
    {"report", 0, OPTION_TEXT, "FILE.html", NUMBER, FIELD(report), FOR_COMPILE,
     "write one page with tables, errors and curves of the exact and the precomputed code"},
    {"table-error", 0, OPTION_NUMBER, "NUMBER", NUMBER, FIELD(table_error), FOR_COMPILE,
     "of coordinates in tables, in m and rad (default 1e-6)"},
    {"stops", 0, OPTION_FLAG, NULL, NUMBER, FIELD(stops), FOR_COMPILE,
     "what stiff stops do in a step, by tables for this step"},
    {"creep", 0, OPTION_FLAG, NULL, NUMBER, FIELD(creep), FOR_COMPILE,
     "friction of contacts without states, from how they slip: what stands on them creeps, below 0.1 m/s"},
    {"no-creep", 0, OPTION_FLAG, NULL, NUMBER, FIELD(no_creep), FOR_COMPILE,
     "with --preset real-time: they keep the springs"},
    {"base", 0, OPTION_TEXT, "NAME", NUMBER, FIELD(base), FOR_IMPORT,
     "URDF: the root link is the ground (fixed, default) or free to move (free)"},
    {"limits", 0, OPTION_TEXT, "NAME", NUMBER, FIELD(limits), FOR_IMPORT,
     "joint limits become stops (stops, default) or are only listed (list)"},
    {"keyframe", 0, OPTION_TEXT, "NAME", NUMBER, FIELD(keyframe), FOR_IMPORT | FOR_ROBOT,
     "robots (MJCF): start from this keyframe; without a name, keyframes are numbered from 0 on"},
    {"balance-inertia", 0, OPTION_FLAG, NULL, NUMBER, FIELD(balance_inertia), FOR_IMPORT | FOR_ROBOT,
     "robots: replace inertias that no body has by the nearest possible ones, and list them"},
    {"step", 0, OPTION_CHOICE, "TIME", SECONDS, JN_CHOICE_output_step, FOR_MOTION,
     "time between outputs, as --output-step"},
    {"motion", 0, OPTION_TEXT, "FILE", NUMBER, FIELD(motion), FOR_MOTION,
     "motion of free coordinates: .csv with time and names, or results"},
    {"actuators", 0, OPTION_TEXTS, "NAME,...", NUMBER, FIELD(actuators), FOR_INVERSE,
     "what produces the motion: coordinates, drivers, forces, inputs"},
    {"tolerance", 0, OPTION_NUMBER, "NUMBER", NUMBER, FIELD(within), FOR_DIFF,
     "largest difference of a column that counts as equal, relative to its range (default 0)"},
    {"absolute", 0, OPTION_NUMBER, "NUMBER", NUMBER, FIELD(absolute), FOR_DIFF,
     "differences up to this number, in the unit of the column, count as equal (default 0)"},
    {"common", 0, OPTION_FLAG, NULL, NUMBER, FIELD(common), FOR_DIFF,
     "columns and times that only one result has do not count"},
    {"model", 0, OPTION_FLAG, NULL, NUMBER, FIELD(model), FOR_SHOW, "print the text of the model file that was run"},
    {"files", 0, OPTION_TEXT, "FOLDER", NUMBER, FIELD(files), FOR_SHOW,
     "write all files of the model into this folder, created if necessary"},
    {"vary", 0, OPTION_SETTING, "NAME=VALUES", NUMBER, FIELD(vary), FOR_SWEEP,
     "vary a parameter or any value of the file: a range FROM:TO:N, or a list [A,B,...]; may be repeated"},
    {"vary", 0, OPTION_SETTING, "NAME=FROM:TO", NUMBER, FIELD(vary), FOR_FIND,
     "a parameter to be found, and its bounds; may be repeated"},
    {"random", 0, OPTION_SETTING, "NAME=LAW", NUMBER, FIELD(random), FOR_SWEEP,
     "draw values: normal(MEAN,DEVIATION), uniform(LEAST,LARGEST) or lognormal(MEDIAN,DEVIATION); may be repeated"},
    {"runs", 0, OPTION_NUMBER, "N", NUMBER, FIELD(runs), FOR_SWEEP,
     "draws of the random parameters, at every point of the grid"},
    {"latin", 0, OPTION_NUMBER, "N", NUMBER, FIELD(latin), FOR_SWEEP, "likewise, as a Latin hypercube"},
    {"seed", 0, OPTION_NUMBER, "N", NUMBER, FIELD(seed), FOR_SWEEP, "other draws (default 1)"},
    {"outputs", 0, OPTION_TEXTS, "NAME,...", NUMBER, FIELD(outputs), FOR_SWEEP,
     "the table has these outputs alone, of the model or others"},
    {"take", 0, OPTION_TEXTS, "NAME,...", NUMBER, FIELD(take), FOR_SWEEP,
     "what the table has of an output: final, min, max, mean, rms, when_min, when_max (default: all)"},
    {"histories", 0, OPTION_FLAG, NULL, NUMBER, FIELD(histories), FOR_SWEEP,
     "keep the rows of every run, as FOLDER/runs/RUN.h5"},
    {"output", 'o', OPTION_TEXT, "FOLDER", NUMBER, FIELD(output), FOR_SWEEP,
     "folder to store everything in, or the table alone: FILE.csv, FILE.h5"},
    {"threads", 0, OPTION_NUMBER, "N", NUMBER, FIELD(threads), FOR_STUDY,
     "runs at a time (default: as many as there are processors)"},
    {"resume", 0, OPTION_FLAG, NULL, NUMBER, FIELD(go_on), FOR_SWEEP,
     "go on with what is in the folder; with --slurm submit what is missing"},
    {"save-every", 0, OPTION_NUMBER, "TIME", SECONDS, FIELD(save_every), FOR_SWEEP,
     "how often what is not whole yet is written to the folder (default 2 s)"},
    {"collect", 0, OPTION_FLAG, NULL, NUMBER, FIELD(collect), FOR_SWEEP,
     "run nothing: make the table of what is in the folder"},
    {"slurm", 0, OPTION_FLAG, NULL, NUMBER, FIELD(slurm), FOR_SWEEP,
     "submit the runs to Slurm as one array job, a shard a task; words after -- are options of sbatch"},
    {"shards", 0, OPTION_NUMBER, "N", NUMBER, FIELD(shards), FOR_SWEEP,
     "files that the runs are divided among, and tasks of Slurm (default: 100)"},
    {"shard", 0, OPTION_NUMBER, "N", NUMBER, FIELD(shard), FOR_SWEEP,
     "the runs of this shard alone, as a task of Slurm does"},
    {"least", 0, OPTION_TEXT, "FORMULA", NUMBER, FIELD(least), FOR_FIND,
     "what is to be small: a formula such as \"max(joint.A.force)\""},
    {"largest", 0, OPTION_TEXT, "FORMULA", NUMBER, FIELD(largest), FOR_FIND, "what is to be large"},
    {"max-runs", 0, OPTION_NUMBER, "N", NUMBER, FIELD(most_runs), FOR_FIND,
     "most runs of the search (default: 300 for each parameter)"},
    {"json", 0, OPTION_FLAG, NULL, NUMBER, FIELD(json), FOR_ALL, "print one JSON object on standard output"},
    {"quiet", 'q', OPTION_FLAG, NULL, NUMBER, FIELD(quiet), FOR_ALL, "print errors only"},
    {"verbose", 'v', OPTION_FLAG, NULL, NUMBER, FIELD(verbose), FOR_ALL, "print more"},
    {"help", 'h', OPTION_FLAG, NULL, NUMBER, FIELD(help), FOR_ALL, "this text"},
    {NULL, 0, OPTION_FLAG, NULL, NUMBER, 0, 0, NULL},
};

// Verbs of a choice that is not for all that take a model and step through time.
static unsigned verbs_of(jn_choice which) {
  switch (which) {
    case JN_CHOICE_coordinates: return FOR_STUDY | FOR_MODEL | FOR_MOTION | FOR_MODES | FOR_EQUILIBRIUM;
    case JN_CHOICE_formulation:
    case JN_CHOICE_variant:
    case JN_CHOICE_position:
    case JN_CHOICE_velocity:
    case JN_CHOICE_energy: return FOR_STUDY | FOR_MODEL;  // `compare` takes lists of these
    case JN_CHOICE_integrator: return FOR_STUDY | FOR_MODEL | FOR_COMPILE;
    case JN_CHOICE_independent: return FOR_MODEL | FOR_COMPILE;
    case JN_CHOICE_step: return FOR_STUDY | FOR_MODEL | FOR_COMPARE | FOR_COMPILE;
    case JN_CHOICE_start: return FOR_STUDY | FOR_COMPILE | FOR_DRAW | FOR_RUN | FOR_CHECK | FOR_COMPARE | FOR_MODES;
    case JN_CHOICE_switches: return FOR_STUDY | FOR_RUN | FOR_COMPARE | FOR_MODES;
    case JN_CHOICE_until: return FOR_STUDY | FOR_MODEL | FOR_MOTION | FOR_COMPARE;
    case JN_CHOICE_max_steps: return FOR_STUDY | FOR_RUN | FOR_MODES;
    case JN_CHOICE_output_step: return FOR_STUDY | FOR_RUN | FOR_MOTION;
    default: return FOR_STUDY | FOR_MODEL | FOR_COMPARE;
  }
}

static const char *placeholder(const jn_choice_info *info) {
  switch (info->kind) {
    case JN_CHOOSE_NAME: return "NAME";
    case JN_CHOOSE_TEXT: return "NAME,...";
    case JN_CHOOSE_FLAG: return "true|false";
    default: return info->values.whole ? "N" : strcmp(info->unit, "s") == 0 ? "TIME" : "NUMBER";
  }
}

static app_option option_of(jn_choice which) {
  const jn_choice_info *info = jn_choice_get(which);
  return (app_option){.name = info->option,
                      .type = OPTION_CHOICE,
                      .value = placeholder(info),
                      .offset = which,
                      .verbs = verbs_of(which)};
}

bool option_get(int i, app_option *option) {
  for (int k = 0, n = i; k < JN_NCHOICES && n > 0; k++) {
    if (!jn_choice_get((jn_choice)k)->option) continue;
    i--, n--;
    if (n == 0) return *option = option_of((jn_choice)k), true;
  }
  *option = others[i];
  return option->name != NULL;
}

app_options options_default(void) {
  return (app_options){.chosen = jn_choices_default(),
                       .time = NAN,
                       .deflection = NAN,
                       .knots = NAN,
                       .ladder = NAN,
                       .lanes = NAN,
                       .newton = NAN,
                       .table_error = NAN,
                       .repeat = NAN,
                       .limit = NAN,
                       .from = NAN,
                       .to = NAN,
                       .cpu = NAN,
                       .priority = NAN,
                       .period = NAN,
                       .grace = NAN,
                       .silence = NAN,
                       .runs = NAN,
                       .latin = NAN,
                       .seed = NAN,
                       .threads = NAN,
                       .shards = NAN,
                       .shard = NAN,
                       .save_every = NAN,
                       .most_runs = NAN,
                       .within = NAN,
                       .absolute = NAN};
}

void options_choose(app_options *options, jn_choice which, const char *name) {
  char what[400];
  options->given[which] = jn_choice_set(&options->chosen, which, name, what, sizeof what);
}

const char *options_typed_name(const app_options *options, jn_choice which) {
  for (int i = 0; options->given[which] && jn_choice_value(which, i); i++)
    if (strcmp(jn_choice_value(which, i), jn_choice_text(&options->chosen, which)) == 0)
      return jn_choice_value(which, i);
  return NULL;
}

void text_list_free(text_list *list) {
  for (int i = 0; i < list->n; i++) free(list->items[i]);
  free(list->items);
}

void options_free(app_options *options) {
  text_list_free(&options->settings);
  text_list_free(&options->probes);
  text_list_free(&options->actuators);
  text_list_free(&options->outputs);
  text_list_free(&options->keep);
  text_list_free(&options->stiff);
  text_list_free(&options->keep_bodies), text_list_free(&options->ranges);
  text_list_free(&options->manoeuvres);
  for (int i = 0; i < JN_NCHOICES; i++) text_list_free(&options->lists[i]);
  text_list_free(&options->vary), text_list_free(&options->random), text_list_free(&options->take);
  text_list_free(&options->words);
  text_list_free(&options->typed);
  free(options->at.items);
}

// ---- lists -------------------------------------------------------------------------------------------------

static bool grow(void *items, int n, int *capacity, size_t size) {
  if (n < *capacity) return true;
  int wanted = *capacity ? 2 * *capacity : 8;
  void *block = realloc(*(void **)items, (size_t)wanted * size);
  if (!block) return false;
  *(void **)items = block;
  *capacity = wanted;
  return true;
}

bool text_list_add(text_list *list, const char *text, size_t length) {
  void *items = list->items;
  if (!grow(&items, list->n, &list->capacity, sizeof *list->items)) return false;
  list->items = items;
  char *copy = malloc(length + 1);
  if (!copy) return false;
  memcpy(copy, text, length);
  copy[length] = 0;
  list->items[list->n++] = copy;
  return true;
}

static bool number_list_add(number_list *list, double value) {
  void *items = list->items;
  if (!grow(&items, list->n, &list->capacity, sizeof *list->items)) return false;
  list->items = items;
  // keep the list ascending and without repetitions
  int i = list->n;
  while (i > 0 && list->items[i - 1] > value) i--;
  if (i > 0 && list->items[i - 1] == value) return true;
  memmove(list->items + i + 1, list->items + i, (size_t)(list->n - i) * sizeof *list->items);
  list->items[i] = value;
  list->n++;
  return true;
}

// The end of the piece that starts at text: the next comma outside brackets, or the end.
static const char *piece_end(const char *text) {
  int depth = 0;
  for (; *text && !(*text == ',' && depth <= 0); text++) depth += (*text == '(') - (*text == ')');
  return text;
}

static void trim(const char **start, const char **end) {
  while (*start < *end && **start == ' ') ++*start;
  while (*end > *start && (*end)[-1] == ' ') --*end;
}

// ---- values ------------------------------------------------------------------------------------------------

typedef struct {
  app_options *options;
  const char *verb;
  unsigned bit;
  jn_report *report;
} app_parser;

static jn_status no_memory(const app_parser *parser) {
  return jn_report_fault(parser->report, JN_NO_MEMORY, "", "there is not enough memory for the options");
}

static bool same_dimension(jn_dimension a, jn_dimension b) {
  return a.m == b.m && a.kg == b.kg && a.s == b.s && a.rad == b.rad;
}

static const char *expected(jn_dimension dimension) {
  if (same_dimension(dimension, (jn_dimension)NUMBER)) return "expected a number";
  if (same_dimension(dimension, (jn_dimension)SECONDS)) return "expected a time, like 0.25 or '250 ms'";
  return "expected a number, perhaps with its unit";
}

// A number, with or without a unit of the option's dimension; none of the options takes a negative one.
static jn_status parse_number(const app_parser *parser, const app_option *option, const char *text, double *value) {
  jn_dimension found = NUMBER;
  bool has_unit = false;
  char what[200] = "";
  if (!jn_unit_parse(text, value, &found, &has_unit, what, sizeof what))
    return jn_report_fault(parser->report, JN_BAD_ARGUMENT, "", "--%s cannot take '%s': %s", option->name, text,
                           strncmp(what, "expected a finite", 17) == 0 ? expected(option->dimension) : what);
  if (has_unit && !same_dimension(found, option->dimension)) {
    char unit[32];
    jn_unit_format(option->dimension, unit, sizeof unit);
    return jn_report_fault(parser->report, JN_BAD_ARGUMENT, "", "--%s takes %s%s, but '%s' has another unit",
                           option->name, *unit ? "a number in " : "a plain number", unit, text);
  }
  if (!(*value >= 0))
    return jn_report_fault(parser->report, JN_BAD_ARGUMENT, "", "--%s must not be negative, but '%s' is", option->name,
                           text);
  return JN_OK;
}

static jn_status parse_numbers(const app_parser *parser, const app_option *option, const char *text,
                               number_list *list) {
  for (;;) {
    const char *end = piece_end(text);
    char piece[64];
    snprintf(piece, sizeof piece, "%.*s", (int)(end - text), text);
    double value;
    jn_status status = parse_number(parser, option, piece, &value);
    if (status != JN_OK) return status;
    if (!number_list_add(list, value)) return no_memory(parser);
    if (!*end) return JN_OK;
    text = end + 1;
  }
}

static jn_status parse_texts(const app_parser *parser, const app_option *option, const char *text, text_list *list) {
  for (;;) {
    const char *end = piece_end(text), *start = text, *stop = end;
    trim(&start, &stop);
    if (start == stop)
      return jn_report_fault(parser->report, JN_BAD_ARGUMENT, "",
                             "--%s takes names separated by commas, but one is empty", option->name);
    if (!text_list_add(list, start, (size_t)(stop - start))) return no_memory(parser);
    if (!*end) return JN_OK;
    text = end + 1;
  }
}

static jn_status parse_setting(const app_parser *parser, const app_option *option, const char *text, text_list *list) {
  const char *equals = strchr(text, '=');
  if (!equals || equals == text)
    return jn_report_fault(parser->report, JN_BAD_ARGUMENT, "",
                           "--%s takes PATH=VALUE, as in --set bodies.crank.mass=3, but got '%s'", option->name, text);
  return text_list_add(list, text, strlen(text)) ? JN_OK : no_memory(parser);
}

static jn_status given_twice(const app_parser *parser, const app_option *option) {
  return jn_report_fault(parser->report, JN_BAD_ARGUMENT, "", "--%s is given twice, and takes one value", option->name);
}

static jn_status parse_choice(const app_parser *parser, const app_option *option, const char *text) {
  char what[400];
  jn_choice which = (jn_choice)option->offset;
  bool *given = &parser->options->given[which];
  if (*given && which == JN_CHOICE_output_step && (parser->bit & FOR_MOTION))
    return jn_report_fault(parser->report, JN_BAD_ARGUMENT, "",
                           "--step and --output-step both mean the time between outputs here; give one of them");
  if (*given) return given_twice(parser, option);
  *given = jn_choice_set(&parser->options->chosen, which, text, what, sizeof what);
  return *given ? JN_OK : jn_report_fault(parser->report, JN_BAD_ARGUMENT, "", "--%s %s", option->name, what);
}

// One value, and there is one: which of two would count is not for the reader to guess.
static bool given_already(const app_option *option, const void *field) {
  if (option->type == OPTION_TEXT) return *(const char *const *)field != NULL;
  return option->type == OPTION_NUMBER && !isnan(*(const double *)field);
}

// The choices, what is looked at or given to follow, code that is allowed, and how a robot is imported: for the record.
// `independent` becomes a setting.
static bool is_recorded(const app_option *option) {
  static const char *const names[] = {"motion", "allow-code", "keyframe", "balance-inertia"};
  if (option->type == OPTION_CHOICE) return option->offset != JN_CHOICE_independent;
  bool named = false;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) named = named || strcmp(option->name, names[i]) == 0;
  return named || option->type == OPTION_TEXTS || option->type == OPTION_NUMBERS;
}

static jn_status keep_typed(const app_parser *parser, const app_option *option, const char *text) {
  text_list *typed = &parser->options->typed;
  if (!is_recorded(option)) return JN_OK;
  if (option->type == OPTION_FLAG) text = "";
  bool kept = text_list_add(typed, option->name, strlen(option->name)) && text_list_add(typed, text, strlen(text));
  return kept ? JN_OK : no_memory(parser);
}

// Refuses names with control characters, which a terminal would obey when they are printed.
static jn_status check_name(const app_parser *parser, const char *name) {
  for (const char *c = name; *c; c++)
    if ((unsigned char)*c < ' ' || *c == 0x7f)
      return jn_report_fault(parser->report, JN_BAD_ARGUMENT, "", "'%.200s' must not contain control characters", name);
  return JN_OK;
}

static jn_status take_value(const app_parser *parser, const app_option *option, const char *text) {
  void *field = (char *)parser->options + option->offset;
  if (option->type != OPTION_FLAG && !*text)
    return jn_report_fault(parser->report, JN_BAD_ARGUMENT, "", "--%s needs a value (%s), but got an empty one",
                           option->name, option->value);
  if (given_already(option, field)) return given_twice(parser, option);
  switch (option->type) {
    case OPTION_FLAG: *(bool *)field = true; return JN_OK;
    case OPTION_TEXT: *(const char **)field = text; return check_name(parser, text);
    case OPTION_TEXTS: return parse_texts(parser, option, text, field);
    case OPTION_SETTING: return parse_setting(parser, option, text, field);
    case OPTION_NUMBER: return parse_number(parser, option, text, field);
    case OPTION_NUMBERS: return parse_numbers(parser, option, text, field);
    case OPTION_CHOICE: return parse_choice(parser, option, text);
  }
  return JN_BAD_ARGUMENT;
}

static jn_status parse_value(const app_parser *parser, const app_option *option, const char *text) {
  jn_status status = take_value(parser, option, text);
  return status == JN_OK ? keep_typed(parser, option, text) : status;
}

// ---- words ------------------------------------------------------------------------------------------------

// The option of that name or letter: the verb's own where it has one, else that of another verb. False: none.
static bool find_option(const app_parser *parser, const char *name, size_t length, char letter, app_option *found) {
  app_option o;
  bool elsewhere = false;
  for (int i = 0; option_get(i, &o); i++) {
    bool same = name ? strlen(o.name) == length && strncmp(o.name, name, length) == 0 : o.letter == letter;
    if (!same) continue;
    *found = o;
    if (o.verbs & parser->bit) return true;
    elsewhere = true;
  }
  return elsewhere;
}

static jn_status unknown(const app_parser *parser, const char *typed, const char *name) {
  app_nearest near = {.word = name};
  app_option o;
  for (int i = 0; option_get(i, &o); i++)
    if (o.verbs & parser->bit) nearest_offer(&near, o.name);
  if (near.best)
    return jn_report_fault(parser->report, JN_BAD_ARGUMENT, "", "there is no option '%s'; did you mean '--%s'?", typed,
                           near.best);
  return jn_report_fault(parser->report, JN_BAD_ARGUMENT, "",
                         "there is no option '%s'; 'jounce %s --help' lists them all", typed, parser->verb);
}

static jn_status misplaced(const app_parser *parser, const app_option *option) {
  return jn_report_fault(parser->report, JN_BAD_ARGUMENT, "",
                         "the option '--%s' does not belong to 'jounce %s'; 'jounce %s --help' lists its options",
                         option->name, parser->verb, parser->verb);
}

// Takes the value from the same word or from the next; *used is how many words were taken.
static jn_status take(const app_parser *parser, const app_option *option, const char *attached, char **rest, int nrest,
                      int *used) {
  if (!(option->verbs & parser->bit)) return misplaced(parser, option);
  if (option->type == OPTION_FLAG && attached)
    return jn_report_fault(parser->report, JN_BAD_ARGUMENT, "", "--%s takes no value, but got '%s'", option->name,
                           attached);
  if (option->type == OPTION_FLAG || attached) return parse_value(parser, option, attached);
  if (nrest < 1)
    return jn_report_fault(parser->report, JN_BAD_ARGUMENT, "", "--%s needs a value: --%s %s", option->name,
                           option->name, option->value);
  *used = 2;
  return parse_value(parser, option, rest[0]);
}

static jn_status parse_long(const app_parser *parser, char **argv, int argc, int *used) {
  const char *name = argv[0] + 2, *equals = strchr(name, '=');
  size_t length = equals ? (size_t)(equals - name) : strlen(name);
  app_option option;
  if (find_option(parser, name, length, 0, &option))
    return take(parser, &option, equals ? equals + 1 : NULL, argv + 1, argc - 1, used);
  char word[80];
  snprintf(word, sizeof word, "%.*s", (int)length, name);
  char typed[84];
  snprintf(typed, sizeof typed, "--%s", word);
  return unknown(parser, typed, word);
}

static jn_status parse_short(const app_parser *parser, char **argv, int argc, int *used) {
  for (const char *letter = argv[0] + 1; *letter; letter++) {
    app_option option;
    if (!find_option(parser, NULL, 0, *letter, &option)) return unknown(parser, argv[0], argv[0] + 1);
    bool flag = option.type == OPTION_FLAG;
    const char *attached = !flag && letter[1] ? letter + 1 : NULL;
    jn_status status = take(parser, &option, attached, argv + 1, argc - 1, used);
    if (status != JN_OK || !flag) return status;
  }
  return JN_OK;
}

jn_status options_parse(app_options *options, const char *verb, unsigned bit, int argc, char **argv,
                        jn_report *report) {
  app_parser parser = {options, verb, bit, report};
  bool only_words = false;
  jn_status worst = JN_OK;
  for (int i = 0; i < argc;) {
    int used = 1;
    jn_status status = JN_OK;
    const char *word = argv[i];
    if (only_words || word[0] != '-' || !word[1]) {
      status = check_name(&parser, word);
      if (!text_list_add(&options->words, word, strlen(word))) status = no_memory(&parser);
    } else if (strcmp(word, "--") == 0) only_words = true;
    else if (word[1] == '-') status = parse_long(&parser, argv + i, argc - i, &used);
    else status = parse_short(&parser, argv + i, argc - i, &used);
    if (worst == JN_OK) worst = status;
    i += used;
  }
  return worst;
}
