// Real work of node:crypto: `make FOLDER DATA` seals, signs and writes, `open FOLDER DATA` opens and verifies what another made.
// `serve DATA CERTIFICATE...` is a cluster of HTTPS servers: two workers, SIGHUP: new ones, SIGTERM: the end. Prints "port N".
'use strict';
const cluster = require('cluster');
const crypto = require('crypto');
const fs = require('fs');
const https = require('https');

const [what, ...rest] = process.argv.slice(2);
const KEY = Buffer.from([...Array(32).keys()]);
const PASSWORD = 'password';
const KINDS = { rsa: ['rsa', { modulusLength: 2048 }], p256: ['ec', { namedCurve: 'P-256' }], p384: ['ec', { namedCurve: 'P-384' }],
  ed25519: ['ed25519', {}] };
const digestOf = (kind) => (kind === 'ed25519' ? null : 'sha256');

function bulk(data) {
  const digests = {};
  const add = (name, value) => (digests[name] = digests[name] || crypto.createHash('sha256')).update(value);
  for (let n = 0; n < 40; n++) {
    const piece = data.subarray(n * 1000, n * 1000 + 400000);
    for (const name of ['aes-256-gcm', 'aes-128-cbc', 'aes-256-ctr', 'aes-256-cbc']) {
      const key = KEY.subarray(0, name.includes('128') ? 16 : 32), iv = KEY.subarray(0, name.endsWith('gcm') ? 12 : 16);
      const cipher = crypto.createCipheriv(name, key, iv);
      add(name, cipher.update(piece));
      add(name, cipher.final());
      if (name.endsWith('gcm')) add(name, cipher.getAuthTag());
    }
    for (const name of ['sha1', 'sha256', 'sha512', 'sha3-256', 'md5']) {
      add(name, crypto.createHash(name).update(piece).digest());
      add(name, crypto.createHmac(name, KEY).update(piece).digest());
    }
  }
  const answers = Object.fromEntries(Object.entries(digests).map(([name, digest]) => [name, digest.digest('hex')]));
  answers.pbkdf2 = crypto.pbkdf2Sync(PASSWORD, 'salt', 100000, 32, 'sha256').toString('hex');
  answers.scrypt = crypto.scryptSync(PASSWORD, 'salt', 32, { N: 4096 }).toString('hex');
  answers.hkdf = Buffer.from(crypto.hkdfSync('sha512', KEY, 'salt', 'info', 100)).toString('hex');
  return answers;
}

function make(folder, data) {
  for (const [kind, [algorithm, options]] of Object.entries(KINDS)) {
    const { privateKey, publicKey } = crypto.generateKeyPairSync(algorithm, options);
    fs.writeFileSync(`${folder}/${kind}.key`,
      privateKey.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: PASSWORD }));
    fs.writeFileSync(`${folder}/${kind}.pub`, publicKey.export({ type: 'spki', format: 'pem' }));
    fs.writeFileSync(`${folder}/${kind}.sig`, crypto.sign(digestOf(kind), data, privateKey));
    if (kind === 'rsa') fs.writeFileSync(`${folder}/oaep`, crypto.publicEncrypt(publicKey, Buffer.from(PASSWORD)));
  }
}

function open(folder, data) {
  const keep = (condition, text) => { if (!condition) throw new Error(text); };
  for (const kind of Object.keys(KINDS)) {
    const privateKey = crypto.createPrivateKey({ key: fs.readFileSync(`${folder}/${kind}.key`), passphrase: PASSWORD });
    const publicKey = crypto.createPublicKey(fs.readFileSync(`${folder}/${kind}.pub`));
    const signature = fs.readFileSync(`${folder}/${kind}.sig`);
    keep(crypto.verify(digestOf(kind), data, publicKey, signature), kind);
    keep(crypto.verify(digestOf(kind), data, publicKey, crypto.sign(digestOf(kind), data, privateKey)), kind);
    keep(!crypto.verify(digestOf(kind), data.subarray(1), publicKey, signature), `${kind}: other data`);
    if (kind === 'rsa') keep(crypto.privateDecrypt(privateKey, fs.readFileSync(`${folder}/oaep`)).toString() === PASSWORD, 'OAEP');
  }
  const [one, other] = [1, 2].map(() => crypto.generateKeyPairSync('x25519'));
  keep(crypto.diffieHellman({ privateKey: one.privateKey, publicKey: other.publicKey })
    .equals(crypto.diffieHellman({ privateKey: other.privateKey, publicKey: one.publicKey })), 'X25519');
}

function servePrimary() {
  const start = () => { cluster.fork(); cluster.fork(); };
  let ports = 0;
  cluster.on('listening', (worker, address) => { if (++ports % 2 === 0) console.log('port', address.port); });
  process.on('SIGHUP', () => {
    const old = Object.values(cluster.workers);
    start();
    let left = 2;
    cluster.on('listening', function ready() {
      if (--left) return;
      cluster.off('listening', ready);
      for (const worker of old) worker.process.kill('SIGTERM');
    });
  });
  process.on('SIGTERM', () => {
    for (const worker of Object.values(cluster.workers)) worker.process.kill('SIGTERM');
    cluster.on('exit', () => { if (!Object.keys(cluster.workers).length) process.exit(0); });
  });
  start();
}

function serveWorker(data, ...certificates) {
  const pems = certificates.map((path) => fs.readFileSync(path));
  const options = { key: pems, cert: pems, ciphers: 'ECDHE+AESGCM:ECDHE+AESCCM:ECDHE+AES:TLS_AES_256_GCM_SHA384',
    ecdhCurve: 'X25519:P-256:P-384' };
  const server = https.createServer(options, (request, response) => {
    response.writeHead(200, { 'Content-Length': data.length, Connection: 'close' });
    response.end(data);
  });
  server.listen(0, '127.0.0.1');
}

if (what === 'serve' && cluster.isPrimary) servePrimary();
else if (what === 'serve') serveWorker(fs.readFileSync(rest[0]), ...rest.slice(1));
else {
  const data = fs.readFileSync(rest[1]);
  (what === 'make' ? make : open)(rest[0], data);
  console.log(JSON.stringify(bulk(data)));
}
