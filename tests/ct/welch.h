/*
 * Decide whether two classes of work take the same time, by statistics (Reparaz, Balasch, Verbauwhede, "Dude, is my
 * code constant time?", DATE 2017): run both in random order, and compute Welch's t of their times.
 *
 * Times on a busy machine have long tails, so the longest are cropped, for both classes at one limit. Several limits
 * are tried, and the one that separates the classes best counts. A real difference appears in every round, a random one
 * only in some: so the least t of several rounds counts.
 *
 * How many pieces a difference takes depends on the noise of the machine. A deliberate offender tells: first find the
 * number of pieces with which it is caught, then judge the real code by as many.
 */
#ifndef AB_TESTS_CT_WELCH_H
#define AB_TESTS_CT_WELCH_H

#define WELCH_CHANCE 4.5 /* a larger t is more than chance, as in the paper */

/* Do one random piece of work of this class, 0 or 1. Returns the time that it took, in any unit. */
typedef double welch_fn(unsigned class);
/* Do one piece of work whose class is known only afterwards, and store the class. */
typedef double welch_sort_fn(unsigned *class);

/* Work of either type; the other member is NULL. Classes are drawn at random, or determined by the work. */
struct welch_work {
    welch_fn *by_class;
    welch_sort_fn *sorted;
};

/*
 * Returns the least |t| of several rounds of this many pieces each, stopping after the first that is at most
 * WELCH_CHANCE.
 */
double welch_least(const struct welch_work *w, unsigned num);

/* Returns 1 if every one of several rounds, of this many pieces each, separates the classes. */
int welch_differs(const struct welch_work *w, unsigned num);

/*
 * Find out how many pieces it takes until every round separates the classes: num, or 2, 4 ... 64 times as many. Returns
 * 0 if that is too few, too.
 */
unsigned welch_num_to_catch(const struct welch_work *offender, unsigned num);

/* Returns the median time of some pieces of class 0, or of any class if the work determines it. */
double welch_typical(const struct welch_work *w);

#endif
