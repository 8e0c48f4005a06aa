#!/usr/bin/env bash
# Check layout, types and style of the tree: clang-format, ruff, mypy, shellcheck, .github/workflows, lines of
# documents, clang-tidy, commit subjects. All checks run even if one fails; the last line names those that failed.
# usage: lint.sh [changed|all|uncommitted]
#   changed      check commit subjects, and run clang-tidy on the C files that this branch changed
#   all          check commit subjects, and run clang-tidy on every C file
#   uncommitted  check only the tree: clang-tidy runs on files that differ from the last commit (none in CI), so that
#                neither history nor remotes affect the quick tests
set -uo pipefail
cd "$(dirname "$0")/.." || exit 1
build=${BUILD:-build}
scope=${1:-changed}
venv=$build/lint/venv
scripts/venv.sh tests/lint/requirements.txt "$venv" || exit 1
bin=$(cd "$venv/bin" && pwd)
failed=()

# Run a check by name; print its output only if it fails.
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

workflows() {
    "$bin/check-jsonschema" --builtin-schema vendor.github-workflows .github/workflows/*.yml &&
        "$bin/python" tests/lint/workflows.py
}
c_layout() { tests/lint/c_files.sh | xargs "$bin/clang-format" --dry-run -Werror; }
python_types() { tests/lint/mypy.sh "$bin/mypy" "$build/lint/mypy"; }
shell() { tests/lint/files.sh '*.sh' cli/completion.bash | xargs "$bin/shellcheck" -x; }
documents() { tests/lint/files.sh '*.md' | xargs tests/lint/markdown.py --check; }
analysis() {
    local list
    case $scope in
        changed) list=$(tests/lint/changed_c_files.sh branch) ;;
        uncommitted) list=$(tests/lint/changed_c_files.sh uncommitted) ;;
        all) list=$(tests/lint/files.sh '*.c') ;;
    esac || return 1
    [ -z "$list" ] || xargs tests/lint/clang_tidy.py "$bin/clang-tidy" "$build" <<<"$list"
}

case $scope in
    changed | all | uncommitted) ;;
    *) echo "usage: lint.sh [changed|all|uncommitted]" >&2; exit 2 ;;
esac
[ -e "$build/compile_commands.json" ] || { echo "afterburner: $build is not configured; run make first" >&2; exit 1; }
check "layout of C (fix: make format)" c_layout
check "Python" "$bin/ruff" check --quiet --cache-dir "$build/lint/ruff" .
check "types of Python" python_types
check "shell" shell
check "workflows" workflows
check "lines of documents (fix: make format)" documents
[ "$scope" = uncommitted ] || check "commit subjects" tests/lint/commits.py
check "analysis of C ($scope)" analysis
[ ${#failed[@]} -eq 0 ] || { echo "lint: ${#failed[@]} failed: ${failed[*]}"; exit 1; }
echo "lint: all good"
