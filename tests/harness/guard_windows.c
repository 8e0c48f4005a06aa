/* Guard pages and faults by Windows. */
#include "harness/guard.h"

#include <stdio.h>
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

#include "harness/harness.h"

uint8_t *t_map_guarded(size_t len)
{
    uint8_t *p = VirtualAlloc(NULL, len + 2 * T_PAGE, MEM_RESERVE | MEM_COMMIT, PAGE_NOACCESS);
    DWORD before;

    if (p == NULL || !VirtualProtect(p + T_PAGE, len, PAGE_READWRITE, &before))
        return NULL;
    return p + T_PAGE;
}

static LONG WINAPI on_fault(EXCEPTION_POINTERS *fault)
{
    fflush(stdout);
    fprintf(stderr, "FAIL exception %08lx at %p in ", fault->ExceptionRecord->ExceptionCode,
            fault->ExceptionRecord->ExceptionAddress);
    fflush(stderr);
    t_print_where();
    TerminateProcess(GetCurrentProcess(), 1);
    return EXCEPTION_CONTINUE_SEARCH;
}

void t_report_faults(void)
{
    SetUnhandledExceptionFilter(on_fault);
}
