"""Afterburner makes OpenSSL 3.x faster, without a change to any application. Here are its command and its module.

    python -m afterburner exec -- PROGRAM [ARGUMENT...]
"""
import pathlib

_here = pathlib.Path(__file__).resolve().parent
command = _here / "bin" / "afterburner"
module = _here / "lib" / "ossl-modules" / "afterburner.so"
