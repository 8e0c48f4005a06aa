"""Help, versions, and every kind of wrong call: status 2, one line, nothing done."""
import os
import pathlib
import re
import subprocess

import pytest

from conftest import COMMAND, MODULE, clean_environment, refused, run, served

SUBCOMMANDS = ["status", "exec", "config", "enable", "disable", "doctor", "estimate", "top", "selftest", "tune",
               "container", "sum"]


@pytest.mark.parametrize("command", SUBCOMMANDS)
def test_help_names_every_option(command):
    done = run(command, "--help")
    assert done.returncode == 0 and done.stderr == ""
    assert done.stdout.startswith(f"Usage: afterburner {command}")
    assert run(command, "-h").stdout == done.stdout
    assert max(map(len, done.stdout.splitlines())) <= 120
    for option in set(re.findall(r"^  (--[a-z-]+)", done.stdout, re.M)) - {"--help"}:
        assert "unknown option" not in run(command, option, "/nonexistent/x", cwd="/").stderr


@pytest.mark.parametrize("command", SUBCOMMANDS)
def test_version(command):
    assert run(command, "--version").stdout == run("--version").stdout
    assert re.fullmatch(r"afterburner \d+\.\d+\.\d+\n", run("-V").stdout)


def test_top_level_help_lists_all():
    done = run("--help")
    assert done.returncode == 0
    for command in SUBCOMMANDS:
        assert f"\n  {command} " in done.stdout
    assert run().returncode == 2


@pytest.mark.parametrize("command", SUBCOMMANDS)
@pytest.mark.parametrize("option", ["--nonsense", "-x", "--nonsense=1"])
def test_unknown_option(command, option):
    assert "unknown option" in refused(command, option)


@pytest.mark.parametrize("args", [("frobnicate",), ("--frobnicate",), ("",)])
def test_unknown_command(args):
    assert "unknown command" in refused(*args)


@pytest.mark.parametrize(
    "args",
    [("exec", "--cpu"), ("enable", "--config"), ("status", "--module"), ("selftest", "--cpu"), ("sum", "--algorithm"),
     ("container", "--from"), ("estimate", "--seconds"), ("top", "--seconds")],
)
def test_missing_value(args):
    assert "wants a value" in refused(*args)


@pytest.mark.parametrize("command", ["status", "config", "enable", "disable", "selftest", "tune"])
def test_extra_argument(command):
    assert "unexpected argument" in refused(command, "more")


def test_extra_argument_of_doctor():
    assert "unexpected argument" in refused("doctor", "1", "2")


@pytest.mark.parametrize("command", [("status",), ("exec", "true"), ("config",), ("enable",), ("selftest",)])
def test_missing_module(command):
    assert "/nonexistent" in refused(command[0], "--module", "/nonexistent", *command[1:])
    assert "AFTERBURNER_MODULE" in refused(*command, env={"AFTERBURNER_MODULE": "/nonexistent"})


@pytest.mark.parametrize("command", [("status",), ("exec", "true"), ("config",), ("enable",)])
@pytest.mark.parametrize("content", [b"", b"not a library", open(MODULE, "rb").read(4096)],
                         ids=["empty", "text", "cut short"])
def test_module_that_does_not_load(command, content, tmp_path):
    fake = tmp_path / "afterburner.so"
    fake.write_bytes(content)
    assert "does not load" in refused(command[0], "--module", fake, *command[1:])


def test_library_that_is_no_provider():
    library = next(p for p in ("/lib/x86_64-linux-gnu/libm.so.6", "/lib64/libm.so.6") if os.path.exists(p))
    assert "does not load" in refused("status", "--module", library)


def test_command_without_its_module_says_where_it_looked(tmp_path):
    (tmp_path / "afterburner").write_bytes(open(COMMAND, "rb").read())
    (tmp_path / "afterburner").chmod(0o755)
    if not os.path.exists("/usr/local/lib/ossl-modules/afterburner.so"):
        assert "--module" in refused("status", command=tmp_path / "afterburner")


@pytest.mark.parametrize("command", [("exec",), ("config",), ("enable",)])
@pytest.mark.parametrize(
    "option,value",
    [
        ("--cpu", "fast"),
        ("--threads", "many"),
        ("--threads", "-1"),
        ("--log", "loud"),
        ("--counters", "yes"),
        ("--algorithms", "AES-256-XYZ"),
        ("--algorithms", "a\nb = c"),
    ],
)
def test_unknown_setting(command, option, value):
    line = refused(*command, option, value, *(["true"] if command == ("exec",) else []))
    assert "does not load" in line


def test_full_disk_is_an_error():
    with open("/dev/full", "w") as full:
        done = subprocess.run([COMMAND, "config"], stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2 and "cannot write" in done.stderr


def test_config_prints_a_loadable_configuration(tmp_path):
    done = run("config", "--cpu", "aesni", "--algorithms", "AES-256-CTR", "--log", "info")
    assert done.returncode == 0 and f"module = {MODULE}\n" in done.stdout
    (tmp_path / "c.cnf").write_text(done.stdout)
    assert served(tmp_path / "c.cnf") == "afterburner"


@pytest.mark.parametrize("line,wanted,unwanted", [
    ("afterburner ", "status exec config enable disable doctor estimate selftest container sum", ""),
    ("afterburner en", "enable", "exec"),
    ("afterburner enable --", "--config --dry-run --all --yes --below --cpu --module --help --version", "--json"),
    ("afterburner status --below /et", "/etc", "--json"),
    ("afterburner status --j", "--json", "--module"),
    ("afterburner exec --cpu vaes", "vaes256 vaes512", "aesni"),
    ("afterburner exec --log info ope", "openssl", ""),
    ("afterburner exec --counters ", "on off", ""),
    ("afterburner exec --algorithms SHA2-", "SHA2-224 SHA2-256", "AES-256-CTR ALL"),
    ("afterburner exec --algorithms A", "AES-256-CTR ALL", "SHA2-256"),
    ("afterburner sum --ch", "--check", "--quiet"),
    ("afterburner sum --algorithm sha", "sha224 sha256", "--check"),
    ("afterburner sum /et", "/etc", ""),
    ("afterburner container ", "init compose kubernetes", "sum"),
    ("afterburner container init --f", "--from", "--help"),
    ("afterburner doctor 1", "1", "--help"),
    ("afterburner estimate ba", "bash", "--help"),
    ("afterburner top ba", "bash", "--help"),
])
def test_completion(line, wanted, unwanted):
    script = pathlib.Path(__file__).parents[2] / "cli" / "completion.bash"
    *words, last = line.split(" ")
    program = f"""source {script}; COMP_WORDS=({' '.join(words)} '{last}'); COMP_CWORD={len(words)}
                  _afterburner; printf '%s\\n' "${{COMPREPLY[@]}}" """
    env = clean_environment(PATH=f"{os.path.dirname(COMMAND)}:{os.environ['PATH']}")
    done = subprocess.run(["bash", "-c", program], capture_output=True, text=True, env=env)
    assert done.stderr == "" and set(wanted.split()) <= set(done.stdout.split()), done
    assert not set(unwanted.split()) & set(done.stdout.split())
