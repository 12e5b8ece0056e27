//! Games in which players roll their own dice: secret rolls can't be counted, and an order that waits for dice can't be
//! undone or replaced.

use std::time::Duration;

use crate::common::{Begun, Client, Dice, Host, begin_as, choose, listen, seat, take_part};
use serde_json::{Value, json};

/// Returns a scenario in which two counters go below at A3 and are fired on in D3. `real` of them are squads. The rest
/// of two squads and two dummies stay at A1, so the enemy sees the same in each variant.
fn drain(real: usize) -> String {
    let unit = |(id, kind, at, concealed): (&str, &str, &str, bool)| {
        let side = if kind == "4-6-7" { "german" } else { "russian" };
        let concealed = if concealed { "concealed = true\n" } else { "" };
        format!("[[unit]]\nid = \"{id}\"\nside = \"{side}\"\nkind = \"{kind}\"\nat = \"{at}\"\n{concealed}")
    };
    let at = |goes: bool| if goes { "A3" } else { "A1" };
    let row = "    \". . . . . . . . .\",\n".repeat(5);
    [
        format!("title = \"A drain\"\nsystem = \"asl\"\n[board]\nlabels = \"letters\"\nrows = [\n{row}]\n"),
        "[board.legend]\n\".\" = \"open\"\n[[board.hex]]\nat = [\"A3\", \"D3\", \"G3\"]\nmanhole = true\n".to_owned(),
        "[play]\nturns = 4\nfirst = \"russian\"\nfirst_to_place = \"german\"\nsewers = true\n".to_owned(),
        "[capability]\nrussian = true\n[victory]\npoints = 1\n".to_owned(),
        unit(("guard", "4-6-7", "D3", false)),
        unit(("one", "4-4-7", at(real > 0), true)),
        unit(("two", "4-4-7", at(real > 1), true)),
        unit(("three", "dummy", at(real < 2), false)),
        unit(("four", "dummy", at(real < 1), false)),
    ]
    .concat()
}

/// A seat, with all responses to it.
struct Player<'a> {
    client: &'a mut Client,
    begun: &'a Begun,
    dice: Dice,
    ids: usize,
}

impl Player<'_> {
    fn post(&mut self, side: usize, what: &str, mut body: Value) -> Value {
        self.ids += 1;
        body["id"] = json!(format!("i{}", self.ids));
        self.client.post(&seat(&self.begun.tokens[side], what), &body).ok()
    }

    /// Gives an order and enters the requested dice: `faces` first, then any. Returns the requests.
    fn order(&mut self, side: usize, order: Value, faces: &[u8]) -> Vec<Value> {
        let mut done = self.post(side, "/orders", json!({ "order": order }));
        let mut asked = Vec::new();
        while let Some(roll) = done.get("roll").cloned() {
            let count = roll["dice"].as_u64().unwrap() as usize;
            let faces = match faces.len() == count && asked.is_empty() {
                true => faces.to_vec(),
                false => (0..count).map(|_| self.dice.below(6) as u8 + 1).collect(),
            };
            done = self.post(side, "/dice", json!({ "label": roll["label"], "faces": faces }));
            asked.push(roll);
        }
        assert!(done["ack"].is_object(), "it waits for nobody else: {done}");
        asked
    }
}

/// Returns responses and events as a seat may remember them: without heads and seals.
fn without_hashes(value: &Value) -> String {
    let events = |list: &Vec<Value>| list.iter().filter(|event| event.get("sealed").is_none()).cloned().collect();
    let value = value.as_array().map_or_else(|| value.clone(), |list| Value::Array(events(list)));
    value.to_string()
}

/// Plays the shot at a counter below. Returns all rolls requested of the German seat, its log at the end, and the
/// number of secret rolls in the Russian log.
fn shot(real: usize, faces: [u8; 2]) -> (Vec<Value>, String, usize) {
    let host = Host::new();
    let client = &mut Client::new(host.address);
    let begun = &begin_as(client, &json!({ "scenario": drain(real), "dice": "players" }), [1, 2]);
    let (russian, german) = if begun.sides[0] == "russian" { (0, 1) } else { (1, 0) };
    let mut player = Player { client, begun, dice: Dice(3), ids: 0 };
    let piece = |player: &mut Player<'_>, side: usize, label: &str| {
        let scene = player.client.get(&seat(&begun.tokens[side], "/scene")).ok();
        let pieces = scene["pieces"].as_array().unwrap().clone();
        let found =
            pieces.iter().find(|piece| piece["location"].as_str() == Some(label) && piece["side"] == begun.sides[side]);
        found.unwrap_or_else(|| panic!("{label}: {scene}"))["piece"].clone()
    };
    player.order(russian, json!("done"), &[]);
    let scene = player.client.get(&seat(&begun.tokens[russian], "/scene")).ok();
    let below: Vec<Value> = scene["pieces"]
        .as_array()
        .unwrap()
        .iter()
        .filter(|piece| piece["location"] == "A3" && piece["side"] == "russian")
        .map(|piece| piece["piece"].clone())
        .collect();
    assert_eq!(below.len(), 2, "{scene}");
    player.order(russian, json!({ "sewer": { "units": below } }), &[2]);
    player.order(russian, json!({ "to": { "to": "D3/sewer" } }), &[]);
    player.order(russian, json!("done"), &[6]);
    let guard = piece(&mut player, german, "D3");
    let asked = player.order(german, json!({ "fire": { "units": [guard], "at": "D3/sewer" } }), &faces);
    let heard = player.client.get(&seat(&begun.tokens[german], "/events")).ok();
    let own = player.client.get(&seat(&begun.tokens[russian], "/events")).ok();
    let secret = |event: &&Value| event["rolled"]["stream"].as_str().is_some_and(|stream| stream != "public");
    let secret = own.as_array().unwrap().iter().filter(secret).count();
    let live = host.runtime.block_on(listen(host.address, &begun.tokens[german], 0, 2, Duration::from_millis(50)));
    let messages: Vec<usize> = live.iter().filter_map(|sent| sent["events"].as_array().map(Vec::len)).collect();
    (asked, format!("{} {messages:?}", without_hashes(&heard)), secret)
}

/// One, two or none of a "Sewer ?" are real. The enemy that fires on it is asked for equal dice at equal moments and
/// gets equal events, however many secret rolls there are.
#[test]
fn how_many_lie_below_does_not_show_in_the_dice() {
    let (mut secret, mut compared) = ([0; 3], 0);
    for faces in [[1, 3], [1, 4], [2, 4], [3, 3], [3, 4]] {
        let told: Vec<_> = (0..3).map(|real| shot(real, faces)).collect();
        for (n, (asked, heard, rolls)) in told.iter().enumerate() {
            assert_eq!(asked, &told[0].0, "{faces:?}: other dice are asked for with {n} real units below");
            assert_eq!(asked.len(), 1, "the attack, which everybody sees, and nothing else");
            assert!(asked[0]["seen_by"].is_null());
            secret[n] += rolls;
            // It is disclosed that the counter is empty (B8.41c): then the counter is removed.
            if !heard.contains("nobody_left") {
                assert_eq!(heard, &told[0].1, "{faces:?}: something else is heard with {n} real units below");
                compared += usize::from(*rolls > 0);
            }
        }
    }
    assert_eq!(secret[0], 0, "dummies roll nothing");
    assert!(secret[1] > 0 && secret[2] > secret[1], "nothing was rolled in secret, so nothing was tried: {secret:?}");
    assert!(compared > 2, "only {compared} shots with secret rolls were compared");
}

/// Each roll that players enter is in both logs, order by order. Scenarios have an unseen set-up (`deal`), and secret
/// rolls for panic and scatter; no request reveals them.
#[test]
fn no_secret_roll_is_asked_of_anybody() {
    for (scenario, orders) in [("asl/mill-street", 60), ("sniper/patrol", 250)] {
        let host = Host::new();
        let client = &mut Client::new(host.address);
        let begun = &begin_as(client, &json!({ "scenario": scenario, "dice": "players" }), [1, 2]);
        let mut player = Player { client, begun, dice: Dice(8), ids: 0 };
        let mut secret = 0;
        let heard = |player: &mut Player<'_>, token: &str| player.client.get(&seat(token, "/events")).ok();
        let (mut public, mut all) = (0, 0);
        let entered = |events: &Value| {
            let faces = |event: &&Value| event["rolled"]["faces"].as_array().is_some_and(|faces| !faces.is_empty());
            events.as_array().unwrap().iter().filter(faces).count()
        };
        for _ in 0..orders {
            let mut dice = Dice(player.dice.0);
            let next = (0..2).find_map(|side| Some((side, choose(player.client, &begun.tokens[side], &mut dice)?)));
            player.dice.0 = dice.0;
            let Some((side, order)) = next else { break };
            // If possible, the units are placed at random.
            let offers = player.client.post(&seat(&begun.tokens[side], "/offers"), &json!({})).ok();
            let deals = offers["offers"].as_array().unwrap().iter().any(|offer| offer["order"] == "deal");
            let asked = player.order(side, if deals { json!("deal") } else { order }, &[]);
            assert!(asked.iter().all(|roll| roll["seen_by"].is_null()), "{asked:?}");
            let now = entered(&heard(&mut player, &begun.spectator));
            assert_eq!(now - public, asked.len(), "{scenario}: rolls were asked for that not everybody heard of");
            public = now;
        }
        for token in &begun.tokens {
            let events = heard(&mut player, token);
            all += entered(&events);
            let own = |event: &&Value| event["rolled"]["stream"].as_str().is_some_and(|stream| stream != "public");
            secret += events.as_array().unwrap().iter().filter(own).count();
        }
        assert!(secret > 0 && all >= 2 * public, "{scenario}: nothing was rolled in secret");
    }
}

/// Plays *Heroes* until an order waits for dice. Returns the side, the order and the roll.
fn until_dice(client: &mut Client, begun: &Begun) -> (usize, Value, Value) {
    let mut player = Player { client, begun, dice: Dice(5), ids: 0 };
    for n in 0..200 {
        let mut dice = Dice(player.dice.0);
        let next = (0..2).find_map(|side| Some((side, choose(player.client, &begun.tokens[side], &mut dice)?)));
        player.dice.0 = dice.0;
        let (side, order) = next.expect("the game goes on");
        let asked = json!({ "order": order, "id": format!("w{n}") });
        let done = player.client.post(&seat(&begun.tokens[side], "/orders"), &asked).ok();
        if done["roll"].is_object() {
            return (side, asked, done["roll"].clone());
        }
    }
    panic!("no order rolled dice");
}

#[test]
fn an_order_that_waits_for_dice_stays_given() {
    let mut host = Host::new();
    let mut client = Client::new(host.address);
    let begun = begin_as(&mut client, &json!({ "scenario": "heroes/first", "dice": "players" }), [1, 2]);
    let (side, order, mut roll) = until_dice(&mut client, &begun);
    let token = &begun.tokens[side];
    let mut entered = 0;
    loop {
        // After a restart of the server the order waits for the same roll, with all dice entered before.
        host = host.again();
        client = Client::new(host.address);
        assert_eq!(client.get(&seat(token, "")).ok()["roll"], roll);
        assert_eq!(
            client.post(&seat(token, "/orders"), &order).ok()["roll"],
            roll,
            "asked again, it is answered again"
        );
        let other = json!({ "order": "pass", "id": "other" });
        client.post(&seat(token, "/orders"), &other).problem(409, "refused");
        client.post(&seat(token, "/undo"), &json!({ "id": "back" })).problem(409, "refused");
        entered += 1;
        let faces: Vec<u64> = vec![2; roll["dice"].as_u64().unwrap() as usize];
        let dice = json!({ "label": roll["label"], "faces": faces, "id": format!("d{entered}") });
        let done = client.post(&seat(token, "/dice"), &dice).ok();
        match done.get("roll") {
            Some(next) => roll = next.clone(),
            None => break,
        }
        assert_eq!(client.post(&seat(token, "/dice"), &dice).ok()["roll"], roll, "the same dice count once");
    }
    let ack = client.post(&seat(token, "/orders"), &order).ok()["ack"].clone();
    assert!(ack.is_object());
    client.post(&seat(&begun.tokens[0], "/resign"), &json!({ "id": "r" })).ok();
    let ledger = client.get(&seat(&begun.spectator, "/ledger")).text();
    assert!(ledger.contains("{\"waits\":{"), "the order stood in the ledger before its dice");
    let head = client.get(&seat(token, "")).ok()["head"].as_str().unwrap().parse().unwrap();
    let verdict = table::system("heroes").unwrap().verify(&ledger, Some(head)).unwrap();
    assert!(!verdict.proved && verdict.notes.iter().any(|note| note.contains("players entered")), "{verdict:?}");
}

/// A player who rolls by hand can play against the computer, and rolls for it too.
#[test]
fn a_person_rolls_for_the_computer() {
    let host = Host::new();
    let client = &mut Client::new(host.address);
    let asked = json!({ "scenario": "heroes/first", "dice": "players", "players": { "german": "recruit" } });
    let made = client.post("/api/games", &asked).ok();
    let side = made["sides"].as_array().unwrap().iter().find(|side| **side != "german").unwrap();
    let token = made["links"][side.as_str().unwrap()].as_str().unwrap().to_owned();
    take_part(client, &token);
    let (mut dice, mut entered, mut ids) = (Dice(4), 0, 0);
    for _ in 0..4000 {
        ids += 1;
        let info = client.get(&seat(&token, "")).ok();
        if info["roll"].is_object() {
            let count = info["roll"]["dice"].as_u64().unwrap();
            let faces: Vec<usize> = (0..count).map(|_| dice.below(6) + 1).collect();
            let body = json!({ "label": info["roll"]["label"], "faces": faces, "id": format!("d{ids}") });
            client.post(&seat(&token, "/dice"), &body).ok();
            // The request for dice says which side's order they are for.
            entered += 1;
            if entered > 8 {
                return;
            }
        } else if let Some(order) = choose(client, &token, &mut dice) {
            client.post(&seat(&token, "/orders"), &json!({ "order": order, "id": format!("o{ids}") }));
        } else {
            std::thread::sleep(Duration::from_millis(2));
        }
        assert!(info["outcome"].is_null(), "the game ended before anything was rolled");
    }
    panic!("only {entered} rolls");
}
