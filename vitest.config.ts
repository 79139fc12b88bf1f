import { randomInt } from "node:crypto";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const seed = process.env.SEED ?? String(randomInt(2 ** 31));
console.log(`SEED=${seed} repeats the random values of this run.`);

/** Timeouts are long: a wait costs nothing when its test passes, and other work may run beside. */
const shared = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  teardownTimeout: 60_000,
  expect: { poll: { timeout: 180_000 } },
  env: { SEED: seed },
};

export default defineConfig({
  test: {
    maxWorkers: 2,
    restoreMocks: true,
    projects: [
      {
        test: {
          ...shared,
          name: "node",
          include: ["tests/{domain,server,scripts}/**/*.test.ts"],
          environment: "node",
          pool: "forks",
          isolate: false,
          globalSetup: ["tests/support/globalSetup.ts"],
          setupFiles: [
            "tests/support/propertySeed.ts",
            "tests/support/sharedPglite.mjs",
          ],
        },
      },
      {
        plugins: [react()],
        test: {
          ...shared,
          name: "browser-components",
          include: ["tests/src/**/*.test.{ts,tsx}"],
          environment: "jsdom",
          pool: "forks",
          isolate: false,
          unstubGlobals: true,
          setupFiles: [
            "tests/support/jsdom.ts",
            "tests/support/propertySeed.ts",
          ],
        },
      },
    ],
  },
});
