import type { ChildProcess } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { Agent, request } from "node:http";
import { setTimeout as pause } from "node:timers/promises";

export type Load = {
  /** Requests a second. */
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p95: number;
  p99: number;
  failed: number;
};

/** Sends the paths over so many connections and returns how fast the answers come. */
export async function measureLoad(
  base: string,
  paths: readonly string[],
  { connections, cookie }: { connections: number; cookie: string },
): Promise<Load> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const times: number[] = [];
  let next = 0;
  let failed = 0;
  const send = async () => {
    for (let path = paths[next]; path !== undefined; path = paths[next]) {
      next += 1;
      const start = performance.now();
      const status = await get(`${base}${path}`, { agent, cookie });
      times.push(performance.now() - start);
      if (status !== 200) failed += 1;
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: connections }, send));
  const seconds = (performance.now() - start) / 1000;
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share: number) =>
    times[Math.min(times.length - 1, Math.floor(share * times.length))] ?? 0;
  return {
    perSecond: times.length / seconds,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
    failed,
  };
}

/** A load, and the milliseconds of CPU of each process for one request. */
export type CpuLoad = Load & { cpu: readonly number[] };

/**
 * Sends the paths as `measureLoad` does, after a warm-up with fifty of them. Also returns
 * the CPU that each process takes for a request.
 */
export async function measureCpuLoad(
  base: string,
  paths: readonly string[],
  {
    processes,
    ...how
  }: { connections: number; cookie: string; processes: readonly number[] },
): Promise<CpuLoad> {
  await measureLoad(base, paths.slice(0, 50), how);
  const before = processes.map(cpuOf);
  const load = await measureLoad(base, paths, how);
  const cpu = processes.map(
    (process, index) => (cpuOf(process) - (before[index] ?? 0)) / paths.length,
  );
  return { ...load, cpu };
}

export const loadHeader =
  "                          conn     req/s   p50 ms   p95 ms   p99 ms  server CPU  database CPU  failed";

/** Returns a line of a table under `loadHeader`. */
export const loadLine = (
  name: string,
  connections: number,
  { perSecond, p50, p95, p99, failed, cpu }: CpuLoad,
): string =>
  [
    name.padEnd(25),
    String(connections).padStart(5),
    perSecond.toFixed(0).padStart(9),
    ...[p50, p95, p99].map((value) => value.toFixed(1).padStart(8)),
    ...cpu.map((value) => value.toFixed(2).padStart(12)),
    String(failed).padStart(7),
  ].join(" ");

const get = (
  url: string,
  { agent, cookie }: { agent: Agent; cookie: string },
): Promise<number> =>
  new Promise((resolve, reject) => {
    request(url, { agent, headers: { cookie } }, (response) => {
      response.resume();
      response.on("end", () => {
        resolve(response.statusCode ?? 0);
      });
    })
      .on("error", reject)
      .end();
  });

type Process = { pid: number; parent: number; milliseconds: number };

function readProcess(pid: string): Process[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    // Of the process itself, and of its children that have ended.
    const ticks = fields
      .slice(11, 15)
      .reduce((sum, field) => sum + Number(field), 0);
    const parent = Number(fields[1]);
    return [{ pid: Number(pid), parent, milliseconds: 10 * ticks }];
  } catch {
    // The process has ended in the meantime.
    return [];
  }
}

/** Returns the milliseconds of CPU of a process and its children. Linux only. */
export function cpuOf(root: number): number {
  const all = readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap(readProcess);
  return all
    .filter(({ pid, parent }) => pid === root || parent === root)
    .reduce((sum, { milliseconds }) => sum + milliseconds, 0);
}

/** Resolves when a process uses less than a twentieth of a core for two seconds. */
export async function untilIdle({
  pid = 0,
}: Pick<ChildProcess, "pid">): Promise<void> {
  for (let before = -1_000, now = cpuOf(pid); now - before > 100;) {
    await pause(2_000);
    [before, now] = [now, cpuOf(pid)];
  }
}

/** Returns the process whose command line has this text. */
export function findProcess(text: string): number {
  for (const name of readdirSync("/proc").filter((pid) => /^\d+$/.test(pid)))
    try {
      const command = readFileSync(`/proc/${name}/cmdline`, "utf8");
      if (command.replaceAll("\0", " ").includes(text)) return Number(name);
    } catch {
      // The process has ended in the meantime.
    }
  throw new Error(`No process of ${text}`);
}
