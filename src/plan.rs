//! What is meant by what was typed: sources told apart, defaults filled in, contradictions refused.

use crate::args::{
    ConsoleArguments, EvalArguments, PageArguments, PlacingArguments, ReadArguments, ReplayArguments, SideArgument,
};
use crate::console::{ConsolePlan, DEFAULT_ADDRESS, Webhook};
use crate::failure::Failure;
use crate::files::same;
use crate::pictures;
use crate::profiles;
use crate::table_file::TableFile;
use arbiter::profile::Profile;
use board::{BoardId, CameraId};
use calibration::{Corners, Side};
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How the program comes to know where the boards lie in one camera's picture.
#[derive(Clone, Debug, PartialEq)]
pub enum Placing {
    /// It looks for them; White's side is told from the start position.
    Find,
    /// It looks for them; White sits at this side of the picture.
    FindWithWhiteAt(Side),
    /// They were given.
    Corners(Corners),
    /// They are in a calibration file.
    File(PathBuf),
}

impl Placing {
    fn new(arguments: &PlacingArguments) -> Result<Placing, Failure> {
        Ok(match (&arguments.corners, arguments.white_at, &arguments.calibration) {
            (Some(text), _, _) => {
                Placing::Corners(text.parse().map_err(|error| Failure::usage(format!("--corners: {error}")))?)
            }
            (None, Some(side), _) => Placing::FindWithWhiteAt(side.into()),
            (None, None, Some(path)) => Placing::File(path.clone()),
            (None, None, None) => Placing::Find,
        })
    }
}

impl From<SideArgument> for Side {
    fn from(side: SideArgument) -> Side {
        match side {
            SideArgument::Left => Side::Left,
            SideArgument::Right => Side::Right,
            SideArgument::Top => Side::Top,
            SideArgument::Bottom => Side::Bottom,
        }
    }
}

/// One camera: its footage and the boards in it.
#[derive(Clone, Debug, PartialEq)]
pub struct CameraPlan {
    /// Which.
    pub camera: CameraId,
    /// A file, folder or address.
    pub source: String,
    /// The boards it sees, from left to right.
    pub boards: Vec<BoardId>,
    /// Where they lie.
    pub placing: Placing,
}

/// Footage of a table, and what goes with it.
#[derive(Clone, Debug)]
pub struct FootagePlan {
    /// The cameras.
    pub cameras: Vec<CameraPlan>,
    /// The rules played by.
    pub profile: Profile,
    /// The clock's log.
    pub clock: Option<PathBuf>,
    /// The log of declarations.
    pub declarations: Option<PathBuf>,
    /// Whether what lies beside the boards is read as well.
    pub reserves: bool,
}

impl FootagePlan {
    /// All boards, A before B.
    pub fn boards(&self) -> Vec<BoardId> {
        let mut boards: Vec<BoardId> = self.cameras.iter().flat_map(|camera| camera.boards.clone()).collect();
        boards.sort();
        boards
    }

    /// The footage of one board by one camera.
    pub fn one_board(source: &str, placing: Placing, profile: Option<&str>) -> Result<FootagePlan, Failure> {
        let profile = profiles::by_name(profile.unwrap_or(profiles::FOR_ONE_BOARD))?;
        let cameras =
            vec![CameraPlan { camera: CameraId(0), source: source.to_owned(), boards: vec![BoardId::A], placing }];
        Ok(FootagePlan { cameras, profile, clock: None, declarations: None, reserves: false })
    }

    /// The footage of a table as its `table.toml` describes it.
    pub fn table(folder: &Path, placing: &Placing, profile: Option<&str>) -> Result<FootagePlan, Failure> {
        let table = TableFile::load(&folder.join(TableFile::NAME))?;
        let named_in_file = |failure: Failure| {
            let file = folder.join(TableFile::NAME);
            Failure::input(format!("{}: {}", file.display(), failure.message.trim_start_matches("--profile: ")))
        };
        let profile = match (profile, &table.profile) {
            (None, Some(name)) => profiles::by_name(name).map_err(named_in_file)?,
            (told, _) => profiles::by_name(told.unwrap_or(profiles::FOR_A_TABLE))?,
        };
        let inside = |path: &PathBuf| folder.join(path);
        let mut cameras = Vec::new();
        for (number, camera) in (0u8..).zip(&table.camera) {
            let own = camera.calibration.as_ref().map(|path| Placing::File(inside(path)));
            let placing = match placing {
                Placing::Corners(_) | Placing::FindWithWhiteAt(_) if table.boards() > 1 => {
                    return Err(Failure::usage(format!(
                        "{}: has two boards, and --corners and --white-at speak of one; write both into a calibration \
                         file and name it with --calibration or in table.toml",
                        folder.display()
                    )));
                }
                Placing::File(_) if table.camera.len() > 1 => {
                    return Err(Failure::usage(format!(
                        "{}: has a camera for each board, and --calibration speaks of one; name a calibration for each \
                         in table.toml",
                        folder.display()
                    )));
                }
                Placing::Find => own.unwrap_or(Placing::Find),
                told => told.clone(),
            };
            let source = match &camera.source {
                address if address.contains("://") => address.clone(),
                path => folder.join(path).display().to_string(),
            };
            cameras.push(CameraPlan { camera: CameraId(number), source, boards: camera.boards.clone(), placing });
        }
        if table.boards() > 1 && !profile.drops.value {
            return Err(Failure::usage(format!(
                "{}: has two boards, and the profile {} is for one; name another with --profile (`tandem rules` lists them)",
                folder.display(),
                profile.name
            )));
        }
        let (clock, declarations) = (&table.inputs.clock, &table.inputs.declarations);
        // of a single board's reserves nobody knows what they should hold
        let reserves = table.boards() > 1 && profile.drops.value;
        let (clock, declarations) = (clock.as_ref().map(inside), declarations.as_ref().map(inside));
        Ok(FootagePlan { cameras, profile, clock, declarations, reserves })
    }
}

/// What `tandem replay` replays.
#[derive(Clone, Debug)]
pub enum ReplaySource {
    /// Pixels.
    Footage(Box<FootagePlan>),
    /// What was seen in an earlier run.
    Session(PathBuf),
}

/// `tandem replay`, as meant.
#[derive(Clone, Debug)]
pub struct ReplayPlan {
    /// What is replayed.
    pub source: ReplaySource,
    /// Where a session is kept.
    pub session: Option<PathBuf>,
    /// Where the pictures of alerts go; of a session that is replayed, where they lie.
    pub pictures: Option<PathBuf>,
    /// Where the calibration is saved.
    pub save_calibration: Option<PathBuf>,
    /// JSON lines instead of a text for people.
    pub json: bool,
    /// The pages that show it.
    pub console: Option<ConsolePlan>,
    /// How many times as fast as the recording it goes at most.
    pub pace: Option<f64>,
}

impl ReplayPlan {
    /// What is meant by `arguments`.
    ///
    /// # Errors
    /// When they contradict each other or the source, or the source's table file cannot be used.
    pub fn new(arguments: &ReplayArguments) -> Result<ReplayPlan, Failure> {
        let ReplayArguments { source, profile, placing, session, pictures, no_reserves, json, console, pace, pages } =
            arguments;
        let kept_in = session.clone().or_else(|| session::is_session(Path::new(source)).then(|| PathBuf::from(source)));
        let console = console.as_deref().map(|text| console_plan("--console", text, pages, kept_in)).transpose()?;
        if let Some(times) = pace.filter(|times| !(0.01..=1000.0).contains(times)) {
            return Err(Failure::usage(format!("--pace {times}: is from 0.01 to 1000 times the recording's speed")));
        }
        let save_calibration = placing.save_calibration.clone();
        spare(Path::new(source), "--save-calibration", save_calibration.as_deref())?;
        let refuse = |option: &str| {
            Err(Failure::usage(format!(
                "{source}: is a session, which {option} cannot change; replay the footage instead"
            )))
        };
        let beside = |path: &PathBuf| pictures::folder_of(path);
        let mut kept = pictures.clone().or(session.as_ref().map(beside));
        let source = if session::is_session(Path::new(source)) {
            match (Placing::new(placing)?, profile, session) {
                (Placing::Find, None, None) if save_calibration.is_none() => {}
                (_, Some(_), _) => return refuse("--profile"),
                (_, _, Some(_)) => return refuse("--session"),
                _ => return refuse("a calibration"),
            }
            if *no_reserves {
                return refuse("--no-reserves");
            }
            if pictures.is_some() {
                return Err(Failure::usage(format!(
                    "{source}: is a session, which has no pixels for --pictures; replay the footage instead"
                )));
            }
            let path = PathBuf::from(source);
            kept = Some(beside(&path));
            ReplaySource::Session(path)
        } else {
            let mut footage = footage(source, placing, profile.as_deref())?;
            footage.reserves &= !no_reserves;
            ReplaySource::Footage(Box::new(footage))
        };
        if let (Some(_), ReplaySource::Footage(footage)) = (&save_calibration, &source)
            && footage.cameras.len() > 1
        {
            return Err(Failure::usage(
                "--save-calibration: the table has two cameras, and a calibration file is one's",
            ));
        }
        let (session, pace, json) = (session.clone(), *pace, *json);
        Ok(ReplayPlan { source, session, pictures: kept, save_calibration, json, console, pace })
    }
}

/// How pages are served, as meant: `option` is the one that names the `address`.
///
/// # Errors
/// When an address is none or a number makes no sense.
pub fn console_plan(
    option: &str,
    address: &str,
    pages: &PageArguments,
    session: Option<PathBuf>,
) -> Result<ConsolePlan, Failure> {
    let PageArguments { console_name, console_keys, console_password, broadcast_delay, day, broadcast_folder, webhook } =
        pages;
    if !(0.0..=86_400.0).contains(broadcast_delay) {
        return Err(Failure::usage(format!("--broadcast-delay {broadcast_delay}: is in seconds, from 0 to 86400")));
    }
    Ok(ConsolePlan {
        address: listening_at(option, address)?,
        names: console_name.clone(),
        keys: console_keys.clone(),
        password: console_password.clone(),
        delay: Duration::from_secs_f64(*broadcast_delay),
        folder: broadcast_folder.clone(),
        webhook: webhook.as_deref().map(Webhook::parse).transpose()?,
        session,
        scratch: None,
        day: day.clone(),
        preparing: None,
        alone: true,
    })
}

/// An address and a port, one of which may be left out.
fn listening_at(option: &str, text: &str) -> Result<SocketAddr, Failure> {
    let whole = text.parse::<SocketAddr>().ok();
    let address = || text.parse::<IpAddr>().ok().map(|ip| SocketAddr::new(ip, DEFAULT_ADDRESS.port()));
    let port = || text.parse::<u16>().ok().map(|port| SocketAddr::new(DEFAULT_ADDRESS.ip(), port));
    let wrong = || {
        let what = "is no address to listen at; write as in 127.0.0.1:8017, 0.0.0.0 (all of this machine's) or 8017";
        Failure::usage(format!("{option} {text:?}: {what}"))
    };
    whole.or_else(address).or_else(port).ok_or_else(wrong)
}

/// `tandem console`, as meant.
#[derive(Clone, Debug)]
pub struct SessionConsolePlan {
    /// The session.
    pub session: PathBuf,
    /// The pages.
    pub console: ConsolePlan,
}

impl SessionConsolePlan {
    /// What is meant by `arguments`.
    ///
    /// # Errors
    /// When the address is none, or what is named is no session.
    pub fn new(arguments: &ConsoleArguments) -> Result<SessionConsolePlan, Failure> {
        let ConsoleArguments { session, address, pages } = arguments;
        if session.is_file() && !session::is_session(session) {
            let what = "is no session; name a file that `tandem replay --session` wrote";
            return Err(Failure::input(format!("{}: {what}", session.display())));
        }
        let console = console_plan("--address", address, pages, Some(session.clone()))?;
        Ok(SessionConsolePlan { session: session.clone(), console })
    }
}

/// Refuses an output that would replace the input.
///
/// # Errors
/// When `output`, given by `option`, names the file of `input`.
pub fn spare(input: &Path, option: &str, output: Option<&Path>) -> Result<(), Failure> {
    match output.filter(|output| same(input, output)) {
        Some(output) => {
            Err(Failure::usage(format!("{option}: {} is what is read; name another file", output.display())))
        }
        None => Ok(()),
    }
}

/// What footage `source` names.
///
/// # Errors
/// When the options do not fit it, or its table file cannot be used.
pub fn footage(source: &str, placing: &PlacingArguments, profile: Option<&str>) -> Result<FootagePlan, Failure> {
    let placing = Placing::new(placing)?;
    let path = Path::new(source);
    if path.join(TableFile::NAME).is_file() {
        FootagePlan::table(path, &placing, profile)
    } else {
        FootagePlan::one_board(source, placing, profile)
    }
}

/// `tandem read`, as meant.
#[derive(Clone, Debug, PartialEq)]
pub struct ReadPlan {
    /// The picture.
    pub image: PathBuf,
    /// Where its board lies.
    pub placing: Placing,
    /// Where the calibration is saved.
    pub save_calibration: Option<PathBuf>,
    /// Where the drawing goes.
    pub picture: Option<PathBuf>,
    /// JSON instead of a text for people.
    pub json: bool,
}

impl ReadPlan {
    /// What is meant by `arguments`.
    ///
    /// # Errors
    /// When the corners are none.
    pub fn new(arguments: &ReadArguments) -> Result<ReadPlan, Failure> {
        let ReadArguments { image, placing, picture, json } = arguments;
        for (option, output) in [("--picture", picture), ("--save-calibration", &placing.save_calibration)] {
            spare(image, option, output.as_deref())?;
        }
        Ok(ReadPlan {
            image: image.clone(),
            placing: Placing::new(placing)?,
            save_calibration: placing.save_calibration.clone(),
            picture: picture.clone(),
            json: *json,
        })
    }
}

/// How the pictures of an evaluated sequence are changed on their way in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Disturbance {
    /// Every picture comes twice.
    pub twice: bool,
    /// Every picture is turned by 90 degrees clockwise.
    pub turned: bool,
    /// Every so-manieth photograph is left out.
    pub leave_out: Option<u64>,
}

/// `tandem eval`, as meant.
#[derive(Clone, Debug, PartialEq)]
pub struct EvalPlan {
    /// Where to look for truths.
    pub folders: Vec<PathBuf>,
    /// Where pictures of failures go.
    pub out: PathBuf,
    /// How the pictures are changed.
    pub disturbance: Disturbance,
    /// Whether the boards' corners are taken from the truth.
    pub given_corners: bool,
}

impl EvalPlan {
    /// What is meant by `arguments`.
    ///
    /// # Errors
    /// When a folder does not exist.
    pub fn new(arguments: &EvalArguments) -> Result<EvalPlan, Failure> {
        let EvalArguments { folders, out, twice, turned, leave_out, given_corners } = arguments;
        if let Some(folder) = folders.iter().find(|folder| !folder.is_dir()) {
            return Err(Failure::input(format!("{}: there is no such folder; check the path", folder.display())));
        }
        Ok(EvalPlan {
            folders: folders.clone(),
            out: out.clone(),
            disturbance: Disturbance { twice: *twice, turned: *turned, leave_out: *leave_out },
            given_corners: *given_corners,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::{Arguments, Command};
    use clap::Parser;

    fn replay(arguments: &[&str]) -> Result<ReplayPlan, Failure> {
        let typed = Arguments::try_parse_from(["tandem", "replay"].iter().chain(arguments)).unwrap();
        let Command::Replay(arguments) = typed.command else { unreachable!() };
        ReplayPlan::new(&arguments)
    }

    fn footage(arguments: &[&str]) -> FootagePlan {
        match replay(arguments).unwrap().source {
            ReplaySource::Footage(plan) => *plan,
            ReplaySource::Session(path) => panic!("{} is a session", path.display()),
        }
    }

    #[test]
    fn one_board_is_played_by_the_rules_of_chess_unless_something_else_is_said() {
        let plan = footage(&["game.mp4"]);
        assert_eq!(plan.boards(), [BoardId::A]);
        assert_eq!(plan.profile, profiles::by_name("ch").unwrap());
        assert_eq!(plan.cameras[0].placing, Placing::Find);
        assert_eq!(footage(&["game.mp4", "--profile", "free"]).profile, profiles::by_name("free").unwrap());
    }

    #[test]
    fn a_folder_with_a_table_file_is_a_table() {
        let folder = tempfile::tempdir().unwrap();
        let text = "[[camera]]\nsource = \"a.mp4\"\nboards = [\"A\"]\ncalibration = \"a.toml\"\n\
                    [[camera]]\nsource = \"rtsp://b\"\nboards = [\"B\"]\n[inputs]\nclock = \"clock.jsonl\"\n";
        std::fs::write(folder.path().join("table.toml"), text).unwrap();
        let name = folder.path().to_str().unwrap();
        let plan = footage(&[name]);
        assert_eq!(plan.boards(), BoardId::BOTH);
        assert_eq!(plan.profile, profiles::by_name("gr").unwrap());
        assert_eq!(plan.cameras[0].placing, Placing::File(folder.path().join("a.toml")));
        assert_eq!(plan.cameras[1].source, "rtsp://b");
        assert_eq!(plan.clock, Some(folder.path().join("clock.jsonl")));
        for options in [["--white-at", "left"], ["--corners", "0,0,9,0,9,9,0,9"], ["--calibration", "c.toml"]] {
            let failure = replay(&[name, options[0], options[1]]).unwrap_err();
            assert!(failure.message.contains("table.toml"), "{failure}");
        }
    }

    #[test]
    fn pages_listen_on_this_machine_alone_unless_told_otherwise() {
        let address = |options: &[&str]| {
            let plan = replay(&[&["a.mp4"], options].concat())?;
            Ok::<_, Failure>(plan.console.map(|console| console.address.to_string()))
        };
        assert_eq!(address(&[]).unwrap(), None);
        for (text, meant) in [
            (&["--console"][..], "127.0.0.1:8017"),
            (&["--console", "0"], "127.0.0.1:0"),
            (&["--console", "0.0.0.0"], "0.0.0.0:8017"),
            (&["--console", "[::1]:80"], "[::1]:80"),
        ] {
            assert_eq!(address(text).unwrap().as_deref(), Some(meant));
        }
        for wrong in [
            &["--console", "hall"][..],
            &["--console", "--pace", "0"],
            &["--console", "--broadcast-delay", "1e9"],
            &["--console", "--webhook", "https://x/"],
        ] {
            assert_eq!(address(wrong).unwrap_err().kind, crate::failure::Kind::Usage, "{wrong:?}");
        }
    }

    #[test]
    fn what_cannot_be_meant_is_refused() {
        assert!(replay(&["a.mp4", "--corners", "1,2,3"]).unwrap_err().message.contains("3 numbers"));
        assert_eq!(replay(&["a.mp4"]).unwrap().pictures, None);
        let kept = |options: &[&str]| replay(&[&["a.mp4"], options].concat()).unwrap().pictures;
        assert_eq!(kept(&["--session", "m.tandem"]), Some(PathBuf::from("m.tandem.pictures")));
        assert_eq!(kept(&["--session", "m.tandem", "--pictures", "p"]), Some(PathBuf::from("p")));
        let failure = replay(&["a.mp4", "--profile", "fre"]).unwrap_err();
        assert!(failure.message.contains("free"), "{failure}");
    }
}
