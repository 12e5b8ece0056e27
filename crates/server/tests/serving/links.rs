//! A link can be renewed by its seat, after which the old one opens nothing.

use std::time::Duration;

use crate::common::{Client, Dice, Host, begin, choose, play, seat};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

/// Maximum time for a message of the server, only so that a test ends.
const LONG: Duration = Duration::from_secs(30);

fn renew(client: &mut Client, link: &str) -> String {
    client.post(&seat(link, "/renew"), &json!({})).ok()["link"].as_str().unwrap().to_owned()
}

#[test]
fn the_old_link_is_void_and_the_new_one_has_the_seat() {
    let host = Host::new();
    let client = &mut Client::new(host.address);
    let mut begun = begin(client, "tide/first");
    play(client, &begun, 10, &mut Dice(2));
    let info = client.get(&seat(&begun.tokens[0], "")).ok();
    let old = std::mem::take(&mut begun.tokens[0]);
    begun.tokens[0] = renew(client, &old);
    assert!(begun.tokens[0].len() == 48 && begun.tokens[0] != old);
    for what in ["", "/scene", "/events", "/live", "/table"] {
        client.get(&seat(&old, what)).problem(404, "unknown-seat");
    }
    client.post(&seat(&old, "/renew"), &json!({})).problem(404, "unknown-seat");
    assert_eq!(client.get(&seat(&begun.tokens[0], "")).ok(), info);
    assert!(play(client, &begun, 5000, &mut Dice(3)), "the game came to no end");
    // Also after the links in memory are gone.
    let host = host.again();
    let client = &mut Client::new(host.address);
    client.get(&seat(&old, "")).problem(404, "unknown-seat");
    client.get(&seat(&begun.tokens[0], "")).ok();
}

#[test]
fn a_client_may_make_the_new_link_so_that_no_lost_answer_loses_the_seat() {
    let host = Host::new();
    let client = &mut Client::new(host.address);
    let begun = begin(client, "tide/first");
    let [a, b] = &begun.tokens;
    let renewal = |link: &str| json!({ "link": link });
    for wrong in ["", "0", &"x".repeat(48), &"A".repeat(48), &"0".repeat(50)] {
        client.post(&seat(a, "/renew"), &renewal(wrong)).problem(400, "malformed");
    }
    // The link of another seat stays that seat's.
    client.post(&seat(a, "/renew"), &renewal(b)).problem(404, "unknown-seat");
    assert_eq!(client.get(&seat(b, "")).ok()["seat"], begun.sides[1]);
    let own = "0123456789abcdef".repeat(3);
    assert_eq!(client.post(&seat(a, "/renew"), &renewal(&own)).ok()["link"], own.as_str());
    assert_eq!(client.get(&seat(&own, "")).ok()["seat"], begun.sides[0]);
    client.post(&seat(&begun.spectator, "/renew"), &json!({})).problem(403, "not-your-seat");
    client.get(&seat(&begun.spectator, "")).ok();
}

#[test]
fn sockets_of_the_old_link_are_closed_and_take_no_order() {
    let host = Host::new();
    let client = &mut Client::new(host.address);
    let begun = begin(client, "tide/first");
    let (token, order) = begun.tokens.iter().find_map(|t| Some((t, choose(client, t, &mut Dice(1))?))).unwrap();
    let other = begun.tokens.iter().find(|other| *other != token).unwrap();
    let connect =
        |token: &str| tokio_tungstenite::connect_async(format!("ws://{}/api/seats/{token}/live", host.address));
    host.runtime.block_on(async {
        let (mut socket, _) = connect(token).await.unwrap();
        let (mut beside, _) = connect(other).await.unwrap();
        socket.next().await.unwrap().unwrap();
        beside.next().await.unwrap().unwrap();
        let new = tokio::task::block_in_place(|| renew(client, token));
        let order = json!({ "order": order, "id": "late" }).to_string();
        // The server may have closed the connection already.
        let _ = socket.send(Message::text(order)).await;
        let close = loop {
            match tokio::time::timeout(LONG, socket.next()).await.unwrap() {
                Some(Ok(Message::Close(frame))) => break frame.unwrap(),
                Some(Ok(message)) => assert!(!message.to_string().contains("late"), "the order was taken: {message}"),
                end => panic!("{end:?}"),
            }
        };
        assert_eq!((u16::from(close.code), close.reason.as_str()), (4001, "this link was renewed"));
        // The other seat and the new link are not affected.
        let (mut again, _) = connect(&new).await.unwrap();
        assert!(again.next().await.unwrap().unwrap().is_text());
        beside.send(Message::text("{}")).await.unwrap();
        let answer = tokio::time::timeout(LONG, async {
            loop {
                let text = beside.next().await.unwrap().unwrap().into_text().unwrap();
                let said: Value = serde_json::from_str(&text).unwrap();
                if said["problem"]["code"] == "malformed" {
                    break said;
                }
            }
        });
        answer.await.unwrap();
    });
}
