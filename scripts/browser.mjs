// Finds Chromium for the tests, or installs it, and prints its path as the last
// line. Progress messages go to standard error.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";

const systemPaths = [
  // Without windows, it takes a sixth less time than the whole browser.
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

const firstExisting = (paths) => paths.find((file) => file && existsSync(file));

const playwrightPath = async () => {
  const { chromium } = await import("@playwright/test");
  return chromium.executablePath();
};

const hasRun = (program, ...args) => {
  console.error(`> ${[program, ...args].join(" ")}`);
  const { status } = spawnSync(program, args, {
    stdio: ["ignore", 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  return status === 0;
};

const installByApt = () =>
  process.getuid?.() === 0 &&
  existsSync("/usr/bin/apt-get") &&
  hasRun("apt-get", "update", "-qq") &&
  ["chromium-headless-shell", "chromium"].some((name) =>
    hasRun("apt-get", "install", "-y", "-qq", name),
  );

const installByPlaywright = () =>
  hasRun(
    process.execPath,
    "node_modules/@playwright/test/cli.js",
    "install",
    "chromium",
  );

/**
 * Returns the path of Chromium: the value of CHROMIUM_PATH, Playwright's
 * download, the browser of the system, or else a new installation. Throws when
 * it can neither find nor install one.
 */
export const findBrowser = async () => {
  const asked = process.env.CHROMIUM_PATH;
  if (asked && !existsSync(asked)) {
    throw new Error(`CHROMIUM_PATH is not a file: ${asked}`);
  }
  const known = [asked, await playwrightPath(), ...systemPaths];
  const found = firstExisting(known);
  if (found) return found;
  console.error("No Chromium found: installing one for the tests.");
  for (const install of [installByApt, installByPlaywright]) {
    if (install() && firstExisting(known)) return firstExisting(known);
  }
  throw new Error("No Chromium found. Install one or set CHROMIUM_PATH.");
};

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  try {
    console.log(await findBrowser());
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}
