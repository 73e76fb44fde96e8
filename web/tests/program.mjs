// Running the program, and a browser beside it.

import { chromium } from "playwright-core";
import { spawn } from "node:child_process";
import { connect, createServer } from "node:net";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = join(dirname(fileURLToPath(import.meta.url)), "..", "..");

/** The built program: TANDEM, or where cargo puts it. */
export const PROGRAM = process.env["TANDEM"] ?? join(process.env["CARGO_TARGET_DIR"] ?? join(ROOT, "target"), "release", "tandem");

/** Chromium: CHROMIUM, or where Debian has it. */
const CHROMIUM = process.env["CHROMIUM"] ?? "/usr/bin/chromium";

export async function until(what, condition, ms = 30_000) {
  const end = Date.now() + ms;
  for (;;) {
    const found = await condition();
    if (found) return found;
    if (Date.now() > end) throw new Error(`${what}: not within ${ms} ms`);
    await new Promise((go) => setTimeout(go, 50));
  }
}

/** Starts the program; gives the links it prints, and how to stop it. */
export async function start(arguments_) {
  const child = spawn(PROGRAM, arguments_, { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
  let errors = "";
  let out = "";
  let ended = null;
  child.stderr.on("data", (data) => (errors += data));
  child.stdout.on("data", (data) => (out += data));
  child.on("exit", (code) => (ended = code));
  child.on("error", (error) => (errors += String(error)));
  await until("the program's links", () => {
    if (ended !== null) throw new Error(`the program ended with ${ended}: ${errors}`);
    return /spectators +http/.test(errors);
  });
  const links = Object.fromEntries([...errors.matchAll(/^(\w+) +(http\S+)$/gm)].map((match) => [match[1], match[2]]));
  const origin = new URL(links.arbiter).origin;
  const key = (role) => new URL(links[role]).searchParams.get("key");
  return {
    links,
    origin,
    key,
    pid: child.pid,
    errors: () => errors,
    lines: () => out.split("\n").filter(Boolean).map((line) => JSON.parse(line)),
    async stop() {
      child.kill("SIGINT");
      await until("the end of the program", () => ended !== null, 10_000);
      return ended;
    },
  };
}

export function launch() {
  // everything is served on this machine; a sandbox of its own needs rights that CI has not
  return chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
}

export function scratch() {
  const folder = mkdtempSync(join(tmpdir(), "tandem-web-"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A network between a browser and the program, which can be cut and put right. */
export async function network(port) {
  const pairs = new Set();
  let whole = true;
  const server = createServer((near) => {
    if (!whole) return near.destroy();
    const far = connect(port, "127.0.0.1");
    const pair = [near, far];
    pairs.add(pair);
    near.pipe(far).pipe(near);
    for (const end of pair) {
      end.on("error", () => undefined);
      end.on("close", () => {
        pair.forEach((other) => other.destroy());
        pairs.delete(pair);
      });
    }
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    cut() {
      whole = false;
      for (const pair of pairs) pair.forEach((end) => end.destroy());
    },
    heal() {
      whole = true;
    },
    close() {
      this.cut();
      server.close();
    },
  };
}
