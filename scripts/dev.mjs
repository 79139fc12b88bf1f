// Runs both programs with hot reload on one address: Vite serves the browser
// program on PORT and proxies calls to the API program, which tsx restarts when
// its code changes.
import "./support/stopWithParent.mjs";
import { spawn } from "node:child_process";
import { watch } from "node:fs";
import { createServer } from "vite";
import { freePort } from "./support/ports.mjs";
import { run, scriptOf } from "./support/run.mjs";

const port = Number(process.env.PORT || 3000);
const apiPort = await freePort();
const api = `http://127.0.0.1:${apiPort}`;

const server = spawn(
  process.execPath,
  [scriptOf("tsx"), "watch", "server/main.ts"],
  { env: { ...process.env, PORT: String(apiPort) }, stdio: "inherit" },
);

const vite = await createServer({
  configFile: "vite.config.ts",
  server: {
    port,
    strictPort: true,
    host: "127.0.0.1",
    proxy: { "/api": api, "/locales": api },
  },
});
await vite.listen();
console.log(`Seriba with hot reload: http://127.0.0.1:${port}`);

let isGenerating = false;
const schemas = watch("schemas", { recursive: true }, async () => {
  if (isGenerating) return;
  isGenerating = true;
  const { code, output } = await run({ command: ["npm", "run", "generate"] });
  if (code !== 0) process.stderr.write(output);
  isGenerating = false;
});

const stop = async (signal) => {
  schemas.close();
  server.kill(signal);
  await vite.close();
};
process.once("SIGINT", stop);
process.once("SIGTERM", stop);
server.once("exit", async (code) => {
  await stop("SIGTERM");
  process.exit(code ?? 0);
});
