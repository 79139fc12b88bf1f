import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { programFile } from "../../../../support/program";

/** Starts another process on the data directory or the PostgreSQL at `url`; `lines` is its standard output. */
export function startWriter(dataDirectory: string, count = 0, url = "") {
  const child = spawn(
    process.execPath,
    [programFile("writer"), dataDirectory, String(count)],
    {
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, DATABASE_URL: url },
    },
  );
  const complaint = text(child.stderr);
  const exited = once(child, "exit") as Promise<[number | null]>;
  return {
    lines: createInterface(child.stdout),
    /** Waits for its end; returns its exit code and its standard error. */
    async end() {
      const [code] = await exited;
      return { code, complaint: await complaint };
    },
    async kill() {
      child.kill("SIGKILL");
      await exited;
    },
    suspend: () => child.kill("SIGSTOP"),
    resume: () => child.kill("SIGCONT"),
  };
}
