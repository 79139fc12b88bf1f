import { beforeAll, expect, it } from "vitest";
import { seedDemoAccounts } from "../../support/demoAccounts";
import { seedBids } from "../../../server/demo/seedBids";
import { onDatabase } from "../../support/database";
import { demoRoot } from "../../support/demoRoot";
import { addLots, contextOf, type Context } from "../bidding/support";

onDatabase("servers that start together on one database", (open) => {
  let contexts: Context[];
  beforeAll(async () => {
    const database = await open();
    const root = await demoRoot();
    contexts = Array.from({ length: 4 }, () => ({
      ...contextOf(database).context,
      root,
    }));
    await addLots(database, 40, {
      auctionDate: "2026-11-21T12:00:00+09:00",
      startPrice: 170_000,
    });
  });

  it("create the demo's accounts and bids once", async () => {
    const ids = await Promise.all(contexts.map(seedDemoAccounts));
    for (const others of ids) expect(others).toEqual(ids[0]);
    await Promise.all(contexts.map(seedBids));
    const bids = () =>
      contexts[0]?.database.kysely.selectFrom("bids").select("id").execute();
    const once = await bids();
    expect(once?.length).toBeGreaterThan(0);
    await Promise.all(contexts.map(seedBids));
    expect(await bids()).toEqual(once);
  });
});
