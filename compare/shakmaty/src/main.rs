//! `compare-shakmaty VARIANT DEPTH FEN`: nodes and seconds of one perft with shakmaty.
use shakmaty::{CastlingMode, Chess, FromSetup, Position, fen::Fen, perft, variant::Crazyhouse};
use std::{process::ExitCode, time::Instant};

fn count<P: Position + FromSetup + Clone>(fen: &str, depth: u32) -> Result<u64, String> {
    let fen: Fen = fen.parse().map_err(|error| format!("{fen}: {error}"))?;
    let position: P = fen.into_position(CastlingMode::Chess960).map_err(|_| "no legal position".to_owned())?;
    let begun = Instant::now();
    let nodes = perft(&position, depth);
    println!("{nodes} {:.6}", begun.elapsed().as_secs_f64());
    Ok(nodes)
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let told = match &arguments[..] {
        [variant, depth, fen] => match (variant.as_str(), depth.parse()) {
            ("chess", Ok(depth)) => count::<Chess>(fen, depth),
            ("crazyhouse", Ok(depth)) => count::<Crazyhouse>(fen, depth),
            _ => Err("the variant is chess or crazyhouse, the depth a number".to_owned()),
        },
        _ => Err("usage: compare-shakmaty VARIANT DEPTH FEN".to_owned()),
    };
    match told {
        Ok(_) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("compare-shakmaty: {error}");
            ExitCode::from(2)
        }
    }
}
