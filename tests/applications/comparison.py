"""Let an application work on one side, and check the logs of that side."""
import pytest

from bench import Side, accelerated, served

ALL_PARTS = "decoders,names,fetches"


def skip_missing(application):
    if missing := application.missing():
        pytest.skip(f"not installed: {', '.join(missing)}; fix: make test-applications")


def check_module(application, side):
    """Check that the module was used for what it must be, and only where it is switched on."""
    if side.on:
        wanted = application.serves & side.bench.offered
        assert wanted <= served(side.log), f"{sorted(wanted - served(side.log))} not served:\n{side.log[-4000:]}"
        assert "self test failed" not in side.log
    else:
        assert "afterburner: " not in side.log


def check_companion(application, side):
    """Check that the companion worked for the OpenSSL of the program, and only where it is preloaded."""
    seen = accelerated(side.log)
    if not side.companion:
        assert "afterburner-companion: " not in side.log
    elif not application.identify().is_static:
        assert ALL_PARTS in {parts for _, parts in seen}, f"the companion served nothing: {seen}\n{side.log[-4000:]}"


def work_once(application, bench, on, companion=False):
    side = Side(bench, on, companion)
    answer = application.work(side)
    check_module(application, side)
    check_companion(application, side)
    return side, answer
