#!/usr/bin/env bash
# Print the folder of Debian's policy of SELinux as one file, `policy`, with the labels of files, `file_contexts`. They
# are made from the package selinux-policy-default, which apt fetches and nothing installs; no kernel loads them. The
# exit status is 77 if that cannot be done.
# usage: selinux_policy.sh
set -euo pipefail
# shellcheck source=tests/cached.sh
. "$(dirname "$0")/../cached.sh"
cached_in selinux-policy policy
for tool in apt-get dpkg-deb bunzip2 semodule_link semodule_expand semodule_unpackage; do
    command -v "$tool" >/dev/null || { echo "$tool is missing" >&2; exit 77; }
done
cached_begin
apt-get -q -o APT::Sandbox::User= download selinux-policy-default >log 2>&1 || { tail -n 3 log >&2; exit 77; }
dpkg-deb -x ./*.deb package
bunzip2 package/usr/share/selinux/default/*.pp.bz2
modules=(package/usr/share/selinux/default/*.pp)
for module in "${modules[@]}"; do
    logged semodule_unpackage "$module" rules labels
    cat labels
done >file_contexts
cp package/etc/selinux/default/contexts/files/file_contexts.subs_dist .
base=package/usr/share/selinux/default/base.pp
others=$(printf '%s\n' "${modules[@]}" | grep -vxF "$base")
# shellcheck disable=SC2086  # names
logged semodule_link -o linked "$base" $others
logged semodule_expand linked expanded
rm -r package linked rules labels ./*.deb
mv expanded policy
echo "$home"
