#!/usr/bin/env bash
# Build library, module and tests for 32-bit x86 by gcc -m32, against Debian's OpenSSL for i386, and run the tests:
# processors of x86-64 run such programs as they are.
#
# Usage: i686.sh FOLDER [ctest's options]
#
# Exit status 77: the compiler's part for 32 bits or the packages of OpenSSL cannot be had here.
set -euo pipefail
# shellcheck source=tests/platform/common.sh
. "$(dirname "$0")/common.sh"

begin "$@"
need "gcc, cmake, ninja-build" gcc cmake ninja
echo 'int main(void) { return 0; }' | gcc -m32 -x c - -o /dev/null 2>/dev/null \
    || skip "gcc cannot link programs of 32 bits (gcc-multilib, or gcc-12-multilib beside a cross compiler)"
provide_openssl i386 i386-linux-gnu
configure i686-linux-gnu -DOPENSSL_ROOT_DIR="$prefix"
ninja -C "$folder"
export LD_LIBRARY_PATH=$prefix/lib
build=$(cd "$(dirname "$folder")" && pwd)
[ -x "$build/afterburner" ] && [ -x "$build/lab/driver" ] || build=
"$root/tests/platform/i686_command.sh" "$folder" ${build:+"$build"}
run_suites
