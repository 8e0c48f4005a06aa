"""afterburner top and a program that lies: it prints nothing that a terminal acts on, and goes on."""
import contextlib
import pathlib
import re
import subprocess
import sys

from watched import processes, program, top

COUNTERS_H = (pathlib.Path(__file__).parents[2] / "include/afterburner/counters.h").read_text()

# A program that has a file of the module's name mapped, and a mapping that looks like counters.
IMPOSTOR = r"""
import ctypes, mmap, struct, sys, time
version, text, families, lines = int(sys.argv[2]), sys.argv[3].encode().decode("unicode_escape"), 144, 56
with open(sys.argv[1], "rb") as file:
    module = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)
open("/proc/self/comm", "wb").write(b"\x1b[31mroot\x07")
libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
libc.mmap.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_long]
libc.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
head_len = 16 + 64 * 8 + families * 80 + 48
size = head_len + lines * families * 16 * 16
whole = -(-size // 4096) * 4096
at = libc.mmap(None, whole + 8192, 0, 0x22, -1, 0) + 4096
assert libc.mprotect(at, whole, 3) == 0
family = struct.pack("<II", 2, 7) + (text.encode("latin-1") * 24)[:24] + b"\xff" * 48
head = struct.pack("<QII", 0x53544e554f434241, version, size) + b"\xff" * (64 * 8) + family * families
ctypes.memmove(at, head, len(head))
ctypes.memset(at + head_len, 0xff, lines * families * 256)
print("up", flush=True)
time.sleep(600)
"""


def test_layout_of_the_impostor():
    """Its counters are laid out as those of the module."""
    for name, value in (("LINES", 56), ("OWNERS", 64), ("FAMILIES", 144), ("KINDS", 16), ("NAME_LEN", 24),
                        ("LEVEL_LEN", 48), ("VERSION", 1)):
        assert re.search(rf"AB_COUNTERS_{name} = {value}\b", COUNTERS_H), name


@contextlib.contextmanager
def impostor(tmp_path, version=1, text=r"\x1b[2J\n\x9b\xe2"):
    module = tmp_path / "afterburner.so"
    module.write_bytes(bytes(4096))
    with program([sys.executable, "-c", IMPOSTOR, module, version, text], stdout=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"up\n"
        yield process
        process.stdout.close()


def test_hostile_text_and_numbers(tmp_path):
    with impostor(tmp_path) as process:
        (found,) = processes(process.pid)
        assert found["counters"] and found["rows"]
        for row in found["rows"]:
            assert row["operation"] in ("encrypt", "decrypt", "mac")
            assert not re.search(r"[\x00-\x1f\x7f-\x9f]", row["algorithm"] + row["level"]), row
        done = top("--once", process.pid)
        assert done.returncode == 0 and not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", done.stdout)
        assert max(map(len, done.stdout.splitlines())) < 200


def test_counters_of_another_version(tmp_path):
    with impostor(tmp_path, version=2) as process:
        (found,) = processes(process.pid)
        assert found["rows"] == []
