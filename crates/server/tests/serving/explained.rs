//! The pages that explain the sewers, over real HTTP.

use crate::common::{Client, Host};
use referee::ledger::ScenarioText;
use server::Config;

const PAGE: &str = include_str!("../../../../explained/tide.toml");

fn explained(config: Config) -> Config {
    let page = |name: &str, text: &str| ScenarioText { name: name.to_owned(), text: text.to_owned() };
    Config { explained: vec![page("tide", PAGE), page("heroes", "title = 1")], ..config }
}

#[test]
fn a_page_is_drawn_once_and_served_to_all() {
    let host = Host::with(explained);
    let client = &mut Client::new(host.address);
    let first = client.get("/api/systems/tide/sewers");
    let page = first.json();
    assert_eq!(page["title"], "How the sewers work");
    let panels = page["panels"].as_array().unwrap();
    assert!(panels.len() >= 6);
    for panel in panels {
        assert!(panel["say"].as_str().is_some_and(|say| !say.is_empty()));
        assert!(!panel["clauses"].as_array().unwrap().is_empty());
        for picture in panel["pictures"].as_array().unwrap() {
            assert!(picture["svg"].as_str().unwrap().starts_with("<svg"));
            assert!(picture["alt"].as_str().unwrap().contains(picture["caption"].as_str().unwrap()));
        }
    }
    assert_eq!(client.get("/api/systems/tide/sewers").text(), first.text());
    // The page in the browser has an address of its own.
    assert!(client.get("/sewers/tide").text().contains("<html"));
}

#[test]
fn a_system_without_a_page_is_not_found() {
    let host = Host::with(explained);
    let client = &mut Client::new(host.address);
    client.get("/api/systems/chess/sewers").problem(404, "unknown-system");
    client.get("/api/systems/sniper/sewers").problem(404, "unknown-system");
    client.get("/api/systems/heroes/sewers").problem(500, "failed");
}
