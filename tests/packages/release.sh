#!/usr/bin/env bash
# What `make release` checks and writes: every file that disagrees on the version is named; the SBOM lists each file
# with its checksum, and the same files give the same bytes.
# usage: release.sh SOURCE
set -euo pipefail
cd "$1"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAIL: $*" >&2; exit 1; }
unset SOURCE_DATE_EPOCH

# 1. A copy of what must agree, as on the day of a release.
files="CMakeLists.txt CHANGELOG.md src/libafterburner.map packaging/agree.sh packaging/version.sh packaging/epoch.sh
packaging/debian/changelog packaging/debian/libafterburner0.symbols packaging/rpm/afterburner.spec"
version=$(packaging/version.sh)
day=$(date --utc --date "@$(packaging/epoch.sh)" +%F)
fresh() {
    rm -rf "$work/tree"
    mkdir "$work/tree"
    # shellcheck disable=SC2086  # names
    cp --parents $files "$work/tree"
    sed -i "0,/^## /s/^## .*/## $version - $day/" "$work/tree/CHANGELOG.md"
    sed -i "1s/(.*)/($version)/" "$work/tree/packaging/debian/changelog"
    sed -i "/^%changelog/{n;s/.*/* $(LC_ALL=C date --utc --date "$day" "+%a %b %d %Y") Us - $version-1/}" \
        "$work/tree/packaging/rpm/afterburner.spec"
}
agree() { "$work/tree/packaging/agree.sh" "$1" 2>"$work/said"; }
fresh
agree "$version" || fail "a tree that agrees is refused: $(cat "$work/said")"

# 2. Each offender is named.
for wrong in "" 1 1.2 "v$version" 01.2.3 "$version-rc1" "$version.1"; do
    ! agree "$wrong" || fail "accepted the version '$wrong'"
    grep -q 'MAJOR.MINOR.PATCH' "$work/said" || fail "'$wrong': $(cat "$work/said")"
done
refuses() { # FILE SCRIPT: the script of sed that makes it disagree
    fresh
    sed -i "$2" "$work/tree/$1"
    ! agree "$version" || fail "$1 after '$2' is accepted"
    grep -qF "$1" "$work/said" || fail "$1 after '$2' is not named: $(cat "$work/said")"
}
refuses CMakeLists.txt 's/^\(project(afterburner VERSION\) [0-9.]*/\1 99.1.0/'
refuses CHANGELOG.md "s/^## $version - .*/## $version (unreleased)/"
refuses CHANGELOG.md "s/^## $version - .*/## 99.1.0 - $day/"
refuses packaging/debian/changelog '1s/(.*)/(99.1.0)/'
refuses packaging/debian/changelog 's/^\( -- .*>\)  .*/\1  Thu, 01 Jan 1970 01:00:00 +0000/'
refuses packaging/rpm/afterburner.spec 's/^\(Version: *\).*/\199.1.0/'
refuses packaging/rpm/afterburner.spec 's/^\* .* - /* Thu Jan 01 1970 Us - /'
refuses packaging/rpm/afterburner.spec 's/^\(\* .*\) - .*/\1 - 99.1.0-1/'
refuses src/libafterburner.map 's/^AFTERBURNER_[0-9.]* {/AFTERBURNER_99.1 {/'
refuses src/libafterburner.map 's/^AFTERBURNER_/OTHER_/'
refuses packaging/debian/libafterburner0.symbols '/symver/d'

# 3. The SBOM and the sums, written twice.
mkdir "$work/out"
seq 1000 >"$work/out/afterburner_1.2.3_amd64.deb"
seq 2000 >"$work/out/afterburner-1.2.3.tar.xz"
SOURCE_DATE_EPOCH=86400 packaging/sums.sh "$work/out" 1.2.3
cp -r "$work/out" "$work/first"
SOURCE_DATE_EPOCH=86400 packaging/sums.sh "$work/out" 1.2.3
diff -r "$work/first" "$work/out" || fail "the same files gave two documents"
(cd "$work/out" && sha256sum --quiet --strict --check SHA256SUMS) || fail "SHA256SUMS"
[ "$(wc -l <"$work/out/SHA256SUMS")" = 3 ] || fail "SHA256SUMS has not all files: $(cat "$work/out/SHA256SUMS")"
mv "$work/out/afterburner-1.2.3.spdx.json" "$work/sbom"
rm "$work/out/SHA256SUMS"
python3 - "$work/sbom" "$work/out" <<'END'
import hashlib
import json
import pathlib
import sys

document = json.loads(pathlib.Path(sys.argv[1]).read_text())
out = pathlib.Path(sys.argv[2])
assert document["spdxVersion"] == "SPDX-2.3" and document["dataLicense"] == "CC0-1.0"
assert document["creationInfo"]["created"] == "1970-01-02T00:00:00Z"
files = {entry["fileName"]: entry for entry in document["files"]}
assert set(files) == {f"./{path.name}" for path in out.iterdir()}, set(files)
for path in out.iterdir():
    sums = {c["algorithm"]: c["checksumValue"] for c in files[f"./{path.name}"]["checksums"]}
    assert sums == {name.upper(): hashlib.new(name, path.read_bytes()).hexdigest() for name in ("sha1", "sha256")}
ids = [entry["SPDXID"] for entry in [*document["files"], *document["packages"]]] + [document["SPDXID"]]
assert len(set(ids)) == len(ids)
for relation in document["relationships"]:
    assert {relation["spdxElementId"], relation["relatedSpdxElement"]} <= set(ids), relation
assert {"relatedSpdxElement": "SPDXRef-Package-afterburner", "relationshipType": "DESCRIBES",
        "spdxElementId": "SPDXRef-DOCUMENT"} in document["relationships"]
END
echo "agreement on $version checked"
