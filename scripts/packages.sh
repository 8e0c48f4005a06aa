#!/usr/bin/env bash
# Build the packages of this distribution, and from the same objects the archive for any Linux, the packages of PyPI and
# npm that carry its files, the image of containers, and the packages of Fedora and RHEL, in OUT ($BUILD/packages).
# usage: packages.sh [OUT]
set -euo pipefail
cd "$(dirname "$0")/.."
out=${1:-${BUILD:-build}/packages}
mkdir -p "$out"
out=$(realpath "$out")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rm -f "$out"/*deb "$out"/*.changes "$out"/*.buildinfo "$out"/*-linux-x86_64.tar.xz "$out"/*.whl "$out"/*.tgz \
    "$out"/*.rpm "$out"/*-oci.tar

run() { # WHAT COMMAND...
    echo "$1 ..."
    shift
    "$@" >"$work/log" 2>&1 || { tail -n 30 "$work/log" >&2; echo "afterburner: failed: $*" >&2; exit 1; }
}

built=$work/deb/source/debian/build

# Link again, with the folders of PREFIX and LIBDIR, and for where no loader reads packed relocations.
relink() { # PREFIX LIBDIR
    cmake -S "$work/deb/source" -B "$built" -UAB_PACKS_RELOCATIONS -DAB_PACK_RELOCATIONS=OFF \
        -DCMAKE_INSTALL_PREFIX="$1" -DCMAKE_INSTALL_LIBDIR="$2" &&
        ninja -C "$built" afterburner_module afterburner_static afterburner_shared afterburner_companion \
            afterburner_command
}

run "Building the packages of this distribution" packaging/deb.sh "$work/deb" "$out"
run "Checking them (lintian)" lintian --profile debian --allow-root --fail-on error,warning "$out"/*.changes
run "Linking for any folder" relink /usr/local lib
run "Linking for any Linux" ninja -C "$built" afterburner_portable
run "Packing the archive" packaging/tar.sh "$built" "$out"
archive=$(echo "$out"/afterburner-*-linux-x86_64.tar.xz)
run "Packing the wheel" packaging/wheel.py "$archive" "$out" "$(packaging/epoch.sh)"
run "Packing the package of npm" packaging/npm.sh "$archive" "$out"
run "Making the image of containers" packaging/oci.sh "$archive" "$out"
run "Linking for Fedora and RHEL" relink /usr lib64
run "Building the packages of Fedora and RHEL" packaging/rpm.sh "$out" "$built"
run "Checking them (rpmlint)" rpmlint --config packaging/rpm/rpmlint.toml "$out"/*.rpm
ls -l "$out"
