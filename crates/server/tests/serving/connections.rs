//! Connections that are silent, slow or too many are closed, and others are served.

use std::io::{Read, Write};
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use crate::common::{Client, FOR_EVER, Host, PING, PONG, RawSocket, TEXT, begin, connect, is_closed, seat};
use server::{Config, Deadlines, Limits};

/// Deadlines that a test can wait for. Each test shortens its own only.
const LONG: Deadlines =
    Deadlines { head: FOR_EVER, body: FOR_EVER, write: FOR_EVER, ping: FOR_EVER, silence: FOR_EVER };
const SHORT: Duration = Duration::from_millis(300);

fn host(deadlines: Deadlines) -> Host {
    Host::with(|config| Config { deadlines, ..config })
}

/// Repeats an act until it fails. The server must make it fail.
fn until_it_fails(mut act: impl FnMut() -> std::io::Result<()>) {
    let begun = Instant::now();
    while act().is_ok() {
        assert!(begun.elapsed() < FOR_EVER, "the connection stays open for ever");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// Sends requests until the server has more to send than the system takes, and then no longer reads.
fn ask_without_reading(address: SocketAddr) -> std::net::TcpStream {
    let mut stream = connect(address);
    for _ in 0..100 {
        write!(stream, "GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
    }
    stream
}

#[test]
fn a_silent_connection_is_closed() {
    let host = host(Deadlines { head: SHORT, ..LONG });
    assert!(is_closed(&mut connect(host.address)));
    let mut after_a_request = connect(host.address);
    write!(after_a_request, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n").unwrap();
    assert!(is_closed(&mut after_a_request));
}

#[test]
fn a_request_that_is_written_slowly_is_not_waited_for() {
    let host = host(Deadlines { head: SHORT, ..LONG });
    let mut stream = connect(host.address);
    write!(stream, "GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ").unwrap();
    until_it_fails(|| stream.write_all(b"x"));
}

#[test]
fn a_body_that_is_written_slowly_is_not_waited_for() {
    let host = host(Deadlines { body: SHORT, ..LONG });
    let mut stream = connect(host.address);
    let head = "Host: localhost\r\nContent-Type: application/json\r\nContent-Length: 60000\r\n";
    write!(stream, "POST /api/games HTTP/1.1\r\n{head}\r\n").unwrap();
    let mut reader = stream.try_clone().unwrap();
    let answer = std::thread::spawn(move || {
        let mut answer = Vec::new();
        let _ = reader.read_to_end(&mut answer);
        String::from_utf8(answer).unwrap()
    });
    until_it_fails(|| stream.write_all(b" "));
    let answer = answer.join().unwrap();
    assert!(answer.starts_with("HTTP/1.1 400") && answer.contains("did not arrive in time"), "{answer}");
}

#[test]
fn a_client_that_reads_nothing_is_dropped() {
    let host = host(Deadlines { write: SHORT, ..LONG });
    let mut stream = ask_without_reading(host.address);
    // Writing fails only after the server has closed.
    until_it_fails(|| stream.write_all(b"G"));
}

#[test]
fn a_client_that_reads_slowly_is_dropped() {
    let host = host(Deadlines { write: SHORT, ..LONG });
    let mut stream = ask_without_reading(host.address);
    until_it_fails(|| {
        let mut some = [0; 16];
        stream.read_exact(&mut some)?;
        stream.write_all(b"G")
    });
}

#[test]
fn a_client_that_reads_at_last_gets_everything() {
    let host = host(LONG);
    let mut stream = ask_without_reading(host.address);
    std::thread::sleep(SHORT);
    let length = Client::new(host.address).get("/api/openapi.json").body.len();
    let mut all = vec![0; 100 * length];
    stream.read_exact(&mut all).unwrap();
}

#[test]
fn a_socket_whose_client_is_gone_is_closed() {
    let host = host(Deadlines { ping: SHORT / 3, silence: SHORT, ..LONG });
    let begun = begin(&mut Client::new(host.address), "tide/first");
    // It is open and answers no ping, as if the machine had lost its network.
    let mut half_open = RawSocket::open(host.address, &begun.tokens[0]);
    assert_eq!(half_open.until_closed().1, None);
}

#[test]
fn a_socket_that_is_written_slowly_is_closed() {
    let host = host(Deadlines { ping: SHORT / 3, silence: SHORT, ..LONG });
    let begun = begin(&mut Client::new(host.address), "tide/first");
    let mut socket = RawSocket::open(host.address, &begun.tokens[0]);
    // A frame that never ends.
    socket.send_bytes(&[0x81, 0x80 | 126, 0xff, 0xff, 0, 0, 0, 0]).unwrap();
    until_it_fails(|| socket.send_bytes(b" "));
}

#[test]
fn a_socket_that_is_not_read_is_closed() {
    let host = host(Deadlines { write: SHORT, ..LONG });
    let begun = begin(&mut Client::new(host.address), "tide/first");
    for (opcode, payload) in [(TEXT, &b"nonsense"[..]), (PING, &[b'x'; 125])] {
        let mut socket = RawSocket::open(host.address, &begun.tokens[0]);
        socket.stream.set_write_timeout(Some(FOR_EVER)).unwrap();
        // Every message is answered.
        let begun = Instant::now();
        while socket.send(opcode, payload).is_ok() {
            assert!(begun.elapsed() < FOR_EVER, "the connection stays open for ever");
        }
    }
}

#[test]
fn one_address_has_its_share_of_connections() {
    let host = Host::with(|config| Config { limits: Limits { connections_of_one: 3, ..config.limits }, ..config });
    let mut held: Vec<Client> = (0..3).map(|_| Client::new(host.address)).collect();
    held.iter_mut().for_each(|client| _ = client.get("/api/scenarios").ok());
    assert!(is_closed(&mut connect(host.address)), "a fourth connection was served");
    drop(held.pop());
    let begun = Instant::now();
    while Client::new(host.address).send("GET", "/api", "", b"").is_err() {
        assert!(begun.elapsed() < FOR_EVER, "a closed connection is still counted");
    }
}

/// Returns a connection from another address of this machine.
#[cfg(target_os = "linux")]
fn connect_from(host: &Host, from: [u8; 4]) -> std::net::TcpStream {
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.bind((std::net::Ipv4Addr::from(from), 0).into()).unwrap();
    let stream = host.runtime.block_on(socket.connect(host.address)).unwrap().into_std().unwrap();
    stream.set_nonblocking(false).unwrap();
    stream.set_read_timeout(Some(FOR_EVER)).unwrap();
    stream
}

#[cfg(target_os = "linux")]
#[test]
fn a_new_address_is_served_while_another_holds_all_connections() {
    let limits = |config: &Config| Limits { connections: 6, connections_of_one: 6, ..config.limits };
    let host = Host::with(|config| Config { limits: limits(&config), deadlines: LONG, ..config });
    let begun = begin(&mut Client::new(host.address), "tide/first");
    let mut hoard: Vec<_> = (0..8).map(|_| connect_from(&host, [127, 0, 0, 2])).collect();
    let honest = &mut Client::new(host.address);
    let begun_at = Instant::now();
    while honest.send("GET", &seat(&begun.tokens[0], ""), "", b"").is_err() {
        assert!(begun_at.elapsed() < FOR_EVER, "a new address never gets a connection");
        *honest = Client::new(host.address);
    }
    // The connection stays open, and so does a socket beside it, while the other address tries again and again.
    let mut socket = RawSocket::open(host.address, &begun.tokens[0]);
    hoard.extend((0..20).map(|_| connect_from(&host, [127, 0, 0, 2])));
    honest.get(&seat(&begun.tokens[0], "")).ok();
    socket.send(PING, b"here").unwrap();
    while socket.receive().unwrap() != (PONG, b"here".to_vec()) {}
}

#[cfg(target_os = "linux")]
#[test]
fn a_socket_that_makes_room_is_told_so() {
    let limits = |config: &Config| Limits { connections: 4, connections_of_one: 4, ..config.limits };
    let host = Host::with(|config| Config { limits: limits(&config), deadlines: LONG, ..config });
    let begun = begin(&mut Client::new(host.address), "tide/first");
    let mut sockets: Vec<_> = (0..3).map(|_| RawSocket::open(host.address, &begun.tokens[0])).collect();
    let _others: Vec<_> = (0..2).map(|_| connect_from(&host, [127, 0, 0, 2])).collect();
    let (_, closed) = sockets[0].until_closed();
    assert_eq!(closed.map(|(code, _)| code), Some(1013));
}

#[test]
fn of_many_requests_at_once_those_far_beyond_the_rate_are_not_read() {
    let rate = |config: &Config| Limits { requests_a_second: 1, burst: 5, ..config.limits };
    let host = Host::with(|config| Config { limits: rate(&config), ..config });
    let mut stream = connect(host.address);
    stream.write_all("GET /api HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(200).as_bytes()).unwrap();
    let mut answers = Vec::new();
    // It may end with a reset, since the rest was not read.
    let _ = stream.read_to_end(&mut answers);
    let answers = String::from_utf8_lossy(&answers).into_owned();
    let refused = answers.matches("HTTP/1.1 429").count();
    assert!((15..30).contains(&refused), "{refused} of 200 were refused");
}

#[test]
fn a_client_opens_no_more_connections_in_a_second_than_it_may_send_requests() {
    let rate = |config: &Config| Limits { requests_a_second: 1, burst: 10, ..config.limits };
    let host = Host::with(|config| Config { limits: rate(&config), ..config });
    let mut streams: Vec<_> = (0..30).map(|_| connect(host.address)).collect();
    let refused = streams.iter_mut().skip(10).filter_map(|stream| {
        stream.set_read_timeout(Some(FOR_EVER)).unwrap();
        stream.read(&mut [0]).map_or(Some(()), |read| (read == 0).then_some(()))
    });
    // A token or two may have come back meanwhile.
    assert!(refused.take(15).count() == 15);
}
