#!/usr/bin/env bash
# Fail unless the glibc LIBC gives a reference without a version to each function of LIST the code that has the version
# in LIST. Its loader takes the first version on x86-64 if the function has that, whether or not it is the default one,
# else the default one (check_match in elf/dl-lookup.c).
# usage: check_bindings.sh LIST LIBC
set -euo pipefail
readelf --wide --dyn-syms "$2" | awk '
    NR == FNR {
        if (!/^#/ && $2 != "weak")
            version[$1] = $2
        next
    }
    split($8, part, /@+GLIBC_/) == 2 {
        place[part[1], part[2]] = $2
        if (part[2] == "2.2.5" || $8 ~ /@@/ && !((part[1], "2.2.5") in place))
            bound[part[1]] = $2
    }
    END {
        for (name in version) {
            num++
            if (!(name in bound) || bound[name] != place[name, version[name]]) {
                print name " without a version is not that of " version[name]
                wrong = 1
            }
        }
        exit wrong || !num
    }' "$1" -
