#!/usr/bin/env python3
"""Check the dependencies between the folders, the symbol rules of the module and the size limits of the source.

Usage:
  check_layers.py SOURCE_DIR BUILD_DIR    check the tree, BUILD_DIR/afterburner.so and the lab's driver
  check_layers.py --self-check            every rule must report a deliberate offender

Dependencies point one way: provider -> crypto -> kernels -> {cpu, ct}, and os is below all; the command sees EVP, the
public headers and the lab's clock, the lab only EVP. Only src/os knows the operating system.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

# What the files of a folder may include with "...": prefixes of the path as it is written.
PUBLIC = ["afterburner/"]
LOW = [*PUBLIC, "cpu/", "ct/", "os/"]
ALLOWED = {
    "include": PUBLIC,
    "src/os": ["os/"],
    "src/cpu": LOW,
    "src/ct": LOW,
    "src/kernels": [*LOW, "kernels/"],
    "src/batch": [*LOW, "kernels/", "crypto/", "batch/"],
    "src/threads": [*LOW, "kernels/", "crypto/", "threads/"],
    "src/crypto": [*LOW, "kernels/", "crypto/"],
    "src/provider": [*LOW, "kernels/", "crypto/", "batch/", "threads/", "provider/"],
    "companion": [],
    "cli": [*PUBLIC, "cli/", "lab/native/driver/", "lab/native/measure/"],
    "lab": ["lab/", "afterburner/cpu.h"],
}
OPENSSL_FOLDERS = ("src/provider", "companion", "cli", "lab", "bench/bignum.c", "tests", "fuzz")
INTRINSICS_FOLDERS = ("src/kernels", "bench", "tests")
SOURCE_FOLDERS = ("include", "src", "companion", "cli", "lab", "bench", "tests", "fuzz", "packaging", "scripts",
                  "demonstration", "cmake", ".ci")
SOURCE_SUFFIXES = (".c", ".h", ".S", ".py", ".cmake", ".sh", ".bash")
SOURCE_NAMES = ("CMakeLists.txt", "Makefile")
C_FOLDERS = ("include", "src", "companion", "cli", "bench", "lab/native", "tests", "fuzz")
INCLUDE_ROOTS = (".", "src", "include", "tests", "tests/evp", "tests/crypto", "tests/kernels")  # of -I in CMake's lists
MAX_FILE_LINES, MAX_COLUMNS, MAX_MACRO_LINES = 900, 120, 3
OPENING_FOLDERS = ("src", "companion", "cli", "lab", "bench", "tests", "fuzz")
GENERATED = "Made by "  # in the first line of a generated file, which may be of any size

# The module's undefined symbols must come from these libraries; NEEDED limits them, so libc's functions are not listed.
NEEDED = {"libc.so.6", "libm.so.6", "libpthread.so.0", "ld-linux-x86-64.so.2"}
EXPORTED = {"OSSL_provider_init"}
FORBIDDEN = {"__cxa_atexit", "__cxa_thread_atexit_impl", "__tls_get_addr", "pthread_atfork"}
SYSTEM_HEADERS = ("sys/", "linux/", "pthread.h", "threads.h", "sched.h", "signal.h", "time.h", "unistd.h", "fcntl.h",
                  "poll.h", "dlfcn.h", "windows.h", "bcrypt.h")
SYSTEM_CALLS = ("getenv", "secure_getenv", "getrandom", "getpid")  # of headers that the C standard has
SYSTEM_NAMES = ("_GNU_SOURCE", "__linux__", "_WIN32", "_WIN64", "__GLIBC__", "__APPLE__", "__ANDROID__")
SYSTEM_FOLDER = "src/os/"  # the only place in src/ that knows the operating system
THREADS_HEADER, THREADS_FILE = "os/threads.h", "src/threads/pool.c"  # the only file that may use threads


def c_files(root: pathlib.Path, folder: str) -> list[pathlib.Path]:
    return [p for p in sorted((root / folder).rglob("*")) if p.suffix in (".c", ".h", ".S") and p.is_file()]


def includes(path: pathlib.Path) -> list[tuple[int, str, str]]:
    """List (line, kind, target) of each #include; kind is < or a quotation mark."""
    found = []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if m := re.match(r'\s*#\s*include\s*([<"])([^>"]+)', line):
            found.append((number, m[1], m[2]))
    return found


def check_includes(root: pathlib.Path) -> list[str]:
    errors = []
    for folder, allowed in ALLOWED.items():
        for path in c_files(root, folder):
            for line, kind, target in includes(path):
                beside = (path.parent / target).exists()
                is_allowed = beside or target.startswith(tuple(allowed))
                if kind == '"' and not is_allowed:
                    errors.append(f"{path.relative_to(root)}:{line}: {folder} may not include {target}")
                if kind == '"' and beside and "/" in target and folder.startswith("src"):
                    errors.append(f"{path.relative_to(root)}:{line}: write {target} from src/ on")
    for folder in SOURCE_FOLDERS:
        for path in c_files(root, folder):
            place = str(path.relative_to(root))
            for line, _, target in includes(path):
                if target.startswith("openssl/") and not place.startswith(OPENSSL_FOLDERS):
                    errors.append(f"{place}:{line}: only src/provider sees OpenSSL in the library, not {target}")
                if target.endswith("intrin.h") and not place.startswith(INTRINSICS_FOLDERS):
                    errors.append(f"{place}:{line}: instruction sets belong to src/kernels, not {target}")
                if not place.startswith("src/") or place.startswith(SYSTEM_FOLDER):
                    continue
                if target.startswith(SYSTEM_HEADERS):
                    errors.append(f"{place}:{line}: the operating system belongs to {SYSTEM_FOLDER}, not {target}")
                if target == THREADS_HEADER and place != THREADS_FILE:
                    errors.append(f"{place}:{line}: threads belong to {THREADS_FILE}")
    return errors


def check_system(root: pathlib.Path) -> list[str]:
    """Nothing in src/ but src/os calls the operating system or asks which one it is."""
    known = re.compile(rf"\b(?:(?:{'|'.join(SYSTEM_CALLS)})\s*\(|(?:{'|'.join(SYSTEM_NAMES)})\b)")
    return [
        f"{path.relative_to(root)}:{number}: the operating system belongs to {SYSTEM_FOLDER}, not {found[0]}"
        for path in c_files(root, "src")
        if not str(path.relative_to(root)).startswith(SYSTEM_FOLDER)
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if (found := known.search(line))
    ]


def resolve(root: pathlib.Path, path: pathlib.Path, target: str) -> pathlib.Path | None:
    """The file that an include with quotes names, from the root; None if the tree has none."""
    for folder in (path.parent, *(root / roof for roof in INCLUDE_ROOTS)):
        if (folder / target).is_file():
            return (folder / target).resolve().relative_to(root.resolve())
    return None


def check_circles(root: pathlib.Path) -> list[str]:
    """Find circles of includes: a unit is a .c file with the .h of the same name, and none may reach itself."""
    reaches: dict[str, set[str]] = {}
    place: dict[str, pathlib.Path] = {}
    for path in (p for folder in C_FOLDERS for p in c_files(root, folder)):
        relative = path.relative_to(root)
        unit = str(relative.with_suffix(""))
        place.setdefault(unit, relative)
        found = {resolve(root, path, target) for _, kind, target in includes(path) if kind == '"'}
        reaches.setdefault(unit, set()).update({str(f.with_suffix("")) for f in found if f} - {unit})
    for via, further in reaches.items():  # Warshall's transitive closure
        for reached in reaches.values():
            if via in reached:
                reached |= further
    circles = {unit: sorted(u for u in found if unit in reaches.get(u, ())) for unit, found in reaches.items()}
    return [f"{place[u]}: a circle of includes through {', '.join(circle)}" for u, circle in circles.items() if circle]


def macro_lengths(text: str) -> list[tuple[int, int]]:
    """List (line, length) of each #define, except texts of several lines, which are data."""
    found = []
    lines = text.splitlines()
    for i, line in enumerate(lines):
        if re.match(r"\s*#\s*define\b", line):
            end = i
            while lines[end].endswith("\\") and end + 1 < len(lines):
                end += 1
            if not all(part.lstrip().startswith('"') for part in lines[i + 1:end + 1]):
                found.append((i + 1, end - i + 1))
    return found


def is_source(path: pathlib.Path) -> bool:
    if not path.is_file() or "__pycache__" in path.parts:
        return False
    if path.suffix in SOURCE_SUFFIXES or path.name in SOURCE_NAMES:
        return True
    return not path.suffix and path.read_bytes().startswith(b"#!")


def source_files(root: pathlib.Path) -> list[pathlib.Path]:
    """Code of every language and the files of the build, those of the top folder included."""
    paths = list(root.glob("*"))
    for folder in SOURCE_FOLDERS:
        paths += sorted((root / folder).rglob("*"))
    return [p for p in paths if is_source(p)]


def check_sizes(root: pathlib.Path) -> list[str]:
    errors = []
    for path in source_files(root):
        text, name = path.read_text(), path.relative_to(root)
        lines = text.splitlines()
        if lines and GENERATED in lines[0]:
            continue
        if len(lines) > MAX_FILE_LINES:
            errors.append(f"{name}: {len(lines)} lines, more than {MAX_FILE_LINES}")
        for number, line in enumerate(lines, 1):
            if len(line) > MAX_COLUMNS:
                errors.append(f"{name}:{number}: {len(line)} columns, more than {MAX_COLUMNS}")
        if path.suffix in (".c", ".h"):
            for number, length in macro_lengths(text):
                if length > MAX_MACRO_LINES:
                    errors.append(f"{name}:{number}: a macro of {length} lines, more than {MAX_MACRO_LINES}")
    return errors


def has_guard(text: str) -> bool:
    return re.search(r"^#\s*ifndef (\w+)\n#\s*define \1$", text, re.MULTILINE) is not None


def check_templates(root: pathlib.Path) -> list[str]:
    """A header without a guard, which more than one C file reaches, is called *_template.h."""
    uses = {
        path: {found for _, kind, target in includes(path) if kind == '"' and (found := resolve(root, path, target))}
        for folder in C_FOLDERS
        for path in c_files(root, folder)
    }
    files_that_reach: dict[pathlib.Path, int] = {}
    for path in (p for p in uses if p.suffix == ".c"):
        reached: set[pathlib.Path] = set()
        left = [path]
        while left:
            new = uses.get(left.pop(), set()) - reached
            reached |= new
            left += [root / name for name in new]
        for name in reached:
            files_that_reach[name] = files_that_reach.get(name, 0) + 1
    return [
        f"{name}: has no guard, and {num} C files include it: call it *_template.h"
        for name, num in sorted(files_that_reach.items())
        if num > 1 and name.suffix == ".h" and not name.name.endswith("_template.h")
        and not has_guard((root / name).read_text())
    ]


def check_openings(root: pathlib.Path) -> list[str]:
    """Every C file opens with a comment that says what it is."""
    return [
        f"{path.relative_to(root)}: does not open with a comment that says what it is"
        for folder in OPENING_FOLDERS
        for path in c_files(root, folder)
        if path.suffix == ".c" and not path.read_text().startswith("/*")
    ]


def output(*command: str) -> list[str]:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()


def sections(library: pathlib.Path) -> dict[str, tuple[str, int]]:
    """Return a dictionary from name to (index, size in bytes)."""
    found = {}
    for line in output("readelf", "-SW", str(library)):
        if m := re.match(r"\s*\[\s*(\d+)\]\s+(\S+)\s+\S+\s+[0-9a-f]+\s+[0-9a-f]+\s+([0-9a-f]+)", line):
            found[m[2]] = (m[1], int(m[3], 16))
    return found


def check_writable_data(library: pathlib.Path) -> list[str]:
    """No mutable global state: .data and .bss hold nothing. Nothing runs at load or unload."""
    errors = []
    place = sections(library)
    indices = {place[name][0]: name for name in (".data", ".bss", ".tdata", ".tbss") if name in place}
    for line in output("readelf", "-sW", str(library)):
        f = line.split()
        if len(f) == 8 and f[6] in indices and f[3] in ("OBJECT", "NOTYPE", "TLS"):
            errors.append(f"{library.name}: {f[7]} ({f[2]} bytes) is writable global data, in {indices[f[6]]}")
    for name in (".init_array", ".fini_array"):
        if name in place:
            errors.append(f"{library.name}: {name} has entries: code at load or unload")
    return errors


def check_needed(library: pathlib.Path) -> list[str]:
    """The module and the lab's driver are not linked with any libcrypto, so they work with every one."""
    found = {m[1] for line in output("readelf", "-dW", str(library)) if (m := re.search(r"\(NEEDED\).*\[(.*)\]", line))}
    return [f"{library.name}: needs {sorted(found - NEEDED)}"] if found - NEEDED else []


def check_tree(root: pathlib.Path) -> list[str]:
    return (check_includes(root) + check_system(root) + check_circles(root) + check_sizes(root)
            + check_openings(root) + check_templates(root))


def check_module(library: pathlib.Path) -> list[str]:
    errors = check_needed(library)
    dynamic = output("readelf", "-dW", str(library))
    exported: set[str] = set()
    undefined: set[str] = set()
    for line in output("nm", "-D", str(library)):
        kind, name = line.split()[-2:]
        (undefined if kind in "Uw" else exported).add(name)
    if exported != EXPORTED:
        errors.append(f"{library.name}: exports {sorted(exported)}, not {sorted(EXPORTED)}")
    for name in sorted(undefined):
        if re.match(r"(OPENSSL_|OSSL_|CRYPTO_|EVP_|ERR_|RAND_|BN_|BIO_)", name):
            errors.append(f"{library.name}: calls {name} of libcrypto")
        if name.split("@")[0] in FORBIDDEN:
            errors.append(f"{library.name}: uses {name}")
    flags = " ".join(line for line in dynamic if "FLAGS" in line)
    for flag in ("NODELETE", "NOW"):
        if flag not in flags:
            errors.append(f"{library.name}: is not linked with -z {flag.lower()}")
    return errors + check_writable_data(library)


OFFENDING_FILES = {
    "src/kernels/k.c": ('#include "crypto/x.h"\n', "src/kernels may not include crypto/x.h"),
    "src/crypto/c.c": ('#include "provider/x.h"\n', "src/crypto may not include provider/x.h"),
    "src/cpu/u.c": ('#include "kernels/x.h"\n', "src/cpu may not include kernels/x.h"),
    "src/crypto/o.c": ("#include <openssl/evp.h>\n", "only src/provider sees OpenSSL"),
    "include/afterburner/i.h": ("#include <openssl/core.h>\n", "only src/provider sees OpenSSL"),
    "src/crypto/v.c": ("#include <immintrin.h>\n", "instruction sets belong to src/kernels"),
    "src/crypto/p.c": ('#include "os/threads.h"\n', "threads belong to src/threads/pool.c"),
    "src/threads/p.c": ("#include <pthread.h>\n", "the operating system belongs to src/os/, not pthread.h"),
    "src/cpu/g.c": ("const char *e = getenv(0);\n", "the operating system belongs to src/os/, not getenv("),
    "src/ct/l.c": ("#ifdef __linux__\n#endif\n", "the operating system belongs to src/os/, not __linux__"),
    "src/os/linux/p.c": ('#include "cpu/x.h"\n', "src/os may not include cpu/x.h"),
    "cli/l.c": ('#include "provider/x.h"\n', "cli may not include provider/x.h"),
    "lab/a.c": ('#include "afterburner/x.h"\n', "lab may not include afterburner/x.h"),
    "bench/o.c": ("#include <openssl/evp.h>\n", "only src/provider sees OpenSSL"),
    "src/provider/a.c": ('#include "provider/b.h"\n', "a circle of includes through src/provider/a, src/provider/b"),
    "src/provider/a.h": ("", ""),
    "src/provider/b.c": ('#include "provider/a.h"\n', "a circle of includes through src/provider/a, src/provider/b"),
    "src/provider/b.h": ("", ""),
    "cli/x.c": ('#include "y.h"\n', "a circle of includes through cli/x, cli/y"),
    "cli/x.h": ("", ""),
    "cli/y.h": ('#include "x.h"\n', "a circle of includes through cli/x, cli/y"),
    "src/ct/m.h": ("#define A \\\n 1 \\\n + 2 \\\n + 3\n", "a macro of 4 lines"),
    "src/ct/w.c": ("/*" + "-" * MAX_COLUMNS + "*/\n", "columns, more than"),
    "cmake/w.cmake": ("#" * (MAX_COLUMNS + 1), "columns, more than"),
    "cli/CMakeLists.txt": ("#" * (MAX_COLUMNS + 1), "columns, more than"),
    "Makefile": ("#" * (MAX_COLUMNS + 1), "columns, more than"),
    ".ci/run": ("#!" + "-" * MAX_COLUMNS, "columns, more than"),
    "src/ct/t.c": ("\n" * (MAX_FILE_LINES + 1), "lines, more than"),
    "src/ct/n.c": ("int i;\n", "does not open with a comment"),
    "tests/n.c": ("int i;\n", "does not open with a comment"),
    "src/kernels/r.h": ("int i;\n", "has no guard, and 2 C files include it"),
    "src/kernels/s.h": ('#include "r.h"\n', ""),
    "src/kernels/r.c": ('#include "r.h"\n', ""),
    "src/kernels/s.c": ('#include "s.h"\n', ""),
}
OFFENDING_MODULE = """
extern void CRYPTO_free(void *p);
extern int atexit(void (*f)(void));
__thread int per_thread = 1;
int counter;
static void bye(void) { counter++; }
__attribute__((constructor)) static void at_load(void) { CRYPTO_free(0); }
int OSSL_provider_init(void) { per_thread++; return atexit(bye); }
"""
MODULE_FINDINGS = ("exports ['OSSL_provider_init', 'counter', 'per_thread']", "calls CRYPTO_free of libcrypto",
                   "uses __cxa_atexit", "not linked with -z nodelete", "not linked with -z now", "counter (4 bytes)",
                   "per_thread (4 bytes)", ".init_array has entries", "needs ['libother.so']")


def self_check() -> list[str]:
    """Every rule must find its offender, and find nothing in a correct tree."""
    missed = []
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        if check_tree(root):
            missed.append("an empty tree was found guilty")
        for name, (text, _) in OFFENDING_FILES.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text)
        found = check_tree(root)
        for name, (_, finding) in OFFENDING_FILES.items():
            if finding and not any(e.startswith(name) and finding in e for e in found):
                missed.append(f"not found: {name}: {finding}")
        (root / "module.c").write_text(OFFENDING_MODULE)
        (root / "other.c").write_text("void CRYPTO_free(void *p) { (void)p; }\n")
        compile_shared = ("cc", "-shared", "-fPIC", "-Wl,-z,lazy")
        subprocess.run([*compile_shared, "-o", root / "libother.so", root / "other.c"], check=True)
        subprocess.run([*compile_shared, "-o", root / "bad.so", root / "module.c", "-L", root, "-lother"], check=True)
        found = check_module(root / "bad.so")
        missed += [f"not found in the module: {f}" for f in MODULE_FINDINGS if not any(f in e for e in found)]
    return missed


def main() -> int:
    if sys.argv[1:] == ["--self-check"]:
        errors = self_check()
    else:
        root, build = (pathlib.Path(a).resolve() for a in sys.argv[1:3])
        errors = check_tree(root) + check_module(build / "afterburner.so")
        for name in ("driver", "measure.so", "tls", "connections.so"):
            errors += check_needed(build / "lab" / name)
    for error in errors:
        print(f"check_layers: {error}", file=sys.stderr)
    return 1 if errors else 0


if __name__ == "__main__":
    sys.exit(main())
