import { sql } from "kysely";
import { expect, it } from "vitest";
import { inTransaction } from "../../../../../server/platform/database";
import { addRecords } from "../../../../../server/workspace/records";
import { storedTexts } from "../../../../../server/workspace/records/import/storedRows";
import { onDatabase } from "../../../../support/database";

onDatabase("the words of a field", (open) => {
  it("are the first five thousand in their order, so that two plans agree", async () => {
    const database = await open();
    const rows = Array.from({ length: 6_000 }, (_, index) => ({
      place: `${index % 2 === 0 ? "w" : "W"}${String(9_999 - index)}`,
    }));
    const author = { userId: "1", userName: "A manager", at: new Date() };
    await inTransaction(database, (trx) =>
      addRecords(trx, { row: "tariff", rows, author }),
    );
    const scope = sql<boolean>`row_schema = 'tariff'`;
    const found = await storedTexts(database.kysely, { scope, name: "place" });
    const places = rows.map(({ place }) => place).toSorted();
    expect(found).toEqual(places.slice(0, 5_000));
  });
});
