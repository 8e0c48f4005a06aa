/*
 * Whether two classes of work take the same time, by a statistic (Reparaz, Balasch, Verbauwhede, "Dude, is my code
 * constant time?", DATE 2017): both in random order, Welch's t of their times.
 *
 * Times of a busy machine have long tails, so the longest are cut off, of both classes at one limit: at several limits,
 * of which the one that tells the classes apart best counts. A difference that is there shows in every round, one of
 * chance in some: the least t of several rounds counts.
 */
#ifndef AB_TESTS_CT_WELCH_H
#define AB_TESTS_CT_WELCH_H

#define WELCH_CHANCE 4.5 /* a t beyond this is taken for more than chance, as in the paper */

/* One piece of work of this class, 0 or 1, drawn from those that there are; returns what it took, in any unit. */
typedef double welch_fn(unsigned class);
/* One piece of work whose class, which it tells, is known only when it is done. */
typedef double welch_sort_fn(unsigned *class);

/*
 * The least |t| of several rounds of so many pieces each; it ends with the first that is below WELCH_CHANCE. Classes
 * are drawn at random, or told by the work.
 */
double welch_least(welch_fn *time_one, unsigned num);
double welch_least_sorted(welch_sort_fn *time_one, unsigned num);

/* 1 if every one of several rounds, of so many pieces each, tells the classes apart. */
int welch_differs(welch_fn *time_one, unsigned num);

#endif
