#!/bin/sh
# List the C files that changed; none if git does not work here.
# usage: changed_c_files.sh branch        since this branch left the main one, or, on the main branch, the last commit
#        changed_c_files.sh uncommitted   since the last commit
set -eu
cd "$(dirname "$0")/../.."
git() { command git -c safe.directory='*' "$@" 2>/dev/null; }

base=$(git rev-parse --verify --quiet HEAD) || exit 0
if [ "$1" = branch ]; then
    left=$(git merge-base HEAD origin/main || true)
    if [ -z "$left" ] || [ "$left" = "$base" ]; then
        left=$(git rev-parse --verify --quiet HEAD~1) || exit 0
    fi
    base=$left
fi
{
    git diff --name-only --diff-filter=d "$base" -- '*.c'
    git ls-files --others --exclude-standard -- '*.c'
} | sort -u
