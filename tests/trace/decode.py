"""Decode all code of a program that is traced (trace.h), with iced-x86, and write the table that it reads (table.h).

Usage: decode.py PROGRAM FILE
"""

import array
import itertools
import os
import re
import struct
import subprocess
import sys
import tempfile
from collections.abc import Callable

from iced_x86 import (
    Code,
    CodeSize,
    CpuidFeature,
    Decoder,
    Encoder,
    FlowControl,
    Instruction,
    InstructionInfoFactory,
    MemoryOperand,
    MemorySizeExt,
    Mnemonic,
    OpAccess,
    OpKind,
    Register,
    RegisterExt,
)

ADDRESS, LANES, REGISTER, VECTOR, MASK, LOADED, UNKNOWN = range(1, 8)
COUNTER, NO_REGISTER, MAX_OPERANDS, RIP_AT = 1, 16, 6, 16 * 8  # RCX, and the layout of operand.h
HEAD, OPERAND = struct.Struct("<II"), struct.Struct("<BBBBBBBBq")
UNKNOWN_OPERAND = OPERAND.pack(UNKNOWN, 0, 0, 0, 0, 0, 0, 0, 0)

names = {value: name for name, value in vars(Mnemonic).items() if isinstance(value, int)}
is_read = {OpAccess.READ, OpAccess.COND_READ, OpAccess.READ_WRITE, OpAccess.READ_COND_WRITE}
EXECUTABLE = re.compile(r"\] (\S+) +\S+ +([0-9a-f]{16}) .* [A-Z]*X[A-Z]* +\d+ +\d+ +\d+$")  # a section
DIVISIONS = {"DIV", "IDIV"}
SHIFTS = {"SHL", "SHR", "SAR", "ROL", "ROR", "RCL", "RCR", "SHLD", "SHRD"}
SHIFTS_BY_LAST = {"SHLX", "SHRX", "SARX"}
DEPOSITS = {"PDEP", "PEXT"}  # microcode on Zen and Zen 2, whose time depends on the mask
FLOATS = ("ADD", "SUB", "MUL", "DIV", "SQRT", "RCP", "MAX", "MIN", "CVT", "FM", "FNM", "DP", "ROUND", "HADD", "HSUB")


def general(register: int) -> int:
    """Return the number of a general register; segments are flat, and RIP is part of the displacement."""
    if not RegisterExt.is_gpr(register):
        return NO_REGISTER
    return int(RegisterExt.number(RegisterExt.full_register(register)))


def memory_operand(memory, kind: int, length: int = 0) -> bytes:
    base, index = general(memory.base), general(memory.index)
    is_32bit = memory.address_size == CodeSize.CODE32
    return OPERAND.pack(kind, base, index, memory.scale, length, 0, is_32bit, 0, memory.displacement_i64)


def lanes_operand(instruction: Instruction, memory) -> bytes:
    """Address all lanes of a gather or scatter, those that a mask takes out too."""
    vector = max(RegisterExt.size(instruction.op_register(i)) for i in range(instruction.op_count)
                 if RegisterExt.is_vector_register(instruction.op_register(i)))
    elements = MemorySizeExt.element_size(instruction.memory_size) or MemorySizeExt.size(instruction.memory_size)
    lanes = min(RegisterExt.size(memory.index) // memory.vsib_size, vector // elements)
    return OPERAND.pack(LANES, general(memory.base), int(RegisterExt.number(memory.index)), memory.scale,
                        memory.vsib_size, lanes, 0, 0, memory.displacement_i64)


def register_operand(register: int) -> bytes | None:
    number, length = int(RegisterExt.number(register)), int(RegisterExt.size(register))
    if RegisterExt.is_gpr(register):
        return OPERAND.pack(REGISTER, general(register), 0, 0, length, 0, 0, 0, 0)
    if RegisterExt.is_vector_register(register):
        return OPERAND.pack(VECTOR, number, 0, 0, length, 0, 0, 0, 0)
    if RegisterExt.is_k(register):
        return OPERAND.pack(MASK, number, 0, 0, 8, 0, 0, 0, 0)
    return None


def is_float(name: str) -> bool:
    """Tell floating-point arithmetic, whose time may depend on its operands (subnormal numbers, division)."""
    bare = name.removeprefix("V")
    return bare.endswith(("PS", "PD", "SS", "SD")) and bare.startswith(FLOATS)


class Formulas:
    """What instructions may reveal."""

    def __init__(self) -> None:
        self.factory = InstructionInfoFactory()

    def addresses(self, instruction: Instruction, info) -> list[bytes]:
        found = []
        for memory in info.used_memory():
            if general(memory.base) == general(memory.index) == NO_REGISTER and not memory.vsib_size:
                continue  # a constant, the same whenever the instruction runs
            # Prefetches have no access in iced's sense, and LEA and NOP no memory at all.
            if memory.access == OpAccess.NO_MEM_ACCESS and not names[instruction.mnemonic].startswith("PREFETCH"):
                continue
            found.append(lanes_operand(instruction, memory) if memory.vsib_size else memory_operand(memory, ADDRESS))
        return found

    def masks(self, instruction: Instruction, info) -> list[bytes]:
        """Find the mask of a store, or of VMASKMOV, which says where it takes place."""
        if not info.used_memory():
            return []
        if instruction.op_mask != Register.NONE and instruction.op0_kind == OpKind.MEMORY:
            return [OPERAND.pack(MASK, RegisterExt.number(instruction.op_mask), 0, 0, 8, 0, 0, 0, 0)]
        if "MASKMOV" in names[instruction.mnemonic]:
            # The destination, the mask and the source, in this order; MASKMOVQ and MASKMOVDQU write to [RDI].
            mask = instruction.op_register(2 if instruction.op0_kind == OpKind.MEMORY_SEG_RDI else 1)
            return [o for o in [register_operand(mask)] if o]
        return []

    def timing(self, instruction: Instruction, info) -> list[bytes]:
        """Find the operands on which the time of the instruction may depend."""
        name = names[instruction.mnemonic]
        if name.startswith(("CMPS", "SCAS")):  # with a prefix, they end at a value
            return [UNKNOWN_OPERAND]
        if instruction.has_rep_prefix or instruction.has_repne_prefix:
            return [OPERAND.pack(REGISTER, COUNTER, 0, 0, 8, 0, 0, 0, 0)] if instruction.is_string_instruction else []
        if name in SHIFTS:
            by_register = instruction.op_register(instruction.op_count - 1) == Register.CL
            return [OPERAND.pack(REGISTER, COUNTER, 0, 0, 1, 0, 0, 0, 0)] if by_register else []
        if name in DEPOSITS | SHIFTS_BY_LAST and instruction.op_register(2) != Register.NONE:
            return [o for o in [register_operand(instruction.op_register(2))] if o]
        if not (name in DIVISIONS | DEPOSITS or is_float(name)):
            if CpuidFeature.FPU in instruction.cpuid_features():
                return [UNKNOWN_OPERAND]
            return []
        values = [o for r in info.used_registers() if r.access in is_read and (o := register_operand(r.register))]
        length = MemorySizeExt.size(instruction.memory_size)
        return values + [memory_operand(m, LOADED, length) for m in info.used_memory() if m.access in is_read]

    def record(self, instruction: Instruction) -> bytes:
        info = self.factory.info(instruction)
        operands = self.addresses(instruction, info) + self.masks(instruction, info) + self.timing(instruction, info)
        if len(operands) > MAX_OPERANDS:
            operands = [UNKNOWN_OPERAND]
        padding = bytes(OPERAND.size * (MAX_OPERANDS - len(operands)))
        return HEAD.pack(instruction.len, len(operands)) + b"".join(operands) + padding


class Steps:
    """Code that executes one instruction apart from the others and jumps to ab_trace_step.

    It may lie anywhere, so it has no addresses relative to itself; those of the program are below 2 GiB. RIP in
    ab_trace_registers is the next instruction's unless the code changes it. Neither flags nor registers nor memory
    change but as the instruction changes them, not even below the stack pointer.
    """

    def __init__(self, symbols: dict[str, int]) -> None:
        rip = struct.pack("<I", symbols["ab_trace_registers"] + RIP_AT)
        scratch = struct.pack("<I", symbols["ab_trace_scratch"])
        self.back = bytes.fromhex("ff2425") + struct.pack("<I", symbols["ab_trace_step_at"])  # JMP [ab_trace_step_at]
        self.set_rip = bytes.fromhex("48c70425") + rip  # MOV [rip], a number
        self.rip_from_rax = bytes.fromhex("48890425") + rip
        self.pop_rip = bytes.fromhex("8f0425") + rip
        self.keep_rax = bytes.fromhex("48890425") + scratch
        self.restore_rax = bytes.fromhex("488b0425") + scratch

    def code(self, instruction: Instruction, encoding: bytes) -> bytes | None:
        """Return the code, or None for an instruction that no compiler makes."""
        flow = instruction.flow_control
        go_to = self.set_rip + struct.pack("<I", instruction.near_branch_target & 0xFFFFFFFF)
        push = b"\x68" + struct.pack("<I", instruction.next_ip)
        if flow == FlowControl.UNCONDITIONAL_BRANCH:
            return go_to + self.back
        if flow == FlowControl.CONDITIONAL_BRANCH:
            is_near = encoding[-6] == 0x0F if len(encoding) >= 6 else False
            short = bytes([0x70 | encoding[-5] & 15]) if is_near else encoding[:-1]
            return short + bytes([len(self.back)]) + self.back + go_to + self.back
        if flow == FlowControl.CALL and instruction.is_call_near:
            return push + go_to + self.back
        if flow == FlowControl.RETURN and instruction.op_count == 0:
            return self.pop_rip + self.back
        if flow in {FlowControl.INDIRECT_BRANCH, FlowControl.INDIRECT_CALL}:
            move = self.keep_rax + load_target(instruction) + self.rip_from_rax + self.restore_rax
            return move + (push if flow == FlowControl.INDIRECT_CALL else b"") + self.back
        if flow == FlowControl.NEXT or instruction.mnemonic == Mnemonic.SYSCALL:
            return (absolute(instruction) if instruction.is_ip_rel_memory_operand else encoding) + self.back
        return None


def encode(instruction: Instruction) -> bytes:
    encoder = Encoder(64)
    encoder.encode(instruction, 0)
    return bytes(encoder.take_buffer())


def absolute(instruction: Instruction) -> bytes:
    """Encode an instruction whose operand is addressed relative to RIP with the address itself."""
    other = instruction.copy()
    other.memory_base = Register.NONE
    other.memory_displacement = instruction.ip_rel_memory_address
    other.memory_displ_size = 4
    return encode(other)


def load_target(instruction: Instruction) -> bytes:
    """Encode MOV RAX, where a jump or call goes."""
    if instruction.op0_kind == OpKind.REGISTER:
        return encode(Instruction.create_reg_reg(Code.MOV_R64_RM64, Register.RAX, instruction.op0_register))
    base, displacement = instruction.memory_base, instruction.memory_displacement
    if instruction.is_ip_rel_memory_operand:
        base, displacement = Register.NONE, instruction.ip_rel_memory_address
    signed = displacement - (1 << 64) if displacement >> 63 else displacement
    place = MemoryOperand(base, instruction.memory_index, instruction.memory_index_scale, signed,
                          max(instruction.memory_displ_size and 1, 4 if base == Register.NONE else 0),
                          False, instruction.segment_prefix)
    return encode(Instruction.create_reg_mem(Code.MOV_R64_RM64, Register.RAX, place))


def lines_of(*command: str) -> list[str]:
    return subprocess.run(command, capture_output=True, check=True, text=True).stdout.splitlines()


def code_of(program: str) -> tuple[int, bytes, list[int], dict[str, int]]:
    """Return the address of a program's code, the code, where functions start, and its symbols."""
    rows = (EXECUTABLE.search(line) for line in lines_of("readelf", "-SW", program))
    sections = {row[1]: int(row[2], 16) for row in rows if row}
    with tempfile.NamedTemporaryFile() as out:
        chosen = itertools.chain.from_iterable(("-j", name) for name in sections)
        subprocess.run(["objcopy", "-O", "binary", *chosen, program, out.name], check=True)
        code = out.read()
    start = min(sections.values())
    symbols = [line.split() for line in lines_of("nm", program)]
    functions = {int(s[0], 16) for s in symbols if s[-2] in "tTwWi"}
    starts = {a for a in functions if start <= a < start + len(code)} | set(sections.values())
    return start, code, sorted(starts), {s[-1]: int(s[0], 16) for s in symbols if len(s) == 3}


class Numbers:
    """Different things, and a number for each, by its place among them."""

    def __init__(self, step_of: Callable[[bytes], int]) -> None:
        self.step_of, self.next, self.known = step_of, step_of(b""), dict[bytes, int]()

    def of(self, thing: bytes) -> int:
        if thing not in self.known:
            self.known[thing] = self.next
            self.next += self.step_of(thing)
        return self.known[thing]


def write_table(program: str, path: str) -> None:
    """Decode from the start of each function to that of the next one."""
    start, code, starts, symbols = code_of(program)
    formulas, steps = Formulas(), Steps(symbols) if "ab_trace_step" in symbols else None
    records, codes = Numbers(lambda _: 1), Numbers(lambda thing: len(thing) or 1)
    record_at, code_at = (array.array("I", bytes(4 * len(code))) for _ in range(2))
    known = dict[bytes, int]()
    for first, after in itertools.pairwise([*starts, start + len(code)]):
        for instruction in Decoder(64, code[first - start : after - start], ip=first):
            if instruction.code == Code.INVALID:
                break
            place = instruction.ip - start
            encoding = code[place : place + instruction.len]
            if instruction.is_ip_rel_memory_operand or encoding not in known:
                known[encoding] = records.of(formulas.record(instruction))
            record_at[place] = known[encoding]
            if steps and (step := steps.code(instruction, encoding)):
                code_at[place] = codes.of(step)
    nothing = bytes(HEAD.size + MAX_OPERANDS * OPERAND.size)
    with open(path + ".new", "wb") as out:
        out.write(struct.pack("<QQQ", start, len(code), records.next) + nothing + b"".join(records.known))
        out.write(record_at.tobytes())
        if steps:
            out.write(code_at.tobytes() + bytes(1) + b"".join(codes.known))
    os.replace(path + ".new", path)


if __name__ == "__main__":
    write_table(*sys.argv[1:])
