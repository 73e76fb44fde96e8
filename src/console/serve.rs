//! Connections: how many, how long they may take, and what they get.

use super::guard::{Connections, LARGEST_BODY, Peer, guard};
use super::{Shared, clips, day, entries, feeds, files, metrics, pages, preparing};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::{get, post};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tower_service::Service;

/// Connections at once, and those from one address: a hall behind one router has many, and still cannot lock everybody else out.
const CONNECTIONS: usize = 2048;
const CONNECTIONS_OF_ONE: usize = 1536;

/// A request's head is there within this, or the connection is closed.
const HEAD_WITHIN: Duration = Duration::from_secs(10);

/// The largest head of a request, in bytes.
const LARGEST_HEAD: usize = 16 * 1024;

/// Fields of a head.
const FIELDS: usize = 64;

fn routes(desk: Shared) -> Router {
    Router::new()
        .route("/", get(pages::console))
        .route("/sign-in", post(pages::sign_in))
        .route("/clock", get(pages::clock_choice))
        .route("/clock/{board}", get(pages::clock))
        .route("/seats", get(pages::seats))
        .route("/setup", get(pages::setup))
        .route("/live", get(pages::live))
        .route("/overlay", get(pages::overlay))
        .route("/assets/{name}", get(pages::asset))
        .route("/api/hello", get(entries::hello))
        .route("/api/articles", get(entries::articles))
        .route("/api/events", get(feeds::events))
        .route("/api/socket", get(feeds::socket))
        .route("/api/table", get(feeds::table))
        .route("/api/enter", post(entries::enter))
        .route("/api/clock", get(entries::clock_now).post(entries::clock))
        .route("/api/names", get(day::names).post(day::rename))
        .route("/api/next", post(day::next))
        .route("/api/setup", get(preparing::state).post(preparing::act))
        .route("/api/clips/{alert}", get(clips::list))
        .route("/clip/{alert}/{index}", get(clips::film))
        .route("/metrics", get(metrics::metrics))
        .route("/picture/{alert}/{index}", get(files::picture))
        .route("/camera/{camera}", get(files::camera))
        .route("/games.bpgn", get(files::bpgn))
        .route("/games.pgn", get(files::pgn))
        .route("/report.html", get(files::report))
        .route("/appeal/{alert}", get(files::appeal))
        .fallback(pages::nothing)
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .layer(from_fn_with_state(Arc::clone(&desk), guard))
        .with_state(desk)
}

/// Serves until the runtime ends.
pub(super) async fn serve(listener: std::net::TcpListener, desk: Shared) {
    let Ok(listener) = TcpListener::from_std(listener) else { return };
    let routes = routes(desk);
    let free = Arc::new(Semaphore::new(CONNECTIONS));
    let connections = Connections::at_most(CONNECTIONS_OF_ONE);
    loop {
        let Ok(permit) = Arc::clone(&free).acquire_owned().await else { return };
        let (stream, peer) = match listener.accept().await {
            Ok(accepted) => accepted,
            // out of file descriptors, or the other side has gone: the next may do better
            Err(_) => {
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let peer = Peer::at(peer.ip());
        let Some(counted) = connections.one_more(peer) else { continue };
        // what is told is small and should not wait to be put together with more
        let _ = stream.set_nodelay(true);
        let routes = routes.clone();
        tokio::spawn(async move {
            let answer = hyper::service::service_fn(move |mut request: hyper::Request<Incoming>| {
                request.extensions_mut().insert(peer);
                // a router is always ready
                routes.clone().call(request)
            });
            let mut builder = http1::Builder::new();
            builder
                .timer(TokioTimer::new())
                .header_read_timeout(HEAD_WITHIN)
                .max_headers(FIELDS)
                .max_buf_size(LARGEST_HEAD);
            // that a connection broke is the other side's business
            let _ = builder.serve_connection(TokioIo::new(stream), answer).with_upgrades().await;
            drop((permit, counted));
        });
    }
}
