#!/usr/bin/env bash
# Run the benchmarks of kernels and batches on a few small rows, none of which may be faster than the limit of the
# silicon. This does not test speed.
set -euo pipefail
bench=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() { echo "FAIL: $*" >&2; exit 1; }
grep -qw aes /proc/cpuinfo || { echo "no AES instructions: no kernel runs"; exit 77; }

# Measure the kernels, and check that each is within its limit.
within_limits() {
    "$bench/kernels" --quick --csv --sizes 64,1024 >"$work/kernels.csv" || fail "kernels"
    awk -F, '!/^#/ && $1 != "kernel" && !($5 > 0 && $8 > 0 && $8 < 1.25) { print; bad = 1 } END { exit bad }' \
        "$work/kernels.csv"
}
# A busy neighbour can lower a limit while it is measured. A kernel that omits work is beyond its limit in every run.
within_limits || within_limits || within_limits || fail "a kernel beyond the limit of the silicon"
rows=$(grep -vcE '^(#|kernel,)' "$work/kernels.csv")
[ "$rows" -ge 40 ] || fail "only $rows rows"
[ "$("$bench/kernels" --quick --kernels nothing 2>&1 >/dev/null | wc -l)" -ge 1 ] || fail "an unknown kernel is taken"
echo "$rows rows"

# Many messages at once, also with the other library if it is installed: batch compares the results.
for how in "" --pages; do
    "$bench/batch" --quick $how SHA2-256 MD5 AES-128 >"$work/batch" || fail "batch $how"
    awk 'NR > 2 && !($4 > 0 && $5 > 0 && $6 > 0) { print; bad = 1 } END { exit bad || NR < 14 }' "$work/batch" ||
        fail "batch $how: a row without times, or too few"
done
# Modular arithmetic against libcrypto's: bignum compares the results.
"$bench/bignum" --quick 512 832 >"$work/bignum" || fail "bignum"
awk 'NR > 2 && !($NF > 0) { print; bad = 1 } END { exit bad || NR != 18 }' "$work/bignum" ||
    fail "bignum: a row without times"
if "$bench/bignum" 77 >"$work/bignum" 2>&1; then fail "bignum takes 77 bits"; fi
"$bench/keys" --quick >"$work/keys" || fail "keys"
awk 'NR > 2 && !($3 > 0 && $4 > 0 && $5 > 0) { print; bad = 1 } END { exit bad || NR < 6 }' "$work/keys" ||
    fail "keys: a row without times, or too few"
if "$bench/batch" --nothing >"$work/batch" 2>&1; then fail "batch takes an unknown option"; fi

# Compare two builds, here one build with itself: all rows must have equal results.
# A virtual machine that takes time away can leave a short slice with none.
"$bench/builds" --rounds 2 --slice 10 "$bench/rows.so" "$bench/rows.so" >"$work/builds" || fail "builds"
awk -F, 'NF != 4 || $2 != (NR + 1) % 2 || !($3 >= 0 && $4 >= 0 && $3 + $4 > 0) { print; bad = 1 } END { exit bad }' \
    "$work/builds" || fail "builds: a row without times"
[ "$(wc -l <"$work/builds")" -eq "$((2 * $("$bench/builds" --list "$bench/rows.so" | wc -l)))" ] ||
    fail "builds: rows are missing"
if "$bench/builds" --rows nothing "$bench/rows.so" 2>/dev/null; then fail "builds takes an unknown row"; fi
if "$bench/builds" "$work/builds" 2>/dev/null; then fail "builds takes what is no shared object"; fi
