"""
Which block Argon2 mixes next (RFC 9106 sec. 3.4.2), for every word that selects it: its index is within the lane, and
it is the block that the standard's list of candidates has at the place that the standard computes. The lower half of
the word is any number; lengths of segments are small ones, for which the list is written down, and the greatest ones.
"""

from exact import Refuted, const, poly_add
from kinds import VOID, Addresses, Ptr
from proof import Kernel

SLICES = 4
SMALL, GREAT = (2, 3, 5), ((1, (1 << 30) - 1), (4, (1 << 28) - 1), ((1 << 24) - 1, 64))


def candidates(later_pass, slice_, is_own_lane, length, i):
    """W of sec. 3.4.2, in order: blocks of finished segments, from the oldest on, then of the own segment."""
    finished = range(slice_ + 1, slice_ + SLICES) if later_pass else range(slice_)
    blocks = [segment % SLICES * length + at for segment in finished for at in range(length)]
    if is_own_lane:
        return blocks + [slice_ * length + at for at in range(i - 1)] if i else blocks[:-1]
    return blocks if i else blocks[:-1]


def place(world, j1, num):
    """zz = |W| - 1 - (|W| (J1^2 / 2^32) / 2^32)."""
    x = world.floor(world.mul(j1, j1), 32)
    return world.sub(const(num - 1), world.floor(world.mul(const(num), x), 32))


def prove_index(kernel, later_pass, slice_, lane, num_lanes, length, i, high):
    """The word's upper half is `high`."""
    chosen = lane if not later_pass and slice_ == 0 else high % num_lanes
    lane_len = SLICES * length
    num = length_of_list(later_pass, slice_, chosen == lane, length, i)
    first = (slice_ + 1) % SLICES * length if later_pass else 0
    if length in SMALL:
        listed = candidates(later_pass, slice_, chosen == lane, length, i)
        if listed != [(first + at) % lane_len for at in range(num)]:
            raise Refuted("the list has other blocks")

    def claim(world, machine):
        j1 = world.input("J1", 0, (1 << 32) - 1)
        segment = machine.new("ab_argon2_segment") | {"memory": Ptr(Addresses(), 0, VOID)}
        numbers = {"pass": int(later_pass), "slice": slice_, "lane": lane}
        numbers |= {"num_lanes": num_lanes, "segment_len": length}
        segment |= {name: const(number) for name, number in numbers.items()}
        got = machine.call("reference_of", segment, i, world.add(j1, const(high << 32))).key
        first_of_lane, last = (const(chosen * lane_len + at) for at in (0, lane_len - 1))
        if not all(world.is_not_negative(world.final(x.poly))
                   for x in (world.sub(got, first_of_lane), world.sub(last, got))):
            raise Refuted("a block outside of the lane")
        expected = world.add(place(world, j1, num), const(chosen * lane_len + first))
        difference = world.final(poly_add(got.poly, expected.poly, -1))
        if set(difference) - {()} or difference.get((), 0) % lane_len:
            raise Refuted("another block")

    kernel.prove(claim)


def length_of_list(later_pass, slice_, is_own_lane, length, i):
    finished = (SLICES - 1 if later_pass else slice_) * length
    return finished + (i - 1 if is_own_lane else -(i == 0))


def prove_all(of, lengths=SMALL, great=GREAT):
    """Every slice of a first and a later pass, the own lane and another one, blocks at both ends of a segment."""
    for later_pass in (False, True):
        for slice_ in range(SLICES):
            least = 2 if not later_pass and slice_ == 0 else 0
            for length in lengths:
                for i in range(least, length):
                    for high in (0, 2, (1 << 32) - 1):
                        prove_index(of, later_pass, slice_, 0, 3, length, i, high)
            for num_lanes, length in great:
                for i in (max(least, 0), length - 1):
                    for high in (0, (1 << 32) - 1):
                        prove_index(of, later_pass, slice_, num_lanes - 1, num_lanes, length, i, high)


def test_reference():
    """A function of argon2_template.h, which every level has."""
    prove_all(Kernel("kernels/argon2/argon2_portable.c"))
