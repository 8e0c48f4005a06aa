"""
Symbolic execution of machine code over the integers of exact.py: addresses and counters are concrete, data are ranges
and polynomials, and each carry is a number of its own. Code comes from an object file; iced-x86 decodes it. What is not
understood is refused (NotUnderstood).
"""

import struct
from typing import NamedTuple

from exact import Refuted, const, poly_add
from iced_x86 import Code, ConditionCode, Decoder, Mnemonic, OpKind, Register, RegisterExt

WORD = 64
MOST_STEPS = 20000
STACK, RETURN = 1 << 40, 1 << 50  # the stack pointer and the return address at entry
CONSTANTS = 1 << 28  # the address of the first section of constants
SHT_SYMTAB, SHT_RELA, STT_FUNC, SHF_WRITE, SHF_EXECINSTR, R_X86_64_PC32 = 2, 4, 2, 1, 4, 2
NAMES = {value: name for name, value in vars(Mnemonic).items() if isinstance(value, int)}
ARGUMENTS = (Register.RDI, Register.RSI, Register.RDX, Register.RCX, Register.R8)
SAVED = (Register.RBX, Register.RBP, Register.R12, Register.R13, Register.R14, Register.R15, Register.RSP)


class NotUnderstood(Exception):
    """An instruction, or a use of one, that has no meaning here."""


# ---- code ----


class Section(NamedTuple):
    """A section header of ELF."""
    name: int
    kind: int
    flags: int
    address: int
    offset: int
    length: int
    link: int
    info: int
    align: int
    entry: int


class Symbol(NamedTuple):
    """A symbol of ELF."""
    name: int
    info: int
    other: int
    section: int
    value: int
    length: int


class Object:
    """An ELF object for x86-64. What code refers to in a section of constants is at CONSTANTS[number of section]."""

    def __init__(self, path):
        self.data = path.read_bytes()
        if self.data[:6] != b"\x7fELF\x02\x01":
            raise NotUnderstood(f"{path} is no ELF object of 64 bits")
        (at,), (size, num) = struct.unpack_from("<Q", self.data, 0x28), struct.unpack_from("<HH", self.data, 0x3A)
        self.sections = [Section(*struct.unpack_from("<IIQQQQIIQQ", self.data, at + i * size)) for i in range(num)]
        table = next(section for section in self.sections if section.kind == SHT_SYMTAB)
        self.names = self.sections[table.link].offset
        self.symbols = [Symbol(*entry) for entry in struct.iter_unpack("<IBBHQQ", self.bytes_of(table))]

    def bytes_of(self, section):
        return self.data[section.offset : section.offset + section.length]

    def name_of(self, symbol):
        start = self.names + symbol.name
        return self.data[start : self.data.index(b"\0", start)].decode()

    def code_of(self, name):
        """The code of a function, and the words at the addresses that it refers to; None if there is no such one."""
        for symbol in self.symbols:
            if symbol.info & 15 == STT_FUNC and self.name_of(symbol) == name:
                return self.linked(symbol)
        return None

    def linked(self, function):
        """
        The bytes of a function as a linker would place it at 0, but for references to what is not in a section of
        constants: those lead to no word.
        """
        start, constants = function.value, {}
        section = self.sections[function.section]
        code = bytearray(self.bytes_of(section)[start : start + function.length])
        for place, info, addend in self.relocations(function.section):
            at, target = place - start, self.symbols[info >> 32]
            if not 0 <= at < function.length:
                continue
            if info & 0xFFFFFFFF != R_X86_64_PC32 or target.section >= len(self.sections):
                struct.pack_into("<i", code, at, 0)
                continue
            base = CONSTANTS + (target.section << 20)
            struct.pack_into("<i", code, at, base + target.value + addend - at)
            if self.sections[target.section].flags & (SHF_WRITE | SHF_EXECINSTR) == 0:
                data = self.bytes_of(self.sections[target.section])
                words = (struct.unpack_from("<Q", data, i)[0] for i in range(0, len(data) - 7, 8))
                constants.update((base + 8 * i, word) for i, word in enumerate(words))
        return bytes(code), constants

    def relocations(self, section):
        for table in self.sections:
            if table.kind == SHT_RELA and table.info == section:
                yield from struct.iter_unpack("<QQq", self.bytes_of(table))


class Code64:
    """
    The instructions of a function, by address, but for those at the addresses `left_out`; and the constants that it
    reads, words by address.
    """

    def __init__(self, data, constants, left_out=()):
        self.at = {instruction.ip: instruction for instruction in Decoder(64, data)}
        self.constants, self.left_out = constants, frozenset(left_out)

    def without(self, address):
        """The same code with an instruction less."""
        less = Code64(b"", self.constants, [address])
        less.at = self.at
        return less


# ---- execution ----


class Processor:
    """factor(a, b): what a product has in place of its low word, or None if it has that: Modulus of test_words.py."""

    def __init__(self, world, code, factor=None):
        self.world, self.code, self.factor = world, code, factor
        self.registers, self.flags = {}, {}
        self.memory = {address: const(word) for address, word in code.constants.items()}
        self.dropped = []  # carries that no instruction read, and upper halves that none received

    def run(self, *arguments):
        """Call the function. The registers that it must preserve hold numbers of their own."""
        saved = {name: self.world.input(("saved", name), 0, 2**WORD - 1) for name in SAVED}
        self.registers = {**saved, Register.RSP: const(STACK)}
        self.memory[STACK] = const(RETURN)
        for register, argument in zip(ARGUMENTS, arguments, strict=False):
            self.registers[register] = const(argument) if isinstance(argument, int) else argument
        ip = 0
        self.set_flags()
        for _ in range(MOST_STEPS):
            if ip == RETURN:
                break
            instruction = self.code.at.get(ip)
            if instruction is None:
                raise NotUnderstood(f"a jump to {ip:#x}")
            ip = self.step(instruction)
        else:
            raise Refuted("the function does not return")
        self.set_flags()
        if self.registers[Register.RSP].lo != STACK + 8:
            raise Refuted("the stack pointer is another one")
        if any(self.registers[name] is not number for name, number in saved.items() if name != Register.RSP):
            raise Refuted("a register that must be preserved is another one")

    def store(self, address, words):
        for i, word in enumerate(words):
            self.memory[address + 8 * i] = word

    def load(self, address, num):
        words = [self.memory.get(address + 8 * i) for i in range(num)]
        if None in words:
            raise Refuted("a word of the result that is not written")
        return words

    # ---- operands ----

    def register(self, register):
        if not RegisterExt.is_gpr(register):
            raise NotUnderstood("a vector")
        full = RegisterExt.full_register(register)
        number = self.registers.get(full)
        if number is None:
            raise Refuted(f"a register that was not written: {register}")
        size = RegisterExt.size(register)
        if size == 8:
            return number
        if size != 4:
            raise NotUnderstood("a part of a register")
        return self.world.low(number, 32)

    def write_register(self, register, number):
        if RegisterExt.size(register) not in (4, 8) or not RegisterExt.is_gpr(register):
            raise NotUnderstood("a part of a register, or a vector")
        if RegisterExt.size(register) == 4:
            number = self.world.low(number, 32)
        self.registers[RegisterExt.full_register(register)] = number

    def address(self, instruction):
        if instruction.segment_prefix != Register.NONE:
            raise NotUnderstood("a segment")
        total = instruction.memory_displacement & (2**WORD - 1)
        parts = (instruction.memory_base, 1), (instruction.memory_index, instruction.memory_index_scale)
        for register, scale in parts:
            if register not in (Register.NONE, Register.RIP):  # the displacement from RIP on is an address
                total += scale * self.concrete(self.register(register))
        return total & (2**WORD - 1)

    def concrete(self, number):
        if number.lo != number.hi:
            raise Refuted("an address or a counter that depends on data")
        return number.lo

    def read(self, instruction, i):
        kind = instruction.op_kind(i)
        if kind == OpKind.REGISTER:
            return self.register(instruction.op_register(i))
        if kind == OpKind.MEMORY:
            address = self.address(instruction)
            number = self.memory.get(address)
            if number is None or address % 8:
                raise NotUnderstood(f"a word of memory that was not written: {address:#x}")
            return number
        return const(instruction.immediate(i) & (2**WORD - 1))

    def write(self, instruction, i, number):
        if instruction.op_kind(i) == OpKind.REGISTER:
            self.write_register(instruction.op_register(i), number)
        else:
            address = self.address(instruction)
            if address % 8:
                raise NotUnderstood("a word at an odd address")
            self.memory[address] = number

    def flag(self, name):
        number, _ = self.flags.get(name) or (None, None)
        if number is None:
            raise Refuted(f"{name} is not defined here")
        self.flags[name] = number, True
        return number

    def set_flag(self, name, number):
        old, was_read = self.flags.get(name) or (None, True)
        if not was_read and name != "ZF":
            self.drop(old)
        self.flags[name] = number, number is None

    def set_flags(self, **flags):
        """Those that are not named are undefined, or are of no interest."""
        for name in ("CF", "OF", "ZF"):
            self.set_flag(name, flags.get(name))

    def drop(self, number):
        if number.lo != number.hi:
            self.dropped.append(number)

    # ---- instructions ----

    def step(self, instruction):
        name = NAMES[instruction.mnemonic]
        if instruction.ip in self.code.left_out:
            return instruction.next_ip
        if instruction.condition_code != ConditionCode.NONE:
            return self.conditional(instruction, name)
        method = getattr(self, "on_" + name.lower().rstrip("_"), None)
        if method is None:
            raise NotUnderstood(f"the instruction {instruction}")
        where = method(instruction)
        return instruction.next_ip if where is None else where

    def conditional(self, instruction, name):
        condition = instruction.condition_code
        flag, wanted = {ConditionCode.B: ("CF", 1), ConditionCode.AE: ("CF", 0), ConditionCode.E: ("ZF", 1),
                        ConditionCode.NE: ("ZF", 0)}.get(condition, (None, 0))
        if flag is None:
            raise NotUnderstood(f"the condition of {instruction}")
        number = self.flag(flag)
        if name.startswith("J"):
            return instruction.near_branch_target if self.concrete(number) == wanted else instruction.next_ip
        if not name.startswith("CMOV"):
            raise NotUnderstood(f"the instruction {instruction}")
        old, new = self.read(instruction, 0), self.read(instruction, 1)
        if wanted == 0:
            old, new = new, old
        self.write(instruction, 0, new if self.world.decide(number) else old)
        return instruction.next_ip

    def is_same_register(self, instruction):
        return (instruction.op_kind(1) == OpKind.REGISTER
                and instruction.op_register(0) == instruction.op_register(1))

    def sum_of(self, instruction, carry):
        """The first operand receives the sum; return what it carries."""
        world = self.world
        total = world.add(self.read(instruction, 0), self.read(instruction, 1))
        if carry is not None:
            total = world.add(total, carry)
        self.write(instruction, 0, world.low(total, WORD))
        return world.floor(total, WORD)

    def difference_of(self, instruction, borrow, keeps=True):
        world = self.world
        total = world.sub(self.read(instruction, 0), self.read(instruction, 1))
        if borrow is not None:
            total = world.sub(total, borrow)
        rest = world.low(total, WORD)
        if keeps:
            self.write(instruction, 0, rest)
        zero = const(int(rest.lo == 0)) if rest.lo == rest.hi else None
        self.set_flags(CF=world.sub(const(0), world.floor(total, WORD)), ZF=zero)

    def only_words(self, instruction):
        if instruction.op_kind(0) == OpKind.REGISTER and RegisterExt.size(instruction.op_register(0)) != 8:
            raise NotUnderstood(f"arithmetic of 32 bits: {instruction}")

    def on_add(self, instruction):
        self.only_words(instruction)
        self.set_flags(CF=self.sum_of(instruction, None))

    def on_adc(self, instruction):
        self.only_words(instruction)
        self.set_flags(CF=self.sum_of(instruction, self.flag("CF")))

    def on_adcx(self, instruction):
        self.only_words(instruction)
        self.set_flag("CF", self.sum_of(instruction, self.flag("CF")))

    def on_adox(self, instruction):
        self.only_words(instruction)
        self.set_flag("OF", self.sum_of(instruction, self.flag("OF")))

    def on_sub(self, instruction):
        self.only_words(instruction)
        self.difference_of(instruction, None)

    def on_sbb(self, instruction):
        """A register less itself is a mask, for which the borrow is decided."""
        self.only_words(instruction)
        borrow = self.flag("CF")
        if not self.is_same_register(instruction):
            self.difference_of(instruction, borrow)
            return
        value = borrow.lo if borrow.lo == borrow.hi else self.world.decide(borrow)
        self.write(instruction, 0, const(-value % 2**WORD))
        self.set_flags(CF=const(value))

    def on_cmp(self, instruction):
        self.only_words(instruction)
        self.difference_of(instruction, None, keeps=False)

    def on_dec(self, instruction):
        counter = self.concrete(self.read(instruction, 0))
        self.write(instruction, 0, const((counter - 1) % 2**WORD))
        self.set_flag("OF", None)
        self.set_flag("ZF", const(int(counter == 1)))

    def on_xor(self, instruction):
        if not self.is_same_register(instruction):
            raise NotUnderstood(f"{instruction}")
        self.write(instruction, 0, const(0))
        self.set_flags(CF=const(0), OF=const(0), ZF=const(1))

    def on_mov(self, instruction):
        self.write(instruction, 0, self.read(instruction, 1))

    def on_neg(self, instruction):
        """CF is whether the operand was not 0."""
        self.only_words(instruction)
        number = self.read(instruction, 0)
        if 0 < number.lo < number.hi:
            self.write(instruction, 0, self.world.sub(const(2**WORD), number))
            self.set_flags(CF=const(1))
            return
        number = self.world.decide(number) if self.world.is_bit(number) else self.concrete(number)
        self.write(instruction, 0, const(-number % 2**WORD))
        self.set_flags(CF=const(int(number != 0)))

    def on_jrcxz(self, instruction):
        counter = self.concrete(self.register(Register.RCX))
        return instruction.near_branch_target if counter == 0 else None

    def on_lea(self, instruction):
        """An address, or a word and a constant."""
        base = instruction.memory_base
        if base not in (Register.NONE, Register.RIP) and instruction.memory_index == Register.NONE:
            total = self.world.add(self.register(base), const(instruction.memory_displacement % 2**WORD))
            self.write(instruction, 0, self.world.low(total, WORD))
        else:
            self.write(instruction, 0, const(self.address(instruction)))

    def on_mulx(self, instruction):
        world = self.world
        product = world.mul(self.register(Register.RDX), self.read(instruction, 2))
        self.write(instruction, 1, world.low(product, WORD))
        self.write(instruction, 0, world.floor(product, WORD))

    def on_imul(self, instruction):
        self.only_words(instruction)
        if instruction.op_count == 1:
            raise NotUnderstood(f"{instruction}")
        a, b = self.read(instruction, instruction.op_count - 2), self.read(instruction, instruction.op_count - 1)
        factor = None if self.factor is None else self.factor(a, b)
        if factor is None:
            product = self.world.mul(a, b)
            factor = self.world.low(product, WORD)
            self.drop(self.world.floor(product, WORD))
        self.write(instruction, 0, factor)
        self.set_flags()

    def on_shl(self, instruction):
        self.only_words(instruction)
        by = self.concrete(self.read(instruction, 1))
        self.write(instruction, 0, self.world.low(self.world.shifted(self.read(instruction, 0), by), WORD))
        self.set_flags()

    def on_shr(self, instruction):
        self.only_words(instruction)
        by = self.concrete(self.read(instruction, 1))
        self.write(instruction, 0, self.world.floor(self.read(instruction, 0), by))
        self.set_flags()

    def on_rcr(self, instruction):
        """By one bit: CF enters at the top, and receives the lowest bit."""
        self.only_words(instruction)
        if self.concrete(self.read(instruction, 1)) != 1:
            raise NotUnderstood(f"{instruction}")
        world = self.world
        total = world.add(self.read(instruction, 0), world.shifted(self.flag("CF"), WORD))
        self.write(instruction, 0, world.floor(total, 1))
        self.set_flags(CF=world.low(total, 1))

    def on_and(self, instruction):
        both = self.world.bit_and(self.read(instruction, 0), self.read(instruction, 1), WORD)
        self.write(instruction, 0, both)
        self.set_flags(CF=const(0), OF=const(0))

    def on_or(self, instruction):
        either = self.world.bit_or(self.read(instruction, 0), self.read(instruction, 1), WORD)
        self.write(instruction, 0, either)
        self.set_flags(CF=const(0), OF=const(0))

    def on_push(self, instruction):
        top = self.registers[Register.RSP].lo - 8
        self.memory[top] = self.read(instruction, 0)
        self.registers[Register.RSP] = const(top)

    def popped(self):
        top = self.registers[Register.RSP].lo
        if top not in self.memory:
            raise Refuted("more is taken from the stack than was put there")
        self.registers[Register.RSP] = const(top + 8)
        return self.memory.pop(top)

    def on_pop(self, instruction):
        self.write(instruction, 0, self.popped())

    def on_ret(self, instruction):
        if instruction.code != Code.RETNQ:
            raise NotUnderstood(f"{instruction}")
        return self.concrete(self.popped())

    def on_jmp(self, instruction):
        if instruction.op_kind(0) != OpKind.NEAR_BRANCH64:
            raise NotUnderstood(f"{instruction}")
        return instruction.near_branch_target

    def on_nothing(self, instruction):
        pass

    on_endbr64 = on_nop = on_nothing


# ---- carries that the code drops ----

SCALE = 1 << WORD * 80


def is_zero(world, carry):
    """
    Whether a carry, which is not negative, is 0 for all inputs: below 1, which follows when each quotient in it is
    replaced by what it is a quotient of. That happens at a larger scale, at which nothing is rounded.
    """
    below = {m: -c * SCALE for m, c in carry.poly.items()}
    return carry.lo >= 0 and world.is_not_negative(poly_add(below, {(): SCALE - 1}))


def without_dropped(processor, poly, modulus):
    """The polynomial without the dropped carries that it contains, each of which must be 0."""
    world = processor.world
    for carry in reversed(processor.dropped):
        known = world.final(carry.poly)
        last = max((m for m in known if len(m) == 1), default=None)
        poly = world.final(poly)
        have = poly.get(last, 0)
        if have == 0 or (modulus and have % modulus == 0) or have % known[last]:
            continue
        if not is_zero(world, carry):
            raise Refuted("a carry that can be lost")
        poly = poly_add(poly, known, -(have // known[last]))
    return poly
