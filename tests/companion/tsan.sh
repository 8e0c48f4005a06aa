#!/usr/bin/env bash
# Run threads that load keys, while others load and unload providers, with the companion built with ThreadSanitizer. It
# is linked into the program, which comes before libcrypto like a preloaded library.
#
# tsan.sh SOURCE_DIR BUILD_DIR COMPILER
set -euo pipefail
source=$1 compiler=$3
folder=$(mktemp -d "$2/companion-tsan.XXXXXX")
trap 'rm -rf "$folder"' EXIT
export OPENSSL_CONF=/dev/null TSAN_OPTIONS=halt_on_error=1
mkdir "$folder/keys"

"$compiler" -std=gnu17 -O1 -g -fsanitize=thread -fvisibility=hidden -rdynamic -I"$source/companion" \
    -o "$folder/results" "$source"/companion/*.c "$source"/tests/companion/{transcript,make,formats,contexts}.c \
    "$source"/tests/companion/{changes,names,digests,fetches,engines,unseen,ending,threads,results}.c \
    -lcrypto -lpthread -ldl
"$folder/results" make "$folder/keys"
case $("$folder/results" version "$folder/keys") in
3.[01]) ;;
*) echo "tsan: the companion stands aside for this libcrypto"; exit 77 ;;
esac
for check in threads fetch-threads; do
    AFTERBURNER_COMPANION_LOG=1 "$folder/results" "$check" "$folder/keys" >"$folder/out" 2>"$folder/log" ||
        { cat "$folder/log"; exit 1; }
    grep -q ": decoders,names,fetches$" "$folder/log"
    grep -qE "^threads (read all keys|fetch all): 1$" "$folder/out"
done
