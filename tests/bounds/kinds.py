"""Types of C, and places in memory."""


class Int:
    def __init__(self, bits, signed):
        self.bits, self.signed = bits, signed
        self.size = bits // 8


class Vector:
    def __init__(self, of, lanes):
        self.of, self.lanes = of, lanes
        self.size = of.size * lanes


class Array:
    def __init__(self, of, num):
        self.of, self.num = of, num
        self.size = of.size * num


class Struct:
    def __init__(self, members):
        self.members = members
        self.size = sum(t.size for t in members.values())


class Pointer:
    size = 8

    def __init__(self, to):
        self.to = to


class Function:
    size = 1


class Void:
    size = 1


class Ptr:
    """A place: box[key]. If it points to a vector where integers are, `of` is their type."""

    __slots__ = ("box", "key", "of", "to")

    def __init__(self, box, key, to, of=None):
        self.box, self.key, self.to, self.of = box, key, to, of


class Addresses:
    """Memory of which only addresses are taken: a key is any number."""


CHAR, UCHAR = Int(8, True), Int(8, False)
SHORT, USHORT = Int(16, True), Int(16, False)
INT, UINT = Int(32, True), Int(32, False)
LONG, ULONG = Int(64, True), Int(64, False)
INT128, UINT128 = Int(128, True), Int(128, False)
INTEGERS = {(t.bits, t.signed): t for t in (CHAR, UCHAR, SHORT, USHORT, INT, UINT, LONG, ULONG, INT128, UINT128)}
VOID, FUNCTION = Void(), Function()
NAMED = {"ab_uint128": UINT128, "ab_int128": INT128}
BREAK, CONTINUE = object(), object()
