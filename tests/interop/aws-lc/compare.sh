#!/usr/bin/env bash
# Compare the library with AWS-LC: ML-DSA (signatures.c) or ML-KEM (kems.c). Ends with 77 if AWS-LC cannot be built.
#
# Usage: compare.sh signatures|kems BUILD_FOLDER [NUMBER]
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
program=$1
build=$(cd "$2" && pwd)
for tool in cargo cmake ninja cc c++; do
    command -v "$tool" >/dev/null || { echo "compare.sh: needs $tool" >&2; exit 77; }
done
home=$("$here/build.sh") || exit $?
mkdir -p "$build/interop/aws-lc"
"${CC:-cc}" -std=gnu17 -O1 -Wall -Wextra -I"$home/include" -I"$here/../../../include" \
    -o "$build/interop/aws-lc/$program" "$here/$program.c" "$build/libafterburner.a" "$home/lib/libcrypto.a" \
    -lstdc++ -lpthread
exec "$build/interop/aws-lc/$program" "${@:3}"
