#!/usr/bin/env bash
# Fetch a crate by cargo, compare its SHA-256, and unpack it.
#
# Usage: fetch_crate.sh NAME VERSION SHA256 FOLDER     FOLDER: where its files go; it must not exist
set -euo pipefail
name=$1 version=$2 sha256=$3 folder=$(realpath -m "$4")
command -v cargo >/dev/null || { echo "fetch_crate.sh: needs cargo to fetch the crate $name" >&2; exit 77; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
{
    printf '[package]\nname = "fetch"\nversion = "0.0.0"\nedition = "2021"\n[lib]\npath = "empty.rs"\n'
    printf '[dependencies]\n%s = "=%s"\n' "$name" "$version"
} > Cargo.toml
touch empty.rs
CARGO_HOME=$work/cargo cargo fetch --quiet >&2
file=$(find cargo/registry/cache -name "$name-$version.crate")
echo "$sha256  $file" | sha256sum --quiet -c >&2
mkdir "$folder"
tar -xzf "$file" -C "$folder" --strip-components 1
