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

const isWindows = process.platform === "win32";

/** Sends a signal to a command and to the processes that it has started. */
const signalTree = (child, signal) => {
  if (isWindows) {
    child.kill(signal);
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The last process of the group has ended.
  }
};

/**
 * Runs a command and collects its output. Resolves with its exit code (1 after
 * a signal or the time limit), its output and its duration in seconds. When
 * `limit` aborts, the command ends with all processes that it has started; those
 * that ignore SIGTERM get SIGKILL after `graceMs`. SIGINT, SIGTERM and SIGHUP are
 * passed on to the command, and then this process ends too.
 */
export const run = ({
  command,
  env = {},
  minutes = 10,
  limit = AbortSignal.timeout(minutes * 60_000),
  graceMs = 10_000,
}) =>
  new Promise((resolve) => {
    const started = performance.now();
    const [program, ...args] = resolveCommand(command);
    const child = spawn(program, args, {
      env: { ...process.env, FORCE_COLOR: undefined, NO_COLOR: "1", ...env },
      stdio: ["ignore", "pipe", "pipe"],
      shell: isWindows && program === "npm",
      // The command leads a process group, which ends as a whole.
      detached: !isWindows,
    });
    let isStopping = false;
    const stop = (signal) => {
      isStopping = true;
      signalTree(child, signal);
    };
    let killTimer;
    const endTree = () => {
      signalTree(child, "SIGTERM");
      killTimer = setTimeout(() => {
        signalTree(child, "SIGKILL");
        // A process that left the group may still hold the output open.
        child.stdout.destroy();
        child.stderr.destroy();
      }, graceMs);
    };
    limit.addEventListener("abort", endTree);
    const signals = ["SIGINT", "SIGTERM", "SIGHUP"];
    for (const signal of signals) process.on(signal, stop);
    const chunks = [];
    child.stdout.on("data", (chunk) => chunks.push(chunk));
    child.stderr.on("data", (chunk) => chunks.push(chunk));
    const finish = (code, note = "") => {
      if (isStopping) process.exit(1);
      for (const signal of signals) process.removeListener(signal, stop);
      clearTimeout(killTimer);
      limit.removeEventListener("abort", endTree);
      resolve({
        code: limit.aborted ? 1 : code,
        output: Buffer.concat(chunks).toString() + note,
        seconds: (performance.now() - started) / 1000,
      });
    };
    child.once("error", (error) => finish(1, `${error.message}\n`));
    const noteOf = (signal) => {
      if (limit.aborted) return "\nStopped at the time limit.\n";
      return signal ? `\nStopped by ${signal}.\n` : "";
    };
    child.once("close", (code, signal) => finish(code ?? 1, noteOf(signal)));
  });
