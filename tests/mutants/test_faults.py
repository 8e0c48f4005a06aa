"""Each fault of faults.py can still be planted: its text occurs once, and its check exists."""

import re
from collections import Counter

import faults
import pytest
from faults import EQUIVALENT, FAULTS
from run import ROOT, target_of

LEAST = 60
PAGE = (ROOT / "docs" / "soundness.md").read_text()
EVERY = [*FAULTS, *EQUIVALENT]


@pytest.fixture(scope="module")
def tests():
    """What the CMake files of the tests say."""
    files = [*sorted((ROOT / "tests").rglob("CMakeLists.txt")), ROOT / "fuzz" / "CMakeLists.txt"]
    return "\n".join(path.read_text() for path in files)


@pytest.mark.parametrize("fault", EVERY, ids=lambda fault: fault.name)
def test_fault_applies(fault):
    assert (ROOT / "src" / fault.path).read_text().count(fault.old) == 1
    assert fault.new != fault.old


def test_there_are_enough():
    assert len(FAULTS) >= LEAST
    assert max(Counter(fault.name for fault in EVERY).values()) == 1


def test_reasons_are_given():
    assert all(len(fault.reason.split()) > 5 for fault in EQUIVALENT)


def test_page_names_every_list():
    """docs/soundness.md has the number of faults, and each list of them in its table."""
    assert f"lists {len(FAULTS)} deliberate faults" in PAGE
    lists = [name for name, value in vars(faults).items() if isinstance(value, list) and value and value is not FAULTS]
    assert len(lists) > 10
    assert not [name for name in lists if f"`{name}`" not in PAGE]


def test_page_has_every_kernel():
    table = PAGE[PAGE.index("## Every kernel") : PAGE.index("## Mutants")]
    kernels = ROOT / "src" / "kernels"
    names = [path.parent.relative_to(kernels).as_posix() for path in kernels.rglob("sources.cmake")]
    assert len(names) > 20
    assert not [name for name in names if f"`{name}/`" not in table and name not in (".", "ec")]


@pytest.mark.parametrize("check", sorted({fault.check for fault in FAULTS}))
def test_check_exists(tests, check):
    name = check.split(".")[1] if "." in check else check.removeprefix("corpus_")
    assert re.search(rf"\(\w*[^)]*\b{re.escape(name)}\b", tests), f"no test {name}, so no {target_of(check)}"
