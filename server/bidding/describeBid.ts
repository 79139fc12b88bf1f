import type { Kysely } from "kysely";
import { isAllowed, type Viewer } from "../../domain/access";
import type { Resource } from "../../domain/resource";
import { visibleRow } from "../../domain/visible";
import type { Tables } from "../platform/database";
import type { Context } from "../workspace/context";
import {
  readRows,
  visibleListing,
  type ListingReader,
  type Row,
} from "../workspace/listing";
import { bidSource } from "./bidSource";

/** Returns the first list of bids that the viewer sees. */
export const bidListOf = (
  { workspace }: Pick<Context, "workspace">,
  viewer: Viewer,
): Resource | undefined =>
  workspace
    .resources()
    .find(
      ({ row, access }) => row === bidSource.row && isAllowed(access, viewer),
    );

const titleFields = ["maker", "model", "year"];
const lotFields = ["auctionName", "lotNo"];
const otherFields = [
  "bidId",
  "id",
  "lotType",
  "auctionDate",
  "soldPrice",
  "bidAmount",
];

type Wanted = {
  context: Pick<Context, "schemas" | "clock">;
  viewer: Viewer;
  list: Resource;
  bids: ListingReader;
};

/**
 * Returns the names of a bid's lot outside of lists: the title, the auction with the
 * lot's number, and the row, all with only the fields that the viewer may see. Returns
 * null if the list has no such bid. The caller has checked the right to the bid.
 */
export async function describeBid(
  db: Kysely<Tables>,
  { bidId, ...wanted }: Wanted & { bidId: string },
) {
  const [described] = await describeBids(db, { ...wanted, bidIds: [bidId] });
  return described ?? null;
}

/** Returns the same of several bids, in the given order. */
export async function describeBids(
  db: Kysely<Tables>,
  {
    context: { schemas, clock },
    viewer,
    list,
    bids,
    bidIds,
  }: Wanted & { bidIds: readonly string[] },
) {
  const visible = visibleRow(schemas.row(bidSource.row), viewer).properties;
  const fields = [...titleFields, ...lotFields, ...otherFields];
  const rows = await readRows(
    { ...bids, database: { kysely: db } },
    {
      ...visibleListing({ schemas, clock, resource: list, viewer }),
      where: undefined,
      ids: bidIds,
      fields: fields.filter((name) => Object.hasOwn(visible, name)),
    },
  );
  const words = (row: Row, names: readonly string[]) =>
    names
      .map((name) => row[name])
      .filter((value) => typeof value === "string" || typeof value === "number")
      .join(" ");
  return rows.map((row) => ({
    row,
    visible,
    title: words(row, titleFields),
    place: words(row, lotFields),
  }));
}
