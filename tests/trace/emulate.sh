#!/usr/bin/env bash
# Build the library with its secrets marked (tests/ct/build.sh), and trace the cases of tests/ct on bare metal in Bochs
# (trace_bare.c, tests/emulator/run.sh): all that serves at this level, or with `wide`, in the quick tier, the code with
# AVX-512 alone, at vaes512. Exits with status 77 where a package is missing, and at a level that this machine has:
# run.sh traces all of its code on the silicon, with more lengths. AB_EMULATE=all traces it all the same.
# AB_TRACE_ONLY=P-256 traces all cases of one subject, AB_TRACE_VERBOSE=1 prints the number of instructions of each.
#
#   emulate.sh wide|aesni|vaes256|vaes512 PYTHON SOURCE_DIR BUILD_DIR COMPILER FLAG...
set -euo pipefail
level=$1 python=$2 source=$3 build=$4 compiler=$5; shift 5
image=$build/trace_image.elf table=$build/trace_image.table
. "$source/tests/emulator/levels.sh"

skip() { echo "trace: skipped: $*"; exit 77; }
[ -e /usr/include/valgrind/memcheck.h ] || skip "the header of Valgrind is not installed (package valgrind)"
"$python" -c 'import iced_x86' 2>/dev/null || skip "$python has no iced_x86 (scripts/venv.sh tests/requirements.txt)"
is_on_silicon() { has_level "$level" && [ -e "$("$compiler" -print-file-name=libc.a)" ]; } # run.sh needs this file
[ "$level" = wide ] || [ "${AB_EMULATE:-}" = all ] || ! is_on_silicon ||
    skip "this machine has $level, whose code trace_long_* trace on the silicon (AB_EMULATE=all: here too)"

# What CPUID is not to show, as OPENSSL_ia32cap has it (words of leaf 7: EBX | ECX << 32). Bochs 2.7 computes GFNI's
# instructions and ADOX wrongly, so never these: code that uses them is traced on the silicon.
adx=0x0000000000080000 gfni=0x0000010000000000
avx512=0x00005842d0230000 vaes=0x0000060000000000
hidden() {
    case $1 in
        vaes512) printf ':~0x%x' $((adx | gfni)) ;;
        vaes256) printf ':~0x%x' $((adx | gfni | avx512)) ;;
        aesni) printf ':~0x%x' $((adx | gfni | avx512 | vaes)) ;;
    esac
}

"$source/tests/ct/build.sh" "$source" "$build" "$compiler" "$@"
[ "$table" -nt "$image" ] || "$python" "$source/tests/trace/decode.py" "$image" "$table"
settings=(AB_TRACE_BRIEF=1)
[ "$level" != wide ] || { level=vaes512; settings+=("AB_TRACE_WIDE=1"); }
for name in AB_TRACE_ONLY AB_TRACE_VERBOSE; do
    [ -z "${!name:-}" ] || settings+=("$name=${!name}")
done
"$source/tests/emulator/run.sh" "$image" --module "$table" "$level" "OPENSSL_ia32cap=$(hidden "$level")" \
    "${settings[@]}" | tr -d '\r' | "$source/tests/trace/name_addresses.sh" "$image"
