import { beforeEach, describe, expect, it } from "vitest";
import { inTransaction } from "../../../../../server/platform/database";
import { addRecords } from "../../../../../server/workspace/records";
import { signIn, testApp } from "../../../../support/app";
import { declaredCopy } from "../../../../support/declaredCopy";
import { saved, yokohama } from "../support/saved";
import { declareCranes, pasteCall, type PastePreview } from "./support";

const copy = declaredCopy();
declareCranes(copy);
const server = await testApp({
  root: copy.root,
  now: "2026-11-28T10:00:00+09:00",
});
const { database } = server.context;
const manager = await signIn(server, "manager");
const call = pasteCall(server, manager);
const preview = async (text: string, options: Record<string, unknown> = {}) => {
  const reply = await call(text, options);
  expect(reply.statusCode, reply.body).toBe(200);
  return reply.json<{ preview: PastePreview }>().preview;
};
const add = (...rows: Record<string, unknown>[]) =>
  inTransaction(database, (trx) =>
    addRecords(trx, {
      row: "crane",
      rows: rows.map((data) => ({ state: "new", ...data })),
      author: { userId: "1", userName: "A manager", at: new Date() },
    }),
  );
const idOf = async (code: string) => {
  const rows = await database.kysely
    .selectFrom("records")
    .select(["id", "data"])
    .where("row_schema", "=", "crane")
    .execute();
  return rows.find(({ data }) => data.code === code)?.id ?? "";
};
const idsOf = (...codes: string[]) => Promise.all(codes.map(idOf));
const changesOf = ({ rows }: PastePreview) =>
  rows.map(({ changes }) => changes);
const reasonsOf = ({ rows }: PastePreview) =>
  rows.map(({ faults }) => faults.map(({ field, reason }) => [field, reason]));

beforeEach(async () => {
  for (const row of ["crane", "depot"])
    await database.kysely
      .deleteFrom("records")
      .where("row_schema", "=", row)
      .execute();
});

describe("cells that are pasted into rows", () => {
  it("belong to the rows in the given order, and an empty cell keeps its value", async () => {
    await add(
      { code: "C1" },
      { code: "C2", builtOn: "2026-01-01" },
      { code: "C3" },
    );
    const ids = await idsOf("C3", "C2", "C1");
    const found = await preview("Built\n2026-11-28\n\n28.11.2026\n", { ids });
    expect(found).toMatchObject({
      hasHeadings: true,
      missing: null,
      withoutLine: 0,
    });
    expect(found.rows).toMatchObject([
      { line: 2, id: ids[0], version: 1, changes: { builtOn: "2026-11-28" } },
      { line: 4, id: ids[2], changes: { builtOn: "2026-11-28" } },
    ]);
  });

  it("say how many rows get no line, and which lines have no row", async () => {
    await add({ code: "C1" }, { code: "C2" });
    const ids = await idsOf("C1", "C2");
    const columns = ["builtOn"];
    expect(await preview("2026-11-28", { ids, columns })).toMatchObject({
      ...{ hasHeadings: false, withoutLine: 1 },
    });
    const long = await preview("2026-11-28\n2026-11-29\n2026-11-30", {
      ...{ ids, columns },
    });
    expect(reasonsOf(long)).toEqual([[], [], [[null, "No row for this line"]]]);
  });

  it("find their rows by the key of the first column, in any case and without headings", async () => {
    await add(
      { code: "C1" },
      { code: "C2", plate: "TX-77" },
      { code: "C3", plate: "TX-78" },
    );
    const found = await preview("tx-77\t2026-11-28\nTX-78 \t2026/11/29", {
      columns: ["plate", "builtOn"],
    });
    expect(found.rows).toMatchObject([
      { id: await idOf("C2"), changes: { builtOn: "2026-11-28" } },
      { id: await idOf("C3"), changes: { builtOn: "2026-11-29" } },
    ]);
    const named = await preview("Rego\tBuilt\nTX-77\t2026-11-28");
    expect(named.columns.map(({ field }) => field)).toEqual([
      "plate",
      "builtOn",
    ]);
    const guessed = await preview("TX-77\t2026-11-28");
    expect(guessed).toMatchObject({
      missing: "value",
      keys: ["code", "plate"],
    });
    expect(guessed.columns).toMatchObject([
      { field: "plate", isKey: true, sample: "TX-77" },
      { field: null, sample: "2026-11-28" },
    ]);
  });

  it("have headings in English and Russian, and say which columns a paste does not change", async () => {
    await add({ code: "C1" });
    const found = await preview(
      "Code\tBuilt\tState\tColour\tchecked\nC1\t2026-01-01\tnew\tred\t2026-01-02",
    );
    expect(found.columns.map(({ field, state }) => [field, state])).toEqual([
      ["code", "matched"],
      ["builtOn", "matched"],
      [null, "program"],
      [null, "unknown"],
      ["checkedOn", "matched"],
    ]);
    expect(changesOf(found)).toEqual([
      { builtOn: "2026-01-01", checkedOn: "2026-01-02" },
    ]);
  });

  it("are refused for rows that are not found, that several lines name and that several rows match", async () => {
    await add(
      { code: "C1" },
      { code: "C2", plate: "X" },
      { code: "C3", plate: "X" },
    );
    const found = await preview(
      "Code\tPlate\tLoad\nC9\t\t1\nC1\t\t2\nC1\t\t3\n\tX\t3\nC3\tX\t3",
    );
    expect(reasonsOf(found)).toEqual([
      [[null, "No row found"]],
      [[null, "The same row is also in line 4"]],
      [[null, "The same row is also in line 3"]],
      [[null, "Several rows match"]],
      [],
    ]);
  });

  it("are refused as a whole if more rows have their texts than are read", async () => {
    const many = Array.from({ length: 4_999 }, () => ({ code: "N" }));
    await add({ code: "C1", plate: "X" }, ...many, { code: "C2", plate: "X" });
    const text = "Code\tPlate\tLoad\nN\t\t1\n\tX\t2";
    const reply = await call(text);
    expect(reply.statusCode).toBe(422);
    const reason =
      "More than 5000 rows have these texts. Paste fewer lines, or choose another column";
    expect(reply.json()).toMatchObject({ errors: { text: [reason] } });
    const narrow = await preview("Code\tPlate\tLoad\nC2\tX\t1\nN\tX\t2");
    expect(narrow.rows).toMatchObject([
      { id: await idOf("C2"), changes: { load: 1 } },
      { id: null, faults: [{ reason: "No row found" }] },
    ]);
  });

  it("are refused one by one, so that the good cells of a row can be applied", async () => {
    await add({ code: "C1", builtOn: "2026-05-01" });
    const found = await preview(
      "Code\tChecked\tKind\tLoad\tNote\nC1\tsoon\thuge\t3\tfine",
    );
    expect(changesOf(found)).toEqual([{ load: 3, note: "fine" }]);
    expect(found.rows[0]?.faults).toMatchObject([
      { field: "checkedOn", text: "soon" },
      { field: "kind", text: "huge", reason: "None of the choices" },
    ]);
  });

  it("are compared with the other days of the row", async () => {
    await add(
      { code: "C1", builtOn: "2026-05-01" },
      { code: "C2", checkedOn: "2026-05-01" },
    );
    const late = "The end must not be before the start";
    const found = await preview(
      "Code\tBuilt\tChecked\nC1\t\t2026-04-01\nC2\t2026-06-01\t\n",
    );
    expect(reasonsOf(found)).toEqual([
      [["checkedOn", late]],
      [["builtOn", `Checked: ${late}`]],
    ]);
    const both = await preview(
      "Code\tBuilt\tChecked\nC2\t2026-06-01\t2026-06-02",
    );
    expect(reasonsOf(both)).toEqual([[]]);
  });

  it("do not change copied fields, but may have the copied value", async () => {
    const depot = saved(
      await server.call({
        ...{ method: "POST", url: "/api/lists/depots", ...manager },
        payload: { ...yokohama, opened: "2026-12-01" },
      }),
    );
    await add(
      { code: "C1", depot: depot.id, opened: "2026-12-01" },
      { code: "C2" },
      { code: "C3", depot: depot.id, opened: "2026-12-01" },
    );
    const copied = "This value comes from another row. Change it there";
    const found = await preview(
      "Code\tDepot\tOpened\nC1\t\t2026-12-05\nC2\tyokohama\t2026-12-05\nC3\t\t1 Dec",
    );
    expect(reasonsOf(found)).toEqual([
      [["opened", copied]],
      [["opened", copied]],
      [],
    ]);
    expect(changesOf(found)).toEqual([{}, { depot: depot.id }, {}]);
  });

  it("are refused as a whole for a row that its state or its conditions lock", async () => {
    await add({ code: "C1", load: 9 });
    const found = await preview("Code\tNote\nC1\tx");
    expect(found.rows[0]).toMatchObject({
      changes: {},
      faults: [{ field: null }],
    });
    expect(found.rows[0]?.faults[0]?.reason).toContain("Load");
  });

  it("clear a field only if that is chosen and its state does not need it", async () => {
    await add({
      ...{ code: "C1", note: "old", checkedOn: "2026-01-01" },
      state: "checked",
    });
    const text = "Code\tNote\tChecked\nC1\t\t";
    expect(changesOf(await preview(text))).toEqual([{}]);
    const cleared = await preview(text, { clears: true });
    expect(changesOf(cleared)).toEqual([{ note: null }]);
    expect(reasonsOf(cleared)).toEqual([[["checkedOn", "Required field"]]]);
  });

  it("ask for the order of day and month where both are possible", async () => {
    await add({ code: "C1" }, { code: "C2" });
    const text = "Code\tBuilt\nC1\t03/04/2026\nC2\t13/04/2026";
    const found = await preview(text);
    expect(found.needsDayOrder).toBe(true);
    expect(changesOf(found)).toEqual([{}, { builtOn: "2026-04-13" }]);
    const dayFirst = await preview(text, { dayOrder: "dayFirst" });
    expect(dayFirst.needsDayOrder).toBe(false);
    expect(changesOf(dayFirst)).toEqual([
      { builtOn: "2026-04-03" },
      { builtOn: "2026-04-13" },
    ]);
    const monthFirst = await preview(text, { dayOrder: "monthFirst" });
    expect(changesOf(monthFirst)).toEqual([{ builtOn: "2026-03-04" }, {}]);
  });

  it("never reach fields that the person does not see", async () => {
    await add({ code: "C1", rent: 5 });
    const found = await preview("Code\tRent\nC1\t7", {
      columns: ["code", "rent"],
    });
    expect(found).toMatchObject({ missing: "value", rows: [] });
    expect(found.values).not.toContain("rent");
  });
});

describe("the call that previews a paste", () => {
  it("refuses an empty text and more lines than the action takes rows", async () => {
    const empty = await call(" \t\n");
    expect(empty.statusCode).toBe(422);
    expect(empty.json()).toMatchObject({
      errors: { text: ["The text has no cells"] },
    });
    const long = await call("a\n".repeat(8));
    expect(long.json()).toMatchObject({
      errors: { text: ["Paste at most 5 lines at once"] },
    });
  });

  it("is for the people who have the action", async () => {
    const other = await call("x", { action: "note" });
    expect(other.statusCode).toBe(403);
    const client = pasteCall(server, await signIn(server, "client"));
    expect((await client("x")).statusCode).toBe(403);
    const none = await server.call({
      ...{ method: "POST", url: "/api/lists/depots/paste", ...manager },
      payload: { action: "paste", text: "x" },
    });
    expect(none.statusCode).toBe(404);
  });
});
