// SPDX-FileCopyrightText: Jounce contributors
// SPDX-License-Identifier: BSD-3-Clause
// elliptic.h - elliptic integral and amplitude by the arithmetic-geometric mean: the exact motion of a pendulum.
#ifndef APP_ELLIPTIC_H
#define APP_ELLIPTIC_H

double elliptic_F(double phi, double m);  // returns the integral of 1/sqrt(1 - m sin^2) from 0 to phi; 0 <= m < 1
double elliptic_K(double m);              // returns the integral from 0 to pi/2
double elliptic_am(double u, double m);   // returns the inverse: F(am(u)) = u

#endif
