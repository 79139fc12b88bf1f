import { afterAll, expect, it } from "vitest";
import { noteAccountChange } from "../../../server/payments/accounts";
import { inTransaction } from "../../../server/platform/database";
import { trackSettled } from "../../../server/platform/changes/settledNumber";
import { seedDemoAccounts } from "../../support/demoAccounts";
import { testDatabase } from "../../support/database";
import { hasPostgres } from "../../support/postgres";
import { untilBlocked } from "../../support/untilBlocked";

const now = new Date("2026-11-20T10:42:00+09:00");
const database = await testDatabase("accounts");
afterAll(() => database.close());

it.skipIf(!hasPostgres)(
  "does not hold up followers of changes while an account is locked",
  async () => {
    const clock = { now: () => now };
    const ids = await seedDemoAccounts({ database, clock });
    const userId = ids["client@seriba.test"] ?? "";
    const first = await database.kysely.startTransaction().execute();
    await first
      .selectFrom("accounts")
      .select("user_id")
      .where("user_id", "=", userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const second = inTransaction(database, (trx) =>
      noteAccountChange(trx, userId),
    );
    await untilBlocked(database);
    const { isWaiting } = await trackSettled(database)();
    await first.commit().execute();
    await second;
    expect(isWaiting).toBe(false);
  },
);
