import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { exportPublished } from "../../../server/workshop";
import { testApp, type TestApp } from "../../support/app";
import { declaredCopy } from "../../support/declaredCopy";
import {
  cars,
  powerColumn,
  startWorkshop,
  workshopOf,
  type WorkshopCalls,
} from "./support";

const copy = declaredCopy();
const textOf = (file: string) =>
  readFileSync(path.join(copy.root, file), "utf8");

/** Lines of the text after that the text before does not have. */
const changedLines = (before: string, after: string) => {
  const lines = new Set(
    before.split("\n").map((line) => line.replace(/,$/, "")),
  );
  return after
    .split("\n")
    .filter((line) => !lines.has(line.replace(/,$/, "")))
    .map((line) => line.trim());
};

describe("workspace:export", () => {
  let test: TestApp;
  let admin: WorkshopCalls;
  let client: WorkshopCalls;

  beforeAll(async () => {
    ({ test, admin, client } = await startWorkshop(copy));
  });

  it("writes nothing if nothing is published", async () => {
    expect(await exportPublished(test.context)).toEqual({ files: [] });
  });

  it("changes only the lines of the edit", async () => {
    const file = `resources/${cars}.json`;
    // A layout that no formatter would choose shows what was rewritten.
    const strange = textOf(file).replace('"filters": [', '"filters":   [');
    copy.write(file, strange);
    await test.context.declarations.reload();
    const reply = await admin.publish(({ columns: [first] }, { labels }) => {
      if (first) first.width = 321;
      labels.en.title = "Coming cars";
    });
    expect(reply.statusCode).toBe(200);
    const locale = textOf("locales/en.json");
    await exportPublished(test.context);
    expect(changedLines(strange, textOf(file))).toEqual([
      expect.stringMatching(/^"width": 321,?$/),
    ]);
    expect(changedLines(locale, textOf("locales/en.json"))).toEqual([
      '"title": "Coming cars",',
    ]);
    copy.restore();
    await test.context.declarations.reload();
  });

  it("leaves the program unchanged, also after a restart from the files", async () => {
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
    // Servers that still have the former files need it.
    expect(rows).toMatchObject([
      { is_exported: true, taken_at: expect.any(Date) as Date },
    ]);
    const [newest] = (await admin.get("/workspace/changes")).json<object[]>();
    expect(newest).toMatchObject({ kind: "export", reason: "exported" });

    const next = await testApp({ root: copy.root });
    const restarted = await workshopOf(next, "client");
    const { body } = await restarted.get("/workspace");
    expect(body).toBe((await client.get("/workspace")).body);
    expect(await exportPublished(test.context)).toEqual({ files: [] });
  });

  it("refuses to overwrite a part that the file has changed since", async () => {
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
