/*
 * Which kinds of work a program does, from the functions that it was seen in. Each kind of work spends its time in
 * functions of its own and in some that others use too, in proportions that were seen when it was done alone. The
 * program's time is a mixture of these profiles; its shares are those under which what was seen is the likeliest.
 */
#ifndef AB_CLI_ESTIMATE_MIXTURE_H
#define AB_CLI_ESTIMATE_MIXTURE_H

#include <stddef.h>
#include <stdint.h>

enum { AB_MOST_PARTS = 64 };

struct ab_mixture {
    size_t num_functions;
    unsigned num_parts;
    uint32_t *parts[AB_MOST_PARTS]; /* samples of each part, by function; NULL: the part does not count */
    uint64_t totals[AB_MOST_PARTS]; /* all its samples, those outside of these functions too */
    uint32_t *seen;                 /* the program's samples, by function */
};

/*
 * Writes to samples[] how many of the program's samples belong to each part, outside of the functions included. The
 * function that is nobody's, and what no part explains, stays out.
 */
void ab_mixture_fit(const struct ab_mixture *m, double *samples);

/* Draw as many samples as were seen anew from them, into drawn: what another run might have seen. */
void ab_mixture_draw(const struct ab_mixture *m, unsigned long long *random, uint32_t *drawn);

#endif
