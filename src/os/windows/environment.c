/* The environment of the process. A program on Windows never has more rights than the user who started it. */
#include "os/environment.h"

#include <stdlib.h>

const char *ab_environment(const char *name)
{
    return getenv(name);
}
