"""Check the hardening of the built files: this reads ELF, not the flags of the build."""
import pathlib
import shutil
import stat
import struct
import subprocess

import pytest

from hosting import BUILD

FILES = ["afterburner.so", "afterburner", "libafterburner.so"]
PT_LOAD, PT_DYNAMIC, PT_GNU_STACK, PT_GNU_RELRO = 1, 2, 0x6474E551, 0x6474E552
DT_TEXTREL, DT_BIND_NOW, DT_FLAGS, DT_FLAGS_1 = 22, 24, 30, 0x6FFFFFFB
DF_TEXTREL, DF_BIND_NOW, DF_1_NOW = 4, 8, 1
ET_DYN, EXECUTE, WRITE = 3, 1, 2


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
    # the library of kernels calls no function of libc that has a checked variant
    if b"_chk\0" not in elf.data and "lib" not in pathlib.Path(path).name:
        found.append("no fortified call")
    if pathlib.Path(path).stat().st_mode & stat.S_IWOTH:
        found.append("writable by everybody")
    return found


@pytest.mark.parametrize("name", FILES)
def test_built_file_is_hardened(name):
    assert faults(BUILD / name) == []


def test_file_without_hardening_is_detected(tmp_path):
    """Every missing protection is found in a file that was built without any."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    assert compiler is not None
    (tmp_path / "a.c").write_text("int f(void) { return 1; }\nint main(void) { return f(); }\n")
    subprocess.run([compiler, "-O0", "-U_FORTIFY_SOURCE", "-fno-stack-protector", "-no-pie", "-Wl,-z,lazy",
                    "-Wl,-z,norelro", "-Wl,-z,execstack", "-Wl,-z,noseparate-code", "-o", "offender", "a.c"],
                   cwd=tmp_path, check=True)
    (tmp_path / "offender").chmod(0o777)
    found = faults(tmp_path / "offender")
    for fault in ["loads at a fixed address", "no RELRO", "no BIND_NOW", "executable stack", "no fortified call",
                  "writable by everybody"]:
        assert fault in found
