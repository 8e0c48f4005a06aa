#!/usr/bin/env bash
# The bench of the kernels on a few small rows: none is beyond the limit of the silicon. No speed is tested here.
set -euo pipefail
bench=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() { echo "FAIL: $*" >&2; exit 1; }
grep -qw aes /proc/cpuinfo || { echo "no AES instructions: no kernel runs"; exit 77; }

"$bench/kernels" --quick --csv --sizes 64,1024 >"$work/kernels.csv" || fail "kernels"
awk -F, '!/^#/ && $1 != "kernel" && !($5 > 0 && $8 > 0 && $8 < 1.25) { print; bad = 1 } END { exit bad }' \
    "$work/kernels.csv" || fail "a kernel beyond the limit of the silicon"
rows=$(grep -vcE '^(#|kernel,)' "$work/kernels.csv")
[ "$rows" -ge 40 ] || fail "only $rows rows"
[ "$("$bench/kernels" --quick --kernels nothing 2>&1 >/dev/null | wc -l)" -ge 1 ] || fail "an unknown kernel is taken"
echo "$rows rows"
