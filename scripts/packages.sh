#!/usr/bin/env bash
# Build the packages of this distribution, and from the same objects the archive for any Linux and the packages of PyPI
# and npm that carry its files, in OUT ($BUILD/packages).
# usage: packages.sh [OUT]
set -euo pipefail
cd "$(dirname "$0")/.."
out=${1:-${BUILD:-build}/packages}
mkdir -p "$out"
out=$(realpath "$out")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rm -f "$out"/*deb "$out"/*.changes "$out"/*.buildinfo "$out"/*-linux-x86_64.tar.xz "$out"/*.whl "$out"/*.tgz

run() { # WHAT COMMAND...
    echo "$1 ..."
    shift
    "$@" >"$work/log" 2>&1 || { tail -n 30 "$work/log" >&2; echo "afterburner: failed: $*" >&2; exit 1; }
}

# The archive has the folders of /usr/local, and runs where no loader reads packed relocations.
rebuild() {
    cmake -S "$work/deb/source" -B "$1" -UAB_PACKS_RELOCATIONS -DAB_PACK_RELOCATIONS=OFF -DCMAKE_INSTALL_LIBDIR=lib \
        -DCMAKE_INSTALL_PREFIX=/usr/local &&
        ninja -C "$1" afterburner_module afterburner_static afterburner_shared afterburner_command
}

run "Building the packages of this distribution" packaging/deb.sh "$work/deb" "$out"
run "Checking them (lintian)" lintian --allow-root --fail-on error,warning "$out"/*.changes
run "Linking for any Linux" rebuild "$work/deb/source/debian/build"
run "Packing the archive" packaging/tar.sh "$work/deb/source/debian/build" "$out"
archive=$(echo "$out"/afterburner-*-linux-x86_64.tar.xz)
run "Packing the wheel" packaging/wheel.py "$archive" "$out" "$(packaging/epoch.sh)"
run "Packing the package of npm" packaging/npm.sh "$archive" "$out"
ls -l "$out"
