"""
How many division steps (src/kernels/bignum/division_steps.h) make g zero, for all f and g at once.

For each value of delta that a run can have, a convex polygon contains all pairs (f, g) that it can have with it. A step
maps polygons linearly: (f, g) becomes (f, g / 2), (f, (g + f) / 2) or (g, (g - f) / 2). It is forgotten which g were
odd, so both ways are gone, and the polygons of one delta are joined to their convex hull. Once |g| is below 1 in a
whole polygon, g is 0, and only delta changes.

As the maps are linear, a polygon may contain -(f, g) with (f, g): its largest |g| stays the same, and half of its
vertices are enough. Coordinates are integers, multiples of 2^-SPARE_BITS; where g cannot be halved, the polygon takes
the integers on both sides. So every polygon contains what it must contain, exactly.

hull.c is the same in C, more than twice as fast.
"""

import os
import subprocess
from pathlib import Path

SPARE_BITS = 6


def half_hull(points):
    """The upper vertices of the convex hull of these points and their negatives."""
    chain = []
    for x, y in sorted({*points, *((-x, -y) for x, y in points)}):
        while len(chain) > 1:
            (ax, ay), (bx, by) = chain[-2:]
            if (bx - ax) * (y - ay) < (by - ay) * (x - ax):
                break
            chain.pop()
        chain.append((x, y))
    return chain[1:] if len(chain) > 1 else chain  # the first one is the negative of the last


def halved(points):
    """The points with g / 2 for g, or the two integers next to it."""
    for f, g in points:
        yield f, g >> 1
        if g & 1:
            yield f, (g >> 1) + 1


def step(polygons):
    """One division step; the keys are 2 delta."""
    after = {}
    for delta, points in polygons.items():
        after.setdefault(delta + 2, []).extend(halved(points))
        if delta > 0:
            after.setdefault(2 - delta, []).extend(halved((g, g - f) for f, g in points))
        else:
            after[delta + 2].extend(halved((f, g + f) for f, g in points))
    return {delta: half_hull(points) for delta, points in after.items()}


def num_steps(bits):
    """A number of steps after which g is 0 for any 0 <= g <= f < 2^bits, with delta 1/2 at first."""
    unit = 1 << SPARE_BITS
    most = unit << bits
    polygons = {1: [(most, 0), (most, most)]}
    num = 0
    while polygons:
        polygons = step(polygons)
        polygons = {delta: points for delta, points in polygons.items() if any(abs(g) >= unit for _, g in points)}
        num += 1
    return num


def compiled(folder):
    """The program of hull.c."""
    program = Path(folder) / "hull"
    source = Path(__file__).with_name("hull.c")
    subprocess.run([*os.environ.get("CC", "cc").split(), "-std=c17", "-O2", "-o", program, source], check=True)
    return program


def num_steps_of(program, bits):
    """num_steps by this program."""
    return int(subprocess.run([program, str(bits)], check=True, capture_output=True, text=True).stdout)
