#!/usr/bin/env python3
"""Make a wheel from the archive for any Linux, and print its name. The same archive gives the same bytes.

usage: wheel.py ARCHIVE OUT EPOCH    EPOCH: the time that its files get, in seconds since 1970
"""
from __future__ import annotations

import base64
import hashlib
import pathlib
import re
import stat
import sys
import tarfile
import time
import zipfile

HERE = pathlib.Path(__file__).resolve().parent / "wheel"
CARRIED = ("bin/afterburner", "lib/ossl-modules/afterburner.so", "libexec/afterburner/glibc/afterburner",
           "libexec/afterburner/musl/afterburner")  # of the archive
TAG = "py3-none-manylinux2014_x86_64.manylinux_2_17_x86_64.musllinux_1_2_x86_64"
EARLIEST = time.struct_time((1980, 1, 1, 0, 0, 0, 0, 1, 0))  # what a zip file can say

METADATA = """\
Metadata-Version: 2.1
Name: afterburner
Version: {version}
Summary: Makes OpenSSL 3.x faster, without a change to any application
License: Apache-2.0
Classifier: Operating System :: POSIX :: Linux
Requires-Python: >=3.8
Description-Content-Type: text/markdown

This package carries the provider module for OpenSSL 3.x and 4.x on x86-64 Linux, and the command `afterburner`, which
uses the system's libcrypto.

    python -m afterburner exec -- PROGRAM [ARGUMENT...]    # for one program and its children
    afterburner status

In a Python program, before it uses ssl, hashlib or cryptography:

    import afterburner
    afterburner.enable()
"""
WHEEL = """\
Wheel-Version: 1.0
Generator: afterburner
Root-Is-Purelib: false
{tags}"""
ENTRY_POINTS = """\
[console_scripts]
afterburner = afterburner.__main__:main
"""


def read_archive(path: pathlib.Path) -> tuple[str, dict[str, tuple[bytes, int]]]:
    """Return the version, and (content, mode) of the files that the package carries."""
    version = re.fullmatch(r"afterburner-([0-9.]+)-linux-x86_64\.tar\.xz", path.name)
    if version is None:
        sys.exit(f"wheel.py: not an archive of a release: {path.name}")
    top = path.name.removesuffix(".tar.xz")
    with tarfile.open(path) as archive:
        def read(name: str) -> bytes:
            file = archive.extractfile(f"{top}/{name}")
            assert file is not None, name
            return file.read()

        files = {f"afterburner/{name}": (read(name), 0o755) for name in CARRIED}
        files["LICENSE"] = (read("LICENSE"), 0o644)
        return version[1], files


def tag_lines() -> str:
    """Return a line for each platform that the file's name lists."""
    python, abi, platforms = TAG.split("-")
    return "".join(f"Tag: {python}-{abi}-{platform}\n" for platform in platforms.split("."))


def record_line(name: str, content: bytes) -> str:
    digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
    return f"{name},sha256={digest},{len(content)}\n"


def main(archive: str, out: str, epoch: str) -> None:
    version, files = read_archive(pathlib.Path(archive))
    info = f"afterburner-{version}.dist-info"
    files[f"{info}/LICENSE"] = files.pop("LICENSE")
    for path in sorted((HERE / "afterburner").glob("*.py")):
        files[f"afterburner/{path.name}"] = (path.read_bytes(), 0o644)
    for name, text in (("METADATA", METADATA.format(version=version)), ("WHEEL", WHEEL.format(tags=tag_lines())),
                       ("entry_points.txt", ENTRY_POINTS)):
        files[f"{info}/{name}"] = (text.encode(), 0o644)
    lines = [record_line(name, content) for name, (content, _) in sorted(files.items())]
    record = f"{info}/RECORD"
    names = [*sorted(files), record]  # the list of files comes last
    files[record] = ("".join([*lines, f"{record},,\n"]).encode(), 0o644)

    when = max(time.gmtime(int(epoch)), EARLIEST)[:6]
    wheel = pathlib.Path(out) / f"afterburner-{version}-{TAG}.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as target:
        for name in names:
            content, mode = files[name]
            entry = zipfile.ZipInfo(name, when)
            entry.create_system = 3  # Unix, so that the mode counts
            entry.external_attr = (stat.S_IFREG | mode) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            target.writestr(entry, content)
    print(wheel)


if __name__ == "__main__":
    main(*sys.argv[1:])
