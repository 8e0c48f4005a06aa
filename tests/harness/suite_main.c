/*
 * Run one suite as a hosted program; AB_SUITE is the name of its function. An argument names the one kernel or mode to
 * test, for suites of many.
 */
#include "harness/harness.h"
#include "harness/suites.h"

int main(int argc, char **argv)
{
    t_only = argc > 1 ? argv[1] : NULL;
    AB_SUITE();
    CHECK(t_found_only());
    return t_finish();
}
