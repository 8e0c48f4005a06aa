#!/usr/bin/env bash
# Compare what a program sees of libcrypto with the companion and without it.
#
# compare.sh RESULTS COMPANION [all]     all: keys of all kinds. The libcrypto is that which RESULTS finds.
set -euo pipefail
results=$1 companion=$2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export OPENSSL_CONF=/dev/null MALLOC_PERTURB_=165 # what is freed is overwritten
mkdir "$folder/keys"
"$results" "make${3:+-all}" "$folder/keys"
version=$("$results" version "$folder/keys")

fail() { echo "compare: $*" >&2; exit 1; }

# The number of lines of the log that begin with these words must be from 1 to a limit.
limit() {
    local number
    number=$(grep -c "^afterburner-companion: $1" "$folder/log" || true)
    ((number >= 1 && number <= $2)) || fail "$check: libcrypto was asked for $1 $number times"
}

for check in formats contexts changes names fetches fetch-threads strangers engines unseen ending threads; do
    "$results" $check "$folder/keys" >"$folder/without"
    LD_PRELOAD=$companion AFTERBURNER_COMPANION_LOG=2 "$results" $check "$folder/keys" \
        >"$folder/with" 2>"$folder/log" || fail "$check ends with $?: $(tail -n 3 "$folder/log")"
    diff "$folder/without" "$folder/with" >"$folder/diff" || fail "$check differs: $(head -n 6 "$folder/diff")"
    lines=$(wc -l <"$folder/with")
    case $version in
    3.[01])
        grep -q ": decoders,names,fetches$" "$folder/log" || fail "$check: not served: $(cat "$folder/log")"
        case $check in
        formats) limit "a decoder context" $((lines / 8)) ;;
        names) limit "names of" $((lines / 20)) ;;
        fetches) limit "a fetch of" $((lines / 2)) ;;
        strangers)
            kept=$(grep -cE "^afterburner-companion: (a fetch|names) of" "$folder/log" || true)
            ((kept == 0)) || fail "$check: $kept answers are kept beside strangers"
            ;;
        esac
        ;;
    *)
        grep -q ": nothing: it serves" "$folder/log" || fail "$check: does not stand aside: $(cat "$folder/log")"
        [ "$(wc -l <"$folder/log")" = 1 ] || fail "$check: the log has more: $(cat "$folder/log")"
        ;;
    esac
    echo "compare: $check of $version: the same $lines lines"
done

LD_PRELOAD=$companion AFTERBURNER_COMPANION='' AFTERBURNER_COMPANION_LOG=1 "$results" threads "$folder/keys" \
    >"$folder/off" 2>"$folder/log"
cmp -s "$folder/without" "$folder/off" || fail "$check differs though every part is off"
grep -q ": nothing: AFTERBURNER_COMPANION" "$folder/log" || fail "an empty AFTERBURNER_COMPANION does not switch it off"

# Each part by itself, and a word that is none.
"$results" contexts "$folder/keys" >"$folder/without"
for part in decoders names fetches; do
    LD_PRELOAD=$companion AFTERBURNER_COMPANION=$part,other AFTERBURNER_COMPANION_LOG=1 "$results" contexts \
        "$folder/keys" >"$folder/with" 2>"$folder/log"
    cmp "$folder/without" "$folder/with" || fail "contexts differ with $part alone"
    grep -q " has no part 'other'$" "$folder/log" || fail "a word that is no part: $(cat "$folder/log")"
    case $version in 3.[01]) grep -q ": $part$" "$folder/log" || fail "$part alone: $(cat "$folder/log")" ;; esac
done
