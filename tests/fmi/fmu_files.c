// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// fmu_files.c - writes the cruise control as an FMU, for the tests of the command: fmu_files VERSION LIBRARY FILE [FROM
// TO]
#include <stdlib.h>

#include "fmu_make.h"

int main(int n, char **words) {
  if (n != 4 && n != 6) return 2;
  return cruise_make(words[3], atoi(words[1]), words[2], n == 6 ? words[4] : NULL, n == 6 ? words[5] : NULL) ? 0 : 1;
}
