"""Redis and MariaDB: logins and bulk data over TLS, digests and ciphers in SQL; saved, stopped and started."""

import contextlib
import hashlib
import shutil

from application import Application, find, shared
from bench import DATA, IS_ROOT, USER, free_port, since_start
from visits import FAMILIES, ROWS, client_context, connected, wait_for_tls

PASSWORD = "correct horse battery staple"
RUNS = 2  # the server is stopped and started in between


# ---- Redis ----


def command(*words):
    """Write a command in Redis's protocol."""
    data = [word if isinstance(word, bytes) else str(word).encode() for word in words]
    return b"*%d\r\n" % len(data) + b"".join(b"$%d\r\n%s\r\n" % (len(word), word) for word in data)


def ask(connection, *words):
    """Send a command, and return its answer: a line, or the bytes of a string."""
    connection.sendall(command(*words))
    stream = connection.makefile("rb")
    line = stream.readline().rstrip()
    return stream.read(int(line[1:]) + 2)[:-2] if line.startswith(b"$") else line


def store_and_fetch(port, authority):
    """Log in, store and fetch the data by each row; return what was negotiated."""
    seen = []
    for number, (protocol, cipher, group) in enumerate(ROWS):
        if "ECDSA" in (cipher or ""):
            continue  # the server has one certificate
        context = client_context(authority, protocol, cipher, group)
        with connected(port, context) as connection:
            assert ask(connection, "GET", "0").startswith(b"-NOAUTH")
            assert ask(connection, "AUTH", PASSWORD) == b"+OK"
            assert ask(connection, "SET", number, DATA) == b"+OK"
            assert ask(connection, "GET", number) == DATA
            seen.append([protocol.name, connection.cipher()[0], group])
            session = connection.session
        with connected(port, context, session) as connection:
            assert ask(connection, "AUTH", PASSWORD) == b"+OK"
            seen.append(ask(connection, "EVAL", f"return redis.sha1hex(redis.call('GET', '{number}'))", 0).decode())
    return seen


@contextlib.contextmanager
def redis_server(side, folder):
    port = free_port()
    folder.mkdir(exist_ok=True)
    options = {
        "bind": "127.0.0.1",
        "port": 0,
        "tls-port": port,
        "requirepass": PASSWORD,
        "dir": folder,
        "save": "",
        "tls-cert-file": side.folder / "server-rsa.pem",
        "tls-key-file": side.folder / "rsa.key",
        "tls-ca-cert-file": side.bench.authority,
        "tls-auth-clients": "no",
        "tls-protocols": "TLSv1.2 TLSv1.3",
        "tls-ciphers": "ECDHE+AESGCM:ECDHE+AES",
    }
    words = [word for name, value in options.items() for word in (f"--{name}", value)]
    with side.server([find("redis-server"), *words]) as server:
        wait_for_tls(port, side.bench.authority)
        yield server, port


def redis(side):
    folder, seen = side.folder / "redis", []
    shutil.rmtree(folder, ignore_errors=True)

    def client(who, port, *words):
        return who.run(
            [find("redis-cli"), "-h", "localhost", "-p", port, "--tls", "--cacert", side.bench.authority, *words],
            REDISCLI_AUTH=PASSWORD,
        ).decode()

    with redis_server(side.bench.stock, side.folder / "redis-stock") as (_, port):
        bulk = b"".join(command("SET", f"key{n}", f"value {n * n}") for n in range(20000))
        pipe = [find("redis-cli"), "-h", "localhost", "-p", port, "--tls", "--cacert", side.bench.authority, "--pipe"]
        assert b"errors: 0, replies: 20000" in side.run(pipe, data=bulk, REDISCLI_AUTH=PASSWORD)
        assert client(side, port, "GET", "key77") == f"value {77 * 77}\n"
        client(side, port, "FLUSHALL")
    for _ in range(RUNS):
        with redis_server(side, folder) as (server, port):
            seen += store_and_fetch(port, side.bench.authority)
            side.expect(since_start(server), {"AES-GCM"})
            assert client(side.bench.stock, port, "GET", "0") != ""
            load = [
                find("redis-benchmark"),
                "-h",
                "localhost",
                "-p",
                port,
                "--tls",
                "--cacert",
                side.bench.authority,
                "-a",
                PASSWORD,
                "-n",
                3000,
                "-c",
                10,
                "-d",
                1000,
                "-t",
                "set,get",
                "--csv",
            ]
            assert side.bench.stock.run(load).count(b"\n") == 3
            assert client(side.bench.stock, port, "DEL", "key:__rand_int__") == "1\n"
            assert client(side.bench.stock, port, "SAVE") == "OK\n"
            seen.append(client(side.bench.stock, port, "DBSIZE"))
    return seen


# ---- MariaDB ----

MARIADB_ROWS = 20000
MARIADB_SETUP = """\
create user user@localhost identified by '{password}' require ssl;
grant all on test.* to user@localhost;
"""
MARIADB_WORK = f"""
drop table if exists facts;
create table facts (n int primary key, text varchar(200));
insert into facts select seq, concat(md5(seq), sha1(seq * 7), sha2(seq * 11, 256)) from seq_1_to_{MARIADB_ROWS};
set @text = repeat('afterburner', 200000);
select md5(@text), sha1(@text), sha2(@text, 224), sha2(@text, 256), sha2(@text, 384), sha2(@text, 512);
select sha2(aes_encrypt(@text, 'sixteen bytes key'), 256);
select aes_decrypt(aes_encrypt(@text, 'sixteen bytes key'), 'sixteen bytes key') = @text;
select * from facts;
"""
MARIADB_CHECK = "select count(*), max(text), min(text) from facts; check table facts extended;\n"


def make_mariadb(side):
    """Make a data folder, once for all sides and without the module."""
    data = side.folder / "mariadb"
    if not data.exists():
        data.mkdir()
        if IS_ROOT:
            shutil.chown(data, USER)
        side.bench.stock.run(
            [
                find("mariadb-install-db"),
                "--no-defaults",
                f"--datadir={data}",
                "--auth-root-authentication-method=normal",
                "--skip-test-db",
                *([f"--user={USER}"] if IS_ROOT else []),
            ]
        )
    return data


@contextlib.contextmanager
def mariadb_server(side, data):
    port = free_port()
    options = [
        f"--datadir={data}",
        f"--port={port}",
        f"--socket={data}/server.sock",
        "--bind-address=127.0.0.1",
        f"--ssl-cert={side.folder}/server-rsa.pem",
        f"--ssl-key={side.folder}/rsa.key",
        f"--ssl-ca={side.bench.authority}",
        "--innodb-buffer-pool-size=32M",
        "--innodb-flush-log-at-trx-commit=0",
        f"--pid-file={data}/server.pid",
    ]
    with side.server([find("mariadbd"), "--no-defaults", *options], user=USER) as server:
        server.wait_for_text(rb"ready for connections")
        yield server, port


def query(who, port, text, password=PASSWORD, status=0):
    """Log in over TLS with the server's certificate verified, as a user who must."""
    secure = ["--ssl-ca=authority.pem", "--ssl-verify-server-cert", "--protocol=tcp"]
    return who.run(
        [find("mariadb"), "--no-defaults", *secure, "-h", "localhost", "-P", port, "-u", "user", "-N", "-B"],
        data=f"use test;\n{text}".encode(),
        status=status,
        MYSQL_PWD=password,
    )


def mariadb(side):
    data, seen = make_mariadb(side), []
    for run in range(RUNS):
        with mariadb_server(side, data) as (server, port):
            if run == 0:
                text = "create database if not exists test;\ndrop user if exists user@localhost;\n"
                side.bench.stock.run(
                    [find("mariadb"), "--no-defaults", "-u", "root", "-S", data / "server.sock"],
                    data=(text + MARIADB_SETUP.format(password=PASSWORD)).encode(),
                )
            for who in (side.bench.stock, side):
                assert query(who, port, "select 6 * 7;").strip() == b"42"
                query(who, port, "select 1;", PASSWORD + "r", status=1)
            side.expect(since_start(server), {"AES-GCM"})
            if run == 0:
                answer = query(side.bench.stock, port, MARIADB_WORK)
                assert answer.count(b"\n") == 3 + MARIADB_ROWS
                seen.append(hashlib.sha256(answer).hexdigest())
            seen.append(
                query(
                    side,
                    port,
                    "select variable_value from information_schema.session_status where "
                    "variable_name in ('Ssl_cipher', 'Ssl_version');",
                ).decode()
            )
            seen.append(query(side.bench.stock, port, MARIADB_CHECK).decode())  # in the second run, from the disk
    return seen


STORES = [
    Application(
        "Redis",
        ("redis-server", "redis-cli", "redis-benchmark"),
        "logins, and values of 5 MB stored and "
        "fetched by TLS 1.2 and 1.3, full and resumed; redis-benchmark; redis-cli with 20,000 commands, on both "
        "sides",
        "saved, stopped and started",
        FAMILIES - {"P-256"},
        shared("redis-server", ["--version"], r"v=(\S+)"),
        redis,
    ),
    Application(
        "MariaDB",
        ("mariadbd", "mariadb", "mariadb-install-db"),
        "logins over TLS, right and wrong passwords, by "
        "server and client; MD5, SHA-1, SHA-2 and AES in SQL; a table of 20,000 rows",
        "threads; stopped and started",
        frozenset({"AES-GCM", "AES-ECB", "MD5", "SHA1", "SHA2-256", "SHA2-384", "modular products"}),
        shared("mariadbd", ["--version"], r"Ver (\S+?)-"),
        mariadb,
    ),
]
