/* A hosted suite as a program: AB_SUITE names it. */
#include "harness/harness.h"
#include "harness/suites.h"

int main(void)
{
    AB_SUITE();
    return t_finish();
}
