"""`afterburner enable --post-quantum` and real servers: which of them take X25519MLKEM768 by that alone, and which only
by a setting of their own; what they do for old clients, and where the module is missing."""
import pathlib
import re
import shutil
import subprocess
import tempfile

import pytest

from conftest import served_hashes
from hosting import BUILD, TIMEOUT
from programs import free_port, running
from servers import SERVERS, Site, has_postgres, postgres_cluster, wait_for_port

HYBRID = "X25519MLKEM768"
LIST = f"{HYBRID}:X25519:P-256"
STUNNEL = "stunnel"   # it always sets groups itself, up to 5.74 (Debian 13) without the hybrid


def version_of(program):
    text = subprocess.run([program, "version"], check=True, capture_output=True, text=True).stdout.split()[1]
    return tuple(map(int, text.split(".")[:2]))


HAS_HYBRIDS = version_of("openssl") >= (3, 5)   # the distribution's, without the module


@pytest.fixture
def site(tmp_path, certificate):
    """Make the files of a server. Workers without privileges read the folder."""
    cert, key = certificate[1], certificate[0]
    both, enabled, missing = tmp_path / "both.pem", tmp_path / "enabled.cnf", tmp_path / "missing.cnf"
    both.write_text(pathlib.Path(cert).read_text() + pathlib.Path(key).read_text())
    enabled.write_text("")
    subprocess.run([BUILD / "afterburner", "enable", "--post-quantum", "--log", "info", "--config", enabled, "--module",
                    BUILD / "afterburner.so"], check=True, capture_output=True, timeout=TIMEOUT)
    missing.write_text(enabled.read_text().replace(str(BUILD / "afterburner.so"), "/nonexistent/afterburner.so"))
    assert "/nonexistent" in missing.read_text()
    return Site(tmp_path, cert, key, both, enabled, missing)


@pytest.fixture(params=SERVERS, ids=lambda server: server.name)
def server(request):
    if request.param.find() is None:
        pytest.skip(f"not installed: {request.param.program}; fix: scripts/bootstrap.sh applications")
    return request.param


def run(site, config, *command, folder=None):
    return subprocess.run([str(word) for word in command], env=site.environment(config), input="", text=True,
                          capture_output=True, timeout=TIMEOUT, cwd=folder)


def negotiated(site, port):
    """Return what `doctor --tls` says about a server: the group."""
    done = run(site, "/dev/null", BUILD / "afterburner", "doctor", "--tls", f"127.0.0.1:{port}")
    assert done.returncode in (0, 1), done
    return re.search(r"negotiates (\S+?)[,\n]", done.stdout)[1]


def group_of(site, config, port, *options, program="openssl"):
    """Return the group of a whole handshake by `openssl s_client`."""
    done = run(site, config, program, "s_client", "-connect", f"127.0.0.1:{port}", "-tls1_3", "-trace", *options)
    hello = done.stdout[done.stdout.index("ServerHello, Length"):]
    assert "New, TLSv1.3" in done.stdout, done
    return int(re.search(r"NamedGroup: .*\((\d+)\)", hello)[1])


def check_browser_and_old_client(site, port):
    """Check that clients that begin with the hybrid get it, and that one that has only X25519 gets that."""
    assert negotiated(site, port) == HYBRID
    assert group_of(site, site.enabled, port) == 0x11ec
    assert group_of(site, "/dev/null", port, "-groups", "X25519") == 0x1d
    if newer := newer_openssl():
        assert group_of(site, "/dev/null", port, program=newer) == 0x11ec
    got = run(site, site.enabled, "curl", "-sSk", "--tlsv1.3", "-w", "%{http_code}", "-o", "/dev/null",
              f"https://127.0.0.1:{port}/")
    assert got.returncode == 0 and got.stdout in ("200", "404") and "ML-KEM-768" in served_hashes(got.stderr), got


def newer_openssl():
    """Return the program of OpenSSL 3.5, where it has been built; None elsewhere."""
    script = pathlib.Path(__file__).parents[1] / "evp" / "build_openssl.sh"
    done = subprocess.run([script, "--built", "3.5"], capture_output=True, text=True, timeout=TIMEOUT)
    return done.stdout.strip() + "/bin/openssl" if done.returncode == 0 else None


def test_groups_of_the_configuration(site, server):
    """A server that sets no groups is reached by `enable --post-quantum` alone."""
    with server.serving(site, site.enabled) as (program, port):
        if server.name == STUNNEL:
            assert negotiated(site, port) == "X25519" or HAS_HYBRIDS
            return
        check_browser_and_old_client(site, port)
    assert "ML-KEM-768" in served_hashes(program.err.decode())


def test_groups_of_the_server(site, server):
    """A server that sets groups itself takes the hybrid if its list has the name, as `doctor` advises."""
    with server.serving(site, site.enabled, server.groups.format(LIST)) as (program, port):
        check_browser_and_old_client(site, port)
        advice = run(site, site.enabled, BUILD / "afterburner", "doctor", program.process.pid)
        assert f"note: {server.name} is not reached by the groups" in advice.stdout, advice
        assert server.groups.format(LIST).split(":")[0] in advice.stdout
    assert "ML-KEM-768" in served_hashes(program.err.decode())


def test_other_groups_of_the_server(site, server):
    """A list without the hybrid wins over OpenSSL's configuration."""
    with server.serving(site, site.enabled, server.groups.format("X25519:P-256")) as (_, port):
        assert negotiated(site, port) == "X25519"
        assert group_of(site, site.enabled, port) == 0x1d


def test_without_the_module(site, server):
    """If the module is missing, the groups that libssl has by itself go on working."""
    with server.serving(site, site.missing) as (program, port):
        assert negotiated(site, port) == (HYBRID if HAS_HYBRIDS and server.name != STUNNEL else "X25519")
        assert group_of(site, "/dev/null", port, "-groups", "X25519") == 0x1d
        assert run(site, site.missing, "curl", "-sSk", "-o", "/dev/null", f"https://127.0.0.1:{port}/").returncode == 0
    assert "serves with" not in program.err.decode()


@pytest.mark.skipif(HAS_HYBRIDS, reason="this release has the group by itself")
def test_list_without_the_module(site, server):
    """A server whose own list names the hybrid does not start without the module, which nginx and
    HAProxy find when they check their configuration."""
    command = server.command(site, free_port(), server.groups.format(LIST))
    if server.check:
        checking = [command[0], *server.check, *command[1:]]
        assert run(site, site.enabled, *checking).returncode == 0
        assert run(site, site.missing, *checking).returncode != 0
    refused = run(site, site.missing, *command)
    assert refused.returncode != 0, refused


# ---- PostgreSQL ----

@pytest.fixture
def cluster(site):
    if not has_postgres():
        pytest.skip("not installed: postgres, initdb or setpriv; fix: scripts/bootstrap.sh applications")
    with postgres_cluster(site) as made:
        yield made


def readable_copy(site, folder, is_missing):
    """Copy the configuration and perhaps the module to where a server without privileges can read them."""
    if not is_missing:
        shutil.copy(BUILD / "afterburner.so", folder)
    path = folder / "openssl.cnf"
    path.write_text(site.enabled.read_text().replace(str(BUILD), str(folder)))
    return path


@pytest.mark.parametrize("is_missing", [False, True], ids=["module", "no-module"])
def test_postgresql(site, cluster, is_missing):
    """PostgreSQL always sets groups itself: before 18 one curve, so that nothing is post-quantum; from 18 on a list."""
    with tempfile.TemporaryDirectory(prefix="ab-module-") as name:
        folder = pathlib.Path(name)
        folder.chmod(0o755)
        config = readable_copy(site, folder, is_missing)
        port = free_port()
        has_list = cluster.major >= 18 and (HAS_HYBRIDS or not is_missing)
        groups = [f"--ssl_groups={LIST}"] if has_list else []
        with running([*cluster.command, "-p", str(port), *groups], site.environment(config), folder) as program:
            wait_for_port(program, port)
            group = group_of(site, site.enabled, port, "-starttls", "postgres", "-groups", f"{HYBRID}:P-256")
            assert group == (0x11ec if has_list else 0x17)
            assert group_of(site, "/dev/null", port, "-starttls", "postgres") == (0x1d if has_list else 0x17)
            if not is_missing:
                advice = run(site, "/dev/null", BUILD / "afterburner", "doctor", program.process.pid)
                assert "note: PostgreSQL is not reached by the groups" in advice.stdout, advice
    assert ("serves with" in program.err.decode()) == (not is_missing)
