import { spawn, type ChildProcess } from "node:child_process";
import path from "node:path";
import { inject } from "vitest";

declare module "vitest" {
  export interface ProvidedContext {
    /** The folder of the programs that this run has built. */
    programFolder: string;
  }
}

/** The entries of the server's build, and programs that only tests start. */
export type ProgramName =
  | "main"
  | "import"
  | "admin"
  | "backup"
  | "restore"
  | "workspaceExport"
  | "holdDatabase"
  | "jobProgram"
  | "writer";

/** The built program to start with `node`, as it is in production. */
export const programFile = (name: ProgramName): string =>
  path.join(inject("programFolder"), `${name}.js`);

export type RunningProgram = {
  process: ChildProcess;
  /** Resolves to its address once it prints READY. */
  ready: Promise<string>;
  /** Resolves to its exit code, null after a signal, once its output is read. */
  ended: Promise<number | null>;
  /** Returns what it has written to standard error. */
  errors(): string;
};

/**
 * Starts the server program on a free port, without demo data. The caller ends
 * it. `nodeOptions` are options of Node.
 */
export function startProgram(
  environment: Record<string, string>,
  { script = programFile("main"), nodeOptions = [] as string[] } = {},
): RunningProgram {
  const program = spawn(process.execPath, [...nodeOptions, script], {
    env: {
      ...process.env,
      NODE_ENV: "test",
      DEMO: "off",
      PORT: "0",
      ...environment,
    },
    stdio: ["ignore", "pipe", "pipe", "ipc"],
  });
  let output = "";
  let errors = "";
  program.stderr?.on("data", (chunk) => (errors += String(chunk)));
  return {
    process: program,
    ended: new Promise((resolve) => {
      program.once("close", resolve);
    }),
    ready: new Promise((resolve) => {
      program.stdout?.on("data", (chunk) => {
        output += String(chunk);
        const [, url] = /READY (http\S+)/.exec(output) ?? [];
        if (url) resolve(url);
      });
    }),
    errors: () => errors.trim(),
  };
}
