<?php
// Real work of PHP's openssl: `make FOLDER DATA` seals, signs and writes, `open FOLDER DATA` opens and verifies what another made,
// in this process and a forked one. `serve DATA CERTIFICATE` is a pre-forking server of HTTPS: two workers, SIGHUP: new ones,
// SIGTERM: the end. Prints "port N".
declare(strict_types=1);

const PASSWORD = 'password';
// (PHP asks for a number of bits, and takes it from the configuration file if there is none, of curves too.)
const KINDS = [
    'rsa' => ['private_key_type' => OPENSSL_KEYTYPE_RSA, 'private_key_bits' => 2048],
    'p256' => ['private_key_type' => OPENSSL_KEYTYPE_EC, 'curve_name' => 'prime256v1', 'private_key_bits' => 384],
    'p384' => ['private_key_type' => OPENSSL_KEYTYPE_EC, 'curve_name' => 'secp384r1', 'private_key_bits' => 384],
];

function keep($condition, string $text): void
{
    if (!$condition) {
        throw new RuntimeException("$text: " . openssl_error_string());
    }
}

function bulk(string $data): string
{
    $key = implode('', array_map('chr', range(0, 31)));
    $answers = [];
    foreach (['aes-128-gcm', 'aes-256-gcm', 'aes-256-cbc', 'aes-128-ctr'] as $name) {
        $digest = hash_init('sha256');
        for ($n = 0; $n < 40; $n++) {
            $tag = '';
            $iv = substr($key, 0, openssl_cipher_iv_length($name));
            $piece = substr($data, $n * 1000, 400000);
            $sealed = str_ends_with($name, 'gcm') ? openssl_encrypt($piece, $name, $key, OPENSSL_RAW_DATA, $iv, $tag)
                : openssl_encrypt($piece, $name, $key, OPENSSL_RAW_DATA, $iv);
            hash_update($digest, $sealed . $tag);
        }
        $answers[$name] = hash_final($digest);
    }
    foreach (['md5', 'sha1', 'sha256', 'sha512', 'sha3-256'] as $name) {
        $answers[$name] = openssl_digest($data, $name);
    }
    $answers['pbkdf2'] = bin2hex(openssl_pbkdf2(PASSWORD, 'salt', 32, 100000, 'sha256'));
    return json_encode($answers);
}

function make(string $folder, string $data): void
{
    foreach (KINDS as $kind => $options) {
        $key = openssl_pkey_new($options);
        $how = ['encrypt_key_cipher' => OPENSSL_CIPHER_AES_256_CBC];
        keep($key && openssl_pkey_export_to_file($key, "$folder/$kind.key", PASSWORD, $how), $kind);
        file_put_contents("$folder/$kind.pub", openssl_pkey_get_details($key)['key']);
        keep(openssl_sign($data, $signature, $key, OPENSSL_ALGO_SHA256), $kind);
        file_put_contents("$folder/$kind.sig", $signature);
        if ($kind === 'rsa') {
            $public = file_get_contents("$folder/rsa.pub");
            keep(openssl_public_encrypt(PASSWORD, $sealed, $public, OPENSSL_PKCS1_OAEP_PADDING), 'OAEP');
            file_put_contents("$folder/oaep", $sealed);
        }
    }
}

function open_all(string $folder, string $data): void
{
    foreach (array_keys(KINDS) as $kind) {
        $private = openssl_pkey_get_private("file://$folder/$kind.key", PASSWORD);
        $public = openssl_pkey_get_public("file://$folder/$kind.pub");
        $signature = file_get_contents("$folder/$kind.sig");
        keep(openssl_verify($data, $signature, $public, OPENSSL_ALGO_SHA256) === 1, $kind);
        keep(openssl_sign($data, $again, $private, OPENSSL_ALGO_SHA256), $kind);
        keep(openssl_verify($data, $again, $public, OPENSSL_ALGO_SHA256) === 1, $kind);
        keep(openssl_verify("$data.", $signature, $public, OPENSSL_ALGO_SHA256) === 0, "$kind: other data");
        if ($kind === 'rsa') {
            keep(openssl_private_decrypt(file_get_contents("$folder/oaep"), $text, $private, OPENSSL_PKCS1_OAEP_PADDING)
                && $text === PASSWORD, 'OAEP');
        }
    }
}

function work(string $what, string $folder, string $path): void
{
    $data = file_get_contents($path);
    $what === 'make' ? make($folder, $data) : open_all($folder, $data);
    $answers = bulk($data);
    $child = pcntl_fork();
    if ($child === 0) {   // forked after use
        exit(bulk($data) === $answers ? 0 : 1);
    }
    pcntl_waitpid($child, $status);
    keep(pcntl_wexitstatus($status) === 0 && pcntl_wifexited($status), 'the child has other answers');
    echo $answers, "\n";
}

function serve_all($listener, string $body): void
{
    while (true) {
        $connection = @stream_socket_accept($listener, 60);
        if (!$connection) {
            continue;   // a client that left
        }
        stream_set_blocking($connection, true);
        if (@stream_socket_enable_crypto($connection, true,
                STREAM_CRYPTO_METHOD_TLSv1_2_SERVER | STREAM_CRYPTO_METHOD_TLSv1_3_SERVER)) {
            $request = '';
            while (!str_contains($request, "\r\n\r\n") && ($piece = fread($connection, 65536))) {
                $request .= $piece;
            }
            $answer = "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" . $body;
            for ($at = 0; $request && $at < strlen($answer); $at += $sent) {
                $sent = @fwrite($connection, substr($answer, $at, 1 << 20));
                if (!$sent) {
                    break;
                }
            }
        }
        fclose($connection);
    }
}

function serve(string $path, string $certificate): void
{
    $context = stream_context_create(['ssl' => ['local_cert' => $certificate, 'ciphers' => 'ECDHE+AESGCM:ECDHE+AESCCM:ECDHE+AES']]);
    $listener = stream_socket_server('tcp://127.0.0.1:0', $code, $text, STREAM_SERVER_BIND | STREAM_SERVER_LISTEN, $context);
    keep($listener, "$text");
    $workers = [];
    pcntl_sigprocmask(SIG_BLOCK, [SIGHUP, SIGTERM]);
    $end = function (array $pids) {
        foreach ($pids as $pid) {
            posix_kill($pid, SIGTERM);
            pcntl_waitpid($pid, $status);
        }
    };
    while (true) {
        $old = $workers;
        $workers = [];
        for ($n = 0; $n < 2; $n++) {
            $pid = pcntl_fork();
            if ($pid === 0) {
                pcntl_sigprocmask(SIG_UNBLOCK, [SIGHUP, SIGTERM]);
                serve_all($listener, file_get_contents($path));
            }
            $workers[] = $pid;
        }
        $end($old);
        echo 'port ', explode(':', stream_socket_get_name($listener, false))[1], "\n";
        if (pcntl_sigwaitinfo([SIGHUP, SIGTERM]) === SIGTERM) {
            $end($workers);
            return;
        }
    }
}

$argv[1] === 'serve' ? serve(...array_slice($argv, 2)) : work(...array_slice($argv, 1));
