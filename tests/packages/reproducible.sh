#!/usr/bin/env bash
# Build the packages twice, in folders whose names differ in length, and compare every byte.
# usage: reproducible.sh SOURCE
set -euo pipefail
cd "$1"
for tool in dpkg-buildpackage dh lintian xz rpmbuild rpmlint; do
    command -v "$tool" >/dev/null || { echo "skipped: $tool is missing (make packages installs it)"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/one" "$work/a_second_folder_of_another_length"
TMPDIR=$work/one scripts/packages.sh "$work/out1"
TMPDIR="$work/a_second_folder_of_another_length" scripts/packages.sh "$work/out2"
status=0 num=0
for file in "$work"/out1/*.deb "$work"/out1/*.tar.xz "$work"/out1/*.whl "$work"/out1/*.tgz \
    "$work"/out1/*.rpm "$work"/out1/*-oci.tar; do
    other=$work/out2/$(basename "$file")
    num=$((num + 1))
    cmp "$file" "$other" && continue
    status=1
    ! command -v diffoscope >/dev/null || diffoscope --max-report-size 20000 "$file" "$other" || true
done
[ "$num" -ge 15 ] || { echo "FAIL: only $num packages"; exit 1; }
echo "$num packages, each compared with that of the other folder"
exit "$status"
