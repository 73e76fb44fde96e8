//! What every request passes before anything looks at it.

use super::Shared;
use super::access::Role;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// Requests a second from one address, and how many at once: a hall behind one router is one address.
const RATE: f64 = 300.0;
const BURST: f64 = 1500.0;

/// Things entered a second from one address, and how many at once.
const WRITE_RATE: f64 = 20.0;
const WRITE_BURST: f64 = 80.0;

/// Addresses that are remembered.
const ADDRESSES: usize = 4096;

/// Where a request comes from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Peer(pub IpAddr);

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

/// How much each address has asked.
#[derive(Debug, Default)]
pub(super) struct Rates(Mutex<HashMap<IpAddr, (Bucket, Bucket)>>);

impl Rates {
    fn allow(&self, address: IpAddr, writes: bool, now: Instant) -> bool {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() >= ADDRESSES && !known.contains_key(&address) {
            known.clear();
        }
        let full = || (Bucket::full(BURST, now), Bucket::full(WRITE_BURST, now));
        let (all, writing) = known.entry(address).or_insert_with(full);
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
    let peer = request.extensions().get::<Peer>().map_or(IpAddr::from([0, 0, 0, 0]), |peer| peer.0);
    let writes = !matches!(*request.method(), Method::GET | Method::HEAD);
    let refusal = if !desk.rates.allow(peer, writes, Instant::now()) {
        Some(refused(StatusCode::TOO_MANY_REQUESTS, "too many requests; wait a moment"))
    } else if request.headers().get_all(header::HOST).iter().count() > 1 {
        // what stands between might have looked at one and we at the other
        Some(refused(StatusCode::BAD_REQUEST, "the request names two hosts"))
    } else if !is_ours(host(&request), &desk.plan.names) {
        Some(refused(StatusCode::MISDIRECTED_REQUEST, "this machine is not called so; see --console-name"))
    } else {
        let upgrade = request.headers().contains_key(header::UPGRADE);
        foreign(request.headers(), host(&request), writes, upgrade)
    };
    let mut response = match refusal {
        Some(refusal) => refusal,
        None => {
            let role = desk.access.role(request.headers(), desk.port);
            request.extensions_mut().insert::<Role>(role);
            next.run(request).await
        }
    };
    harden(&mut response);
    response
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
    use std::time::Duration;

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
        let [one, other] = [1, 2].map(|last| IpAddr::from([10, 0, 0, last]));
        let done = (0..200).filter(|_| rates.allow(one, true, now)).count();
        assert_eq!(done, WRITE_BURST as usize);
        assert!(rates.allow(one, false, now) && rates.allow(other, true, now));
        assert!(rates.allow(one, true, now + Duration::from_secs(1)));
        assert!((0..5000).filter(|_| rates.allow(other, false, now)).count() < BURST as usize);
    }
}
