//! The referee as a page uses it: requests as text, what is stored, and what comes by itself.
// Tests assert by panicking.
#![allow(clippy::panic, clippy::expect_used, clippy::unwrap_used, clippy::indexing_slicing)]

use std::collections::BTreeMap;

use browser::{Referee, work};
use fair::{Binding, Commitment, GameId, Nonce};
use serde_json::{Value, json};

/// A page: the referee with what it has stored, and the time.
struct Page {
    referee: Referee,
    /// By game: its setup, its lines and its responses.
    stored: BTreeMap<String, (Value, Vec<String>, Vec<Value>)>,
    links: BTreeMap<String, Value>,
    now: f64,
}

impl Page {
    fn new() -> Page {
        let mut referee = Referee::new();
        for name in ["tide/first", "heroes/first", "asl/first", "sniper/cordon"] {
            let read = |ending: &str| std::fs::read_to_string(format!("../../scenarios/{name}{ending}"));
            referee.offer(name, &read(".toml").unwrap(), read(".guide.toml").ok());
        }
        Page { referee, stored: BTreeMap::new(), links: BTreeMap::new(), now: 0.0 }
    }

    /// Asks as a page does: what must be stored is stored first, and long work is done elsewhere.
    fn ask(&mut self, method: &str, path: &str, body: Option<Value>) -> (u16, Value) {
        self.ask_text(method, path, body.map(|body| body.to_string()))
    }

    /// Asks with text that may be no JSON.
    fn ask_text(&mut self, method: &str, path: &str, body: Option<String>) -> (u16, Value) {
        let answer = self.referee.ask(method, path, body);
        self.store();
        let (status, text) = match answer.job {
            Some(job) => {
                let said: Value = serde_json::from_str(&work(&job)).unwrap();
                said.get("write").into_iter().for_each(|write| self.keep(write));
                (said["status"].as_u64().unwrap() as u16, said["text"].as_str().unwrap().to_owned())
            }
            None => (answer.status, answer.text),
        };
        (status, serde_json::from_str(&text).unwrap_or(Value::String(text)))
    }

    fn get(&mut self, path: &str) -> Value {
        let (status, said) = self.ask("GET", path, None);
        assert_eq!(status, 200, "{path}: {said}");
        said
    }

    fn store(&mut self) {
        let writes: Vec<Value> = serde_json::from_str(&self.referee.writes()).unwrap();
        writes.iter().for_each(|write| self.keep(write));
    }

    fn keep(&mut self, write: &Value) {
        let game = write["game"].as_str().unwrap().to_owned();
        if !write["links"].is_null() {
            self.links.insert(game.clone(), write["links"].clone());
        }
        let kept = self.stored.entry(game).or_default();
        if !write["pre_game"].is_null() {
            kept.0 = write["pre_game"].clone();
        }
        if let Some(lines) = write["lines"].as_array() {
            assert_eq!(write["after"].as_u64().unwrap() as usize, kept.1.len());
            kept.1.extend(lines.iter().map(|line| line.as_str().unwrap().to_owned()));
        }
        if !write["response"].is_null() {
            kept.2.push(write["response"].clone());
        }
    }

    /// Loads a stored game, since a path wants it.
    fn load(&mut self, game: &str, path: &str) {
        self.referee.know(game, &self.links[game].to_string());
        assert_eq!(self.referee.wants(path).as_deref(), Some(game));
        let (pre_game, lines, responses) = &self.stored[game];
        let stored = json!({ "pre_game": pre_game, "lines": lines, "responses": responses });
        self.referee.load(game, &stored.to_string()).unwrap();
        self.store();
        assert_eq!(self.referee.wants(path), None);
    }

    /// Lets computer players and scripts act until they wait for a person or the game is over.
    fn settle(&mut self, mut until: impl FnMut(&mut Page) -> bool) {
        for _ in 0..20_000 {
            let beat: Value = serde_json::from_str(&self.referee.beat(self.now)).unwrap();
            self.store();
            for job in beat["jobs"].as_array().unwrap() {
                let thought = work(job["job"].as_str().unwrap());
                self.referee.done(job["id"].as_u64().unwrap() as u32, &thought);
            }
            if beat["jobs"].as_array().unwrap().is_empty() {
                if until(self) {
                    return;
                }
                self.now += beat["wait"].as_f64().unwrap_or(1000.0).max(1.0);
            }
        }
        panic!("the game doesn't come to rest");
    }

    /// Commits to a nonce and reveals it.
    fn take_part(&mut self, token: &str, seat: fair::Seat, nonce: u8) {
        let dice = self.get(&format!("seats/{token}"))["dice"].clone();
        let game: GameId = serde_json::from_value(dice["game"].clone()).unwrap();
        let referee: Commitment = serde_json::from_value(dice["commitments"]["referee"].clone()).unwrap();
        let nonce = Nonce::from([nonce; 32]);
        let commitment = Binding::Game(game).seat(seat, &referee, &nonce);
        let sent = json!({ "commitment": commitment });
        assert_eq!(self.ask("POST", &format!("seats/{token}/commit"), Some(sent)).0, 200);
        assert_eq!(self.ask("POST", &format!("seats/{token}/reveal"), Some(json!({ "nonce": nonce }))).0, 200);
    }

    /// Gives one of the offered orders. Returns false if none is asked for.
    fn give_any(&mut self, token: &str, choice: usize) -> bool {
        let mut draft = Value::Null;
        for depth in 0.. {
            assert!(depth < 100, "no offer leads to an order");
            let (_, offered) = self.ask("POST", &format!("seats/{token}/offers"), Some(json!({ "draft": draft })));
            let offers = offered["offers"].as_array().unwrap();
            // A draft that only grows would never become an order.
            let order = offers.iter().find(|offer| depth > 5 && !offer["order"].is_null());
            let any = || offers.get((choice + depth) % offers.len().max(1));
            let Some(offer) = order.or_else(any) else { return false };
            if offer["order"].is_null() {
                draft = offer["draft"].clone();
                continue;
            }
            let id = format!("{}-{choice}", offered["heard"]);
            let sent = json!({ "order": offer["order"], "id": id, "if_heard": offered["heard"] });
            let (status, said) = self.ask("POST", &format!("seats/{token}/orders"), Some(sent.clone()));
            assert_eq!(status, 200, "{said}");
            // The same request again gets the same answer.
            assert_eq!(self.ask("POST", &format!("seats/{token}/orders"), Some(sent)), (200, said));
            return true;
        }
        false
    }

    fn is_over(&mut self, token: &str) -> bool {
        !self.get(&format!("seats/{token}"))["outcome"].is_null()
    }

    fn is_asked(&mut self, token: &str) -> bool {
        !self.get(&format!("seats/{token}"))["asked"].is_null()
    }
}

/// Begins a game of a person against the computer. Returns the person's link and the spectator's.
fn begin(page: &mut Page, scenario: &str, sides: [&str; 2], level: &str) -> (String, String) {
    let wanted = json!({ "scenario": scenario, "players": { sides[1]: level } });
    let (status, made) = page.ask("POST", "games", Some(wanted));
    assert_eq!(status, 201, "{made}");
    let link = |name: &str| made["links"][name].as_str().unwrap().to_owned();
    let own = link(sides[0]);
    page.take_part(&own, fair::Seat::A, 7);
    (own, link("spectator"))
}

/// Plays a game to its end. Returns the person's link.
fn played(page: &mut Page, scenario: &str, sides: [&str; 2]) -> String {
    let (own, spectator) = begin(page, scenario, sides, "recruit");
    let listener = page.referee.listen(&format!("seats/{own}/live?from=0")).unwrap();
    let mut events = 0;
    for choice in 0..200 {
        page.settle(|page| page.is_asked(&own) || page.is_over(&own));
        let news: Vec<Value> = serde_json::from_str(&page.referee.news()).unwrap();
        for said in news.iter().filter(|said| said["listener"] == listener) {
            let message: Value = serde_json::from_str(said["text"].as_str().unwrap()).unwrap();
            events += message["events"].as_array().map_or(0, Vec::len);
        }
        if page.is_over(&own) {
            break;
        }
        // Orders at random may take long to end a game, so a long one is given up.
        if choice < 150 {
            page.give_any(&own, choice * 7);
        } else {
            assert_eq!(page.ask("POST", &format!("seats/{own}/resign"), Some(json!({ "id": "given up" }))).0, 200);
        }
    }
    assert!(page.is_over(&own), "{scenario} doesn't end");
    assert_eq!(page.get(&format!("seats/{own}/events?from=0")).as_array().unwrap().len(), events);
    assert_eq!(page.get(&format!("seats/{spectator}"))["seat"], "spectator");
    own
}

#[test]
fn a_game_of_each_system_is_played_stored_and_verified() {
    for scenario in ["tide/first", "heroes/first", "sniper/cordon", "asl/first"] {
        let mut page = Page::new();
        let system = table::system(scenario.split('/').next().unwrap()).unwrap();
        let own = played(&mut page, scenario, system.sides());
        let ledger = page.get(&format!("seats/{own}/ledger"));
        let ledger = ledger.as_str().unwrap().to_owned();
        let verdict = system.verify(&ledger, None).unwrap();
        assert!(verdict.proved && verdict.outcome.is_some(), "{scenario}");
        // What was stored is the ledger, and a game from it is the same.
        let (id, (_, lines, _)) = page.stored.first_key_value().unwrap();
        assert_eq!(lines.iter().map(|line| format!("{line}\n")).collect::<String>(), ledger);
        let mut again = Page::new();
        (again.stored, again.links) = (page.stored.clone(), page.links.clone());
        let path = format!("seats/{own}/ledger");
        again.load(id, &path);
        assert_eq!(again.get(&path).as_str(), Some(ledger.as_str()));
        // The replay and the luck are made from it elsewhere.
        let step = again.get(&format!("seats/{own}/replay?step=3&eyes=open"));
        assert_eq!((&step["step"], &step["eyes"]), (&json!(3), &json!("open")));
        // It can be opened in another browser. That stores a game, which is loaded when it is asked for.
        let mut other = Page::new();
        let (status, made) = other.ask_text("POST", "ledgers", Some(ledger.clone()));
        assert_eq!((status, &made["verdict"]), (201, &json!("fair")), "{made}");
        let path = format!("seats/{}/ledger", made["links"][system.sides()[0]].as_str().unwrap());
        let game = other.stored.first_key_value().unwrap().0.clone();
        other.load(&game, &path);
        assert_eq!(other.get(&path).as_str(), Some(ledger.as_str()));
    }
}

#[test]
fn a_ledger_that_was_changed_is_refused_where_it_differs() {
    let mut page = Page::new();
    let own = played(&mut page, "tide/first", ["soviet", "german"]);
    let ledger = page.get(&format!("seats/{own}/ledger"));
    let mut changed = ledger.as_str().unwrap().to_owned();
    let face = changed.find("\"faces\":[").unwrap() + "\"faces\":[".len();
    let other = if changed[face..].starts_with('1') { "2" } else { "1" };
    changed.replace_range(face..=face, other);
    let (status, problem) = page.ask_text("POST", "ledgers", Some(changed));
    assert_eq!((status, &problem["code"]), (400, &json!("malformed")), "{problem}");
    let (status, problem) = page.ask_text("POST", "ledgers", Some("{}".to_owned()));
    assert!(status == 400 && problem["detail"].as_str().unwrap().contains("line 1"), "{problem}");
    assert_eq!(page.stored.len(), 1);
}

#[test]
fn a_computer_player_thinks_elsewhere() {
    let mut page = Page::new();
    let (own, _) = begin(&mut page, "tide/first", ["soviet", "german"], "regular");
    for choice in 0..6 {
        page.settle(|page| page.is_asked(&own) || page.is_over(&own));
        page.give_any(&own, choice * 5);
    }
    assert!(page.get(&format!("seats/{own}"))["heard"].as_u64().unwrap() > 6);
    // Odds are computed elsewhere, and refusals are told at once.
    page.settle(|page| page.is_asked(&own));
    let order = json!({ "fatigue": { "unit": 999 } });
    let (status, problem) = page.ask("POST", &format!("seats/{own}/odds"), Some(json!({ "order": order })));
    assert_eq!((status, &problem["code"]), (409, &json!("refused")), "{problem}");
}

#[test]
fn a_guided_game_is_played_by_its_script() {
    let mut page = Page::new();
    let (status, made) = page.ask("POST", "games", Some(json!({ "scenario": "tide/first", "guide": true })));
    assert_eq!(status, 201, "{made}");
    let links = made["links"].as_object().unwrap();
    let own = links.iter().find(|(name, _)| *name != "spectator").unwrap().1.as_str().unwrap().to_owned();
    for _ in 0..200 {
        page.settle(|page| {
            let guide = page.get(&format!("seats/{own}/table"))["guide"].clone();
            !guide["lesson"].is_null() || !guide["end"].is_null()
        });
        let guide = page.get(&format!("seats/{own}/table"))["guide"].clone();
        if !guide["end"].is_null() {
            assert_eq!(guide["step"], guide["of"]);
            return;
        }
        let order = guide["lesson"]["path"].as_array().unwrap().last().unwrap()["order"].clone();
        let sent = json!({ "order": order, "id": guide["step"].to_string() });
        let (status, said) = page.ask("POST", &format!("seats/{own}/orders"), Some(sent));
        assert_eq!(status, 200, "{said}");
    }
    panic!("the guided game doesn't end");
}

#[test]
fn secrets_and_links_are_kept_as_by_the_server() {
    let mut page = Page::new();
    let (own, _) = begin(&mut page, "tide/first", ["soviet", "german"], "recruit");
    let (status, problem) = page.ask("GET", &format!("seats/{own}/ledger"), None);
    assert_eq!((status, &problem["code"]), (409, &json!("sealed")));
    let (status, problem) = page.ask("GET", "seats/0123/table", None);
    assert_eq!((status, &problem["code"]), (404, &json!("unknown-seat")));
    let listener = page.referee.listen(&format!("seats/{own}/live?from=0")).unwrap();
    let far = page.referee.listen(&format!("seats/{own}/live?from=99999")).unwrap_err();
    assert!(far.contains("\"sequence\""), "{far}");
    let (status, renewed) = page.ask("POST", &format!("seats/{own}/renew"), Some(json!({})));
    assert_eq!(status, 200);
    let news: Vec<Value> = serde_json::from_str(&page.referee.news()).unwrap();
    assert!(news.iter().any(|said| said["listener"] == listener && said["close"]["code"] == 4001), "{news:?}");
    assert_eq!(page.ask("GET", &format!("seats/{own}"), None).0, 404);
    let link = renewed["link"].as_str().unwrap();
    assert_eq!(page.get(&format!("seats/{link}"))["seat"], "soviet");
}

#[test]
fn a_case_is_stepped_through_and_says_where_it_differs() {
    let mut page = Page::new();
    let name = "tide/TOI-B1-actions-differ-by-side.toml";
    let text = std::fs::read_to_string(format!("../../cases/{name}")).unwrap();
    let (status, walk) = page.ask("POST", "cases", Some(json!({ "name": name, "text": text })));
    assert_eq!(status, 200, "{walk}");
    assert_eq!((walk["failure"].clone(), walk["steps"].as_array().unwrap().len()), (Value::Null, 7));
    assert_eq!(walk["start"].as_array().unwrap().len(), 3);
    let step = &walk["steps"][2];
    assert_eq!((&step["seat"], &step["expects"][0]["key"]), (&json!("german"), &json!("asked")));
    assert!(step["source"].as_str().unwrap().starts_with("[[step]]\nseat = \"german\""), "{step}");
    let wrong = text.replacen("actions_left = 2", "actions_left = 3", 1);
    let (status, walk) = page.ask("POST", "cases", Some(json!({ "name": name, "text": wrong })));
    assert_eq!((status, walk["steps"].as_array().unwrap().len()), (200, 2));
    let line = 1 + wrong[..wrong.find("actions_left = 3").unwrap()].matches('\n').count();
    assert_eq!(walk["failure"]["line"], line, "{}", walk["failure"]);
    let (status, problem) = page.ask("POST", "cases", Some(json!({ "name": name, "text": "title = 1" })));
    assert_eq!((status, &problem["code"]), (400, &json!("malformed")), "{problem}");
}
