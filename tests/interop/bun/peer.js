// A TLS 1.3 server or client of Bun, whose TLS is BoringSSL's, with the groups that BoringSSL has by default. Its
// standard input goes to the other side, and what the other side sends to its standard output.
//
// Usage: peer.js groups | peer.js server GROUP CERT KEY | peer.js client GROUP PORT CERT
const fs = require("node:fs");
const tls = require("node:tls");

const [role, group, first, second] = process.argv.slice(2);
const GROUPS = ["X25519MLKEM768"]; // the hybrids that BoringSSL has

function carry(socket) {
  socket.on("error", fail);
  process.stdin.pipe(socket);
  socket.pipe(process.stdout);
}

function fail(error) {
  console.error(`peer: ${error.message}`);
  process.exit(1);
}

function serve() {
  const settings = { cert: fs.readFileSync(first), key: fs.readFileSync(second), minVersion: "TLSv1.3" };
  const server = tls.createServer(settings, carry);
  server.on("tlsClientError", fail);
  server.listen(0, "127.0.0.1");
}

function connect() {
  const settings = { host: "127.0.0.1", port: Number(first), servername: "localhost", ca: fs.readFileSync(second) };
  const socket = tls.connect({ ...settings, minVersion: "TLSv1.3" }, () => carry(socket));
  socket.on("error", fail);
}

if (role === "groups") console.log(GROUPS.join("\n"));
else if (role === "server" && GROUPS.includes(group)) serve();
else if (role === "client" && GROUPS.includes(group)) connect();
else fail(new Error("unknown arguments"));
