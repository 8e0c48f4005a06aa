#!/usr/bin/env bash
# Run the command for Windows in Wine, as a user would: status, selftest, sum, enable, exec and disable.
#
# Usage: windows_command.sh FOLDER     FOLDER: the build for Windows; Wine and its variables are set up (windows.sh)
set -euo pipefail
folder=$1

command=$folder/afterburner.exe
drive=$WINEPREFIX/drive_c
work=$drive/afterburner-test
failures=0

fail() {
    echo "FAIL $*"
    failures=$((failures + 1))
}

# run STATUS ARGUMENT...: its output is in $out.
run() {
    local wanted=$1 status=0
    out=$(cd "$work" && wine64 "$command" "${@:2}" 2>&1) || status=$?
    [ "$status" = "$wanted" ] || fail "afterburner ${*:2}: exit status $status, not $wanted: $out"
}

says() {
    grep -q -- "$1" <<<"$out" || fail "no \"$1\" in: $out"
}

rm -rf "$work"
mkdir -p "$work/sub"
chmod 755 "$drive" "$work" "$work/sub"
unset AFTERBURNER_MODULE OPENSSL_CONF OPENSSL_MODULES

run 0 --version
says '^afterburner [0-9]'
run 0 status
says 'served by Afterburner$'
says 'libcrypto .*\.dll'
run 0 status --json
python3 -c 'import json, sys; assert json.load(sys.stdin)["module"]["path"].endswith("/afterburner.dll")' <<<"$out" \
    || fail "status --json: $out"
run 0 selftest
says '^all answers are right$'
for name in estimate top tune container; do
    run 2 $name
    says "^afterburner $name: this command is on Linux only$"
done
run 2 status --all
says 'on Linux only'
run 2 no-such-command
run 2 doctor --tls localhost:443
says 'on Linux only'

# Checksums: bytes as they are, names in UTF-8.
printf 'one\r\ntwo\x1athree\n' >"$work/bytes"
printf 'x' >"$work/sub/größe.txt"
(cd "$work" && sha256sum bytes sub/größe.txt) >"$folder/expected"
run 0 sum bytes sub/größe.txt
[ "$out" = "$(cat "$folder/expected")" ] || fail "sum: $out"
(cd "$work" && wine64 "$command" sum bytes >list 2>&1)
cmp -s <(cd "$work" && sha256sum bytes) "$work/list" || fail "the bytes of a list: $(od -c "$work/list" | tail -3)"
run 0 sum --check list
run 0 sum -r sub
says 'größe.txt$'

# A configuration that is not there is made, and goes again.
run 0 enable --config new/openssl.cnf
[ -e "$work/new/openssl.cnf" ] || fail "no new configuration: $out"
run 0 disable --config new/openssl.cnf
[ ! -e "$work/new" ] || fail "disable leaves the new folder: $out"

# One that is there keeps its bytes.
printf '# mine\r\n[other]\r\nkey = value\r\n' >"$work/mine.cnf"
cp "$work/mine.cnf" "$folder/mine.cnf"
run 0 enable --config mine.cnf --dry-run
cmp -s "$work/mine.cnf" "$folder/mine.cnf" || fail "a dry run changes the file"
run 0 enable --config mine.cnf
head -c "$(wc -c <"$folder/mine.cnf")" "$work/mine.cnf" | cmp -s - "$folder/mine.cnf" || fail "enable changes lines"
cmp -s "$work/mine.cnf.afterburner-backup" "$folder/mine.cnf" || fail "the backup differs"
export OPENSSL_CONF='C:\afterburner-test\mine.cnf'
run 0 status
says 'live by default  yes'
run 0 doctor
says '^healthy: .*afterburner.dll'
for fault in 'OPENSSL_CONF=none.cnf No.such.file' 'AFTERBURNER_CPU=warp no.known.level' \
    'AFTERBURNER_CPU=none switches.Afterburner.off'; do
    out=$(cd "$work" && env "${fault% *}" wine64 "$command" doctor 2>&1) && fail "doctor finds nothing: $fault"
    says "^finding: .*${fault#* }"
done

# A process of Windows that has loaded the module waits, and is examined.
coproc { cd "$work" && exec wine64 "$folder/lab/driver.exe" --side a=mine.cnf --side b=NUL 2>&1; }
echo hello >&"${COPROC[1]}"
read -r -t 60 out <&"${COPROC[0]}" || out="no answer"
says '"ok": *true'
# number: that which Windows has for the process.
number=$(wine64 wmic process get Name,ProcessId 2>/dev/null | tr -d '\0\r' | sed -n 's/^driver.exe *\([0-9]*\).*/\1/p')
run 0 doctor "$number"
says "^process: $number, .*/lab/driver.exe"
says '^module: .*/afterburner.dll'
says '^openssl: 3\.[0-9]*\.[0-9]*, .*/libcrypto-.*\.dll'
says '^healthy: '
kill "$COPROC_PID"
wait "$COPROC_PID" || true
run 2 doctor "$number"
says 'there is no process'
run 2 doctor one
says 'is no process number'
unset OPENSSL_CONF
run 0 enable --config mine.cnf
says 'nothing to do'
run 0 disable --config mine.cnf
cmp -s "$work/mine.cnf" "$folder/mine.cnf" || fail "disable does not restore the file"

# Whoever may change the file may run code as the caller.
chmod 777 "$work/mine.cnf"
run 2 enable --config mine.cnf
says 'can be changed by others'

# A program of this command sees the configuration; the exit status is the program's.
run 0 exec -- "$command" status
says 'live by default  yes'
run 7 exec -- cmd /c exit 7
run 127 exec no-such-program
[ -z "$(find "$drive"/users -name 'afterburner-*' 2>/dev/null)" ] || fail "exec leaves its folder behind"

rm -rf "$work"
[ "$failures" = 0 ] && echo "windows_command: all passed"
exit $((failures > 0))
