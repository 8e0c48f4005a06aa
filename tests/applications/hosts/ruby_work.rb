# Real work of Ruby's openssl: `make FOLDER DATA` seals, signs and writes, `open FOLDER DATA` opens and verifies what another made,
# in this process and a forked one. `serve DATA CERTIFICATE...` is a pre-forking server of HTTPS: two workers, SIGHUP: new ones,
# SIGTERM: the end. Prints "port N".
require "json"
require "openssl"
require "socket"

KEY = (0...32).to_a.pack("C*")
PASSWORD = "password"
KINDS = {
  "rsa" => -> { OpenSSL::PKey::RSA.new(2048) },
  "p256" => -> { OpenSSL::PKey::EC.generate("prime256v1") },
  "p384" => -> { OpenSSL::PKey::EC.generate("secp384r1") }
}.freeze

def sealed(name, data)
  cipher = OpenSSL::Cipher.new(name).encrypt
  cipher.key = KEY[0, cipher.key_len]
  cipher.iv = KEY[0, cipher.iv_len]
  out = cipher.update(data) + cipher.final
  cipher.authenticated? ? out + cipher.auth_tag : out
end

def bulk(data)
  answers = {}
  %w[aes-128-gcm aes-256-gcm aes-256-cbc aes-128-ctr].each do |name|
    digest = OpenSSL::Digest.new("SHA256")
    40.times { |n| digest << sealed(name, data[n * 1000, 400_000]) }
    answers[name] = digest.hexdigest
  end
  %w[MD5 SHA1 SHA256 SHA512 SHA3-256].each do |name|
    answers[name] = OpenSSL::Digest.hexdigest(name, data)
    answers["HMAC #{name}"] = OpenSSL::HMAC.hexdigest(name, KEY, data)
  end
  pbkdf2 = OpenSSL::KDF.pbkdf2_hmac(PASSWORD, salt: "salt", iterations: 100_000, length: 32, hash: "SHA256")
  scrypt = OpenSSL::KDF.scrypt(PASSWORD, salt: "salt", N: 4096, r: 8, p: 1, length: 32)
  answers.merge("PBKDF2" => pbkdf2.unpack1("H*"), "scrypt" => scrypt.unpack1("H*"))
end

def make(folder, data)
  KINDS.each do |kind, generate|
    key = generate.call
    File.write("#{folder}/#{kind}.key", key.private_to_pem(OpenSSL::Cipher.new("aes-256-cbc"), PASSWORD))
    File.write("#{folder}/#{kind}.pub", key.public_to_pem)
    File.binwrite("#{folder}/#{kind}.sig", key.sign("SHA256", data))
    File.binwrite("#{folder}/oaep", key.public_encrypt(PASSWORD, OpenSSL::PKey::RSA::PKCS1_OAEP_PADDING)) if kind == "rsa"
  end
end

def open_all(folder, data)
  KINDS.each_key do |kind|
    key = OpenSSL::PKey.read(File.read("#{folder}/#{kind}.key"), PASSWORD)
    public_key = OpenSSL::PKey.read(File.read("#{folder}/#{kind}.pub"))
    signature = File.binread("#{folder}/#{kind}.sig")
    raise kind unless public_key.verify("SHA256", signature, data) && public_key.verify("SHA256", key.sign("SHA256", data), data)
    raise "#{kind}: other data" if public_key.verify("SHA256", signature, "#{data}.")
    next unless kind == "rsa"
    raise "OAEP" unless key.private_decrypt(File.binread("#{folder}/oaep"), OpenSSL::PKey::RSA::PKCS1_OAEP_PADDING) == PASSWORD
  end
end

def work(what, folder, path)
  data = File.binread(path)
  what == "make" ? make(folder, data) : open_all(folder, data)
  answers = JSON.generate(bulk(data))
  reader, writer = IO.pipe
  child = fork { writer.write(JSON.generate(bulk(data))) }   # a child forked after use
  writer.close
  raise "the child has other answers" unless reader.read == answers && Process.wait2(child)[1].success?
  puts answers
end

def serve_one(connection, body)
  connection.accept
  request = +""
  request << connection.readpartial(65_536) until request.include?("\r\n\r\n")
  connection.write("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + body)
rescue SystemCallError, EOFError, OpenSSL::SSL::SSLError
  nil # a client that left
ensure
  connection.close
end

def fork_workers(listener, context, body)
  Array.new(2) do
    fork do
      %w[HUP TERM].each { |name| trap(name, "DEFAULT") }
      loop { serve_one(OpenSSL::SSL::SSLSocket.new(listener.accept, context).tap { |s| s.sync_close = true }, body) }
    end
  end
end

def finish(pids)
  pids.each { |pid| Process.kill("TERM", pid) }
  pids.each { |pid| Process.wait(pid) }
end

def serve(path, *certificates)
  context = OpenSSL::SSL::SSLContext.new
  certificates.each do |file|
    context.add_certificate(OpenSSL::X509::Certificate.new(File.read(file)), OpenSSL::PKey.read(File.read(file)))
  end
  context.ciphers = "ECDHE+AESGCM:ECDHE+AESCCM:ECDHE+AES"
  context.ecdh_curves = "X25519:P-256:P-384"
  listener = TCPServer.new("127.0.0.1", 0)
  told, teller = IO.pipe
  %w[HUP TERM].each { |name| trap(name) { teller.write(name[0]) } }
  workers = []
  loop do
    old = workers
    workers = fork_workers(listener, context, File.binread(path))
    finish(old)
    puts "port #{listener.addr[1]}"
    $stdout.flush
    next if told.read(1) == "H"
    return finish(workers)
  end
end

ARGV[0] == "serve" ? serve(*ARGV[1..]) : work(*ARGV)
