import { beforeAll, describe, expect, it } from "vitest";
import { inTransaction } from "../../../server/platform/database";
import { writeLots } from "../../../server/catalog";
import { signIn } from "../../support/app";
import { carLot, catalogApp, type CatalogApp } from "./support/catalogApp";

type Compared = {
  list: string;
  id: string;
  row: Record<string, unknown> | null;
};

describe("the call that compares rows", () => {
  let test: CatalogApp;
  let auction = "";
  let past = "";
  beforeAll(async () => {
    test = await catalogApp([
      carLot("coming", { mileage: 1_000, winningBid: "7" }),
    ]);
    await inTransaction(test.context.database, (trx) =>
      writeLots(trx, "stats", [carLot("past")]),
    );
    auction = await test.idOf("coming");
    past = await test.idOf("past");
  });

  const compare = async (
    lots: string,
    account: "client" | "admin" | "restricted" = "client",
  ): Promise<Compared[]> => {
    const { cookies } = await signIn(test, account);
    const reply = await test.call({
      url: "/api/compare",
      query: { lots },
      cookies,
    });
    expect(reply.statusCode).toBe(200);
    return reply.json<{ rows: Compared[] }>().rows;
  };

  it("reads rows of several lists in the asked order", async () => {
    const rows = await compare(
      `sales-statistic:${past},car-auction:${auction}`,
    );
    expect(rows.map(({ list }) => list)).toEqual([
      "sales-statistic",
      "car-auction",
    ]);
    expect(rows[1]?.row).toMatchObject({ mileage: 1_000, model: "COROLLA" });
  });

  it("finds a row that has moved to another list of the same rows", async () => {
    const rows = await compare(`car-auction:${past},oneprice:${past}`);
    expect(rows.map(({ list, row }) => [list, row?.model])).toEqual([
      ["sales-statistic", "COROLLA"],
      ["oneprice", undefined],
    ]);
  });

  it("answers an unknown row and an unknown list alike", async () => {
    const rows = await compare("car-auction:999999,nowhere:1,clients:1");
    expect(rows.map(({ row }) => row)).toEqual([null, null, null]);
  });

  it("shows each reader the fields that this reader may see", async () => {
    const lots = `car-auction:${auction}`;
    const [client] = await compare(lots);
    const [admin] = await compare(lots, "admin");
    expect(client?.row).not.toHaveProperty("winningBid");
    expect(admin?.row).toHaveProperty("winningBid", "7");
  });

  it("hides the lots of lists that the reader may not open", async () => {
    await test.context.database.kysely
      .updateTable("users")
      .set({ permissions: JSON.stringify({}) })
      .where("email_key", "=", "restricted@seriba.test")
      .execute();
    const [hidden] = await compare(`car-auction:${auction}`, "restricted");
    expect(hidden?.row).toBeNull();
  });
});
