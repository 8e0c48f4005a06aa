"""Statistics of samples: medians with bootstrap intervals, the noise threshold, outliers, cycles over length.

Samples are nanoseconds per operation: an array per run (a run is a process), a value per round. Runs differ by more
than chance (memory layout, other work on the machine), so resampling all samples together would promise too much: the
bootstrap draws runs, and then rounds within each drawn run. No sample is left out; medians are robust against wild
ones.

The fewer the runs, the less an interval contains of their differences: the whole range of two runs contains the true
value half of the time, that of five runs 15 times out of 16. The fewer the rounds, the less a bootstrap contains of
their spread: with fewer than nine in all, the interval is Student's, of their logarithms, whose coverage simulation
confirms (tests/lab/test_statistics.py)."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np

RESAMPLES = 2000
CONFIDENCE = 0.95
OUTLIER_MADS = 3.0
ENOUGH_RUNS = 5
MAD_SCALE = 1.4826  # makes the median absolute deviation of normal noise its standard deviation
LEAST_THRESHOLD = 0.02
CONTROL_QUANTILE = 0.95

FEW_ROUNDS = 9  # from here on the bootstrap's intervals hold what they promise
LEAST_ROUNDS = (
    6  # under these nothing is claimed: were there no difference, five of five on one side of 1 come once in 16 times
)
# Student's t at 97.5 %, of 1 to 7 degrees of freedom, and how much more a median scatters than a mean.
STUDENT = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365)
MEDIAN_SPREAD = 1.2533
NORMAL = 1.96

Runs = Sequence[np.ndarray]


class Interval(NamedTuple):
    """A figure and its 95 % interval. One sample alone shows no spread: its interval is itself."""

    value: float
    low: float
    high: float


class Estimate(NamedTuple):
    """A figure, what it came to each time the samples were drawn anew, and of how many rounds in all it is. The
    quotient of two that come from different samples (other seeds) is an estimate again."""

    value: float
    resampled: np.ndarray
    rounds: int

    def __truediv__(self, other: Estimate) -> Estimate:
        return Estimate(self.value / other.value, self.resampled / other.resampled, min(self.rounds, other.rounds))

    def interval(self) -> Interval:
        tail = (1 - CONFIDENCE) / 2
        low, high = np.quantile(self.resampled, (tail, 1 - tail))
        return Interval(self.value, float(low), float(high))


def median(runs: Runs, seed: int) -> Interval:
    """The median over runs of each run's median."""
    return estimate_median(runs, seed).interval()


def ratio(base: Runs, side: Runs, seed: int) -> Interval:
    """How many times faster side is than base; see estimate_ratio."""
    return estimate_ratio(base, side, seed).interval()


def estimate_median(runs: Runs, seed: int) -> Estimate:
    runs = _checked(runs)
    value, rounds = float(np.median(_medians(runs))), sum(map(len, runs))
    if rounds < FEW_ROUNDS:
        return Estimate(value, value * _student(np.log(np.concatenate(runs)), seed), rounds)
    return Estimate(value, np.median(_resampled(runs, seed, seed), axis=1), rounds)


def estimate_ratio(base: Runs, side: Runs, seed: int) -> Estimate:
    """base/side, the median over runs of each run's ratio.

    Rounds that were made together are compared pair by pair, so that a clock that wanders moves both; runs in which the
    sides have different numbers of rounds were not made together, and the medians of each are compared."""
    base, side = _checked(base), _checked(side)
    if len(base) != len(side):
        raise ValueError("a ratio wants the same runs of both sides")
    if all(len(b) == len(s) for b, s in zip(base, side)):
        return estimate_median([b / s for b, s in zip(base, side)], seed)
    rounds = min(sum(map(len, runs)) for runs in (base, side))
    if rounds < FEW_ROUNDS:
        return estimate_median(base, seed) / estimate_median(side, seed + 1)
    resampled = _resampled(base, seed, seed) / _resampled(side, seed, seed + 1)
    return Estimate(float(np.median(_medians(base) / _medians(side))), np.median(resampled, axis=1), rounds)


def count_outliers(samples: np.ndarray) -> int:
    """How many lie beyond 3 scaled median absolute deviations from the median. They are counted, never dropped."""
    distances = np.abs(np.asarray(samples, float) - np.median(samples))
    return int(np.count_nonzero(distances > OUTLIER_MADS * MAD_SCALE * np.median(distances)))


def control_threshold(ratios: np.ndarray) -> float:
    """The relative difference below which nothing is claimed: what 95 % of the A/A ratios (one of all runs together for
    each algorithm, operation and length) stay within, in either direction, and never under 2 %.

    95 %, as the intervals: a change is claimed only when its interval too lies off 1, so that noise passes both far
    less often than one time in twenty; a higher quantile would let a single disturbed row of a short run set the
    threshold."""
    if len(ratios) == 0:
        return LEAST_THRESHOLD
    differences = np.expm1(np.abs(np.log(np.asarray(ratios, float))))
    return max(LEAST_THRESHOLD, float(np.quantile(differences, CONTROL_QUANTILE)))


def is_change(interval: Interval, threshold: float, rounds: int = LEAST_ROUNDS) -> Literal["faster", "slower", "same"]:
    """Whether a ratio differs from 1 by more than the threshold and with its whole interval, and is of enough rounds in
    all. Exchanging the sides exchanges the answer: slower is a ratio under 1 / (1 + threshold)."""
    if rounds < LEAST_ROUNDS:
        return "same"
    if interval.low > 1 and interval.value > 1 + threshold:
        return "faster"
    if interval.high < 1 and interval.value < 1 / (1 + threshold):
        return "slower"
    return "same"


def fit_line(sizes: Sequence[float], cycles: Sequence[float]) -> tuple[float, float]:
    """Slope (cycles a byte) and intercept (cycles a message) of the line with the least sum of relative deviations.

    Relative, or the longest message would drown the short ones; absolute values and not squares, so that one length
    that was disturbed, or that a kernel serves otherwise, does not bend the line. Such a line goes through two of the
    points: all pairs are tried. ValueError with fewer than two different lengths."""
    x, y = np.asarray(sizes, float), np.asarray(cycles, float)
    i, j = np.triu_indices(len(x), 1)
    apart = x[i] != x[j]
    if not apart.any():
        raise ValueError("a line wants two different lengths")
    i, j = i[apart], j[apart]
    slopes = (y[j] - y[i]) / (x[j] - x[i])
    intercepts = y[i] - slopes * x[i]
    deviations = np.abs((slopes[:, None] * x + intercepts[:, None] - y) / y).sum(axis=1)
    best = int(np.argmin(deviations))
    return float(slopes[best]), float(intercepts[best])


def geometric_mean(ratios: Sequence[float]) -> float:
    """The mean of ratios: exchanging the sides of each gives its reciprocal. 1 of none."""
    return float(np.exp(np.mean(np.log(ratios)))) if len(ratios) else 1.0


def _checked(runs: Runs) -> list[np.ndarray]:
    arrays = [np.asarray(run, float) for run in runs]
    if not arrays or any(a.ndim != 1 or a.size == 0 for a in arrays):
        raise ValueError("every run wants at least one sample")
    return arrays


def _medians(runs: Runs) -> np.ndarray:
    return np.array([np.median(run) for run in runs])


def _student(logs: np.ndarray, seed: int) -> np.ndarray:
    """Factors whose middle 95 % are Student's interval for the median of so few logarithms; 1 of a single one."""
    num = len(logs)
    half = STUDENT[num - 2] * MEDIAN_SPREAD * np.std(logs, ddof=1) / np.sqrt(num) if num > 1 else 0.0
    return np.exp(half / NORMAL * np.random.default_rng([seed, 2]).standard_normal(RESAMPLES))


def _resampled(runs: Runs, seed: int, rounds_seed: int) -> np.ndarray:
    """RESAMPLES x runs: medians of rounds drawn anew, within runs that were drawn. seed says which runs are drawn."""
    lower, upper = _draw(tuple(len(run) for run in runs), seed, rounds_seed)
    samples = np.concatenate([np.sort(run) for run in runs])
    return (samples[lower] + samples[upper]) / 2


@functools.lru_cache(maxsize=64)
def _draw(lengths: tuple[int, ...], seed: int, rounds_seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Where, among the sorted samples of all runs one after the other, the two stand that make each median (one twice
    if a run's rounds are odd). The same for all rows of a result, which makes thousands of them a matter of seconds."""
    drawn = np.random.default_rng(seed).integers(len(lengths), size=(RESAMPLES, len(lengths)))
    places = np.empty((*drawn.shape, 2), int)
    rng = np.random.default_rng([rounds_seed, 1])
    for run, start in enumerate(np.cumsum((0, *lengths[:-1]))):
        here, num = drawn == run, lengths[run]
        middle = [(num - 1) // 2, num // 2]
        ranks = rng.integers(num, size=(np.count_nonzero(here), num))
        places[here] = start + np.partition(ranks, middle, axis=1)[:, middle]
    return places[..., 0], places[..., 1]
