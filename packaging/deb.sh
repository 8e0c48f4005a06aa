#!/usr/bin/env bash
# Build the packages of Debian and Ubuntu in WORK (new; the build folder stays in WORK/source/debian/build), and put
# them into OUT. With BUILT, a build folder, pack what it has instead of building, fast and without packages of debug
# information.
# usage: deb.sh WORK OUT [BUILT]
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p "$1/source" "$2"
work=$(realpath "$1") out=$(realpath "$2") built=${3:+$(realpath "$3")}
SOURCE_DATE_EPOCH=$(packaging/epoch.sh)
export SOURCE_DATE_EPOCH
unset BUILD DESTDIR PREFIX CFLAGS CXXFLAGS CPPFLAGS LDFLAGS MAKEFLAGS MAKELEVEL

packaging/copy_tree.sh "$work/source"
mv "$work/source/packaging/debian" "$work/source/debian"
cd "$work/source"
if [ -n "$built" ]; then
    AB_BUILT=$built DEB_BUILD_OPTIONS="nocheck noautodbgsym" \
        dpkg-buildpackage --build=binary --no-sign --no-check-builddeps
else
    dpkg-buildpackage --build=binary --no-sign
fi
cp ../*deb ../*.buildinfo ../*.changes "$out/" # Ubuntu has debug information in .ddeb
