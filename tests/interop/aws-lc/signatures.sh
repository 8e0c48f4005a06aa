#!/usr/bin/env bash
# Compare ML-DSA of the library with AWS-LC's: signatures.c. Ends with 77 if AWS-LC cannot be built.
#
# Usage: signatures.sh BUILD_FOLDER [NUMBER]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
build=$(cd "$1" && pwd)
for tool in cargo cmake ninja c++; do
    command -v "$tool" >/dev/null || { echo "signatures.sh: needs $tool" >&2; exit 77; }
done
home=$("$here/build.sh") || exit $?
mkdir -p "$build/interop/aws-lc"
"${CC:-cc}" -std=gnu17 -O1 -Wall -Wextra -I"$home/include" -I"$here/../../../include" \
    -o "$build/interop/aws-lc/signatures" "$here/signatures.c" "$build/libafterburner.a" "$home/lib/libcrypto.a" \
    -lstdc++ -lpthread
exec "$build/interop/aws-lc/signatures" "${@:2}"
