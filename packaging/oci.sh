#!/usr/bin/env bash
# Make the image of containers from the archive for any Linux: OUT/afterburner-VERSION-oci.tar, an archive of an OCI
# image layout. The same archive and compiler give the same bytes.
# usage: oci.sh ARCHIVE OUT
set -euo pipefail
archive=$(realpath "$1") out=$(realpath "$2")
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
packaging/compile.sh packaging/oci/copy.c "$work/copy"
packaging/oci.py "$archive" "$work/copy" "$out" "$(packaging/epoch.sh)"
