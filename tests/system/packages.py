"""Programs that a machine may lack: of their packages, unpacked (not installed) into the cache."""
import os
import pathlib
import shutil
import subprocess

import pytest

CACHE = pathlib.Path(os.environ.get("AB_CACHE", pathlib.Path.home() / ".cache" / "afterburner")) / "packages"


def find_program(name, packages, folder):
    """Its path, and folders with libraries if it was unpacked; the package has it in `folder`. Or the test is skipped."""
    if path := shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin"):
        return pathlib.Path(path), []
    root = CACHE / name
    unpacked = root / folder / name
    if not unpacked.exists():
        if not shutil.which("apt-get"):
            pytest.skip(f"no {name} and no apt-get to fetch it")
        root.mkdir(parents=True, exist_ok=True)
        done = subprocess.run(["apt-get", "download", *packages], cwd=root, capture_output=True, text=True, timeout=120,
                              check=False)
        if done.returncode != 0:
            pytest.skip(f"no {name}: {done.stderr}")
        for package in root.glob("*.deb"):
            subprocess.run(["dpkg", "-x", package, root], timeout=60, check=True)
    return unpacked, [root / "usr/lib/x86_64-linux-gnu", root / "lib/x86_64-linux-gnu"]
