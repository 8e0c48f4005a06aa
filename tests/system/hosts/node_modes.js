// Every AES mode that this Node.js (a static OpenSSL) exposes; prints {family: digest of its answers}.
'use strict';
const crypto = require('crypto');

let state = Buffer.alloc(32, 7);
function bytes(n) {   // reproducible
  const out = [];
  for (let have = 0; have < n; have += 32) {
    state = crypto.createHash('sha256').update(state).digest();
    out.push(state);
  }
  return Buffer.concat(out).subarray(0, n);
}

function number(below) {
  return bytes(4).readUInt32LE(0) % below;
}

const lengths = [1, 15, 16, 17, 32, 33, 64, 65, 127, 128, 129, 255, 256, 500, 1000, 1023, 4097, 20000];
const aead = { gcm: 12, ccm: 12, ocb: 12 };

function family(name) {
  return 'AES-' + name.split('-').pop().toUpperCase();
}

function open(name, encrypt, key, iv, tag, length) {
  const mode = name.split('-').pop();
  const options = aead[mode] ? { authTagLength: 16 } : {};
  const cipher = encrypt ? crypto.createCipheriv(name, key, iv, options)
                         : crypto.createDecipheriv(name, key, iv, options);
  if (aead[mode]) {
    if (!encrypt) cipher.setAuthTag(tag);
    cipher.setAAD(Buffer.from('header'), mode === 'ccm' ? { plaintextLength: length } : {});
  }
  return cipher;
}

function crypt(cipher, data, whole) {
  const out = [];
  for (let at = 0; at < data.length;) {
    const n = whole ? data.length : 1 + number(data.length - at);
    out.push(cipher.update(data.subarray(at, at + n)));
    at += n;
  }
  out.push(cipher.final());
  return Buffer.concat(out);
}

function work(name, digest) {
  const info = crypto.getCipherInfo(name);
  const mode = name.split('-').pop();
  const whole = ['ccm', 'xts', 'wrap'].includes(mode);
  for (let length of lengths) {
    if (mode === 'xts') length += 16;
    if (mode === 'wrap') length = 16 + (length & ~7);
    const key = bytes(info.keyLength);
    const iv = info.ivLength === undefined ? null : bytes(aead[mode] || info.ivLength);
    const data = bytes(length);
    const cipher = open(name, true, key, iv, null, length);
    const sealed = crypt(cipher, data, whole);
    const tag = aead[mode] ? cipher.getAuthTag() : Buffer.alloc(0);
    const back = crypt(open(name, false, key, iv, tag, length), sealed, whole);
    if (!back.equals(data)) throw new Error(name + ' does not decrypt ' + length + ' bytes');
    digest.update(sealed).update(tag);
    if (aead[mode]) refuse(name, key, iv, tag, sealed, whole);
  }
}

function refuse(name, key, iv, tag, sealed, whole) {
  const altered = Buffer.from(sealed);
  altered[number(altered.length)] ^= 1 << number(8);
  try {
    crypt(open(name, false, key, iv, tag, altered.length), altered, whole);
  } catch (error) {
    return;
  }
  throw new Error(name + ' took an altered message');
}

const names = crypto.getCiphers().filter((name) => /^(id-)?aes-?\d+-(?!cbc-hmac)[a-z0-9]+$/.test(name));
const digests = {};
for (const name of names.sort()) {
  digests[family(name)] ||= crypto.createHash('sha256');
  work(name, digests[family(name)]);
}
const answers = Object.fromEntries(Object.entries(digests).map(([name, digest]) => [name, digest.digest('hex')]));
console.log(JSON.stringify({ openssl: process.versions.openssl, names, answers }));
