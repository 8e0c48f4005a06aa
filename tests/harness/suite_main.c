/* Run one suite as a hosted program; AB_SUITE is the name of its function. */
#include "harness/harness.h"
#include "harness/suites.h"

int main(void)
{
    AB_SUITE();
    return t_finish();
}
