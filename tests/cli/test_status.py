"""afterburner status and selftest."""
import itertools
import json
import os
import pathlib
import pty
import re
import subprocess

import pytest

from conftest import COMMAND, IMPLEMENTATIONS, MODULE, NO_AESNI, clean_environment, refused, run

LEVELS = ["none", "sse41", "avx2", "avx512"]
CAPS = {
    "aesni": ("sse41", {"aes", "pclmul"}),
    "vaes256": ("avx2", {"vaes", "vpclmul"}),
    "vaes512": ("avx512", {"vaes", "vpclmul"}),
}  # the level and the bits that AES kernels and caps need, by name
OPERATIONS = {
    "mac": "MAC",
    "kdf": "KDF",
    "keymgmt": "key",
    "exchange": "key exchange",
    "kem": "KEM",
    "asym_cipher": "encryption",
    "rand": "generator",
}


def status(**env):
    done = run("status", "--json", env=env)
    assert done.returncode == 0 and done.stderr == "", done.stderr
    return json.loads(done.stdout)


KEYS = ("keymgmt", "exchange", "signature", "asym_cipher", "kem")  # operations that share names


def rows(report):
    return {row["name"]: row for row in report["algorithms"] if row["operation"] not in KEYS}


def key_rows(report):
    return {(row["operation"], row["name"]): row for row in report["algorithms"] if row["operation"] in KEYS}


def has_aes():
    return {"aes", "pclmul"} <= set(status()["processor"]["bits"])


def has_cap(name):
    level, bits = CAPS[name]
    processor = status()["processor"]
    return LEVELS.index(processor["level"]) >= LEVELS.index(level) and bits <= set(processor["bits"])


def has_sha():
    return has_aes() and "sha" in status()["processor"]["bits"]


needs_aes = pytest.mark.skipif(not has_aes(), reason="no AES instructions")
needs_sha = pytest.mark.skipif(not has_sha(), reason="no SHA instructions")
NO_SHA = ":~0x20000000"  # OPENSSL_ia32cap(3)
NO_SHA_AVX2 = ":~0x20000020"


def test_json_members():
    report = status()
    assert list(report) == ["format", "afterburner", "processor", "module", "libcrypto", "live", "algorithms"]
    assert report["format"] == 2
    assert list(report["processor"]) == ["brand", "vendor", "family", "model", "stepping", "level", "bits"]
    assert list(report["module"]) == ["path", "version", "level", "bits", "level_reason", "random"]
    assert list(report["libcrypto"]) == ["version", "path"]
    assert list(report["live"]) == ["openssl", "nodejs", "config", "module", "reason"]
    for row in report["algorithms"]:
        assert list(row) == ["operation", "name", "provider", "level", "reason"]
        assert (row["provider"] == "afterburner") == (row["level"] is not None)  # no self test failed
        assert row["level"] is not None or row["reason"]


def test_facts():
    report = status()
    assert report["processor"]["level"] in LEVELS
    assert report["module"]["path"] == os.path.realpath(MODULE)
    assert report["libcrypto"]["version"].startswith("OpenSSL ")
    cpuinfo = open("/proc/cpuinfo").read()
    field = {k: re.search(rf"^{k}\s*: (.*)$", cpuinfo, re.M)[1] for k in ("vendor_id", "cpu family", "model")}
    assert report["processor"]["vendor"] == field["vendor_id"]
    assert report["processor"]["family"] == int(field["cpu family"])
    assert report["processor"]["model"] == int(field["model"])
    libcrypto = report["libcrypto"]["path"]
    linked = subprocess.run(["ldd", COMMAND], capture_output=True, text=True).stdout
    assert libcrypto is None or os.path.basename(os.path.realpath(libcrypto)).startswith("libcrypto") or \
        "libcrypto" not in linked


def printed(row):
    """Return a regular expression for the beginning of a row's line."""
    operation = OPERATIONS.get(row["operation"], row["operation"])
    return rf"^{re.escape(row['name'])} +{operation} +{re.escape(row['level'] or row['provider'] or 'none')}( |$)"


@needs_aes
def test_table_names_the_provider_of_each_row():
    table = rows(status())
    assert table["AES-256-CTR"]["provider"] == "afterburner"
    assert len(table) + len(key_rows(status())) == len(status()["algorithms"])  # no name occurs twice
    text = run("status").stdout
    for row in status()["algorithms"]:
        assert len(re.findall(printed(row), text, re.M)) == 1, row


@needs_aes
def test_what_every_line_shares_is_printed_once():
    for env in ({}, {"AFTERBURNER_CPU": "aesni"}):
        lines = [line for line in run("status", env=env).stdout.splitlines() if "capped" in line or "512-bit" in line]
        assert len(lines) <= 1 and all(line.startswith("level ") for line in lines)
    assert "capped by AFTERBURNER_CPU" in run("status", env={"AFTERBURNER_CPU": "sse41"}).stdout or not has_cap(
        "vaes256"
    )


@needs_sha
def test_digests():
    """The module's digests, and what remains where the processor's instructions for them are masked."""
    table, masked = rows(status()), rows(status(OPENSSL_ia32cap=NO_SHA_AVX2))
    assert table["SHA2-256"].pop("level") in ("sha", "sha+avx512")
    assert table["SHA2-256"] == {"operation": "digest", "name": "SHA2-256", "provider": "afterburner", "reason": None}
    ciphers = ("AES", "ARIA", "CAMELLIA", "ChaCha20", "SM4")
    assert all((row["operation"] == "cipher") == name.startswith(ciphers) for name, row in table.items())
    assert {row["operation"] for row in table.values()} <= {"cipher", "digest", "mac", "kdf", "rand"}
    assert "WHIRLPOOL" not in table
    assert (masked["SHA2-256"]["provider"], masked["SHA2-256"]["level"]) == ("default", None)
    assert "not faster" in masked["SHA2-256"]["reason"] and masked["AES-256-CTR"]["provider"] == "afterburner"
    assert re.search(printed(masked["SHA2-256"]), run("status", env={"OPENSSL_ia32cap": NO_SHA_AVX2}).stdout, re.M)


HAS_AVX2 = status()["processor"]["level"] in LEVELS[LEVELS.index("avx2"):]


@pytest.mark.skipif(not HAS_AVX2, reason="no AVX2")
def test_digests_that_are_slower_here(tmp_path):
    """
    On a Zen 3, and a Zen 4 held to AVX2, SHA-512 and its kin are left to OpenSSL unless a list names them; HMAC over
    them is not.
    """
    report = status(AFTERBURNER_CPU="avx2")
    processor, table = report["processor"], rows(report)
    is_slow = (processor["vendor"], processor["family"]) == ("AuthenticAMD", 25)
    conf = tmp_path / "c.cnf"
    conf.write_text(run("config", "--algorithms", "ALL,SHA2-512").stdout)
    named = rows(status(OPENSSL_CONF=conf, AFTERBURNER_CPU="avx2"))
    for name in ("SHA2-384", "SHA2-512", "SHA2-512/224", "SHA2-512/256"):
        expected = ("default", "slower here; must be named") if is_slow else ("afterburner", None)
        assert (table[name]["provider"], table[name]["reason"]) == expected
        assert named[name]["provider"] == ("afterburner" if name == "SHA2-512" else expected[0])
    assert table["SHA2-256"]["provider"] == table["HMAC"]["provider"] == "afterburner"


@pytest.mark.skipif(not HAS_AVX2, reason="no AVX2")
def test_digests_without_sha():
    """Without the SHA instructions, AVX2 is used for digests and for everything built on them."""
    table = rows(status(OPENSSL_ia32cap=NO_SHA))
    assert {table[name]["level"] for name in ("SHA1", "SHA2-224", "SHA2-256", "MD5-SHA1")} == {"avx2"}
    assert table["HMAC"]["provider"] == table["PBKDF2"]["provider"] == "afterburner"


@needs_aes
def test_keys(tmp_path):
    """Keys are the module's by default, and the default provider's where they are switched off."""
    table = key_rows(status())
    assert {("keymgmt", "X25519"), ("exchange", "X25519"), ("keymgmt", "ED25519"), ("signature", "ED25519")} <= set(
        table
    )
    conf = tmp_path / "c.cnf"
    conf.write_text(run("config", "--algorithms", "-X25519,-ED25519").stdout)
    off = key_rows(status(OPENSSL_CONF=conf))
    for key, row in table.items():
        served = row["provider"] == "afterburner"
        assert served == (row["reason"] is None) and (
            served or any(why in row["reason"] for why in ("not faster", "not in this", "must name it"))
        )
        if served and key[1] in ("X25519", "ED25519"):
            assert (off[key]["provider"], off[key]["reason"]) == ("default", "switched off by configuration")


@needs_aes
def test_powers():
    """RSA and Diffie-Hellman report which method of powers is used from which length on."""
    table = key_rows(status())
    for key in (("signature", "RSA"), ("exchange", "DH"), ("signature", "DSA")):
        if table[key]["provider"] != "afterburner":
            continue
        parts = re.fullmatch(r"(\w+)((?:, from \d+ \w+)*)", table[key]["level"])
        assert parts, table[key]["level"]
        lengths = [int(length) for length in re.findall(r"from (\d+)", parts[2])]
        methods = [parts[1], *re.findall(r"from \d+ (\w+)", parts[2])]
        assert lengths == sorted(set(lengths)) and all(a != b for a, b in itertools.pairwise(methods)), table[key][
            "level"
        ]


@needs_sha
def test_macs_and_kdfs(tmp_path):
    """MACs and KDFs are the module's by default, without the hash instructions too, but not where they are switched
    off."""
    table, masked = rows(status()), rows(status(OPENSSL_ia32cap=NO_SHA_AVX2))
    keyed = {name: row for name, row in table.items() if row["operation"] in ("mac", "kdf")}
    conf = tmp_path / "c.cnf"
    conf.write_text(run("config", "--algorithms", ",".join(f"-{name}" for name in keyed)).stdout if keyed else "")
    off = rows(status(OPENSSL_CONF=conf))
    for name, row in keyed.items():
        if name == "POLY1305" and row["provider"] == "default":
            assert "not faster" in row["reason"]
            continue
        assert row["provider"] == "afterburner" and row["level"] and row["reason"] is None
        since = "4" if name.startswith("HKDF-SHA") else "3.2" if name.startswith("ARGON2") else "3"
        other = "default" if status()["libcrypto"]["version"] >= f"OpenSSL {since}" else None
        assert (masked[name]["provider"] == other) == ("not faster" in (masked[name]["reason"] or ""))
        assert (off[name]["provider"], off[name]["reason"]) == (other, "switched off by configuration")


@needs_sha
def test_only_or_all_but_one_digest(tmp_path):
    conf = tmp_path / "c.cnf"
    conf.write_text(run("config", "--algorithms", "-SHA2-256").stdout)
    assert rows(status(OPENSSL_CONF=conf))["SHA2-256"]["reason"] == "switched off by configuration"
    conf.write_text(run("config", "--algorithms", "SHA256").stdout)  # an alias
    report = status(OPENSSL_CONF=conf)
    assert [row["name"] for row in report["algorithms"] if row["provider"] == "afterburner"] == ["SHA2-256"]
    assert report["live"]["openssl"]


@needs_aes
def test_switched_off_by_configuration(tmp_path):
    conf = tmp_path / "c.cnf"
    conf.write_text(run("config", "--algorithms", "-AES-256-CTR").stdout)
    table = rows(status(OPENSSL_CONF=conf))
    assert table["AES-256-CTR"] == {"operation": "cipher", "name": "AES-256-CTR", "provider": "default", "level": None,
                                    "reason": "switched off by configuration"}
    assert table["AES-128-CTR"]["provider"] == "afterburner"


@needs_aes
def test_caps(tmp_path):
    conf = tmp_path / "c.cnf"
    conf.write_text(run("config", "--cpu", "aesni").stdout)
    by_conf, by_environment, off = (
        status(OPENSSL_CONF=conf),
        status(AFTERBURNER_CPU="aesni"),
        status(AFTERBURNER_CPU="none"),
    )
    for report in (by_conf, by_environment):
        assert (rows(report)["AES-256-CTR"]["level"], report["module"]["level"]) == ("aesni", "sse41")
        assert {"aes", "pclmul"} <= set(report["module"]["bits"]) and not {"vaes", "adx"} & set(
            report["module"]["bits"]
        )
    if status()["module"]["level"] != "sse41":
        assert "configuration" in by_conf["module"]["level_reason"]
        assert "AFTERBURNER_CPU" in by_environment["module"]["level_reason"]
    assert rows(off)["AES-256-CTR"]["provider"] == "default"
    assert "AFTERBURNER_CPU" in rows(off)["AES-256-CTR"]["reason"]


def test_without_aes_instructions_it_is_one_line():
    done = run("status", env={"OPENSSL_ia32cap": NO_AESNI})
    assert done.returncode == 0 and done.stdout.count("\n") == 1
    assert done.stdout.startswith("(afterburner) ") and "(no-aesni)" in done.stdout
    report = status(OPENSSL_ia32cap=NO_AESNI)
    assert not {"aes", "pclmul"} & set(report["processor"]["bits"])
    assert {row["provider"] for row in report["algorithms"]} <= {"default", None}
    assert rows(report)["AES-256-CTR"]["reason"] == "no AES instructions"


@needs_aes
def test_live(tmp_path):
    conf = tmp_path / "c.cnf"
    conf.write_text(run("config").stdout)
    assert status(OPENSSL_CONF=conf)["live"] == {"openssl": True, "nodejs": True, "config": str(conf),
                                                 "module": os.path.realpath(MODULE), "reason": None}
    for path, reason in ((tmp_path / "none", "No such file"), ("/dev/null", "does not name"), ("", "empty")):
        live = status(OPENSSL_CONF=path)["live"]
        assert not live["openssl"] and not live["nodejs"] and reason in live["reason"]
    assert "live by default  yes" in run("status", env={"OPENSSL_CONF": conf}).stdout
    assert "live by default  no" in run("status", env={"OPENSSL_CONF": "/dev/null"}).stdout


def test_live_without_the_preference(tmp_path):
    conf = tmp_path / "c.cnf"
    conf.write_text(run("config").stdout.replace("default_properties = ?provider=afterburner", "default_properties = "
                                                 "?provider=default"))
    assert not status(OPENSSL_CONF=conf)["live"]["openssl"]


def on_terminal(**env):
    """Return what status writes to a terminal."""
    primary, secondary = pty.openpty()
    process = subprocess.Popen([COMMAND, "status"], stdout=secondary, stdin=secondary,
                               env=clean_environment(TERM="xterm", **env))
    os.close(secondary)
    data = b""
    try:
        while chunk := os.read(primary, 65536):
            data += chunk
    except OSError:
        pass
    os.close(primary)
    assert process.wait() == 0
    return data


@needs_aes
def test_colours_only_on_a_terminal():
    assert b"\033[" in on_terminal(OPENSSL_ia32cap=NO_SHA)  # the default provider then has some rows
    assert b"\033[" not in on_terminal(NO_COLOR="1")
    assert "\033" not in run("status").stdout


def test_lines_fit_a_terminal_of_80_columns_where_paths_allow():
    table = run("status").stdout.split("\n\n", 1)[-1]
    assert max(map(len, table.splitlines())) <= 80


@needs_aes
def test_selftest_runs_every_level_of_this_machine():
    done = run("selftest")
    assert done.returncode == 0 and "all answers are right" in done.stdout and "FAILED" not in done.stdout
    line = next(x for x in done.stdout.splitlines() if x.startswith("AES-CTR")).split()[1:]
    assert line[::2] == ["vaes512", "vaes256", "aesni"]
    assert line[1::2] == ["passed" if has_cap(x) else "absent" for x in line[::2]]
    for cap in CAPS:
        wanted = "all pass|not run" if has_cap(cap) else "lacks"
        assert re.search(rf"^module at {cap} .*({wanted})", done.stdout, re.M)


def test_selftest_runs_every_list():
    """The number of implementations equals that of the lists, and the number of runs is what fits this processor."""
    counted = subprocess.run([IMPLEMENTATIONS], capture_output=True, text=True, check=True).stdout
    found = re.search(r"(\d+) implementations of (\d+) families, (\d+) run here", counted)
    listed, families, usable = map(int, found.groups())
    done = run("selftest")
    summary = r"^(\d+) implementations of (\d+) families: (\d+) passed, 0 failed, (\d+) absent here$"
    said = re.search(summary, done.stdout, re.M)
    assert tuple(map(int, said.groups())) == (listed, families, usable, listed - usable)
    table = done.stdout.split(said[0])[0]
    assert len(table.splitlines()) == families and len(re.findall(r" (passed|absent)\b", table)) == listed
    for family in (
        "AES-CBC-HMAC-SHA256",
        "SHA2-512",
        "scrypt",
        "modular products",
        "modular powers",
        "RSA",
        "DSA and DH",
        "curve25519",
        "curve25519 batch",
        "curve448",
        "P-256",
        "P-256 batch",
        "brainpoolP512r1",
        "ML-KEM-768",
        "ML-DSA-65",
        "SLH-DSA-SHA2-128s",
        "SLH-DSA-SHAKE-256f",
        "Argon2",
    ):
        assert re.search(rf"^{family}  ", table, re.M), family


@needs_sha
def test_selftest_runs_every_implementation_of_a_hash():
    line = next(x for x in run("selftest").stdout.splitlines() if x.startswith("SHA2-256 ")).split()[1:]
    names, results = line[::2], line[1::2]
    assert {"sha", "portable"} <= set(names) and names[-1] == "portable" and set(results) <= {"passed", "absent"}
    assert results[names.index("sha")] == results[-1] == "passed"
    masked = run("selftest", env={"OPENSSL_ia32cap": NO_SHA})
    assert masked.returncode == 0 and re.search(r"^SHA2-256 .*\bsha +absent ", masked.stdout, re.M)


@needs_aes
def test_selftest_runs_every_implementation_of_curve25519():
    line = next(x for x in run("selftest").stdout.splitlines() if re.match("curve25519 +ifma .*adx", x)).split()[1:]
    assert line[::2] == ["ifma", "adx", "portable"] and set(line[1::2]) <= {"passed", "absent"} and line[-1] == "passed"


@needs_aes
def test_selftest_of_one_level():
    done = run("selftest", "--cpu", "aesni", env={"AFTERBURNER_CPU": "none"})
    assert done.returncode == 0 and "aesni" in done.stdout and "vaes" not in done.stdout
    assert " 0 absent here" in done.stdout and "module at aesni" in done.stdout


def test_selftest_of_unknown_or_absent_levels():
    assert "unknown level" in refused("selftest", "--cpu", "turbo")
    assert "unknown level" in refused("selftest", "--cpu", "none")
    assert "this processor has no" in refused("selftest", "--cpu", "aesni", env={"OPENSSL_ia32cap": NO_AESNI})


def test_selftest_without_aes_instructions():
    done = run("selftest", env={"OPENSSL_ia32cap": NO_AESNI})
    ciphers = [line for line in done.stdout.splitlines() if line.startswith("AES")]
    assert done.returncode == 0 and ciphers
    assert all("absent" in line and "passed" not in line for line in ciphers)


def answer_in(file, pattern):
    """Find an answer of a known-answer test in a file of src/, as bytes in memory."""
    data = (pathlib.Path(__file__).parents[2] / "src" / file).read_text()
    return int(re.search(pattern, data)[1], 16).to_bytes(8, "little")


@pytest.mark.parametrize("name,file,pattern", [
    pytest.param("AES-256-CTR", "crypto/aes/aes_ctr_kat_data.h", r"AB_KAT_CTR_128\s+(0x[0-9a-f]+)", marks=needs_aes),
    pytest.param("SHA2-256", "crypto/hash/hash_kat_data.h", r"AB_HASH_SHA256\] = \{ (0x[0-9a-f]+)u", marks=needs_sha),
])
def test_wrong_answers_are_reported(tmp_path, name, file, pattern):
    """Flip a bit in an answer of a known-answer test, in a copy of the module."""
    answer = answer_in(file, pattern)
    module = open(MODULE, "rb").read()
    assert module.count(answer) == 1
    broken = tmp_path / "afterburner.so"
    broken.write_bytes(module.replace(answer, bytes([answer[0] ^ 1]) + answer[1:]))
    row = rows(json.loads(run("status", "--json", "--module", broken).stdout))[name]
    assert (row["provider"], row["level"], row["reason"]) == ("afterburner", None, "self test failed at every level")
    done = run("selftest", "--module", broken)
    assert done.returncode == 1 and f"{name}: self test failed" in done.stdout and "WRONG ANSWERS" in done.stdout
    assert re.search(r"^\S.* FAILED", done.stdout, re.M) and " 0 failed" not in done.stdout


def test_only_known_names_are_left_to_openssl():
    """On a processor with these bits every implementation but these pays, whatever OpenSSL's release. A list read
    wrongly takes names away without a word: tests of names that are not offered skip themselves."""
    report = status()
    processor = report["processor"]
    if not {"aes", "pclmul", "sha", "adx"} <= set(processor["bits"]) or processor["level"] not in LEVELS[2:]:
        pytest.skip("the processor lacks AES, SHA or ADX instructions, or AVX2")
    left = {row["name"] for row in report["algorithms"]
            if row["provider"] != "afterburner" and "must name it" not in row["reason"]
            and row["reason"] != "slower here; must be named"
            and row["reason"] != "`random = on` offers it"}
    if "gfni" not in processor["bits"]:
        left = {name for name in left if not name.startswith(("CAMELLIA-", "SM4-"))}
    assert left <= {"SM3", "ChaCha20", "ChaCha20-Poly1305", "POLY1305"}, left
    assert {"EC", "RSA", "X25519", "ECDSA", "ECDH"} <= {row["name"] for row in report["algorithms"]}
