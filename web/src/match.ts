// The lines that were told, put together to be shown. What is true is told; here it is only laid out.

import type { Alert, Line, Ruled, Turn } from "./wire";

/** A move as it is shown. */
export interface Played {
  turn: Turn;
  /** What it was told as before, oldest first. */
  was: string[];
  withdrawn: boolean;
}

export class Match {
  turns = new Map<number, Played>();
  alerts = new Map<number, Alert>();
  rulings: Ruled[] = [];
  incidents: { kind: string; state: string; text: string; at_ms: number }[] = [];
  result: { result: string; text: string; articles: string[] } | null = null;
  profile = "";

  clear(): void {
    this.turns.clear();
    this.alerts.clear();
    this.rulings = [];
    this.incidents = [];
    this.result = null;
  }

  take(line: Line): void {
    switch (line.event) {
      case "session":
        this.profile = line.profile;
        break;
      case "turn":
        this.turns.set(line.id, { turn: line, was: [], withdrawn: false });
        break;
      case "turn_amended": {
        const of = line.of ?? line.id;
        const known = this.turns.get(of);
        const was = known === undefined ? [] : known.was;
        if (known !== undefined && known.turn.uci !== line.uci) was.push(known.turn.san);
        this.turns.delete(of);
        this.turns.set(line.id, { turn: line, was, withdrawn: false });
        break;
      }
      case "turn_withdrawn": {
        const known = this.turns.get(line.of);
        if (known !== undefined) known.withdrawn = true;
        break;
      }
      case "alert":
        this.alerts.set(line.id, line);
        break;
      case "ruled":
        this.rulings.push(line);
        break;
      case "incident":
        this.incidents.push(line);
        break;
      case "result":
        this.result = line.text === "" ? null : { result: line.result, text: line.text, articles: line.articles ?? [] };
        break;
      case "started":
      case "end":
        break;
    }
  }

  /** All moves in the order in which they were played: by time, and on a board by ply. */
  inOrder(): Played[] {
    const all = [...this.turns.values()];
    // a board's own order is sure, and between boards the time decides
    const of = (board: string) => all.filter((p) => p.turn.board === board).sort((a, b) => a.turn.ply - b.turn.ply || a.turn.id - b.turn.id);
    const [a, b] = [of("A"), of("B")];
    const woven: Played[] = [];
    while (a.length > 0 || b.length > 0) {
      const [first, second] = [a[0], b[0]];
      const fromA = second === undefined || (first !== undefined && first.turn.at_ms <= second.turn.at_ms);
      const next = fromA ? a.shift() : b.shift();
      if (next !== undefined) woven.push(next);
    }
    return woven;
  }

  /** Whether an alert has been ruled on, and how. */
  ruling(alert: number): "uphold" | "dismiss" | null {
    const on = this.rulings.filter((r) => r.alert === alert && r.accepted && (r.ruling === "uphold" || r.ruling === "dismiss"));
    const last = on[on.length - 1];
    return last === undefined ? null : (last.ruling as "uphold" | "dismiss");
  }
}

/** A move's number as files of bughouse have it: `12A.` for White on A, `12a.` for Black. */
export function number(turn: Turn): string {
  const letter = turn.seat.endsWith("w") ? turn.board : turn.board.toLowerCase();
  return `${Math.ceil(turn.ply / 2)}${letter}.`;
}
