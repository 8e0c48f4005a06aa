#!/usr/bin/env bash
# Print a folder with OpenSSL for Windows as others built it, and fetch that first unless it is cached.
#
# Usage: openssl_windows.sh PYTHON     PYTHON: one that has pip
#
# The DLLs are those of a package of PyPI (OpenSSL 3.6.3, by Microsoft's compiler), in bin/ under the names that they
# have there. lib/ has import libraries, made from the DLLs' own lists of functions. include/ has the headers of this
# machine's OpenSSL: every later release 3.x has what they declare.
#
# Exit status 77: PyPI cannot be reached, or a tool is missing.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cached.sh
. "$here/../cached.sh"

package="psycopg2-binary==2.9.13"
sha256=376ebf7d8aee4b7386b2bac31fdc27911e7e57cd0a88f1e038b8b149398ac008
tools=x86_64-w64-mingw32

cached_in openssl-3.6.3-windows lib/libcrypto.dll.a
command -v $tools-dlltool >/dev/null || { echo "openssl_windows.sh: $tools-dlltool is missing" >&2; exit 77; }
cached_begin
echo "$package --hash=sha256:$sha256" >requirement
"$1" -m pip download -q --no-deps --require-hashes --only-binary=:all: --platform win_amd64 --python-version 3.12 \
    -r requirement >&2 || { echo "openssl_windows.sh: PyPI does not give $package" >&2; exit 77; }
"$1" -m zipfile -e ./*.whl package

mkdir bin include lib
mv package/psycopg2_binary.libs/lib{crypto,ssl}-3-x64-*.dll bin/
for folder in /usr/include /usr/include/*-linux-gnu; do
    [ ! -d "$folder/openssl" ] || cp -r "$folder/openssl" include/
done
# A word of 64 bits is `long long` there.
sed -i -e 's/define SIXTY_FOUR_BIT_LONG$/define SIXTY_FOUR_BIT/' \
    -e 's/undef SIXTY_FOUR_BIT$/undef SIXTY_FOUR_BIT_LONG/' include/openssl/configuration.h

# import_library NAME DLL: from the table of names in the DLL.
import_library() {
    echo EXPORTS >"$1.def"
    $tools-objdump -p "$2" | sed -n 's/^\t\[ *[0-9]*\].* \([A-Za-z_][A-Za-z0-9_]*\)$/    \1/p' >>"$1.def"
    $tools-dlltool -m i386:x86-64 -d "$1.def" -D "${2##*/}" -l "lib/$1.dll.a"
}
import_library libssl bin/libssl-*.dll
import_library libcrypto bin/libcrypto-*.dll # last: it says that all is there
rm -r package requirement ./*.def ./*.whl
echo "$home"
