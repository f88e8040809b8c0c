// Opens a recall report in a headless Chromium and uses it as a person would: node page.mjs REPORT.html [SCREENSHOTS]
//
// Run it in a folder where playwright-core is installed; CHROMIUM names the browser if it isn't /usr/bin/chromium.
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const { chromium } = createRequire(`${process.cwd()}/`)("playwright-core");
const [file, shots] = process.argv.slice(2);
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"] });
const problems = [];
const page = await browser.newPage({ viewport: { width: 1200, height: 1000 } });
page.on("console", (m) => { if (["error", "warning"].includes(m.type())) problems.push("console: " + m.text()); });
page.on("pageerror", (e) => problems.push("page error: " + e));
page.on("dialog", (d) => { problems.push("dialog: " + d.message()); d.dismiss(); });
const url = pathToFileURL(file).href;
page.on("request", (r) => { if (!r.url().startsWith("data:") && r.url().split("#")[0] !== url) problems.push("request: " + r.url()); });
const check = (ok, what) => { if (!ok) problems.push("failed: " + what); };
await page.goto(url);
const items = () => page.locator("[data-item]:visible").count();
const total = await items();
check(total > 0, "examples are shown");
check(await page.locator("script").count() === 1, "one script");
check(await page.locator("table.recall").count() > 0, "tables are shown");
const plots = page.locator(".plots img");
check(await plots.count() > 0, "plots are shown");
for (const plot of await plots.all()) check(await plot.evaluate((i) => i.complete && i.naturalWidth > 0), "a plot is drawn");
for (const [place, name] of ["-top", "-tables", "-plots", "-gallery"].entries()) {
  if (!shots) break;
  const target = ["h1", "table.recall", "#plots", "#gallery"][place];
  await page.locator(target).first().scrollIntoViewIfNeeded();
  await page.evaluate((t) => document.querySelector(t).scrollIntoView({ block: "start", behavior: "instant" }), target);
  await page.screenshot({ path: shots + name + ".png" });
}
for (const name of ["kind", "class", "edge", "app", "detector"]) {
  const filter = page.locator(`select[data-filter=${name}]`);
  const value = await filter.locator("option").nth(1).getAttribute("value");
  await filter.selectOption(value);
  const wanted = await page.evaluate(([n, v]) => [...document.querySelectorAll("[data-item]")].filter((i) => i.dataset[n] === v).length, [name, value]);
  check(await items() === wanted && wanted > 0, `the filter ${name}`);
  await page.locator("#clear").click();
  check(await items() === total, "clear shows all");
}
await page.keyboard.press("j");
check(await page.evaluate(() => document.activeElement.matches("[data-item].here")), "j goes to the first example");
const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
const light = await ground();
await page.keyboard.press("t");
check(await ground() !== light, "t switches the theme");
if (shots) await page.screenshot({ path: shots + "-dark.png" });
const phone = await browser.newPage({ viewport: { width: 390, height: 800 } });
await phone.goto(url);
check(await phone.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "fits a phone");
await browser.close();
if (problems.length) { console.error(problems.join("\n")); process.exit(1); }
console.log(`${total} examples, all well`);
