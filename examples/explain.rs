//! Why the arbiter believes what it believes: the best accounts of each board after every look that changed something, from a session.
//!
//! `cargo run --example explain -- SESSION [FROM_MS [TO_MS]]`

use arbiter::{Arbiter, Setup, profile::Profile};
use board::{BoardId, Input, Piece, ReserveEvidence, ReservePiece, Sighting, Square};
use session::SessionReader;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("which session?")?;
    let mut bound = |otherwise: i64| arguments.next().map_or(Ok(otherwise), |text| text.parse());
    let (from, to) = (bound(0)?, bound(i64::MAX)?);
    let reader = SessionReader::open(std::path::Path::new(&path))?;
    let manifest = reader.manifest();
    let profile = Profile::from_toml(&manifest.profile)?;
    let mut arbiter = Arbiter::new(Setup::by_profile(manifest.boards.clone(), &profile));
    for input in reader.inputs() {
        let input = input?;
        let events = arbiter.step(&input);
        let Input::Observation(observation) = &input else { continue };
        let at = observation.at.millis();
        if at < from || at > to {
            continue;
        }
        match &observation.sighting {
            Sighting::Board(_) => explain(&arbiter, observation.board, at),
            Sighting::Reserve(reserve) => println!("{at} ms, {}", lying(reserve)),
            Sighting::Clock(seen) => println!("{at} ms, the clock: {:?}", seen.reading),
        }
        for event in events {
            println!("    says {event:?}");
        }
    }
    Ok(())
}

/// What lies in a reserve: kinds and places.
fn lying(reserve: &ReserveEvidence) -> String {
    let piece = |piece: &ReservePiece| {
        let best = (1..13).max_by_key(|&class| piece.likelihood[class]).and_then(Piece::content_of);
        format!("{}({},{})", best.map_or('.', Piece::letter), piece.base.0, piece.base.1)
    };
    let pieces: Vec<String> = reserve.pieces.iter().map(piece).collect();
    format!("reserve {} {:?}: {}", reserve.seat, reserve.visibility, pieces.join(" "))
}

fn explain(arbiter: &Arbiter, board: BoardId, at: i64) {
    let Some(beam) = arbiter.beam(board) else { return };
    println!("{at} ms, board {board}, {} accounts", beam.accounts().len());
    for account in beam.accounts().iter().take(6) {
        let length = beam.lines().len(account.line);
        let steps: Vec<String> = (length.saturating_sub(3)..=length)
            .filter_map(|length| beam.lines().prefix(account.line, length))
            .map(|line| match beam.lines().step(line).played() {
                Some(mv) => mv.to_string(),
                None => "(as seen)".to_owned(),
            })
            .collect();
        let against: Vec<String> = account
            .contradicted(beam.view(), 128)
            .map(|square: Square| {
                let look = beam.view().look(square);
                let believed = account.position.content(square);
                let seen = look.and_then(|look| look.best());
                let letter = |content: board::Content| content.map_or('.', Piece::letter);
                let cost = look.map_or(0, |look| look.of(believed) - look.of(seen));
                format!("{square} {}<{} {:.1}", letter(believed), letter(seen), f64::from(cost) / 256.0)
            })
            .collect();
        println!(
            "  {:8.2} {}  unexplained {:?} unscored {:?} against {}",
            f64::from(account.score - beam.best().score) / 256.0,
            steps.join(" "),
            account.unexplained,
            account.unscored,
            against.join(", ")
        );
    }
}
