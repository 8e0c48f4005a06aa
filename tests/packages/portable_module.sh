#!/usr/bin/env bash
# The portable module of the build folder BUILD names no library and no version of a function, and requires nothing but
# what its list has; this machine's glibc gives each of these functions as the list says.
# usage: portable_module.sh SOURCE BUILD
set -euo pipefail
list=$1/src/os/linux/older_unversioned_symbols.txt
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAIL: $*" >&2; exit 1; }
sed -nE 's/^([^# ]+) [0-9.]+$/\1/p' "$list" >"$work/allowed"

excess() { # MODULE: what it must not have
    readelf --wide --dynamic "$1" | grep -E '\((NEEDED|VER[A-Z]+|RELRSZ)\)'
    readelf --wide --dyn-syms "$1" | awk '$5 == "GLOBAL" && $7 == "UND" { print $8 }' | grep -vxFf "$work/allowed"
}
found=$(excess "$2/portable/afterburner.so") || true
[ -z "$found" ] || fail "the portable module has $found"
sed -i '/^free$/d' "$work/allowed"
[ "$(excess "$2/portable/afterburner.so")" = free ] || fail "a function that is not in the list goes unnoticed"

libc=$("$("$1/scripts/find-compiler.sh")" -print-file-name=libc.so.6)
[ -e "$libc" ] || { echo "no glibc here"; exit 0; }
# The module for this machine has all of these.
found=$(excess "$2/afterburner.so") || true
for what in NEEDED VERNEED VERSYM memcpy@; do
    [[ $found == *$what* ]] || fail "$what goes unnoticed"
done
"$1/tests/packages/check_bindings.sh" "$list" "$libc" || fail "other bindings"
for wrong in "memcpy 2.14" "sched_getaffinity 2.3.3" "no_function 2.17"; do
    echo "$wrong" >"$work/list"
    ! "$1/tests/packages/check_bindings.sh" "$work/list" "$libc" >/dev/null || fail "$wrong goes unnoticed"
done
