#!/usr/bin/env bash
# The image of containers: made twice with the same bytes, valid, and in use as `afterburner container` has it: its
# program copies into a volume as a user without rights, and programs of Debian and of a system with musl load the
# module from there, in containers with a root that cannot be written to and no capability. runc and crun run these, as
# far as they are there.
# usage: oci.sh SOURCE BUILD
set -euo pipefail
cd "$1"
built=$2
PATH=$PATH:/usr/sbin
for tool in xz openssl python3 readelf; do
    command -v "$tool" >/dev/null || { echo "skipped: $tool is missing"; exit 77; }
done
runtimes=()
for runtime in runc crun; do ! command -v "$runtime" >/dev/null || runtimes+=("$runtime"); done
[ ${#runtimes[@]} != 0 ] || { echo "skipped: runc and crun are missing"; exit 77; }
[ "$(id -u)" = 0 ] || { echo "skipped: containers need root here"; exit 77; }
! openssl version | grep -q '^OpenSSL [012]' || { echo "skipped: no OpenSSL 3"; exit 77; }
work=$(mktemp -d)
trap 'rm -rf --one-file-system "$work"' EXIT
chmod 755 "$work"
fail() { echo "FAIL: $*" >&2; exit 1; }
unset AFTERBURNER_MODULE OPENSSL_CONF SOURCE_DATE_EPOCH TMPDIR

# 1. The same bytes from another folder; valid by the specification and, where they are, for other tools.
packaging/tar.sh "$built" "$work" >/dev/null
version=$(packaging/version.sh)
image=afterburner-$version-oci.tar
mkdir "$work/one" "$work/two" "$work/other" "$work/image"
packaging/oci.sh "$work"/*.tar.xz "$work/one" >/dev/null
TMPDIR=$work/other packaging/oci.sh "$work"/*.tar.xz "$work/two" >/dev/null
cmp "$work/one/$image" "$work/two/$image" || fail "the same files gave two images"
python3 tests/packages/oci_layout.py "$work/one/$image" "$version" "$work/image"
tests/packages/check_module.sh "$work/image/afterburner/lib/ossl-modules/afterburner.so"
! readelf --program-headers --dynamic "$work/image/afterburner/copy" | grep -E 'INTERP|NEEDED' ||
    fail "the program of the image needs a library"
if command -v skopeo >/dev/null; then
    [[ $(skopeo inspect "oci-archive:$work/one/$image") == *'"Os": "linux"'* ]] || fail "skopeo inspect"
fi
if command -v umoci >/dev/null; then
    mkdir "$work/layout"
    tar -xf "$work/one/$image" -C "$work/layout"
    umoci unpack --image "$work/layout:$version" "$work/bundle" >"$work/log" 2>&1 || { cat "$work/log"; fail umoci; }
    diff -r "$work/image" "$work/bundle/rootfs" || fail "umoci unpacks other files"
fi

# 2. Containers as they are restricted by what `afterburner container` prints.
in_container() { # ROOT VOLUME MODE FOLDER COMMAND...: the volume is at FOLDER, ro or rw
    mkdir -p "$work/run"
    python3 - "$@" >"$work/run/config.json" <<'END'
import json
import sys

root, volume, mode, folder, *command = sys.argv[1:]
nothing = {name: [] for name in ("bounding", "effective", "inheritable", "permitted", "ambient")}
bind = {"destination": folder, "type": "bind", "source": volume, "options": ["bind", mode, "nosuid", "nodev"]}
print(json.dumps({
    "ociVersion": "1.0.2",
    "root": {"path": root, "readonly": True},
    "process": {"args": command, "cwd": "/", "user": {"uid": 65532, "gid": 65532}, "capabilities": nothing,
                "noNewPrivileges": True, "env": ["PATH=/usr/bin:/bin", "OPENSSL_CONF=/afterburner/openssl.cnf"]},
    "mounts": [{"destination": "/proc", "type": "proc", "source": "proc"},
               {"destination": "/dev", "type": "tmpfs", "source": "tmpfs", "options": ["nosuid", "mode=755"]}, bind],
    "linux": {"namespaces": [{"type": kind} for kind in ("pid", "ipc", "uts", "mount", "network")]},
}))
END
    "run_by_$runtime" "$work/run" "afterburner-test-$$" </dev/null
}
run_by_runc() { runc run --bundle "$1" "$2"; }
# crun starts nothing where both versions of cgroups are mounted. The containers need none.
run_by_crun() {
    # shellcheck disable=SC2016  # expanded by the shell within
    unshare --mount sh -c 'mount -t cgroup2 none /sys/fs/cgroup &&
        exec crun --cgroup-manager=disabled run --bundle "$1" "$2"' sh "$1" "$2"
}
mkdir -p "$work/image/proc" "$work/image/dev"
started=()
for runtime in "${runtimes[@]}"; do
    volume=$work/volume-$runtime
    mkdir "$volume"
    chmod 777 "$volume" # as kubelet makes an emptyDir
    if ! in_container "$work/image" "$volume" rw /target /afterburner/copy >"$work/log" 2>&1; then
        cat "$work/log"
        grep -qE 'runc (run|create) failed|cgroup|[Oo]peration not permitted' "$work/log" || fail "the init container"
        echo "$runtime starts no container here"
        continue
    fi
    started+=("$runtime")
    for file in bin/afterburner libexec/afterburner/{glibc,musl}/afterburner lib/ossl-modules/afterburner.so \
        openssl.cnf; do
        cmp "$work/image/afterburner/$file" "$volume/$file" || fail "the copy of $file"
    done
    [ "$(find "$volume" -type f | wc -l)" = 5 ] || fail "copied: $(find "$volume" -type f | tr '\n' ' ')"
    in_container "$work/image" "$volume" rw /target /afterburner/copy || fail "a second copy"
    ! in_container "$work/image" "$volume" ro /target /afterburner/copy 2>"$work/log" ||
        fail "wrote to a volume for reading"
    grep -q 'cannot write /target/' "$work/log" || fail "the copy does not say why: $(cat "$work/log")"
done
[ ${#started[@]} != 0 ] || { echo "skipped: no container can be started"; exit 77; }
volume=$work/volume-${started[0]}

# 3. Roots: what the image of somebody has. Its own openssl.cnf has one cipher suite.
make_root() { # ROOT OPENSSL: the program with the libraries and the loader that it names
    local file
    mkdir -p "$1/usr/bin" "$1/etc/ssl" "$1/proc" "$1/dev" "$1/tmp" "$1/afterburner"
    cp "$2" "$1/usr/bin/openssl"
    for file in $(readelf --program-headers "$2" | sed -n 's/.*program interpreter: \(.*\)]/\1/p') $(libraries "$2"); do
        mkdir -p "$1$(dirname "$file")"
        cp -L "$file" "$1$file"
    done
}
libraries() { ldd "$1" | sed -n 's/.*=> \(\/[^ ]*\) .*/\1/p'; }
own_configuration() { # ROOT
    cat >"$1/etc/ssl/openssl.cnf" <<'END'
openssl_conf = openssl_init
[openssl_init]
providers = provider_sect
ssl_conf = ssl_sect
[provider_sect]
default = default_sect
[default_sect]
# activate = 1
[ssl_sect]
system_default = system_default_sect
[system_default_sect]
Ciphersuites = TLS_AES_256_GCM_SHA384
END
}
seq 100000 >"$volume/text"
expected=$(openssl dgst -sha256 -r <"$volume/text")
check_root() { # NAME ROOT: with each of the programs that run containers
    own_configuration "$2"
    for runtime in "${started[@]}"; do check_container "$1, $runtime" "$2"; done
}
check_container() { # NAME ROOT
    local here=(in_container "$2" "$volume" ro /afterburner openssl)
    found=$("${here[@]}" list -providers) || fail "$1: openssl list"
    [[ $found == *fterburner* ]] || fail "$1 does not load the module: $found"
    [[ $found == *efault* ]] || fail "$1 has no default provider: $found"
    found=$("${here[@]}" dgst -sha256 -r /afterburner/text)
    [ "${found%% *}" = "${expected%% *}" ] || fail "$1: a wrong digest: $found"
    found=$("${here[@]}" ciphers -s -tls1_3)
    [ "$found" = TLS_AES_256_GCM_SHA384 ] || fail "$1: the image's own configuration is lost: $found"
    "${here[@]}" genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256 >"$work/key.pem" || fail "$1: a key"
    openssl pkey -in "$work/key.pem" -noout -check >/dev/null || fail "$1: a wrong key"
    ! "${here[@]}" rand -out /written 1 2>/dev/null || fail "$1: the root can be written to"
    echo "$1: $("${here[@]}" version)"
}
make_root "$work/machine" "$(command -v openssl)"
check_root "the files of this machine" "$work/machine"
if debian=$(tests/packages/clean_root.sh bookworm openssl); then
    mkdir "$work/debian"
    cp -a "$debian/." "$work/debian/"
    mkdir "$work/debian/afterburner"
    check_root "Debian" "$work/debian"
else
    echo "no root of Debian: debootstrap is missing, or no archive can be reached"
fi
if musl=$(tests/evp/build_openssl.sh 3.5-musl) && tests/packages/musl_root.sh "$musl" "$work/musl"; then
    mkdir "$work/musl/afterburner"
    check_root "musl and BusyBox" "$work/musl"
else
    echo "no root with musl: musl-gcc or busybox is missing, or OpenSSL's source cannot be fetched"
fi
echo "$image: $(stat -c %s "$work/one/$image") bytes"
