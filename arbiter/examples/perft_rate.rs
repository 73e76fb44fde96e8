//! `perft_rate VARIANT DEPTH FEN`: nodes and seconds of one perft, for [`compare/perft`](../../compare/README.md).
use arbiter::rules::{Captures, MoveRules, Position, Table, perft, perft_table};
use std::{process::ExitCode, time::Instant};

fn count(variant: &str, fen: &str, depth: u32) -> Result<u64, String> {
    let one = || fen.parse::<Position>().map_err(|error| error.to_string());
    match variant {
        "chess" => Ok(perft(&one()?, &MoveRules::CHESS, Captures::LeaveTheTable, depth)),
        "crazyhouse" => Ok(perft(&one()?, &MoveRules::FREE, Captures::ToTheCapturer, depth)),
        "bughouse" => {
            let table: Table = fen.parse().map_err(|error| format!("{error}"))?;
            Ok(perft_table(&table, &MoveRules::FREE, depth))
        }
        _ => Err(format!("{variant:?} is no variant: write chess, crazyhouse or bughouse")),
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let begun = Instant::now();
    let told = match &arguments[..] {
        [variant, depth, fen] => match depth.parse() {
            Ok(depth) => count(variant, fen, depth),
            Err(_) => Err(format!("{depth:?} is no depth: write a number")),
        },
        _ => Err("usage: perft_rate VARIANT DEPTH FEN".to_owned()),
    };
    match told {
        Ok(nodes) => {
            println!("{nodes} {:.6}", begun.elapsed().as_secs_f64());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("perft_rate: {error}");
            ExitCode::from(2)
        }
    }
}
