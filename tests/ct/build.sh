#!/usr/bin/env bash
# Build the library with its secrets marked, and the programs that test it, with one compiler at one level of
# optimisation. Tests that share the folder wait for each other.
#
#   build.sh SOURCE_DIR BUILD_DIR COMPILER FLAG...
set -euo pipefail
source=$1 build=$2 compiler=$3; shift 3
# Valgrind 3.19 cannot read clang's DWARF 5. Functions and lines are all that is printed; with places of variables, too,
# gcc takes half as long again.
flags="$* -gdwarf-4 -g1"

targets=(ct_test trace_image)
[ ! -e "$("$compiler" -print-file-name=libc.a)" ] || targets+=(ct_trace) # it is static

mkdir -p "$build"
exec 9>"$build.lock"
flock 9
# CMake discards its options when the compiler of a build changes, so start with an empty folder then.
[ "$(cat "$build/compiler" 2>/dev/null)" = "$compiler" ] || rm -rf "$build"
mkdir -p "$build"
echo "$compiler" >"$build/compiler"
if ! cmake -G Ninja -S "$source" -B "$build" -DAB_CT_MARKS=ON -DAB_BENCH=OFF -DCMAKE_BUILD_TYPE=None \
        -DCMAKE_C_COMPILER="$compiler" -DCMAKE_C_FLAGS="$flags" >"$build.log" 2>&1 ||
    ! cmake --build "$build" --target "${targets[@]}" >>"$build.log" 2>&1; then
    tail -20 "$build.log"
    exit 1
fi
