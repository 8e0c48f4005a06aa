#!/usr/bin/env bash
# Measure with the lab under the OpenSSL for Windows, in Wine: the lab's Python package runs here, its driver there.
#
# Usage: windows_lab.sh FOLDER ARGUMENT...     FOLDER: the build for Windows (windows.sh); then arguments of
# afterburner-lab, as in `windows_lab.sh build/windows speed 'AES-128-*' --json windows.json`
set -euo pipefail
# shellcheck source=tests/platform/common.sh
. "$(dirname "$0")/common.sh"

root=$(cd "$(dirname "$0")/../.." && pwd)
folder=$(cd "$1" && pwd)
prefix=$(sed -n 's/^OPENSSL_ROOT_DIR:.*=//p' "$folder/CMakeCache.txt")

use_wine "$folder/wine"
export WINEPATH="Z:${prefix//\//\\}\\bin"
"$root/scripts/venv.sh" "$root/lab/requirements.txt" "$root/build/lab/venv"
export AB_LAB_BUILD=$folder AB_LAB_PROGRAMS=$folder/lab AB_LAB_MODULE=$folder/afterburner.dll PYTHONPATH=$root/lab
exec "$root/build/lab/venv/bin/python" -m afterburner_lab "${@:2}"
