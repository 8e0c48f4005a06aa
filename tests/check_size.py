#!/usr/bin/env python3
"""Check that the module is no larger than docs/size.md allows and has no more relocations; first check the check
itself.

usage: check_size.py MODULE SIZE_MD GCC    the version of the compiler that built it
"""
from __future__ import annotations

import pathlib
import re
import struct
import sys

# Code and constants, and the relocations that the loader applies in each process.
CONTENT = (".text", ".rodata", ".data.rel.ro")
RELOCATIONS = (".rela.dyn", ".rela.plt", ".relr.dyn")


def sections(path: str) -> dict[str, tuple[int, int]]:
    """Return the size in bytes and the entry size of each section of a 64-bit little-endian ELF file."""
    data = pathlib.Path(path).read_bytes()
    assert data[:6] == b"\x7fELF\x02\x01"
    table, = struct.unpack_from("<Q", data, 0x28)
    entry, num, names = struct.unpack_from("<HHH", data, 0x3A)
    headers = [struct.unpack_from("<IIQQQQIIQQ", data, table + i * entry) for i in range(num)]
    at = headers[names][4]
    return {data[at + h[0]:data.index(b"\0", at + h[0])].decode(): (h[5], h[9]) for h in headers}


def measure(path: str) -> dict[str, int]:
    found = sections(path)
    return {"bytes": sum(found[name][0] for name in CONTENT),
            "relocations": sum(found[name][0] // found[name][1] for name in RELOCATIONS if name in found)}


def limits(text: str) -> dict[str, int]:
    """Read the lines `| Limit: NAME
    NUMBER |`."""
    rows = re.findall(r"^\| Limit: (\w+) \| ([\d,]+) \|", text, re.MULTILINE)
    return {name: int(number.replace(",", "")) for name, number in rows}


def for_compiler(allowed: dict[str, int], gcc: str) -> dict[str, int]:
    """Each release of gcc generates other code. The limits are for 12."""
    others = 1.0 if gcc.split(".")[0] == "12" else 1.05
    return {name: int(limit * others) for name, limit in allowed.items()}


def excesses(measured: dict[str, int], allowed: dict[str, int]) -> list[str]:
    return [f"{measured[name]:,} {name}, and docs/size.md allows {limit:,}"
            for name, limit in allowed.items() if measured[name] > limit]


def main(module: str, document: str, gcc: str) -> None:
    measured, allowed = measure(module), for_compiler(limits(pathlib.Path(document).read_text()), gcc)
    assert set(allowed) == set(measured), f"{document} has limits for {sorted(allowed)}"
    for name in measured:
        assert excesses(measured, {**allowed, name: measured[name] - 1}), f"too many {name} go unnoticed"
    for name, number in measured.items():
        print(f"{number:,} {name} of {allowed[name]:,}")
    sys.exit("\n".join(excesses(measured, allowed)) or 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
