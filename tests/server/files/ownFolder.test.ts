import { describe, expect, inject, it } from "vitest";
import { warnOfOwnFolder } from "../../../server/files";
import { readConfig } from "../../../server/platform/config";
import { openDatabase } from "../../../server/platform/database";
import { memoryLog, silentLog } from "../../support/memoryLog";
import { createDatabase, hasPostgres } from "../../support/postgres";

describe.skipIf(!hasPostgres)("a folder of files of one server", () => {
  it("is warned of beside a second server, unless all share it", async () => {
    const url = await createDatabase(inject("postgresUrl"));
    const server = () =>
      openDatabase({ url, dataDirectory: ":memory:", log: silentLog });
    const database = await server();
    await database.listen("news", () => undefined);
    const warnings = async (settings: Record<string, string> = {}) => {
      const { log, complaints } = memoryLog();
      const config = readConfig({ DATABASE_URL: url, ...settings });
      await warnOfOwnFolder({ config, database, log });
      return complaints.length;
    };
    expect(await warnings()).toBe(0);
    const second = await server();
    await second.listen("news", () => undefined);
    expect(await warnings()).toBe(1);
    expect(await warnings({ FILES_DIRECTORY: "/srv/files" })).toBe(0);
    await second.close();
    await database.close();
  });
});
