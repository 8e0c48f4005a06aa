#!/usr/bin/env python3
"""Print an SPDX 2.3 document for the files of a release, whose names are the lines of the standard input.

usage: sbom.py VERSION EPOCH    EPOCH: the time of the release in seconds since 1970

The same files give the same bytes. The files contain Afterburner only: nothing of another project is linked into them.
The dependencies are what they load on the user's machine.
"""
from __future__ import annotations

import datetime
import hashlib
import json
import pathlib
import re
import sys

# What the files load at run time: (name, SPDX identifier of its licence, why).
LOADED = (
    ("openssl", "Apache-2.0", "the command loads libcrypto.so.3; the module is loaded by it and calls none of it"),
    ("glibc", "LGPL-2.1-or-later", "the C library"),
)


def checksums(data: bytes) -> list[dict[str, str]]:
    return [{"algorithm": name.upper(), "checksumValue": hashlib.new(name, data).hexdigest()}
            for name in ("sha1", "sha256")]


def file_entry(name: str) -> dict[str, object]:
    data = pathlib.Path(name).read_bytes()
    return {
        "fileName": f"./{name}",
        "SPDXID": f"SPDXRef-File-{re.sub(r'[^A-Za-z0-9.-]', '-', name)}",
        "fileTypes": ["ARCHIVE" if name.endswith((".xz", ".deb", ".ddeb", ".whl", ".tgz", ".rpm", ".tar")) else "TEXT"],
        "checksums": checksums(data),
        "licenseConcluded": "Apache-2.0",
        "copyrightText": "NOASSERTION",
    }


def package_entry(name: str, licence: str, **more: object) -> dict[str, object]:
    return {"name": name, "SPDXID": f"SPDXRef-Package-{name}", "downloadLocation": "NOASSERTION",
            "licenseConcluded": licence, "licenseDeclared": licence, "copyrightText": "NOASSERTION",
            "filesAnalyzed": False, **more}


def relation(source: str, kind: str, target: str) -> dict[str, str]:
    return {"spdxElementId": source, "relationshipType": kind, "relatedSpdxElement": target}


def document(version: str, epoch: int, names: list[str]) -> dict[str, object]:
    files = [file_entry(name) for name in names]
    own = "SPDXRef-Package-afterburner"
    content = hashlib.sha256(json.dumps(files, sort_keys=True).encode()).hexdigest()
    return {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": f"afterburner-{version}",
        "documentNamespace": f"https://spdx.org/spdxdocs/afterburner-{version}-{content}",
        "creationInfo": {
            "created": datetime.datetime.fromtimestamp(epoch, datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "creators": ["Organization: Afterburner developers", f"Tool: afterburner-sbom-{version}"],
        },
        "packages": [
            package_entry("afterburner", "Apache-2.0", versionInfo=version, primaryPackagePurpose="LIBRARY"),
            *(package_entry(name, licence, comment=why) for name, licence, why in LOADED),
        ],
        "files": files,
        "relationships": [
            relation("SPDXRef-DOCUMENT", "DESCRIBES", own),
            *(relation(own, "DYNAMIC_LINK", f"SPDXRef-Package-{name}") for name, _, _ in LOADED),
            *(relation(str(entry["SPDXID"]), "GENERATED_FROM", own) for entry in files),
        ],
    }


def main(version: str, epoch: str) -> None:
    names = sys.stdin.read().splitlines()
    json.dump(document(version, int(epoch), names), sys.stdout, indent=1, sort_keys=True)
    print()


if __name__ == "__main__":
    main(*sys.argv[1:])
