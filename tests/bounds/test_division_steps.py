"""
Inverses take enough division steps. The quick tier compares the steps that the sources take with the published bound
that they cite, and the polygons of hull.py with that bound, with runs of every pair of small numbers and with hull.c.
Polygons for the sizes of the inverses take minutes: test_division_steps_full.py.
"""

import re

import pytest
from hull import compiled, num_steps, num_steps_of
from proof import number_of
from reader import ROOT

SIZES = (256, 384, 521)  # bits of a modulus
BIGNUM = ROOT / "src/kernels/bignum"


def steps_cited(bits):
    """The published bound that invert_template.h cites."""
    text = (BIGNUM / "invert_template.h").read_text()
    cited = re.search(r"For b bits \((\d+) b \+ (\d+)\) / (\d+) steps are enough", text)
    slope, constant, below = map(number_of, cited.groups())
    return (slope * bits + constant) // below


def steps_taken(text):
    """Batches of INVERT_BATCHES, each of GROUPS times AB_DIVISION_STEPS steps."""
    template, steps = ((BIGNUM / name).read_text() for name in ("invert_template.h", "division_loop.h"))
    batches = re.search(r"INVERT_BATCHES = (\d+) \}; /\* (\d+) steps \*/", text)
    groups = re.search(r"GROUPS = (\d+),", template)
    a_group = re.search(r"AB_DIVISION_STEPS = (\d+) \}", steps)
    taken = int(batches[1]) * int(groups[1]) * int(a_group[1])
    assert taken == int(batches[2]), "the comment beside INVERT_BATCHES"
    return taken


def source(bits):
    return (BIGNUM / f"invert{bits}_portable.c").read_text()


@pytest.mark.parametrize("bits", SIZES)
def test_enough_steps_are_taken(bits):
    assert steps_taken(source(bits)) > steps_cited(bits)


@pytest.mark.parametrize("bits", SIZES)
def test_a_batch_less_is_found(bits):
    batches = int(re.search(r"INVERT_BATCHES = (\d+)", source(bits))[1])
    fewer = f"INVERT_BATCHES = {batches - 1} }}; /* {54 * batches - 54} steps"
    less = re.sub(r"INVERT_BATCHES = \d+ \}; /\* \d+ steps", fewer, source(bits))
    assert steps_taken(less) < steps_cited(bits)


def steps_of(f, g):
    """The steps of one pair, with 2 delta for delta."""
    delta, num = 1, 0
    while g != 0:
        if g & 1 and delta > 0:
            delta, f, g = 2 - delta, g, (g - f) // 2
        else:
            delta, g = delta + 2, (g + (g & 1) * f) // 2
        num += 1
    return num


@pytest.mark.parametrize("bits", [2, 4, 6, 8])
def test_polygons_contain_every_run(bits):
    most = max(steps_of(f, g) for f in range(1, 1 << bits, 2) for g in range(f + 1))
    assert most <= num_steps(bits)


def test_program_agrees(tmp_path):
    program = compiled(tmp_path)
    for bits in (1, 2, 3, 7, 8, 16, 25):
        assert num_steps_of(program, bits) == num_steps(bits)


@pytest.mark.parametrize("bits", [8, 16, 24, 32])
def test_polygons_agree_with_the_published_bound(bits):
    assert abs(num_steps(bits) - steps_cited(bits)) <= 1
