#!/usr/bin/env bash
# Build, and install to $DESTDIR$PREFIX: stripped files, and their debug information in files of its own (strip.sh).
set -euo pipefail
cd "$(dirname "$0")/.."
build=${BUILD:-build}
prefix=${PREFIX:-/usr/local}
case $prefix in /*) ;; *) echo "afterburner: PREFIX must be an absolute path: $prefix" >&2; exit 2 ;; esac
prefix=$(realpath -ms "$prefix")
destdir=${DESTDIR:+$(realpath -m "$DESTDIR")}

scripts/build.sh product >/dev/null

stage=$(mktemp -d)
trap 'rm -rf "$stage"' EXIT
DESTDIR=$stage cmake --install "$build" --prefix "$prefix" >/dev/null
scripts/strip.sh "$stage"
packaging/place.sh "$stage$prefix" "$destdir" "$prefix"
