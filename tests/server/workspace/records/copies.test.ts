import { beforeEach, describe, expect, it } from "vitest";
import { signIn, testApp } from "../../../support/app";
import { declaredCopy } from "../../../support/declaredCopy";
import { hasPostgres } from "../../../support/postgres";
import { untilBlocked } from "../../../support/untilBlocked";
import { importCalls } from "./import/support";
import { declareBerths } from "./support/berths";
import { saved, yokohama, type Json } from "./support/saved";

const copy = declaredCopy();
declareBerths(copy);
const server = await testApp({ root: copy.root });
const { database } = server.context;
const manager = await signIn(server, "manager");

const send = (
  method: "POST" | "PUT" | "PATCH" | "GET" | "DELETE",
  url: string,
  payload?: Json,
  headers: Record<string, string> = {},
) =>
  server.call({
    ...{ method, url: `/api/lists/${url}`, ...(payload && { payload }) },
    ...manager,
    headers,
  });
const open = { ...yokohama, opened: "2026-12-01" };
const addDepot = async (changes: Json = {}) =>
  saved(await send("POST", "depots", { ...open, ...changes }));
const addBerth = async (data: Json) =>
  saved(await send("POST", "berths", data));
const readBerth = async (id: string) =>
  saved(await send("GET", `berths/${id}`));
const historyOf = async (id: string) =>
  (await send("GET", `berths/${id}/history`)).json<{ history: Json[] }>()
    .history;

beforeEach(async () => {
  for (const row of ["berth", "depot"])
    await database.kysely
      .deleteFrom("records")
      .where("row_schema", "=", row)
      .execute();
});

describe("a field that copies a field of another record", () => {
  it("has the value of that record when its own record is added or begins to refer to it", async () => {
    const depot = await addDepot();
    const added = await addBerth({ code: "A1", depot: depot.id });
    expect(added.detail).toMatchObject({ opened: "2026-12-01", places: 300 });
    const alone = await addBerth({ code: "A2", opened: "2027-01-01" });
    expect(alone.detail).toMatchObject({ opened: "2027-01-01", places: null });
    const reply = await send("PATCH", `berths/${alone.id}`, {
      depot: depot.id,
    });
    expect(saved(reply).detail).toMatchObject({
      ...{ opened: "2026-12-01", places: 300 },
    });
  });

  it("follows a change of that record, with a new version and its history", async () => {
    const depot = await addDepot();
    const berth = await addBerth({ code: "B1", depot: depot.id });
    const other = await addBerth({ code: "B2", opened: "2026-12-01" });
    const change = { opened: "2026-12-15" };
    expect((await send("PATCH", `depots/${depot.id}`, change)).statusCode).toBe(
      200,
    );
    const moved = await readBerth(berth.id);
    expect(moved).toMatchObject({ version: 2, detail: change });
    expect(await historyOf(berth.id)).toMatchObject([
      { action: "update", version: 2, after: change },
      { action: "create", version: 1, after: { opened: "2026-12-01" } },
    ]);
    expect(await readBerth(other.id)).toMatchObject({ version: 1 });
  });

  it("keeps its version when other fields of that record change", async () => {
    const depot = await addDepot();
    const berth = await addBerth({ code: "C1", depot: depot.id });
    await send("PATCH", `depots/${depot.id}`, { kind: "yard", name: "Kobe" });
    expect(await readBerth(berth.id)).toMatchObject({ version: 1 });
  });

  it("is not changed by hand while the record refers to that record", async () => {
    const depot = await addDepot();
    const berth = await addBerth({ code: "D1", depot: depot.id });
    const refused = await send("PATCH", `berths/${berth.id}`, {
      opened: "2027-02-02",
    });
    expect(refused.statusCode).toBe(422);
    expect(refused.json()).toMatchObject({ messageCode: "value_copied" });
    const put = await send(
      ...(["PUT", `berths/${berth.id}`] as const),
      { code: "D2", depot: depot.id },
      { "if-match": berth.tag },
    );
    expect(saved(put).detail).toMatchObject({ code: "D2", places: 300 });
  });

  it("stays as it is when the reference is emptied, and is then filled in by hand", async () => {
    const depot = await addDepot();
    const berth = await addBerth({ code: "E1", depot: depot.id });
    const url = `berths/${berth.id}`;
    await send("PATCH", url, { depot: null });
    expect((await readBerth(berth.id)).detail).toMatchObject({
      ...{ depot: null, opened: "2026-12-01" },
    });
    await send("PATCH", `depots/${depot.id}`, { opened: "2026-12-20" });
    const reply = await send("PATCH", url, { opened: "2027-03-03" });
    expect(saved(reply).detail).toMatchObject({ opened: "2027-03-03" });
  });

  it("follows an import of that record and its undo", async () => {
    const depot = await addDepot();
    const berth = await addBerth({ code: "F1", depot: depot.id });
    const { run, undo } = importCalls(server, manager, "depots");
    const batch = await run("name,opened\nYokohama,2027-05-05");
    expect((await readBerth(berth.id)).detail).toMatchObject({
      opened: "2027-05-05",
    });
    expect((await undo(batch)).statusCode).toBe(200);
    expect(await readBerth(berth.id)).toMatchObject({
      ...{ version: 3, detail: { opened: "2026-12-01" } },
    });
  });

  it("does not count as a change of a row in an import", async () => {
    const depot = await addDepot();
    await addBerth({ code: "G1", depot: depot.id });
    const { preview } = importCalls(server, manager, "berths");
    expect(await preview("code,opened\nG1,2030-01-01")).toMatchObject({
      counts: { changed: 0, unchanged: 1 },
    });
  });
});

describe.skipIf(!hasPostgres)("writes at the same time", () => {
  it("lose no value if one changes a record and the other begins to refer to it", async () => {
    const depot = await addDepot();
    const berth = await addBerth({ code: "H1" });
    const held = await database.kysely.startTransaction().execute();
    await held
      .selectFrom("records")
      .select("id")
      .where("id", "=", berth.id)
      .forUpdate()
      .execute();
    const refers = send("PATCH", `berths/${berth.id}`, { depot: depot.id });
    await untilBlocked(database);
    const moves = send("PATCH", `depots/${depot.id}`, {
      opened: "2027-07-07",
    });
    await untilBlocked(database, 2);
    await held.commit().execute();
    expect((await refers).statusCode).toBe(200);
    expect((await moves).statusCode).toBe(200);
    expect((await readBerth(berth.id)).detail).toMatchObject({
      opened: "2027-07-07",
    });
  });

  it("lose no value if one changes a record and the other a record that copies it", async () => {
    const depot = await addDepot();
    const berth = await addBerth({ code: "I1", depot: depot.id });
    const held = await database.kysely.startTransaction().execute();
    await held
      .selectFrom("records")
      .select("id")
      .where("id", "=", berth.id)
      .forUpdate()
      .execute();
    const moves = send("PATCH", `depots/${depot.id}`, {
      opened: "2027-08-08",
    });
    await untilBlocked(database);
    const renames = send("PATCH", `berths/${berth.id}`, { code: "I2" });
    await untilBlocked(database, 2);
    await held.commit().execute();
    expect((await moves).statusCode).toBe(200);
    expect((await renames).statusCode).toBe(200);
    expect((await readBerth(berth.id)).detail).toMatchObject({
      ...{ code: "I2", opened: "2027-08-08" },
    });
  });

  it("do not deadlock if records move between two records that change", async () => {
    const [first, second] = [
      await addDepot(),
      await addDepot({ name: "Kobe" }),
    ];
    const berths: string[] = [];
    for (const code of ["J1", "J2", "J3", "J4"])
      berths.push((await addBerth({ code, depot: first.id })).id);
    const replies = await Promise.all([
      ...["2027-01-01", "2027-01-02", "2027-01-03"].flatMap((opened) =>
        [first, second].map(({ id }) =>
          send("PATCH", `depots/${id}`, { opened }),
        ),
      ),
      ...berths.flatMap((id) =>
        [second, first, second].map((depot) =>
          send("PATCH", `berths/${id}`, { depot: depot.id }),
        ),
      ),
    ]);
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(
      replies.map(() => 200),
    );
    for (const id of berths) {
      const { detail } = await readBerth(id);
      const depot = saved(await send("GET", `depots/${String(detail.depot)}`));
      expect(detail.opened).toBe(depot.detail.opened);
    }
  });
});
