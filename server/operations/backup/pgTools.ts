import { execFile, spawn } from "node:child_process";
import { access, readdir } from "node:fs/promises";
import path from "node:path";
import { text } from "node:stream/consumers";
import { promisify } from "node:util";
import { BackupFailed } from "./place";

const installations = "/usr/lib/postgresql";

type Tool = "pg_dump" | "pg_restore";

/**
 * Runs a program of PostgreSQL that is at least as new as the server. The password is in
 * its environment, because other users of the machine can read arguments. Throws
 * BackupFailed with what the program wrote.
 */
export async function runTool(
  tool: Tool,
  {
    url,
    server,
    options,
  }: {
    url: string;
    /** The major version of the server. */
    server: number;
    options: readonly string[];
  },
): Promise<void> {
  const program = await findTool(tool, server);
  const address = new URL(url);
  const PGPASSWORD = decodeURIComponent(address.password);
  address.password = "";
  const running = spawn(program, [...options, `--dbname=${address.href}`], {
    env: { ...process.env, ...(PGPASSWORD === "" ? {} : { PGPASSWORD }) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const [said, code] = await Promise.all([
    text(running.stderr),
    new Promise<number | null>((resolve) => {
      running.once("exit", resolve);
    }),
  ]);
  if (code !== 0) throw new BackupFailed(`${tool} failed: ${said.trim()}`);
}

/** Returns the newest installed version of a program. */
async function findTool(tool: Tool, server: number): Promise<string> {
  const versions = await readdir(installations).catch(() => []);
  const folders = [
    ...(process.env.PATH ?? "").split(path.delimiter),
    ...versions.map((version) => path.join(installations, version, "bin")),
  ];
  let found = { program: "", version: 0 };
  for (const folder of folders) {
    const program = path.join(folder, tool);
    const version = await versionOf(program);
    if (version > found.version) found = { program, version };
  }
  if (found.version >= server) return found.program;
  const has = found.version === 0 ? "none" : String(found.version);
  throw new BackupFailed(
    `${tool} of PostgreSQL ${server} or later is needed, and the newest in PATH and ${installations} is: ${has}. Install the package postgresql-client-${server}.`,
  );
}

/** Returns the major version of a program, 0 if it is missing. */
async function versionOf(program: string): Promise<number> {
  try {
    await access(program);
    const { stdout } = await promisify(execFile)(program, ["--version"]);
    return Number.parseInt(/(\d+)[.\d]*/.exec(stdout)?.[1] ?? "0", 10);
  } catch {
    return 0;
  }
}
