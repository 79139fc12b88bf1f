// The built program for the end-to-end tests: a copy of it in APP_ROOT, on a
// free port, over an empty data directory of its own, with a small demo feed.
// Removes what it wrote.
import { spawn } from "node:child_process";
import { cpSync, rmSync, symlinkSync } from "node:fs";
import path from "node:path";

const root = process.env.APP_ROOT;
for (const folder of ["dist", "schemas", "resources", "feeds", "locales"])
  cpSync(folder, path.join(root, folder), { recursive: true });
symlinkSync(path.resolve("node_modules"), path.join(root, "node_modules"));

const server = spawn(process.execPath, ["dist/server/main.js"], {
  cwd: root,
  env: {
    ...process.env,
    DATA_DIRECTORY: path.join(root, "data"),
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
  rmSync(root, { recursive: true, force: true });
  process.exit(code ?? 1);
});
