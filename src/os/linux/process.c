/* The process id, and the time of day. */
#define _GNU_SOURCE
#include "os/process.h"

#include <time.h>
#include <unistd.h>

uint32_t ab_process_id(void)
{
    return (uint32_t)getpid();
}

int64_t ab_seconds(void)
{
    return (int64_t)time(NULL);
}
