//! A TLS 1.3 server or client of rustls with AWS-LC and one group. Its standard input goes to the other side, and what
//! the other side sends to its standard output.
//!
//! Usage: peer groups | peer server GROUP CERT KEY | peer client GROUP PORT CERT

use std::error::Error;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::{self, Receiver};
use std::sync::Arc;
use std::time::Duration;

use rustls::crypto::aws_lc_rs::{self, kx_group};
use rustls::crypto::{CryptoProvider, SupportedKxGroup};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::version::TLS13;
use rustls::{ClientConfig, ClientConnection, Connection, RootCertStore, ServerConfig, ServerConnection};

type Answer<T> = Result<T, Box<dyn Error>>;

const GROUPS: [(&str, &dyn SupportedKxGroup); 2] = [
    ("X25519MLKEM768", kx_group::X25519MLKEM768),
    ("SecP256r1MLKEM768", kx_group::SECP256R1MLKEM768),
];

fn provider(name: &str) -> Answer<Arc<CryptoProvider>> {
    let (_, group) = *GROUPS.iter().find(|(known, _)| *known == name).ok_or("unknown group")?;
    Ok(Arc::new(CryptoProvider { kx_groups: vec![group], ..aws_lc_rs::default_provider() }))
}

fn accept(group: &str, cert: &str, key: &str) -> Answer<(Connection, TcpStream)> {
    let chain = CertificateDer::pem_file_iter(cert)?.collect::<Result<Vec<_>, _>>()?;
    let config = ServerConfig::builder_with_provider(provider(group)?)
        .with_protocol_versions(&[&TLS13])?
        .with_no_client_auth()
        .with_single_cert(chain, PrivateKeyDer::from_pem_file(key)?)?;
    let (stream, _) = TcpListener::bind("127.0.0.1:0")?.accept()?;
    Ok((ServerConnection::new(Arc::new(config))?.into(), stream))
}

fn connect(group: &str, port: &str, cert: &str) -> Answer<(Connection, TcpStream)> {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_file(cert)?)?;
    let config = ClientConfig::builder_with_provider(provider(group)?)
        .with_protocol_versions(&[&TLS13])?
        .with_root_certificates(roots)
        .with_no_client_auth();
    let stream = TcpStream::connect(("127.0.0.1", port.parse()?))?;
    Ok((ClientConnection::new(Arc::new(config), "localhost".try_into()?)?.into(), stream))
}

/// Read standard input in a thread of its own, since reading it blocks.
fn input() -> Receiver<Vec<u8>> {
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        let mut buffer = [0; 65536];
        while let Ok(len) = io::stdin().read(&mut buffer) {
            if len == 0 || sender.send(buffer[..len].to_vec()).is_err() {
                break;
            }
        }
    });
    receiver
}

/// Return how many bytes of TLS came; `None` if none came in time.
fn receive(c: &mut Connection, stream: &mut TcpStream) -> Answer<Option<usize>> {
    match c.read_tls(stream) {
        Ok(len) => Ok(Some(len)),
        Err(e) if matches!(e.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => Ok(None),
        Err(e) => Err(e.into()),
    }
}

fn carry(mut c: Connection, mut stream: TcpStream) -> Answer<()> {
    let lines = input();
    let mut is_known = false;
    stream.set_read_timeout(Some(Duration::from_millis(10)))?;
    loop {
        while let Ok(data) = lines.try_recv() {
            c.writer().write_all(&data)?;
        }
        while c.wants_write() {
            c.write_tls(&mut stream)?;
        }
        let got = receive(&mut c, &mut stream)?;
        let state = c.process_new_packets()?;
        let mut data = vec![0; state.plaintext_bytes_to_read()];
        c.reader().read_exact(&mut data)?;
        io::stdout().write_all(&data)?;
        io::stdout().flush()?;
        if let (false, Some(group)) = (is_known || c.is_handshaking(), c.negotiated_key_exchange_group()) {
            eprintln!("peer: group {:?}", group.name());
            is_known = true;
        }
        if got == Some(0) {
            return Ok(());
        }
    }
}

fn main() -> Answer<()> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (c, stream) = match words[..] {
        ["groups"] => {
            GROUPS.iter().for_each(|(name, _)| println!("{name}"));
            return Ok(());
        }
        ["server", group, cert, key] => accept(group, cert, key)?,
        ["client", group, port, cert] => connect(group, port, cert)?,
        _ => return Err("unknown arguments".into()),
    };
    carry(c, stream)
}
