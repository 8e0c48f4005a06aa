#!/usr/bin/env bash
# Build everything with AddressSanitizer and UndefinedBehaviorSanitizer and run the C tests of kernels, crypto layer and
# module. First, a deliberate overrun and a deliberate overflow must be caught.
#
# run.sh SOURCE_DIR BUILD_DIR COMPILER
set -euo pipefail
source=$1 build=$2 compiler=$3
export ASAN_OPTIONS=strict_string_checks=1 UBSAN_OPTIONS=print_stacktrace=1 AB_TEST_SAMPLE=1
sanitizers=address,undefined

# CMake discards its options when the compiler of a build changes, so start with an empty folder then.
[ "$(cat "$build/compiler" 2>/dev/null)" = "$compiler" ] || rm -rf "$build"
mkdir -p "$build"
echo "$compiler" >"$build/compiler"
prove() { # NAME PROGRAM: the sanitizer must stop the program
    printf '%s\n' "$2" >"$build/$1.c"
    "$compiler" -fsanitize=$sanitizers -fno-sanitize-recover=all -O1 -o "$build/$1" "$build/$1.c"
    if "$build/$1" >/dev/null 2>&1; then
        echo "sanitize: $1 was not caught"
        exit 1
    fi
}
prove overrun 'int main(int n, char **v) { char a[4] = { 0 }; (void)v; return a[n + 3]; }'
prove overflow 'int main(int n, char **v) { (void)v; return (n + 0x7fffffff) & 1; }'
prove shift 'int main(int n, char **v) { (void)v; return (n << (n + 31)) & 1; }'

if ! cmake -G Ninja -S "$source" -B "$build" -DAB_SANITIZE=$sanitizers -DAB_BENCH=OFF -DCMAKE_BUILD_TYPE=None \
        -DCMAKE_C_FLAGS="-O2 -g" -DCMAKE_C_COMPILER="$compiler" >"$build.log" 2>&1 ||
    ! cmake --build "$build" --target afterburner_module kernel_tests check_batch check_fuzz \
        evp_{pkey,rsa_api,rsa,rsa_signature,dsa,dh,ec,ecdsa,ecdh,ecx,discovery,random,digest,tls_aead,tls_cbc} \
        evp_{kdf,mac,drbg,key_programs,odd_calls,changed_key,changed_digest} \
        >>"$build.log" 2>&1; then
    tail -20 "$build.log"
    exit 1
fi
ctest --test-dir "$build" -L quick -L kernels -E oracle --output-on-failure --no-tests=error
leveled='(pkey|rsa|rsa_signature|ecx|random|digest|kdf|mac|tls_aead|tls_cbc|drbg)\.[a-z0-9]*' # one test for each level
others='rsa_api|dsa|dh|ec|ecdsa|ecdh|discovery|key_programs|odd_calls|changed_key|changed_digest'
ctest --test-dir "$build" -L quick -R "^(.*batch|batch_threads|corpus.*|evp\.($others|$leveled))\$" \
    --output-on-failure --no-tests=error
