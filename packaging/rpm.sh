#!/usr/bin/env bash
# Build the packages of Fedora and RHEL, with their source, and put them into OUT. With BUILT, a build folder, pack what
# it has instead of building. The same files give the same bytes.
# usage: rpm.sh OUT [BUILT]
set -euo pipefail
cd "$(dirname "$0")/.."
mkdir -p "$1"
out=$(realpath "$1") built=${2:-} version=$(packaging/version.sh)
SOURCE_DATE_EPOCH=$(packaging/epoch.sh)
export SOURCE_DATE_EPOCH
unset BUILD DESTDIR PREFIX CFLAGS CXXFLAGS CPPFLAGS LDFLAGS MAKEFLAGS MAKELEVEL
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

name=afterburner-$version
mkdir -p "$work/$name" "$work/SOURCES"
packaging/copy_tree.sh "$work/$name"
tar --create --sort=name --format=gnu --owner=0 --group=0 --numeric-owner --directory "$work" "$name" |
    xz --threads=1 >"$work/SOURCES/$name.tar.xz"

stage() { # as on Fedora; the build folder may have the folders of /usr/local
    DESTDIR=$work/built cmake --install "$built" --prefix /usr
    [ ! -e "$work/built/usr/lib" ] || mv "$work/built/usr/lib" "$work/built/usr/lib64"
    sed -i 's|/lib$|/lib64|' "$work/built/usr/lib64/pkgconfig/afterburner.pc"
}
[ -z "$built" ] || stage

# No name of a folder of this build gets into a package: the source package has the spec with its macros expanded, so
# that it is packed apart, with names that lead nowhere or are relative. Packages of other systems do not meet what the
# spec requires, hence --nodeps.
pack() { # OPTION...
    (cd "$work" && rpmbuild --nodeps --define "_buildhost reproducible" \
        --define "use_source_date_epoch_as_buildtime 1" --define "clamp_mtime_to_source_date_epoch 1" \
        --define "_build_id_links none" --define "_binary_payload w9.xzdio" --define "_source_payload w9.xzdio" \
        --define "_sourcedir SOURCES" --define "_rpmdir RPMS" --define "_srcrpmdir SRPMS" "$@" afterburner.spec)
}
cp packaging/rpm/afterburner.spec "$work/"
pack -bs --define "_topdir /builddir"
pack -bb --define "_topdir $work" --define "_sourcedir $work/SOURCES" ${built:+--define "built $work/built"}
cp "$work"/RPMS/*/*.rpm "$work"/SRPMS/*.rpm "$out/"
