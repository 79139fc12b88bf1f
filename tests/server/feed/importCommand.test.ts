import { fork, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { readFile, rename, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newDataDirectory, programDatabase } from "../../support/database";
import { programFile } from "../../support/program";
import { feedServer } from "./feedServer";
import { ajesRow, newFolder } from "./support";

const running = new Set<ChildProcess>();
afterAll(async () => {
  for (const child of running) {
    child.kill("SIGKILL");
    if (child.exitCode === null && child.signalCode === null)
      await once(child, "exit");
  }
});

type Settings = Readonly<Record<string, string>>;

/** Settings for the embedded database in a folder. */
const embedded = (folder: string): Settings => ({ DATA_DIRECTORY: folder });

const newEmbedded = async () => embedded(await newDataDirectory());

/** Settings for PostgreSQL, which starts faster; embedded without one. */
async function newDatabase(): Promise<Settings> {
  const settings = await programDatabase();
  if (!settings.DATABASE_URL) return newEmbedded();
  return { ...settings, DATA_DIRECTORY: await newFolder() };
}

const environment = (settings: Settings) => ({
  ...process.env,
  DATABASE_URL: "",
  INIT_CWD: "",
  ...settings,
});

function startImport(settings: Settings, words: readonly string[]) {
  const child = spawn(process.execPath, [programFile("import"), ...words], {
    env: environment(settings),
  });
  // A killed command no longer reads its input.
  child.stdin.on("error", () => undefined);
  running.add(child);
  return child;
}

/** Runs the command and returns its output and exit code. */
async function runImport(
  settings: Settings,
  words: readonly string[],
  input?: string,
) {
  const child = startImport(settings, words);
  child.stdin.end(input);
  return ended(child);
}

async function ended(child: ReturnType<typeof startImport>) {
  const texts = { output: "", errors: "" };
  child.stdout.on("data", (text) => (texts.output += String(text)));
  child.stderr.on("data", (text) => (texts.errors += String(text)));
  const [code] = (await once(child, "close")) as [number | null];
  return { code, ...texts };
}

/** Starts a program that holds the database of the folder. */
async function holdDatabase(dataDirectory: string) {
  const child = fork(programFile("holdDatabase"), {
    env: environment(embedded(dataDirectory)),
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
    const database = await newEmbedded();
    const file = await feedFile(await newFolder(), 3);
    const first = await runImport(database, ajes(file));
    expect(first).toEqual({
      code: 0,
      output: "3 rows read, 3 new, 0 changed, 0 unchanged, 0 rejected\n",
      errors: "",
    });
    const again = await runImport(database, ajes(file));
    expect(again.output).toContain("0 new, 0 changed, 3 unchanged");
  });

  it("completes an import that was killed when it runs again", async () => {
    const database = await newDatabase();
    const text = [...rowTexts(5600)].join("");
    const killed = startImport(database, ajes("-"));
    killed.stdin.write(text.slice(0, text.length * 0.9));
    const [line] = (await once(killed.stderr, "data")) as [Buffer];
    expect(line.toString()).toMatch(/^5,000 rows read/);
    killed.kill("SIGKILL");
    await once(killed, "exit");
    const again = await runImport(database, ajes("-"), text);
    const [, inserted = "", unchanged = ""] =
      /([\d,]+) new, 0 changed, ([\d,]+) unch/.exec(again.output) ?? [];
    expect(toNumber(unchanged)).toBeGreaterThanOrEqual(5000);
    expect(toNumber(unchanged) + toNumber(inserted)).toBe(5600);
  });

  it("explains a wrong command line and shows the usage", async () => {
    const words = ["--feed", "ajex", "--into", "auction", "x"];
    const { code, errors } = await runImport(
      embedded(await newFolder()),
      words,
    );
    expect(code).toBe(2);
    expect(errors).toContain('did you mean "ajes"?');
    expect(errors).toContain("Usage: npm run import");
  });
});

describe("npm run import from an address", () => {
  it("downloads all pages from the address and with the key of the settings", async () => {
    const rows = [...rowTexts(600)]
      .slice(1, -1)
      .map((text) => JSON.parse(text.replace(/^,/, "")) as unknown);
    const server = await feedServer((request, response) => {
      const sql = new URL(request.url ?? "", "http://x").searchParams.get(
        "sql",
      );
      const from = Number(
        / from main .* limit (\d+),250$/.exec(sql ?? "")?.[1],
      );
      response.end(JSON.stringify(rows.slice(from, from + 250)));
    });
    const words = ["--feed", "ajes", "--into", "auction"];
    const settings = {
      ...(await newDatabase()),
      FEED_AJES_URL: `${server.url}/api`,
      FEED_AJES_KEY: "s3cr3t",
    };
    const result = await runImport(settings, words, "");
    await server.close();
    expect(result).toMatchObject({ code: 0, errors: "" });
    expect(result.output).toContain("600 rows read, 600 new");
    expect(server.calls).toHaveLength(4);
    expect(server.calls[0]?.url).toContain("code=s3cr3t");
  });
});

describe("npm run import stopped by Ctrl-C", () => {
  it("writes the current rows and continues when it runs again", async () => {
    const database = await newDatabase();
    const text = [...rowTexts(5100)].join("");
    const child = startImport(database, ajes("-"));
    child.stdin.write(text.slice(0, -20));
    await once(child.stderr, "data");
    const end = ended(child);
    child.kill("SIGINT");
    const { code, output, errors } = await end;
    expect(code).toBe(130);
    expect(errors).toBe(
      "Stopping after the current rows\nThe import was stopped\n",
    );
    // The command may be stopped before it has read all that was written.
    const [, stored = ""] = /^([\d,]+) rows read, \1 new/.exec(output) ?? [];
    expect(toNumber(stored)).toBeGreaterThanOrEqual(5_000);
    const again = await runImport(database, ajes("-"), text);
    const added = String(5_100 - toNumber(stored));
    expect(again.output).toContain(
      `${added} new, 0 changed, ${stored} unchanged`,
    );
  });
});

describe("npm run import while a server holds the data", () => {
  let folder: string;
  let holder: Awaited<ReturnType<typeof holdDatabase>>;
  beforeAll(async () => {
    // The path of the socket is too long for a socket address.
    folder = path.join(await newFolder(), "x".repeat(120));
    await rename(await newDataDirectory(), folder);
    holder = await holdDatabase(folder);
  });

  it("has the same result, output and exit code as without a server", async () => {
    const feed = path.join(folder, "feed.json");
    const rows = [ajesRow({ ID: "a", STATUS: "?" }), "junk"];
    await writeFile(feed, JSON.stringify(rows));
    const { code, output, errors } = await runImport(
      embedded(folder),
      ajes(feed),
    );
    expect({ code, errors }).toEqual({ code: 0, errors: "" });
    const lines = output.trimEnd().split("\n");
    expect(lines.slice(0, 3)).toEqual([
      "2 rows read, 1 new, 0 changed, 0 unchanged, 1 rejected",
      'Unknown value of status: "?" (1 row)',
      "Rejected: is not an object with columns (1 row)",
    ]);
    const rejects = /: (.*\.jsonl)$/.exec(lines[3] ?? "")?.[1] ?? "";
    expect(await readFile(rejects, "utf8")).toContain(
      "not an object with columns",
    );
    expect(await holder.lots()).toMatchObject([{ source_id: "a" }]);
  });

  it("gives access to the socket to its owner only", async () => {
    const names = ["socket", "socket/import.sock"];
    const modes = await Promise.all(
      names.map((name) => stat(path.join(folder, name))),
    );
    expect(modes.map(({ mode }) => (mode & 0o777).toString(8))).toEqual([
      "700",
      "600",
    ]);
  });

  it("writes the current rows after Ctrl-C", async () => {
    const count = async () => (await holder.lots()).length;
    const before = await count();
    const child = startImport(embedded(folder), ajes("-"));
    child.stdin.write([...rowTexts(350, "s")].join("").slice(0, -20));
    await expect.poll(count).toBe(before + 200);
    const end = ended(child);
    child.kill("SIGINT");
    const { code, output } = await end;
    expect(code).toBe(130);
    expect(output).toMatch(/^(\d+) rows read, \1 new/);
    expect(parseInt(output)).toBe((await count()) - before);
  });

  it("stops when the command is killed and continues with the next import", async () => {
    const before = (await holder.lots()).length;
    const text = [...rowTexts(600)].join("");
    const child = startImport(embedded(folder), ajes("-"));
    child.stdin.write(text.slice(0, text.length - 20));
    await expect
      .poll(async () => (await holder.lots()).length)
      .toBe(before + 400);
    child.kill("SIGKILL");
    await once(child, "exit");
    const again = await runImport(embedded(folder), ajes("-"), text);
    const counts = /(\d+) new, 0 changed, (\d+) unchanged/.exec(again.output);
    const [added, unchanged] = [Number(counts?.[1]), Number(counts?.[2])];
    // The last row was cut; others may not have left the killed command.
    expect(added).toBeGreaterThan(0);
    expect(unchanged).toBeGreaterThanOrEqual(400);
    expect(added + unchanged).toBe(600);
    expect(await holder.lots()).toHaveLength(before + 600);
  });
});

const toNumber = (text: string) => Number(text.replaceAll(",", ""));
