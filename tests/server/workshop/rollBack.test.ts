import { beforeAll, describe, expect, it } from "vitest";
import { testApp, type TestApp } from "../../support/app";
import {
  workshopOf,
  powerColumn,
  type Problem,
  type Published,
} from "./support";

describe("rolling back", () => {
  let test: TestApp;
  let admin: Awaited<ReturnType<typeof workshopOf>>;

  beforeAll(async () => {
    test = await testApp();
    admin = await workshopOf(test);
  });

  const published = async (
    ...asked: Parameters<typeof admin.publish>
  ): Promise<string> => {
    const reply = await admin.publish(...asked);
    expect(reply.statusCode).toBe(200);
    return reply.json<Published>().id;
  };
  const columns = async () =>
    (await admin.list())?.columns.map(
      ({ id, width }) => `${id} ${width ?? ""}`,
    );

  it("reverts one change, and can be rolled back itself", async () => {
    const first = await columns();
    const power = await published(({ columns }) => {
      columns.splice(2, 0, powerColumn);
    });
    await published(({ columns: [lot] }) => {
      if (lot) lot.width = 333;
    });
    const both = await columns();
    const back = await admin.rollBack(power, { reason: "nobody reads it" });
    expect(back.statusCode).toBe(200);
    expect(await columns()).toEqual(["lot 333", ...(first ?? []).slice(1)]);
    const rollback = back.json<Published>().id;
    const history = (
      await admin.get(
        `/workspace/changes?filter=${encodeURIComponent('{"resource":"car-auction"}')}&sort=["id","DESC"]&range=[0,24]`,
      )
    ).json<{ id: string; kind: string; undoes: string; undoneBy: string }[]>();
    expect(history[0]).toMatchObject({ kind: "rollback", undoes: power });
    expect(history.find(({ id }) => id === power)?.undoneBy).toBe(rollback);
    expect((await admin.rollBack(rollback)).statusCode).toBe(200);
    expect(await columns()).toEqual(both);
    const { undoneBy } = (await admin.get(`/workspace/changes/${power}`)).json<{
      undoneBy: string | null;
    }>();
    expect(undoneBy).toBeNull();
  });

  it("names the parts that have changed since", async () => {
    const once = await published(({ columns: [lot] }) => {
      if (lot) lot.width = 400;
    });
    await published(({ columns: [lot] }) => {
      if (lot) lot.width = 410;
    });
    const reply = await admin.rollBack(once);
    expect(reply.statusCode).toBe(422);
    expect(reply.json<{ problems: Problem[] }>().problems).toEqual([
      {
        file: "resources/car-auction.json",
        pointer: "/columns/0/width",
        reason:
          "/columns/lot/width has been changed since. Choose the parts to roll back.",
      },
    ]);
  });

  it("reverts only the chosen parts, even if they have changed since", async () => {
    const width = "/columns/lot/width";
    const before = await columns();
    const both = await published(({ columns: cols }) => {
      const [lot] = cols;
      if (lot) lot.width = 420;
      cols.push({ id: "fuel", fields: ["fuel"] });
    });
    await published(({ columns: cols }) => {
      cols.reverse();
      const lot = cols.find(({ id }) => id === "lot");
      if (lot) lot.width = 430;
    });
    const unknown = await admin.rollBack(both, { parts: ["/columns/none"] });
    expect(unknown.statusCode).toBe(400);
    const back = await admin.rollBack(both, { parts: [width] });
    expect(back.json<Published>().difference).toMatchObject([
      { pointer: width, kind: "set", before: 430, after: 410 },
    ]);
    const rest = await admin.rollBack(both, { parts: ["/columns/fuel"] });
    expect(rest.statusCode).toBe(200);
    expect((await columns())?.toReversed()).toEqual(before);
  });

  it("gives 409 if something was published since the preview", async () => {
    const { version } = await admin.read();
    const id = await published(({ columns: [first] }) => {
      if (first) first.width = 250;
    });
    const late = await admin.rollBack(id, { version });
    expect(late.statusCode).toBe(409);
  });

  it("refuses a change that was rolled back already", async () => {
    const id = await published((declaration) => {
      declaration.views = ["default"];
    });
    expect((await admin.rollBack(id)).statusCode).toBe(200);
    expect((await admin.rollBack(id)).json()).toMatchObject({
      messageCode: "nothing_changed",
    });
  });

  it("gives 404 for an unknown change", async () => {
    expect((await admin.rollBack("999999")).statusCode).toBe(404);
  });
});

describe("the history", () => {
  it("is listed by range with the total, and by id", async () => {
    const admin = await workshopOf(await testApp());
    const ids: string[] = [];
    for (const width of [100, 200, 300]) {
      const reply = await admin.publish(({ columns: [lot] }) => {
        if (lot) lot.width = width;
      });
      ids.push(reply.json<Published>().id);
    }
    const page = await admin.get(
      '/workspace/changes?sort=["id","ASC"]&range=[1,2]',
    );
    expect(page.headers["content-range"]).toBe("changes 1-2/3");
    expect(page.json<Published[]>().map(({ id }) => id)).toEqual(ids.slice(1));
    const some = await admin.get(
      `/workspace/changes?filter=${encodeURIComponent(JSON.stringify({ id: [ids[0]] }))}`,
    );
    expect(some.json<Published[]>().map(({ id }) => id)).toEqual([ids[0]]);
    const past = await admin.get("/workspace/changes?range=[50,60]");
    expect(past.headers["content-range"]).toBe("changes */3");
    for (const query of [
      "sort=id",
      'sort=["reason","ASC"]',
      'filter={"author":"1"}',
      'filter={"id":["x"]}',
      "range=[5,1]",
    ])
      expect(
        (await admin.get(`/workspace/changes?${encodeURI(query)}`)).statusCode,
      ).toBe(400);
  });
});
