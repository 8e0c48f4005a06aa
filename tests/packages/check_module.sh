#!/usr/bin/env bash
# Fail unless MODULE, as a package has it, is stripped and has at most 4,500,000 bytes. Releases are made by gcc 12.
# Other compilers make more code and may take 5 % more (docs/size.md).
# usage: check_module.sh MODULE
set -euo pipefail
most=4500000
compiler=$("$(dirname "$0")/../../scripts/find-compiler.sh")
sections=$(readelf --section-headers --wide "$1")
size=$(stat -c %s "$1")
fail() { echo "FAIL: $1 $2" >&2; exit 1; }
# A version 12 is gcc's: clang 12 does not build the project.
[[ $("$compiler" -dumpversion) == 12* ]] || most=$((most * 105 / 100))
! grep -E ' \.(debug_|symtab)' <<<"$sections" || fail "$1" "is not stripped"
[ "$size" -le "$most" ] || fail "$1" "has $size bytes, of at most $most"
echo "the module has $size bytes of at most $most"
