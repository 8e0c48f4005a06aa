/* What Node.js computes in the tests of its builds for other systems: the same lines with the module and without. */
const crypto = require('crypto');
const key = Buffer.alloc(32, 1), iv = Buffer.alloc(16, 2), text = Buffer.alloc(4000000, 3);
const cipher = crypto.createCipheriv('aes-256-ctr', key, iv);
console.log(crypto.createHash('sha256').update(cipher.update(text)).digest('hex'));
const aead = crypto.createCipheriv('aes-256-gcm', key, iv.subarray(0, 12));
aead.update(text);
aead.final();
console.log(aead.getAuthTag().toString('hex'), crypto.createHmac('sha256', key).update(text).digest('hex'));
for (const [type, options] of [['ec', { namedCurve: 'P-256' }], ['ed25519', {}], ['rsa', { modulusLength: 2048 }]]) {
    const pair = crypto.generateKeyPairSync(type, options), digest = type === 'ed25519' ? null : 'sha256';
    console.log(type, crypto.verify(digest, text, pair.publicKey, crypto.sign(digest, text, pair.privateKey)));
}
