//! Known answers: closed forms, symmetries, and the ends of the scale.
#![allow(clippy::panic, clippy::unwrap_used)]

use ratings::{Cell, Design, ELO, Fit, Interval, Record, SIDE_PRIOR, STRENGTH_PRIOR, Score};

fn cell(scenario: usize, first: usize, second: usize) -> Cell {
    Cell { scenario, first, second }
}

/// Adds games of a cell, some of them won by the first side and the others lost.
fn add(record: &mut Record, cell: Cell, won: u64, games: u64) {
    for game in 0..games {
        record.add(cell, if game < won { Score::Won } else { Score::Lost });
    }
}

fn logit(share: f64) -> f64 {
    libm::log(share / (1.0 - share))
}

#[track_caller]
fn near(value: f64, known: f64, off: f64) {
    assert!((value - known).abs() <= off, "{value} is not within {off} of {known}");
}

/// Of two players in one scenario, the difference and the advantage of the first side have a closed form, and so has the
/// standard error.
#[test]
fn two_players_have_the_closed_form() {
    let games = 4000;
    for (as_first, of_other) in [(0.75, 0.25), (0.9, 0.6), (0.5, 0.5), (0.3, 0.2)] {
        let mut record = Record::new(2, 1);
        add(&mut record, cell(0, 1, 0), (as_first * games as f64).round() as u64, games);
        add(&mut record, cell(0, 0, 1), (of_other * games as f64).round() as u64, games);
        let fit = Fit::of(&record);
        let (rating, side) = (fit.rating(1), fit.side(0));
        near(rating.value, ELO * (logit(as_first) - logit(of_other)) / 2.0, 1.0);
        near(side.value, ELO * (logit(as_first) + logit(of_other)) / 2.0, 1.0);
        let variance = [as_first, of_other].map(|share| 1.0 / (games as f64 * share * (1.0 - share)));
        let half = 1.959_964 * ELO * (variance[0] + variance[1]).sqrt() / 2.0;
        for interval in [rating, side] {
            near(interval.width() / 2.0, half, 0.02 * half);
        }
        near(Design::new(&fit, []).error(1, 0) * 1.959_964, half, 0.02 * half);
    }
}

#[test]
fn a_chain_of_players_adds_up() {
    // 1 beats 0 at three to one, and 2 beats 1 at four to one; 2 and 0 never met.
    let mut record = Record::new(3, 1);
    for (one, other, won) in [(1, 0, 7500), (2, 1, 8000)] {
        add(&mut record, cell(0, one, other), won, 10_000);
        add(&mut record, cell(0, other, one), 10_000 - won, 10_000);
    }
    let fit = Fit::of(&record);
    near(fit.rating(2).value, ELO * (libm::log(3.0) + libm::log(4.0)), 3.0);
    near(fit.rating(2).value, fit.difference(2, 1).value + fit.rating(1).value, 1e-9);
    near(fit.value(2, 0), fit.rating(2).value, 1e-9);
    let back = fit.difference(1, 2);
    near(back.low, -fit.difference(2, 1).high, 0.1);
}

#[test]
fn players_in_a_circle_are_equal() {
    let mut record = Record::new(3, 2);
    for scenario in 0..2 {
        for one in 0..3 {
            let other = (one + 1) % 3;
            add(&mut record, cell(scenario, one, other), 80, 100);
            add(&mut record, cell(scenario, other, one), 20, 100);
        }
    }
    let fit = Fit::of(&record);
    for player in 1..3 {
        let Interval { value, low, high } = fit.rating(player);
        near(value, 0.0, 1e-6);
        near(low, -high, 0.1);
        assert!(high < 60.0, "{high}");
    }
    assert_eq!(fit.rating(0), Interval { value: 0.0, low: 0.0, high: 0.0 });
}

/// Equal players of whom one had the better side more often are equal.
#[test]
fn an_uneven_scenario_favours_no_player() {
    let mut record = Record::new(2, 2);
    // The first side of scenario 0 wins nine of ten, and player 1 had it ten times as often.
    add(&mut record, cell(0, 1, 0), 9000, 10_000);
    add(&mut record, cell(0, 0, 1), 900, 1000);
    add(&mut record, cell(1, 1, 0), 2000, 10_000);
    add(&mut record, cell(1, 0, 1), 200, 1000);
    let fit = Fit::of(&record);
    near(fit.rating(1).value, 0.0, 5.0);
    near(fit.side(0).value, ELO * logit(0.9), 5.0);
    near(fit.side(1).value, ELO * logit(0.2), 5.0);
}

/// A rating is the mean over scenarios, however many games each has.
#[test]
fn scenarios_count_alike() {
    let mut record = Record::new(2, 2);
    for (scenario, share, games) in [(0, 0.9, 20_000), (1, 0.5, 1000)] {
        let won = (share * games as f64) as u64;
        add(&mut record, cell(scenario, 1, 0), won, games);
        add(&mut record, cell(scenario, 0, 1), games - won, games);
    }
    let fit = Fit::of(&record);
    near(fit.rating(1).value, ELO * logit(0.9) / 2.0, 8.0);
    // Each player deviates by 0.55 log-odds in each scenario, in one direction or the other.
    assert!((50.0..300.0).contains(&fit.spread()), "{}", fit.spread());
}

#[test]
fn a_scenario_without_games_leaves_doubt() {
    let rate = |scenarios| {
        let mut record = Record::new(2, scenarios);
        add(&mut record, cell(0, 1, 0), 15_000, 20_000);
        add(&mut record, cell(0, 0, 1), 5_000, 20_000);
        Fit::with_spread(&record, 100.0).rating(1)
    };
    let (all, half) = (rate(1), rate(2));
    assert!(half.width() > 3.0 * all.width(), "{all:?}, {half:?}");
    // By the model: two players deviate by 100 in the scenario that wasn't played, which is half of the mean, and the known
    // deviation in the other half was part of the strength.
    let wide = 2.0 * 1.96 * 100.0;
    assert!((wide * 0.9..wide * 1.1).contains(&half.width()), "{half:?}");
}

#[test]
fn a_draw_is_half_a_win() {
    let mut halves = Record::new(2, 1);
    let mut draws = Record::new(2, 1);
    for _ in 0..50 {
        for one in [cell(0, 0, 1), cell(0, 1, 0)] {
            draws.add(one, Score::Drawn);
            draws.add(one, Score::Drawn);
            halves.add(one, Score::Won);
            halves.add(one, Score::Lost);
        }
    }
    let (draws, halves) = (Fit::of(&draws).rating(1), Fit::of(&halves).rating(1));
    near(draws.value, 0.0, 1e-9);
    near(draws.low, halves.low, 1e-9);
    near(draws.high, halves.high, 1e-9);
}

/// Without games an interval is that of the prior alone.
#[test]
fn without_games_the_prior_is_left() {
    let fit = Fit::with_spread(&Record::new(3, 4), 50.0);
    let [strength, deviation] = [ELO * STRENGTH_PRIOR, 50.0 / 2.0];
    let known = 1.959_964 * (2.0 * (strength * strength + deviation * deviation)).sqrt();
    let Interval { value, low, high } = fit.rating(2);
    near(value, 0.0, 1e-9);
    near(high, known, 0.1);
    near(low, -known, 0.1);
    near(fit.side(3).high, 1.959_964 * ELO * SIDE_PRIOR, 0.1);
    assert!(Fit::of(&Record::new(3, 4)).rating(1).width().is_finite());
}

/// A player that wins every game has a rating, and an interval that is longer upwards.
#[test]
fn a_player_that_wins_all_its_games_has_a_rating() {
    let mut last = Interval { value: 0.0, low: -2000.0, high: 0.0 };
    for games in [1, 4, 20, 100, 1000, 1_000_000] {
        let mut record = Record::new(2, 1);
        add(&mut record, cell(0, 1, 0), games, games);
        add(&mut record, cell(0, 0, 1), 0, games);
        let rating = Fit::of(&record).rating(1);
        let Interval { value, low, high } = rating;
        assert!(low < value && value < high && high < 4000.0, "{games}: {rating:?}");
        assert!(value > last.value && low > last.low, "{games}: more wins, {last:?} before {rating:?}");
        assert!(high - value > value - low, "{games}: {rating:?}");
        last = rating;
    }
    // 40 of 40: by the games alone and without an advantage of sides the lower end is 2.99 log-odds.
    let mut record = Record::new(2, 1);
    add(&mut record, cell(0, 1, 0), 20, 20);
    add(&mut record, cell(0, 0, 1), 0, 20);
    let low = Fit::of(&record).rating(1).low;
    assert!((0.7 * 2.99 * ELO..1.1 * 2.99 * ELO).contains(&low), "{low}");
}

#[test]
fn impossible_games_are_ignored() {
    let mut record = Record::new(2, 1);
    for wrong in [cell(1, 0, 1), cell(0, 0, 2), cell(0, 2, 0), cell(0, 1, 1)] {
        record.add(wrong, Score::Won);
    }
    assert_eq!((record.games(), record.cells().count()), (0, 0));
    record.add(cell(0, 0, 1), Score::Won);
    let (own, other) = (record.of(0, None), record.of(1, Some(0)));
    assert_eq!([own.won, own.lost, other.won, other.lost, record.of(1, Some(1)).games()], [1, 0, 0, 1, 0]);
}

/// The gain of a pair of games is what the variance falls by once they are pending.
#[test]
fn a_gain_is_what_the_variance_falls_by() {
    let mut record = Record::new(3, 2);
    add(&mut record, cell(0, 1, 0), 30, 40);
    add(&mut record, cell(0, 0, 1), 15, 40);
    add(&mut record, cell(1, 2, 1), 3, 5);
    let fit = Fit::of(&record);
    let now = Design::new(&fit, []);
    let cells = [cell(0, 1, 0), cell(0, 2, 0), cell(1, 2, 1), cell(1, 0, 2)];
    for (cell, gain) in cells.into_iter().zip(now.gains(2, 0, &cells)) {
        let later = Design::new(&fit, [(cell, 1.0), (cell.exchanged(), 1.0)]);
        let (before, after) = (now.error(2, 0), later.error(2, 0));
        let fall = before * before - after * after;
        near(gain / fall, 1.0, 1e-6);
        assert!(gain > 0.0);
    }
    let gains = now.gains(2, 0, &cells);
    assert!(gains[1] > gains[0] && gains[3] > gains[0], "games of the player itself tell more: {gains:?}");
}
