"""
Points: sums, doublings and steps of ladders are the group law, as identities of polynomials in affine coordinates and
any Z, modulo p. Products and sums of the field are those of polynomials here; that the fields compute them is proved
elsewhere. Where formulas have exceptions, a factor of both sides is 0 there.
"""

import pytest
from exact import Num, const, poly_add, poly_mul
from kinds import ULONG, VOID, Ptr
from proof import Kernel, congruent
from reader import parse_expression

CURVE25519, CURVE448 = 2**255 - 19, 2**448 - 2**224 - 1
P256 = 2**256 - 2**224 + 2**192 + 2**96 - 1
P384 = 2**384 - 2**128 - 2**96 + 2**32 - 1
P521 = 2**521 - 1


class Poly:
    """A polynomial in the coordinates."""

    def __init__(self, poly):
        self.poly = poly

    def __add__(self, other):
        return Poly(poly_add(self.poly, as_poly(other)))

    def __sub__(self, other):
        return Poly(poly_add(self.poly, as_poly(other), -1))

    def __mul__(self, other):
        return Poly(poly_mul(self.poly, as_poly(other)))

    __rmul__ = __mul__

    def __pow__(self, n):
        return self if n == 1 else self * self ** (n - 1)


def as_poly(value):
    return value.poly if isinstance(value, Poly) else {(): value} if value else {}


# ---- elements of the field: the polynomial is in the place of the first word, limb or lane ----


def holder(pointer):
    value = pointer.box[pointer.key]
    return value["v"] if isinstance(value, dict) else pointer.box


def element(poly):
    return {"v": [Num(0, 1, poly.poly)]}


def read(pointer):
    number = holder(pointer)[0]
    while isinstance(number, tuple):
        number = number[0]
    return Poly(number.poly)


def operation(compute, first=0):
    """A function of the field; `first`: the number of arguments before the result."""

    def run(machine, args):
        values = [read(value) if isinstance(value, Ptr) else Poly(value.poly) for value, _ in args[first + 1 :]]
        holder(args[first][0])[0] = Num(0, 1, compute(*values).poly)
        return None, VOID

    return run


def field(prime, prefix="fe_", first=0):
    half = (prime + 1) // 2
    operations = {"add": lambda a, b: a + b, "sub": lambda a, b: a - b, "mul": lambda a, b: a * b,
                  "sqr": lambda a: a * a, "half": lambda a: half * a, "mul_small": lambda a, n: a * n}
    return {prefix + name: operation(compute, first) for name, compute in operations.items()}


class Curve:
    def __init__(self, path, prime, text=None, replaced=()):
        self.kernel, self.prime = Kernel(path, text, replaced=replaced), prime

    def prove(self, claim, **instead):
        def run(world, machine):
            atoms = {}

            def coordinate(name):
                return atoms.setdefault(name, Poly(world.input(name, 0, self.prime).poly))

            claim(machine, coordinate, lambda a, b: congruent(world, a.poly, as_poly(b), self.prime))

        self.kernel.prove(run, instead=field(self.prime) | instead)


def members(structure, names):
    return [Poly(structure[name]["v"][0].poly) for name in names]


# ---- Weierstrass curves, y^2 = x^3 + a x + b, in Jacobian coordinates ----


def jacobian(at, name):
    x, y, z = (at(f"{letter}{name}") for letter in "xyz")
    return (x, y, z), {"x": element(x * z**2), "y": element(y * z**3), "z": element(z)}


def is_double(same, x, y, z, a, got):
    """x3 = (m^2 - 8 x y^2) / (2 y)^2 and y3 = (m (12 x y^2 - m^2) - 8 y^4) / (2 y)^3 for m = 3 x^2 + a."""
    m = 3 * x**2 + a
    x3, y3, z3 = got
    same(z3, 2 * y * z**4)
    same(x3 * (2 * y) ** 2, z3**2 * (m**2 - 8 * x * y**2))
    same(y3 * (2 * y) ** 3, z3**3 * (m * (12 * x * y**2 - m**2) - 8 * y**4))


def is_sum(same, p, q, got, h, r):
    """x3 = (r/h)^2 - x1 - x2 and y3 = (r/h) (x1 - x3) - y1, for h = x2 - x1 and r = y2 - y1."""
    (x1, y1, z1), (x2, y2, z2) = p, q
    dx, dy = x2 - x1, y2 - y1
    x3, y3, z3 = got
    same(h, dx * (z1 * z2) ** 2)
    same(r, dy * (z1 * z2) ** 3)
    same(z3, dx * (z1 * z2) ** 3)
    above = dy**2 - dx**2 * (x1 + x2)
    same(x3 * dx**2, z3**2 * above)
    same(y3 * dx**3, z3**3 * (dy * (x1 * dx**2 - above) - y1 * dx**3))


WEIERSTRASS = {"p256_i686": P256, "p384_portable": P384, "p521_adx": P521}


def weierstrass(name, replaced=()):
    return Curve(f"kernels/ec/{name[:4]}/{name}.c", WEIERSTRASS[name], replaced=replaced)


def prove_weierstrass_double(curve):
    def claim(machine, at, same):
        (x, y, z), p = jacobian(at, "1")
        r = machine.new("point")
        machine.call("twice", r, p)
        is_double(same, x, y, z, Poly({(): -3}), members(r, "xyz"))

    curve.prove(claim)


def prove_weierstrass_sums(curve):
    def claim(machine, at, same):
        p, q = jacobian(at, "1"), jacobian(at, "2")
        r, d = machine.new("point"), machine.new("difference")
        machine.call("add", r, p[1], q[1], d)
        is_sum(same, p[0], q[0], members(r, "xyz"), *members(d, "hr"))
        x, y, _ = q[0]
        r, d = machine.new("point"), machine.new("difference")
        machine.call("add_affine", r, p[1], {"x": element(x), "y": element(y)}, d)
        is_sum(same, p[0], (x, y, Poly({(): 1})), members(r, "xyz"), *members(d, "hr"))

    curve.prove(claim)


@pytest.mark.parametrize("prove", [prove_weierstrass_double, prove_weierstrass_sums])
@pytest.mark.parametrize("name", WEIERSTRASS)
def test_weierstrass(name, prove):
    prove(weierstrass(name))


# ---- any prime curve: an element is an array ----

PRIME = "kernels/ec/prime/prime_point_portable.c"


def prove_prime_curves(kernel):
    """Whatever p is: nothing is reduced but a half, here modulo that of P-256."""
    functions = field(P256, "ab_prime_", 1)

    def claim(world, machine, kind, a):
        def at(name):
            return Poly(world.input(name, 0, P256).poly)

        def same(got, expected):
            congruent(world, got.poly, as_poly(expected), P256)

        def point(name):
            x, y, z = (at(f"{letter}{name}") for letter in "xyz")
            return (x, y, z), {"x": [Num(0, 1, (x * z**2).poly)], "y": [Num(0, 1, (y * z**3).poly)],
                               "z": [Num(0, 1, z.poly)]}

        def got(structure, names):
            return [Poly(structure[name][0].poly) for name in names]

        coefficient = at("a") if a is None else Poly(as_poly(a))
        number = Ptr([Num(0, 1, coefficient.poly)], 0, ULONG)
        machine.instead = functions | {"ab_prime_number": lambda machine, args: (number, VOID)}
        curve = {"coefficient": const(machine.number(parse_expression(kind)))}
        f = {"curve": Ptr([curve], 0, machine.tags["ab_prime_curve"])}
        (first, p), (second, q) = point("1"), point("2")
        r, d = machine.new("ab_prime_point"), machine.new("ab_prime_difference")
        machine.call("ab_prime_double", f, r, p)
        is_double(same, *first, coefficient, got(r, "xyz"))
        machine.call("ab_prime_sum", f, r, p, q, d)
        is_sum(same, first, second, got(r, "xyz"), *got(d, "hr"))

    for kind, a in (("AB_PRIME_A_IS_MINUS_3", -3), ("AB_PRIME_A_IS_ZERO", 0), ("AB_PRIME_A_IS_ANY", None)):
        kernel.prove(lambda world, machine, kind=kind, a=a: claim(world, machine, kind, a))


def test_prime_curves():
    prove_prime_curves(Kernel(PRIME))


# ---- Edwards curves, a x^2 + y^2 = 1 + d x^2 y^2, with T = X Y / Z ----


def extended(at, name):
    x, y, z = (at(f"{letter}{name}") for letter in "xyz")
    return (x, y, z), {"x": element(x * z), "y": element(y * z), "z": element(z), "t": element(x * y * z)}


def is_edwards_sum(same, p, q, a, d, got):
    """x3 = (x1 y2 + y1 x2) / (1 + d x1 x2 y1 y2), y3 = (y1 y2 - a x1 x2) / (1 - d x1 x2 y1 y2)."""
    (x1, y1, _), (x2, y2, _) = p, q
    x3, y3, z3, *t3 = got
    product = d * x1 * x2 * y1 * y2
    same(x3 * (product + 1), z3 * (x1 * y2 + y1 * x2))
    same(y3 * (Poly({(): 1}) - product), z3 * (y1 * y2 - a * x1 * x2))
    for t in t3:
        same(t * z3, x3 * y3)


def is_edwards_double(same, p, a, got):
    """The same for q = p, where d x^2 y^2 = a x^2 + y^2 - 1."""
    x, y, _ = p
    x3, y3, z3, *t3 = got
    above = a * x**2 + y**2
    same(x3 * above, 2 * z3 * x * y)
    same(y3 * (Poly({(): 2}) - above), z3 * (y**2 - a * x**2))
    for t in t3:
        same(t * z3, x3 * y3)


D25519 = -121665 * pow(121666, -1, CURVE25519) % CURVE25519
KERNELS_25519 = ("portable", "batch4_avx2", "batch8_ifma")


def curve25519(name, replaced=()):
    return Curve(f"kernels/curve25519/curve25519_{name}.c", CURVE25519, replaced=replaced)


def prove_25519(curve):
    def claim(machine, at, same):
        (first, p), (second, _) = extended(at, "1"), extended(at, "2")
        x, y, z = second
        for z_is_one, z2 in ((0, z), (1, Poly({(): 1}))):
            q = {"minus": element((y - x) * z2), "plus": element((y + x) * z2), "z2": element(2 * z2),
                 "t2d": element(2 * D25519 * x * y * z2)}
            r = machine.new("point")
            machine.call("add", r, p, q, z_is_one)
            is_edwards_sum(same, first, second, -1, D25519, members(r, "xyzt"))
        machine.call("twice", r, p)
        is_edwards_double(same, first, -1, members(r, "xyzt"))

    curve.prove(claim)


@pytest.mark.parametrize("name", KERNELS_25519)
def test_25519(name):
    prove_25519(curve25519(name))


def curve448(replaced=()):
    return Curve("kernels/curve448/curve448_portable.c", CURVE448, replaced=replaced)


def prove_448(curve):
    def claim(machine, at, same):
        d = -39081
        (first, p), (second, q) = extended(at, "1"), extended(at, "2")
        x, y, _ = second
        r = machine.new("point")
        machine.call("add", r, p, q)
        is_edwards_sum(same, first, second, 1, d, members(r, "xyzt"))
        entry = {"x": element(x), "y": element(y), "sum": element(x + y), "td": element(d * x * y)}
        machine.call("add_entry", r, p, entry)
        is_edwards_sum(same, first, second, 1, d, members(r, "xyzt"))
        for with_t in (0, 1):
            machine.call("twice", r, p, with_t)
            is_edwards_double(same, first, 1, members(r, "xyzt" if with_t else "xyz"))

    curve.prove(claim)


def test_448():
    prove_448(curve448())


# ---- ladders, y^2 = x^3 + A x^2 + x ----


def prove_ladder(curve, a):
    """
    The double of (x2 : z2) is ((x^2 - z^2)^2 : 4 x z (x^2 + A x z + z^2)); of two points and their difference x1 the
    sum has x x1 (x2 z3 - z2 x3)^2 = (x2 x3 - z2 z3)^2.
    """

    def claim(machine, at, same):
        x1, x2, z2, x3, z3 = (at(name) for name in ("x1", "x2", "z2", "x3", "z3"))
        rung = {name: element(value) for name, value in (("x2", x2), ("z2", z2), ("x3", x3), ("z3", z3))}
        machine.call("climb", rung, element(x1))
        x, z, sum_x, sum_z = members(rung, ("x2", "z2", "x3", "z3"))
        same(x * (4 * x2 * z2 * (x2**2 + a * x2 * z2 + z2**2)), z * (x2**2 - z2**2) ** 2)
        same(sum_x * x1 * (x2 * z3 - z2 * x3) ** 2, sum_z * (x2 * x3 - z2 * z3) ** 2)

    curve.prove(claim)


@pytest.mark.parametrize("name", KERNELS_25519)
def test_ladder_25519(name):
    prove_ladder(curve25519(name), 486662)


def test_ladder_448():
    prove_ladder(curve448(), 156326)
