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


ONE, MINUS_3 = Poly({(): 1}), Poly({(): -3})

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


def is_sum(same, p, q, got, scale=1):
    """
    x3 = (dy/dx)^2 - x1 - x2 and y3 = (dy/dx) (x1 - x3) - y1, for dx = x2 - x1 and dy = y2 - y1. Z has dx as a factor:
    it is 0 for equal and for opposite points.
    """
    (x1, y1, z1), (x2, y2, z2) = p, q
    dx, dy = x2 - x1, y2 - y1
    x3, y3, z3 = got
    same(z3, scale * dx * (z1 * z2) ** 3)
    above = dy**2 - dx**2 * (x1 + x2)
    same(x3 * dx**2, z3**2 * above)
    same(y3 * dx**3, z3**3 * (dy * (x1 * dx**2 - above) - y1 * dx**3))


def tells_equal_points(same, p, q, h, r, scale=1):
    """H is 0 where x is the same, R where y is."""
    (x1, y1, z1), (x2, y2, z2) = p, q
    same(h, (x2 - x1) * (z1 * z2) ** 2)
    same(r, scale * (y2 - y1) * (z1 * z2) ** 3)


WEIERSTRASS = {"p256_i686": P256, "p384_portable": P384, "p521_adx": P521}


def weierstrass(name, replaced=()):
    return Curve(f"kernels/ec/{name[:4]}/{name}.c", WEIERSTRASS[name], replaced=replaced)


def prove_weierstrass_double(curve):
    def claim(machine, at, same):
        (x, y, z), p = jacobian(at, "1")
        r = machine.new("point")
        machine.call("twice", r, p)
        is_double(same, x, y, z, MINUS_3, members(r, "xyz"))

    curve.prove(claim)


def prove_weierstrass_sums(curve):
    def claim(machine, at, same):
        p, q = jacobian(at, "1"), jacobian(at, "2")
        r, d = machine.new("point"), machine.new("difference")
        machine.call("add", r, p[1], q[1], d)
        is_sum(same, p[0], q[0], members(r, "xyz"))
        tells_equal_points(same, p[0], q[0], *members(d, "hr"))
        x, y, _ = q[0]
        r, d = machine.new("point"), machine.new("difference")
        machine.call("add_affine", r, p[1], {"x": element(x), "y": element(y)}, d)
        is_sum(same, p[0], (x, y, ONE), members(r, "xyz"))
        tells_equal_points(same, p[0], (x, y, ONE), *members(d, "hr"))

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
        is_sum(same, first, second, got(r, "xyz"))
        tells_equal_points(same, first, second, *got(d, "hr"))

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
    same(y3 * (ONE - product), z3 * (y1 * y2 - a * x1 * x2))
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
        for z_is_one, z2 in ((0, z), (1, ONE)):
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


# ---- elements in lanes: a vector of lanes for each limb; the value of a lane is the sum of its limbs ----


class Lanes:
    """
    Elements side by side, or of several points in step: an element is the value of this structure member for member.
    `halves`: lanes 4 to 7 hold the upper limbs. What carries an element leaves its value.
    """

    def __init__(self, path, prime, structure, offsets, width, halves=False, replaced=()):
        self.kernel, self.prime, self.structure = Kernel(path, replaced=replaced), prime, structure
        self.weights, self.width, self.halves = [1 << offset for offset in offsets], width, halves

    def element(self, lanes):
        """Polynomials in the lanes that are given; the lowest limb has them whole."""
        first = [None] * self.width
        rest = [None] * self.width
        for at, poly in lanes.items():
            first[at], rest[at] = Num(0, 1, as_poly(poly)), const(0)
            if self.halves:
                first[4 + at] = const(0)
                rest[4 + at] = const(0)
        num = len(self.weights) // (2 if self.halves else 1)
        return {"v": [tuple(first), *[tuple(rest)] * (num - 1)]}

    def lane(self, element, at):
        """The polynomial in a lane, or None."""
        limbs = [v[at] for v in element["v"]] + ([v[4 + at] for v in element["v"]] if self.halves else [])
        if None in limbs:
            return None
        total = {}
        for limb, weight in zip(limbs, self.weights, strict=True):
            total = poly_add(total, limb.poly, weight)
        return Poly({m: c % self.prime for m, c in total.items() if c % self.prime})

    def lane_by_lane(self, compute):
        def run(machine, args):
            result = {}
            for at in range(4 if self.halves else self.width):
                values = [self.lane(value, at) for value, _ in args]
                if None not in values:
                    result[at] = compute(*values)
            return self.element(result), machine.tags[self.structure]

        return run

    def prove(self, claim, products, kept, **more):
        """products: the functions that multiply; kept: those that return the value of their argument."""
        instead = {name: self.lane_by_lane(lambda a, b: a * b) for name in products}
        instead |= {name: self.lane_by_lane(lambda a: a) for name in kept} | more

        def run(world, machine):
            atoms = {}

            def coordinate(name):
                return atoms.setdefault(name, Poly(world.input(name, 0, self.prime).poly))

            claim(machine, coordinate, lambda a, b: congruent(world, a.poly, as_poly(b), self.prime))

        self.kernel.prove(run, instead=instead)

    def got(self, element, lanes):
        return [self.lane(element, at) for at in lanes]


def in_lanes(values):
    return dict(enumerate(values))


def x4_25519(replaced=()):
    path = "kernels/curve25519/curve25519_ifma.c"
    return Lanes(path, CURVE25519, "fe_x4", range(0, 255, 51), 4, replaced=replaced)


def x8_448(replaced=()):
    return Lanes("kernels/curve448/curve448_ifma.c", CURVE448, "fe_x8", range(0, 450, 45), 8, replaced=replaced)


def prove_ladder_lanes(field, a, a24, products, kept):
    def claim(machine, at, same):
        x1, x2, z2, x3, z3 = (at(name) for name in ("x1", "x2", "z2", "x3", "z3"))
        args = [in_lanes([x2, z2, x3, z3]), in_lanes([x1] * 4), in_lanes([Poly({(): a24})] * 4)]
        rung = machine.call("climb", *map(field.element, args))
        x, z, sum_x, sum_z = field.got(rung, range(4))
        same(x * (4 * x2 * z2 * (x2**2 + a * x2 * z2 + z2**2)), z * (x2**2 - z2**2) ** 2)
        same(sum_x * x1 * (x2 * z3 - z2 * x3) ** 2, sum_z * (x2 * x3 - z2 * z3) ** 2)

    field.prove(claim, products, kept)


X4_25519 = ("fe_x4_mul",), ("fe_x4_carry",)
X8_448 = ("fe_x8_mul",), ("fe_x8_carry",)


def prove_25519_lanes(field):
    def claim(machine, at, same):
        first, second = ([at(f"{letter}{i}") for letter in "xyz"] for i in "12")
        x, y, z = second
        x1, y1, z1 = first
        p = field.element(in_lanes([x1 * z1, y1 * z1, z1, x1 * y1 * z1]))
        q = field.element(in_lanes([(y - x) * z, (y + x) * z, 2 * z, 2 * D25519 * x * y * z]))
        is_edwards_sum(same, first, second, -1, D25519, field.got(machine.call("add", p, q), range(4)))
        opposite = [Poly({}) - x, y, z]
        minus = machine.call("add", p, machine.call("negated", q))
        is_edwards_sum(same, first, opposite, -1, D25519, field.got(minus, range(4)))
        is_edwards_double(same, first, -1, field.got(machine.call("twice", p), range(4)))

    field.prove(claim, *X4_25519)


def prove_448_lanes(field):
    def claim(machine, at, same):
        first, second = ([at(f"{letter}{i}") for letter in "xyz"] for i in "12")
        x, y, z = second
        x1, y1, z1 = first
        d = -39081
        p = field.element(in_lanes([x1 * z1, y1 * z1, z1, x1 * y1 * z1]))
        q = field.element(in_lanes([x * z, y * z, z, d * x * y * z, (x + y) * z]))
        is_edwards_sum(same, first, second, 1, d, field.got(machine.call("add", p, q), range(4)))
        opposite = [Poly({}) - x, y, z]
        minus = machine.call("add", p, machine.call("negated", q))
        is_edwards_sum(same, first, opposite, 1, d, field.got(minus, range(4)))
        is_edwards_double(same, first, 1, field.got(machine.call("twice", p), range(4)))

    field.prove(claim, *X8_448)


def test_25519_lanes():
    prove_25519_lanes(x4_25519())
    prove_ladder_lanes(x4_25519(), 486662, 121665, *X4_25519)


def test_448_lanes():
    prove_448_lanes(x8_448())
    prove_ladder_lanes(x8_448(), 156326, 39081, *X8_448)


# ---- P-384 and P-521, four elements side by side ----

X4_WEIERSTRASS = ("fe_x4_mul",), ("fe_x4_settle",)


def x4_weierstrass(name, replaced=()):
    prime, step, num = {"p384": (P384, 48, 8), "p521": (P521, 44, 12)}[name]
    path = f"kernels/ec/{name}/{name}_ifma.c"
    return Lanes(path, prime, "fe_x4", range(0, step * num, step), 8, halves=True, replaced=replaced)


def prove_x4(field):
    """a = 3 (X - Z^2) (X + Z^2) beside Y, X and Z^2, before and after."""
    def point(at, name):
        x, y, z = (at(f"{letter}{name}") for letter in "xyz")
        slope = 3 * (x * z**2 - z**2) * (x * z**2 + z**2)
        return (x, y, z), {"yazx": field.element(in_lanes([y * z**3, slope, z**2, x * z**2])),
                           "z": field.element({1: z})}

    def coordinates(same, p):
        y, slope, zz, x = field.got(p["yazx"], range(4))
        (z,) = field.got(p["z"], [1])
        same(zz, z**2)
        same(slope, 3 * (x - zz) * (x + zz))
        return x, y, z

    def claim(machine, at, same):
        (x, y, z), p = point(at, "1")
        machine.call("twice_x4", p)
        is_double(same, x, y, z, MINUS_3, coordinates(same, p))
        (first, p), (second, q) = point(at, "1"), point(at, "2")
        addend = {"xzzy": field.element({}), "zzz": field.element({})}
        difference = {"h": field.element({}), "r": field.element({})}
        machine.call("to_addend", addend, q)
        machine.call("add_x4", p, addend, difference)
        h, r = field.got(difference["h"], [0]) + field.got(difference["r"], [3])
        is_sum(same, first, second, coordinates(same, p))
        tells_equal_points(same, first, second, h, r)
        machine.call("from_addend", p, addend)
        for got, expected in zip(coordinates(same, p), (second[0] * second[2]**2, second[1] * second[2]**3, second[2]),
                                 strict=True):
            same(got, expected)

    field.prove(claim, *X4_WEIERSTRASS)


@pytest.mark.parametrize("name", ["p384", "p521"])
def test_x4(name):
    prove_x4(x4_weierstrass(name))


# ---- P-256: products have a factor of 2^260, which is the same in every element and left out here; W is 2 Y ----

P256_KEPT = "fes_carry", "fes_fold"


def p256_lanes(width, replaced=()):
    path = f"kernels/ec/p256/p256_{'ifma' if width == 4 else 'batch8_ifma'}.c"
    return Lanes(path, P256, "fes", range(0, 260, 52), width, replaced=replaced)


def prove_p256_x4(field):
    def a_sum(at, name):
        x, y, z = (at(f"{letter}{name}") for letter in "xyz")
        slope = 3 * (x * z**2 - z**2) * (x * z**2 + z**2)
        w = 2 * y * z**3
        return (x, y, z), {"y": field.element(in_lanes([w, slope, w])), "x": field.element({2: x * z**2}),
                           "z": field.element({0: z}), "zz": field.element({0: z**2})}

    def coordinates(same, s):
        w, slope, again = field.got(s["y"], range(3))
        ((x,), (z,), (zz,)) = (field.got(s[name], [at]) for name, at in (("x", 2), ("z", 0), ("zz", 0)))
        same(again, w)
        same(zz, z**2)
        same(slope, 3 * (x - zz) * (x + zz))
        return x, pow(2, -1, P256) * w, z

    def claim(machine, at, same):
        (x, y, z), s = a_sum(at, "1")
        machine.call("double_sum", s)
        is_double(same, x, y, z, MINUS_3, coordinates(same, s))
        for z_is_one in (0, 1):
            (first, s), second = a_sum(at, "1"), [at("x2"), at("y2"), ONE if z_is_one else at("z2")]
            x, y, z = second
            w = y if z_is_one else 2 * y * z**3
            q = {"a": field.element({0: x * z**2, 2: z**2, 3: z}), "b": field.element({0: z**3, 1: w})}
            machine.call("begin_sum", s, q, z_is_one)
            for got, expected in zip(coordinates(same, s), (x * z**2, y * z**3, z), strict=True):
                same(got, expected)
            first, s = a_sum(at, "1")
            machine.call("add_to_sum", s, q, z_is_one)
            is_sum(same, first, second, coordinates(same, s), 2)

    field.prove(claim, ("fes_mul",), P256_KEPT)


def prove_p256_in_step(field):
    def wide(machine, args):
        a, b = (field.lane(value, 0) for value, _ in (args if len(args) == 2 else args * 2))
        lowest = (Num(0, 1, (a * b).poly), *[None] * 7)
        return {"c": [lowest]}, machine.tags["wide"]

    def of_wide(value):
        return field.element({0: Poly(value["c"][0][0].poly)})

    def reduced(machine, args):
        return of_wide(args[0][0]), machine.tags["fes"]

    def two_reduced(machine, args):
        for (pointer, _), (value, _) in zip(args[:2], args[2:], strict=True):
            pointer.box[pointer.key] = of_wide(value)
        return None, VOID

    def one(machine, args):
        return field.element({0: ONE}), machine.tags["fes"]

    def point(at, name):
        x, y, z = (at(f"{letter}{name}") for letter in "xyz")
        values = {"x": x * z**2, "w": 2 * y * z**3, "z": z, "zz": z**2}
        return (x, y, z), {member: field.element({0: value}) for member, value in values.items()}

    def coordinates(same, p):
        x, w, z, zz = (field.lane(p[name], 0) for name in ("x", "w", "z", "zz"))
        same(zz, z**2)
        return x, pow(2, -1, P256) * w, z

    def claim(machine, at, same):
        (x, y, z), p = point(at, "1")
        machine.call("twice_times", p, 1)
        is_double(same, x, y, z, MINUS_3, coordinates(same, p))
        (first, p), (second, q) = point(at, "1"), point(at, "2")
        machine.call("add", p, q)
        is_sum(same, first, second, coordinates(same, p), 2)
        x, y, _ = second
        entry = {"x": field.element({0: x}), "w": field.element({0: 2 * y})}
        for negative, sign in ((0, 1), (255, -1)):
            (first, p), difference = point(at, "1"), {"h": field.element({}), "r": field.element({})}
            machine.call("add_entry", p, entry, negative, difference)
            is_sum(same, first, (x, sign * y, ONE), coordinates(same, p), 2)
            h, r = (field.lane(difference[name], 0) for name in "hr")
            tells_equal_points(same, first, (x, sign * y, ONE), h, r, 2)
            machine.call("begin", p, entry, negative)
            for got, expected in zip(coordinates(same, p), (x, sign * y, ONE), strict=True):
                same(got, expected)

    field.prove(claim, ("fes_mul",), P256_KEPT, wide_mul=wide, wide_sqr=wide, reduce=reduced, reduce_two=two_reduced,
                fes_one=one)


def test_p256_x4():
    prove_p256_x4(p256_lanes(4))


def test_p256_in_step():
    prove_p256_in_step(p256_lanes(8))
