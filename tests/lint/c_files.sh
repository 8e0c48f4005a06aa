#!/bin/sh
# List the C files whose layout .clang-format decides: all tracked ones but tables of vectors and what a generator made.
set -eu
cd "$(dirname "$0")/../.."
git ls-files '*.c' '*.h' | grep -v -E '_(kat_data|vectors)\.h$' | xargs awk 'FNR == 1 && !/Made by / { print FILENAME }'
