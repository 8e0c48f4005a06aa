#!/usr/bin/env bash
# Both benches on a few small rows; the gate of `evp --check` passes what it should and fails what it should.
set -euo pipefail
bench=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() { echo "FAIL: $*" >&2; exit 1; }
grep -qw aes /proc/cpuinfo || { echo "no AES instructions: the module offers nothing"; exit 77; }

# Every algorithm of the module, both directions: setup, agreement with the default provider, a few slices.
"$bench/evp" --quick --csv --sizes 64,1350 >"$work/all.csv" || fail "evp over all algorithms"
rows=$(grep -c '^AES-' "$work/all.csv")
[ "$rows" -ge 12 ] || fail "only $rows rows"
[ "$(grep '^AES-' "$work/all.csv" | cut -d, -f6 | sort -u)" = afterburner ] || fail "rows served by another provider"

echo '* AES-128-CTR * * 0.01' >"$work/low"
echo '* AES-128-CTR encrypt 64 1000' >"$work/high"
echo '* AES-128-CTR encrypt' >"$work/broken"
run="$bench/evp --quick --algorithms AES-128-CTR --sizes 64"
$run --check "$work/low" >"$work/out" || fail "a low mark is missed: $(cat "$work/out")"
! $run --check "$work/high" >"$work/out" || fail "a mark of 1000 is reached"
grep -q 'MISS AES-128-CTR encrypt 64' "$work/out" || fail "the miss is not named"
! $run --check "$work/broken" 2>/dev/null >"$work/out" || fail "a broken marks file is taken"
! $run --module /nonexistent/afterburner.so >"$work/out" 2>&1 || fail "an absent module is taken"

"$bench/kernels" --quick --csv --sizes 64,1024 >"$work/kernels.csv" || fail "kernels"
awk -F, '!/^#/ && $1 != "kernel" && !($5 > 0 && $8 > 0 && $8 < 1.25) { print; bad = 1 } END { exit bad }' \
    "$work/kernels.csv" || fail "a kernel beyond the limit of the silicon"
[ "$("$bench/kernels" --quick --kernels nothing 2>&1 >/dev/null | wc -l)" -ge 1 ] || fail "an unknown kernel is taken"
echo "$rows rows through EVP"
