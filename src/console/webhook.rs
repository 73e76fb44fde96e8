//! Alerts sent on: each as a JSON object to an address in the hall's network.

use crate::failure::Failure;
use crate::hub::{Audience, Hub};
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// How long the other side may take.
const PATIENCE: Duration = Duration::from_secs(5);

/// How often it is tried, and how long is waited before each new attempt.
const ATTEMPTS: u32 = 4;
const PAUSE: Duration = Duration::from_secs(2);

/// Where alerts are sent: `http://HOST[:PORT]/PATH`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Webhook {
    host: String,
    port: u16,
    path: String,
}

impl Webhook {
    /// The address in `text`.
    ///
    /// # Errors
    /// When it is none, or asks for encryption, which needs a relay.
    pub fn parse(text: &str) -> Result<Webhook, Failure> {
        let wrong = |what: &str| Failure::usage(format!("--webhook {text:?}: {what}"));
        if text.starts_with("https:") {
            return Err(wrong(
                "is encrypted, which is not spoken here; name a relay on this machine (http://127.0.0.1:PORT/)",
            ));
        }
        let rest = text.strip_prefix("http://").ok_or_else(|| wrong("write as in http://127.0.0.1:9000/alerts"))?;
        let (authority, path) = rest.split_once('/').map_or((rest, String::new()), |(a, p)| (a, p.to_owned()));
        let (host, port) = match authority.rsplit_once(':') {
            Some((host, port)) => (host, port.parse().map_err(|_| wrong("its port is no number from 1 to 65535"))?),
            None => (authority, 80),
        };
        let plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_graphic());
        if host.is_empty() || host.contains('@') || !plain(host) || !plain(&path) {
            return Err(wrong("write as in http://127.0.0.1:9000/alerts"));
        }
        Ok(Webhook { host: host.to_owned(), port, path: format!("/{path}") })
    }

    fn request(&self, body: &str) -> String {
        let Webhook { host, port, path } = self;
        format!(
            "POST {path} HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\
             User-Agent: tandem/{}\r\nConnection: close\r\n\r\n{body}",
            body.len(),
            env!("CARGO_PKG_VERSION")
        )
    }

    async fn post(&self, body: &str) -> std::io::Result<()> {
        let mut stream = TcpStream::connect((self.host.as_str(), self.port)).await?;
        stream.write_all(self.request(body).as_bytes()).await?;
        let mut head = [0u8; 12];
        stream.read_exact(&mut head).await?;
        if head.starts_with(b"HTTP/1.") && head[9] == b'2' {
            return Ok(());
        }
        Err(std::io::Error::other(format!("it answered {}", String::from_utf8_lossy(&head[9..]))))
    }
}

/// Sends every alert that is shown, in order, as long as pages are served.
pub(super) async fn send(hub: Hub, webhook: Webhook) {
    let mut changes = hub.changes();
    let (mut edition, mut after) = (hub.edition(Duration::ZERO), 0);
    loop {
        let told = hub.told(edition, Audience::Arbiter, after, Duration::ZERO, 64);
        // what was told last of one match goes before what is told of the next
        let now = hub.edition(Duration::ZERO);
        if told.is_empty() && now != edition {
            (edition, after) = (now, 0);
            continue;
        }
        let more = !told.is_empty();
        for told in told {
            after = told.number;
            if told.name() != "alert" {
                continue;
            }
            let mut attempt = 1;
            while let Err(error) = tokio::time::timeout(PATIENCE, webhook.post(&told.line))
                .await
                .unwrap_or_else(|_| Err(std::io::Error::other("it took too long")))
            {
                if attempt == ATTEMPTS {
                    let Webhook { host, port, .. } = &webhook;
                    eprintln!("tandem: --webhook: an alert could not be sent to {host}:{port}: {error}");
                    break;
                }
                tokio::time::sleep(PAUSE * attempt).await;
                attempt += 1;
            }
        }
        if !more && changes.changed().await.is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};

    #[test]
    fn an_address_is_read_or_refused() {
        let known = Webhook::parse("http://hall.local:9000/a?b=c").unwrap();
        assert_eq!((known.host.as_str(), known.port, known.path.as_str()), ("hall.local", 9000, "/a?b=c"));
        assert_eq!(Webhook::parse("http://10.0.0.1").unwrap().path, "/");
        for wrong in [
            "",
            "ftp://a/",
            "https://a/",
            "http://",
            "http://a:b/",
            "http://a\r\nX: y/",
            "http://u@h/",
            "http://a:99999/",
        ] {
            assert!(Webhook::parse(wrong).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn an_alert_is_posted_as_json() {
        let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let webhook = Webhook::parse(&format!("http://{}/alerts", listener.local_addr().unwrap())).unwrap();
        let server = std::thread::spawn(move || {
            let (mut stream, _) = listener.accept().unwrap();
            let mut heard = [0u8; 1024];
            let length = stream.read(&mut heard).unwrap();
            stream.write_all(b"HTTP/1.1 204 No Content\r\n\r\n").unwrap();
            String::from_utf8_lossy(&heard[..length]).into_owned()
        });
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(webhook.post("{\"event\":\"alert\"}")).unwrap();
        let heard = server.join().unwrap();
        assert!(heard.starts_with("POST /alerts HTTP/1.1\r\n") && heard.ends_with("{\"event\":\"alert\"}"), "{heard}");
    }
}
