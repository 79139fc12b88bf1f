import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TestApp } from "../../support/app";
import { declaredCopy } from "../../support/declaredCopy";
import {
  cars,
  powerColumn,
  startWorkshop,
  type Problem,
  type Published,
  type WorkshopCalls,
} from "./support";

const copy = declaredCopy();

describe("publishing an edit", () => {
  let test: TestApp;
  let admin: WorkshopCalls;
  let client: WorkshopCalls;

  beforeAll(async () => {
    ({ test, admin, client } = await startWorkshop(copy));
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

  it("changes the list for every viewer and adds a line to the history", async () => {
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
      widened: [],
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

  it("rejects a reason below three characters", async () => {
    const reply = await admin.publish(({ columns }) => columns.pop(), {
      reason: "  a ",
    });
    expect(reply.statusCode).toBe(422);
    expect(reply.json()).toMatchObject({
      messageCode: "required_field",
      errors: { reason: ["Must contain more than 2 characters"] },
    });
  });

  it("rejects an edit without changes", async () => {
    const reply = await admin.publish(() => undefined);
    expect(reply.json()).toMatchObject({ messageCode: "nothing_changed" });
    expect(reply.statusCode).toBe(422);
  });

  it("gives 409 to the second of two administrators", async () => {
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

  it("gives 409 if the file was edited in the meantime", async () => {
    const { version } = await admin.read();
    copy.editResource(cars, ({ columns }) => columns.reverse());
    await test.context.declarations.reload();
    const late = await admin.publish(({ sorts }) => void sorts.pop(), {
      version,
    });
    expect(late.statusCode).toBe(409);
  });

  it("rejects the whole edit with every error and its place", async () => {
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
    const added = before.resources.find(({ name }) => name === cars)?.columns;
    expect(problems.map(({ pointer }) => pointer)).toContain(
      `/columns/${added?.length ?? 0}/fields/0`,
    );
    expect(await client.bundle()).toEqual(before);
  });

  it("must be confirmed if more viewers see an existing part", async () => {
    const access = { roles: ["manager" as const] };
    const hidden = await admin.publish(({ columns }) => {
      columns.push({ ...powerColumn, access });
    });
    expect(hidden.json()).toMatchObject({ widened: [] });
    const open = (confirmsAccess: boolean) =>
      admin.publish(({ columns }) => delete columns.at(-1)?.access, {
        confirmsAccess,
      });
    const refused = await open(false);
    expect(refused.statusCode).toBe(422);
    expect(refused.json()).toMatchObject({
      messageCode: "confirmation_required",
      errors: { confirmsAccess: [expect.any(String)] },
    });
    expect(await idsOf()).not.toContain("power");
    const reply = await open(true);
    expect(reply.statusCode).toBe(200);
    expect(await idsOf()).toContain("power");
    const [newest] = (await admin.get("/workspace/changes")).json<
      { widened: { role: string; parts: string[] }[] }[]
    >();
    expect(newest?.widened).toContainEqual({
      role: "client",
      parts: ["/columns/power", "/fields/horsePower"],
    });
    expect(newest?.widened.map(({ role }) => role)).not.toContain("manager");
  });

  it("need not be confirmed for a new column", async () => {
    expect((await addPower()).statusCode).toBe(200);
  });

  it("must be confirmed if one of two flags is no longer required", async () => {
    const flags = ["bikeView", "shareCar"] as const;
    await admin.publish(({ columns }) => {
      columns.push({ ...powerColumn, access: { flags: [...flags] } });
    });
    const reply = await admin.publish(({ columns }) => {
      const power = columns.at(-1);
      if (power) power.access = { flags: ["bikeView"] };
    });
    expect(reply.json()).toMatchObject({
      messageCode: "confirmation_required",
    });
  });

  it.each([
    "/route",
    "/calls/list/path",
    "/access/roles",
    "/filters/0/send",
    "/search/param",
  ])("rejects a change of the structural part %s", async (pointer) => {
    const reply = await admin.publish((declaration) => {
      const steps = pointer.split("/").slice(1);
      const last = steps.pop() ?? "";
      const part = steps.reduce<object>(
        (value, step) => Reflect.get(value, step) as object,
        declaration,
      );
      Reflect.set(part, last, last === "roles" ? ["client"] : "/elsewhere");
    });
    const { problems } = reply.json<{ problems: Problem[] }>();
    const problem = problems.find((found) =>
      found.reason.includes("Change it in the file"),
    );
    expect(problem?.file).toBe(`resources/${cars}.json`);
    expect(pointer).toContain(problem?.pointer);
  });

  it("keeps changes of the file in other parts of the list", async () => {
    await addPower();
    copy.editResource(cars, ({ columns }) => columns.reverse());
    await test.context.declarations.reload();
    const ids = await idsOf();
    expect(ids).toContain("power");
    expect(ids.indexOf("lot")).toBeGreaterThan(ids.indexOf("price"));
    expect((await admin.bundle()).problems).toEqual([]);
  });

  it("reports a conflict and lets the file win if it changes the same part", async () => {
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

  it("is dropped once the file contains it", async () => {
    await addPower();
    copy.editResource(cars, ({ columns }) => columns.push(powerColumn));
    await test.context.declarations.reload();
    expect((await idsOf()).filter((id) => id === "power")).toEqual(["power"]);
  });

  it("reports and drops only the parts whose field was removed", async () => {
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
    const dropped = problems.filter(({ reason }) => reason.includes("doors"));
    expect(dropped.map(({ reason }) => reason.slice(0, 42))).toEqual([
      "The published edit does not fit the files ",
      "The published edit does not fit the files ",
    ]);
  });
});
