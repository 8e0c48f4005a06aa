#!/bin/sh
# Lists the C files that .clang-format lays out: all but tables of vectors and generated files.
set -eu
cd "$(dirname "$0")/../.."
files=$(tests/lint/files.sh '*.c' '*.h')
printf '%s\n' "$files" | grep -v -E '_(kat_data|vectors)\.h$' | xargs awk 'FNR == 1 && !/Made by / { print FILENAME }'
