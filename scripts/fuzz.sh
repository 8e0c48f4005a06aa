#!/usr/bin/env bash
# Builds the fuzzers (fuzz/) with clang and libFuzzer, AddressSanitizer in all code, in $BUILD/fuzz, and runs them one
# after the other: MINUTES for all of them together, or only those named. Inputs that reach new code are kept in
# $BUILD/fuzz/found/NAME, so that the next run goes on from them; one that fails is left in $BUILD/fuzz, and libFuzzer
# prints the seed of each run.
# usage: fuzz.sh MINUTES [NAME...]
set -euo pipefail
cd "$(dirname "$0")/.."
minutes=${1:?usage: fuzz.sh MINUTES [NAME...]}
shift
build=${BUILD:-build}/fuzz
clang=${CLANG:-clang}

command -v "$clang" >/dev/null || {
    echo "fuzz.sh: clang is needed" >&2
    exit 77
}
cmake -G Ninja -S . -B "$build" -DCMAKE_C_COMPILER="$clang" -DAB_BENCH=OFF \
    -DAB_SANITIZE=fuzzer-no-link,address >/dev/null
ninja -C "$build" fuzzers

names=("$@")
if [ "${#names[@]}" = 0 ]; then
    for target in "$build"/fuzz_*; do names+=("${target##*/fuzz_}"); done
fi
seconds=$((60 * minutes / ${#names[@]}))
[ "$seconds" -gt 0 ] || seconds=1
failed=()
for name in "${names[@]}"; do
    mkdir -p "$build/found/$name"
    echo "fuzz_$name, $seconds s"
    "$build/fuzz_$name" -max_total_time="$seconds" -print_final_stats=1 -artifact_prefix="$build/$name-" \
        "$build/found/$name" "fuzz/corpus/$name" >"$build/$name.log" 2>&1 || failed+=("$name")
    grep -E '^(INFO: Seed|Done|SUMMARY|==[0-9]+==ERROR|Test unit written)' "$build/$name.log" || true
done
[ "${#failed[@]}" = 0 ] || {
    echo "fuzz.sh: failed: ${failed[*]} (logs and inputs in $build)" >&2
    exit 1
}
