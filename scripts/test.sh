#!/usr/bin/env bash
# Runs the tests of one tier (seconds: the short ones of the quick tier; quick; full: all) from a built $BUILD. Tests
# of the label "measuring" depend on how fast this machine is at the moment: those that fail get one more run, alone.
# PART=2/6 runs every sixth test, from the second on, and what these need: the six parts together are the whole tier.
# Last come the end of each failed test's output and a summary that names those tests, so that also the tail of a log
# has the reason.
set -euo pipefail
cd "$(dirname "$0")/.."
tier=${1:-quick}
build=${BUILD:-build}
venv=$build/venv
start=$(date +%s)

# The full tier draws other numbers in each run, unless the environment has a seed; the quick tier always the same.
if [ "$tier" = full ]; then
    export AB_TEST_SEED=${AB_TEST_SEED:-$(od -An -N4 -tu4 /dev/urandom | tr -d ' ')}
    echo "AB_TEST_SEED=$AB_TEST_SEED"
fi

# Keep the caches of pytest and matplotlib in the build folder.
mkdir -p "$build/kept"
PYTEST_DEBUG_TEMPROOT=$(cd "$build/kept" && pwd)
export PYTEST_DEBUG_TEMPROOT MPLCONFIGDIR=$PYTEST_DEBUG_TEMPROOT

# The Python suites need these environments.
scripts/venv.sh tests/requirements.txt "$venv"
scripts/venv.sh lab/requirements.txt "$build/lab/venv"

results=$build/Testing/Temporary # where CTest keeps the outputs, and the names of the tests that failed

# Print the last lines of a test's output.
show_end_of() {
    echo "---- $1, the end of its output:"
    awk -v name="$1" '
        /^[0-9]+\/[0-9]+ Testing: / { is_it = substr($0, index($0, "Testing: ") + 9) == name }
        /^<end of output>$/ { is_text = 0 }
        is_text
        is_it && /^Output:$/ { getline; is_text = 1 }
    ' "$results/LastTest.log" | tail -n 15 | cut -c 1-400
}

case $tier in
    seconds) select=(-L quick -LE minutes) ;;
    quick) select=(-L quick) ;;
    full) select=(-L 'quick|full') ;;
    *) echo "usage: test.sh [seconds|quick|full]" >&2; exit 2 ;;
esac
part=${PART:-}
unset PART # there are tests that run this script
if [ -n "$part" ]; then
    [[ $part =~ ^([1-9][0-9]*)/([1-9][0-9]*)$ ]] && [ "${BASH_REMATCH[1]}" -le "${BASH_REMATCH[2]}" ] ||
        { echo "afterburner: PART=$part: a part is PART=2/6, the second of six" >&2; exit 2; }
    select+=(-I "${BASH_REMATCH[1]},,${BASH_REMATCH[2]}")
fi
log=$build/test-$tier.log
status=0
rm -f "$results/LastTestsFailed.log"
ctest --test-dir "$build" "${select[@]}" --output-on-failure --no-tests=error -j "$(nproc)" | tee "$log" || status=$?

ran=$(sed -nE 's/.* tests failed out of ([0-9]+)$/\1/p' "$log" | tail -n 1)
failed=()
[ ! -e "$results/LastTestsFailed.log" ] || mapfile -t failed < <(cut -d : -f 2- "$results/LastTestsFailed.log")
skipped=$(awk '
    / tests failed out of [0-9]+$/ { n = 0 }
    /^\t *[0-9]+ - .* \(Skipped\)$/ { n++ }
    END { print n + 0 }' "$log")
for name in "${failed[@]}"; do show_end_of "$name"; done

measuring=$(ctest --test-dir "$build" -N -L measuring | sed -nE 's/^ *Test +#[0-9]+: //p')
again=() still=()
for name in "${failed[@]}"; do
    if grep -qxF "$name" <<<"$measuring" &&
        ctest --test-dir "$build" -R "^${name//./\\.}\$" --output-on-failure --no-tests=error | tee -a "$log"; then
        again+=("$name")
    else
        still+=("$name")
    fi
done
[ "${#failed[@]}" = 0 ] || [ "${#still[@]}" != 0 ] || status=0

[ "${#again[@]}" = 0 ] || echo "make test ($tier): passed in a second run only, alone: ${again[*]}"
echo "make test ($tier${part:+, part $part}): $((${ran:-0} - ${#still[@]} - skipped)) passed, ${#still[@]} failed," \
    "$skipped skipped in $(($(date +%s) - start)) s; log:" \
    "$log${AB_TEST_SEED:+; AB_TEST_SEED=$AB_TEST_SEED}${still:+; failed: ${still[*]}}"
exit "$status"
