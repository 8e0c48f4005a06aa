#!/usr/bin/env bash
# Build library, module and command for Windows by Debian's mingw-w64, and run their tests in Wine: all with an OpenSSL
# for Windows that others built (3.6), the suites through EVP also with 3.5 and 4.0 that mingw-w64 built. Then build
# them by clang, and run those that depend on how a compiler calls and aligns.
#
# Usage: windows.sh FOLDER [ctest's options]
#
# Exit status 77: the compiler, Wine or the first of these releases cannot be had here.
set -euo pipefail
# shellcheck source=tests/platform/common.sh
. "$(dirname "$0")/common.sh"

begin "$@"
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
use_wine "$folder/wine"
need "gcc-mingw-w64-x86-64, wine64, cmake, ninja-build" x86_64-w64-mingw32-gcc wine64 cmake ninja
python=$root/build/venv/bin/python
[ -x "$python" ] || python=python3
kernels=(kats hash chacha bignum kernels)
evp=(discovery pieces odd_calls counter random tls_aead tls_cbc digest ec ecdh ecx mlkem mldsa hybrid rsa vectors)
clang_evp=(pieces random tls_aead digest ec rsa)

# run_tests SUITE...: those of $folder, in Wine.
run_tests() {
    local either
    either=$(IFS='|'; echo "$*")
    ctest --test-dir "$folder" --output-on-failure -j "$(nproc)" -L quick -R "^($either)(\.|\$)" \
        -E 'convert|vectors\.(cavp|digests|keyed|rsa|checksums)|_vectors' "${options[@]}"
}

export AB_TEST_SAMPLE=1
wine64 wineboot --init >/dev/null 2>&1 || skip "Wine does not start here"

prefix=$("$root/tests/platform/openssl_windows.sh" "$python") || exit
configure x86_64-w64-mingw32 -DOPENSSL_ROOT_DIR="$prefix"
ninja -C "$folder" afterburner_command lab_driver "${kernels[@]/%/_test}" "${evp[@]/#/evp_}"
export WINEPATH="Z:${prefix//\//\\}\\bin" # where programs find libcrypto
"$root/tests/platform/windows_command.sh" "$folder"
"$root/tests/platform/node_windows.sh" "$folder" || [ $? = 77 ]
"$root/tests/platform/python_windows.sh" "$folder" "$python" || [ $? = 77 ]
status=0
run_tests "${kernels[@]}" "${evp[@]/#/evp.}" || status=1

first=$folder
clang=$("$root/tests/platform/clang_windows.sh" "$python") || [ $? = 77 ]
if [ -n "$clang" ]; then
    folder=$first/clang
    PATH=$clang:$PATH configure x86_64-windows-gnu -DOPENSSL_ROOT_DIR="$prefix"
    ninja -C "$folder" afterburner_command lab_driver "${kernels[@]/%/_test}" "${clang_evp[@]/#/evp_}"
    "$root/tests/platform/windows_command.sh" "$folder"
    run_tests "${kernels[@]}" "${clang_evp[@]/#/evp.}" || status=1
else
    echo "windows.sh: clang for Windows cannot be had here"
fi

# The other releases are linked statically.
for release in 3.5 4.0; do
    prefix=$("$root/tests/platform/openssl_mingw.sh" $release) || [ $? = 77 ]
    [ -n "$prefix" ] || { echo "windows.sh: OpenSSL $release cannot be had here"; continue; }
    folder=$first/openssl-$release
    configure x86_64-w64-mingw32 -DOPENSSL_ROOT_DIR="$prefix" \
        -DCMAKE_C_STANDARD_LIBRARIES="-lws2_32 -lcrypt32 -lgdi32 -luser32 -ladvapi32"
    ninja -C "$folder" afterburner_module "${evp[@]/#/evp_}"
    run_tests "${evp[@]/#/evp.}" || status=1
done
exit $status
