import { sql } from "kysely";
import { spawn } from "node:child_process";
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, describe, expect, inject, it } from "vitest";
import { backupCommand, restoreCommand } from "../../../server/backupCommand";
import { performCommand } from "../../../server/command";
import { newDataDirectory } from "../../support/database";
import { templates } from "../../support/databaseTemplates";
import { createDatabase, hasPostgres } from "../../support/postgres";
import { programFile, startProgram } from "../../support/program";
import {
  contentOf,
  expected,
  fill,
  keys,
  mailsOf,
  openPlace,
  previewKey,
  type Place,
} from "./backupContent";

const folders: string[] = [];
const newFolder = async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "seriba-backup-"));
  folders.push(folder);
  return folder;
};
afterAll(async () => {
  for (const folder of folders)
    await rm(folder, { recursive: true, force: true });
});

type Settings = Place & { FILES_DIRECTORY?: string };

const commands = { backup: backupCommand, restore: restoreCommand };

const environmentOf = (place: Settings) => ({
  ...process.env,
  NODE_ENV: "test",
  ...place,
});

/** Runs a command in this process, and returns its exit code and its texts. */
async function run(
  name: keyof typeof commands,
  place: Settings,
  args: string[],
) {
  const environment = environmentOf(place);
  const outcome = await performCommand(commands[name], args, environment);
  return { ...outcome, errors: outcome.errors.trim() };
}

/** Runs a command of the build, and returns its exit code and what it wrote. */
async function runBuilt(
  name: keyof typeof commands,
  place: Settings,
  args: string[],
) {
  const running = spawn(process.execPath, [programFile(name), ...args], {
    env: environmentOf(place),
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [output, errors, code] = await Promise.all([
    text(running.stdout),
    text(running.stderr),
    new Promise<number | null>((resolve) => {
      running.once("exit", resolve);
    }),
  ]);
  return { code, output, errors: errors.trim() };
}

/** Tests a backup and its restore into an empty place. */
function testRestore(from: () => Promise<Place>, into: () => Promise<Place>) {
  it("brings rows, files and published edits back, and the program starts", async () => {
    const place = await from();
    await fill(place);
    const folder = path.join(await newFolder(), "today");
    const made = await runBuilt("backup", place, [folder]);
    expect(made).toMatchObject({ code: 0, errors: "" });
    expect(made.output).toContain("3 of 4 files");
    expect(made.output).toContain("1 files are left out");
    expect((await readdir(path.join(folder, "files"))).sort()).toEqual(keys);

    const again = await runBuilt("backup", place, [folder]);
    expect(again).toMatchObject({ code: 1, errors: `${folder} is not empty` });
    const full = await runBuilt("restore", place, [folder]);
    expect(full.code).toBe(1);
    expect(full.errors).toContain("is not empty");

    const target = await into();
    const restored = await runBuilt("restore", target, [folder]);
    expect(restored).toMatchObject({ code: 0, errors: "" });
    expect(restored.output).toContain("3 files are restored");
    expect(restored.output).toContain("1 mails are on hold");
    expect(await contentOf(target)).toEqual(expected);
    const program = startProgram(target);
    const url = await program.ready;
    expect((await fetch(`${url}/api/ready`)).status).toBe(200);

    if (target.DATABASE_URL === "") {
      const busy = path.join(await newFolder(), "busy");
      const refused = await runBuilt("backup", target, [busy]);
      expect(refused.code).toBe(1);
      expect(refused.errors).toContain("in use by another running Seriba");
    }
    program.process.kill("SIGTERM");
    expect(await program.ended).toBe(0);
  });

  it("can be repeated after a restore that was cut off, and nothing starts before", async () => {
    const place = await from();
    await fill(place);
    const folder = path.join(await newFolder(), "today");
    expect(await run("backup", place, [folder])).toMatchObject({ code: 0 });
    const other = path.join(await newFolder(), "later");
    expect(await run("backup", place, [other])).toMatchObject({ code: 0 });

    // A copy that cannot be read stops the restore when all rows are there.
    const copy = path.join(folder, "files", previewKey);
    await rename(copy, `${folder}.copy`);
    await mkdir(copy);
    const target = await into();
    expect(await run("restore", target, [folder])).toMatchObject({ code: 1 });

    const program = startProgram(target);
    expect(await program.ended).toBe(1);
    expect(program.errors()).toMatch(/^The restore of .* has not finished/);
    const unused = path.join(await newFolder(), "unused");
    for (const [command, argument] of [
      ["backup", unused],
      ["restore", "--send-held-mails"],
    ] as const) {
      const { code, errors } = await run(command, target, [argument]);
      expect({ code, errors }).toEqual({ code: 1, errors: program.errors() });
    }
    const refused = await run("restore", target, [other]);
    expect(refused.code).toBe(1);
    expect(refused.errors).toContain("restore that backup again");

    await rm(copy, { recursive: true });
    await rename(`${folder}.copy`, copy);
    // A killed restore leaves a part of the file that it wrote.
    const files = path.join(target.DATA_DIRECTORY, "files");
    const part = path.join(files, previewKey.slice(0, 2), `${previewKey}.part`);
    await mkdir(path.dirname(part), { recursive: true });
    await writeFile(part, "%PDF");
    const repeated = await run("restore", target, [folder]);
    expect(repeated).toMatchObject({ code: 0, errors: "" });
    expect(repeated.output).toContain("3 files are restored");
    expect(await contentOf(target)).toEqual(expected);
  });
}

describe("a backup of the embedded database", () => {
  testRestore(
    async () => {
      const folder = await newDataDirectory();
      folders.push(folder);
      return { DATABASE_URL: "", DATA_DIRECTORY: folder };
    },
    async () => ({ DATABASE_URL: "", DATA_DIRECTORY: await newFolder() }),
  );
});

describe.skipIf(!hasPostgres)("a backup of PostgreSQL", () => {
  const place = async (template?: string) => ({
    DATABASE_URL: await createDatabase(
      inject("postgresUrl"),
      template === undefined ? {} : { template },
    ),
    DATA_DIRECTORY: await newFolder(),
  });
  testRestore(() => place(templates.empty), place);

  it("is not restored over tables that a program made while the restore began", async () => {
    const source = await place(templates.empty);
    await fill(source);
    const folder = path.join(await newFolder(), "today");
    expect(await run("backup", source, [folder])).toMatchObject({ code: 0 });
    const manifest = await readFile(path.join(folder, "manifest.json"), "utf8");
    const { madeAt } = JSON.parse(manifest) as { madeAt: string };
    const target = await place(templates.empty);
    const database = await openPlace(target);
    await sql`create table unfinished_restore as
      select ${madeAt}::text as backup`.execute(database.kysely);
    await sql`update kysely_migration set timestamp = '2099-01-01T00:00:00.000Z'`.execute(
      database.kysely,
    );
    await database.close();
    const refused = await run("restore", target, [folder]);
    expect(refused.code).toBe(1);
    expect(refused.errors).toContain("The database is not empty");
  });

  it("is refused for a database of an unreleased revision, as is a start", async () => {
    const source = await place(templates.empty);
    const database = await openPlace(source);
    await sql`update kysely_migration set name = '001_foundation'
      where name = '001_platform'`.execute(database.kysely);
    await database.close();
    const folder = path.join(await newFolder(), "today");
    const refused = await run("backup", source, [folder]);
    expect(refused.code).toBe(1);
    expect(refused.errors).toMatch(
      /^The database was made by an unreleased revision .* import the feeds/,
    );
    const program = startProgram(source);
    expect(await program.ended).toBe(1);
    expect(program.errors()).toBe(refused.errors);
  });

  it("lets the held mails be sent or dropped", async () => {
    const target = await place(templates.empty);
    await fill(target);
    const database = await openPlace(target);
    const hold = () =>
      database.kysely
        .updateTable("outbox")
        .set({ state: "held", due_at: null })
        .where("state", "<>", "sent")
        .execute();
    await hold();
    const sent = await run("restore", target, ["--send-held-mails"]);
    expect(sent).toMatchObject({ code: 0, output: "1 mails will be sent\n" });
    expect(await mailsOf(database)).toEqual(["waiting", "sent"]);
    await hold();
    const dropped = await run("restore", target, ["--drop-held-mails"]);
    expect(dropped.output).toBe("1 mails are dropped\n");
    expect(await mailsOf(database)).toEqual(["dropped", "sent"]);
    await database.close();
  });
});

describe("a backup and a restore", () => {
  it("fail where files are lost", async () => {
    const place = {
      DATABASE_URL: "",
      DATA_DIRECTORY: await newDataDirectory(),
    };
    folders.push(place.DATA_DIRECTORY);
    await fill(place);
    const wrong = { ...place, FILES_DIRECTORY: await newFolder() };
    const without = path.join(await newFolder(), "without");
    const failed = await run("backup", wrong, [without]);
    expect(failed.code).toBe(1);
    expect(failed.errors).toContain(
      `None of the 2 uploaded files is in ${wrong.FILES_DIRECTORY}`,
    );
    expect(await readdir(without), "the next attempt may begin").toEqual([]);

    const folder = path.join(await newFolder(), "backup");
    expect(await run("backup", place, [folder])).toMatchObject({ code: 0 });
    await rm(path.join(folder, "files", previewKey));
    const target = { DATABASE_URL: "", DATA_DIRECTORY: await newFolder() };
    const lost = await run("restore", target, [folder]);
    expect(lost.code).toBe(1);
    expect(lost.errors).toContain("has 2 of the 3 files of the backup");
    await rm(path.join(folder, "files"), { recursive: true });
    const none = await run("restore", target, [folder]);
    expect(none.errors).toContain("has 0 of the 3 files of the backup");
    expect(await readdir(target.DATA_DIRECTORY)).toEqual([]);
  });

  it("do not need pictures that can be made again", async () => {
    const place = {
      DATABASE_URL: "",
      DATA_DIRECTORY: await newDataDirectory(),
    };
    folders.push(place.DATA_DIRECTORY);
    await fill(place);
    const database = await openPlace(place);
    await database.kysely.deleteFrom("files").execute();
    await database.close();
    const without = { ...place, FILES_DIRECTORY: await newFolder() };
    const folder = path.join(await newFolder(), "backup");
    const made = await run("backup", without, [folder]);
    expect(made).toMatchObject({ code: 0, errors: "" });
    expect(made.output).toContain("0 of 2 files");
  });

  it("name what is wrong and change nothing", async () => {
    const empty = await newFolder();
    const place = { DATABASE_URL: "", DATA_DIRECTORY: empty };
    const target = path.join(await newFolder(), "backup");
    const nothing = await run("backup", place, [target]);
    expect(nothing.code).toBe(1);
    expect(nothing.errors).toContain("no database of Seriba");
    const half = await newFolder();
    await mkdir(path.join(half, "database"));
    const incomplete = await run("restore", place, [half]);
    expect(incomplete.errors).toBe(
      `${half} is no complete backup: it has no manifest.json`,
    );
    expect((await runBuilt("restore", place, [])).code).toBe(2);
    expect(await readdir(empty)).toEqual([]);
  });

  it("refuse a backup of another version and change nothing", async () => {
    const empty = await newFolder();
    const place = { DATABASE_URL: "", DATA_DIRECTORY: empty };
    const folder = await newFolder();
    const made = { database: "embedded", madeAt: "2026-11-20", files: 0 };
    const restored = async (manifest: object) => {
      await writeFile(
        path.join(folder, "manifest.json"),
        JSON.stringify({ ...made, ...manifest }),
      );
      return run("restore", place, [folder]);
    };
    const unreleased =
      "The backup was made by an unreleased revision of Seriba, before 0.2.0, and cannot be upgraded: restore it with that revision";
    const later =
      "The backup was made by a later version of Seriba: restore it with that version";
    for (const [manifest, errors] of [
      [{ format: 1, migration: "052_security_actor" }, unreleased],
      [{ format: 2, migrations: ["001_foundation"] }, unreleased],
      [{ format: 2, migrations: ["999_later"] }, later],
      [{ format: 3 }, later],
    ] as const)
      expect(await restored(manifest)).toMatchObject({ code: 1, errors });
    expect(await readdir(empty)).toEqual([]);
  });
});
