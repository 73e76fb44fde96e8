// What the program tells, as it tells it, and what is sent to it.

export type Seat = "Aw" | "Ab" | "Bw" | "Bb";
export type BoardName = "A" | "B";
export type ColorName = "white" | "black";

export interface BoardTable {
  placement: string;
  turn: ColorName;
  fen: string;
  last: { id: number; seat: Seat; ply: number; uci: string; san: string; at_ms: number; certainty?: number } | null;
  clock: { white_ms: number | null; black_ms: number | null; at_ms: number; running: ColorName | null } | null;
}

export interface Table {
  at_ms: number;
  boards: Partial<Record<BoardName, BoardTable>>;
  reserves: Partial<Record<Seat, string>>;
}

export interface Turn {
  event: "turn" | "turn_amended";
  of?: number;
  id: number;
  board: BoardName;
  seat: Seat;
  ply: number;
  uci: string;
  san: string;
  at_ms: number;
  pressed_ms: number | null;
  legal?: boolean;
  violations?: string[];
  certainty?: number;
}

export interface Alert {
  event: "alert";
  id: number;
  state: "opened" | "updated" | "closed";
  kind: string;
  board: BoardName;
  seat: Seat | null;
  turn: number | null;
  uci?: string;
  squares: string[];
  articles: string[];
  text: string;
  at_ms: number;
  certainty: number;
  piece?: string;
  /** What the profile says is to be done. */
  remedy?: { text: string; article: string | null } | null;
  pictures?: string[];
}

/** A film of the moments around an alert. */
export interface Clip {
  film: string;
  camera: number;
  from_ms: number;
  to_ms: number;
  /** Where in the film the alert's moment is. */
  at_s: number;
  ready: boolean;
}

export interface Ruled {
  event: "ruled";
  by: string;
  ruling: string;
  accepted: boolean;
  answer: string;
  articles: string[];
  at_ms: number;
  alert?: number;
  turn?: number;
  uci?: string | null;
  seat?: Seat;
  claim?: string;
  penalty?: string;
  held?: string;
  text?: string;
  board?: BoardName;
  result?: string;
  run?: boolean;
}

export type Line =
  | Turn
  | Alert
  | Ruled
  | { event: "session"; boards: BoardName[]; profile: string }
  | { event: "started"; board: BoardName; placement: string; at_ms: number }
  | { event: "turn_withdrawn"; of: number }
  | { event: "result"; result: string; text: string; articles?: string[] }
  | { event: "incident"; kind: string; state: string; text: string; at_ms: number }
  | { event: "end"; at_ms: number };

export interface ClockState {
  white_ms: number;
  black_ms: number;
  running: ColorName | null;
  delay_left_ms: number;
  paused: boolean;
  flagged: ColorName | null;
  moves: [number, number];
  connected: boolean;
  lost: boolean;
}

export interface Clocks {
  setting: { base_ms: number; increment_ms: number; delay_ms: number };
  started: boolean;
  boards: Record<BoardName, ClockState>;
  promotions: Seat[];
}

/** A match of the day: played, running, or to come. */
export interface Pairing {
  one: string;
  two: string;
  result: string;
  /** The session it was recorded in. */
  match?: string;
  tags?: Record<string, string>;
}

export interface Team {
  name: string;
  players: [string, string];
}

export interface Names {
  tags: Record<string, string>;
  teams?: Team[];
  day: Pairing[];
}

export interface Hello {
  program: string;
  role: "viewer" | "clock" | "broadcaster" | "arbiter";
  delay_s: number;
  begun: boolean;
  boards?: BoardName[];
  profile?: { name: string; title: string };
  drops?: boolean;
  silent?: boolean;
  declares?: boolean;
  sources?: string[];
  unwatched?: string[];
  /** Whether the next match can be begun. */
  next?: boolean;
  /** Whether the table is being set up. */
  setup?: boolean;
  cameras?: { camera: number; boards: { board: BoardName; corners: [number, number][] }[] }[];
}

export interface Told {
  begin?(): void;
  line?(line: Line): void;
  table?(told: { now_ms: number; ended: boolean; table: Table }): void;
  time?(told: { now_ms: number; ended: boolean }): void;
  status?(status: Record<string, unknown> | null): void;
  names?(names: Names): void;
  clock?(clocks: Clocks): void;
  connected?(there: boolean): void;
}

/** Follows what is told; comes back by itself, at the line where it was cut off. */
export function follow(query: Record<string, string>, told: Told): void {
  let last = "";
  const connect = (): void => {
    const asked = new URLSearchParams(query);
    if (last !== "") asked.set("after", last);
    const source = new EventSource(`/api/events?${asked.toString()}`);
    let heard = Date.now();
    const hear = <T>(kind: string, tell: ((what: T) => void) | undefined): void => {
      source.addEventListener(kind, (event) => {
        heard = Date.now();
        const message = event as MessageEvent<string>;
        if (message.lastEventId !== "") last = message.lastEventId;
        tell?.(JSON.parse(message.data) as T);
      });
    };
    hear("begin", () => told.begin?.());
    hear<Line>("line", told.line?.bind(told));
    hear<{ now_ms: number; ended: boolean; table: Table }>("table", told.table?.bind(told));
    hear<{ now_ms: number; ended: boolean }>("time", told.time?.bind(told));
    hear<Record<string, unknown> | null>("status", told.status?.bind(told));
    hear<Names>("names", told.names?.bind(told));
    hear<Clocks>("clock", told.clock?.bind(told));
    source.addEventListener("open", () => {
      heard = Date.now();
      told.connected?.(true);
    });
    const again = (): void => {
      window.clearInterval(watching);
      source.close();
      told.connected?.(false);
      window.setTimeout(connect, 700);
    };
    source.addEventListener("error", again);
    // a network that is gone says nothing: every five seconds something is told
    const watching = window.setInterval(() => {
      if (Date.now() - heard > 12_000) again();
    }, 1000);
  };
  connect();
}

/** Asks for something. */
export async function ask<T>(path: string): Promise<T> {
  const response = await fetch(path, { headers: { accept: "application/json" } });
  if (!response.ok) throw new Error((await response.text()).trim());
  return (await response.json()) as T;
}

/** Sends something; fails with the program's sentence. */
export async function send(path: string, what: unknown): Promise<Response> {
  const response = await fetch(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(what),
  });
  if (!response.ok) throw new Error((await response.text()).trim());
  return response;
}
