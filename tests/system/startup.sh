#!/usr/bin/env bash
# Count what a process pays once: the CPUID instructions of loading the module, which trap in virtual machines; and,
# with callgrind, the instructions of loading it, and of the known-answer tests at the first use of an algorithm. Counts
# do not depend on the machine's load; the limits leave room for other compilers.
#
# Usage: startup.sh PROGRAM     PROGRAM is built from startup.c
set -euo pipefail
program=$1
[ -x "$program" ] || { echo "FAIL: no $program"; exit 1; }
OPENSSL_CONF=/dev/null "$program" cpuid || { echo "FAIL: CPUID"; exit 1; }
command -v valgrind >/dev/null || { echo "skipped: no valgrind"; exit 77; }

# Under valgrind the processor may have no AES, on which all of the module depends.
OPENSSL_CONF=/dev/null valgrind -q --tool=none "$program" first AES-GCM >/dev/null 2>&1 ||
    { echo "skipped: valgrind offers no AES instructions here"; exit 77; }

# FUNCTION ARGUMENT...: the instructions within this function
count() {
    local function=$1 output
    shift
    output=$(OPENSSL_CONF=/dev/null valgrind --tool=callgrind --callgrind-out-file=/dev/null \
        --toggle-collect="$function" "$program" "$@" 2>&1) || { echo "$output" >&2; return 1; }
    sed -n 's/.*Collected *: *\([0-9]*\).*/\1/p' <<<"$output"
}

status=0
hold() { # WHAT COUNT LIMIT
    echo "$1: $2 instructions, at most $3"
    [ "$2" -gt 0 ] && [ "$2" -le "$3" ] || { echo "FAIL: $1"; status=1; }
}

hold "OSSL_provider_init" "$(count OSSL_provider_init load)" 90000
for family in AES-GCM AES-CTR SHA2-256; do
    hold "first use of $family" "$(count ab_family_first_use_test first "$family")" 400000
done
for family in P-384 curve25519 "modular products" RSA "DSA and DH"; do
    whole=$(count ab_family_self_test whole "$family")
    hold "first use of $family" "$(count ab_family_first_use_test first "$family")" $((whole * 3 / 4))
done
exit $status
