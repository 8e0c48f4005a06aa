#!/usr/bin/env bash
# Print a folder with clang for Windows, the command x86_64-windows-gnu-clang, and fetch it first unless it is cached.
#
# Usage: clang_windows.sh PYTHON     PYTHON: one that has pip
#
# It is the clang inside zig, which a package of PyPI has with linker, headers and C library of mingw-w64.
#
# Exit status 77: PyPI cannot be reached.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=tests/cached.sh
. "$here/../cached.sh"

package="ziglang==0.15.2"
sha256=806316453d1ede7174ed3fefb8e5348154629089c3bb5fe812dfd0e172fac130
command=x86_64-windows-gnu-clang

cached_in zig-0.15.2-windows $command
cached_begin
echo "$package --hash=sha256:$sha256" >requirement
"$1" -m pip download -q --no-deps --require-hashes --only-binary=:all: --platform manylinux_2_12_x86_64 \
    -r requirement >&2 || { echo "clang_windows.sh: PyPI does not give $package" >&2; exit 77; }
"$1" -m zipfile -e ./*.whl .
rm -r requirement ./*.whl ./*.dist-info
chmod +x ziglang/zig
# Without -mcpu zig compiles for this machine's processor, without the last option it adds checks of its own.
cat >new <<END
#!/bin/sh
export ZIG_GLOBAL_CACHE_DIR="$home/cache"
exec "$home/ziglang/zig" cc -target x86_64-windows-gnu -mcpu=x86_64 -fno-sanitize=undefined "\$@"
END
chmod +x new
mv new $command # last: it says that all is there
echo "$home"
