#!/usr/bin/env bash
# Build library and module with ThreadSanitizer and run the tests that use them from several threads: batches, long
# calls that are split, and hosts whose threads share a library context: first use, generators, keys, the
# fallback, and teardown. First, a deliberate race must be caught. (The pool's own test and some cases of the hosts
# fork or exit while threads run, which ThreadSanitizer does not support.)
#
# threads.sh SOURCE_DIR BUILD_DIR COMPILER
set -euo pipefail
source=$1 build=$2 compiler=$3
export TSAN_OPTIONS=halt_on_error=1 AB_TEST_SAMPLE=1

# CMake discards its options when the compiler of a build changes, so start with an empty folder then.
[ "$(cat "$build/compiler" 2>/dev/null)" = "$compiler" ] || rm -rf "$build"
mkdir -p "$build"
echo "$compiler" >"$build/compiler"
cat >"$build/race.c" <<'C'
#include <pthread.h>
static int shared;
static void *add(void *p) { shared++; return p; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, add, 0);
    shared++;
    return pthread_join(t, 0);
}
C
"$compiler" -fsanitize=thread -O1 -g -o "$build/race" "$build/race.c"
if "$build/race" >/dev/null 2>&1; then
    echo "sanitize: the race was not caught"
    exit 1
fi

tests=(batch_threads split)
hosts=(threads keys random passed_on)
if ! cmake -G Ninja -S "$source" -B "$build" -DAB_SANITIZE=thread -DAB_BENCH=OFF -DCMAKE_BUILD_TYPE=None \
        -DCMAKE_C_FLAGS="-O2 -g" -DCMAKE_C_COMPILER="$compiler" >"$build.log" 2>&1 ||
    ! cmake --build "$build" --target "${tests[@]/%/_test}" "${hosts[@]/#/system_}" >>"$build.log" 2>&1; then
    tail -20 "$build.log"
    exit 1
fi
ctest --test-dir "$build" -R "^($(IFS='|'; echo "${tests[*]}"))$" --output-on-failure --no-tests=error

# OpenSSL is not instrumented, so ThreadSanitizer does not see what OpenSSL's own atomic operations order.
export OPENSSL_CONF=/dev/null TSAN_OPTIONS="$TSAN_OPTIONS ignore_noninstrumented_modules=1"
run() { # HOST CASE...
    local host=$1 name
    shift
    for name in "$@"; do
        "$build/system_$host" "$name" || { echo "sanitize: $host, $name"; exit 1; }
    done
}
run threads shared_context raced_first_use handed_over many_contexts
run keys threads fresh_keys
run random in_threads
run passed_on first_use_at_once default_comes_late
