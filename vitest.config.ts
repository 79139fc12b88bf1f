import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

/** Databases and child processes start slowly where two cores are shared. */
const slowMachine = { testTimeout: 30_000, hookTimeout: 60_000 };

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
          setupFiles: ["tests/support/jsdom.ts"],
        },
      },
    ],
  },
});
