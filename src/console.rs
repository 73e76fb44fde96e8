//! The pages: the arbiter's console, the clocks, the declarations, and what spectators see. Served by the program itself, from what
//! lies in the [hub](crate::hub), in threads of their own.
//!
//! Pages keep no truth: they show what they are sent and send what is entered. What is entered goes through the hub to the run.

mod access;
mod clips;
mod clocks;
mod day;
mod entries;
mod feeds;
mod files;
mod folder;
mod guard;
mod metrics;
mod pages;
mod preparing;
mod serve;
mod standing;
mod webhook;

pub use access::{Keys, Role};
pub use clocks::{ClockSetting, Clocks};
pub use preparing::Preparing;
pub use webhook::Webhook;

use crate::failure::{Failure, Kind};
use crate::hub::Hub;
use access::Access;
use day::Day;
use guard::Rates;
use metrics::Followers;
use qrcode::QrCode;
use qrcode::render::unicode::Dense1x2;
use standing::Names;
use std::io::IsTerminal;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, UdpSocket};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Where pages are found when nothing is said: on this machine alone.
pub const DEFAULT_ADDRESS: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8017);

/// How pages are served.
#[derive(Clone, Debug)]
pub struct ConsolePlan {
    /// Where to listen.
    pub address: SocketAddr,
    /// Names under which the machine may be called besides its address, `localhost` and what ends in `.local`.
    pub names: Vec<String>,
    /// A file that keeps the keys in the links, so that they hold after a restart.
    pub keys: Option<PathBuf>,
    /// A file with the arbiter's password, or what argon2 made of it.
    pub password: Option<PathBuf>,
    /// How far spectators are kept behind.
    pub delay: Duration,
    /// A folder in which the games are kept current.
    pub folder: Option<PathBuf>,
    /// Where alerts are sent.
    pub webhook: Option<Webhook>,
    /// The session's file, for reports.
    pub session: Option<PathBuf>,
    /// A folder that goes when the program is interrupted.
    pub scratch: Option<PathBuf>,
    /// A file that keeps names, pairings and results.
    pub day: Option<PathBuf>,
    /// What a table is set up with before it is watched.
    pub preparing: Option<Arc<dyn Preparing>>,
    /// Whether the program ends when it is interrupted; a run that is watched ends by itself.
    pub alone: bool,
}

/// What every request may need.
#[derive(Debug)]
struct Desk {
    hub: Hub,
    plan: ConsolePlan,
    access: Access,
    rates: Rates,
    clocks: Clocks,
    day: Mutex<Day>,
    followers: Followers,
    written: files::Written,
    port: u16,
}

type Shared = Arc<Desk>;

/// Pages that are being served. They go when it is dropped.
#[derive(Debug)]
pub struct Console {
    address: SocketAddr,
    links: Vec<(Role, String)>,
    /// Dropped with it; its threads end.
    _runtime: tokio::runtime::Runtime,
}

impl Console {
    /// Begins to serve.
    ///
    /// # Errors
    /// When the address is taken or not this machine's, or a file that was named cannot be used.
    pub fn start(hub: Hub, plan: ConsolePlan) -> Result<Console, Failure> {
        let access = Access::new(plan.keys.as_deref(), plan.password.as_deref())?;
        let unusable = |error: std::io::Error| {
            let what = format!("--console: {} cannot be listened at: {error}", plan.address);
            Failure::new(Kind::Usage, format!("{what}; choose another address, or port 0 for any that is free"))
        };
        let listener = TcpListener::bind(plan.address).map_err(unusable)?;
        listener.set_nonblocking(true).map_err(unusable)?;
        let address = listener.local_addr().map_err(unusable)?;
        let links = links(address, &access);
        let internal = |error: std::io::Error| Failure::new(Kind::Internal, format!("no threads for pages: {error}"));
        let mut builder = tokio::runtime::Builder::new_multi_thread();
        let runtime = builder.worker_threads(2).thread_name("pages").enable_all().build().map_err(internal)?;
        let clocks = Clocks::new(hub.clone());
        let names = plan.day.as_deref().map_or(Ok(Names::default()), Names::kept)?;
        let (rates, port) = (Rates::default(), address.port());
        let (day, followers) = (Mutex::new(Day::with(names)), Followers::default());
        let written = files::Written::default();
        let desk = Arc::new(Desk { hub, plan, access, rates, clocks, day, followers, written, port });
        runtime.spawn(serve::serve(listener, Arc::clone(&desk)));
        let hub = desk.hub.clone();
        runtime.spawn(async move { hub.pass_on().await });
        runtime.spawn(clocks::watch_flags(Arc::clone(&desk)));
        runtime.spawn(day::follow(Arc::clone(&desk)));
        if desk.plan.alone {
            runtime.spawn(leave_when_interrupted(Arc::clone(&desk)));
        }
        if let Some(folder) = &desk.plan.folder {
            std::fs::create_dir_all(folder).map_err(|error| {
                let what = format!("{}: no folder for games can be made there ({error})", folder.display());
                Failure::new(Kind::Output, format!("{what}; name another with --broadcast-folder"))
            })?;
            runtime.spawn(folder::keep(Arc::clone(&desk), folder.clone()));
        }
        if let Some(webhook) = desk.plan.webhook.clone() {
            runtime.spawn(webhook::send(desk.hub.clone(), webhook));
        }
        Ok(Console { address, links, _runtime: runtime })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The page to open for each role, with its key.
    pub fn links(&self) -> &[(Role, String)] {
        &self.links
    }

    /// Says on standard error where the pages are; on a terminal the arbiter's also as a QR code.
    pub fn announce(&self) {
        for (role, link) in &self.links {
            eprintln!("{:<12} {link}", role.title());
        }
        let arbiter = self.links.iter().find(|(role, _)| *role == Role::Arbiter);
        if let Some((_, link)) = arbiter.filter(|_| std::io::stderr().is_terminal())
            && let Ok(code) = QrCode::new(link.as_bytes())
        {
            // dark on light, as cameras expect it, on terminals that are light on dark
            let drawn = code.render::<Dense1x2>().dark_color(Dense1x2::Light).light_color(Dense1x2::Dark).build();
            eprintln!("{drawn}");
        }
    }
}

/// Ends the program when it is interrupted. What was told is on disk by then: it is recorded before it is told.
async fn leave_when_interrupted(desk: Shared) {
    if tokio::signal::ctrl_c().await.is_err() {
        return;
    }
    if let Some(scratch) = &desk.plan.scratch {
        // a folder that is left behind does no harm
        let _ = std::fs::remove_dir_all(scratch);
    }
    std::process::exit(i32::from(Kind::Interrupted.exit_code()));
}

fn links(address: SocketAddr, access: &Access) -> Vec<(Role, String)> {
    let host = SocketAddr::new(reachable(address.ip()), address.port());
    Role::WITH_LINKS.into_iter().map(|role| (role, access.link(role, host))).collect()
}

/// The address under which others reach a machine that listens on all of its own.
fn reachable(ip: IpAddr) -> IpAddr {
    if !ip.is_unspecified() {
        return ip;
    }
    // connecting a datagram socket sends nothing; it tells which of the machine's addresses leads outside
    let outside = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).and_then(|socket| {
        socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9))?;
        socket.local_addr()
    });
    outside.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |address| address.ip())
}
