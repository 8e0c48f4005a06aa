"""The statistics on synthetic samples with known truth."""

import time

import numpy as np
import pytest

from afterburner_lab.core import statistics
from afterburner_lab.core.statistics import Interval

RNG_SEED = 20


def sample(rng, true_ns, runs=5, rounds=9, run_noise=0.02, round_noise=0.05):
    """Draw samples: each process has its own level, around which its rounds vary."""
    levels = true_ns * rng.lognormal(0, run_noise, runs)
    return [level * rng.lognormal(0, round_noise, rounds) for level in levels]


def heavy_tailed(rng, true_ns, runs=5, rounds=9):
    """Draw rounds of which one in eight is interrupted and takes up to fifty times as long."""
    runs = sample(rng, true_ns, runs, rounds)
    return [run * np.where(rng.random(len(run)) < 0.125, 1 + rng.pareto(1, len(run)).clip(max=50), 1) for run in runs]


def coverage(truth, draw, times=600):
    """Return the share of the intervals that contain the truth, and the median of their widths."""
    intervals = [draw() for _ in range(times)]
    held = [i.low <= truth <= i.high for i in intervals]
    assert all(i.low <= i.value <= i.high for i in intervals)
    return np.mean(held), np.median([i.high - i.low for i in intervals])


@pytest.mark.parametrize("noise", [sample, heavy_tailed])
@pytest.mark.parametrize("truth", [1.0, 1.25])
def test_the_interval_of_a_ratio_holds_the_truth(noise, truth):
    rng = np.random.default_rng(RNG_SEED)
    held, width = coverage(truth, lambda: statistics.ratio(noise(rng, 100 * truth), noise(rng, 100), 1))
    assert 0.91 <= held <= 0.999
    assert width < 0.16 * truth


def test_the_interval_of_a_median_holds_the_truth():
    rng = np.random.default_rng(RNG_SEED)
    held, width = coverage(100, lambda: statistics.median(sample(rng, 100), 1))
    assert 0.91 <= held <= 0.999
    assert width < 10


def test_the_interval_of_one_run_covers_its_rounds():
    rng = np.random.default_rng(RNG_SEED)
    held, _ = coverage(
        1.1, lambda: statistics.ratio(sample(rng, 110, runs=1, run_noise=0), sample(rng, 100, runs=1, run_noise=0), 1)
    )
    assert 0.91 <= held <= 0.999


def test_noise_between_runs_is_not_mistaken_for_noise_between_rounds():
    """Treating all rounds as one sample would give an interval that misses the truth more often than not."""
    rng = np.random.default_rng(RNG_SEED)

    def draw():
        return statistics.median(sample(rng, 100, runs=5, rounds=50, run_noise=0.05, round_noise=0.01), 1)

    assert coverage(100, draw)[0] >= 0.91


def test_a_clock_that_wanders_moves_both_sides_of_a_round():
    rng = np.random.default_rng(RNG_SEED)
    clock = [rng.uniform(0.5, 1.5, 9) for _ in range(5)]
    interval = statistics.ratio([120 * c for c in clock], [100 * c for c in clock], 1)
    assert interval == pytest.approx((1.2, 1.2, 1.2))


def test_sides_with_other_numbers_of_rounds_are_compared_by_their_medians():
    rng = np.random.default_rng(RNG_SEED)
    quiet = {"runs": 1, "run_noise": 0}
    held, _ = coverage(
        3, lambda: statistics.ratio(sample(rng, 300, rounds=13, **quiet), sample(rng, 100, rounds=21, **quiet), 1)
    )
    assert 0.91 <= held <= 0.999


def test_the_quotient_of_two_estimates_holds_the_truth():
    rng = np.random.default_rng(RNG_SEED)

    def change():
        before = statistics.estimate_ratio(sample(rng, 100), sample(rng, 50), 1)
        after = statistics.estimate_ratio(sample(rng, 100), sample(rng, 60), 2)
        return (after / before).interval()

    held, width = coverage(50 / 60, change)
    assert 0.91 <= held <= 0.999
    assert width < 0.2


def exponential(rng, runs):
    """Draw operations of random length, like the search for primes, whose times vary by orders of magnitude."""
    return [rng.exponential(1, rounds) for rounds in runs]


@pytest.mark.parametrize("runs", [(1, 1), (3,), (2, 2), (1,) * 5, (3, 3), (2, 2, 2), (8,), (9,), (5, 5), (3,) * 5])
@pytest.mark.parametrize("noise", [exponential, lambda rng, runs: [rng.lognormal(0, 0.05, n) for n in runs]])
def test_the_interval_of_few_rounds_holds_the_truth(runs, noise):
    rng = np.random.default_rng(RNG_SEED)
    held, _ = coverage(1, lambda: statistics.ratio(noise(rng, runs), noise(rng, runs), 1), times=800)
    assert held >= 0.94


def test_the_interval_of_few_unpaired_rounds_holds_the_truth():
    rng = np.random.default_rng(RNG_SEED)
    held, _ = coverage(1, lambda: statistics.ratio(exponential(rng, (2, 2)), exponential(rng, (3, 2)), 1))
    assert held >= 0.94


def test_fewer_than_six_rounds_claim_nothing():
    slow = Interval(0.5, 0.4, 0.6)
    assert [statistics.is_change(slow, 0.02, rounds) for rounds in (1, 5, 6, 45)] == [
        "same",
        "same",
        "slower",
        "slower",
    ]


def test_estimates_know_their_rounds():
    five, nine = [np.ones(5)] * 2, [np.ones(9)] * 2
    assert statistics.estimate_median(five, 1).rounds == 10
    assert statistics.estimate_ratio(five, nine, 1).rounds == 10
    assert (statistics.estimate_median(nine, 1) / statistics.estimate_median(five, 2)).rounds == 10


def test_one_sample_is_its_own_interval():
    assert statistics.median([np.array([7.0])], 1) == (7, 7, 7)
    assert statistics.ratio([np.array([6.0])], [np.array([4.0])], 1) == (1.5, 1.5, 1.5)


def test_equal_samples_have_an_interval_of_no_width():
    assert statistics.ratio([np.full(9, 3.0)] * 5, [np.full(9, 2.0)] * 5, 1) == (1.5, 1.5, 1.5)


@pytest.mark.parametrize("runs", [[], [np.array([])], [np.ones(3), np.array([])]])
def test_an_empty_sample_is_refused(runs):
    with pytest.raises(ValueError):
        statistics.median(runs, 1)


def test_runs_come_in_pairs():
    with pytest.raises(ValueError):
        statistics.ratio([np.ones(3)], [np.ones(3)] * 2, 1)


def test_the_same_seed_gives_the_same_interval():
    rng = np.random.default_rng(RNG_SEED)
    base, side = sample(rng, 100), sample(rng, 110)
    first, other = statistics.ratio(base, side, 1), statistics.ratio(base, side, 2)
    statistics._draw.cache_clear()
    assert statistics.ratio(base, side, 1) == first
    assert other.value == first.value and other == pytest.approx(first, rel=0.02)


def test_planted_outliers_are_counted_and_no_others():
    quiet = 100 + np.linspace(-1, 1, 41)  # MAD 0.5: the limit is 2.2 away
    assert statistics.count_outliers(quiet) == 0
    assert statistics.count_outliers(np.concatenate([quiet, [97, 103, 500]])) == 3
    assert statistics.count_outliers(np.concatenate([quiet, [98, 102]])) == 0


def test_outliers_among_equal_samples():
    assert statistics.count_outliers(np.full(9, 100.0)) == 0
    assert statistics.count_outliers(np.array([100.0] * 8 + [150.0])) == 1
    assert statistics.count_outliers(np.array([100.0])) == 0


def test_threshold_is_what_the_control_stays_within():
    rng = np.random.default_rng(RNG_SEED)
    assert statistics.control_threshold(np.ones(100)) == 0.02
    assert statistics.control_threshold(np.array([])) == 0.02
    assert statistics.control_threshold(rng.lognormal(0, 0.05, 100000)) == pytest.approx(
        np.exp(1.96 * 0.05) - 1, rel=0.02
    )
    assert statistics.control_threshold(np.array([1.0] * 99 + [2.0])) == 0.02  # one wild row does not determine it


def test_the_threshold_counts_both_directions_alike():
    assert statistics.control_threshold(np.full(20, 1.1)) == pytest.approx(0.1)
    assert statistics.control_threshold(np.full(20, 1 / 1.1)) == pytest.approx(0.1)


@pytest.mark.parametrize(
    "interval, expected",
    [
        (Interval(1.20, 1.15, 1.25), "faster"),
        (Interval(1.20, 0.99, 1.45), "same"),
        (Interval(1.01, 1.005, 1.015), "same"),
        (Interval(0.80, 0.75, 0.85), "slower"),
        (Interval(0.80, 0.55, 1.01), "same"),
        (Interval(0.99, 0.985, 0.995), "same"),
        (Interval(1.00, 1.00, 1.00), "same"),
    ],
)
def test_a_change_is_beyond_the_threshold_with_its_whole_interval(interval, expected):
    assert statistics.is_change(interval, 0.02) == expected
    mirrored = Interval(1 / interval.value, 1 / interval.high, 1 / interval.low)
    assert statistics.is_change(mirrored, 0.02) == {"faster": "slower", "slower": "faster", "same": "same"}[expected]


def test_noise_alone_is_hardly_ever_a_change():
    rng = np.random.default_rng(RNG_SEED)
    intervals = [statistics.ratio(sample(rng, 100), sample(rng, 100), 1) for _ in range(400)]
    threshold = statistics.control_threshold(np.array([i.value for i in intervals]))
    assert sum(statistics.is_change(i, threshold) != "same" for i in intervals) <= 16
    slowed = [statistics.ratio(sample(rng, 100), sample(rng, 120), 1) for _ in range(100)]
    assert sum(statistics.is_change(i, threshold) == "slower" for i in slowed) >= 95


SIZES = (16, 64, 256, 1350, 8192, 16384)


def test_the_line_is_found():
    assert statistics.fit_line(SIZES, [200 + 0.7 * s for s in SIZES]) == pytest.approx((0.7, 200))


def test_short_messages_count_as_much_as_long_ones():
    """1 % of the longest message exceeds the time of the shortest, and still the intercept is found."""
    rng = np.random.default_rng(RNG_SEED)
    fits = [statistics.fit_line(SIZES, [(200 + 2 * s) * rng.lognormal(0, 0.01) for s in SIZES]) for _ in range(200)]
    slopes, intercepts = np.array(fits).T
    assert np.all(np.abs(slopes / 2 - 1) < 0.04)
    assert np.all(np.abs(intercepts / 200 - 1) < 0.10)


def test_one_disturbed_length_does_not_bend_the_line():
    for disturbed in range(len(SIZES)):
        cycles = [(200 + 0.7 * s) * (3 if i == disturbed else 1) for i, s in enumerate(SIZES)]
        assert statistics.fit_line(SIZES, cycles) == pytest.approx((0.7, 200))


def test_a_line_needs_two_lengths():
    assert statistics.fit_line((16, 64), (100, 148)) == pytest.approx((1, 84))
    for sizes in [(), (16,), (16, 16)]:
        with pytest.raises(ValueError):
            statistics.fit_line(sizes, [100.0] * len(sizes))


def test_geometric_mean():
    assert statistics.geometric_mean([2, 0.5]) == pytest.approx(1)
    assert statistics.geometric_mean([1, 10, 100]) == pytest.approx(10)
    assert statistics.geometric_mean([]) == 1


def test_thousands_of_rows_take_seconds():
    rng = np.random.default_rng(RNG_SEED)
    base, side = sample(rng, 100), sample(rng, 110)
    start = time.process_time()
    for _ in range(1000):
        statistics.ratio(base, side, 1)
    assert time.process_time() - start < 5
