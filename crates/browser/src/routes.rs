//! The addresses of the interface, and what answers each. They are those of the server.

use ::referee::ledger::ScenarioText;
use game::{
    ActionRequest, Code, DiceRequest, EventsQuery, Game, NewGame, NewGameMade, NewGameRequest, OffersRequest,
    OrderRequest, OrderResponse, Problem, RenewRequest, Renewed, ReplayQuery, Stage, StandingOrderRequest, check,
    guide_of, guide_of_text, guided_game, is_text, object, read_guide_text, refuse_choices, sealed,
};
use rules::Seat;

use crate::answer::{Reply, Said};
use crate::jobs::Job;
use crate::referee::Referee;

/// Returns the link in the path of a seat's request.
pub fn token(path: &str) -> Option<&str> {
    path.strip_prefix("seats/")?.split(['/', '?']).next().filter(|token| !token.is_empty())
}

/// Largest ledger from elsewhere, in bytes.
const LEDGER: usize = 16 << 20;
/// Largest body of any other request, in bytes: that of a scenario with its guide, or of a case.
const BODY: usize = 512 << 10;

/// Answers a request.
pub fn ask(referee: &mut Referee, method: &str, path: &str, body: &str) -> Result<Reply, Problem> {
    let (address, query) = path.split_once('?').unwrap_or((path, ""));
    let most = if address == "ledgers" { LEDGER } else { BODY };
    if body.len() > most {
        return Err(Problem::new(Code::TooLarge, format!("expected at most {most} bytes")));
    }
    let parts: Vec<&str> = address.split('/').collect();
    match (method, parts.as_slice()) {
        ("POST", ["games"]) => create(referee, object(body.as_bytes())?).map(Reply::Now),
        ("POST", ["ledgers"]) => Ok(Reply::Later(Job::Import { ledger: body.to_owned() })),
        ("POST", ["cases"]) => Ok(Reply::Later(Job::Walk(object(body.as_bytes())?))),
        ("POST", ["calculators", system]) => {
            Ok(Reply::Later(Job::Calculate { system: (*system).to_owned(), asked: object(body.as_bytes())? }))
        }
        (_, ["seats", token, rest @ ..]) => {
            let (game, seat, live) = referee.seat(token)?;
            if let ("POST", ["renew"]) = (method, rest) {
                let link = object::<RenewRequest>(body.as_bytes())?.link(seat)?;
                referee.renew(&game, token, &link);
                return Ok(Reply::Now(Said::json(&Renewed { link: link.text().to_owned() })));
            }
            let ledger = &live.ledger;
            let reply = at_seat(&mut live.game, ledger, seat, (method, rest), query, body);
            match reply {
                Err(problem) if problem.is_spoilt() => {
                    referee.lose(&game);
                    Err(problem)
                }
                reply => {
                    referee.gather(&game);
                    reply
                }
            }
        }
        _ => Err(unknown(path)),
    }
}

fn unknown(path: &str) -> Problem {
    Problem::new(Code::UnknownPath, format!("there is nothing at {path}"))
}

/// Returns the link and the number of the first event of a listener.
pub fn listen(referee: &mut Referee, path: &str) -> Result<(String, usize), Problem> {
    let token = token(path).ok_or_else(|| unknown(path))?;
    let (_, seat, live) = referee.seat(token)?;
    let (_, query) = path.split_once('?').unwrap_or((path, ""));
    let from = number(query, "from")?.unwrap_or(0);
    let heard = live.game.table().map_or(0, |table| table.ack(seat).heard);
    if from > heard { Err(game::beyond(from, heard)) } else { Ok((token.to_owned(), from)) }
}

/// Answers a request of a seat.
fn at_seat(
    game: &mut Game,
    ledger: &str,
    seat: Seat,
    (method, rest): (&str, &[&str]),
    query: &str,
    body: &str,
) -> Result<Reply, Problem> {
    let bytes = body.as_bytes();
    let index = seat.index();
    let said = match (method, rest) {
        ("GET", []) => Said::json(&game.info(seat)),
        ("GET", ["board"]) => Said::json(&game.board()?),
        ("GET", ["scene"]) => Said::json(&game.table()?.scene(seat)?),
        ("GET", ["view"]) => Said::json(&game.table()?.view(seat)?),
        ("GET", ["table"]) => Said::json(&game.snapshot(seat)?),
        ("GET", ["why-not"]) => Said::json(&game.why_not(seat)?),
        ("GET", ["events"]) => {
            let query = EventsQuery { from: number(query, "from")?.unwrap_or(0), eyes: word(query, "eyes") };
            Said::text(game.events(seat, &query)?)
        }
        ("GET", ["ledger"]) => Said::text(finished(game, ledger)?),
        ("GET", ["replay"]) => {
            let asked = ReplayQuery { step: number(query, "step")?, eyes: word(query, "eyes") };
            return Ok(Reply::Later(Job::Replay { ledger: finished(game, ledger)?, seat: index, asked }));
        }
        ("GET", ["luck"]) => return Ok(Reply::Later(Job::Luck { ledger: finished(game, ledger)? })),
        ("POST", ["commit"]) => Said::json(&game.take_commitment(seat, &object(bytes)?)?),
        ("POST", ["reveal"]) => Said::json(&game.take_nonce(seat, &object(bytes)?)?),
        ("POST", ["offers"]) => Said::json(&game.offered(seat, object::<OffersRequest>(bytes)?.draft.as_ref())?),
        ("POST", ["odds"]) => {
            let asked = object(bytes)?;
            // What is refused is refused at once.
            drop(game.odds(seat, &asked)?);
            return Ok(Reply::Later(Job::Odds { ledger: ledger.to_owned(), seat: index, asked }));
        }
        ("POST", ["tool"]) => {
            let asked = object(bytes)?;
            game.table()?;
            return Ok(Reply::Later(Job::Tool { ledger: ledger.to_owned(), seat: index, asked }));
        }
        ("POST", [act @ ("orders" | "undo" | "resign" | "standing" | "dice")]) => {
            Said::json(&executed(game, seat, act, bytes)?)
        }
        _ => return Err(unknown(&format!("seats/…/{}", rest.join("/")))),
    };
    Ok(Reply::Now(said))
}

/// Executes an act of a seat.
fn executed(game: &mut Game, seat: Seat, act: &str, body: &[u8]) -> Result<OrderResponse, Problem> {
    match act {
        "orders" => {
            let body: OrderRequest = object(body)?;
            game.order(body.request(seat)?, &body.order, body.if_heard)
        }
        "standing" => {
            let body: StandingOrderRequest = object(body)?;
            game.stand(body.request(seat)?, &body.question, body.answer.as_ref())
        }
        "dice" => {
            let body: DiceRequest = object(body)?;
            game.dice(body.request(seat)?, &body.label, body.faces)
        }
        _ => {
            let request = object::<ActionRequest>(body)?.request(seat, act)?;
            if act == "undo" { game.undo(request) } else { game.resign(request) }
        }
    }
}

fn finished(game: &Game, ledger: &str) -> Result<String, Problem> {
    if game.stage() == Stage::Over { Ok(ledger.to_owned()) } else { Err(sealed()) }
}

/// Returns the value of a name in a query; `None` if it is left out.
fn word(query: &str, name: &str) -> Option<String> {
    query.split('&').find_map(|pair| pair.split_once('=').filter(|(key, _)| *key == name)).map(|(_, value)| {
        // Names of seats have nothing that an address writes otherwise.
        value.to_owned()
    })
}

fn number(query: &str, name: &str) -> Result<Option<usize>, Problem> {
    let wrong = |_| Problem::new(Code::Malformed, format!("{name}: expected a whole number"));
    word(query, name).map(|word| word.parse().map_err(wrong)).transpose()
}

/// Creates a game. The page sends the texts of built-in scenarios and guides too, with their names.
fn create(referee: &mut Referee, mut body: NewGameRequest) -> Result<Said, Problem> {
    let guided = body.guide || body.guide_text.is_some();
    if guided {
        refuse_choices(&body)?;
        if body.guide && is_text(&body.scenario) {
            return Err(guide_of_text());
        }
    }
    let name = body.scenario.clone();
    let scenario = match referee.scenario(&name) {
        Some(scenario) => Some(scenario.clone()),
        None if is_text(&name) => {
            let text = std::mem::take(&mut body.scenario);
            Some(ScenarioText { name: "uploaded.toml".to_owned(), text })
        }
        None => None,
    };
    let unknown = || Problem::new(Code::UnknownScenario, format!("unknown scenario `{name}`"));
    let (system, game) = match body.guide_text {
        Some(text) => NewGame::guided(read_guide_text(scenario.ok_or_else(unknown)?, &text)?)?,
        None if guided => {
            let (guide, scenario) = guide_of(referee.guide(&name).cloned(), scenario, &name)?;
            NewGame::guided(guided_game(&guide, &scenario)?)?
        }
        None => {
            let (system, scenario) = check(scenario.ok_or_else(unknown)?, &body.options)?;
            (system, NewGame::of((system, scenario), &body.players, body.dice)?)
        }
    };
    let (pre_game, links) = game.draw_secrets()?;
    referee.add(pre_game, &links)?;
    Ok(Said::created(&NewGameMade::of(system, &links)))
}
