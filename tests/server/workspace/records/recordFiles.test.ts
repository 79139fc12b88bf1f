import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import type { Database } from "../../../../server/platform/database";
import { compileSchemas } from "../../../../server/platform/schemas/loadSchemas";
import { runAtOnce } from "../../../../server/platform/steps";
import { checkResources } from "../../../../server/workspace/checks/checkResources";
import { checkStorage } from "../../../../server/workspace/checks/storageChecks";
import {
  cellOf,
  wordingIn,
} from "../../../../server/workspace/export/exportColumns";
import { tableSource } from "../../../../server/workspace/listing";
import { readSources } from "../../../../server/workspace/sources";
import { createMessages } from "../../../../server/platform/messages";
import { eachDatabase } from "../../../support/database";

eachDatabase("the table of record files", (open) => {
  let database: Database;
  let yard: string;
  let port: string;

  const addRecord = async (row: string): Promise<string> => {
    const at = new Date("2026-11-20T01:42:00Z");
    const { id } = await database.kysely
      .insertInto("records")
      .values({
        ...{ row_schema: row, data: "{}", unique_key: null },
        ...{ created_at: at, created_by: "1" },
        ...{ updated_at: at, updated_by: "1" },
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  };
  const addFile = async (key: string): Promise<string> => {
    const at = new Date("2026-11-20T01:42:00Z");
    const { id } = await database.kysely
      .insertInto("record_files")
      .values({
        ...{ key, name: "a.pdf", row_schema: "yard", field: "papers" },
        ...{ uploader_id: "1", started_at: at, stored_at: at },
        released_at: at,
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    return id;
  };
  const give = (file: string, record: string) =>
    database.kysely
      .updateTable("record_files")
      .set({ record_id: record, holder: record, released_at: null })
      .where("id", "=", file)
      .execute();

  beforeAll(async () => {
    database = await open();
    yard = await addRecord("yard");
    port = await addRecord("port");
  });

  it("keeps a file with its first record", async () => {
    const file = await addFile("first");
    await give(file, yard);
    const other = await addRecord("yard");
    await expect(give(file, other)).rejects.toThrow("keeps its record");
  });

  it("gives a file to records of its row schema only", async () => {
    const file = await addFile("second");
    await expect(give(file, port)).rejects.toThrow("row schema");
    await expect(give(file, "999999")).rejects.toThrow(
      /foreign key|row schema/,
    );
  });

  it("keeps a record that has files", async () => {
    const record = await addRecord("yard");
    await give(await addFile("third"), record);
    await expect(
      sql`delete from records where id = ${record}`.execute(database.kysely),
    ).rejects.toThrow("foreign key");
  });

  it("needs a time of release for each file without a record", async () => {
    const file = await addFile("fourth");
    await expect(
      database.kysely
        .updateTable("record_files")
        .set({ released_at: null })
        .where("id", "=", file)
        .execute(),
    ).rejects.toThrow("check constraint");
  });
});

describe("a declared field with files", () => {
  const sources = readSources(process.cwd());
  const { schemas } = runAtOnce(compileSchemas(sources.schemas));
  const file = "resources/announcements.json";
  const declared = sources.resources.find((found) => found.file === file);
  const withPart = (part: Record<string, unknown>) => ({
    file,
    content: { ...(declared?.content as Record<string, unknown>), ...part },
  });

  it("is edited by no action, and found by no filter", () => {
    const { problems } = runAtOnce(
      checkResources({
        files: [
          withPart({
            actions: [{ id: "end", on: ["row"], edits: ["attachments"] }],
            filters: [{ field: "attachments" }],
          }),
        ],
        schemas,
      }),
    );
    expect(problems.map(({ message }) => message?.id)).toEqual(
      expect.arrayContaining(["editsFiles", "filterObjects"]),
    );
  });

  it("belongs to records, not to rows of another table", () => {
    const { resources } = runAtOnce(
      checkResources({ files: [withPart({})], schemas }),
    );
    const source = tableSource({
      ...{ row: "announcement", table: "users", columns: {} },
    });
    const messages = createMessages({});
    const problems = checkStorage(() => [source])({
      ...{ sources, schemas, messages, resources, dashboards: [] },
    });
    expect(problems.map(({ message }) => message?.id)).toContain(
      "fileNeedsRecord",
    );
  });

  it("is exported by the names of the files", () => {
    const field = schemas.row("announcement").properties.attachments ?? {};
    const wording = wordingIn(createMessages({}), "en");
    const viewer = {
      ...{ userId: "1", userType: 3, userLevel: 1064, roleId: 0 },
      permissions: {},
    };
    const named = { row: "announcement", name: "attachments", field };
    const write = cellOf(named, { viewer, language: "en", wording });
    const entry = (id: string, name: string) => ({
      ...{ id, name, type: "application/pdf", size: 9 },
    });
    expect(write([entry("1", "a.pdf"), entry("2", "b.pdf")])).toBe(
      "a.pdf, b.pdf",
    );
    expect(write(null)).toBeNull();
  });
});
