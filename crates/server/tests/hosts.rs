//! Requests for other hosts and from other sites.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

mod common;

use std::io::{Read, Write};

use common::{Client, Host, RawSocket, begin, connect};
use server::Config;

/// Sends a request with headers of its own, among them `Host`.
fn ask(host: &Host, headers: &str) -> String {
    let mut stream = connect(host.address);
    write!(stream, "GET /api HTTP/1.1\r\nConnection: close\r\n{headers}\r\n").unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer
}

#[test]
fn a_name_that_leads_here_without_leave_is_no_host() {
    let named = |config: Config| Config {
        hosts: vec!["box.local".parse().unwrap()],
        public_origin: Some("https://games.example.org".parse().unwrap()),
        ..config
    };
    let host = Host::with(named);
    let port = host.address.port();
    for allowed in ["localhost", "127.0.0.1", "[::1]", "192.168.1.20", "box.local", "games.example.org"] {
        let answer = ask(&host, &format!("Host: {allowed}:{port}\r\n"));
        assert!(answer.starts_with("HTTP/1.1 200"), "{allowed}: {answer}");
    }
    for header in ["Host: evil.example", "Host: evil.example:8039", "Host: localhost.evil.example", "X: y"] {
        let answer = ask(&host, &format!("{header}\r\n"));
        assert!(answer.starts_with("HTTP/1.1 403") && answer.contains("unknown-host"), "{header}: {answer}");
        assert!(answer.contains("content-security-policy"), "{answer}");
    }
}

#[test]
fn a_page_whose_name_was_made_to_lead_here_can_do_nothing() {
    let host = Host::new();
    let begun = begin(&mut Client::new(host.address), "tide/first");
    let evil = format!("evil.example:{}", host.address.port());
    let answer = ask(&host, &format!("Host: {evil}\r\nOrigin: http://{evil}\r\n"));
    assert!(answer.starts_with("HTTP/1.1 403") && answer.contains("unknown-host"), "{answer}");
    // Over the socket, where no browser asks for leave.
    for origin in ["http://evil.example", "https://evil.example", "null"] {
        let refused = RawSocket::open_with(host.address, &begun.tokens[0], &format!("Origin: {origin}\r\n"));
        assert!(refused.is_err_and(|head| head.starts_with("HTTP/1.1 403")), "{origin}");
    }
    let own = format!("Origin: http://{}\r\n", host.address);
    assert!(RawSocket::open_with(host.address, &begun.tokens[0], &own).is_ok());
    let other_scheme = format!("Origin: https://{}\r\n", host.address);
    assert!(RawSocket::open_with(host.address, &begun.tokens[0], &other_scheme).is_err());
}
