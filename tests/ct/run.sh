#!/usr/bin/env bash
# Build the library with its secrets marked, with one compiler at one level of optimisation, and run ct_test under
# Valgrind's memcheck; then look for division instructions, whose time may depend on their operands.
#
#   run.sh SOURCE_DIR BUILD_DIR COMPILER FLAG...
set -euo pipefail
source=$1 build=$2 compiler=$3; shift 3
flags="$* -gdwarf-4" # Valgrind 3.19 cannot read clang's DWARF 5

for tool in valgrind "$compiler" objdump; do
    command -v "$tool" >/dev/null || { echo "ct: $tool is not installed"; exit 1; }
done

# CMake discards its options when the compiler of a build changes, so start with an empty folder then.
[ "$(cat "$build/compiler" 2>/dev/null)" = "$compiler" ] || rm -rf "$build"
mkdir -p "$build"
echo "$compiler" >"$build/compiler"
if ! cmake -G Ninja -S "$source" -B "$build" -DAB_CT_MARKS=ON -DAB_BENCH=OFF -DCMAKE_BUILD_TYPE=None \
        -DCMAKE_C_COMPILER="$compiler" -DCMAKE_C_FLAGS="$flags" >"$build.log" 2>&1 ||
    ! cmake --build "$build" --target ct_test >>"$build.log" 2>&1; then
    tail -20 "$build.log"
    exit 1
fi

echo "ct: $("$compiler" --version | head -1), $flags, $(valgrind --version)"
valgrind -q --error-limit=no --log-file="$build/memcheck.log" "$build/ct_test" ||
    { echo "ct: FAILED; what memcheck saw, the deliberate offenders first:"; head -150 "$build/memcheck.log"; exit 1; }

# These functions divide public values: key_wrap and key_unwrap the step by the number of semiblocks, a batch a
# message's length by a block's, a shared call lengths and times, ab_words_mod_word 2^64 by the divisor, and
# power_vector.c lanes and bits of a number by those of a vector.
public='key_(un)?wrap|ab_hash_batch_add_(piece|last)|add_to_lanes|rest_of|sponge_update|ab_scrypt_memory_len'
public=$public'|try_to_share|cut|learn_speed|ab_pool_(begin|end)|ab_words_mod_word'
divisions=$(objdump -d --no-show-raw-insn "$build/libafterburner.a" |
    awk '/file format/ { o = $1 } /^[0-9a-f]+ <.*>:/ { f = $2 } /\tv?i?div[a-z]* / { print o, f, $0 }' |
    grep -vE "<($public)>:|^power_vector\.c\.o:" || true)
if [ -n "$divisions" ]; then
    printf 'ct: FAILED: a division, whose time may depend on its operands:\n%s\n' "$divisions"
    exit 1
fi
echo "ct: no division instruction in the library"
