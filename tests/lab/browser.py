"""A page in headless Chromium: its screenshot, and what a script in it returns."""

from __future__ import annotations

import html
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
from functools import cache

LIGHT, DARK = 1, 0  # Chromium's numbers of prefers-color-scheme
_OPTIONS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--hide-scrollbars",
    "--disable-dev-shm-usage",
    "--enable-logging=stderr",
)
_TIMEOUT = 600


@cache
def find() -> str | None:
    """Return the browser's path, unless it is only the stub that Ubuntu installs in its place."""
    path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if path is None:
        return None
    try:
        said = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=_TIMEOUT)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return path if said.returncode == 0 and re.search(r"Chrom(e|ium) \d", said.stdout) else None


def run(page: pathlib.Path, scheme: int, width: int, height: int, *options: str) -> subprocess.CompletedProcess:
    with tempfile.TemporaryDirectory(prefix="afterburner-browser-", ignore_cleanup_errors=True) as profile:
        return subprocess.run(
            [
                find(),
                *_OPTIONS,
                f"--user-data-dir={profile}",
                f"--blink-settings=preferredColorScheme={scheme}",
                f"--window-size={width},{height}",
                *options,
                page.as_uri(),
            ],
            capture_output=True,
            text=True,
            timeout=_TIMEOUT,
            check=True,
            env={**os.environ, "XDG_CONFIG_HOME": profile, "XDG_CACHE_HOME": profile},
        )


def screenshot(page: pathlib.Path, scheme: int, width: int, height: int, target: pathlib.Path) -> None:
    run(page, scheme, width, height, f"--screenshot={target}")


def ask(page: pathlib.Path, scheme: int, width: int, expression: str) -> tuple[dict, list[str]]:
    """Return the value of a JavaScript expression in a copy of the page, and what the page wrote to the console.

    The copy is in a frame of that width, because the window itself cannot be as narrow as a phone."""
    probe = f'<script>addEventListener("load", () => parent.postMessage(JSON.stringify({expression}), "*"));</script>'
    frame = (
        f'<!DOCTYPE html><meta name="color-scheme" content="light dark"><pre id="probe"></pre>'
        f'<iframe src="probe.html" style="width:{width}px;height:900px;border:0"></iframe>'
        f'<script>addEventListener("message", '
        f'(event) => {{ document.getElementById("probe").textContent = event.data; }});</script>'
    )
    with tempfile.TemporaryDirectory(prefix="afterburner-page-") as folder:
        copy, outer = pathlib.Path(folder, "probe.html"), pathlib.Path(folder, "frame.html")
        copy.write_text(page.read_text().replace("</body>", probe + "</body>"))
        outer.write_text(frame)
        done = run(outer, scheme, width + 40, 1000, "--dump-dom", "--virtual-time-budget=5000")
    answer = re.search(r'<pre id="probe">(.*?)</pre>', done.stdout, re.DOTALL)
    return json.loads(html.unescape(answer[1])), [line for line in done.stderr.splitlines() if "CONSOLE" in line]
