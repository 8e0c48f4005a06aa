#!/bin/sh
# Configure $BUILD with CMake and Ninja if it is new, and build what has changed. $CC applies to a new folder only.
# usage: build.sh TARGET   product (module, command, libraries, benches) or all (the tests too)
set -eu
cd "$(dirname "$0")/.."
build=${BUILD:-build}

if [ ! -e "$build/build.ninja" ]; then
    echo "Configuring $build with ${CC:=$(scripts/find-compiler.sh)}"
    cmake -G Ninja -S . -B "$build" -DCMAKE_C_COMPILER="$CC" >"${TMPDIR:-/tmp}/afterburner-configure.$$" 2>&1 || {
        cat "${TMPDIR:-/tmp}/afterburner-configure.$$" >&2
        rm -f "${TMPDIR:-/tmp}/afterburner-configure.$$" "$build/build.ninja"
        exit 1
    }
    rm -f "${TMPDIR:-/tmp}/afterburner-configure.$$"
fi
exec ninja -C "$build" "${1:-all}"
