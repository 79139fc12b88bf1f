import { sql } from "kysely";
import { expect, it } from "vitest";
import { lotSource } from "../../../../server/catalog";
import { findMatchingLots } from "../../../../server/catalog/alerts/findMatchingLots";
import { viewedList } from "../../../../server/catalog/savedSearches/viewedList";
import { findViewer } from "../../../../server/identity";
import { createListingReader } from "../../../../server/workspace/listing";
import { carLot, catalogApp } from "../support/catalogApp";

const test = await catalogApp([
  carLot("black", { lotNo: "1", color: "BLACK MICA" }),
  carLot("white", { lotNo: "2", color: "WHITE" }),
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
