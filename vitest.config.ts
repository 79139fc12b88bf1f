import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

/** A wait costs nothing when its test passes, and other work may run beside. */
const slowMachine = {
  testTimeout: 600_000,
  hookTimeout: 600_000,
  teardownTimeout: 60_000,
  expect: { poll: { timeout: 30_000 } },
};

export default defineConfig({
  test: {
    maxWorkers: 2,
    restoreMocks: true,
    projects: [
      {
        test: {
          ...slowMachine,
          name: "node",
          include: ["tests/{domain,server,scripts}/**/*.test.ts"],
          environment: "node",
          pool: "forks",
          isolate: false,
          globalSetup: ["tests/support/globalSetup.ts"],
          setupFiles: ["tests/support/propertySeed.ts"],
        },
      },
      {
        plugins: [react()],
        test: {
          ...slowMachine,
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
