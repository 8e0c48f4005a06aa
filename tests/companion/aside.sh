#!/usr/bin/env bash
# Check that calls reach the libcrypto that their caller was linked with, and that a process without one is unharmed.
#
# aside.sh COMPANION ASIDE PLUGIN_3.0 PLUGIN_3.5 PLUGIN_WITHOUT_VERSIONS
set -euo pipefail
companion=$1 aside=$2
log=$(mktemp)
trap 'rm -f "$log"' EXIT
fail() { echo "aside: $*" >&2; exit 1; }

found=$(LD_PRELOAD=$companion AFTERBURNER_COMPANION_LOG=1 "$aside" "$3" "$4" "$5" 2>"$log" | tr '\n' ' ')
each="0x30000070 0x30500070 0x1010107f "
[ "$found" = "$each$each" ] || fail "plug-ins reached $found: $(cat "$log")"
found=$(LD_PRELOAD=$companion "$aside" turns "$3" "$4" "$5" | tr '\n' ' ')
[ "$found" = "$each$each" ] || fail "plug-ins in turns reached $found"
grep -q "0x30000070: nothing: functions are missing" "$log" || fail "the first library: $(cat "$log")"
grep -q "0x30500070: nothing: it serves" "$log" || fail "the second library: $(cat "$log")"
grep -q "0x1010107f: nothing: it serves" "$log" || fail "the third library: $(cat "$log")"
[ "$(wc -l <"$log")" = 3 ] || fail "each library is named once: $(cat "$log")"

[ "$(LD_PRELOAD=$companion "$aside" none)" = "a function" ] || fail "the companion is not preloaded"
[ "$("$aside" none)" = "no function" ] || fail "the process has a libcrypto"
! readelf -dW "$companion" | grep -E "NEEDED.*(crypto|ssl)" || fail "the companion needs an OpenSSL"
LD_PRELOAD=$companion true || fail "true ends with $?"
echo "aside: every call reached its own library"
