#!/usr/bin/env bash
# Build library, module and command for Windows by Debian's mingw-w64, and run their tests in Wine, with an OpenSSL for
# Windows that others built.
#
# Usage: windows.sh FOLDER [ctest's options]
#
# Exit status 77: the compiler, Wine or that OpenSSL cannot be had here.
set -euo pipefail
# shellcheck source=tests/platform/common.sh
. "$(dirname "$0")/common.sh"

begin "$@"
export PATH=$PATH:/usr/lib/wine # Debian's package wine64 has its program there
need "gcc-mingw-w64-x86-64, wine64, cmake, ninja-build" x86_64-w64-mingw32-gcc wine64 cmake ninja
python=$root/build/venv/bin/python
[ -x "$python" ] || python=python3
prefix=$("$root/tests/platform/openssl_windows.sh" "$python") || exit
configure x86_64-w64-mingw32 -DOPENSSL_ROOT_DIR="$prefix"
kernels=(kats hash chacha bignum kernels)
evp=(discovery pieces odd_calls counter random tls_aead tls_cbc digest ec ecdh ecx mlkem mldsa hybrid rsa vectors)
ninja -C "$folder" afterburner_command lab_driver "${kernels[@]/%/_test}" "${evp[@]/#/evp_}"

# Wine keeps what programs see as Windows in a folder, and needs no display here.
folder=$(cd "$folder" && pwd)
export WINEPREFIX=$folder/wine WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml=" DISPLAY=
mkdir -p "$WINEPREFIX"
wine64 wineboot --init >/dev/null 2>&1 || skip "Wine does not start here"
export WINEPATH="Z:${prefix//\//\\}\\bin" # where programs find libcrypto

"$root/tests/platform/windows_command.sh" "$folder"
"$root/tests/platform/node_windows.sh" "$folder" || [ $? = 77 ]
export AB_TEST_SAMPLE=1
either=$(IFS='|'; echo "${kernels[*]}|evp\.(${evp[*]})")
exec ctest --test-dir "$folder" --output-on-failure -L quick -R "^($either)(\.|\$)" \
    -E 'convert|vectors\.(cavp|digests|keyed|rsa|checksums)|_vectors' "${options[@]}"
