#!/usr/bin/env bash
# Build the kernel library and its tests for Windows by Debian's mingw-w64, and run the tests in Wine.
#
# Usage: windows.sh FOLDER [ctest's options]
#
# Exit status 77: the compiler or Wine are missing.
set -euo pipefail
# shellcheck source=tests/platform/common.sh
. "$(dirname "$0")/common.sh"

begin "$@"
export PATH=$PATH:/usr/lib/wine # Debian's package wine64 has its program there
need "gcc-mingw-w64-x86-64, wine64, cmake, ninja-build" x86_64-w64-mingw32-gcc wine64 cmake ninja
configure x86_64-w64-mingw32
suites=(kats hash chacha bignum kernels)
ninja -C "$folder" "${suites[@]/%/_test}"

# Wine keeps what programs see as Windows in a folder, and needs no display here.
folder=$(cd "$folder" && pwd)
export WINEPREFIX=$folder/wine WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml=" DISPLAY=
mkdir -p "$WINEPREFIX"
wine64 wineboot --init >/dev/null 2>&1 || skip "Wine does not start here"

export AB_TEST_SAMPLE=1
exec ctest --test-dir "$folder" --output-on-failure -R "^($(IFS='|'; echo "${suites[*]}"))\$" "${options[@]}"
