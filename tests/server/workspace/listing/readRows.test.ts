import { expect, it } from "vitest";
import { lotSource } from "../../../../server/catalog/lotSource";
import { inTransaction } from "../../../../server/platform/database";
import {
  createListingIndex,
  createListingReader,
  readRows,
} from "../../../../server/workspace/listing";
import { eachDatabase } from "../../../support/database";
import { carAuction, client, lotSchema } from "./support/declared";
import { loadModel } from "./support/loadModel";

const clock = { now: () => new Date("2026-11-18T12:34:56+09:00") };

eachDatabase("rows that a transaction reads", (open) => {
  it("have words that no earlier statement has read", async () => {
    const database = await open();
    const lots = await loadModel(database, { seed: 4, count: 20 });
    const index = createListingIndex({ database, clock });
    const reader = createListingReader({ database, clock, index }, lotSource);
    const rows = await inTransaction(database, (trx) =>
      readRows(
        { ...reader, database: { kysely: trx } },
        {
          ...{ resource: carAuction(), row: lotSchema(), viewer: client },
          where: undefined,
          ids: lots.map(({ id }) => id),
          fields: ["maker"],
        },
      ),
    );
    expect(rows.map(({ maker }) => maker)).toEqual(
      lots.map(({ values }) => values["maker"]),
    );
  });
});
