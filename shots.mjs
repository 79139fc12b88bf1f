import { chromium } from "@playwright/test";
const base = process.argv[2];
const only = process.argv[3];
const browser = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
const plans = [
  ["client", "/bids"],
  ["client", "/archive-bids"],
  ["dealer", "/dealer-bids"],
  ["dealer", "/archive-bids"],
  ["manager", "/bid-manager"],
  ["manager", "/archive-bids"],
];
const looks = [
  [1440, "light", "en"],
  [1024, "light", "ru"],
  [390, "dark", "ru"],
  [1440, "dark", "ru"],
  [390, "light", "en"],
];
for (const [who, route] of plans) {
  for (const [width, theme, lang] of looks) {
    const name = `${who}${route.replace("/", "-")}-${width}-${theme}-${lang}`;
    if (only && !name.includes(only)) continue;
    const context = await browser.newContext({
      viewport: { width, height: width === 390 ? 844 : 900 },
      colorScheme: theme,
      hasTouch: width === 390,
      locale: lang === "ru" ? "ru-RU" : "en-US",
    });
    const page = await context.newPage();
    page.on("console", (m) => {
      if (["error", "warning"].includes(m.type()))
        console.log(name, m.type(), m.text().slice(0, 300));
    });
    page.on("pageerror", (e) => console.log(name, "PAGEERROR", e.message));
    await page.goto(base + "/auth/login");
    await page.evaluate(
      ([l]) => {
        localStorage.setItem("seriba.language", l);
      },
      [lang],
    );
    await page.fill("input[type=email]", `${who}@seriba.test`);
    await page.fill("input[type=password]", "seriba-demo");
    await page.keyboard.press("Enter");
    await page.waitForURL((u) => !u.pathname.startsWith("/auth"));
    await page.waitForTimeout(400);
    await page
      .goto(base + route)
      .catch((e) => console.log(name, e.message.split("\n")[0]));
    await page
      .waitForSelector("[data-row-id], .MuiDataGrid-row [data-row-link], h2", {
        timeout: 8000,
      })
      .catch(() => console.log(name, "no rows"));
    await page.waitForTimeout(900);
    await page.screenshot({ path: `/tmp/shots-lists/${name}.png` });
    await context.close();
  }
}
await browser.close();
