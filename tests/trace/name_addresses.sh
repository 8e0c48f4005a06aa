#!/usr/bin/env bash
# Copy what a traced program prints, and add the name of each address of code.
#
#   name_addresses.sh PROGRAM <OUTPUT
set -euo pipefail
while IFS= read -r line; do
    if [[ $line =~ ^\ \ (after|at)\ (0x[0-9a-f]+)$ ]]; then
        line="$line: $(addr2line -fipse "$1" "${BASH_REMATCH[2]}" | tr '\n' ' ')"
    fi
    printf '%s\n' "$line"
done
