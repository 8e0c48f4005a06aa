#!/usr/bin/env bash
# Build the kernel library and its tests for Windows by Debian's mingw-w64, and run the tests in Wine.
#
# Usage: windows.sh FOLDER [ctest's options]
#
# Exit status 77: the compiler or Wine are missing.
set -euo pipefail

[ $# -ge 1 ] || { echo "usage: windows.sh FOLDER [ctest's options]" >&2; exit 2; }
folder=$1
shift
root=$(cd "$(dirname "$0")/../.." && pwd)

skip() {
    echo "windows.sh: skipped: $*"
    exit 77
}

export PATH=$PATH:/usr/lib/wine # Debian's package wine64 has its program there
for program in x86_64-w64-mingw32-gcc wine64 cmake ninja; do
    command -v $program >/dev/null \
        || skip "$program is missing (gcc-mingw-w64-x86-64, wine64, cmake, ninja-build)"
done

if [ ! -e "$folder/build.ninja" ]; then
    cmake -G Ninja -S "$root" -B "$folder" \
        -DCMAKE_TOOLCHAIN_FILE="$root/cmake/toolchain-x86_64-w64-mingw32.cmake" >/dev/null
fi
suites=(kats hash chacha bignum kernels)
ninja -C "$folder" "${suites[@]/%/_test}"

# Wine keeps what programs see as Windows in a folder, and needs no display here.
folder=$(cd "$folder" && pwd)
export WINEPREFIX=$folder/wine WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml=" DISPLAY=
mkdir -p "$WINEPREFIX"
wine64 wineboot --init >/dev/null 2>&1 || skip "Wine does not start here"

export AB_TEST_SAMPLE=1
exec ctest --test-dir "$folder" --output-on-failure -R "^($(IFS='|'; echo "${suites[*]}"))\$" "$@"
