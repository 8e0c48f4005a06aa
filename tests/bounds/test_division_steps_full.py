"""The numbers of division steps that inverses need, by polygons: minutes for each size, so in the full tier."""

import pytest
from hull import num_steps
from test_division_steps import SIZES, source, steps_taken


@pytest.mark.parametrize("bits", SIZES)
def test_enough_steps_are_taken(bits):
    assert num_steps(bits) <= steps_taken(source(bits))
