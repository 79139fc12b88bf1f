import { beforeAll, expect, it } from "vitest";
import type { Viewer } from "../../../domain/access";
import type { RowSchema } from "../../../domain/resource";
import { placeBid } from "../../../server/bidding/placeBid";
import { writeLots } from "../../../server/catalog";
import { lotPorts } from "../../../server/bidding";
import {
  inTransaction,
  type Database,
} from "../../../server/platform/database";
import { createListingReader } from "../../../server/workspace/listing";
import { findRows } from "../../support/findRows";
import { bidSource } from "../../../server/bidding/bidSource";
import { eachDatabase } from "../../support/database";
import { addClient, addLot, bidOn, contextOf, lotOf, noon } from "./support";

const carried: RowSchema["properties"] = {
  fuel: { type: ["string", "null"], enum: ["petrol", "diesel", null] },
  doors: { type: ["integer", "null"] },
  marks: { type: ["array", "null"], items: { type: "string" } },
  priv: { type: ["string", "null"] },
  averagePrice: { type: ["integer", "null"] },
  isUss: { type: "boolean" },
  myBid: { type: ["string", "null"] },
};
const fields = Object.keys(carried);

eachDatabase("a field of a lot without a column in bids", (open) => {
  let database: Database;
  let context: ReturnType<typeof contextOf>["context"];
  let viewer: Viewer;
  let lotId: string;

  const facts = {
    lotNo: "900",
    auctionName: "USS Tokyo",
    priv: "4WD",
    averagePrice: 700_000,
    fuel: "diesel",
    doors: 5,
    marks: ["A1", "U2"],
    windows: "tinted",
  };

  const stored = async () => {
    const { extra } = await database.kysely
      .selectFrom("bids")
      .select("extra")
      .where("lot_id", "=", lotId)
      .executeTakeFirstOrThrow();
    return extra;
  };

  const importLot = async (changes: Record<string, unknown>) => {
    const { source_id } = await database.kysely
      .selectFrom("lots")
      .select("source_id")
      .where("id", "=", lotId)
      .executeTakeFirstOrThrow();
    await inTransaction(database, (trx) =>
      writeLots(trx, "auction", [lotOf(source_id, { ...facts, ...changes })], {
        ports: lotPorts,
      }),
    );
  };

  /** Returns the client's bids with these fields as columns, filters and sorts. */
  const listed = async (chosen: Record<string, string>) => {
    const filters = Object.fromEntries(
      Object.entries(chosen).map(([name, value]) => [
        name,
        { kind: "choices" as const, values: [value] },
      ]),
    );
    const row = context.schemas.row("bid");
    const resource = context.workspace.resource("my-bids");
    const reader = createListingReader(context, bidSource);
    const shown = {
      ...resource,
      columns: [{ id: "carried", fields }],
      filters: ["fuel", "marks"].map((field) => ({ field })),
      sorts: [{ id: "doors", field: "doors" }],
      card: undefined,
      tabs: undefined,
    };
    const query = {
      resource: shown,
      row: { ...row, properties: { ...row.properties, ...carried } },
      viewer,
      where: undefined,
      state: {
        filters,
        search: null,
        sort: { id: "doors", order: "ASC" },
        page: 1,
        pageSize: 20,
      },
    } as const;
    return (await findRows(reader, query, fields)).rows;
  };

  beforeAll(async () => {
    database = await open();
    ({ context } = contextOf(database, noon));
    viewer = await addClient(database);
    lotId = await addLot(database, facts);
    const other = await addLot(database, {
      ...facts,
      fuel: "petrol",
      doors: 3,
    });
    for (const carId of [lotId, other]) {
      const client = { viewer, fullName: "Anna" };
      await placeBid(context, { client, body: bidOn(carId), key: null });
    }
  });

  const asPlaced = {
    fuel: "diesel",
    doors: 5,
    marks: ["A1", "U2"],
    windows: "tinted",
    priv: "4WD",
    averagePrice: 700_000,
  };

  it("is copied onto the bid when it is placed", async () => {
    expect(await stored()).toEqual(asPlaced);
  });

  it("is a column, filter and sort once the bid's schema contains it", async () => {
    const { windows: _, ...named } = asPlaced;
    const shown = { ...named, isUss: true, myBid: undefined };
    expect(await listed({ fuel: "diesel" })).toEqual([shown]);
    expect(await listed({ marks: "U2" })).toEqual([
      { ...shown, fuel: "petrol", doors: 3 },
      shown,
    ]);
  });

  it("changes with the lot and disappears when the feed no longer contains it", async () => {
    await importLot({ doors: 4, marks: undefined, priv: null });
    const { marks: _, priv: __, ...left } = asPlaced;
    expect(await stored()).toEqual({ ...left, doors: 4 });
    await importLot({});
    expect(await stored()).toEqual(asPlaced);
  });
});
