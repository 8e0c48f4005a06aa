#!/usr/bin/env bash
# Build library, module and tests for arm64 by Debian's cross compiler, against Debian's OpenSSL for arm64, and run the
# tests in QEMU's emulator of user programs.
#
# Usage: arm64.sh FOLDER [ctest's options]
#
# Exit status 77: the compiler, the emulator or the packages of OpenSSL cannot be had here.
set -euo pipefail

[ $# -ge 1 ] || { echo "usage: arm64.sh FOLDER [ctest's options]" >&2; exit 2; }
folder=$1
shift
root=$(cd "$(dirname "$0")/../.." && pwd)
. "$root/tests/platform/debian_openssl.sh"

for program in aarch64-linux-gnu-gcc qemu-aarch64 cmake ninja; do
    command -v $program >/dev/null || skip "$program is missing (gcc-aarch64-linux-gnu, qemu-user, cmake, ninja-build)"
done
provide_openssl arm64 aarch64-linux-gnu

if [ ! -e "$folder/build.ninja" ]; then
    cmake -G Ninja -S "$root" -B "$folder" -DCMAKE_TOOLCHAIN_FILE="$root/cmake/toolchain-aarch64-linux-gnu.cmake" \
        -DOPENSSL_ROOT_DIR="$prefix" >/dev/null
fi
ninja -C "$folder"

# Nothing is offered by default on arm64. Left to x86-64 are vectors that Python converts, and the levels of x86-64.
export AB_TEST_ALGORITHMS=ALL AB_TEST_SAMPLE=1
left_out='evp\.(config|levels)$|convert|vectors\.(cavp|digests|keyed|rsa)|_vectors'
exec ctest --test-dir "$folder" --output-on-failure -L quick -E "$left_out" "$@"
