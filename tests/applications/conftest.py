"""Shared by the suites of this folder; CTest sets AB_BUILD, the build folder."""
import os
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
sys.path.append(str(pathlib.Path(__file__).parents[1] / "system"))   # programs.py
os.environ["OPENSSL_CONF"] = "/dev/null"                             # the peers in this process run without the module

import pytest

pytest.register_assert_rewrite(
    "bench", "comparison", "visits", "clients", "databases", "tunnels", "web_servers", "languages", "programs",
    "stores", "names", "networks", "files", "suites", "resolvers", "onions", "logins", "clocks", "http3"
)

from bench import Bench  # noqa: E402


@pytest.fixture(scope="session")
def bench():
    with tempfile.TemporaryDirectory(prefix="ab-applications-", ignore_cleanup_errors=True) as name:
        yield Bench(pathlib.Path(name))
