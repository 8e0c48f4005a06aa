# shellcheck shell=sh
# What the tests of the installed packages share.
set -eu
work=$(mktemp -d)
cleanup() { rm -rf "$work"; }
trap cleanup EXIT

fail() { echo "FAIL: $*" >&2; exit 1; }

# A certificate for localhost, and 16 MiB that are not all the same.
make_site() {
    openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=localhost -addext subjectAltName=DNS:localhost \
        -keyout "$work/key.pem" -out "$work/certificate.pem" 2>"$work/req.log" || { cat "$work/req.log"; fail req; }
    mkdir "$work/site"
    seq 2000000 >"$work/site/file"
    chmod -R a+rX "$work"
}

# nginx on a socket in $work; master and worker are one process, which ends with this script. $1: what runs it.
start_nginx() {
    cat >"$work/nginx.conf" <<END
daemon off;
master_process off;
pid $work/nginx.pid;
error_log $work/error.log;
events {}
http {
    access_log off;
    client_body_temp_path $work/body;
    proxy_temp_path $work/proxy;
    fastcgi_temp_path $work/fastcgi;
    uwsgi_temp_path $work/uwsgi;
    scgi_temp_path $work/scgi;
    server {
        listen unix:$work/socket ssl;
        ssl_certificate $work/certificate.pem;
        ssl_certificate_key $work/key.pem;
        root $work/site;
    }
}
END
    # shellcheck disable=SC2086  # a command
    ${1:-} nginx -c "$work/nginx.conf" 2>"$work/nginx.log" &
    started=$!
    # shellcheck disable=SC2329  # the trap calls it
    cleanup() { kill "$started" 2>/dev/null || true; wait "$started" || true; rm -rf "$work"; }
    tries=0
    while [ ! -S "$work/socket" ] || [ ! -s "$work/nginx.pid" ]; do
        kill -0 "$started" 2>/dev/null || { cat "$work/nginx.log" "$work/error.log"; fail "nginx does not start"; }
        tries=$((tries + 1))
        [ "$tries" -lt 600 ] || fail "nginx is not ready after a minute"
        sleep 0.1
    done
}

fetch() {
    "$@" --silent --show-error --unix-socket "$work/socket" --cacert "$work/certificate.pem" \
        https://localhost/file -o "$work/got"
    cmp "$work/got" "$work/site/file" || fail "other bytes came than were served"
    rm "$work/got"
}
