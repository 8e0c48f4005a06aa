/* Test the statistic of the timing tests on made-up times: equal classes, different ones, and long tails. */
#include "ct/welch.h"
#include "harness/harness.h"

enum { NUM = 20000 };

static double shift; /* added for class 1 */

/* Returns about 1000, give or take 40, and far more once in 50 times, as on a busy machine. */
static double make_up(unsigned class)
{
    double sum = 940 + (class == 1 ? shift : 0);

    for (int i = 0; i < 12; i++)
        sum += (double)t_random_below(11);
    return t_random_below(50) == 0 ? sum + (double)t_random_below(20000) : sum;
}

/* The same, as measured by a clock with coarse ticks. */
static double make_up_ticks(unsigned class)
{
    return 26 * (double)(int)(make_up(class) / 26);
}

/* A difference that is the smaller takes the more pieces, and none is never caught. */
static void check_num_to_catch(const struct welch_work *w)
{
    t_where.check = "how many pieces it takes to catch a difference";
    shift = 10;
    CHECK(welch_num_to_catch(w, NUM) == NUM);
    shift = 1.5;
    CHECK(welch_num_to_catch(w, NUM / 8) > NUM / 8);
    shift = 0;
    CHECK(welch_num_to_catch(w, NUM / 8) == 0);
    t_where.check = "the typical time";
    CHECK(welch_typical(w) > 990 && welch_typical(w) < 1010);
}

int main(void)
{
    const struct welch_work exact = { make_up, NULL }, ticks = { make_up_ticks, NULL };

    t_seed(3);
    t_where.check = "the same";
    CHECK(!welch_differs(&exact, NUM));
    CHECK(!welch_differs(&ticks, NUM));
    t_where.check = "a hundredth more";
    shift = 10;
    CHECK(welch_differs(&exact, NUM));
    CHECK(welch_differs(&ticks, NUM));
    check_num_to_catch(&exact);
    return t_finish();
}
