/* Replaces libipsec-mb where it is not installed: there is no library to compare with. */
#include "bench/batch_work.h"

const char *peer_name(void)
{
    return NULL;
}

int peer_run(enum peer_work work, size_t len)
{
    (void)work;
    (void)len;
    return 0;
}
