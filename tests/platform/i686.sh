#!/usr/bin/env bash
# Build library, module and tests for 32-bit x86 by gcc -m32, against Debian's OpenSSL for i386, and run the tests:
# processors of x86-64 run such programs as they are.
#
# Usage: i686.sh FOLDER [ctest's options]
#
# Exit status 77: the compiler's part for 32 bits or the packages of OpenSSL cannot be had here.
set -euo pipefail

[ $# -ge 1 ] || { echo "usage: i686.sh FOLDER [ctest's options]" >&2; exit 2; }
folder=$1
shift
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tests/platform/debian_openssl.sh"

for program in gcc cmake ninja; do
    command -v $program >/dev/null || skip "$program is missing (gcc, cmake, ninja-build)"
done
echo 'int main(void) { return 0; }' | gcc -m32 -x c - -o /dev/null 2>/dev/null \
    || skip "gcc cannot link programs of 32 bits (gcc-multilib, or gcc-12-multilib beside a cross compiler)"
provide_openssl i386 i386-linux-gnu

if [ ! -e "$folder/build.ninja" ]; then
    cmake -G Ninja -S "$root" -B "$folder" -DCMAKE_TOOLCHAIN_FILE="$root/cmake/toolchain-i686-linux-gnu.cmake" \
        -DOPENSSL_ROOT_DIR="$prefix" >/dev/null
fi
ninja -C "$folder"

# Nothing is offered by default on 32-bit x86. Left to x86-64 are vectors that Python converts, and its levels.
export AB_TEST_ALGORITHMS=ALL AB_TEST_SAMPLE=1 LD_LIBRARY_PATH=$prefix/lib
left_out='evp\.(config|levels)$|convert|vectors\.(cavp|digests|keyed|rsa)|_vectors'
exec ctest --test-dir "$folder" --output-on-failure -L quick -E "$left_out" "$@"
