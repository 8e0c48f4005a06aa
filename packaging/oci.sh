#!/usr/bin/env bash
# Make the image of containers from the archive for any Linux: OUT/afterburner-VERSION-oci.tar, an archive of an OCI
# image layout. The same archive and compiler give the same bytes.
# usage: oci.sh ARCHIVE OUT
set -euo pipefail
archive=$(realpath "$1") out=$(realpath "$2")
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# The stack is as the kernel leaves it, 8 bytes off what a function expects: no vector instruction may rely on it.
"$(scripts/find-compiler.sh)" -std=c17 -Os -Wall -Wextra -Wconversion -Wshadow -Werror -ffreestanding -fno-builtin \
    -fno-stack-protector -fno-asynchronous-unwind-tables -fno-pie -mno-sse -static -nostdlib -no-pie \
    -Wl,--build-id=none,-z,noexecstack -s -o "$work/copy" packaging/oci/copy.c
packaging/oci.py "$archive" "$work/copy" "$out" "$(packaging/epoch.sh)"
