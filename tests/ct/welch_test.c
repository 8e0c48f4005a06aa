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

int main(void)
{
    t_seed(3);
    t_where.check = "the same";
    CHECK(!welch_differs(make_up, NUM));
    CHECK(!welch_differs(make_up_ticks, NUM));
    t_where.check = "a hundredth more";
    shift = 10;
    CHECK(welch_differs(make_up, NUM));
    CHECK(welch_differs(make_up_ticks, NUM));
    return t_finish();
}
