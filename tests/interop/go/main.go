// A TLS 1.3 server or client of Go's crypto/tls with one group. Its standard input goes to the other side, and what the
// other side sends to its standard output.
//
// Usage: peer groups | peer server GROUP CERT KEY | peer client GROUP PORT CERT
package main

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net"
	"os"
)

var groups = map[string]tls.CurveID{
	"X25519MLKEM768":     tls.X25519MLKEM768,
	"SecP256r1MLKEM768":  tls.SecP256r1MLKEM768,
	"SecP384r1MLKEM1024": tls.SecP384r1MLKEM1024,
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "peer:", err)
		os.Exit(1)
	}
}

func settings(group string) *tls.Config {
	return &tls.Config{MinVersion: tls.VersionTLS13, CurvePreferences: []tls.CurveID{groups[group]}}
}

func accept(group, cert, key string) *tls.Conn {
	pair, err := tls.LoadX509KeyPair(cert, key)
	check(err)
	config := settings(group)
	config.Certificates = []tls.Certificate{pair}
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	check(err)
	plain, err := listener.Accept()
	check(err)
	return tls.Server(plain, config)
}

func connect(group, port, cert string) *tls.Conn {
	pem, err := os.ReadFile(cert)
	check(err)
	config := settings(group)
	config.ServerName = "localhost"
	config.RootCAs = x509.NewCertPool()
	config.RootCAs.AppendCertsFromPEM(pem)
	plain, err := net.Dial("tcp4", "127.0.0.1:"+port)
	check(err)
	return tls.Client(plain, config)
}

func carry(c *tls.Conn) {
	check(c.Handshake())
	fmt.Fprintln(os.Stderr, "peer: group", c.ConnectionState().CurveID)
	go io.Copy(c, os.Stdin)
	_, err := io.Copy(os.Stdout, c)
	check(err)
}

func main() {
	switch {
	case len(os.Args) == 2 && os.Args[1] == "groups":
		for name := range groups {
			fmt.Println(name)
		}
	case len(os.Args) == 5 && os.Args[1] == "server":
		carry(accept(os.Args[2], os.Args[3], os.Args[4]))
	case len(os.Args) == 5 && os.Args[1] == "client":
		carry(connect(os.Args[2], os.Args[3], os.Args[4]))
	default:
		check(fmt.Errorf("unknown arguments"))
	}
}
