#!/usr/bin/env bash
# Build library, module and tests for arm64 by Debian's cross compiler, against Debian's OpenSSL for arm64, and run the
# tests in QEMU's emulator of user programs.
#
# Usage: arm64.sh FOLDER [ctest's options]
#
# Exit status 77: the compiler, the emulator or the packages of OpenSSL cannot be had here.
set -euo pipefail
# shellcheck source=tests/platform/common.sh
. "$(dirname "$0")/common.sh"

begin "$@"
need "gcc-aarch64-linux-gnu, qemu-user, cmake, ninja-build" aarch64-linux-gnu-gcc qemu-aarch64 cmake ninja
provide_openssl arm64 aarch64-linux-gnu
configure aarch64-linux-gnu -DOPENSSL_ROOT_DIR="$prefix"
ninja -C "$folder"
run_suites
