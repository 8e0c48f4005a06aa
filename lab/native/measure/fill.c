/* Find how many turns of a loop fill a slice of time. */
#include "fill.h"

enum { RUNS = 3 };
#define LONGER_THAN_A_STALL 0.05 /* seconds: no further run has to confirm such a one */

/* Return the seconds of the shortest run, or of the first that is too short or failed. */
static double shortest(lab_turns_fn *run, const void *arg, double seconds, size_t turns)
{
    double least = run(arg, turns);

    for (int i = 1; i < RUNS && least >= seconds && least < LONGER_THAN_A_STALL; i++) {
        double t = run(arg, turns);

        least = t < least ? t : least;
    }
    return least;
}

double lab_fill(lab_turns_fn *run, const void *arg, double seconds, size_t most, size_t *turns)
{
    for (*turns = 1;; *turns *= 2) {
        double t = shortest(run, arg, seconds, *turns);

        if (t < 0 || t >= seconds || *turns >= most)
            return t;
    }
}
