#!/bin/sh
# Check scripts/test.sh on a made-up list of tests: a failing test gets a second run only if it has the label
# "measuring", and only a list in which every test ends well gets exit status 0. PART selects a part of the list.
#
#   second_run.sh BUILD     the build folder, whose Python environments are used
set -eu
build=$(realpath "$1")
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() { printf 'second_run: %s\n' "$1"; cat "$work/log"; exit 1; }

# once NAME: a test that fails in its first run only.
cat >"$work/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.22)
project(made_up NONE)
enable_testing()
function(once name labels)
  set(ran ${CMAKE_BINARY_DIR}/ran.${name})
  add_test(NAME ${name} COMMAND sh -c "[ -e ${ran} ] || { touch ${ran}; echo a first run; exit 1; }")
  set_tests_properties(${name} PROPERTIES LABELS "${labels}")
endfunction()
once(made.up "quick;measuring")
add_test(NAME good COMMAND true)
add_test(NAME absent COMMAND sh -c "exit 77")
set_tests_properties(good absent PROPERTIES LABELS quick SKIP_RETURN_CODE 77)
if(BAD STREQUAL once)
  once(bad quick)
elseif(BAD STREQUAL always)
  add_test(NAME bad COMMAND false)
  set_tests_properties(bad PROPERTIES LABELS "quick;measuring")
endif()
END

# run BAD STATUS END: run the list, with the bad test of that sort if any.
run() {
    rm -rf "$work/build"
    cmake -S "$work" -B "$work/build" -DBAD="$1" >"$work/log"
    mkdir "$work/build/lab"
    ln -s "$build/venv" "$work/build/venv"
    ln -s "$build/lab/venv" "$work/build/lab/venv"
    status=0
    BUILD=$work/build scripts/test.sh quick >"$work/log" 2>&1 || status=$?
    [ "$([ "$status" = 0 ] && echo passed || echo failed)" = "$2" ] || fail "$1: exit status $status"
    grep -qx 'a first run' "$work/log" || fail "$1: the output of the first run is missing"
    grep -qxF 'make test (quick): passed in a second run only, alone: made.up' "$work/log" ||
        fail "$1: no word of the second run"
    tail -n 1 "$work/log" | grep -qE "^make test \(quick\): $3\$" || fail "$1: another summary"
}

run none passed '2 passed, 0 failed, 1 skipped in [0-9]+ s; log: [^;]*'
run once failed '2 passed, 1 failed, 1 skipped in [0-9]+ s; log: [^;]*; failed: bad'
run always failed '2 passed, 1 failed, 1 skipped in [0-9]+ s; log: [^;]*; failed: bad'

# The tests are made.up, good, absent, bad: the second part of two has good and bad.
BUILD=$work/build PART=2/2 scripts/test.sh quick >"$work/log" 2>&1 && fail "part 2/2: exit status 0"
grep -qE '^make test \(quick, part 2/2\): 1 passed, 1 failed, 0 skipped .*; failed: bad$' "$work/log" ||
    fail "another part"
for part in 0/2 3/2 2; do
    status=0
    BUILD=$work/build PART=$part scripts/test.sh quick >"$work/log" 2>&1 || status=$?
    [ "$status" = 2 ] || fail "part $part: exit status $status"
    grep -q "PART=$part: a part is" "$work/log" || fail "part $part: another message"
done
