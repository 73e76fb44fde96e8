use super::guard::Bucket;
use crate::failure::{Failure, Kind};
use crate::files::write_whole;
use argon2::password_hash::phc::PasswordHash;
use argon2::{Argon2, PasswordHasher, PasswordVerifier};
use axum::http::{HeaderMap, header};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::net::SocketAddr;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// So many browsers may be signed in with a password at once; the first is signed out for one more.
const SIGNED_IN: usize = 64;

/// Who somebody is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    /// Anybody: what is broadcast, as late as the broadcaster has it.
    Viewer,
    /// A clock at a board: presses and declarations.
    Clock,
    /// What is broadcast without delay, and names.
    Broadcaster,
    /// Everything.
    Arbiter,
}

impl Role {
    /// Those that come with a key.
    const WITH_KEYS: [Role; 3] = [Role::Arbiter, Role::Broadcaster, Role::Clock];

    /// Those for whom there is a link.
    pub(super) const WITH_LINKS: [Role; 4] = [Role::Arbiter, Role::Clock, Role::Broadcaster, Role::Viewer];

    /// What the link is for, in words.
    pub const fn title(self) -> &'static str {
        match self {
            Role::Viewer => "spectators",
            Role::Clock => "clocks",
            Role::Broadcaster => "broadcaster",
            Role::Arbiter => "arbiter",
        }
    }

    const fn page(self) -> &'static str {
        match self {
            Role::Viewer => "live",
            Role::Clock => "clock",
            Role::Broadcaster => "overlay",
            Role::Arbiter => "",
        }
    }

    pub(super) const fn is_arbiter(self) -> bool {
        matches!(self, Role::Arbiter)
    }

    pub(super) const fn may_press(self) -> bool {
        matches!(self, Role::Arbiter | Role::Clock)
    }

    pub(super) const fn may_broadcast(self) -> bool {
        matches!(self, Role::Arbiter | Role::Broadcaster)
    }
}

/// The keys in the links.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Keys {
    arbiter: String,
    broadcaster: String,
    clock: String,
}

impl Keys {
    /// Keys that nobody knows.
    ///
    /// # Errors
    /// When the system has no random numbers.
    pub fn random() -> Result<Keys, Failure> {
        Ok(Keys { arbiter: secret()?, broadcaster: secret()?, clock: secret()? })
    }

    /// The keys in a file, which is made if there is none; only its owner may read it.
    fn kept(path: &Path) -> Result<Keys, Failure> {
        let wrong = |what: String| Failure::input(format!("{}: {what}", path.display()));
        match std::fs::read_to_string(path) {
            Ok(text) => {
                let keys: Keys = serde_json::from_str(&text).map_err(|error| {
                    wrong(format!("has no keys of Tandem's pages ({error}); remove it to get new ones"))
                })?;
                let weak = [&keys.arbiter, &keys.broadcaster, &keys.clock].into_iter().any(|key| key.len() < 16);
                if weak {
                    return Err(wrong("a key has fewer than 16 characters; remove it to get new ones".to_owned()));
                }
                Ok(keys)
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                let keys = Keys::random()?;
                let text = serde_json::to_string(&keys).map_err(|error| Failure::new(Kind::Internal, error))?;
                let written = write_whole(path, text.as_bytes())
                    .and_then(|()| std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o600)));
                written.map_err(|error| {
                    Failure::new(Kind::Output, format!("{}: the keys cannot be kept: {error}", path.display()))
                })?;
                Ok(keys)
            }
            Err(error) => Err(wrong(format!("cannot be read: {error}"))),
        }
    }

    fn of(&self, role: Role) -> Option<&str> {
        match role {
            Role::Viewer => None,
            Role::Clock => Some(&self.clock),
            Role::Broadcaster => Some(&self.broadcaster),
            Role::Arbiter => Some(&self.arbiter),
        }
    }
}

/// 128 random bits as letters and digits.
fn secret() -> Result<String, Failure> {
    Ok(random()?.iter().map(|byte| format!("{byte:02x}")).collect())
}

fn random() -> Result<[u8; 16], Failure> {
    let mut bytes = [0u8; 16];
    getrandom::fill(&mut bytes)
        .map_err(|error| Failure::new(Kind::Internal, format!("the system has no random numbers: {error}")))?;
    Ok(bytes)
}

/// Who may do what.
#[derive(Debug)]
pub(super) struct Access {
    keys: Keys,
    /// What argon2 made of the arbiter's password.
    password: Option<String>,
    signed_in: Mutex<Vec<String>>,
    attempts: Mutex<Bucket>,
}

/// What a key opens.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Opens {
    /// A role.
    Role(Role),
    /// The arbiter's, once the password is known as well.
    Password,
    /// Nothing.
    Nothing,
}

impl Access {
    pub(super) fn new(keys: Option<&Path>, password: Option<&Path>) -> Result<Access, Failure> {
        let keys = keys.map_or_else(Keys::random, Keys::kept)?;
        let password = password.map(hash_of).transpose()?;
        let attempts = Mutex::new(Bucket::full(5.0, Instant::now()));
        Ok(Access { keys, password, signed_in: Mutex::default(), attempts })
    }

    /// The page for a role, with the key that opens it.
    pub(super) fn link(&self, role: Role, host: SocketAddr) -> String {
        match self.keys.of(role) {
            Some(key) => format!("http://{host}/{}?key={key}", role.page()),
            None => format!("http://{host}/{}", role.page()),
        }
    }

    /// What a key opens.
    pub(super) fn opens(&self, key: &str) -> Opens {
        match Role::WITH_KEYS.into_iter().find(|role| self.keys.of(*role).is_some_and(|known| same(known, key))) {
            Some(Role::Arbiter) if self.password.is_some() => Opens::Password,
            Some(role) => Opens::Role(role),
            None => Opens::Nothing,
        }
    }

    /// Who asks: by the header `Authorization: Bearer KEY`, or by the cookie that a link has left.
    pub(super) fn role(&self, headers: &HeaderMap, port: u16) -> Role {
        let cookie = cookie(headers, port);
        let Some(key) = bearer(headers).or(cookie) else { return Role::Viewer };
        let signed_in = self.signed_in.lock().unwrap_or_else(PoisonError::into_inner);
        if signed_in.iter().any(|known| same(known, key)) {
            return Role::Arbiter;
        }
        match self.opens(key) {
            Opens::Role(role) => role,
            Opens::Password | Opens::Nothing => Role::Viewer,
        }
    }

    /// Whether a request carries the arbiter's key and lacks the password alone.
    pub(super) fn lacks_password(&self, headers: &HeaderMap, port: u16) -> bool {
        cookie(headers, port).is_some_and(|key| self.opens(key) == Opens::Password)
    }

    /// Signs in who has the arbiter's key and tells the password; gives what his cookie shall hold.
    pub(super) fn sign_in(&self, password: &str) -> Result<Option<String>, Failure> {
        let allowed = self.attempts.lock().unwrap_or_else(PoisonError::into_inner).take(Instant::now(), 0.2, 5.0);
        let right = allowed
            && self
                .password
                .as_deref()
                .and_then(|known| PasswordHash::new(known).ok())
                .is_some_and(|known| Argon2::default().verify_password(password.as_bytes(), &known).is_ok());
        if !right {
            return Ok(None);
        }
        let ticket = secret()?;
        let mut signed_in = self.signed_in.lock().unwrap_or_else(PoisonError::into_inner);
        if signed_in.len() == SIGNED_IN {
            signed_in.remove(0);
        }
        signed_in.push(ticket.clone());
        Ok(Some(ticket))
    }
}

/// What argon2 makes of the first line of a file, or that line itself if it is what argon2 made.
fn hash_of(path: &Path) -> Result<String, Failure> {
    let wrong = |what: String| Failure::input(format!("{}: {what}", path.display()));
    let text = std::fs::read_to_string(path).map_err(|error| wrong(format!("cannot be read: {error}")))?;
    let line = text.lines().next().unwrap_or_default().trim();
    if line.starts_with("$argon2") {
        return match PasswordHash::new(line) {
            Ok(_) => Ok(line.to_owned()),
            Err(error) => Err(wrong(format!("is not what argon2 makes of a password: {error}"))),
        };
    }
    if line.chars().count() < 8 {
        return Err(wrong("a password has at least 8 characters, in the first line; write a longer one".to_owned()));
    }
    let hash = Argon2::default().hash_password_with_salt(line.as_bytes(), &random()?);
    hash.map(|hash| hash.to_string()).map_err(|error| Failure::new(Kind::Internal, error))
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    headers.get(header::AUTHORIZATION)?.to_str().ok()?.strip_prefix("Bearer ")
}

/// The name of the cookie: browsers do not tell ports of one machine apart.
pub(super) fn cookie_name(port: u16) -> String {
    format!("tandem-{port}")
}

fn cookie(headers: &HeaderMap, port: u16) -> Option<&str> {
    let name = cookie_name(port);
    let texts = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    texts.flat_map(|text| text.split(';')).find_map(|pair| pair.trim().strip_prefix(&name)?.strip_prefix('='))
}

/// Whether two keys are the same, told in a time that does not depend on how far they are.
fn same(known: &str, told: &str) -> bool {
    Sha256::digest(known) == Sha256::digest(told)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_opens_its_role_and_nothing_else() {
        let access = Access::new(None, None).unwrap();
        for role in Role::WITH_KEYS {
            assert_eq!(access.opens(access.keys.of(role).unwrap()), Opens::Role(role));
        }
        for key in ["", "x", &access.keys.arbiter[1..]] {
            assert_eq!(access.opens(key), Opens::Nothing);
        }
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, format!("a=b; tandem-80={}", access.keys.clock).parse().unwrap());
        assert_eq!(access.role(&headers, 80), Role::Clock);
        assert_eq!(access.role(&headers, 8), Role::Viewer);
        headers.insert(header::AUTHORIZATION, format!("Bearer {}", access.keys.arbiter).parse().unwrap());
        assert_eq!(access.role(&headers, 80), Role::Arbiter);
    }

    #[test]
    fn with_a_password_the_key_alone_does_not_open() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("password");
        std::fs::write(&path, "correct horse\n").unwrap();
        let access = Access::new(None, Some(&path)).unwrap();
        assert_eq!(access.opens(&access.keys.arbiter.clone()), Opens::Password);
        assert_eq!(access.sign_in("wrong horse").unwrap(), None);
        let ticket = access.sign_in("correct horse").unwrap().unwrap();
        let mut headers = HeaderMap::new();
        headers.insert(header::COOKIE, format!("tandem-1={ticket}").parse().unwrap());
        assert_eq!(access.role(&headers, 1), Role::Arbiter);
        // who guesses is slowed down
        assert!((0..9).all(|_| access.sign_in("guess me please").unwrap().is_none()));
        assert_eq!(access.sign_in("correct horse").unwrap(), None);
        std::fs::write(&path, access.password.unwrap()).unwrap();
        assert!(Access::new(None, Some(&path)).unwrap().sign_in("correct horse").unwrap().is_some());
        std::fs::write(&path, "short").unwrap();
        assert!(Access::new(None, Some(&path)).unwrap_err().message.contains("8 characters"));
    }

    #[test]
    fn keys_are_kept_for_the_owner_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("keys.json");
        let first = Keys::kept(&path).unwrap();
        assert_eq!(Keys::kept(&path).unwrap(), first);
        assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        std::fs::write(&path, "{}").unwrap();
        assert!(Keys::kept(&path).unwrap_err().message.contains("keys.json"));
        std::fs::write(&path, r#"{"arbiter":"a","broadcaster":"b","clock":"c"}"#).unwrap();
        assert!(Keys::kept(&path).unwrap_err().message.contains("16 characters"));
    }
}
