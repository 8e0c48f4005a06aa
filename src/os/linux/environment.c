/* The environment of the process: secure_getenv(3). */
#define _GNU_SOURCE
#include "os/environment.h"

#include <stdlib.h>

const char *ab_environment(const char *name)
{
    return secure_getenv(name);
}
