"""PostgreSQL: SCRAM logins (RFC 7677) over TLS, pgcrypto and bulk data, with one process for each connection and a
restart."""
import contextlib
import hashlib
import pathlib
import shutil

from application import SEARCH, Application, Identity, shared_openssl, version
from bench import GROUP, IS_ROOT, USER, free_port, since_now

PASSWORD = "correct horse battery staple"
LOGINS = 10
ROWS_OF_BULK = 60000
WORK = f"""
create extension if not exists pgcrypto;
select encode(digest(repeat('afterburner', 1000000), name), 'hex')
    from unnest(array['md5', 'sha1', 'sha256', 'sha384', 'sha512']) name;
select encode(hmac(repeat('message', 1000000), 'key', name), 'hex') from unnest(array['sha1', 'sha256', 'sha512']) name;
select encode(digest(encrypt(convert_to(repeat('0123456789abcdef', 500000), 'UTF8'), 'sixteen bytes key', name),
    'sha256'), 'hex') from unnest(array['aes-cbc', 'aes-ecb']) name;
select convert_from(decrypt(encrypt(convert_to(repeat('x', 3000000), 'UTF8'), 'sixteen bytes key', 'aes-cbc'),
    'sixteen bytes key', 'aes-cbc'), 'UTF8') = repeat('x', 3000000);
select encode(sha512(convert_to(repeat('y', 3000000), 'UTF8')), 'hex');
copy (select n, md5(n::text) || md5((n * 7)::text) || md5((n * 11)::text)
    from generate_series(1, {ROWS_OF_BULK}) n) to stdout;
"""


def folders():
    """List the folders of PostgreSQL's programs: Debian's newest release first, then those on the path."""
    found = sorted(pathlib.Path("/usr/lib/postgresql").glob("*/bin"), key=lambda p: float(p.parent.name), reverse=True)
    return [*found, *map(pathlib.Path, SEARCH.split(":"))]


def program(name):
    return next((path / name for path in folders() if (path / name).exists()), None)


class Postgres(Application):
    """PostgreSQL, whose programs are not on the usual path."""

    def missing(self):
        return [name for name in ("postgres", "initdb", "psql") if program(name) is None] + super().missing()


def make_cluster(side):
    """Make a data folder, once for all sides and without the module, which requires SCRAM over TLS from everybody."""
    data = side.folder / "postgres"
    if data.exists():
        return data
    data.mkdir()
    (side.folder / "password").write_text(PASSWORD)
    shutil.copy(side.folder / "server-rsa.pem", data.parent / "postgres.pem")
    shutil.copy(side.folder / "rsa.key", data.parent / "postgres.key")
    (data.parent / "postgres.key").chmod(0o600)
    if IS_ROOT:
        shutil.chown(data, USER, GROUP)
        shutil.chown(data.parent / "postgres.key", USER, GROUP)
    side.bench.stock.run(
        [
            program("initdb"),
            "-D",
            data,
            "-U",
            "user",
            "-A",
            "scram-sha-256",
            "--pwfile",
            side.folder / "password",
            "--no-sync",
            "--no-locale",
            "-E",
            "UTF8",
        ],
        user=USER,
    )
    (data / "pg_hba.conf").write_text("hostssl all all 127.0.0.1/32 scram-sha-256\n")
    return data


def psql(port):
    """Return the command that logs in; it verifies the server's certificate and requires channel binding of the
    password's proof."""
    text = (
        f"host=localhost hostaddr=127.0.0.1 port={port} user=user dbname=postgres "
        "sslmode=verify-full channel_binding=require"
    )
    return [program("psql"), "-X", "-q", "-w", "-At", "-v", "ON_ERROR_STOP=1", "-d", text]


def log_in(side, port, password, command, status=0):
    return side.run(
        psql(port),
        data=command.encode(),
        status=status,
        PGPASSWORD=password,
        PGSSLROOTCERT=str(side.bench.authority),
    )


@contextlib.contextmanager
def serving(side, data, port):
    """Run the server on a data folder until the block ends."""
    options = {"listen_addresses": "127.0.0.1", "unix_socket_directories": "", "fsync": "off", "ssl": "on",
               "ssl_cert_file": side.folder / "postgres.pem", "ssl_key_file": side.folder / "postgres.key"}
    command = [program("postgres"), "-D", data, "-p", port, *(f"--{name}={value}" for name, value in options.items())]
    with side.server(command, user=USER) as server:
        server.wait_for_text(b"ready to accept connections")
        yield server


def postgres(side):
    data, port, seen = make_cluster(side), free_port(), []
    for _ in range(2):   # stopped and started in between
        with serving(side, data, port) as server:
            for who in (side.bench.stock, side):
                log = since_now(server)
                assert log_in(who, port, PASSWORD, "select 6 * 7").strip() == b"42"
                side.expect(log, {"AES-GCM", "SHA2-256"})   # each connection has a process of its own
                assert log_in(who, port, PASSWORD + "r", "select 1", status=2) == b""
            for _ in range(LOGINS):
                log_in(side.bench.stock, port, PASSWORD, "select 1")
            answer = log_in(side.bench.stock, port, PASSWORD, WORK)
            assert answer.count(b"\n") == 5 + 3 + 2 + 1 + 1 + ROWS_OF_BULK
            seen.append(hashlib.sha256(answer).hexdigest())
    assert side.log.count("password authentication failed") >= 2
    return seen


def identify():
    path = program("postgres")
    return Identity(version([str(path), "--version"], r"PostgreSQL\) (\S+)"), shared_openssl(path), False)


DATABASES = [
    Postgres(
        "PostgreSQL",
        ("setpriv",),
        "logins by SCRAM over TLS 1.3 with channel binding, right and wrong passwords; pgcrypto's digests, HMACs and "
        "AES over "
        "some MB; 6 MB copied out",
        "process for each connection; stopped and started",
        frozenset(
            {"AES-GCM", "AES-CBC", "AES-ECB", "MD5", "SHA1", "SHA2-256", "SHA2-384", "SHA2-512", "modular products"}
        ),
        identify,
        postgres,
    ),
]
