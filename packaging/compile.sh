#!/usr/bin/env bash
# Compile SOURCE to PROGRAM, which needs neither a loader nor a library. The same compiler gives the same bytes.
# usage: compile.sh SOURCE PROGRAM
set -euo pipefail
# The stack is as the kernel leaves it, 8 bytes off what a function expects: no vector instruction may rely on it.
exec "$("$(dirname "$0")/../scripts/find-compiler.sh")" -std=c17 -Os -Wall -Wextra -Wconversion -Wshadow -Werror \
    -ffreestanding -fno-builtin -fno-stack-protector -fno-asynchronous-unwind-tables -fno-pie -mno-sse -static \
    -nostdlib -Wl,--build-id=none,-z,noexecstack -s -o "$2" "$1"
