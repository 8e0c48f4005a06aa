"""Sources of OpenSSL: fetched once, verified against a pinned SHA-256, and unpacked again for each build."""

from __future__ import annotations

import hashlib
import json
import pathlib
import re
import shutil
import sys
import tarfile
import tempfile
import urllib.error
import urllib.request
from dataclasses import dataclass

from afterburner_lab.core import paths
from afterburner_lab.core.errors import LabError

PINNED = pathlib.Path(__file__).with_name("sources.json")
SUPPLEMENT = pathlib.Path(__file__).with_name("supplement")
MIRRORS = ("http://deb.debian.org/debian-security", "http://deb.debian.org/debian")
APT = pathlib.Path("/etc/apt")
TIMEOUT = 60  # seconds without a byte


@dataclass(frozen=True)
class Source:
    """An archive on this machine. version: of the OpenSSL in it; for a user's own archive with part of its SHA-256
    appended. folder: the folder of Configure in the archive."""

    version: str
    sha256: str
    archive: pathlib.Path
    folder: str

    def unpack(self, into: pathlib.Path) -> pathlib.Path:
        """Unpack the archive and return the folder of Configure."""
        with tarfile.open(self.archive) as tar:
            tar.extractall(into, filter="data")
        tree = into / self.folder
        _supply(tree)
        return tree


def releases() -> dict[str, dict]:
    return json.loads(PINNED.read_text())


def fetch(release: str) -> Source:
    """Return the source of 3.0, 3.5 or 4.0: from the cache, or from the first of its addresses whose file has the right
    checksum."""
    pinned = releases()
    if release not in pinned:
        raise LabError(f"--openssl {release}: no such release; there are {', '.join(pinned)}")
    entry = pinned[release]
    archive = paths.cache() / "compilers" / "sources" / pathlib.PurePosixPath(entry["urls"][0]).name
    if not (archive.is_file() and _sha256(archive) == entry["sha256"]):
        _download(_addresses(entry["urls"]), archive, entry["sha256"])
    return Source(entry["version"], entry["sha256"], archive, entry["folder"])


def own(archive: pathlib.Path) -> Source:
    """Return the source in a user's archive: one folder with Configure and VERSION.dat in it."""
    try:
        with tarfile.open(archive) as tar:
            name = next((n for n in tar.getnames() if re.fullmatch(r"(\./)?[^/]+/VERSION\.dat", n)), None)
            text = "" if name is None else tar.extractfile(name).read().decode(errors="replace")
    except (OSError, tarfile.TarError) as e:
        why = str(e).partition("\n")[0]
        raise LabError(f"--source {archive}: {why}; not an archive of OpenSSL's source (tar.gz)") from None
    numbers = dict(re.findall(r"^(MAJOR|MINOR|PATCH)=(\d+)$", text, re.M))
    if len(numbers) < 3:
        raise LabError(f"--source {archive}: no FOLDER/VERSION.dat of OpenSSL 3.0 or later in it")
    sha256 = _sha256(archive)
    version = f"{numbers['MAJOR']}.{numbers['MINOR']}.{numbers['PATCH']}+{sha256[:8]}"
    return Source(version, sha256, archive, str(pathlib.PurePosixPath(name).parent))


def _supply(tree: pathlib.Path) -> None:
    """Add what a crate lacks: the list of symbols that shared libraries export, and the configuration to install."""
    for file in SUPPLEMENT.glob("*/*"):
        place = tree / file.relative_to(SUPPLEMENT)
        if place.parent.is_dir() and not place.exists():
            shutil.copy(file, place)


def _addresses(urls: list[str]) -> list[str]:
    """Expand DEBIAN to Debian's mirrors, those configured for this machine's apt first."""
    mirrors = list(dict.fromkeys([*_mirrors_of_apt(), *MIRRORS]))
    return [
        a for url in urls for a in ([url.replace("DEBIAN", m) for m in mirrors] if url.startswith("DEBIAN/") else [url])
    ]


def _mirrors_of_apt() -> list[str]:
    found = []
    for path in sorted(APT.glob("sources.list")) + sorted(APT.glob("sources.list.d/*")):
        lines = [line for line in path.read_text(errors="replace").splitlines() if not line.lstrip().startswith("#")]
        found += re.findall(r"https?://[^\s\]]*debian[^\s\]]*", "\n".join(lines))
    return [url.rstrip("/") for url in found]


def _download(addresses: list[str], archive: pathlib.Path, sha256: str) -> None:
    """Download to a temporary name, and rename the file only if its checksum is right."""
    archive.parent.mkdir(parents=True, exist_ok=True)
    why = []
    print(f"Fetching {archive.name}", file=sys.stderr)
    for address in addresses:
        with tempfile.NamedTemporaryFile(dir=archive.parent, suffix=".part") as part:
            try:
                with urllib.request.urlopen(address, timeout=TIMEOUT) as answer:
                    shutil.copyfileobj(answer, part)
            except (OSError, urllib.error.URLError, ValueError) as e:
                why.append(f"{address}: {e}")
                continue
            part.flush()
            if (got := _sha256(pathlib.Path(part.name))) == sha256:
                shutil.copy(part.name, f"{part.name}.whole")
                pathlib.Path(f"{part.name}.whole").replace(archive)
                return
            why.append(f"{address}: SHA-256 {got}, not {sha256}")
    raise LabError(
        f"{archive.name} cannot be fetched ({'; '.join(why)}); try another connection, or put it at {archive} yourself"
    )


def _sha256(path: pathlib.Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
