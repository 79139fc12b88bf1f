import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeLots } from "../../server/catalog";
import { inTransaction } from "../../server/platform/database";
import { openServer } from "../../server/platform/database/server/openServer";
import { programDatabase } from "../support/database";
import { silentLog } from "../support/memoryLog";
import { hasPostgres } from "../support/postgres";
import { startProgram, type RunningProgram } from "../support/program";
import { carLot } from "./catalog/support/catalogApp";

const folder = mkdtempSync(path.join(tmpdir(), "seriba-stalled-"));
const index = path.join(folder, "index");
let program: RunningProgram;

/** Resolves once the program has logged a line that matches. */
function logged({ process }: RunningProgram, line: RegExp): Promise<void> {
  let output = "";
  return new Promise((resolve) => {
    process.stdout?.on("data", (chunk) => {
      output += String(chunk);
      if (line.test(output)) resolve();
    });
  });
}

describe.skipIf(!hasPostgres)("a disk that does not answer", () => {
  beforeAll(async () => {
    const settings = await programDatabase();
    const { DATABASE_URL: url = "" } = settings;
    const database = openServer({ url, log: silentLog });
    await inTransaction(database, (trx) =>
      writeLots(trx, "auction", [carLot("saved")]),
    );
    await database.close();
    mkdirSync(index, { recursive: true });
    program = startProgram({ ...settings, DATA_DIRECTORY: folder });
    const isLoaded = logged(program, /"area":"auction".*the index of an area/);
    await program.ready;
    await isLoaded;
  });
  afterAll(() => {
    program.process.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  });

  it("does not keep the program from ending", async () => {
    // Opening a named pipe waits until somebody reads it.
    const file = path.join(index, "lots-lot-auction.columns.part");
    execFileSync("mkfifo", [file]);
    program.process.kill("SIGTERM");
    expect(await program.ended).toBeNull();
    expect(program.errors()).toBe(
      "The program did not stop in time and was killed",
    );
  });
});
