"""
An interpreter of the C that arithmetic kernels are written in, over the integers of exact.py: control flow, indices and
pointers are concrete, data are ranges and polynomials. What it does not understand it refuses (Refuted).

Objects: an integer is a Num, or None before it is written; a vector a tuple of these; an array a list; a structure a
dict; a pointer a Ptr to a place in one of these containers. Types stand beside values, never in them.
"""

from functools import cache

import intrinsics
from exact import Num, Refuted, const
from kinds import (
    BREAK,
    CHAR,
    CONTINUE,
    FUNCTION,
    INT,
    INTEGERS,
    LONG,
    NAMED,
    ULONG,
    VOID,
    Addresses,
    Array,
    Int,
    Pointer,
    Ptr,
    Struct,
    Vector,
)
from pycparser import c_ast
from reader import parse_expression


def copied(value):
    if isinstance(value, list):
        return [copied(x) for x in value]
    if isinstance(value, dict):
        return {name: copied(x) for name, x in value.items()}
    return value


@cache
def has_effects(node):
    """Whether an expression may write: it has an assignment, or a call."""
    if isinstance(node, (c_ast.Assignment, c_ast.FuncCall)):
        return True
    if isinstance(node, c_ast.UnaryOp) and node.op in ("++", "--", "p++", "p--"):
        return True
    return any(has_effects(child) for _, child in node.children())


def is_same(a, b):
    """Whether two values are the same numbers, or places."""
    if isinstance(a, tuple):
        return all(map(is_same, a, b))
    if isinstance(a, dict):
        return all(is_same(a[name], b[name]) for name in a)
    if isinstance(a, list):
        return all(map(is_same, a, b))
    if isinstance(a, Ptr):
        return a.box is b.box and a.key == b.key
    if a is b or not isinstance(a, Num):
        return a is b
    return a.lo == b.lo and a.hi == b.hi and a.poly == b.poly


def is_number(value):
    return isinstance(value, int)


@cache
def constant(kind, text):
    """The value and type of a literal."""
    if kind == "char":
        return const(ord(text[1])), INT
    if kind == "string":
        return None, Pointer(CHAR)
    text = text.lower()
    digits = text.rstrip("ul")
    suffix = text[len(digits) :]
    value = int(digits, 0) if not (digits.startswith("0") and digits.isdigit()) else int(digits, 8)
    unsigned, hexadecimal = "u" in suffix, digits.startswith("0x")
    for bits in (64,) if "l" in suffix else (32, 64):
        if not unsigned and value < 1 << (bits - 1):
            return const(value), INTEGERS[bits, True]
        if (unsigned or hexadecimal) and value < 1 << bits:
            return const(value), INTEGERS[bits, False]
    raise Refuted(text)


class Machine:
    """`before`: functions to call with the arguments of a function of that name; `instead`: to call in its place."""

    def __init__(self, source, world, before=None, instead=None):
        self.world, self.before, self.instead = world, before or {}, instead or {}
        self.vectors, self.typedefs, self.tags, self.functions = source.vectors, dict(NAMED), {}, {}
        self.globals, self.delayed, self.scopes, self.signatures = {}, {}, [], {}
        for node in source.tree.ext:
            self.declare_outside(node)

    def define(self, name, value, kind):
        """Give a constant of another file its value."""
        self.globals[name] = [value, kind]

    def new(self, tag):
        """A structure that was not written."""
        return self.filled(self.tags[tag], None)

    # ---- declarations ----

    def declare_outside(self, node):
        if isinstance(node, c_ast.FuncDef):
            self.functions[node.decl.name] = node
        elif isinstance(node, c_ast.Typedef):
            self.typedef(node)
        elif isinstance(node, c_ast.Decl):
            if node.name is None or isinstance(node.type, c_ast.FuncDecl):
                self.type_of(node.type)
            else:
                self.delayed[node.name] = node

    def typedef(self, node):
        if node.name in NAMED:
            return
        if node.name in self.vectors:
            of, size = self.type_of(node.type), self.vector_size(self.vectors[node.name])
            self.typedefs[node.name] = Vector(of, size // of.size)
        else:
            self.typedefs[node.name] = node.type

    def vector_size(self, text):
        return self.number(parse_expression(text))

    def type_of(self, node):
        if isinstance(node, c_ast.TypeDecl):
            return self.type_of(node.type)
        if isinstance(node, c_ast.IdentifierType):
            return self.named_type(node.names)
        if isinstance(node, c_ast.PtrDecl):
            return Pointer(self.type_of(node.type))
        if isinstance(node, c_ast.ArrayDecl):
            return Array(self.type_of(node.type), 0 if node.dim is None else self.number(node.dim))
        if isinstance(node, c_ast.Struct):
            if node.decls is not None:
                members = {d.name: self.type_of(d.type) for d in node.decls}
                self.tags[node.name or id(node)] = Struct(members)
            return self.tags.get(node.name or id(node)) or VOID
        if isinstance(node, c_ast.Enum):
            if node.values is not None:
                self.enumerate(node)
            return INT
        if isinstance(node, c_ast.FuncDecl):
            return FUNCTION
        if isinstance(node, c_ast.Typename):
            return self.type_of(node.type)
        if isinstance(node, c_ast.Union):  # no member of it can be read
            return VOID
        raise Refuted(f"type {type(node).__name__}")

    def signature(self, function):
        """The names and types of the parameters, and the type of the result."""
        name, kind = function.decl.name, function.decl.type
        if name not in self.signatures:
            params = [(param.name, self.parameter(param)) for param in (kind.args.params if kind.args else ())]
            self.signatures[name] = params, self.type_of(kind.type)
        return self.signatures[name]

    def parameter(self, param):
        kind = self.type_of(param.type)
        return Pointer(kind.of) if isinstance(kind, Array) else kind

    def type_of_result(self, name):
        """The type that a function of the source returns."""
        return self.signature(self.functions[name])[1]

    def named_type(self, names):
        if len(names) == 1 and names[0] in self.typedefs:
            found = self.typedefs[names[0]]
            if isinstance(found, c_ast.Node):
                found = self.typedefs[names[0]] = self.type_of(found)
            return found
        if names == ["void"]:
            return VOID
        signed, longs = "unsigned" not in names, names.count("long")
        bits = 64 if longs else 16 if "short" in names else 8 if "char" in names else 32
        if "double" in names or "float" in names:
            return VOID
        return INTEGERS[bits, signed]

    def enumerate(self, node):
        value = -1
        for item in node.values.enumerators:
            value = value + 1 if item.value is None else self.number(item.value)
            scope = self.scopes[-1] if self.scopes else self.globals
            scope[item.name] = [const(value), INT]

    def number(self, node):
        """The value of an expression that must be a constant."""
        value, kind = self.evaluate(node)
        value = self.world.word(value, kind.bits, kind.signed)
        if value.lo != value.hi:
            raise Refuted(f"{node.coord}: not a constant: {value}")
        return value.lo

    # ---- objects ----

    def filled(self, kind, leaf):
        if isinstance(kind, Array):
            return [self.filled(kind.of, leaf) for _ in range(kind.num)]
        if isinstance(kind, Struct):
            return {name: self.filled(t, leaf) for name, t in kind.members.items()}
        if isinstance(kind, Vector):
            return (leaf,) * kind.lanes
        return leaf

    def initialised(self, kind, node):
        if not isinstance(node, c_ast.InitList):
            if isinstance(kind, Array) and isinstance(node, c_ast.Constant):
                raise Refuted("a string")
            value, of = self.evaluate(node)
            return copied(self.reduced(self.converted(value, of, kind), kind))
        if isinstance(kind, (Int, Pointer)):
            return self.initialised(kind, node.exprs[0])
        if isinstance(kind, Array) and kind.num == 0:
            kind = Array(kind.of, len(node.exprs))
        items = [[item, None] for item in node.exprs]
        value, rest = self.consumed(kind, items)
        if rest:
            raise Refuted(f"{node.coord}: too many values")
        return value

    def consumed(self, kind, items):
        """An aggregate from the first of these items, and those that are left. An item: node, its value if known."""
        if isinstance(kind, Vector):
            lanes = [self.initialised(kind.of, node) for node, _ in items[: kind.lanes]]
            return tuple(lanes + [const(0)] * (kind.lanes - len(lanes))), items[kind.lanes :]
        value = self.filled(kind, const(0))
        names = list(kind.members) if isinstance(kind, Struct) else range(kind.num)
        place = 0
        while items and (place < len(names) or isinstance(items[0][0], c_ast.NamedInitializer)):
            node = items[0][0]
            if isinstance(node, c_ast.NamedInitializer):
                where = node.name[0]
                place = names.index(where.name if isinstance(where, c_ast.ID) and not is_number(names[0])
                                    else self.number(where))
                items[0][0] = node = node.expr
            name = names[place]
            of = kind.members[name] if isinstance(kind, Struct) else kind.of
            value[name], items = self.member(of, items)
            place += 1
        return value, items

    def member(self, of, items):
        node = items[0][0]
        if isinstance(node, c_ast.InitList) or isinstance(of, (Int, Pointer)):
            return self.initialised(of, node), items[1:]
        if items[0][1] is None:
            items[0][1] = self.evaluate(node)
        value, kind = items[0][1]
        if isinstance(kind, (Struct, Vector)) and not (isinstance(of, Array) or kind.size != of.size):
            return copied(value), items[1:]
        return self.consumed(of, items)

    def variable(self, name):
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        if name not in self.globals and name in self.delayed:
            node = self.delayed[name]
            kind = self.type_of(node.type)
            if kind is FUNCTION:
                return None
            if node.init is None and "static" not in node.storage:
                raise Refuted(f"{name} is in another file")
            cell = self.globals[name] = [self.filled(kind, const(0)), kind]
            if node.init is not None:
                scopes, self.scopes = self.scopes, []
                cell[0] = self.initialised(kind, node.init)
                self.scopes = scopes
        return self.globals.get(name)

    # ---- places ----

    def place(self, node):
        """The container, key and type of an lvalue."""
        if isinstance(node, c_ast.ID):
            cell = self.variable(node.name)
            if cell is None:
                raise Refuted(f"{node.coord}: {node.name} is not known")
            return cell, 0, cell[1]
        if isinstance(node, c_ast.StructRef):
            if node.type == "->":
                pointer, _ = self.evaluate(node.name)
                box, key, kind = pointer.box, pointer.key, pointer.to
            else:
                box, key, kind = self.place(node.name)
            return box[key], node.field.name, kind.members[node.field.name]
        if isinstance(node, c_ast.ArrayRef):
            pointer, kind = self.evaluate(node.name)
            at = self.number(node.subscript)
            if isinstance(kind, Vector):
                box, key, _ = self.place(node.name)
                return Lanes(box, key), at, kind.of
            return self.checked(pointer.box, pointer.key + at), pointer.key + at, pointer.to
        if isinstance(node, c_ast.UnaryOp) and node.op == "*":
            pointer, _ = self.evaluate(node.expr)
            return self.checked(pointer.box, pointer.key), pointer.key, pointer.to
        if isinstance(node, c_ast.CompoundLiteral):
            kind = self.type_of(node.type)
            return [self.initialised(kind, node.init)], 0, kind
        value, kind = self.evaluate(node)
        return [value], 0, kind

    def checked(self, box, key):
        if isinstance(box, list) and not 0 <= key < len(box):
            raise Refuted(f"index {key} of {len(box)}")
        return box

    def load(self, box, key, kind):
        value = box[key]
        if isinstance(kind, Vector) and not isinstance(value, tuple):
            if not isinstance(box, list) or key + kind.lanes > len(box):
                raise Refuted("a vector where there is none")
            return tuple(box[key : key + kind.lanes])
        return value

    def store(self, box, key, kind, value):
        if isinstance(kind, Vector) and self.holds_integers(box, key):
            self.checked(box, key + kind.lanes - 1)
            box[key : key + kind.lanes] = list(value)
            return
        box[key] = copied(value)

    def holds_integers(self, box, key):
        """Whether a vector is stored over an array of integers. (A vector that was never written is a tuple, too.)"""
        return isinstance(box, list) and (box[key] is None or isinstance(box[key], Num))

    # ---- conversions ----

    def converted(self, value, of, to):
        if isinstance(to, Int) and isinstance(of, Int):
            return self.as_integer(value, of, to)
        if isinstance(to, Vector) and isinstance(of, Vector):
            if len(value) == to.lanes or to.of.bits == 64:
                return value
            if to.of.bits != 32 or to.size != 8 * len(value):
                raise Refuted("a vector read in other lanes")
            return intrinsics.double_words(self, len(value), value)
        if isinstance(to, Vector) and isinstance(of, Int):
            return (self.as_integer(value, of, to.of),) * to.lanes
        if isinstance(to, Pointer) and isinstance(value, Ptr):
            if isinstance(to.to, (Vector, Int)) and not isinstance(value.to, type(to.to)):
                return self.viewed(value, to.to)
            return value
        return value

    def viewed(self, pointer, to):
        """A pointer cast: to a vector of the integers there, or to the elements of an array."""
        box, key, at = pointer.box, pointer.key, pointer.to
        while isinstance(at, Array):
            box, key, at = box[key], 0, at.of
        return Ptr(box, key, to if isinstance(to, Vector) else at, pointer.of if isinstance(at, Vector) else at)

    def as_integer(self, value, of, to):
        if value is None or of is to or (of.bits == to.bits):
            return value
        if to.bits > of.bits:
            return self.world.word(value, of.bits, of.signed)
        return self.world.wrapped(value, to.bits, to.signed)

    def promoted(self, value, kind):
        if kind.bits < 32:
            return self.as_integer(value, kind, INT), INT
        return value, kind

    # ---- expressions ----

    def evaluate(self, node):
        return EXPRESSIONS[type(node)](self, node)

    def on_Constant(self, node):
        return constant(node.type, node.value)

    def on_ID(self, node):
        cell = self.variable(node.name)
        if cell is None:
            if node.name in self.functions:
                return self.functions[node.name], FUNCTION
            raise Refuted(f"{node.coord}: {node.name} is not known")
        return self.decayed(cell, 0, cell[1])

    def decayed(self, box, key, kind):
        if isinstance(kind, Array):
            return Ptr(box[key], 0, kind.of), Pointer(kind.of)
        return self.load(box, key, kind), kind

    def on_StructRef(self, node):
        return self.decayed(*self.place(node))

    on_CompoundLiteral = on_StructRef

    def on_ArrayRef(self, node):
        base, kind = self.evaluate(node.name)
        if isinstance(kind, Vector):
            return base[self.number(node.subscript)], kind.of
        at = base.key + self.number(node.subscript)
        return self.decayed(self.checked(base.box, at), at, base.to)

    def on_Cast(self, node):
        to = self.type_of(node.to_type)
        value, of = self.evaluate(node.expr)
        return self.converted(value, of, to), to

    def on_TernaryOp(self, node):
        chosen = node.iftrue if self.holds(node.cond) else node.iffalse
        value, kind = self.evaluate(chosen)
        if isinstance(kind, Int) and kind.bits < 128:
            other = self.static_type(node.iffalse if chosen is node.iftrue else node.iftrue)
            if isinstance(other, Int):
                common = self.common(self.promoted(None, kind)[1], self.promoted(None, other)[1])
                return self.as_integer(value, kind, common), common
        return value, kind

    def static_type(self, node):
        """The type of a simple expression that is not evaluated; None if it is not simple."""
        if isinstance(node, (c_ast.Constant, c_ast.Cast)):
            return self.evaluate(node)[1] if isinstance(node, c_ast.Constant) else self.type_of(node.to_type)
        if isinstance(node, c_ast.ID) and self.variable(node.name) is not None:
            return self.variable(node.name)[1]
        if isinstance(node, c_ast.BinaryOp) and node.op not in ("<<", ">>"):
            types = [self.static_type(side) for side in (node.left, node.right)]
            if all(isinstance(t, Int) for t in types):
                return self.common(*(self.promoted(None, t)[1] for t in types))
        return None

    def on_Assignment(self, node):
        if node.op == "=":
            value, of = self.evaluate(node.rvalue)
            box, key, kind = self.place(node.lvalue)
        else:
            box, key, kind = self.place(node.lvalue)
            right, of_right = self.evaluate(node.rvalue)
            value, of = self.binary(node.op[:-1], self.load(box, key, kind), kind, right, of_right)
        value = self.reduced(self.converted(value, of, kind), kind)
        self.store(box, key, kind, value)
        return value, kind

    def reduced(self, value, kind):
        """What a variable receives: where words may wrap, they do so at once, so that a carry is known by its sum."""
        if not self.world.wraps or not isinstance(kind, Int) or kind.signed:
            return value
        return value if value is None or self.world.is_mask(value) else self.world.wrapped(value, kind.bits)

    def on_ExprList(self, node):
        for expr in node.exprs:
            result = self.evaluate(expr)
        return result

    def on_UnaryOp(self, node):
        op = node.op
        if op == "sizeof":
            if isinstance(node.expr, c_ast.Typename):
                return const(self.type_of(node.expr).size), ULONG
            return const(self.place(node.expr)[2].size), ULONG
        if op == "&":
            if isinstance(node.expr, c_ast.ID) and node.expr.name in self.functions:
                return self.functions[node.expr.name], FUNCTION
            if isinstance(node.expr, c_ast.ArrayRef):
                pointer, kind = self.evaluate(node.expr.name)
                if isinstance(pointer, Ptr) and isinstance(pointer.box, Addresses):
                    return Ptr(pointer.box, self.evaluate(node.expr.subscript)[0], pointer.to), kind
            box, key, kind = self.place(node.expr)
            return Ptr(box, key, kind), Pointer(kind)
        if op == "*":
            return self.decayed(*self.place(node))
        if op in ("++", "--", "p++", "p--"):
            return self.stepped(node, op)
        if op == "!":
            return const(0 if self.holds(node.expr) else 1), INT
        value, kind = self.evaluate(node.expr)
        if isinstance(kind, Vector):
            lanes = [None if x is None else self.negated(op, x) for x in value]
            return tuple(lanes), kind
        value, kind = self.promoted(value, kind)
        return self.in_type(self.negated(op, value), kind), kind

    def negated(self, op, value):
        if op == "+":
            return value
        return self.world.sub(const(-1 if op == "~" else 0), value)

    def stepped(self, node, op):
        box, key, kind = self.place(node.expr)
        before = box[key]
        by = 1 if "+" in op else -1
        if isinstance(before, Ptr):
            after = Ptr(before.box, before.key + by, before.to)
        else:
            after = self.in_type(self.world.add(before, const(by)), kind)
            if after.lo == after.hi:
                after = self.world.wrapped(after, kind.bits, kind.signed)
        box[key] = after
        return (before if op[0] == "p" else after), kind

    def in_type(self, value, kind):
        """Signed integers must not overflow; unsigned ones are reduced later."""
        if kind.signed and value is not None:
            lo, hi = value.lo, value.hi
            if not (-(1 << (kind.bits - 1)) <= lo and hi < 1 << (kind.bits - 1)):
                return self.world.word(value, kind.bits, True)
        return value

    def common(self, a, b):
        if a.bits != b.bits:
            return a if a.bits > b.bits else b
        return b if a.signed else a

    def holds(self, node):
        value, kind = self.evaluate(node)
        if isinstance(value, Ptr):
            return True
        if value is None:
            raise Refuted(f"{node.coord}: a branch on what was not written")
        if value.lo != value.hi:
            value = self.world.word(value, kind.bits, kind.signed)
        if value.lo > 0 or value.hi < 0:
            return True
        if value.lo == value.hi == 0:
            return False
        return self.world.decide(value) != 0

    def on_BinaryOp(self, node):
        if node.op == "&&":
            return const(1 if self.holds(node.left) and self.holds(node.right) else 0), INT
        if node.op == "||":
            return const(1 if self.holds(node.left) or self.holds(node.right) else 0), INT
        (left, kind), (right, of_right) = self.in_any_order((node.left, node.right))
        return self.binary(node.op, left, kind, right, of_right)

    def in_any_order(self, nodes):
        """The values of expressions, none of which may change what another one reads: C leaves their order open."""
        values = [self.evaluate(node) for node in nodes]
        if len(nodes) > 1 and any(map(has_effects, nodes)):
            for node, (value, _) in zip(nodes, values, strict=True):
                if not has_effects(node) and not is_same(self.evaluate(node)[0], value):
                    raise Refuted(f"{node.coord}: a value that depends on the order of evaluation")
        return values

    def binary(self, op, a, kind, b, of_b):
        if isinstance(a, Ptr) or isinstance(b, Ptr):
            return self.with_pointer(op, a, b)
        if isinstance(kind, Vector) or isinstance(of_b, Vector):
            return self.with_vectors(op, a, kind, b, of_b)
        a, kind = self.promoted(a, kind)
        b, of_b = self.promoted(b, of_b)
        if op in ("<<", ">>"):
            return self.in_type(self.shift(op, a, b, kind), kind), kind
        both = self.common(kind, of_b)
        a, b = self.as_integer(a, kind, both), self.as_integer(b, of_b, both)
        if a is None or b is None:
            return None, both
        if op in ("<", ">", "<=", ">=", "==", "!="):
            return self.compared(op, a, b, both), INT
        if op in ("/", "%"):
            return self.divided(op, self.world.word(a, both.bits, both.signed), b), both
        return self.in_type(self.ring(op, a, b, both.bits), both), both

    def with_pointer(self, op, a, b):
        if isinstance(a, Ptr) and isinstance(b, Ptr):
            if op in ("==", "!="):
                same = a.box is b.box and a.key == b.key
                return const(int(same == (op == "=="))), INT
            return const(a.key - b.key), LONG
        if isinstance(b, Ptr):
            a, b = b, a
        if op in ("==", "!="):
            return const(int(op == "!=")), INT
        pointer = Ptr(a.box, a.key + (b.lo if op == "+" else -b.lo), a.to)
        return pointer, Pointer(a.to)

    def with_vectors(self, op, a, kind, b, of_b):
        if not isinstance(kind, Vector):
            a, kind = self.converted(a, kind, of_b), of_b
        elif isinstance(of_b, Int):
            b = (b,) * kind.lanes
        if op in ("/", "%"):
            raise Refuted(f"vectors {op}")
        if op in ("<", ">", "<=", ">=", "==", "!="):
            compare = lambda x, y: self.world.sub(const(0), self.compared(op, x, y, kind.of))  # noqa: E731
            return self.lanes(compare, a, b), kind
        if op in ("<<", ">>"):
            return self.lanes(lambda x, y: self.shift(op, x, y, kind.of), a, b), kind
        return self.lanes(lambda x, y: self.ring(op, x, y, kind.of.bits), a, b), kind

    def lanes(self, operation, *vectors):
        """The operation in each lane, once for lanes that hold the same; what was not written stays so."""
        done, result = {}, []
        for args in zip(*vectors, strict=True):
            if None in args:
                result.append(None)
                continue
            key = tuple(map(id, args))
            if key not in done:
                done[key] = operation(*args)
            result.append(done[key])
        return tuple(result)

    def ring(self, op, a, b, bits):
        world = self.world
        if op == "+":
            return world.add(a, b)
        if op == "-":
            return world.sub(a, b)
        if op == "*":
            most = (1 << bits) - 1
            return world.mul(*(const(-1) if x.lo == x.hi == most else x for x in (a, b)))
        if op == "&":
            return world.bit_and(a, b, bits)
        if op == "|":
            return world.bit_or(a, b, bits)
        if op == "^":
            return world.bit_xor(a, b, bits)
        raise Refuted(op)

    def shift(self, op, a, b, kind):
        if a is None:
            return None
        if b.lo != b.hi:
            raise Refuted("a shift by what is not constant")
        if not 0 <= b.lo < kind.bits:
            raise Refuted(f"a shift by {b.lo}")
        if op == "<<":
            return self.world.shifted(a, b.lo)
        return self.world.floor(self.world.word(a, kind.bits, kind.signed), b.lo)

    def compared(self, op, a, b, kind):
        world = self.world
        a, b = (world.word(x, kind.bits, kind.signed) for x in (a, b))
        if op in (">", "<="):
            a, b = b, a
        if op in ("==", "!="):
            if a.lo == a.hi and b.lo == b.hi:
                return const(int((a.lo == b.lo) == (op == "==")))
            if a.hi < b.lo or b.hi < a.lo:
                return const(int(op == "!="))
            raise Refuted("equality of what is not constant")
        less = world.less(a, b)
        return less if op in ("<", ">") else world.sub(const(1), less)

    def divided(self, op, a, b):
        if b.lo != b.hi or a.lo != a.hi or a.lo < 0:
            raise Refuted("a division of what is not constant")
        return const(a.lo // b.lo if op == "/" else a.lo % b.lo)

    # ---- calls ----

    def on_FuncCall(self, node):
        name = node.name.name if isinstance(node.name, c_ast.ID) else None
        if name in ("memcpy", "memset", "ab_wipe"):
            return self.on_memory(name, [self.evaluate(arg) for arg in node.args.exprs])
        if name == "_Static_assert":
            return None, VOID
        args = self.in_any_order(node.args.exprs) if node.args else []
        cell = None if name is None else self.variable(name)
        if name is None or cell is not None:
            function, _ = self.evaluate(node.name)
            return self.run(function, args)
        if name in self.instead:
            return self.instead[name](self, args)
        if name in self.functions:
            return self.run(self.functions[name], args)
        return intrinsics.call(self, name, args)

    def run(self, function, args):
        name = function.decl.name
        if name in self.instead:
            return self.instead[name](self, args)
        if name in self.before:
            self.before[name](self, args)
        params, kind_of_result = self.signature(function)
        scope = {}
        for (param, kind), (value, of) in zip(params if args else (), args, strict=True):
            scope[param] = [copied(self.converted(value, of, kind)), kind]
        outer, self.scopes = self.scopes, [scope]
        try:
            result = self.execute(function.body)
        except Refuted as refuted:
            raise Refuted(f"{name}: {refuted}") from None
        self.scopes = outer
        if kind_of_result is VOID:
            return None, VOID
        return self.converted(*result[1], kind_of_result), kind_of_result

    def call(self, name, *args):
        """
        Call a function of the source. An argument is an object of the type of the parameter, or of what it points to,
        which is altered in place.
        """
        function = self.functions[name]
        typed, structures = [], []
        for (_, kind), value in zip(self.signature(function)[0], args, strict=True):
            if isinstance(kind, Pointer) and isinstance(value, list):
                value = Ptr(value, 0, kind.to)
            elif isinstance(kind, Pointer) and isinstance(value, dict):
                structures.append((value, [value]))
                value = Ptr(structures[-1][1], 0, kind.to)
            typed.append((const(value) if isinstance(value, int) else value, kind))
        result, _ = self.run(function, typed)
        for value, box in structures:
            value.update(box[0])
        return result

    def on_memory(self, name, args):
        if name == "ab_wipe":
            return None, VOID
        target, size = self.flat(args[0][0]), args[2][0].lo
        if name == "memset":
            if args[1][0].lo != 0 or args[1][0].hi != 0:
                raise Refuted("memset with what is not zero")
            self.fill(target, size)
            return None, VOID
        source = self.flat(args[1][0])
        self.copy(target, source, size)
        return None, VOID

    def flat(self, pointer):
        """The place of the first element that is not an array."""
        box, key, kind = pointer.box, pointer.key, pointer.to
        while isinstance(kind, Array):
            box, key, kind = box[key], 0, kind.of
        return Ptr(box, key, kind)

    def fill(self, target, size):
        while size > 0:
            target.box[target.key] = self.filled(target.to, const(0))
            target = Ptr(target.box, target.key + 1, target.to)
            size -= target.to.size

    def copy(self, target, source, size):
        if isinstance(target.to, Vector) and size == target.to.size and isinstance(source.to, Int):
            target.box[target.key] = tuple(source.box[source.key : source.key + target.to.lanes])
            return
        if isinstance(source.to, Struct) and isinstance(target.to, Int) and len(source.to.members) == 1:
            ((name, _),) = source.to.members.items()
            source = Ptr(source.box[source.key][name], 0, target.to)
        if 1 in (target.to.size, source.to.size) and target.to.size != source.to.size:
            self.copy_bytes(target, source, size)
            return
        if target.to.size != source.to.size or size % target.to.size != 0:
            raise Refuted("a copy of bytes")
        for i in range(size // target.to.size):
            self.checked(source.box, source.key + i)
            self.checked(target.box, target.key + i)
            target.box[target.key + i] = copied(source.box[source.key + i])

    def copy_bytes(self, target, source, size):
        """Bytes of an integer to an array of bytes, or the other way; what is left of the integer stays."""
        world = self.world
        if target.to.size == 1:
            word = world.word(source.box[source.key], source.to.bits)
            self.checked(target.box, target.key + size - 1)
            for i in range(size):
                target.box[target.key + i] = world.low(world.floor(word, 8 * i), 8)
            return
        self.checked(source.box, source.key + size - 1)
        total = const(0)
        if size < target.to.size:
            word = world.word(target.box[target.key], target.to.bits)
            total = world.shifted(world.floor(word, 8 * size), 8 * size)
        for i in range(size):
            byte = world.shifted(world.word(source.box[source.key + i], 8), 8 * i)
            total = world.bit_or(total, byte, target.to.bits)
        target.box[target.key] = total

    # ---- statements ----

    def execute(self, node):
        if node is None or isinstance(node, (c_ast.Pragma, c_ast.EmptyStatement)):
            return None
        method = STATEMENTS.get(type(node))
        if method is None:
            self.evaluate(node)
            return None
        return method(self, node)

    def do_Compound(self, node):
        self.scopes.append({})
        for item in node.block_items or ():
            result = self.execute(item)
            if result is not None:
                self.scopes.pop()
                return result
        self.scopes.pop()
        return None

    def do_Decl(self, node):
        if node.name is None:
            self.type_of(node.type)
            return
        if "static" in node.storage:
            self.delayed_static(node)
            return
        kind = self.type_of(node.type)
        if node.init is None:
            self.scopes[-1][node.name] = [self.filled(kind, None), kind]
        else:
            value = self.initialised(kind, node.init)
            if isinstance(kind, Array) and kind.num == 0:
                kind = Array(kind.of, len(value))
            self.scopes[-1][node.name] = [value, kind]

    def delayed_static(self, node):
        kind = self.type_of(node.type)
        value = self.initialised(kind, node.init) if node.init is not None else self.filled(kind, const(0))
        self.scopes[-1][node.name] = [value, kind]

    def do_DeclList(self, node):
        for decl in node.decls:
            self.do_Decl(decl)

    def do_Typedef(self, node):
        self.typedef(node)

    def do_Return(self, node):
        return "return", (None, VOID) if node.expr is None else self.evaluate(node.expr)

    def do_If(self, node):
        return self.execute(node.iftrue if self.holds(node.cond) else node.iffalse)

    def do_For(self, node):
        self.scopes.append({})
        self.execute(node.init)
        result = self.loop(node.cond, node.stmt, node.next)
        self.scopes.pop()
        return result

    def do_While(self, node):
        return self.loop(node.cond, node.stmt, None)

    def loop(self, condition, body, following):
        while condition is None or self.holds(condition):
            result = self.execute(body)
            if result is BREAK:
                break
            if result is not None and result is not CONTINUE:
                return result
            if following is not None:
                self.evaluate(following)
        return None

    def do_Switch(self, node):
        """By a constant. A case goes on with the statements of the next one until a break."""
        value, items = self.number(node.cond), node.stmt.block_items
        starts = [i for i, item in enumerate(items) if isinstance(item, c_ast.Case) and self.number(item.expr) == value]
        starts += [i for i, item in enumerate(items) if isinstance(item, c_ast.Default)]
        for item in items[starts[0] :] if starts else ():
            for statement in item.stmts:
                result = self.execute(statement)
                if result is not None:
                    return None if result is BREAK else result
        return None

    def do_Break(self, node):
        return BREAK

    def do_Continue(self, node):
        return CONTINUE


def methods(prefix):
    """The methods of the machine by the class of syntax that their names end with."""
    return {getattr(c_ast, name.removeprefix(prefix)): method for name, method in vars(Machine).items()
            if name.startswith(prefix) and hasattr(c_ast, name.removeprefix(prefix))}


EXPRESSIONS, STATEMENTS = methods("on_"), methods("do_")


class Lanes:
    """The lanes of a vector in a place, as a container."""

    def __init__(self, box, key):
        self.box, self.key = box, key

    def __getitem__(self, at):
        return self.box[self.key][at]

    def __setitem__(self, at, value):
        lanes = list(self.box[self.key])
        lanes[at] = value
        self.box[self.key] = tuple(lanes)
