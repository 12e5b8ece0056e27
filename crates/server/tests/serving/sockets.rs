//! What a client sends over the WebSocket is counted, and what is wrong closes the connection with a code.

use crate::common::{BINARY, Begun, CLOSE, Client, Host, PING, RawSocket, TEXT, begin};
use serde_json::Value;
use server::{Config, Limits};

fn game() -> (Host, Begun) {
    let host = Host::new();
    let begun = begin(&mut Client::new(host.address), "tide/first");
    (host, begun)
}

/// A server on which a client soon reaches its rate, and the links of a game.
fn hasty_game() -> (Host, Begun) {
    let rate = |config: &Config| Limits { requests_a_second: 1, burst: 20, ..config.limits };
    let host = Host::with(|config| Config { limits: rate(&config), ..config });
    let begun = begin(&mut Client::new(host.address), "tide/first");
    (host, begun)
}

#[test]
fn malformed_frames_close_the_connection_with_their_code() {
    let (host, begun) = game();
    let masked = |head: &[u8], payload: &[u8]| [head, &[0; 4], payload].concat();
    let too_long = 70_000_u64.to_be_bytes();
    let cases: [(&str, Vec<u8>, u16); 9] = [
        ("an opcode that is not defined", masked(&[0x83, 0x81], b"x"), 1002),
        ("reserved bits", masked(&[0xf1, 0x81], b"x"), 1002),
        ("no mask", vec![0x81, 0x01, b'x'], 1002),
        ("a control frame in parts", masked(&[0x09, 0x80], b""), 1002),
        ("a continuation of nothing", masked(&[0x80, 0x81], b"x"), 1002),
        ("text that is not UTF-8", masked(&[0x81, 0x82], b"\xff\xfe"), 1007),
        ("a long message", masked(&[&[0x81, 0xff][..], &too_long].concat(), &[b' '; 70_000]), 1009),
        ("the promise of a long message", masked(&[&[0x81, 0xff][..], &u64::MAX.to_be_bytes()].concat(), b""), 1009),
        ("binary data", masked(&[0x80 | BINARY, 0x81], b"x"), 1003),
    ];
    for (what, bytes, code) in cases {
        let mut socket = RawSocket::open(host.address, &begun.tokens[0]);
        socket.send_bytes(&bytes).unwrap();
        let (_, closed) = socket.until_closed();
        let (found, reason) = closed.unwrap_or_else(|| panic!("{what}: closed without a code"));
        assert_eq!(found, code, "{what}: {reason}");
        assert!(!reason.is_empty(), "{what}");
    }
}

#[test]
fn a_long_message_in_parts_closes_the_connection() {
    let (host, begun) = game();
    let mut socket = RawSocket::open(host.address, &begun.tokens[0]);
    let part = [&[0x80 | 126, 0x80, 0x00, 0, 0, 0, 0][..], &[b' '; 0x8000]].concat();
    socket.send_bytes(&[&[0x01], &part[..]].concat()).unwrap();
    socket.send_bytes(&[&[0x00], &part[..]].concat()).unwrap();
    socket.send_bytes(&[&[0x00], &part[..]].concat()).unwrap();
    assert_eq!(socket.until_closed().1.map(|(code, _)| code), Some(1009));
}

#[test]
fn a_client_that_closes_is_answered() {
    let (host, begun) = game();
    let mut socket = RawSocket::open(host.address, &begun.tokens[0]);
    socket.send(CLOSE, &1000_u16.to_be_bytes()).unwrap();
    assert_eq!(socket.until_closed().1.map(|(code, _)| code), Some(1000));
}

#[test]
fn a_message_beyond_the_rate_is_not_read() {
    let (host, begun) = hasty_game();
    let mut socket = RawSocket::open(host.address, &begun.tokens[0]);
    for _ in 0..30 {
        socket.send(TEXT, b"nonsense").unwrap();
    }
    let mut codes = Vec::new();
    while codes.last().is_none_or(|code| code == "malformed") {
        let (opcode, text) = socket.receive().unwrap();
        let message: Value = serde_json::from_slice(&text).unwrap();
        assert_eq!(opcode, TEXT);
        if let Some(code) = message["problem"]["code"].as_str() {
            assert!(message["answer"].is_null());
            codes.push(code.to_owned());
        }
    }
    assert_eq!(codes.last().unwrap(), "too-many", "{codes:?}");
}

#[test]
fn a_flood_closes_the_connection_and_says_why() {
    for (opcode, payload) in [(TEXT, &b"nonsense"[..]), (PING, b"x")] {
        let (host, begun) = hasty_game();
        let mut socket = RawSocket::open(host.address, &begun.tokens[0]);
        for _ in 0..1000 {
            // The server may have closed before the last one.
            let _ = socket.send(opcode, payload);
        }
        let (texts, closed) = socket.until_closed();
        let (code, reason) = closed.expect("it is told why");
        assert_eq!((code, reason.as_str()), (1008, "too many messages from this address"));
        assert!(texts.len() < 60, "{} replies", texts.len());
    }
}

#[test]
fn a_server_that_stops_says_so() {
    let (mut host, begun) = game();
    let mut socket = RawSocket::open(host.address, &begun.tokens[0]);
    host.runtime.block_on(host.running.take().unwrap().stop());
    assert_eq!(socket.until_closed().1.map(|(code, _)| code), Some(1001));
}

#[test]
fn a_server_that_stops_says_so_to_a_client_that_sends_more_than_it_reads() {
    let (mut host, begun) = game();
    let mut socket = RawSocket::open(host.address, &begun.tokens[0]);
    // Every message is answered, so the server soon waits for the client to read.
    socket.stream.set_write_timeout(Some(std::time::Duration::from_millis(200))).unwrap();
    while socket.send(TEXT, b"nonsense").is_ok() {}
    let running = host.running.take().unwrap();
    std::thread::scope(|scope| {
        scope.spawn(|| host.runtime.block_on(running.stop()));
        let (texts, closed) = socket.until_closed();
        assert_eq!(closed.map(|(code, _)| code), Some(1001), "after {} answers", texts.len());
    });
}
