"""afterburner tune: measured figures become a setting. The figures are given but for the last tests, so that nothing
depends on how fast this machine is."""
import json
import os
import re
import signal
import subprocess

import pytest

from conftest import MODULE, UPSTREAM, as_nobody, clean_environment, refused, run

SLOW_MODULE = os.environ.get("AB_SLOW_MODULE", "")
BACKUP = ".afterburner-backup"
SIZES = (16, 256, 16384)
BUSY_NOTE = r"(afterburner tune: note: other work took \d+ % of the processors' time [^\n]*\n)?"
NAMES = {  # name: operation, words, algorithm and operation of a point
    "AES-256-CTR": ("cipher", ["AES-256-CTR"], "AES-256-CTR", "encrypt"),
    "AES-128-OFB": ("cipher", ["AES-128-OFB"], "AES-128-OFB", "encrypt"),
    "SHA2-512/256": ("digest", ["SHA2-512/256"], "SHA512-256", "digest"),
    "EC": ("key", ["EC", "ECDSA", "ECDH"], "ECDSA/P-256", "sign"),
}


def status(**env):
    done = run("status", "--json", env=env)
    assert done.returncode == 0 and done.stderr == "", done.stderr
    return json.loads(done.stdout)


def served(name):
    return any(r["name"] == name and r["provider"] == "afterburner" for r in HERE["algorithms"])


HERE = status()
HEAD = [HERE["afterburner"], HERE["libcrypto"]["version"], HERE["processor"]["brand"] or HERE["processor"]["vendor"]]
pytestmark = pytest.mark.skipif(not served("AES-256-CTR"), reason="no AES instructions")


def interval(ratio, spread=0.005):
    return [ratio, ratio * (1 - spread), ratio * (1 + spread)]


def line(*fields):
    return "\t".join(map(str, fields)) + "\n"


def figures(ratios, passes=3, head=HEAD):
    """Write what --save would: the ratio of each name in every pass, or one for each pass."""
    text = line("afterburner-tune", 1, *head)
    for name, (kind, words, _, _) in NAMES.items():
        text += "".join(line("name", name, kind, word) for word in words)
    for name, (kind, _, algorithm, operation) in NAMES.items():
        ratio = ratios.get(name, 1.3)
        for i in range(passes):
            for size in SIZES if kind != "key" else (0,):
                point = (i, name, kind, algorithm, operation, size, 20)
                text += line("point", *point, *interval(ratio[i] if isinstance(ratio, tuple) else ratio), *interval(1))
    return text


def at_level(level, ratios):
    """Write what a lower level adds: the ratio of one name at each length."""
    kind, _, algorithm, operation = NAMES["AES-256-CTR"]
    text = line("level", level)
    for size, ratio in zip(SIZES, ratios, strict=True):
        text += line("point", 3, "AES-256-CTR", kind, algorithm, operation, size, 20, *interval(ratio), *interval(1))
    return text


@pytest.fixture
def enabled(tmp_path):
    path = tmp_path / "openssl.cnf"
    path.write_text(UPSTREAM)
    path.chmod(0o640)
    done = run("enable", "--config", path)
    assert done.returncode == 0, done.stderr
    (tmp_path / ("openssl.cnf" + BACKUP)).unlink()
    return path


def tune(conf, text, *args):
    source = conf.parent / "figures"
    source.write_text(text)
    done = run("tune", "--config", conf, "--from", source, *args)
    assert done.returncode == 0 and done.stderr == "", done
    source.unlink()
    return done.stdout


def value(conf, key):
    """Return the value that counts: the last."""
    found = re.findall(rf"^{key} = (.*)$", conf.read_text(), re.M)
    return found[-1].strip('"') if found else None


def test_what_is_slower_is_taken_away_and_status_says_so(enabled):
    before = enabled.read_bytes()
    out = tune(enabled, figures({"AES-128-OFB": 0.9, "SHA2-512/256": 0.8, "EC": 0.7, "AES-256-CTR": 1.0}))
    after = enabled.read_bytes()
    assert after.startswith(before) and after.count(b"# BEGIN tune of afterburner") == 1
    assert enabled.with_name(enabled.name + BACKUP).read_bytes() == before and enabled.stat().st_mode & 0o777 == 0o640
    assert value(enabled, "algorithms") == "ALL, -AES-128-OFB, -SHA2-512/256, -EC, -ECDSA, -ECDH"
    assert re.fullmatch(r"\d{4}-\d\d-\d\d AES-128-OFB SHA2-512/256 EC ECDSA ECDH", value(enabled, "tuned"))
    date = value(enabled, "tuned")[:10]
    rows = {(r["operation"], r["name"]): r for r in status(OPENSSL_CONF=enabled)["algorithms"]}
    for key in (("cipher", "AES-128-OFB"), ("digest", "SHA2-512/256"), ("keymgmt", "EC"), ("signature", "ECDSA")):
        if rows[key]["reason"] and "not faster" in rows[key]["reason"]:
            continue  # not offered on this processor anyway
        assert (rows[key]["provider"], rows[key]["reason"]) == ("default", f"slower here (tune, {date})"), rows[key]
    assert rows["cipher", "AES-256-CTR"]["provider"] == "afterburner"
    assert f"slower here (tune, {date})" in run("status", env={"OPENSSL_CONF": enabled}).stdout
    assert re.search(r"^AES-128-OFB +cipher +0\.90 +0\.90 +0\.90 +slower$", out, re.M), out
    assert re.search(r"^EC +key +0\.70 +slower$", out, re.M) and "4 names: 3 slower, 1 the same" in out


def test_a_level_that_is_clearly_faster_is_set(enabled):
    before = enabled.read_bytes()
    out = tune(enabled, figures({}) + at_level("sse41", (1.45, 1.5, 1.4)))
    assert value(enabled, "cpu") == "sse41" and value(enabled, "algorithms") == "ALL"
    assert "With cpu = sse41, 1.11 times as fast (" in out and "at most at level sse41" in out
    assert status(OPENSSL_CONF=enabled)["module"]["level"].startswith("sse41")
    assert run("tune", "--undo", "--config", enabled).returncode == 0 and enabled.read_bytes() == before


@pytest.mark.parametrize(
    "ratios",
    [(1.33, 1.33, 1.33), (1.5, 1.5, 1.25), (1.2, 1.2, 1.2)],
    ids=["little", "loss at one length", "slower"],
)
def test_a_level_that_is_not_clearly_faster_is_not_set(enabled, ratios):
    before = enabled.read_bytes()
    tune(enabled, figures({}) + at_level("sse41", ratios))
    assert enabled.read_bytes() == before


def test_a_level_that_the_user_has_set_stays(enabled):
    assert run("enable", "--cpu", "avx2", "--config", enabled).returncode == 0
    before = enabled.read_bytes()
    tune(enabled, figures({}) + at_level("sse41", (1.5, 1.5, 1.5)))
    assert enabled.read_bytes() == before


def test_a_name_that_is_slower_only_once_stays(enabled):
    before = enabled.read_bytes()
    ratios = {"AES-128-OFB": (0.9, 0.9, 1.0), "EC": (0.7, 1.1, 0.7), "SHA2-512/256": (1.2, 0.5, 0.5)}
    out = tune(enabled, figures(ratios))
    assert enabled.read_bytes() == before and "nothing to change" in out
    assert len(re.findall("slower at first, not confirmed$", out, re.M)) == 2
    tune(enabled, figures({"AES-128-OFB": 0.9}, passes=1))
    assert enabled.read_bytes() == before


def test_again_it_starts_from_the_whole(enabled):
    before = enabled.read_bytes()
    tune(enabled, figures({"AES-128-OFB": 0.9}))
    tune(enabled, figures({"EC": 0.9}))
    assert value(enabled, "algorithms") == "ALL, -EC, -ECDSA, -ECDH"
    assert "all names are Afterburner's again" in tune(enabled, figures({}))
    assert enabled.read_bytes() == before
    assert "nothing to change" in tune(enabled, figures({}))


def test_the_users_own_list_is_kept(enabled):
    run("enable", "--config", enabled, "--algorithms", "ALL,-AES-256-ECB")
    before = enabled.read_bytes()
    tune(enabled, figures({"AES-128-OFB": 0.9}))
    tune(enabled, figures({"AES-128-OFB": 0.9}))
    assert value(enabled, "algorithms") == "ALL,-AES-256-ECB, -AES-128-OFB"
    rows = {r["name"]: r["reason"] for r in status(OPENSSL_CONF=enabled)["algorithms"] if r["operation"] == "cipher"}
    assert rows["AES-256-ECB"] == "switched off by configuration" and "slower here" in rows["AES-128-OFB"]
    assert "all names are Afterburner's again" in run("tune", "--undo", "--config", enabled).stdout
    assert enabled.read_bytes() == before


def test_dry_run_changes_nothing(enabled):
    before = {p.name: (p.read_bytes(), p.stat().st_mtime_ns) for p in enabled.parent.iterdir()}
    out = tune(enabled, figures({"AES-128-OFB": 0.9}), "--dry-run")
    assert {p.name: (p.read_bytes(), p.stat().st_mtime_ns) for p in enabled.parent.iterdir()} == before
    assert '+algorithms = "ALL, -AES-128-OFB"\n' in out and out.count("+# BEGIN tune of afterburner") == 1
    tune(enabled, figures({"AES-128-OFB": 0.9}))
    tuned = enabled.read_bytes()
    done = run("tune", "--undo", "--dry-run", "--config", enabled)
    assert done.returncode == 0 and "-# BEGIN tune of afterburner" in done.stdout and enabled.read_bytes() == tuned


@pytest.mark.parametrize("text", [UPSTREAM, UPSTREAM.rstrip("\n"), "", "a = b \\"],
                         ids=["plain", "unended", "empty", "continued"])
def test_enable_keeps_it_and_disable_takes_it_out(tmp_path, text):
    conf = tmp_path / "openssl.cnf"
    conf.write_text(text)
    run("enable", "--config", conf)
    enabled = conf.read_bytes()
    tune(conf, figures({"AES-128-OFB": 0.9}))
    tuned = conf.read_bytes()
    assert "already" in run("enable", "--config", conf).stdout and conf.read_bytes() == tuned
    run("enable", "--config", conf, "--threads", "2")
    assert value(conf, "threads") == "2" and "-AES-128-OFB" in value(conf, "algorithms")
    run("enable", "--config", conf)
    assert conf.read_bytes() == tuned
    run("enable", "--config", conf, "--algorithms", "ALL")
    assert b"tune" not in conf.read_bytes() and value(conf, "algorithms") == "ALL"
    run("enable", "--config", conf)
    assert conf.read_bytes() == enabled
    tune(conf, figures({"AES-128-OFB": 0.9}))
    done = run("disable", "--config", conf)
    assert done.returncode == 0 and conf.read_text() == text


def test_lines_put_in_by_hand(tmp_path):
    conf = tmp_path / "openssl.cnf"
    conf.write_text(run("config", "--algorithms", "ALL,-AES-256-ECB").stdout.replace("afterburner_provider]", "mine]")
                    .replace("= afterburner_provider\n", "= mine\n"))
    before = conf.read_bytes()
    tune(conf, figures({"AES-128-OFB": 0.9}))
    assert "[mine]\nalgorithms = " in conf.read_text().split("# BEGIN tune")[1]
    assert "put in by" in refused("disable", "--config", conf)
    run("tune", "--undo", "--config", conf)
    assert conf.read_bytes() == before


def test_json(enabled):
    report = json.loads(tune(enabled, figures({"AES-128-OFB": 0.9}), "--json"))
    assert list(report) == ["format", "afterburner", "libcrypto", "processor", "module", "config", "algorithms",
                            "cpu", "written", "names"]
    assert (report["format"], report["algorithms"], report["written"]) == (1, "ALL, -AES-128-OFB", True)
    assert [report["afterburner"], report["libcrypto"], report["processor"]] == HEAD
    assert (report["module"], report["config"]) == (os.path.realpath(MODULE), str(enabled))
    name = {n["name"]: n for n in report["names"]}["AES-128-OFB"]
    assert (name["operation"], name["verdict"], len(name["points"])) == ("cipher", "slower", 9)
    assert name["ratio"]["low"] < name["ratio"]["value"] < name["ratio"]["high"] < name["control"]["low"]
    assert list(name["points"][0]) == ["pass", "kind", "algorithm", "operation", "bytes", "rounds", "ratio", "control",
                                       "reason"]
    assert not json.loads(tune(enabled, figures({}), "--json", "--dry-run"))["written"]


def test_refusals(enabled, tmp_path):
    before = enabled.read_bytes()
    source, plain = tmp_path / "figures", tmp_path / "plain.cnf"
    plain.write_text(UPSTREAM)

    def refusal(text, *args):
        source.write_text(text)
        return refused("tune", "--from", source, *args)

    on = ("--config", enabled)
    assert "run afterburner enable first" in refusal(figures({}), "--config", plain)
    for i, other in enumerate(("0.0.1", "OpenSSL 1.0", "Z80")):
        assert f"measured with {other}, and here is {HEAD[i]}" in refusal(
            figures({}, head=[*HEAD[:i], other, *HEAD[i + 1:]]), *on)
    good = figures({})
    for bad, number in ((good.replace("AES-128-OFB\tcipher\tAES-128-OFB", "AES-128-OFB\tcipher\tA B"), 3),
                        (good.replace("\t1.3\t", "\tnan\t", 1), 8), (good.replace("\t1.3\t", "\t9\t", 1), 8),
                        (good.replace("point\t0", "point\t7", 1), 8), ("hello\n", 1)):
        assert f"line {number}: not what afterburner tune --save writes" in refusal(bad, *on)
    assert "cannot read" in refused("tune", "--from", tmp_path / "none", *on)
    assert "exclude each other" in refused("tune", "--undo", "--json")
    assert "exclude each other" in refused("tune", "--from", source, "--save", source)
    source.write_text(figures({"EC": 0.5}).replace("\tECDH\n", "\tNOSUCH\n"))
    done = run("tune", "--from", source, *on)
    assert done.returncode == 2 and "with the new setting, OpenSSL does not activate the module" in done.line
    enabled.write_bytes(before + b"# BEGIN tune of afterburner\n")
    assert "do not pair up" in refusal(good, *on)
    enabled.write_bytes(before)
    enabled.chmod(0o666)
    assert "left as it is" in refusal(good, *on)
    assert enabled.read_bytes() == before


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become a user without rights")
def test_who_cannot_write_is_refused_before_anything_is_measured(public_dir):
    conf = public_dir / "openssl.cnf"
    command = public_dir / "afterburner"
    assert run("enable", "--config", conf, command=command).returncode == 2  # no such file
    conf.write_text("")
    conf.chmod(0o644)
    assert run("enable", "--config", conf, command=command).returncode == 0
    before = conf.read_bytes()
    done = subprocess.run([*as_nobody(), str(command), "tune", "--config", str(conf)], capture_output=True, text=True,
                          env=clean_environment())
    assert (done.returncode, done.stdout) == (2, "") and "run this as its owner" in done.stderr, done
    assert conf.read_bytes() == before


def test_without_a_configuration_a_dry_run_prints_the_setting(tmp_path):
    conf = tmp_path / "openssl.cnf"
    conf.write_text(UPSTREAM)
    out = tune(conf, figures({"AES-128-OFB": 0.9}), "--dry-run")
    assert out.endswith("\nalgorithms = ALL, -AES-128-OFB\n") and conf.read_text() == UPSTREAM
    conf.unlink()
    assert tune(conf, figures({"AES-128-OFB": 0.9}), "--dry-run") == out and not conf.exists()
    assert "cannot read" in refused("tune", "--config", conf)


# ---- measured ----


@pytest.fixture
def under_load():
    """Keep the machine busy meanwhile, as other tests do."""
    busy = [subprocess.Popen(["sh", "-c", "while :; do :; done"]) for _ in range(2)]
    yield
    for process in busy:
        process.send_signal(signal.SIGKILL)
        process.wait()


@pytest.mark.skipif(not SLOW_MODULE, reason="only under CTest, which builds the slow module")
@pytest.mark.skipif(bool(os.environ.get("AB_SANITIZE")), reason="a sanitized module is as slow as the planted one")
@pytest.mark.skipif(not served("SHA2-256"), reason="no fast SHA2-256")
def test_a_planted_slow_name_is_found_and_a_good_one_is_not(tmp_path, under_load):
    """A hundred times slower: no load hides that. And no load makes ECB three times in a row slower than the default's
    beyond the control, which the same load disturbs."""
    conf, saved = tmp_path / "openssl.cnf", tmp_path / "figures"
    conf.write_text(run("config", "--algorithms", "SHA2-256 AES-128-ECB", "--module", SLOW_MODULE).stdout)
    done = run("tune", "--quick", "--json", "--config", conf, "--save", saved)
    assert done.returncode == 0 and re.fullmatch(BUSY_NOTE, done.stderr), done.stderr
    report = json.loads(done.stdout)
    assert {n["name"]: n["verdict"] == "slower" for n in report["names"]} == {"SHA2-256": True, "AES-128-ECB": False}
    assert report["algorithms"] == "SHA2-256 AES-128-ECB, -SHA2-256" and report["written"]
    points = [p for n in report["names"] for p in n["points"]]
    assert {p["pass"] for p in points if p["algorithm"] == "AES-128-ECB"} == {1}  # not measured again
    assert {p["pass"] for p in points if p["algorithm"] == "SHA2-256"} == {1, 2, 3}
    assert {p["bytes"] for p in points} == set(SIZES) and all(p["rounds"] >= 1 for p in points)
    assert {p["operation"] for p in points} == {"digest", "encrypt", "decrypt"}
    again = json.loads(run("tune", "--json", "--dry-run", "--config", conf, "--from", saved).stdout)
    assert again["algorithms"] == report["algorithms"] and again["names"] == report["names"]


def test_a_module_that_is_gone(tmp_path):
    conf = tmp_path / "openssl.cnf"
    conf.write_text(run("config").stdout.replace(os.path.realpath(MODULE), str(tmp_path / "gone.so")))
    assert "gone.so: not measured: " in refused("tune", "--config", conf, "--dry-run")
