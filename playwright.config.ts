import { execFileSync } from "node:child_process";
import { defineConfig } from "@playwright/test";

// Workers inherit the environment, so the browser is looked up only once.
process.env.CHROMIUM_PATH ??= execFileSync(
  process.execPath,
  ["scripts/browser.mjs"],
  { encoding: "utf8" },
).trim();

export default defineConfig({
  testDir: "e2e",
  testMatch: "**/*.spec.ts",
  outputDir: "test-results/e2e",
  globalSetup: "./e2e/support/globalSetup.ts",
  // Each worker has a server of its own: see the fixture `server`.
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // A wait costs nothing when its test passes, and other work may run beside.
  timeout: 180_000,
  // Ends and reports a run that hangs, before the step of `npm test` is stopped.
  globalTimeout: 28 * 60_000,
  expect: { timeout: 30_000 },
  use: {
    // Names the control that a test cannot use, long before the test's own limit.
    actionTimeout: 60_000,
    // A trace takes a third of the time: record one with `--trace on`.
    trace: "off",
    screenshot: "only-on-failure",
    locale: "en-US",
    colorScheme: "light",
    // Tests wait for the end of each transition, which tells them nothing.
    contextOptions: { reducedMotion: "reduce" },
    // Calls of a page with a service worker pass the routes of a test.
    serviceWorkers: "block",
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--disable-sync",
        "--no-first-run",
      ],
    },
  },
  projects: [
    {
      name: "desktop",
      grepInvert: /@phone-only/,
      use: { viewport: { width: 1440, height: 900 } },
    },
    {
      // Only tests whose screens are laid out otherwise on a phone.
      name: "phone",
      grep: /@phone/,
      use: {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
      },
    },
  ],
});
