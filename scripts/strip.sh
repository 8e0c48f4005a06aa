#!/usr/bin/env bash
# Strip the programs and libraries below FOLDER. Put the debug information of DIR/NAME into DIR/.debug/NAME.debug, where
# gdb, perf and addr2line look for it by the link that the stripped file keeps; --discard drops it. Archives lose
# theirs.
# usage: strip.sh [--discard] FOLDER
set -euo pipefail
discard=
[ "$1" != --discard ] || { discard=1; shift; }

split() { # FILE
    local name debug
    [ -z "$discard" ] || { strip --strip-unneeded --remove-section=.comment "$1"; return; }
    name=$(basename "$1")
    debug=$(dirname "$1")/.debug
    mkdir -p "$debug"
    objcopy --only-keep-debug --compress-debug-sections "$1" "$debug/$name.debug"
    chmod 644 "$debug/$name.debug"
    strip --strip-unneeded --remove-section=.comment "$1"
    objcopy --add-gnu-debuglink="$debug/$name.debug" "$1"
}

find "$1" -type f ! -path '*/.debug/*' -print0 | while IFS= read -r -d '' file; do
    case $(head -c 8 "$file" | tr -d '\0') in
        $'\x7fELF'*) split "$file" ;;
        '!<arch>'*) strip --strip-debug --enable-deterministic-archives "$file" ;;
    esac
done
