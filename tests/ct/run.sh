#!/usr/bin/env bash
# Build the library with its secrets marked, with one compiler at one level of optimisation, and run ct_test under
# Valgrind's memcheck; then look for division instructions, whose time may depend on their operands.
#
#   run.sh SOURCE_DIR BUILD_DIR COMPILER FLAG...
set -euo pipefail
source=$1 build=$2 compiler=$3; shift 3

for tool in valgrind "$compiler" objdump; do
    command -v "$tool" >/dev/null || { echo "ct: $tool is not installed"; exit 1; }
done

"$source/tests/ct/build.sh" "$source" "$build" "$compiler" "$@"
echo "ct: $("$compiler" --version | head -1), $*, $(valgrind --version)"
valgrind -q --error-limit=no --log-file="$build/memcheck.log" "$build/ct_test" ||
    { echo "ct: FAILED; what memcheck saw, the deliberate offenders first:"; head -150 "$build/memcheck.log"; exit 1; }

# These functions divide public values: key_wrap and key_unwrap the step by the number of semiblocks, a batch a
# message's length by a block's, a shared call lengths and times, ab_words_mod_word 2^64 by the divisor, the files of
# Argon2 the length of memory, and a word that is declared public, by the number of lanes, and power_vector.c lanes and
# bits of a number by those of a vector.
public='key_(un)?wrap|ab_hash_batch_add_(piece|last)|add_to_lanes|rest_of|sponge_update(_blocks)?|ab_scrypt_memory_len'
public=$public'|try_to_share|cut|learn_speed|ab_pool_(begin|end)|ab_words_mod_word'
divisions=$(objdump -d --no-show-raw-insn "$build/libafterburner.a" |
    awk '/file format/ { o = $1 } /^[0-9a-f]+ <.*>:/ { f = $2 } /\tv?i?div[a-z]* / { print o, f, $0 }' |
    grep -vE "<($public)>:|^(power_vector|argon2(_[a-z0-9]+)?)\.c\.o:" || true)
if [ -n "$divisions" ]; then
    printf 'ct: FAILED: a division, whose time may depend on its operands:\n%s\n' "$divisions"
    exit 1
fi
echo "ct: no division instruction in the library"
