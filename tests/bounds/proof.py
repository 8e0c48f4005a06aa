"""What proofs are written with: contracts quoted from the sources, inputs with bounds, and claims about results."""

import re
from fractions import Fraction

from exact import Refuted, World, paths, poly_add, poly_mul
from machine import Machine
from reader import ROOT, parse_expression, read

INCLUDE = '#include "{}"\n'


class Kernel:
    """The functions of one source below src/, or of a text of C. `replaced`: folders with altered copies."""

    def __init__(self, path, text=None, defines=(), replaced=()):
        self.text, self.defines, self.replaced = text or INCLUDE.format(path), tuple(defines), tuple(replaced)

    @property
    def source(self):
        return read(self.text, self.defines, self.replaced)

    def prove(self, claim, tracked=True, wraps=False, before=None, instead=None):
        """Run claim(world, machine) for each way in which bits can be decided. Refuted is raised if it fails."""
        return paths(lambda world: self.run(claim, world, before, instead), tracked, wraps)

    def run(self, claim, world, before=None, instead=None):
        """Run claim(world, machine) in this world."""
        claim(world, Machine(self.source, world, before, instead))

    def constant(self, expression):
        """The value of an enumerator or another constant expression of the source."""
        return Machine(self.source, World()).number(parse_expression(expression))

    def function_names(self):
        return set(Machine(self.source, World()).functions)

    def array(self, name):
        """A constant array of integers."""
        return [word.lo for word in Machine(self.source, World()).variable(name)[0]]


# ---- contracts ----


def comments_of(path):
    """The text of all comments of a source below src/, as one line."""
    text = (ROOT / "src" / path).read_text()
    found = re.findall(r"/\*(.*?)\*/", text, flags=re.DOTALL)
    return " ".join(" ".join(re.sub(r"^\s*\*", " ", comment, flags=re.MULTILINE).split()) for comment in found)


def number_of(text):
    """The value of a bound as comments write it: 2^51 + 19 2^13, or 1.6037, exactly."""
    text = re.sub(r"(?<=[\w)]) (?=[\w(])", " * ", text.strip()).replace("^", "**")
    if not re.fullmatch(r"[\d\s.*+/()-]+", text):
        raise ValueError(f"not a bound: {text}")
    value = Fraction(eval(re.sub(r"(\d+\.\d+)", r"Fraction('\1')", text)))  # digits and operators only
    return int(value) if value.denominator == 1 else value


def contract(path, sentence):
    """
    The bounds in a sentence of the comments of this file. They stand in braces here; the file must say the same without
    them, or the proof is of something else than what the file promises.
    """
    words = " ".join(sentence.split())
    bounds = re.findall(r"\{(.*?)\}", words)
    plain = words.replace("{", "").replace("}", "")
    if plain not in comments_of(path):
        raise Refuted(f"{path} does not say: {plain}")
    return [number_of(bound) for bound in bounds]


# ---- inputs and claims ----


def vector(lane, width):
    """A vector of which only lane 0 is defined: a kernel that mixed lanes would be refused."""
    return (lane,) + (None,) * (width - 1)


def limbs(world, name, bounds, low=0):
    """Numbers from low to below their bound each."""
    lows = low if isinstance(low, list) else [low] * len(bounds)
    ends = enumerate(zip(lows, bounds, strict=True))
    return [world.input(f"{name}{i}", least, bound - 1) for i, (least, bound) in ends]


def in_first_lane(numbers, width):
    return {"v": [vector(number, width) for number in numbers]}


def in_all_lanes(numbers, width):
    return {"v": [(number,) * width for number in numbers]}


def lane(element, at=0):
    return [v[at] for v in element["v"]]


def weights(offsets):
    return [1 << offset for offset in offsets]


def within(world, numbers, bounds, what="result"):
    """Claim: from 0 to below the bound, each."""
    for i, (number, bound) in enumerate(zip(numbers, bounds, strict=True)):
        if number is None:
            raise Refuted(f"limb {i} of {what} is undefined")
        lo, hi = world.tight(number)
        if lo < 0 or hi >= bound:
            raise Refuted(f"limb {i} of {what} can be from {lo:#x} to {hi:#x}, not below {bound:#x}")


def lanes_within(world, element, bounds, lanes, what="result"):
    for at in lanes:
        within(world, lane(element, at), bounds, f"{what}, lane {at}")


def congruent(world, got, expected, modulus):
    """Claim: two polynomials agree modulo a number, or exactly if it is 0, whatever the inputs are."""
    difference = world.final(poly_add(got, expected, -1))
    wrong = [c for c in difference.values() if modulus == 0 or c % modulus]
    if wrong:
        raise Refuted(f"not congruent: {len(wrong)} of {len(difference)} terms are left")


def product(world, a, b, scale):
    return poly_mul(world.value(a, scale), world.value(b, scale))
