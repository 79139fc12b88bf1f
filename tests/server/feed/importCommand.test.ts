import { fork, spawn } from "node:child_process";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { mkdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { afterEach, describe, expect, it } from "vitest";
import { ajesRow, newFolder } from "./support";

const running = new Set<ChildProcess>();
afterEach(async () => {
  for (const child of running) {
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null)
      await once(child, "exit");
  }
  running.clear();
});

const environment = (dataDirectory: string) => ({
  ...process.env,
  DATA_DIRECTORY: dataDirectory,
  DATABASE_URL: "",
  INIT_CWD: "",
});

function startImport(dataDirectory: string, words: readonly string[]) {
  const child = spawn(
    process.execPath,
    ["--import", "tsx", "server/import.ts", ...words],
    { env: environment(dataDirectory) },
  );
  running.add(child);
  return child;
}

/** The command run to its end: what it printed and its exit code. */
async function runImport(
  dataDirectory: string,
  words: readonly string[],
  input?: string,
) {
  const child = startImport(dataDirectory, words);
  child.stdin.on("error", () => undefined);
  child.stdin.end(input);
  const texts = { output: "", errors: "" };
  child.stdout.on("data", (text) => (texts.output += String(text)));
  child.stderr.on("data", (text) => (texts.errors += String(text)));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, ...texts };
}

/** A program that holds the database of the folder; asks it for its lots. */
async function holdDatabase(dataDirectory: string) {
  const child = fork("tests/server/feed/holdDatabase.ts", {
    execArgv: ["--import", "tsx"],
    env: environment(dataDirectory),
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  running.add(child);
  if (child.stdout) await once(child.stdout, "data");
  return {
    child,
    async lots(): Promise<unknown[]> {
      child.send("lots");
      const [lots] = (await once(child, "message")) as [unknown[]];
      return lots;
    },
  };
}

function* rowTexts(count: number, prefix = "k"): Generator<string> {
  yield "[";
  for (let index = 0; index < count; index += 1) {
    const row = ajesRow({ ID: `${prefix}${index}`, LOT: String(index) });
    yield `${index > 0 ? "," : ""}${JSON.stringify(row)}\n`;
  }
  yield "]";
}

async function feedFile(folder: string, count: number): Promise<string> {
  const name = path.join(folder, "feed.json");
  await pipeline(Readable.from(rowTexts(count)), createWriteStream(name));
  return name;
}

const ajes = (file: string) => ["--feed", "ajes", "--into", "auction", file];

describe("npm run import", () => {
  it("imports a file into the embedded database", async () => {
    const folder = await newFolder();
    const file = await feedFile(folder, 3);
    const first = await runImport(folder, ajes(file));
    expect(first).toEqual({
      code: 0,
      output: "3 rows read, 3 new, 0 changed, 0 unchanged, 0 rejected\n",
      errors: "",
    });
    const again = await runImport(folder, ajes(file));
    expect(again.output).toContain("0 new, 0 changed, 3 unchanged");
  }, 60_000);

  it("gives the same through the server that holds the database", async () => {
    // So long that the socket's own path is no address.
    const folder = path.join(await newFolder(), "x".repeat(120));
    await mkdir(folder);
    const holder = await holdDatabase(folder);
    const rows = [ajesRow({ ID: "a", STATUS: "?" }), "junk"];
    const feed = path.join(folder, "feed.json");
    await writeFile(feed, JSON.stringify(rows));

    const { code, output, errors } = await runImport(folder, ajes(feed));
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    const lines = output.trimEnd().split("\n");
    expect(lines.slice(0, 2)).toEqual([
      "2 rows read, 1 new, 0 changed, 0 unchanged, 1 rejected",
      'The mapping does not know status "?" (1 rows)',
    ]);
    const rejects = /: (.*\.jsonl)$/.exec(lines[2] ?? "")?.[1] ?? "";
    expect(await readFile(rejects, "utf8")).toContain("not a row of columns");
    expect(await holder.lots()).toMatchObject([{ source_id: "a" }]);

    const broken = await runImport(
      folder,
      ajes("-"),
      JSON.stringify([ajesRow({ ID: "b" })]).slice(0, -1),
    );
    expect(broken.code).toBe(1);
    expect(broken.errors).toContain("The feed is broken after row 1");
    expect(broken.output).toContain("1 rows read, 1 new");

    const refused = await runImport(folder, ajes("-"), '{"error":"code"}');
    expect(refused.code).toBe(1);
    expect(refused.errors).toContain("answered with an error: code");
  }, 90_000);

  it("opens its socket to the owner alone", async () => {
    const folder = await newFolder();
    await holdDatabase(folder);
    const modes = await Promise.all(
      ["socket", "socket/import.sock"].map((name) =>
        stat(path.join(folder, name)),
      ),
    );
    expect(modes.map(({ mode }) => (mode & 0o777).toString(8))).toEqual([
      "700",
      "600",
    ]);
  }, 60_000);

  it("stops in the server when the command is killed, and goes on later", async () => {
    const folder = await newFolder();
    const holder = await holdDatabase(folder);
    const child = startImport(folder, ajes("-"));
    const text = [...rowTexts(1200)].join("");
    child.stdin.write(text.slice(0, text.length - 20));
    await expect
      .poll(async () => (await holder.lots()).length, { timeout: 30_000 })
      .toBe(1000);
    child.kill("SIGKILL");
    await once(child, "exit");
    const file = await feedFile(folder, 1200);
    const again = await runImport(folder, ajes(file));
    expect(again.output).toContain("200 new, 0 changed, 1,000 unchanged");
  }, 90_000);

  it("ends at the same lots when killed in the middle and run again", async () => {
    const folder = await newFolder();
    const file = await feedFile(folder, 20_000);
    const killed = startImport(folder, ajes(file));
    await once(killed.stderr, "data").catch(() => undefined);
    killed.kill("SIGKILL");
    await once(killed, "exit");
    const again = await runImport(folder, ajes(file));
    expect(again.code).toBe(0);
    const holder = await holdDatabase(folder);
    const other = await newFolder();
    await runImport(other, ajes(file));
    const whole = await holdDatabase(other);
    const lots = await holder.lots();
    expect(lots).toHaveLength(20_000);
    expect(lots).toEqual(await whole.lots());
  }, 180_000);

  it.each([
    [["--into", "auction", "x.json"], "--feed is missing"],
    [["--feed", "ajes", "x.json"], "--into is missing"],
    [["--feed", "ajes", "--into", "auction"], "FILE is missing"],
    [["--feed", "ajex", "--into", "auction", "x"], 'did you mean "ajes"?'],
    [["--feed", "ajes", "--into", "actions", "x"], 'did you mean "auction"?'],
    [ajes("/no/such/file.json"), "There is no file /no/such/file.json"],
    [["--fed", "ajes"], "--fed"],
  ])("tells what is wrong with %j and how it is used", async (words, text) => {
    const { code, errors } = await runImport(await newFolder(), words);
    expect(code).toBe(2);
    expect(errors).toContain(text);
    expect(errors).toContain("Usage: npm run import");
  });
});
