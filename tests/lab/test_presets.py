"""Each preset is the experiment that its page describes, and can be measured."""

from __future__ import annotations

import os
import re
import subprocess
from dataclasses import replace

import pytest

from afterburner_lab.core import paths, sides
from afterburner_lab.core.driver import Driver, Offer
from afterburner_lab.core.errors import LabError
from afterburner_lab.core.sides import BASELINE, CANDIDATE, CONTROL, SOFTWARE, SOFTWARE_IA32CAP
from afterburner_lab.speed import engine, presets, results, selection
from afterburner_lab.speed.plan import Plan

SETTINGS = {"cpu": "aesni"}


def base(**changes) -> Plan:
    return replace(Plan(tuple(sides.standard(settings=SETTINGS)), runs=1, slices=3, most_ms=20), **changes)


@pytest.fixture(scope="module")
def offers() -> list[Offer]:
    with Driver(sides.standard()) as driver:
        return driver.offers()


@pytest.mark.parametrize(
    "name, order",
    [("aes-ni", [SOFTWARE, BASELINE, CANDIDATE, CONTROL]), ("aesni-engine", [BASELINE, CANDIDATE, SOFTWARE, CONTROL])],
)
def test_the_sides_are_the_module_and_a_control_equal_to_the_baseline(name, order):
    plan = presets.plan(name, base())
    named = {side.name: side for side in plan.sides}
    assert [side.name for side in plan.sides] == order and plan.preset == name
    assert replace(named[CONTROL], name=order[0]) == named[order[0]]
    assert named[CANDIDATE] == base().sides[1] and named[CANDIDATE].settings == SETTINGS
    assert named[SOFTWARE].ia32cap == SOFTWARE_IA32CAP and named[BASELINE].ia32cap is None


def test_options_that_a_preset_leaves_open_are_the_users():
    plan = presets.plan("aesni-engine", base(patterns=("AES-128-CBC",), seed=7, libcrypto="/x"))
    assert (plan.patterns, plan.seed, plan.libcrypto, plan.runs) == (("AES-128-CBC",), 7, "/x", 1)


OTHER_WAYS = ("-stream", "-context", "-fetch")


def test_aes_ni_takes_every_aes_cipher_of_openssl_both_ways(offers):
    tasks = selection.select(offers, presets.plan("aes-ni", base()))
    wanted = {
        (o.algorithm, o.operation)
        for o in offers
        if o.kind in ("cipher", "record") and o.algorithm.startswith("AES") and not o.operation.endswith(OTHER_WAYS)
    }
    assert {(t.offer.algorithm, t.offer.operation) for t in tasks} == wanted
    modes = {
        f"AES-{bits}-{mode}" for bits in (128, 192, 256) for mode in "CBC CCM CFB CFB1 CFB8 CTR ECB GCM OCB OFB".split()
    }
    assert {(name, way) for name in modes | {"AES-128-XTS", "AES-256-XTS"} for way in ("encrypt", "decrypt")} <= wanted
    assert {t.size for t in tasks} == {256, 512, 1024, 2048, 4096, 8192, 16384}


def test_aesni_engine_takes_only_cbc(offers):
    tasks = selection.select(offers, presets.plan("aesni-engine", base()))
    assert {t.key[1:] for t in tasks} == {
        (f"AES-{bits}-CBC", way, size)
        for bits in (128, 192, 256)
        for way in ("encrypt", "decrypt")
        for size in (16, 64, 256, 1024, 8192)
    }


def test_ipp_threads_takes_the_module_at_several_counts_in_wall_time(offers):
    plan = presets.plan("ipp-threads", base())
    assert [(side.name, side.settings["threads"]) for side in plan.sides] == [
        ("threads-1", "1"),
        ("threads-2", "2"),
        ("threads-4", "4"),
        (CONTROL, "1"),
    ]
    assert all(side.settings["cpu"] == "aesni" for side in plan.sides) and plan.wall
    tasks = selection.select(offers, plan)
    assert {t.offer.operation for t in tasks} == {"decrypt"} and {t.size for t in tasks} == {
        16384 << 2 * i for i in range(7)
    }


def test_ipp_rsa_takes_signatures_of_rsa_of_every_size(offers):
    tasks = selection.select(offers, presets.plan("ipp-rsa", base()))
    assert {(t.offer.algorithm, t.offer.operation) for t in tasks} == {
        (f"RSA/{bits}", way) for bits in (512, 1024, 2048, 3072, 4096) for way in ("sign", "verify")
    }


def test_software_is_measured_against_both_and_is_slower():
    wanted = [("cipher", "AES-128-CBC", "decrypt", 16384)]
    result = engine.measure(presets.plan("aes-ni", base()).just(wanted), progress=False)
    rows = {row.side: row for row in result.summary()}
    assert set(rows) == {SOFTWARE, BASELINE, CANDIDATE, CONTROL} and not result.skipped
    assert (rows[SOFTWARE].provider, rows[BASELINE].provider, rows[CANDIDATE].provider) == (
        "default",
        "default",
        "afterburner",
    )
    assert rows[SOFTWARE].ratio == 1 and rows[BASELINE].ratio > 2 and rows[CANDIDATE].ratio > 2
    assert "aes_128" in result.limits, "limits of a processor without its features"


def test_the_command_measures_a_narrowed_preset_and_reports_it(tmp_path):
    lab = [os.environ["AB_LAB"]]
    narrowed = ["AES-128-CBC", "--operation", "encrypt", "--sizes", "64", "--quick"]
    subprocess.run(
        [*lab, "speed", "--preset", "aes-ni", *narrowed, "--json", tmp_path / "r.json"], check=True, timeout=600
    )
    result = results.load(tmp_path / "r.json")
    assert (
        result.settings["preset"] == "aes-ni"
        and result.sides[0]["role"] == "baseline"
        and result.sides[0]["name"] == SOFTWARE
    )
    assert {row.key for row in result.rows} == {("cipher", "AES-128-CBC", "encrypt", 64)}
    subprocess.run([*lab, "report", tmp_path / "report", "--from", tmp_path / "r.json"], check=True, timeout=600)
    assert (tmp_path / "report" / "charts" / "r-bars-aes-cbc-encrypt.svg").is_file()


def test_an_unknown_preset_lists_the_known_ones():
    with pytest.raises(LabError, match=f"^--preset aesni: no such preset; there are {', '.join(presets.NAMES)}$"):
        presets.plan("aesni", base())


def test_bignum_runs_the_program_below_evp():
    lab = [paths.build() / "afterburner-lab", "speed", "--preset", "bignum"]
    done = subprocess.run([*lab, "--quick"], check=True, capture_output=True, text=True, timeout=600)
    assert "a^65537 mod n" in done.stdout and "libcrypto" in done.stdout
    refused = subprocess.run([*lab, "--sizes", "64"], capture_output=True, text=True, timeout=600)
    assert refused.returncode != 0 and "accepts only --quick, not --sizes" in refused.stderr
    assert "speed --preset bignum" in (paths.SOURCE / "docs" / "experiments" / "bignum.md").read_text()


@pytest.mark.parametrize("name", presets.NAMES)
def test_each_preset_has_a_page_with_its_command_and_chart(name):
    page = paths.SOURCE / "docs" / "experiments" / f"{name}.md"
    text = page.read_text()
    assert f"afterburner-lab speed --preset {name}" in text
    charts = re.findall(r"!\[[^]]+\]\(([^)]+)\)", text)
    assert charts and all((page.parent / chart).stat().st_size > 1000 for chart in charts)
