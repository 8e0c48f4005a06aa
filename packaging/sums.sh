#!/usr/bin/env bash
# Write the SBOM of the release VERSION for the files in FOLDER, and SHA256SUMS of all.
# usage: sums.sh FOLDER VERSION
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
version=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$1"

list() { find . -maxdepth 1 -type f ! -name SHA256SUMS ! -name '*.spdx.json' -printf '%P\n' | LC_ALL=C sort; }
list | "$here/sbom.py" "$version" "$("$here/epoch.sh")" >"$work/sbom"
mv "$work/sbom" "afterburner-$version.spdx.json"
{ list; echo "afterburner-$version.spdx.json"; } | xargs sha256sum >"$work/sums"
mv "$work/sums" SHA256SUMS
chmod 644 -- *
