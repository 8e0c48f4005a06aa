#!/usr/bin/env python3
"""Check the archive of an OCI image by the Image Format Specification 1.0, and what the image has; unpack it.

usage: oci_layout.py ARCHIVE VERSION ROOT    ROOT: a new folder for the files of the image
"""
from __future__ import annotations

import gzip
import hashlib
import io
import json
import pathlib
import re
import sys
import tarfile

FILES = {
    "afterburner/bin/afterburner": 0o755,
    "afterburner/copy": 0o755,
    "afterburner/lib/ossl-modules/afterburner.so": 0o644,
    "afterburner/libexec/afterburner/glibc/afterburner": 0o755,
    "afterburner/libexec/afterburner/musl/afterburner": 0o755,
    "afterburner/openssl.cnf": 0o644,
}
FOLDERS = {"afterburner", "afterburner/bin", "afterburner/lib", "afterburner/lib/ossl-modules", "afterburner/libexec",
           "afterburner/libexec/afterburner", "afterburner/libexec/afterburner/glibc",
           "afterburner/libexec/afterburner/musl", "target"}


def main(archive: str, version: str, root: str) -> None:
    with tarfile.open(archive) as tar:
        content = {m.name: tar.extractfile(m).read() for m in tar if m.isfile()}

    used = {"oci-layout", "index.json"}

    def blob(descriptor: dict) -> bytes:
        digest = re.fullmatch("sha256:([0-9a-f]{64})", descriptor["digest"])[1]
        used.add(f"blobs/sha256/{digest}")
        data = content[f"blobs/sha256/{digest}"]
        assert len(data) == descriptor["size"] and hashlib.sha256(data).hexdigest() == digest, descriptor
        return data

    assert json.loads(content["oci-layout"]) == {"imageLayoutVersion": "1.0.0"}
    index = json.loads(content["index.json"])
    assert index["schemaVersion"] == 2 and len(index["manifests"]) == 1
    entry = index["manifests"][0]
    assert entry["mediaType"] == "application/vnd.oci.image.manifest.v1+json"
    assert entry["platform"] == {"architecture": "amd64", "os": "linux"}
    assert entry["annotations"]["org.opencontainers.image.ref.name"] == version
    manifest = json.loads(blob(entry))
    assert manifest["schemaVersion"] == 2 and manifest["mediaType"] == entry["mediaType"]
    assert manifest["config"]["mediaType"] == "application/vnd.oci.image.config.v1+json"
    config = json.loads(blob(manifest["config"]))
    assert (config["architecture"], config["os"]) == ("amd64", "linux")
    user, _, group = config["config"]["User"].partition(":")
    assert int(user) > 0 and int(group) > 0, "the image runs as root"
    assert config["config"]["Entrypoint"] == ["/afterburner/copy"]

    assert [layer["mediaType"] for layer in manifest["layers"]] == ["application/vnd.oci.image.layer.v1.tar+gzip"]
    layer = gzip.decompress(blob(manifest["layers"][0]))
    assert config["rootfs"] == {"type": "layers", "diff_ids": [f"sha256:{hashlib.sha256(layer).hexdigest()}"]}
    assert used == set(content), used ^ set(content)
    with tarfile.open(fileobj=io.BytesIO(layer)) as tar:
        members = {m.name: m for m in tar}
        assert {n: m.mode for n, m in members.items() if m.isfile()} == FILES
        assert {n for n, m in members.items() if m.isdir()} == FOLDERS and set(members) == FOLDERS | set(FILES)
        assert all((m.uid, m.gid) == ((int(user), int(group)) if m.name == "target" else (0, 0)) for m in tar)
        tar.extractall(root, filter="fully_trusted" if hasattr(tarfile, "data_filter") else None)
    assert pathlib.Path(root, "target").is_dir()


if __name__ == "__main__":
    main(*sys.argv[1:])
