import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";

/** Returns the script of an installed package's command, to run with Node. */
export const scriptOf = (packageName, commandName = packageName) => {
  const folder = path.join("node_modules", packageName);
  const manifest = path.join(folder, "package.json");
  const { bin } = JSON.parse(readFileSync(manifest, "utf8"));
  return path.join(folder, typeof bin === "string" ? bin : bin[commandName]);
};

/** Returns the npm that started this script, or else the npm on the path. */
const npmCommand = () =>
  process.env.npm_execpath?.endsWith(".js")
    ? [process.execPath, process.env.npm_execpath]
    : ["npm"];

const resolveCommand = ([program, ...rest]) => {
  if (program === "npm") return [...npmCommand(), ...rest];
  if (program === "node") return [process.execPath, ...rest];
  return [program, ...rest];
};

/**
 * Runs a command and collects its output. Resolves with its exit code (1 after
 * a signal or the time limit), its output and its duration in seconds. SIGINT
 * and SIGTERM are passed on to the command, and then this process ends too.
 */
export const run = ({ command, env = {}, minutes = 10 }) =>
  new Promise((resolve) => {
    const started = performance.now();
    const [program, ...args] = resolveCommand(command);
    const child = spawn(program, args, {
      env: { ...process.env, FORCE_COLOR: undefined, NO_COLOR: "1", ...env },
      stdio: ["ignore", "pipe", "pipe"],
      shell: process.platform === "win32" && program === "npm",
      timeout: minutes * 60_000,
    });
    let isStopping = false;
    const stop = (signal) => {
      isStopping = true;
      child.kill(signal);
    };
    const signals = ["SIGINT", "SIGTERM"];
    for (const signal of signals) process.on(signal, stop);
    const chunks = [];
    child.stdout.on("data", (chunk) => chunks.push(chunk));
    child.stderr.on("data", (chunk) => chunks.push(chunk));
    const finish = (code, note = "") => {
      if (isStopping) process.exit(1);
      for (const signal of signals) process.removeListener(signal, stop);
      resolve({
        code,
        output: Buffer.concat(chunks).toString() + note,
        seconds: (performance.now() - started) / 1000,
      });
    };
    child.once("error", (error) => finish(1, `${error.message}\n`));
    child.once("close", (code, signal) =>
      finish(code ?? 1, signal ? `\nStopped by ${signal}.\n` : ""),
    );
  });
