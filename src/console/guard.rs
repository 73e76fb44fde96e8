//! What every request passes before anything looks at it.

use super::Shared;
use super::access::Role;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Requests a second from one address, and how many at once: a hall behind one router is one address.
const RATE: f64 = 300.0;
const BURST: f64 = 1500.0;

/// Things entered a second from one address, and how many at once.
const WRITE_RATE: f64 = 20.0;
const WRITE_BURST: f64 = 80.0;

/// Addresses that are remembered.
const ADDRESSES: usize = 4096;

/// The largest body of a request in bytes, and how long it may take to come.
pub(super) const LARGEST_BODY: usize = 16 * 1024;
const BODY_WITHIN: Duration = Duration::from_secs(10);

/// Where a request comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Peer(IpAddr);

impl Peer {
    /// Whoever has an address. One that has an address of version 6 has a network of them, which counts as one.
    pub(super) fn at(address: IpAddr) -> Peer {
        Peer(match address.to_canonical() {
            IpAddr::V6(address) => {
                let mut octets = address.octets();
                octets[8..].fill(0);
                IpAddr::from(octets)
            }
            address @ IpAddr::V4(_) => address,
        })
    }
}

/// Connections from each address.
#[derive(Debug)]
pub(super) struct Connections {
    most: usize,
    open: Mutex<HashMap<Peer, usize>>,
}

/// A connection that counts until it is dropped.
#[derive(Debug)]
pub(super) struct Connected(Arc<Connections>, Peer);

impl Connections {
    /// At most so many from one address.
    pub(super) fn at_most(most: usize) -> Arc<Connections> {
        Arc::new(Connections { most, open: Mutex::default() })
    }

    /// One more from an address, unless it has as many as it may.
    pub(super) fn one_more(self: &Arc<Self>, peer: Peer) -> Option<Connected> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(peer).or_default();
        let allowed = *count < self.most;
        *count += usize::from(allowed);
        allowed.then(|| Connected(Arc::clone(self), peer))
    }
}

impl Drop for Connected {
    fn drop(&mut self) {
        let mut open = self.0.open.lock().unwrap_or_else(PoisonError::into_inner);
        let left = open.get(&self.1).map_or(0, |count| count.saturating_sub(1));
        if left == 0 {
            open.remove(&self.1);
        } else {
            open.insert(self.1, left);
        }
    }
}

/// So much may be done now, and so much more with time.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bucket {
    left: f64,
    filled: Instant,
}

impl Bucket {
    pub(super) fn full(size: f64, now: Instant) -> Bucket {
        Bucket { left: size, filled: now }
    }

    /// Whether nothing of it is missing by now.
    fn is_full_at(&self, now: Instant, rate: f64, size: f64) -> bool {
        self.left + rate * now.duration_since(self.filled).as_secs_f64() >= size
    }

    /// Whether one more may be done now.
    pub(super) fn take(&mut self, now: Instant, rate: f64, size: f64) -> bool {
        self.left = (self.left + rate * now.duration_since(self.filled).as_secs_f64()).min(size);
        self.filled = now;
        let allowed = self.left >= 1.0;
        if allowed {
            self.left -= 1.0;
        }
        allowed
    }
}

/// How much each address has asked, those with a key apart: who has none uses nothing up of what the arbiter beside him may do.
#[derive(Debug, Default)]
pub(super) struct Rates(Mutex<HashMap<(Peer, Role), (Bucket, Bucket)>>);

impl Rates {
    fn allow(&self, address: Peer, role: Role, writes: bool, now: Instant) -> bool {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= ADDRESSES && !known.contains_key(&(address, role)) {
            // those who have asked little lately are forgotten first: nobody is helped by coming from many addresses
            known.retain(|_, (all, writing)| {
                !(all.is_full_at(now, RATE, BURST) && writing.is_full_at(now, WRITE_RATE, WRITE_BURST))
            });
            if known.len() >= ADDRESSES {
                return false;
            }
        }
        let full = || (Bucket::full(BURST, now), Bucket::full(WRITE_BURST, now));
        let (all, writing) = known.entry((address, role)).or_insert_with(full);
        all.take(now, RATE, BURST) && (!writes || writing.take(now, WRITE_RATE, WRITE_BURST))
    }
}

/// Why something is refused: a status and a sentence.
pub(super) type Refusal = (StatusCode, String);

/// A refusal as an answer.
pub(super) fn refused(status: StatusCode, text: &str) -> Response {
    (status, [(header::CONTENT_TYPE, "text/plain; charset=utf-8")], format!("{text}\n")).into_response()
}

/// Passes on what may be asked, with who asks; all answers get the headers that keep browsers careful.
pub(super) async fn guard(State(desk): State<Shared>, mut request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<Peer>().copied().unwrap_or(Peer::at(IpAddr::from([0, 0, 0, 0])));
    let writes = !matches!(*request.method(), Method::GET | Method::HEAD);
    let role = desk.access.role(request.headers(), desk.port);
    let refusal = if !desk.rates.allow(peer, role, writes, Instant::now()) {
        Some(refused(StatusCode::TOO_MANY_REQUESTS, "too many requests; wait a moment"))
    } else if request.headers().get_all(header::HOST).iter().count() > 1 {
        // what stands between might have looked at one and we at the other
        Some(refused(StatusCode::BAD_REQUEST, "the request names two hosts"))
    } else if !is_ours(host(&request), &desk.plan.names)
        || request.uri().authority().is_some_and(|named| !is_ours(Some(named.as_str()), &desk.plan.names))
    {
        Some(refused(StatusCode::MISDIRECTED_REQUEST, "this machine is not called so; see --console-name"))
    } else {
        let upgrade = request.headers().contains_key(header::UPGRADE);
        foreign(request.headers(), host(&request), writes, upgrade)
    };
    let mut response = match refusal {
        Some(refusal) => refusal,
        None => {
            request.extensions_mut().insert::<Role>(role);
            match whole(request, writes).await {
                Ok(request) => next.run(request).await,
                Err(refusal) => refusal,
            }
        }
    };
    harden(&mut response);
    response
}

/// A request with all that was sent: who sends a letter a minute holds nothing up. What only asks needs no body, and has none.
async fn whole(request: Request, writes: bool) -> Result<Request, Response> {
    let (head, body) = request.into_parts();
    if !writes {
        return Ok(Request::from_parts(head, Body::empty()));
    }
    match tokio::time::timeout(BODY_WITHIN, to_bytes(body, LARGEST_BODY)).await {
        Ok(Ok(bytes)) => Ok(Request::from_parts(head, Body::from(bytes))),
        Ok(Err(_)) => Err(refused(StatusCode::PAYLOAD_TOO_LARGE, "what is sent is broken, or larger than 16 KiB")),
        Err(_) => Err(refused(StatusCode::REQUEST_TIMEOUT, "what is sent takes too long to come")),
    }
}

fn host(request: &Request<Body>) -> Option<&str> {
    let named = request.headers().get(header::HOST).and_then(|host| host.to_str().ok());
    named.or_else(|| request.uri().authority().map(|authority| authority.as_str()))
}

/// A host's name without its port.
fn name(host: &str) -> &str {
    match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    }
}

/// Whether a name can be this machine's. A page elsewhere whose name was turned to this machine's address does not get further.
fn is_ours(host: Option<&str>, names: &[String]) -> bool {
    let Some(name) = host.map(name) else { return false };
    name.parse::<IpAddr>().is_ok()
        || name.eq_ignore_ascii_case("localhost")
        || (name.to_ascii_lowercase().ends_with(".local") && name.len() > 6)
        || names.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Refuses what another site's page has sent: browsers say where a page is from when it writes or opens a socket.
fn foreign(headers: &HeaderMap, host: Option<&str>, writes: bool, upgrade: bool) -> Option<Response> {
    if !writes && !upgrade {
        return None;
    }
    let forbidden = |text| Some(refused(StatusCode::FORBIDDEN, text));
    if let Some(site) = headers.get("sec-fetch-site")
        && !matches!(site.as_bytes(), b"same-origin" | b"none")
    {
        return forbidden("this was sent by another site's page");
    }
    match headers.get(header::ORIGIN) {
        Some(origin) => {
            let origin = origin.to_str().ok().and_then(|text| text.parse::<Uri>().ok());
            let same = origin.as_ref().and_then(Uri::authority).map(|authority| authority.as_str()) == host;
            if same { None } else { forbidden("this was sent by another site's page") }
        }
        // no browser: it has to name its key, which no other site's page can make a browser do
        None if headers.contains_key(header::AUTHORIZATION) || !writes => None,
        None => forbidden("name your key: Authorization: Bearer KEY"),
    }
}

const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; media-src 'self'; connect-src 'self'; \
    base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

fn harden(response: &mut Response) {
    let headers = response.headers_mut();
    let mut add = |name: HeaderName, value: &'static str| {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    };
    add(header::CONTENT_SECURITY_POLICY, POLICY);
    add(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    add(header::X_FRAME_OPTIONS, "DENY");
    add(header::REFERRER_POLICY, "no-referrer");
    add(header::CACHE_CONTROL, "no-store");
    add(HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_answered() {
        let names = ["hall.example".to_owned()];
        for ours in ["127.0.0.1:80", "localhost:8017", "[::1]:80", "table-1.local", "Hall.Example:1", "192.168.1.7"] {
            assert!(is_ours(Some(ours), &names), "{ours}");
        }
        for other in ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "", ".local", "[evil]"] {
            assert!(!is_ours(Some(other), &names), "{other}");
        }
        assert!(!is_ours(None, &names));
    }

    #[test]
    fn what_another_site_sends_is_refused() {
        let headers = |pairs: &[(&'static str, &'static str)]| {
            let pair = |(name, value): &(&'static str, &'static str)| {
                (HeaderName::from_static(name), HeaderValue::from_static(value))
            };
            pairs.iter().map(pair).collect::<HeaderMap>()
        };
        let host = Some("127.0.0.1:80");
        let refuses = |pairs: &[_], writes, upgrade| foreign(&headers(pairs), host, writes, upgrade).is_some();
        assert!(!refuses(&[("origin", "http://127.0.0.1:80")], true, false));
        assert!(!refuses(&[("authorization", "Bearer x")], true, false));
        assert!(!refuses(&[], false, false) && !refuses(&[], false, true));
        assert!(refuses(&[], true, false));
        for origin in ["http://evil.example", "http://127.0.0.1:81", "null", "file://", "http://127.0.0.1:80.evil"] {
            assert!(refuses(&[("origin", origin)], true, false), "{origin}");
            assert!(refuses(&[("origin", origin)], false, true), "{origin}");
        }
        assert!(refuses(&[("origin", "http://127.0.0.1:80"), ("sec-fetch-site", "cross-site")], true, false));
    }

    #[test]
    fn an_address_is_slowed_down_and_others_are_not() {
        let (rates, now) = (Rates::default(), Instant::now());
        let [one, other] = [1, 2].map(|last| Peer::at(IpAddr::from([10, 0, 0, last])));
        let done = (0..200).filter(|_| rates.allow(one, Role::Viewer, true, now)).count();
        assert_eq!(done, WRITE_BURST as usize);
        assert!(rates.allow(one, Role::Viewer, false, now) && rates.allow(other, Role::Viewer, true, now));
        assert!(rates.allow(one, Role::Arbiter, true, now), "the arbiter waits for who has no key");
        assert!(rates.allow(one, Role::Viewer, true, now + Duration::from_secs(1)));
        assert!((0..5000).filter(|_| rates.allow(other, Role::Viewer, false, now)).count() < BURST as usize);
    }

    #[test]
    fn many_addresses_do_not_make_it_forget_who_was_slowed_down() {
        let (rates, now) = (Rates::default(), Instant::now());
        let peer = |number: u32| Peer::at(IpAddr::from(number.to_be_bytes()));
        while rates.allow(peer(0), Role::Viewer, true, now) {}
        for number in 1..2 * ADDRESSES as u32 {
            rates.allow(peer(number), Role::Viewer, false, now);
        }
        assert!(!rates.allow(peer(0), Role::Viewer, true, now));
        // others are answered again when those have been quiet for a moment
        assert!(rates.allow(peer(1 << 30), Role::Viewer, true, now + Duration::from_secs(10)));
    }

    #[test]
    fn an_address_has_so_many_connections_and_others_have_theirs() {
        let connections = Connections::at_most(2);
        let [one, other] = ["2001:db8::1", "2001:db8:0:1::1"].map(|text| Peer::at(text.parse().unwrap()));
        let held: Vec<_> = (0..2).map(|_| connections.one_more(one).unwrap()).collect();
        // another address of the same network is no other
        assert!(connections.one_more(Peer::at("2001:db8::ffff".parse().unwrap())).is_none());
        assert!(connections.one_more(other).is_some());
        drop(held);
        assert!(connections.one_more(one).is_some());
        assert!(connections.open.lock().unwrap().is_empty());
        assert_eq!(Peer::at("::ffff:10.0.0.1".parse().unwrap()), Peer::at("10.0.0.1".parse().unwrap()));
    }
}
