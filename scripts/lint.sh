#!/usr/bin/env bash
# Checks layout, types and habits of the tree: clang-format, ruff, mypy, shellcheck, clang-tidy, commit subjects. All
# checks run even if one fails; the last line names those that failed.
# usage: lint.sh [changed|all]   run clang-tidy over the C files that this branch changed (60 at most), or over all
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1
build=${BUILD:-build}
scope=${1:-changed}
venv=$build/lint/venv
scripts/venv.sh tests/lint/requirements.txt "$venv" || exit 1
bin=$(cd "$venv/bin" && pwd)
failed=()
most_changed=60 # files; a larger change takes the quick tier too long and is left to `lint.sh all`

# Run a check by name; print what it says only if it fails.
check() {
    local name=$1 output
    shift
    if output=$("$@" 2>&1); then
        echo "  $name: good"
    else
        printf '%s\n  %s: FAILED\n' "$output" "$name"
        failed+=("$name")
    fi
}

c_layout() { tests/lint/c_files.sh | xargs "$bin/clang-format" --dry-run -Werror; }
python_types() { tests/lint/mypy.sh "$bin/mypy" "$build/lint/mypy"; }
shell() { git ls-files '*.sh' cli/completion.bash | xargs "$bin/shellcheck" -x; }
analysis() {
    local files=()
    if [ "$scope" != all ]; then
        mapfile -t files < <(tests/lint/changed_c_files.sh)
        [ ${#files[@]} -gt 0 ] && [ ${#files[@]} -le "$most_changed" ] || return 0
    fi
    tests/lint/clang_tidy.py "$bin/clang-tidy" "$build" "${files[@]}"
}

[ -e "$build/compile_commands.json" ] || { echo "afterburner: $build is not configured; run make first" >&2; exit 1; }
check "layout of C (mend: make format)" c_layout
check "Python" "$bin/ruff" check --quiet --cache-dir "$build/lint/ruff" .
check "types of Python" python_types
check "shell" shell
check "commit subjects" tests/lint/commits.py
check "analysis of C ($scope)" analysis
[ ${#failed[@]} -eq 0 ] || { echo "lint: ${#failed[@]} failed: ${failed[*]}"; exit 1; }
echo "lint: all good"
