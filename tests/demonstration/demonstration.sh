#!/usr/bin/env bash
# Run demonstration/run.py three times: to the end on 16 MiB, with a module that does not load, and killed half-way.
set -euo pipefail
source=$1 build=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TMPDIR=$work NO_COLOR=1

fail() { echo "FAIL: $*" >&2; exit 1; }
# Its folder is in memory or under TMPDIR, and its output names it; another `make run` on this machine may have a
# folder, too.
# shellcheck disable=SC2046  # one word for each folder
left() { ls -d "$work"/afterburner-run-* $(grep -ho '/[^ ]*/afterburner-run-[^ ]*' "$work/out") 2>/dev/null; }
run() { python3 "$source/demonstration/run.py" "$@"; }

run --build "$build" --size 16 --runs 1 >"$work/out" 2>&1 || { cat "$work/out"; fail "exit status $?"; }
for line in 'algorithm +operation' 'both outputs the same, byte by byte' 'the decrypted file is the file' \
    'SHA-256 of both downloads' \
    'openssl enc aes-256-ctr, 16 MiB .*x' 'AES-256-GCM encrypt, 16384 bytes .*MB/s .*x +[0-9.]+ to [0-9.]+$' \
    'default provider against itself gives' 'TLS 1.3 download, 16 MiB .*x' \
    'TLS 1.3 handshakes/s, P-256/X25519 .*x +[0-9.]+ to [0-9.]+' 'afterburner enable'; do
    grep -Eq "$line" "$work/out" || fail "no line '$line'"
done
# The table starts with what a server gains.
grep -A 2 '== The difference' "$work/out" | tail -n 1 | grep -q 'TLS 1.3 handshakes/s' ||
    fail "the table begins with another line"
[ -z "$(left)" ] || fail "left behind: $(left)"

# A module that does not load: one line, a nonzero exit status, and nothing is left.
mkdir "$work/broken"
cp "$build/afterburner" "$work/broken/"
echo "not a module" >"$work/broken/afterburner.so"
! run --build "$work/broken" --size 16 --runs 1 >"$work/out" 2>"$work/err" || fail "a broken module is shown"
[ "$(wc -l <"$work/err")" = 1 ] || fail "not one line: $(cat "$work/err")"

# Killed half-way, it ends its processes and removes its files.
python3 "$source/demonstration/run.py" --build "$build" --size 64 --runs 50 >"$work/out" 2>"$work/err" &
pid=$!
until grep -q 'A TLS 1.3 download over loopback' "$work/out"; do sleep 0.1; done
children=$(cat "/proc/$pid/task/$pid/children")
kill "$pid"
! wait "$pid" || fail "stopped, yet exit status 0"
grep -q 'stopped by SIGTERM' "$work/err" || fail "stopped without a word: $(cat "$work/err")"
for child in $children; do
    ! kill -0 "$child" 2>/dev/null || fail "process $child outlives it"
done
[ -z "$(left)" ] || fail "left behind: $(left)"
echo "shown, refused, stopped"
