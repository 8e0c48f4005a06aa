"""Run a program that traces itself (trace.h), and decode instructions for it with iced-x86.

Usage: decode.py PROGRAM [ARGUMENT...], or decode.py --table IMAGE FILE, which decodes all code of an image that runs on
bare metal, and writes the table that it reads (trace_bare.c).

AB_TRACE_DECODER tells the program the numbers of two descriptors, to read from
and to write to. It sends an address and the code from there on, and receives what each instruction may reveal
(operand.h); or it sends an address alone, and receives the name of the code there.
"""

import array
import itertools
import os
import struct
import subprocess
import sys
import tempfile

from iced_x86 import (
    Code,
    CodeSize,
    CpuidFeature,
    Decoder,
    Instruction,
    InstructionInfoFactory,
    MemorySizeExt,
    Mnemonic,
    OpAccess,
    OpKind,
    Register,
    RegisterExt,
)

ADDRESS, LANES, REGISTER, VECTOR, MASK, LOADED, UNKNOWN = range(1, 8)
COUNTER, NO_REGISTER, MAX_OPERANDS = 1, 16, 6  # RCX
HEAD, OPERAND = struct.Struct("<QQ"), struct.Struct("<BBBBBBBBq")

names = {value: name for name, value in vars(Mnemonic).items() if isinstance(value, int)}
is_read = {OpAccess.READ, OpAccess.COND_READ, OpAccess.READ_WRITE, OpAccess.READ_COND_WRITE}
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
        if instruction.has_rep_prefix or instruction.has_repne_prefix:
            return [OPERAND.pack(REGISTER, COUNTER, 0, 0, 8, 0, 0, 0, 0)] if instruction.is_string_instruction else []
        if name in SHIFTS:
            by_register = instruction.op_register(instruction.op_count - 1) == Register.CL
            return [OPERAND.pack(REGISTER, COUNTER, 0, 0, 1, 0, 0, 0, 0)] if by_register else []
        if name in DEPOSITS | SHIFTS_BY_LAST and instruction.op_register(2) != Register.NONE:
            return [o for o in [register_operand(instruction.op_register(2))] if o]
        if not (name in DIVISIONS | DEPOSITS or is_float(name)):
            if CpuidFeature.FPU in instruction.cpuid_features():
                return [OPERAND.pack(UNKNOWN, 0, 0, 0, 0, 0, 0, 0, 0)]
            return []
        values = [o for r in info.used_registers() if r.access in is_read and (o := register_operand(r.register))]
        length = MemorySizeExt.size(instruction.memory_size)
        return values + [memory_operand(m, LOADED, length) for m in info.used_memory() if m.access in is_read]

    def record(self, instruction: Instruction) -> bytes:
        if instruction.code == Code.INVALID:
            operands = [OPERAND.pack(UNKNOWN, 0, 0, 0, 0, 0, 0, 0, 0)]
        else:
            info = self.factory.info(instruction)
            operands = self.addresses(instruction, info) + self.masks(instruction, info)
            operands += self.timing(instruction, info)
        if len(operands) > MAX_OPERANDS:
            operands = [OPERAND.pack(UNKNOWN, 0, 0, 0, 0, 0, 0, 0, 0)]
        padding = bytes(OPERAND.size * (MAX_OPERANDS - len(operands)))
        return HEAD.pack(instruction.ip, len(operands)) + b"".join(operands) + padding

    def decode(self, address: int, code: bytes) -> bytes:
        """Decode up to the end of the code, whose last instruction may be cut off."""
        records: list[bytes] = []
        for instruction in Decoder(64, code, ip=address):
            if instruction.code == Code.INVALID and records:
                break
            records.append(self.record(instruction))
        return struct.pack("<Q", len(records)) + b"".join(records)


def name_of(program: str, address: int) -> bytes:
    command = ["addr2line", "-fipse", program, hex(address)]
    try:
        text = subprocess.run(command, capture_output=True, check=True, text=True).stdout
    except (OSError, subprocess.CalledProcessError):
        text = "?"
    return " ".join(text.split()).encode()[:400]


def serve(program: str, requests, replies) -> None:
    formulas = Formulas()
    while head := requests.read(16):
        address, length = struct.unpack("<QQ", head)
        if length:
            replies.write(formulas.decode(address, requests.read(length)))
        else:
            name = name_of(program, address)
            replies.write(struct.pack("<Q", len(name)) + name)
        replies.flush()


def code_of(image: str) -> tuple[int, bytes, list[int]]:
    """Return the address of the image's code, the code, and where functions start."""
    with tempfile.NamedTemporaryFile() as out:
        subprocess.run(["objcopy", "-O", "binary", "-j", ".text", image, out.name], check=True)
        code = out.read()
    sections = subprocess.run(["readelf", "-SW", image], capture_output=True, check=True, text=True).stdout
    fields = next(line.split("]")[1].split() for line in sections.splitlines() if " .text " in line)
    start = int(fields[2], 16)
    symbols = subprocess.run(["nm", image], capture_output=True, check=True, text=True).stdout
    starts = {int(line.split()[0], 16) for line in symbols.splitlines() if line.split()[-2] in "tTwW"}
    return start, code, sorted({start} | {a for a in starts if start <= a < start + len(code)})


def write_table(image: str, path: str) -> None:
    """Decode from the start of each function to that of the next one."""
    start, code, starts = code_of(image)
    formulas, numbers, known = Formulas(), {b"": 0}, dict[bytes, int]()
    at = array.array("I", bytes(4 * len(code)))
    for first, after in itertools.pairwise([*starts, start + len(code)]):
        for instruction in Decoder(64, code[first - start : after - start], ip=first):
            if instruction.code == Code.INVALID:
                break
            place = instruction.ip - start
            encoding = code[place : place + instruction.len]
            if instruction.is_ip_rel_memory_operand or encoding not in known:
                record = bytes(8) + formulas.record(instruction)[8:]
                known[encoding] = numbers.setdefault(record, len(numbers))
            at[place] = known[encoding]
    records = [bytes(HEAD.size + MAX_OPERANDS * OPERAND.size), *itertools.islice(numbers, 1, None)]
    with open(path, "wb") as out:
        out.write(struct.pack("<QQQ", start, len(code), len(records)) + b"".join(records) + at.tobytes())


def main() -> int:
    if sys.argv[1] == "--table":
        write_table(sys.argv[2], sys.argv[3])
        return 0
    to_us, from_program = os.pipe()
    to_program, from_us = os.pipe()
    environment = os.environ | {"AB_TRACE_DECODER": f"{to_program},{from_program}"}
    with subprocess.Popen(sys.argv[1:], pass_fds=(to_program, from_program), env=environment) as process:
        os.close(to_program)
        os.close(from_program)
        with os.fdopen(to_us, "rb") as requests, os.fdopen(from_us, "wb") as replies:
            serve(sys.argv[1], requests, replies)
        return process.wait()


if __name__ == "__main__":
    sys.exit(main())
