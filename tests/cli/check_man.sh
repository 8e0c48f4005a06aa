#!/usr/bin/env bash
# Check the man pages: mandoc finds no fault, and afterburner(1) has every subcommand and option of --help.
#
# check_man.sh FOLDER COMMAND
set -euo pipefail
folder=$1 command=$2 failed=0
fail() { echo "check_man: $*" >&2; failed=1; }

# shellcheck disable=SC1003  # a backslash
text=$(tr -d '\\' <"$folder/afterburner.1")
for sub in $("$command" --help | sed -n 's/^  \([a-z]*\) .*/\1/p'); do
    grep -q "^\.Cm $sub" <<<"$text" || fail "afterburner.1 lacks $sub"
    for option in $("$command" "$sub" --help | grep -o '^  --[a-z-]*' | tr -d ' -' ); do
        grep -oE 'Fl Fl [a-z-]+' <<<"$text" | tr -d ' -' |
            grep -qx "FlFl$option" || fail "afterburner.1 lacks --$option of $sub"
    done
done

command -v mandoc >/dev/null || { [ "$failed" = 0 ] && echo "check_man: no mandoc, not linted" && exit 77; exit 1; }
for page in "$folder"/*.[1-9]; do
    # Ignore references to pages of packages that may not be installed here.
    findings=$(mandoc -T lint "$page" 2>/dev/null | grep -v 'referenced manual not found' || true)
    [ -z "$findings" ] || fail "$findings"
done
exit "$failed"
