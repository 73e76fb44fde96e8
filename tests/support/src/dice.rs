/// Marsaglia's xorshift64: the same numbers in every run and on every machine.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// Dice that begin with `seed`, which is not 0.
    pub fn new(seed: u64) -> Dice {
        Dice(seed.max(1))
    }

    /// A number below `sides`.
    pub fn below(&mut self, sides: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0 % sides
    }

    /// True so many times in a thousand.
    pub fn permille(&mut self, share: u64) -> bool {
        self.below(1000) < share
    }
}
