#!/usr/bin/env bash
# Compare SLH-DSA of the library with the crate fips205. Ends with 77 if that cannot be fetched.
#
# Usage: compare.sh BUILD_FOLDER [FAST SLOW]     keys of each set f and s; 10 and 1
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
work=$build/interop/fips205
command -v cargo >/dev/null || { echo "compare.sh: needs cargo" >&2; exit 77; }
mkdir -p "$work"
cp -r "$here/Cargo.toml" "$here/Cargo.lock" "$here/src" "$work" # so that the tree stays as it is
cd "$work"
cargo fetch --quiet --locked || { echo "compare.sh: cannot fetch fips205" >&2; exit 77; }
cargo build --quiet --release --offline --locked
"${CC:-cc}" -std=gnu17 -O1 -Wall -Wextra -I"$here/../../../include" -o "$work/compare" "$here/compare.c" \
    "$build/libafterburner.a"
"$work/target/release/peer" "${2:-10}" "${3:-1}" | "$work/compare"
