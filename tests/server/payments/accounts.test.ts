import { expect, it } from "vitest";
import { readBalance } from "../../../server/bidding/readBidInfo";
import { findAccount, lockAccount } from "../../../server/payments";
import type { Database } from "../../../server/platform/database";
import { onDatabase } from "../../support/database";
import { addClient, contextOf } from "../bidding/support";

onDatabase("a client's account", (open) => {
  it("is read as money in yen and limits of a day", async () => {
    const database = await open();
    const account = {
      balance: 150_000,
      creditLimit: 3_000_000,
      dailyBidLimit: 10,
      dailyUssLimit: 5,
      activeBids: 0,
    };
    const { userId } = await addClient(database, account);
    expect(await findAccount(database.kysely, userId)).toEqual(account);
    expect(await findAccount(database.kysely, "999999")).toBeNull();
    const locked = await database.kysely
      .transaction()
      .execute((trx) => lockAccount(trx, userId));
    expect(locked).toEqual(account);
    const { context } = contextOf(database);
    expect(await readBalance(context, userId)).toEqual({
      ...account,
      bidAllow: 3_150_000,
      bidsToday: 0,
      ussBidsToday: 0,
    });
    const nobody = await readBalance(context, "999999");
    expect(Object.values(nobody)).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
  });

  it("is held by one transaction at a time", async () => {
    const database = await open();
    const { userId } = await addClient(database, { creditLimit: 0 });
    await Promise.all(
      Array.from({ length: 10 }, () => addOne(database, userId)),
    );
    expect((await findAccount(database.kysely, userId))?.creditLimit).toBe(10);
  });
});

/** Reads and writes back, which only a lock keeps right. */
const addOne = ({ kysely }: Database, userId: string) =>
  kysely.transaction().execute(async (trx) => {
    const account = await lockAccount(trx, userId);
    await trx
      .updateTable("accounts")
      .set({ credit_limit: (account?.creditLimit ?? 0) + 1 })
      .where("user_id", "=", userId)
      .execute();
  });
