// A TLS server and client in this Node.js: argv is key.pem, cert.pem, and per connection "version:cipher".
'use strict';
const crypto = require('crypto');
const fs = require('fs');
const tls = require('tls');

const [keyFile, certFile, ...rows] = process.argv.slice(2);
const message = Buffer.alloc(3000000, crypto.createHash('sha512').update('message').digest());

function connect(row) {
  const [version, cipher] = row.split(':');
  const limits = { minVersion: version, maxVersion: version, ciphers: cipher + ':@SECLEVEL=0' };
  if (version === 'TLSv1.3') limits.ciphers = cipher;
  return new Promise((resolve, reject) => {
    const server = tls.createServer({ key: fs.readFileSync(keyFile), cert: fs.readFileSync(certFile), ...limits },
      (socket) => socket.on('error', reject).pipe(socket));   // echo
    server.on('tlsClientError', reject);
    server.listen(0, '127.0.0.1', () => {
      const got = [];
      let have = 0;
      const client = tls.connect({ port: server.address().port, host: '127.0.0.1', rejectUnauthorized: false,
        ...limits }, () => client.write(message));
      client.on('error', reject).on('data', (data) => {
        got.push(data);
        have += data.length;
        if (have < message.length) return;
        const used = client.getCipher().standardName + ' ' + client.getProtocol();
        client.destroy();
        server.close();
        if (Buffer.concat(got).equals(message)) resolve(used);
        else reject(new Error('other bytes came back'));
      });
    });
  });
}

(async () => {
  const used = [];
  for (const row of rows) used.push(await connect(row));
  console.log(JSON.stringify(used));
})().catch((error) => { console.error(error); process.exit(1); });
