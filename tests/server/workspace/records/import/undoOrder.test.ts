import { expect, it } from "vitest";
import { signIn, testApp } from "../../../../support/app";
import { declaredCopy } from "../../../../support/declaredCopy";
import { declareVariant, importCalls } from "./support";

const copy = declaredCopy();
const changes = { "x-unique": ["note"] };
declareVariant(copy, { row: "berth", list: "berths", changes });
const server = await testApp({
  root: copy.root,
  now: "2026-11-28T10:00:00+09:00",
});
const calls = importCalls(server, await signIn(server, "manager"), "berths");

const table = (...rows: readonly string[]) =>
  ["port,place,price,from,note", ...rows].join("\n");
const stored = async () =>
  (
    await server.context.database.kysely
      .selectFrom("records")
      .select("data")
      .where("row_schema", "=", "berth")
      .orderBy("id")
      .execute()
  ).map(({ data }) => data);

it("undoes an import that gave the unique value of a changed row to a new row", async () => {
  await calls.run(table("kobe,Suva,1,2026-12-01,first"));
  const before = await stored();
  const batch = await calls.run(
    table("kobe,Suva,1,2026-12-01,second", "kobe,Poti,1,2026-12-01,first"),
  );
  const reply = await calls.undo(batch);
  expect(reply.json()).toMatchObject({ batch: { changed: 1, removed: 1 } });
  expect(await stored()).toEqual(before);
});

it("undoes an import that passed a unique value on from the first row to the last", async () => {
  // More rows than one statement writes.
  const rows = Array.from({ length: 501 }, (_, row) => row);
  const file = (price: number, notes: Readonly<Record<number, string>>) =>
    table(
      ...rows.map(
        (row) =>
          `osaka,Place ${row},${price},2026-12-01,${notes[row] ?? `n${row}`}`,
      ),
    );
  await calls.run(file(1, {}));
  const before = await stored();
  const batch = await calls.run(file(2, { 0: "free", 500: "n0" }));
  expect((await calls.undo(batch)).statusCode).toBe(200);
  expect(await stored()).toEqual(before);
});
