import { expect, it } from "vitest";
import { serialOf } from "../../../scripts/demo/serials";
import { seedProductionMonths } from "../../../server/demo/seedRecords";
import { testDatabase } from "../../support/database";
import { demoRoot } from "../../support/demoRoot";

it("gives demo cars serial numbers of months in their year", async () => {
  const database = await testDatabase();
  const root = await demoRoot();
  await seedProductionMonths({ root, database });
  await seedProductionMonths({ root, database });
  for (const [year, share, month] of [
    [2015, 0, "2015-01-01"],
    [2018, 0.5, "2018-07-01"],
    [2022, 0.99, "2022-12-01"],
  ] as const) {
    const serial = serialOf("ZVW50", { year, share });
    const found = await database.kysely
      .selectFrom("production_months")
      .select("month")
      .where("chassis", "=", "ZVW50")
      .where("first_serial", "<=", serial)
      .where("last_serial", ">=", serial)
      .execute();
    expect(found).toEqual([{ month }]);
  }
  await database.close();
});
