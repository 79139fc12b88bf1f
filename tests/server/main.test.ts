import {
  cpSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { once } from "node:events";
import { get, type ClientRequest, type IncomingMessage } from "node:http";
import { createServer, type AddressInfo, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newDataDirectory, programDatabase } from "../support/database";
import {
  programFile,
  startProgram,
  type RunningProgram,
} from "../support/program";

const folder = mkdtempSync(path.join(tmpdir(), "seriba-main-"));
const data = path.join(folder, "data");
beforeAll(async () => {
  renameSync(await newDataDirectory(), data);
});
const started: RunningProgram[] = [];
afterAll(() => {
  for (const program of started) program.process.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** Starts the program over a data directory of this file. */
function run(
  environment: Record<string, string>,
  options?: { script: string },
) {
  const program = startProgram(
    { DATA_DIRECTORY: data, ...environment },
    options,
  );
  started.push(program);
  return program;
}

/** Resolves once the connection of the request is open. */
async function connected(request: ClientRequest): Promise<void> {
  const [socket] = (await once(request, "socket")) as [Socket];
  if (socket.connecting) await once(socket, "connect");
}

describe("the program", () => {
  it("restarts after kill -9, rejects a second program, and stops without aborting requests", async () => {
    const killed = run({});
    await killed.ready;
    killed.process.kill("SIGKILL");
    await killed.ended;
    const first = run({});
    const url = await first.ready;
    expect((await fetch(`${url}/api/ready`)).status).toBe(200);

    const second = run({});
    expect(await second.ended).toBe(1);
    expect(second.errors().split("\n")).toHaveLength(1);
    expect(second.errors()).toContain("in use by another running Seriba");

    const requests = Array.from({ length: 20 }, () =>
      get(`${url}/api/site/week-days`, { agent: false }),
    );
    const statuses = requests.map(async (request) => {
      const [reply] = (await once(request, "response")) as [IncomingMessage];
      return reply.resume().statusCode;
    });
    await Promise.all(requests.map(connected));
    first.process.kill("SIGTERM");
    expect(new Set(await Promise.all(statuses))).toEqual(new Set([200]));
    expect(await first.ended).toBe(0);
    await expect(fetch(`${url}/api/ready`)).rejects.toThrow();
  });

  it("names a port that is in use", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => {
      other.listen(0, "127.0.0.1", resolve);
    });
    const { port } = other.address() as AddressInfo;
    const program = run({ ...(await programDatabase()), PORT: String(port) });
    expect(await program.ended).toBe(1);
    expect(program.errors()).toBe(
      `Setting PORT: ${port} is in use by another program`,
    );
    other.close();
  });

  it("names an address or directory that it cannot use", async () => {
    const host = run({
      ...(await programDatabase()),
      HOST: "nowhere.invalid",
    });
    expect(await host.ended).toBe(1);
    expect(host.errors()).toBe(
      "Setting HOST is not an address of this machine",
    );

    const file = path.join(folder, "file");
    writeFileSync(file, "");
    const directory = run({ DATA_DIRECTORY: path.join(file, "data") });
    expect(await directory.ended).toBe(1);
    expect(directory.errors()).toMatch(/^Setting DATA_DIRECTORY: .*ENOTDIR.*$/);
  });

  it("names every invalid setting without its value", async () => {
    const program = run({ PORT: "http", DATABASE_URL: "secret" });
    expect(await program.ended).toBe(1);
    const lines = program.errors().split("\n");
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain("Setting PORT must be integer");
    expect(lines[1]).toContain("Setting DATABASE_URL must match");
    expect(program.errors()).not.toContain("secret");
  });

  it("names a database that cannot be reached", async () => {
    const program = run({ DATABASE_URL: "postgres://u:secret@127.0.0.1:1/x" });
    expect(await program.ended).toBe(1);
    expect(program.errors()).toBe(
      "Setting DATABASE_URL: the database cannot be reached",
    );
  });

  it("does not start with a broken declaration, and prints each file, pointer and reason", async () => {
    const copy = path.join(folder, "copy");
    for (const part of [
      "schemas",
      "resources",
      "dashboards",
      "locales",
      "feeds",
    ])
      cpSync(part, path.join(copy, part), { recursive: true });
    const program = path.join(copy, "program");
    cpSync(path.dirname(programFile("main")), program, { recursive: true });
    symlinkSync(path.resolve("node_modules"), path.join(copy, "node_modules"));
    writeFileSync(path.join(copy, "resources", "broken.json"), "{ nothing");
    writeFileSync(path.join(copy, "resources", "empty.json"), "{}");
    writeFileSync(path.join(copy, "locales", "ru.json"), "{ nothing");
    const started = run({}, { script: path.join(program, "main.js") });
    expect(await started.ended).toBe(1);
    expect(started.errors()).toMatch(/^locales\/ru\.json: .*JSON/m);
    expect(started.errors()).toMatch(/^resources\/broken\.json: .*JSON/m);
    expect(started.errors()).toMatch(
      /^resources\/empty\.json \/route: "route" is missing/m,
    );
  });
});
