#!/usr/bin/env bash
# Check by abidiff that VERSION may follow EARLIER: what breaks programs that are linked with the library needs another
# soname, and another first number, or another second one while the first is 0; what is added needs another second
# number from 1.0 on. Each folder has libafterburner.so, with debug information, and its headers in include/.
# usage: abi.sh FOLDER_OF_EARLIER EARLIER FOLDER VERSION
set -euo pipefail
old=$1 earlier=$2 new=$3 version=$4
IFS=. read -r major minor _ <<<"$version"
IFS=. read -r earlier_major earlier_minor _ <<<"$earlier"

fail() { echo "afterburner: $*, but $version follows $earlier:" >&2; cat "$report" >&2; exit 1; }

report=$(mktemp)
trap 'rm -f "$report"' EXIT
# The exit status has a bit for errors (1), for wrong use (2), and for changes (4, 8).
differs() { # OPTION...
    local status=0
    abidiff --headers-dir1 "$old/include" --headers-dir2 "$new/include" "$@" \
        "$old/libafterburner.so" "$new/libafterburner.so" >"$report" 2>&1 || status=$?
    [ $((status & 3)) = 0 ] || { cat "$report" >&2; exit 1; }
    [ "$status" != 0 ]
}
soname() { readelf -d "$1/libafterburner.so" | sed -n 's/.*(SONAME).*\[\(.*\)\]/\1/p'; }

if differs --no-added-syms; then
    [ "$major" != "$earlier_major" ] || { [ "$major" = 0 ] && [ "$minor" != "$earlier_minor" ]; } ||
        fail "the interface of libafterburner.so has broken"
    [ "$(soname "$old")" != "$(soname "$new")" ] ||
        fail "the interface of libafterburner.so has broken, and $(soname "$new") has kept its name"
elif differs; then
    [ "$major" = 0 ] || [ "$major.$minor" != "$earlier_major.$earlier_minor" ] ||
        fail "libafterburner.so has got functions"
fi
