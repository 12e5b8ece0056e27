//! Games in which players roll their own dice: players roll exactly the public dice, and the ledger proves the rest.

use fair::{Binding, GameId, Nonce};
use rand::RngExt;
use rand::rngs::StdRng;
use referee::ledger::DiceTerms;
use referee::playout::Playout;
use referee::replay::{resume, verify};
use referee::{Ack, GameSetup, Item, Referee, RollAsked, SubmitError};
use rules::{Audience, Side};

use crate::SystemUnderTest;
use crate::game::Lines;
use crate::ledgers::rehash;

/// Number of rolls, for each scenario, at which a game is resumed from its ledger.
const RESUMED: usize = 12;

/// Checks that every roll players are asked for is public, in the order of the log. A ledger that ends while an order
/// waits keeps waiting for the same roll, and responds so to the repeated order. The complete ledger verifies, but not
/// with lines removed.
pub fn own_dice_verify<S: SystemUnderTest>() {
    let (mut asked, mut secret, mut resumed) = (0, 0, 0);
    for (number, scenario) in S::scenarios().into_iter().enumerate() {
        let nonces @ [nonce, a, b] = [1, 2, 3].map(|byte| Nonce::from([byte + 10 * number as u8; 32]));
        let game = GameId::from([number as u8; 32]);
        let dice = DiceTerms::Players(Binding::Game(game).commitments(&nonces));
        let lines = Lines::default();
        let setup = GameSetup { scenario: scenario.clone(), game, nonce, dice };
        let mut referee = Referee::<S>::open(setup, Box::new(lines.clone())).expect("a scenario of the tests");
        referee.reveal(a, b).expect("the nonces open their commitments");
        let mut rng: StdRng = rand::SeedableRng::seed_from_u64(90 + number as u64);
        let mut playout = Playout::<S>::new(number as u64);
        for n in 0..150 {
            let chosen = if referee.outcome().is_some() {
                None
            } else {
                playout.choose(referee.setting(), referee.true_position())
            };
            let Some((side, order)) = chosen else { break };
            let entries = referee.entries().len();
            let id = Some(n.to_string());
            let mut done = referee.submit(side, order, id.clone()).map(Some);
            let mut rolls = Vec::new();
            while let Err(SubmitError::Roll(roll)) = done {
                assert_eq!(roll.seen_by, None, "a secret roll is asked of a side");
                if resumed < RESUMED * (number + 1) {
                    resumed += 1;
                    let mut again = resume::<S>(&lines.text(), Box::new(())).expect("its own ledger");
                    assert_eq!(again.stopped, None);
                    assert_eq!(again.referee.roll_asked(), Some(&roll), "it waits for another roll than before");
                    assert_eq!(again.referee.order_waiting_for_dice(), referee.order_waiting_for_dice());
                    assert_waits(again.referee.submit(side, order, id.clone()), &roll);
                }
                assert_waits(referee.submit(side, order, id.clone()), &roll);
                assert!(
                    Side::BOTH
                        .iter()
                        .all(|side| referee.undoable(*side).is_none() && referee.check(*side, &order).is_err())
                );
                let faces: Vec<u8> = (0..roll.dice).map(|_| rng.random_range(1..=6)).collect();
                rolls.push((roll.label.clone(), faces.clone()));
                done = referee.give_dice(&roll.label, faces, Some(side));
            }
            done.unwrap_or_else(|error| panic!("{order:?} was offered: {error}"));
            let items = || referee.entries()[entries..].iter().flat_map(|entry| &entry.items);
            let heard = items().filter_map(|item| match item {
                Item::Roll { label, faces, to: Audience::All, .. } if !faces.is_empty() => {
                    Some((label.clone(), faces.clone()))
                }
                _ => None,
            });
            assert_eq!(rolls, heard.collect::<Vec<_>>(), "what was asked for is not what everybody hears");
            asked += rolls.len();
            let alone = |item: &&Item<S>| matches!(item, Item::Roll { faces, to, .. } if *to != Audience::All && !faces.is_empty());
            secret += items().filter(alone).count();
        }
        let text = lines.text();
        let verdict = verify::<S>(&text, None).unwrap_or_else(|error| panic!("{}: {error}", scenario.name));
        assert!(!verdict.proved, "what people enter is not proved");
        let lines: Vec<&str> = text.lines().collect();
        let waits: Vec<usize> = (0..lines.len()).filter(|n| lines[*n].contains("{\"waits\":")).collect();
        for n in waits.into_iter().take(4) {
            let without: Vec<&str> =
                lines.iter().enumerate().filter(|(at, _)| *at != n).map(|(_, line)| *line).collect();
            assert!(verify::<S>(&rehash(&(without.join("\n") + "\n")), None).is_err(), "an order did not wait");
        }
        for n in (0..lines.len()).filter(|n| lines[*n].contains("{\"entered\":")).take(4) {
            let forged = lines[n].replacen("\"faces\":[1", "\"faces\":[2", 1);
            let forged = if forged == lines[n] { lines[n].replacen("\"faces\":[", "\"faces\":[1,", 1) } else { forged };
            let text = [&lines[..n], &[forged.as_str()], &lines[n + 1..]].concat().join("\n") + "\n";
            assert!(verify::<S>(&rehash(&text), None).is_err(), "other dice were entered unnoticed");
        }
    }
    let [open_floor, secret_floor] = S::OWN_DICE;
    assert!(asked >= open_floor, "only {asked} rolls were asked for, expected {open_floor}; {secret} secret ones");
    assert!(secret >= secret_floor, "the referee made only {secret} secret rolls, expected {secret_floor}");
    assert!(resumed >= RESUMED.min(open_floor), "only {resumed} of {asked} rolls were tried again from the ledger");
}

/// Checks that the order, repeated under its id, waits for the same roll.
fn assert_waits(done: Result<Ack, SubmitError>, roll: &RollAsked) {
    assert!(matches!(&done, Err(SubmitError::Roll(again)) if again == roll), "given again it was answered {done:?}");
}
