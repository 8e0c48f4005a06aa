"""Afterburner makes OpenSSL 3.x and 4.x faster, without a change to any application. Here are its command and module.

    python -m afterburner exec -- PROGRAM [ARGUMENT...]    # for one program and its children

    import afterburner
    afterburner.enable()                                   # for this process and its children
"""
import atexit
import ctypes
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

_here = pathlib.Path(__file__).resolve().parent
command = _here / "bin" / "afterburner"
module = _here / "lib" / "ossl-modules" / "afterburner.so"

_LOAD_CONFIG = 0x40  # OPENSSL_INIT_LOAD_CONFIG
_folder = None  # where the configuration of this process is


def _write_configuration() -> str:
    """Write the configuration that `afterburner exec` gives a program, and return its name."""
    global _folder
    print_it = [str(command), "exec", "--", "sh", "-c", 'cat "$OPENSSL_CONF"']
    done = subprocess.run(print_it, capture_output=True, stdin=subprocess.DEVNULL)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.decode(errors="replace").strip())
    _folder = tempfile.mkdtemp(prefix="afterburner-")
    atexit.register(_remove, os.getpid(), _folder)
    name = os.path.join(_folder, "openssl.cnf")
    with open(name, "wb") as file:
        file.write(done.stdout)
    return name


def _remove(owner: int, folder: str) -> None:
    if os.getpid() == owner:  # and not a child after a fork
        shutil.rmtree(folder, ignore_errors=True)


def _load_now(extension, name: str) -> None:
    """Load the configuration into the libcrypto that an extension module of Python is linked with."""
    library = ctypes.CDLL(getattr(extension, "__file__", None))
    if not hasattr(library, "OSSL_PROVIDER_available"):
        raise RuntimeError(f"the OpenSSL of {extension.__name__} is older than 3.0")
    library.OPENSSL_init_crypto.argtypes = [ctypes.c_uint64, ctypes.c_void_p]
    library.OPENSSL_init_crypto(_LOAD_CONFIG, None)  # by OPENSSL_CONF, unless it had been loaded before
    if not library.OSSL_PROVIDER_available(None, b"afterburner"):
        library.CONF_modules_load_file(name.encode(), None, ctypes.c_ulong(0))
    if not library.OSSL_PROVIDER_available(None, b"afterburner"):
        raise RuntimeError(f"the OpenSSL of {extension.__name__} does not load {module}")


def enable() -> None:
    """Let OpenSSL in this process, and in those that it starts, prefer Afterburner.

    Call it first: what ssl and hashlib made before keeps the implementation that it has. An OpenSSL that a package
    brings along, as cryptography does, must not have been imported yet. RuntimeError says what does not work.
    """
    if _folder is not None:
        return
    if "cryptography.hazmat.bindings._rust" in sys.modules:
        raise RuntimeError("cryptography has been imported; call afterburner.enable() before that")
    name = os.environ["OPENSSL_CONF"] = _write_configuration()
    for extension in ("_ssl", "_hashlib"):
        if extension in sys.modules:
            _load_now(sys.modules[extension], name)
