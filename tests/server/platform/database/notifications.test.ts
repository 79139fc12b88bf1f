import { expect, it } from "vitest";
import {
  afterCommit,
  inTransaction,
} from "../../../../server/platform/database";
import { eachDatabase } from "../../../support/database";
import { until } from "../../../support/eventually";

eachDatabase("the notifications of a transaction", (open) => {
  it("are sent after its commit, equal ones once, and not after a rollback", async () => {
    const database = await open();
    const received: string[] = [];
    await database.listen("test", (payload) => received.push(payload));
    const write = (payloads: readonly string[], fails = false) =>
      inTransaction(database, async (trx) => {
        for (const payload of payloads)
          await afterCommit(trx, (notify) => {
            notify("test", payload);
          });
        if (fails) throw new Error("The row is locked");
      });
    await expect(write(["lost"], true)).rejects.toThrow("The row is locked");
    await write(["bids", "lots", "bids"]);
    await until(() => received.length > 1);
    await write(["last"]);
    await until(() => received.includes("last"));
    expect(received).toEqual(["bids", "lots", "last"]);
  });
});
