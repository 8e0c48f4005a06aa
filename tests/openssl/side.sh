#!/bin/sh
# Runs a program of OpenSSL's tests (EXE_SHELL of its recipes) with the configuration of one side: the folder $AB_SIDE
# has files of the names that the recipes give to the program, by argument or by OPENSSL_CONF.
#
# Usage: side.sh PROGRAM [ARGUMENT...]
configuration=$AB_SIDE/${OPENSSL_CONF##*/}
unset OPENSSL_TEST_LIBCTX # asks the command openssl for a library context of its own, which would have no configuration
# Where the default provider is wanted, these recipes leave out the configuration, which the programs would take.
case ${1##*/}:$#:$3 in
ssl_test:3:default) set -- "$@" default.cnf ;;
ml_dsa_test:1: | slh_dsa_test:1:) set -- "$@" -config default.cnf ;;
esac
for argument; do
    shift
    case $argument in
    *.cnf) [ ! -f "$AB_SIDE/${argument##*/}" ] || argument=$AB_SIDE/${argument##*/} ;;
    esac
    set -- "$@" "$argument"
done
# A test with a library context of its own wants none of its providers in the default context.
case " ${1##*/} $* " in
" openssl "*) ;;
*" -context "* | *" $AB_SIDE/"*.cnf" "*) configuration= ;;
esac
[ ! -f "$configuration" ] || export OPENSSL_CONF="$configuration"
exec "$@"
