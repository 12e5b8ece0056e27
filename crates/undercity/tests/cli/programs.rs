//! Output for other programs and for readers of the documentation.

use super::*;

#[test]
fn the_engine_answers_line_by_line() {
    let request = |id: u32, method: &str, params: Value| {
        json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }).to_string()
    };
    let lines = [
        request(1, "new", json!({ "scenario": "tide/first", "options": { "hidden_sewers": true } })),
        request(2, "awaited", json!({ "game": 1 })),
        "not json".to_owned(),
        request(3, "ledger", json!({ "game": 1 })),
    ];
    let output = undercity(&["engine"], &(lines.join("\n") + "\n"));
    let answers: Vec<Value> = out(&output).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(answers[0]["result"]["about"]["options"]["hidden_sewers"], true);
    assert_eq!(answers[1]["result"]["soviet"]["question"], "act");
    assert_eq!(answers[2]["error"]["code"], -32700);
    assert!(answers[3]["error"]["message"].as_str().is_some_and(|why| why.contains("secret")), "{}", answers[3]);
}
