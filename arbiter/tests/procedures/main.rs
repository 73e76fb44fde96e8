//! The procedures of the five texts as scripts. A test's name begins with the rule it shows.
mod gr;
mod script;
