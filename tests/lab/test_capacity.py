"""The capacity of servers: plans as text, and calculations compared with cases worked out by hand."""

from __future__ import annotations

import io
import re

import pytest
from rich.console import Console

import synthetic_connections as synthetic
from afterburner_lab.connections import capacity, capacity_part, capacity_view, demand
from afterburner_lab.connections.capacity import Cost, Costs, Servers
from afterburner_lab.connections.demand import Demand
from afterburner_lab.connections.results import FULL
from afterburner_lab.core.errors import LabError
from afterburner_lab.core.statistics import Interval


@pytest.mark.parametrize(
    "text, wanted",
    [
        ("20000 full, 80000 resumed, 40 Gbit/s", Demand(20000, 80000, 5e9)),
        ("20k full", Demand(full=20000)),
        ("1.5M resumed", Demand(resumed=1.5e6)),
        ("2 G full,1 resumed", Demand(2e9, 1)),
        ("8 bit/s", Demand(bytes=1)),
        ("800 Mbit/s", Demand(bytes=1e8)),
        ("100MB/s", Demand(bytes=1e8)),
        ("1 Tbit/s, 1 full", Demand(1, 0, 1.25e11)),
        ("0 full, 3 kB/s", Demand(bytes=3000)),
    ],
)
def test_a_plan_is_read(text, wanted):
    assert demand.parse(text) == wanted


@pytest.mark.parametrize(
    "text, said",
    [
        ("", "'' is not understood"),
        ("20,000 full", "'20' is not understood"),
        ("-5 full", "'-5 full'"),
        ("x full", "'x full'"),
        ("5", "'5' is not understood"),
        ("5 half", "'half' is neither full, resumed nor a unit"),
        ("5 k half", "'half' is neither"),
        ("5 m full", "'m' is no multiple"),
        ("5 Gbps", "'Gbps' is neither"),
        ("5 gbit/s", "'gbit/s' is neither"),
        ("1 full, 2 full", "full is there twice"),
        ("1 kB/s, 1 MB/s", "traffic is there twice"),
        ("0 full", "nothing to serve"),
        ("1 full,", "'' is not understood"),
        ("٣ full", "is not understood"),
        ("1e3 full", "'1e3 full'"),
        ("1 k x full", "'1 k x full'"),
    ],
)
def test_an_invalid_plan_gets_one_line_with_the_valid_form(text, said):
    with pytest.raises(LabError, match=re.escape(said)) as error:
        demand.parse(text)
    assert (str(error.value).startswith("--plan: ") and "20000 full" in str(error.value)) or "above 0" in str(
        error.value
    )
    assert "\n" not in str(error.value)


def test_the_errors_show_valid_forms():
    assert demand.parse(demand.FORM.split('"')[1]) == Demand(20000, 80000, 5e9)


EXACT = Costs(
    Cost(200e-6, Interval(2.0, 1.6, 2.5)), Cost(100e-6, Interval(1.0, 1.0, 1.0)), Cost(1e-9, Interval(4.0, 4.0, 5.0))
)


def test_costs_add_up():
    """20000 full at 200 us: 4 cores, 2 with the module. 80000 resumed at 100 us: 8 and 8. 5 GB at 1 ns: 5 and 1.25."""
    need = capacity.need(EXACT, demand.parse("20000 full, 80000 resumed, 40 Gbit/s"), Servers(4, 0.5))
    assert need.before == pytest.approx(17)
    assert need.after == pytest.approx((11.25, 4 / 2.5 + 8 + 1, 4 / 1.6 + 8 + 1.25))
    assert (need.servers_before, need.servers_after, need.saved_servers) == (9, 6, 3)  # servers of two usable cores
    assert need.saved.value == pytest.approx(1 - 11.25 / 17)
    assert need.saved.low == pytest.approx(1 - 11.75 / 17) and need.saved.high == pytest.approx(1 - 10.6 / 17)


def test_servers_are_whole_and_full_ones_are_not_rounded_up():
    assert [Servers(10, 0.4).needed(cores) for cores in (0.1, 6, 6.0000000001, 6.1, 12)] == [1, 1, 1, 2, 2]
    assert Servers(10, 0.0).needed(30) == 3


def test_a_loss_is_a_negative_saving():
    slower = Costs(Cost(1e-3, Interval(0.5, 0.5, 0.5)), None, None)
    need = capacity.need(slower, Demand(full=1000), Servers(1, 0))
    assert (need.before, need.after.value, need.saved.value, need.saved_servers) == (1, 2, -1, -1)


def test_what_was_not_measured_cannot_be_planned():
    with pytest.raises(ValueError, match="resumed"):
        capacity.need(Costs(EXACT.full, None, None), Demand(1, 1), Servers())


def test_scales_reach_from_a_site_to_the_internet():
    needs = list(capacity.scales(EXACT, Servers()))
    full = [n.demand.full for n in needs if n.demand.full]
    traffic = [n.demand.bytes * 8 for n in needs if n.demand.bytes]
    assert (full[0], full[-1], traffic[0], traffic[-1]) == (1e3, 1e9, 1e9, 1e14)
    assert len(needs) == 2 * len(full) + len(traffic)
    assert needs[len(full) - 1].before == pytest.approx(200e-6 * 1e9)
    assert list(capacity.scales(Costs(None, None, None), Servers())) == []


def test_costs_are_those_of_the_usual_pair_in_the_newest_version():
    """Figures of synthetic_connections: P-256/X25519 is the third pair, 300 us and 4 times faster; 16384 bytes 16.484
    us, 1.5 times."""
    found = capacity_part.read(capacity_part.make(synthetic.result()))
    assert found.pair == "P-256/X25519" and found.demand is None and found.need() is None
    assert found.costs.full == Cost(pytest.approx(3e-4), Interval(4, pytest.approx(3.96), pytest.approx(4.04)))
    assert found.costs.resumed.seconds == pytest.approx(5e-5) and found.costs.resumed.ratio.value == 1.2
    assert found.costs.byte.seconds == pytest.approx((1e-7 + 16384e-9) / 16384) and found.costs.byte.ratio.value == 1.5
    assert found.basis["full"] == "TLSv1.3, P-256/X25519, AES-128-GCM, 32 in flight"
    assert "AES-128-GCM, records of 16384 bytes" in found.basis["byte"]
    assert len(found.scales()) == 20


def test_the_cost_of_another_pair_and_version():
    part = capacity_part.make(
        synthetic.result(), pair="RSA-4096/X25519", plan="10k full, 10k resumed", servers=Servers(2, 0.5)
    )
    need = capacity_part.read(part).need()
    assert need.before == pytest.approx(10e3 * 2e-4 + 10e3 * 5e-5)
    assert need.after.value == pytest.approx(2 / 3 + 0.5 / 1.2)
    assert (need.servers_before, need.servers_after) == (3, 2)


@pytest.mark.parametrize(
    "options, said",
    [
        ({"pair": "RSA-512/X25519"}, "--pair RSA-512/X25519: not measured.*RSA-2048/X25519, RSA-4096/X25519"),
        ({"plan": "5 cars"}, "'cars' is neither"),
        ({"plan": "5 resumed"}, "resumed handshakes are not measured"),
        ({"plan": "1 full, 5 kB/s"}, "traffic is not measured"),
    ],
)
def test_what_was_not_measured_is_refused(options, said):
    full = [row for row in synthetic.rows() if row.what == FULL]
    with pytest.raises(LabError, match=said):
        capacity_part.make(synthetic.result(full), **options)


def test_without_full_handshakes_there_is_no_capacity():
    other = synthetic.result([synthetic.row(side, mode="nginx") for side in synthetic.SIDES])
    assert capacity_part.make(other) is None
    with pytest.raises(LabError, match="--plan: no full handshake is measured"):
        capacity_part.make(other, plan="1 full")


def test_the_table_says_plan_costs_and_assumptions():
    part = capacity_part.make(synthetic.result(), plan="20000 full, 80000 resumed, 40 Gbit/s")
    out = Console(width=160, record=True, file=io.StringIO())
    capacity_view.show(capacity_part.read(part), out)
    lines = [line.strip() for line in out.export_text().splitlines()]
    plan = next(line for line in lines if line.startswith("20k full, 80k resumed, 40 Gbit/s"))
    assert plan.split()[6:8] == ["15.03", "8.19"]  # 6 + 4 + 5.03 cores, and 1.5 + 3.33 + 3.35
    assert any(line.startswith("100 Tbit/s") for line in lines) and any(line.startswith("1G resumed") for line in lines)
    assert (
        "- Cost of a full handshake: 300 µs without Afterburner (TLSv1.3, P-256/X25519, AES-128-GCM, 32 in flight)."
        in lines
    )
    assert "".join(lines).count("- ") >= len(capacity.ASSUMPTIONS)


@pytest.mark.parametrize(
    "wanted, text",
    [
        (Demand(20000, 80000, 5e9), "20k full, 80k resumed, 40 Gbit/s"),
        (Demand(5), "5 full"),
        (Demand(1.2e6), "1.2M full"),
        (Demand(bytes=1.25e13), "100 Tbit/s"),
        (Demand(resumed=1e9), "1G resumed"),
        (Demand(bytes=10), "80 bit/s"),
    ],
)
def test_demands_read_as_a_plan_does(wanted, text):
    assert capacity_view.words(wanted) == text and demand.parse(text) == wanted
