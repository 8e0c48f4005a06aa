#!/usr/bin/env bash
# Build the library with its secrets marked (tests/ct/build.sh), and trace the cases of tests/ct in two processes
# (trace.h). Exits with status 77 where a package is missing. AB_TRACE_ONLY=P-256 traces all cases of one subject,
# AB_TRACE_VERBOSE=1 prints the number of instructions of each case, AB_TEST_SEED=N chooses other secrets.
#
#   run.sh quick|long PYTHON SOURCE_DIR BUILD_DIR COMPILER FLAG...
set -euo pipefail
tier=$1 python=$2 source=$3 build=$4 compiler=$5; shift 5
program=$build/ct_trace table=$build/ct_trace.table

skip() { echo "trace: skipped: $*"; exit 77; }
[ -e /usr/include/valgrind/memcheck.h ] || skip "the header of Valgrind is not installed (package valgrind)"
command -v "$compiler" >/dev/null || skip "$compiler is not installed"
[ -e "$("$compiler" -print-file-name=libc.a)" ] || skip "the C library is not installed as a static one"
"$python" -c 'import iced_x86' 2>/dev/null || skip "$python has no iced_x86 (scripts/venv.sh tests/requirements.txt)"

"$source/tests/ct/build.sh" "$source" "$build" "$compiler" "$@"
[ "$tier" = quick ] || export AB_TRACE_LONG=1
echo "trace: $("$compiler" --version | head -1), $*"
[ "$table" -nt "$program" ] || "$python" "$source/tests/trace/decode.py" "$program" "$table"
AB_TRACE_TABLE=$table "$program" | "$source/tests/trace/name_addresses.sh" "$program"
