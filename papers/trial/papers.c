// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// papers.c - the papers. A new one is a folder beside this one and an entry here.
#include "trial/trial.h"

const repro_paper *const repro_papers[] = {&paper_yoon,   &paper_park,    &paper_blajer,
                                           &paper_dopico, &paper_petzold, NULL};
