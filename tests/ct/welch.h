/*
 * Decide whether two classes of work take the same time, by statistics (Reparaz, Balasch, Verbauwhede, "Dude, is my
 * code constant time?", DATE 2017): run both in random order, and compute Welch's t of their times.
 *
 * Times on a busy machine have long tails, so the longest are cropped, for both classes at one limit. Several limits
 * are tried, and the one that separates the classes best counts. A real difference appears in every round, a random one
 * only in some: so the least t of several rounds counts.
 */
#ifndef AB_TESTS_CT_WELCH_H
#define AB_TESTS_CT_WELCH_H

#define WELCH_CHANCE 4.5 /* a larger t is more than chance, as in the paper */

/* Do one random piece of work of this class, 0 or 1. Returns the time that it took, in any unit. */
typedef double welch_fn(unsigned class);
/* Do one piece of work whose class is known only afterwards, and store the class. */
typedef double welch_sort_fn(unsigned *class);

/*
 * Returns the least |t| of several rounds of this many pieces each, stopping after the first that is below
 * WELCH_CHANCE. Classes are drawn at random, or determined by the work.
 */
double welch_least(welch_fn *time_one, unsigned num);
double welch_least_sorted(welch_sort_fn *time_one, unsigned num);

/* Returns 1 if every one of several rounds, of this many pieces each, separates the classes. */
int welch_differs(welch_fn *time_one, unsigned num);

#endif
