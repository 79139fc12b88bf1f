import { beforeAll, describe, expect, it } from "vitest";
import { testApp, type TestApp } from "../../support/app";
import {
  workshopOf,
  powerColumn,
  type Problem,
  type Published,
} from "./support";

describe("a change that is rolled back", () => {
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

  it("leaves what came before and after it, and comes back by another", async () => {
    const first = await columns();
    const power = await published(({ columns }) => {
      columns.splice(2, 0, powerColumn);
    });
    await published(({ columns: [lot] }) => {
      if (lot) lot.width = 333;
    });
    const both = await columns();
    const back = await admin.rollBack(power, "nobody reads it");
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

  it("is refused where its parts were changed since, each named", async () => {
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
        reason: "/columns/lot/width was changed since",
      },
    ]);
  });

  it("was taken back already", async () => {
    const id = await published((declaration) => {
      declaration.views = ["default"];
    });
    expect((await admin.rollBack(id)).statusCode).toBe(200);
    expect((await admin.rollBack(id)).json()).toMatchObject({
      messageCode: "nothing_changed",
    });
  });

  it("is unknown", async () => {
    expect((await admin.rollBack("999999")).statusCode).toBe(404);
  });
});

describe("the history", () => {
  it("is listed by range with the number of all, and by id", async () => {
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
