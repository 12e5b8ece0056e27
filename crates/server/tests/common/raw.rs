//! A client that writes and reads bytes: it can be slow, silent or wrong.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used)]

use std::io::{Error, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

/// Opcodes of frames.
pub const TEXT: u8 = 1;
pub const BINARY: u8 = 2;
pub const CLOSE: u8 = 8;
pub const PING: u8 = 9;
pub const PONG: u8 = 10;

/// Time after which a test gives up. No test comes near it unless the server never acts.
pub const FOR_EVER: Duration = Duration::from_secs(60);

/// Returns a connection on which nothing has been sent.
pub fn connect(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_nodelay(true).unwrap();
    stream.set_read_timeout(Some(FOR_EVER)).unwrap();
    stream
}

/// Returns whether the other end has closed the connection: everything that it still sent is discarded.
pub fn is_closed(stream: &mut TcpStream) -> bool {
    match std::io::copy(stream, &mut std::io::sink()) {
        Ok(_) => true,
        Err(error) => !is_late(&error),
    }
}

/// Returns whether an error is the end of a test's patience.
fn is_late(error: &Error) -> bool {
    matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut)
}

/// A WebSocket of single frames.
pub struct RawSocket {
    pub stream: TcpStream,
}

impl RawSocket {
    /// Opens the live log of a seat.
    pub fn open(address: SocketAddr, token: &str) -> RawSocket {
        RawSocket::open_with(address, token, "").unwrap()
    }

    /// Opens the live log of a seat with further headers; an error if that is refused.
    pub fn open_with(address: SocketAddr, token: &str, headers: &str) -> Result<RawSocket, String> {
        RawSocket::over(connect(address), token, headers).unwrap()
    }

    /// Opens the live log of a seat over a connection. The link may have a query behind it. The inner error is the head
    /// of a refusal.
    pub fn over(mut stream: TcpStream, link: &str, headers: &str) -> std::io::Result<Result<RawSocket, String>> {
        let address = stream.peer_addr()?;
        let (token, query) = link.split_at(link.find('?').unwrap_or(link.len()));
        write!(
            stream,
            "GET /api/seats/{token}/live{query} HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\n\
             Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\
             {headers}\r\n"
        )?;
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte)?;
            head.push(byte[0]);
        }
        let head = String::from_utf8(head).unwrap();
        Ok(if head.starts_with("HTTP/1.1 101") { Ok(RawSocket { stream }) } else { Err(head) })
    }

    /// Sends bytes as they are.
    pub fn send_bytes(&mut self, bytes: &[u8]) -> std::io::Result<()> {
        self.stream.write_all(bytes)
    }

    /// Sends a whole message in one frame, masked with zeros.
    pub fn send(&mut self, opcode: u8, payload: &[u8]) -> std::io::Result<()> {
        let mut frame = vec![0x80 | opcode];
        match payload.len() {
            length @ 0..126 => frame.push(0x80 | length as u8),
            length @ 126..=0xffff => {
                frame.push(0x80 | 126);
                frame.extend((length as u16).to_be_bytes());
            }
            length => {
                frame.push(0x80 | 127);
                frame.extend((length as u64).to_be_bytes());
            }
        }
        frame.extend([0; 4]);
        frame.extend(payload);
        self.send_bytes(&frame)
    }

    /// Receives a frame: its opcode and its payload.
    pub fn receive(&mut self) -> std::io::Result<(u8, Vec<u8>)> {
        let mut head = [0; 2];
        self.stream.read_exact(&mut head)?;
        let length = match head[1] {
            126 => {
                let mut length = [0; 2];
                self.stream.read_exact(&mut length)?;
                u64::from(u16::from_be_bytes(length))
            }
            127 => {
                let mut length = [0; 8];
                self.stream.read_exact(&mut length)?;
                u64::from_be_bytes(length)
            }
            length => u64::from(length),
        };
        let mut payload = vec![0; length as usize];
        self.stream.read_exact(&mut payload)?;
        Ok((head[0] & 0xf, payload))
    }

    /// Receives everything up to the end of the connection. Returns the texts, and the code and reason of the close
    /// frame if there was one.
    pub fn until_closed(&mut self) -> (Vec<String>, Option<(u16, String)>) {
        let mut texts = Vec::new();
        let begun = Instant::now();
        loop {
            assert!(begun.elapsed() < FOR_EVER, "the connection stays open for ever");
            match self.receive() {
                Ok((TEXT, text)) => texts.push(String::from_utf8(text).unwrap()),
                Ok((CLOSE, payload)) => {
                    let code = u16::from_be_bytes([payload[0], payload[1]]);
                    let reason = String::from_utf8(payload[2..].to_vec()).unwrap();
                    return (texts, Some((code, reason)));
                }
                Ok(_) => {}
                Err(error) if is_late(&error) => panic!("the connection stays open for ever"),
                Err(_) => return (texts, None),
            }
        }
    }
}
