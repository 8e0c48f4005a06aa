"""The profiles of AppArmor that the distribution ships let OpenSSL read its configuration and map the module.

apparmor_parser compiles each profile of the distribution without loading it, and prints the rules as it understands
them: the expression of each pattern, and the permissions of each. Nothing is confined by this test.
"""
import pathlib
import re
import shutil
import subprocess

import pytest

from hosting import TIMEOUT

PARSER = shutil.which("apparmor_parser", path="/usr/sbin:/sbin:/usr/bin")
FOLDER = pathlib.Path("/etc/apparmor.d")
# Profiles of programs that use OpenSSL, as packages of Debian and Ubuntu name them.
PROFILES = ["usr.sbin.unbound", "usr.sbin.named", "usr.sbin.ntpd", "system_tor"]
PACKAGED = "/usr/lib/x86_64-linux-gnu/ossl-modules/afterburner.so"
LOCAL = "/usr/local/lib/ossl-modules/afterburner.so"


class Profile:
    """What a profile permits, for the user that the files belong to."""

    def __init__(self, path, include=None):
        words = [PARSER, "--skip-kernel-load", "--skip-cache", *(["-I", str(include)] if include else [])]
        rules, entries = (self._run([*words, option, str(path)]) for option in ("--dump=rule-exprs", "--debug"))
        expressions = dict(re.findall(r"^aare: (\S+) +-> +(\S+)$", rules, re.M))
        # Versions before 4 say Mode, and have no priorities.
        entry = r"^(?:Mode|Perms):\s*(\w*):\w*(?: priority=\d+)?\s*Name:\s*\((.*)\)$"
        self.rules = [(re.compile(expressions[name]), mode)
                      for mode, name in re.findall(entry, entries, re.M) if name in expressions]
        assert len(self.rules) > 20, f"the output of {PARSER} is not understood"

    @staticmethod
    def _run(command):
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT)
        assert done.returncode == 0, done
        return done.stdout + done.stderr

    def permits(self, path, mode):
        given = {letter for expression, has in self.rules if expression.fullmatch(path) for letter in has}
        return set(mode) <= given


@pytest.fixture(params=PROFILES)
def path(request):
    if PARSER is None or not (FOLDER / "abstractions" / "base").exists():
        pytest.skip("not installed: apparmor; fix: scripts/bootstrap.sh full")
    if not (FOLDER / request.param).exists():
        pytest.skip(f"no profile {FOLDER / request.param}: its package is not installed")
    return FOLDER / request.param


def test_profile_permits_the_module(path):
    profile = Profile(path)
    assert profile.permits(PACKAGED, "mr"), "the module of the package"
    assert profile.permits("/etc/ssl/openssl.cnf", "r"), "the configuration"
    # Controls: what OpenSSL does not need is not permitted, so the rules are read.
    assert not profile.permits("/root/afterburner.so", "m") and not profile.permits("/etc/shadow", "r")


def test_profile_permits_no_module_in_usr_local(path, tmp_path):
    """`make install` puts it there; docs/installing.md says which rule it needs."""
    assert not Profile(path).permits(LOCAL, "m")
    text = (pathlib.Path(__file__).parents[2] / "docs" / "installing.md").read_text()
    rule = re.search(r"^ +(/usr/local/\S+ mr,)$", text, re.M)[1]
    (tmp_path / "abstractions" / "base.d").mkdir(parents=True)
    (tmp_path / "abstractions" / "base.d" / "afterburner").write_text(f"  {rule}\n")
    assert Profile(path, include=tmp_path).permits(LOCAL, "mr")
