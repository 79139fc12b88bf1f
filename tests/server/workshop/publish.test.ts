import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testApp, type TestApp } from "../../support/app";
import { declaredCopy } from "../../support/declaredCopy";
import {
  cars,
  powerColumn,
  workshopOf,
  type Problem,
  type Published,
} from "./support";

const copy = declaredCopy();

describe("a published edit", () => {
  let test: TestApp;
  let admin: Awaited<ReturnType<typeof workshopOf>>;
  let client: Awaited<ReturnType<typeof workshopOf>>;

  beforeAll(async () => {
    test = await testApp({ root: copy.root });
    admin = await workshopOf(test);
    client = await workshopOf(test, "client");
  });

  beforeEach(async () => {
    copy.restore();
    const { kysely } = test.context.database;
    await kysely.deleteFrom("workspace_overlays").execute();
    await test.context.declarations.reload();
  });

  const addPower = () =>
    admin.publish(({ columns }) => {
      columns.push(powerColumn);
    });
  const idsOf = async (who = client) =>
    (await who.list())?.columns.map(({ id }) => id) ?? [];

  it("is what every viewer gets next, and in the history", async () => {
    const reply = await admin.publish(
      ({ columns }, { labels }) => {
        columns.push(powerColumn);
        labels.en["columns.power"] = "Power";
        labels.ru["columns.power"] = "Мощность";
      },
      { reason: "  dealers ask for it " },
    );
    expect(reply.statusCode).toBe(200);
    expect(await idsOf()).toContain("power");
    const texts = (await test.app.inject("/locales/ru.json")).json<{
      resources: Record<string, { columns: Record<string, string> }>;
    }>();
    expect(texts.resources[cars]?.columns.power).toBe("Мощность");
    const { id } = reply.json<Published>();
    const [newest] = (await admin.get("/workspace/changes")).json<object[]>();
    expect(newest).toEqual({
      id,
      resource: cars,
      kind: "publish",
      undoes: null,
      undoneBy: null,
      author: expect.stringMatching(/\w/) as string,
      at: "2026-11-20T10:42:00+09:00",
      reason: "dealers ask for it",
      summary: 3,
    });
    const change = (
      await admin.get(`/workspace/changes/${id}`)
    ).json<Published>();
    expect(change.difference.map(({ pointer }) => pointer)).toEqual([
      "/columns/power",
      "/labels/en/columns.power",
      "/labels/ru/columns.power",
    ]);
  });

  it("needs a reason of three characters", async () => {
    const reply = await admin.publish(({ columns }) => columns.pop(), {
      reason: "  a ",
    });
    expect(reply.statusCode).toBe(422);
    expect(reply.json()).toMatchObject({
      messageCode: "required_field",
      errors: { reason: ["Must contain more than 2 characters"] },
    });
  });

  it("is refused where nothing would change", async () => {
    const reply = await admin.publish(() => undefined);
    expect(reply.json()).toMatchObject({ messageCode: "nothing_changed" });
    expect(reply.statusCode).toBe(422);
  });

  it("is told who was faster, of two admins at once", async () => {
    const { version } = await admin.read();
    expect((await addPower()).statusCode).toBe(200);
    const late = await admin.publish(
      ({ sorts }) => {
        sorts.pop();
      },
      { version },
    );
    expect(late.statusCode).toBe(409);
    expect(late.json()).toMatchObject({
      messageCode: "stale_row",
      current: {
        version: (await admin.read()).version,
        changedAt: "2026-11-20T10:42:00+09:00",
      },
    });
  });

  it("is told so as well when the file was edited meanwhile", async () => {
    const { version } = await admin.read();
    copy.editResource(cars, ({ columns }) => columns.reverse());
    await test.context.declarations.reload();
    const late = await admin.publish(({ sorts }) => void sorts.pop(), {
      version,
    });
    expect(late.statusCode).toBe(409);
  });

  it("is refused whole with each mistake and its place", async () => {
    const before = await client.bundle();
    const reply = await admin.publish(({ columns, sorts }) => {
      columns.push({ id: "none", fields: ["nothing"] });
      sorts.push({ id: "my", field: "myBid" });
    });
    expect(reply.statusCode).toBe(422);
    const { messageCode, problems } = reply.json<{
      messageCode: string;
      problems: Problem[];
    }>();
    expect(messageCode).toBe("declaration_problems");
    expect(problems.map(({ file }) => file)).toContain(
      `resources/${cars}.json`,
    );
    expect(problems.map(({ pointer }) => pointer)).toContain(
      "/columns/7/fields/0",
    );
    expect(await client.bundle()).toEqual(before);
  });

  it.each([
    ["/route", "links"],
    ["/calls/list/path", "contract"],
    ["/access/roles", "who may see the list"],
    ["/filters/0/send", "contract"],
    ["/search/param", "saved searches"],
  ])("changes nothing structural: %s", async (pointer, words) => {
    const reply = await admin.publish((declaration) => {
      const steps = pointer.split("/").slice(1);
      const last = steps.pop() ?? "";
      const part = steps.reduce<Record<string, unknown>>(
        (value, step) => value[step] as Record<string, unknown>,
        declaration as unknown as Record<string, unknown>,
      );
      part[last] = last === "roles" ? ["client"] : "/elsewhere";
    });
    const { problems } = reply.json<{ problems: Problem[] }>();
    const told = problems.find((one) => one.reason.includes(words));
    expect(told?.file).toBe(`resources/${cars}.json`);
    expect(pointer).toContain(told?.pointer);
  });

  it("keeps what a file changes elsewhere in the list", async () => {
    await addPower();
    copy.editResource(cars, ({ columns }) => columns.reverse());
    await test.context.declarations.reload();
    const ids = await idsOf();
    expect(ids).toContain("power");
    expect(ids.indexOf("lot")).toBeGreaterThan(ids.indexOf("price"));
    expect((await admin.bundle()).problems).toEqual([]);
  });

  it("yields to a file that was changed in the same part, and that is told", async () => {
    const id = (await admin.list())?.columns[0]?.id;
    await admin.publish(({ columns: [first] }) => {
      if (first) first.width = 333;
    });
    copy.editResource(cars, ({ columns: [first] }) => {
      if (first) first.width = 444;
    });
    await test.context.declarations.reload();
    expect((await client.list())?.columns[0]).toMatchObject({ id, width: 444 });
    const { problems } = await admin.bundle();
    expect(problems).toContainEqual({
      file: `resources/${cars}.json`,
      pointer: "/columns/0/width",
      reason: expect.stringContaining("333") as string,
    });
  });

  it("says nothing any more once the file says it", async () => {
    await addPower();
    copy.editResource(cars, ({ columns }) => columns.push(powerColumn));
    await test.context.declarations.reload();
    expect((await idsOf()).filter((id) => id === "power")).toEqual(["power"]);
  });

  it("loses only the parts whose field is gone, and that is told", async () => {
    copy.editRow("lot", ({ properties }) => {
      properties.doors = { title: "Doors", type: ["integer", "null"] };
    });
    await test.context.declarations.reload();
    const reply = await admin.publish(({ columns, filters }) => {
      columns.push({ id: "doors", fields: ["doors"] }, powerColumn);
      filters.push({ field: "doors" });
    });
    expect(reply.statusCode).toBe(200);
    copy.restore();
    copy.editTexts("en", (texts) => {
      texts.resources = { [cars]: { title: "Coming cars" } };
    });
    await test.context.declarations.reload();
    const ids = await idsOf();
    expect(ids).toContain("power");
    expect(ids).not.toContain("doors");
    const { problems = [] } = await admin.bundle();
    const told = problems.filter(({ reason }) => reason.includes("doors"));
    expect(told.map(({ reason }) => reason.slice(0, 42))).toEqual([
      "the published edit does not fit the files:",
      "the published edit does not fit the files:",
    ]);
  });
});
