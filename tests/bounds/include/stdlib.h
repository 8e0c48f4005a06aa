/* Stand-in for the system's header: nothing of it is interpreted. */
#include <stddef.h>
