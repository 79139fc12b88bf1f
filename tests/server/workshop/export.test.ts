import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { exportPublished } from "../../../server/workshop";
import { testApp, type TestApp } from "../../support/app";
import { declaredCopy } from "../../support/declaredCopy";
import { cars, powerColumn, workshopOf } from "./support";

const copy = declaredCopy();
const textOf = (file: string) =>
  readFileSync(path.join(copy.root, file), "utf8");

describe("published edits written into the files", () => {
  let test: TestApp;
  let admin: Awaited<ReturnType<typeof workshopOf>>;
  let client: Awaited<ReturnType<typeof workshopOf>>;

  beforeAll(async () => {
    test = await testApp({ root: copy.root });
    admin = await workshopOf(test);
    client = await workshopOf(test, "client");
  });

  it("are nothing where nothing is published", async () => {
    expect(await exportPublished(test.context)).toEqual({ files: [] });
  });

  it("are the same program, before a start from the files and after", async () => {
    const reply = await admin.publish(({ columns, filters }, { labels }) => {
      columns.splice(1, 0, powerColumn);
      filters.reverse();
      labels.ru["columns.power"] = "Мощность";
      delete labels.en["columns.grade"];
    });
    expect(reply.statusCode).toBe(200);
    const before = await client.bundle();
    const { problems } = await admin.bundle();
    const untouched = textOf("resources/my-bids.json");
    const { files } = await exportPublished(test.context);
    expect(files).toEqual([
      `resources/${cars}.json`,
      "locales/en.json",
      "locales/ru.json",
    ]);
    expect(textOf("resources/my-bids.json")).toBe(untouched);
    expect(textOf(`resources/${cars}.json`)).toContain(
      '"fields": ["horsePower"]',
    );
    expect(await client.bundle()).toEqual(before);
    expect((await admin.bundle()).problems).toEqual(problems);
    const rows = await test.context.database.kysely
      .selectFrom("workspace_overlays")
      .selectAll()
      .execute();
    expect(rows).toEqual([]);
    const [newest] = (await admin.get("/workspace/changes")).json<object[]>();
    expect(newest).toMatchObject({ kind: "export", reason: "exported" });

    const next = await testApp({ root: copy.root });
    const restarted = await workshopOf(next, "client");
    const { body } = await restarted.get("/workspace");
    expect(body).toBe((await client.get("/workspace")).body);
    expect(await exportPublished(test.context)).toEqual({ files: [] });
  }, 120_000);

  it("leave what a file says otherwise by now alone, and say so", async () => {
    await admin.publish(({ columns: [first] }) => {
      if (first) first.width = 333;
    });
    copy.editResource(cars, ({ columns: [first] }) => {
      if (first) first.width = 444;
    });
    const before = textOf(`resources/${cars}.json`);
    await expect(exportPublished(test.context)).rejects.toThrow(
      /\/columns\/0\/width: .*333/,
    );
    expect(textOf(`resources/${cars}.json`)).toBe(before);
  });
});
