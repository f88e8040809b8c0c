// Opens a report in a headless Chromium and uses it as a person would: node page.mjs REPORT.html [SCREENSHOTS]
//
// Whatever the texts of the report hold, nothing of it may run, load or turn the writing direction.
//
// Run it in a folder where playwright-core is installed; CHROMIUM names the browser if it isn't /usr/bin/chromium.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const { chromium } = createRequire(`${process.cwd()}/`)("playwright-core");
const [file, shots] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"] });
const problems = [];
const page = await browser.newPage({ viewport: { width: 1100, height: 900 } });
page.on("console", (m) => { if (["error", "warning"].includes(m.type())) problems.push("console: " + m.text()); });
page.on("pageerror", (e) => problems.push("page error: " + e));
page.on("dialog", (d) => { problems.push("dialog: " + d.message()); d.dismiss(); });
const url = pathToFileURL(file).href;
page.on("request", (r) => { if (!r.url().startsWith("data:") && r.url().split("#")[0] !== url) problems.push("request: " + r.url()); });
const check = (ok, what) => { if (!ok) problems.push("failed: " + what); };
await page.goto(url);
const items = () => page.locator("[data-item]:visible").count();
const total = await items();
check(total > 0, "items are shown");
check(await page.locator("script").count() === 1, "one script");
check(await page.locator("main :is(img, iframe, object, embed, form, link, style, svg)").count() === 0, "texts are no markup");
check(!/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/.test(await page.locator("main").innerText()), "no character acts");
for (const crop of await page.locator(".crop > div").all()) {
  const box = await crop.boundingBox();
  check(box && box.width > 40 && box.height > 20, "a crop has a size");
  check((await crop.evaluate((e) => getComputedStyle(e).backgroundImage)).startsWith("url(\"data:image/"), "a crop has its picture");
}
await page.keyboard.press("j");
check(await page.evaluate(() => document.activeElement.matches("[data-item].here")), "j goes to the first item");
const first = await page.evaluate(() => document.activeElement.id);
await page.keyboard.press("j");
check(total < 2 || await page.evaluate(() => document.activeElement.id) !== first, "j goes on");
await page.keyboard.press("k");
check(await page.evaluate(() => document.activeElement.id) === first, "k goes back");
await page.keyboard.press("Enter");
check(await page.locator("[data-item].here details").count() === 0 || await page.locator("[data-item].here details[open]").count() > 0, "Enter opens");
if (shots) await page.screenshot({ path: shots + "-light.png", fullPage: false });
const range = page.locator("[data-item].here input[type=range]");
if (await range.count()) {
  await range.focus();
  await page.keyboard.press("Home");
  check(await page.evaluate(() => document.querySelector("[data-item].here .compare").style.getPropertyValue("--split")) === "0%", "the slider moves by key");
  await page.keyboard.press("Escape");
}
const severity = page.locator("select[data-filter=severity]");
if (await severity.count()) {
  await severity.selectOption("cosmetic");
  const left = await items();
  check(left === await page.locator("[data-item][data-severity=cosmetic]").count(), "the severity filter");
  check((await page.url()).includes("severity=cosmetic"), "the filter stands in the address");
  await page.locator("#clear").click();
  const apps = page.locator("select[data-filter=app] option");
  for (const app of await apps.evaluateAll((options) => options.map((option) => option.value).filter(Boolean))) {
    await page.locator("select[data-filter=app]").selectOption(app);
    check(await items() === await page.locator(`[data-item][data-app=${JSON.stringify(app)}]`).count() && await items() > 0, "the app filter");
  }
  await page.locator("#clear").click();
  await severity.selectOption("cosmetic");
  const cause = await page.locator("select[data-filter=cause] option").nth(1).getAttribute("value");
  await page.locator("select[data-filter=cause]").selectOption(cause);
  check(await items() <= left, "the cause filter");
  await page.locator("#clear").click();
  check(await items() === total, "clear shows all");
  await page.locator("h1").click();
  await page.keyboard.press("/");
  check(await page.evaluate(() => document.activeElement.matches("input[data-search]")), "/ goes to search");
  await page.keyboard.type("zzzz no such thing");
  check(await items() === 0, "search hides");
  check(await page.locator("[data-group]:visible").count() === 0, "empty groups are hidden");
  await page.keyboard.press("Escape");
  await page.keyboard.press("x");
  check(await items() === total, "x clears");
}
await page.keyboard.press("?");
check(await page.locator("dialog[open]").count() === 1, "? opens the keys");
await page.keyboard.press("Escape");
check(await page.locator("dialog[open]").count() === 0, "Escape closes the keys");
const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const light = await ground();
await page.keyboard.press("t");
check(await ground() !== light, "t switches the theme");
if (shots) await page.screenshot({ path: shots + "-dark.png", fullPage: false });
await page.goto("about:blank");
await page.goto(url + "#" + encodeURIComponent(first));
check(await page.locator(":target, .here").first().isVisible(), "a deep link shows its item");
check(await page.evaluate((id) => document.getElementById(id).classList.contains("here"), first), "a deep link marks its item");
await page.goto("about:blank");
await page.goto(url + "#%E0%A4%A");
check(await items() === total, "an address that is no text shows all");
const dark = await browser.newPage({ colorScheme: "dark", viewport: { width: 390, height: 800 } });
await dark.goto(url);
check(await dark.evaluate(() => getComputedStyle(document.body).backgroundColor) !== light, "dark follows the system");
check(await dark.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "fits a phone");
if (shots) await dark.screenshot({ path: shots + "-phone.png" });
await browser.close();
if (problems.length) { console.error(problems.join("\n")); process.exit(1); }
console.log(`${total} items, all well`);
