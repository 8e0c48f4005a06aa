"""Check the hardening of the built files: this reads ELF, not the flags of the build."""
import pathlib
import shutil
import stat
import struct
import subprocess

import pytest

from hosting import BUILD

FILES = ["afterburner.so", "afterburner", "libafterburner.so"]
PORTABLE = ["afterburner.so", "libafterburner.so", "libafterburner-companion.so", "glibc/afterburner",
            "musl/afterburner"]
PT_LOAD, PT_DYNAMIC, PT_GNU_STACK, PT_GNU_RELRO, PT_GNU_PROPERTY = 1, 2, 0x6474E551, 0x6474E552, 0x6474E553
DT_RELA, DT_RELASZ, DT_SYMTAB, DT_STRTAB, DT_RELRSZ, DT_RELR = 7, 8, 6, 5, 35, 36
R_64, R_GLOB_DAT, R_JUMP_SLOT, R_RELATIVE = 1, 6, 7, 8
DT_TEXTREL, DT_BIND_NOW, DT_FLAGS, DT_FLAGS_1 = 22, 24, 30, 0x6FFFFFFB
DF_TEXTREL, DF_BIND_NOW, DF_1_NOW = 4, 8, 1
ET_DYN, EXECUTE, WRITE = 3, 1, 2
SHF_EXECINSTR = 4
NT_GNU_PROPERTY_TYPE_0, X86_FEATURE_1_AND = 5, 0xC0000002
IBT, SHSTK = 1, 2
ENDBR64 = bytes.fromhex("f30f1efa")


class Elf:
    """The program headers and the dynamic section of a 64-bit file."""

    def __init__(self, path):
        self.data = pathlib.Path(path).read_bytes()
        assert self.data[:5] == b"\x7fELF\x02", path
        self.type = struct.unpack_from("<H", self.data, 16)[0]
        offset = struct.unpack_from("<Q", self.data, 32)[0]
        size, num = struct.unpack_from("<HH", self.data, 54)
        self.segments = [struct.unpack_from("<IIQQQQQQ", self.data, offset + i * size) for i in range(num)]

    def of_type(self, kind):
        return [s for s in self.segments if s[0] == kind]

    def dynamic(self):
        _, _, offset, _, _, size, _, _ = self.of_type(PT_DYNAMIC)[0]
        return dict(struct.iter_unpack("<QQ", self.data[offset:offset + size // 16 * 16]))

    def at(self, address, size):
        """The bytes at an address; none if there are not so many."""
        for _, _, offset, start, _, length, _, _ in self.of_type(PT_LOAD):
            if start <= address and address + size <= start + length:
                return self.data[offset + address - start:offset + address - start + size]
        return b""

    def word(self, address):
        return struct.unpack("<Q", self.at(address, 8))[0]

    def features(self):
        """What the file says it is made for: bits IBT and SHSTK of its .note.gnu.property."""
        for _, _, offset, _, _, size, _, _ in self.of_type(PT_GNU_PROPERTY):
            name_size, size, kind, name = struct.unpack_from("<III4s", self.data, offset)
            if (name_size, kind, name) != (4, NT_GNU_PROPERTY_TYPE_0, b"GNU\0"):
                continue
            at, end = offset + 16, offset + 16 + size
            while at < end:
                kind, size = struct.unpack_from("<II", self.data, at)
                if kind == X86_FEATURE_1_AND:
                    return struct.unpack_from("<I", self.data, at + 8)[0]
                at += 8 + (size + 7) // 8 * 8
        return 0

    def packed_places(self, dynamic):
        """The addresses that DT_RELR lists: an even entry is one, an odd one is a map of the 63 words that follow."""
        where = 0
        for i in range(dynamic.get(DT_RELRSZ, 0) // 8):
            entry = self.word(dynamic[DT_RELR] + 8 * i)
            if entry & 1 == 0:
                yield entry
                where = entry + 8
            else:
                yield from (where + 8 * bit for bit in range(63) if entry >> (bit + 1) & 1)
                where += 8 * 63

    def pointers(self):
        """The entry point and every address within the file that the loader writes to data."""
        dynamic = self.dynamic()
        yield struct.unpack_from("<Q", self.data, 24)[0]
        for place in self.packed_places(dynamic):
            yield self.word(place)
        for i in range(dynamic.get(DT_RELASZ, 0) // 24):
            _, info, addend = struct.unpack("<QQq", self.at(dynamic[DT_RELA] + 24 * i, 24))
            kind = info & 0xFFFFFFFF
            if kind == R_RELATIVE:
                yield addend
            elif kind in (R_64, R_GLOB_DAT):
                yield struct.unpack("<Q", self.at(dynamic[DT_SYMTAB] + 24 * (info >> 32) + 8, 8))[0]

    def code(self):
        """The addresses of each section with code. Its segment may have constants, too."""
        offset = struct.unpack_from("<Q", self.data, 40)[0]
        size, num = struct.unpack_from("<HH", self.data, 58)
        for i in range(num):
            flags, address, _, length = struct.unpack_from("<QQQQ", self.data, offset + i * size + 8)
            if flags & SHF_EXECINSTR:
                yield range(address, address + length)

    def code_pointers(self):
        code = list(self.code())
        return {p for p in self.pointers() if any(p in addresses for addresses in code)}


def faults(path):
    """List what a file lacks, in words."""
    elf = Elf(path)
    dynamic = elf.dynamic()
    found = []
    if elf.type != ET_DYN:
        found.append("loads at a fixed address")
    if not elf.of_type(PT_GNU_RELRO):
        found.append("no RELRO")
    if not (dynamic.get(DT_FLAGS, 0) & DF_BIND_NOW or dynamic.get(DT_FLAGS_1, 0) & DF_1_NOW or DT_BIND_NOW in dynamic):
        found.append("no BIND_NOW")
    if DT_TEXTREL in dynamic or dynamic.get(DT_FLAGS, 0) & DF_TEXTREL:
        found.append("code is relocated")
    stack = elf.of_type(PT_GNU_STACK)
    if not stack or stack[0][1] & EXECUTE:
        found.append("executable stack")
    if any(s[1] & WRITE and s[1] & EXECUTE for s in elf.of_type(PT_LOAD)):
        found.append("memory that is writable and executable")
    features = elf.features()
    if not features & IBT:
        found.append("not marked for indirect branch tracking")
    if not features & SHSTK:
        found.append("not marked for shadow stacks")
    if any(elf.at(p, 4) != ENDBR64 for p in elf.code_pointers()):
        found.append("a pointer to code without ENDBR64")
    # the library of kernels calls no function of libc that has a checked variant
    if b"_chk\0" not in elf.data and "lib" not in pathlib.Path(path).name:
        found.append("no fortified call")
    if pathlib.Path(path).stat().st_mode & stat.S_IWOTH:
        found.append("writable by everybody")
    return found


@pytest.mark.parametrize("name", FILES)
def test_built_file_is_hardened(name):
    assert faults(BUILD / name) == []


@pytest.mark.skipif(not (BUILD / "portable").exists(), reason="the build has no portable files")
@pytest.mark.parametrize("name", PORTABLE)
def test_portable_file_is_hardened(name):
    assert faults(BUILD / "portable" / name) == []


def test_pointers_to_code_are_found():
    """The module has its functions in tables: if these were not read, no pointer would be checked."""
    assert len(Elf(BUILD / "afterburner.so").code_pointers()) > 500


def test_file_without_hardening_is_detected(tmp_path):
    """Every missing protection is found in a file that was built without any."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    assert compiler is not None
    (tmp_path / "a.c").write_text("int f(void) { return 1; }\nint main(void) { return f(); }\n")
    subprocess.run([compiler, "-O0", "-U_FORTIFY_SOURCE", "-fno-stack-protector", "-fcf-protection=none", "-no-pie",
                    "-Wl,-z,lazy", "-Wl,-z,norelro", "-Wl,-z,execstack", "-Wl,-z,noseparate-code", "-o", "offender",
                    "a.c"], cwd=tmp_path, check=True)
    (tmp_path / "offender").chmod(0o777)
    found = faults(tmp_path / "offender")
    for fault in ["loads at a fixed address", "no RELRO", "no BIND_NOW", "executable stack", "no fortified call",
                  "writable by everybody", "not marked for indirect branch tracking", "not marked for shadow stacks"]:
        assert fault in found


@pytest.mark.parametrize("packed", [[], ["-Wl,-z,pack-relative-relocs"]])
def test_function_without_endbr64_is_detected(tmp_path, packed):
    """A mark that is forced by linker options does not hide a function that begins without ENDBR64."""
    compiler = shutil.which("gcc") or shutil.which("cc") or shutil.which("clang")
    assert compiler is not None
    (tmp_path / "a.c").write_text("static int f(void) { return 1; }\nint (*const table[])(void) = {f};\n")
    for protection, expected in ("none", True), ("full", False):
        subprocess.run([compiler, "-O2", "-fPIC", f"-fcf-protection={protection}", "-shared", "-nostartfiles",
                        "-Wl,-z,ibt", "-Wl,-z,shstk", *packed, "-o", "offender.so", "a.c"], cwd=tmp_path, check=True)
        found = faults(tmp_path / "offender.so")
        assert "not marked for indirect branch tracking" not in found
        assert ("a pointer to code without ENDBR64" in found) == expected
