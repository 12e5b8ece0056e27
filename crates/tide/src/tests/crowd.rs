//! A large scenario on open ground.

/// Twenty-four squads on each side, six of them at sewer tokens, on open ground.
pub fn crowd() -> String {
    let mut text = String::from(
        "title = \"Crowd\"\nsystem = \"tide\"\n[board]\nlabels = \"letters\"\nsize = [20, 12]\nfill = \"clear\"\n\
         [play]\nrounds = 6\nactions = 4\ninitiative = \"soviet\"\n[victory]\npoints = 1\n\
         [[network]]\nkind = \"sewer\"\nentrances = [\"A4\", \"B4\", \"C4\", \"E5\", \"G5\", \"H6\", \"J7\", \"K8\"]\n\
         [[objective]]\nat = \"J6\"\ncommand = 1\nvictory = 1\n",
    );
    for n in 0..24 {
        let column = char::from(b'A' + n / 3);
        let figures =
            ["{ regular = 4 }", "{ elite = 2, officer = 1 }", "{ regular = 2, mg_crew = 1 }"][usize::from(n % 3)];
        for (side, row) in [("soviet", 4), ("german", 9)] {
            let unit = format!("id = \"{side} {n}\"\nside = \"{side}\"\nfigures = {figures}\nat = \"{column}{row}\"\n");
            text.push_str("[[unit]]\n");
            text.push_str(&unit);
        }
    }
    text.push_str("[options]\nsewer_cards = 6\n");
    text
}
