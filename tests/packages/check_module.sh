#!/usr/bin/env bash
# Fail unless MODULE, as a package has it, is stripped and has at most 4,500,000 bytes.
# usage: check_module.sh MODULE
set -euo pipefail
most=4500000
size=$(stat -c %s "$1")
fail() { echo "FAIL: $1 $2" >&2; exit 1; }
! readelf --section-headers --wide "$1" | grep -E ' \.(debug_|symtab)' || fail "$1" "is not stripped"
[ "$size" -le "$most" ] || fail "$1" "has $size bytes, of at most $most"
echo "the module has $size bytes"
