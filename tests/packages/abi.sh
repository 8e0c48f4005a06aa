#!/usr/bin/env bash
# What packaging/abi.sh accepts and refuses, on small libraries: the same interface, one with a function more, one with
# a function less, one with another structure.
# usage: abi.sh SOURCE
set -euo pipefail
cd "$1"
for tool in abidiff readelf cc; do
    command -v "$tool" >/dev/null || { echo "skipped: $tool is missing (make packages installs it)"; exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() { echo "FAIL: $*" >&2; exit 1; }

library() { # NAME SONAME MEMBERS [FUNCTION]...
    local name=$1 soname=$2 members=$3 function
    shift 3
    mkdir -p "$work/$name/include"
    printf 'struct ab_thing { %s };\n' "$members" >"$work/$name/include/thing.h"
    for function; do printf 'int %s(const struct ab_thing *thing);\n' "$function"; done >>"$work/$name/include/thing.h"
    { echo '#include "thing.h"'
      for function; do printf 'int %s(const struct ab_thing *thing)\n{\n    return thing->a;\n}\n' "$function"; done
    } >"$work/$name/thing.c"
    cc -g -shared -fPIC -Wl,-soname,"$soname" -I "$work/$name/include" -o "$work/$name/libafterburner.so" \
        "$work/$name/thing.c"
}
library first so.0 'int a;' ab_one ab_two
library same so.0 'int a;' ab_one ab_two
library more so.0 'int a;' ab_one ab_two ab_three
library less so.0 'int a;' ab_one
library other so.0 'long b; int a;' ab_one ab_two
library renamed so.1 'int a;' ab_one

accepts() { # NAME EARLIER VERSION
    packaging/abi.sh "$work/first" "$2" "$work/$1" "$3" 2>"$work/log" || { cat "$work/log"; fail "refused: $*"; }
}
refuses() { # NAME EARLIER VERSION WHY
    ! packaging/abi.sh "$work/first" "$2" "$work/$1" "$3" 2>"$work/log" || fail "accepted: $*"
    grep -q "$4" "$work/log" || { cat "$work/log"; fail "$* does not say why"; }
}
accepts same 0.2.0 0.2.1
accepts same 1.2.0 1.2.1
accepts more 0.2.0 0.2.1
accepts more 1.2.0 1.3.0
accepts more 1.2.0 2.0.0
refuses more 1.2.0 1.2.1 'has got functions'
for name in less other; do
    refuses "$name" 0.2.0 0.2.1 'has broken'
    refuses "$name" 1.2.0 1.3.0 'has broken'
    refuses "$name" 0.2.0 0.3.0 'has kept its name'
    refuses "$name" 1.2.0 2.0.0 'has kept its name'
done
accepts renamed 0.2.0 0.3.0
accepts renamed 0.2.0 1.0.0
accepts renamed 1.2.0 2.0.0
refuses renamed 1.2.0 1.3.0 'has broken'
echo "16 pairs of versions"
