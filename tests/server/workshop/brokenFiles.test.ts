import { readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { exportPublished } from "../../../server/workshop";
import { testApp, type TestApp } from "../../support/app";
import { declaredCopy } from "../../support/declaredCopy";
import { cars, powerColumn, workshopOf, type Problem } from "./support";

const copy = declaredCopy();

/** Errors that someone may leave in the files. */
const mistakes: readonly [string, () => void, file: string][] = [
  [
    "a locale that is not JSON",
    () => {
      copy.write("locales/en.json", '{ "a": ');
    },
    "locales/en.json",
  ],
  [
    "a resource that is not JSON",
    () => {
      copy.write(`resources/${cars}.json`, "{");
    },
    `resources/${cars}.json`,
  ],
  [
    "an unknown field",
    () => {
      copy.editResource("bid-manager", ({ columns: [first] }) => {
        if (first) first.fields = ["nothing"];
      });
    },
    "resources/bid-manager.json",
  ],
  [
    "another call, which needs a restart",
    () => {
      copy.editResource(cars, ({ calls }) => {
        calls.list.path = "/auction/elsewhere";
      });
    },
    `resources/${cars}.json`,
  ],
];

let test: TestApp;
let admin: Awaited<ReturnType<typeof workshopOf>>;

beforeAll(async () => {
  test = await testApp({ root: copy.root });
  admin = await workshopOf(test);
  const reply = await admin.publish(({ columns }) => columns.reverse());
  expect(reply.statusCode).toBe(200);
});

describe.each(mistakes)(
  "while the files contain %s",
  (_mistake, make, file) => {
    beforeEach(async () => {
      make();
      await test.context.declarations.reload();
      expect((await admin.bundle()).problems?.[0]?.file).toBe(file);
    });

    it("reads, checks and previews the active declarations", async () => {
      const { document, version } = await admin.read();
      const shown = await admin.list();
      const declared = document.declaration.columns as { id: string }[];
      expect(declared.map(({ id }) => id)).toEqual(
        shown?.columns.map(({ id }) => id),
      );
      expect(document.labels.en.title).toBe("Car auctions");
      const [brief] = (
        await admin.get(`/workspace/resources?filter={"id":"${cars}"}`)
      ).json<{ title: { en: string }; version: string }[]>();
      expect(brief).toMatchObject({ title: { en: "Car auctions" }, version });

      const columns = [...declared, powerColumn];
      const declaration = { ...document.declaration, columns };
      const draft = { resource: cars, document: { ...document, declaration } };
      const check = await admin.post("/workspace/check", draft);
      expect(check.json()).toMatchObject({
        problems: [],
        difference: [{ pointer: "/columns/power" }],
      });
      const preview = await admin.post("/workspace/preview", {
        ...draft,
        as: { role: "client", flags: ["carAuctionsView"] },
        path: "/auction/listing",
        query: {},
      });
      expect(preview.statusCode).toBe(200);
    });

    it("rejects every edit until the file is fixed", async () => {
      const add = () =>
        admin.publish(({ columns }) => columns.push(powerColumn));
      const refused = await add();
      expect(refused.statusCode).toBe(422);
      const { problems } = refused.json<{ problems: Problem[] }>();
      expect(problems[0]?.file).toBe(file);
      expect(problems[0]?.reason).toContain("Fix the file before publishing");
      copy.restore();
      await test.context.declarations.reload();
      expect((await add()).statusCode).toBe(200);
      const last = (await admin.list())?.columns.at(-1);
      expect(last).toEqual(powerColumn);
      const back = await admin.publish(({ columns }) => columns.pop());
      expect(back.statusCode).toBe(200);
    });
  },
);

it("publishes edits of other lists while a list waits for a restart", async () => {
  copy.restore();
  copy.editResource("my-bids", ({ calls }) => {
    calls.list.path = "/bid/elsewhere";
  });
  await test.context.declarations.reload();
  const [waiting] = (await admin.bundle()).problems ?? [];
  expect(waiting?.file).toBe("resources/my-bids.json");
  const added = await admin.publish(({ columns }) => columns.push(powerColumn));
  expect(added.statusCode).toBe(200);
  expect((await admin.list())?.columns.at(-1)).toEqual(powerColumn);
  const removed = await admin.publish(({ columns }) => columns.pop());
  expect(removed.statusCode).toBe(200);
});

it("exports and records nothing while a file has errors", async () => {
  copy.restore();
  copy.editResource("bid-manager", ({ columns: [first] }) => {
    if (first) first.fields = ["nothing"];
  });
  const text = () =>
    readFileSync(path.join(copy.root, `resources/${cars}.json`), "utf8");
  const before = text();
  await expect(exportPublished(test.context)).rejects.toThrow(
    /bid-manager\.json \/columns\/0\/fields\/0/,
  );
  expect(text()).toBe(before);
  const [newest] = (await admin.get("/workspace/changes")).json<
    { kind: string }[]
  >();
  expect(newest?.kind).toBe("publish");
});
