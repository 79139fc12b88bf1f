import { sql } from "kysely";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { usualDeadlines } from "../../../domain/purchase/deadlines";
import { inTransaction, readAppState } from "../../../server/platform/database";
import { dueDaysJob } from "../../../server/purchases/dueDaysJob";
import { findDueRules } from "../../../server/purchases/dueRules";
import { derivedBy } from "../../../server/purchases/purchaseKind";
import { signIn, testApp } from "../../support/app";
import { hasPostgres } from "../../support/postgres";
import { importCalls } from "../workspace/records/import/support";
import { addPurchases, purchaseData } from "./addPurchases";
import { winCar } from "./winCar";

type Json = Record<string, unknown>;

const server = await testApp();
const { context } = server;
const manager = await signIn(server, "manager");
const admin = await signIn(server, "admin");

const holidays = importCalls(server, manager, "holidays");

const job = dueDaysJob(context);
const once = () => job.run(new AbortController().signal);

/** Whether all open purchases follow the present rules. */
const isFollowed = () =>
  inTransaction(context.database, async (trx) => {
    const { fingerprint } = await findDueRules(trx);
    return (await readAppState(trx, "purchase due days")) === fingerprint;
  });

/**
 * Runs the job until the present rules are followed, and returns how many purchases it has
 * changed. Transactions in other databases of the same PostgreSQL make it wait.
 */
const run = async () => {
  let changed = 0;
  const next = async () => {
    changed += await once();
    if (!(await isFollowed())) throw new Error("The rules are not followed");
  };
  await vi.waitFor(next, { timeout: 60_000 });
  return changed;
};

type Stored = { id: string; data: Json };
const purchases = async (): Promise<Stored[]> =>
  context.database.kysely
    .selectFrom("records")
    .select(["id", "data"])
    .where("row_schema", "=", "purchase")
    .orderBy("id")
    .execute();

/** Expects that all stored fields equal the rule, with settings and holidays read from rows. */
async function expectDerived() {
  const { rows } = await sql<{ row: string; data: Json }>`
    select row_schema as row, data from records
    where row_schema in ('holiday', 'purchase-deadlines')`.execute(
    context.database.kysely,
  );
  const settings = rows.find(({ row }) => row === "purchase-deadlines")?.data;
  const derived = derivedBy({
    ...{ ...usualDeadlines, ...settings },
    consigneeRules: [],
    holidays: new Set(
      rows.flatMap(({ data: { day } }) =>
        typeof day === "string" ? [day] : [],
      ),
    ),
  });
  const stored = await purchases();
  expect(stored.length).toBeGreaterThan(0);
  for (const { data } of stored) expect(data).toMatchObject(derived(data));
}

const win = async (day: string) => winCar(server, day);

const write = async (
  who: typeof manager,
  method: "POST" | "PATCH",
  path: string,
  payload: Json,
) => {
  const reply = await server.call({
    ...{ method, url: `/api/lists/${path}`, payload, ...who },
  });
  expect(reply.statusCode, reply.body).toBeLessThan(300);
};
const addHoliday = (day: string) =>
  write(manager, "POST", "holidays", { day, nameEn: "Closed", kind: "closed" });
const dueOf = async (id: string) =>
  (await purchases()).find((each) => each.id === id)?.data.nextDue;

/** Begins to add a purchase, and returns how to commit it. */
const beginWrite = (number: number) =>
  new Promise<{ end: () => Promise<void> }>((begun, failed) => {
    const written = inTransaction(context.database, async (trx) => {
      const data = {
        ...purchaseData(server, 5_000 + number, { moneyState: "open" }),
        ...{ purchaseDate: "2026-11-19", carState: "won" },
      };
      await addPurchases(server, [data], trx);
      await new Promise<void>((commit) => {
        begun({
          end: () => {
            commit();
            return written;
          },
        });
      });
    });
    written.catch(failed);
  });

let first: string;
beforeAll(async () => {
  // A Thursday.
  first = await win("2026-11-19");
  await run();
});

describe("due days", () => {
  it("count without holidays until there are some", async () => {
    expect((await purchases())[0]?.data).toMatchObject({
      ...{ nextAction: "invoice", nextDue: "2026-11-20" },
      paymentDue: "2026-11-26",
    });
    await expectDerived();
  });

  it("follow a new holiday in the next run, with an entry in the history", async () => {
    await addHoliday("2026-11-20");
    expect(await dueOf(first)).toBe("2026-11-20");
    expect(await run()).toBe(1);
    expect(await dueOf(first)).toBe("2026-11-23");
    expect(await run()).toBe(0);
    await expectDerived();
    const last = await context.database.kysely
      .selectFrom("record_history")
      .select(["user_id", "after"])
      .where("record_id", "=", first)
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    expect(last).toMatchObject({
      ...{ user_id: null, after: { nextDue: "2026-11-23" } },
    });
  });

  it("follow imported holidays and the undo of their import", async () => {
    const text = "day,nameEn,kind\n2026-11-23,Labour Thanksgiving Day,national";
    const batch = await holidays.run(text);
    expect(await run()).toBe(1);
    expect(await dueOf(first)).toBe("2026-11-24");
    await expectDerived();
    const undone = await holidays.undo(batch);
    expect(undone.statusCode, undone.body).toBe(200);
    expect(await run()).toBe(1);
    expect(await dueOf(first)).toBe("2026-11-23");
  });

  it("follow the settings of the administrator, at once in new writes", async () => {
    const settings = { ...usualDeadlines, invoiceDays: 0, payDays: 2 };
    await write(admin, "POST", "purchase-deadlines", settings);
    // The job has not run: the next write of any purchase follows the settings already.
    const second = await win("2026-11-19");
    const { data } = (await purchases()).at(-1) ?? { data: {} };
    expect(data).toMatchObject({ paymentDue: "2026-11-24" });
    expect(await dueOf(second)).toBe("2026-11-19");
    expect(await run()).toBe(1);
    await expectDerived();
    expect((await purchases())[0]?.data.paymentDue).toBe("2026-11-26");
  });

  it("follow a holiday that was taken back before the next run", async () => {
    await addHoliday("2026-11-19");
    const third = await win("2026-11-19");
    expect(await dueOf(third)).toBe("2026-11-23");
    const { id } = await context.database.kysely
      .selectFrom("records")
      .select("id")
      .where("row_schema", "=", "holiday")
      .orderBy("id", "desc")
      .executeTakeFirstOrThrow();
    const removed = await server.call({
      ...{ method: "DELETE", url: `/api/lists/holidays/${id}` },
      headers: { "if-match": '"1"' },
      ...manager,
    });
    expect(removed.statusCode, removed.body).toBe(200);
    expect(await run()).toBe(1);
    expect(await dueOf(third)).toBe("2026-11-19");
  });

  it.skipIf(!hasPostgres)(
    "follow once the writes have ended that began with the former rules, while others go on",
    async () => {
      const writes = [await beginWrite(1), await beginWrite(2)];
      await addHoliday("2026-11-19");
      // The purchases of these writes have days by the former rules.
      expect(await once()).toBe(0);
      // From here on a purchase is written at every moment.
      writes.push(await beginWrite(3));
      await writes[0]?.end();
      expect(await once()).toBe(0);
      writes.push(await beginWrite(4));
      await writes[1]?.end();
      expect(await run()).toBe(5);
      await Promise.all(writes.slice(2).map(({ end }) => end()));
      expect(await run()).toBe(0);
      expect(await purchases()).toHaveLength(7);
      await expectDerived();
    },
  );

  it("stay for purchases that have ended", async () => {
    const resold = { ending: "resold", resaleProceeds: 300_000 };
    const moved = { ...resold, endingReason: "Not paid" };
    await write(admin, "PATCH", `purchased-cars/${first}`, moved);
    await addHoliday("2026-11-25");
    await run();
    expect(await dueOf(first)).toBeNull();
    await expectDerived();
  });
});

it("lets managers read the holidays and administrators alone change the deadlines", async () => {
  const read = await server.call({
    ...{ url: "/api/lists/purchase-deadlines", ...manager },
  });
  expect(read.statusCode).toBe(403);
  const client = await signIn(server, "client");
  const days = await server.call({ url: "/api/lists/holidays", ...client });
  expect(days.statusCode).toBe(403);
});
