/* Random sources for functions under test: see random_source.h. */
#include "harness/random_source.h"

#include "ct/ct.h"
#include "harness/harness.h"

static int draw(void *arg, uint8_t *out, size_t len)
{
    (void)arg;
    t_random_bytes(out, len);
    AB_SECRET(out, len);
    return 1;
}

static int draw_nothing(void *arg, uint8_t *out, size_t len)
{
    (void)arg, (void)out, (void)len;
    return 0;
}

const struct ab_random_source t_random_source = { draw, NULL };
const struct ab_random_source t_no_random_source = { draw_nothing, NULL };
