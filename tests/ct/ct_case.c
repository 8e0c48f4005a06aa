#include "ct/ct_case.h"

#include <valgrind/memcheck.h>

#include "harness/harness.h"

static unsigned errors_before;

void ct_begin(const char *check)
{
    t_where.check = check;
    errors_before = VALGRIND_COUNT_ERRORS;
}

unsigned ct_errors(void)
{
    return VALGRIND_COUNT_ERRORS - errors_before;
}
