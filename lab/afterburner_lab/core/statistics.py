"""Statistics of samples: medians with bootstrap intervals, the noise threshold, outliers, cycles over length.

Samples are nanoseconds per operation: an array for each run (a run is a process), a value for each round. Runs differ
by more than chance (memory layout, other work on the machine), so resampling all samples together would give intervals
that are too narrow: the bootstrap draws runs, and then rounds within each drawn run. No sample is left out; medians are
robust against outliers.

The fewer the runs, the less an interval covers their differences: the whole range of two runs contains the true value
half of the time, that of five runs 15 times out of 16. The fewer the rounds, the less a bootstrap covers their spread:
with fewer than nine in all, the interval is Student's, of the logarithms, whose coverage simulation confirms
(tests/lab/test_statistics.py)."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np

RESAMPLES = 2000
CONFIDENCE = 0.95
OUTLIER_MADS = 3.0
ENOUGH_RUNS = 5
MAD_SCALE = 1.4826  # scales a normal distribution's median absolute deviation to its standard deviation
LEAST_THRESHOLD = 0.02
CONTROL_QUANTILE = 0.95

FEW_ROUNDS = 9  # from here on the bootstrap's intervals have their nominal coverage
LEAST_ROUNDS = (
    6  # with fewer nothing is claimed: without any difference, five of five are on one side of 1 once in 16 times
)
# Student's t at 97.5 %, for 1 to 7 degrees of freedom, and how much more a median scatters than a mean.
STUDENT = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365)
MEDIAN_SPREAD = 1.2533
NORMAL = 1.96

Runs = Sequence[np.ndarray]


class Interval(NamedTuple):
    """A figure and its 95 % interval. One sample alone has no spread: its interval is the value itself."""

    value: float
    low: float
    high: float


class Estimate(NamedTuple):
    """A figure, its value for each resampling, and the number of rounds.

    The quotient of two estimates from different samples (other seeds) is an estimate again."""

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
    """Return the median over runs of each run's median."""
    return estimate_median(runs, seed).interval()


def ratio(base: Runs, side: Runs, seed: int) -> Interval:
    """Return how many times faster side is than base; see estimate_ratio."""
    return estimate_ratio(base, side, seed).interval()


def estimate_median(runs: Runs, seed: int) -> Estimate:
    runs = _checked(runs)
    value, rounds = float(np.median(_medians(runs))), sum(map(len, runs))
    if rounds < FEW_ROUNDS:
        return Estimate(value, value * _student(np.log(np.concatenate(runs)), seed), rounds)
    return Estimate(value, np.median(_resampled(runs, seed, seed), axis=1), rounds)


def estimate_ratio(base: Runs, side: Runs, seed: int) -> Estimate:
    """Estimate base/side, the median over runs of each run's ratio.

    Rounds that were made together are compared in pairs, so that a varying clock affects both; runs in which the sides
    have different numbers of rounds were not made together, and the medians of each are compared."""
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
    """Return how many lie beyond 3 scaled median absolute deviations from the median. They are counted, never dropped.
    """
    distances = np.abs(np.asarray(samples, float) - np.median(samples))
    return int(np.count_nonzero(distances > OUTLIER_MADS * MAD_SCALE * np.median(distances)))


def control_threshold(ratios: np.ndarray) -> float:
    """Return the relative difference below which nothing is claimed.

    95 % of the A/A ratios (one of all runs together for each algorithm, operation and length) stay within it, in either
    direction; it is at least 2 %. 95 %, as for the intervals: a change is claimed only if its interval excludes 1 as
    well, so that noise passes both far less often than one time in twenty; a higher quantile would let a single
    disturbed row of a short run set the threshold."""
    if len(ratios) == 0:
        return LEAST_THRESHOLD
    differences = np.expm1(np.abs(np.log(np.asarray(ratios, float))))
    return max(LEAST_THRESHOLD, float(np.quantile(differences, CONTROL_QUANTILE)))


def is_change(interval: Interval, threshold: float, rounds: int = LEAST_ROUNDS) -> Literal["faster", "slower", "same"]:
    """Return whether a ratio differs from 1 by more than the threshold and with its whole interval, and has enough
    rounds.

    Exchanging the sides exchanges the result: slower is a ratio below 1 / (1 + threshold)."""
    if rounds < LEAST_ROUNDS:
        return "same"
    if interval.low > 1 and interval.value > 1 + threshold:
        return "faster"
    if interval.high < 1 and interval.value < 1 / (1 + threshold):
        return "slower"
    return "same"


def fit_line(sizes: Sequence[float], cycles: Sequence[float]) -> tuple[float, float]:
    """Return slope (cycles per byte) and intercept (cycles per message) of the line with the least sum of relative
    deviations.

    They are relative, or the longest message would hide the short ones; and absolute values instead of squares, so that
    one length that was disturbed, or uses another kernel, does not bend the line. Such a line goes through two of the
    points: all pairs are tried. Raises ValueError with fewer than two different lengths."""
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
    """Return the mean of ratios: exchanging the sides of each gives its reciprocal. It is 1 for none."""
    return float(np.exp(np.mean(np.log(ratios)))) if len(ratios) else 1.0


def _checked(runs: Runs) -> list[np.ndarray]:
    arrays = [np.asarray(run, float) for run in runs]
    if not arrays or any(a.ndim != 1 or a.size == 0 for a in arrays):
        raise ValueError("every run wants at least one sample")
    return arrays


def _medians(runs: Runs) -> np.ndarray:
    return np.array([np.median(run) for run in runs])


def _student(logs: np.ndarray, seed: int) -> np.ndarray:
    """Return factors whose middle 95 % are Student's interval for the median of so few logarithms; 1 for a single one.
    """
    num = len(logs)
    half = STUDENT[num - 2] * MEDIAN_SPREAD * np.std(logs, ddof=1) / np.sqrt(num) if num > 1 else 0.0
    return np.exp(half / NORMAL * np.random.default_rng([seed, 2]).standard_normal(RESAMPLES))


def _resampled(runs: Runs, seed: int, rounds_seed: int) -> np.ndarray:
    """Return RESAMPLES x runs medians of resampled rounds within resampled runs. seed: for the choice of runs."""
    lower, upper = _draw(tuple(len(run) for run in runs), seed, rounds_seed)
    samples = np.concatenate([np.sort(run) for run in runs])
    return (samples[lower] + samples[upper]) / 2


@functools.lru_cache(maxsize=64)
def _draw(lengths: tuple[int, ...], seed: int, rounds_seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the positions, in the concatenation of all runs' sorted samples, of the two samples that make each median
    (the same one twice if a run's number of rounds is odd).

    All rows of a result share these draws, so that thousands of rows take only seconds."""
    drawn = np.random.default_rng(seed).integers(len(lengths), size=(RESAMPLES, len(lengths)))
    places = np.empty((*drawn.shape, 2), int)
    rng = np.random.default_rng([rounds_seed, 1])
    for run, start in enumerate(np.cumsum((0, *lengths[:-1]))):
        here, num = drawn == run, lengths[run]
        middle = [(num - 1) // 2, num // 2]
        ranks = rng.integers(num, size=(np.count_nonzero(here), num))
        places[here] = start + np.partition(ranks, middle, axis=1)[:, middle]
    return places[..., 0], places[..., 1]
