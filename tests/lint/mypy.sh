#!/usr/bin/env bash
# Check the types of all Python code here, folder by folder, since file names repeat. They share a cache, which has the
# types of Python's library. pyproject.toml has the rules.
# usage: mypy.sh MYPY CACHE_FOLDER
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 1
mypy=$1
cache=$2
status=0

# Packages of the tests' and the lab's environments may be missing here: their types are then unknown.
"$mypy" --cache-dir "$cache" --ignore-missing-imports lab/afterburner_lab tests/lab/*.py || status=1
while IFS= read -r folder; do
    MYPYPATH=tests/system:src/kernels/ec/generate:src/kernels/ntt/generate "$mypy" --cache-dir "$cache" \
        --ignore-missing-imports "$folder"/*.py || status=1
done < <(tests/lint/files.sh '*.py' | grep -v -E '^(lab|tests/lab)/' | xargs -n 1 dirname | sort -u)
exit "$status"
