#!/usr/bin/env bash
# Make the release VERSION from HEAD in OUT ($BUILD/release): the source, packages, the archive for any Linux, an SBOM,
# and the SHA-256 of each. All is built from the archive of the source, without network where the system can take it
# away.
# usage: release.sh VERSION [OUT]
set -euo pipefail
cd "$(dirname "$0")/.."
version=${1:-}

fail() { echo "afterburner: no release: $*" >&2; exit 1; }

packaging/agree.sh "$version"
[ -z "$(git status --porcelain --untracked-files=no)" ] || fail "the tree has changes that are not committed"
tagged=$(git rev-parse --quiet --verify "refs/tags/v$version^{commit}" || true)
[ -z "$tagged" ] || [ "$tagged" = "$(git rev-parse HEAD)" ] || fail "the tag v$version is on another commit"

earlier=$(git tag --list 'v[0-9]*' --merged HEAD --sort=-version:refname | grep -vx "v$version" | head -n 1 || true)
out=${2:-${BUILD:-build}/release}
rm -rf "$out"
mkdir -p "$out"
out=$(realpath "$out")
name=afterburner-$version
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

git archive --format=tar --prefix="$name/" HEAD | xz --threads=1 >"$out/$name.tar.xz"
tar --extract --file "$out/$name.tar.xz" --directory "$work"
offline=()
! unshare --net true 2>/dev/null || offline=(unshare --net)
[ ${#offline[@]} != 0 ] || echo "Building with network: this system cannot take it away"
"${offline[@]}" "$work/$name/scripts/packages.sh" "$out"

# The files that were made agree, too.
archive=$name-linux-x86_64
tar --extract --file "$out/$archive.tar.xz" --directory "$work"
built=$work/$archive/bin/afterburner
[ "$("$built" --version)" = "afterburner $version" ] || fail "the command says $("$built" --version)"
tests/cli/check_man.sh "$work/$archive/share/man/man1" "$built" || [ $? = 77 ] || fail "the man pages"
for package in "$out"/*.deb; do
    [ "$(dpkg-deb --field "$package" Version)" = "$version" ] || fail "$package has another version"
done
for package in "$out"/*.rpm; do
    [ "$(rpm -qp --queryformat '%{VERSION}' "$package")" = "$version" ] || fail "$package has another version"
done
python3 tests/packages/oci_layout.py "$out/afterburner-$version-oci.tar" "$version" "$work/image" || fail "the image"

# Versions follow semver.org. Both libraries are built by the same compiler, with debug information.
library() { # COMMIT FOLDER
    mkdir -p "$2/source"
    git archive --format=tar "$1" | tar --extract --directory "$2/source"
    if ! cmake -G Ninja -S "$2/source" -B "$2/build" -DCMAKE_BUILD_TYPE=Release -DAB_TESTS=OFF -DAB_BENCH=OFF \
        >"$2/log" || ! ninja -C "$2/build" afterburner_shared >>"$2/log"; then
        tail -n 20 "$2/log" >&2
        fail "the library of $1"
    fi
    cp "$2/build/libafterburner.so" "$2/"
    cp -R "$2/source/include" "$2/"
}
if [ -n "$earlier" ]; then
    library "$earlier" "$work/earlier"
    library HEAD "$work/now"
    packaging/abi.sh "$work/earlier" "${earlier#v}" "$work/now" "$version" || fail "the version"
fi

[ -e "$out/$name.tar.xz" ] || fail "the archive of the source is gone"
packaging/sums.sh "$out" "$version"
cat "$out/SHA256SUMS"
