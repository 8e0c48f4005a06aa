#!/usr/bin/env bash
# Copy the files of this tree, tracked or new, to an empty FOLDER, all with the time of the release.
# usage: copy_tree.sh FOLDER
set -euo pipefail
cd "$(dirname "$0")/.."
tests/lint/files.sh '*' | tar --create --files-from - | tar --extract --directory "$1"
find "$1" -exec touch --no-dereference --date "@$(packaging/epoch.sh)" {} +
