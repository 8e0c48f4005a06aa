"""The engine of `speed`: what patterns select, how the driver divides its time, what a crash costs, and what the table
shows."""

from __future__ import annotations

import io
import os
import pathlib
import re
from dataclasses import replace

import pytest
from rich.console import Console

from afterburner_lab.core import metadata, paths, sides
from afterburner_lab.core.driver import Driver, DriverRefused, Measurement, Offer, Timing
from afterburner_lab.core.errors import LabError
from afterburner_lab.core.sides import Side
from afterburner_lab.speed import claims, engine, journal, selection, summary, table
from afterburner_lab.speed.journal import Header, Journal, Record
from afterburner_lab.speed.plan import Plan
from afterburner_lab.speed.results import ALL_RUNS, Result

DUMMY = pathlib.Path(os.environ["AB_LAB_BUILD"], "lab", "dummy.so")
HZ = 1e9


# ---- selection ----


def offer(kind: str, algorithm: str, operation: str, *, sized: bool = False, common: bool = True) -> Offer:
    return Offer(kind, algorithm, operation, sized, common, {"default": "default"})


OFFERS = [
    offer("cipher", "AES-128-GCM", "encrypt", sized=True),
    offer("cipher", "AES-128-GCM", "decrypt", sized=True),
    offer("cipher", "AES-256-GCM", "encrypt", sized=True),
    offer("kdf", "SSHKDF/SHA1", "derive", common=False),
    offer("signature", "RSA/1024", "sign", common=False),
    offer("signature", "RSA/2048", "sign"),
    offer("keymgmt", "RSA/2048", "keygen"),
    offer("signature", "RSA-PSS/2048", "sign"),
]


def selected(*patterns: str, **more) -> list[tuple]:
    return [task.key[1:] for task in selection.select(OFFERS, Plan((), patterns=patterns, sizes=(16, 64), **more))]


def test_without_patterns_the_common_operations_are_chosen():
    assert selected() == [
        ("AES-128-GCM", "encrypt", 16),
        ("AES-128-GCM", "encrypt", 64),
        ("AES-128-GCM", "decrypt", 16),
        ("AES-128-GCM", "decrypt", 64),
        ("AES-256-GCM", "encrypt", 16),
        ("AES-256-GCM", "encrypt", 64),
        ("RSA/2048", "sign", None),
        ("RSA/2048", "keygen", None),
        ("RSA-PSS/2048", "sign", None),
    ]


def test_families_select_common_operations_and_names_select_their_own():
    assert selected("rsa") == [("RSA/2048", "sign", None), ("RSA/2048", "keygen", None)]
    assert selected("RSA/1024") == [("RSA/1024", "sign", None)]
    assert [name for name, _, _ in selected("rsa/*")] == ["RSA/1024", "RSA/2048", "RSA/2048"]
    assert selected("signature") == [("RSA/2048", "sign", None), ("RSA-PSS/2048", "sign", None)]
    assert selected("sshkdf") == [("SSHKDF/SHA1", "derive", None)]  # none of it is common
    assert len(selected("*")) == 11


def test_overlapping_patterns_select_each_operation_once_in_order():
    assert selected("RSA-PSS", "aes-*-gcm", "AES-128-GCM", operations=("encrypt", "sign")) == [
        ("AES-128-GCM", "encrypt", 16),
        ("AES-128-GCM", "encrypt", 64),
        ("AES-256-GCM", "encrypt", 16),
        ("AES-256-GCM", "encrypt", 64),
        ("RSA-PSS/2048", "sign", None),
    ]


CALLS = [
    *(offer("cipher", "AES-128-CBC", f"encrypt{way}", sized=True) for way in ("", "-stream", "-context", "-fetch")),
    *(offer("mac", "HMAC/SHA-1", operation, sized=True) for operation in ("mac", "fresh", "mac-stream", "mac-fetch")),
    offer("record", "AES-128-CBC-HMAC-SHA1", "multi-block", sized=True),
]


@pytest.mark.parametrize(
    "given, operations",
    [
        ({}, ["encrypt", "mac", "fresh", "multi-block"]),
        ({"calls": ("stream",)}, ["encrypt-stream", "mac-stream"]),
        ({"calls": ("context", "fetch")}, ["encrypt-context", "encrypt-fetch", "fresh", "mac-fetch"]),
        ({"calls": ("iv", "stream"), "operations": ("encrypt",)}, ["encrypt", "encrypt-stream"]),
        ({"operations": ("encrypt-context", "mac")}, ["encrypt-context", "mac"]),
        ({"calls": ("fetch",), "operations": ("encrypt",)}, ["encrypt-fetch"]),
    ],
)
def test_operations_are_called_in_the_ways_that_were_chosen(given, operations):
    assert [task.offer.operation for task in selection.select(CALLS, Plan((), sizes=(16,), **given))] == operations


def test_an_unknown_operation_is_refused_with_those_that_there_are():
    with pytest.raises(LabError, match="encrypt, encrypt-context, encrypt-fetch, encrypt-stream"):
        selection.select(CALLS, Plan((), operations=("sign",)))


def test_rows_are_selected_again_from_a_result():
    rows = (("cipher", "AES-128-GCM", "decrypt", 1344), ("signature", "RSA/1024", "sign", None))
    assert [task.key for task in selection.select(OFFERS, Plan((), rows=rows))] == list(rows)


@pytest.mark.parametrize(
    "pattern, said",
    [
        ("AES-128-GMC", "near: AES-128-GCM"),
        ("RSA2048", "near: RSA/2048"),
        ("", "list"),
        ("chipher", "near: cipher"),
        ("RSA/4096*", "near: RSA/"),
    ],
)
def test_unknown_names_get_near_ones(pattern, said):
    with pytest.raises(LabError, match=said):
        selected(pattern)


def test_offers_of_several_processes_become_one_list():
    def of(algorithm: str, **providers: str) -> Offer:
        return Offer("cipher", algorithm, "encrypt", True, True, providers)

    both = selection.merge([[of("A", default="d")], [of("B", x="x"), of("A", x="y")]])
    assert {o.algorithm: o.providers for o in both} == {
        "A": {"default": "d", "x": "y"},
        "B": {"default": None, "x": "x"},
    }


# ---- the driver's time ----


def spinning(adds: int, **settings: object) -> Side:
    return Side("spin", DUMMY, {"spin": str(adds), **{key: str(value) for key, value in settings.items()}})


def busy(microseconds: int, **settings: object) -> Side:
    return spinning(0, busy=microseconds, **settings)


def spin(side: Side, **timing: int | str) -> Timing:
    with Driver([side]) as driver:
        wanted = Offer("digest", "SPIN", "digest", True, True, {"spin": "dummy"})
        return driver.measure(wanted, 64, ["spin"], **timing).timings[0]


def count(path: pathlib.Path) -> int:
    return int.from_bytes(path.read_bytes()[:8], "little")


@pytest.mark.parametrize(
    "microseconds, most_ms, rounds, operations",
    [
        (700, 20, 9, None),  # fits into the time
        (700, 1, 3, None),  # never fewer than three
        (2000, 1, 3, 3),  # one operation exceeds the budget: the first one counts as a round
        (10000, 1, 1, 1),
    ],
)  # exceeds it by far: only the first operation
def test_slow_operations_get_fewer_rounds(tmp_path, microseconds, most_ms, rounds, operations):
    """The operation takes its time by the clock that the driver reads, so the speed of the machine does not matter. A
    host that takes the processor away still lengthens some operations: one of twenty attempts must fit."""

    def attempt(number: int) -> tuple[int, int | None]:
        counter = tmp_path / f"count{number}"
        timing = spin(busy(microseconds, count=counter), slices=9, slice_us=100, most_ms=most_ms)
        assert timing.per_slice == 1
        return len(timing.ns), operations and count(counter)

    assert any(attempt(number) == (rounds, operations) for number in range(20))


def test_loops_are_counted_exactly(tmp_path):
    timing = spin(spinning(1000, count=tmp_path / "count"), slices=1, loops=1000, most_ms=1000)
    assert timing.per_slice == 1000 and len(timing.ns) == 1
    assert spin(busy(1000), slices=1, loops=1000, most_ms=20).per_slice < 100  # as many as fit into the time


def test_threads_share_the_operations(tmp_path):
    """With more threads than cores, the threads share the cores' time: together they do what all cores can do, less
    other work on the machine. Other work only lengthens times, so the shortest of several count."""
    cores, alone, shared = len(os.sched_getaffinity(0)), [], []
    for attempt in range(5):
        counter = tmp_path / f"count{attempt}"
        timing = spin(spinning(10_000, count=counter), slices=9, slice_us=1000, most_ms=1000, threads=8 * cores)
        assert count(counter) > 8 * cores * 9 * timing.per_slice  # each did its share
        shared.append(min(timing.ns))
        alone.append(min(spin(spinning(10_000), slices=9, slice_us=1000).ns))
    assert 0.2 < min(alone) / min(shared) < 1.1 * cores


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("fail_after", [0, 5, 30])  # at the first operation, in the calibration, in a round
def test_a_call_that_fails_is_no_measurement(threads, fail_after):
    side = spinning(100_000, fail_after=fail_after)
    if fail_after > 0:
        with pytest.raises(DriverRefused, match="failed"):
            spin(side, slices=60, slice_us=100, most_ms=5000, threads=threads)
    else:
        assert spin(side, threads=threads).ns == ()


def test_invalid_timing_is_refused():
    for wrong in ({"threads": 0}, {"threads": 257}, {"slices": 0}):
        with pytest.raises(DriverRefused, match="at least 1"):
            spin(spinning(1), **wrong)


# ---- the journal ----


def test_a_journal_that_was_cut_short_is_appended_to(tmp_path):
    path, header = tmp_path / "x.journal", Header(Plan(tuple(sides.choose(("default",)))), "2026", {"cores": 1}, [])
    records = [
        Record(
            run,
            ("cipher", "A", "encrypt", 16),
            (Measurement(HZ, (Timing("default", None, "p", 16, 1, (1.5,)),)),),
            None,
        )
        for run in (1, 2, 3)
    ]
    book = Journal(header)
    book.create(path)
    book.add(records[0])
    book.close()
    path.write_text(path.read_text() + '{"run":2,"key":["ci')
    for record in records[1:]:
        again = Journal(header)
        again.go_on(path)
        again.add(record)
        again.close()
    assert journal.read(path).records == records and journal.read(path).header == header


# ---- the engine ----


def test_a_crash_costs_one_measurement():
    plan = Plan(tuple(sides.choose(("default",))), patterns=("AES-128-CTR",), sizes=(64,), slices=1)
    with engine.Session(plan) as session:
        task = selection.select(session.offers(), plan)[0]
        session._drivers[0]._process.kill()
        (lost,) = session.measure(1, task, 1).parts
        assert [t.side for t in lost.timings] == ["default", "control"]
        assert all("driver ended with status -9" in t.error for t in lost.timings)
        (again,) = session.measure(1, task, 1).parts
        assert all(t.error is None for t in again.timings)


def test_a_side_with_its_own_library_has_its_own_process(tmp_path):
    with Driver([Side("x")]) as driver:
        libcrypto = driver.hello()["libcrypto_path"]
    plan = Plan(
        (Side("a", libcrypto=libcrypto), Side("b", libcrypto=libcrypto, modules=tmp_path), Side("c"), Side("d")),
        patterns=("MD5",),
        sizes=(64,),
        slices=1,
    )
    assert Plan.from_json(plan.to_json()) == plan
    with engine.Session(plan) as session:
        task = selection.select(session.offers(), plan)[0]
        session._drivers[0]._process.kill()
        parts = session.measure(1, task, 1).parts
    assert sorted([t.side for t in part.timings] for part in parts) == [["a"], ["b"], ["c", "d"]]
    assert {t.side for part in parts for t in part.timings if t.error} == {"a"}, "a crash costs only its own process"
    with pytest.raises(LabError, match="legacy"):  # where the side does not look for it
        Driver([Side("b", legacy=True, libcrypto=libcrypto, modules=tmp_path)]).hello()


def test_wrong_bytes_are_not_timed():
    plan = Plan((Side("right", DUMMY), Side("wrong", DUMMY, {"wrong": "1"})), patterns=("SPIN",), sizes=(64,), runs=1)
    result = engine.measure(plan, progress=False)
    assert result.rows == [] and {s["side"] for s in result.skipped} == {"right", "wrong"}
    assert {s["reason"] for s in result.skipped} == {"the outputs of the sides differ"}


def test_the_order_differs_by_run_and_not_by_repetition():
    plan = Plan((), sizes=tuple(range(1, 20)))
    tasks = selection.select(OFFERS, plan)
    orders = [engine._order(plan, tasks, run) for run in (1, 2)]
    assert orders[0] != orders[1] and orders[0] == engine._order(plan, tasks, 1)
    assert sorted(str(task) for task, _ in orders[0]) == sorted(map(str, tasks))


def test_software_masks_the_listed_features():
    """OpenSSL itself reports which features it uses, with the mask and without."""
    settings = {}
    for side in sides.choose(("default", "software"))[:2]:
        with Driver([side]) as driver:
            vectors = re.match(r"OPENSSL_ia32cap=([0-9a-fx:]+)", driver.hello()["cpu_settings"])[1].split(":")
            settings[side.name] = [int(vector, 16) for vector in vectors]
    aes, ssse3, clmul, avx = (1 << 32 + bit for bit in (25, 9, 1, 28))
    assert settings["default"][0] & aes and settings["default"][1:] != [0] * len(settings["default"][1:])
    assert not settings["software"][0] & (aes | ssse3 | clmul | avx)
    assert settings["software"][1:] == [0] * len(settings["default"][1:])


def test_the_companion_is_in_the_process_of_its_side_alone():
    chosen = sides.choose((sides.CANDIDATE, sides.COMPANION))
    assert len({side.process for side in chosen}) == 2
    for side in chosen:
        with Driver([side]) as driver:
            driver.hello()
            loaded = pathlib.Path(f"/proc/{driver._process.pid}/maps").read_text()
        assert (str(paths.companion()) in loaded) == (side.name == sides.COMPANION)


def test_a_plan_with_the_companion_survives_its_journal():
    plan = Plan(tuple(sides.standard(companion=True)))
    assert Plan.from_json(plan.to_json()) == plan and plan.sides[2].preload == paths.companion()


# ---- the table ----


def made(gains: dict[tuple, float], served: dict[tuple, str], missing: tuple = ()) -> Result:
    """Make a result whose candidate takes 1000/gain ns; the baseline lacks the rows in `missing`."""
    plan = Plan(tuple(sides.standard(DUMMY)), sizes=(16, 1350), runs=2)
    hello = {"libcrypto_version": "3.0.0", "libcrypto_path": "/lib/x", "sides": {s.name: [] for s in plan.sides}}
    about = [{**metadata.describe(s, "role", hello), "name": s.name} for s in plan.sides]
    book = Journal(Header(plan, "2026-01-01T00:00:00+00:00", {"processor": "Test", "clock_hz": HZ}, about))
    for key, gain in gains.items():
        for run in (1, 2):
            timings = [
                Timing(
                    s.name,
                    None,
                    served.get(key, "dummy") if s.name == "afterburner" else "default",
                    key[3] or 0,
                    1,
                    tuple(1000 / (gain if s.name == "afterburner" else 1) * (1 + i / 1000) for i in range(5)),
                )
                for s in plan.sides
                if not (s.name != "afterburner" and key in missing)
            ]
            book.add(Record(run, key, (Measurement(HZ, tuple(timings)),)))
    return summary.summarise(book, True)


def shown(result: Result, **options: bool) -> str:
    out = io.StringIO()
    table.show(result, Console(file=out, width=140, height=50, force_terminal=True, color_system="standard"), **options)
    return out.getvalue()


def plain(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


WIN, LOSS, SAME = [("cipher", name, "encrypt", 16) for name in ("WIN", "LOSS", "SAME")]
LONG, NEW, PLAIN, SIGN = (
    ("cipher", "WIN", "encrypt", 1344),
    ("cipher", "NEW", "encrypt", 16),
    ("cipher", "PLAIN", "encrypt", 16),
    ("signature", "SIGN", "sign", None),
)


@pytest.fixture(scope="module")
def result() -> Result:
    return made({WIN: 2, LONG: 12.34, LOSS: 0.8, SAME: 1.01, NEW: 1, PLAIN: 0.9, SIGN: 3}, {PLAIN: "default"}, (NEW,))


def test_losses_are_shown_like_gains(result):
    text = shown(result)
    assert re.search(r"\x1b\[32m *▲2\.00", text) and re.search(r"\x1b\[32m *▲12\.3", text)
    assert re.search(r"\x1b\[1;31m *▼0\.80", text) and re.search(r"\x1b\[2m *1\.01", text)
    assert "▲3 faster  ▼1 slower  1 same  1 alike" in plain(text)


def test_the_table_has_a_line_for_each_operation_and_a_column_for_each_size(result):
    lines = plain(shown(result)).splitlines()
    assert any(re.search(r"algorithm +operation +16 B +1350 B +MB/s", line) for line in lines)
    assert any(re.match(r" ?WIN +encrypt +▲2\.00 +▲12\.3 +16\d\d\d ", line) for line in lines)  # 1344 bytes in 81 ns
    assert any(re.match(r" ?NEW +encrypt +new", line) for line in lines)
    assert any(re.match(r" ?SIGN +sign +▲3\.00 +3\.00 \.\. 3\.00 +2\.9\d+e\+06", line) for line in lines)


def test_rows_of_one_provider_on_both_sides_are_one_line_and_no_loss(result):
    assert "PLAIN" not in plain(shown(result)) and "1 more algorithm (1 operation)" in plain(shown(result))
    assert re.search(r"PLAIN +encrypt +0\.90 .* default", plain(shown(result, all_rows=True)))


def test_rows_of_one_provider_differ_if_one_side_preloads_a_library(result):
    preloading = [{**side, "preload": "/lib/x"} if side["name"] == "afterburner" else side for side in result.sides]
    (row,) = [row for row in result.summary("afterburner") if row.key == PLAIN]
    assert claims.Claims(result).verdict(row) == "alike"
    assert claims.Claims(replace(result, sides=preloading)).verdict(row) == "slower"


def test_if_no_row_differs_all_are_shown():
    assert re.search(r"PLAIN +encrypt +1\.00", plain(shown(made({PLAIN: 1}, {PLAIN: "default"}))))


def test_a_noisy_machine_is_named(result):
    assert "busy machine" not in shown(result)
    noisy = Result(**{**vars(result), "control": {**result.control, "threshold": 0.2}})
    assert "less than 20.0 % is noise and stays unmarked (a busy machine" in plain(shown(noisy))


def test_the_control_covers_the_claimed_rows(result):
    """Briefly measured rows and random key generation do not widen the threshold of the other rows."""
    wild = made({WIN: 2, PLAIN: 1, ("keymgmt", "KEY", "keygen", None): 1}, {PLAIN: "default"})
    for row in wild.rows:
        if row.side == "control" and row.run == ALL_RUNS and row.algorithm != "WIN":
            row.ratio = 5.0
    assert summary._control(wild.summary(), "default")["threshold"] == 0.02
    only_keys = [row for row in wild.summary() if row.kind == "keymgmt"]
    assert summary._control(only_keys, "default")["threshold"] > 1
