#!/usr/bin/env bash
# Lays out C by .clang-format, and applies the fixes that ruff has for Python.
set -euo pipefail
cd "$(dirname "$0")/.."
venv=${BUILD:-build}/lint/venv
scripts/venv.sh tests/lint/requirements.txt "$venv"
tests/lint/c_files.sh | xargs "$venv/bin/clang-format" -i
"$venv/bin/ruff" check --quiet --fix .
