/* Stand-in for the system's header: the machine has memcpy and memset of its own. */
#include <stddef.h>
