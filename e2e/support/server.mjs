// The built program for the end-to-end tests: on a free port, over an empty
// data directory of its own, with a small demo feed. Removes what it wrote.
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const dataDirectory = mkdtempSync(path.join(tmpdir(), "seriba-e2e-"));

const server = spawn(process.execPath, ["dist/server/main.js"], {
  env: {
    ...process.env,
    DATA_DIRECTORY: dataDirectory,
    DATABASE_URL: undefined,
    DEMO_SCALE: "0.05",
    HOST: "127.0.0.1",
    LOG_LEVEL: "warn",
    PORT: "0",
  },
  stdio: ["ignore", "inherit", "inherit"],
});

// A signal goes to the whole group, the server too; this one stays to clean up.
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);

server.once("exit", (code) => {
  rmSync(dataDirectory, { recursive: true, force: true });
  process.exit(code ?? 1);
});
