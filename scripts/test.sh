#!/usr/bin/env bash
# Runs the tests of one tier (quick, or full: all of them) from a built $BUILD; the last line is a summary.
set -euo pipefail
cd "$(dirname "$0")/.."
tier=${1:-quick}
build=${BUILD:-build}
venv=$build/venv
start=$(date +%s)

# Keep the caches of pytest and matplotlib in the build folder.
mkdir -p "$build/kept"
PYTEST_DEBUG_TEMPROOT=$(cd "$build/kept" && pwd)
export PYTEST_DEBUG_TEMPROOT MPLCONFIGDIR=$PYTEST_DEBUG_TEMPROOT

# The Python suites need these environments.
scripts/venv.sh tests/requirements.txt "$venv"
scripts/venv.sh lab/requirements.txt "$build/lab/venv"

select=(-L quick)
[ "$tier" = quick ] || select=(-L 'quick|full')
log=$build/test-$tier.log
status=0
ctest --test-dir "$build" "${select[@]}" --output-on-failure --no-tests=error -j "$(nproc)" | tee "$log" || status=$?

ran=$(grep -cE '^ *[0-9]+/[0-9]+ Test ' "$log" || true)
failed=$(grep -cE '^ *[0-9]+/[0-9]+ Test .*(\*\*\*Failed|\*\*\*Timeout|\*\*\*Exception|\*\*\*Not Run)' "$log" || true)
skipped=$(grep -cE '^ *[0-9]+/[0-9]+ Test .*\*\*\*Skipped' "$log" || true)
echo "make test ($tier): $((ran - failed - skipped)) passed, $failed failed, $skipped skipped in $(($(date +%s) - start)) s; log: $log"
exit "$status"
