//! Requests for other hosts, from other sites, and from clients behind a proxy.

use std::io::{Read, Write};

use crate::common::{Answer, Client, Host, RawSocket, begin, connect};
use server::{Config, Limits};

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

#[test]
fn a_refused_request_is_read_to_its_end_so_that_a_proxy_passes_the_error_on() {
    let host = Host::new();
    let mut stream = connect(host.address);
    let head = "Host: localhost\r\nOrigin: http://evil.example\r\nContent-Type: application/json\r\n";
    write!(stream, "POST /api/games HTTP/1.1\r\n{head}Content-Length: 100000\r\n\r\n").unwrap();
    // A proxy sends the rest somewhat later.
    std::thread::sleep(std::time::Duration::from_millis(20));
    stream.write_all(&[b' '; 100_000]).unwrap();
    write!(stream, "GET /api HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n").unwrap();
    let mut answers = String::new();
    stream.read_to_string(&mut answers).unwrap();
    assert!(answers.starts_with("HTTP/1.1 403") && answers.contains("HTTP/1.1 200"), "{answers}");
}

/// A server with a small limit for each client.
fn limited(trusted: bool) -> Host {
    Host::with(|config| Config {
        limits: Limits { requests_a_second: 1, burst: 10, connections_of_one: 2, ..config.limits },
        trusted_proxies: trusted.then(|| "127.0.0.0/8".parse().unwrap()).into_iter().collect(),
        ..config
    })
}

fn through(client: &mut Client, forwarded_for: &str) -> Answer {
    client.send("GET", "/api", &format!("X-Forwarded-For: {forwarded_for}\r\n"), b"").unwrap()
}

#[test]
fn who_asks_too_often_is_told_when_to_come_again() {
    let host = limited(false);
    let client = &mut Client::new(host.address);
    let answers: Vec<_> = (0..20).map(|_| client.get("/api")).collect();
    assert!(answers[..10].iter().all(|answer| answer.status == 200));
    answers[19].problem(429, "too-many");
    assert!(answers[19].head.contains("retry-after: 1\r\n"), "{}", answers[19].head);
}

#[test]
fn clients_behind_a_trusted_proxy_have_limits_of_their_own() {
    let host = limited(true);
    let proxy = &mut Client::new(host.address);
    let one = ["192.0.2.1", "203.0.113.7, 192.0.2.1", "203.0.113.8, 192.0.2.1, 127.0.0.5"];
    let answers: Vec<_> = (0..20).map(|n| through(proxy, one[n % 3])).collect();
    answers[19].problem(429, "too-many");
    assert_eq!(through(proxy, "192.0.2.2").status, 200);
    // One customer of a provider is one client, whichever of his addresses he uses.
    let answers: Vec<_> = (0..20).map(|n| through(proxy, &format!("2001:db8:0:7::{n:x}"))).collect();
    answers[19].problem(429, "too-many");
    assert_eq!(through(proxy, "2001:db8:0:8::1").status, 200);
}

#[test]
fn a_client_cannot_choose_its_address() {
    let host = limited(false);
    let client = &mut Client::new(host.address);
    let answers: Vec<_> = (0..20).map(|n| through(client, &format!("192.0.2.{n}"))).collect();
    answers[19].problem(429, "too-many");
}

#[test]
fn connections_of_a_trusted_proxy_are_counted_by_client() {
    let host = limited(true);
    let begun = begin(&mut Client::new(host.address), "tide/first");
    let open = |client: &str| {
        let header = format!("X-Forwarded-For: {client}\r\n");
        RawSocket::open_with(host.address, &begun.tokens[0], &header)
    };
    // More than one client may have, all from the address of the proxy.
    let held: Vec<_> = ["192.0.2.1", "192.0.2.1", "192.0.2.2"].map(|client| open(client).unwrap()).into();
    let refused = open("192.0.2.1").err().unwrap();
    assert!(refused.starts_with("HTTP/1.1 429") && refused.contains("retry-after: 5"), "{refused}");
    assert!(open("192.0.2.2").is_ok());
    drop(held);
}
