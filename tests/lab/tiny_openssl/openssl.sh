#!/bin/sh
# Replaces the openssl command: answers what the lab asks a build.
case $1 in
version) echo 'OPENSSLDIR: "PREFIX/ssl"' ;;
list) echo "default legacy" ;;
dgst) exec python3 -c 'import hashlib, sys
print(hashlib.new(sys.argv[1].strip("-").replace("-", "_"), sys.stdin.buffer.read()).hexdigest(), "*stdin")' "$3" ;;
environment) echo "$OPENSSL_CONF $OPENSSL_MODULES $LD_LIBRARY_PATH" ;;
s_server) echo "ACCEPT 127.0.0.1:1" ;;
speed) [ "${10}" != md4 ] || exit 1 ;; # an algorithm that some versions lack
esac
