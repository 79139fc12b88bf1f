import { afterAll, expect, it } from "vitest";
import { addAlert } from "../../../../server/catalog/alerts/alerts";
import { seedDemoAccounts } from "../../../support/demoAccounts";
import { inTransaction } from "../../../../server/platform/database";
import { trackSettled } from "../../../../server/platform/changes/settledNumber";
import { createJobs } from "../../../../server/platform/jobs";
import { silentLog } from "../../../support/memoryLog";
import { testDatabase } from "../../../support/database";
import { hasPostgres } from "../../../support/postgres";
import { untilBlocked } from "../../../support/untilBlocked";

const now = new Date("2026-11-20T10:42:00+09:00");
const clock = { now: () => now };
const database = await testDatabase("accounts");
afterAll(() => database.close());

it.skipIf(!hasPostgres)(
  "does not hold up followers of changes while the last alert is locked",
  async () => {
    const ids = await seedDemoAccounts({ database, clock });
    const jobs = createJobs({ database, clock, log: silentLog });
    const add = () =>
      inTransaction(database, (trx) =>
        addAlert(
          trx,
          { jobs, now },
          {
            userId: ids["client@seriba.test"] ?? "",
            kind: "new-lots",
            title: "Toyotas",
            listType: "auction",
            searchId: "1",
            lots: [],
            total: 1,
            isCollected: true,
          },
        ),
      );
    await add();
    const first = await database.kysely.startTransaction().execute();
    await first.selectFrom("alerts").select("id").forUpdate().execute();
    const second = add();
    await untilBlocked(database);
    const { isWaiting } = await trackSettled(database)();
    await first.commit().execute();
    await second;
    expect(isWaiting).toBe(false);
    expect(
      await database.kysely.selectFrom("alerts").select("total").execute(),
    ).toEqual([{ total: 2 }]);
  },
);
