"""SELinux lets services load the module where packages put it, by the policy of Debian, which is the reference policy.

sesearch and matchpathcon read the policy and the labels as files. No kernel enforces anything in this test. Fedora and
RHEL derive their policy from the same source; theirs is not here.
"""
import pathlib
import shutil
import subprocess

import pytest

from hosting import TIMEOUT

# Programs of services that use OpenSSL, and the domains that systemd starts them in. Before Debian 13 the policy had no
# domain for HAProxy: it ran unconfined, where init scripts do.
SERVICES = {"/usr/sbin/nginx": ["httpd_t"], "/usr/sbin/sshd": ["sshd_t"],
            "/usr/lib/postgresql/15/bin/postgres": ["postgresql_t"], "/usr/sbin/unbound": ["named_t"],
            "/usr/sbin/named": ["named_t"], "/usr/sbin/dovecot": ["dovecot_t"], "/usr/bin/stunnel": ["stunnel_t"],
            "/usr/sbin/openvpn": ["openvpn_t"], "/usr/sbin/haproxy": ["haproxy_t", "initrc_t"]}
# Where the packages of Debian and Fedora, `make install`, and pip as root put the module.
MODULES = ["/usr/lib/x86_64-linux-gnu/ossl-modules/afterburner.so", "/usr/lib64/ossl-modules/afterburner.so",
           "/usr/local/lib/ossl-modules/afterburner.so",
           "/usr/local/lib/python3.11/site-packages/afterburner/lib/ossl-modules/afterburner.so"]
CONFIGURATIONS = ["/etc/ssl/openssl.cnf", "/etc/pki/tls/openssl.cnf", "/etc/pki/tls/openssl.d/afterburner.conf"]


class Policy:
    """Debian's policy as files."""

    def __init__(self, folder):
        self.folder = folder

    @staticmethod
    def _run(*command):
        done = subprocess.run(command, capture_output=True, text=True, timeout=TIMEOUT, check=False)
        assert done.returncode == 0, done
        return done.stdout

    def _search(self, *options):
        return self._run("sesearch", *options, str(self.folder / "policy"))

    def type_of(self, path):
        """Return the type of a regular file with this path, once it has its label."""
        told = self._run("matchpathcon", "-n", "-m", "file", "-f", str(self.folder / "file_contexts"), path)
        return told.strip().split(":")[2]

    def domain_of(self, program):
        """Return the domain of a program that systemd starts."""
        rule = self._search("-T", "-s", "init_t", "-t", self.type_of(program), "-c", "process")
        return rule.strip().rstrip(";").split()[-1]

    def permits(self, domain, permissions, label):
        """Return whether rules without a condition grant these permissions for files of the type."""
        rules = self._search("-A", "-s", domain, "-t", label, "-c", "file").splitlines()
        given = {word for rule in rules if not rule.endswith(("True", "False"))
                 for word in rule.split("file ", 1)[1].strip("{};").split()}
        return set(permissions) <= given


@pytest.fixture(scope="module", name="policy")
def policy_of_debian():
    for tool in ("sesearch", "matchpathcon"):
        if shutil.which(tool, path="/usr/sbin:/usr/bin") is None:
            pytest.skip(f"not installed: {tool}; fix: scripts/bootstrap.sh full")
    made = subprocess.run([pathlib.Path(__file__).parent / "selinux_policy.sh"], stdout=subprocess.PIPE, text=True,
                          timeout=TIMEOUT, check=False)
    if made.returncode == 77:
        pytest.skip("the policy cannot be had here")
    assert made.returncode == 0
    return Policy(pathlib.Path(made.stdout.strip()))


@pytest.mark.parametrize("program", SERVICES)
def test_service_may_load_the_module(policy, program):
    domain = policy.domain_of(program)
    assert domain in SERVICES[program]
    for label in {policy.type_of(module) for module in MODULES}:
        assert policy.permits(domain, ["open", "read", "getattr", "map", "execute"], label), label
    for label in {policy.type_of(file) for file in CONFIGURATIONS}:
        assert policy.permits(domain, ["open", "read"], label), label
    if domain == "initrc_t":
        return
    # Controls: the rules are read, and they do not permit everything.
    assert not policy.permits(domain, ["map", "execute"], policy.type_of("/etc/shadow"))
    assert not policy.permits(domain, ["map", "execute"], policy.type_of("/srv/afterburner.so"))
