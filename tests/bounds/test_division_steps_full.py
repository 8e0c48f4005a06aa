"""The numbers of division steps that inverses need, computed again: minutes for each, so in the full tier."""

import pytest
from hull import num_steps
from test_division_steps import STEPS_NEEDED


@pytest.mark.parametrize("bits", STEPS_NEEDED)
def test_steps_needed(bits):
    assert num_steps(bits) <= STEPS_NEEDED[bits]
