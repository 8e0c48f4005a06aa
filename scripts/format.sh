#!/usr/bin/env bash
# Lay out C by .clang-format, apply ruff's fixes to Python, and wrap long lines of documents.
set -euo pipefail
cd "$(dirname "$0")/.."
venv=${BUILD:-build}/lint/venv
scripts/venv.sh tests/lint/requirements.txt "$venv"
tests/lint/c_files.sh | xargs "$venv/bin/clang-format" -i
"$venv/bin/ruff" check --quiet --fix .
tests/lint/files.sh '*.md' | xargs tests/lint/markdown.py
