// How long it takes from a ruling being sent to its line being painted in the console: a round through the arbiter, so that what a move
// or an alert takes from being told to being painted is less. Prints the percentiles.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { launch, scratch, start, until } from "./program.mjs";

const ROUNDS = Number(process.env["ROUNDS"] ?? "300");
const { folder, remove } = scratch();
const profile = join(folder, "club.toml");
writeFileSync(profile, 'name = "club"\nbase = "free"\npawn_drop_ranks = [2, 4]\n');
const program = await start(["replay", "samples/table-1", "--profile", profile, "--console", "0", "--json"]);
const browser = await launch();
let failed = false;
try {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await page.goto(program.links.arbiter);
  await until("the end", () => program.lines().some((line) => line.event === "end"), 120_000);
  await page.waitForSelector(".ply");
  await page.evaluate(() => {
    window.painted = new Map();
    const list = document.getElementById("rulings");
    new MutationObserver(() => {
      const text = list.querySelector('[data-ruling="note"] span:nth-child(2)')?.textContent ?? "";
      // the frame after the one in which it is drawn begins when that one has been painted
      requestAnimationFrame(() => requestAnimationFrame(() => {
        if (!window.painted.has(text)) window.painted.set(text, performance.timeOrigin + performance.now());
      }));
    }).observe(list, { childList: true });
  });
  const taken = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const text = `round ${round}`;
    const began = performance.timeOrigin + performance.now();
    const response = await fetch(`${program.origin}/api/enter`, {
      method: "POST",
      headers: { authorization: `Bearer ${program.key("arbiter")}`, "content-type": "application/json" },
      body: JSON.stringify({ ruling: "note", text }),
    });
    if (response.status !== 200) throw new Error(await response.text());
    const painted = await until(text, () => page.evaluate((wanted) => window.painted.get(`Note: ${wanted}`), text), 5000);
    taken.push(painted - began);
    await new Promise((go) => setTimeout(go, 60));
  }
  taken.sort((a, b) => a - b);
  const at = (share) => taken[Math.min(taken.length - 1, Math.ceil(taken.length * share) - 1)].toFixed(1);
  console.log(`${taken.length} rulings, sent to painted: median ${at(0.5)} ms, 90 % ${at(0.9)} ms, 99 % ${at(0.99)} ms, most ${at(1)} ms`);
} catch (error) {
  failed = true;
  console.error(error);
} finally {
  await browser.close();
  await program.stop();
  remove();
}
process.exit(failed ? 1 : 0);
