// What a page owes to those who do not see it well, hear it, or point at it: looked at in the page as it is drawn.

import assert from "node:assert/strict";

/** Runs in the page; gives a sentence for everything that is wrong. */
function look() {
  const wrong = [];
  const shown = (element) => {
    const box = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    return box.width > 0 && box.height > 0 && style.visibility !== "hidden" && style.display !== "none" && box.left > -900;
  };
  const called = (element) => `${element.tagName.toLowerCase()}${element.id ? `#${element.id}` : ""}${element.classList.length ? `.${[...element.classList].join(".")}` : ""} "${(element.textContent ?? "").trim().slice(0, 30)}"`;
  // while a dialog is open, all else is behind it
  const root = document.querySelector("dialog[open]") ?? document.body;
  const all = [...root.querySelectorAll("*")].filter(shown);

  const name = (element) => {
    const by = (element.getAttribute("aria-labelledby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
    const label = element.closest("label")?.textContent ?? (element.id ? document.querySelector(`label[for="${element.id}"]`)?.textContent : "") ?? "";
    const inside = [...element.querySelectorAll("img[alt], [aria-label]")].map((one) => one.getAttribute("alt") ?? one.getAttribute("aria-label")).join(" ");
    const own = ["INPUT", "SELECT", "TEXTAREA"].includes(element.tagName) ? "" : element.textContent ?? "";
    return [element.getAttribute("aria-label") ?? "", by, label, inside, own, element.getAttribute("title") ?? ""].join(" ").trim();
  };
  for (const element of all) {
    const control = element.matches("button, a[href], input:not([type=hidden]), select, textarea, summary, video, [role=button], [role=radio], [role=radiogroup], [tabindex='0']");
    if (control && name(element) === "") wrong.push(`${called(element)} has no name`);
    if (element.tagName === "IMG" && !element.hasAttribute("alt")) wrong.push(`${called(element)} has no alternative text`);
    if (Number(element.getAttribute("tabindex") ?? 0) > 0) wrong.push(`${called(element)} is out of the order of tabs`);
    if (element.onclick !== null && !control) wrong.push(`${called(element)} cannot be reached by the keyboard`);
    for (const attribute of ["aria-labelledby", "aria-describedby", "aria-controls"]) {
      for (const id of (element.getAttribute(attribute) ?? "").split(" ").filter(Boolean)) if (document.getElementById(id) === null) wrong.push(`${called(element)}: ${attribute} names nothing`);
    }
  }
  const ids = [...document.querySelectorAll("[id]")].map((element) => element.id);
  for (const id of new Set(ids.filter((id, at) => ids.indexOf(id) !== at))) wrong.push(`the id ${id} is there twice`);
  if (!document.documentElement.lang) wrong.push("the page has no language");
  if (document.title.trim() === "") wrong.push("the page has no title");

  // contrast by WCAG 2.2: 4.5 to 1, and 3 to 1 for large letters
  const parse = (text) => {
    const numbers = text.match(/[\d.]+/g)?.map(Number) ?? [0, 0, 0, 0];
    const scale = text.startsWith("color(") ? 255 : 1;
    return [numbers[0] * scale, numbers[1] * scale, numbers[2] * scale, numbers[3] ?? 1];
  };
  const over = (top, bottom) => [0, 1, 2].map((i) => top[i] * top[3] + bottom[i] * (1 - top[3])).concat(1);
  const light = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((value) => (value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const behind = (element) => {
    const layers = [];
    for (let one = element; one !== null; one = one.parentElement) {
      const color = parse(getComputedStyle(one).backgroundColor);
      if (color[3] > 0) layers.push(color);
      if (color[3] === 1) break;
    }
    return layers.reverse().reduce((bottom, top) => over(top, bottom), [255, 255, 255, 1]);
  };
  for (const element of all) {
    if (element.closest("svg") !== null || element.closest("[disabled], [aria-hidden=true]") !== null) continue;
    const text = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.textContent.trim()).join("");
    if (text === "") continue;
    const style = getComputedStyle(element);
    const ground = behind(element);
    let color = over(parse(style.color), ground);
    for (let one = element; one !== null; one = one.parentElement) {
      const opacity = Number(getComputedStyle(one).opacity);
      if (opacity < 1) color = over([...color.slice(0, 3), opacity], ground);
    }
    const [a, b] = [light(color), light(ground)].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5)) wrong.push(`${called(element)}: contrast ${ratio.toFixed(2)}`);
  }
  return [...new Set(wrong)];
}

/** Fails with what is wrong on a page. */
export async function accessible(page, name) {
  const wrong = await page.evaluate(look);
  assert.deepEqual(wrong, [], `${name}:\n${wrong.join("\n")}`);
}

/** A page is as good in the dark as in the light, and nothing moves for who wants nothing to move. */
export async function accessibleInBoth(page, name) {
  for (const colorScheme of ["light", "dark"]) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await new Promise((go) => setTimeout(go, 100));
    await accessible(page, `${name}, ${colorScheme}`);
    const moves = await page.evaluate(() => document.getAnimations().filter((animation) => animation.playState === "running").length);
    assert.equal(moves, 0, `${name}: something moves`);
  }
  await page.emulateMedia({ colorScheme: "dark", reducedMotion: "no-preference" });
}
