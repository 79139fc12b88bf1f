import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import type { Database } from "../../../../server/platform/database";
import { inTransaction } from "../../../../server/platform/database";
import { eachDatabase } from "../../../support/database";
import { eventually } from "../../../support/eventually";

eachDatabase("notifications", (open) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  const notify = (channel: string, payload: string) =>
    sql`select pg_notify(${channel}, ${payload})`.execute(database.kysely);

  it("reach every listener of the channel and no other", async () => {
    const heard: string[] = [];
    await database.listen("live", (payload) => heard.push(`a ${payload}`));
    await database.listen("live", (payload) => heard.push(`b ${payload}`));
    await database.listen("other", (payload) => heard.push(`c ${payload}`));
    await notify("live", "bids:7");
    await eventually(() => {
      expect(heard).toEqual(["a bids:7", "b bids:7"]);
    });
  });

  it("arrive after a commit, never after a rollback", async () => {
    const heard: string[] = [];
    await database.listen("commits", (payload) => heard.push(payload));
    const refused = inTransaction(database, async (transaction) => {
      await sql`select pg_notify('commits', 'lost')`.execute(transaction);
      throw new Error("no");
    });
    await expect(refused).rejects.toThrow("no");
    await inTransaction(database, async (transaction) => {
      await sql`select pg_notify('commits', 'kept')`.execute(transaction);
    });
    await eventually(() => {
      expect(heard).toEqual(["kept"]);
    });
  });

  it("stop for a listener that stopped", async () => {
    const left: string[] = [];
    const stayed: string[] = [];
    const leave = await database.listen("doors", (text) => left.push(text));
    await database.listen("doors", (text) => stayed.push(text));
    await leave();
    await notify("doors", "1");
    await eventually(() => {
      expect(stayed).toEqual(["1"]);
    });
    expect(left).toEqual([]);
  });
});
