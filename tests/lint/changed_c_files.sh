#!/bin/sh
# List the C files that changed since this branch left the main one or, on the main branch, since the commit before.
set -eu
cd "$(dirname "$0")/../.."
base=$(git merge-base HEAD origin/main 2>/dev/null || true)
if [ -z "$base" ] || [ "$base" = "$(git rev-parse HEAD)" ]; then
    base=$(git rev-parse --verify --quiet HEAD~1) || exit 0
fi
{
    git diff --name-only --diff-filter=d "$base" -- '*.c'
    git ls-files --others --exclude-standard -- '*.c'
} | sort -u
