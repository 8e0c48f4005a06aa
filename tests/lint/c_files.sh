#!/bin/sh
# List the C files that .clang-format lays out: all tracked ones except tables of vectors and generated files.
set -eu
cd "$(dirname "$0")/../.."
git ls-files '*.c' '*.h' | grep -v -E '_(kat_data|vectors)\.h$' | xargs awk 'FNR == 1 && !/Made by / { print FILENAME }'
