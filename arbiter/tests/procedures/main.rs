//! The procedures of the five texts as scripts. A test's name begins with the rule it shows.
mod ch;
mod endings;
mod exchange;
mod gr;
mod house;
mod ledger;
mod nl;
mod order;
mod properties;
mod ro;
mod ru;
mod script;
mod taking_back;
mod vectors;
