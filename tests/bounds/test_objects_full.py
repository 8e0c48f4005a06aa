"""Object code, what takes longer: Montgomery's products of 13 to 31 words. Minutes of one core."""

import pytest
from test_objects import code_of, prove_montgomery


# 16 and 24 words are two functions: product and reduction.
@pytest.mark.parametrize("num", [13, 14, 15, *range(17, 24), *range(25, 32)])
def test_montgomery(num):
    prove_montgomery(code_of(f"mont_mul_{num}_adx.S.o", f"ab_mont_mul_{num}_adx"), num)
