#!/usr/bin/env bash
# Build kernels and crypto layer with clang's MemorySanitizer, which follows every bit of memory that was not written,
# and run their tests. First, a deliberate read must be caught. It does not see what assembly writes, so the suites of
# families that have assembly on this processor are left out, as are those that replace a kernel by nothing.
#
# memory.sh SOURCE_DIR BUILD_DIR
set -euo pipefail
source=$1 build=$2
export AB_TEST_SAMPLE=1
command -v clang >/dev/null || { echo "memory: no clang"; exit 77; }

mkdir -p "$build"
cat >"$build/offender.c" <<'C'
#include <stdlib.h>
int main(void)
{
    volatile char *p = malloc(8);
    return p[7] == 1;
}
C
clang -fsanitize=memory -O1 -g -o "$build/offender" "$build/offender.c"
if "$build/offender" >/dev/null 2>&1; then
    echo "memory: the deliberate read was not caught"
    exit 1
fi

suites=(kernels lanes aead modes hash hmac curve448 prime invert mlkem mldsa)
if ! cmake -G Ninja -S "$source" -B "$build" -DAB_SANITIZE=memory -DAB_BENCH=OFF -DCMAKE_BUILD_TYPE=None \
        -DCMAKE_C_FLAGS="-O1 -g -fsanitize-memory-track-origins" -DCMAKE_C_COMPILER=clang >"$build.log" 2>&1 ||
    ! cmake --build "$build" --target "${suites[@]/%/_test}" reference_test >>"$build.log" 2>&1; then
    tail -20 "$build.log"
    exit 1
fi
ctest --test-dir "$build" -R "^(reference|$(IFS='|'; echo "${suites[*]}"))$" --output-on-failure --no-tests=error
