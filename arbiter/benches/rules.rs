//! How fast the rules are: nodes of perft a second, and the judgement of one move.
use arbiter::{
    notation::san,
    rules::{Captures, DropLimit, Move, MoveList, MoveRules, Position, Table, perft, perft_table},
};
use criterion::{Criterion, Throughput};
use std::hint::black_box;

const MIDDLEGAME: &str = "2rn1b1r/1pp2n1p/B1PBk1pP/5p1P/P5p1/2P2RP1/RP1QNP2/1NBK4[QPp] w - - 0 1";

const KINGS: &str = "k2q2k1/2r1r3/1p1b1b1p/k1n2n2/8/p3k2p/1P1Q1R2/K1K2K1K[QRBNP] w - - 0 1";

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{error}"))
}

/// Nodes a second, printed as elements a second.
fn perft_rates(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("perft");
    group.sample_size(10);
    let start = Position::start();
    let chess = perft(&start, &MoveRules::CHESS, Captures::LeaveTheTable, 4);
    group.throughput(Throughput::Elements(chess));
    group.bench_function("chess from the start, depth 4", |bencher| {
        bencher.iter(|| perft(black_box(&start), &MoveRules::CHESS, Captures::LeaveTheTable, 4));
    });
    let middlegame = position(MIDDLEGAME);
    let drops = perft(&middlegame, &MoveRules::FREE, Captures::ToTheCapturer, 3);
    group.throughput(Throughput::Elements(drops));
    group.bench_function("crazyhouse middlegame, depth 3", |bencher| {
        bencher.iter(|| perft(black_box(&middlegame), &MoveRules::FREE, Captures::ToTheCapturer, 3));
    });
    let table = Table::start();
    let linked = perft_table(&table, &MoveRules::FREE, 3);
    group.throughput(Throughput::Elements(linked));
    group.bench_function("two boards from the start, depth 3", |bencher| {
        bencher.iter(|| perft_table(black_box(&table), &MoveRules::FREE, 3));
    });
    group.finish();
}

fn single_moves(criterion: &mut Criterion) {
    let middlegame = position(MIDDLEGAME);
    let rules = MoveRules::FREE;
    let mv: Move = "d2d5".parse().unwrap_or_else(|error| panic!("{error}"));
    let wrong: Move = "a2c4".parse().unwrap_or_else(|error| panic!("{error}"));
    let mut group = criterion.benchmark_group("one move");
    group.bench_function("irregularities of a legal move", |b| {
        b.iter(|| middlegame.irregularities(black_box(mv), &rules))
    });
    group.bench_function("irregularities of a wrong move", |b| {
        b.iter(|| middlegame.irregularities(black_box(wrong), &rules))
    });
    group.bench_function("all legal moves", |b| {
        let mut moves = MoveList::new();
        b.iter(|| black_box(&middlegame).legal_moves(&rules, &mut moves));
    });
    let drop: Move = "Q@c6".parse().unwrap_or_else(|error| panic!("{error}"));
    let russian = MoveRules { drop_limit: DropLimit::NoBughouseMate, ..rules };
    group.bench_function("irregularities of a drop that may not mate", |b| {
        b.iter(|| middlegame.irregularities(black_box(drop), &russian));
    });
    group.bench_function("a position against mate", |b| b.iter(|| black_box(&middlegame).is_mate(&rules)));
    // No game reaches it: every drop gives check to one of five kings and may not mate, so that each is answered in every way.
    let kings = position(KINGS);
    let house = MoveRules { drop_limit: DropLimit::NoMate, ..rules };
    group.bench_function("all legal moves of five kings against five, no drop with mate", |b| {
        let mut moves = MoveList::new();
        b.iter(|| black_box(&kings).legal_moves(&house, &mut moves));
    });
    group.bench_function("SAN written", |b| b.iter(|| san::write(&middlegame, black_box(mv), &rules)));
    group.bench_function("SAN read", |b| b.iter(|| san::read(&middlegame, black_box("Qd5+"), &rules)));
    group.finish();
}

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    perft_rates(&mut criterion);
    single_moves(&mut criterion);
    criterion.final_summary();
}
