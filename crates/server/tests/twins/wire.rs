//! A seat seen from outside: all responses and messages to it, byte for byte except random values.

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio::runtime::Runtime;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use crate::common::{Client, Dice, Host, seat};

/// Minimum length of hashes and links in hexadecimal digits; all other words are shorter.
const HASH: usize = 40;

/// Resources that a seat fetches at every moment. `HEARD` stands for the number of events in its log.
const FETCHED: [&str; 8] =
    ["", "/scene", "/view", "/table", "/events", "/events?from=HEARD", "/ledger", "/events?eyes=A"];

/// Other resources, allowed or refused. Only some of them are fetched at every moment, since they take long.
const FETCHED_BY_TURNS: [&str; 13] = [
    "/board",
    "/why-not",
    "/events?from=1000000",
    "/events?eyes=B",
    "/events?eyes=spectator",
    "/replay",
    "/replay?eyes=open",
    "/luck",
    "/live?from=0",
    "/live?from=1000000",
    "/offers",
    "/commit",
    "/nothing",
];

/// Replaces everything random by as many constant characters: hashes, seals, links and the time of day.
pub fn masked(text: &str) -> String {
    let mut masked = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let digits = rest.bytes().take_while(u8::is_ascii_hexdigit).count();
        let (run, after) = rest.split_at(digits.max(rest.chars().next().map_or(0, char::len_utf8)));
        match digits >= HASH {
            true => masked.extend(std::iter::repeat_n('#', digits)),
            false => masked.push_str(run),
        }
        rest = after;
    }
    let lines = masked.split_inclusive('\n').map(|line| match line.starts_with("date: ") {
        true => "date: ?\r\n",
        false => line,
    });
    lines.collect()
}

/// A seat with an open connection and socket.
pub struct Seat {
    pub token: String,
    http: Client,
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// Number of orders that were sent only to mark a point in the stream of messages.
    marks: usize,
}

impl Seat {
    pub fn sit_down(host: &Host, token: &str) -> Seat {
        let url = format!("ws://{}/api/seats/{token}/live?from=0", host.address);
        let (socket, _) = host.runtime.block_on(tokio_tungstenite::connect_async(url)).expect("a socket");
        Seat { token: token.to_owned(), http: Client::new(host.address), socket, marks: 0 }
    }

    /// Sends a request. Returns the whole response (status, headers and body), or that none came.
    fn ask(&mut self, method: &str, what: &str, body: &Value) -> String {
        let (headers, body) = match body.is_null() {
            true => ("", String::new()),
            false => ("Content-Type: application/json\r\n", body.to_string()),
        };
        let answer = self.http.send(method, &seat(&self.token, what), headers, body.as_bytes());
        let said = answer.map_or_else(|error| format!("no answer: {error}"), |it| format!("{}{}", it.head, it.text()));
        format!("{method} {what} {body}: {}", masked(&said))
    }

    /// Returns all messages over the socket since the last call, in order, up to the response to an impossible order.
    /// Everything done before this call has then been sent.
    pub fn messages(&mut self, runtime: &Runtime) -> Vec<String> {
        self.marks += 1;
        let id = format!("mark-{}", self.marks);
        let mark = json!({ "order": { "mark": {} }, "id": id }).to_string();
        let socket = &mut self.socket;
        runtime.block_on(async {
            socket.send(Message::Text(mark.into())).await.expect("the socket is open");
            let mut came = Vec::new();
            loop {
                match socket.next().await {
                    Some(Ok(Message::Text(text))) => {
                        came.push(masked(&text));
                        if serde_json::from_str::<Value>(&text).expect("JSON")["answer"] == id {
                            return came;
                        }
                    }
                    // Pings come at fixed times.
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => {}
                    other => {
                        came.push(format!("{other:?}"));
                        return came;
                    }
                }
            }
        })
    }

    /// Fetches everything. `moment` selects among the requests that are too many for every moment.
    pub fn answers(&mut self, sides: &[String; 2], heard: usize, moment: u64) -> Vec<String> {
        let dice = &mut Dice(moment);
        let turn = dice.below(FETCHED_BY_TURNS.len());
        let some = FETCHED_BY_TURNS.iter().cycle().skip(turn).take(4);
        let mut answers = Vec::new();
        for what in FETCHED.iter().chain(some) {
            let what = what.replace("HEARD", &heard.to_string());
            let what = what.replace("=A", &format!("={}", sides[0])).replace("=B", &format!("={}", sides[1]));
            answers.push(self.ask("GET", &what, &Value::Null));
        }
        let order = json!({ "mark": {} });
        for (what, body) in [
            ("/offers", json!({ "draft": { "mark": 1 } })),
            ("/orders", json!({ "order": order, "id": "mark" })),
            ("/orders", json!({ "order": order, "id": "mark", "if_heard": heard })),
            ("/standing", json!({ "question": "mark", "answer": "mark", "id": "mark" })),
            ("/dice", json!({ "label": "mark", "faces": [1, 2], "id": "mark" })),
            ("/reveal", json!({ "nonce": "00".repeat(32) })),
            ("/odds", json!({ "order": order })),
        ] {
            answers.push(self.ask("POST", what, &body));
        }
        self.follow_offers(dice, &mut answers);
        self.ask_calculators(dice, &mut answers);
        answers
    }

    /// Follows one random path through the offers.
    fn follow_offers(&mut self, dice: &mut Dice, answers: &mut Vec<String>) {
        let mut asked = json!({});
        loop {
            let path = seat(&self.token, "/offers");
            let offers = self.http.post(&path, &asked);
            answers.push(format!("offers after {asked}: {}{}", masked(&offers.head), offers.text()));
            let offers = if offers.status == 200 { offers.json()["offers"].take() } else { Value::Null };
            let Some(offers) = offers.as_array().filter(|offers| !offers.is_empty()) else { return };
            let offer = &offers[dice.below(offers.len())];
            if let Some(draft) = offer.get("draft") {
                asked = json!({ "draft": draft });
                continue;
            }
            return;
        }
    }

    /// Runs a calculator about something in sight.
    fn ask_calculators(&mut self, dice: &mut Dice, answers: &mut Vec<String>) {
        let info = self.http.get(&seat(&self.token, "")).ok();
        let scene = self.http.get(&seat(&self.token, "/scene"));
        let pieces = if scene.status == 200 { scene.json()["pieces"].take() } else { Value::Null };
        let pieces = pieces.as_array().filter(|pieces| !pieces.is_empty());
        let tools = info["tools"].as_array().cloned().unwrap_or_default();
        if !tools.is_empty() {
            let tool = &tools[dice.below(tools.len())];
            let fields = tool["takes"].as_array().into_iter().flatten().map(|field| {
                let piece = pieces.map_or(&Value::Null, |pieces| &pieces[dice.below(pieces.len())]);
                let value = match field["kind"].as_str() {
                    Some("piece") => piece["piece"].clone(),
                    Some("location") => piece["location"].clone(),
                    Some("side") => piece["side"].clone(),
                    Some("number") => json!(dice.below(6)),
                    _ => json!(dice.below(2) == 0),
                };
                (field["name"].as_str().unwrap_or_default().to_owned(), value)
            });
            let input = Value::Object(fields.collect());
            answers.push(self.ask("POST", "/tool", &json!({ "tool": tool["name"], "input": input })));
        }
    }
}
