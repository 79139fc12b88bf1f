import { beforeEach, expect, it } from "vitest";
import { userLevels, userTypes } from "../../../../../domain/access";
import { rolePermissions } from "../../../../../server/identity";
import { inTransaction } from "../../../../../server/platform/database";
import { addRecords } from "../../../../../server/workspace/records";
import { planPaste } from "../../../../../server/workspace/records/paste/planPaste";
import { planRows } from "../../../../../server/workspace/records/paste/planRows";
import { testApp } from "../../../../support/app";
import { declaredCopy } from "../../../../support/declaredCopy";
import { declareCranes } from "./support";

const copy = declaredCopy();
declareCranes(copy);
const { context } = await testApp({ root: copy.root });
const { database, workspace, schemas } = context;

const resource = workspace.resource("cranes");
const action = resource.actions?.find(({ id }) => id === "paste");
if (!action) throw new Error("The list has no paste");
const request = {
  ...{ resource, action, language: "en" as const, clears: false },
  viewer: {
    userId: "1",
    userType: userTypes.manager,
    userLevel: userLevels.client,
    roleId: userLevels.client,
    permissions: rolePermissions.manager,
  },
  ...{ ids: undefined, columns: undefined },
  ...{ hasHeadings: undefined, dayOrder: undefined },
};

/** Returns the plan of a paste, with the number of statements that it needs. */
async function planned(text: string) {
  let statements = 0;
  const kysely = database.kysely.withPlugin({
    transformQuery: ({ node }) => {
      statements += 1;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  const counting = { ...context, database: { ...database, kysely } };
  const plan = await planPaste(counting, { ...request, text });
  return { plan, statements };
}

beforeEach(async () => {
  await database.kysely
    .deleteFrom("records")
    .where("row_schema", "=", "crane")
    .execute();
  await inTransaction(database, (trx) =>
    addRecords(trx, {
      row: "crane",
      rows: [{ state: "new", code: "C1", plate: "X" }],
      author: { userId: "1", userName: "A manager", at: new Date() },
    }),
  );
});

it("reads the names of other records only for a column that has them", async () => {
  expect(await planned("Code\tLoad\nC1\t2")).toMatchObject({
    plan: { rows: [{ changes: { load: 2 } }] },
    statements: 1,
  });
  expect(await planned("Code\tDepot\nC1\tx")).toMatchObject({
    plan: { rows: [{ faults: [{ field: "depot" }] }] },
    statements: 2,
  });
});

it("reads no row to choose the key of a first column without a heading", async () => {
  const { plan, statements } = await planned("x\t2");
  expect(plan).toMatchObject({
    columns: [{ field: "plate" }, { field: null }],
    missing: "value",
  });
  expect(statements).toBe(plan.fields.keys.length);
});

it("looks for the row of each line once, and pauses at each line", () => {
  const lines = [1, 2, 3].map((line) => ({ line, cells: [String(line)] }));
  const asked: number[] = [];
  const steps = planRows(context, {
    ...{ ...request, text: "", row: schemas.row(resource.row) },
    ...{ lines, keys: [{ index: 0 }], values: [] },
    find: ({ line }) => {
      asked.push(line);
      return [];
    },
  });
  let pauses = 0;
  for (let step = steps.next(); !step.done; step = steps.next()) pauses += 1;
  expect(asked).toEqual([1, 2, 3]);
  expect(pauses).toBe(2 * lines.length);
});
