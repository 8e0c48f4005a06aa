#!/bin/sh
# Print the time that packages give their files: SOURCE_DATE_EPOCH, or else the date of the newest entry of the Debian
# changelog.
set -eu
[ -z "${SOURCE_DATE_EPOCH:-}" ] || { echo "$SOURCE_DATE_EPOCH"; exit; }
entry=$(sed -n 's/^ -- .*>  //p' "$(dirname "$0")/debian/changelog" | head -n 1)
date --date "$entry" +%s
