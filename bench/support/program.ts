import { spawn, type ChildProcess } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { rolePermissions } from "../../server/identity";

/** The client who asks for the lists. */
export const reader = {
  email: "bench@example.com",
  password: "bench-of-the-read-path",
  fullName: "Reader",
  userType: 2,
  userLevel: 1064,
  roleId: 1064,
  permissions: rolePermissions.client,
  details: {},
};

export type Program = {
  base: string;
  process: ChildProcess;
  output: () => string;
};

/**
 * Starts a program and waits until it prints READY with its address. Its keys
 * are kept with its data.
 */
export function startProgram(
  command: readonly string[],
  environment: Record<string, string>,
): Promise<Program> {
  const [file = "", ...parameters] = command;
  const { DATA_DIRECTORY } = environment;
  const keys = DATA_DIRECTORY && {
    KEYS_DIRECTORY: path.join(DATA_DIRECTORY, "keys"),
  };
  const child = spawn(file, parameters, {
    env: { ...process.env, PORT: "0", ...keys, ...environment },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let output = "";
  return new Promise((resolve, reject) => {
    child.once("exit", (code) => {
      reject(new Error(`${file} ended with ${String(code)}: ${output}`));
    });
    child.stdout.on("data", (chunk) => {
      output += String(chunk);
      const [, base] = /READY (http\S+)/.exec(output) ?? [];
      if (base) resolve({ base, process: child, output: () => output });
    });
  });
}

/** Signs in and returns the session's cookies. */
export async function signIn(
  base: string,
  { email, password }: { email: string; password: string },
): Promise<string> {
  const reply = await fetch(`${base}/api/auth`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  return reply.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

/** Waits until the output of a program has this text. */
export const outputHas = (program: Program, text: string): Promise<void> =>
  new Promise((resolve) => {
    const look = () => {
      if (program.output().includes(text)) resolve();
    };
    program.process.stdout?.on("data", look);
    look();
  });

/** Returns the resident memory of a program in MB, now or at its peak. Linux only. */
export function memoryOf(
  { process: { pid } }: Program,
  counter: "VmRSS" | "VmHWM" = "VmRSS",
): number {
  const status = readFileSync(`/proc/${String(pid)}/status`, "utf8");
  const [, kilobytes] = RegExp(`${counter}:\\s+(\\d+)`).exec(status) ?? [];
  return Number(kilobytes) / 1024;
}
