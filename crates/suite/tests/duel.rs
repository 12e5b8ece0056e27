//! The invariants, for `duel`.

use suite::toys::duel::Duel;

suite::invariants!(Duel);

suite::every_look_matters!(Duel:);

/// A side that is left alone with its plan still plans what both were asked together, however often it has changed its
/// plan.
#[test]
fn both_plan_until_the_last_part_is_ended() {
    use rules::{Piece, Side};
    use suite::toys::duel::{Order, Plan};
    use suite::{Game, SystemUnderTest};

    let mut referee = Game::<Duel>::new(&Duel::scenarios()[0], 1).referee;
    let man = |n: u16| Order::Plot { man: Piece(n), plan: Plan::Hold };
    for _ in 0..2 {
        assert_eq!(Side::BOTH.map(|side| referee.orders_are_unseen(side)), [true; 2]);
        assert!(!referee.ends(Side::B, &man(2)) && referee.ends(Side::B, &Order::Ready));
        referee.submit(Side::B, Order::Ready, None).unwrap();
        for n in [0, 1, 0] {
            assert_eq!(Side::BOTH.map(|side| referee.orders_are_unseen(side)), [true, false]);
            assert!(!referee.ends(Side::A, &man(n)));
            referee.submit(Side::A, man(n), None).unwrap();
        }
        assert!(referee.orders_are_unseen(Side::A) && referee.ends(Side::A, &Order::Ready));
        referee.submit(Side::A, Order::Ready, None).unwrap();
    }
}
