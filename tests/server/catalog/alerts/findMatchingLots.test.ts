import { sql } from "kysely";
import { expect, it } from "vitest";
import { lotSource } from "../../../../server/catalog";
import { findMatchingLots } from "../../../../server/catalog/alerts/findMatchingLots";
import { viewedList } from "../../../../server/catalog/savedSearches/viewedList";
import { findViewer } from "../../../../server/identity";
import { createListingReader } from "../../../../server/workspace/listing";
import { addRecords } from "../../../../server/workspace/records";
import { carLot, catalogApp } from "../support/catalogApp";

const test = await catalogApp([
  carLot("black", { lotNo: "1", color: "BLACK MICA", startPrice: 100_000 }),
  carLot("white", { lotNo: "2", color: "WHITE", startPrice: 900_000 }),
]);
const { context, ids } = test;
const { kysely } = context.database;

it.each([
  ["слюд", ["1"]],
  ["mica", ["1"]],
  ["бел", ["2"]],
  ["зелён", []],
])(
  "the search for %s in translated words finds the lots of the list",
  async (text, lotNumbers) => {
    const viewer = await findViewer(kysely, ids["client@seriba.test"] ?? "");
    const list = viewer && viewedList(context, viewer, "auction");
    if (!viewer || !list) throw new Error("The client sees no auctions");
    const { search } = list.resource;
    const params = new URLSearchParams({ search: `color-${text}` }).toString();
    const found = await kysely.transaction().execute((trx) =>
      findMatchingLots(trx, context, {
        reader: createListingReader(context, lotSource),
        viewer,
        list: {
          ...list,
          resource: {
            ...list.resource,
            search: search && {
              ...search,
              parameters: [
                { value: "color", fields: ["color"], match: "contains" },
              ],
            },
          },
        },
        params,
        condition: sql<boolean>`true`,
      }),
    );
    expect(found?.lots.map(({ lotNo }) => lotNo) ?? []).toEqual(lotNumbers);
  },
);

it("a search for the price at a port finds the lots whose whole price fits", async () => {
  const valid = { validFrom: "2020-01-01", fromPrice: 0 };
  const tables = {
    "auction-fee": { ...valid, fee: 10_000 },
    "agent-fee": { ...valid, fee: 40_000 },
    "inland-rate": { ...valid, loadingPort: "kobe", fee: 5_000 },
    freight: { ...valid, destination: "Vladivostok", price: 60_000 },
  };
  const now = context.clock.now();
  const author = { userId: "1", userName: "Test", at: now };
  await kysely.transaction().execute(async (trx) => {
    for (const [row, data] of Object.entries(tables))
      await addRecords(trx, { row, rows: [data], author });
  });
  const viewer = await findViewer(kysely, ids["client@seriba.test"] ?? "");
  const list = viewer && viewedList(context, viewer, "auction");
  if (!viewer || !list) throw new Error("The client sees no auctions");
  const find = (params: string, destination: string) =>
    kysely.transaction().execute((trx) =>
      findMatchingLots(trx, context, {
        reader: createListingReader(context, lotSource),
        viewer: { ...viewer, choices: { destination } },
        list,
        params,
        condition: sql<boolean>`true`,
      }),
    );
  const numbers = async (params: string, destination = "Vladivostok") =>
    (await find(params, destination))?.lots.map(({ lotNo }) => lotNo);
  expect(await numbers("landedPrice=0,215000")).toEqual(["1"]);
  expect(await numbers("landedPrice=0,1015000")).toEqual(["1", "2"]);
  expect(await numbers("landedPrice=0,214999")).toBeUndefined();
  expect(await numbers("landedPrice=0,1015000", "Mombasa")).toBeUndefined();
});
