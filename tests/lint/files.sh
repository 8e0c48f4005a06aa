#!/bin/sh
# Lists the files of this tree, tracked or new, whose paths match the patterns: by git, or without it (an unpacked
# archive) by find. Neither the history nor the owner of the tree matters.
# usage: files.sh PATTERN...
set -euf
cd "$(dirname "$0")/../.."

by_git() { git -c safe.directory='*' ls-files --cached --others --exclude-standard -- "$@" 2>/dev/null; }

by_find() {
    for pattern; do
        find . -path './build*' -prune -o -path './.git' -prune -o -type f -path "./$pattern" -print | cut -c 3-
    done
}

found=$(by_git "$@") || found=
[ -n "$found" ] || found=$(by_find "$@")
[ -n "$found" ] || { echo "lint: no files match $*" >&2; exit 1; }
printf '%s\n' "$found" | sort -u | while IFS= read -r file; do
    [ ! -f "$file" ] || printf '%s\n' "$file"
done
