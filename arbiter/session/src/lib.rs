//! The session file: one recorded match in SQLite.
