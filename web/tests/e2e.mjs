// The pages in a browser, from end to end: the sample is replayed at its own speed, watched, ruled on, broadcast, and clocks are played.
// With TANDEM_SCREENSHOTS=DIR pictures of the pages are left there.

import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { accessibleInBoth } from "./accessible.mjs";
import { launch, network, scratch, start, until } from "./program.mjs";

const { folder, remove } = scratch();
const pictures = process.env["TANDEM_SCREENSHOTS"];
if (pictures) mkdirSync(pictures, { recursive: true });
// the sample's pawns are dropped on the fifth rank
const profile = join(folder, "club.toml");
writeFileSync(profile, 'name = "club"\ntitle = "Club evening"\nbase = "free"\npawn_drop_ranks = [2, 4]\n');

const program = await start(["replay", "samples/table-1", "--profile", profile, "--session", join(folder, "match.tandem"), "--console", "0", "--pace", "--broadcast-delay", "4", "--broadcast-folder", join(folder, "games"), "--json"]);
const port = Number(new URL(program.origin).port);
const browser = await launch();
let failed = null;

async function open(link, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, colorScheme: "dark", ...options });
  const page = await context.newPage();
  page.on("pageerror", (error) => (failed ??= new Error(`${link}: ${error.message}`)));
  page.on("console", (message) => {
    if (message.type() === "error" && /Content Security Policy/.test(message.text())) failed ??= new Error(message.text());
  });
  await page.goto(link);
  return { context, page };
}

async function picture(page, name, options = {}) {
  if (pictures) await page.screenshot({ path: join(pictures, `${name}.png`), ...options });
}

async function step(name, act) {
  const began = Date.now();
  await act();
  console.log(`ok   ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
}

/** Runs in the page; the parts of it that lie over each other. */
function overlaps() {
  const parts = [...document.querySelectorAll("main > section, main > ul, .side")].map((part) => [part, part.getBoundingClientRect()]).filter(([, box]) => box.width > 0 && box.height > 0);
  const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
  const called = (part) => part.id || part.className;
  return parts.flatMap(([one, a], at) => parts.slice(at + 1).filter(([other, b]) => !one.contains(other) && !other.contains(one) && over(a, b)).map(([other]) => `${called(one)} and ${called(other)}`));
}

const moves = (page) => page.locator(".ply").count();
const as = (role, path, body) =>
  fetch(program.origin + path, { method: "POST", headers: { authorization: `Bearer ${program.key(role)}`, "content-type": "application/json" }, body: JSON.stringify(body) });

try {
  // the console's network, and a tablet's
  const cables = [await network(port), await network(port)];
  const through = (cable, link) => cable.origin + link.slice(program.origin.length);
  const { context: desk, page: console_ } = await open(through(cables[0], program.links.arbiter));
  const { page: delayed } = await open(`${program.origin}/live`);
  const { page: later } = await open(`${program.origin}/live?delay=8`);

  await step("the key goes from the address and stays with the browser", async () => {
    assert.equal(console_.url(), `${cables[0].origin}/`);
    const cookies = await desk.cookies();
    assert.ok(cookies.some((cookie) => cookie.name.startsWith("tandem-") && cookie.httpOnly));
  });

  await step("moves appear on both boards, and spectators are behind", async () => {
    await until("six moves", async () => (await moves(console_)) >= 6, 120_000);
    const [here, behind, further] = [await moves(console_), await moves(delayed), await moves(later)];
    assert.ok(behind < here && further <= behind, `${here} moves, delayed ${behind} and ${further}`);
    await console_.waitForSelector('.side[data-board="A"] .board use');
    assert.equal(await console_.locator('.side[data-board="A"] .board use').count(), 32);
  });

  await step("reserves fill", async () => {
    await console_.waitForSelector('.reserve[data-held]:not([data-held=""]) .held', { timeout: 30_000 });
  });

  await step("clocks are shown and run", async () => {
    await console_.waitForSelector(".time.runs");
    const time = () => console_.locator(".time.runs").first().textContent();
    const before = await time();
    await until("a clock that goes down", async () => (await time()) !== before, 5000);
  });

  await step("the camera's picture is there with what is seen over it", async () => {
    await until("a picture", () => console_.evaluate(() => (document.querySelector("#camera img")?.naturalWidth ?? 0) > 300));
    await console_.waitForSelector(".over polygon");
  });

  const alert = console_.locator('.alert[data-kind="illegal_drop"]').first();
  await step("an alert appears, with its pictures and its article", async () => {
    await alert.waitFor({ timeout: 40_000 });
    if ((await alert.locator(".alert-body").count()) === 0) await alert.locator(".alert-head").click();
    await until("both pictures", () =>
      console_.evaluate(() => [...document.querySelectorAll(".alert.open .picture img")].filter((image) => image.naturalWidth > 100).length === 2),
    );
    await alert.locator(".picture").first().click();
    await until("the enlarged picture", () => console_.evaluate(() => (document.querySelector("dialog .enlarged")?.naturalWidth ?? 0) > 100));
    await console_.keyboard.press("Escape");
    await picture(console_, "console-dark");
  });

  await step("a connection that is lost comes back, and nothing is missed", async () => {
    cables[0].cut();
    await console_.waitForSelector("#connection.lost", { timeout: 20_000 });
    await new Promise((go) => setTimeout(go, 1500));
    cables[0].heal();
    await console_.waitForSelector("#connection:not(.lost)", { timeout: 20_000 });
    await until("the moves of meanwhile", async () => {
      const told = program.lines().filter((line) => line.event === "turn").length;
      return (await moves(console_)) >= told;
    });
  });

  await step("the recording ends, and the pages stay", async () => {
    await until("the end", () => program.lines().some((line) => line.event === "end"), 60_000);
    await console_.waitForFunction(() => document.getElementById("now")?.textContent?.includes("ended"));
  });

  await step("an alert is rejected, and another accepted, by the keyboard", async () => {
    const open = console_.locator(".alert:not(.settled)");
    const count = await open.count();
    assert.ok(count >= 2, `${count} alerts`);
    await open.first().locator(".alert-head").focus();
    const opened = await console_.locator(".alert.open:not(.settled)").count();
    if (opened === 0) await open.first().locator(".alert-head").click();
    const id = await console_.locator(".alert.open").getAttribute("data-alert");
    await console_.keyboard.press("r");
    await console_.waitForSelector(`.alert.settled[data-alert="${id}"]`);
    await console_.locator(".alert:not(.settled) .alert-head").first().click();
    await console_.keyboard.press("a");
    await console_.waitForSelector(".state.uphold");
    const ruled = program.lines().filter((line) => line.event === "ruled");
    assert.deepEqual(ruled.map((line) => [line.ruling, line.accepted]), [["dismiss", true], ["uphold", true]]);
  });

  await step("a move is corrected: the line is amended", async () => {
    const last = console_.locator("button.ply").last();
    const id = Number(await last.getAttribute("data-turn"));
    const turn = program.lines().filter((line) => line.id === id && line.event.startsWith("turn")).pop();
    const uci = turn.seat.endsWith("w") ? "a2a3" : "a7a6";
    await last.click();
    await console_.locator('dialog input[name="uci"]').fill(uci);
    await picture(console_, "correct");
    await console_.keyboard.press("Enter");
    await console_.waitForSelector(`[data-turn="${id}"] del`);
    const amended = program.lines().filter((line) => line.event === "turn_amended" && line.of === id).pop();
    assert.equal(amended.uci, uci);
    await until("the broadcast's games", async () => (await (await fetch(`${program.origin}/games.bpgn`)).text()).includes(uci.slice(2)));
  });

  await step("a promotion is declared, a claim answered, a note kept", async () => {
    const entered = [];
    console_.on("response", (response) => {
      if (response.url().endsWith("/api/enter")) entered.push(response.status());
    });
    await console_.keyboard.press("d");
    await console_.locator('dialog [data-value="Bw"]').click();
    await console_.locator('dialog [data-value="N"]').click();
    await console_.locator("dialog button.main").click();
    await console_.waitForSelector("dialog", { state: "detached" });
    await console_.keyboard.press("l");
    await console_.locator('dialog [data-value="repetition"]').click();
    await console_.locator("dialog button.main").click();
    await console_.waitForSelector('#rulings [data-ruling="claim"]');
    await console_.keyboard.press("n");
    await console_.locator("dialog textarea").fill('<img src=x onerror="alert(1)"> both agreed');
    await console_.locator("dialog button.main").click();
    await console_.waitForSelector('#rulings [data-ruling="note"]');
    assert.equal(await console_.locator("#rulings img").count(), 0, "what was typed became markup");
    assert.deepEqual(entered, [200, 200, 200]);
  });

  await step("a position is set", async () => {
    await console_.keyboard.press("p");
    await console_.locator('dialog .brush[aria-label="White Queen"]').click();
    await console_.locator("dialog .small-board svg").click({ position: { x: 150, y: 150 } });
    const text = await console_.locator('dialog input[name="placement"]').inputValue();
    await picture(console_, "position");
    await console_.locator("dialog button.main").click();
    await console_.waitForSelector('#rulings [data-ruling="position"]');
    await until("the position on the board", () => console_.locator('.side[data-board="A"] .board').getAttribute("aria-label").then((label) => label.includes(text)));
  });

  await step("names reach boards, overlay and games", async () => {
    const answer = await as("broadcaster", "/api/names", { tags: { WhiteA: "Anna", BlackB: "Boris", BlackA: "Chris", WhiteB: "Dora", Event: "Autumn cup" }, day: [] });
    assert.equal(answer.status, 204);
    await until("a name", () => console_.locator('.bar[data-seat="Aw"] .name').textContent().then((name) => name === "Anna"));
    const games = async () => (await fetch(`${program.origin}/games.bpgn`)).text();
    assert.ok(!(await games()).includes("Anna"), "a name was told before what is kept behind may be");
    await until("the name in the games", async () => (await games()).includes('[WhiteA "Anna"]'), 10_000);
  });

  await step("the report is whole", async () => {
    const { page, context } = await open(`${program.links.arbiter}`);
    await page.goto(`${program.origin}/report.html`);
    const text = await page.textContent("body");
    for (const part of ["Anna", "Rulings and claims", "both agreed"]) assert.ok(text.includes(part), `${part} is not in the report`);
    const alerts = program.lines().filter((line) => line.event === "alert");
    const appeal = await (await fetch(`${program.origin}/appeal/${alerts[0].id}`, { headers: { authorization: `Bearer ${program.key("arbiter")}` } })).text();
    for (const part of ["for an appeal", "SHA-256", "data:image/jpeg;base64", "alert-1-before.jpg".replace("1", alerts[0].id)]) assert.ok(appeal.includes(part), `${part} is not in the file for an appeal`);
    await context.close();
  });

  await step("spectators come to the same moves, without alerts and doubts", async () => {
    await until("all moves", async () => (await moves(delayed)) === (await moves(console_)), 20_000);
    const text = await delayed.textContent("body");
    assert.ok(!/illegal|alert|unsure/i.test(text), text);
    assert.equal(await delayed.locator(".flagged, .unsure, .alert").count(), 0);
    await picture(delayed, "live");
  });

  await step("the overlay is transparent where nothing is", async () => {
    const { page } = await open(`${program.origin}/overlay?size=300&light=ddeeff`, { viewport: { width: 700, height: 420 } });
    await page.waitForSelector(".board use");
    const shot = await page.screenshot({ omitBackground: true });
    await picture(page, "overlay", { omitBackground: true });
    const alpha = await page.evaluate(async (data) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [image.width, image.height];
      const pixels = canvas.getContext("2d");
      pixels.drawImage(image, 0, 0);
      const at = (x, y) => pixels.getImageData(x, y, 1, 1).data[3];
      return { between: at(312, 200), below: at(690, 415), board: at(150, 200) };
    }, shot.toString("base64"));
    assert.deepEqual(alpha, { between: 0, below: 0, board: 255 });
    const fill = await page.evaluate(() => getComputedStyle(document.querySelector(".light")).fill);
    assert.equal(fill, "rgb(221, 238, 255)");
  });

  await step("an address asks the overlay for nothing that is no colour and no size", async () => {
    const asked = new URLSearchParams({ size: "1e9", light: "red;background:url(http://evil.example/x)", dark: "url(/report.html)", text: "var(--x)", panel: "</style><img src=x>", mark: "expression(alert(1))", board: "<b>", delay: "0" });
    const { page } = await open(`${program.origin}/overlay?${asked}`, { viewport: { width: 700, height: 420 } });
    const elsewhere = [];
    page.on("request", (request) => elsewhere.push(request.url()));
    await page.waitForSelector(".board use");
    const style = await page.evaluate(() => document.documentElement.getAttribute("style"));
    assert.equal(style.replaceAll(" ", ""), "--size:2000px;");
    assert.equal(await page.locator("img").count(), 0);
    assert.deepEqual(elsewhere.filter((url) => !url.startsWith(program.origin)), []);
    for (const size of ["-5", "NaN", "", "1e400", "12px"]) {
      await page.goto(`${program.origin}/overlay?size=${size}`);
      await page.waitForSelector(".board use");
      const width = await page.evaluate(() => parseFloat(document.documentElement.style.getPropertyValue("--size")));
      assert.ok(width >= 120 && width <= 2000, `${size}: ${width}`);
    }
  });

  await step("names that want to be markup are text on every page", async () => {
    const before = await (await fetch(`${program.origin}/api/names`, { headers: { authorization: `Bearer ${program.key("arbiter")}` } })).json();
    const evil = '<img src=x onerror="document.title=1"><svg onload=alert(1)>';
    const tags = Object.fromEntries(["WhiteA", "BlackA", "WhiteB", "BlackB", "TeamOne", "TeamTwo", "Event"].map((tag) => [tag, evil]));
    assert.equal((await as("arbiter", "/api/names", { tags, teams: [{ name: evil, players: [evil, evil] }], day: [{ one: evil, two: evil, result: "1-0" }] })).status, 204);
    const clock = program.links.clocks.replace("/clock?", "/clock/A?");
    for (const link of [program.links.arbiter, `${program.origin}/live`, `${program.origin}/overlay`, program.links.clocks.replace("/clock?", "/seats?"), clock, `${program.origin}/report.html`]) {
      const { page, context } = await open(link);
      page.on("dialog", () => (failed ??= new Error(`${link}: a script ran`)));
      if (link.endsWith("report.html")) {
        await context.setExtraHTTPHeaders({ authorization: `Bearer ${program.key("arbiter")}` });
        await page.goto(link);
      }
      if (/live|overlay/.test(link)) await until("the names", async () => (await page.textContent("body")).includes("onerror"), 15_000);
      if (link === program.links.arbiter) {
        await page.waitForSelector(".ply");
        await page.locator('[data-tool="names"]').click();
        await page.waitForSelector("dialog[open]");
      }
      await new Promise((go) => setTimeout(go, 300));
      assert.equal(await page.locator('img[src="x"], svg[onload], script:not([src])').count(), 0, `${link}: what was typed became markup`);
      assert.notEqual(await page.title(), "1");
      await context.close();
    }
    assert.equal((await as("arbiter", "/api/names", before)).status, 204);
  });

  await step("two tablets are the clocks: started together, played through a lost connection to the flag", async () => {
    assert.equal((await as("arbiter", "/api/clock", { do: "set", base_ms: 6000, increment_ms: 1000, delay_ms: 0 })).status, 200);
    const clockLink = (board) => program.links.clocks.replace("/clock?", `/clock/${board}?`);
    const a = await open(through(cables[1], clockLink("A")), { viewport: { width: 500, height: 800 } });
    const b = await open(clockLink("B"), { viewport: { width: 500, height: 800 } });
    const half = (page, color) => page.locator(`.half.${color}`);
    const down = (page, color) => half(page, color).dispatchEvent("pointerdown");
    const state = async () => (await fetch(`${program.origin}/api/clock`, { headers: { authorization: `Bearer ${program.key("arbiter")}` } })).json();
    await a.page.locator("#start").click();
    for (const { page } of [a, b]) await page.waitForSelector(".half.white.runs");
    await new Promise((go) => setTimeout(go, 800));
    await down(a.page, "black");
    await new Promise((go) => setTimeout(go, 150));
    assert.equal((await state()).boards.A.running, "white", "the wrong side's press counted");
    await down(a.page, "white");
    await a.page.waitForSelector(".half.black.runs");
    await until("the press at the program", async () => (await state()).boards.A.running === "black", 3000);
    await picture(a.page, "clock");
    cables[1].cut();
    const pressed = Date.now();
    await down(a.page, "black");
    await a.page.waitForSelector(".half.white.runs");
    await a.page.waitForSelector("#state.lost", { timeout: 20_000 });
    await new Promise((go) => setTimeout(go, 1200));
    cables[1].heal();
    await until("the late press", async () => (await state()).boards.A.running === "white", 15_000);
    const told = await state();
    const passed = Date.now() - pressed;
    // White runs since the press, not since it was heard of: 6 s less what was thought before, plus the increment
    assert.ok(told.boards.A.black_ms > 6300, `Black lost time while the connection was lost: ${told.boards.A.black_ms}`);
    assert.ok(told.boards.A.white_ms < 6300 - passed + 700, `White gained time: ${told.boards.A.white_ms} after ${passed} ms`);
    await until("the flag", async () => (await state()).boards.A.flagged === "white", 15_000);
    await a.page.waitForSelector(".half.white.fallen");
    assert.equal(await half(a.page, "white").locator(".word").textContent(), "Flag");
    await b.page.waitForSelector(".half.white.fallen", { timeout: 15_000 });
    await console_.waitForSelector('.bar[data-seat="Aw"] .time.fallen');
    for (const one of [a, b]) await one.context.close();
  });

  await step("the seats page declares, and the other pages are drawn", async () => {
    const { page } = await open(program.links.clocks.replace("/clock?", "/seats?"), { viewport: { width: 1000, height: 560 }, colorScheme: "light" });
    await page.locator('[data-seat="Ab"] [data-promotion="R"]').click();
    await page.waitForFunction(() => document.getElementById("said")?.textContent?.includes("Rook"));
    await picture(page, "seats");
    const light = await open(program.links.arbiter, { viewport: { width: 1180, height: 1400 }, colorScheme: "light" });
    await light.page.waitForSelector(".alert");
    await light.page.locator(".alert-head").first().click();
    await new Promise((go) => setTimeout(go, 600));
    await picture(light.page, "console-light");
    const phone = await open(program.links.arbiter, { viewport: { width: 390, height: 844 } });
    await phone.page.waitForSelector(".ply");
    await picture(phone.page, "console-phone");
    const tablet = await open(program.links.arbiter, { viewport: { width: 820, height: 1180 } });
    await tablet.page.waitForSelector(".ply");
    await picture(tablet.page, "console-tablet");
    const { page: choice } = await open(program.links.clocks, { viewport: { width: 820, height: 600 } });
    await picture(choice, "clocks");
    const report = await open(`${program.origin}/live`, { viewport: { width: 1000, height: 1200 }, extraHTTPHeaders: { authorization: `Bearer ${program.key("arbiter")}` } });
    await report.page.goto(`${program.origin}/report.html`);
    // from the first alert on: what stands above names files of this test
    const top = await report.page.evaluate(() => [...document.querySelectorAll("h2")].find((title) => title.textContent === "Alerts")?.offsetTop ?? 0);
    await picture(report.page, "report", { fullPage: true, clip: { x: 0, y: top - 10, width: 1000, height: 900 } });
  });

  await step("no page is wider than a phone or a tablet, in any language", async () => {
    const seats = program.links.clocks.replace("/clock?", "/seats?");
    const pages = [[program.links.arbiter, ".ply"], [`${program.origin}/live`, ".ply"], [program.links.clocks.replace("/clock?", "/clock/A?"), ".half"], [seats, ".seat"], [program.links.clocks, "h1"]];
    for (const [link, there] of pages) {
      const { page, context } = await open(link, { viewport: { width: 390, height: 844 } });
      for (const lang of ["en", "el", "ru", "ro", "nl"]) {
        const address = new URL(page.url());
        address.searchParams.set("lang", lang);
        await page.goto(address.href);
        await page.waitForSelector(there);
        for (const [width, height] of [[390, 844], [820, 1180], [1024, 768], [1180, 820]]) {
          await page.setViewportSize({ width, height });
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
          assert.ok(wide <= 0, `${link}: ${wide} pixels wider than ${width}, in ${lang}`);
          const over = await page.evaluate(overlaps);
          assert.deepEqual(over, [], `${link}: parts lie over each other at ${width}, in ${lang}`);
        }
        if (there !== "h1") assert.equal(await page.evaluate(() => document.documentElement.lang), lang);
      }
      await context.close();
    }
  });

  await step("pages and dialogs are named, readable in both lights, and still for who wants that", async () => {
    const pages = [
      ["the console", program.links.arbiter, ".ply"],
      ["the live page", `${program.origin}/live`, ".ply"],
      ["a clock", program.links.clocks.replace("/clock?", "/clock/A?"), ".half"],
      ["declarations", program.links.clocks.replace("/clock?", "/seats?"), ".seat"],
      ["the choice of clocks", program.links.clocks, "h1"],
      ["a locked page", `${program.origin}/`, "h1"],
    ];
    for (const [name, link, there] of pages) {
      const { page, context } = await open(link);
      await page.waitForSelector(there);
      if (name === "the console" && (await page.locator(".alert.open").count()) === 0) await page.locator(".alert-head").first().click();
      await accessibleInBoth(page, name);
      if (name === "the console") {
        for (const key of ["l", "y", "d", "p", "v", "n", "e", "t", "?"]) {
          await page.keyboard.press(key);
          await page.waitForSelector("dialog[open]");
          await accessibleInBoth(page, `the dialog of ${key}`);
          await page.keyboard.press("Escape");
          await page.waitForSelector("dialog[open]", { state: "detached" });
        }
        await page.locator('[data-tool="names"]').click();
        await accessibleInBoth(page, "the dialog of names");
      }
      await context.close();
    }
  });

  await step("who has no key sees no console", async () => {
    const { page } = await open(`${program.origin}/`);
    assert.ok((await page.textContent("body")).includes("needs its key"));
    assert.equal(await page.locator("#alerts").count(), 0);
  });
  cables.forEach((cable) => cable.close());
  if (failed) throw failed;
} catch (error) {
  failed = error;
  console.error(`FAILED ${error.stack ?? error}`);
  console.error(program.errors().split("\n").filter((line) => !line.includes("http")).join("\n"));
} finally {
  await browser.close();
  const code = await program.stop();
  if (!failed && code !== 130) failed = new Error(`the program ended with ${code}`);
  remove();
}
process.exit(failed ? 1 : 0);
