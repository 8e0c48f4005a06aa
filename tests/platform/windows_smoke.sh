#!/usr/bin/env bash
# Compile what is Windows' own, and run a program of some of it in Wine: what `make test` does of `make test-windows`.
#
# Usage: windows_smoke.sh FOLDER     FOLDER: made for the program and for Wine
#
# Exit status 77: the compiler or Wine is missing.
set -euo pipefail
# shellcheck source=tests/platform/common.sh
. "$(dirname "$0")/common.sh"

begin "$@"
mkdir -p "$folder/include"
folder=$(cd "$folder" && pwd)
use_wine "$folder/wine"
need "gcc-mingw-w64-x86-64, wine64" x86_64-w64-mingw32-gcc wine64
cd "$root"
flags=(-std=gnu17 -O1 -Wall -Wextra -Werror -Wno-format -Wno-format-extra-args -D__USE_MINGW_ANSI_STDIO=1
    -D_FILE_OFFSET_BITS=64 '-Wa,-muse-unaligned-vector-move' -I. -Isrc -Iinclude -Itests)

# Headers of this machine's OpenSSL, for the command and the lab.
for headers in /usr/include/openssl /usr/include/*-linux-gnu/openssl; do
    [ ! -d "$headers" ] || cp -r "$headers" "$folder/include/"
done
for file in cli/windows/*.c lab/native/windows/*.c src/os/windows/*.c; do
    x86_64-w64-mingw32-gcc "${flags[@]}" -fsyntax-only -Icli/windows -I"$folder/include" -include cli/windows/posix.h \
        -DAB_MODULE_SUFFIX='".dll"' "$file"
done

x86_64-w64-mingw32-gcc "${flags[@]}" -static -o "$folder/smoke.exe" \
    tests/platform/windows_smoke.c tests/harness/registers_windows.S src/kernels/keccak/keccak_{bmi2,avx512}.S \
    src/kernels/keccak/keccak_portable.c src/cpu/{cpu_names,cpu_x86,policy}.c src/ct/wipe.c src/os/lock.c \
    src/os/windows/{cpuid_x86,environment,memory,process,random,threads}.c -lbcrypt -lsynchronization
export AB_SMOKE=set
wine64 wineboot --init >/dev/null 2>&1 || skip "Wine does not start here"
exec wine64 "$folder/smoke.exe"
