#!/usr/bin/env bash
# Run the command for 32-bit x86 as a user would, and let it and the command for x86-64 examine processes of both kinds.
#
# Usage: i686_command.sh FOLDER [BUILD]     FOLDER: the build for i686; BUILD: one for x86-64, with command and lab.
# LD_LIBRARY_PATH names the folder of OpenSSL for i386.
set -euo pipefail
folder=$(cd "$1" && pwd)
command64=${2:+$2/afterburner}
command=$folder/afterburner module=$folder/afterburner.so
work=$(mktemp -d)
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$work"' EXIT
failures=0

fail() {
    echo "FAIL $*"
    failures=$((failures + 1))
}

# run STATUS PROGRAM ARGUMENT...: its output is in $out.
run() {
    local wanted=$1 status=0
    out=$(cd "$work" && "${@:2}" 2>&1) || status=$?
    [ "$status" = "$wanted" ] || fail "${*:2}: exit status $status, not $wanted: $out"
}

says() {
    grep -q -- "$1" <<<"$out" || fail "no \"$1\" in: $out"
}

unset AFTERBURNER_MODULE OPENSSL_CONF OPENSSL_MODULES

run 0 "$command" --version
run 0 "$command" status
says 'served by Afterburner$'
says 'libcrypto .*libcrypto.so.3'
# OpenSSL computes powers above 4096 bits.
says '^RSA  *encryption .*, from 6144 default$'
says '^DH  *.*, from 6144 default$'
run 0 env AFTERBURNER_CPU=avx2 "$command" status
says '^DH  *.* avx2, from 6144 default$'
# With AES-NI alone OpenSSL is as fast in some modes.
run 0 env AFTERBURNER_CPU=aesni "$command" status
says '^AES-128-CCM .* aesni'
says "^AES-128-GCM .* default  *not faster than OpenSSL's here"
run 0 "$command" status --json
python3 -c 'import json, sys; assert json.load(sys.stdin)["module"]["path"] == sys.argv[1]' "$module" <<<"$out" \
    || fail "status --json: $out"
run 0 "$command" selftest
says '^all answers are right$'
printf 'abc' >"$work/abc"
(cd "$work" && sha256sum abc) >"$work/expected"
run 0 "$command" sum abc
[ "$out" = "$(cat "$work/expected")" ] || fail "sum: $out"

# A configuration that is there, and back.
printf '[other]\nkey = value\n' >"$work/mine.cnf"
cp "$work/mine.cnf" "$work/before.cnf"
run 0 "$command" enable --config mine.cnf
run 0 env OPENSSL_CONF="$work/mine.cnf" "$command" doctor
says '^healthy: '
run 0 env OPENSSL_CONF="$work/mine.cnf" "$command" status
says 'live by default  yes'
run 0 "$command" exec -- "$command" status
says 'live by default  yes'

# start DRIVER CONFIGURATION: start the lab's driver, which loads libcrypto and the module, and then waits. Set $pid.
start() {
    coproc OPENSSL_CONF=$2 "$1" --libcrypto libcrypto.so.3 --side a="$2" 2>&1
    pid=$COPROC_PID
    echo hello >&"${COPROC[1]}"
    read -r -t 60 out <&"${COPROC[0]}" || out="no answer"
    says '"ok": *true'
}

start "$folder/lab/driver" "$work/mine.cnf"
run 0 "$command" doctor "$pid"
says "^process: $pid, .*/lab/driver$"
says '^healthy: '
if [ -n "$command64" ]; then
    run 0 env -u LD_LIBRARY_PATH "$command64" doctor "$pid"
    says "^process: $pid, .*/lab/driver, of 32 bits$"
    says '^healthy: '
    run 0 env -u LD_LIBRARY_PATH "$command64" config
    printf '%s\n' "$out" >"$work/64.cnf"
    kill "$pid"
    wait "$pid" || true
    LD_LIBRARY_PATH='' start "$2/lab/driver" "$work/64.cnf"
    run 0 "$command" doctor "$pid"
    says "^process: $pid, .*/lab/driver, of 64 bits$"
    says '^healthy: '
fi
run 0 "$command" disable --config mine.cnf
cmp -s "$work/mine.cnf" "$work/before.cnf" || fail "disable does not restore the file"

[ "$failures" = 0 ] && echo "i686_command: all passed"
exit $((failures > 0))
