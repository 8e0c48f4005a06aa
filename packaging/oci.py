#!/usr/bin/env python3
"""Make the image of containers from the archive for any Linux, and print its name. The same files give the same bytes.

usage: oci.py ARCHIVE PROGRAM OUT EPOCH    PROGRAM: what the image runs; EPOCH: the time of its files, in seconds

The image is an OCI image layout (Image Format Specification 1.0) in an archive of its own. It has the module, the
command, a configuration, and the program that copies these into a volume.
"""
from __future__ import annotations

import datetime
import gzip
import hashlib
import io
import json
import pathlib
import re
import sys
import tarfile

HERE = pathlib.Path(__file__).resolve().parent
CARRIED = {
    "bin/afterburner": 0o755,
    "lib/ossl-modules/afterburner.so": 0o644,
    "libexec/afterburner/glibc/afterburner": 0o755,
    "libexec/afterburner/musl/afterburner": 0o755,
}  # of the archive
USER = 65532  # without rights
TARGET = "target"  # the folder in which the volume is mounted; an empty volume of Docker gets its owner
MEDIA = "application/vnd.oci.image"


class Tar:
    """An archive of files with one time. Folders must be added before what they have."""

    def __init__(self, epoch: int) -> None:
        self.epoch = epoch
        self.buffer = io.BytesIO()
        self.tar = tarfile.TarFile(fileobj=self.buffer, mode="w", format=tarfile.USTAR_FORMAT)

    def _entry(self, name: str, mode: int, user: int) -> tarfile.TarInfo:
        entry = tarfile.TarInfo(name)
        entry.mtime, entry.mode, entry.uid, entry.gid = self.epoch, mode, user, user
        return entry

    def folder(self, name: str, user: int = 0) -> None:
        entry = self._entry(name, 0o755, user)
        entry.type = tarfile.DIRTYPE
        self.tar.addfile(entry)

    def file(self, name: str, content: bytes, mode: int = 0o644) -> None:
        entry = self._entry(name, mode, 0)
        entry.size = len(content)
        self.tar.addfile(entry, io.BytesIO(content))

    def close(self) -> bytes:
        self.tar.close()
        return self.buffer.getvalue()


def read_archive(path: pathlib.Path) -> tuple[str, dict[str, bytes]]:
    """Return the version, and the files that the image carries."""
    version = re.fullmatch(r"afterburner-([0-9.]+)-linux-x86_64\.tar\.xz", path.name)
    if version is None:
        sys.exit(f"oci.py: not an archive of a release: {path.name}")
    top = path.name.removesuffix(".tar.xz")
    files = {}
    with tarfile.open(path) as archive:
        for name in CARRIED:
            file = archive.extractfile(f"{top}/{name}")
            assert file is not None, name
            files[name] = file.read()
    return version[1], files


def make_layer(files: dict[str, bytes], program: bytes, epoch: int) -> bytes:
    tar = Tar(epoch)
    paths = [pathlib.PurePosixPath("afterburner", name) for name in CARRIED]
    for name in sorted({str(folder) for path in paths for folder in path.parents if folder.name}):
        tar.folder(name)
    for name, mode in CARRIED.items():
        tar.file(f"afterburner/{name}", files[name], mode)
    tar.file("afterburner/openssl.cnf", (HERE / "oci" / "openssl.cnf").read_bytes())
    tar.file("afterburner/copy", program, 0o755)
    tar.folder(TARGET, USER)
    return tar.close()


class Blobs(dict[str, bytes]):
    """Contents by the SHA-256 of each."""

    def put(self, media: str, content: bytes) -> dict[str, object]:
        """Add a content and return its descriptor."""
        digest = hashlib.sha256(content).hexdigest()
        self[digest] = content
        return {"mediaType": f"{MEDIA}.{media}", "digest": f"sha256:{digest}", "size": len(content)}


def to_json(value: object) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":")).encode()


def make_index(layer: bytes, version: str, epoch: int, blobs: Blobs) -> bytes:
    config = {
        "created": datetime.datetime.fromtimestamp(epoch, datetime.UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
        "architecture": "amd64",
        "os": "linux",
        "config": {
            "User": f"{USER}:{USER}",
            "Entrypoint": ["/afterburner/copy"],
            "WorkingDir": "/",
            "Labels": {
                "org.opencontainers.image.title": "afterburner",
                "org.opencontainers.image.version": version,
                "org.opencontainers.image.licenses": "Apache-2.0",
            },
        },
        "rootfs": {"type": "layers", "diff_ids": [f"sha256:{hashlib.sha256(layer).hexdigest()}"]},
    }
    manifest = to_json({
        "schemaVersion": 2,
        "mediaType": f"{MEDIA}.manifest.v1+json",
        "config": blobs.put("config.v1+json", to_json(config)),
        "layers": [blobs.put("layer.v1.tar+gzip", gzip.compress(layer, mtime=0))],
    })
    names = {"org.opencontainers.image.ref.name": version,
             "io.containerd.image.name": f"docker.io/library/afterburner:{version}"}
    entry = {**blobs.put("manifest.v1+json", manifest), "annotations": names,
             "platform": {"architecture": "amd64", "os": "linux"}}
    return to_json({"schemaVersion": 2, "mediaType": f"{MEDIA}.index.v1+json", "manifests": [entry]})


def main(archive: str, program: str, out: str, epoch: str) -> None:
    version, files = read_archive(pathlib.Path(archive))
    blobs = Blobs()
    layer = make_layer(files, pathlib.Path(program).read_bytes(), int(epoch))
    index = make_index(layer, version, int(epoch), blobs)
    tar = Tar(int(epoch))
    tar.file("oci-layout", to_json({"imageLayoutVersion": "1.0.0"}))
    tar.file("index.json", index)
    tar.folder("blobs")
    tar.folder("blobs/sha256")
    for digest, content in sorted(blobs.items()):
        tar.file(f"blobs/sha256/{digest}", content)
    image = pathlib.Path(out) / f"afterburner-{version}-oci.tar"
    image.write_bytes(tar.close())
    print(image)


if __name__ == "__main__":
    main(*sys.argv[1:])
