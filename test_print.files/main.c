#include <stdio.h>
#define m_DECLARATIONS
#include "m.c"
int main(void) {
  static m_state s;
  int bad = 0;
  m_init(&s);
  for (int k = 0; k < m_LANES; k++) {
    ((double *)&s.x[0])[k] += 0.0078125 * k;
    for (int i = 0; i < m_NV; i++) ((double *)&s.x[m_V + i])[k] += 0.015625 * k;
  }
  m_restart(&s);
  for (int i = 0; i < 300; i++) bad += m_step(&s) == 2;
  for (int k = 0; k < m_LANES; k++)
    for (int i = 0; i < m_NX; i++) {
      const double *x = (const double *)&s.x[i];
      printf("%a\n", x[k]);
    }
  for (int i = 0; i < m_MEMORY; i++) printf("%s [%s]\n", m_name(i), m_unit(i));
  return bad != 0 || m_name(m_MEMORY) || m_name(-1) || m_sizes().nm != m_NM;
}
