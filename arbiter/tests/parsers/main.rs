//! The parsers against a corpus, against what random slips make of it, and against noise. `arbiter/fuzz` does the same for longer.
mod checks;

use checks::{CHECKS, Check};
use proptest::prelude::*;
use std::{fs, path::Path};

/// The files of one parser's corpus, in the order of their names.
fn corpus(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus").join(name);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths.iter().map(|path| fs::read(path).expect("a readable file")).collect()
}

fn parser() -> impl Strategy<Value = (Vec<Vec<u8>>, Check)> {
    proptest::sample::select(CHECKS.to_vec()).prop_map(|(name, check)| (corpus(name), check))
}

/// One slip of the pen: a byte changed, a stretch left out, repeated, or taken from another file.
#[derive(Clone, Debug)]
enum Slip {
    Change(prop::sample::Index, u8),
    LeaveOut(prop::sample::Index, usize),
    Repeat(prop::sample::Index, usize),
    Borrow(prop::sample::Index, prop::sample::Index, prop::sample::Index, usize),
}

fn slip() -> impl Strategy<Value = Slip> {
    let at = any::<prop::sample::Index>;
    let byte = prop_oneof![
        Just(b' '),
        Just(b'\n'),
        b'0'..=b'9',
        b'a'..=b'h',
        prop::sample::select(b"{}()[];\"%$\\.@=~/|KQRBNP".to_vec()),
        any::<u8>()
    ];
    prop_oneof![
        (at(), byte).prop_map(|(at, byte)| Slip::Change(at, byte)),
        (at(), 1..12_usize).prop_map(|(at, length)| Slip::LeaveOut(at, length)),
        (at(), 1..40_usize).prop_map(|(at, length)| Slip::Repeat(at, length)),
        (at(), at(), at(), 1..40_usize).prop_map(|(at, file, from, length)| Slip::Borrow(at, file, from, length)),
    ]
}

fn apply(text: &mut Vec<u8>, slip: &Slip, corpus: &[Vec<u8>]) {
    let stretch = |text: &[u8], from: &prop::sample::Index, length: usize| {
        let from = from.index(text.len() + 1);
        from..(from + length).min(text.len())
    };
    match slip {
        Slip::Change(at, byte) if !text.is_empty() => {
            let at = at.index(text.len());
            text[at] = *byte;
        }
        Slip::Change(..) => {}
        Slip::LeaveOut(at, length) => drop(text.drain(stretch(text, at, *length))),
        Slip::Repeat(at, length) => {
            let stretch = stretch(text, at, *length);
            let copy = text[stretch.clone()].to_vec();
            text.splice(stretch.start..stretch.start, copy);
        }
        Slip::Borrow(at, file, from, length) => {
            let other = file.get(corpus);
            let copy = other[stretch(other, from, *length)].to_vec();
            let at = at.index(text.len() + 1);
            text.splice(at..at, copy);
        }
    }
}

#[test]
fn the_corpus_reads_back_as_it_is_written() {
    for (name, check) in CHECKS {
        let files = corpus(name);
        assert!(files.len() >= 4, "the corpus of {name} has {} files", files.len());
        files.iter().for_each(|file| check(file));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn slips_in_the_corpus_are_read_or_refused((corpus, check) in parser(), file: prop::sample::Index, slips in prop::collection::vec(slip(), 1..6)) {
        let mut text = file.get(&corpus).clone();
        slips.iter().for_each(|slip| apply(&mut text, slip, &corpus));
        check(&text);
    }

    #[test]
    fn noise_is_read_or_refused((_, check) in parser(), noise in prop::collection::vec(any::<u8>(), 0..200), text in "(\\PC|\n){0,120}") {
        check(&noise);
        check(text.as_bytes());
    }
}
