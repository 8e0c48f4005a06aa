"""The numbers of division steps that inverses need, by polygons: minutes for the longest, so in the full tier."""

import pytest
from hull import compiled, num_steps_of
from test_division_steps import SIZES, source, steps_taken


@pytest.fixture(scope="module")
def program(tmp_path_factory):
    return compiled(tmp_path_factory.mktemp("hull"))


@pytest.mark.parametrize("bits", SIZES)
def test_enough_steps_are_taken(bits, program):
    needed, taken = num_steps_of(program, bits), steps_taken(source(bits))
    print(f"{bits} bits: {needed} steps are enough, {taken} are taken")
    assert needed <= taken
