"""afterburner enable and disable: change a real openssl.cnf and restore it byte for byte."""
import os
import pathlib
import re
import shutil
import socket
import stat
import subprocess

import pytest

from conftest import (
    COMMAND,
    COMPANION,
    MODULE,
    SECRET,
    SYSTEM_CONF,
    UPSTREAM,
    as_nobody,
    clean_environment,
    not_sanitized,
    refused,
    run,
    served,
)

BACKUP = ".afterburner-backup"

EXISTING = """\
openssl_conf = my_init
nodejs_conf = my_node
[my_init]
providers = my_providers
alg_section = my_algorithms
ssl_conf = my_ssl
[my_providers]
default = my_default
legacy = my_legacy
[my_default]
activate = 1
[my_legacy]
activate = 1
[my_algorithms]
default_properties = fips=no
[my_ssl]
system_default = my_system
[my_system]
MinProtocol = TLSv1.2
[my_node]
providers = my_providers
"""

INPUTS = {
    "empty": b"",
    "newline": b"\n",
    "comment": b"# nothing",
    "upstream": UPSTREAM.encode(),
    "existing": EXISTING.encode(),
    "unended": UPSTREAM.rstrip("\n").encode(),
    "continued": b"openssl_conf = init\n[init]\n[other]\na = b \\",
    "continued-line": b"a = b \\\n",
    "crlf": UPSTREAM.replace("\n", "\r\n").encode(),
    "bom": b"\xef\xbb\xbf" + UPSTREAM.encode(),
    "latin": b"[x]\nname = M\xfcller\n",
    "repeated": b"openssl_conf = a\n[a]\n[b]\nx = 1\n[a]\nproviders = b2\n[b2]\n"
    b"default = c\n[c]\nactivate = yes\n[b]\ny = 2",
    "identity": b"openssl_conf = a\n[a]\nproviders = p\n[p]\n"
    b"default = d\nfirst = s\n[d]\n[s]\nidentity = base\nactivate = 1\n",
    "variables": b"base = my\nopenssl_conf = ${base}_init\n[my_init]\nproviders = ${default::base}_p\n"
    b"[my_p]\ndefault = d\n[d]\nactivate = 1\n",
    "blank-lines": b"\n\n\n# x\n\n\n",
    "pragma": b".pragma dollarid:true\n.pragma abspath:true\n" + UPSTREAM.encode(),
}
if SYSTEM_CONF.exists():
    INPUTS["system"] = SYSTEM_CONF.read_bytes()


@pytest.fixture(params=INPUTS)
def conf(request, tmp_path):
    path = tmp_path / "openssl.cnf"
    path.write_bytes(INPUTS[request.param])
    path.chmod(0o640)
    return path


def enable(path, *args, **kwargs):
    done = run("enable", "--config", path, *args, **kwargs)
    assert done.returncode == 0 and done.stderr == "", done
    return done.stdout


def disable(path, *args):
    done = run("disable", "--config", path, *args)
    assert done.returncode == 0 and done.stderr == "", done
    return done.stdout


def files(folder):
    return {p.name: p.read_bytes() for p in folder.iterdir() if p.is_file()}


def left_alone(path, *args, command="enable", **kwargs):
    """Run a command that must be refused, change nothing in the folder and leave no file; return its error line."""
    before, when = files(path.parent), path.stat().st_mtime_ns if path.exists() else 0
    line = refused(command, "--config", path, *args, **kwargs)
    assert files(path.parent) == before and (path.stat().st_mtime_ns if path.exists() else 0) == when
    return line


def test_round_trip(conf):
    before = conf.read_bytes()
    assert "is on for programs started from now" in enable(conf, "--log", "info")
    enabled = conf.read_bytes()
    assert enabled.startswith(before) and enabled.count(b"# BEGIN afterburner") == 1
    assert files(conf.parent)[conf.name + BACKUP] == before
    assert served(conf) == "afterburner"
    assert "already" in enable(conf, "--log", "info")
    assert conf.read_bytes() == enabled
    disable(conf)
    assert conf.read_bytes() == before
    assert "not on" in disable(conf)
    assert conf.read_bytes() == before and stat.S_IMODE(conf.stat().st_mode) == 0o640
    assert set(files(conf.parent)) == {conf.name, conf.name + BACKUP}


def generators(path):
    """List the generators of a program that reads this configuration: "CTR-DRBG @ default" three times."""
    done = run("list", "-random-instances", command="openssl", env={"OPENSSL_CONF": path})
    return re.findall(r"\S+-DRBG @ \S+", done.stdout)


def test_random_generator_only_where_asked_for(tmp_path):
    path = tmp_path / "openssl.cnf"
    path.write_text(UPSTREAM)
    enable(path)
    assert generators(path) == ["CTR-DRBG @ default"] * 3
    enable(path, "--random")
    assert "random = on" in path.read_text() and generators(path) == ["CTR-DRBG @ afterburner"] * 3
    enable(path, "--random=off")
    assert generators(path) == ["CTR-DRBG @ default"] * 3
    assert "maybe" in left_alone(path, "--random=maybe")
    disable(path)
    assert path.read_text() == UPSTREAM


def test_random_section_chooses_among_ours(tmp_path):
    path = tmp_path / "openssl.cnf"
    path.write_text("openssl_conf = init\n[init]\nrandom = my_random\n[my_random]\nrandom = HMAC-DRBG\n"
                    "digest = SHA256\n")
    enable(path, "--random")
    assert generators(path) == ["HMAC-DRBG @ afterburner"] * 3


def test_companion_prints_ways_and_changes_nothing(conf):
    before = conf.read_bytes()
    done = run("enable", "--companion", "--config", conf)
    assert done.returncode == 0 and done.stderr == "" and conf.read_bytes() == before
    for way in (f"Environment=LD_PRELOAD={COMPANION}", "/etc/ld.so.preload", "afterburner exec --companion"):
        assert way in done.stdout


def test_dry_run_prints_a_patch(conf, tmp_path):
    before = files(conf.parent)
    patch = enable(conf, "--dry-run")
    assert files(conf.parent) == before
    enable(conf)
    enabled = conf.read_bytes()
    back = disable(conf, "--dry-run")
    assert conf.read_bytes() == enabled
    if shutil.which("patch") and b"\r" not in enabled and before[conf.name][-1:] in (b"", b"\n"):
        twin = tmp_path / "twin"
        twin.write_bytes(before[conf.name])
        for text, wanted in ((patch, enabled), (back, before[conf.name])):
            subprocess.run(["patch", "--binary", "-s", str(twin)], input=text.encode(), check=True)
            assert (twin.read_bytes() if twin.exists() else b"") == wanted
            twin.touch()
    assert enable(conf, "--dry-run") == ""


def test_dry_run_shows_nothing_of_the_file_itself(tmp_path):
    path = tmp_path / "c.cnf"
    path.write_text(f"[req]\noutput_password = {SECRET}")
    assert SECRET not in enable(path, "--dry-run")
    enable(path)
    assert SECRET not in disable(path, "--dry-run")


def loaded(path, *args):
    not_sanitized()
    return subprocess.run(["openssl", *args], capture_output=True, text=True, check=True,
                          env=clean_environment(OPENSSL_CONF=path)).stdout


def test_merges_with_existing_providers(tmp_path):
    path = tmp_path / "c.cnf"
    path.write_text(EXISTING)
    enable(path)
    added = path.read_text()[len(EXISTING):]
    assert "[my_providers]\nafterburner = " in added and "[my_default]" not in added
    assert "default_properties = fips=no,?provider=afterburner" in added
    providers = loaded(path, "list", "-providers")
    for name in ("default", "legacy", "afterburner"):
        assert f"\n  {name}\n" in providers


def test_activates_a_default_that_was_implicit(tmp_path):
    path = tmp_path / "c.cnf"
    path.write_text(UPSTREAM)
    enable(path)
    assert "[default_sect]\nactivate = 1\n" in path.read_text()
    assert "\n  default\n" in loaded(path, "list", "-providers")
    assert loaded(path, "dgst", "-sha256", "/dev/null").strip().endswith("b855")


def test_lines_added_behind_the_block_stay_in_their_section(tmp_path):
    path = tmp_path / "c.cnf"
    path.write_text(UPSTREAM)
    enable(path)
    with open(path, "a") as f:
        f.write("MaxProtocol = TLSv1.2\n")
    enable(path)
    disable(path)
    assert path.read_text() == UPSTREAM + "MaxProtocol = TLSv1.2\n"


def test_changes_of_others_survive_disable(tmp_path):
    path = tmp_path / "c.cnf"
    path.write_text(UPSTREAM)
    enable(path)
    path.write_text("# mine\n" + path.read_text().replace("TLSv1.2", "TLSv1.3") + "\n[last]\nx = y\n")
    disable(path)
    assert path.read_text() == "# mine\n" + UPSTREAM.replace("TLSv1.2", "TLSv1.3") + "\n[last]\nx = y\n"


def test_other_settings_replace_the_block(tmp_path):
    path = tmp_path / "c.cnf"
    path.write_text(UPSTREAM)
    enable(path)
    enable(path, "--cpu", "none", "--threads", "2")
    text = path.read_text()
    assert text.count("BEGIN afterburner") == 1 and "cpu = none\nthreads = 2\n" in text
    disable(path)
    assert path.read_text() == UPSTREAM


def test_module_whose_path_has_special_characters(tmp_path, public_dir):
    odd = public_dir / "a b#c$d'e\"f\\g;ü"
    odd.mkdir()
    module = shutil.copy(MODULE, odd / "afterburner.so")
    path = tmp_path / "c.cnf"
    path.write_text("")
    enable(path, "--module", module, "--log", "info")
    assert served(path) == "afterburner"
    refused("enable", "--config", path, "--module", shutil.copy(MODULE, public_dir / "new\nline.so"))


def test_symbolic_link_is_followed(tmp_path):
    real = tmp_path / "real" / "openssl.cnf"
    real.parent.mkdir()
    real.write_text(UPSTREAM)
    link = tmp_path / "link.cnf"
    link.symlink_to("real/openssl.cnf")
    enable(link)
    assert link.is_symlink() and "BEGIN afterburner" in real.read_text()
    assert (real.parent / f"openssl.cnf{BACKUP}").exists()
    disable(link)
    assert real.read_text() == UPSTREAM


def test_mode_and_owner_are_kept(tmp_path):
    path = tmp_path / "c.cnf"
    path.write_text(UPSTREAM)
    path.chmod(0o604)
    owner = (0, 23456) if os.geteuid() == 0 else (os.getuid(), os.getgid())
    os.chown(path, *owner)
    enable(path)
    for name in (path, pathlib.Path(str(path) + BACKUP)):
        st = name.stat()
        assert (stat.S_IMODE(st.st_mode), st.st_uid, st.st_gid) == (0o604, *owner)


def test_extended_attributes_are_kept(tmp_path):
    path = tmp_path / "c.cnf"
    path.write_text(UPSTREAM)
    try:
        os.setxattr(path, "user.note", b"mine")
    except OSError:
        pytest.skip("no extended attributes on this file system")
    enable(path)
    assert os.getxattr(path, "user.note") == b"mine"


def test_default_file_is_that_of_openssl(tmp_path):
    path = tmp_path / "c.cnf"
    path.write_text(UPSTREAM)
    assert run("enable", env={"OPENSSL_CONF": path}).returncode == 0
    assert "BEGIN afterburner" in path.read_text()
    assert run("disable", env={"OPENSSL_CONF": path}).returncode == 0


BROKEN = {
    "no equal sign": f"[a]\nthis is {SECRET} no setting\n",
    "no bracket": "[a\nx = y\n",
    "no such variable": "x = $nothing\n",
    "bad pragma": ".pragma nonsense\n",
    "binary": "a = b\0c\n",
}


@pytest.mark.parametrize("what", BROKEN)
def test_file_that_cannot_be_parsed_is_left_alone(tmp_path, what):
    path = tmp_path / "c.cnf"
    path.write_text(BROKEN[what])
    assert "left as it is: OpenSSL cannot parse it" in left_alone(path)
    assert "left as it is: OpenSSL cannot parse it" in left_alone(path, command="disable")


@pytest.mark.parametrize("text", [
    f"openssl_conf = i\n[i]\nalg_section = a\n[a]\npassword = {SECRET}\n",
    f"openssl_conf = i\n[i]\nengines = e\n[e]\nx = f\n[f]\nengine_id = dynamic\nPIN = {SECRET}\n",
    f"openssl_conf = i\n[i]\nproviders = p\n[p]\nx = f\n[f]\nactivate = {SECRET}\npin = {SECRET}\n",
], ids=["alg_section", "engine", "provider"])
def test_reasons_quote_no_setting(tmp_path, text):
    """OpenSSL's errors contain the wrong value. run() looks for the secret in all output."""
    path = tmp_path / "c.cnf"
    path.write_text(text)
    for args in (
        ("enable", "--config", path),
        ("disable", "--config", path),
        ("exec", "true"),
        ("doctor",),
        ("status",),
    ):
        run(*args, env={"OPENSSL_CONF": path})


def test_file_that_openssl_does_not_load_is_left_alone(tmp_path):
    path = tmp_path / "c.cnf"
    path.write_text("openssl_conf = i\n[i]\nno_such_module = x\n")
    assert "even without Afterburner" in left_alone(path)
    path.write_text("openssl_conf = not_there\n")
    assert "even without Afterburner" in left_alone(path)
    path.write_text("openssl_conf = i\n[i]\nproviders = p\n[p]\ndefault = not_there\n")
    run("enable", "--config", path)  # adds the missing section or refuses, but never breaks the file
    assert "BEGIN" not in path.read_text() or "\n  default\n" in loaded(path, "list", "-providers")


@pytest.mark.parametrize("text,reason", [
    (UPSTREAM.replace("ssl_conf = ssl_sect", "alg_section = alg") + "[alg]\ndefault_properties = fips=yes\n", "FIPS"),
    (UPSTREAM.replace("ssl_conf = ssl_sect", "alg_section = alg") + "[alg]\nfips_mode = yes\n", "FIPS"),
    (UPSTREAM.replace("default = default_sect", "fips = f\nbase = f") + "[f]\nactivate = 1\n", "FIPS"),
    (UPSTREAM.replace("ssl_conf = ssl_sect", "alg_section = alg") + "[alg]\ndefault_properties = ?provider=tpm2\n",
     "prefer or exclude"),
    (UPSTREAM.replace("openssl_init", "open ssl init"), "plain name"),
])
def test_settings_that_forbid_it_are_named(tmp_path, text, reason):
    path = tmp_path / "c.cnf"
    path.write_text(text)
    assert reason in left_alone(path)


def test_lines_added_by_hand(tmp_path):
    path = tmp_path / "c.cnf"
    path.write_text(run("config").stdout)
    before = path.read_bytes()
    assert "already" in enable(path)
    assert path.read_bytes() == before
    assert "by hand" in left_alone(path, command="disable")
    path.write_text(path.read_text().replace("default_properties = ?provider=afterburner\n", ""))
    assert "not all that are needed" in left_alone(path)


@pytest.mark.parametrize("damage", [lambda t: t.replace("# END afterburner\n", ""),
                                    lambda t: t[:t.index("# BEGIN")] + t[t.index("\n", t.index("# BEGIN")) + 1:],
                                    lambda t: t + t[t.index("# BEGIN"):]])
def test_marks_that_do_not_pair_up(tmp_path, damage):
    path = tmp_path / "c.cnf"
    path.write_text(UPSTREAM)
    enable(path)
    path.write_text(damage(path.read_text()))
    assert "marks do not pair up" in left_alone(path)
    assert "marks do not pair up" in left_alone(path, command="disable")


@pytest.mark.parametrize("command", ["enable", "disable"])
def test_files_that_are_not_regular(tmp_path, command):
    assert "No such file" in left_alone(tmp_path / "none.cnf", command=command)
    assert "not a regular file" in refused(command, "--config", tmp_path)
    assert "not a regular file" in refused(command, "--config", "/dev/null")
    os.mkfifo(tmp_path / "fifo")
    assert "not a regular file" in refused(command, "--config", tmp_path / "fifo")
    (tmp_path / "loop").symlink_to("loop")
    assert "cannot read" in refused(command, "--config", tmp_path / "loop")
    refused(command, env={"OPENSSL_CONF": ""})


def run_as_nobody(folder, *args):
    words = as_nobody(str(folder / "afterburner"), *args)
    return subprocess.run(words, capture_output=True, text=True, env=clean_environment())


def test_directory_that_cannot_be_written(public_dir):
    folder = public_dir / "etc"
    folder.mkdir()
    path = folder / "openssl.cnf"
    path.write_text(UPSTREAM)
    folder.chmod(0o555)
    done = run_as_nobody(public_dir, "enable", "--config", str(path))
    assert done.returncode == 2 and "left as it is: cannot write the backup" in done.stderr
    assert files(folder) == {"openssl.cnf": UPSTREAM.encode()}
    dry = run_as_nobody(public_dir, "enable", "--config", str(path), "--dry-run")
    assert dry.returncode == 0 and "+# BEGIN afterburner" in dry.stdout
    folder.chmod(0o755)


def test_file_that_cannot_be_read(public_dir):
    path = public_dir / "openssl.cnf"
    path.write_text(UPSTREAM)
    path.chmod(0o600)
    done = run_as_nobody(public_dir, "enable", "--config", str(path))
    assert done.returncode == 2 and "Permission denied" in done.stderr and path.read_text() == UPSTREAM


def test_owner_that_cannot_be_kept(public_dir):
    """Another user's file in one's own directory: replacing it would change its owner."""
    if os.geteuid() != 0:
        pytest.skip("needs two users")
    folder = public_dir / "mine"
    folder.mkdir()
    os.chown(folder, 65534, 65534)
    path = folder / "openssl.cnf"
    path.write_text(UPSTREAM)
    done = run_as_nobody(public_dir, "enable", "--config", str(path))
    assert done.returncode == 2 and files(folder) == {"openssl.cnf": UPSTREAM.encode()}


def test_full_disk(tmp_path):
    """A limit on the size of files acts as a full disk."""
    path = tmp_path / "c.cnf"
    path.write_text(UPSTREAM)
    script = f"trap '' XFSZ; ulimit -f 0; exec {COMMAND} enable --config {path}"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True,
                          env=clean_environment())
    assert done.returncode == 2 and "left as it is" in done.stderr
    assert files(tmp_path) == {"c.cnf": UPSTREAM.encode()}


def test_many_at_once_leave_one_block(tmp_path):
    path = tmp_path / "c.cnf"
    path.write_text(UPSTREAM)
    several = [subprocess.Popen([COMMAND, "enable", "--config", path], stdout=subprocess.DEVNULL,
                                stderr=subprocess.DEVNULL, env=clean_environment()) for _ in range(8)]
    assert 0 in [p.wait() for p in several]
    assert path.read_text().count("BEGIN afterburner") == 1
    assert set(files(tmp_path)) == {"c.cnf", "c.cnf" + BACKUP}
    disable(path)
    assert path.read_text() == UPSTREAM


def test_a_missing_module_breaks_no_program_afterwards(tmp_path, public_dir):
    path = tmp_path / "c.cnf"
    path.write_text("config_diagnostics = 1\n" + UPSTREAM)
    enable(path, "--module", public_dir / "afterburner.so")
    (public_dir / "afterburner.so").unlink()
    assert loaded(path, "dgst", "-sha256", "/dev/null").strip().endswith("b855")
    disable(path)
    assert path.read_text() == "config_diagnostics = 1\n" + UPSTREAM


# ---- post-quantum key exchange ----

HYBRID = "X25519MLKEM768"


def before_3_5():
    version = subprocess.run(["openssl", "version"], check=True, capture_output=True, text=True).stdout.split()[1]
    return tuple(map(int, version.split(".")[:2])) < (3, 5)


def groups_of(path):
    """Return the last Groups line of each section that has one, as OpenSSL reads the file."""
    section, found = "default", {}
    for line in path.read_text(errors="replace").replace("\r", "").split("\n"):
        if line.startswith("["):
            section = line.strip("[] ")
        elif line.split("=")[0].strip() == "Groups":
            found[section] = line.split("=", 1)[1].strip()
    return found


def negotiated(server_conf, client_conf, tmp_path):
    """Return the group of a handshake between the system's s_server and s_client, each with a configuration."""
    not_sanitized()
    key, cert = tmp_path / "key.pem", tmp_path / "cert.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                    "-keyout", key, "-out", cert, "-subj", "/CN=localhost"], check=True, capture_output=True,
                   env=clean_environment(OPENSSL_CONF=SYSTEM_CONF))
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = subprocess.Popen(["openssl", "s_server", "-accept", f"127.0.0.1:{port}", "-key", key, "-cert", cert,
                               "-www"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
                              env=clean_environment(OPENSSL_CONF=server_conf))
    try:
        assert any(line.startswith("ACCEPT") for line in server.stdout)
        done = subprocess.run(["openssl", "s_client", "-connect", f"127.0.0.1:{port}", "-trace"], input="", text=True,
                              capture_output=True, timeout=600, env=clean_environment(OPENSSL_CONF=client_conf))
    finally:
        server.kill()
        server.wait()
    hello = done.stdout[done.stdout.index("ServerHello, Length"):]
    return int(re.search(r"NamedGroup: .*\((\d+)\)", hello)[1])


@pytest.mark.parametrize("option", ["--post-quantum", "--post-quantum=servers"])
def test_groups_round_trip(conf, option):
    before = conf.read_bytes()
    assert HYBRID in enable(conf, option)
    for value in groups_of(conf).values():
        assert value.split(":")[0 if option == "--post-quantum" else -1].lstrip("?") == HYBRID
    enabled = conf.read_bytes()
    assert "already" in enable(conf, option) and conf.read_bytes() == enabled
    disable(conf)
    assert conf.read_bytes() == before


def test_groups_that_are_there_stay(tmp_path):
    path = tmp_path / "openssl.cnf"
    path.write_text(EXISTING.replace("MinProtocol", "Groups = P-384:P-256\nMinProtocol"))
    enable(path, "--post-quantum")
    assert groups_of(path)["my_system"].replace("?", "") == f"{HYBRID}:P-384:P-256"
    enable(path)
    assert groups_of(path) == {"my_system": "P-384:P-256"}
    disable(path)
    path.write_text(EXISTING.replace("MinProtocol", f"Groups = P-256:{HYBRID}\nMinProtocol"))
    enable(path, "--post-quantum")
    assert groups_of(path)["my_system"] == f"P-256:{HYBRID}"


def test_groups_that_the_module_does_not_offer(tmp_path):
    path = tmp_path / "openssl.cnf"
    path.write_text(EXISTING)
    if before_3_5():
        line = left_alone(path, "--post-quantum", "--algorithms", f"-{HYBRID}")
        assert f"does not offer {HYBRID}" in line


def test_groups_option_is_checked(tmp_path):
    path = tmp_path / "openssl.cnf"
    path.write_text(EXISTING)
    assert "no value, or servers" in left_alone(path, "--post-quantum=clients")


def test_handshakes_with_the_groups(tmp_path):
    hybrid, x25519, ours, plain = 0x11ec, 29, tmp_path / "ours.cnf", tmp_path / "plain.cnf"
    servers = tmp_path / "servers.cnf"
    for path in (ours, plain, servers):
        path.write_text(UPSTREAM)
    enable(ours, "--post-quantum")
    enable(servers, "--post-quantum=servers")
    assert negotiated(ours, ours, tmp_path) == hybrid
    assert negotiated(servers, ours, tmp_path) == hybrid
    if before_3_5():
        assert negotiated(ours, plain, tmp_path) == negotiated(plain, ours, tmp_path) == x25519
        assert negotiated(ours, servers, tmp_path) == x25519


def test_handshakes_without_the_module(tmp_path):
    """The groups name one that nobody brings: libssl's own go on working."""
    path = tmp_path / "openssl.cnf"
    path.write_text("openssl_conf = a\n[a]\nssl_conf = b\n[b]\nsystem_default = c\n[c]\n" f"Groups = {HYBRID}:X25519\n")
    assert negotiated(path, path, tmp_path) == (29 if before_3_5() else 0x11ec)
