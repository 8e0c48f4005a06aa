#!/bin/sh
# Print the version of this tree.
sed -n 's/^project(afterburner VERSION \([0-9.]*\) .*/\1/p' "$(dirname "$0")/../CMakeLists.txt"
