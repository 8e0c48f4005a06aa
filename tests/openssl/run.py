#!/usr/bin/env python3
"""Runs OpenSSL's own tests twice, stock and with the module preferred, and compares each case.

    run.py BUILD [RELEASE...] [--only GLOB]... [--module FILE | --no-module] [--companion FILE] [--built]

BUILD holds afterburner.so; RELEASE is 3.0, 3.5 or 4.0 (tests/evp/build_openssl.sh), all of them if none is named. Exit
status 1 if a case differs, a recipe fails stock, too, or the module served nothing in a recipe, and known.txt does not
name it, or if what known.txt names is not so; 77 with --built if the release has not been built. The output of each
recipe is kept in BUILD/openssl-tests/RELEASE.

With --companion our side preloads it. That takes programs with shared libraries, which are linked anew in a copy of the
tree. --no-module leaves the module out of our side.
"""

import argparse
import collections
import concurrent.futures
import contextlib
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import IO

import configuration
import known
import verdicts

HERE = pathlib.Path(__file__).resolve().parent
BUILDER = HERE.parent / "evp" / "build_openssl.sh"
TREES = {"3.0": "3.0", "3.5": "3.5", "4.0": "4.0-tests"}
VERSIONS = HERE.parent / "companion" / "fake.map"  # the first version of symbols for all
TIMEOUT = 1200
PASSED_ON = ("PATH", "HOME", "TMPDIR")  # with AB_FAULTY_*, which afterburner_faulty reads
QUOTED = re.compile(r"""["'](\w+)["']""")  # programs are among these words of a recipe


@dataclass
class Compared:
    """A recipe on both sides."""

    name: str
    stock: verdicts.Run
    ours: verdicts.Run
    seconds: tuple[float, float]

    @property
    def differences(self) -> dict[str, str]:
        return {f"{self.name}: {case}": sides for case, sides in verdicts.compare(self.stock, self.ours).items()}


def share(tree: pathlib.Path, copy: pathlib.Path) -> pathlib.Path:
    """A copy of a tree whose programs are linked anew, with shared libraries that have the names of the static ones."""
    shutil.rmtree(copy, ignore_errors=True)
    copy.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["cp", "-a", tree, copy], check=True)
    for name, needed in (("libcrypto", ["-ldl", "-lpthread"]), ("libssl", ["./libcrypto.so.3"])):
        command = ["gcc", "-shared", "-o", f"{name}.so.3", f"-Wl,-soname,{name}.so.3,-z,nodelete",
                   f"-Wl,--version-script={VERSIONS}", "-Wl,--whole-archive", f"{name}.a", "-Wl,--no-whole-archive"]
        subprocess.run([*command, *needed], cwd=copy, check=True)
    for name in ("libcrypto", "libssl"):
        times = (copy / f"{name}.a").stat()
        (copy / f"{name}.a").unlink()
        (copy / f"{name}.a").symlink_to(f"{name}.so.3")
        os.utime(copy / f"{name}.so.3", ns=(times.st_atime_ns, times.st_mtime_ns))
    for program in {path.parent / path.name.split("-bin-")[0] for path in copy.glob("*/*-bin-*.o")}:
        program.unlink(missing_ok=True)
    return copy


@dataclass
class Tests:
    """The tests of one release: its built tree, and a folder for configurations and outputs."""

    tree: pathlib.Path
    folder: pathlib.Path
    module: pathlib.Path | None
    companion: pathlib.Path | None

    def recipes(self, only: list[str]) -> list[str]:
        """The names of the recipes that recipes.txt selects."""
        lines = (HERE / "recipes.txt").read_text().splitlines()
        globs = only or [line for line in lines if line and not line.startswith("#")]
        found = {path.stem for glob in globs for path in (self.tree / "test" / "recipes").glob(f"{glob}.t")}
        return sorted(found)

    def build(self, recipes: list[str]) -> None:
        """The programs of these recipes that the release can build."""
        texts = [(self.tree / "test" / "recipes" / f"{name}.t").read_text() for name in recipes]
        rules = re.findall(r"^((?:test|apps|util)/[\w.]+):", (self.tree / "Makefile").read_text(), re.M)
        named = {f"test/{word}" for text in texts for word in QUOTED.findall(text)}
        wanted = [rule for rule in rules if rule in named or rule.endswith((".cnf", ".pl", "apps/openssl"))]
        # One at a time: other runs share the tree.
        command = ["flock", str(self.tree), "make", "-s", f"-j{os.cpu_count()}", *wanted]
        done = subprocess.run(command, cwd=self.tree, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            sys.exit(f"run.py: OpenSSL's tests do not build:\n{done.stdout[-3000:]}")

    def configure(self) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)
        configuration.write(self.tree, self.folder / "stock", None)
        configuration.write(self.tree, self.folder / "ours", self.module)

    def run(self, recipe: str, side: str) -> verdicts.Run:
        """Run a recipe as test/run_tests.pl does."""
        folder = self.folder / side
        kept = {name: value for name, value in os.environ.items() if name in PASSED_ON or name.startswith("AB_FAULTY_")}
        results = folder / f"{recipe}.results"
        results.mkdir()
        environment = kept | {
            "SRCTOP": str(self.tree),
            "BLDTOP": str(self.tree),
            "RESULT_D": str(results),
            "OPENSSL_CONF": str(self.tree / "apps" / "openssl.cnf"),
            "OPENSSL_CONF_INCLUDE": str(self.tree / "test"),
            "OPENSSL_MODULES": str(self.tree / "providers"),
            "OPENSSL_ENGINES": str(self.tree / "engines"),
            "CTLOG_FILE": str(self.tree / "test" / "ct" / "log_list.cnf"),
            "HARNESS_ACTIVE": "1",
            "HARNESS_VERBOSE": "1",
            "MALLOC_PERTURB_": "128",
            "PERL_HASH_SEED": "0",  # some recipes number their steps in the order of a hash
            "EXE_SHELL": str(HERE / "side.sh"),
            "AB_SIDE": str(folder),
        }
        if self.companion:
            environment["LD_LIBRARY_PATH"] = str(self.tree)
        if self.companion and side == "ours":
            environment["LD_PRELOAD"] = str(self.companion)
        output, remarks = folder / f"{recipe}.out", folder / f"{recipe}.err"
        command = ["perl", "-I", "util/perl", f"test/recipes/{recipe}.t"]
        with output.open("w") as out, remarks.open("w") as err:
            status = self.wait(command, environment, out, err)
        shutil.rmtree(results)
        return verdicts.read(output.read_text(errors="replace"), remarks.read_text(errors="replace"), status)

    def wait(self, command: list[str], environment: dict[str, str], out: IO, err: IO) -> int:
        """The exit status, -1 after a timeout. Its descendants end with it."""
        process = subprocess.Popen(
            command,
            cwd=self.tree,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            start_new_session=True,
        )
        try:
            return process.wait(TIMEOUT)
        except subprocess.TimeoutExpired:
            return -1
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()

    def compare(self, recipe: str) -> Compared:
        start = time.monotonic()
        stock = self.run(recipe, "stock")
        middle = time.monotonic()
        ours = self.run(recipe, "ours")
        return Compared(recipe, stock, ours, (middle - start, time.monotonic() - middle))


def find_faults(compared: list[Compared], expected: list[str], whole: bool, serves: bool = True) -> list[str]:
    """What is wrong; `expected` has what is known, by glob, all of which `whole` tests must show."""
    found: dict[str, str] = {}
    for one in compared:
        found |= one.differences
        if one.stock.verdicts["exit status"] != "0":
            found[f"{one.name}: fails"] = "stock, too"
        if serves and not one.ours.served:
            found[f"{one.name}: served"] = "nothing"
    texts = [f"{case}: {what}" for case, what in found.items()]
    faults = [text for text in texts if not any(fnmatchcase(text, glob) for glob in expected)]
    if whole and serves:
        gone = [glob for glob in expected if not any(fnmatchcase(text, glob) for text in texts)]
        faults += [f"{glob}: known.txt has it, but it is not so" for glob in gone]
    return faults


def report(release: str, compared: list[Compared], expected: list[str], whole: bool, serves: bool) -> int:
    """Print a line for each recipe, what is wrong, and sums; the number of faults."""
    row = "{:44} {:>6} {:>6} {:>6} {:>6} {:>5} {:>5}".format
    print(row("recipe", "stock", "ours", "differ", "served", "s", "s"))
    for one in compared:
        cases = one.stock.num_cases, one.ours.num_cases, len(one.differences), one.ours.served.total()
        print(row(one.name, *cases, *(f"{seconds:.0f}" for seconds in one.seconds)))
    faults = find_faults(compared, expected, whole, serves)
    for fault in faults:
        print(f"FAIL: {fault}")
    served = sum((one.ours.served for one in compared), start=collections.Counter())
    print(
        f"OpenSSL {release}: {len(compared)} recipes, {sum(one.stock.num_cases for one in compared)} cases stock, "
        f"{sum(one.ours.num_cases for one in compared)} with the module, "
        f"{sum(len(one.differences) for one in compared)} differences, {len(faults)} faults; "
        f"{len(served)} families of the module served {served.total()} times"
    )
    return len(faults)


def tree_of(release: str, built: bool) -> pathlib.Path:
    command = [str(BUILDER), *(["--built"] if built else []), TREES[release]]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(done.returncode)
    return pathlib.Path(done.stdout.strip()) / "source"


def run_release(release: str, arguments: argparse.Namespace) -> int:
    """The number of faults."""
    module = None if arguments.no_module else (arguments.module or arguments.build / "afterburner.so").resolve()
    part = [module.stem] if module and arguments.module else ["part"] if arguments.only else []
    part += ["stock"] * arguments.no_module + ["companion"] * bool(arguments.companion)
    folder = arguments.build.resolve() / "openssl-tests" / "-".join([release, *part])
    tree = tree_of(release, arguments.built)
    if arguments.companion:
        tree = share(tree, folder.with_name(f"{folder.name}-tree"))
    tests = Tests(tree, folder, module, arguments.companion and arguments.companion.resolve())
    recipes = tests.recipes(arguments.only)
    tests.build(recipes)
    tests.configure()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        compared = list(pool.map(tests.compare, recipes))
    if arguments.companion:
        shutil.rmtree(tree)
    expected = known.of_release(HERE / "known.txt", release)
    return report(release, compared, expected, whole=not arguments.only, serves=module is not None)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("releases", nargs="*", choices=TREES, default=list(TREES), metavar="release")
    parser.add_argument("--only", action="append", default=[], help="recipes, by glob, instead of those of recipes.txt")
    parser.add_argument("--module", type=pathlib.Path, help="instead of BUILD/afterburner.so")
    parser.add_argument("--no-module", action="store_true", help="our side without a module")
    parser.add_argument("--companion", type=pathlib.Path, help="preloaded on our side")
    parser.add_argument("--built", action="store_true", help="exit with 77 if the release has not been built before")
    arguments = parser.parse_args()
    return 1 if sum([run_release(release, arguments) for release in arguments.releases]) else 0


if __name__ == "__main__":
    sys.exit(main())
